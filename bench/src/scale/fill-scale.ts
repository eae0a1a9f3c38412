import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openTables } from '@newline/db/backup/load-tables';
import type { Connection } from '@newline/db/connections';
import { type DemoRole, demoPeople } from '@newline/db/demo/people';
import { catalogTables } from './catalog-tables.ts';
import { answered, counters, derivedRows } from './derived-rows.ts';
import { discussionTables } from './discussion-tables.ts';
import { learningTables } from './learning-tables.ts';
import { peopleTables } from './people-tables.ts';
import { practiceTables } from './practice-tables.ts';
import { salesTables } from './sales-tables.ts';
import { copyText, type Table } from './table.ts';
import { createWorld, type Existing, type World } from './world.ts';

/** Tables that only `derivedRows` writes. */
const derivedTables = [
  ...['author_shares', 'permalinks'].map((name) => ({ schema: 'app_public', name })),
  ...['search_entries', 'search_words', 'hidden_comment_bodies'].map((name) => ({ schema: 'app_private', name })),
];

/**
 * Adds the rows of a large site to a database that has the demo, with COPY, as its owner. Triggers are off meanwhile; what they would have
 * written is then written for all rows at a time. Foreign keys are checked at the end, check constraints with each row. The rows are the
 * same each time, only their dates depend on `now`.
 *
 * @param size 1 for 200,000 users, 20,000 lessons, 10,000 clips, a million comments and five million lessons done
 */
export async function fillScale(
  owner: Connection,
  { size, now = new Date(), say }: { size: number; now?: Date; say: (line: string) => void },
): Promise<World> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('begin');
    const world = createWorld(await findExisting(client), size, now);
    const tables = [peopleTables, catalogTables, discussionTables, learningTables, practiceTables, salesTables].flatMap((make) =>
      make(world),
    );
    const opened = await openTables(client, [...tables, ...derivedTables]);
    await client.query(`set local work_mem = '256MB'`);
    for (const table of tables) await copyInto(client, table, say);
    say('scale: writing what triggers would have written');
    for (const statement of derivedRows) await client.query(statement);
    say('scale: counting');
    for (const statement of counters) await client.query(statement);
    say('scale: building indexes and checking foreign keys');
    await opened.close();
    await client.query('alter table app_public.discussions disable trigger user');
    await client.query(answered);
    await client.query('alter table app_public.discussions enable trigger user');
    await client.query('commit');
    say('scale: analyzing');
    await client.query('vacuum analyze');
    return world;
  } finally {
    await client.end();
  }
}

/** Returns the world of a database that `fillScale` filled with this size and this moment. */
export async function readScale(owner: Connection, { size, now }: { size: number; now: Date }): Promise<World> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    return createWorld(await findExisting(client), size, now);
  } finally {
    await client.end();
  }
}

async function copyInto(client: pg.Client, { schema, name, columns, rows }: Table, say: (line: string) => void): Promise<void> {
  const copy = client.query(copyFrom(`copy ${schema}."${name}" (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(copyText(rows())), copy);
  if (copy.rowCount > 100_000) say(`scale: ${copy.rowCount.toLocaleString('en')} rows of ${schema}.${name}`);
}

async function findExisting(client: pg.Client): Promise<Existing> {
  const people = demoPeople('');
  const idOfRole = (role: DemoRole) => people.find((person) => person.role === role)?.id ?? '';
  const { rows: plans } = await client.query<Existing['plans'][number]>(
    'select id, kind, amount_cents as "amountCents" from app_public.plans order by kind, amount_cents, id',
  );
  const { rows: tags } = await client.query<{ id: string }>('select id from app_public.tags order by slug');
  const { rows: pages } = await client.query<{ id: string }>('select id from app_public.pages order by slug limit 1');
  return {
    learnerId: idOfRole('learner'),
    authorId: idOfRole('author'),
    adminId: idOfRole('admin'),
    plans,
    tagIds: tags.map(({ id }) => id),
    pageId: pages[0]?.id ?? '',
  };
}
