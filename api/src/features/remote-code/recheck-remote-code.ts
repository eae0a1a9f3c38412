import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { CodeCutter } from './code-cutter.ts';
import type { CodeHost } from './code-host.ts';
import { RemoteCodeError } from './remote-code-error.ts';

/** Name of the job. */
export const recheckRemoteCodeTask = 'recheck_remote_code';

/** Checks a batch of due code every ten minutes; code is due again about six hours after a check. */
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
 * Compares code in texts with its current version on its branch or tag. Each file is requested once, however many texts show it, with the
 * ETag of its last check. Texts aren't changed: their authors are notified.
 * @param options.atMost maximum number of code blocks in one run
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
  for (const codeOfFile of byFile(rows)) {
    const [firstDue] = codeOfFile;
    if (firstDue === undefined) continue;
    const etag = codeOfFile.every((due) => due.etag === firstDue.etag) ? firstDue.etag : null;
    try {
      const current = await host.readAgain(firstDue, etag);
      for (const due of codeOfFile) {
        if (current.state === 'same') await record(due, { state: null }, etag);
        else await record(due, await compare(cutter, due, current), current.etag);
      }
    } catch (error) {
      if (!(error instanceof RemoteCodeError)) throw error;
      if (error.fault === 'later') {
        log.info({ err: error, owner: firstDue.owner, name: firstDue.name }, 'remote code: postponed');
        await pool.query('select app_private.postpone_remote_code($1)', [codeOfFile.map(({ id }) => id)]);
      } else {
        for (const due of codeOfFile) await record(due, { state: 'GONE', reason: error.message }, null);
      }
    }
  }
}

async function compare(cutter: CodeCutter, due: Due, current: { readonly text: string; readonly oid: string }): Promise<Finding> {
  try {
    const cut = await cutter.cut({ text: current.text, filepath: due.filepath }, { ...due, query: due.codeQuery });
    if (cut.text === due.text || (await hasOnlyMoved(cutter, due, current.text))) return { state: 'CURRENT' };
    return { state: 'CHANGED', oid: current.oid, text: cut.text, startLine: cut.startLine, endLine: cut.endLine };
  } catch (error) {
    const isRefused = error instanceof RemoteCodeError ? error.fault === 'refused' : error instanceof Error && error.name === 'QueryError';
    if (!(error instanceof Error && isRefused)) throw error;
    return (await hasOnlyMoved(cutter, due, current.text)) ? { state: 'CURRENT' } : { state: 'GONE', reason: error.message };
  }
}

/** Lines that only moved are still the lines that the author chose. */
async function hasOnlyMoved(cutter: CodeCutter, due: Due, text: string): Promise<boolean> {
  return due.codeQuery === null && cutter.has(text, due.text);
}

function byFile(rows: readonly Due[]): readonly (readonly Due[])[] {
  return [...Map.groupBy(rows, ({ owner, name, refname, filepath }) => JSON.stringify([owner, name, refname, filepath])).values()];
}
