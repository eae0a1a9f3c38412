import type { DocumentNode } from '@newline/document/document-node';
import type { Pool } from 'pg';
import type { PgClient } from 'postgraphile/@dataplan/pg';
import type { Log } from '../../log.ts';
import { followAnchors, type StoredAnchor } from './follow-anchors.ts';

/** The text that annotations are on. */
export type AnnotatedItem =
  | { readonly lessonId: string; readonly articleId?: undefined }
  | { readonly articleId: string; readonly lessonId?: undefined };

/** Where an editor says the words of a discussion are in the text it sends; without positions they were deleted. */
export type AnchorHint = { readonly discussionId: string; readonly from?: number | null; readonly to?: number | null };

type MovedText = {
  readonly lessonId: string | null;
  readonly articleId: string | null;
  readonly before: DocumentNode;
  readonly after: DocumentNode;
  readonly anchors: readonly StoredAnchor[];
};

/**
 * Lets the annotations of a text follow its change, as the person who made it. Call it after the text was stored, in the same
 * transaction; without a change or without annotations it does nothing.
 */
export async function moveAnchors(client: PgClient, item: AnnotatedItem): Promise<void> {
  const [lessonId, articleId] = [item.lessonId ?? null, item.articleId ?? null];
  const { rows } = await client.query<{ moved: MovedText | null }>({
    text: 'select app_private.my_moved_text($1, $2) as moved',
    values: [lessonId, articleId],
  });
  const moved = rows[0]?.moved;
  if (!moved) return;
  await client.query({ text: 'select app_private.store_my_anchors($1, $2, $3)', values: [lessonId, articleId, placedJson(moved)] });
}

/** More annotations than this are not followed by positions, but by their words. */
const maxHints = 1000;

/** Keeps what an editor says of the annotations in the revision that it saves. */
export async function keepAnchorHints(client: PgClient, item: AnnotatedItem, version: number, hints: readonly AnchorHint[]): Promise<void> {
  const known = new Map(hints.slice(0, maxHints).map(({ discussionId, from, to }) => [discussionId, hintOf(discussionId, from, to)]));
  if (known.size === 0) return;
  await client.query({
    text: 'select app_private.keep_working_anchors($1, $2, $3, $4)',
    values: [item.lessonId ?? null, item.articleId ?? null, version, JSON.stringify([...known.values()])],
  });
}

function hintOf(discussionId: string, from: number | null | undefined, to: number | null | undefined) {
  const isRange = typeof from === 'number' && typeof to === 'number' && from >= 0 && to >= from;
  return isRange ? { discussionId, from, to } : { discussionId, from: null, to: null };
}

/** The name of the job that moves what nobody moved in a transaction of their own. */
export const moveAnchorsTask = 'move_anchors';

/** When the job looks by itself. */
export const moveAnchorsCron = { task: moveAnchorsTask, match: '* * * * *', identifier: moveAnchorsTask };

/** Lets annotations follow whatever else changed a text: an import, a restore, SQL. Answers how many texts it was. */
export async function moveLeftAnchors({ pool, log }: { readonly pool: Pool; readonly log: Log }): Promise<number> {
  let count = 0;
  const client = await pool.connect();
  try {
    for (;;) {
      await client.query('begin');
      const { rows } = await client.query<{ moved: MovedText | null }>('select app_private.next_moved_text() as moved');
      const moved = rows[0]?.moved;
      if (moved) {
        const { lessonId, articleId } = moved;
        await client.query('select app_private.store_moved_anchors($1, $2, $3)', [lessonId, articleId, placedJson(moved)]);
      }
      await client.query('commit');
      if (!moved) break;
      count += 1;
    }
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  if (count > 0) log.info({ texts: count }, 'annotations: followed changed texts');
  return count;
}

function placedJson({ before, after, anchors }: MovedText): string {
  return JSON.stringify(followAnchors(before, after, anchors));
}
