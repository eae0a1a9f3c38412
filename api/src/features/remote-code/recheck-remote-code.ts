import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { CodeCutter } from './code-cutter.ts';
import type { CodeHost } from './code-host.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** The job's name in the queue. */
export const recheckRemoteCodeTask = 'recheck_remote_code';

/** Every ten minutes a batch of what is due; code that was compared is due again after some six hours. */
export const recheckRemoteCodeCron = { task: recheckRemoteCodeTask, match: '*/10 * * * *', identifier: recheckRemoteCodeTask };

type Due = {
  id: string;
  owner: string;
  name: string;
  filepath: string;
  refname: string;
  oid: string;
  codeQuery: string | null;
  startLine: number | null;
  endLine: number | null;
  text: string;
  etag: string | null;
};

type Finding = {
  state: 'CURRENT' | 'CHANGED' | 'GONE' | null;
  reason?: string;
  oid?: string;
  text?: string;
  startLine?: number;
  endLine?: number;
};

/**
 * Compares code in texts with what its branch or tag says now. A file is asked for once, however many texts show it, and
 * under the ETag with which it was seen last. Nothing is changed in a text: its author is told.
 *
 * @param options.atMost how many pieces of code one run takes
 */
export async function recheckRemoteCode(options: {
  readonly pool: Pool;
  readonly host: CodeHost;
  readonly cutter: CodeCutter;
  readonly atMost: number;
  readonly log: Log;
}): Promise<void> {
  const { pool, host, cutter, atMost, log } = options;
  const { rows } = await pool.query<Due>(
    `select id, owner, name, filepath, refname, oid, code_query as "codeQuery", start_line as "startLine", end_line as "endLine", text, etag
     from app_private.due_remote_code($1)`,
    [atMost],
  );
  const record = (due: Due, finding: Finding, etag: string | null) =>
    pool.query('select app_private.record_remote_code($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      due.id,
      due.text,
      finding.state,
      finding.reason ?? null,
      finding.oid ?? null,
      finding.text ?? null,
      finding.startLine ?? null,
      finding.endLine ?? null,
      etag,
    ]);
  for (const ofOneFile of byFile(rows)) {
    const [first] = ofOneFile;
    if (first === undefined) continue;
    const etag = ofOneFile.every((due) => due.etag === first.etag) ? first.etag : null;
    try {
      const now = await host.readAgain(first, etag);
      for (const due of ofOneFile) {
        if (now.state === 'same') await record(due, { state: null }, etag);
        else await record(due, await compare(cutter, due, now), now.etag);
      }
    } catch (error) {
      if (!(error instanceof RemoteCodeError)) throw error;
      if (error.fault === 'later') {
        log.info({ err: error, owner: first.owner, name: first.name }, 'remote code: asked again later');
        await pool.query('select app_private.postpone_remote_code($1)', [ofOneFile.map(({ id }) => id)]);
      } else {
        for (const due of ofOneFile) await record(due, { state: 'GONE', reason: error.message }, null);
      }
    }
  }
}

async function compare(cutter: CodeCutter, due: Due, now: { readonly text: string; readonly oid: string }): Promise<Finding> {
  try {
    const cut = await cutter.cut({ text: now.text, filepath: due.filepath }, { ...due, query: due.codeQuery });
    if (cut.text === due.text || (await isStillThere(cutter, due, now.text))) return { state: 'CURRENT' };
    return { state: 'CHANGED', oid: now.oid, text: cut.text, startLine: cut.startLine, endLine: cut.endLine };
  } catch (error) {
    const isRefused = error instanceof RemoteCodeError ? error.fault === 'refused' : error instanceof Error && error.name === 'QueryError';
    if (!(error instanceof Error && isRefused)) throw error;
    return (await isStillThere(cutter, due, now.text)) ? { state: 'CURRENT' } : { state: 'GONE', reason: error.message };
  }
}

/** Lines that only moved are still the lines that the author chose. */
async function isStillThere(cutter: CodeCutter, due: Due, text: string): Promise<boolean> {
  return due.codeQuery === null && cutter.has(text, due.text);
}

function byFile(rows: readonly Due[]): readonly (readonly Due[])[] {
  return [...Map.groupBy(rows, ({ owner, name, refname, filepath }) => JSON.stringify([owner, name, refname, filepath])).values()];
}
