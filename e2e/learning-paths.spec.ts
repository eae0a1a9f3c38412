import type { Page } from '@playwright/test';
import { tabTo } from './support/by-keyboard.ts';
import { confirmAction, expectQuestions } from './support/destructive-buttons.ts';
import { demoPerson, expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import { makeArticle } from './support/things.ts';

const demoPath = '/paths/front-end-with-evidence';

/** Presses a control by keyboard, from wherever the focus is. */
async function pressByKeyboard(page: Page, role: 'button' | 'link' | 'searchbox' | 'textbox', name: string | RegExp): Promise<void> {
  await tabTo(page.getByRole(role, { name, exact: true }));
  if (role === 'button' || role === 'link') await page.keyboard.press('Enter');
}

/** Finds a title by its words and adds it as a step, by keyboard. */
async function addStep(page: Page, words: string, title: string): Promise<void> {
  await pressByKeyboard(page, 'searchbox', 'Search courses, books, articles and clips');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(words);
  await expect(page.getByRole('button', { name: `Add “${title}”`, exact: true })).toBeVisible();
  await pressByKeyboard(page, 'button', `Add “${title}”`);
  await expect(page.getByRole('list', { name: 'Steps' }).getByText(title, { exact: true })).toBeVisible();
}

const titlesOf = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('li b').allTextContents();

const clip = 'Why your effect runs twice';
const course = 'Types That Tell the Truth';
const article = 'Pagination, three ways';

test('an author writes a learning path with the keyboard, and publishes and deletes it @PRACTICE-03', { tag: '@phone' }, async ({
  page,
  people,
}) => {
  await people.enter('author');
  const title = `A path by keyboard ${suffix()}`;
  await test.step('it starts as an empty draft', async () => {
    await page.goto('/studio');
    await pressByKeyboard(page, 'link', 'Learning paths');
    await expect(page.getByText('No learning paths yet')).toBeVisible();
    await expectAccessible(page);
    await pressByKeyboard(page, 'textbox', 'Title');
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('No steps yet')).toBeVisible();
    await pressByKeyboard(page, 'button', 'Publish');
    await expect(page.getByText('Expected at least one step that learners can see.')).toBeVisible();
  });

  await test.step('steps are found, added, explained, moved and removed with undo', async () => {
    await pressByKeyboard(page, 'searchbox', 'Search courses, books, articles and clips');
    await page.keyboard.type('no such title anywhere');
    await expect(page.getByText('No results found. Try fewer words.')).toBeVisible();
    await addStep(page, 'why your effect', clip);
    await addStep(page, 'types that tell', course);
    await addStep(page, 'pagination three', article);
    expect(await titlesOf(page)).toEqual([clip, course, article]);
    await tabTo(page.getByRole('textbox', { name: `Why “${clip}” is a step` }), 'Shift+Tab');
    await page.keyboard.type('It takes a minute.');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Saved why “${clip}” is a step.`)).toBeAttached();
    // The focus stays on the button, so it can be pressed again.
    await tabTo(page.getByRole('button', { name: `Move “${article}” up` }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(`“${article}” is now step 2 of 3.`)).toBeAttached();
    await expect(page.getByRole('button', { name: `Move “${article}” up` })).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByText(`“${article}” is now step 1 of 3.`)).toBeAttached();
    await page.keyboard.press('Enter');
    await expect(page.getByText('It’s already first.')).toBeAttached();
    await pressByKeyboard(page, 'button', `Remove “${clip}”`);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    expect(await titlesOf(page)).toEqual([article, course]);
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove “${clip}”` })).toBeFocused();
    expect(await titlesOf(page)).toEqual([article, clip, course]);
    await expectNoSidewaysScroll(page);
    await expect(page.getByText('All changes saved.')).toBeVisible();
    await page.reload();
    expect(await titlesOf(page)).toEqual([article, clip, course]);
    await expect(page.getByRole('textbox', { name: `Why “${clip}” is a step` })).toHaveValue('It takes a minute.');
  });

  await test.step('details are saved, and the path is published', async () => {
    await tabTo(page.getByRole('textbox', { name: /^Summary/ }));
    await page.keyboard.type('Three steps.');
    await pressByKeyboard(page, 'button', 'Save details');
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: /^URL/ })).not.toBeEditable();
    await page.getByRole('link', { name: 'View page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('It takes a minute.')).toBeVisible();
  });

  const path = new URL(page.url()).pathname;
  await test.step('visitors see it, and nothing after it was unpublished', async () => {
    const visitor = await people.open(null);
    await visitor.goto(path);
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: `Unpublish “${title}”` }).click();
    await confirmAction(page, 'Unpublish');
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
    await expect.poll(async () => (await visitor.request.get(path)).status()).toBe(404);
    // Its author still sees the page, with a label.
    await page.goto(path);
    await expect(page.getByText('Draft: hidden from readers')).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  });

  await test.step('it is deleted after a question', async () => {
    await page.goto('/studio/paths');
    await page.getByRole('link', { name: new RegExp(title) }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectQuestions(page, ['Delete'], page.locator('main header'));
    await page.getByRole('button', { name: `Delete “${title}”` }).click();
    await confirmAction(page, 'Delete');
    await expect(page).toHaveURL('/studio/paths');
    await expect(page.getByText('No learning paths yet')).toBeVisible();
  });
});

