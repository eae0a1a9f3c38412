import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';

/** The article of the demo that holds every node. */
const everyNode = '/articles/how-this-site-shows-your-text';
const isEditor = /prosemirror|tiptap/i;

/** What other sites would answer: nothing of a test leaves the machine. */
test.beforeEach(({ page }) =>
  page.route(/^https:\/\//, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Elsewhere</title></html>',
    }),
  ),
);

/** Walks down the page, so that everything that waits until it is near has come. */
async function walkDown(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(async () => {
      for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
        scrollTo(0, at);
        for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      // And up again: what the header half covers is too small to touch, and that is nobody's fault.
      scrollTo(0, 0);
    });
    // A page that was not watching yet is walked down again.
    await expect(page.locator('.text iframe')).toHaveCount(4, { timeout: 1000 });
  }).toPass();
}

test.describe('a text with every kind of block', () => {
  test('fits the window and passes axe in both themes, frames and diagrams drawn @DOC-03', { tag: '@phone' }, async ({ page }) => {
    expect((await page.goto(everyNode))?.status()).toBe(200);
    await expectAccessible(page);
    await walkDown(page);
    await expect(page.locator('.dia > svg')).toHaveCount(2);
    await expect(page.locator('.embed iframe')).toHaveCount(4);
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);
  });

  test('fits a tablet and a desk @DOC-03', { tag: '@desk' }, async ({ page }) => {
    for (const width of [360, 768, 992, 1200]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(everyNode);
      await walkDown(page);
      await expectNoSidewaysScroll(page);
    }
  });

  test('comes without the editor, in at most 124 KB of scripts, and 138 with its comments @DOC-03', { tag: '@desk' }, async ({ page }) => {
    const addresses = new Set<string>();
    page.on('response', (answer) => answer.request().resourceType() === 'script' && addresses.add(answer.url()));
    const readScripts = () => Promise.all([...addresses].map(async (url) => [url, await (await page.request.get(url)).text()] as const));
    await page.goto('/articles/eleven-ways-to-name-a-boolean');
    await page.waitForLoadState('networkidle');
    const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
    const scripts = await readScripts();
    expect(scripts.length).toBeGreaterThan(3);
    // The home page's must is 120 KB; a text brings its contents, its copying and its frames. The comments come after it.
    const html = await (await page.request.get('/articles/eleven-ways-to-name-a-boolean')).text();
    const first = scripts.filter(([url]) => html.includes(new URL(url).pathname));
    expect(first.length).toBeGreaterThan(3);
    expect(bytesOf(first.map(([, text]) => text))).toBeLessThanOrEqual(124 * 1024);
    expect(bytesOf(scripts.map(([, text]) => text))).toBeLessThanOrEqual(138 * 1024);
    await page.goto(everyNode);
    await page.waitForLoadState('networkidle');
    await walkDown(page);
    await expect(page.locator('.dia > svg')).toHaveCount(2);
    await page.waitForLoadState('networkidle');
    for (const [url, text] of await readScripts()) expect(isEditor.test(text), url).toBe(false);
    // The control: what is looked for is in the editor's own code.
    const editor = createRequire(new URL('../editor/package.json', import.meta.url)).resolve('@tiptap/core');
    expect(isEditor.test(await readFile(editor, 'utf8'))).toBe(true);
  });

  test('sends its text once: as HTML, not as data beside it @DOC-03', { tag: '@desk' }, async ({ request }) => {
    const words = 'rivers that the eye falls into';
    const html = await (await request.get(everyNode)).text();
    expect(html.split(words)).toHaveLength(2);
    // The control: a navigation within the browser asks for the data.
    expect(await (await request.get(`${everyNode}.data`)).text()).toContain(words);
  });

  test('links away with the relation, and within the site without @SITE-07', { tag: '@desk' }, async ({ page }) => {
    await page.goto(everyNode);
    const links = await page
      .locator('.text a[href]')
      .evaluateAll((all) => all.map((link) => ({ href: link.getAttribute('href') ?? '', rel: link.getAttribute('rel') })));
    const away = links.filter(({ href }) => href.startsWith('https://'));
    const within = links.filter(({ href }) => !href.startsWith('https://'));
    expect(away.length).toBeGreaterThan(5);
    expect(within.map(({ href }) => href)).toContain('/courses');
    expect(new Set(away.map(({ rel }) => rel))).toEqual(new Set(['noopener noreferrer nofollow']));
    expect(new Set(within.map(({ rel }) => rel))).toEqual(new Set([null]));
  });
});

