import type { Page } from '@playwright/test';
import { tabTo } from './support/by-keyboard.ts';
import { confirm } from './support/destructive-buttons.ts';
import { demoPerson, expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { bookOf, keep, offlinePart } from './support/offline-copy.ts';
import { suffix } from './support/people.ts';
import { makeCourse } from './support/things.ts';

// Without a connection, requests fail: that is what these tests are about. And what isn't a worker is refused.
test.use({ expectedErrors: [/Failed to load resource|net::ERR_|Failed to fetch|^A bad HTTP response code \(40[04]\) was received/] });

const list = (page: Page) => page.getByRole('main').getByRole('listitem');

/** Returns the texts in this browser's caches that contain these words. */
const cachedWith = (page: Page, words: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if ((await (await cache.match(request))?.text())?.includes(wanted)) addresses.push(`${name} ${new URL(request.url).pathname}`);
    }
    return addresses;
  }, words);

/** Returns the size in a text, such as '1.2 MB'. */
function bytesIn(text: string): number {
  const [, size = '0', unit] = /([\d.]+) ([kM])B/.exec(text) ?? [];
  return Number(size) * (unit === 'M' ? 1e6 : 1e3);
}

/** Returns the built files that copies name and this browser doesn't keep. */
const missingFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const missing = new Set<string>();
    for (const name of await caches.keys()) {
      if (!name.startsWith('offline-title ')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const html = (await (await cache.match(request))?.text()) ?? '';
        for (const [file] of html.matchAll(/\/assets\/[\w-]+\.\w+/g)) if ((await caches.match(file)) === undefined) missing.add(file);
      }
    }
    return [...missing];
  });

test('a book is kept by keyboard, and read without a connection @OFFLINE-01', async ({ page, people, context }) => {
  const mark = suffix();
  const book = await bookOf(people, [`The line begins ${mark}.`, `The line moves ${mark}.`]);
  const [first, second] = book.lessons;
  if (!first || !second) throw new Error('Expected two chapters');
  await people.enter('pro');

  let estimated = 0;
  await test.step('the button says about how much it is; afterward it says exactly, and since when', async () => {
    await page.goto(book.path);
    const estimate = offlinePart(page).getByText(/^About [\d.]+ [kM]B$/);
    await expect(estimate).toBeVisible();
    estimated = bytesIn(await estimate.innerText());
    await tabTo(offlinePart(page).getByRole('button', { name: 'Keep offline' }));
    await page.keyboard.press('Enter');
    await expect(offlinePart(page).getByRole('status')).toHaveText(/^Available offline since .+, [\d.]+ [kM]B\.$/);
    const bytes = bytesIn(await offlinePart(page).getByRole('status').innerText());
    expect(bytes / estimated).toBeGreaterThan(0.5);
    expect(bytes / estimated).toBeLessThan(2);
  });

  await test.step('every file that shows its pages is kept, too', async () => {
    expect(await missingFiles(page)).toEqual([]);
  });

  await context.setOffline(true);

  await test.step('the page of the book shows what it did before: no prices, and the way on', async () => {
    const offers = page.getByRole('main').getByRole('link', { name: /^(?:Start|Continue) at|^Buy|full access/ });
    const before = [...(await offers.allInnerTexts()), await page.getByRole('button', { name: 'Enroll' }).count()];
    await page.goto(book.path);
    await expect(page.getByRole('status').filter({ hasText: 'No connection.' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    await expect
      .poll(async () => [...(await offers.allInnerTexts()), await page.getByRole('button', { name: 'Enroll' }).count()])
      .toEqual(before);
    await expect(offers.filter({ hasText: /Buy|full access/ })).toHaveCount(0);
  });

  await test.step('its pages open by links and by their URLs, and say that there is no connection', async () => {
    await page
      .getByRole('link', { name: /Waiting/ })
      .first()
      .click();
    await expect(page).toHaveURL(first.path);
    await expect(page.getByText(`The line begins ${mark}.`)).toBeVisible();
    const note = page.getByRole('status').filter({ hasText: 'No connection. You’re reading your copy of' });
    await expect(note).toBeVisible();
    await page.goto(second.path);
    await expect(page.getByText(`The line moves ${mark}.`)).toBeVisible();
    await expect(note).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step('another page says that it isn’t available, and leads to what is', async () => {
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    await page.goto('/courses');
    await expect(page).toHaveURL(/\/library\/offline\?page=%2Fcourses$/);
    await expect(page.getByText('/courses isn’t available offline.')).toBeVisible();
    await expect(page.getByText('No connection. You can read what’s listed here')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: /Sign/ })).toHaveCount(0);
    await expect(list(page)).toHaveCount(1);
    await expect(list(page)).toContainText(/Book.*[kM]B.*since/);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: book.title }).click();
    await expect(page).toHaveURL(book.path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(book.title);
  });

  await test.step('links that the router follows lead there, too', async () => {
    await page.getByRole('link', { name: 'newline, home' }).click();
    await expect(page).toHaveURL(/\/library\/offline\?page=%2F$/);
  });

  await context.setOffline(false);

  await test.step('back online, the list is asked for and emptied', async () => {
    await page.goto('/library/offline');
    await expect(list(page)).toHaveCount(1);
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: `Remove “${book.title}”` }).click();
    await confirm(page, `Remove the offline copy of “${book.title}”?`, 'Remove');
    await expect(page.getByRole('heading', { name: 'Nothing is available offline yet' })).toBeVisible();
    expect(await cachedWith(page, mark)).toEqual([]);
  });
});

