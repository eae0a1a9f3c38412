import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { SequenceRecord, TableRecord } from './manifest.ts';
import { tableName, tableWithColumns } from './snapshot.ts';

/** Tables that are open for loading. `close` restores what `openTables` removed. */
export type OpenedTables = { close: () => Promise<void> };

/**
 * Removes, inside the owner's open transaction, what would act on rows that are loaded into these tables: triggers, foreign keys, the
 * policies that bind even the owner, and indexes, which are built several times faster after loading. `close` checks or restores all of it.
 */
export async function openTables(owner: pg.ClientBase, tables: readonly { schema: string; name: string }[]): Promise<OpenedTables> {
  const names = tables.map(tableName);
  const { rows: forced } = await owner.query<{ name: string }>(
    'select oid::regclass::text as name from pg_class where relforcerowsecurity and oid = any ($1::text[]::regclass[]) order by oid',
    [names],
  );
  const { rows: keys } = await owner.query<{ on_table: string; name: string; definition: string; comment: string | null }>(
    `select conrelid::regclass::text as on_table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
       obj_description(oid, 'pg_constraint') as comment
     from pg_constraint where contype = 'f' and conrelid = any ($1::text[]::regclass[]) order by oid`,
    [names],
  );
  const { rows: indexes } = await owner.query<{ name: string; definition: string; comment: string | null }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, obj_description(i.indexrelid, 'pg_class') as comment
     from pg_index i where i.indrelid = any ($1::text[]::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid) order by i.indexrelid`,
    [names],
  );
  for (const key of keys) await owner.query(`alter table ${key.on_table} drop constraint ${key.name}`);
  if (indexes.length > 0) await owner.query(`drop index ${indexes.map(({ name }) => name).join(', ')}`);
  for (const { name } of forced) await owner.query(`alter table ${name} no force row level security`);
  for (const name of names) await owner.query(`alter table ${name} disable trigger user`);
  return {
    close: async () => {
      await owner.query(`set local maintenance_work_mem = '256MB'`);
      for (const index of indexes) {
        await owner.query(index.definition);
        if (index.comment !== null) await owner.query(`comment on index ${index.name} is ${pg.escapeLiteral(index.comment)}`);
      }
      for (const key of keys) {
        await owner.query(`alter table ${key.on_table} add constraint ${key.name} ${key.definition}`);
        if (key.comment !== null)
          await owner.query(`comment on constraint ${key.name} on ${key.on_table} is ${pg.escapeLiteral(key.comment)}`);
      }
      for (const name of names) await owner.query(`alter table ${name} enable trigger user`);
      for (const { name } of forced) await owner.query(`alter table ${name} force row level security`);
    },
  };
}

/** Empties tables that are open for loading. */
export async function emptyTables(owner: pg.ClientBase, tables: readonly { schema: string; name: string }[]): Promise<void> {
  await owner.query(`truncate ${tables.map(tableName).join(', ')}`);
}

/** Copies the parts of an emptied table into it. Throws if the number of loaded rows differs from the record. */
export async function loadTable(owner: pg.ClientBase, table: TableRecord, parts: readonly (() => Readable)[]): Promise<void> {
  if (parts.length > 0) {
    // The table was emptied in this transaction, so its rows are written frozen and need no later processing.
    const copy = owner.query(copyFrom(`copy ${tableWithColumns(table)} from stdin with (freeze)`));
    await pipeline(async function* () {
      for (const part of parts) yield* unpacked(part());
    }, copy);
    if (copy.rowCount === table.rowCount) return;
    throw new Error(`${table.schema}.${table.name}: expected ${table.rowCount} rows, got ${copy.rowCount}`);
  }
  if (table.rowCount !== 0) throw new Error(`${table.schema}.${table.name}: expected ${table.rowCount} rows, got none`);
}

/** Sets sequences to their recorded values. */
export async function setSequences(owner: pg.ClientBase, sequences: readonly SequenceRecord[]): Promise<void> {
  for (const sequence of sequences) {
    await owner.query('select setval($1::regclass, $2::bigint, $3)', [tableName(sequence), sequence.lastValue, sequence.isCalled]);
  }
}

async function* unpacked(packed: Readable): AsyncGenerator<Buffer> {
  const plain: Transform = createGunzip();
  const feeding = pipeline(packed, plain);
  // A reader that stops learns of the failure from the iteration.
  feeding.catch(() => undefined);
  yield* plain as AsyncIterable<Buffer>;
  await feeding;
}
