import type { Locator, Page } from '@playwright/test';
import { expectBlocks, inShort, openEditor, savedBlocks, test, words } from './support/editor-journey.ts';
import { expect } from './support/journey.ts';

/** Moves the pointer over a line, and waits until the handle, which follows with a delay, is next to it. */
async function hoverUntilGripped(page: Page, line: Locator): Promise<void> {
  await line.hover();
  const grip = page.getByRole('button', { name: 'Drag block' });
  await expect.poll(async () => Math.abs(((await grip.boundingBox())?.y ?? 0) - ((await line.boundingBox())?.y ?? 0))).toBeLessThan(20);
}

test('@EDIT-11 blocks are moved with the keyboard, and their position is announced', async ({ page, harness }) => {
  const text = await openEditor(page, harness, [words('a'), words('b'), words('c')]);
  await text.locator('p', { hasText: 'c' }).click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: 'Moved up: 2 of 3.' })).toBeAttached();
  await page.keyboard.type('!');
  await expectBlocks(page, ['paragraph(a)', 'paragraph(c!)', 'paragraph(b)']);
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: 'This block is already first.' })).toBeAttached();
  await page.keyboard.press('ControlOrMeta+z');
  await expectBlocks(page, ['paragraph(a)', 'paragraph(c!)', 'paragraph(b)']);

  // The handle of the block with the caret reacts to the arrow keys, too, and Escape returns to the text.
  const grip = page.getByRole('button', { name: 'Drag block' });
  await hoverUntilGripped(page, text.locator('p', { hasText: 'c!' }));
  await grip.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: 'Moved down: 3 of 3.' })).toBeAttached();
  await expectBlocks(page, ['paragraph(a)', 'paragraph(b)', 'paragraph(c!)']);
  await page.keyboard.press('ArrowUp');
  await expectBlocks(page, ['paragraph(a)', 'paragraph(c!)', 'paragraph(b)']);
  await expect(grip).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
});

test('@EDIT-01 @EDIT-08 @EDIT-11 with the pointer a block is moved by its grip or added with its +, and the edge of a column is moved', {
  tag: '@desk',
}, async ({ page, harness }) => {
  await test.step('with the grip; ids stay with their blocks', async () => {
    const text = await openEditor(page, harness, [words('a'), words('b'), words('c')]);
    await text.locator('p', { hasText: 'a' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('.');
    await expectBlocks(page, ['paragraph(a.)', 'paragraph(b)', 'paragraph(c)']);
    const before = Object.fromEntries((await savedBlocks(page)).map((node) => [inShort(node), node.attrs?.['id']]));
    await hoverUntilGripped(page, text.locator('p', { hasText: 'a' }));
    const grip = page.getByRole('button', { name: 'Drag block' });
    const from = await grip.boundingBox();
    const to = await text.locator('p', { hasText: 'c' }).boundingBox();
    if (from === null || to === null) throw new Error('expected the grip and the last block');
    await page.mouse.move(from.x + 8, from.y + 12);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + to.height - 4, { steps: 8 });
    await page.mouse.move(to.x + 62, to.y + to.height - 2, { steps: 4 });
    await page.mouse.up();
    await expectBlocks(page, ['paragraph(b)', 'paragraph(c)', 'paragraph(a.)']);
    for (const node of await savedBlocks(page)) expect(node.attrs?.['id']).toBe(before[inShort(node)]);
  });

  await test.step('the + of a line opens the menu of blocks', async () => {
    const text = await openEditor(page, harness, [words('First.'), words('Second.')]);
    await text.getByText('First.').hover();
    await page.getByRole('button', { name: 'Add block' }).click();
    await expect(page.getByRole('listbox', { name: 'Blocks' })).toBeVisible();
    await page.keyboard.type('heading 3');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Between');
    await expectBlocks(page, ['paragraph(First.)', 'heading(Between)', 'paragraph(Second.)']);
    await expect(text).not.toContainText('heading 3');
  });

  await test.step('a dragged edge stays where it was released', async () => {
    const cell = (type: string, text: string) => ({ type, content: [words(text)] });
    const table = {
      type: 'table',
      content: [
        { type: 'tableRow', content: [cell('tableHeader', 'A'), cell('tableHeader', 'B')] },
        { type: 'tableRow', content: [cell('tableCell', '1'), cell('tableCell', '2')] },
      ],
    };
    const text = await openEditor(page, harness, [table, words('after')]);
    const first = text.locator('th').first();
    const before = await first.boundingBox();
    if (before === null) throw new Error('expected a table');
    await expect
      .poll(async () => {
        await page.mouse.move(before.x + before.width - 40, before.y + 10);
        await page.mouse.move(before.x + before.width - 1, before.y + 10);
        return text.locator('.column-resize-handle').count();
      })
      .toBeGreaterThan(0);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width - 61, before.y + 10, { steps: 6 });
    await page.mouse.up();
    const after = await first.boundingBox();
    expect(Math.abs((after?.width ?? 0) - (before.width - 60))).toBeLessThanOrEqual(2);
    await text.locator('p', { hasText: 'after' }).click();
    await page.keyboard.type('!');
    expect(Math.abs(((await first.boundingBox())?.width ?? 0) - (after?.width ?? 0))).toBeLessThanOrEqual(1);
    await expect.poll(async () => JSON.stringify(await savedBlocks(page))).toMatch(/"colwidth":\[\d+\]/u);
  });
});