test('two tabs can’t overwrite each other’s order', { tag: '@desk' }, async ({ page, people, expectedErrors }) => {
  const author = await people.enter('author');
  await page.goto('/studio/paths');
  await page.getByRole('textbox', { name: 'Title' }).fill(`Two tabs ${suffix()}`);
  await page.getByRole('button', { name: 'Create learning path' }).click();
  await expect(page.getByText('No steps yet')).toBeVisible();
  await addStep(page, 'why your effect', clip);
  await addStep(page, 'pagination three', article);
  await expect(page.getByText('All changes saved.')).toBeVisible();
  const other = await people.open(author);
  await other.goto(page.url());
  await other.getByRole('button', { name: `Move “${article}” up` }).click();
  await expect(other.getByText(`“${article}” is now step 1 of 2.`)).toBeAttached();
  await expect
    .poll(async () => {
      const client = await people.at(author);
      const { data } = await client.run<{ myLearningPaths: { nodes: { version: number }[] } }>('{ myLearningPaths { nodes { version } } }');
      return data?.myLearningPaths.nodes[0]?.version;
    })
    .toBe(4);
  expectedErrors.push(/409|Conflict/i);
  await page.getByRole('button', { name: `Remove “${clip}”` }).click();
  await expect(
    page.getByText('This learning path was changed in another tab or by someone else. Reload the page to see it.'),
  ).toBeVisible();
  await expect.poll(() => titlesOf(page)).toEqual([article, clip]);
  // From here on, changes are based on what the other tab wrote.
  await page.getByRole('button', { name: `Remove “${clip}”` }).click();
  await expect.poll(() => titlesOf(page)).toEqual([article]);
  await expect(page.getByText('This learning path was changed')).toBeHidden();
});

test('a learner sees their progress across a path, on its page and in the library @PRACTICE-03', { tag: '@phone' }, async ({
  page,
  people,
}) => {
  await people.enter('learner');
  await page.goto('/library');
  await expect(page.getByRole('heading', { name: 'Learning paths' })).toBeHidden();
  await page.goto(demoPath);
  const total = page.getByRole('progressbar', { name: 'Progress across this learning path' });
  await expect(page.getByText('0% done, 0 of 5 steps')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start with The checkbox that ticked itself' })).toBeVisible();
  const done = page.getByRole('button', { name: /: The checkbox that ticked itself$/ });
  await tabTo(done);
  await page.keyboard.press('Enter');
  await expect(page.getByText('20% done, 1 of 5 steps')).toBeVisible();
  await expect(done).toHaveAttribute('aria-pressed', 'true');
  await expect(total).toHaveAttribute('value', '20');
  await expect(page.getByRole('link', { name: 'Continue with Rendering Without Regret' })).toHaveAttribute(
    'href',
    '/courses/rendering-without-regret',
  );
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: 'Rendering Without Regret' })
      .getByText(/^0 of \d+ lessons done$/),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNoSidewaysScroll(page);

  await page.goto('/library');
  const shelf = page.getByRole('region', { name: 'Learning paths' });
  await expect(shelf.getByText('1 of 5 steps done')).toBeVisible();
  await expect(shelf.getByRole('link', { name: /^Continue with/ })).toHaveAttribute('href', '/courses/rendering-without-regret');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await shelf.getByRole('link', { name: 'Front end, with evidence' }).click();
  await done.click();
  await expect(page.getByText('0% done, 0 of 5 steps')).toBeVisible();
});

test('an article that was read to its end, and nothing less, is completed', { tag: '@desk' }, async ({ page, people, rows }) => {
  const author = await people.make('author');
  const learner = await people.enter('learner');
  const markdown = ['The first paragraph has a few words.', ...Array.from({ length: 30 }, (_, n) => `Line ${n}.`), 'The last one.'].join(
    '\n\n',
  );
  const { path } = await makeArticle(await people.at(author), { title: 'Read to its end', markdown });
  const completed = async () =>
    (await rows.run('select reason from app_public.completions where user_id = $1', [learner.id])).map(({ reason }) => reason);
  await page.goto(path);
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  const last = page.getByText('The last one.');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  expect(await completed()).toEqual([]);
  await page.mouse.move(400, 300);
  await expect
    .poll(
      async () => {
        // Up and down, as a reader does, until each paragraph had its time.
        await page.evaluate(() => scrollTo(0, 0));
        await page.keyboard.press('End');
        for (const element of await page.locator('.text .b').all()) await element.scrollIntoViewIfNeeded();
        return completed();
      },
      { timeout: 30_000 },
    )
    .toEqual(['READ']);
});

test('paths are found and read without JavaScript', { tag: '@phone' }, async ({ people }) => {
  const page = await people.open(null, { javaScriptEnabled: false });
  await page.goto('/');
  const shelf = page.getByRole('region', { name: 'Learning paths' });
  await expect(shelf.getByRole('link', { name: /^Front end, with evidence/ })).toHaveAttribute('href', demoPath);
  await page.goto('/explore-catalog');
  await page.getByRole('link', { name: 'All learning paths' }).click();
  await expect(page).toHaveURL('/paths');
  await page.getByRole('link', { name: /Front end, with evidence/ }).click();
  await expect(page).toHaveURL(demoPath);
  await expect(page.getByRole('heading', { level: 1, name: 'Front end, with evidence' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start with The checkbox that ticked itself' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${demoPath}$`));
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(1);
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.some((text) => text.includes('"ItemList"') && text.includes('"numberOfItems":5'))).toBe(true);
  expect(await (await page.request.get('/sitemaps/paths.xml')).text()).toContain(demoPath);
});

test('an author of the demo sees their path among everyone’s, and its page in both themes', { tag: '@desk' }, async ({ people }) => {
  const page = await people.open(demoPerson('admin'));
  await page.goto('/studio/paths?of=everyone');
  await page.getByRole('link', { name: /Front end, with evidence/ }).click();
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(5);
  await expectAccessibleInBothThemes(page);
});
