import { type PgClient, type PgResource, sideEffectWithPgClient } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, object, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { type RateLimit, countedSubnet } from '../../rate-limits.ts';
import { codedError } from '../../errors/error-codes.ts';
import { service } from '../../services.ts';
import { textSurroundings } from '../documents/text-surroundings.ts';
import { addAnswerToLesson } from './add-answer-to-lesson.ts';
import { type CommentWrites, createCommentWrites } from './comment-writes.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Limits how many comments a subnet may write. */
      commentRateLimit: RateLimit;
    }
  }
}

/**
 * Adds the comment mutations that take a text, which is validated and converted here before the database stores it, and the specification's
 * `updateCommentById`. The others (`toggleReaction`, `acceptAnswer`, `reportComment`, …) are SQL functions.
 */
export const DiscussionsPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { comments, discussions, lessons } = build.pgResources as Record<'comments' | 'discussions' | 'lessons', PgResource>;

  /** Creates a mutation field that runs a write as the signed-in user. */
  const mutation = (name: keyof CommentWrites | 'addAnswerToLesson') => (_$root: Step, args: FieldArgs) => {
    const $input = args.getRaw('input');
    const $written = sideEffectWithPgClient(
      comments.executor,
      [$input, context().get('userId'), context().get('subnet'), service('commentRateLimit'), textSurroundings()],
      async (client, [input, userId, subnet, rateLimit, surroundings]) => {
        if (userId === null) throw codedError('SIGN_IN_TO_COMMENT');
        const isNew = name === 'createDiscussion' || name === 'reply';
        const wait = isNew ? await rateLimit.consume(countedSubnet(subnet)) : null;
        if (wait !== null) throw codedError('COMMENT_NETWORK_LIMIT_REACHED', {}, { retryAfterSeconds: wait });
        const writes = { ...createCommentWrites(surroundings), addAnswerToLesson: addAnswerToLesson(surroundings) };
        return (writes[name] as (client: PgClient, input: unknown) => Promise<object>)(client, input);
      },
    );
    return object({ written: $written, clientMutationId: access($input, 'clientMutationId') });
  };
  const payload = {
    clientMutationId: ($payload: Step) => access($payload, 'clientMutationId'),
    comment: ($payload: Step) => comments.get({ id: access($payload, ['written', 'commentId']) }),
    discussion: ($payload: Step) => discussions.get({ id: access($payload, ['written', 'discussionId']) }),
  };
  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          createDiscussionWithComment: mutation('createDiscussion'),
          replyToComment: mutation('reply'),
          editComment: mutation('edit'),
          updateCommentById: mutation('update'),
          addAnswerToLesson: mutation('addAnswerToLesson'),
        },
      },
      CreateDiscussionWithCommentPayload: { plans: payload },
      ReplyToCommentPayload: { plans: payload },
      EditCommentPayload: { plans: payload },
      UpdateCommentByIdPayload: { plans: payload },
      AddAnswerToLessonPayload: {
        plans: { ...payload, lesson: ($payload: Step) => lessons.get({ id: access($payload, ['written', 'lessonId']) }) },
      },
    },
  };
}, 'DiscussionsPlugin');

