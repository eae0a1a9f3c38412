import type { Page } from '@playwright/test';
import { openClips, control, holdStreams } from './support/clip-journey.ts';
import { panelOf } from './support/comment-journey.ts';
import { holdScripts } from './support/hold-scripts.ts';
import { expect, signIn, test } from './support/journey.ts';
import { selectWords } from './support/select-words.ts';
import { expectSaved, leaveWindow, textOf } from './support/studio-journey.ts';
import { makeArticle, makeClip, makeCourse } from './support/things.ts';

const scripts = /\/assets\/[^/]*\.js$/;

/** The delay between two keys, in milliseconds: a fast typist. */
const delay = 90;

test('text typed before a dialog or form is loaded is kept: sign-in, review, reply @AUTH-01 @REV-02 @SITE-10', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  test.slow();
  const author = await people.make('author');
  const reader = await people.make('learner');
  const clip = await makeClip(rows);
  const course = await makeCourse(await people.at(author), { lessons: [{ title: 'First', markdown: 'Words.' }] });
  await holdStreams(page);

  await test.step('a visitor who likes types email, Tab and password', async () => {
    await openClips(page, clip.path);
    const { release } = await holdScripts(page);
    await control(page, 'Like').click();
    await page.keyboard.type(reader.email, { delay });
    await page.keyboard.press('Tab');
    await page.keyboard.type('seven ', { delay });
    release();
    const dialog = page.getByRole('dialog', { name: 'Please login to like/comment' });
    await expect(dialog.getByLabel('Email')).toHaveValue(reader.email);
    await expect(dialog.getByLabel('Password')).toHaveValue('seven ');
    await expect(dialog.getByLabel('Password')).toBeFocused();
    await page.keyboard.type('lines');
    await expect(dialog.getByLabel('Password')).toHaveValue('seven lines');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(control(page, 'Like')).toBeFocused();
  });

  await signIn(page, reader);
  await test.step('a review keeps text typed in its dialog and before it opens', async () => {
    await page.goto(course.path);
    const { release } = await holdScripts(page);
    await page.getByRole('button', { name: /^Rate this/ }).click();
    await page.keyboard.type('Clear and ', { delay });
    release();
    const dialog = page.getByRole('dialog');
    const words = dialog.getByLabel('Your review');
    await expect(words).toHaveValue('Clear and ');
    await page.keyboard.type('short.');
    await expect(words).toHaveValue('Clear and short.');
    // The stars handle their own keys, and pass letters on.
    await dialog.getByRole('radio', { name: '4 stars' }).focus();
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await page.keyboard.type('Thanks.');
    await expect(words).toHaveValue('Clear and short.Thanks.');
    await dialog.getByRole('button', { name: 'Send review' }).click();
    await expect(dialog.getByRole('button', { name: 'Edit Review' })).toBeVisible();
  });

  await signIn(page, author);
  await test.step('a reply to it', async () => {
    await page.goto(course.path);
    const review = page.getByRole('region', { name: 'Reviews' }).getByRole('figure').first();
    const { release } = await holdScripts(page);
    await review.getByRole('button', { name: /^Answer/ }).click();
    await page.keyboard.type('Thank you, ', { delay });
    release();
    const field = review.getByLabel('Your answer');
    await expect(field).toHaveValue('Thank you, ');
    await expect(field).toBeFocused();
    await page.keyboard.type('reader.');
    await expect(field).toHaveValue('Thank you, reader.');
  });
});

