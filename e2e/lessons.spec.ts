import {
  demoPerson,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './support/journey.ts';
import { signInAt } from './support/api-client.ts';
import { firstPlayed } from './support/first-played.ts';

const lesson = '/courses/types-that-tell-the-truth/state-you-cannot-reach';

/** Every project and test studies a lesson of its own, so that none sees another's progress. */
const lessonOf = (project: string, n: number) =>
  `/courses/types-that-tell-the-truth/${['branded-strings', 'parsing-at-the-edge', 'generics-without-fear', 'infer-once'][n * 2 + (project === 'phone' ? 1 : 0)]}`;

test.describe('a lesson', () => {
  test('has its outline, text, transcript and neighbours, in both themes @STUDY-01 @SITE-01 @SITE-10', { tag: '@phone' }, async ({
    page,
  }) => {
    await signIn(page, demoPerson('proLearner'));
    expect((await page.goto(lesson))?.headers()['cache-control']).toBe('private, no-store');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('State you cannot reach');
    await expect(page.getByRole('navigation', { name: 'Lessons' }).getByRole('link', { name: /State you cannot reach/ })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('navigation', { name: 'Lessons' }).locator('[aria-current]')).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);
    await page
      .getByRole('link', { name: /The never that helps/ })
      .last()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The never that helps');
    await expect(page.getByText('Lesson 8 of 14')).toBeVisible();
  });

  test('plays from a line of the transcript, which can be searched @STUDY-01', { tag: '@desk' }, async ({ page }) => {
    await signIn(page, demoPerson('proLearner'));
    await page.goto(lesson);
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByRole('searchbox').fill('bad FIELD');
    await expect(transcript.getByRole('button')).toHaveCount(1);
    await transcript.getByRole('searchbox').fill('nobody says this');
    await expect(transcript.getByRole('status')).toContainText('Nobody says');
    await transcript.getByRole('searchbox').fill('');
    const line = transcript.getByRole('button', { name: /Parse there/ });
    await line.click();
    await expect.poll(() => firstPlayed(page.locator('video'))).toBeCloseTo(6.9, 0);
    await expect(line).toHaveAttribute('aria-current', 'true');
  });

  test('is done by hand, and taken back; the outline follows @STUDY-01', { tag: '@desk' }, async ({ page }, { project }) => {
    await signIn(page, demoPerson('proLearner'));
    await page.goto(lessonOf(project.name, 1));
    const done = page.getByRole('button', { name: 'Done' });
    const here = page.getByRole('navigation', { name: 'Lessons' }).locator('[aria-current=page]');
    const before = (await done.getAttribute('aria-pressed')) === 'true';
    await done.click();
    await expect(done).toHaveAttribute('aria-pressed', String(!before));
    await expect(here).toHaveAccessibleName(before ? /^(?!.*, done)/ : /, done/);
    await page.reload();
    await expect(done).toHaveAttribute('aria-pressed', String(!before));
    await done.click();
    await expect(done).toHaveAttribute('aria-pressed', String(before));
  });

  test('goes on at the same second in another browser @STUDY-01', { tag: '@desk' }, async ({ page, browser }, { project }) => {
    const path = lessonOf(project.name, 0);
    await signIn(page, demoPerson('proLearner'));
    await page.goto(path);
    await page.getByRole('region', { name: 'Transcript' }).getByRole('button').nth(1).click();
    const video = page.locator('video');
    await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(5);
    const saved = page.waitForResponse(
      async (answer) => answer.url().endsWith('/graphql') && (await answer.text()).includes('watchedSeconds'),
    );
    await video.evaluate((media: HTMLVideoElement) => media.pause());
    await saved;
    const second = await video.evaluate((media: HTMLVideoElement) => media.currentTime);
    const other = await (await browser.newContext()).newPage();
    await signIn(other, demoPerson('proLearner'));
    await other.goto(new URL(path, page.url()).href);
    await other.getByRole('button', { name: /^Play / }).click();
    await expect.poll(() => firstPlayed(other.locator('video'))).toBeGreaterThan(second - 2);
    await other.context().close();
  });

  test(
    'counts the blocks that were in view long enough, and says so @STUDY-01',
    { tag: '@desk' },
    async ({ page, baseURL }, { project }) => {
      const path = `/books/postgres-slowly/${project.name === 'phone' ? 'the-index-you-have' : 'the-index-you-need'}`;
      const { run } = await signInAt(baseURL ?? '', demoPerson('anotherLearner'));
      type Read = { bookBySlug: { lesson: { progress: { readBlocks: number } } } };
      const readByAnother = async () =>
        (
          await run<Read>(
            `{ bookBySlug(slug: "postgres-slowly") { lesson(slug: "${path.split('/').at(-1)}") { progress { readBlocks } } } }`,
          )
        ).data?.bookBySlug.lesson.progress.readBlocks;
      const before = await readByAnother();
      await signIn(page, demoPerson('proLearner'));
      await page.goto(path);
      const saved = page.waitForResponse(
        async (answer) => answer.url().endsWith('/graphql') && (await answer.text()).includes('readBlocks'),
      );
      await page.locator('.b').last().scrollIntoViewIfNeeded();
      expect((await (await saved).json()).data.saveProgress.lessonProgress.readBlocks).toBeGreaterThan(0);
      expect(before).toBeDefined();
      expect(await readByAnother()).toBe(before);
    },
  );

  test('shows a visitor where the free part ends, and nothing of the rest @DOC-04', async ({ page, request }) => {
    const paid = '/books/postgres-slowly/the-index-you-need';
    const html = await (await request.get(paid)).text();
    await page.goto(paid);
    await expect(page.getByRole('region', { name: /The next line is for Pro readers/ })).toBeVisible();
    await expectAccessible(page);
    const { run } = await signInAt(new URL(page.url()).origin, demoPerson('proLearner'));
    const { data } = await run<{ bookBySlug: { lesson: { bodyMarkdown: string } } }>(
      '{ bookBySlug(slug: "postgres-slowly") { lesson(slug: "the-index-you-need") { bodyMarkdown } } }',
    );
    const whole = data?.bookBySlug.lesson.bodyMarkdown ?? '';
    const last =
      whole
        .split('\n\n')
        .at(-1)
        ?.replaceAll(/[`*_[\]()#>]/g, '')
        .slice(0, 40) ?? '';
    expect(last.length).toBeGreaterThan(20);
    expect(html).not.toContain(last);
  });

  test('is read with JavaScript off @STUDY-01', { tag: '@desk' }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto('/courses/a-shell-of-ones-own');
    await page.getByRole('main').locator('ol a[href^="/courses/a-shell-of-ones-own/"]').first().click();
    await expect(page.locator('.text p').first()).toBeVisible();
    await page.getByRole('navigation', { name: 'Previous and next' }).getByRole('link').last().click();
    await expect(page.getByText('Lesson 2 of')).toBeVisible();
    await context.close();
  });

  test('an address that leads nowhere is a 404 @SITE-02', { tag: '@desk' }, async ({ request }) => {
    for (const path of [
      '/courses/types-that-tell-the-truth/no-such-lesson',
      '/courses/no-such-course/shapes',
      '/books/postgres-slowly/nothing',
    ])
      expect((await request.get(path)).status()).toBe(404);
  });
});
