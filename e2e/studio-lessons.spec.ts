import type { Locator, Page } from '@playwright/test';
import { signInAt } from './support/api-client.ts';
import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { browserOf, expectSaved, textOf, waitForEditor, writeAtEnd } from './support/studio-journey.ts';

// Writing lessons: what they share with articles, in a lesson of a published course; what the API decides is tested in api/tests/lesson-writing.

type Made = { id: string; permalink: string };

/** A course of the demo's author that is published but in no list, with two lessons that have no text yet. */
async function makeCourse(baseURL: string | undefined): Promise<{ title: string; first: Made; second: Made }> {
  const author = await signInAt(baseURL ?? '', demoPerson('author'));
  const run = async <TData>(document: string, variables: Record<string, unknown>): Promise<TData> => {
    const { data, errors } = await author.run<TData>(document, variables);
    if (!data || errors) throw new Error(`makeCourse: ${JSON.stringify(errors)}`);
    return data;
  };
  const title = `Lessons written ${Date.now()}`;
  const { createCourse } = await run<{ createCourse: { course: { id: string } } }>(
    'mutation c($title: String!) { createCourse(input: { title: $title }) { course { id } } }',
    { title },
  );
  const courseId = createCourse.course.id;
  const lesson = async (name: string) => {
    const { createLesson } = await run<{ createLesson: { lesson: Made } }>(
      'mutation l($courseId: UUID!, $title: String!) { createLesson(input: { courseId: $courseId, title: $title }) { lesson { id permalink } } }',
      { courseId, title: name },
    );
    return createLesson.lesson;
  };
  const [first, second] = [await lesson('Beginnings'), await lesson('Ends')];
  await run(
    'mutation u($id: UUID!) { updateCourse(input: { id: $id, patch: { isShownPublicly: false, isFree: false } }) { course { id } } }',
    {
      id: courseId,
    },
  );
  await run('mutation p($id: UUID!) { publishCourse(input: { id: $id }) { course { id } } }', { id: courseId });
  return { title, first, second };
}

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`/studio/lessons/${id}`);
  await waitForEditor(page, 'Lesson');
}

/** Begins a paragraph below the one with these words. */
async function startBelow(text: Locator, words: string): Promise<void> {
  await text.getByText(words, { exact: true }).click();
  await text.page().keyboard.press('End');
  await text.page().keyboard.press('Enter');
}

async function writeBelow(text: Locator, words: string, more: string): Promise<void> {
  await startBelow(text, words);
  await text.page().keyboard.insertText(more);
}