test('a course keeps its texts, and what is kept fits a window of 390 px @OFFLINE-01', { tag: '@desk' }, async ({
  page,
  people,
  context,
}) => {
  const mark = suffix();
  const author = await people.at(await people.make('author'));
  const course = await makeCourse(author, { title: 'Trains', lessons: [{ title: 'Boarding', markdown: `Mind the gap ${mark}.` }] });
  await page.setViewportSize({ width: 390, height: 844 });
  await people.enter('pro');
  await keep(page, course.path);
  await expectNoSidewaysScroll(page);
  await context.setOffline(true);
  await page.goto('/library/offline');
  await expect(list(page)).toContainText('Course');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: course.title }).click();
  await page
    .getByRole('link', { name: /Boarding/ })
    .first()
    .click();
  await expect(page.getByText(`Mind the gap ${mark}.`)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await context.setOffline(false);
});

test('five people keep only what each of them may read @OFFLINE-01', { tag: '@desk' }, async ({ people, page }) => {
  test.slow();
  const [free, paid] = [`free-${suffix()}`, `paid-${suffix()}`];
  const book = await bookOf(people, [`Everyone reads ${free}.`, `Subscribers read ${paid}.`]);

  await test.step('a visitor has no button, and nothing in the caches', async () => {
    await page.goto(book.path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(book.title);
    await expect(offlinePart(page)).toHaveCount(0);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });
  for (const [kind, mayReadAll] of [
    ['learner', false],
    ['pro', true],
    ['author', false],
    ['admin', true],
  ] as const) {
    await test.step(`${kind}: ${mayReadAll ? 'everything' : 'the free chapter'}`, async () => {
      const theirs = await people.open(await people.make(kind));
      await keep(theirs, book.path);
      await expect(offlinePart(theirs).getByText('Without one chapter that you don’t have access to.')).toHaveCount(mayReadAll ? 0 : 1);
      expect((await cachedWith(theirs, free)).length).toBeGreaterThan(0);
      expect((await cachedWith(theirs, paid)).length > 0).toBe(mayReadAll);
    });
  }
});

test('copies go at sign-out, at the end of access, and when the session ends elsewhere @OFFLINE-01', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  test.slow();
  const mark = suffix();
  const book = await bookOf(people, ['Free.', `Only for subscribers ${mark}.`]);
  const reader = await people.enter('pro');
  const other = await people.make('pro');

  await test.step('the access ends: at the next contact, only the free chapter stays', async () => {
    await keep(page, book.path);
    expect(await cachedWith(page, mark)).not.toEqual([]);
    await rows.run(`update app_public.entitlements set ends_at = now() where user_id = $1`, [reader.id]);
    await page.goto('/library/offline');
    await expect(list(page)).toContainText('Without one chapter that you don’t have access to.');
    expect(await cachedWith(page, mark)).toEqual([]);
    await rows.run(`update app_public.entitlements set ends_at = null where user_id = $1`, [reader.id]);
  });

  await test.step('it begins again: the chapter comes back', async () => {
    await page.goto('/library/offline');
    await expect.poll(() => cachedWith(page, mark)).not.toEqual([]);
  });

  await test.step('another user signs in: they see nothing of it, and it goes', async () => {
    await signIn(page, other);
    await page.goto('/library/offline');
    await expect(page.getByRole('heading', { name: 'Nothing is available offline yet' })).toBeVisible();
    expect(await cachedWith(page, mark)).toEqual([]);
    expect(await cachedWith(page, reader.id)).toEqual([]);
  });

  await test.step('a session that ends elsewhere: it goes at the next contact', async () => {
    await keep(page, book.path);
    await rows.run(`delete from auth."session" where "userId" = $1`, [other.id]);
    await page.goto('/library/offline');
    await expect(page.getByRole('heading', { name: 'Nothing is available offline yet' })).toBeVisible();
    expect(await cachedWith(page, mark)).toEqual([]);
  });

  await test.step('signing out removes everything before the next page', async () => {
    await signIn(page, reader);
    await keep(page, book.path);
    await page.getByRole('button', { name: /^Account of/ }).click();
    const left = page.waitForURL('/');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await left;
    expect((await page.evaluate(() => caches.keys())).filter((name) => name.startsWith('offline-'))).toEqual([]);
  });
});

