import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { textOf, waitForEditor, writeAndSave } from './support/studio-journey.ts';
import { makeArticle, makeCourse } from './support/things.ts';

// What the studio lists before something is published; it prevents nothing.

const markdown =
  'Words.\n\n![A lamp](https://images.example/lamp.png)\n\nMore words.\n\n![](https://images.example/oil.png)\n\n[Gone](#nowhere)';
const sentence = '2 images are still on other sites, so readers see links instead. Save them as files and add them to the text.';

const warnings = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Check before you publish' });
/** Waits until the editor has the focus, and an image with this alt text is selected in it and in view. */
async function expectSelected(page: Page, name: 'Article' | 'Lesson', alt: string): Promise<void> {
  await expect(textOf(page, name)).toBeFocused();
  const outlined = () =>
    page
      .locator('figure.fig')
      .evaluateAll((elements) =>
        elements
          .filter(({ firstElementChild }) => firstElementChild !== null && getComputedStyle(firstElementChild).outlineStyle === 'solid')
          .map((figure) => figure.querySelector('img')?.alt),
      );
  await expect.poll(outlined).toEqual([alt]);
  await expect(page.locator(`figure.fig:has(img[alt="${alt}"])`).first()).toBeInViewport();
}

/** Follows a link among the warnings with the keyboard. */
async function follow(page: Page, name: string): Promise<void> {
  const link = warnings(page).getByRole('link', { name });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The editor shows such an image as a box, because the page may not load it, and the server can't fetch it. */
const refusedImages = [/violates the following Content Security Policy directive: "img-src/, /Failed to load resource/];

test('images that weren’t fetched are listed before a lesson is published, with links to them @EDIT-09', { tag: '@desk' }, async ({
  page,
  people,
  expectedErrors,
}) => {
  expectedErrors.push(...refusedImages);
  const author = await people.enter('author');
  const course = await makeCourse(await people.at(author), { title: 'Lamps', lessons: [{ title: 'Light', markdown }] });
  const [lesson] = course.lessons;
  if (lesson === undefined) throw new Error('Expected a lesson, got none');
  await page.goto(`/studio/lessons/${lesson.id}`);
  await waitForEditor(page, 'Lesson');
  await writeAndSave(textOf(page, 'Lesson'), 'New words.');
  const publish = page.getByRole('button', { name: 'Publish changes' });
  await publish.click();
  await expect(warnings(page).getByText(sentence)).toBeVisible();
  await expect(warnings(page).getByText('A link leads nowhere')).toBeVisible();
  await expect(warnings(page).getByText('#nowhere')).toBeVisible();
  await expectAccessible(page);

  await test.step('the link leads to the image in the text, which has the focus', async () => {
    await follow(page, 'A lamp');
    await expectSelected(page, 'Lesson', 'A lamp');
    await publish.click();
    await follow(page, 'https://images.example/oil.png');
    await expectSelected(page, 'Lesson', '');
    await publish.click();
    await follow(page, 'A lamp');
    await expectSelected(page, 'Lesson', 'A lamp');
  });

  await test.step('removed, they are no longer listed', async () => {
    await page.keyboard.press('Delete');
    await expect(textOf(page, 'Lesson').locator('figure.fig')).toHaveCount(1);
    await publish.click();
    await expect(warnings(page).getByText('An image is still on another site')).toBeVisible();
  });

  await test.step('in a narrow window', async () => {
    await page.setViewportSize({ width: 390, height: 740 });
    await expect(warnings(page).getByText('An image is still on another site')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('readers see a link and a sentence in place of an image that wasn’t fetched @EDIT-09', async ({ page, people }) => {
  const author = await people.enter('author');
  const article = await makeArticle(await people.at(author), { title: 'Lamps', markdown });
  await page.goto(article.path);
  const text = page.locator('.prose');
  await expect(text.getByText('A lamp', { exact: true })).toBeVisible();
  await expect(text.getByText('This image is on another site, so it isn’t shown here.')).toHaveCount(2);
  const link = text.getByRole('link', { name: 'Open it on images.example' });
  await expect(link.first()).toHaveAttribute('href', 'https://images.example/lamp.png');
  await expect(link.first()).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(text.locator('img, [data-failed]')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an article’s images are listed before it is published @EDIT-09', { tag: '@desk' }, async ({ page, people, expectedErrors }) => {
  expectedErrors.push(...refusedImages);
  const author = await people.enter('author');
  const article = await makeArticle(await people.at(author), { title: 'Lamps', markdown, isDraft: true });
  await page.goto(`/studio/articles/${article.id}`);
  await waitForEditor(page, 'Article');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(warnings(page).getByText(sentence)).toBeVisible();
  await follow(page, 'A lamp');
  await expectSelected(page, 'Article', 'A lamp');
});

test('the images of all lessons are listed before their course is published @EDIT-09', { tag: '@desk' }, async ({
  page,
  people,
  expectedErrors,
}) => {
  expectedErrors.push(...refusedImages);
  const author = await people.enter('author');
  const course = await makeCourse(await people.at(author), {
    title: 'Lamps',
    isDraft: true,
    lessons: [
      { title: 'Light', markdown },
      { title: 'Dark', markdown: 'Nothing.' },
      { title: 'Oil', markdown: '![Oil](https://images.example/oil.png)' },
    ],
  });
  await page.goto(`/studio/courses/${course.id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  await expect(warnings(page).getByText('3 images are still on other sites, so readers see links instead.')).toBeVisible();
  await expect(warnings(page).getByRole('link')).toHaveText(['Light: 2 images', 'Oil: 1 image']);
  await expectAccessible(page);
  await follow(page, 'Oil: 1 image');
  await expect(page).toHaveURL(new RegExp(`/studio/lessons/${course.lessons[2]?.id}#b-`));
  await expectSelected(page, 'Lesson', 'Oil');
});
