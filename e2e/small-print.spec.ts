import type { Page } from '@playwright/test';
import { control, countOf, holdStreams, openClips } from './support/clip-journey.ts';
import { begin, commentWith, openPanel, write } from './support/comment-journey.ts';
import { demoPerson, expect, linkInMail, signIn, test } from './support/journey.ts';
import { ownSubnet } from './support/network.ts';
import { suffix } from './support/people.ts';
import { makeClip } from './support/things.ts';
import { personOf, scriptedAddressesOf, visits } from './support/visits.ts';

const password = 'seven quiet lines';

test('a visitor’s click takes effect when they return from signing up, and only then @CLIP-06 @AUTH-01', { tag: '@desk' }, async ({
  page,
  browser,
  people,
  rows,
}) => {
  const clip = await makeClip(rows);
  const email = `reader-${suffix()}@example.net`;
  await holdStreams(page);
  await openClips(page, clip.path);
  await control(page, 'Like').click();
  const prompt = page.getByRole('dialog', { name: 'Please login to like/comment' });
  // Both are offered alike.
  const [asMember, asNew] = [
    prompt.getByRole('button', { name: 'Sign in', exact: true }),
    prompt.getByRole('link', { name: 'Create account' }),
  ];
  const [choice, alike] = [await asMember.boundingBox(), await asNew.boundingBox()];
  expect(alike).toMatchObject({ x: choice?.x, width: choice?.width, height: choice?.height });
  await expect(asNew).toBeInViewport({ ratio: 1 });
  await asNew.click();
  await expect(prompt).toHaveCount(0);
  await page.getByLabel('Name').fill('Ada Lindqvist');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('status')).toContainText('Check your email');

  // The email opens in another tab.
  const back = await page.context().newPage();
  await holdStreams(back);
  await back.goto(await linkInMail(browser, email, /Confirm/));
  await back.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(back).toHaveURL(new RegExp(`${clip.path}$`));
  await expect(control(back, 'Like')).toHaveAttribute('aria-pressed', 'true');
  await expect(control(back, 'Bookmark')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => countOf(back, 'Like')).toBe(1);

  // A link from another site with a made-up key does nothing.
  const other = await makeClip(rows);
  await openClips(back, `${other.path}?intent=11111111-1111-1111-1111-111111111111`);
  await expect(back).toHaveURL(new RegExp(`${other.path}$`));
  await expect(control(back, 'Like')).toHaveAttribute('aria-pressed', 'false');

  // By signing in, too.
  const member = await people.make('learner');
  const visitor = await people.open(null);
  await holdStreams(visitor);
  await openClips(visitor, other.path);
  await control(visitor, 'Bookmark').click();
  const form = visitor.getByRole('dialog', { name: 'Please login to like/comment' });
  await form.getByLabel('Email').fill(member.email);
  await form.getByLabel('Password').fill(member.password);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(control(visitor, 'Bookmark')).toHaveAttribute('aria-pressed', 'true');
});

test('a reaction that a visitor clicked is set on the page of its discussion once they sign in @DISC-02', { tag: '@desk' }, async ({
  people,
  rows,
}) => {
  const [asker, member] = [await people.make('learner'), await people.make('learner')];
  const clip = await makeClip(rows);
  const api = await people.at(asker);
  const { discussionId, commentId } = await begin(api, clip.id, 'Who else?');
  await api.run('mutation r($id: UUID!) { toggleReaction(input: { commentId: $id, kind: "AGREE" }) { clientMutationId } }', {
    id: commentId,
  });
  const visitor = await people.open(null);
  const panel = await openPanel(visitor, clip.id);
  await commentWith(panel, 'Who else?').getByRole('button', { name: 'Agree, 1' }).click();
  const prompt = visitor.getByRole('dialog', { name: 'Please login to like/comment' });
  await prompt.getByLabel('Email').fill(member.email);
  await prompt.getByLabel('Password').fill(member.password);
  await prompt.getByRole('button', { name: 'Sign in' }).click();
  await expect(visitor).toHaveURL(`/discussions/${discussionId}#${commentId}`);
  const mine = commentWith(visitor, 'Who else?').getByRole('button', { name: 'Agree, 2' });
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
});