test('text typed before the code is loaded is kept in comments on selected text and in the studio @DISC-04 @SITE-10', {
  tag: '@desk',
}, async ({ page, people }) => {
  test.slow();
  const author = await people.make('author');
  const article = await makeArticle(await people.at(author), { markdown: 'Read the first paragraph.\n\nThen the second one.' });
  await signIn(page, author);

  await test.step('a comment on selected text', async () => {
    await page.goto(article.path);
    await selectWords(page, 'first paragraph');
    const offer = page.getByRole('button', { name: /^Comment/ }).filter({ hasText: /Ctrl|⌘/ });
    await expect(offer).toBeVisible();
    const { release } = await holdScripts(page);
    await offer.click();
    await page.keyboard.type('Which one', { delay });
    release();
    const field = panelOf(page).getByRole('textbox', { name: 'Add your comment' });
    await expect(field).toBeFocused();
    await expect(panelOf(page)).toContainText('first paragraph');
    await page.keyboard.type('?');
    await expect(field).toHaveAttribute('contenteditable', 'true');
    await expect(field).toHaveText('Which one?');
    // Otherwise the draft would be in the next form.
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(field).toHaveText('');
    await closePanel(page);
  });

  await test.step('the menu next to text that was selected before any script had loaded', async () => {
    const { release } = await holdScripts(page);
    await page.goto(article.path, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await selectWords(page, 'second one');
    release();
    await expect(page.getByRole('button', { name: /^Comment/ }).filter({ hasText: /Ctrl|⌘/ })).toBeVisible();
  });

  for (const { what, held } of [
    { what: 'any script of the page', held: '' },
    { what: 'the code of its discussions', held: 'a[data-comments]' },
    { what: 'the code of comments on words', held: 'an-offer' },
  ])
    await test.step(`a comment with the keyboard, before ${what}`, async () => {
      const { release, isHeld } = await holdScriptsWith(page, held);
      await page.goto(article.path, { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      if (held !== '') await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
      await selectWords(page, 'second one');
      await page.keyboard.press('Control+Alt+KeyM');
      // Corrected while it's typed, as in any field.
      await page.keyboard.type('My', { delay });
      for (const _ of 'My') await page.keyboard.press('Backspace');
      await page.keyboard.type('y keys', { delay });
      await page.keyboard.press('Home');
      await page.keyboard.type('B', { delay });
      await expect.poll(isHeld).toBe(true);
      release();
      const field = panelOf(page).getByRole('textbox', { name: 'Add your comment' });
      await expect(panelOf(page)).toContainText('second one');
      await expect(field).toHaveAttribute('contenteditable', 'true');
      await expect(field).toHaveText('By keys');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      await expect(field).toHaveText('');
      await closePanel(page);
      await page.unroute(scripts);
    });

  await test.step('the keys with words selected outside the text let a paragraph be chosen, before any script and after', async () => {
    const choice = page.getByRole('button', { name: /^Comment on block 1 of 2/ });
    for (const isEarly of [true, false]) {
      const { release } = await holdScripts(page);
      if (!isEarly) release();
      await page.goto(article.path, { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      if (!isEarly) await expect(page.getByRole('button', { name: 'Comment on a paragraph' })).toBeAttached();
      await page.getByRole('heading', { level: 1 }).selectText();
      await page.keyboard.press('Control+Alt+KeyM');
      release();
      await expect(choice).toBeFocused();
      await page.unroute(scripts);
    }
  });

  await test.step('an existing text accepts letters at the caret before any script of the page has loaded', async () => {
    const { release } = await holdScripts(page);
    await page.goto(`/studio/articles/${article.id}`, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await pressBefore(page, 'Then the '.length, 1);
    await page.keyboard.type('long ', { delay });
    await pressBefore(page, 'Read the '.length, 0);
    await page.keyboard.type('old ', { delay });
    release();
    const text = textOf(page, 'Article');
    await expect(text.locator('p')).toHaveText(['Read the old first paragraph.', 'Then the long second one.']);
    await expect(text).toBeFocused();
    for (let press = 0; press < 'old '.length; press += 1) await page.keyboard.press('Backspace');
    await expect(text.locator('p').first()).toHaveText('Read the first paragraph.');
    await leaveWindow(page);
    await expectSaved(page);
  });

  await test.step('and before the code of its editor', async () => {
    await page.goto('/studio');
    const { release } = await holdScripts(page);
    // Only the page's own code is loaded.
    await page.unroute('**/assets/*.js');
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      if (text.includes('editor-surface')) await held.promise;
      await route.fulfill({ response: answer, body: text });
    });
    release();
    await page.goto(`/studio/articles/${article.id}`);
    await pressBefore(page, 'Read the '.length, 0);
    await page.keyboard.type('very ', { delay });
    held.resolve();
    const text = textOf(page, 'Article');
    await expect(text.locator('p').first()).toHaveText('Read the very first paragraph.');
    await expect(text).toBeFocused();
    await page.keyboard.type('own ');
    await expect(text.locator('p').first()).toHaveText('Read the very own first paragraph.');
    await expect(text.locator('p').nth(1)).toHaveText('Then the long second one.');
    await leaveWindow(page);
    await expectSaved(page);
  });
});

/** Closes the panel of comments, which opening the same page again would otherwise restore. */
async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
}

/** Blocks the scripts that contain a text, until they are released. */
async function holdScriptsWith(page: Page, text: string): Promise<{ release: () => void; isHeld: () => boolean }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route(scripts, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    if (body.includes(text)) {
      isHeld = true;
      await promise;
    }
    await route.fulfill({ response: answer, body });
  });
  return { release: resolve, isHeld: () => isHeld };
}

/** Presses the mouse button in a paragraph, before one of its letters. */
async function pressBefore(page: Page, letters: number, paragraph: number): Promise<void> {
  const still = page.locator('main .prose p').nth(paragraph);
  const { x, y, height } = await still.evaluate((element, offset) => {
    const [text] = element.childNodes;
    const range = new Range();
    if (text) range.setStart(text, offset);
    const box = range.getBoundingClientRect();
    return { x: box.x, y: box.y, height: box.height };
  }, letters);
  await page.mouse.click(x, y + height / 2);
}
