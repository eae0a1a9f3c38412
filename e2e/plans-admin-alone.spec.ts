import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// A separate site without a demo: nothing is for sale.
test.describe.configure({ mode: 'default' });

let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite({ DEMO: 'off' });
  await site.start();
});
test.afterAll(() => site.remove());

test('on an empty site, an administrator creates a plan with prices, and every page shows it in the next response @OWNER-03 @ADMIN-01 @PAY-01 @desk', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const read = async (path: string) => (await fetch(site.origin + path)).text();
  const main = page.getByRole('main');

  await test.step('the first administrator signs in', async () => {
    await page.goto((await readFile(join(site.dataDir, 'first-administrator.txt'), 'utf8')).trim());
    await page.getByLabel('Name').fill('Owner');
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel(/^Password/).fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('button', { name: 'Account of Owner' })).toBeVisible();
  });

  await test.step('nothing is for sale, and nothing links to the prices', async () => {
    for (const path of ['/courses', '/courses', '/courses', '/sitemaps/pages.xml']) expect(await read(path)).not.toContain('/pricing');
    expect(await read('/pricing')).toContain('Nothing is for sale yet');
  });

  await test.step('a plan is created with only the keyboard', async () => {
    await page.goto('/admin/plans');
    await expect(main.getByRole('heading', { name: 'No plans yet' })).toBeVisible();
    await main.getByRole('link', { name: 'Create plan' }).press('Enter');
    const form = main.getByRole('form', { name: 'New plan' });
    await form.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type('Reader');
    await page.keyboard.press('Enter');
    await expect(form.getByText('Enter at least one price.')).toBeVisible();
    await form.getByRole('textbox', { name: /^Features/ }).focus();
    await page.keyboard.type('All books');
    await page.keyboard.press('Enter');
    await page.keyboard.type('All courses');
    await page.keyboard.press('Tab');
    await expect(form.getByRole('combobox', { name: 'Currency' })).toBeFocused();
    await page.keyboard.type('Euro');
    await expect(form.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12');
    await page.keyboard.press('Tab');
    await page.keyboard.type('120,50');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const second = form.getByRole('combobox', { name: 'Currency 2' });
    await expect(second).toBeFocused();
    await second.selectOption('Japanese yen (JPY)');
    await page.keyboard.press('Tab');
    await page.keyboard.type('15.5');
    await form.getByRole('button', { name: 'Create plan' }).press('Enter');
    await expect(form.getByText('Enter an amount such as 40.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1500');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Create plan' }).press('Enter');
    await expect(main.getByRole('list', { name: 'Plans' })).toContainText('€12 a month');
    await expect(main.getByRole('list', { name: 'Plans' })).toContainText('¥1,500 a month');
  });

  await test.step('every page shows it in the next response', async () => {
    expect(await read('/courses')).toContain('href="/pricing"');
    expect(await read('/sitemaps/pages.xml')).toContain('/pricing');
    const html = await read('/pricing');
    for (const words of ['€12', '€120.50 a year', 'All books', 'Subscribe to Reader', '/checkout?plan=reader-monthly-eur'])
      expect(html).toContain(words);
    await page.goto('/pricing');
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('JPY');
    await expect(main.getByText('¥1,500')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Subscribe to Reader' })).toHaveAttribute('href', '/checkout?plan=reader-monthly-jpy');
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
  });

  await test.step('a team plan is added, moved up and highlighted', async () => {
    await page.goto('/admin/plans/new');
    const form = main.getByRole('form', { name: 'New plan' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Studio');
    await form.getByRole('combobox', { name: 'Audience' }).selectOption('A team, paid per seat');
    await form.getByRole('combobox', { name: 'Currency' }).selectOption('Euro (EUR)');
    await form.getByRole('textbox', { name: /^Price of a seat a month/ }).fill('9');
    await form.getByRole('textbox', { name: 'Minimum seats' }).fill('3');
    await form.getByRole('textbox', { name: 'Maximum seats' }).fill('2');
    await form.getByRole('checkbox', { name: 'Highlight on the pricing page' }).check();
    await form.getByRole('button', { name: 'Create plan' }).click();
    await expect(form.getByText(/^Expected 1 to 1,?000 seats/)).toBeVisible();
    await form.getByRole('textbox', { name: 'Maximum seats' }).fill('30');
    await form.getByRole('button', { name: 'Create plan' }).click();
    await main.getByRole('button', { name: 'Move Studio up' }).click();
    await expect(main.getByRole('list', { name: 'Plans' }).getByRole('listitem').first()).toContainText('Studio');
    const html = await read('/pricing');
    expect(html.indexOf('Studio')).toBeLessThan(html.indexOf('Subscribe to Reader'));
    expect(html).toContain('From 3 seats.');
  });

  await test.step('a price is changed, and the form fits a phone in the dark theme', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/admin/plans');
    await expectNoSidewaysScroll(page);
    await main.getByRole('link', { name: 'Edit Reader' }).click();
    const form = main.getByRole('form', { name: 'Reader' });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await form.getByRole('textbox', { name: /^Price a month EUR/ }).fill('14');
    await form.getByRole('button', { name: 'Save plan' }).click();
    await expect(main.getByRole('list', { name: 'Plans' })).toContainText('€14 a month');
    expect(await read('/pricing')).toContain('€14');
  });

  await test.step('once all plans are retired, nothing is for sale again', async () => {
    for (const name of ['Reader', 'Studio']) {
      await main.getByRole('button', { name: `Retire ${name}` }).click();
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Retire' }).click();
      await expect(main.getByRole('list', { name: 'Retired plans' })).toContainText(name);
    }
    expect(await read('/pricing')).toContain('Nothing is for sale yet');
    expect(await read('/courses')).not.toContain('href="/pricing"');
    await page.goto('/admin/audit');
    for (const words of ['created a plan', 'moved a plan', 'changed a plan', 'retired a plan'])
      await expect(main.getByRole('listitem').filter({ hasText: words }).first()).toBeVisible();
  });
  expect(errors).toEqual([]);
  await context.close();
});
