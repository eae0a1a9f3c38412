import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { startFakeStripe, stripeKeys } from '../api/tests/billing/fake-stripe.ts';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { confirm } from './support/destructive-buttons.ts';
import { newestLink } from './support/newest-link.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { expectSaved, leaveWindow, saveWith, textOf, waitForEditor, writeAtEnd } from './support/studio-journey.ts';

// An empty site, from its first minute to its first sale: everything in the browser, without editing a file or running SQL.
test.describe.configure({ mode: 'default' });

const owner = { name: 'Olga Owner', email: 'owner@example.com', password: 'correct horse battery' };
const paidWords = 'Only buyers read quokkapaid.';

let site: SiteProcess;
let stripe: Awaited<ReturnType<typeof startFakeStripe>>;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  stripe = await startFakeStripe();
  site = await prepareSite({
    DEMO: 'off',
    BILLING_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    STRIPE_API_URL: stripe.url,
  });
  await site.start();
});
test.afterAll(async () => {
  await site.remove();
  await stripe.stop();
});

test('an empty site gets its name, its terms, a plan and a course, and sells the course @OWNER-04 @ADMIN-01 @PAY-01 @STUDIO-01', {
  tag: '@desk',
}, async ({ browser }) => {
  test.slow();
  const page = await open(browser, 1280);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const read = async (path: string) => (await fetch(site.origin + path)).text();

  await test.step('the owner signs in with the link of the first start', async () => {
    await page.goto((await readFile(join(site.dataDir, 'first-administrator.txt'), 'utf8')).trim());
    await page.getByLabel('Name').fill(owner.name);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel(/^Password/).fill(owner.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('region', { name: 'Set up your site' })).toContainText('of 7 done.');
  });

  await test.step('gives the site its name and color', async () => {
    await page.goto('/admin/site');
    const form = page.getByRole('form', { name: 'Site' });
    await form.getByRole('textbox', { name: 'Name of the site' }).fill('Marigold Academy');
    await form.getByRole('textbox', { name: /^Accent, light theme/ }).fill('#7a3e00');
    await form.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByRole('status').getByText('Saved. Your changes are live.')).toBeVisible();
    expect(await read('/courses')).toContain('<title>Courses · Marigold Academy</title>');
  });

  for (const [name, path] of [
    ['Terms', '/terms'],
    ['Privacy Policy', '/privacy'],
  ] as const)
    await test.step(`publishes the page ${name}`, async () => {
      await page.goto('/admin/pages');
      await page.getByRole('button', { name: `Write ${name}` }).click();
      await waitForEditor(page, 'Page');
      const text = textOf(page, 'Page');
      await text.getByText(/\S/).last().click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.insertText(`${name}: pay once, read as often as you like.`);
      await leaveWindow(page);
      await expectSaved(page);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('dialog', { name: 'Publish page' }).getByRole('button', { name: 'Publish page' }).click();
      await expect(page.getByText(`Published at ${path}.`)).toBeVisible();
    });

  await test.step('creates a plan', async () => {
    await page.goto('/admin/plans');
    await page.getByRole('main').getByRole('link', { name: 'Create plan' }).click();
    const form = page.getByRole('form', { name: 'New plan' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Marigold Pro');
    await form.getByRole('textbox', { name: /^Price a month/ }).fill('20');
    await form.getByRole('button', { name: 'Create plan' }).click();
    await expect(page.getByRole('list', { name: 'Plans' })).toContainText('$20 a month');
  });

  await test.step('writes a course with a paywall and a price, and publishes it', async () => {
    await page.goto('/studio');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Course' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Queues that hold');
    await page.getByRole('button', { name: 'Create course' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Queues that hold' })).toBeVisible();
    const studioPath = new URL(page.url()).pathname;
    const lesson = page.getByRole('textbox', { name: 'New lesson', exact: true });
    await lesson.fill('Begin here');
    await lesson.press('Enter');
    await page.getByRole('link', { name: 'Begin here', exact: true }).click();
    await waitForEditor(page, 'Lesson');
    await saveWith(page, paidWords, async () => {
      await writeAtEnd(textOf(page, 'Lesson'), 'Anyone reads wombatopen.');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/paywall');
      await page.getByRole('option', { name: 'Paywall Threshold', exact: true }).click();
      await writeAtEnd(textOf(page, 'Lesson'), paidWords);
    });
    await page.goto(studioPath);
    await page.getByRole('link', { name: 'Access and prices' }).click();
    const access = page.getByRole('form', { name: 'Access and prices' });
    await access.getByRole('textbox', { name: /^Price/ }).fill('49');
    await access.getByRole('button', { name: 'Save access and prices' }).click();
    await expect(access.getByText('Saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
  });

  const buyer = await open(browser, 360);
  await test.step('a reader finds it, creates an account, and pays at Stripe', async () => {
    await buyer.goto('/');
    await expect(buyer.getByRole('banner')).toContainText('Marigold Academy');
    await buyer.goto('/courses/queues-that-hold');
    await expectNoSidewaysScroll(buyer);
    await buyer.getByRole('link', { name: 'Buy for $49' }).first().click();
    await buyer
      .getByRole('main')
      .getByRole('link', { name: /Create (?:an )?account/ })
      .click();
    await buyer.getByLabel('Name').fill('Rita Reader');
    await buyer.getByLabel('Email').fill('rita@example.com');
    await buyer.getByLabel('Password').fill(owner.password);
    await buyer.getByRole('button', { name: 'Create account' }).click();
    await expect(buyer.getByText('Check your email')).toBeVisible();
    await buyer.goto(await newestLink(buyer, 'rita@example.com'));
    await buyer.getByRole('button').first().click();
    await expect(buyer).toHaveURL(/\/checkout\?course=queues-that-hold/);
    await expect(buyer.getByRole('main')).toContainText(/By buying you agree to the Terms and (?:the )?Privacy Policy\./);
    await expectAccessibleInBothThemes(buyer);
    await expectNoSidewaysScroll(buyer);
    await buyer.getByRole('button', { name: 'Buy' }).click();
    await expect(buyer).toHaveURL(new RegExp(`^${stripe.url}/pay/`));
    await buyer.getByRole('button', { name: 'Pay $49.00' }).click();
    await expect(buyer.getByRole('heading', { name: 'You’re all set.' })).toBeVisible();
  });

  await test.step('reads what only buyers can read', async () => {
    await buyer.goto('/courses/queues-that-hold/begin-here');
    await expect(buyer.getByText(paidWords)).toBeVisible();
    const html = await read('/courses/queues-that-hold/begin-here');
    expect(html).toContain('wombatopen');
    expect(html).not.toContain('quokkapaid');
  });

  const friend = await open(browser, 360);
  await test.step('gives it to a friend, who creates an account and redeems it', async () => {
    await buyer.goto('/courses/queues-that-hold');
    await buyer.goto('/checkout?course=queues-that-hold');
    await buyer.getByRole('link', { name: 'Buy it as a gift' }).click();
    await buyer.getByRole('button', { name: 'Buy gift' }).click();
    await expect(buyer.getByRole('alert')).toContainText('email address');
    await buyer.getByLabel('Their email address').fill('frida@example.com');
    await buyer.getByLabel('Their name').fill('Frida');
    await buyer.getByLabel('Message').fill('For your queues.');
    await expectAccessibleInBothThemes(buyer);
    await expectNoSidewaysScroll(buyer);
    await buyer.getByRole('button', { name: 'Buy gift' }).click();
    await buyer.getByRole('button', { name: 'Pay $49.00' }).click();
    await expect(buyer.getByRole('heading', { name: 'Your gift is on its way.' })).toBeVisible();
    await friend.goto(await newestLink(friend, 'frida@example.com'));
    await expect(friend.getByRole('heading', { name: 'A gift for Frida' })).toBeVisible();
    await expect(friend.getByText('For your queues.')).toBeVisible();
    await expectAccessibleInBothThemes(friend);
    await expectNoSidewaysScroll(friend);
    await friend.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
    await friend.getByLabel('Name').fill('Frida Friend');
    await friend.getByLabel('Email').fill('frida.friend@example.com');
    await friend.getByLabel('Password').fill(owner.password);
    await friend.getByRole('button', { name: 'Create account' }).click();
    await expect(friend.getByText('Check your email')).toBeVisible();
    await friend.goto(await newestLink(friend, 'frida.friend@example.com'));
    await friend.getByRole('button').first().click();
    await friend.getByRole('button', { name: 'Redeem gift' }).click();
    await expect(friend).toHaveURL(/\/courses\/queues-that-hold$/);
    await friend.goto('/courses/queues-that-hold/begin-here');
    await expect(friend.getByText(paidWords)).toBeVisible();
    await buyer.goto('/account');
    await expect(buyer.getByRole('list', { name: 'Gifts' })).toContainText('redeemed on');
    await expect(buyer.getByRole('button', { name: 'Copy link to Queues that hold' })).toHaveCount(0);
  });

  await test.step('another gift is sent again, copied, and withdrawn by a refund', async () => {
    await buyer.goto('/checkout?course=queues-that-hold&gift=1');
    await buyer.getByLabel('Their email address').fill('gus@example.com');
    await buyer.getByRole('button', { name: 'Buy gift' }).click();
    await buyer.getByRole('button', { name: 'Pay $49.00' }).click();
    await buyer.goto('/account');
    const gift = buyer.getByRole('list', { name: 'Gifts' }).getByRole('listitem').filter({ hasText: 'gus@example.com' });
    await gift.getByRole('button', { name: 'Copy link to Queues that hold' }).click();
    const link = await gift.getByRole('textbox', { name: 'Link to Queues that hold' }).inputValue();
    await gift.getByText('Send again').click();
    await gift.getByLabel('Email address').fill('gil@example.com');
    await expectAccessibleInBothThemes(buyer);
    await expectNoSidewaysScroll(buyer);
    await gift.getByRole('button', { name: 'Send gift' }).click();
    await expect(buyer.getByRole('list', { name: 'Gifts' })).toContainText('gil@example.com');
    await friend.goto(link);
    await expect(friend.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await friend.goto(await newestLink(friend, 'gil@example.com'));
    await expect(friend.getByRole('heading', { name: 'A gift for you' })).toBeVisible();
    await page.goto('/admin/payments');
    const payment = page.getByRole('listitem').filter({ hasText: 'Queues that hold, gift' }).first();
    await payment.getByText('Refund', { exact: true }).first().click();
    await payment.getByLabel(/^Amount/).fill('49');
    await payment.getByLabel(/^Reason/).fill('Requested');
    await payment.getByRole('button', { name: /^Refund Queues/ }).click();
    await confirm(page, 'Refund $49 to Rita Reader?', 'Refund');
    await expect(page.getByText('Refunded.', { exact: true }).first()).toBeVisible();
    await friend.reload();
    await expect(friend.getByRole('heading', { name: 'This gift was withdrawn' })).toBeVisible();
  });

  await test.step('the owner, who wrote the course, sees the sale and their share of it', async () => {
    await page.goto('/studio/sales');
    await expect(page.getByRole('list', { name: 'Your share of new sales' })).toContainText('not set yet');
    await expect(page.getByRole('table', { name: 'Sales by month' })).toContainText('not set');
    await page.goto('/admin/author-shares');
    const general = page.getByRole('form', { name: 'Share of all titles' });
    await general.getByLabel('Percentage for authors').fill('50');
    await general.getByRole('button', { name: 'Save percentage' }).click();
    await expect(page.getByRole('table', { name: 'Shares by month' })).toContainText(owner.name);
    await expect(page.getByRole('table', { name: 'Shares by month' })).toContainText('$49');
    await expectAccessibleInBothThemes(page);
    await page.getByRole('link', { name: 'Sales by title' }).click();
    await expect(page.getByRole('table', { name: 'Sales by month' })).toContainText('Queues that hold');
    await page.getByRole('link', { name: 'Only mine' }).click();
    await expect(page.getByRole('table', { name: 'Sales by month' })).toContainText('−$49');
    await expect(page.getByRole('list', { name: 'Your share of new sales' })).toContainText('50%');
    await expectAccessibleInBothThemes(page);
    await page.setViewportSize({ width: 360, height: 860 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 860 });
    const href = (await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')) ?? '';
    const csv = await (await page.request.get(href)).text();
    expect(csv).toMatch(/"Queues that hold","USD",3,147,49,/);
    expect((await buyer.request.get(`${href}&of=everyone`)).status()).toBe(200);
    expect(await (await buyer.request.get(`${href}&of=everyone`)).text()).not.toContain('Queues that hold');
  });

  await test.step('and the owner sees the payment, and a finished checklist', async () => {
    await page.goto('/admin/payments');
    await expect(page.getByRole('main')).toContainText('Queues that hold');
    await expect(page.getByRole('main')).toContainText('$49');
    await page.goto('/admin');
    for (const name of ['Name and look', 'Terms and privacy policy', 'Payments', 'First course'])
      await expect(page.getByRole('region', { name: 'Set up your site' })).toContainText(`Done: ${name}`);
  });
  await test.step('a visitor selects a currency on the pricing page, and pays the price in it', () => buyInEuros(page, browser));
  expect(errors).toEqual([]);
  await page.context().close();
  await buyer.context().close();
  await friend.context().close();
});

/** The owner adds a price in euros; a visitor selects euros on the pricing page and sees that price up to the receipt, on any of their pages. */
async function buyInEuros(ownerPage: Page, browser: Browser): Promise<void> {
  const buyer = await open(browser, 360);
  const create = buyer.getByRole('main').getByRole('link', { name: /Create (?:an )?account/ });

  await ownerPage.goto('/studio');
  await ownerPage.getByRole('link', { name: 'Queues that hold' }).first().click();
  await ownerPage.getByRole('link', { name: 'Access and prices' }).click();
  const access = ownerPage.getByRole('form', { name: 'Access and prices' });
  await access.getByRole('button', { name: 'Add a currency' }).click();
  await expect(access.getByLabel('Currency 2')).toHaveValue('EUR');
  await access.getByRole('textbox', { name: 'Price in EUR', exact: true }).fill('45.50');
  await access.getByRole('button', { name: 'Save access and prices' }).click();
  await expect(access.getByText('Saved.')).toBeVisible();

  await buyer.goto('/pricing');
  const titles = buyer.getByRole('region', { name: 'Titles sold separately' });
  await expect(titles).toContainText('$49');
  await buyer.getByLabel('Currency').selectOption('EUR');
  await expect(titles).toContainText('€45.50');
  await expect(titles).not.toContainText('$49');
  await expectNoSidewaysScroll(buyer);
  await titles.getByRole('link', { name: 'Queues that hold' }).click();
  await buyer.getByRole('link', { name: 'Buy for €45.50' }).first().click();
  await create.click();
  await buyer.getByLabel('Name').fill('Elke Euro');
  await buyer.getByLabel('Email').fill('elke@example.com');
  await buyer.getByLabel('Password').fill(owner.password);
  await buyer.getByRole('button', { name: 'Create account' }).click();
  await expect(buyer.getByText('Check your email')).toBeVisible();
  await buyer.goto(await newestLink(buyer, 'elke@example.com'));
  await buyer.getByRole('button').first().click();

  const bill = buyer.getByRole('form', { name: 'Buy a title' });
  await expect(bill).toContainText('€45.50');
  const currencies = buyer.getByRole('navigation', { name: 'Currency' });
  await currencies.getByRole('link', { name: 'USD' }).click();
  await expect(bill).toContainText('$49');
  await currencies.getByRole('link', { name: 'EUR' }).click();
  await expect(bill).toContainText('€45.50');
  await expectNoSidewaysScroll(buyer);
  await bill.getByRole('button', { name: 'Buy' }).click();
  await expect(buyer).toHaveURL(new RegExp(`^${stripe.url}/pay/`));
  const session = stripe.requests.findLast(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
  expect(session?.params).toMatchObject({
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '4550',
  });
  await buyer.getByRole('button', { name: 'Pay €45.50' }).click();
  await expect(buyer.getByRole('heading', { name: 'You’re all set.' })).toBeVisible();

  await buyer.goto('/account');
  await expect(buyer.getByRole('list', { name: 'Payments' })).toContainText('€45.50');
  await buyer.getByRole('link', { name: 'Receipt for Queues that hold' }).click();
  await expect(buyer.getByRole('heading', { level: 1, name: /^Receipt/ })).toBeVisible();
  await expect(buyer.getByRole('main')).toContainText('€45.50');
  await expect(buyer.getByRole('main')).not.toContainText('$');
  await expectNoSidewaysScroll(buyer);
  await ownerPage.goto('/admin/payments');
  await expect(ownerPage.getByRole('listitem').filter({ hasText: 'Elke Euro' }).first()).toContainText('€45.50');
  await buyer.context().close();
}

async function open(browser: Browser, width: number): Promise<Page> {
  return (await browser.newContext({ baseURL: site.origin, viewport: { width, height: 860 } })).newPage();
}
