import { createHash } from 'node:crypto';
import { createPool } from '@newline/db/create-pool';
import { asPersonForGood, type Person, type TestDatabase } from '@newline/db/testing';
import { buildWorld, idOf } from './permissions/world.ts';

/** Forty more users than world.sql has. */
export const crowd: readonly Person[] = Array.from({ length: 40 }, (_, n) => ({ role: 'learner', userId: idOf(`crowd ${n}`) }));

/** Fills a database with the data of the matrix, more users, and prices of the kinds of titles that differ. */
export async function buildPlansWorld(db: TestDatabase): Promise<void> {
  const client = await db.superuser.connect();
  try {
    await buildWorld(client);
  } finally {
    client.release();
  }
  await db.superuser.query(`
    insert into auth."user" ("id", "name", "email", "emailVerified") select md5('crowd ' || n)::uuid, 'Crowd ' || n, 'crowd' || n || '@example.com', true from generate_series(0, 39) n;
    insert into app_public.courses (id, title, slug, permalink, is_published, published_at, is_masterclass, is_bootcamp, is_live_workshop)
      select md5('course ' || name)::uuid, initcap(name), name, '/courses/' || name, true, now() - interval '1 day', name = 'masterclass', name = 'bootcamp', name = 'workshop'
      from unnest(array['masterclass', 'bootcamp', 'workshop']) as name;
    insert into app_public.item_prices (course_id, amount_cents, currency) select id, 19999, 'USD' from app_public.courses where slug in ('masterclass', 'bootcamp', 'workshop');
    insert into app_public.item_prices (course_id, is_advanced, amount_cents, currency) values (md5('course published')::uuid, true, 2900, 'USD');`);
}

/** Runs the functions that the API calls with the server's own login. */
export function createServer(db: TestDatabase) {
  const pool = createPool(db.connections.worker, { max: 20 });
  const run = async <TRow>(person: Person | null, text: string, values: readonly unknown[] = []): Promise<TRow[]> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('newline.user_id', $1, true)", [person?.userId ?? '']);
      const { rows } = await client.query(text, [...values]);
      await client.query('commit');
      return rows as TRow[];
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
  return {
    run,
    /** Subscribes immediately, as in a demo. */
    async subscribe(person: Person, planSlug: string, seats: number | null = null): Promise<void> {
      const [checkout] = await run<{ id: string }>(person, 'select id from app_private.begin_checkout($1, null, null, false, $2)', [
        planSlug,
        seats,
      ]);
      await run(person, 'select app_private.grant_checkout($1)', [checkout?.id]);
    },
    /** Buys a course immediately. */
    async buyCourse(person: Person, slug: string, isAdvanced = false): Promise<void> {
      const [checkout] = await run<{ id: string }>(person, 'select id from app_private.begin_checkout(null, $1, null, $2, null)', [
        slug,
        isAdvanced,
      ]);
      await run(person, 'select app_private.grant_checkout($1)', [checkout?.id]);
    },
    /** Invites email addresses; `tokenOf` returns the token of each. */
    async invite(person: Person, ...emails: string[]): Promise<void> {
      await run(person, 'select * from app_private.invite_to_team(null, $1, $2)', [
        emails,
        emails.map((email) => hashOf(tokenOf(person, email))),
      ]);
    },
    stop: () => pool.end(),
  };
}

/** Returns the token that `invite` by an owner gives an email address. */
export const tokenOf = (owner: Person, email: string): string => `token of ${owner.userId ?? ''} for ${email.trim().toLowerCase()}`;

/** Calls a function of the API as a user, and commits. */
export async function call<TRow>(db: TestDatabase, person: Person, text: string, values: readonly unknown[] = []): Promise<TRow[]> {
  return asPersonForGood(db, person, async (client) => (await client.query(text, [...values])).rows as TRow[]);
}

/** Returns true if the user has Pro according to the gate. */
export async function hasPro(db: TestDatabase, person: Person): Promise<boolean> {
  const [row] = await call<{ may: boolean }>(db, person, 'select app_public.may_read(lesson_id => $1) as may', [
    idOf('lesson course published'),
  ]);
  return row?.may === true;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
