import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

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

test('the home page and the lists are served while the database is stopped, and the rest comes back with it @SITE-05', async ({ page }) => {
  test.setTimeout(180_000);
  const site = await prepareSite();
  try {
    await site.start();
    const before = await (await fetch(site.origin)).text();
    const startDatabase = await stopDatabase(site);
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
    for (const path of ['/courses/go-at-rest', '/courses?q=go', '/discussions/0193c8b2-0000-7000-8000-000000000000']) {
      const startedAt = performance.now();
      const answer = await fetch(`${site.origin}${path}`, { headers: { cookie: 'newline.session_token=x.y' } });
      expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '5']);
      expect(await answer.text(), path).not.toMatch(/ECONN|ENOENT|postgres(?:ql)?:|\bpg\b|node_modules|at \w+ \(/);
      expect(performance.now() - startedAt).toBeLessThan(8_000);
    }
    expect((await fetch(site.origin)).status).toBe(200);

    await startDatabase();
    await expect.poll(async () => (await fetch(`${site.origin}/courses/go-at-rest`)).status, { timeout: 30_000 }).toBe(200);
  } finally {
    await site.remove();
  }
});
