import { commentWith, openPanel, openPanelHere, panelOf, write } from './support/comment-journey.ts';
import { expect, expectAccessible, signIn, test } from './support/journey.ts';
import { type PooledSite, startPooledSite } from './support/pooled-site.ts';
import { openSiteRows } from './support/site-rows.ts';

// A separate site, because only this one has a pgbouncer between itself and PostgreSQL.
test.describe.configure({ mode: 'default' });

let site: PooledSite;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await startPooledSite();
});
test.afterAll(() => site.remove());

test('through pgbouncer, pages, search, sign-in, comments and live updates work, and without it the site says that it’s down @RUN-01 @desk', async ({
  browser,
}) => {
  const open = async () => {
    const context = await browser.newContext({ baseURL: site.origin });
    return context.newPage();
  };
  const [reader, learner] = [await open(), await open()];

  await test.step('a visitor reads and searches', async () => {
    await reader.goto('/');
    await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();
    // More at once than pgbouncer has sessions: each page is asked for with other words, so that none comes from a cache.
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => fetch(`${site.origin}/search?q=${n}+borrow+checker`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await reader.goto('/search');
    const field = reader.getByRole('searchbox');
    await field.fill('pagnation');
    await field.press('Enter');
    await expect(reader.getByRole('status')).toContainText('Showing results for “pagination”');
  });

  await test.step('a learner writes a comment, which a visitor sees at once', async () => {
    await signIn(learner, site.person('learner'));
    const rows = await openSiteRows(site);
    const [clip] = await rows.run('select id from app_public.clips where video_url is not null order by created_at, id limit 1');
    await rows.close();
    await openPanel(reader, String(clip?.['id']));
    const panel = await openPanel(learner, String(clip?.['id']));
    await write(panel, 'Add your comment', 'Written through pgbouncer.');
    await panel.getByRole('form', { name: 'Add your comment' }).getByRole('button', { name: 'Send' }).click();
    await expect(commentWith(panelOf(learner), 'Written through pgbouncer.')).toBeVisible();
    await expect(commentWith(panelOf(reader), 'Written through pgbouncer.')).toBeVisible();
    await learner.reload();
    await expect(commentWith(await openPanelHere(learner), 'Written through pgbouncer.')).toBeVisible();
    await expectAccessible(learner);
  });

  await test.step('no statement failed', () => {
    expect(site.output()).not.toMatch(/prepared statement|unsupported startup parameter|"level":(?:50|"error")/);
    expect(site.pgbouncer.version).toMatch(/^1\./);
  });

  await test.step('without pgbouncer, the site isn’t ready: everything went through it', async () => {
    await site.pgbouncer.stop();
    await expect.poll(async () => (await fetch(`${site.origin}/readyz`)).status, { timeout: 30_000 }).toBe(503);
    await reader.goto('/search?q=unavailable+now');
    await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
