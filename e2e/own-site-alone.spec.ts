import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { holdScripts } from './support/hold-scripts.ts';
import { confirmAction } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { newestLink } from './support/newest-link.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import routes from '../web/app/routes.ts';
import { claimsOf, elsewhereOf } from './support/claims-of.ts';
import { crawlPages } from './support/crawl-pages.ts';
import { pageKinds } from './support/page-kinds.ts';
import { expectSaved, leaveWindow, textOf, waitForEditor } from './support/studio-journey.ts';
import { visits } from './support/visits.ts';

// A separate empty site: its first minutes, its pages, and what new users agree to.
test.describe.configure({ mode: 'default' });

let site: SiteProcess;
const owner = { name: 'Olga Owner', email: 'owner@example.com', password: 'correct horse battery' };

test.beforeAll(async () => {
  test.setTimeout(300_000);
  site = await prepareSite({ DEMO: 'off' });
  await site.start();
});
test.afterAll(() => site.remove());

/** Replaces the whole text of the open editor. */
async function rewrite(page: Page, words: string): Promise<void> {
  const text = textOf(page, 'Page');
  await text.getByText(/\S/).last().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  const taken = page.waitForResponse((response) => (response.request().postData() ?? '').includes(words));
  await page.keyboard.insertText(words);
  await leaveWindow(page);
  await taken;
  await expectSaved(page);
}

