import type { Browser, Page } from '@playwright/test';
import type { DemoRole } from '@newline/db/demo/people';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

const gated = '/books/postgres-slowly/the-index-you-need';
const gatedArticle = '/articles/sixty-six-characters';

/** Plans, on a site of their own: they change what people may read. */
test.describe('plans', () => {
  test.describe.configure({ mode: 'serial' });
  let site: SiteProcess;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    site = await prepareSite();
    await site.start();
  });
  test.afterAll(() => site.remove());

  const fillSignIn = async (page: Page, role: DemoRole) => {
    const { email, password } = site.person(role);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  };
  const enter = async (browser: Browser, role: DemoRole) => {
    const page = await (await browser.newContext({ baseURL: site.origin })).newPage();
    await page.goto(`/sign-in?returnTo=%2Faccount%2Fteam`);
    await fillSignIn(page, role);
    await page.waitForURL('**/account/team');
    return page;
  };
  const paywall = (page: Page) => page.getByRole('region', { name: /The next line is for Pro readers/ });

  test('the prices stand on a page for everybody, at every width, with what leads on @PAY-01 @HOME-03 @SITE-10', async ({
    page,
    request,
  }) => {
    await page.goto(`${site.origin}/pricing`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One price, every line.');
    const pricing = page.getByRole('main');
    await expect(pricing).toContainText('$40 a month, or $384 a year');
    await expect(pricing).toContainText('$32 a seat, a month');
    await expect(pricing).toContainText('$39 once');
    const leads = {
      'Subscribe to newline Pro': 'newline-basic-subscription-monthly',
      'Subscribe for a year': 'newline-basic-subscription-yearly',
      'Get a Team Package': 'newline-team-package-monthly',
    };
    for (const [name, slug] of Object.entries(leads))
      await expect(pricing.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/checkout?plan=${slug}`);
    for (const line of [
      '60+, all of them',
      '20% off',
      'Community chat access',
      'Complete source code',
      'Full transcripts with code snippets',
      'Interactive live project demos',
    ])
      await expect(pricing.getByRole('table')).toContainText(line);
    for (const width of [320, 360, 768, 1280] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await expectAccessibleInBothThemes(page);
    const html = await (await request.get(`${site.origin}/pricing`)).text();
    const data = [...html.matchAll(/<script[^>]* type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      (found) => JSON.parse(found[1] ?? '{}') as { '@type'?: string; offers?: { price: string; priceCurrency: string }[] },
    );
    expect(data.find((one) => one['@type'] === 'Product')?.offers?.map(({ price, priceCurrency }) => `${price} ${priceCurrency}`)).toEqual([
      '40.00 USD',
      '384.00 USD',
      '32.00 USD',
    ]);
  });

  test('a visitor at a paywall gets Pro and comes back to the line they stopped at @PAY-01 @HOME-03 @DOC-04', async ({ page }) => {
    await page.goto(`${site.origin}${gated}`);
    await paywall(page).getByRole('link', { name: 'Get newline Pro' }).click();
    const subscribe = page.getByRole('link', { name: 'Subscribe to newline Pro' });
    await expect(subscribe).toHaveAttribute('href', /returnTo/);
    await subscribe.click();
    await page.waitForURL('**/sign-in?**');
    await fillSignIn(page, 'anotherLearner');
    await expect(page.getByRole('heading', { name: 'Subscribe' })).toBeVisible();
    await expect(page.getByText('newline Pro, monthly')).toBeVisible();
    await expect(page.getByText('This is a demo site: nothing is paid, and it is yours at once.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('heading', { name: 'It is yours.' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to where you were' }).click();
    await page.waitForURL(`**${gated}`);
    await expect(page.locator('.b').last()).toBeVisible();
    await expect(paywall(page)).toHaveCount(0);

    // The account says so, cancels and resumes; a second subscription is not offered.
    await page.goto(`${site.origin}/account`);
    const plan = page.getByRole('group', { name: 'newline Pro, monthly' });
    await expect(plan).toContainText('$40 a month. The next period begins on');
    await plan.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(plan).toContainText('Cancelled: it runs until');
    await expectAccessible(page);
    await plan.getByRole('button', { name: 'Resume' }).click();
    await expect(plan).toContainText('The next period begins on');
    await page.goto(`${site.origin}/checkout?plan=newline-basic-subscription-monthly`);
    await expect(page.getByText('You have this subscription already.')).toBeVisible();
  });

  test('what is bought by itself says its price and leads to the till; it costs Pro readers a fifth less, and is theirs @PAY-01', async ({
    page,
  }) => {
    for (const [path, price] of [
      ['/courses/failure-rehearsed', '$199'],
      ['/courses/a-parser-before-lunch', '$99'],
      ['/courses/backend-from-the-socket-up', '$499'],
    ] as const) {
      await page.goto(`${site.origin}${path}`);
      await expect(page.getByRole('link', { name: `Buy for ${price}`, exact: true })).toBeVisible();
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Buy for $499', exact: true }).click();
    await page.waitForURL('**/sign-in?**');
    await fillSignIn(page, 'proLearner');
    await page.waitForURL('**/checkout?**');
    const bill = page.getByRole('form');
    await expect(bill).toContainText('20% off with Pro');
    await expect(bill).toContainText('$399.20');
    await page.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByRole('heading', { name: 'It is yours.' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to where you were' }).click();
    await page.waitForURL('**/courses/backend-from-the-socket-up');
    await expect(page.getByText(/^You bought it on \d+ \w+ \d{4}: it is yours for good\.$/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Buy for/ })).toHaveCount(0);
    await page.goto(`${site.origin}/account`);
    await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Backend from the Socket Up');
  });

  test('a team owner invites, somebody accepts, reads, leaves, and keeps their progress @PAY-01 @AUTH-03', async ({ browser }) => {
    const owner = await enter(browser, 'admin');
    await expect(owner.getByText('You are in no team')).toBeVisible();
    await owner.getByRole('link', { name: 'Get a Team Package' }).first().click();
    // The next page has a link of the same name.
    await owner.waitForURL('**/pricing**');
    await owner.getByRole('main').getByRole('link', { name: 'Get a Team Package' }).click();
    await owner.getByLabel('Seats').fill('4');
    await owner.getByRole('button', { name: 'Subscribe' }).click();
    await expect(owner.getByRole('alert')).toContainText('Choose 5 to 500 seats.');
    await owner.getByLabel('Seats').fill('6');
    await expect(owner.getByRole('form')).toContainText('$192 a month');
    await owner.getByRole('button', { name: 'Subscribe' }).click();
    await expect(owner.getByRole('heading', { name: 'It is yours.' })).toBeVisible();
    await owner.getByRole('link', { name: 'Back to where you were' }).click();
    await expect(owner.getByText('6 seats: 1 taken, 0 invited, 5 free.')).toBeVisible();
    await owner.getByLabel('Invite').last().fill('not-an-address');
    await owner.getByRole('button', { name: /Send invitations/ }).click();
    await expect(owner.getByRole('alert')).toContainText('"not-an-address" is no mail address.');
    await owner.getByLabel('Invite').last().fill('wren@work.example, late@work.example');
    await owner.getByRole('button', { name: /Send invitations/ }).click();
    await expect(owner.getByText('2 invitations are on their way.')).toBeVisible();
    await owner.getByRole('button', { name: 'Withdraw the invitation to late@work.example' }).click();
    await expect(owner.getByText('6 seats: 1 taken, 1 invited, 4 free.')).toBeVisible();
    for (const width of [320, 1280]) {
      await owner.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(owner);
      await expectAccessible(owner);
    }

    const guests = await browser.newContext({ baseURL: site.origin });
    const withdrawn = await guests.newPage();
    await withdrawn.goto(await linkOf(guests.browser(), 'late@work.example'));
    await expect(withdrawn.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible();
    const guest = await guests.newPage();
    await guest.goto(await linkOf(guests.browser(), 'wren@work.example'));
    await expect(guest.getByRole('heading', { level: 1 })).toContainText('A seat in');
    await expectAccessible(guest);
    await guest.getByRole('link', { name: 'Sign in to take it' }).click();
    await fillSignIn(guest, 'learner');
    await expect(guest.getByText('the seat will be that account’s')).toBeVisible();
    await guest.getByRole('button', { name: /Take the seat/ }).click();
    await guest.waitForURL('**/account/team');
    await expect(guest.getByRole('button', { name: 'Leave the team' })).toBeVisible();
    await guest.goto(gatedArticle);
    await expect(paywall(guest)).toHaveCount(0);
    await guest.goto('/courses/types-that-tell-the-truth');
    const progress = await readProgress(guest);

    await guest.goto('/account/team');
    await guest.getByRole('button', { name: 'Leave the team' }).click();
    await expect(guest.getByText('Your progress, notes and comments stay.')).toBeVisible();
    await guest.getByRole('button', { name: 'Leave now' }).click();
    await expect(guest.getByText('You are in no team')).toBeVisible();
    await guest.goto(gatedArticle);
    await expect(paywall(guest)).toBeVisible();
    expect(await readProgress(guest)).toEqual(progress);
    await owner.reload();
    await expect(owner.getByText('6 seats: 1 taken, 0 invited, 5 free.')).toBeVisible();
    await Promise.all([guests.close(), owner.context().close()]);
  });

  test('those who might teach find how, and the form @HOME-07 @SITE-10', async ({ page }) => {
    await page.goto(`${site.origin}/write-with-us`);
    const apply = page.getByRole('main').getByRole('link', { name: 'Apply to Teach' }).first();
    await expect(apply).toHaveAttribute('href', /^https:\/\/forms\./);
    await expect(apply).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Write with us' })).toHaveAttribute('href', '/write-with-us');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing');
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);
  });

  test('the prices are read, followed and paid with JavaScript off @PAY-01 @HOME-03', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
    const page = await context.newPage();
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Subscribe to newline Pro' }).click();
    await page.waitForURL('**/sign-in?returnTo=**');
    const { email, password } = site.person('learner');
    const entered = await context.request.post('/api/auth/sign-in/email', { data: { email, password }, headers: { origin: site.origin } });
    expect(entered.status()).toBe(200);
    await page.goto('/courses/failure-rehearsed');
    await page.getByRole('link', { name: 'Buy for $199', exact: true }).click();
    await page.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByRole('heading', { name: 'It is yours.' })).toBeVisible();
    await page.goto('/checkout?course=failure-rehearsed');
    await expect(page.getByRole('button', { name: 'Buy' })).toHaveCount(0);
    await context.close();
  });

  async function linkOf(browser: Browser | null, to: string): Promise<string> {
    if (!browser) throw new Error('linkOf: expected a browser');
    const context = await browser.newContext({ baseURL: site.origin });
    const answer = await context.request.get('/dev/mailbox.json');
    const { messages } = (await answer.json()) as { messages: { to: string; text: string }[] };
    await context.close();
    const link = /\/invitations\/[\w-]{43}/.exec(messages.find((mail) => mail.to === to)?.text ?? '')?.[0];
    if (!link) throw new Error(`linkOf: expected an invitation to ${to} in the mailbox, got none`);
    return link;
  }

  async function readProgress(page: Page): Promise<unknown> {
    const answer = await page.request.post('/graphql', {
      headers: { origin: site.origin },
      data: {
        query:
          '{ viewer { enrollments(first: 50) { nodes { id createdAt } } } courseBySlug(slug: "types-that-tell-the-truth") { courseLessons(first: 50) { nodes { id } } lesson(slug: "branded-strings") { progress { isCompleted } } } }',
      },
    });
    return answer.json();
  }
});