test.describe('code', () => {
  test('is copied, and a toast says so @EDIT-05', { tag: '@desk' }, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(everyNode);
    await page.waitForLoadState('networkidle');
    const block = page.locator('figure.code').filter({ hasText: 'src/area.ts' });
    await block.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied!')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await block.locator('pre').evaluate((pre) => pre.textContent));
    expect(copied).toContain("    case 'circle':\n      return Math.PI * shape.r ** 2;\n");
    await expectAccessible(page);
  });

  test('that cannot be copied says so, too @EDIT-05', { tag: '@desk' }, async ({ page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await page.goto(everyNode);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect(page.getByText('Failed to copy!')).toBeVisible();
    await expect(page.getByText('Copied!')).toHaveCount(0);
  });

  test('has numbers, marked lines and a name, and scrolls sideways by the keyboard @DOC-03', async ({ page }) => {
    await page.goto(everyNode);
    const block = page.locator('figure.code').filter({ hasText: 'src/area.ts' });
    await expect(block.locator('figcaption b')).toHaveText('src/area.ts 14–23');
    await expect(block.locator('.hl')).toHaveText([/export function area/, /case 'circle'/, /return Math\.PI/]);
    const first = block.locator('code > span').first();
    expect(await first.evaluate((line) => getComputedStyle(line, '::before').content)).toMatch(/counter\(l\)|14/);
    expect(await block.locator('pre').evaluate((pre) => getComputedStyle(pre).counterReset)).toBe('l 13');
    const pre = block.getByRole('group', { name: 'Code' });
    await pre.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => pre.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  });
});

test.describe('a picture that fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  for (const when of ['before', 'after'] as const) {
    test(`${when} the page's scripts have run leaves a grey block of its size @SITE-08`, { tag: '@desk' }, async ({ page }) => {
      const { promise: hasFailed, resolve: tell } = Promise.withResolvers<void>();
      await page.route('**/poster.webp', async (route) => {
        await route.fulfill({ status: 404, body: '' });
        tell();
      });
      const { promise: mayRun, resolve: run } = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await mayRun;
        await route.continue();
      });
      if (when === 'after') run();
      await page.goto(everyNode, { waitUntil: 'commit' });
      const picture = page.locator('.fig').first();
      await picture.scrollIntoViewIfNeeded();
      await hasFailed;
      if (when === 'before') {
        await expect.poll(() => picture.locator('img').evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
        run();
      }
      const block = picture.getByRole('img', { name: /^Forty lines of Python/ });
      await expect(block).toHaveAttribute('data-failed', '');
      await expect(picture.locator('img')).toHaveCount(0);
      const [box, grey] = [await block.boundingBox(), await block.evaluate((element) => getComputedStyle(element).backgroundColor)];
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
      expect(grey).toBe('rgb(219, 227, 216)');
      await expect(picture.locator('figcaption')).toBeVisible();
    });
  }
});

test.describe('pieces of other sites', () => {
  test('wait behind their address, load when they come near, in the tightest sandbox @DOC-03', async ({ page }) => {
    await page.goto(everyNode);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.text iframe')).toHaveCount(0);
    await walkDown(page);
    const frames = page.locator('.text iframe');
    await expect(frames).toHaveCount(4);
    for (const frame of await frames.all()) {
      await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
      await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
      await expect(frame).toHaveAttribute('src', /^https:\/\//);
      await expect(frame).toHaveAttribute('title', /./);
    }
    await expect(page.locator('.text a', { hasText: 'rfc-editor.org' })).toBeVisible();
  });

  test('load when they are pressed, and take the focus @DOC-03', { tag: '@desk' }, async ({ page }) => {
    await page.goto(everyNode);
    await page.waitForLoadState('networkidle');
    await page.locator('a.poster[href*="youtube"]').evaluate((poster) => (poster as HTMLElement).click());
    const frame = page.locator('iframe[src^="https://www.youtube-nocookie.com/embed/"]');
    await expect(frame).toBeFocused();
    await expect(page).toHaveURL(everyNode);
  });
});

test.describe('the table of contents', () => {
  test('leads to its headings by the keyboard and marks where the reader is @DOC-03', { tag: '@phone' }, async ({ page }) => {
    await page.goto(everyNode);
    await page.waitForLoadState('networkidle');
    const isPhone = (page.viewportSize()?.width ?? 0) < 992;
    if (isPhone) await page.getByText('On this page', { exact: true }).press('Enter');
    const contents = page.getByRole('navigation', { name: /^On this page/ });
    await expect(contents).toHaveCount(1);
    const link = contents.getByRole('link', { name: 'Tables' });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#tables$/);
    await expect(page.getByRole('heading', { name: 'Tables' })).toBeInViewport();
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(contents.locator('[aria-current]')).toHaveCount(1);
  });

  test('is not the only way: each heading has a link to itself @DOC-03', { tag: '@desk' }, async ({ page }) => {
    await page.goto(everyNode);
    const link = page.getByRole('link', { name: 'Link to “Tables”' });
    await expect(link).toHaveAttribute('href', '#tables');
    await link.focus();
    await expect(link).toHaveCSS('opacity', '1');
    await expect(page.locator('h2#tables')).toHaveAccessibleName('Tables');
  });
});

test.describe('a diagram', () => {
  test('that only a browser draws is drawn when it is near, again for the other theme, and its source stays @DOC-03', {
    tag: '@desk',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(everyNode);
    const pie = page.locator('.dia').filter({ hasText: 'Where the time goes' });
    await pie.scrollIntoViewIfNeeded();
    const title = pie.locator('svg text.pieTitleText');
    await expect(title).toHaveText('Where the time goes');
    const light = await title.evaluate((text) => getComputedStyle(text).fill);
    await expect(pie.locator('pre')).toContainText('"Choosing a title" : 10');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => title.evaluate((text) => getComputedStyle(text).fill)).not.toBe(light);
    await expect(pie.locator('svg')).toHaveCount(1);
  });
});

