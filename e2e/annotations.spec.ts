import type { Page } from '@playwright/test';
import { commentWith, panelOf, write } from './support/comment-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { openToSelect, edgesOf, selectWords } from './support/select-words.ts';
import { makeArticle } from './support/things.ts';

// Discussions on a selection of a text: created by pointer, keyboard and touch, kept on their text while the author edits.
const sentence = 'It is so.';
const markdown = [
  `${sentence} And yet. ${sentence} Quite.`,
  '```ts\nconst a = 1;\nconst b = 1;\nconst c = 1;\n```',
  '> A quotation with **bold** words in it.',
  'The last paragraph.',
].join('\n\n');

/** Selects text in the studio's editor with the mouse, or puts the caret before it. */
async function selectInEditor(page: Page, words: string, { nth = 1, isCaret = false } = {}): Promise<void> {
  const { left, right, y } = await edgesOf(page, words, nth, page.getByRole('textbox', { name: 'Article' }));
  if (isCaret) return page.mouse.click(left, y);
  await page.mouse.move(left, y);
  await page.mouse.down();
  await page.mouse.move(right, y, { steps: 4 });
  await page.mouse.up();
}

/** Returns what is highlighted in the text, each with the characters before it in its block. */
function marked(page: Page): Promise<{ words: string; before: string }[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('annotation') ?? [])].flatMap((range) => {
      if (!(range instanceof Range)) return [];
      const block = range.startContainer.parentElement?.closest('.b');
      const before = document.createRange();
      if (block) before.setStart(block, 0);
      before.setEnd(range.startContainer, range.startOffset);
      return [{ words: range.toString(), before: before.toString().replace(/^\d+/, '').trim() }];
    }),
  );
}

