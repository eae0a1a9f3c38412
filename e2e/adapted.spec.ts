import type { Locator } from '@playwright/test';
import { demoPerson, expect, signIn, test } from './support/journey.ts';

// What readers change about pages: forced colors, the spacing of text, and paper.

const colorOf = (element: Locator, property: string, pseudo?: string) =>
  element.evaluate((shown, [name, part]) => getComputedStyle(shown, part).getPropertyValue(name ?? ''), [property, pseudo] as const);

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
  expect(new Set(grounds).size).toBe(2);
  const foot = page.locator('[data-playback-id] > :last-child');
  expect(await colorOf(foot, 'background-color', '::before')).not.toBe(await colorOf(foot, 'background-color'));
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
