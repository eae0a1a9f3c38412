import type { Locator } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { expectSaved, leaveWindow, saveWith, textOf, waitForEditor, writeAndSave, writeAtEnd } from './support/studio-journey.ts';
import { makeCourse } from './support/things.ts';

// Writing lessons: the parts shared with articles, in a lesson of a published course; api/tests/lessons tests what the API decides.

/** Adds a paragraph below the one with this text. */
async function startBelow(text: Locator, words: string): Promise<void> {
  await text.getByText(words, { exact: true }).click();
  await text.page().keyboard.press('End');
  await text.page().keyboard.press('Enter');
}

async function writeBelow(text: Locator, words: string, more: string): Promise<void> {
  await startBelow(text, words);
  await text.page().keyboard.insertText(more);
}

test('a lesson is written by two authors, restored from an older version, gets a paywall marker, and each reader has exactly their part @EDIT-12 @STUDIO-01 @DOC-04', {
  tag: '@desk',
}, async ({ page, people, baseURL }) => {
  const author = await people.enter('author');
  const staff = await people.make('admin');
  const course = await makeCourse(await people.at(author), {
    title: 'Lessons written',
    lessons: [{ title: 'Beginnings' }, { title: 'Ends' }],
  });
  const [first, second] = course.lessons;
  if (!first || !second) throw new Error('Expected two lessons, got fewer');
  const text = textOf(page, 'Lesson');
  const learner = await people.at(await people.make('learner'));
  const pro = await people.at(await people.make('pro'));
  /** Returns what a user gets; null is a visitor. */
  const sent = (path: string, reader: { cookie: string } | null) =>
    fetch(`${baseURL}${path}`, { headers: reader === null ? {} : { cookie: reader.cookie } });

  await test.step('no one else opens it: a visitor must sign in first, and a learner gets a missing page', async () => {
    for (const path of [`/studio/lessons/${first.id}`, `/studio/lessons/${first.id}/preview?as=pro`]) {
      expect((await sent(path, null)).url).toMatch(/\/sign-in\?returnTo=/);
      expect((await sent(path, learner)).status).toBe(404);
    }
  });

  await test.step('it has a position in the outline, and its text is saved', async () => {
    const outline = page.getByRole('navigation', { name: 'Outline' });
    await page.goto(`/studio/lessons/${second.id}`);
    await expect(outline.getByRole('link', { name: course.title })).toHaveAttribute('href', `/studio/courses/${course.id}`);
    await outline.getByRole('link', { name: 'Previous: Beginnings' }).click();
    await expect(page).toHaveURL(`/studio/lessons/${first.id}`);
    await expect(text.getByRole('heading', { level: 1 })).toHaveText('Beginnings');
    await expect(outline.getByRole('link', { name: 'Next: Ends' })).toHaveAttribute('href', `/studio/lessons/${second.id}`);
    await waitForEditor(page, 'Lesson');
    await expect(page.getByRole('button', { name: 'Publish changes' })).toBeDisabled();
    await writeAndSave(text, 'Open words.');
    await page.reload();
    await waitForEditor(page, 'Lesson');
    await expect(text).toContainText('Open words.');
    await page.getByRole('textbox', { name: 'Description' }).fill('About this lesson.');
    await text.click();
    await expect(page.getByText('Description saved.').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    // The title has no handle; the editor's own parts are tested in its own specs.
    await page.keyboard.press('Control+Home');
    await expect(page.getByRole('button', { name: 'Drag block' })).toBeHidden();
    await expectAccessible(page);
  });

  await test.step('another author’s text is never overwritten unseen', async () => {
    const { errors } = await (await people.at(staff)).run(
      'mutation s($input: SaveLessonInput!) { saveLesson(input: $input) { version } }',
      {
        input: { id: first.id, title: 'Beginnings', baseVersion: 1, bodyMarkdown: 'Open words.\n\nThe words of the staff.' },
      },
    );
    expect(errors).toBeUndefined();
    await writeAtEnd(text, 'The words of the author.');
    await leaveWindow(page);
    const conflict = page.getByRole('dialog', { name: `${staff.name} saved this lesson in the meantime` });
    await expect(conflict.getByRole('group', { name: `Only in ${staff.name}’s version` })).toContainText('The words of the staff.');
    await expect(conflict.getByRole('group', { name: 'Only in yours' })).toContainText('The words of the author.');
    await conflict.getByRole('button', { name: 'Keep mine as a new version' }).click();
    await expect(conflict).toBeHidden();
    await expectSaved(page);
  });

  await test.step('the discarded text is in the history, and can be restored', async () => {
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('button', { name: new RegExp(staff.name) }).click();
    await history.getByRole('button', { name: /^Restore version \d+$/ }).click();
    await expect(history).toBeHidden();
    await expect(text).toContainText('The words of the staff.');
    await expect(text).not.toContainText('The words of the author.');
  });

  await test.step('text after the marker is for Pro', async () => {
    await writeBelow(text, 'The words of the staff.', 'Paid words.');
    await startBelow(text, 'The words of the staff.');
    await saveWith(page, 'paywall', async () => {
      await page.keyboard.type('/paywall');
      await page.getByRole('option', { name: 'Paywall Threshold', exact: true }).click();
      await expect(text).toContainText('Paywall starts here.');
    });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('menuitem', { name: 'As a visitor' }).click();
    await expect(page.getByText('The words of the staff.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Already a member? Sign in' })).toBeVisible();
    await expect(page.getByText('Paid words.')).toHaveCount(0);
    await page.getByRole('link', { name: 'Free reader' }).click();
    await expect(page.getByRole('link', { name: 'Already a member? Sign in' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'The next line is for Pro readers.' })).toBeVisible();
    const previewed = await (await page.request.get(page.url())).text();
    expect(previewed).toContain('The words of the staff.');
    expect(previewed).not.toContain('Paid words.');
    await page.getByRole('link', { name: 'Pro reader' }).click();
    await expect(page.getByText('Paid words.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to writing' }).click();
    await waitForEditor(page, 'Lesson');
  });

  await test.step('it is published when its author decides, after a look at the changes', async () => {
    const before = await sent(first.path, null);
    expect(before.status).toBe(200);
    expect(await before.text()).not.toContain('Open words.');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish changes' });
    await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText('Paid words.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Publish changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Publish changes' })).toBeDisabled();
    await saveWith(page, 'Half a sen', () => writeBelow(text, 'Paid words.', 'Half a sen'));
    await expect(page.getByRole('button', { name: 'Publish changes' })).toBeEnabled();
  });

  for (const { who, reader, isPaid } of [
    { who: 'a visitor', reader: null, isPaid: false },
    { who: 'a free learner', reader: learner, isPaid: false },
    { who: 'a Pro learner', reader: pro, isPaid: true },
  ])
    await test.step(`${who} gets ${isPaid ? 'all of it' : 'what is before the marker'}`, async () => {
      const words = async () => (await sent(first.path, reader)).text();
      await expect.poll(words).toContain('The words of the staff.');
      const raw = await words();
      expect(raw.includes('Paid words.')).toBe(isPaid);
      expect(raw.includes('The next line is for Pro readers.')).toBe(!isPaid);
      expect(raw).not.toContain('Half a sen');
      expect(raw).not.toContain('The words of the author.');
    });
});
