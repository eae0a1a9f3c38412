import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { makeCourse } from './support/things.ts';

/** An engine is loaded and compiled first, which takes long next to other tests. */
const engineMs = 120_000;

const markdown = `
::::exercise
Return the sum of the numbers.

\`\`\`js runnable displayName=index.js
export function sum(numbers) {
  return 0;
}
\`\`\`

:::part
Begin with zero.
:::

:::part
Add each number to it.
:::

:::part{type=tests}
\`\`\`js
import { sum } from './index.js';

test('of nothing is zero', () => {
  expect(sum([])).toBe(0);
});

test('adds every number', () => {
  expect(sum([1, 2, 3])).toBe(6);
});
\`\`\`
:::

:::part{type=solution}
\`\`\`js
export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
\`\`\`
:::
::::
`;

/** Replaces the shown file. */
async function write(page: Page, file: string, code: string): Promise<void> {
  await page.getByRole('textbox', { name: `Code of ${file}` }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(code);
  await expect(page.getByRole('textbox', { name: `Code of ${file}` })).toHaveText(code.replaceAll('\n', ''));
}

/** Runs the tests, by keyboard, and waits until the site has counted this attempt. */
async function runTests(page: Page): Promise<void> {
  const counted = page.waitForResponse((response) => response.request().postData()?.includes('isPassed') === true);
  await page.getByRole('button', { name: 'Run the tests' }).focus();
  await page.keyboard.press('Enter');
  expect((await counted).ok()).toBe(true);
}

const solve = 'export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);';

test('a learner solves an exercise by keyboard on a phone, and it counts; its author sees how many did @PRACTICE-02', async ({
  people,
}) => {
  test.setTimeout(300_000);
  const writer = await people.make('author');
  const course = await makeCourse(await people.at(writer), {
    lessons: [{ title: 'Sums', markdown, isFree: true }],
    details: { isFree: true },
  });
  const path = course.lessons[0]?.path ?? '';
  const page = await people.open(await people.make('learner'), { viewport: { width: 390, height: 800 } });
  await page.goto(path);
  const results = page.getByRole('region', { name: 'Tests' });
  const hints = page.locator('.exercise .part--hint');

  await test.step('opens hints one at a time; the tests are only run', async () => {
    await expect(page.getByText('Return the sum of the numbers.')).toBeVisible();
    await expect(page.locator('.part--tests')).toBeHidden();
    await expect(hints.nth(1)).toBeHidden();
    await hints.first().locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Begin with zero.')).toBeVisible();
    await expect(hints.nth(1)).toBeVisible();
    await expect(page.getByText('Add each number to it.')).toBeHidden();
  });
  await test.step('runs the tests, which say what is wrong', async () => {
    const run = page.getByRole('button', { name: 'Run', exact: true });
    // Until its script is there, it can't get the focus.
    await expect(run).toBeEnabled();
    await run.focus();
    await page.keyboard.press('Enter');
    await runTests(page);
    await expect(results.getByRole('status')).toHaveText('1 of 2 tests passed.');
    await expect(results.getByRole('listitem')).toHaveText([/^Passed of nothing is zero$/, /^Failed adds every number\s*Expected6Got0$/]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
  await test.step('code that never ends is a try, too', async () => {
    await write(page, 'index.js', 'while (true);\nexport const sum = () => 0;');
    await runTests(page);
    await expect(results.getByRole('status')).toHaveText(/^No test ran/);
    await expect(page.getByText(/^Stopped: /)).toBeVisible();
  });
  await test.step('looks at the solution, and passes', async () => {
    await page.getByRole('button', { name: 'Show solution' }).click();
    await expect(page.locator('.part--solution pre')).toBeVisible();
    await expect(page.locator('.part--solution summary')).toBeFocused();
    await write(page, 'index.js', solve);
    await runTests(page);
    await expect(results.getByRole('status')).toHaveText(/^All tests passed\. (?:This lesson is done|It counts toward this lesson)\.$/);
  });
  await test.step('finds it passed later', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('You passed this exercise.')).toBeVisible();
    // The figures are only for its author.
    await expect(page.getByText('learners who tried it passed')).toHaveCount(0);
  });
  await test.step('its author sees totals, and nobody’s name', async () => {
    const studio = await people.open(writer);
    await studio.goto(path);
    await studio.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(
      studio.getByText('1 of 1 learners who tried it passed: 1 at the third. “adds every number” failed most: for 1 of them.'),
    ).toBeVisible();
    await studio.getByRole('button', { name: 'Check the exercise' }).click();
    await expect(studio.getByText('The solution passes, and the code to start from fails.')).toBeVisible();
  });
});

test('a visitor solves an exercise, and nothing is kept of it @PRACTICE-02', async ({ page, people }) => {
  const course = await makeCourse(await people.at(await people.make('author')), {
    lessons: [{ title: 'Sums', markdown, isFree: true }],
    details: { isFree: true },
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.postData() ?? ''));
  await page.goto(course.lessons[0]?.path ?? '');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await write(page, 'index.js', solve);
  await page.getByRole('button', { name: 'Run the tests' }).click();
  const results = page.getByRole('region', { name: 'Tests' });
  await expect(results.getByRole('status')).toHaveText('All tests passed.');
  expect(requests.filter((body) => body.includes('isPassed'))).toEqual([]);
});

test('a page that was too busy to hear from its code doesn’t end it, and a run of the tests counts once @PRACTICE-01 @PRACTICE-02', async ({
  people,
}) => {
  const course = await makeCourse(await people.at(await people.make('author')), {
    lessons: [{ title: 'Sums', markdown, isFree: true }],
    details: { isFree: true },
  });
  const page = await people.open(await people.make('learner'));
  const attempts: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('isPassed')) attempts.push(body);
  });
  await page.clock.install();
  await page.goto(course.lessons[0]?.path ?? '');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Run the tests' }).click();
  const tests = page.getByRole('region', { name: 'Tests' }).getByRole('status');
  await expect(tests).toHaveText('1 of 2 tests passed.');
  // As after a task of ten seconds: everything that is due happens at once.
  await page.clock.fastForward(10_000);
  await page.getByRole('button', { name: 'Show solution' }).click();
  await expect(page.getByText('Stopped:')).toHaveCount(0);
  expect(attempts).toHaveLength(1);
  // A frame that stays silent is removed.
  await page.locator('.workbench iframe').evaluate((frame) => frame.replaceWith(frame.cloneNode()));
  for (let question = 0; question < 4; question++) await page.clock.fastForward(2000);
  await expect(page.getByText('Stopped: the code no longer answered.')).toBeVisible();
  await expect(tests).toHaveText('1 of 2 tests passed.');
  expect(attempts).toHaveLength(1);
});

