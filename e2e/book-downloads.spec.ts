import { readFile } from 'node:fs/promises';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { makeBook } from './support/things.ts';

test('a book is prepared in place, found again, retried, and downloaded @STUDY-01', { tag: '@phone' }, async ({
  page,
  people,
  rows,
  browser,
  baseURL,
}) => {
  const long = { timeout: 120_000 };
  const author = await people.enter('author');
  const book = await makeBook(await people.at(author), {
    title: 'A book to go',
    chapters: [
      { title: 'Out', markdown: 'Words of the first chapter.', isFree: true },
      { title: 'Home', markdown: 'Words of the last chapter.' },
    ],
  });
  const change = (assignments: string) => rows.run(`update app_private.book_exports set ${assignments} where book_id = $1`, [book.id]);
  // The holder of the lock creates exports: while the test holds it, they wait.
  const hold = () => rows.run(`select pg_advisory_lock(hashtext('newline book exports'))`);
  const letGo = () => rows.run(`select pg_advisory_unlock(hashtext('newline book exports'))`);
  const side = page.getByRole('complementary', { name: 'About this book' });
  const epub = side.getByRole('link', { name: 'EPUB' });
  const bar = side.getByRole('progressbar', { name: 'Progress of the EPUB' });
  const status = side.getByRole('status').first();

  await hold();
  await test.step('clicking the link queues it, and shows so', async () => {
    await page.goto(book.path);
    await epub.focus();
    // The page says so before the export is stored.
    const stored = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/api/book-exports/'),
    );
    await page.keyboard.press('Enter');
    await stored;
    // The same test runs at the same time on a phone: its export may be the first.
    await expect(status).toHaveText(/^(?:Your EPUB will be prepared in a moment|Waiting for one other file)\.$/u);
    await expect(bar).toBeVisible();
    await expect(epub).toBeFocused();
  });

  await test.step('progress is shown where it was clicked, and still after leaving', async () => {
    await change(`status = 'running', attempts = 1, step = 1, step_count = 3, label = 'Chapter 2 of 2'`);
    await expect(bar).toHaveAttribute('value', '1');
    await expect(bar).toHaveAttribute('aria-valuetext', 'Chapter 2 of 2');
    await expect(status).toHaveText('Preparing your EPUB. You can leave this page and come back.');
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);
    await page.goto('/');
    await page.goto(book.path);
    await expect(bar).toHaveAttribute('value', '1');
  });

  await test.step('a failure says why, and is retried', async () => {
    await change(`status = 'failed', reason = 'This book is too large to be exported as one file.', label = ''`);
    await expect(status).toHaveText('This book is too large to be exported as one file.');
    await expect(bar).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
    await letGo();
    const [download] = await Promise.all([
      page.waitForEvent('download', long),
      side.getByRole('button', { name: 'Try again to create the EPUB' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${book.slug}.epub`);
    expect((await readFile(await download.path())).subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
    await expect(status).toHaveText('Your download has started. The link stays ready.');
  });

  await test.step('the link stays, and leads to the file immediately', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), epub.click()]);
    expect(download.suggestedFilename()).toBe(`${book.slug}.epub`);
    await expect(page).toHaveURL(book.path);
  });

  await test.step('without JavaScript a page waits for the file with the visitor’s part', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) });
    const plain = await context.newPage();
    await hold();
    await plain.goto(book.path);
    await plain.getByRole('link', { name: 'EPUB' }).click();
    await expect(plain.getByRole('heading', { name: 'Your EPUB is being prepared' })).toBeVisible();
    await expect(plain.getByRole('status')).toHaveText(/^(?:It will start in a moment|Waiting for one other file)\.$/u);
    const downloading = plain.waitForEvent('download', long);
    await letGo();
    expect((await downloading).suggestedFilename()).toBe(`${book.slug}-free-part.epub`);
    await context.close();
  });
});
