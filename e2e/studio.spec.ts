import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signInAt, type ApiClient } from './support/api-client.ts';
import { noisePicture } from './support/noise-picture.ts';
import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { browserOf, expectSaved, textOf, waitForEditor, writeAtEnd } from './support/studio-journey.ts';

// Writing: the list, the editor with its saving, history, previews and publishing.
const create = 'mutation a($input: CreateArticleInput!) { createArticle(input: $input) { article { id slug } } }';

type Made = { id: string; slug: string };

/** Somebody of the demo, at the API. */
function clientOf(baseURL: string | undefined, role: 'author' | 'admin'): Promise<ApiClient> {
  return signInAt(baseURL ?? '', demoPerson(role));
}

/** An article of the demo's author. */
async function makeArticle(baseURL: string | undefined, title: string, bodyMarkdown: string): Promise<Made> {
  const author = await clientOf(baseURL, 'author');
  const { data } = await author.run<{ createArticle: { article: Made } }>(create, { input: { title, bodyMarkdown } });
  if (!data) throw new Error('makeArticle: expected an article, got none');
  return data.createArticle.article;
}

/** Opens an article in the studio and waits until the editor answers to keys. */
async function openEditor(page: Page, id: string): Promise<void> {
  await page.goto(`/studio/articles/${id}`);
  await waitForEditor(page, 'Article');
}

/** The editor's text. */
function text(page: Page) {
  return textOf(page, 'Article');
}

function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 720;
}

function write(page: Page, words: string): Promise<void> {
  return writeAtEnd(text(page), words);
}

