import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { queryAs } from '@newline/api/database/reader-client';
import { visitor } from '@newline/api/viewer';
import { password, signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

test('healthz answers while the process lives, readyz while the database does', async () => {
  expect((await site.newBrowser().get('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await site.newBrowser().get('/readyz');
  expect([ready.status, ready.json()]).toEqual([200, { status: 'ok', oldestDueJobSeconds: expect.any(Number) }]);
});

test('readyz fails as long as visitors can’t read, even if the database answers', async () => {
  const readyz = async () => (await site.newBrowser().get('/readyz')).status;
  expect(await readyz()).toBe(200);
  await site.db.superuser.query('revoke usage on schema app_public from newline_visitor');
  try {
    expect(await readyz()).toBe(503);
    // The database itself answers, and says why.
    await expect(queryAs(site.db.app, visitor, 'select from app_public.tags', [])).rejects.toThrow(/permission denied for schema/);
  } finally {
    await site.db.superuser.query('grant usage on schema app_public to newline_visitor');
  }
  expect(await readyz()).toBe(200);
});

describe('changes', () => {
  const terminate = () =>
    site.db.superuser.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'newline tags' and datname = current_database()`,
    );

  test('are announced as tags, even after the connection broke @SITE-05', async () => {
    const heard: (readonly string[] | null)[] = [];
    const stop = site.api.onTagsChanged((tags) => heard.push(tags));
    const courseId = await makeCourse(site.db);
    await vi.waitFor(() => expect(heard).toContainEqual(['courses', `course:${courseId}`]), { timeout: 20_000, interval: 50 });

    heard.length = 0;
    await terminate();
    await vi.waitFor(() => expect(heard).toContain(null), { timeout: 10_000 });
    await site.db.superuser.query(`update app_public.courses set title = 'Another title' where id = $1`, [courseId]);
    await vi.waitFor(() => expect(heard).toContainEqual(['courses', `course:${courseId}`]), { timeout: 20_000, interval: 50 });

    stop();
    heard.length = 0;
    await site.db.superuser.query(`select pg_notify('newline_tags', 'after')`);
    const last = new Promise<void>((resolve) => site.api.onTagsChanged((tags) => tags?.includes('end') && resolve()));
    await site.db.superuser.query(`select pg_notify('newline_tags', 'end')`);
    await last;
    expect(heard).toEqual([]);
  });

  test('include a scheduled item when it appears, and not before @SITE-05', async () => {
    const heard: (readonly string[] | null)[] = [];
    const stop = site.api.onTagsChanged((tags) => heard.push(tags));
    const courseId = await makeCourse(site.db);
    await site.db.superuser.query(`update app_public.courses set published_at = now() + interval '1 hour' where id = $1`, [courseId]);
    await site.db.superuser.query(`update app_public.courses set published_at = clock_timestamp() + interval '1500 ms' where id = $1`, [
      courseId,
    ]);
    await vi.waitFor(() => expect(heard).toContainEqual(['courses', 'books', 'articles', 'clips']), { timeout: 5_000 });
    const { data } = await site
      .newBrowser()
      .graphql<{ courseById: object | null }>('query a($id: UUID!) { courseById(id: $id) { id } }', { id: courseId });
    expect(data?.courseById).toEqual({ id: courseId });
    expect(heard.filter((tags) => tags?.[1] === 'books')).toHaveLength(1);
    stop();
  });

  test('a listener that throws doesn’t keep changes from the others', async () => {
    const stop = site.api.onTagsChanged(() => {
      throw new Error('broken listener');
    });
    const heard = new Promise<void>((resolve) => site.api.onTagsChanged((tags) => tags?.includes('still') && resolve()));
    await site.db.superuser.query(`select pg_notify('newline_tags', 'still')`);
    await expect(heard).resolves.toBeUndefined();
    stop();
  });
});

test('broken connections of every pool are replaced; the next requests are answered', async () => {
  const { browser } = await signUp(site, 'steady@example.com');
  await site.db.superuser.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name in ('newline app', 'newline auth', 'newline worker', 'newline mail', 'newline tags') and datname = current_database()`,
  );
  await vi.waitFor(
    async () => {
      const answer = await browser.graphql<{ viewer: { username: string } }>('{ viewer { username } }');
      expect(answer.data?.viewer.username).toBe('ada-example');
    },
    { timeout: 20_000, interval: 50 },
  );
});

test('the log has no password, cookie, token or text in progress', async () => {
  const { browser, email } = await signUp(site, 'secret@example.com');
  await site.newBrowser().post('/api/auth/sign-in/email', { email, password: 'wrong-canary-password' });
  await browser.get('/graphql?query=%7Bviewer%7Bid%7D%7D&commentText=canary-comment');
  await browser.get('/clips?commentText=canary-comment');
  await browser.graphql('query a($x: UUID!) { clipById(id: $x) { id } }', { x: 'canary-variable' });
  const log = site.logLines.join('\n');
  const token = decodeURIComponent(browser.cookies.get('newline.session_token') ?? '').split('.')[0] ?? 'none';
  for (const secret of [
    password,
    'wrong-canary-password',
    'canary-comment',
    'canary-variable',
    token,
    'verify-email?token=',
    'secretKey',
    'connectionParameters',
  ])
    expect(log).not.toContain(secret);
  expect(log).toContain('"path":"/clips"');
});
