import type { Page } from '@playwright/test';
import { signInAt } from './support/api-client.ts';
import { tabTo } from './support/by-keyboard.ts';
import { insert } from './support/editor-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { expectSaved, leaveWindow, textOf, waitForEditor } from './support/studio-journey.ts';
import { makeCourse } from './support/things.ts';

// A site of its own, whose jobs run the exercises in Chromium: nothing else keeps them waiting.
test.describe.configure({ mode: 'default' });

/** A check starts Chromium, next to the browser of the test. */
const checkMs = 120_000;

let site: SiteProcess;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite();
  await site.start();
});
test.afterAll(() => site.remove());

/** Replaces the last line but one of the text: that of the solution. */
async function writeSolution(page: Page, line: string): Promise<void> {
  const text = textOf(page, 'Article');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type(line);
  await expect(text.locator('.part--solution')).toContainText(line);
  await leaveWindow(page);
  await expectSaved(page);
}

test('an author breaks an exercise, reads about it before publishing, and mends it, by keyboard on a phone @PRACTICE-02', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await signIn(page, site.person('author'));
  await page.goto('/studio');
  await tabTo(page.getByRole('button', { name: 'New', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Article', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/studio\/articles\/[0-9a-f-]{36}$/);
  await waitForEditor(page, 'Article');
  const states = page.getByRole('complementary', { name: 'About this article' });
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  const note = dialog.getByRole('note', { name: 'Exercises' });
  const openDialog = async () => {
    // In code, Tab indents.
    await page.keyboard.press('Control+Home');
    await tabTo(page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
  };

  await test.step('writes an exercise, which works as the editor inserts it', async () => {
    await textOf(page, 'Article').focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Doubling');
    await page.keyboard.press('Enter');
    await insert(page, 'exercise', 'Exercise');
    await leaveWindow(page);
    await expectSaved(page);
    await expect(states.getByRole('listitem')).toHaveText('Exercise 1: works', { timeout: checkMs });
  });
  await test.step('breaks its solution, and is told before publishing', async () => {
    await textOf(page, 'Article').focus();
    await writeSolution(page, '  return n * 3;');
    await openDialog();
    await expect(note).toContainText('An exercise doesn’t work:', { timeout: checkMs });
    await expect(note.getByRole('listitem')).toHaveText('Exercise 1: The solution doesn’t pass: “doubles a number” failed.');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
  await test.step('follows the link to the exercise, and mends it', async () => {
    await tabTo(note.getByRole('link', { name: 'Exercise 1' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(textOf(page, 'Article')).toBeFocused();
    await expect.poll(() => page.evaluate(() => getSelection()?.anchorNode?.parentElement?.closest('.exercise') !== null)).toBe(true);
    await writeSolution(page, '  return n + n;');
    await expect(states.getByRole('listitem')).toHaveText('Exercise 1: works', { timeout: checkMs });
  });
  await test.step('publishes without a warning', async () => {
    await openDialog();
    await expect(dialog.getByRole('textbox', { name: 'URL' })).toBeVisible();
    await expect(note).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Publish now' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Published.')).toBeVisible();
  });
  await context.close();
});

const broken = `
::::exercise
Add.

\`\`\`js runnable displayName=index.js
export const one = () => 0;
\`\`\`

:::part{type=tests}
\`\`\`js
import { one } from './index.js';
test('is one', () => { expect(one()).toBe(1); });
\`\`\`
:::

:::part{type=solution}
\`\`\`js
export const one = () => 2;
\`\`\`
:::
::::
`;

test('whoever publishes a course reads which exercises of its lessons don’t work, and finds them; others don’t @PRACTICE-02', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const author = await signInAt(site.origin, site.person('author'));
  const course = await makeCourse(author, {
    lessons: [
      { title: 'First', markdown: 'Words.' },
      { title: 'Numbers', markdown: `Words before it.\n\n${broken}` },
    ],
    isDraft: true,
  });
  const question = `query ($id: UUID!) { courseById(id: $id) { exerciseChecks { nodes { verdict failedTests checkedAt } } } }`;
  type Checks = {
    courseById: { exerciseChecks: { nodes: { verdict: string; failedTests: string[]; checkedAt: string | null }[] } } | null;
  };
  await expect
    .poll(async () => (await author.run<Checks>(question, { id: course.id })).data?.courseById?.exerciseChecks.nodes, { timeout: checkMs })
    .toMatchObject([{ verdict: 'SOLUTION_FAILS', failedTests: ['is one'] }]);
  const learner = await signInAt(site.origin, site.person('learner'));
  expect((await learner.run<Checks>(question, { id: course.id })).data?.courseById ?? null).toBeNull();

  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await signIn(page, site.person('author'));
  await page.goto(`/studio/courses/${course.id}`);
  await tabTo(page.getByRole('button', { name: 'Publish…' }));
  await page.keyboard.press('Enter');
  const note = page.getByRole('dialog').getByRole('note', { name: 'Exercises' });
  await expect(note.getByRole('listitem')).toHaveText('Numbers, exercise 1: The solution doesn’t pass: “is one” failed.');
  await expectAccessible(page);
  await tabTo(note.getByRole('link', { name: 'Numbers, exercise 1' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/studio\/lessons\/[0-9a-f-]{36}#b-\w+$/);
  await waitForEditor(page, 'Lesson');
  await expect(textOf(page, 'Lesson')).toBeFocused();
  await expect.poll(() => page.evaluate(() => getSelection()?.anchorNode?.parentElement?.closest('.exercise') !== null)).toBe(true);
  await context.close();
});
