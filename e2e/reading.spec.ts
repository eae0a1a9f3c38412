import { expect, test } from './support/journey.ts';

const course = '/courses/types-that-tell-the-truth';

test('jumping to the comments or to the end completes nothing; a text that is read at a plausible speed is completed @STUDY-01', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const reader = await people.enter('pro');
  const slug = 'generics-without-fear';
  const blocks = page.locator('.text > .b');
  const readBlocks = async () => {
    const [row] = await rows.run(
      `select cardinality(a.read_block_ids) as count from app_public.lesson_activities a join app_public.lessons l on l.id = a.lesson_id
       where a.user_id = $1 and l.slug = $2`,
      [reader.id, slug],
    );
    return Number(row?.['count'] ?? 0);
  };
  const reasons = async () =>
    (await rows.run('select reason from app_public.user_progresses where user_id = $1', [reader.id])).map((row) => row['reason']);
  const done = page.getByRole('button', { name: 'Done' });
  await page.setViewportSize({ width: 400, height: 400 });
  await page.clock.install();
  await page.goto(`${course}/${slug}`);
  await expect(blocks.nth(5)).toBeAttached();
  // Until the code of comments is loaded, the link leads to the page with all comments.
  await expect(page.getByRole('button', { name: 'Comment on a paragraph' })).toBeAttached();
  const count = await blocks.count();
  await page.clock.pauseAt(Date.now() + 60_000);
  /** Lets time pass on the page, in the intervals of its own timers. */
  const wait = (seconds: number) => page.clock.runFor(seconds * 1_000);

  await test.step('the link to the comments, and the end of the page', async () => {
    await page.getByRole('link', { name: 'Comments' }).last().click();
    const panel = page.getByRole('dialog', { name: 'Comments' });
    await expect.poll(() => wait(1).then(() => panel.isVisible())).toBe(true);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => wait(1).then(() => panel.isVisible())).toBe(false);
    await blocks.last().scrollIntoViewIfNeeded();
    // A frame, so that the page knows what is visible.
    await expect.poll(async () => wait(20).then(readBlocks)).toBeGreaterThan(0);
    expect(await readBlocks()).toBeLessThan(count);
    expect(await reasons()).toEqual([]);
    await expect(done).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('from beginning to end', async () => {
    for (let at = 0; at < count; at += 1) {
      await blocks.nth(at).scrollIntoViewIfNeeded();
      await expect(blocks.nth(at)).toBeInViewport();
      await wait(6);
    }
    await expect
      .poll(async () => {
        await wait(20);
        return reasons();
      })
      .toEqual(['READ']);
    await expect(done).toHaveAttribute('aria-pressed', 'true');
    await page.getByText('Why this counts as done').click();
    await expect(page.getByText('at no more than 1,000 words a minute')).toBeVisible();
  });
});