test('after 30 days without contact a copy can’t be read, even if the clock is set back @OFFLINE-01', { tag: '@desk' }, async ({
  page,
  people,
  context,
}) => {
  const mark = suffix();
  const book = await bookOf(people, [`Long ago ${mark}.`, 'Then.']);
  await people.enter('pro');
  await keep(page, book.path);
  await context.setOffline(true);
  await page.goto(book.lessons[0]?.path ?? '');
  await expect(page.getByText(`Long ago ${mark}.`)).toBeVisible();
  // The last contact was 31 days ago; this browser's clock has shown today since.
  await page.evaluate(async () => {
    const cache = await caches.open('offline-contact');
    const contact = (await (await cache.match('/offline-record.json'))?.json()) as { at: number; latest: number };
    await cache.put('/offline-record.json', Response.json({ ...contact, at: contact.at - 31 * 24 * 60 * 60 * 1000 }));
  });
  await page.goto(book.lessons[0]?.path ?? '');
  await expect(page).toHaveURL(/\/library\/offline\?page=/);
  await expect(page.getByRole('heading', { name: 'Nothing is available offline yet' })).toBeVisible();
  expect(await cachedWith(page, mark)).toEqual([]);
  await context.setOffline(false);
});

test('reading pages load no worker, and only a script of the site can have one @OFFLINE-01', { tag: '@desk' }, async ({ page }) => {
  await signIn(page, demoPerson('learner'));
  for (const path of ['/', '/articles/the-retry-budget', '/courses/types-that-tell-the-truth/the-never-that-helps']) {
    await page.goto(path);
    await expect(page.locator('html[data-hydrated]')).toBeAttached();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), path).toBe(0);
  }
  // What users upload or write is never a script of this origin.
  const refused = await page.evaluate(() =>
    Promise.all(
      ['/media/a/none/worker.js', '/feeds/articles.xml', '/oembed', '/embed/run/page', 'data:text/javascript,1'].map((url) =>
        navigator.serviceWorker.register(url, { scope: '/' }).then(
          () => `${url} was registered`,
          () => null,
        ),
      ),
    ),
  );
  expect(refused.filter((fault) => fault !== null)).toEqual([]);
});

test('what is read without a connection counts once it is back @OFFLINE-01', { tag: '@desk' }, async ({ page, people, context }) => {
  const book = await bookOf(people, ['One sentence to read.', 'Another.']);
  await people.enter('pro');
  await keep(page, book.path);
  await context.setOffline(true);
  await page.goto(book.lessons[0]?.path ?? '');
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  const waiting = () => page.evaluate(() => Object.entries(localStorage).filter(([key]) => /^user-data \S+ progress /.test(key)).length);
  await expect.poll(waiting).toBe(1);
  const sent: string[] = [];
  page.on('request', (request) => {
    if ((request.postData() ?? '').includes('readBlockIds')) sent.push(request.postData() ?? '');
  });
  await context.setOffline(false);
  await expect.poll(waiting).toBe(0);
  expect(sent.filter((body) => body.includes(book.lessons[0]?.id ?? 'none')).length).toBeGreaterThan(0);
});
