import { confirmAction } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// A separate site, because redirects apply to everyone.
test.describe.configure({ mode: 'default' });

let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite();
  await site.start();
});
test.afterAll(() => site.remove());

test('an administrator redirects the paths of a former site to pages, and an existing page takes precedence @OWNER-03 @ADMIN-01 @desk', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const main = page.getByRole('main');
  const answer = async (path: string) => {
    const { status, headers } = await fetch(site.origin + path, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  await signIn(page, site.person('admin'));
  expect(await answer('/blog/my-post')).toEqual([404, null]);

  await page.goto('/admin/redirects');
  const form = main.getByRole('form', { name: 'Add redirects' });
  const text = form.getByRole('textbox', { name: 'Redirects' });
  const add = form.getByRole('button', { name: 'Add redirects' });
  await text.fill('/blog/my-post /courses\nnothing');
  await add.press('Enter');
  await expect(form.getByText(/^Line 2: /)).toBeVisible();
  await expect(text).toBeFocused();
  await text.fill('/a /b\n/b /a');
  await add.click();
  await expect(form.getByText(/would lead back to itself/)).toBeVisible();
  await text.fill('/docs https://elsewhere.example/docs');
  await add.click();
  await expect(form.getByText(/is on another website/)).toBeVisible();
  expect(await answer('/docs')).toEqual([404, null]);
  await form.getByRole('checkbox', { name: 'Allow other websites as the new URL' }).check();
  await text.fill('/docs https://elsewhere.example/docs\nhttps://old.example.com/blog/my-post/ /courses');
  await add.click();
  await expect(main.getByRole('list', { name: 'Redirects' })).toContainText('/blog/my-post');
  expect(await answer('/docs')).toEqual([301, 'https://elsewhere.example/docs']);
  expect(await answer('/blog/my-post?from=mail')).toEqual([301, `${site.origin}/courses?from=mail`]);
  // Another spelling of the path first redirects to the canonical one.
  expect(await answer('/blog/my-post/?from=mail')).toEqual([301, '/blog/my-post?from=mail']);
  expect((await answer('/courses'))[0]).toBe(200);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Delete the redirect of /docs' }).click();
  await confirmAction(page, 'Delete');
  await expect(main.getByRole('list', { name: 'Redirects' })).not.toContainText('/docs');
  expect(await answer('/docs')).toEqual([404, null]);
  await context.close();
});
