import { panelOf } from './support/comment-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { selectWords } from './support/select-words.ts';
import { makeArticle } from './support/things.ts';

const long = Array.from({ length: 30 }, (_, index) => `a_{${index}}`).join(' + ');
const markdown = `The $n$th term is $\\frac{1}{n}$, and costs $5 or $6.

A long one, $${long}$, goes on after it.`;

test('a formula within a line is shown, scrolls where it is too long, and can be commented on and written in a comment @DOC-03 @EDIT-02', {
  tag: '@desk',
}, async ({ page, people }) => {
  const author = await people.make('author');
  const { path } = await makeArticle(await people.at(author), { title: 'In formulas', markdown });
  await people.enter('learner');
  await page.setViewportSize({ width: 360, height: 740 });
  const listening = page.waitForRequest((request) => request.url().includes('/events?'));
  await page.goto(path);
  await listening;

  const formulas = page.locator('.text .formula math');
  await expect(formulas).toHaveCount(3);
  await expect(formulas.nth(1)).toHaveAttribute('alttext', '\\frac{1}{n}');
  await expect(page.getByText('costs $5 or $6.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await formulas.nth(2).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await selectWords(page, 'costs $5 or $6.');
  await page.keyboard.press('Control+Alt+m');
  const panel = panelOf(page);
  await panel.getByRole('textbox', { name: /^Add your/ }).click();
  await page.keyboard.type('Is it $x^2$ of them?');
  await page.keyboard.press('Control+Enter');
  const comment = panel.getByRole('article').filter({ hasText: 'Is it' });
  await expect(comment.locator('.formula math')).toHaveAttribute('alttext', 'x^2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '1 comment on “costs $5 or $6.”.' })).toBeVisible();
  const highlighted = () =>
    page.evaluate(() => [...(CSS.highlights.get('annotation') ?? [])].map((range) => (range instanceof Range ? range.toString() : '')));
  await expect.poll(highlighted).toEqual(['costs $5 or $6.']);
});
