import { confirmAction } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// A separate site, because its categories are on the home page and in the catalog.
test.describe.configure({ mode: 'default' });

const icon = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>document.title = 'taken over'</script><circle cx="32" cy="32" r="28" fill="#2050c0"/></svg>`;

let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite();
  await site.start();
});
test.afterAll(() => site.remove());

test('an administrator manages tags, and the catalog shows them in the next response @OWNER-03 @ADMIN-01 @EXPL-03 @desk', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const read = async (path: string) => (await fetch(site.origin + path)).text();
  const main = page.getByRole('main');
  const list = main.getByRole('list', { name: 'Tags' });
  const find = async (name: string) => {
    await page.goto('/admin/tags');
    await main.getByRole('searchbox', { name: 'Name' }).fill(name);
    await main.getByRole('button', { name: 'Find' }).click();
    await expect(page).toHaveURL(/[?]q=/);
  };
  await signIn(page, site.person('admin'));
  for (let times = 0; times < 3; times++) expect(await read('/explore-catalog')).not.toContain('Field notes');

  await test.step('a category is created with the keyboard, and is a tab of the catalog', async () => {
    await page.goto('/admin/tags');
    await main.getByRole('link', { name: 'Create tag' }).press('Enter');
    const form = main.getByRole('form', { name: 'New tag' });
    await form.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.press('Enter');
    await expect(form.getByText('Enter a name.')).toBeVisible();
    await page.keyboard.type('Field notes');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Category');
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(list).toContainText('Field notes');
    expect(await read('/explore-catalog')).toContain('/explore-catalog?category=field-notes');
  });

  await test.step('it is moved to the first position', async () => {
    const up = main.getByRole('button', { name: 'Move Field notes up' });
    for (let at = 0; at < 30 && (await up.isEnabled()); at++) {
      const before = await list.innerText();
      await up.press('Enter');
      await expect.poll(() => list.innerText()).not.toBe(before);
    }
    await expect(list.getByRole('listitem').first()).toContainText('Field notes');
    const html = await read('/explore-catalog');
    const [first] = /category=([a-z0-9-]+)/.exec(html) ?? [];
    expect(first).toBe('category=field-notes');
  });

  await test.step('a renamed category keeps its links', async () => {
    await list.getByRole('link', { name: 'Edit Field notes' }).click();
    const form = main.getByRole('form', { name: 'Field notes' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Case studies');
    await form.getByRole('textbox', { name: /^Slug/ }).fill('case-studies');
    await form.getByRole('button', { name: 'Save tag' }).click();
    await expect(list).toContainText('Case studies');
    const response = await fetch(`${site.origin}/explore-catalog?category=field-notes`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([301, '/explore-catalog?category=case-studies']);
    expect(await read('/explore-catalog')).toContain('Case studies');
  });

  await test.step('a technology gets an icon of its own and a color, on a phone in the dark theme', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await find('TypeScript');
    await expectNoSidewaysScroll(page);
    await list.getByRole('link', { name: 'Edit TypeScript' }).click();
    const form = main.getByRole('form', { name: 'TypeScript' });
    await form
      .getByLabel('Image for the icon file')
      .setInputFiles({ name: 'icon.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(icon) });
    await expect(form.getByRole('img', { name: 'Image for the icon, as uploaded' })).toBeVisible();
    await form.getByRole('textbox', { name: /^Color/ }).fill('#2050c0');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save tag' }).click();
    await find('TypeScript');
    // An image, without the markup that was uploaded.
    await expect(list.locator('img').first()).toHaveAttribute('src', /^\/media\/a\/[a-z0-9]+\/[a-z0-9-]+\.webp$/);
    await page.goto('/library');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('a tag in use is merged into another one; an unused one is deleted', async () => {
    await find('TypeScript');
    await expect(main.getByRole('button', { name: 'Delete TypeScript' })).toHaveCount(0);
    await list.getByRole('link', { name: 'Edit TypeScript' }).click();
    await main.getByRole('combobox', { name: 'Merge TypeScript into' }).selectOption('Case studies');
    await main.getByRole('button', { name: 'Merge TypeScript into Case studies' }).click();
    await confirmAction(page, 'Merge');
    await expect(page).toHaveURL('/admin/tags');
    await find('TypeScript');
    await expect(main.getByText('No matching tags.')).toBeVisible();
    expect(await read('/explore-catalog?category=case-studies')).toContain('<article');
    await page.goto('/admin/tags/new');
    await main.getByRole('textbox', { name: 'Name' }).fill('Short lived');
    await main.getByRole('button', { name: 'Create tag' }).click();
    await find('Short lived');
    await main.getByRole('button', { name: 'Delete Short lived' }).click();
    await confirmAction(page, 'Delete');
    await expect(main.getByText('No matching tags.')).toBeVisible();
  });
  expect(errors).toEqual([]);
  await context.close();
});