/** Writes in the form of the open panel, sends, and leaves the panel. */
async function send(page: Page, words: string): Promise<void> {
  const panel = panelOf(page);
  await panel.getByRole('textbox', { name: /^Add your/ }).click();
  await page.keyboard.insertText(words);
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('article').getByText(words)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

async function openEditor(page: Page, id: string): Promise<void> {
  await page.goto(`/studio/articles/${id}`);
  await expect(page.getByRole('textbox', { name: 'Article' })).toBeVisible();
  // The menus are loaded after the text.
  await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
}

async function publishChanges(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved (?:just now|\d+ s ago)$/)).toBeVisible();
  await page.getByRole('button', { name: /^Publish/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('comments on text and on a line of code stay on it while the author edits, and aren’t lost with it @DISC-01 @DISC-09 @DISC-10', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const [author, learner] = [await people.make('author'), await people.enter('learner')];
  const { id, path } = await makeArticle(await people.at(author), { title: 'On its words', markdown });
  await watchLayout(page);
  await openToSelect(page, path);

  // With the mouse: the second of two equal sentences.
  const { left, right, y } = await edgesOf(page, sentence, 2);
  await page.mouse.move(left + 1, y);
  await page.mouse.down();
  await page.mouse.move(right, y, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(panelOf(page).getByText(sentence)).toBeVisible();
  await send(page, 'Why is it so a second time?');
  const onSentence = page.getByRole('button', { name: `1 comment on “${sentence}”.` });
  await expect(onSentence).toBeVisible();
  await expect.poll(() => marked(page)).toEqual([{ words: sentence, before: `${sentence} And yet.` }]);

  // With the keyboard: a line of code.
  await selectWords(page, 'const b = 1;');
  await page.keyboard.press('Control+Alt+m');
  await expect(panelOf(page).getByText('const b = 1;')).toBeVisible();
  await send(page, 'Is b needed?');
  await expect(page.getByRole('button', { name: '1 comment on “const b = 1;”.' })).toBeVisible();
  await expect(page.locator('pre span[data-annotated]')).toHaveText(['const b = 1;\n']);

  // With the keyboard, a whole paragraph: the button reached by tabbing, the arrows, Return.
  await page.getByRole('button', { name: 'Comment on a paragraph' }).focus();
  await page.keyboard.press('Enter');
  await page.evaluate(() => scrollTo(0, 0));
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Comment on block 4 of 4: “The last paragraph\.”/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('button', { name: /^Comment on block 3 of 4: “A quotation with bold words in it\.”/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByText('A quotation with bold words in it.')).toBeVisible();
  await send(page, 'Who said that?');
  await expect(page.getByRole('button', { name: '1 comment on “A quotation with bold words in it.”.' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // The author writes before all of them, and a new line of code above the line.
  const studio = await people.open(author);
  await openEditor(studio, id);
  await selectInEditor(studio, sentence, { isCaret: true });
  await studio.keyboard.insertText(`${sentence} Mind: `);
  await selectInEditor(studio, 'const b = 1;', { isCaret: true });
  await studio.keyboard.insertText('const b = 0;');
  await studio.keyboard.press('Enter');
  await publishChanges(studio);

  // A cached copy of the page may be shown once more.
  await expect(async () => {
    await page.reload();
    expect(await page.getByText('Mind:').isVisible()).toBe(true);
  }).toPass();
  await expect(onSentence).toBeVisible();
  await expect.poll(() => marked(page)).toContainEqual({ words: sentence, before: `${sentence} Mind: ${sentence} And yet.` });
  await expect(page.locator('pre span[data-annotated]')).toHaveText(['const b = 1;\n']);
  expect(await layoutShift(page)).toBeLessThan(0.005);

  // A highlight opens its discussion, and so does the text.
  await page.getByRole('button', { name: '1 comment on “const b = 1;”.' }).click();
  await expect(panelOf(page).getByRole('article').getByText('Is b needed?')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toBeHidden();
  const again = await edgesOf(page, sentence, 3);
  await page.mouse.click((again.left + again.right) / 2, again.y);
  await expect(panelOf(page).getByRole('article').getByText('Why is it so a second time?')).toBeVisible();
  await page.keyboard.press('Escape');

  // The author deletes the sentence: the comment becomes an orphan, and equal text keeps none.
  await openEditor(studio, id);
  await selectInEditor(studio, sentence, { nth: 3 });
  await studio.keyboard.press('Delete');
  await expect(studio.getByRole('list', { name: 'Comments whose text was removed' }).getByRole('link')).toHaveText(`“${sentence}”`);
  await publishChanges(studio);
  await expect(async () => {
    await page.reload();
    expect(await page.getByText('And yet. Quite.').isVisible()).toBe(true);
  }).toPass();
  await expect(page.getByRole('button', { name: '1 comment on “const b = 1;”.' })).toBeVisible();
  await expect(onSentence).toHaveCount(0);
  expect((await marked(page)).map(({ words }) => words)).not.toContain(sentence);
  await page.getByRole('link', { name: 'Comments', exact: true }).click();
  await expect(panelOf(page).getByRole('article').getByText('Why is it so a second time?')).toBeVisible();
  await expect(panelOf(page).getByText(sentence, { exact: true })).toBeVisible();

  // Questions next to an article work like those next to a clip.
  await write(panelOf(page), 'Add your comment', 'Asked beside an article.');
  await page.keyboard.press('Control+Enter');
  await expect(commentWith(panelOf(page), 'Asked beside an article.')).toBeVisible();
  const discussions = await rows.run(
    `select d.lesson_id, d.article_id from app_public.discussions d join app_public.comments c on c.discussion_id = d.id
     where c.user_id = $1 and c.body_markdown = 'Asked beside an article.'`,
    [learner.id],
  );
  expect(discussions).toEqual([{ lesson_id: null, article_id: id }]);
});

/** Counts layout shifts of each page from now on. */
async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved = { sum: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the layout shift since the page was opened. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum);
}

test('text is commented on by touch, and markers are at the end of their paragraph @DISC-10', { tag: ['@phone', '@touch'] }, async ({
  page,
  people,
}) => {
  const { path } = await makeArticle(await people.at(await people.make('author')), { title: 'By touch', markdown });
  await people.enter('learner');
  await openToSelect(page, path);
  await selectWords(page, 'last paragraph');
  const offer = page.getByRole('button', { name: 'Comment', exact: true });
  await expect(offer).toBeInViewport();
  await offer.tap();
  await expect(panelOf(page).getByText('last paragraph')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await send(page, 'By touch.');
  const mark = page.getByRole('button', { name: '1 comment on “last paragraph”.' });
  await expect(mark).toBeVisible();
  const [box, text] = [await mark.boundingBox(), await page.locator('.text.prose > .b').last().boundingBox()];
  expect(box?.height).toBeGreaterThanOrEqual(24);
  expect(box && text && box.y >= text.y + text.height - 1).toBe(true);
  await expectNoSidewaysScroll(page);
  await mark.tap();
  await expect(panelOf(page).getByRole('article').getByText('By touch.')).toBeVisible();
});

test('a visitor who comments on text signs in and finds the text and the form unchanged @DISC-02 @DISC-10', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const [author, learner] = [await people.make('author'), await people.make('learner')];
  const { id, path } = await makeArticle(await people.at(author), { title: 'Signed in on the way', markdown });
  await openToSelect(page, path);
  await selectWords(page, sentence, 2);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const panel = panelOf(page);
  await expect(panel.getByText(sentence, { exact: true })).toBeVisible();
  await write(panel, 'Add your comment', 'Why is it so a second time?');
  await page.keyboard.press('Control+Enter');

  const prompt = page.getByRole('dialog', { name: 'Please login to comment' });
  await prompt.getByLabel('Email').fill(learner.email);
  await prompt.getByLabel('Password').fill(learner.password);
  await prompt.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^Account of/, includeHidden: true })).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === path && /^\d+$/.test(url.searchParams.get('from') ?? ''));
  const { searchParams } = new URL(page.url());
  expect(Number(searchParams.get('to')) - Number(searchParams.get('from'))).toBe(sentence.length);

  await expect(panel.getByText(sentence, { exact: true })).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Add your comment' })).toHaveText('Why is it so a second time?');
  await panel.getByRole('form', { name: 'Add your comment' }).getByRole('button', { name: 'Send' }).click();
  await expect(commentWith(panel, 'Why is it so a second time?')).toBeVisible();
  await expect(page).toHaveURL(path);
  await page.keyboard.press('Escape');
  await expect.poll(() => marked(page)).toEqual([{ words: sentence, before: `${sentence} And yet.` }]);
  const stored = await rows.run(
    `select s.range_from as from, s.range_to as to, s.text from app_public.discussion_selections s
     join app_public.discussions d on d.id = s.discussion_id where d.article_id = $1`,
    [id],
  );
  expect(stored).toEqual([{ from: Number(searchParams.get('from')), to: Number(searchParams.get('to')), text: sentence }]);
});
