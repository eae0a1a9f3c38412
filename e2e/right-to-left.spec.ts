import type { Locator } from '@playwright/test';
import { answer, begin } from './support/comment-journey.ts';
import { expect, expectNoSidewaysScroll, test } from './support/journey.ts';
import { makeArticle, makeClip, makeCourse } from './support/things.ts';

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

/** Expects the last character of an element's text to the left of its first one. */
async function expectEndOnLeft(element: Locator): Promise<void> {
  const [end, start] = await element.evaluate((node) => {
    const text = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode() as Text;
    return [text.length - 1, 0].map((at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(end).toBeLessThan(start ?? 0);
}

test('a right-to-left text is aligned to the right: headings and tables as well as paragraphs @SITE-08', { tag: '@desk' }, async ({
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

  // The exclamation mark is to the left of the text, where it ends.
  const course = await makeCourse(api, { lessons: [{ title: 'שיעור!' }], isDraft: true });
  await page.goto(`/studio/courses/${course.id}`);
  await expectEndOnLeft(page.getByRole('link', { name: 'שיעור!' }));
});

test('a summary and the excerpt of a notification have the direction of their own text @SITE-08 @DISC-12', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const author = await people.enter('author');
  const api = await people.at(author);
  const { path } = await makeArticle(api, { title: 'כותרת של מאמר', markdown: 'פסקה.', details: { summary: 'תקציר בעברית!' } });
  await page.goto(path);
  const lead = page.getByText('תקציר בעברית!');
  await expectEndOnLeft(lead);
  // Title, summary and text share one edge; these scripts have no italics.
  const { right } = await edgesOfText(page.getByText('פסקה.'));
  for (const element of [lead, page.getByRole('heading', { level: 1 })])
    expect(Math.abs((await edgesOfText(element)).right - right)).toBeLessThan(8);
  await expect(lead).toHaveCSS('font-style', 'normal');

  const clip = await makeClip(rows);
  const { discussionId, commentId } = await begin(api, clip.id, 'A question.');
  await answer(await people.at(await people.make('learner')), discussionId, commentId, 'תשובה בעברית!');
  const excerpt = page.getByRole('main').getByText('תשובה בעברית!');
  // Notifications are created by a job.
  await expect(async () => {
    await page.goto('/notifications');
    expect(await excerpt.isVisible()).toBe(true);
  }).toPass();
  await expectEndOnLeft(excerpt);
});
