import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startDatabase } from '@newline/db/start-database';
import { withClient } from '@newline/db/with-client';
import { test } from './support/site-log.ts';
import { prepareSite, type SiteProcess, testSecretKey } from './support/site-process.ts';

// One worker, one site.
test.describe.configure({ mode: 'default' });

/**
 * Stops the site's own PostgreSQL behind its back, and keeps it from being started again: its data are moved away.
 *
 * @returns what moves them back
 */
async function stopDatabase(site: SiteProcess): Promise<() => Promise<void>> {
  const folder = join(site.dataDir, 'postgres');
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  await rename(folder, `${folder}.away`);
  process.kill(pid, 'SIGQUIT');
  await expect.poll(() => isAlive(pid)).toBe(false);
  return () => rename(`${folder}.away`, folder);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs statements in the site's own database as its owner, past everything that a request may do. */
async function runAsOwner(site: SiteProcess, ...statements: string[]): Promise<void> {
  const { connections } = await startDatabase({
    dataDir: site.dataDir,
    secretKey: testSecretKey,
    whenRunning: 'join',
    log: () => undefined,
  });
  await withClient(connections.owner, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

test.describe('a site of its own', () => {
  test.describe.configure({ mode: 'serial' });
  let site: SiteProcess;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    site = await prepareSite();
    await site.start();
  });
  test.afterAll(() => site.remove());

  test('shows what changed in the database, with no restart @SITE-05', async ({ page }) => {
    await page.goto(`${site.origin}/`);
    await expect(page.getByRole('link', { name: /Go at Rest/ }).first()).toBeVisible();
    await runAsOwner(site, "update app_public.courses set title = 'Go, Rested' where slug = 'go-at-rest'");
    for (const path of ['/', '/courses', '/courses/go-at-rest', '/@bram']) {
      await expect.poll(async () => (await fetch(`${site.origin}${path}`)).text()).toContain('Go, Rested');
    }
    await page.getByRole('banner').getByRole('link', { name: 'Courses' }).click();
    await expect(page.getByRole('link', { name: /Go, Rested/ })).toBeVisible();
  });

  test('makes the home page again when a date on it falls due, though nothing changed @SITE-05', async () => {
    // One title is new for some seconds more, and no other is.
    await runAsOwner(
      site,
      `update app_public.courses set created_at = now() - interval '15 days';
       update app_public.books set created_at = now() - interval '15 days';
       update app_public.articles set created_at = now() - interval '15 days';
       update app_public.courses set created_at = now() - interval '14 days' + interval '25 seconds' where slug = 'go-at-rest'`,
    );
    const newOnes = async () => (await (await fetch(site.origin)).text()).split('New Release').length - 1;
    await expect.poll(newOnes).toBe(1);
    await expect.poll(newOnes, { timeout: 45_000 }).toBe(0);
  });

  test('keeps an address that changed: the old one redirects @SITE-01', async () => {
    await runAsOwner(site, "update app_public.books set permalink = '/graphql-made-whole' where slug = 'fullstack-graphql'");
    const old = await fetch(`${site.origin}/fullstack-graphql`, { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([301, '/graphql-made-whole']);
    const answer = await fetch(`${site.origin}/graphql-made-whole`);
    expect([answer.status, (await answer.text()).includes('Fullstack GraphQL')]).toEqual([200, true]);
  });

  test('keeps the address of a lesson that changed, also for a link within the site @SITE-01', async () => {
    const [path = ''] = /\/courses\/go-at-rest\/[a-z0-9-]+/.exec(await (await fetch(`${site.origin}/courses/go-at-rest`)).text()) ?? [];
    await runAsOwner(site, `update app_public.lessons set slug = 'moved-on' where slug = '${path.split('/').at(-1)}'`);
    const old = await fetch(`${site.origin}${path}`, { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([301, '/courses/go-at-rest/moved-on']);
    const within = await fetch(`${site.origin}${path}.data`);
    expect([within.status, await within.text()]).toEqual([202, expect.stringContaining('"/courses/go-at-rest/moved-on"')]);
  });

  test('says so when it fails, with a reference that is in the log, and leaks nothing @SITE-02', async ({ page }) => {
    await runAsOwner(site, 'alter function app_public.courses_by_slugs(text[]) rename to courses_away');
    const answer = await page.goto(`${site.origin}/courses?q=queue`);
    expect(answer?.status()).toBe(500);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A line of ours failed.');
    const reference = /Reference ([0-9a-f-]{36})/.exec((await page.getByRole('main').textContent()) ?? '')?.[1] ?? 'none';
    await expect.poll(() => site.output()).toContain(reference);
    expect(await answer?.text()).not.toMatch(/courses_(?:by_slugs|away)|app_public|SQLSTATE|42883|node_modules|stack|web\/app/);
    const overApi = await fetch(`${site.origin}/courses.data?q=queue`);
    expect(await overApi.text()).not.toMatch(/courses_(?:by_slugs|away)|app_public|SQLSTATE|42883|node_modules/);
    await runAsOwner(site, 'alter function app_public.courses_away(text[]) rename to courses_by_slugs');
    await expect.poll(async () => (await fetch(`${site.origin}/courses?q=queue`)).status).toBe(200);
  });

  test('the home page and the lists are served while the database is stopped, and the rest comes back with it @SITE-05', async ({
    page,
  }) => {
    const before = await (await fetch(site.origin)).text();
    const giveBack = await stopDatabase(site);
    await expect.poll(async () => (await fetch(`${site.origin}/readyz`)).status).toBe(503);
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);

    for (const path of ['/', '/courses', '/books', '/clips']) {
      const answer = await fetch(`${site.origin}${path}`);
      expect([answer.status, answer.headers.get('x-page-cache')]).toEqual([200, 'hit']);
    }
    expect(await (await fetch(site.origin)).text()).toBe(before);

    // A reader sees the page whole, as a visitor.
    await page.goto(site.origin);
    await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();

    // What needs the database says so at once, tells nothing internal, and brings nothing down.
    for (const path of ['/courses/css-set-in-type', '/courses?q=go', '/discussions/0193c8b2-0000-7000-8000-000000000000']) {
      const startedAt = performance.now();
      const answer = await fetch(`${site.origin}${path}`, { headers: { cookie: 'newline.session_token=x.y' } });
      expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '5']);
      expect(await answer.text(), path).not.toMatch(/ECONN|ENOENT|postgres(?:ql)?:|\bpg\b|node_modules|at \w+ \(/);
      expect(performance.now() - startedAt).toBeLessThan(8_000);
    }
    expect((await fetch(site.origin)).status).toBe(200);

    await giveBack();
    await expect.poll(async () => (await fetch(`${site.origin}/courses/css-set-in-type`)).status, { timeout: 30_000 }).toBe(200);
  });
});
