import type { DocumentNode } from '@newline/document/document-node';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import { followAnchors, type StoredAnchor } from '../annotations/follow-anchors.ts';

/** A former version of a text and the current one, with some of the notes that refer to the former one. */
type MovedNotes = {
  readonly id: string;
  readonly before: DocumentNode;
  readonly after: DocumentNode;
  readonly version: number;
  readonly anchors: readonly StoredAnchor[];
};

/** Name of the job that moves notes whose text has changed. */
export const moveNotesTask = 'move_notes';

/** Runs the job every minute. */
export const moveNotesCron = { task: moveNotesTask, match: '* * * * *', identifier: moveNotesTask };

/** Moves notes to the current versions of their texts, a batch in each transaction. Returns the number of notes. */
export async function moveNotes({ pool, log }: { readonly pool: Pool; readonly log: Log }): Promise<number> {
  let count = 0;
  const client = await pool.connect();
  try {
    for (;;) {
      await client.query('begin');
      const { rows } = await client.query<{ moved: MovedNotes | null }>('select app_private.next_moved_notes() as moved');
      const moved = rows[0]?.moved;
      if (moved) {
        const { id, before, after, version, anchors } = moved;
        const placed = JSON.stringify(followAnchors(before, after, anchors));
        await client.query('select app_private.store_moved_notes($1, $2, $3)', [id, version, placed]);
        count += anchors.length;
      }
      await client.query('commit');
      if (!moved) break;
    }
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  if (count > 0) log.info({ notes: count }, 'notes: followed changed texts');
  return count;
}
