import { demoPerson, expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';

/** Pages as somebody signed in sees them; those of a visitor are in shell.spec.ts. */
const pages = [
  '/',
  '/courses',
  '/courses/types-that-tell-the-truth',
  '/fullstack-graphql',
  '/clips',
  '/@bram',
  '/account',
  '/nothing-here',
];

for (const role of ['learner', 'admin'] as const) {
  test.describe(`the ${role}`, () => {
    test('finds every page whole in both themes @SITE-10', { tag: '@phone' }, async ({ page, expectedErrors }) => {
      test.slow();
      expectedErrors.push(/404/);
      await signIn(page, demoPerson(role));
      for (const path of pages) {
        await page.goto(path);
        await expect(page.getByRole('button', { name: `Account of ${demoPerson(role).name}` })).toBeVisible();
        await expectNoSidewaysScroll(page);
        await expectAccessibleInBothThemes(page);
      }
    });

    test('reaches the account by keyboard alone, changes it and leaves @SITE-10 @AUTH-04', { tag: '@desk' }, async ({ page }) => {
      await signIn(page, demoPerson(role));
      await page.goto('/account');
      const profile = page.getByRole('form', { name: 'Profile' });
      const title = profile.getByLabel('Employment title');
      const before = await title.inputValue();
      await title.focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(`${before} `);
      await page.keyboard.press('Enter');
      await expect(profile.getByRole('status')).toContainText('Your profile is saved.');
      const account = page.getByRole('button', { name: /^Account of/ });
      await account.focus();
      await page.keyboard.press('Enter');
      const first = page.getByRole('link', { name: 'Profile', exact: true });
      await expect(first).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(first).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(first).toBeHidden();
      await expect(account).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(first).toBeVisible();
      await page.getByRole('button', { name: 'Sign out', exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
    });
  });
}
