import type { PgClient } from 'postgraphile/@dataplan/pg';
import { codedError } from '../../errors/error-codes.ts';
import type { TextSurroundings } from '../documents/derive-stored-body.ts';
import { placeSelection, type SelectionInput } from '../annotations/place-selection.ts';
import type { BodyInput } from '../documents/read-body.ts';
import { mentionsOf } from './mentions-of.ts';
import { deriveComment, readComment, requireMarkdown } from './read-comment.ts';

/** Ids of a comment that was written, and of its discussion. */
export type WrittenComment = { readonly commentId: string; readonly discussionId: string };

type NewComment = BodyInput & { readonly userId?: string | null; readonly key?: string | null };

export type CreateDiscussionInput = {
  readonly comment: NewComment;
  readonly discussion: {
    readonly lessonId?: string | null;
    readonly articleId?: string | null;
    readonly clipId?: string | null;
    readonly timecodeStart?: number | null;
    readonly selection?: SelectionInput | null;
  };
};

export type ReplyInput = { readonly comment: NewComment & { readonly discussionId: string; readonly parentId?: string | null } };

export type EditCommentInput = BodyInput & { readonly id: string };

export type UpdateCommentInput = { readonly id: string; readonly patch: { readonly deleted?: boolean | null } };

/** The operations that change a comment, each one statement, with the permissions of the client's user. */
export type CommentWrites = {
  createDiscussion(client: PgClient, input: CreateDiscussionInput): Promise<WrittenComment>;
  reply(client: PgClient, input: ReplyInput): Promise<WrittenComment>;
  edit(client: PgClient, input: EditCommentInput): Promise<WrittenComment>;
  update(client: PgClient, input: UpdateCommentInput): Promise<WrittenComment>;
};

type Row = { commentId: string | null; discussionId: string | null; waitSeconds: number };

const columns = `w.comment_id as "commentId", w.discussion_id as "discussionId", w.wait_seconds as "waitSeconds"`;

/**
 * Creates the operations that change comments.
 * @param surroundings the site's origin, which decides which links are external, and the renderer of code
 */
export function createCommentWrites(surroundings: TextSurroundings): CommentWrites {
  return {
    async createDiscussion(client, { comment, discussion }) {
      const document = readComment(comment);
      const { lessonId, articleId, clipId, timecodeStart, selection } = discussion;
      return write(
        client,
        `select ${columns} from app_private.create_discussion_with_comment($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) w`,
        [
          comment.userId ?? null,
          lessonId ?? null,
          articleId ?? null,
          clipId ?? null,
          timecodeStart ?? null,
          selection == null ? null : await placeSelection(client, { lessonId, articleId }, selection),
          comment.key ?? null,
          ...(await deriveComment(document, surroundings)),
          mentionsOf(document),
        ],
      );
    },

    async reply(client, { comment }) {
      requireMarkdown(comment);
      const document = readComment(comment);
      return write(client, `select ${columns} from app_private.reply_to_comment($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) w`, [
        comment.userId ?? null,
        comment.discussionId,
        comment.parentId ?? null,
        comment.key ?? null,
        ...(await deriveComment(document, surroundings)),
        mentionsOf(document),
      ]);
    },

    async edit(client, input) {
      const document = readComment(input);
      return write(client, `select ${columns} from app_private.edit_comment($1, $2, $3, $4, $5, $6, $7) w`, [
        input.id,
        ...(await deriveComment(document, surroundings)),
        mentionsOf(document),
      ]);
    },

    async update(client, { id, patch }) {
      if (patch.deleted !== true) throw codedError('COMMENT_PATCH_INVALID');
      return write(client, `select ${columns} from app_private.delete_comment($1) w`, [id]);
    },
  };
}

async function write(client: PgClient, text: string, values: unknown[]): Promise<WrittenComment> {
  const [row] = (await client.query<Row>({ text, values })).rows;
  if (row && row.waitSeconds > 0) {
    throw codedError('COMMENT_LIMIT_REACHED', { waitSeconds: row.waitSeconds }, { retryAfterSeconds: row.waitSeconds });
  }
  if (!row?.commentId || !row.discussionId) throw new Error('Writing a comment: expected its id, got none');
  return { commentId: row.commentId, discussionId: row.discussionId };
}