test('the first administrator is signed in, follows the checklist, and publishes the terms that new users agree to @ADMIN-01', {
  tag: '@desk',
}, async ({ browser }) => {
  test.slow();
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const read = async (path: string) => (await fetch(site.origin + path)).text();
  const checklist = page.getByRole('region', { name: 'Set up your site' });
  const task = (name: string) => checklist.getByRole('listitem').filter({ hasText: name });

  await test.step('the link creates the account, and the next page is the checklist', async () => {
    await page.goto((await readFile(join(site.dataDir, 'first-administrator.txt'), 'utf8')).trim());
    await page.getByLabel('Name').fill(owner.name);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel(/^Password/).fill(owner.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(`${site.origin}/admin`);
    await expect(checklist).toContainText('0 of 7 done.');
    for (const name of ['Name and look', 'Test email', 'Terms and privacy policy', 'Payments', 'First course', 'Another author', 'Backup'])
      await expect(task(name)).toContainText(`To do: ${name}`);
    await expectAccessibleInBothThemes(page);
  });

  await test.step('a test email is sent, and the result stays', async () => {
    await task('Test email').getByRole('button', { name: 'Send a test email' }).click();
    await expect(task('Test email')).toContainText(`The mail server accepted an email to ${owner.email}.`);
    await expect(task('Test email')).toContainText('Done: Test email');
    const { messages } = (await (await page.request.get('/dev/mailbox.json')).json()) as { messages: { to: string; subject: string }[] };
    expect(messages).toContainEqual(expect.objectContaining({ to: owner.email, subject: 'Test email from newline' }));
    await page.reload();
    await expect(task('Test email')).toContainText(`Sent to ${owner.email}.`);
    await expect(checklist).toContainText('1 of 7 done.');
  });

  await test.step('the terms start with a text that can’t be published before its blanks are filled in', async () => {
    await task('Terms and privacy policy').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Write Terms' }).click();
    await expect(page).toHaveURL(/\/admin\/pages\/[0-9a-f-]{36}$/);
    await waitForEditor(page, 'Page');
    await expect(page.getByRole('list', { name: 'To fill in' })).toContainText('legal name of your company');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Not ready to publish' });
    await expect(dialog.getByRole('list', { name: 'To fill in' })).toContainText('postal address');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep writing' }).click();
    expect((await fetch(`${site.origin}/terms`)).status).toBe(404);
  });

  await test.step('once filled in, they are previewed and published, and every page links to them', async () => {
    await rewrite(page, 'Be kind to each other.');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('main')).toContainText('Be kind to each other.');
    await page.getByRole('link', { name: 'Back to writing' }).click();
    await waitForEditor(page, 'Page');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await confirmAction(page, 'Publish page', page.getByRole('dialog', { name: 'Publish page' }));
    await expect(page.getByText('Published at /terms.')).toBeVisible();
    expect((await fetch(`${site.origin}/terms`)).status).toBe(200);
    expect(await read('/courses')).toMatch(/<a href="\/terms"[^>]*>Be kind|<a href="\/terms"[^>]*>Terms<\/a>/);
    expect(await read('/sitemaps/pages.xml')).toContain(`${site.origin}/terms`);
    expect(await read('/llms.txt')).toContain('/terms)');
    expect((await fetch(`${site.origin}/pages/terms`, { redirect: 'manual' })).headers.get('location')).toBe('/terms');
  });

  await test.step('new users see what they agree to, and the site records it', async () => {
    const reader = await (await browser.newContext({ baseURL: site.origin, viewport: { width: 360, height: 800 } })).newPage();
    await reader.goto('/sign-up');
    const form = reader.getByRole('main');
    await expect(form).toContainText('By creating an account you agree to the Terms.');
    await expectNoSidewaysScroll(reader);
    await expectAccessible(reader);
    await form.getByLabel('Name').fill('Rita Reader');
    await form.getByLabel('Email').fill('rita@example.com');
    await form.getByLabel('Password').fill(owner.password);
    await form.getByRole('button', { name: 'Create account' }).click();
    await expect(reader.getByText('Check your email')).toBeVisible();
    await reader.goto(await newestLink(reader, 'rita@example.com'));
    await reader.getByRole('button').first().click();
    await expect(reader.getByRole('button', { name: 'Account of Rita Reader' })).toBeVisible();
    const data = (await (await reader.request.get('/api/own-data')).json()) as { page_acceptances: object[] };
    expect(data.page_acceptances).toEqual([expect.objectContaining({ slug: 'terms' })]);
    await expect(reader.getByRole('region', { name: 'Terms' })).toHaveCount(0);

    await test.step('an important change is shown to them until they accept it, and blocks nothing', async () => {
      await waitForEditor(page, 'Page');
      await rewrite(page, 'Be very kind to each other.');
      await page.getByRole('button', { name: 'Publish changes' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish changes' });
      await dialog.getByLabel('Ask everyone to accept it again').check();
      await dialog.getByRole('button', { name: 'Publish changes' }).click();
      await expect(page.getByText('Published at /terms.')).toBeVisible();
      await reader.goto('/courses');
      const notice = reader.getByRole('region', { name: 'Terms' });
      await expect(notice).toContainText('Please read and accept the current');
      await expectAccessibleInBothThemes(reader);
      await expectNoSidewaysScroll(reader);
      await notice.getByRole('button', { name: 'Not now' }).click();
      await expect(notice).toHaveCount(0);
      await reader.goto('/books');
      await notice.getByRole('button', { name: 'Accept' }).click();
      await expect(notice).toHaveCount(0);
      await reader.reload();
      await expect(reader.getByRole('button', { name: 'Account of Rita Reader' })).toBeVisible();
      const after = (await (await reader.request.get('/api/own-data')).json()) as { page_acceptances: object[] };
      expect(after.page_acceptances).toHaveLength(2);
    });
    await reader.context().close();
  });

  const list = page.getByRole('list', { name: 'Pages', exact: true });

  await test.step('several pages chosen for the footer before the scripts are loaded are all saved @SITE-10', async () => {
    for (const title of ['About', 'Help']) {
      await page.goto('/admin/pages');
      await page.getByRole('button', { name: `Write ${title}` }).click();
      await expect(page).toHaveURL(/\/admin\/pages\/[0-9a-f-]{36}$/);
    }
    const chosen = async () => {
      const items = await list.getByRole('listitem').all();
      const boxes = items.map(async (item) => [
        await item.getByRole('link').first().innerText(),
        await item.getByRole('checkbox', { name: 'In the footer' }).isChecked(),
      ]);
      return Object.fromEntries(await Promise.all(boxes)) as Record<string, boolean>;
    };
    await page.goto('/admin/pages');
    const before = await chosen();
    expect(Object.keys(before).toSorted()).toEqual(['About', 'Help', 'Terms']);
    const after = Object.fromEntries(Object.entries(before).map(([title, isChosen]) => [title, !isChosen]));
    const { release } = await holdScripts(page);
    await page.goto('/admin/pages', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    for (const box of await list.getByRole('checkbox', { name: 'In the footer' }).all()) await box.setChecked(!(await box.isChecked()));
    release();
    await expect(page.getByText('Footer saved.').first()).toBeVisible();
    await page.unroute('**/assets/*.js');
    await expect(async () => {
      await page.reload();
      expect(await chosen()).toEqual(after);
    }).toPass();
    await list.getByRole('listitem').filter({ hasText: 'Terms' }).getByRole('checkbox', { name: 'In the footer' }).check();
    await expect.poll(() => read('/courses')).toContain('href="/terms"');
  });

  await test.step('the order of the footer is changed, and an unpublished page is gone', async () => {
    await page.goto('/admin/pages');
    await list.getByRole('listitem').filter({ hasText: 'Terms' }).getByRole('checkbox', { name: 'In the footer' }).uncheck();
    await expect(page.getByText('Footer saved.').last()).toBeVisible();
    expect(await read('/courses')).not.toContain('href="/terms"');
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await list.getByRole('link', { name: 'Terms', exact: true }).click();
    await waitForEditor(page, 'Page');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish…' }).click();
    await confirmAction(page, 'Unpublish');
    await expect(page.getByText('Unpublished. It’s a draft again.')).toBeVisible();
    expect((await fetch(`${site.origin}/terms`)).status).toBe(404);
  });

  await test.step('the checklist can be hidden, and shown again', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Hide the checklist' }).click();
    await expect(checklist).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect(checklist).toHaveCount(0);
    await page.getByRole('button', { name: 'Show the checklist for a new site' }).click();
    await expect(checklist).toBeVisible();
  });
  expect(errors).toEqual([]);
  await context.close();
});

test('without articles their list says so, and the navigation has no link to it @SITE-05', { tag: '@desk' }, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await page.goto('/articles');
  await expect(page.getByRole('heading', { name: 'No articles yet' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Articles' })).toHaveCount(0);
  await expectAccessible(page);
  await context.close();
});

test('no page of an empty site makes a claim, has an example link or shows demo content @OWNER-02 @ADMIN-01', {
  tag: '@desk',
}, async () => {
  // The demo's own words, as a control: the same checks find what must not be here.
  expect(claimsOf('<main>500+ hours of video, read by 12k developers, 98% happy, new every week</main>').length).toBeGreaterThan(4);
  expect(elsewhereOf('<a href="https://github.com/example">GitHub</a><a href="/courses">', site.origin)).toEqual([
    'https://github.com/example',
  ]);

  const kinds = pageKinds(routes);
  const from = visits.flatMap(({ who, what, pages }) => (who === 'visitor' && what === 'lists and forms' ? pages : []));
  const pages = await crawlPages({ origin: site.origin, kinds, from: [...from, '/clips'], cookie: null, each: 3 });
  expect(pages.length).toBeGreaterThan(20);
  for (const { address, status, html } of pages) {
    expect(status, address).toBeLessThan(500);
    expect(claimsOf(html), address).toEqual([]);
    expect(elsewhereOf(html, site.origin), address).toEqual([]);
    expect(html, address).not.toContain('newline.example');
  }
  for (const path of ['/feed.xml', '/llms.txt', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest']) {
    const response = await fetch(site.origin + path);
    if (response.ok) expect(await response.text(), path).not.toMatch(/\.example\b/);
  }
});
