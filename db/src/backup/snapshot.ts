import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StartError } from '../start-error.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { type Manifest, memberPaths, type SequenceRecord, type TableRecord } from './manifest.ts';

/** A database at one instant, for the duration of its transaction. */
export type Snapshot = Pick<Manifest, 'takenAt' | 'postgres' | 'migrations' | 'sequences'> & {
  tables: Omit<TableRecord, 'rowCount'>[];
  /** The ID with which another session sees the same data: `set transaction snapshot`. */
  id: string;
};

/** Tables about how a database was built. A restored database builds them again. */
const unkeptTables = ['graphile_worker.migrations', 'graphile_migrate.current'];

/** Values are written the same way with any server settings. */
export const copySettings = `set local time zone 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local xmloption = 'content'; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`;

const partBytes = 4_000_000;

/**
 * Opens the snapshot on a connection of the owner. It lasts until the transaction ends. Throws a StartError if the owner can't read all
 * data.
 */
export async function openSnapshot(owner: pg.ClientBase): Promise<Snapshot> {
  await owner.query('begin transaction isolation level repeatable read, read only');
  await owner.query(copySettings);
  const { rows: facts } = await owner.query<{ taken_at: Date; postgres: string; id: string }>(
    "select now() as taken_at, current_setting('server_version') as postgres, pg_export_snapshot() as id",
  );
  const fact = facts[0];
  if (!fact) throw new Error('expected one row about the snapshot');
  const { rows: migrations } = await owner.query<{ filename: string; hash: string }>(
    'select filename, hash from graphile_migrate.migrations order by filename',
  );
  return {
    takenAt: fact.taken_at.toISOString(),
    postgres: fact.postgres,
    id: fact.id,
    migrations,
    tables: await listTables(owner),
    sequences: await listSequences(owner),
  };
}

/** Lists all tables of the site with their stored columns. */
export async function listTables(owner: pg.ClientBase): Promise<Omit<TableRecord, 'rowCount'>[]> {
  const { rows } = await owner.query<{ schema: string; name: string; columns: string[]; owner: string; may_read: boolean }>(
    `select n.nspname as schema, c.relname as name, pg_get_userbyid(c.relowner) as owner, pg_has_role(c.relowner, 'usage') as may_read,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and n.nspname || '.' || c.relname <> all ($1)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by n.nspname, c.relname`,
    [unkeptTables],
  );
  const closed = rows.find(({ may_read }) => !may_read);
  if (closed) {
    throw new StartError(
      `The role of DATABASE_URL may not read all of ${closed.schema}.${closed.name}. Let an administrator of the server run: grant ${closed.owner} to the role of DATABASE_URL;`,
    );
  }
  return rows.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

async function listSequences(owner: pg.ClientBase): Promise<SequenceRecord[]> {
  const { rows } = await owner.query<{ schema: string; name: string }>(
    "select schemaname as schema, sequencename as name from pg_sequences where schemaname !~ '^pg_' order by 1, 2",
  );
  const sequences: SequenceRecord[] = [];
  for (const { schema, name } of rows) {
    const { rows: states } = await owner.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
    );
    for (const { last_value, is_called } of states) sequences.push({ schema, name, lastValue: last_value, isCalled: is_called });
  }
  return sequences;
}

/** Writes a table of the snapshot into the archive, in parts of a few megabytes, and returns its record. */
export async function writeTable(owner: pg.ClientBase, table: Omit<TableRecord, 'rowCount'>, archive: ArchiveWriter): Promise<TableRecord> {
  const copy = owner.query(copyTo(`copy ${tableWithColumns(table)} to stdout`));
  let parts = 0;
  let chunks: Buffer[] = [];
  let byteCount = 0;
  const flush = async () => {
    parts += 1;
    const packed = await compress(Buffer.concat(chunks, byteCount), { level: constants.Z_BEST_SPEED });
    await archive.add(memberPaths.tablePart(table, parts), packed);
    chunks = [];
    byteCount = 0;
  };
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    byteCount += chunk.length;
    if (byteCount >= partBytes) await flush();
  }
  if (byteCount > 0) await flush();
  return { ...table, rowCount: copy.rowCount };
}

/** Returns `schema.table (column, …)` for COPY. */
export function tableWithColumns(table: { schema: string; name: string; columns: readonly string[] }): string {
  return `${tableName(table)} (${table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/** Returns the quoted name of a table or a sequence. */
export function tableName(table: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`;
}

const compress = promisify(gzip);
