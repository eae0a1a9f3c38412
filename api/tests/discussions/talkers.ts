import type { Browser, GraphQLAnswer } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeClips, makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/** The operations on comments in specification A, §7. */
export const createDiscussionWithComment = /* GraphQL */ `
  mutation createDiscussionWithComment($comment: NewCommentInput!, $discussion: NewDiscussionInput!) {
    createDiscussionWithComment(input: { comment: $comment, discussion: $discussion }) {
      comment { id bodyMarkdown bodyDelta bodyHtml parentId userId user { username } }
      discussion {
        id clipId lessonId articleId timecodeStart commentsCount isAnswered
        selection { from to version text node delta blockId }
        comments { nodes { id bodyMarkdown user { username displayName } } }
      }
    }
  }
`;
export const replyToComment = /* GraphQL */ `
  mutation replyToComment($comment: NewReplyInput!) {
    replyToComment(input: { comment: $comment }) {
      comment { id bodyMarkdown bodyDelta bodyHtml parentId discussionId createdAt user { id username displayName } }
      discussion { id commentsCount isAnswered }
    }
  }
`;
export const updateCommentById = /* GraphQL */ `
  mutation updateCommentById($id: UUID!, $patch: CommentPatch!) {
    updateCommentById(input: { id: $id, patch: $patch }) { comment { id deleted deletedAt bodyMarkdown bodyDelta bodyHtml } }
  }
`;
export const editComment = /* GraphQL */ `
  mutation editComment($id: UUID!, $bodyDelta: String, $bodyMarkdown: String) {
    editComment(input: { id: $id, bodyDelta: $bodyDelta, bodyMarkdown: $bodyMarkdown }) { comment { id bodyMarkdown bodyHtml edited editedAt } }
  }
`;
export const toggleReaction = /* GraphQL */ `
  mutation toggleReaction($commentId: UUID!, $kind: String!, $userId: UUID, $enabled: Boolean) {
    toggleReaction(input: { commentId: $commentId, kind: $kind, userId: $userId, enabled: $enabled }) {
      comment { id reactionsCount positiveReactionsCount reactionCounts { kind count } viewerReactions }
    }
  }
`;

/** The requested fields of a comment. */
export type Comment = {
  id: string;
  parentId: string | null;
  bodyMarkdown: string | null;
  bodyDelta: string | null;
  bodyHtml: string | null;
  edited: boolean;
  editedAt: string | null;
  deleted: boolean;
  deletedAt: string | null;
  createdAt: string;
  repliesCount: number;
  withheldBodyDelta: string | null;
  hiddenAt: string | null;
  user: { id: string; username: string; displayName: string } | null;
};

/** The requested fields of a discussion. */
export type Discussion = {
  id: string;
  clipId: string | null;
  commentsCount: number;
  isAnswered: boolean;
  isResolved: boolean;
  acceptedCommentId: string | null;
  timecodeStart: number | null;
  selection: Record<string, unknown> | null;
  comments: { nodes: Comment[] };
};

/** Result of the mutation that starts a discussion. */
export type Created = { createDiscussionWithComment: { comment: Comment; discussion: Discussion } | null };
/** Result of the mutation that replies. */
export type Replied = { replyToComment: { comment: Comment; discussion: Discussion } | null };

/** A running API with a published course, its clips, its author, learners and staff. */
export type Talkers = {
  readonly site: TestApi;
  readonly courseId: string;
  readonly clipIds: readonly string[];
  /** A free lesson of the course. */
  readonly lessonId: string;
  readonly author: Talker;
  readonly learner: Talker;
  readonly other: Talker;
  readonly admin: Talker;
  /** Starts a discussion on the first clip. */
  ask(talker: Talker, bodyMarkdown: string, more?: { discussion?: object; comment?: object }): Promise<GraphQLAnswer<Created>>;
  reply(talker: Talker, discussionId: string, bodyMarkdown: string, more?: object): Promise<GraphQLAnswer<Replied>>;
  /** Like `ask`, for tests that only need the ids. */
  begin(talker: Talker, bodyMarkdown: string, discussion?: object): Promise<{ discussionId: string; commentId: string }>;
  /** Like `reply`, for tests that only need the id. */
  answer(talker: Talker, discussionId: string, bodyMarkdown: string, parentId?: string): Promise<string>;
  stop(): Promise<void>;
};

/** A signed-in user. */
export type Talker = { readonly browser: Browser; readonly userId: string; readonly username: string };

export async function startTalkers(options: Parameters<typeof startTestApi>[0] = {}): Promise<Talkers> {
  const site = await startTestApi(options);
  const join = async (email: string, name: string): Promise<Talker> => {
    const { browser, userId } = await signUp(site, email, name);
    // Old enough for the limits of established accounts; tests of the limits create new accounts.
    const { rows } = await site.db.superuser.query<{ username: string }>(
      `update app_public.users set created_at = now() - interval '30 days' where id = $1 returning username`,
      [userId],
    );
    return { browser, userId, username: rows[0]?.username ?? '' };
  };
  const author = await join('author@example.com', 'Ada Author');
  const learner = await join('learner@example.com', 'Lea Learner');
  const other = await join('other@example.com', 'Otto Other');
  const admin = await join('admin@example.com', 'Adam Admin');
  await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  const courseId = await makeCourse(site.db, { authorId: author.userId });
  const clipIds = await makeClips(site.db, courseId, 3);
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `insert into app_public.lessons (course_id, title, slug, is_free) values ($1, 'Lesson', 'lesson', true) returning id`,
    [courseId],
  );
  const ask: Talkers['ask'] = (talker, bodyMarkdown, { discussion = { clipId: clipIds[0] }, comment = {} } = {}) =>
    talker.browser.graphql<Created>(createDiscussionWithComment, { comment: { bodyMarkdown, ...comment }, discussion });
  const reply: Talkers['reply'] = (talker, discussionId, bodyMarkdown, more = {}) =>
    talker.browser.graphql<Replied>(replyToComment, { comment: { discussionId, bodyMarkdown, ...more } });
  return {
    site,
    courseId,
    clipIds,
    lessonId: rows[0]?.id ?? '',
    author,
    learner,
    other,
    admin,
    ask,
    reply,
    async begin(talker, bodyMarkdown, discussion) {
      const answer = await ask(talker, bodyMarkdown, discussion ? { discussion } : {});
      const created = answer.data?.createDiscussionWithComment;
      if (!created) throw new Error(`Expected a discussion, got ${JSON.stringify(answer)}`);
      return { discussionId: created.discussion.id, commentId: created.comment.id };
    },
    async answer(talker, discussionId, bodyMarkdown, parentId) {
      const answer = await reply(talker, discussionId, bodyMarkdown, parentId ? { parentId } : {});
      const created = answer.data?.replyToComment;
      if (!created) throw new Error(`Expected a comment, got ${JSON.stringify(answer)}`);
      return created.comment.id;
    },
    stop: () => site.stop(),
  };
}