test('sign-in works without a script, and before it loads; other forms wait for it or say so first @AUTH-01 @DISC-01 @REV-02', {
  tag: '@desk',
}, async ({ page, people, rows, expectedErrors }) => {
  expectedErrors.push(/status of 400/);
  const member = await people.make('learner');
  const still = await people.open(null, { javaScriptEnabled: false, extraHTTPHeaders: ownSubnet() });
  await still.goto('/sign-in?returnTo=%2Faccount');
  // Found by its element, because Playwright doesn't search the text of a noscript.
  await expect(still.locator('noscript p')).toBeVisible();
  await expect(still.locator('noscript p')).toContainText('JavaScript is off.');
  await still.getByLabel('Email').fill(member.email);
  await still.getByLabel('Password').fill('not the password');
  await still.getByRole('button', { name: 'Sign in' }).click();
  await expect(still.getByRole('alert')).toBeVisible();
  await expect(still.getByLabel('Email')).toHaveValue(member.email);
  await still.getByLabel('Password').fill(member.password);
  await still.getByRole('button', { name: 'Sign in' }).click();
  await expect(still).toHaveURL('/account');
  await expect(still.getByRole('form', { name: 'Profile' })).toBeVisible();

  // Where only a script can send something, the page says so above it, and offers no field for a comment or a review.
  const clip = await makeClip(rows);
  const { discussionId } = await begin(await people.at(member), clip.id, 'Can I answer this?');
  const fields = 'textarea, [contenteditable="true"], input:not([type=hidden], [type=search], [type=radio], [type=checkbox])';
  for (const { path, text, isForm } of [
    { path: `/discussions/${discussionId}`, text: 'Can I answer this?', isForm: false },
    { path: `/discussions?clip=${clip.id}`, text: 'Can I answer this?', isForm: false },
    { path: '/courses/types-that-tell-the-truth', text: 'Reviews', isForm: false },
    { path: '/account', text: 'Profile', isForm: true },
  ]) {
    await still.goto(path);
    const main = still.getByRole('main');
    await expect(main.getByText(text).first(), path).toBeVisible();
    const note = still.locator('noscript p').first();
    await expect(note, path).toContainText('to comment, review or change settings, turn it on');
    const [above, below] = [await note.boundingBox(), await main.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0), path).toBeLessThanOrEqual(below?.y ?? 0);
    // The form of the account is the control.
    expect((await main.locator(fields).count()) > 0, path).toBe(isForm);
  }

  await signIn(page, member);
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/account', { waitUntil: 'commit' });
  const name = page.getByRole('form', { name: 'Profile' }).getByRole('textbox', { name: /^Name/ });
  await name.fill('Typed before the script');
  await name.press('Enter');
  // It is still there, and is sent once the script has loaded.
  await expect(name).toHaveValue('Typed before the script');
  scripts.resolve();
  await expect(page.getByRole('button', { name: 'Account of Typed before the script' })).toBeVisible();
});

test('without a connection a link and a like stay on the page and say so @CLIP-05', { tag: '@desk' }, async ({
  page,
  people,
  rows,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /couldn’t/, /Failed to fetch/, /net::ERR/, /Error loading route module/);
  const clip = await makeClip(rows);
  await people.enter('learner');
  await holdStreams(page);
  await openClips(page, clip.path);
  const note = page.getByRole('status').filter({ hasText: /offline/ });
  await page.context().setOffline(true);

  await control(page, 'Like').click();
  await expect(note).toHaveText(/wasn’t saved/);
  await expect(control(page, 'Like')).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('banner').getByRole('link', { name: 'Courses' }).click();
  await expect(note).toHaveText(/This page stays open/);
  await expect(control(page, 'Like')).toBeVisible();
  // A link that the router doesn't load.
  await page.evaluate(() => location.assign('/pricing'));
  await expect(page).toHaveURL(new RegExp(`${clip.path}$`));

  await page.context().setOffline(false);
  await expect(note).toHaveCount(0);
  await control(page, 'Like').click();
  await expect(control(page, 'Like')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('banner').getByRole('link', { name: 'Courses' }).click();
  await expect(page).toHaveURL('/courses');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

/** Makes everything that pages share in a browser throw, as it does if the user blocks storage. */
function blockStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
    Object.defineProperty(window, name, { get: refuse, configurable: true });
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse, configurable: true });
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse, configurable: true });
  for (const name of ['serviceWorker', 'storage']) Object.defineProperty(navigator, name, { get: refuse, configurable: true });
  Object.defineProperty(navigator, 'locks', { value: { request: () => Promise.reject(new DOMException('', 'SecurityError')) } });
}

/** Pages that store different things; the full run uses every kind. */
const stored = {
  visitor: ['/', '/clips', '/articles/the-retry-budget', '/sign-in'],
  learner: ['/account', '/courses/types-that-tell-the-truth/the-never-that-helps'],
};

test('every page works if the user blocks storage @SITE-10', { tag: '@desk' }, async ({ page, people, rows }) => {
  await page.addInitScript(blockStorage);
  // The control: the page would throw if it used storage.
  await page.goto('/robots.txt');
  expect(
    await page.evaluate(() => {
      try {
        return String(localStorage.length);
      } catch (error) {
        return String(error);
      }
    }),
  ).toContain('SecurityError');
  const look = async (paths: readonly string[]) => {
    for (const path of paths) await test.step(path, () => expectAlive(page, path));
  };
  await look(stored.visitor);
  await signIn(page, demoPerson('learner'));
  await look(stored.learner);

  await test.step('clicks and texts are saved', async () => {
    const clip = await makeClip(rows);
    await people.enter('learner');
    const panel = await openPanel(page, clip.id);
    await write(panel, 'Add your comment', 'Nothing is stored here');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByText('Nothing is stored here')).toBeVisible();
  });
});

for (const visit of process.env['NEWLINE_TEST_FULL'] ? visits : [])
  test(`${visit.who}: ${visit.what}, if the user blocks storage @SITE-10`, { tag: '@desk' }, async ({ page, baseURL, expectedErrors }) => {
    test.slow();
    if (visit.who === 'visitor') expectedErrors.push(/404/);
    await page.addInitScript(blockStorage);
    const person = personOf(visit);
    if (person) await signIn(page, person);
    for (const address of await scriptedAddressesOf(visit, baseURL ?? '')) await test.step(address, () => expectAlive(page, address));
  });

/** Hydrates the page; the test fails if it throws or logs an error. */
async function expectAlive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}
