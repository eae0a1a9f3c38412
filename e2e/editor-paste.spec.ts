import type { Page } from '@playwright/test';
import { expectBlocks, openEditor, paste, savedBlock, test, words } from './support/editor-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/journey.ts';

const copied = {
  'text/html': '<p>A <b>plan</b></p><p><img src="file:///c/plan.png"></p><p><img src="file:///c/map.png"></p><p>The <i>end</i></p>',
  'text/plain': 'A plan\n\nThe end',
};
const lost = '2 images couldn’t be pasted. Save them as files and add them here.';
const message = (page: Page) => page.getByRole('alert').locator('p');
const action = (page: Page, name: string) => page.getByRole('alert').getByRole('button', { name });

test('@EDIT-09 a paste that loses images says so, and can be undone or become plain text', { tag: '@desk' }, async ({ page, harness }) => {
  const text = await openEditor(page, harness, [words('Before.'), { type: 'paragraph' }]);

  await test.step('with the keyboard: to the message, and to plain text', async () => {
    await text.locator('p').last().click();
    await page.keyboard.type('Typed. ');
    await paste(page, copied);
    await expect(message(page)).toHaveText(lost);
    await expect(text.locator('b, strong')).toHaveText('plan');
    await expectAccessible(page);
    await page.keyboard.press('Alt+F10');
    await expect(action(page, 'Undo')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(text).toBeFocused();
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('Tab');
    await expect(action(page, 'Paste as plain text')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(text).toBeFocused();
    await expect(message(page)).toHaveCount(0);
    await expectBlocks(page, ['paragraph(Before.)', 'paragraph(Typed. A plan)', 'paragraph(The end)']);
    // It is one step, which leaves what was typed before.
    await page.keyboard.press('ControlOrMeta+z');
    await expectBlocks(page, ['paragraph(Before.)', 'paragraph(Typed. )']);
  });

  await test.step('with the mouse: undone', async () => {
    await paste(page, copied);
    await action(page, 'Undo').click();
    await expectBlocks(page, ['paragraph(Before.)', 'paragraph(Typed. )']);
    await expect(message(page)).toHaveCount(0);
    await expect(text).toBeFocused();
  });

  await test.step('after another change only the message is left, until it is dismissed', async () => {
    await paste(page, copied);
    await expect(action(page, 'Undo')).toBeVisible();
    await page.keyboard.type('!');
    await expect(action(page, 'Undo')).toHaveCount(0);
    await expect(message(page)).toHaveText(lost);
    await page.keyboard.press('Alt+F10');
    await expect(action(page, 'Dismiss message')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(message(page)).toHaveCount(0);
    await expect(text).toBeFocused();
  });

  await test.step('a narrow window has room for it', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await paste(page, copied);
    await expect(action(page, 'Paste as plain text')).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  });
});

test('@EDIT-09 an image that its site doesn’t send is reported, and leaves a link to it', { tag: '@desk' }, async ({
  page,
  harness,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.route('https://elsewhere.example/**', (route) => route.abort());
  harness.answers.image = (url) =>
    url.endsWith('/here.png') ? { attachmentId: 'b', imageUrl: '/media/b.svg', width: 8, height: 4 } : null;
  const text = await openEditor(page, harness, [{ type: 'paragraph' }]);
  await text.locator('p').click();
  const images = ['gone-1', 'here', 'gone-2'].map((name) => `<p><img alt="${name}" src="https://elsewhere.example/${name}.png"></p>`);
  await paste(page, { 'text/html': `<p>Words</p>${images.join('')}`, 'text/plain': 'Words' });
  await expect(message(page)).toHaveText('2 images couldn’t be loaded. Save them as files and add them here.');
  await expect(action(page, 'Undo')).toBeVisible();
  await expect(text.getByRole('img', { name: 'gone-1' })).toBeVisible();
  await expect(text.getByText('This image can’t be loaded.').filter({ visible: true })).toHaveCount(2);
  const link = text.getByRole('link', { name: 'Open it on elsewhere.example' }).first();
  await expect(link).toHaveAttribute('href', 'https://elsewhere.example/gone-1.png');
  await expectAccessible(page);
});

test('@EDIT-09 a paste that is too long says so instead of doing nothing', { tag: '@desk' }, async ({ page, harness }) => {
  const text = await openEditor(page, harness, [{ type: 'paragraph' }], '?kind=comment');
  await text.locator('p').click();
  await paste(page, { 'text/html': `<p>${'Word '.repeat(60_000)}</p>`, 'text/plain': 'Word' });
  await expect(message(page)).toHaveText('This is too long to paste. Paste a part of it.');
});

test('@EDIT-09 @EDIT-03 images that the clipboard contains as data are uploaded where they stood, with alternative text and caption', {
  tag: '@desk',
}, async ({ page, harness }) => {
  const text = await openEditor(page, harness, [{ type: 'paragraph' }]);
  await text.locator('p').click();
  // Together they are larger than the text of an article may be.
  const dataUrl = `data:image/png;base64,${Buffer.alloc(4_000_000, 7).toString('base64')}`;
  const chart = `<figure><img src="${dataUrl}" alt="A chart"><figcaption>Sales</figcaption></figure>`;
  await paste(page, {
    'text/html': `<p>One</p>${chart}<p>Two</p><p><img src="${dataUrl}"></p><p>Three</p>`,
    'text/plain': 'One Two Three',
  });
  await expect(text.locator('figure img')).toHaveCount(2);
  await expect(text.getByRole('progressbar')).toHaveCount(0);
  await expect(message(page)).toHaveCount(0);
  expect(harness.uploads().map(({ name, bytes }) => [name, bytes])).toEqual([
    ['pasted-1.png', 4_000_000],
    ['pasted-2.png', 4_000_000],
  ]);
  await expectBlocks(page, ['paragraph(One)', 'image(Sales)', 'paragraph(Two)', 'image', 'paragraph(Three)']);
  const image = await savedBlock(page, 'image');
  expect(image?.attrs).toMatchObject({ src: expect.stringMatching(/^\/media\//u), alt: 'A chart', width: 800 });

  await test.step('undoing brings no placeholder back', async () => {
    for (let step = 0; step < 3; step++) await page.keyboard.press('ControlOrMeta+z');
    await expectBlocks(page, ['paragraph']);
    for (let step = 0; step < 3; step++) await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(text.locator('figure img')).toHaveCount(2);
    await expect(text.getByText('This upload was interrupted.')).toHaveCount(0);
  });
});
