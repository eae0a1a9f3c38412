import { begin, clipByTitle } from './support/comment-journey.ts';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { openTalkSite, type TalkSite } from './support/talk-site.ts';

// One site for the file: people are suspended and deleted here, and a price changes.
test.describe.configure({ mode: 'default' });

const pages = ['', '/people', '/comments', '/reviews', '/subscriptions', '/grants', '/plans', '/newsletter', '/jobs', '/audit'];

let talk: TalkSite;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  talk = await openTalkSite();
});
test.afterAll(() => talk.close());

test('an administrator walks through every page, acts on each, and finds it all in the audit log @ADMIN-01 @desk', async ({ browser }) => {
  const learner = talk.site.person('learner');
  const clip = await clipByTitle(talk.asker, 'One component, line by line');
  const { commentId } = await begin(talk.asker, clip.id, 'Buy cheap watches.');
  await talk.author.run('mutation a($id: UUID!) { reportComment(input: { commentId: $id, reason: SPAM }) { clientMutationId } }', {
    id: commentId,
  });
  await talk.rows.run(
    `insert into app_public.testimonials (user_id, course_id, rating, quote_md)
    select $1, id, 1, 'Names a person.' from app_public.courses where is_published and not is_coming_soon
    and id not in (select course_id from app_public.testimonials where user_id = $1 and course_id is not null) limit 1`,
    [learner.id],
  );
  await talk.rows.run(`insert into app_private.newsletter_subscribers (email, first_name, list_id, tags, state, confirmed_at, token_hash)
    values ('reader@example.com', '=1+1', 'list', '{}', 'CONFIRMED', now(), sha256('x'))`);
  await talk.rows.run(`insert into auth."user" ("name", "email", "emailVerified") values ('Somebody Else', 'else@example.com', true)`);

  const { page, context } = await talk.enter(browser, 'admin');
  const nav = page.getByRole('navigation', { name: 'Administration' });
  const main = page.getByRole('main');
  const done = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();

  await page.goto('/admin');
  await expect(main.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await main.getByText('As a table').first().click();
  await expect(main.getByRole('table', { name: 'Sign-ups of the last 30 days' }).getByRole('row')).toHaveCount(31);

  // People: find, role, suspension, sessions, deletion.
  await nav.getByRole('link', { name: 'People' }).click();
  await main.getByRole('searchbox', { name: 'Name, username or address' }).fill('else@exam');
  await main.getByRole('button', { name: 'Find' }).click();
  await expect(main.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(1);
  await main.getByRole('link', { name: 'Somebody Else' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Somebody Else' })).toBeVisible();
  await main.getByRole('textbox', { name: 'Reason, as they are told' }).fill('Spam.');
  await main.getByRole('button', { name: 'Suspend', exact: true }).click();
  await done('Suspended.');
  await expect(main.getByText('Reason: Spam.')).toBeVisible();
  await main.getByRole('button', { name: 'Make staff' }).click();
  await expect(main.getByRole('alert')).toHaveText('Somebody who is suspended does not become staff.');
  await main.getByRole('button', { name: 'Let Somebody Else write again' }).click();
  await done('May write again.');
  await main.getByRole('button', { name: 'Make staff' }).click();
  await done('Now staff.');
  await main.getByRole('button', { name: 'Take the role of staff' }).click();
  await done('No longer staff.');
  await main.getByRole('button', { name: 'Delete the account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account' });
  await expect(dialog.getByRole('button', { name: 'Delete for good' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Write somebody-else to confirm' }).fill('somebody-else');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/admin\/people$/);
  await done('@somebody-else is deleted.');
  const { page: other } = await talk.enter(browser, 'learner');
  await other.goto('/account');
  await page.goto(`/admin/people/${learner.id}`);
  await main.getByRole('button', { name: 'Sign out everywhere' }).click();
  await done('Signed out everywhere.');
  await other.goto('/account');
  await expect(other).toHaveURL(/\/sign-in/);

  await nav.getByRole('link', { name: 'Comments' }).click();
  const reported = main.getByRole('article').filter({ hasText: 'Buy cheap watches.' });
  await reported.getByRole('button', { name: 'Delete' }).click();
  await expect(reported).toBeHidden();

  await nav.getByRole('link', { name: 'Reviews' }).click();
  await main.getByRole('searchbox', { name: 'Username' }).fill(learner.username);
  await main.getByRole('button', { name: 'Find' }).click();
  const review = main.getByRole('listitem').filter({ hasText: 'Names a person.' });
  await review.getByRole('textbox', { name: `Reason to hide the review of ${learner.name}` }).fill('It names a person.');
  await review.getByRole('button', { name: 'Hide' }).click();
  await done('Hidden.');
  await expect(review).toContainText('Reason: It names a person.');
  await review.getByRole('button', { name: 'Show again' }).click();
  await done('Shown again.');

  await nav.getByRole('link', { name: 'Subscriptions' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Subscriptions' })).toBeVisible();
  await main.getByRole('searchbox', { name: 'Username' }).fill(learner.username);
  await main.getByRole('button', { name: 'Find' }).click();
  await expect(main.getByText('Nobody subscribed like that.')).toBeVisible();
  const subscribe = main.getByRole('form', { name: 'Give a subscription' });
  await expect(subscribe.getByRole('textbox', { name: 'Give to' })).toHaveValue(learner.username);
  await subscribe.getByLabel('Until').fill('2999-12-31');
  await subscribe.getByRole('button', { name: 'Give' }).click();
  await done('Given.');
  const subscription = main.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem');
  await expect(subscription).toHaveCount(1);
  await expect(subscription).toContainText('until Dec 31, 2999');
  await subscribe.getByRole('button', { name: 'Give' }).click();
  await expect(main.getByRole('alert')).toHaveText('They have a subscription of this kind already.');
  await main.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Active' });
  await main.getByRole('button', { name: 'Find' }).click();
  await expect(page).toHaveURL(/status=ACTIVE/);
  await subscription.getByRole('button', { name: `End the subscription of ${learner.name}` }).click();
  await expect(main.getByText('Nobody subscribed like that.')).toBeVisible();

  await nav.getByRole('link', { name: 'Access' }).click();
  const give = main.getByRole('form', { name: 'Give access' });
  await give.getByRole('textbox', { name: 'Give to' }).fill(learner.username);
  await give.getByLabel('Until').fill('2999-12-31');
  await give.getByRole('button', { name: 'Give' }).click();
  // What was said of the subscription may still stand below: the list says what became of this.
  const given = main.getByRole('list', { name: 'Access' }).getByRole('listitem').first();
  await expect(given).toContainText('given by staff');
  await expect(given).toContainText('Pro');
  await given.getByRole('button', { name: 'End' }).click();
  await expect(given).toContainText('Ended');

  await nav.getByRole('link', { name: 'Plans and prices' }).click();
  const plan = main.getByRole('form').first();
  await plan.getByRole('textbox', { name: /^Price in/ }).fill('31.50');
  await plan.getByRole('button', { name: 'Save' }).click();
  await done('Saved.');
  await page.reload();
  await expect(plan.getByRole('textbox', { name: /^Price in/ })).toHaveValue('31.50');

  await nav.getByRole('link', { name: 'Newsletter' }).click();
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('newsletter.csv');
  await main.getByRole('button', { name: 'Remove reader@example.com' }).click();
  await done('Removed.');
  await expect(main.getByText('reader@example.com')).toBeHidden();

  await nav.getByRole('link', { name: 'Jobs and mails' }).click();
  await expect(main.getByRole('heading', { level: 2, name: 'Mails sent' })).toBeVisible();

  await nav.getByRole('link', { name: 'Audit log' }).click();
  const lines = main.getByRole('list', { name: 'Audit log' });
  for (const words of [
    'suspended somebody',
    'ended a suspension',
    'made somebody staff',
    'took the role of staff',
    'deleted an account',
    'signed somebody out',
    'deleted a comment',
    'hid a review',
    'showed a review',
    'gave a subscription',
    'ended a subscription',
    'gave access',
    'ended access',
    'changed a plan',
    'exported the newsletter',
    'removed an address',
  ]) {
    await expect(lines.getByRole('listitem').filter({ hasText: words }).first(), words).toContainText(
      `@${talk.site.person('admin').username}`,
    );
  } // prettier-ignore
  await main.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'hid a review' });
  await main.getByRole('searchbox', { name: 'Username' }).fill(learner.username);
  await main.getByRole('button', { name: 'Find' }).click();
  await expect(lines.getByRole('listitem')).toHaveCount(1);
  await context.close();
});

test('nobody but staff finds administration; its pages fit every width and are accessible in both themes @ADMIN-01 @desk', async ({
  browser,
}) => {
  for (const role of [null, 'learner', 'author'] as const) {
    const { page, context } = await talk.enter(browser, role);
    for (const path of pages) expect((await page.goto(`/admin${path}`))?.status(), `${role} ${path}`).toBe(404);
    expect((await page.goto(`/admin/people/${talk.site.person('learner').id}`))?.status()).toBe(404);
    await page.goto('/');
    if (role !== null) {
      await page.getByRole('button', { name: `Account of ${talk.site.person(role).name}` }).click();
      await expect(page.getByRole('link', { name: 'Inbox' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0);
    }
    await context.close();
  }
  const { page, context, said } = await talk.enter(browser, 'admin');
  await page.goto('/account');
  await page.getByRole('button', { name: `Account of ${talk.site.person('admin').name}` }).click();
  await page.getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  for (const path of [...pages, `/people/${talk.site.person('learner').id}`]) {
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 860 });
      await page.goto(`/admin${path}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
    await expectAccessibleInBothThemes(page);
  }
  expect(said).toEqual([]);
  await context.close();
});