const demo = [
  { path: '/courses/a-parser-before-lunch/a-lexer-in-thirty-lines', file: 'lexer.ts', tests: 4 },
  { path: '/courses/retrieval-plainly/forty-lines-of-baseline', file: 'weights.py', tests: 5 },
  { path: '/courses/backend-from-the-socket-up/a-table-with-opinions', file: 'loans.sql', tests: 5 },
] as const;

for (const { path, file, tests } of demo) {
  test(`the demo’s exercise with ${file} fails as it is, and passes with its solution @PRACTICE-02`, async ({ page, people }) => {
    test.setTimeout(600_000);
    await people.enter('pro');
    await page.goto(path);
    const exercise = page.locator('.exercise');
    await exercise.locator('figure.code', { hasText: file }).first().getByRole('button', { name: 'Run', exact: true }).click();
    const results = page.getByRole('region', { name: 'Tests' });
    const check = page.getByRole('button', { name: 'Run the tests' });
    await check.click();
    await expect(results.getByRole('status')).toHaveText(/^\d of \d tests passed\.$/, { timeout: engineMs });
    await expect(results.getByRole('listitem')).toHaveCount(tests);
    await expect(results.locator('[data-passed="false"] dl').first()).toBeVisible();
    await page.getByRole('button', { name: 'Show solution' }).click();
    await write(page, file, await page.locator('.part--solution pre').innerText());
    await check.click();
    await expect(results.getByRole('status')).toHaveText(/^All tests passed\./, { timeout: engineMs });
    await expect(results.getByRole('listitem')).toHaveCount(tests);
  });
}
