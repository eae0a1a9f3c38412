import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import { readingFaults } from './support/reading-faults.ts';
import { makeCourse } from './support/things.ts';
import { personOf, scriptedAddressesOf, visits } from './support/visits.ts';

// Forms while they're sent, after they failed, and once they succeeded.

/** The full run sends every form of every kind of page; `npm test` some of a visitor's. */
const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
const few = new Set(['/sign-in', '/sign-up', '/newsletter']);
const themes: readonly ('light' | 'dark')[] = isFullRun ? ['light', 'dark'] : ['dark'];

/** What a form that didn't succeed shows. */
const shownFailure = '[aria-invalid=true], [role=alert]:not(:empty)';

/** Pages whose forms are empty, so that the site itself refuses them; what is sent from other pages never arrives. */
const refusedBySite: ReadonlySet<string> = new Set([
  '/sign-in',
  '/sign-up',
  '/reset-password',
  '/newsletter',
  '/admin/redirects',
  '/admin/tags/new',
  '/admin/webhooks/new',
  '/admin/plans/new',
  '/admin/coupons',
  '/admin/grants',
]);

/** Expects that the page as it is now has no axe violations in either theme, and is whole on a desktop and on a phone. */
async function expectFinished(page: Page, state: string): Promise<void> {
  for (const { width, height } of [
    { width: 1280, height: 860 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    expect.soft(await readingFaults(page, 'zoom'), `${state} at ${width} px`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

for (const visit of isFullRun ? visits : visits.slice(0, 1))
  test(`${visit.who}: ${visit.what}, forms while they’re sent and after they failed, with no axe violations @SITE-10`, {
    tag: '@desk',
  }, async ({ page, baseURL, expectedErrors }) => {
    test.slow();
    // What never arrives, and what the site refuses.
    expectedErrors.push(/40\d|422/, /ERR_FAILED/, /Failed to fetch/);
    const person = personOf(visit);
    if (person) await signIn(page, person);
    let isSending = false;
    let isArriving = false;
    let sent = 0;
    let gate = Promise.withResolvers<void>();
    await page.route('**/*', async (route) => {
      if (!isSending || route.request().method() !== 'POST') return route.fallback();
      // Forms of the page itself, which work without a script, stay where they are.
      if (route.request().isNavigationRequest()) return route.fulfill({ status: 204 });
      sent += 1;
      await gate.promise;
      return isArriving ? route.continue() : route.abort();
    });
    const failed: string[] = [];
    for (const address of (await scriptedAddressesOf(visit, baseURL ?? '')).filter((one) => isFullRun || few.has(one)))
      await test.step(address, async () => {
        isSending = false;
        await page.goto(address);
        await expect(page.locator('html[data-hydrated]')).toBeAttached();
        const forms = page.locator('main form[method=post]').filter({ visible: true });
        const count = await forms.count();
        if (count === 0) return;
        isSending = true;
        isArriving = refusedBySite.has(address);
        gate = Promise.withResolvers<void>();
        sent = 0;
        for (let at = 0; at < count; at += 1)
          await forms.nth(at).evaluate((element: HTMLFormElement) => {
            element.noValidate = true;
            element.requestSubmit();
          });
        // Some check the fields themselves, some only send what changed, and some ask first.
        const isBusy = sent > 0 && (await page.locator('main [aria-busy=true]').first().isVisible());
        if (isBusy) await expectFinished(page, `${address}, while it’s sent`);
        gate.resolve();
        if (isBusy || isArriving) {
          await expect(page.locator(shownFailure).first()).toBeVisible();
          failed.push(address);
        }
        await expectFinished(page, `${address}, failed`);
      });
    expect(failed).toEqual(expect.arrayContaining(visit.pages.filter((one) => refusedBySite.has(one) && (isFullRun || few.has(one)))));
  });

test('forms that succeeded say so, with no axe violations: newsletter, passwords, account, settings @SITE-10', { tag: '@desk' }, async ({
  page,
  people,
}) => {
  const { email } = await people.make('learner');
  const said = page.getByRole('main').getByRole('status').filter({ hasText: /\w/ }).first();
  await page.goto('/newsletter');
  await page.getByRole('main').getByLabel('First name').fill('Wren');
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByRole('main').locator('form[method=post]').getByRole('button').first().click();
  await expect(said).toBeVisible();
  await expectFinished(page, 'newsletter');
  await page.goto('/reset-password');
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByRole('main').locator('form[method=post]').getByRole('button').first().click();
  await expect(said).toBeVisible();
  await expectFinished(page, 'reset password');
  const learner = await people.enter('learner');
  await page.goto('/account');
  await page.getByRole('textbox', { name: /^Name/ }).fill('Wren Okafor');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(said).toBeVisible();
  await expectFinished(page, 'account');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(said).toBeVisible();
  await expectFinished(page, 'settings');
  await page.goto('/account/security');
  await page.getByLabel('Current password').fill(learner.password);
  await page.getByLabel('New password').fill(`${learner.password} again`);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(said).toBeVisible();
  await expectFinished(page, 'new password');
});

test('forms of authors and administrators that succeeded say so, with no axe violations: details, access, a grant, a coupon @SITE-10', {
  tag: '@desk',
}, async ({ page, people }) => {
  const author = await people.enter('author');
  const course = await makeCourse(await people.at(author), { isDraft: true });
  const main = page.getByRole('main');
  await test.step('what an author saves', async () => {
    await page.goto(`/studio/courses/${course.id}?show=details`);
    await main.getByLabel('Subtitle').fill('Line by line');
    await main.getByRole('button', { name: 'Save details' }).click();
    await expect(main.getByText('Saved.', { exact: true })).toBeVisible();
    await expectFinished(page, 'details');
    await page.goto(`/studio/courses/${course.id}?show=access`);
    await main.getByRole('radio', { name: 'Everyone (free)' }).check();
    await main.getByRole('button', { name: 'Save access and prices' }).click();
    await expect(main.getByText('Saved.', { exact: true })).toBeVisible();
    await expectFinished(page, 'access');
  });
  const learner = await people.make('learner');
  await people.enter('admin');
  const coupon = `DONE-${suffix()}`.toUpperCase();
  await test.step('what an administrator creates', async () => {
    await page.goto(`/admin/grants?person=${learner.username}`);
    const form = main.getByRole('form').filter({ has: page.getByRole('button', { name: 'Grant' }) });
    await form.getByLabel('Username').fill(learner.username);
    await form.getByRole('button', { name: 'Grant' }).click();
    await expect(main.getByRole('list', { name: 'Access' }).getByRole('listitem')).toContainText(learner.name);
    await expectFinished(page, 'a grant');
    await page.goto('/admin/coupons');
    await main.getByLabel('Code').fill(coupon);
    await main.getByLabel('Percent off').fill('10');
    await main.getByRole('button', { name: 'Create coupon' }).click();
    await expect(main.getByRole('list', { name: 'Coupons' })).toContainText(coupon);
    await expectFinished(page, 'a coupon');
  });
});
