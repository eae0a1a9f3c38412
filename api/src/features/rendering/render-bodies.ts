import type { DocumentNode } from '@newline/document/document-node';
import type { Renderings } from '@newline/document/renderings';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import { rendererVersion, type Renderer } from './create-renderer.ts';

export type RenderBodiesOptions = {
  /** A connection pool of newline_worker, the role that may read texts without renderings. */
  readonly pool: Pool;
  readonly renderer: Pick<Renderer, 'renderDocument'>;
  readonly log: Log;
  /** Aborted when the site stops: remaining texts are rendered after the next start. */
  readonly signal?: AbortSignal;
  /** Reads the next texts to render, at most `count`; by default, those of the whole site. */
  readonly readPending?: (count: number) => Promise<readonly PendingText[]>;
};

/** A text without current renderings. */
export type PendingText = { kind: 'article' | 'lesson' | 'page' | 'comment'; id: string; body: DocumentNode; version: string };

/** Number of texts loaded at a time. */
const batchSize = 20;

/** Number of texts in a row whose process was lost, after which the job gives up until its next try. */
const mostLostInARow = 3;

/**
 * Name of the job that renders stored texts without current renderings: those of the demo, an import, a backup, or a release with another
 * renderer version.
 */
export const renderBodiesTask = 'draw_bodies';

/** Runs the job every 10 minutes. */
export const renderBodiesCron = { task: renderBodiesTask, match: '*/10 * * * *', identifier: renderBodiesTask };

/**
 * Renders all stored texts that this version of the renderer hasn't rendered yet, a batch at a time, and returns how many. Safe to run
 * twice and concurrently: renderings are stored only with the text that they belong to.
 * @throws ProcessLost if rendering was interrupted: the remaining texts stay queued, and the job is retried with growing delays
 */
export async function renderBodies({ pool, renderer, log, signal, readPending }: RenderBodiesOptions): Promise<number> {
  const readSite = async (count: number) =>
    (await pool.query<PendingText>('select * from app_private.undrawn_bodies($1, $2)', [rendererVersion, count])).rows;
  const read = readPending ?? readSite;
  const tried = new Set<string>();
  let rendered = 0;
  let lost: unknown = null;
  let lostInARow = 0;
  for (;;) {
    const rows = await read(batchSize);
    const untried = rows.filter(({ kind, id, version }) => !tried.has(`${kind} ${id} ${version}`));
    if (untried.length === 0) break;
    for (const row of untried) {
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
        // The cause may be this text, or the machine.
        if (lostInARow >= mostLostInARow) throw error;
        continue;
      }
      if (signal?.aborted === true) return rendered;
      rendered += await store(pool, row, renderings === null ? null : JSON.stringify(renderings)).catch((error: unknown) => {
        // A database that doesn't respond says nothing about the renderings.
        if (!isRefusal(error)) throw error;
        log.warn(
          { err: error, kind: row.kind, id: row.id },
          'rendering: the renderings of a text are not stored, it is shown as it was written',
        );
        return store(pool, row, null);
      });
    }
  }
  if (rendered > 0) log.info({ texts: rendered }, 'rendering: rendered stored texts');
  if (lost !== null) throw lost;
  return rendered;
}

/** Whether the database rejected a value (too large, or against a check), which it would do again. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?:22|23|54)/.test(error.code);
}

/** Returns 1 if the renderings were stored, 0 if the text changed meanwhile. */
async function store(pool: Pool, { kind, id, version }: PendingText, renderings: string | null): Promise<number> {
  const { rows } = await pool.query<{ is_stored: boolean }>('select app_private.store_drawings($1, $2, $3, $4, $5) as is_stored', [
    kind,
    id,
    version,
    renderings,
    rendererVersion,
  ]);
  return rows[0]?.is_stored === true ? 1 : 0;
}
