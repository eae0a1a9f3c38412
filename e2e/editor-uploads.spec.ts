import { deflateSync } from 'node:zlib';
import type { CDPSession, Page } from '@playwright/test';
import { insert, openEditor, savedBlock, savedBlocks, test, words } from './support/editor-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/journey.ts';

/** Returns bytes with the type of an image; the server of these tests doesn't look closer. */
const imageFile = (name: string, bytes = 2000) => ({ name, mimeType: 'image/png', buffer: Buffer.alloc(bytes, 7) });

/** An image that a browser can show. */
const smallPng = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108020000009077', 'hex'),
  Buffer.from('53de', 'hex'),
  deflateSync(Buffer.alloc(4)),
]);

/** Limits uploads to a number of bytes per second. */
async function throttle(session: CDPSession, bytesPerSecond: number): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

async function choose(page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await insert(page, 'image', 'Image');
  await (await chosen).setFiles([...files]);
}

/** Drops or pastes files created in the page. */
async function give(page: Page, kind: 'paste' | 'drop', names: readonly string[], bytes = 3000): Promise<void> {
  await page.evaluate(
    ({ how, files, size }) => {
      const data = new DataTransfer();
      for (const name of files)
        data.items.add(new File([new Uint8Array(size)], name, { type: name.endsWith('.png') ? 'image/png' : 'text/plain' }));
      const target = document.querySelector('.ProseMirror p');
      if (target === null) throw new Error('give: expected a line of text');
      const box = target.getBoundingClientRect();
      const at = { bubbles: true, cancelable: true, clientX: box.left + 4, clientY: box.top + 4 };
      target.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...at, clipboardData: data })
          : new DragEvent('drop', { ...at, dataTransfer: data }),
      );
    },
    { how: kind, files: names, size: bytes },
  );
}