test('@EDIT-11 the grip follows the pointer and the page at most every 200 ms, and a drag scrolls at most every 350', {
  tag: '@desk',
}, async ({ page, harness }) => {
  await page.clock.install({ time: '2026-01-01T00:00:00Z' });
  await openEditor(page, harness, [words('a'), words('b'), words('c')]);
  await page.getByRole('textbox', { name: 'Article' }).locator('p').first().hover();
  await expect(page.getByRole('button', { name: 'Drag block' })).toBeVisible();
  // Away from the text, so that only the test moves the pointer over it.
  await page.mouse.move(2, 2);
  // From here on the clock only advances when the test says so; the hour lets everything before it finish.
  await page.clock.pauseAt('2026-01-01T01:00:00Z');
  /** Moves the pointer to a line, or lets the page scroll under it, and returns how far the handle is from the line. */
  const offsetAfter = (event: 'mousemove' | 'scroll' | null, line: string) =>
    page.evaluate(
      ([name, text]) => {
        const block = [...document.querySelectorAll('.ProseMirror p')].find(({ textContent }) => textContent === text);
        const grip = document.querySelector('.drag-handle');
        if (block === undefined || grip === null) throw new Error('offsetAfter: expected a line and the grip');
        if (name === 'mousemove') block.dispatchEvent(new MouseEvent(name, { bubbles: true }));
        if (name === 'scroll') window.dispatchEvent(new Event(name));
        return Math.round(grip.getBoundingClientRect().top - block.getBoundingClientRect().top);
      },
      [event, line],
    );
  const beside = await offsetAfter('mousemove', 'a');
  expect(await offsetAfter('mousemove', 'c')).not.toBe(beside);
  expect(await offsetAfter('mousemove', 'b')).not.toBe(beside);
  await page.clock.runFor(199);
  expect(await offsetAfter(null, 'a')).toBe(beside);
  await page.clock.runFor(1);
  expect(await offsetAfter(null, 'b')).toBe(beside);

  expect(await offsetAfter('scroll', 'b')).toBe(beside);
  await page.locator('.ProseMirror').evaluate((text: HTMLElement) => text.style.setProperty('padding-top', '50px'));
  expect(await offsetAfter('scroll', 'b')).toBe(beside - 50);
  await page.clock.runFor(199);
  expect(await offsetAfter(null, 'b')).toBe(beside - 50);
  await page.clock.runFor(1);
  expect(await offsetAfter(null, 'b')).toBe(beside);

  /** Drags at the bottom of the window, and returns how often the page has been scrolled since it was opened. */
  const scrolledAfter = (times: number) =>
    page.evaluate((count) => {
      const grip = document.querySelector('.drag-handle__grip');
      for (let index = 0; index < count; index += 1)
        grip?.dispatchEvent(new DragEvent('drag', { clientY: window.innerHeight - 4, bubbles: true }));
      return Number(document.body.dataset['scrolled'] ?? 0);
    }, times);
  await page.evaluate(() => {
    window.scrollBy = () => {
      document.body.dataset['scrolled'] = `${Number(document.body.dataset['scrolled'] ?? 0) + 1}`;
    };
  });
  expect(await scrolledAfter(1)).toBe(1);
  expect(await scrolledAfter(5)).toBe(1);
  await page.clock.runFor(349);
  expect(await scrolledAfter(0)).toBe(1);
  await page.clock.runFor(1);
  expect(await scrolledAfter(0)).toBe(2);

  // Throttled work is dropped when the editor is gone: a page error would fail the test.
  await offsetAfter('scroll', 'a');
  await offsetAfter('scroll', 'a');
  await openEditor(page, harness);
  await page.clock.runFor(400);
});
