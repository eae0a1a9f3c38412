import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { noiseImage } from './support/noise-image.ts';
import { suffix } from './support/people.ts';
import { expectSaved, leaveWindow, saveWith, textOf, waitForEditor, writeAndSave, writeAtEnd } from './support/studio-journey.ts';
import { makeArticle } from './support/things.ts';

// Writing: the list, and the editor with saving, history, previews and publishing.

/** Opens an article in the studio and waits until the editor reacts to keys. */
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

test('an author starts an article, writes, and finds it again after a reload and in the list @EDIT-12', { tag: '@phone' }, async ({
  page,
  people,
}) => {
  expect((await page.request.get('/studio?status=draft')).url()).toMatch(/\/sign-in\?returnTo=/);
  await people.enter('author');
  await page.goto('/studio');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Article', exact: true }).click();
  await expect(page).toHaveURL(/\/studio\/articles\/[0-9a-f-]{36}$/);
  await waitForEditor(page, 'Article');
  const title = `Written ${suffix()}`;

  await test.step('text is saved automatically', async () => {
    // Into the title itself: at the moment of a click, the caret returns there if Home moves it.
    await text(page).getByRole('heading', { level: 1 }).click();
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    const taken = page.waitForResponse((response) => (response.request().postData() ?? '').includes('First words of it.'));
    await page.keyboard.insertText('First words of it.');
    await taken;
    await expectSaved(page);
    // A phone uses its bar for saving, so the count is in the list.
    const count = page.locator('[data-studio]').getByText('4 words', { exact: true });
    if (isNarrow(page)) await expect(count).toBeHidden();
    else await expect(count).toBeVisible();
    await expectNoSidewaysScroll(page);
    // The title has no handle; the editor's own parts are tested in its own specs.
    await page.keyboard.press('Control+Home');
    await expect(page.getByRole('button', { name: 'Drag block' })).toBeHidden();
    await expectAccessible(page);
    await page.reload();
    await waitForEditor(page, 'Article');
    await expect(text(page)).toContainText(title);
    await expect(text(page)).toContainText('First words of it.');
  });

  await test.step('undo works across saves', async () => {
    await writeAndSave(text(page), 'Taken back.');
    await saveWith(page, 'First words of it.', async () => {
      await page.keyboard.press('Control+z');
      await expect(text(page)).not.toContainText('Taken back.');
    });
  });

  await test.step('it is in the list', async () => {
    await page.goto(`/studio?q=${encodeURIComponent(title)}&status=draft`);
    await expect(page.getByRole('link', { name: title })).toContainText('4 words');
    await expect(page.getByRole('link', { name: title })).toContainText('Draft');
  });
});

