import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definerDoors } from './definer-doors.ts';
import type { Door } from './door.ts';
import { tablesWithoutDoor } from './tables-without-door.ts';
import { type MatrixLine, type MatrixPart, type Operation, onlyPart, prepareMatrix, quote, readMatrix } from './matrix.ts';
import { buildWorld } from './world.ts';

// If the matrix didn't change without a policy or a grant, it would prove nothing about it. So each policy and grant is removed, and every
// policy that selects rows is opened to all rows, one at a time, and the matrix must change.
const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);

type Policy = { table: string; name: string; command: 'ALL' | Operation; using: string | null; check: string | null };

let db: TestDatabase;
let client: pg.PoolClient;
let baseline: MatrixLine[];

beforeAll(async () => {
  db = await startTestDatabase();
  client = await db.superuser.connect();
  await client.query('begin');
  await buildWorld(client);
  await prepareMatrix(client);
  await client.query('set local client_min_messages = error');
  baseline = await readMatrix(client);
});

afterAll(async () => {
  await client.query('rollback');
  client.release();
  await db.stop();
});

test('every dropped policy is detected @AUTH-03', async () => {
  const unnoticed: string[] = [];
  for (const policy of await readPolicies()) {
    if (!(await isNoticed(`drop policy "${policy.name}" on ${quote(policy.table)}`, partOf(policy))))
      unnoticed.push(`${policy.name} on ${policy.table}`);
  }
  expect(unnoticed).toEqual([]);
});

test('every policy that is opened to all rows is detected @AUTH-03', async () => {
  const unnoticed: string[] = [];
  for (const policy of await readPolicies()) {
    if ((policy.using ?? 'true') === 'true' && (policy.check ?? 'true') === 'true') continue;
    const widened = `alter policy "${policy.name}" on ${quote(policy.table)}${policy.using === null ? '' : ' using (true)'}${policy.check === null ? '' : ' with check (true)'}`;
    if (!(await isNoticed(widened, partOf(policy)))) unnoticed.push(`${policy.name} on ${policy.table}`);
  }
  expect(unnoticed).toEqual([]);
});

test('every revoked grant on a table or a column is detected @AUTH-03', async () => {
  const { rows } = await client.query<{ table: string; grantee: string; privilege: Operation; column: string | null }>(`
    select n.nspname || '.' || c.relname as table, a.grantee::regrole::text as grantee, a.privilege_type as privilege, null as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a
    where n.nspname in ('app_public', 'app_private', 'auth') and c.relkind in ('r', 'p', 'v', 'm') and a.grantee <> c.relowner
    union all
    select n.nspname || '.' || c.relname, a.grantee::regrole::text, a.privilege_type, t.attname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
    where n.nspname in ('app_public', 'app_private', 'auth')`);
  expect(rows.length).toBeGreaterThan(50);
  const unnoticed: string[] = [];
  for (const { table, grantee, privilege, column } of rows) {
    const revoked = `revoke ${privilege}${column === null ? '' : ` ("${column}")`} on ${quote(table)} from ${grantee}`;
    if (!(await isNoticed(revoked, { table, operations: [privilege] }))) unnoticed.push(revoked);
  }
  expect(unnoticed).toEqual([]);
});

test('a table that is opened by mistake is detected @AUTH-03', async () => {
  const { rows } = await client.query<{ table: string }>(`
    select n.nspname || '.' || c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app_private', 'auth') and c.relkind in ('r', 'p')`);
  for (const { table } of rows) {
    const opened = `grant usage on schema auth, app_private to newline_visitor; grant select on ${quote(table)} to newline_visitor`;
    expect(await isNoticed(opened, { table, operations: ['SELECT'] }), table).toBe(true);
  }
});

test('a table that is closed to its owner breaks the definer functions that need it @AUTH-03', async () => {
  for (const door of definerDoors) expect(await open(door), door.name).toBe(door.answer);
  const unaffected: string[] = [];
  const textOf = await readDoorTexts();
  for (const { table, name } of await readPolicies()) {
    if (name !== 'owner_all') continue;
    // For each of these, every test case has to be tried.
    if (!isFullRun && tablesWithoutDoor.includes(table)) {
      unaffected.push(table);
      continue;
    }
    await client.query('savepoint before_change');
    await client.query(`drop policy owner_all on ${quote(table)}`);
    // Test cases whose functions name the table are tried first.
    const named = (door: Door) => Number(textOf(door).includes(table));
    const isAnyStopped = await stopsAny(definerDoors.toSorted((one, other) => named(other) - named(one)));
    await client.query('rollback to savepoint before_change');
    if (!isAnyStopped) unaffected.push(table);
  }
  expect(unaffected.toSorted()).toEqual(tablesWithoutDoor);
});

/** Whether any test case no longer has its expected result. */
async function stopsAny(doors: readonly Door[]): Promise<boolean> {
  for (const door of doors) if ((await open(door)) !== door.answer) return true;
  return false;
}

/** Returns a function that gives the SQL of a test case, including the sources of the functions it calls. */
async function readDoorTexts(): Promise<(door: Door) => string> {
  const { rows } = await client.query<{ name: string; source: string }>(
    `select p.proname as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('app_public', 'app_private', 'auth')`,
  );
  const texts = new Map(
    definerDoors.map((door) => {
      const text = `${door.perform ?? ''} ${door.query}`;
      return [door, [text, ...rows.filter(({ name }) => text.includes(`.${name}(`)).map(({ source }) => source)].join('\n')];
    }),
  );
  return (door) => texts.get(door) ?? '';
}

/** Returns the result of a test case as text, or its error code. It leaves no trace. */
async function open(door: Door): Promise<string> {
  await client.query('savepoint before_door');
  try {
    if (door.person !== null) {
      await client.query("select set_config('newline.user_id', $1, true), set_config('role', $2, true)", [
        door.person.userId ?? '',
        `newline_${door.person.role}`,
      ]);
    }
    if (door.perform !== undefined) {
      await client.query(door.perform);
      await client.query("select set_config('role', 'none', true)");
    }
    const { rows } = await client.query<unknown[]>({ text: door.query, rowMode: 'array' });
    return String(rows[0]?.[0]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return error.code ?? error.message;
  } finally {
    await client.query('rollback to savepoint before_door');
  }
}

/** Returns whether the matrix differs from its first reading after `change`, which is then rolled back. */
async function isNoticed(change: string, part: MatrixPart): Promise<boolean> {
  await client.query('savepoint before_change');
  await client.query(change);
  const changed = await readMatrix(client, part);
  await client.query('rollback to savepoint before_change');
  const before = baseline.filter(({ table }) => table === part.table).map((line) => onlyPart(line, part));
  return JSON.stringify(changed) !== JSON.stringify(before);
}

async function readPolicies(): Promise<Policy[]> {
  const { rows } = await client.query<Policy>(`
    select schemaname || '.' || tablename as table, policyname as name, cmd as command, qual as using, with_check as check
    from pg_policies where schemaname in ('app_public', 'app_private', 'auth') order by 1, 2`);
  expect(rows.length).toBeGreaterThan(80);
  return rows;
}

/** Returns the cells that a policy affects. The policy owner_all opens a table only to the definer functions. */
function partOf(policy: Policy): MatrixPart {
  const part = {
    table: policy.table,
    operations: policy.command === 'ALL' ? (['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const) : [policy.command],
  };
  return policy.name === 'owner_all' ? { ...part, roles: ['newline_owner'] } : part;
}
