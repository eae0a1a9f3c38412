import { fileURLToPath } from 'node:url';
import { blockItems } from '@newline/editor/menus/block-items.ts';
import { openEditor, savedBlock, test } from './support/editor-journey.ts';
import { tabTo } from './support/by-keyboard.ts';
import { expect } from './support/journey.ts';

// Every block of the menu is written with keys alone. The Markdown that makes them is tested in editor-input.spec.ts.

const image = fileURLToPath(new URL('../db/demo/media/videos/effect-2x7k/poster.webp', import.meta.url));

/** What a form's fields are filled with, in the order of the tabs; Enter sends it, or its last button. */
const filled: Readonly<Record<string, readonly string[]>> = {
  'remote-code': ['https://github.com/example/planner/blob/main/src/estimate.ts'],
  ide: ['https://stackblitz.com/edit/planner'],
  'repository-link': ['The code of this lesson'],
  embed: ['https://www.youtube.com/watch?v=abc'],
  iframe: ['https://www.youtube.com/embed/abc'],
};

test('@EDIT-01 @SITE-10 every block is chosen in the menu and written with keys alone', { tag: '@desk' }, async ({ page, harness }) => {
  await page.route(/stackblitz|youtube/u, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Frame</title>' }),
  );
  harness.answers.remoteCode = ({ url }) => ({
    url,
    displayName: 'estimate.ts',
    startLine: 1,
    endLine: 1,
    codeQuery: null,
    text: 'const rows = 1;',
    filepath: 'src/estimate.ts',
    commit: { oid: 'a1b2c3d4e5f6a7b8', refname: 'main' },
    repository: { service: 'github', owner: 'example', name: 'planner' },
    errors: [],
  });
  harness.answers.embed = () => ({ iframeSrc: filled['iframe']?.[0], scriptSrc: null, html: null, title: 'A talk', errors: [] });
  const { keyboard } = page;
  for (const { name, label, insertion } of blockItems)
    await test.step(label, async () => {
      const text = await openEditor(page, harness);
      await tabTo(text);
      // The title is the first line.
      await keyboard.press('Control+End');
      if (insertion.kind === 'caption') {
        // It's given to the block before the line.
        await keyboard.type('```js ');
        await keyboard.type('one');
        await keyboard.press('ArrowDown');
      }
      await keyboard.type(`/${label}`);
      const option = page.getByRole('listbox', { name: 'Blocks' }).getByRole('option', { name: label, exact: true });
      await expect(option).toBeVisible();
      // It may not be the first that contains these words.
      for (let lines = 0; (await option.getAttribute('aria-selected')) !== 'true' && lines < 10; lines += 1)
        await keyboard.press('ArrowDown');
      await expect(option).toHaveAttribute('aria-selected', 'true');
      if (insertion.kind === 'images') {
        const chosen = page.waitForEvent('filechooser');
        await keyboard.press('Enter');
        await (await chosen).setFiles(image);
        await expect.poll(() => savedBlock(page, 'image')).not.toBeNull();
        return;
      }
      await keyboard.press('Enter');
      if (insertion.kind === 'footnote') {
        await expect(page.getByRole('textbox', { name: 'Text of the footnote' })).toBeFocused();
        await keyboard.type('words');
        await keyboard.press('Enter');
        await expect(text).toBeFocused();
        await expect(text.getByRole('button', { name: 'Footnote 1' })).toBeVisible();
        return;
      }
      const type = 'type' in insertion ? insertion.type : insertion.kind === 'caption' ? 'captioned' : insertion.kind;
      if (insertion.kind === 'form') {
        const form = page.getByRole('form');
        await expect(form.locator(':focus')).toBeVisible();
        for (const value of filled[name] ?? []) await keyboard.insertText(value);
        if (name in filled) await keyboard.press('Enter');
        else {
          await tabTo(form.getByRole('button', { name: 'Insert' }));
          await keyboard.press('Enter');
        }
        await expect.poll(() => savedBlock(page, type)).not.toBeNull();
        return;
      }
      // A line across the page holds no text: what is typed comes after it.
      await keyboard.type('words');
      await expect
        .poll(async () => JSON.stringify((await savedBlock(page, type)) ?? null))
        .toContain(type === 'horizontalRule' || type === 'paywallThreshold' ? type : 'words');
      await expect(text).toContainText('words');
    });
});
