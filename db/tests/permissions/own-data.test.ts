import { asPerson, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWorld, people } from './world.ts';

// Users can download everything that the database knows about them, and it is deleted with their account. A new table with a column for a
// user fails here until the export has its rows and a deletion removes them, or one of the two lists says why not.

/** Columns whose rows aren't part of a user's own data. */
const notExported: Readonly<Record<string, string>> = {
  'app_public.notices.actor_id': 'somebody else’s notice; what it is about is the person’s comment, which is told',
  'app_public.audit_log.user_id': 'acts of the staff; told to those who may read the log, who are the staff',
  'app_private.attachment_uses.person_id': 'says that a picture is the person’s; the picture and the profile are told',
  'app_private.deleted_comment_bodies.deleted_by': 'who deleted somebody else’s comment; their own are told with their texts',
  'app_private.search_entries.user_id': 'a copy of the profile, to be found by',
  'app_public.article_revisions.user_id': 'the text of an article, told to those who write it, as long as they do',
  'app_public.lesson_revisions.user_id': 'the text of a lesson, likewise',
  'app_public.page_revisions.user_id': 'the text of a page of the site, told to administrators, who write them',
  'app_private.unkept_files.user_id': 'an upload under way, for ten minutes',
  'app_private.imports.user_id': 'an import under way for seven days, which the studio shows; what it wrote is told',
  'app_public.site_settings.support_email': 'the public email address of the site, which its administrators set',
  'app_private.author_sales.user_id': 'totals of the shares in payments, which the author’s sales show',
  'app_private.learners.user_id': 'the number of the enrollments that are told',
  'app_private.item_learners.user_id': 'the number of the completions that are told, and the day of the last activity',
  'app_private.coupon_uses.user_id': 'that a coupon was used; the payment and the checkout are told',
  'app_public.gifts.recipient_email': 'a gift by somebody else, who is told it; the mail of it has gone to the person',
  'auth.used_links.user_id': 'that a sign-in link was used, for a day',
  'auth.email_changes.user_id': 'a change under way for a day, which the page of the account shows',
  'auth.email_changes.new_email': 'likewise; the address that an account has is told',
  'auth.authenticators.user_id': 'a secret; that two-step sign-in is on is on the page of the account',
  'auth.claimed_roles.user_id': 'the roles that a sign-in provider gave; that provider tells its users',
  'auth.passkeys.user_id': 'public keys, which the page of the account lists by name',
  'auth.recovery_codes.user_id': 'secrets',
  'auth.pending_sign_ins.user_id': 'a sign-in under way, for ten minutes',
  'auth.verification.identifier': 'a link under way, which is a secret of its mail',
  'app_public.team_invitations.email': 'an invitation by somebody else, who is told it; the mail of it has gone to the person',
};

/** Columns that still name a user whose account was deleted. */
const retained: Readonly<Record<string, string>> = {
  'app_public.site_settings.support_email': 'the public email address of the site, which its administrators set',
  'app_public.audit_log.user_id': 'acts of administration stay attributable for two years',
};

type PersonColumn = { table: string; column: string; key: string; isAddress: boolean };

let db: TestDatabase;
let columns: PersonColumn[];
const { userId: me } = people.learner;
const address = 'learner@example.com';

beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
  await db.superuser.query(
    `insert into app_private.newsletter_subscribers (email, list_id, tags, token_hash) values ($1, 'list', '{}', sha256('learner'))`,
    [address],
  );
  await db.superuser.query(
    `update app_public.testimonials set answer_md = 'Thank you', answered_at = now(), answered_by = $1
     where id = (select id from app_public.testimonials where user_id is not null limit 1)`,
    [me],
  );
  const { rows } = await db.superuser.query<{ schema: string; name: string; column: string; is_address: boolean }>(
    `select n.nspname as schema, c.relname as name, a.attname as column, a.atttypid <> 'uuid'::regtype as is_address
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('app_public', 'app_private', 'auth') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and (
       a.atttypid = 'uuid'::regtype and (
         a.attname ~ '^((.*_)?(user|person|owner|author|actor|creator|recipient|learner|uploader)_id|.*_by|userId)$'
         or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
           and k.confrelid in ('app_public.users'::regclass, 'auth."user"'::regclass)))
       or a.atttypid = 'text'::regtype and (a.attname ~* 'e_?mail' or c.oid = 'auth."verification"'::regclass and a.attname = 'identifier'))
     order by 1, 2, 3`,
  );
  columns = rows.map(({ schema, name, column, is_address }) => ({
    table: `${schema}."${name}"`,
    column: `"${column}"`,
    key: `${schema}.${name}.${column}`,
    isAddress: is_address,
  }));
  await nameEverywhere();
});

