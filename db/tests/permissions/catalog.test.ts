import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definerFunctions } from './definer-functions.ts';
import { rowKinds } from './rows.ts';

// Rules for every table and every function, checked in the system catalog, so that a new one can't be forgotten.
let db: TestDatabase;
const schemas = "('app_public', 'app_private', 'auth')";

beforeAll(async () => {
  db = await startTestDatabase();
});

afterAll(() => db.stop());

test('every table is in the permission matrix', async () => {
  const tables = await list(`select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${schemas} and c.relkind in ('r', 'p', 'v', 'm', 'f')`);
  expect([...new Set(rowKinds.map(({ table }) => table))].toSorted()).toEqual(tables);
});

test('every table has row-level security, forced on its owner too @AUTH-03', async () => {
  expect(
    await list(`select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${schemas} and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`),
  ).toEqual([]);
});

test('every view runs as the reader', async () => {
  expect(
    await list(`select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${schemas} and (c.relkind = 'm' or c.relkind = 'v' and not coalesce(c.reloptions, '{}') && '{security_invoker=true,security_invoker=on}')`),
  ).toEqual([]);
});

test('no login of the site owns anything, is a superuser or bypasses policies @AUTH-03', async () => {
  const roles = "('newline_visitor', 'newline_learner', 'newline_admin', 'newline_app', 'newline_auth', 'newline_worker')";
  expect(
    await list(
      `select rolname from pg_roles where rolname in ${roles} and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
    ),
  ).toEqual([]);
  expect(
    await list(`select r.rolname || ' ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on pg_has_role(r.oid, c.relowner, 'member')
    where r.rolname in ${roles} and n.nspname in ${schemas}`),
  ).toEqual([]);
  expect(
    await list(`select r.rolname || ' ' || n.nspname from pg_namespace n join pg_roles r on has_schema_privilege(r.oid, n.oid, 'create')
    where r.rolname in ${roles} and n.nspname in ('app_public', 'app_private', 'auth', 'public')`),
  ).toEqual([]);
});

test('the login of requests can do nothing until it takes a role @AUTH-03', async () => {
  await expect(db.app.query('select 1 from app_public.users')).rejects.toMatchObject({ code: '42501' });
  await expect(db.app.query('select app_public.current_user_id()')).rejects.toMatchObject({ code: '42501' });
  expect(
    await list(`select r.rolname || ' ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
    where n.nspname in ${schemas} and c.relkind in ('r', 'p', 'v', 'm') and r.rolname in ('newline_app', 'newline_worker')
      and (has_any_column_privilege(r.oid, c.oid, 'select, insert, update') or has_table_privilege(r.oid, c.oid, 'delete, truncate, references, trigger'))`),
  ).toEqual([]);
});

test('no request can read a table of app_private or of sign-in, and sign-in can’t read the site’s @AUTH-03', async () => {
  expect(
    await list(`select r.rolname || ' ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r
    where n.nspname in ('app_private', 'auth') and c.relkind in ('r', 'p', 'v', 'm') and r.rolname in ('newline_visitor', 'newline_learner', 'newline_admin')
      and (has_any_column_privilege(r.oid, c.oid, 'select, insert, update, references') or has_table_privilege(r.oid, c.oid, 'delete, truncate'))`),
  ).toEqual([]);
  expect(
    await list(`select c.oid::regclass::text from pg_class c where c.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
    and c.relkind in ('r', 'p', 'v', 'm') and has_any_column_privilege('newline_auth', c.oid, 'select, insert, update')`),
  ).toEqual([]);
});

test('no request can truncate, delete from, reference or put a trigger on a table', async () => {
  expect(
    await list(`select c.oid::regclass::text from pg_class c where c.relnamespace = 'app_public'::regnamespace and c.relkind in ('r', 'p')
    and has_table_privilege('newline_admin', c.oid, 'delete, truncate, references, trigger')`),
  ).toEqual([]);
});

test('every function that runs as its owner is listed with a reason and sets its search path @AUTH-03', async () => {
  const { rows } = await db.superuser.query<{ name: string; path: string | null }>(`
    select n.nspname || '.' || p.proname || '(' || coalesce((select string_agg(format_type(t, null), ',' order by o) from unnest(p.proargtypes::oid[]) with ordinality as a (t, o)), '') || ')' as name,
      (select c from unnest(p.proconfig) c where c like 'search_path=%') as path
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and n.nspname not in ('pg_catalog', 'graphile_worker')`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(definerFunctions).toSorted());
  expect(rows.filter(({ path }) => path !== 'search_path=pg_catalog, pg_temp')).toEqual([]);
});

test('every image is checked before it is stored @ACCT-02', async () => {
  // A link to a file, which no page loads automatically.
  const links = new Set(['app_public.books preview_pdf_url', 'app_public.courses preview_pdf_url']);
  const looked =
    await list(`select t.tgrelid::regclass || ' ' || c from pg_trigger t, unnest(string_to_array(encode(t.tgargs, 'escape'), '\\000')) c
    where t.tgfoid = 'app_private.check_pictures'::regproc and c <> '' order by 1`);
  const images =
    await list(`select a.attrelid::regclass || ' ' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    where a.atttypid = 'app_public.media_address'::regtype and not a.attisdropped order by 1`);
  expect(looked).toEqual(images.filter((column) => !links.has(column)));
  // Nor is one stored as any other text.
  expect(
    await list(`select a.attrelid::regclass || ' ' || a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
    where c.relnamespace = 'app_public'::regnamespace and a.attname ~ '(image|picture|cover|logo|avatar|poster).*(url|address)$' and a.atttypid <> 'app_public.media_address'::regtype and not a.attisdropped`),
  ).toEqual([]);
});

test('no function is open to everyone who can connect', async () => {
  expect(
    await list(`select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ${schemas} and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`),
  ).toEqual([]);
});

test('of the app_private functions that requests can call, only those write that get checked text from the API', async () => {
  expect(
    await list(`select p.oid::regproc::text from pg_proc p where p.pronamespace = 'app_private'::regnamespace and p.provolatile = 'v'
    and has_function_privilege('newline_admin', p.oid, 'execute')`),
  ).toEqual([
    'app_private.add_note',
    'app_private.answer_to_note',
    'app_private.begin_test_mail',
    'app_private.claim_certificate',
    'app_private.create_article',
    'app_private.create_discussion_with_comment',
    'app_private.create_page',
    'app_private.create_webhook_endpoint',
    'app_private.delete_comment',
    'app_private.edit_comment',
    'app_private.end_test_mail',
    'app_private.keep_working_anchors',
    'app_private.my_moved_text',
    'app_private.publish_article',
    'app_private.publish_lesson',
    'app_private.publish_page',
    'app_private.read_article_revisions',
    'app_private.read_lesson_revisions',
    'app_private.read_page_revisions',
    'app_private.reply_to_comment',
    'app_private.require_page_right',
    'app_private.require_text_right',
    'app_private.rotate_webhook_secret',
    'app_private.save_article',
    'app_private.save_lesson',
    'app_private.save_noted_answer',
    'app_private.save_page',
    'app_private.store_my_anchors',
    'app_private.update_article',
    'app_private.update_clip',
    'app_private.update_item',
    'app_private.update_lesson',
    'app_private.update_webhook_endpoint',
    'app_private.working_article',
    'app_private.working_lesson',
    'app_private.working_page',
  ]);
});

test('a request calls only functions of app_public and the few that policies and mutations need', async () => {
  expect(
    await list(`select p.oid::regprocedure::text from pg_proc p where p.pronamespace = 'app_private'::regnamespace
    and has_function_privilege('newline_admin', p.oid, 'execute')`),
  ).toEqual([
    'app_private.access_to_item(uuid,uuid)',
    'app_private.add_note(uuid,uuid,uuid,integer,jsonb,text)',
    'app_private.answer_to_note(uuid)',
    'app_private.begin_test_mail()',
    'app_private.begun_learning_paths()',
    'app_private.book_ids_with(text)',
    'app_private.claim_certificate(uuid,text)',
    'app_private.comment_news(uuid,bigint)',
    'app_private.content_state()',
    'app_private.counted_exercises(uuid)',
    'app_private.course_ids_with(text)',
    'app_private.create_article(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer)',
    'app_private.create_discussion_with_comment(uuid,uuid,uuid,uuid,double precision,jsonb,uuid,jsonb,text,text,jsonb,integer,text[])',
    'app_private.create_page(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer)',
    'app_private.create_webhook_endpoint(uuid,text,text,app_public.webhook_event[],bytea)',
    'app_private.day_at(timestamp with time zone)',
    'app_private.delete_comment(uuid)',
    'app_private.edit_comment(uuid,jsonb,text,text,jsonb,integer,text[])',
    'app_private.end_test_mail(text,text)',
    'app_private.fold_title(text)',
    'app_private.former_lesson(uuid,text)',
    'app_private.in_latin(text)',
    'app_private.is_claimed_author()',
    'app_private.is_public_video(text)',
    'app_private.is_shown_item(uuid,uuid,uuid,uuid)',
    'app_private.item_progress(uuid,uuid)',
    'app_private.keep_working_anchors(uuid,uuid,integer,jsonb)',
    'app_private.may_read_selection(uuid,text)',
    'app_private.my_article_ids()',
    'app_private.my_book_ids()',
    'app_private.my_course_ids()',
    'app_private.my_moved_text(uuid,uuid)',
    'app_private.my_team_ids()',
    'app_private.near_pattern(text)',
    'app_private.next_publication()',
    'app_private.own_private_data()',
    'app_private.own_time_zone()',
    'app_private.own_user_id(uuid)',
    'app_private.owned_team_ids()',
    'app_private.page_path(text)',
    'app_private.publish_article(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer,timestamp with time zone)',
    'app_private.publish_lesson(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer)',
    'app_private.publish_page(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer,boolean)',
    'app_private.read_article_revisions(uuid[])',
    'app_private.read_lesson_revisions(uuid[])',
    'app_private.read_page_revisions(uuid[])',
    'app_private.readable_block_ids(uuid)',
    'app_private.reader_of_session(text)',
    'app_private.reply_to_comment(uuid,uuid,uuid,uuid,jsonb,text,text,jsonb,integer,text[])',
    'app_private.require_page_right(uuid)',
    'app_private.require_text_right(uuid,uuid)',
    'app_private.rotate_webhook_secret(uuid,bytea)',
    'app_private.save_article(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer)',
    'app_private.save_lesson(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer)',
    'app_private.save_noted_answer(uuid,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer)',
    'app_private.save_page(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer)',
    'app_private.seconds_in(int4multirange)',
    'app_private.slug_of(text,text)',
    'app_private.store_my_anchors(uuid,uuid,jsonb)',
    'app_private.streak_at(timestamp with time zone)',
    'app_private.tag_id_of(text)',
    'app_private.today()',
    'app_private.update_article(uuid,jsonb)',
    'app_private.update_clip(uuid,jsonb)',
    'app_private.update_item(uuid,uuid,jsonb)',
    'app_private.update_lesson(uuid,jsonb)',
    'app_private.update_webhook_endpoint(uuid,text,text,app_public.webhook_event[],boolean)',
    'app_private.video_seconds(uuid,uuid)',
    'app_private.visible_clip(uuid)',
    'app_private.visible_discussion(uuid)',
    'app_private.working_article(uuid,boolean)',
    'app_private.working_lesson(uuid,boolean)',
    'app_private.working_page(uuid,boolean)',
    'app_private.working_text(uuid,uuid)',
  ]);
});

test('every foreign key has an index that finds its rows', async () => {
  // All of its columns lead an index, or some of them are a unique key.
  expect(
    await list(`select k.conrelid::regclass || ' ' || k.conname from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where k.contype = 'f' and n.nspname in ${schemas} and not exists (
      select from pg_index i where i.indrelid = k.conrelid and i.indpred is null and (
        (select array_agg(c) from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) c) @> k.conkey
        or i.indisunique and k.conkey @> (select array_agg(c) from unnest(i.indkey::int2[]) c)))`),
  ).toEqual([]);
});

test('every key that a policy looks up leads an index', async () => {
  expect(
    await list(`select distinct c.oid::regclass || '.' || a.attname from pg_policy p join pg_class c on c.oid = p.polrelid
    join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid and d.refobjsubid > 0
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where a.atttypid = 'uuid'::regtype and not exists (select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum and i.indpred is null)`),
  ).toEqual([]);
});

test('every table, type and function that the API shows is documented', async () => {
  expect(
    await list(`select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${schemas} and c.relkind in ('r', 'p', 'v') and obj_description(c.oid, 'pg_class') is null`),
  ).toEqual([]);
  expect(
    await list(`select p.oid::regprocedure::text from pg_proc p where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
    and obj_description(p.oid, 'pg_proc') is null`),
  ).toEqual([]);
  expect(
    await list(`select t.oid::regtype::text from pg_type t left join pg_class c on c.oid = t.typrelid where t.typnamespace = 'app_public'::regnamespace
    and (t.typtype in ('d', 'e') or t.typtype = 'c' and c.relkind = 'c') and obj_description(t.oid, 'pg_type') is null
    and (c.oid is null or obj_description(c.oid, 'pg_class') is null)`),
  ).toEqual([]);
});

test('every column that the API shows is documented by a comment, its type or its name', async () => {
  expect(
    await list(`select c.oid::regclass || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'app_public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped and col_description(c.oid, a.attnum) is null
      and t.oid <> 'uuid'::regtype and not (t.typtype in ('d', 'e') and obj_description(t.oid, 'pg_type') is not null)
      and a.attname not in ('created_at', 'updated_at', 'title', 'subtitle', 'name')`),
  ).toEqual([]);
});

async function list(query: string): Promise<string[]> {
  const { rows } = await db.superuser.query<{ item: string }>(
    `select item::text from (${query}) as found (item) order by item collate "C"`,
  );
  return rows.map(({ item }) => item);
}
