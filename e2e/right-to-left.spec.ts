import type { Locator } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from './support/journey.ts';
import { makeArticle, makeCourse } from './support/things.ts';

const markdown = [
  'פסקה ראשונה.',
  '## כותרת משנה',
  '| שם | ערך |\n|---|---|\n| אחת | שתיים |',
  'An English paragraph.',
  '## An English heading',
].join('\n\n');

/** The edges of an element's text, in the window. */
function edgesOfText(element: Locator): Promise<{ left: number; right: number }> {
  return element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    return { left: Math.round(left), right: Math.round(right) };
  });
}

test('a text from right to left is set from the right: headings and tables with the paragraphs @SITE-08', { tag: '@desk' }, async ({
  page,
  people,
}) => {
  const api = await people.at(await people.enter('author'));
  const { path } = await makeArticle(api, { title: 'מאמר', markdown });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(path);
    const text = page.locator('.text.prose');
    const { right } = await edgesOfText(text.getByText('פסקה ראשונה.'));
    const { left } = await edgesOfText(text.getByText('An English paragraph.'));
    expect((await edgesOfText(text.getByRole('heading', { name: 'כותרת משנה' }))).right).toBe(right);
    expect((await edgesOfText(text.getByRole('heading', { name: 'An English heading' }))).left).toBe(left);
    const [head, cell] = [text.getByRole('columnheader', { name: 'שם' }), text.getByRole('cell', { name: 'אחת' })];
    expect((await edgesOfText(cell)).right).toBe((await edgesOfText(head)).right);
    await expectNoSidewaysScroll(page);
  }

  // The exclamation mark is on the left of the words, where they end.
  const course = await makeCourse(api, { lessons: [{ title: 'שיעור!' }], isDraft: true });
  await page.goto(`/studio/courses/${course.id}`);
  const [mark, words] = await page.getByRole('link', { name: 'שיעור!' }).evaluate((link) => {
    const node = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode() as Text;
    return [node.length - 1, 0].map((at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(mark).toBeLessThan(words ?? 0);
});
