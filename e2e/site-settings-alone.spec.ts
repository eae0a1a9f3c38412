import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// A separate site, because its name and colors are on every page.
test.describe.configure({ mode: 'default' });

const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="64"><script>document.title = 'taken over'</script><circle cx="32" cy="32" r="28" fill="#2050c0"/></svg>`;

let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite();
  await site.start();
});
test.afterAll(() => site.remove());

test('an administrator sets the site’s name, look and links, and every page shows them in the next response @OWNER-01 @ADMIN-01 @desk', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const read = async (path: string) => (await fetch(site.origin + path)).text();
  await signIn(page, site.person('admin'));

  await test.step('pages are cached under the old name', async () => {
    for (const path of ['/courses', '/courses', '/courses']) expect(await read(path)).toContain('<title>Courses · newline</title>');
    expect((await fetch(`${site.origin}/courses`)).headers.get('x-page-cache')).toBe('hit');
  });

  const form = page.getByRole('form', { name: 'Site' });
  await test.step('a color with unreadable text is refused with the nearest readable one', async () => {
    await page.goto('/admin');
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Site', exact: true }).click();
    await form.getByRole('textbox', { name: 'Name of the site' }).fill('Marigold Academy');
    const accent = form.getByRole('textbox', { name: /^Accent, light theme/ });
    await accent.fill('#ffcc00');
    await expect(form.getByText(/^Text would be too hard to read/)).toBeVisible();
    await form.getByRole('button', { name: 'Save settings' }).click();
    await expect(form.getByText('Please fix the fields above and save again.')).toBeVisible();
    expect(await read('/courses')).toContain('<title>Courses · newline</title>');
    await form.getByRole('button', { name: /^Use #/ }).click();
    await expect(accent).toHaveValue(/^#[0-9a-f]{6}$/);
    await expect(form.getByText(/^Text would be too hard to read/)).toHaveCount(0);
  });

  await test.step('the preview shows the selection', async () => {
    await form.getByLabel('Font for headings and texts').selectOption('Inter');
    await expect(form.getByRole('group', { name: 'Preview' }).getByText('Marigold Academy')).toHaveCount(4);
    await expectAccessible(page);
  });

  await test.step('a link and an SVG are added', async () => {
    await form.getByRole('button', { name: 'Add a footer link' }).click();
    await form.getByRole('textbox', { name: 'Label of footer link 1' }).fill('Terms');
    await form.getByRole('textbox', { name: 'URL of footer link 1' }).fill('/terms');
    await form.getByLabel('Wordmark file').setInputFiles({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(wordmark) });
    await expect(form.getByRole('img', { name: 'Wordmark, as uploaded' })).toBeVisible();
  });

  await test.step('once saved, the next response with a cached page shows it', async () => {
    await form.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByRole('status').getByText('Saved. Your changes are live.')).toBeVisible();
    const html = await read('/courses');
    expect(html).toContain('<title>Courses · Marigold Academy</title>');
    expect(html).toMatch(/<style id="site-look">:root\{--accent:light-dark\(#/);
    expect(html).toMatch(/<a href="\/terms">Terms<\/a>/);
    const header = page.getByRole('banner');
    const [source] = /\/media\/a\/[a-z2-7]+\/1600\.webp/.exec(await header.innerHTML()) ?? [];
    expect((await fetch(`${site.origin}${source}`)).headers.get('content-type')).toBe('image/webp');
    expect(await (await fetch(`${site.origin}/site.webmanifest`)).json()).toMatchObject({ name: 'Marigold Academy' });
    await expect(header.getByRole('link', { name: 'Marigold Academy, home' })).toBeVisible();
  });

  await test.step('a page that is reached within the browser has the name and the font, too', async () => {
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Books' }).click();
    await expect(page).toHaveTitle('Books · Marigold Academy');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"?Inter Variable/);
  });

  await test.step('the form fits a phone, in the dark theme', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/admin/site');
    await expect(form.getByRole('textbox', { name: 'Name of the site' })).toHaveValue('Marigold Academy');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  await test.step('everything can be reset', async () => {
    await form.getByRole('textbox', { name: 'Name of the site' }).fill('');
    await form.getByRole('group', { name: 'Wordmark', exact: true }).getByRole('button', { name: 'Remove' }).click();
    await form.getByRole('button', { name: 'Use the default for Accent, light theme' }).click();
    await form.getByLabel('Font for headings and texts').selectOption('Source Serif 4');
    await form.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByRole('status').getByText('Saved. Your changes are live.')).toBeVisible();
    const html = await read('/courses');
    expect(html).toContain('<title>Courses · newline</title>');
    expect(html).not.toContain('id="site-look"');
  });
  expect(errors).toEqual([]);
  await context.close();
});
