import { createHash, createHmac } from 'node:crypto';
import type pg from 'pg';
import { buildWorld, people } from '../../../db/tests/permissions/world.ts';
import type { Browser } from '../browser.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { mutations, type Operation, queries } from './operations-of.ts';

/** A user of the permission tests. */
export type Who = keyof typeof people;

/** A change that a request made to another user's row. */
export type Change = {
  readonly table: string;
  readonly op: string;
  readonly columns: readonly string[];
  readonly row: Readonly<Record<string, unknown>>;
};

/** The parts of a response that the walks check. */
export type WalkAnswer = { readonly status: number; readonly text: string; readonly codes: readonly string[]; readonly isDone: boolean };

/** A site with the data of the permission tests, and a browser for each of its users. */
export type WalkSite = {
  readonly site: TestApi;
  /** Sends an operation with its variables as JSON: with the session of a user, or also with an access token, which then decides. */
  send(who: Who, operation: Operation, variables: string, token?: string): Promise<WalkAnswer>;
  /** Returns the rows that requests changed since the last call. */
  takeChanges(): Promise<Change[]>;
  /** Resets all rate limits. */
  forgetCounts(): Promise<void>;
  stop(): Promise<void>;
};

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

export async function startWalkSite(): Promise<WalkSite> {
  const all = [...mutations, ...queries];
  const site = await startTestApi({ persistedQueries: Object.fromEntries(all.map(({ document }) => [hashOf(document), document])) });
  const { superuser } = site.db;
  const client = await superuser.connect();
  await client.query('begin');
  await buildWorld(client);
  await client.query(
    `update app_public.subscriptions set status = 'ACTIVE', ended_at = null, period_ends_at = now() + interval '30 days' where id = md5('team subscription author')::uuid`,
  );
  await client.query(
    `update app_public.videos set status = 'READY', duration_seconds = 60, still_seconds = '{1,2}' where playback_id in ('video-author', 'video-other')`,
  );
  await client.query('commit');
  client.release(true);
  const browsers = new Map<Who, Browser>();
  for (const [who, { userId }] of Object.entries(people) as [Who, { userId: string | null }][]) {
    const browser = site.newBrowser();
    if (userId !== null) await signInAs(site, browser, userId);
    browsers.set(who, browser);
  }
  await superuser.query(watchChanges);
  return {
    site,
    async send(who, { document }, variables, token) {
      const browser = browsers.get(who);
      if (!browser) throw new Error(`send: expected a browser of ${who}`);
      const answer = await browser.send('POST', '/graphql', {
        body: `{"documentId":"sha256:${hashOf(document)}","variables":${await resolve(superuser, variables)}}`,
        headers: { accept: 'application/graphql-response+json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      });
      return { status: answer.status, text: answer.text, ...read(answer.text) };
    },
    async takeChanges() {
      const { rows } = await superuser.query<Change>('delete from walk.changes returning "table", op, columns, row');
      return rows;
    },
    async forgetCounts() {
      await superuser.query('delete from auth.attempts; delete from app_private.user_quotas; delete from app_private.upload_budgets');
      // A change is saved over the revision that it was made of.
      await superuser.query('update app_public.site_settings set revision = 0 where revision > 0');
      await superuser.query('update app_public.page_layouts set revision = 0 where revision > 0');
      // Comments are counted by their times. All move, so that their order stays; triggers don't run, since this is no change by the user.
      await superuser.query(
        `begin; set local session_replication_role = replica;
         update app_public.comments set created_at = created_at - interval '1 day'; commit`,
      );
    },
    stop: () => site.stop(),
  };
}

async function signInAs(site: TestApi, browser: Browser, userId: string): Promise<void> {
  await site.db.superuser.query(
    `insert into auth."session" ("id", "expiresAt", "token", "updatedAt", "userId") values (gen_random_uuid(), now() + interval '1 day', $1::text, now(), $1::text::uuid)`,
    [userId],
  );
  const signature = createHmac('sha256', site.db.secretKey).update(userId).digest('base64');
  browser.cookies.set('newline.session_token', encodeURIComponent(`${userId}.${signature}`));
}

/** Replaces statements that find rows, such as the newest version of a text, with these rows. */
async function resolve(superuser: pg.Pool, variables: string): Promise<string> {
  let resolved = variables;
  for (const [whole, statement = ''] of variables.matchAll(/"sql:([^"]*)"/g)) {
    const { rows } = await superuser.query<[unknown]>({ text: statement, rowMode: 'array' });
    resolved = resolved.replace(whole, () => JSON.stringify(rows[0]?.[0] ?? null));
  }
  return resolved;
}

function read(text: string): { codes: string[]; isDone: boolean } {
  const { data, errors = [] } = JSON.parse(text) as {
    data?: Record<string, unknown> | null;
    errors?: readonly { extensions?: { code?: string } }[];
  };
  const codes = errors.map(({ extensions }) => extensions?.code ?? 'none');
  return { codes, isDone: codes.length === 0 && Object.values(data ?? {}).some((value) => value !== null) };
}

/** Records every row that a request changes. Jobs have another role. */
const watchChanges = `
  create schema walk;
  create table walk.changes ("table" text, op text, columns text[], row jsonb);
  create function walk.note() returns trigger language plpgsql security definer set search_path = '' as $$
  declare
    before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
    after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  begin
    if session_user = 'newline_app' and before is distinct from after then
      insert into walk.changes values (tg_table_schema || '.' || tg_table_name, tg_op,
        array(select key from jsonb_each(coalesce(after, before)) where tg_op = 'UPDATE' and before -> key is distinct from after -> key order by key),
        coalesce(before, after));
    end if;
    return null;
  end $$;
  do $$ declare one regclass; begin
    for one in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('app_public', 'app_private', 'auth') and c.relkind = 'r' and not c.relispartition
    loop execute format('create trigger zz_walk after insert or update or delete on %s for each row execute function walk.note()', one); end loop;
  end $$`;