afterAll(() => db.stop());

/** Adds a row that names the user for each column that doesn't have one yet. If a table stays empty, a test fails. */
async function nameEverywhere(): Promise<void> {
  const client = await db.superuser.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const column of columns) {
      if ((await rowsOf(column)) > 0) continue;
      const { table, column: name, isAddress } = column;
      await client.query(
        `update ${table} set ${name} = $1 where ctid = (select ctid from ${table} order by ${name} is null, ctid limit 1)`,
        [isAddress ? address : me],
      );
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function rowsOf({ table, column, isAddress }: PersonColumn): Promise<number> {
  const { rows } = await db.superuser.query<{ count: number }>(`select count(*)::int as count from ${table} where ${column} = $1`, [
    isAddress ? address : me,
  ]);
  return rows[0]?.count ?? 0;
}

async function keysWithRows(): Promise<string[]> {
  const keys: string[] = [];
  for (const column of columns) if ((await rowsOf(column)) > 0) keys.push(column.key);
  return keys;
}

test('every column that can name a user names the one who requests the export', async () => {
  const naming = new Set(await keysWithRows());
  expect(columns.map(({ key }) => key).filter((key) => !naming.has(key))).toEqual([]);
  // An outdated reason would hide the next column with that name.
  const existing = new Set(columns.map(({ key }) => key));
  expect([...Object.keys(notExported), ...Object.keys(retained)].filter((key) => !existing.has(key))).toEqual([]);
});

test('a user gets everything that the database knows about them, without a password or a token @AUTH-04', async () => {
  const filled = (await keysWithRows()).filter((key) => !(key in notExported));
  expect(filled.length).toBeGreaterThan(30);
  const [row] = await asPerson(db, people.learner, async (client) => {
    const { rows } = await client.query<{ data: Record<string, unknown[]> }>('select app_public.own_data() as data');
    return rows;
  });
  const data = row?.data ?? {};
  const untold = filled.filter((key) => !(data[key.split('.')[1] ?? '']?.length ?? 0));
  expect(untold).toEqual([]);

  // The export has everything about access tokens except the tokens, so the word appears only in the name of the table.
  const text = JSON.stringify(data).replace('"access_tokens":', '"access":');
  const { rows: secrets } = await db.superuser.query<{ secret: string }>(
    `select "token" as secret from auth."session" union all select "password" from auth."account" where "password" is not null
     union all select encode(token_hash, 'hex') from app_private.newsletter_subscribers union all select encode(hash, 'hex') from auth.access_token_hashes`,
  );
  expect(secrets.length).toBeGreaterThan(1);
  for (const { secret } of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/password|token/i);
});

test('no one else gets it @AUTH-04', async () => {
  const { rows } = await asPerson(db, people['other learner'], (client) =>
    client.query<{ data: object }>('select app_public.own_data() as data'),
  );
  expect(JSON.stringify(rows[0]?.data)).not.toContain(address);
  await expect(asPerson(db, people.visitor, (client) => client.query('select app_public.own_data()'))).rejects.toMatchObject({
    code: 'NL401',
  });
});

test('a deleted account leaves nothing that names the user @AUTH-04', async () => {
  await db.superuser.query('delete from auth."user" where "id" = $1', [me]);
  const left = await keysWithRows();
  expect(left.filter((key) => !(key in retained))).toEqual([]);
});
