import type { APIRequestContext, Page } from '@playwright/test';
import { confirm, expectQuestions } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { type Person, suffix } from './support/people.ts';

const gated = '/books/postgres-slowly/the-index-you-need';
const gatedArticle = '/articles/sixty-six-characters';

const paywall = (page: Page) => page.getByRole('region', { name: /The next line is for Pro readers/ });

async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
}

test('the prices and how to become an author are on public pages @PAY-01 @HOME-03 @HOME-07 @SITE-10', { tag: '@desk' }, async ({
  page,
}) => {
  const html = (await (await page.goto('/pricing'))?.text()) ?? '';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One price, every line.');
  const pricing = page.getByRole('main');
  await expect(pricing).toContainText('$40 a month, or $384 a year');
  await expect(pricing).toContainText('$32 a seat, a month');
  await expect(pricing).toContainText('$39 once');
  await pricing.getByRole('link', { name: 'Choose a title' }).click();
  await expect(page).toHaveURL('/pricing#titles');
  const sold = pricing.getByRole('region', { name: 'Titles sold separately' });
  await sold.getByRole('listitem').filter({ hasText: '$39' }).first().getByRole('link').click();
  await expect(page.getByRole('link', { name: 'Buy for $39', exact: true })).toBeVisible();
  await page.goto('/pricing');
  const leads = {
    'Subscribe to newline Pro': 'newline-basic-subscription-monthly',
    'Subscribe for a year': 'newline-basic-subscription-yearly',
    'Get a Team Package': 'newline-team-package-monthly',
  };
  for (const [name, slug] of Object.entries(leads))
    await expect(pricing.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/checkout?plan=${slug}`);
  for (const line of [
    'All of them',
    '20% off',
    'Community chat access',
    'Complete source code',
    'Full transcripts with code snippets',
    'Interactive live project demos',
  ])
    await expect(pricing.getByRole('table')).toContainText(line);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  const data = [...html.matchAll(/<script[^>]* type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    (match) => JSON.parse(match[1] ?? '{}') as { '@type'?: string; offers?: { price: string; priceCurrency: string }[] },
  );
  expect(data.find((one) => one['@type'] === 'Product')?.offers?.map(({ price, priceCurrency }) => `${price} ${priceCurrency}`)).toEqual([
    '40.00 USD',
    '384.00 USD',
    '32.00 USD',
  ]);

  await test.step('prospective authors find out how, and the form', async () => {
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing');
    await footer.getByRole('link', { name: 'Write with us' }).click();
    await expect(page).toHaveURL('/write-with-us');
    const apply = page.getByRole('main').getByRole('link', { name: 'Apply to Teach' }).first();
    await expect(apply).toHaveAttribute('href', /^https:\/\/forms\./);
    await expect(apply).toHaveAttribute('target', '_blank');
    await expectNoSidewaysScroll(page);
  });
});

test('a visitor at a paywall gets Pro and returns to the same line; single purchases are 20% cheaper for them @PAY-01 @HOME-03 @DOC-04', {
  tag: '@desk',
}, async ({ page, people }) => {
  const reader = await people.make('learner');

  await test.step('a visitor gets Pro, and continues reading', async () => {
    await page.goto(gated);
    await paywall(page).getByRole('link', { name: 'Get newline Pro' }).click();
    const subscribe = page.getByRole('link', { name: 'Subscribe to newline Pro' });
    await expect(subscribe).toHaveAttribute('href', /returnTo/);
    await subscribe.click();
    await page.waitForURL('**/sign-in?**');
    await fillSignIn(page, reader);
    await expect(page.getByRole('heading', { name: 'Subscribe' })).toBeVisible();
    await expect(page.getByText('newline Pro, monthly')).toBeVisible();
    await expect(page.getByText('This is a demo site. You get access immediately and pay nothing.')).toBeVisible();
    await expect(page.getByText('Renews every month for $40 until you cancel.')).toBeVisible();
    await expect(page.getByText(/^Cancel anytime in your account\. You keep access until/)).toBeVisible();
    await expect(page.getByRole('form').getByRole('listitem')).toHaveText([/^Every article, book and course that isn’t sold separately/]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible();
    // The same link for another user, and the page without a checkout, for both.
    const url = new URL(page.url());
    const other = await people.at(await people.make('learner'));
    for (const [cookie, search, isPaid] of [
      [(await people.at(reader)).cookie, url.search, true],
      [(await people.at(reader)).cookie, '', false],
      [other.cookie, url.search, false],
    ] as const) {
      const html = await (await fetch(`${url.origin}${url.pathname}${search}`, { headers: { cookie } })).text();
      expect(html.includes('You’re all set.'), search).toBe(isPaid);
      expect(html.includes('Purchase not found'), search).toBe(!isPaid);
    }
    await page.getByRole('link', { name: 'Back to where you were' }).click();
    await page.waitForURL(`**${gated}`);
    await expect(page.locator('.b').last()).toBeVisible();
    await expect(paywall(page)).toHaveCount(0);
  });

  await test.step('the account shows it, cancels and resumes; a second subscription isn’t offered', async () => {
    await page.goto('/account');
    const plan = page.getByRole('group', { name: 'newline Pro, monthly' });
    await expect(plan).toContainText('$40 a month. Renews on');
    await plan.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(plan).toContainText('Canceled. You have access until');
    await expectAccessible(page);
    await plan.getByRole('button', { name: 'Resume' }).click();
    await expect(plan).toContainText('Renews on');
    await page.goto('/checkout?plan=newline-basic-subscription-monthly');
    await expect(page.getByText('You already have this subscription.')).toBeVisible();
  });

  await test.step('a single purchase shows its price and leads to the checkout', async () => {
    await page.context().clearCookies();
    for (const [path, price] of [
      ['/courses/failure-rehearsed', '$199'],
      ['/courses/a-parser-before-lunch', '$99'],
    ] as const)
      expect((await (await page.request.get(path)).text()).replaceAll('<!-- -->', '')).toContain(`>Buy for ${price}</a>`);
    await page.goto('/courses/backend-from-the-socket-up');
    await page.getByRole('link', { name: 'Buy for $499', exact: true }).click();
    await page.waitForURL('**/sign-in?**');
  });

  await test.step('it costs Pro subscribers 20% less, and is theirs', async () => {
    await fillSignIn(page, reader);
    await page.waitForURL('**/checkout?**');
    const bill = page.getByRole('form');
    await expect(bill).toContainText('You pay once, and it’s yours to keep.');
    await expect(bill).not.toContainText('Renews');
    await expect(bill.getByText(/^\d+ lessons$/)).toBeVisible();
    await expect(bill).toContainText('20% off with Pro');
    await expect(bill).toContainText('$399.20');
    await page.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to where you were' }).click();
    await page.waitForURL('**/courses/backend-from-the-socket-up');
    await expect(page.getByText(/^You bought it on \d+ \w+ \d{4}\. It’s yours to keep\.$/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Buy for/ })).toHaveCount(0);
    await page.goto('/account');
    await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Backend from the Socket Up');
  });

  await test.step('the payment has a receipt that names the company', async () => {
    await page.goto('/courses/failure-rehearsed');
    await page.getByRole('link', { name: /^Buy for/ }).click();
    await page.getByText('Buying for a company').click();
    await page.getByLabel('Company name').fill('Marigold GmbH');
    await page.getByLabel('Country').selectOption('Germany');
    await page.getByLabel('VAT or tax number').fill('DE12');
    await page.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByRole('alert')).toContainText('This is not a VAT or tax number of DE.');
    await page.getByLabel('VAT or tax number').fill('DE 123456789');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible();
    await page.goto('/account');
    await page.getByRole('link', { name: 'Receipt for Failure, Rehearsed' }).click();
    const receipt = page.getByRole('article');
    await expect(receipt).toContainText('Marigold GmbH');
    await expect(receipt).toContainText('DE123456789');
    await expect(receipt).toContainText('$159.20');
    await expectAccessibleInBothThemes(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);
  });

  await test.step('a coupon makes the next one cheaper', async () => {
    const administrator = await people.open(await people.make('admin'));
    const code = `E2E-${suffix().toUpperCase()}`.replace(/[^A-Z0-9-]/g, '-').slice(0, 40);
    await administrator.goto('/admin/coupons');
    await administrator.getByLabel('Code').fill(code);
    await administrator.getByLabel('Percent off').fill('50');
    await administrator.getByRole('button', { name: 'Create coupon' }).click();
    const row = administrator.getByRole('list', { name: 'Coupons' }).getByRole('listitem').filter({ hasText: code });
    await expect(row).toContainText('50% off');
    await expectQuestions(administrator, ['Withdraw'], row);
    await expectAccessible(administrator);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/checkout?course=a-parser-before-lunch&coupon=${code}X`);
    await expect(page.getByRole('alert')).toContainText('There’s no such coupon.');
    await page.getByLabel('Coupon').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(`Coupon ${code} is applied.`)).toBeVisible();
    await expect(page.getByRole('form')).toContainText('$49.50');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible();
    await administrator.reload();
    await expect(row).toContainText('used once');
  });

  await test.step('an administrator refunds some of it, which the buyer sees', async () => {
    const administrator = await people.open(await people.make('admin'));
    await administrator.goto(`/admin/payments?person=${reader.username}`);
    const row = administrator.getByRole('listitem').filter({ hasText: 'Failure, Rehearsed' });
    await row.getByText('Refund', { exact: true }).first().click();
    await row.getByLabel(/^Amount/).fill('9.20');
    await row.getByLabel(/^Reason/).fill('A mistake');
    await row.getByRole('button', { name: /^Refund Failure/ }).click();
    await confirm(administrator, `Refund $9.20 to ${reader.name}?`, 'Refund');
    await expect(row).toContainText('$9.20 refunded');
    await expect(administrator.getByText('Refunded.', { exact: true }).first()).toBeVisible();
    await expectAccessible(administrator);
    await page.goto('/account');
    await expect(page.getByRole('list', { name: 'Payments' })).toContainText('$9.20 refunded');
    await expect(page.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveCount(3);
  });
});

