import { expect, test } from 'vitest';
import { lintFile } from './lint-file.ts';

// Code that a test must not have, each next to the correct version.

const journey = (body: string) => [
  "import { expect, test } from '@playwright/test';",
  "test('a journey', async ({ page }) => {",
  "  const button = page.getByRole('button');",
  `  ${body}`,
  '});',
];

test.each([
  ["await page.waitForLoadState('networkidle');", /networkidle says nothing/, 'await expect(button).toBeVisible();'],
  ["await page.goto('/', { waitUntil: 'networkidle' });", /networkidle says nothing/, "await page.goto('/');"],
  [
    'await expect(button).toBeVisible({ timeout: 500 });',
    /inner limit is 5000 ms/,
    'await expect(button).toBeVisible({ timeout: 5_000 });',
  ],
  ['await page.waitForTimeout(6000);', /does not sleep/, 'await button.waitFor();'],
  ['if ((await button.count()) > 0) await button.click();', /count\(\) says is old/, 'await button.click();'],
  ['if (!(await button.count())) return;', /count\(\) says is old/, 'await expect(button).toHaveCount(0);'],
  [
    'while ((await button.count()) > 1) await button.first().click();',
    /count\(\) says is old/,
    'await expect(async () => { if ((await button.count()) > 1) await button.first().click(); expect(await button.count()).toBe(1); }).toPass();',
  ],
  ["expect(await button.textContent()).toBe('Like');", /may still change/, "await expect(button).toHaveText('Like');"],
  ['expect(await page.getByRole("link").count()).toBe(2);', /may still change/, 'await expect.poll(() => button.isVisible()).toBe(true);'],
  ['expect(await button.isVisible()).toBe(true);', /may still change/, 'expect(await page.evaluate(() => window.scrollY)).toBe(0);'],
  ['const at = performance.now(); await button.click({ delay: at });', /belongs into bench/, 'await button.click({ delay: 1 });'],
])('a browser spec may not use %s', (wrong, why, right) => {
  const result = lintFile('e2e/of-a-test.spec.ts', journey(wrong));
  expect(result.stdout).toContain('newline(steady-tests)');
  expect(result.stdout).toMatch(why);
  expect(result.status).toBe(1);
  expect(lintFile('e2e/of-a-test.spec.ts', journey(right)).stdout).not.toContain('newline(steady-tests)');
});

test('no test of a package measures durations; other files can', () => {
  const lines = ['export const since = (start: number) => performance.now() - start;'];
  expect(lintFile('api/tests/of-a-test.test.ts', lines).stdout).toMatch(/belongs into bench/);
  expect(lintFile('bench/src/of-a-test.ts', lines).stdout).not.toMatch(/belongs into bench/);
});
