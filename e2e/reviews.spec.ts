import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import type { SiteRows } from './support/site-rows.ts';
import { makeCourse } from './support/things.ts';

const captions = [
  'Disappointed. It was not what I expected.',
  'Some things are off with this course.',
  'Some improvements can be made.',
  'It met my expectations.',
  'It exceeded my expectations!',
];

const strip = (page: Page) => page.getByRole('region', { name: 'Reviews' });
const dialogOf = (page: Page) => page.getByRole('dialog');
const rateButton = (page: Page) => page.getByRole('button', { name: /^Rate this (course|book)$|^Your review$/ });
const ratingData = async (page: Page) => {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>).find((data) => data['@type'] === 'Course');
};

test('a review is written with the keyboard, fails without a message, is sent, disabled and edited, updates the public page, and gets a reply @REV-01 @REV-02 @REV-03 @REV-04 @REV-05', async ({
  page,
  people,
  rows,
  expectedErrors,
}) => {
  expectedErrors.push(/couldn’t save/, /Failed to load resource/, /net::ERR/);
  const author = await people.make('author');
  const course = await makeCourse(await people.at(author), {
    title: 'Nobody rated this',
    lessons: [{ title: 'First', markdown: 'Words.' }],
  });
  const visitor = await people.open(null);

  await test.step('a course without ratings shows 5.0 / 5 and 1 rating; structured data has none, and visitors can’t rate', async () => {
    await visitor.goto(course.path);
    await expect(strip(visitor)).toContainText('5.0 / 5');
    await expect(strip(visitor).getByText('1 rating', { exact: true })).toBeVisible();
    await expect.poll(() => ratingData(visitor)).toMatchObject({ name: course.title });
    expect(await ratingData(visitor)).not.toHaveProperty('aggregateRating');
    await expect(visitor.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await expect(rateButton(visitor)).toHaveCount(0);
  });

  await test.step('a learner writes, sends and changes a review, even if it fails at first', async () => {
    await people.enter('learner');
    await page.goto(course.path);
    await rateButton(page).focus();
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('heading', { name: 'How was it?' })).toBeVisible();
    const send = dialog.getByRole('button', { name: 'Send review' });
    await expect(send).toBeDisabled();
    await expectAccessible(page);
    await expect(dialog.getByRole('radio', { name: '1 star' })).toBeFocused();
    await page.keyboard.press('Space');
    for (const [index, caption] of captions.entries()) {
      await expect(dialog.getByRole('radio').nth(index)).toBeChecked();
      await expect(dialog.getByRole('status')).toHaveText(caption);
      await page.keyboard.press('ArrowRight');
    }
    // The arrow wraps around from five to one; one back is five again, and another one is four.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
    const words = dialog.getByLabel('Your review');
    await words.fill('x'.repeat(230));
    await expect(words).toHaveValue('x'.repeat(200));
    await expect(dialog).toContainText('200 of 200');
    await words.fill('Exact, with `code`.');

    // A failure: no message, and stars and text stay, even if the dialog is closed and reopened.
    await page.route('**/graphql', (route) => (isCreate(route.request().postData()) ? route.abort() : route.continue()));
    const logged = page.waitForEvent('console', (message) => /We couldn’t save your review/.test(message.text()));
    await send.click();
    await logged;
    await expect(send).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(words).toHaveValue('Exact, with `code`.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await rateButton(page).click();
    await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await expect(words).toHaveValue('Exact, with `code`.');
    await page.unroute('**/graphql');

    await send.click();
    await expect(dialog.getByRole('button', { name: 'Edit Review' })).toBeFocused();
    await expect(dialog).toContainText(captions[3] ?? '');
    await expect(dialog).toContainText('Exact, with code.');
    await expect(dialog.locator('code')).toHaveText('code');
    for (const star of await dialog.getByRole('radio').all()) await expect(star).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await expectAccessible(page);

    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    await dialog.getByRole('radio', { name: '2 stars' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Edit Review' }).click();
    await dialog.getByRole('radio', { name: '3 stars' }).check({ force: true });
    await dialog.getByLabel('Your review').fill('Better **later**.');
    // A failed change keeps them, too.
    await page.route('**/graphql', (route) => (isUpdate(route.request().postData()) ? route.abort() : route.continue()));
    const loggedAgain = page.waitForEvent('console', (message) => /We couldn’t save your review/.test(message.text()));
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
    await loggedAgain;
    await expect(dialog.getByRole('button', { name: 'Edit', exact: true })).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(dialog.getByRole('radio', { name: '3 stars' })).toBeChecked();
    await expect(dialog.getByLabel('Your review')).toHaveValue('Better **later**.');
    await page.unroute('**/graphql');
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(dialog).toContainText(captions[2] ?? '');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Your review' })).toBeFocused();
    await expect(strip(page)).toContainText('3.0 / 5');
    await expect(strip(page).getByText('1 rating', { exact: true })).toBeVisible();
  });

  await test.step('a visitor’s page is renewed; structured data now has the rating, too', async () => {
    await expect(async () => {
      await visitor.goto(course.path);
      expect(await strip(visitor).innerText()).toContain('3.0 / 5');
    }).toPass();
    await expect(strip(visitor).locator('strong')).toHaveText('later');
    await expect.poll(() => ratingData(visitor)).toMatchObject({ aggregateRating: { ratingValue: 3, ratingCount: 1 } });
  });

  await test.step('a card shows the reviewer, with stars and links; a survey uses the same card', async () => {
    const surveyed = await people.make('pro');
    await rows.run(
      `insert into app_public.testimonials (slug, course_id, rating, quote_md, name, title, employer, website_url, twitter_username, github_username, linked_in_url, profile_image_url)
       values ('of-the-house-' || $2, $1, 4, 'Said *well*.', 'Callum Iwu', 'Staff engineer', 'Bracken', 'https://iwu.example', 'callumiwu', 'callum-iwu',
        'https://www.linkedin.com/in/callum-iwu-example', '/media/covers/types-that-tell-the-truth.svg')`,
      [course.id, suffix()],
    );
    await rows.run(
      `insert into app_public.surveys (course_id, user_id, scale_number, review_text) values ($1, $2, 2, 'Answered in a survey.')`,
      [course.id, surveyed.id],
    );
    const reader = await people.open(author);
    const card = strip(reader).getByRole('figure').filter({ hasText: 'Callum Iwu' });
    await expect(async () => {
      await reader.goto(course.path);
      expect(await card.isVisible()).toBe(true);
      expect(await strip(reader).innerText()).toContain('Answered in a survey.');
    }).toPass();
    await expect(card.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
    await expect(card.locator('img')).toHaveAttribute('src', '/media/covers/types-that-tell-the-truth.svg');
    await expect(card).toContainText('Staff engineer at Bracken');
    await expect(card.locator('em')).toHaveText('well');
    for (const [name, href] of [
      ['Website', 'https://iwu.example'],
      ['Twitter', 'https://twitter.com/callumiwu'],
      ['GitHub', 'https://github.com/callum-iwu'],
      ['LinkedIn', 'https://www.linkedin.com/in/callum-iwu-example'],
    ] as const) {
      const link = card.getByRole('link', { name });
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    }
    const survey = strip(reader).getByRole('figure').filter({ hasText: 'Answered in a survey.' });
    await expect(survey.getByRole('img', { name: '2 of 5 stars' })).toBeVisible();
    await expect(survey).toContainText(surveyed.name);
    await expect(survey.getByRole('button', { name: /^Answer/ })).toHaveCount(0);
    // Three by the learner, four by the site and two in the survey.
    await expect(strip(reader)).toContainText('3.0 / 5');
    await expect(strip(reader)).toContainText('3 ratings');

    const review = strip(reader).getByRole('figure').filter({ hasText: 'Better later.' });
    await review.getByRole('button', { name: /^Answer/ }).click();
    await review.getByLabel('Your answer').fill('In the next edition.');
    await review.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(review).toContainText(`${author.name} answers`);
    await expect(async () => {
      await reader.goto(course.path);
      expect(await review.innerText()).toContain('In the next edition.');
    }).toPass();
  });
});

/** An unlisted book with a chapter that four users rated. */
async function makeRatedBook(rows: SiteRows, userIds: readonly string[]): Promise<{ title: string; path: string; chapterPath: string }> {
  const mark = suffix();
  await rows.run(
    `with book as (
       insert into app_public.books (title, slug, permalink, is_published, published_at, is_shown_publicly)
       values ('Made book ' || $1, 'rated-' || $1, '/books/rated-' || $1, true, now() - interval '1 day', false) returning id
     ), chapter as (
       insert into app_public.lessons (book_id, title, slug, is_free) select id, 'First', 'first', true from book returning id, book_id
     ), place as (
       insert into app_public.book_lessons (book_id, lesson_id, position) select book_id, id, 1 from chapter
     )
     insert into app_public.testimonials (slug, book_id, user_id, rating, quote_md)
     select 'rated-' || $1 || '-' || row_number() over (), book.id, u, 4, 'Read.' from book, unnest($2::uuid[]) u`,
    [mark, userIds],
  );
  return { title: `Made book ${mark}`, path: `/books/rated-${mark}`, chapterPath: `/books/rated-${mark}/first` };
}

test('reviews from a book, a lesson and a chapter rate the book and the course, and fit a phone @REV-02', async ({
  page,
  people,
  rows,
}) => {
  const [author, one, two] = [await people.make('author'), await people.make('learner'), await people.make('learner')];
  await people.enter('learner');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const book = await makeRatedBook(rows, [one.id, two.id]);
  const course = await makeCourse(await people.at(author), { lessons: [{ title: 'First', markdown: 'Words.', isFree: true }] });
  for (const path of ['/fullstack-graphql', book.path]) {
    await page.goto(path);
    await expect(rateButton(page)).toHaveText('Rate this book');
  }
  for (const [path, title, kind, count] of [
    [course.lessons[0]?.path ?? '', course.title, 'course', 1],
    [book.chapterPath, book.title, 'book', 3],
  ] as const) {
    await page.goto(path);
    const ratings = page.getByRole('region', { name: `Ratings of ${title}` });
    if (kind === 'book') await expect(ratings).toContainText('2 ratings');
    await ratings.getByRole('button', { name: `Rate this ${kind}` }).click();
    await dialogOf(page).getByRole('radio', { name: '5 stars' }).check({ force: true });
    await expectNoSidewaysScroll(page);
    if (kind === 'course') await expectAccessible(page);
    await dialogOf(page).getByRole('button', { name: 'Send review' }).click();
    await expect(dialogOf(page).getByRole('button', { name: 'Edit Review' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ratings).toContainText(count === 1 ? '1 rating' : `${count} ratings`);
    if (kind === 'course') await expect(ratings).toContainText('5.0');
  }
});

/** Queries are sent by hash, so these are recognized by their results. */
function isCreate(body: string | null): boolean {
  const { variables } = JSON.parse(body ?? '{}') as { variables?: object };
  return variables !== undefined && 'courseId' in variables && 'quoteMd' in variables;
}

function isUpdate(body: string | null): boolean {
  const { variables } = JSON.parse(body ?? '{}') as { variables?: object };
  return variables !== undefined && 'id' in variables && 'quoteMd' in variables;
}

test('reviews have dates, are sorted by links, and more of them are loaded on request, or as a page without JavaScript @REV-01', async ({
  page,
  people,
  rows,
  browser,
}) => {
  const [author, reviewer] = [await people.make('author'), await people.make('learner')];
  const course = await makeCourse(await people.at(author), { lessons: [{ title: 'First', markdown: 'Words.' }] });
  // The newest has five stars, then four, three, two and one, again and again.
  await rows.run(
    `insert into app_public.testimonials (slug, course_id, name, rating, quote_md, created_at)
     select $2 || '-' || n, $1, 'Reader ' || n, 5 - n % 5, 'Quote number ' || n || '.', timestamptz '2026-03-20 12:00Z' - n * interval '1 day'
     from generate_series(0, 14) n`,
    [course.id, `of-many-${suffix()}`],
  );
  await rows.run(
    `insert into app_public.testimonials (user_id, course_id, rating, quote_md, created_at) values ($2, $1, 5, 'Said once.', '2026-01-02 12:00Z')`,
    [course.id, reviewer.id],
  );
  await rows.run(
    `insert into app_public.testimonials (slug, course_id, name, rating, quote_md, created_at) values ($2, $1, $3, 5, 'Said once.', '2026-01-01 12:00Z')`,
    [course.id, `same-${suffix()}`, reviewer.name],
  );
  const cards = strip(page).getByRole('figure');
  const more = strip(page).getByRole('link', { name: 'Show more reviews' });

  await test.step('the newest twelve are on the page, with their dates; the others follow, and get the focus', async () => {
    await expect(async () => {
      await page.goto(course.path);
      expect(await cards.count()).toBe(12);
    }).toPass();
    await expect(cards.first()).toContainText('Quote number 0.');
    await expect(cards.first().locator('time')).toHaveAttribute('datetime', '2026-03-20T12:00:00.000Z');
    await expect(cards.first().locator('time')).toHaveText(/20.*2026/);
    await expect(strip(page).getByRole('link', { name: 'Newest', exact: true })).toHaveAttribute('aria-current', 'true');
    await more.click();
    await expect(cards).toHaveCount(16);
    await expect(cards.nth(12)).toBeFocused();
    await expect(cards.nth(12)).toContainText('Quote number 12.');
    await expect(strip(page).getByText('Said once.')).toHaveCount(1);
    await expect(more).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('the lowest ratings are first on their own URL, and their next page follows', async () => {
    await strip(page).getByRole('link', { name: 'Lowest rated' }).click();
    await page.waitForURL('**?reviews=lowest#reviews');
    await expect(cards.first().getByRole('img', { name: '1 of 5 stars' })).toBeVisible();
    await expect(cards).toHaveCount(12);
    await more.click();
    await expect(cards.last()).toContainText('Said once.');
    await expect(cards).toHaveCount(16);
  });

  await test.step('without JavaScript, the next page is a link, and leads back to the first reviews', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(new URL(`${course.path}?reviews=highest`, page.url()).href);
    await expect(strip(plain).getByRole('figure').first().getByRole('img', { name: '5 of 5 stars' })).toBeVisible();
    await strip(plain).getByRole('link', { name: 'Show more reviews' }).click();
    await expect(strip(plain).getByRole('figure')).toHaveCount(4);
    await expect(strip(plain).getByRole('img', { name: '1 of 5 stars' })).toHaveCount(3);
    await strip(plain).getByRole('link', { name: 'Go to the first reviews' }).click();
    await expect(strip(plain).getByRole('figure')).toHaveCount(12);
    await context.close();
  });
});
