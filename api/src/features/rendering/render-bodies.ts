import type { DocumentNode } from '@newline/document/document-node';
import type { Renderings } from '@newline/document/renderings';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import { rendererVersion, type Renderer } from './create-renderer.ts';

/** What drawing stored texts needs. */
export type RenderBodiesOptions = {
  /** A pool of the login newline_worker, which may ask for undrawn texts. */
  readonly pool: Pool;
  readonly renderer: Renderer;
  readonly log: Log;
  /** Aborted when the site stops: what is not drawn yet is drawn after the next start. */
  readonly signal?: AbortSignal;
};

type Undrawn = { kind: 'article' | 'lesson' | 'comment'; id: string; body: DocumentNode; version: string };

/** How many texts are held at once. */
const batchSize = 20;

/** After so many texts in a row whose process was lost, the job gives up until its next try. */
const mostLostInARow = 3;

/** What a text without drawings comes from: the demo, an import, a backup, or a release that drew otherwise. */
export const renderBodiesTask = 'draw_bodies';

/** When the job looks for texts by itself. */
export const renderBodiesCron = { task: renderBodiesTask, match: '*/10 * * * *', identifier: renderBodiesTask };

/**
 * Draws every stored text that this version of the drawer has not drawn, a batch at a time, and answers how many. Safe to run
 * twice and at the same time: drawings are stored only beside the text that was drawn.
 *
 * @throws ProcessLost when rendering was interrupted: what is left stays queued, and the job is tried again, later each time
 */
export async function renderBodies({ pool, renderer, log, signal }: RenderBodiesOptions): Promise<number> {
  const tried = new Set<string>();
  let rendered = 0;
  let lost: unknown = null;
  let lostInARow = 0;
  for (;;) {
    const { rows } = await pool.query<Undrawn>('select * from app_private.undrawn_bodies($1, $2)', [rendererVersion, batchSize]);
    const fresh = rows.filter(({ kind, id, version }) => !tried.has(`${kind} ${id} ${version}`));
    if (fresh.length === 0) break;
    for (const row of fresh) {
      tried.add(`${row.kind} ${row.id} ${row.version}`);
      let renderings: Renderings | null;
      try {
        renderings = await renderer.renderDocument(row.body);
        lostInARow = 0;
      } catch (error) {
        if (signal?.aborted === true) return rendered;
        lost = error;
        lostInARow += 1;
        log.warn({ err: error, kind: row.kind, id: row.id }, 'rendering: a text stays queued');
        // One text may be to blame, or the machine.
        if (lostInARow >= mostLostInARow) throw error;
        continue;
      }
      if (signal?.aborted === true) return rendered;
      rendered += await store(pool, row, renderings === null ? null : JSON.stringify(renderings)).catch((error: unknown) => {
        // A database that does not answer says nothing about the renderings.
        if (!isRefusal(error)) throw error;
        log.warn({ err: error, kind: row.kind, id: row.id }, 'drawing: the drawings of a text are not kept, it is shown as it was written');
        return store(pool, row, null);
      });
    }
  }
  if (rendered > 0) log.info({ texts: rendered }, 'drawing: drew stored texts');
  if (lost !== null) throw lost;
  return rendered;
}

/** Whether the database refused a value (too large, against a check), which it would do again. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?:22|23|54)/.test(error.code);
}

/** 1 when it was kept, 0 when the text changed meanwhile. */
async function store(pool: Pool, { kind, id, version }: Undrawn, renderings: string | null): Promise<number> {
  const { rows } = await pool.query<{ is_kept: boolean }>('select app_private.store_drawings($1, $2, $3, $4, $5) as is_kept', [
    kind,
    id,
    version,
    renderings,
    rendererVersion,
  ]);
  return rows[0]?.is_kept === true ? 1 : 0;
}