test('an article gets images, is checked field by field, published and read; later changes wait until it is published again @EDIT-12 @EDIT-03 @API-02 @AUTH-03', {
  tag: '@desk',
}, async ({ page, people }) => {
  const author = await people.enter('author');
  const { id, title } = await makeArticle(await people.at(author), { title: 'Pictured', markdown: 'For every reader.', isDraft: true });
  const reader = await people.open(null);
  const written = [`/studio/articles/${id}`, `/studio/articles/${id}/preview?as=pro`];

  await test.step('no one else opens it: a visitor must sign in first, and a learner sees nothing and how to become an author', async () => {
    for (const path of written) expect((await reader.request.get(path)).url()).toMatch(/\/sign-in\?returnTo=/);
    await signIn(reader, await people.make('learner'));
    for (const path of written) {
      const answer = await reader.request.get(path);
      expect(answer.status()).toBe(404);
      expect(await answer.text()).not.toContain('For every reader');
    }
    const list = await reader.request.get('/studio');
    expect(list.headers()['cache-control']).toBe('private, no-store');
    expect(await list.text()).toContain('The studio is for authors.');
    await reader.context().clearCookies();
  });

  await openEditor(page, id);
  const network = await page.context().newCDPSession(page);
  const upload = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput });
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: noiseImage(1000, 500) });

  await test.step('an image is uploaded from the text, and shown during the upload', async () => {
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
    const figureImage = text(page).locator('figure img');
    await expect(figureImage).toHaveAttribute('src', /^\/media\/a\/[a-z2-7]{26}\/1600\.webp$/);
    await expect
      .poll(() => figureImage.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([1000, 500]);
  });

  // Not saved yet when Publish is clicked.
  await text(page).getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('End');
  await page.keyboard.insertText(' at last');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  const cover = dialog.getByRole('group', { name: 'Cover' });
  // Its buttons are visible without scrolling, however small the window is.
  for (const [width, height] of [
    [360, 640],
    [1280, 860],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeInViewport({ ratio: 1 });
  }

  await test.step('a cover is uploaded, canceled, refused and accepted', async () => {
    // So slow that even a slow machine can cancel it during the upload.
    await upload(60_000);
    await cover.getByLabel('Cover file').setInputFiles([file('cover.png')]);
    const sent = cover.getByRole('progressbar', { name: 'Upload progress' });
    await expect.poll(() => sent.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(5);
    await cover.getByRole('button', { name: 'Cancel' }).click();
    await expect(cover.getByRole('button', { name: 'Upload a cover' })).toBeVisible();
    await upload(-1);
    await cover.getByLabel('Cover file').setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }]);
    await expect(cover.getByRole('alert')).toContainText('Notes.txt isn’t a supported image');
    await cover.getByLabel('Cover file').setInputFiles([file('cover.png')]);
    await expect(cover.getByRole('img', { name: 'The cover' })).toHaveAttribute('src', /^\/media\/a\/[a-z2-7]{26}\/1600\.webp$/);
    await expect(cover.getByRole('alert')).toHaveCount(0);
  });

  const address = `/articles/pictured-${suffix()}`;
  await test.step('its fields are checked one by one', async () => {
    await dialog.getByLabel(/^URL/).fill('Not An Address');
    await dialog.getByLabel('First published at').fill('nowhere');
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await expect(dialog.getByText(/^Expected lower-case words joined by single hyphens/)).toBeVisible();
    await expect(dialog.getByText(/^Expected an http or https address/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel(/^URL/).fill(address.replace('/articles/', ''));
    await dialog.getByLabel('First published at').fill('');
    await dialog.getByLabel('Summary').fill('One sentence about it.');
    await dialog.getByRole('checkbox', { name: 'TypeScript' }).check();
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Published', { exact: true }).first()).toBeVisible();
  });

  await test.step('it is read with its images', async () => {
    await reader.goto(address);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(`${title} at last`);
    await expect(reader.getByText('For every reader.')).toBeVisible();
    const shown = reader.locator('main img[src^="/media/a/"]');
    await expect(shown).toHaveCount(2);
    for (const image of await shown.all()) {
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    }
    await expect(reader.locator('.text img')).toHaveAttribute('srcset', /480\.webp 480w, .*960\.webp 960w, .*1600\.webp 1000w$/);
  });

  await test.step('later changes wait', async () => {
    const wordsRead = async () => (await reader.request.get(address)).text();
    await writeAndSave(text(page), 'Half a sen');
    expect(await wordsRead()).toContain('For every reader.');
    expect(await wordsRead()).not.toContain('Half a sen');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish changes' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(wordsRead).toContain('Half a sen');
  });

  await test.step('its changed URL redirects, and its cover is removed', async () => {
    const details = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Edit details' }).click();
    await details.getByLabel(/^URL/).fill(`${address.replace('/articles/', '')}-moved`);
    await details.getByRole('group', { name: 'Cover' }).getByRole('button', { name: 'Remove' }).click();
    await details.getByRole('button', { name: 'Save details' }).click();
    await expect(details).toBeHidden();
    await expect.poll(async () => new URL((await reader.request.get(address)).url()).pathname).toBe(`${address}-moved`);
    await page.getByRole('button', { name: 'Edit details' }).click();
    await expect(details.getByRole('button', { name: 'Upload a cover' })).toBeVisible();
  });
});

