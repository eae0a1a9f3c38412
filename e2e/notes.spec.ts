import type { Locator, Page } from '@playwright/test';
import { tabTo } from './support/by-keyboard.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { openToSelect, edgesOf, selectWords } from './support/select-words.ts';
import { makeArticle, makeCourse } from './support/things.ts';

const markdown = ['Closures keep variables. Loops repeat.', '```ts\nconst a = 1;\nconst b = 2;\n```', 'The last paragraph.'].join('\n\n');

const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: /^(?:New|Your) note$/ });

/** Returns the words that are highlighted for their reader. */
const highlighted = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(CSS.highlights.get('note') ?? [])].map((range) => (range instanceof Range ? range.toString() : '')));

/** Writes a note about words with the keys, as a screen reader or caret browsing selects them. */
async function writeNote(page: Page, words: string, note: string): Promise<void> {
  await selectWords(page, words);
  await page.keyboard.press('Control+Alt+n');
  await expect(panelOf(page).getByText(words)).toBeVisible();
  await panelOf(page).getByRole('textbox', { name: 'Note' }).fill(note);
  await page.keyboard.press('Control+Enter');
  await expect(panelOf(page)).toBeHidden();
}

test('a reader highlights words and writes notes with the keyboard, finds them in their list, and nobody else sees them @PRACTICE-03', {
  tag: '@desk',
}, async ({ page, people }) => {
  const author = await people.make('author');
  await people.enter('learner');
  const { path, title } = await makeArticle(await people.at(author), { title: 'Notes on words', markdown });
  await openToSelect(page, path);

  await test.step('a highlight with the mouse', async () => {
    const { left, right, y } = await edgesOf(page, 'Loops repeat.');
    await page.mouse.move(left + 1, y);
    await page.mouse.down();
    await page.mouse.move(right, y, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Highlight', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Your highlight of “Loops repeat.”.' })).toBeVisible();
    await expect.poll(() => highlighted(page)).toEqual(['Loops repeat.']);
  });

  await test.step('a note about selected words, and one about a block, with the keyboard', async () => {
    await writeNote(page, 'Closures keep variables.', 'Like a backpack.');
    await expect(page.getByRole('button', { name: '2 of your notes on this line.' })).toBeVisible();
    await page.keyboard.press('Control+Alt+n');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('button', { name: /^Note on block 3 of 3: “The last paragraph\.”/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panelOf(page).getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.type('The end.');
    await expectAccessible(page);
    await tabTo(panelOf(page).getByRole('button', { name: 'Save note' }));
    await page.keyboard.press('Enter');
    await expect(panelOf(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Your note on “The last paragraph.”.' })).toBeVisible();
  });

  await test.step('a line of code', async () => {
    await writeNote(page, 'const b = 2;', 'Why two?');
    await expect(page.locator('pre span[data-noted]')).toHaveText(['const b = 2;\n']);
    await expectAccessible(page);
  });

  await test.step('nobody else sees them, not even the author', async () => {
    for (const person of [author, null, await people.make('admin')]) {
      const other = await people.open(person);
      const answered = other.waitForResponse((response) => (response.request().postData() ?? '').includes('"hasNotes"'));
      await other.goto(path);
      expect(await (await answered).text()).not.toContain('backpack');
      await expect(other.getByRole('button', { name: /your (?:note|highlight)/i })).toHaveCount(0);
      expect(await highlighted(other)).toEqual([]);
      expect(await other.content()).not.toContain('backpack');
    }
  });

  await test.step('the note is edited and deleted where it is', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Your note on “The last paragraph.”.' }).click();
    const field = panelOf(page).getByRole('textbox', { name: 'Note' });
    await expect(field).toHaveValue('The end.');
    await field.fill('The end, at last.');
    await panelOf(page).getByRole('button', { name: 'Save note' }).click();
    await expect(panelOf(page)).toBeHidden();
    await page.getByRole('button', { name: 'Your note on “const b = 2;”.' }).click();
    await panelOf(page).getByRole('button', { name: 'Delete this note' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog', { name: 'Delete this note?' }))
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(panelOf(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Your note on “const b = 2;”.' })).toHaveCount(0);
    await expect(page.locator('pre span[data-noted]')).toHaveCount(0);
  });

  await test.step('the list is searched, filtered and downloaded, and leads back to the words', async () => {
    await page.goto('/library');
    await page.getByRole('link', { name: 'Your notes and highlights' }).click();
    await expect(page.getByText('3 notes found')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search' }).fill('BACKPACK closures');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 note found')).toBeVisible();
    await expect(page.getByText('Like a backpack.')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Highlights');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/kind=highlight/);
    await expect(page.getByText('Loops repeat.', { exact: true })).toBeVisible();
    await expect(page.getByText('Like a backpack.')).toBeHidden();
    await page.goto('/library/notes?sort=reading');
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as Markdown' }).click();
    const file = await (await downloading).createReadStream();
    const text = (await file.toArray()).join('');
    expect(text).toMatch(/^# Notes\n\nFrom /);
    expect(text).toContain(`## ${title}\n\n> Closures keep variables.\n\nLike a backpack.\n\n[Open](`);
    expect(text.indexOf('> Loops repeat.')).toBeLessThan(text.indexOf('The end, at last.'));
    await page.getByRole('link', { name: 'Open in the text' }).last().click();
    await expect(page.locator('.text.prose').getByText('The last paragraph.')).toBeInViewport();
  });
});

test('on a phone, the buttons, the panel and the list fit @PRACTICE-03', { tag: '@phone' }, async ({ page, people }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const author = await people.make('author');
  await people.enter('learner');
  const { path } = await makeArticle(await people.at(author), { title: 'Notes on a phone', markdown });
  await openToSelect(page, path);
  await selectWords(page, 'Closures keep variables.');
  const buttons = page.getByRole('button', { name: /^(?:Comment|Highlight|Note)$/ });
  await expect(buttons).toHaveCount(3);
  for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await panelOf(page)
    .getByRole('textbox', { name: 'Note' })
    .fill(`A thought ${'that never ends '.repeat(20)}`);
  await expectNoSidewaysScroll(page);
  await panelOf(page).getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('button', { name: 'Your note on “Closures keep variables.”.' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/library/notes');
  await expect(page.getByText('1 note found')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Edit note on / }).click();
  await expect(panelOf(page).getByRole('textbox', { name: 'Note' })).toHaveValue(/^A thought/);
});

test('two tabs with the same note lose neither text, and a draft survives closing the panel @PRACTICE-03', {
  tag: '@desk',
}, async ({ page, people, expectedErrors }) => {
  expectedErrors.push(/409|CONFLICT/);
  const author = await people.make('author');
  const learner = await people.enter('learner');
  const { path } = await makeArticle(await people.at(author), { title: 'Notes in two tabs', markdown });
  await openToSelect(page, path);
  await writeNote(page, 'Loops repeat.', 'One');
  const other = await people.open(learner);
  await other.goto(path);
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Your note on “Loops repeat.”.' }).click();
    await expect(panelOf(tab).getByRole('textbox', { name: 'Note' })).toHaveValue('One');
  }
  await panelOf(page).getByRole('textbox', { name: 'Note' }).fill('From the first tab');
  await panelOf(page).getByRole('button', { name: 'Save note' }).click();
  await expect(panelOf(page)).toBeHidden();
  const field = panelOf(other).getByRole('textbox', { name: 'Note' });
  await field.fill('From the second tab');
  await panelOf(other).getByRole('button', { name: 'Save note' }).click();
  await expect(panelOf(other).getByText('This note was changed in another tab or on another device.')).toBeVisible();
  await expect(panelOf(other).getByText('From the first tab')).toBeVisible();
  await expect(field).toHaveValue('From the second tab');
  await panelOf(other).getByRole('button', { name: 'Keep my text' }).click();
  await field.fill('From both tabs');
  await other.keyboard.press('Escape');
  await expect(panelOf(other)).toBeHidden();
  await other.getByRole('button', { name: 'Your note on “Loops repeat.”.' }).click();
  await expect(field).toHaveValue('From both tabs');
  await panelOf(other).getByRole('button', { name: 'Save note' }).click();
  await expect(panelOf(other)).toBeHidden();
  await page.reload();
  await page.getByRole('button', { name: 'Your note on “Loops repeat.”.' }).click();
  await expect(panelOf(page).getByRole('textbox', { name: 'Note' })).toHaveValue('From both tabs');
});

test('a note on a second of a video is a mark on the seek bar, and opens with the w key @PRACTICE-03', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const author = await people.make('author');
  await people.enter('learner');
  const { lessons } = await makeCourse(await people.at(author), {
    title: 'Notes on video',
    lessons: [{ title: 'One', markdown: 'Text.', isFree: true }],
  });
  const [lesson] = lessons;
  await rows.run(
    `with video as (insert into app_private.lesson_videos (lesson_id, video_url)
       select $1, video_url from app_public.clips where video_url is not null order by created_at limit 1 returning lesson_id)
     update app_public.lessons l set video_duration = 20 from video where l.id = video.lesson_id`,
    [lesson?.id],
  );
  await page.goto(lesson?.path ?? '');
  const playing = page.locator('video');
  await page.getByRole('button', { name: /^Play / }).click();
  await expect.poll(() => playing.evaluate((media: HTMLVideoElement) => media.currentTime)).toBeGreaterThan(0);
  await playing.evaluate((media: HTMLVideoElement) => {
    media.pause();
    media.currentTime = 2;
  });
  await expect.poll(() => playing.evaluate((media: HTMLVideoElement) => media.seeking)).toBe(false);
  await expect(page.getByRole('button', { name: 'Write a note at this second' })).toBeVisible();
  await page.keyboard.press('w');
  const field = panelOf(page).getByRole('textbox', { name: 'Note' });
  await expect(field).toBeFocused();
  await page.keyboard.type('She says it here.');
  await page.keyboard.press('Control+Enter');
  await expect(panelOf(page)).toBeHidden();
  const mark = page.getByRole('button', { name: 'Your note at 0:02' });
  await expect(mark).toBeVisible();
  await mark.click();
  await expect(field).toHaveValue('She says it here.');
  await expectAccessible(page);
  await page.goto('/library/notes');
  await expect(page.getByRole('link', { name: 'Watch at 0:02' })).toHaveAttribute('href', `${lesson?.path}?t=2`);
});

test('a note says when its words are gone, and can still be read, edited and deleted @PRACTICE-03', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const author = await people.make('author');
  await people.enter('learner');
  const { id, path } = await makeArticle(await people.at(author), { title: 'Notes without words', markdown });
  await openToSelect(page, path);
  await writeNote(page, 'Loops repeat.', 'Kept anyway');
  // As the job leaves it after the author deleted the sentence; api/tests/notes tests the job.
  await rows.run('update app_public.notes set is_orphaned = true where article_id = $1', [id]);
  await page.reload();
  await page.goto('/library/notes');
  await expect(page.getByText('These words are no longer in the text')).toBeVisible();
  await expect(page.getByText('Loops repeat.', { exact: true })).toBeVisible();
  await rows.run('delete from app_public.articles where id = $1', [id]);
  await page.reload();
  await expect(page.getByText('not available to you now')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Notes without words/ })).toBeVisible();
  await page.getByRole('button', { name: /^Edit note on / }).click();
  await panelOf(page).getByRole('button', { name: 'Delete this note' }).click();
  await page.getByRole('dialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No notes yet' })).toBeVisible();
});