test.describe('uploads', { tag: '@desk' }, () => {
  // One of them is rejected.
  test.use({ expectedErrors: [/422/u] });

  test('@EDIT-03 images are added by picker, drop and paste, other files aren’t, and failures can be fixed', async ({ page, harness }) => {
    const text = page.getByRole('textbox', { name: 'Article' });

    await test.step('several images together become image nodes with their attachment and size', async () => {
      await openEditor(page, harness);
      await text.locator('p').click();
      await choose(page, [imageFile('one.png'), imageFile('two.png'), imageFile('three.png')]);
      await expect(text.locator('figure img')).toHaveCount(3);
      await expect
        .poll(async () => (await savedBlocks(page)).filter(({ type }) => type === 'image').map(({ attrs }) => attrs?.['attachmentId']))
        .toHaveLength(3);
      const image = await savedBlock(page, 'image');
      expect(image?.attrs).toMatchObject({
        src: expect.stringMatching(/^\/media\//u),
        attachmentId: expect.stringMatching(/^attachment-/u),
        width: 800,
        height: 400,
      });
      expect(await savedBlock(page, 'imageUploadPlaceholder')).toBeNull();
      expect(
        harness
          .uploads()
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(['one.png', 'three.png', 'two.png']);
    });

    await test.step('a file that isn’t an image is refused before anything is sent, and the image next to it is accepted', async () => {
      harness.reset();
      await openEditor(page, harness);
      await text.locator('p').click();
      await choose(page, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }, imageFile('one.png')]);
      await expect(page.getByRole('alert').filter({ hasText: 'notes.txt isn’t a supported image.' })).toBeVisible();
      await give(page, 'drop', ['huge.png'], 10_000_001);
      await expect(page.getByRole('alert').filter({ hasText: 'huge.png is larger than 10 MB.' })).toBeVisible();
      await expect(text.locator('figure img')).toHaveCount(1);
      expect(harness.uploads().map(({ name }) => name)).toEqual(['one.png']);
      await page.getByRole('button', { name: 'Dismiss message' }).first().click();
      await expect(page.getByText('notes.txt isn’t')).toBeHidden();
    });

    await test.step('images are dropped and pasted', async () => {
      harness.reset();
      await openEditor(page, harness, [words('Words.'), { type: 'paragraph' }]);
      await text.locator('p').first().click();
      await give(page, 'drop', ['dropped.png', 'dropped.txt']);
      await expect(page.getByRole('alert').filter({ hasText: 'dropped.txt isn’t a supported image' })).toBeVisible();
      await expect(text.locator('figure img')).toHaveCount(1);
      await give(page, 'paste', ['pasted-1.png', 'pasted-2.png']);
      await expect(text.locator('figure img')).toHaveCount(3);
      expect(
        harness
          .uploads()
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(['dropped.png', 'pasted-1.png', 'pasted-2.png']);
    });

    await test.step('an upload that fails says why and is retried', async () => {
      harness.reset();
      harness.refusedOnce.set('odd.png', 'The picture is damaged.');
      await openEditor(page, harness);
      await text.locator('p').click();
      await choose(page, [imageFile('odd.png')]);
      await expect(text.getByText('The picture is damaged.')).toBeVisible();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(text.locator('figure img')).toHaveCount(1);
      expect(harness.uploads()).toHaveLength(2);
    });

    await test.step('no placeholder is in the saved document; one that was left behind can be removed', async () => {
      const placeholder = (id: string, progressPercent: number) => ({
        type: 'imageUploadPlaceholder',
        attrs: { uniqueId: id, progressPercent },
      });
      await openEditor(page, harness, [words('Before.'), placeholder('aaaaa', 100), placeholder('bbbbb', 40)]);
      await text.locator('p').first().click();
      await page.keyboard.type('!');
      await expect.poll(async () => JSON.stringify(await savedBlocks(page))).toContain('Before.!');
      expect(await savedBlock(page, 'imageUploadPlaceholder')).toBeNull();
      await expect(text.getByText('This upload was interrupted.').last()).toBeVisible();
      await page.getByRole('button', { name: 'Remove' }).last().click();
      await expect(text.getByText('This upload was interrupted.')).toHaveCount(0);
    });

    await test.step('undo removes the image, never brings the upload back, and redo restores the image', async () => {
      harness.reset();
      await openEditor(page, harness, [words('Before.'), { type: 'paragraph' }]);
      await text.locator('p').last().click();
      await choose(page, [imageFile('one.png')]);
      await expect(text.locator('figure img')).toHaveCount(1);
      await text.locator('p').first().click();
      await page.keyboard.press('ControlOrMeta+z');
      await expect(text.locator('figure')).toHaveCount(0);
      await expect(page.getByText('one.png')).toHaveCount(0);
      await expect(page.getByText('This upload was interrupted.')).toHaveCount(0);
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await expect(text.locator('figure img')).toHaveCount(1);
      expect(harness.uploads()).toHaveLength(1);

      // Deleted while it is uploading: undoing the deletion must not restore the placeholder.
      await throttle(await page.context().newCDPSession(page), 100_000);
      await text.locator('figcaption').click();
      await page.keyboard.press('Enter');
      await choose(page, [imageFile('two.png', 2_000_000)]);
      const progress = page.getByRole('progressbar', { name: 'Uploading two.png' });
      await expect(progress).toBeVisible();
      await text.getByText('two.png').click();
      await page.keyboard.press('Backspace');
      await expect(progress).toBeHidden();
      await expect.poll(() => harness.uploads()[1]?.state).toBe('aborted');
      await page.keyboard.press('ControlOrMeta+z');
      await expect(text.locator('p').first()).toHaveText('Before.');
      await expect(progress).toBeHidden();
      await expect.poll(() => savedBlock(page, 'imageUploadPlaceholder')).toBeNull();
    });
  });
});

test('@EDIT-03 @API-02 on a slow connection the progress shows the received bytes, and canceling ends the transfer', async ({
  page,
  harness,
}) => {
  const text = await openEditor(page, harness);
  const totalBytes = 3_000_000;
  const session = await page.context().newCDPSession(page);
  await throttle(session, 300_000);
  await text.locator('p').click();
  await choose(page, [imageFile('slow.png', totalBytes)]);
  const progress = page.getByRole('progressbar', { name: 'Uploading slow.png' });
  // What the server had received before and after the page was read.
  const seen: { shown: number; before: number; after: number }[] = [];
  const received = () => ((harness.uploads()[0]?.bytes ?? 0) / totalBytes) * 100;
  await expect
    .poll(
      async () => {
        const before = received();
        const shown = Number(await progress.getAttribute('aria-valuenow'));
        if (shown > 0) seen.push({ shown, before, after: received() });
        return shown > 30 && seen.length > 3;
      },
      { intervals: [150] },
    )
    .toBe(true);
  // The difference is in transit: one chunk of the browser's and one of the system's buffers.
  for (const { shown, before, after } of seen) {
    expect(shown).toBeGreaterThanOrEqual(before - 12);
    expect(shown).toBeLessThanOrEqual(after + 12);
  }

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toBeHidden();
  await expect.poll(() => harness.uploads()[0]?.state).toBe('aborted');
  expect(harness.uploads()[0]?.bytes).toBeLessThan(totalBytes);

  // Another one, so slow that it is still uploading when axe is done.
  await throttle(session, 20_000);
  await choose(page, [imageFile('slower.png', totalBytes)]);
  await expect(text.getByText(/^\d\.\d of 3\.0 MB$/u)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => harness.uploads()[1]?.state).toBe('aborted');
  await expect(text).toBeFocused();
  await page.keyboard.type('Without it.');
  await expect.poll(async () => JSON.stringify(await savedBlocks(page))).toContain('Without it.');
  expect(await savedBlock(page, 'imageUploadPlaceholder')).toBeNull();
  expect(await savedBlock(page, 'image')).toBeNull();
});

const image = { type: 'image', attrs: { src: '/media/1.svg', attachmentId: 'a1', width: 400, height: 200, uniqueId: 'abcde' } };

test('@EDIT-03 an image has five positions and can be resized', { tag: '@phone' }, async ({ page, harness, hasTouch }) => {
  const text = page.getByRole('textbox', { name: 'Article' });

  await test.step('in each of its five positions', async () => {
    await openEditor(page, harness, [words('Words.'), image, words('More words.')]);
    const figureImage = text.locator('figure img');
    if (hasTouch) await figureImage.tap();
    else await figureImage.click();
    const bar = page.getByRole('toolbar', { name: 'Selected block' });
    for (const [label, position] of [
      ['Left', 'wrap-left'],
      ['Wide', 'hang'],
      ['Full width', 'wide'],
      ['Right', 'wrap-right'],
      ['Center', 'inline'],
    ] as const) {
      await bar.getByRole('button', { name: label }).click();
      await expect(bar.getByRole('button', { name: label })).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(async () => (await savedBlock(page, 'image'))?.attrs?.['imagePosition']).toBe(position);
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('it is resized with its handle and with the keyboard, and keeps its proportions', async () => {
    await openEditor(page, harness, [image, words('Words.')]);
    const handle = page.getByRole('slider', { name: 'Width of the image' });
    const width = async () => (await savedBlock(page, 'image'))?.attrs;
    const start = Number(await handle.getAttribute('aria-valuenow'));
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(width).toMatchObject({ width: start - 16, height: (start - 16) / 2 });
    await page.keyboard.press('Home');
    await expect.poll(width).toMatchObject({ width: 40, height: 20 });
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    await expect.poll(width).toMatchObject({ width: 200, height: 100 });
    const box = await handle.boundingBox();
    if (box === null) throw new Error('expected a handle');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 60, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toMatchObject({ width: 140, height: 70 });
  });
});

test('@EDIT-03 @SITE-08 an image keeps its toolbar in view, has a caption and an alternative text, and can come from another site', {
  tag: '@desk',
}, async ({ page, harness }) => {
  const text = page.getByRole('textbox', { name: 'Article' });

  await test.step('a caption, an alternative text, and a hint while they are missing', async () => {
    await openEditor(page, harness, [image, words('Words.')]);
    await page.getByRole('button', { name: 'Add alt text' }).click();
    const field = page.getByLabel('Alt text');
    await expect(field).toBeFocused();
    await expectAccessible(page);
    // Left open, it covers nothing.
    await text.getByText('Words.').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await expect(page.getByRole('toolbar', { name: 'Selected text' })).toBeVisible();
    await field.fill('The plan before and after');
    await field.press('Enter');
    await expect(text).toBeFocused();
    await expect(page.getByRole('button', { name: 'Add alt text' })).toBeHidden();
    await expect(text.getByRole('img', { name: 'The plan before and after' })).toBeVisible();
    await text.locator('figcaption').click();
    await page.keyboard.type('Two plans');
    await expect
      .poll(() => savedBlock(page, 'image'))
      .toMatchObject({ attrs: { alt: 'The plan before and after' }, content: [{ type: 'text', text: 'Two plans' }] });
  });

  await test.step('a pasted image from another site is uploaded', async () => {
    await page.route('https://elsewhere.example/**', (route) => route.fulfill({ contentType: 'image/png', body: smallPng }));
    await openEditor(page, harness, [{ type: 'image', attrs: { src: 'https://elsewhere.example/plan.png', alt: 'x' } }, words('Words.')]);
    await expect.poll(() => savedBlock(page, 'image')).toMatchObject({ attrs: { src: '/media/imported.svg', attachmentId: 'imported' } });
  });

  await test.step('one that can’t be loaded is a box that says so', async () => {
    await page.route('**/media/gone.png', (route) => route.fulfill({ status: 200, contentType: 'image/png', body: 'no picture' }));
    await openEditor(page, harness, [{ type: 'image', attrs: { src: '/media/gone.png', alt: 'A plan', attachmentId: 'a' } }]);
    await expect(text.getByRole('img', { name: 'A plan' })).toBeVisible();
    await expect(text.locator('figure img')).toBeHidden();
    await expect(text.getByText('This image can’t be loaded.')).toBeVisible();
  });

  await test.step('one that is taller than the window keeps its toolbar within it', async () => {
    await page.setViewportSize({ width: 1280, height: 240 });
    await openEditor(page, harness, [words('Words.'), image, words('More words.')]);
    await text.locator('figure img').click();
    await page.getByRole('toolbar', { name: 'Selected block' }).getByRole('button', { name: 'Full width' }).click();
    await expect.poll(async () => (await savedBlock(page, 'image'))?.attrs?.['imagePosition']).toBe('wide');
    const bar = page.getByRole('toolbar', { name: 'Selected block' });
    // At full width, it is taller than the window: its top is out of view.
    await text.locator('figure').evaluate((figure) => window.scrollTo(0, window.scrollY + figure.getBoundingClientRect().top + 40));
    await expect.poll(async () => (await text.locator('figure').boundingBox())?.y).toBeLessThan(-30);
    await expect(bar.getByRole('button', { name: 'Center' })).toBeInViewport({ ratio: 1 });
    await bar.getByRole('button', { name: 'Center' }).click();
    await expect.poll(async () => (await savedBlock(page, 'image'))?.attrs?.['imagePosition']).toBe('inline');
  });
});