test('an author begins an article, writes, and finds it again after a reload and in the list @EDIT-12', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/studio?status=draft');
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
  await signIn(page, demoPerson('author'));
  await page.goto('/studio');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Article' }).click();
  await expect(page).toHaveURL(/\/studio\/articles\/[0-9a-f-]{36}$/);
  await waitForEditor(page, 'Article');
  const title = `Written ${Date.now()}`;
  // Into the title itself: a caret that Home moves in the moment of a press is moved back by it.
  await text(page).getByRole('heading', { level: 1 }).click();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('First words of it.');
  await expectSaved(page);
  // A phone keeps the bar for saving: there the count is in the list.
  const count = page.locator('[data-studio]').getByText('4 words', { exact: true });
  if (isNarrow(page)) await expect(count).toBeHidden();
  else await expect(count).toBeVisible();
  await expectNoSidewaysScroll(page);
  // The title has no grip beside it: the editor's own parts are looked at in its own journeys.
  await page.keyboard.press('Control+Home');
  await expect(page.getByRole('button', { name: 'Drag block' })).toBeHidden();
  await expectAccessible(page);
  await page.reload();
  await waitForEditor(page, 'Article');
  await expect(text(page)).toContainText(title);
  await expect(text(page)).toContainText('First words of it.');
  // Undo reaches back over saves.
  await write(page, 'Taken back.');
  await expectSaved(page);
  await page.keyboard.press('Control+z');
  await expect(text(page)).not.toContainText('Taken back.');
  await expect(async () => {
    await page.goto(`/studio?q=${encodeURIComponent(title)}&status=draft`);
    await expect(page.getByRole('link', { name: title })).toContainText('4 words', { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('link', { name: title })).toContainText('Draft');
});

test.describe('for others', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] });

  test('nobody else opens it: a visitor signs in first, a learner finds nothing and is told how one becomes an author @EDIT-12 @AUTH-03', async ({
    page,
    baseURL,
  }) => {
    const { id } = await makeArticle(baseURL, 'Of nobody else', 'Hidden words.');
    for (const path of [`/studio/articles/${id}`, `/studio/articles/${id}/preview?as=pro`]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
    }
    await signIn(page, demoPerson('learner'));
    for (const path of [`/studio/articles/${id}`, `/studio/articles/${id}/preview?as=pro`]) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      expect(await page.content()).not.toContain('Hidden words');
    }
    const list = await page.goto('/studio');
    expect(list?.headers()['cache-control']).toBe('private, no-store');
    await expect(page.getByRole('heading', { name: 'The studio is where authors write.' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test('it is checked field by field, published and read; what is written later waits until it is published again @EDIT-12', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id } = await makeArticle(baseURL, 'Untitled', 'For every reader.');
  await signIn(page, demoPerson('author'));
  await openEditor(page, id);
  const title = `Public ${Date.now()}`;
  await text(page).getByRole('heading', { level: 1 }).click();
  await page.keyboard.type(title);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByLabel('Address').fill('Not An Address');
  await dialog.getByLabel('First published at').fill('nowhere');
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog.getByText(/^Expected lower-case words joined by single hyphens/)).toBeVisible();
  await expect(dialog.getByText(/^Expected an http or https address/)).toBeVisible();
  await expectAccessible(page);
  const slug = `public-${Date.now()}`;
  await dialog.getByLabel('Address').fill(slug);
  await dialog.getByLabel('First published at').fill('');
  await dialog.getByLabel('Summary').fill('One sentence about it.');
  await dialog.getByRole('checkbox', { name: 'TypeScript' }).check();
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();

  const visitor = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const reader = await visitor.newPage();
  await reader.goto(`/articles/${slug}`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(reader.getByText('For every reader.')).toBeVisible();

  await write(page, 'Half a sen');
  await expectSaved(page);
  await reader.reload();
  await expect(reader.getByText('For every reader.')).toBeVisible();
  expect(await reader.content()).not.toContain('Half a sen');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(async () => {
    await reader.reload();
    await expect(reader.getByText('Half a sen')).toBeVisible({ timeout: 1000 });
  }).toPass();

  // A changed address leads on.
  await page.getByRole('button', { name: 'Published' }).click();
  await page.getByRole('dialog').getByLabel('Address').fill(`${slug}-moved`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(async () => {
    await reader.goto(`/articles/${slug}`);
    await expect(reader).toHaveURL(new RegExp(`/articles/${slug}-moved$`), { timeout: 1000 });
  }).toPass();
  await visitor.close();
});

test('two people saving from two browsers: the second sees both texts and loses nothing @EDIT-12', async ({ page, browser, baseURL }) => {
  const { id } = await makeArticle(baseURL, 'Written by two', 'What both began with.');
  await signIn(page, demoPerson('author'));
  await openEditor(page, id);
  const other = await browserOf(browser, baseURL, 'admin');
  const theirs = await other.newPage();
  await openEditor(theirs, id);

  await write(theirs, 'The words of the staff.');
  await expectSaved(theirs);
  await write(page, 'The words of the author.');
  const staff = demoPerson('admin').name;
  const dialog = page.getByRole('dialog', { name: `${staff} saved this article meanwhile` });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('group', { name: `Only in ${staff}’s text` })).toContainText('The words of the staff.');
  await expect(dialog.getByRole('group', { name: 'Only in yours' })).toContainText('The words of the author.');
  await expectAccessible(page);
  // It cannot be closed undecided.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine as a new version' }).click();
  await expect(dialog).toBeHidden();
  await expectSaved(page);

  // Now the other one is behind, and takes what is there.
  await write(theirs, 'More of the staff.');
  const second = theirs.getByRole('dialog', { name: `${demoPerson('author').name} saved this article meanwhile` });
  await second.getByRole('button', { name: 'Take theirs' }).click();
  await expect(second).toBeHidden();
  await expect(text(theirs)).toContainText('The words of the author.');
  await expect(text(theirs)).not.toContainText('More of the staff.');

  // Everything that was saved is in the history, and comes back.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await history.getByRole('button', { name: new RegExp(staff) }).click();
  await expect(history.getByRole('article', { name: 'Version 2' })).toContainText('The words of the staff.');
  await history.getByRole('button', { name: 'Restore version 2' }).click();
  await expect(history).toBeHidden();
  await expect(text(page)).toContainText('The words of the staff.');
  await page.reload();
  await waitForEditor(page, 'Article');
  await expect(text(page)).toContainText('The words of the staff.');
  await expect(text(page)).not.toContainText('The words of the author.');
  await other.close();
});

test('pictures are sent from the text and as its cover, shown while they are on their way, and read @EDIT-03 @API-02', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const { id } = await makeArticle(baseURL, `Pictured ${Date.now()}`, 'Before the picture.');
  await signIn(page, demoPerson('author'));
  await openEditor(page, id);
  const network = await page.context().newCDPSession(page);
  const upload = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: noisePicture(1000, 500) });

  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await upload(200_000);
  const chosen = page.waitForEvent('filechooser');
  await page.keyboard.type('/image');
  await page.getByRole('option', { name: 'Image', exact: true }).click();
  await (await chosen).setFiles([file('plan.png')]);
  const progress = page.getByRole('progressbar', { name: 'Uploading plan.png' });
  await expect(text(page).getByText(/^\d\.\d of 1\.5 MB$/)).toBeVisible();
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(20);
  await upload(-1);
  const picture = text(page).locator('figure img');
  await expect(picture).toHaveAttribute('src', /^\/media\/a\/[a-z2-7]{26}\/1600\.webp$/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([1000, 500]);
  await expectSaved(page);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  const cover = dialog.getByRole('group', { name: 'Cover' });
  // So slow that even a slow machine cancels it on its way.
  await upload(60_000);
  await cover.getByLabel('Cover file').setInputFiles([file('cover.png')]);
  const sent = cover.getByRole('progressbar', { name: 'Sent' });
  await expect.poll(() => sent.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(5);
  await cover.getByRole('button', { name: 'Cancel' }).click();
  await expect(cover.getByRole('button', { name: 'Upload a cover' })).toBeVisible();
  await upload(-1);
  await cover.getByLabel('Cover file').setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }]);
  await expect(cover.getByRole('alert')).toContainText('Notes.txt is no picture that can be shown');
  await cover.getByLabel('Cover file').setInputFiles([file('cover.png')]);
  await expect(cover.getByRole('img', { name: 'The cover' })).toHaveAttribute('src', /^\/media\/a\/[a-z2-7]{26}\/1600\.webp$/);
  await expect(cover.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  const slug = `pictured-${Date.now()}`;
  await dialog.getByLabel('Address').fill(slug);
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog).toBeHidden();

  const visitor = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const reader = await visitor.newPage();
  await reader.goto(`/articles/${slug}`);
  const shown = reader.locator('main img[src^="/media/a/"]');
  await expect(shown).toHaveCount(2);
  for (const image of await shown.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(reader.locator('.text img')).toHaveAttribute('srcset', /480\.webp 480w, .*960\.webp 960w, .*1600\.webp 1000w$/);
  await visitor.close();

  // And taken away again.
  await page.getByRole('button', { name: 'Published' }).click();
  await page.getByRole('dialog').getByRole('group', { name: 'Cover' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Published' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Upload a cover' })).toBeVisible();
});