test('tabs are tabs, by the keyboard, too @DOC-03', { tag: '@desk' }, async ({ page }) => {
  await page.goto(everyNode);
  await page.waitForLoadState('networkidle');
  await page.getByRole('tab', { name: 'npm' }).focus();
  await expect(page.getByText('docker compose up')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Docker' })).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'Docker' })).toContainText('docker compose up');
  await expect(page.getByText('npm install')).toBeHidden();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every block reads, or has its stated fallback @DOC-03', { tag: '@desk' }, async ({ page }) => {
    await page.goto(everyNode);
    const text = page.locator('.text');
    for (const words of [
      'A paragraph is bold where it must be',
      'A line can end',
      'down to any sensible depth.',
      'A quotation of the kind warning',
      'Success says how you notice that it worked.',
      'Important is for what must not be overlooked',
      'Put what must be seen into a callout',
      'export function area(shape: Shape): number {',
      'export function shelve<Item>',
      'The code of this article',
      'One that hangs into the margin.',
      'Where a text can go',
      'flowchart',
      '"Choosing a title" : 10',
      'npm install',
      'docker compose up',
      'Type a slash and choose a block.',
      'and one below the other where there is none.',
    ]) {
      // Drawn diagrams show their words as a picture; their source is asked for only where nothing was drawn.
      if (words === 'flowchart' && (await text.locator('.dia svg').count()) > 0) continue;
      await expect(text.getByText(words).first(), words).toBeVisible();
    }
    await expect(text.getByRole('link', { name: /youtube\.com/ })).toHaveAttribute('href', 'https://www.youtube.com/watch?v=jNQXAC9IVRw');
    await expect(text.getByRole('link', { name: /A small project in StackBlitz/ })).toBeVisible();
    await expect(text.getByRole('button', { name: 'Copy' })).toHaveCount(0);
    await expect(text.getByText('What is in it reads well')).toBeHidden();
    await text.getByText('A part that opens').click();
    await expect(text.getByText('What is in it reads well')).toBeVisible();
    await expect(page.getByRole('img', { name: /^Forty lines of Python/ })).toHaveAttribute('width', '1280');
    for (const level of [2, 3, 4, 5, 6]) await expect(text.getByRole('heading', { level }).first()).toHaveAttribute('id', /./);
  });
});

test('in print there is only the text, with the addresses of its links @DOC-03', { tag: '@desk' }, async ({ page }) => {
  await page.goto(everyNode);
  await walkDown(page);
  await expect(page.locator('.text iframe')).toHaveCount(4);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const name of ['banner', 'contentinfo'] as const) await expect(page.getByRole(name)).toBeHidden();
  await expect(page.getByRole('navigation', { name: /^On this page/ })).toHaveCount(0);
  await expect(page.locator('.text iframe').first()).toBeHidden();
  await expect(page.getByText('What is in it reads well')).toBeVisible();
  await expect(page.getByText('docker compose up')).toBeVisible();
  const after = (selector: string) => page.locator(selector).evaluate((element) => getComputedStyle(element, '::after').content);
  expect(await after('.text a[href^="https://html.spec"]')).toContain('(');
  expect(await after('.text a[href="/courses"]')).toBe('none');
  await expect(page.locator('a.poster').first()).toBeVisible();
  await expect.poll(() => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(244, 245, 241)');
  const pre = page.locator('figure.code pre').first();
  expect(await pre.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(1);
  await expectNoSidewaysScroll(page);
});
