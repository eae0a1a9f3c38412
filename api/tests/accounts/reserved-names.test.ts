import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usualPages } from '../../src/rules/site/page-path.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const web = new URL('../../../web/', import.meta.url);

/** Returns the names that can be taken. */
async function freeOf(names: readonly string[]): Promise<string[]> {
  const { rows } = await site.db.superuser.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where not app_private.is_reserved_name(name)',
    [names],
  );
  return rows.map(({ name }) => name);
}

/** Returns the first segments of paths, except parameters. */
const firstSegments = (paths: readonly string[]) => [
  ...new Set(paths.map((path) => path.split('/').find(Boolean) ?? '').filter((segment) => segment !== '' && !/^[:*]/.test(segment))),
];

test('the first segment of every route, page and file of the site is reserved @NAV-01', async () => {
  const table = readFileSync(new URL('app/routes.ts', web), 'utf8');
  const pages = firstSegments([...[...table.matchAll(/^ {2}route\('([^']+)'/gm)].map(([, path = '']) => path), ...usualPages]);
  const served = firstSegments(site.routes.map(({ url }) => url));
  const files = readdirSync(new URL('public/', web));
  expect(pages.length).toBeGreaterThan(25);
  expect(served.length).toBeGreaterThan(5);
  expect(await freeOf([...pages, ...served, ...files])).toEqual([]);
  const typed = [
    'login',
    'logout',
    'help',
    'settings',
    'notices',
    'webhooks',
    'unsubscribe',
    'apple-app-site-association',
    'admin',
    'support',
    'newline',
  ];
  expect(await freeOf([...typed, 'admin-2', 'support7', 'fullstack-graphql', 'reader', 'ada-lovelace'])).toEqual([
    'fullstack-graphql',
    'reader',
    'ada-lovelace',
  ]);
});

test('no one can take a reserved username, but users who already have one keep it', async () => {
  const usernameOf = async (userId: string) =>
    (await site.db.superuser.query<{ username: string }>('select username from app_public.users where id = $1', [userId])).rows[0]
      ?.username;
  const [first, second, third] = [
    await signUp(site, 'support@example.com', 'Support'),
    await signUp(site, 'newline@example.com', 'newline'),
    await signUp(site, 'ada@example.com', 'Ada Lovelace'),
  ];
  expect(await usernameOf(first.userId)).toMatch(/^reader/);
  expect(await usernameOf(second.userId)).toMatch(/^reader-/);
  expect(await usernameOf(third.userId)).toBe('ada-lovelace');
  const rename = (username: string) =>
    site.db.superuser.query('update app_public.users set username = $2 where id = $1', [third.userId, username]);
  await expect(rename('support')).rejects.toThrow('USERNAME_RESERVED');
  await rename('ada');
  // A row from before the list of reserved names.
  await site.db.superuser.query(`set session_replication_role = replica; update app_public.users set username = 'help' where username = 'ada';
    set session_replication_role = origin`);
  await site.db.superuser.query(`update app_public.users set username = 'help', biography = 'Still here.' where id = $1`, [third.userId]);
  expect(await usernameOf(third.userId)).toBe('help');
});

test('no title can take a reserved permalink, but titles that already have one keep it', async () => {
  const id = await makeCourse(site.db, { slug: 'reserved-names' });
  const move = (permalink: string) =>
    site.db.superuser.query('update app_public.courses set permalink = $2 where id = $1', [id, permalink]);
  for (const path of ['/login', '/logout', '/help', '/settings', '/webhooks', '/unsubscribe', '/apple-app-site-association', '/events'])
    await expect(move(path)).rejects.toMatchObject({ code: '23514', constraint: 'permalinks_reserved_check' });
  await move('/a-title-of-its-own');
  // A row from before the list of reserved names.
  await site.db.superuser.query(`alter table app_public.permalinks disable trigger check_permalink`);
  await move('/login');
  await site.db.superuser.query(`alter table app_public.permalinks enable trigger check_permalink`);
  await move('/another-of-its-own');
  await move('/login');
  const { rows } = await site.db.superuser.query('select path, is_current from app_public.permalinks where course_id = $1 and is_current', [
    id,
  ]);
  expect(rows).toEqual([{ path: '/login', is_current: true }]);
});
