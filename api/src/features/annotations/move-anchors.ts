import type { DocumentNode } from '@newline/document/document-node';
import type { Pool } from 'pg';
import type { PgClient } from 'postgraphile/@dataplan/pg';
import type { Log } from '../../log.ts';
import { followAnchors, type StoredAnchor } from './follow-anchors.ts';

/** The lesson or article that has the annotations. */
export type AnnotatedItem =
  | { readonly lessonId: string; readonly articleId?: undefined }
  | { readonly articleId: string; readonly lessonId?: undefined };

/** Position that an editor sends for a discussion's passage, together with the text; without positions the passage was deleted. */
export type AnchorHint = { readonly discussionId: string; readonly from?: number | null; readonly to?: number | null };

type MovedText = {
  readonly lessonId: string | null;
  readonly articleId: string | null;
  readonly before: DocumentNode;
  readonly after: DocumentNode;
  readonly anchors: readonly StoredAnchor[];
};

/**
 * Moves the annotations of a text after it changed, with the rights of the user who changed it. Call it after the text was stored, in the
 * same transaction. Does nothing if the text didn't change or has no annotations.
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

/** Maximum number of hints that are stored. Further annotations are followed by their text. */
const maxHints = 1000;

/** Stores the annotation positions that an editor sent, with the revision that it saves. */
export async function keepAnchorHints(client: PgClient, item: AnnotatedItem, version: number, hints: readonly AnchorHint[]): Promise<void> {
  const hintsById = new Map(hints.slice(0, maxHints).map(({ discussionId, from, to }) => [discussionId, hintOf(discussionId, from, to)]));
  if (hintsById.size === 0) return;
  await client.query({
    text: 'select app_private.keep_working_anchors($1, $2, $3, $4)',
    values: [item.lessonId ?? null, item.articleId ?? null, version, JSON.stringify([...hintsById.values()])],
  });
}

function hintOf(discussionId: string, from: number | null | undefined, to: number | null | undefined) {
  const isRange = typeof from === 'number' && typeof to === 'number' && from >= 0 && to >= from;
  return isRange ? { discussionId, from, to } : { discussionId, from: null, to: null };
}

/** Name of the job that moves annotations whose text changed without `moveAnchors`. */
export const moveAnchorsTask = 'move_anchors';

/** Runs the job every minute. */
export const moveAnchorsCron = { task: moveAnchorsTask, match: '* * * * *', identifier: moveAnchorsTask };

/** Moves the annotations of texts that changed in any other way: by an import, a restore or SQL. Returns the number of texts. */
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
