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
      /** What a network may write of comments. */
      commentRateLimit: RateLimit;
    }
  }
}

/**
 * Writing comments: the mutations that take a text, which is checked and derived from here before the database stores it, and
 * the specification's `updateCommentById`. The others (`toggleReaction`, `acceptAnswer`, `reportComment`, …) are SQL.
 */
export const DiscussionsPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { comments, discussions, lessons } = build.pgResources as Record<'comments' | 'discussions' | 'lessons', PgResource>;

  /** A mutation field that runs one of the writes as the signed-in person. */
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
    Begins a discussion on a lesson, an article or a clip with its first comment. Whoever writes must be able to read all of the
    lesson or article. Errors: LOGIN_REQUIRED, FORBIDDEN (also for a userId that is another's, and while suspended), NOT_FOUND,
    BAD_INPUT with extensions.field ('Comment required' for a text that says nothing), CONFLICT for a key that came with another text,
    TOO_MANY with extensions.retryAfterSeconds.
    """
    createDiscussionWithComment(input: CreateDiscussionWithCommentInput!): CreateDiscussionWithCommentPayload
    """
    Adds a comment to a discussion; with parentId as a reply to that comment. Errors as in createDiscussionWithComment; CONFLICT also when
    the comment that it replies to was deleted meanwhile.
    """
    replyToComment(input: ReplyToCommentInput!): ReplyToCommentPayload
    """
    Changes the text of one's own comment. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for one that was deleted or
    waits for a moderator.
    """
    editComment(input: EditCommentInput!): EditCommentPayload
    """
    Deletes a comment: its text is gone for everybody but staff, its replies stay. By its author and staff.
    Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.
    """
    updateCommentById(input: UpdateCommentByIdInput!): UpdateCommentByIdPayload
    """
    Puts an answer beside a lesson at the end of its text, as a callout with the name of who wrote it. By those who write the lesson
    and staff, once an answer. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.
    """
    addAnswerToLesson(input: AddAnswerToLessonInput!): AddAnswerToLessonPayload
  }

  """What addAnswerToLesson takes."""
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

  """What createDiscussionWithComment takes."""
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
    "Made anew for each press of Send: a text that is sent twice with one key, by a double press or because the answer got lost, is one comment."
    key: UUID
    "Absent or one's own."
    userId: UUID
  }
  """What a new discussion is about: exactly one of lessonId, articleId and clipId."""
  input NewDiscussionInput {
    lessonId: UUID
    articleId: UUID
    clipId: UUID
    "The second of the video; for a lesson or a clip."
    timecodeStart: Float
    "The passage; for a lesson or an article."
    selection: NewSelectionInput
  }
  """
  The passage that a discussion is about. The server looks for it in the text as it is now: by its positions when the words stand
  there, else by its block and what stands around it, and stores what it found. Words that are gone by then make an orphan.
  """
  input NewSelectionInput {
    "Where it starts, in the positions of the document."
    from: Int!
    "Where it ends."
    to: Int!
    "Which state of the text it was made on; the server counts these itself."
    version: Int
    "The passage as a document, a JSON string; the server cuts it out itself."
    delta: String
    "The passage as plain text, at most 10,000 characters; empty for a whole block without words, such as a picture."
    text: String!
    "Name of the node that holds it; the server finds it itself."
    node: String
    "Id of the top-level block in which it begins."
    blockId: String
    "Up to 32 characters of the block before it."
    prefix: String
    "Up to 32 characters of the block after it."
    suffix: String
  }
  """The new discussion and its first comment."""
  type CreateDiscussionWithCommentPayload {
    clientMutationId: String
    comment: Comment
    discussion: Discussion
  }

  """What replyToComment takes."""
  input ReplyToCommentInput {
    clientMutationId: String
    comment: NewReplyInput!
  }
  """The text of a reply, and where it goes."""
  input NewReplyInput {
    "The text as Markdown. A reply without it is refused, even where bodyDelta is given."
    bodyMarkdown: String
    "The text as a document, a JSON string; wins over bodyMarkdown."
    bodyDelta: String
    discussionId: UUID!
    "The comment that it replies to, in the same discussion; absent for a further comment on what the discussion is about."
    parentId: UUID
    "As in createDiscussionWithComment."
    key: UUID
    "Absent or one's own."
    userId: UUID
  }
  """The new comment and its discussion."""
  type ReplyToCommentPayload {
    clientMutationId: String
    comment: Comment
    discussion: Discussion
  }

  """What editComment takes: one of the two texts."""
  input EditCommentInput {
    clientMutationId: String
    id: UUID!
    "The text as a document, a JSON string; wins over bodyMarkdown."
    bodyDelta: String
    "The text as Markdown."
    bodyMarkdown: String
  }
  """The comment as it is now."""
  type EditCommentPayload {
    clientMutationId: String
    comment: Comment
    discussion: Discussion
  }

  """What updateCommentById takes."""
  input UpdateCommentByIdInput {
    clientMutationId: String
    id: UUID!
    patch: CommentPatch!
  }
  """What of a comment is changed by its id. Its text is changed by editComment."""
  input CommentPatch {
    "True: a comment is deleted. It does not come back."
    deleted: Boolean
    "Taken, and not used: the server sets it."
    deletedAt: Datetime
  }
  """The comment as it is now: a tombstone."""
  type UpdateCommentByIdPayload {
    clientMutationId: String
    comment: Comment
    discussion: Discussion
  }
`;