const typeDefs = gql`
  extend type Mutation {
    """
    Starts a discussion on a lesson, an article or a clip with its first comment. The user must be able to read all of the
    lesson or article. Errors: LOGIN_REQUIRED, FORBIDDEN (also for another user's userId, and while suspended), NOT_FOUND,
    BAD_INPUT with extensions.field ('Comment required' for an empty text), CONFLICT for a key that was used with another text,
    TOO_MANY with extensions.retryAfterSeconds.
    """
    createDiscussionWithComment(input: CreateDiscussionWithCommentInput!): CreateDiscussionWithCommentPayload
    """
    Adds a comment to a discussion; with parentId as a reply to that comment. Errors as in createDiscussionWithComment; CONFLICT also when
    the comment that it replies to has been deleted.
    """
    replyToComment(input: ReplyToCommentInput!): ReplyToCommentPayload
    """
    Changes the text of the user's own comment. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT if it was deleted or
    waits for a moderator.
    """
    editComment(input: EditCommentInput!): EditCommentPayload
    """
    Deletes a comment: only administrators can still see its text, and its replies stay. For its author and administrators.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.
    """
    updateCommentById(input: UpdateCommentByIdInput!): UpdateCommentByIdPayload
    """
    Appends an answer from a lesson's discussions to the lesson's text, as a callout with its author's name. For the lesson's writers
    and administrators, once for each answer. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.
    """
    addAnswerToLesson(input: AddAnswerToLessonInput!): AddAnswerToLessonPayload
  }

  """Input of addAnswerToLesson."""
  input AddAnswerToLessonInput {
    clientMutationId: String
    "The answer."
    commentId: UUID!
  }
  """The lesson with the answer in its text."""
  type AddAnswerToLessonPayload {
    clientMutationId: String
    comment: Comment
    discussion: Discussion
    lesson: Lesson
  }

  """Input of createDiscussionWithComment."""
  input CreateDiscussionWithCommentInput {
    clientMutationId: String
    comment: NewCommentInput!
    discussion: NewDiscussionInput!
  }
  """The text of a comment."""
  input NewCommentInput {
    "The text as Markdown."
    bodyMarkdown: String
    "The text as a document, a JSON string; wins over bodyMarkdown."
    bodyDelta: String
    "A new key for each press of Send. A text that is sent twice with the same key, by a double click or because the response was lost, becomes one comment."
    key: UUID
    "Absent, or the id of the signed-in user."
    userId: UUID
  }
  """What a new discussion is about: exactly one of lessonId, articleId and clipId."""
  input NewDiscussionInput {
    lessonId: UUID
    articleId: UUID
    clipId: UUID
    "Position in the video in seconds; for a lesson or a clip."
    timecodeStart: Float
    "The passage; for a lesson or an article."
    selection: NewSelectionInput
  }
  """
  The passage that a discussion is about. The server looks for it in the current text: by its positions if the passage is
  there, else by its block and context, and stores what it found. If the passage is gone, the annotation becomes an orphan.
  """
  input NewSelectionInput {
    "Start, as a position in the document."
    from: Int!
    "End, as a position in the document."
    to: Int!
    "Version of the text that it was made on. Ignored: the server tracks versions itself."
    version: Int
    "The passage as a document, a JSON string. Ignored: the server extracts it itself."
    delta: String
    "The passage as plain text, at most 10,000 characters; empty for a whole block without text, such as an image."
    text: String!
    "Name of the node that contains it. Ignored: the server finds it itself."
    node: String
    "ID of the top-level block in which it starts."
    blockId: String
    "Up to 32 characters of the block before the passage."
    prefix: String
    "Up to 32 characters of the block after the passage."
    suffix: String
  }
  """The new discussion and its first comment."""
  type CreateDiscussionWithCommentPayload {
    clientMutationId: String
    comment: Comment
    discussion: Discussion
  }

  """Input of replyToComment."""
  input ReplyToCommentInput {
    clientMutationId: String
    comment: NewReplyInput!
  }
  """The text of a reply, and what it replies to."""
  input NewReplyInput {
    "The text as Markdown. Required, even together with bodyDelta."
    bodyMarkdown: String
    "The text as a document, a JSON string; wins over bodyMarkdown."
    bodyDelta: String
    discussionId: UUID!
    "The comment that it replies to, in the same discussion; absent for another top-level comment."
    parentId: UUID
    "As in createDiscussionWithComment."
    key: UUID
    "Absent, or the id of the signed-in user."
    userId: UUID
  }
  """The new comment and its discussion."""
  type ReplyToCommentPayload {
    clientMutationId: String
    comment: Comment
    discussion: Discussion
  }

  """Input of editComment: one of the two texts."""
  input EditCommentInput {
    clientMutationId: String
    id: UUID!
    "The text as a document, a JSON string; wins over bodyMarkdown."
    bodyDelta: String
    "The text as Markdown."
    bodyMarkdown: String
  }
  """The updated comment."""
  type EditCommentPayload {
    clientMutationId: String
    comment: Comment
    discussion: Discussion
  }

  """Input of updateCommentById."""
  input UpdateCommentByIdInput {
    clientMutationId: String
    id: UUID!
    patch: CommentPatch!
  }
  """Changes of updateCommentById. Use editComment for the text."""
  input CommentPatch {
    "True deletes the comment permanently."
    deleted: Boolean
    "Ignored: the server sets it."
    deletedAt: Datetime
  }
  """The deleted comment, as a tombstone."""
  type UpdateCommentByIdPayload {
    clientMutationId: String
    comment: Comment
    discussion: Discussion
  }
`;
