import { demoPerson, expect, signIn, test } from './support/journey.ts';

// Controls that lie on something, or beside it, computed from their boxes.

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 860 },
];

test('Copy is at the end of the bar of code, with and without a file’s name, and Wrap beside it @DOC-03 @SITE-10', {
  tag: '@desk',
}, async ({ page }) => {
  await page.goto('/articles/how-this-site-shows-your-text');
  const bars = page.locator('.code__bar').filter({ has: page.getByRole('button', { name: 'Copy' }) });
  await expect(bars.filter({ has: page.locator('b') }).first()).toBeVisible();
  await expect(bars.filter({ hasNot: page.locator('b') }).first()).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const faults = () =>
      bars.evaluateAll((elements) =>
        elements.flatMap((bar) => {
          const { right } = bar.getBoundingClientRect();
          const buttons = [...bar.querySelectorAll('button')].filter((button) => button.checkVisibility());
          const boxes = buttons.map((button) => button.getBoundingClientRect());
          const isAtEnd = Math.abs(right - (boxes.at(-1)?.right ?? 0)) < 12;
          const isTogether = boxes.every((box, index) => index === 0 || box.left - (boxes[index - 1]?.right ?? 0) < 16);
          return isAtEnd && isTogether && new Set(boxes.map(({ top }) => Math.round(top))).size === 1 ? [] : [bar.textContent];
        }),
      );
    await expect.poll(faults, `at ${size.width} px`).toEqual([]);
  }
});

test('the button that plays a video is in the corner of its still, which is code from the left and the top @CLIP-04 @SITE-10', {
  tag: '@desk',
}, async ({ page }) => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.goto('/clips');
    const play = page.getByRole('complementary', { name: 'Selected clip' }).getByRole('button', { name: /^Play / });
    const corner = await play.evaluate((button) => {
      const box = button.getBoundingClientRect();
      const still = (button.parentElement as HTMLElement).getBoundingClientRect();
      return { fromEnd: still.right - box.right, fromBottom: still.bottom - box.bottom };
    });
    expect(corner, `at ${size.width} px`).toEqual({ fromEnd: 16, fromBottom: 16 });
  }
});

test('a checkbox among the buttons of a row is in the line of its label @ADMIN-01 @SITE-10', { tag: '@desk' }, async ({ page }) => {
  await signIn(page, demoPerson('admin'));
  await page.goto('/admin/pages');
  const box = page.getByRole('checkbox', { name: 'In the footer' }).first();
  await expect(box).toBeVisible();
  expect((await box.boundingBox())?.height).toBe(16);
});
