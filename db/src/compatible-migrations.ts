import pg from 'pg';
import type { CommittedMigration } from './committed-migrations.ts';
import { StartError } from './start-error.ts';

// An older release can start on a database that a newer one migrated, if it can run with every migration that it doesn't know. It doesn't
// have their files, so the release that ran them writes into the database which of them are compatible: in the comment on the table in which
// graphile-migrate records them. docs/upgrading.md explains the rule to operators.

const prefix = 'Migrations that older releases can run with:';

/** Returns the compatible migrations that a database lists, such as `000091.sql`. */
export function readCompatible(comment: string | null): ReadonlySet<string> {
  return new Set(comment?.startsWith(prefix) ? comment.slice(prefix.length).trim().split(/\s+/) : []);
}

/**
 * Lists the compatible migrations of this release in the database. It happens before they run, so that a process that is killed in between
 * leaves no migration unlisted, and keeps what newer releases listed.
 */
export async function listCompatible(
  client: pg.ClientBase,
  committed: readonly CommittedMigration[],
  listed: ReadonlySet<string>,
): Promise<void> {
  const missing = committed.filter(({ number, isCompatible }) => isCompatible && !listed.has(number));
  if (missing.length === 0) return;
  const names = [...listed, ...missing.map(({ number }) => number)].toSorted();
  await client.query(`comment on table graphile_migrate.migrations is ${pg.escapeLiteral(`${prefix} ${names.join(' ')}`)}`);
}

/** Rejects a database with a migration that this release neither knows nor can run with. */
export function requireCompatible(unknown: readonly string[], listed: ReadonlySet<string>, newest: string): void {
  const breaking = unknown.filter((number) => !listed.has(number));
  if (breaking.length === 0) return;
  throw new StartError(
    `A newer release migrated this database: it has ${breaking.join(', ')}, and this release ends with ${newest} and can't run with that. Start the newer release, or restore a backup from before the upgrade (docs/upgrading.md). Nothing was changed.`,
  );
}
