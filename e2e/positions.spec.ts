import type { Locator } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from './support/journey.ts';
import { makeArticle } from './support/things.ts';

const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const filler = () => words('A sentence that is long enough to flow around the block beside it. '.repeat(12));

/** Every position that an image, a callout and an embed can have. */
const blocks = [
  ...['wrap-left', 'inline', 'hang', 'wide', 'wrap-right'].map((imagePosition) => ({
    type: 'image',
    attrs: { src: '/icon-512.png', alt: `Image ${imagePosition}`, width: 512, height: 512, imagePosition },
  })),
  ...['wrap-left', 'inline', 'wrap-right'].map((panelPosition) => ({
    type: 'panel',
    attrs: { panelType: 'info', panelPosition },
    content: [words(`Callout ${panelPosition}`)],
  })),
  ...['inline', 'hang'].map((embedPosition) => ({
    type: 'embed',
    attrs: {
      src: 'https://www.youtube-nocookie.com/embed/abc',
      url: 'https://www.youtube.com/watch?v=abc',
      title: `Embed ${embedPosition}`,
      embedPosition,
    },
  })),
];

/** Returns how far a block's edges extend beyond the text column, and its width relative to that column. */
function placeOf(block: Locator): Promise<{ left: number; right: number; share: number }> {
  return block.evaluate((element) => {
    const column = element.closest('.text')?.querySelector('p')?.getBoundingClientRect();
    if (column === undefined) throw new Error('placeOf: expected a paragraph, got none');
    const own = element.getBoundingClientRect();
    return { left: column.left - own.left, right: own.right - column.right, share: own.width / column.width };
  });
}

test('every position of images, callouts and embeds survives the editor and is shown to readers @EDIT-03 @EDIT-04 @EDIT-07', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  await page.route(/youtube/u, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }));
  const author = await people.enter('author');
  const { id, path } = await makeArticle(await people.at(author), {
    title: 'Every position',
    blocks: [filler(), ...blocks.flatMap((block) => [block, filler()])],
    isDraft: true,
  });

  await test.step('the editor saves what it loaded', async () => {
    await page.goto(`/studio/articles/${id}`);
    const text = page.getByRole('textbox', { name: 'Article' });
    await expect(text).toBeVisible();
    await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
    await text.locator('p').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.type('Edited. ');
    await expect(page.getByText(/^Saved (?:just now|\d+ s ago)$/)).toBeVisible();
    await page.getByRole('button', { name: /^Publish/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click();
    await expect(page.getByRole('dialog')).toBeHidden();
    const saved = await rows.run(
      `select coalesce(b.value #>> '{attrs,imagePosition}', b.value #>> '{attrs,panelPosition}', b.value #>> '{attrs,embedPosition}') as position
       from app_private.article_bodies a, jsonb_array_elements(a.body_delta -> 'content') with ordinality b
       where a.article_id = $1 and b.value ->> 'type' <> 'paragraph' order by b.ordinality`,
      [id],
    );
    expect(saved.map(({ position }) => position)).toEqual([
      ...['wrap-left', 'inline', 'hang', 'wide', 'wrap-right'],
      ...['wrap-left', 'inline', 'wrap-right'],
      ...['inline', 'hang'],
    ]);
  });

  await test.step('readers see each in its position', async () => {
    await page.goto(path);
    await expect(page.locator('.text')).toContainText('Edited.');
    const image = (name: string) => page.locator('.text figure').filter({ has: page.getByRole('img', { name: `Image ${name}` }) });
    const callout = (name: string) => page.locator('.text aside').filter({ hasText: `Callout ${name}` });
    for (const of of [image, callout]) {
      const [left, inline, right] = await Promise.all(['wrap-left', 'inline', 'wrap-right'].map((name) => placeOf(of(name))));
      expect(left?.left).toBeCloseTo(0, 0);
      expect(left?.share).toBeLessThan(0.5);
      expect(right?.right).toBeCloseTo(0, 0);
      expect(right?.share).toBeLessThan(0.5);
      expect(inline?.left).toBeCloseTo(0, 0);
      expect(inline?.right).toBeCloseTo(0, 0);
    }
    const embeds = page.locator('.text .embed');
    await expect(embeds).toHaveCount(2);
    expect((await placeOf(embeds.first())).right).toBeCloseTo(0, 0);
    for (const hanging of [image('hang'), embeds.last()]) {
      const { left, right } = await placeOf(hanging);
      expect(left).toBeGreaterThan(8);
      expect(right).toBeGreaterThan(8);
    }
    expect((await placeOf(image('wide'))).share).toBeGreaterThan(1.2);
    await expectNoSidewaysScroll(page);
  });

  await test.step('on a phone each is as wide as the text', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const block of await page.locator('.text :is(figure, aside, .embed)').all()) {
      const { left, right, share } = await placeOf(block);
      expect([left, right, share].map((value) => Math.round(value))).toEqual([0, 0, 1]);
    }
    await expectNoSidewaysScroll(page);
  });
});
