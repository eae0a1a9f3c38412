import pg from 'pg';
import { oldestPostgres } from './require-server.ts';
import { StartError } from './start-error.ts';

/** A failed migration: its file name and text. */
export type FailedMigration = { name: string; text: string };

/**
 * Returns the StartError for a migration that PostgreSQL rejected: its file and line, the reason, the state of the database and the remedy.
 * A migration runs in one transaction with its record, so a failed one leaves nothing behind. Other errors, such as a lost connection, are
 * returned unchanged.
 */
export function explainFailedMigration(error: unknown, { name, text }: FailedMigration, lastRun: string | null): unknown {
  if (!isServerError(error)) return error;
  const line = lineOf(error, text);
  return new StartError(
    [
      `The migration ${name} failed${line === null ? '' : ` at line ${line.number}`}: ${error.message}`,
      ...(line === null ? [] : [`  ${line.text}`]),
      ...[error.detail, error.hint, error.where].filter((more) => more !== undefined).map((more) => more.replace(/^/gm, '  ')),
      lastRun === null
        ? 'None of it was applied.'
        : `None of it was applied: the database is as ${lastRun} left it, and the release that you ran before still starts on it.`,
      remedyFor(error),
    ].join('\n'),
  );
}

/** Checks the code and not the class, because graphile-migrate may have another copy of pg. */
function isServerError(error: unknown): error is pg.DatabaseError {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code)) && 'severity' in error;
}

/** Returns the line of the file that PostgreSQL reports; null for an error without a position, such as one inside a function. */
function lineOf(error: pg.DatabaseError, text: string): { number: number; text: string } | null {
  if (error.position === undefined) return null;
  const lines = text.split('\n');
  // graphile-migrate sends what follows the header and its empty lines.
  const headerLines = lines.findIndex((line) => line !== '' && !line.startsWith('--! '));
  const body = [...lines.slice(headerLines).join('\n').trimStart()];
  const number = headerLines + body.slice(0, Number(error.position) - 1).filter((character) => character === '\n').length + 1;
  return { number, text: lines[number - 1]?.trim() ?? '' };
}

function remedyFor({ code = '' }: pg.DatabaseError): string {
  if (code === '42501') return 'Grant this right to the role of DATABASE_URL, and start the site again.';
  if (code === '53100') return 'Free some disk space on the database server, and start the site again.';
  if (/^(?:55P03|57014|40P01|40001)$/.test(code))
    return 'Something else is using the database. Stop it, and start the site again: the migration runs then.';
  if (/^(?:42601|42704|42883|0A000|58P01)$/.test(code))
    return `The server may lack something that the site needs: PostgreSQL ${oldestPostgres} or newer with unaccent and pg_trgm. "newline doctor" shows its version.`;
  if (code.startsWith('23')) return 'Some rows violate the new constraint. Fix the rows that the message names, and start the site again.';
  return 'Go back to the release that you ran before, and report this message.';
}