test('a lesson is written by two, goes back to an older state, gets a paywall mark, and each reader has exactly their part @EDIT-12 @STUDIO-01 @DOC-04', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  test.slow();
  const { title, first, second } = await makeCourse(baseURL);
  const text = textOf(page, 'Lesson');

  // Nobody else opens it: a visitor signs in first, for a learner there is no such page.
  await page.goto(`/studio/lessons/${first.id}`);
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
  const learner = await signInAt(baseURL ?? '', demoPerson('learner'));
  for (const path of [`/studio/lessons/${first.id}`, `/studio/lessons/${first.id}/preview?as=pro`]) {
    const answer = await fetch(`${baseURL}${path}`, { headers: { cookie: learner.cookie } });
    expect(answer.status).toBe(404);
  }

  // Its place in the outline, and words that are saved by themselves.
  await signIn(page, demoPerson('author'));
  await open(page, first.id);
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await expect(outline.getByRole('link', { name: title })).toHaveAttribute('href', /^\/studio\/courses\/[0-9a-f-]{36}$/);
  await outline.getByRole('link', { name: 'Next: Ends' }).click();
  await expect(page).toHaveURL(`/studio/lessons/${second.id}`);
  await waitForEditor(page, 'Lesson');
  await outline.getByRole('link', { name: 'Previous: Beginnings' }).click();
  await expect(page).toHaveURL(`/studio/lessons/${first.id}`);
  await waitForEditor(page, 'Lesson');
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeDisabled();
  await writeAtEnd(text, 'Open words.');
  await expectSaved(page);
  await page.reload();
  await waitForEditor(page, 'Lesson');
  await expect(text).toContainText('Open words.');
  await page.getByRole('textbox', { name: 'Description' }).fill('What it is about.');
  await text.click();
  await expect(page.getByText('The description is saved.').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  // The title has no grip beside it: the editor's own parts are looked at in its own journeys.
  await page.keyboard.press('Control+Home');
  await expect(page.getByRole('button', { name: 'Drag block' })).toBeHidden();
  await expectAccessible(page);

  // Another person's words are never written over unseen.
  const other = await browserOf(browser, baseURL, 'admin');
  const theirs = await other.newPage();
  await open(theirs, first.id);
  await writeAtEnd(textOf(theirs, 'Lesson'), 'The words of the staff.');
  await expectSaved(theirs);
  await other.close();
  await writeAtEnd(text, 'The words of the author.');
  const staff = demoPerson('admin').name;
  const conflict = page.getByRole('dialog', { name: `${staff} saved this lesson meanwhile` });
  await expect(conflict.getByRole('group', { name: `Only in ${staff}’s text` })).toContainText('The words of the staff.');
  await expect(conflict.getByRole('group', { name: 'Only in yours' })).toContainText('The words of the author.');
  await conflict.getByRole('button', { name: 'Keep mine as a new version' }).click();
  await expect(conflict).toBeHidden();
  await expectSaved(page);

  // What was kept aside is in the history, and comes back.
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: new RegExp(staff) }).click();
  await history.getByRole('button', { name: /^Restore version \d+$/ }).click();
  await expect(history).toBeHidden();
  await expect(text).toContainText('The words of the staff.');
  await expect(text).not.toContainText('The words of the author.');

  // What stands behind the mark is for Pro.
  await writeBelow(text, 'The words of the staff.', 'Paid words.');
  await startBelow(text, 'The words of the staff.');
  await page.keyboard.type('/paywall');
  await page.getByRole('option', { name: 'Paywall Threshold', exact: true }).click();
  await expect(text).toContainText('Paywall starts here.');
  await expectSaved(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('menuitem', { name: 'As a visitor' }).click();
  await expect(page.getByText('The words of the staff.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in, if you have it' })).toBeVisible();
  await expect(page.getByText('Paid words.')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Free reader' }).click();
  await expect(page.getByRole('link', { name: 'Sign in, if you have it' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'The next line is for Pro readers.' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('The words of the staff.')).toBeVisible();
  expect(await page.content()).not.toContain('Paid words.');
  await page.getByRole('link', { name: 'Pro reader' }).click();
  await expect(page.getByText('Paid words.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to writing' }).click();
  await waitForEditor(page, 'Lesson');

  // Published when its author says so, after a look at what changes.
  const visitor = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const free = await browserOf(browser, baseURL, 'learner');
  const pro = await browserOf(browser, baseURL, 'proLearner');
  const visitorPage = await visitor.newPage();
  await visitorPage.goto(first.permalink);
  await expect(visitorPage.getByRole('heading', { level: 1, name: 'Beginnings' })).toBeVisible();
  expect(await visitorPage.content()).not.toContain('Open words.');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish changes' });
  await expect(dialog.getByRole('region', { name: 'What changes' })).toContainText('Paid words.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publish changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Published' })).toBeDisabled();
  await writeBelow(text, 'Paid words.', 'Half a sen');
  await expectSaved(page);
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeEnabled();

  for (const { reader, isPaid } of [
    { reader: visitorPage, isPaid: false },
    { reader: await free.newPage(), isPaid: false },
    { reader: await pro.newPage(), isPaid: true },
  ]) {
    await expect(async () => {
      await reader.goto(first.permalink);
      await expect(reader.getByText('The words of the staff.')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(reader.getByText('Paid words.')).toHaveCount(isPaid ? 1 : 0);
    await expect(reader.getByRole('heading', { name: 'The next line is for Pro readers.' })).toHaveCount(isPaid ? 0 : 1);
    const raw = await (await reader.request.get(first.permalink)).text();
    expect(raw).toContain('The words of the staff.');
    expect(raw.includes('Paid words.')).toBe(isPaid);
    expect(raw).not.toContain('Half a sen');
    expect(raw).not.toContain('The words of the author.');
  }
  for (const context of [visitor, free, pro]) await context.close();
});
