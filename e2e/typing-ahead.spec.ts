import { expect, test } from './support/journey.ts';
import { begin, commentWith, openPanel, panelOf } from './support/comment-journey.ts';
import { holdScripts } from './support/hold-scripts.ts';
import { makeClip } from './support/things.ts';

test('text typed before the code is loaded is kept: in the search, in a comment and in a reply @SEARCH-01 @DISC-04 @SITE-10', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const author = await people.make('author');
  await people.enter('learner');
  const clip = await makeClip(rows);
  await begin(await people.at(author), clip.id, 'Answer this one.');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');

  await test.step('the search accepts letters before any script of the page has loaded, and searches with all of them', async () => {
    const { release } = await holdScripts(page);
    await page.goto('/courses', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('retry mannes');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('r');
    release();
    await expect(dialog.getByRole('option').first()).toContainText('Retry, with manners');
    await expect(field).toHaveValue('retry manners');
    await expect(field).toBeFocused();
    await page.keyboard.type('?');
    await expect(field).toHaveValue('retry manner?s');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('and before the code of its results', async () => {
    await page.goto('/books');
    const { release } = await holdScripts(page);
    await page.keyboard.press('/');
    await page.keyboard.type('pagina');
    release();
    await expect(dialog.getByRole('option').first()).toContainText('Pagination, three ways');
    await expect(field).toHaveValue('pagina');
  });

  await test.step('a comment keeps letters, lines and caret when the editor takes over', async () => {
    // Its editor would otherwise be loaded when the page is idle.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    const panel = await openPanel(page, clip.id);
    await expect(commentWith(panel, 'Answer this one.')).toBeVisible();
    const closed = panel.getByRole('button', { name: 'Add your comment' });
    const { release } = await holdScripts(page);
    // It's loaded as soon as the pointer is over the field.
    const isEditor = async (address: string) => (await (await page.request.get(address)).text()).includes('editor-surface');
    const loading = page.waitForRequest(async (request) => /\/assets\/[^/]*\.js$/.test(request.url()) && isEditor(request.url()));
    await closed.hover();
    await loading;
    await closed.click();
    await page.keyboard.type('First ine.');
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('l');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Scond');
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowLeft');
    const text = panel.getByRole('textbox', { name: 'Add your comment' });
    await expect(text).toHaveValue('First line.\nScond');
    release();
    await expect(text).toHaveAttribute('contenteditable', 'true');
    await page.keyboard.type('e');
    await expect(text.locator('p')).toHaveText(['First line.', 'Second']);
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, 'Second')).toBeVisible();
  });

  await test.step('so does a reply', async () => {
    await page.reload();
    const panel = await openPanel(page, clip.id);
    const question = commentWith(panel, 'Answer this one.');
    await expect(question).toBeVisible();
    const { release } = await holdScripts(page);
    await question.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('An answer.');
    await page.keyboard.press('Shift+ArrowLeft');
    release();
    const text = panelOf(page).getByRole('textbox', { name: 'Add your reply' });
    await expect(text).toHaveAttribute('contenteditable', 'true');
    await page.keyboard.type('!');
    await expect(text).toHaveText('An answer!');
  });
});

test('text typed before the code is loaded is kept in a form further down and in a field that filters @HOME-04 @SITE-10', {
  tag: '@desk',
}, async ({ page, people }) => {
  // The header changes for a signed-in user after the page has loaded, which makes React render parts again whose code is still missing.
  await people.enter('learner');

  await test.step('the newsletter form, whose code loads when the reader is near', async () => {
    const { release } = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const form = page.getByRole('region', { name: 'A newsletter on Fridays', exact: true });
    await form.getByLabel('First name').click();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@');
    release();
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
    await page.keyboard.type('example.');
    // Elements that React rendered have its properties.
    const isLive = (element: Element) => Object.keys(element).some((name) => name.startsWith('__reactProps'));
    await expect.poll(() => form.locator('form').evaluate(isLive)).toBe(true);
    await expect(form.getByLabel('Email')).toBeFocused();
    await page.keyboard.type('test');
    await expect(form.getByLabel('First name')).toHaveValue('Ada');
    await expect(form.getByLabel('Email')).toHaveValue('ada@example.test');
  });

  await test.step('the search of a transcript uses all of the letters', async () => {
    const { release } = await holdScripts(page);
    await page.goto('/courses/css-set-in-type/introduction', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.getByRole('heading', { name: 'Transcript' }).click();
    const field = page.getByRole('searchbox', { name: 'Search the transcript' });
    await field.click();
    await page.keyboard.type('nobody ays this');
    for (let press = 0; press < 'ays this'.length; press += 1) await page.keyboard.press('ArrowLeft');
    release();
    await expect(page.getByText('No matches for “nobody ays this”.')).toBeVisible();
    await page.keyboard.type('s');
    await expect(field).toHaveValue('nobody says this');
    await expect(page.getByText('No matches for “nobody says this”.')).toBeVisible();
  });
});

test('a part whose code loads when the reader is near also works after leaving early and coming back @CARO-01 @SITE-10', {
  tag: '@desk',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/');
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
  await page.getByRole('banner').getByRole('link', { name: 'Courses' }).click();
  await expect(page).toHaveURL(/\/courses$/);
  await page.goBack();
  const section = page.getByRole('region', { name: 'Recent titles', exact: true });
  await section.scrollIntoViewIfNeeded();
  const heading = section.getByRole('heading', { level: 3 });
  const first = (await heading.textContent()) ?? '';
  await expect(async () => {
    await section.getByRole('button', { name: 'Next' }).click();
    expect(await heading.textContent()).not.toBe(first);
  }).toPass({ intervals: [250] });
});
