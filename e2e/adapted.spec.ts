import type { Locator } from '@playwright/test';
import { demoPerson, expect, signIn, test } from './support/journey.ts';

// What readers change about pages: forced colors, the spacing of text, and paper.

const colorOf = (element: Locator, property: string, pseudo?: string) =>
  element.evaluate((shown, [name, part]) => getComputedStyle(shown, part).getPropertyValue(name ?? ''), [property, pseudo] as const);

/** The color behind an element: its own background, or the first of its ancestors'. */
const groundOf = (element: Locator) =>
  element.evaluate((shown) => {
    for (let at: Element | null = shown; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/^rgba\(.*, 0\)$/.test(backgroundColor)) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  });

/** The contrast of two opaque colors, as WCAG computes it; 1 for equal ones, and for what isn't a color. */
function contrast(one = '', other = ''): number {
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The spacing that WCAG 1.4.12 asks for. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }';

test('with forced colors, the current page, what is chosen and the seek bar stay visible @SITE-10', { tag: '@desk' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/clips');
  const paper = await colorOf(page.locator('body'), 'background-color');
  const here = page.getByRole('navigation').getByRole('link', { name: 'Clips' }).first();
  expect(await colorOf(here, 'border-left-style', '::before')).toBe('solid');
  expect(await colorOf(here, 'border-left-color', '::before')).not.toBe(paper);
  const modes = page.getByRole('group', { name: 'Clip length' }).getByRole('button');
  const grounds = await Promise.all((await modes.all()).map((mode) => colorOf(mode, 'background-color')));
  expect(grounds).toHaveLength(2);
  // Like the edge of a control: WCAG 1.4.11.
  expect(contrast(grounds[0], grounds[1])).toBeGreaterThanOrEqual(3);
  for (const mode of await modes.all())
    expect(contrast(await colorOf(mode, 'color'), await colorOf(mode, 'background-color'))).toBeGreaterThanOrEqual(4.5);
  const foot = page.locator('[data-playback-id] > :last-child');
  expect(contrast(await colorOf(foot, 'background-color', '::before'), await groundOf(foot))).toBeGreaterThan(1.5);
  const line = await foot.evaluate((shown) => {
    const { width, height, display } = getComputedStyle(shown, '::before');
    return { isWide: Number.parseFloat(width) > shown.clientWidth / 2, isHigh: Number.parseFloat(height) >= 2, display };
  });
  expect(line).toEqual({ isWide: true, isHigh: true, display: 'block' });
});

test('with forced colors, the seek bar of a playing clip is visible: what was played, and where it is @SITE-10', { tag: '@desk' }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/clips');
  const stage = page.getByRole('complementary', { name: 'Selected clip' });
  await stage.getByRole('button', { name: /^Play / }).click();
  const bar = stage.locator('media-time-range');
  await expect(bar).toBeVisible();
  await expect.poll(() => stage.locator('video').evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0);
  const ground = await groundOf(bar);
  // The parts that the player draws in its shadow root: the track, what was played, and the mark of the place.
  const parts = await bar.evaluate((shown) =>
    ['#track', '#progress', '#thumb'].map((name) => {
      const part = shown.shadowRoot?.querySelector(name);
      if (!part) return { name, width: 0, height: 0, color: '' };
      const { width, height } = part.getBoundingClientRect();
      return { name, width, height, color: getComputedStyle(part).backgroundColor };
    }),
  );
  for (const { name, width, height, color } of parts) {
    expect(Math.min(width, height), name).toBeGreaterThan(0);
    expect(contrast(color, ground), name).toBeGreaterThan(1.5);
  }
  expect(contrast(parts[2]?.color, ground)).toBeGreaterThanOrEqual(3);
});

test('with the spacing of WCAG 1.4.12, the search of the header and of the library are whole @SITE-10', { tag: '@desk' }, async ({
  page,
}) => {
  await signIn(page, demoPerson('learner'));
  await page.goto('/library');
  await page.addStyleTag({ content: spacing });
  const opener = page.getByRole('link', { name: 'Search everything', exact: true });
  expect(await opener.evaluate((link) => [link.scrollWidth - link.clientWidth, link.scrollHeight - link.clientHeight])).toEqual([0, 0]);
  // A field has no size for its placeholder: a line of the same text has.
  const cut = await page.getByRole('searchbox', { name: 'Search courses and books' }).evaluate((field: HTMLInputElement) => {
    const line = document.createElement('span');
    line.textContent = field.placeholder;
    line.style.cssText = `position:absolute;white-space:nowrap;font:${getComputedStyle(field).font}`;
    document.body.append(line);
    const isCut = line.getBoundingClientRect().width > field.clientWidth;
    line.remove();
    return isCut;
  });
  expect(cut).toBe(false);
  // The number of titles is announced, with filters and without.
  await expect(page.getByRole('status').filter({ hasText: /^\d+ titles?$/ })).toBeVisible();
  await page.goto('/library?kind=book');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d+ titles?$/ })).toBeVisible();
});

test('links of headings are at least 24 px large @SITE-10', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/articles/how-this-site-shows-your-text');
  const box = await page.getByRole('link', { name: 'Link to “Tables”' }).boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
});

test('courses, discussions and texts are printed without controls, and everything in them is dark on white @SITE-10', {
  tag: '@desk',
}, async ({ page }) => {
  await page.goto('/courses/types-that-tell-the-truth/the-never-that-helps');
  const discussions = (await page.getByRole('main').getByRole('link', { name: 'Comments' }).getAttribute('href')) ?? '';
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of ['/courses/types-that-tell-the-truth', '/articles/how-this-site-shows-your-text', discussions]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.locator('main button:visible')).toHaveCount(0);
    expect(await colorOf(page.locator('h1'), 'color')).toMatch(/rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)/);
  }
  await page.goto('/articles/how-this-site-shows-your-text');
  const important = page.locator('.note--important').first();
  expect(await colorOf(important, 'color')).toMatch(/rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)/);
  // Printers leave out backgrounds: dashes, rules and callouts are borders.
  expect(await colorOf(page.locator('.text ul > li').first(), 'border-top-style', '::before')).toBe('solid');
  expect(await colorOf(page.locator('.text blockquote').first(), 'border-left-style', '::before')).toBe('solid');
  expect(await colorOf(important, 'border-left-style')).toBe('solid');
  expect(await colorOf(page.locator('.text .code').first(), 'break-inside')).toBe('auto');
});
