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

test('a still of code keeps its lines in every frame: at most as much is hidden as of an upright one that is shown as 4:5 @CLIP-04 @SITE-10', {
  tag: '@desk',
}, async ({ page }) => {
  await signIn(page, demoPerson('learner'));
  for (const path of ['/', '/clips', '/courses/types-that-tell-the-truth', '/courses/types-that-tell-the-truth/the-never-that-helps'])
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.goto(path);
      const stills = page.locator('main img:is([src*="/media/v/"], [src*="/media/s/"])').filter({ visible: true });
      await expect(stills.first()).toBeVisible();
      const cut = () =>
        stills.evaluateAll((images: HTMLImageElement[]) =>
          images.flatMap((image) => {
            const { naturalWidth, naturalHeight, clientWidth, clientHeight, src } = image;
            if (naturalWidth === 0 || getComputedStyle(image).objectFit === 'contain') return [];
            const scale = Math.max(clientWidth / naturalWidth, clientHeight / naturalHeight);
            const shown = (clientWidth / (naturalWidth * scale)) * (clientHeight / (naturalHeight * scale));
            return shown < 0.7 ? [`${src}: ${Math.round(shown * 100)} %`] : [];
          }),
        );
      const isLoaded = () => stills.first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
      await expect.poll(isLoaded).toBe(true);
      expect(await cut(), `${path} at ${size.width} px`).toEqual([]);
    }
});

test('a name is in one line, and what is known about its review moves below it as a whole @REV-05 @SITE-10', { tag: '@desk' }, async ({
  page,
}) => {
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await page.goto('/courses/types-that-tell-the-truth');
    const names = page.locator('figcaption a[href^="/@"]');
    await expect(names.first()).toBeVisible();
    const broken = await names.evaluateAll((links) =>
      links.filter((link) => link.getClientRects().length > 1).map((link) => link.textContent),
    );
    expect(broken, `at ${width} px`).toEqual([]);
  }
});

test('a row of quotes that continues beyond the edge begins where its heading does @HOME-06 @SITE-10', { tag: '@desk' }, async ({
  page,
}) => {
  for (const width of [360, 768, 991, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await page.goto('/');
    const section = page.getByRole('region', { name: 'From the people who write here' });
    const left = async (selector: string) => (await section.locator(selector).first().boundingBox())?.x ?? Number.NaN;
    expect(Math.abs((await left('figure')) - (await left('h2'))), `at ${width} px`).toBeLessThan(1);
  }
});
