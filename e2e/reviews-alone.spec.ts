import type { Page } from '@playwright/test';
import type { DemoRole } from '@newline/db/demo/people';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

const captions = [
  'Disappointed. It was not what I expected.',
  'Some things are off with this course.',
  'Some improvements can be made.',
  'It met my expectations.',
  'It exceeded my expectations!',
];

/** Reviews, on a site of their own: they change what every visitor sees. */
test.describe('reviews', () => {
  test.describe.configure({ mode: 'serial' });
  let site: SiteProcess;
  let rows: SiteRows;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    site = await prepareSite();
    await site.start();
    rows = await openSiteRows(site);
    await rows.run(
      `with made as (insert into app_public.courses (title, slug, permalink, is_published, published_at)
        values ('Nobody Rated This', 'nobody-rated-this', '/courses/nobody-rated-this', true, now() - interval '1 day') returning id)
      insert into app_public.contributions (course_id, user_id, title) select id, $1, 'AUTHOR' from made`,
      [site.person('author').id],
    );
  });
  test.afterAll(async () => {
    await rows.close();
    await site.remove();
  });

  const enter = async (page: Page, role: DemoRole) => {
    const { email, password } = site.person(role);
    await page.goto(`${site.origin}/sign-in`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  };
  const open = (page: Page, path: string) => page.goto(`${site.origin}${path}`);
  const strip = (page: Page) => page.getByRole('region', { name: 'Reviews' });
  const dialogOf = (page: Page) => page.getByRole('dialog');
  const rateButton = (page: Page) => page.getByRole('button', { name: /^Rate this (course|book)$|^Your review$/ });
  const ratingData = async (page: Page) => {
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
    return texts.map((text) => JSON.parse(text) as Record<string, unknown>).find((data) => data['@type'] === 'Course');
  };

  test('a course without ratings says 5.0 / 5 and 1 rating; search engines hear of none, visitors rate nothing @REV-01 @REV-02', async ({
    page,
  }) => {
    await open(page, '/courses/nobody-rated-this');
    await expect(strip(page)).toContainText('5.0 / 5');
    await expect(strip(page).getByText('1 rating', { exact: true })).toBeVisible();
    await expect.poll(() => ratingData(page)).toMatchObject({ name: 'Nobody Rated This' });
    expect(await ratingData(page)).not.toHaveProperty('aggregateRating');
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await expect(rateButton(page)).toHaveCount(0);
  });

  test('a review is written by keyboard, fails without a word, is sent, locked, edited, and changes the page of others @REV-01 @REV-02 @REV-03 @REV-04', async ({
    page,
    browser,
    expectedErrors,
  }) => {
    expectedErrors.push(/could not be saved/, /Failed to load resource/, /net::ERR/);
    await enter(page, 'learner');
    await open(page, '/courses/nobody-rated-this');
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
    // From five the arrow goes round to one; one back is five again, another one four.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
    const words = dialog.getByLabel('Your review');
    await words.fill('x'.repeat(230));
    await expect(words).toHaveValue('x'.repeat(200));
    await expect(dialog).toContainText('200 of 200');
    await words.fill('Exact, with `code`.');

    // A failure: no message, stars and text stay, also when the dialog is closed and opened again.
    await page.route('**/graphql', (route) => (isCreate(route.request().postData()) ? route.abort() : route.continue()));
    const logged = page.waitForEvent('console', (message) => /The review could not be saved/.test(message.text()));
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
    await expect(dialog).toContainText('Exact, with `code`.');
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
    // A change that fails keeps them, too.
    await page.route('**/graphql', (route) => (isUpdate(route.request().postData()) ? route.abort() : route.continue()));
    const loggedAgain = page.waitForEvent('console', (message) => /The review could not be saved/.test(message.text()));
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

    // What a visitor gets was made anew; now search engines hear of it, too.
    const visitor = await (await browser.newContext()).newPage();
    await expect(async () => {
      await open(visitor, '/courses/nobody-rated-this');
      await expect(strip(visitor)).toContainText('3.0 / 5', { timeout: 500 });
    }).toPass();
    await expect(strip(visitor).locator('strong')).toHaveText('later');
    await expect.poll(() => ratingData(visitor)).toMatchObject({ aggregateRating: { ratingValue: 3, ratingCount: 1 } });
    await visitor.context().close();
  });

  test('a book, a lesson and a chapter rate the book and the course; a phone has room for it @REV-02', async ({ page }) => {
    await enter(page, 'anotherLearner');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const [path, kind] of [
      ['/fullstack-graphql', 'book'],
      ['/books/quiet-deployments', 'book'],
    ] as const) {
      await open(page, path);
      await expect(rateButton(page)).toHaveText(new RegExp(`^(Rate this ${kind}|Your review)$`));
    }
    for (const [table, kind] of [
      ['course', 'course'],
      ['book', 'book'],
    ] as const) {
      await rows.run(`delete from app_public.testimonials where user_id = $1`, [site.person('anotherLearner').id]);
      const [line] =
        await rows.run(`select '/${table}s/' || i.slug || '/' || l.slug as permalink, i.title, i.rating_count from app_public.lessons l join app_public.${table}s i on i.id = l.${table}_id
        where i.is_published and i.rating_count > 3 and i.published_at < now() order by i.slug, l.slug limit 1`);
      await open(page, String(line?.['permalink']));
      const ratings = page.getByRole('region', { name: `Ratings of ${String(line?.['title'])}` });
      await expect(ratings).toContainText(`${String(line?.['rating_count'])} ratings`);
      await ratings.getByRole('button', { name: `Rate this ${kind}` }).click();
      await dialogOf(page).getByRole('radio', { name: '5 stars' }).check({ force: true });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await dialogOf(page).getByRole('button', { name: 'Send review' }).click();
      await expect(dialogOf(page).getByRole('button', { name: 'Edit Review' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(ratings).toContainText(`${Number(line?.['rating_count']) + 1} ratings`);
    }
  });

  test('a card names who speaks, with stars and links; a survey shows on the same card; the author answers @REV-05', async ({ page }) => {
    await rows.run(`insert into app_public.testimonials (slug, course_id, rating, quote_md, name, title, employer, website_url, twitter_username, github_username, linked_in_url, profile_image_url)
      select 'of-the-house', id, 4, 'Said *well*.', 'Callum Iwu', 'Staff engineer', 'Bracken', 'https://iwu.example', 'callumiwu', 'callum-iwu',
        'https://www.linkedin.com/in/callum-iwu-example', '/media/covers/types-that-tell-the-truth.svg' from app_public.courses where slug = 'nobody-rated-this'`);
    await rows.run(
      `insert into app_public.surveys (course_id, user_id, scale_number, review_text)
      select id, $1, 2, 'Answered in a survey.' from app_public.courses where slug = 'nobody-rated-this'`,
      [site.person('proLearner').id],
    );
    await enter(page, 'author');
    const card = strip(page).getByRole('figure').filter({ hasText: 'Callum Iwu' });
    await expect(async () => {
      await open(page, '/courses/nobody-rated-this');
      await expect(card).toBeVisible({ timeout: 500 });
      await expect(strip(page)).toContainText('Answered in a survey.', { timeout: 500 });
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
    const survey = strip(page).getByRole('figure').filter({ hasText: 'Answered in a survey.' });
    await expect(survey.getByRole('img', { name: '2 of 5 stars' })).toBeVisible();
    await expect(survey).toContainText(site.person('proLearner').name);
    await expect(survey.getByRole('button', { name: /^Answer/ })).toHaveCount(0);
    // 3 of the learner, 4 of the house and 2 of the survey.
    await expect(strip(page)).toContainText('3.0 / 5');
    await expect(strip(page)).toContainText('3 ratings');

    const review = strip(page).getByRole('figure').filter({ hasText: 'Better later.' });
    await review.getByRole('button', { name: /^Answer/ }).click();
    await review.getByLabel('Your answer').fill('In the next edition.');
    await review.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(review).toContainText(`${site.person('author').name} answers`);
    await expect(async () => {
      await open(page, '/courses/nobody-rated-this');
      await expect(review).toContainText('In the next edition.', { timeout: 500 });
    }).toPass();
  });
});

/** Documents travel by their hash: these are known by what they bring. */
function isCreate(body: string | null): boolean {
  const { variables } = JSON.parse(body ?? '{}') as { variables?: object };
  return variables !== undefined && 'courseId' in variables && 'quoteMd' in variables;
}

function isUpdate(body: string | null): boolean {
  const { variables } = JSON.parse(body ?? '{}') as { variables?: object };
  return variables !== undefined && 'id' in variables && 'quoteMd' in variables;
}
