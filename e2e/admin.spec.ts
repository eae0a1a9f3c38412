import { readFile } from 'node:fs/promises';
import { begin } from './support/comment-journey.ts';
import { confirm, expectQuestions } from './support/destructive-buttons.ts';
import { expect, signIn, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import { makeClip } from './support/things.ts';

const pages = [
  '',
  '/people',
  '/comments',
  '/reviews',
  '/subscriptions',
  '/grants',
  '/plans',
  '/plans/new',
  '/redirects',
  '/tags',
  '/tags/new',
  '/newsletter',
  '/jobs',
  '/audit',
  '/pages',
  '/webhooks',
  '/webhooks/new',
];

test('an administrator uses every page and finds all actions in the audit log; no one else can open the pages @ADMIN-01', {
  tag: '@desk',
}, async ({ page, people, rows, baseURL }) => {
  const mark = suffix();
  const words = `Buy cheap watches ${mark}.`;
  const quote = `Names a person ${mark}.`;
  const address = `reader-${mark}@example.com`;
  const planName = `Plan ${mark}`;
  const admin = await people.enter('admin');
  const author = await people.make('author');
  const learner = await people.make('learner', 'Lea');
  const leaving = await people.make('learner', 'Else');
  const [asker, reporter] = [await people.at(learner), await people.at(author)];
  const clip = await makeClip(rows);
  const { commentId } = await begin(asker, clip.id, words);
  await reporter.run('mutation a($id: UUID!) { reportComment(input: { commentId: $id, reason: SPAM }) { clientMutationId } }', {
    id: commentId,
  });
  await rows.run(
    `insert into app_public.testimonials (user_id, course_id, rating, quote_md)
     select $1, course_id, 1, $3 from app_public.clips where id = $2`,
    [learner.id, clip.id, quote],
  );
  await rows.run(
    `insert into app_private.newsletter_subscribers (email, first_name, list_id, tags, state, confirmed_at, token_hash)
     values ($1, '=1+1', 'list', '{}', 'CONFIRMED', now(), sha256(convert_to($1, 'UTF8')))`,
    [address],
  );
  // No plan may be offered to others: the existing ones are on the pricing page.
  await rows.run(
    `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, position, is_offered)
     select 'plan-' || $1, 'Plan ' || $1, 'TEAM', 'YEAR', 3900, currency, 99, false from app_public.plans limit 1`,
    [mark],
  );

  await test.step('others see none of it, and no link to it', async () => {
    // A visitor gets the page; others get its data, which saves rendering it.
    for (const [cookie, form] of [
      ['', ''],
      [asker.cookie, '.data'],
      [reporter.cookie, '.data'],
    ] as const)
      for (const path of [...pages, `/people/${learner.id}`])
        expect((await fetch(`${baseURL}/admin${path}${form}`, { headers: { cookie } })).status, path).toBe(404);
    // Administrators get it in this way, too: the control.
    const { cookie: staff } = await people.at(admin);
    expect((await fetch(`${baseURL}/admin/people.data`, { headers: { cookie: staff } })).status).toBe(200);
    const other = await people.open(null);
    for (const person of [learner, author]) {
      await signIn(other, person);
      await other.goto('/');
      await other.getByRole('button', { name: `Account of ${person.name}` }).click();
      await expect(other.getByRole('link', { name: 'Inbox' })).toBeVisible();
      await expect(other.getByRole('link', { name: 'Administration' })).toHaveCount(0);
    }
  });

  const nav = page.getByRole('navigation', { name: 'Administration' });
  const main = page.getByRole('main');
  const done = (said: string) => expect(page.getByText(said, { exact: true })).toBeVisible();

  await test.step('the overview shows numbers as charts and tables', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: `Account of ${admin.name}` }).click();
    await page.getByRole('link', { name: 'Administration' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await main.getByText('As a table').first().click();
    await expect(main.getByRole('table', { name: 'Sign-ups in the last 30 days' }).getByRole('row')).toHaveCount(31);
  });

  await test.step('users: search, role, suspension, deletion, sessions', async () => {
    await nav.getByRole('link', { name: 'People' }).click();
    await main.getByRole('searchbox', { name: 'Name, username or email' }).fill(leaving.email.slice(0, -4));
    await main.getByRole('button', { name: 'Find' }).click();
    await expect(main.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(1);
    await main.getByRole('link', { name: leaving.name }).click();
    await expect(main.getByRole('heading', { level: 1, name: leaving.name })).toBeVisible();
    await main.getByRole('textbox', { name: 'Reason, shown to the user' }).fill('Spam.');
    await main.getByRole('button', { name: `Suspend ${leaving.name}` }).click();
    await confirm(page, `Suspend ${leaving.name} for a week?`, 'Suspend');
    await done('Suspended.');
    await expect(main.getByText('Reason: Spam.')).toBeVisible();
    await main.getByRole('button', { name: `Add administrator role to ${leaving.name}` }).click();
    await confirm(page, `Add administrator role to ${leaving.name}?`, 'Add administrator role');
    await expect(main.getByRole('alert')).toHaveText('A suspended user cannot become an administrator.');
    await main.getByRole('button', { name: `End suspension of ${leaving.name}` }).click();
    await done('Suspension ended.');
    await main.getByRole('button', { name: `Add administrator role to ${leaving.name}` }).click();
    await confirm(page, `Add administrator role to ${leaving.name}?`, 'Add administrator role');
    await done('Now an administrator.');
    await main.getByRole('button', { name: `Remove administrator role from ${leaving.name}` }).click();
    await confirm(page, `Remove administrator role from ${leaving.name}?`, 'Remove administrator role');
    await done('No longer an administrator.');
    await main.getByRole('button', { name: `Delete account of ${leaving.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Delete the account @${leaving.username}?` });
    await expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: `Type ${leaving.username} to confirm` }).fill(leaving.username);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page).toHaveURL(/\/admin\/people$/);
    await done(`@${leaving.username} is deleted.`);
    // A signed-in user is on their account page; a signed-out one is sent to sign in.
    const landed = async () => new URL((await fetch(`${baseURL}/account`, { headers: { cookie: asker.cookie } })).url).pathname;
    expect(await landed()).toBe('/account');
    await page.goto(`/admin/people/${learner.id}`);
    await expectQuestions(page, ['Add administrator role', 'Delete account', 'Sign out', 'Suspend']);
    await main.getByRole('button', { name: `Sign out ${learner.name} everywhere` }).click();
    await confirm(page, `Sign out ${learner.name} everywhere?`, 'Sign out');
    await done('Signed out everywhere.');
    expect(await landed()).toBe('/sign-in');
  });

  await test.step('a reported comment is removed', async () => {
    await nav.getByRole('link', { name: 'Comments' }).click();
    const reported = main.getByRole('article').filter({ hasText: words });
    // Other tests' reports may be here too, and may be decided meanwhile.
    await expectQuestions(page, ['Delete', 'Suspend for a day', 'Suspend for a week', 'Suspend permanently'], reported);
    await reported.getByRole('button', { name: `Delete the comment of ${learner.name}` }).click();
    await confirm(page, `Delete the comment of ${learner.name}?`, 'Delete');
    await expect(reported).toBeHidden();
  });

  await test.step('a review is hidden and shown again', async () => {
    await nav.getByRole('link', { name: 'Reviews' }).click();
    await main.getByRole('searchbox', { name: 'Username' }).fill(learner.username);
    await main.getByRole('button', { name: 'Find' }).click();
    const review = main.getByRole('listitem').filter({ hasText: quote });
    await review.getByRole('textbox', { name: `Reason to hide the review of ${learner.name}` }).fill('It names a person.');
    await expectQuestions(page, ['Hide']);
    await review.getByRole('button', { name: 'Hide' }).click();
    await confirm(page, `Hide the review of ${learner.name}?`, 'Hide');
    await done('Hidden.');
    await expect(review).toContainText('Reason: It names a person.');
    await review.getByRole('button', { name: 'Show again' }).click();
    await done('The review is visible again.');
  });

  await test.step('a subscription is granted and ended', async () => {
    await nav.getByRole('link', { name: 'Subscriptions' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Subscriptions' })).toBeVisible();
    await main.getByRole('searchbox', { name: 'Username' }).fill(learner.username);
    await main.getByRole('button', { name: 'Find' }).click();
    await expect(main.getByText('No matching subscriptions.')).toBeVisible();
    const subscribe = main.getByRole('form', { name: 'Grant a subscription' });
    await expect(subscribe.getByRole('textbox', { name: 'Username' })).toHaveValue(learner.username);
    await subscribe.getByLabel('Until').fill('2999-12-31');
    await subscribe.getByRole('button', { name: 'Grant' }).click();
    await done('Granted.');
    const subscription = main.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem');
    await expect(subscription).toHaveCount(1);
    await expect(subscription).toContainText('until 31 Dec 2999');
    await subscribe.getByRole('button', { name: 'Grant' }).click();
    await expect(main.getByRole('alert')).toHaveText('This user already has a subscription of this kind.');
    await main.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Active' });
    await main.getByRole('button', { name: 'Find' }).click();
    await expect(page).toHaveURL(/status=ACTIVE/);
    await expectQuestions(page, ['End subscription']);
    await subscription.getByRole('button', { name: `End subscription of ${learner.name}` }).click();
    await confirm(page, `End subscription of ${learner.name}?`, 'End subscription');
    await expect(main.getByText('No matching subscriptions.')).toBeVisible();
  });

  await test.step('access is granted and ended', async () => {
    await nav.getByRole('link', { name: 'Access' }).click();
    const give = main.getByRole('form', { name: 'Grant access' });
    await give.getByRole('textbox', { name: 'Username' }).fill(learner.username);
    await give.getByLabel('Until').fill('2999-12-31');
    await give.getByRole('button', { name: 'Grant' }).click();
    // The subscription's own message may still be below: the list shows the result.
    const access = main.getByRole('list', { name: 'Access' }).getByRole('listitem').filter({ hasText: learner.name }).first();
    await expect(access).toContainText('granted by an administrator');
    await expect(access).toContainText('Pro');
    // Their own page has the same button; other users' access is in the list of all.
    await main.getByRole('link', { name: learner.name }).first().click();
    await expect(main.getByRole('heading', { level: 1, name: learner.name })).toBeVisible();
    await expectQuestions(page, ['Add administrator role', 'Delete account', 'Suspend', 'End access']);
    await page.goBack();
    await access.getByRole('button', { name: `End access to Pro for ${learner.name}` }).click();
    await confirm(page, `End access to Pro for ${learner.name}?`, 'End access');
    await expect(access).toContainText('Ended');
  });

  await test.step('plans and their prices are listed', async () => {
    await nav.getByRole('link', { name: 'Plans and prices' }).click();
    await expect(main.getByRole('list', { name: 'Retired plans' })).toContainText(planName);
    await main.getByRole('link', { name: `Offer again: ${planName}` }).click();
    await expect(main.getByRole('form', { name: planName }).getByRole('textbox', { name: 'Price of a seat a year USD' })).toHaveValue(
      '39.00',
    );
  });

  await test.step('the newsletter is exported, and an address removed', async () => {
    await nav.getByRole('link', { name: 'Newsletter' }).click();
    await main.getByRole('searchbox', { name: 'Part of an email address' }).fill(address);
    await main.getByRole('button', { name: 'Find' }).click();
    await expect(main.getByText(address, { exact: true })).toBeVisible();
    const download = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toBe('newsletter.csv');
    // Without the byte order mark, Excel reads the file in another encoding.
    expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^\uFEFF/);
    await expectQuestions(page, ['Remove']);
    await main.getByRole('button', { name: `Remove ${address}` }).click();
    await confirm(page, `Remove ${address}?`, 'Remove');
    await done('Removed.');
    await expect(main.getByText(address, { exact: true })).toBeHidden();
  });

  await test.step('emails are listed', async () => {
    await nav.getByRole('link', { name: 'Jobs and email' }).click();
    await expect(main.getByRole('heading', { level: 2, name: 'Sent email' })).toBeVisible();
  });

  await test.step('all of it is in the audit log', async () => {
    await nav.getByRole('link', { name: 'Audit log' }).click();
    const lines = main.getByRole('list', { name: 'Audit log' });
    // Only this administrator's actions, because other tests log theirs at the same time.
    await main.getByRole('searchbox', { name: 'Username' }).fill(admin.username);
    await main.getByRole('button', { name: 'Find' }).click();
    await expect(page).toHaveURL(new RegExp(`person=${admin.username}`));
    for (const what of [
      'suspended a user',
      'lifted a suspension',
      'made a user an administrator',
      'removed an administrator',
      'deleted an account',
      'signed a user out',
      'deleted a comment',
      'hid a review',
      'restored a review',
      'granted a subscription',
      'ended a subscription',
      'granted access',
      'ended access',
      'exported the newsletter',
      'removed a subscriber',
    ]) {
      await expect(lines.getByRole('listitem').filter({ hasText: what }).first(), what).toContainText(`@${admin.username}`);
    }
    await main.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'hid a review' });
    await main.getByRole('searchbox', { name: 'Username' }).fill(learner.username);
    await main.getByRole('button', { name: 'Find' }).click();
    await expect(lines.getByRole('listitem')).toHaveCount(1);
  });

  await rows.run('with gone as (delete from app_public.plans where name = $1) delete from app_public.products where name = $1', [planName]);
});
