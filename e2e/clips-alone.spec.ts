import { control, countOf, gridIds, openClips, stagedId, watchOffsets } from './support/clip-journey.ts';
import { expect, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

// One worker, one site.
test.describe.configure({ mode: 'default' });

/** Journeys that need other clips than the demo's: on a site of their own, whose rows they change. */
test.describe('the learning space on other data', () => {
  test.describe.configure({ mode: 'serial' });
  let site: SiteProcess;
  let rows: SiteRows;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    site = await prepareSite();
    await site.start();
    rows = await openSiteRows(site);
  });
  test.afterAll(async () => {
    await rows.close();
    await site.remove();
  });

  /** Opens the learning space as often as it takes until the page was made anew after a change. */
  const openUntil = (page: Parameters<typeof openClips>[0], look: () => Promise<void>) =>
    expect(async () => {
      await openClips(page, `${site.origin}/clips`);
      await look();
    }).toPass();

  test('shows a row that was changed in the database, with no restart @CLIP-01', async ({ page }) => {
    await rows.run(`update app_public.clips set title = 'A title from the database' where id = (
      select id from app_public.clips where is_short and video_url is not null order by created_at desc, id desc limit 1)`);
    await openUntil(page, () =>
      expect(page.getByRole('heading', { level: 2, name: 'A title from the database' })).toBeVisible({ timeout: 500 }),
    );
  });

  test('leaves out clips without a video and clips of an item that is withdrawn @CLIP-01', async ({ page }) => {
    const [hidden] = await rows.run(`update app_public.clips set video_url = null where id = (
      select id from app_public.clips where is_short and video_url is not null order by created_at desc, id desc limit 1) returning id, title`);
    await openUntil(page, async () => expect(await gridIds(page)).not.toContain(hidden?.['id']));
    const response = await page.request.get(`${site.origin}/clips/${String(hidden?.['id'])}`);
    expect(response.status()).toBe(404);
  });

  test('fetches 95 clips by exactly four requests: 0, 30, 60 and 90 @CLIP-01', async ({ page }) => {
    await rows.run(`insert into app_public.clips (title, is_short, video_url, duration_seconds, course_id, created_at)
      select 'Filled ' || n, true, 'local:effect-2x7k', 12, (select id from app_public.courses where slug = 'types-that-tell-the-truth'), now() - n * interval '400 days'
      from generate_series(1, 95 - (select count(*)::int from app_public.clips where video_url is not null)) n`);
    await page.goto(`${site.origin}/sign-in`);
    const person = site.person('learner');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();

    const offsets = watchOffsets(page);
    await openClips(page, `${site.origin}/clips`);
    const loader = page.locator('[data-clip-loader]');
    await expect(async () => {
      if ((await loader.count()) > 0) await loader.scrollIntoViewIfNeeded();
      await expect(loader).toHaveCount(0, { timeout: 200 });
    }).toPass();
    // A signed-in reader's first page is asked for by the browser, since the page's HTML is the same for all.
    expect(offsets).toEqual([0, 30, 60, 90]);
  });

  test('starts with FULL when there are more of them, with SHORTS in a tie @CLIP-03', async ({ page }) => {
    const mode = page.getByRole('group', { name: 'Clip length' });
    await rows.run('update app_public.clips set is_short = false');
    await openUntil(page, () =>
      expect(mode.getByRole('button', { name: 'FULL' })).toHaveAttribute('aria-pressed', 'true', { timeout: 500 }),
    );
    await rows.run(
      `delete from app_public.clips where id = (select id from app_public.clips where video_url is not null order by created_at limit 1)`,
    );
    await rows.run(`update app_public.clips set is_short = true where id in (
      select id from app_public.clips where video_url is not null order by created_at desc limit (select count(*) / 2 from app_public.clips where video_url is not null))`);
    await openUntil(page, () =>
      expect(mode.getByRole('button', { name: 'SHORTS' })).toHaveAttribute('aria-pressed', 'true', { timeout: 500 }),
    );
    await expect(page.getByText('47 shorts, 47 full')).toBeVisible();
  });

  test('disables Next Video when there is one clip of the mode, and says so when there is none @CLIP-04', async ({
    page,
    expectedErrors,
  }) => {
    // A copy of the page from before still names the stills of clips that are gone.
    expectedErrors.push(/404/);
    await rows.run(`delete from app_public.clips where is_short and id <> (
      select id from app_public.clips where is_short and video_url is not null order by created_at desc, id desc limit 1)`);
    await rows.run('delete from app_public.clips where not is_short');
    await openUntil(page, () => expect(page.getByText('1 shorts, 0 full')).toBeVisible({ timeout: 500 }));
    await expect(page.getByRole('button', { name: 'Next Video' })).toBeDisabled();
    expect(await gridIds(page)).toEqual([await stagedId(page)]);
    await page.getByRole('button', { name: 'FULL' }).click();
    await expect(page.getByText('No full clips yet')).toBeVisible();
  });

  test('counts the press of either of two tabs once @CLIP-05', async ({ page, context }) => {
    const clip = await (async () => {
      await openClips(page, `${site.origin}/clips`);
      return stagedId(page);
    })();
    expect(clip).not.toBe('');
    await page.goto(`${site.origin}/sign-in`);
    const person = site.person('learner');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    const other = await context.newPage();
    for (const tab of [page, other]) await openClips(tab, `${site.origin}/clips/${clip}`);
    const before = await countOf(page, 'Like');
    const wasOn = (await control(page, 'Like').getAttribute('aria-pressed')) === 'true';
    // Both tabs show the same state, so both ask for the other one: one of them switches back.
    await Promise.all([page, other].map((tab) => control(tab, 'Like').click()));
    for (const tab of [page, other]) await expect(control(tab, 'Like')).toBeEnabled();
    await openClips(page, `${site.origin}/clips/${clip}`);
    await expect.poll(() => countOf(page, 'Like')).toBe(before);
    expect((await control(page, 'Like').getAttribute('aria-pressed')) === 'true').toBe(wasOn);
    const [{ likes, counted } = {}] = await rows.run(
      'select (select count(*)::int from app_public.clip_likes where clip_id = $1 and enabled) as likes, (select likes_count from app_public.clips where id = $1) as counted',
      [clip],
    );
    expect(likes).toBe(counted);
  });
});