test.describe('without a connection', { tag: '@desk' }, () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/] });

  test('words are kept on the device, sent when it is back, and brought back after a crash @EDIT-12', async ({
    page,
    context,
    baseURL,
  }) => {
    const { id } = await makeArticle(baseURL, 'Written on a train', 'Before the tunnel.');
    await signIn(page, demoPerson('author'));
    await openEditor(page, id);
    await context.setOffline(true);
    await write(page, 'In the tunnel.');
    await expect(page.getByText('Offline: kept on this device').last()).toBeVisible();
    await context.setOffline(false);
    await expectSaved(page);

    await context.setOffline(true);
    await write(page, 'In the second tunnel.');
    await expect(page.getByText('Offline: kept on this device').last()).toBeVisible();
    // A page that is closed may still send its words past the emulated network; one that crashes sends nothing.
    const crashed = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto(`/studio/articles/${id}`);
    const dialog = again.getByRole('dialog', { name: 'This device has words that were not saved' });
    await expect(dialog.getByRole('group', { name: 'Only on this device' })).toContainText('In the second tunnel.');
    await dialog.getByRole('button', { name: 'Bring them back' }).click();
    await expectSaved(again);
    await again.reload();
    await waitForEditor(again, 'Article');
    await expect(text(again)).toContainText('In the second tunnel.');
    await expect(dialog).toBeHidden();
  });
});

test(
  'an article exported as Markdown and imported again is the same document @EDIT-12 @DOC-02',
  { tag: '@desk' },
  async ({ page, baseURL }, info) => {
    const markdown = '## Two\n\n- a\n- b\n\n```ts\nlet x = 1;\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nEnd.';
    const { id } = await makeArticle(baseURL, 'Carried: “away”', markdown);
    await signIn(page, demoPerson('author'));
    await openEditor(page, id);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Export Markdown' }).click();
    const file = info.outputPath('carried.md');
    await (await download).saveAs(file);
    expect(await readFile(file, 'utf8')).toContain('title: "Carried: “away”"');

    await page.goto('/studio');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import Markdown' }).click();
    await (await chooser).setFiles(file);
    await expect(page).toHaveURL(/\/studio\/articles\/[0-9a-f-]{36}$/);
    await waitForEditor(page, 'Article');
    const author = await clientOf(baseURL, 'author');
    const documentOf = async (article: string) => {
      type Working = { articleById: { latestRevision: { title: string; bodyDelta: string } } };
      const query = 'query a($id: UUID!) { articleById(id: $id) { latestRevision { title bodyDelta } } }';
      return (await author.run<Working>(query, { id: article })).data?.articleById.latestRevision;
    };
    expect(await documentOf(page.url().split('/').at(-1) ?? '')).toEqual(await documentOf(id));
  },
);

test('a preview shows each reader their part, through the paywall, before anything is public @EDIT-12', async ({ page, baseURL }) => {
  const { id } = await makeArticle(baseURL, 'Seen before', 'Open words.\n\n::paywall\n\nPaid words.');
  const author = await clientOf(baseURL, 'author');
  await author.run('mutation a($input: UpdateArticleInput!) { updateArticle(input: $input) { article { id } } }', {
    input: { id, patch: { subscriptionRequired: true } },
  });
  await signIn(page, demoPerson('author'));
  await openEditor(page, id);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('menuitem', { name: 'As a visitor' }).click();
  await expect(page.getByText('Open words.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in, if you have it' })).toBeVisible();
  await expect(page.getByText('Paid words.')).toBeHidden();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Free reader' }).click();
  await expect(page.getByRole('link', { name: 'Sign in, if you have it' })).toBeHidden();
  await page.reload();
  await expect(page.getByText('Open words.')).toBeVisible();
  expect(await page.content()).not.toContain('Paid words.');
  await page.getByRole('link', { name: 'Pro reader' }).click();
  await expect(page.getByText('Paid words.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to writing' }).click();
  await waitForEditor(page, 'Article');
});