test('a team owner invites a user, who accepts, reads, leaves, and keeps their progress @PAY-01 @AUTH-03', { tag: '@desk' }, async ({
  page: owner,
  people,
  request,
}) => {
  const mark = suffix();
  const [invited, late] = [`wren-${mark}@work.example`, `late-${mark}@work.example`];
  await people.enter('learner', 'Owner');

  await test.step('a user gets a team of at least five seats', async () => {
    await owner.goto('/account/team');
    await expect(owner.getByText('You’re not on a team')).toBeVisible();
    await owner.getByRole('link', { name: 'Get a Team Package' }).first().click();
    // The next page has a link with the same name.
    await owner.waitForURL('**/pricing**');
    await owner.getByRole('main').getByRole('link', { name: 'Get a Team Package' }).click();
    await owner.getByLabel('Seats').fill('4');
    await owner.getByRole('button', { name: 'Subscribe' }).click();
    await expect(owner.getByRole('alert')).toContainText('Choose 5 to 500 seats.');
    await owner.getByLabel('Seats').fill('6');
    await expect(owner.getByRole('form')).toContainText('$192 a month');
    await owner.getByRole('button', { name: 'Subscribe' }).click();
    await expect(owner.getByRole('heading', { name: 'You’re all set.' })).toBeVisible();
    await owner.getByRole('link', { name: 'Back to where you were' }).click();
    await expect(owner.getByText('6 seats: 1 taken, 0 invited, 5 free.')).toBeVisible();
  });

  await test.step('they invite by email, and withdraw an invitation', async () => {
    await owner.getByLabel('Invite').last().fill('not-an-address');
    await owner.getByRole('button', { name: /Send invitations/ }).click();
    await expect(owner.getByRole('alert')).toContainText('Expected email addresses, got "not-an-address".');
    await owner.getByLabel('Invite').last().fill(`${invited}, ${late}`);
    await owner.getByRole('button', { name: /Send invitations/ }).click();
    await expect(owner.getByText('2 invitations sent.')).toBeVisible();
    await expectQuestions(owner, ['Withdraw']);
    await owner.getByRole('button', { name: `Withdraw the invitation to ${late}` }).click();
    await confirm(owner, `Withdraw the invitation to ${late}?`, 'Withdraw');
    await expect(owner.getByText('6 seats: 1 taken, 1 invited, 4 free.')).toBeVisible();
    await expectAccessible(owner);
    await owner.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(owner);
  });

  const guest = await people.open(null);
  await test.step('the invited user takes the seat, and reads', async () => {
    await guest.goto(await invitationTo(request, late));
    await expect(guest.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
    await guest.goto(await invitationTo(request, invited));
    await expect(guest.getByRole('heading', { level: 1 })).toContainText('Join');
    await expectAccessible(guest);
    await guest.getByRole('link', { name: 'Sign in to accept' }).click();
    await fillSignIn(guest, await people.make('learner'));
    await expect(guest.getByText('The seat will belong to that account')).toBeVisible();
    await guest.getByRole('button', { name: /Accept invitation/ }).click();
    await guest.waitForURL('**/account/team');
    await expect(guest.getByRole('button', { name: 'Leave team' })).toBeVisible();
    await guest.goto(gatedArticle);
    await expect(guest.getByRole('button', { name: /^Account of/ })).toBeVisible();
    await expect(paywall(guest)).toHaveCount(0);
  });

  await test.step('a member who leaves keeps their progress, and loses access', async () => {
    const course = '/courses/types-that-tell-the-truth';
    await guest.goto(`${course}/branded-strings`);
    const done = guest.getByRole('button', { name: 'Done' });
    await done.click();
    await expect(done).toHaveAttribute('aria-pressed', 'true');
    const progress = await readProgress(guest);
    expect(JSON.stringify(progress)).toContain('"isCompleted":true');
    await guest.goto('/account/team');
    await guest.getByRole('button', { name: 'Leave team' }).click();
    await expect(guest.getByText('Your progress, notes and comments stay.')).toBeVisible();
    await guest.getByRole('button', { name: 'Leave now' }).click();
    await expect(guest.getByText('You’re not on a team')).toBeVisible();
    await guest.goto(gatedArticle);
    await expect(paywall(guest)).toBeVisible();
    expect(await readProgress(guest)).toEqual(progress);
    await owner.reload();
    await expect(owner.getByText('6 seats: 1 taken, 0 invited, 5 free.')).toBeVisible();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('prices are read, selected and paid @PAY-01 @HOME-03', { tag: '@desk' }, async ({ page, people }) => {
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Subscribe to newline Pro' }).click();
    await page.waitForURL('**/sign-in?returnTo=**');
    await people.enter('learner');
    await page.goto('/courses/failure-rehearsed');
    await page.getByRole('link', { name: 'Buy for $199', exact: true }).click();
    await page.getByRole('button', { name: 'Buy' }).click();
    await expect(page.getByRole('heading', { name: 'You’re all set.' })).toBeVisible();
    await page.goto('/checkout?course=failure-rehearsed');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Buy' })).toHaveCount(0);
  });
});

/** Returns the path of the invitation in the newest email to an address. */
async function invitationTo(request: APIRequestContext, to: string): Promise<string> {
  const { messages } = (await (await request.get('/dev/mailbox.json')).json()) as { messages: { to: string; text: string }[] };
  const link = /\/invitations\/[\w-]{43}/.exec(messages.find((mail) => mail.to === to)?.text ?? '')?.[0];
  if (link === undefined) throw new Error(`invitationTo: expected an invitation to ${to} in the mailbox, got none`);
  return link;
}

async function readProgress(page: Page): Promise<unknown> {
  const answer = await page.request.post('/graphql', {
    headers: { origin: new URL(page.url()).origin },
    data: {
      query:
        '{ viewer { enrollments(first: 50) { nodes { id createdAt } } } courseBySlug(slug: "types-that-tell-the-truth") { courseLessons(first: 50) { nodes { id } } lesson(slug: "branded-strings") { progress { isCompleted } } } }',
    },
  });
  return answer.json();
}

test('lists say what a title costs and whether Pro includes it @PAY-01', { tag: '@desk' }, async ({ page }) => {
  const card = (title: string) => page.getByRole('main').getByRole('link').filter({ hasText: title });
  // Titles by their page, newest first.
  await page.goto('/courses?q=failure%20rehearsed');
  await expect(card('Failure, Rehearsed')).toContainText('Masterclass');
  await expect(card('Failure, Rehearsed')).toContainText('$199');
  await expect(card('Failure, Rehearsed')).not.toContainText('Pro');
  await page.goto('/courses');
  await expect(card('Types That Tell the Truth')).toContainText('Pro or $39');
});