test(
  'two users who save from two browsers lose no text; each reader sees their part in a preview; Markdown preserves everything @EDIT-12 @DOC-02',
  {
    tag: '@desk',
  },
  async ({ page, people }, info) => {
    const author = await people.enter('author');
    const staff = await people.make('admin');
    const atApi = await people.at(author);
    const { id, title } = await makeArticle(atApi, {
      title: 'Carried: “away”',
      markdown:
        'Open words.\n\n::paywall\n\nPaid words.\n\n## Two\n\n- a\n- b\n\n```ts\nlet x = 1;\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nEnd.',
      details: { subscriptionRequired: true },
      isDraft: true,
    });
    await openEditor(page, id);
    const theirs = await people.open(staff);
    await openEditor(theirs, id);

    await test.step('the second user sees both texts, and keeps theirs', async () => {
      await writeAndSave(text(theirs), 'The words of the staff.');
      await writeAtEnd(text(page), 'The words of the author.');
      await leaveWindow(page);
      const dialog = page.getByRole('dialog', { name: `${staff.name} saved this article in the meantime` });
      await expect(dialog).toBeVisible();
      await expect(dialog.getByRole('group', { name: `Only in ${staff.name}’s version` })).toContainText('The words of the staff.');
      await expect(dialog.getByRole('group', { name: 'Only in yours' })).toContainText('The words of the author.');
      await expectAccessible(page);
      // It can't be closed without a decision.
      await page.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: 'Keep mine as a new version' }).click();
      await expect(dialog).toBeHidden();
      await expectSaved(page);
    });

    await test.step('now the first user is behind, and takes the newer text', async () => {
      await writeAtEnd(text(theirs), 'More of the staff.');
      await leaveWindow(theirs);
      const dialog = theirs.getByRole('dialog', { name: `${author.name} saved this article in the meantime` });
      await dialog.getByRole('button', { name: 'Use theirs' }).click();
      await expect(dialog).toBeHidden();
      await expect(text(theirs)).toContainText('The words of the author.');
      await expect(text(theirs)).not.toContainText('More of the staff.');
    });

    await test.step('everything that was saved is in the history, and can be restored', async () => {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'History' }).click();
      const history = page.getByRole('region', { name: 'History' });
      await expect(history.getByRole('listitem')).toHaveCount(3);
      await history.getByRole('button', { name: new RegExp(staff.name) }).click();
      await expect(history.getByRole('article', { name: 'Version 2' })).toContainText('The words of the staff.');
      await history.getByRole('button', { name: 'Restore version 2' }).click();
      await expect(history).toBeHidden();
      await expect(text(page)).toContainText('The words of the staff.');
      await page.reload();
      await waitForEditor(page, 'Article');
      await expect(text(page)).toContainText('The words of the staff.');
      await expect(text(page)).not.toContainText('The words of the author.');
    });

    await test.step('a preview shows each reader’s part, with the paywall, before anything is public', async () => {
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('menuitem', { name: 'As a visitor' }).click();
      await expect(page.getByText('Open words.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Already a member? Sign in' })).toBeVisible();
      await expect(page.getByText('Paid words.')).toBeHidden();
      await page.getByRole('link', { name: 'Free reader' }).click();
      await expect(page.getByRole('link', { name: 'Already a member? Sign in' })).toBeHidden();
      await expect(page.getByText('Open words.')).toBeVisible();
      const sent = await (await page.request.get(page.url())).text();
      expect(sent).toContain('Open words.');
      expect(sent).not.toContain('Paid words.');
      await page.getByRole('link', { name: 'Pro reader' }).click();
      await expect(page.getByText('Paid words.')).toBeVisible();
      await page.getByRole('link', { name: 'Back to writing' }).click();
      await waitForEditor(page, 'Article');
    });

    await test.step('exported as Markdown and imported again it is the same document', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Export Markdown' }).click();
      const file = info.outputPath('carried.md');
      await (await download).saveAs(file);
      expect(await readFile(file, 'utf8')).toContain(`title: "${title}"`);
      await page.goto('/studio');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Article from Markdown…' }).click();
      await (await chooser).setFiles(file);
      await expect(page).toHaveURL(/\/studio\/articles\/[0-9a-f-]{36}$/);
      await waitForEditor(page, 'Article');
      const documentOf = async (article: string) => {
        type Working = { articleById: { latestRevision: { title: string; bodyDelta: string } } };
        const query = 'query a($id: UUID!) { articleById(id: $id) { latestRevision { title bodyDelta } } }';
        return (await atApi.run<Working>(query, { id: article })).data?.articleById.latestRevision;
      };
      const carried = await documentOf(page.url().split('/').at(-1) ?? '');
      expect(carried?.bodyDelta).toContain('The words of the staff.');
      expect(carried).toEqual(await documentOf(id));
    });
  },
);

test('without a connection text is saved on the device, sent when it is back, and restored after a crash @EDIT-12', {
  tag: '@desk',
}, async ({ page, context, people, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/);
  const author = await people.enter('author');
  const { id } = await makeArticle(await people.at(author), { title: 'Written on a train', markdown: 'Before the tunnel.', isDraft: true });
  await openEditor(page, id);
  const isStored = page.getByText('Offline: saved on this device').last();
  await context.setOffline(true);
  await writeAtEnd(text(page), 'In the tunnel.');
  await leaveWindow(page);
  await expect(isStored).toBeVisible();
  await context.setOffline(false);
  await expectSaved(page);

  await context.setOffline(true);
  await writeAtEnd(text(page), 'In the second tunnel.');
  await leaveWindow(page);
  await expect(isStored).toBeVisible();
  // A closing page may still send its text past the emulated network; a crashing one sends nothing.
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  // On a slow connection the question is answered before the editor has loaded.
  const comes = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  await again.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    // The class of annotated text is only in the editor's script.
    if ((await response.text()).includes('nl-annotated')) {
      isHeld.resolve();
      await comes.promise;
    }
    await route.fulfill({ response });
  });
  await again.goto(`/studio/articles/${id}`);
  await isHeld.promise;
  const dialog = again.getByRole('dialog', { name: 'This device has unsaved changes' });
  await expect(dialog.getByRole('group', { name: 'Only on this device' })).toContainText('In the second tunnel.');
  await expectAccessible(again);
  await saveWith(again, 'In the second tunnel.', () => dialog.getByRole('button', { name: 'Restore them' }).click());
  comes.resolve();
  await waitForEditor(again, 'Article');
  await expect(text(again)).toContainText('In the second tunnel.');
  await writeAndSave(text(again), 'Behind it.');
  await again.reload();
  await waitForEditor(again, 'Article');
  await expect(text(again)).toContainText('In the second tunnel.');
  await expect(text(again)).toContainText('Behind it.');
  await expect(dialog).toBeHidden();
});
