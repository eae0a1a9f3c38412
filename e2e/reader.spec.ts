import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';

/** The demo's article with every node. */
const everyNode = '/articles/how-this-site-shows-your-text';
const isEditor = /prosemirror|tiptap/i;

/** What other sites would respond: the tests send nothing to other machines. */
test.beforeEach(({ context }) =>
  context.route(/^https:\/\//, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Elsewhere</title></html>',
    }),
  ),
);

/** Scrolls down the page until every part that loads on approach has loaded. */
async function walkDown(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate(async () => {
        for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
          scrollTo(0, at);
          for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        // And up again: a target that the header half covers is too small to touch, which isn't a fault.
        scrollTo(0, 0);
      });
      return page.locator('.text iframe').count();
    })
    .toBe(4);
}

test('a text with every kind of block is used, read at every width, and printed @DOC-03 @EDIT-05 @SITE-07', { tag: '@desk' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ colorScheme: 'light' });
  const scripts = new Set<string>();
  page.on('response', (answer) => answer.request().resourceType() === 'script' && scripts.add(answer.url()));
  expect((await page.goto(everyNode))?.status()).toBe(200);
  const frames = page.locator('.text iframe');
  const contents = page.getByRole('navigation', { name: /^On this page/ });
  const block = page.locator('figure.code').filter({ hasText: 'src/area.ts' });

  await test.step('its text is sent once: as HTML, not as data beside it', async () => {
    const words = 'rivers that the eye falls into';
    const html = await (await page.request.get(everyNode)).text();
    expect(html.split(words)).toHaveLength(2);
    // The control: a navigation within the browser requests the data.
    expect(await (await page.request.get(`${everyNode}.data`)).text()).toContain(words);
  });

  await test.step('external links have their rel attribute, and internal ones don’t', async () => {
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

  await test.step('code has line numbers, highlighted lines and a name', async () => {
    await expect(block.locator('figcaption b')).toHaveText('src/area.ts 14–23');
    await expect(block.locator('.hl')).toHaveText([/export function area/, /case 'circle'/, /return Math\.PI/]);
    const first = block.locator('code > span').first();
    expect(await first.evaluate((line) => getComputedStyle(line, '::before').content)).toMatch(/counter\(l\)|14/);
    await expect(block.locator('pre')).toHaveCSS('counter-reset', 'l 13');
  });

  await test.step('80 characters of code fit; longer lines fade at the edge, and can be wrapped everywhere in the text', async () => {
    const pre = block.locator('pre');
    const line = pre.locator('code > span').first();
    const wrap = block.getByRole('button', { name: 'Wrap lines' });
    const written = await pre.locator('code').evaluate((lines) => lines.innerHTML);
    const setLine = (length: number) =>
      pre
        .locator('code')
        .evaluate(
          (lines, text) => lines.replaceChildren(Object.assign(document.createElement('span'), { textContent: text })),
          'x'.repeat(length),
        );
    await setLine(80);
    expect(await pre.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await expect(wrap).toHaveCount(0);
    await setLine(120);
    await expect(pre).toHaveCSS('mask-image', /gradient/);
    await pre.evaluate((box) => box.scrollTo({ left: box.scrollWidth, behavior: 'instant' }));
    await expect(pre).toHaveCSS('mask-image', 'none');
    await wrap.focus();
    await page.keyboard.press('Enter');
    await expect(wrap).toHaveAttribute('aria-pressed', 'true');
    expect(await pre.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    expect((await line.boundingBox())?.height).toBeGreaterThan(40);
    await wrap.click();
    await expect(wrap).toHaveAttribute('aria-pressed', 'false');
    await expect(pre).toHaveCSS('mask-image', /gradient/);
    await pre.locator('code').evaluate((lines, html) => (lines.innerHTML = html), written);
  });

  await test.step('embeds wait behind their URL, load on click, and get the focus', async () => {
    await expect(page.locator('.text a', { hasText: 'rfc-editor.org' })).toBeVisible();
    await expect(frames).toHaveCount(0);
    await page.locator('a.poster[href*="youtube"]').evaluate((poster) => (poster as HTMLElement).click());
    await expect(page.locator('iframe[src^="https://www.youtube-nocookie.com/embed/"]')).toBeFocused();
    await expect(page).toHaveURL(everyNode);
  });

  await test.step('the table of contents works with the keyboard and marks the current section', () => followContents(page));

  await test.step('each heading has a link to itself', async () => {
    const link = page.getByRole('link', { name: 'Link to “Tables”' });
    await expect(link).toHaveAttribute('href', '#tables');
    await link.focus();
    await expect(link).toHaveCSS('opacity', '1');
    await expect(page.locator('h2#tables')).toHaveAccessibleName('Tables');
  });

  await test.step('tabs are tabs, with the keyboard, too', async () => {
    await page.getByRole('tab', { name: 'npm' }).focus();
    await expect(page.getByText('docker compose up')).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Docker' })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Docker' })).toContainText('docker compose up');
    await expect(page.getByText('npm install')).toBeHidden();
  });

  await test.step('a diagram that only a browser renders is rendered when it is near, again for the other theme, and its source stays', async () => {
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

  await test.step('embeds load when they are near, in the tightest sandbox', async () => {
    await walkDown(page);
    for (const frame of await frames.all()) {
      await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
      await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin');
      await expect(frame).toHaveAttribute('src', /^https:\/\//);
      await expect(frame).toHaveAttribute('title', /./);
    }
  });

  await test.step('code that can’t be copied says so', async () => {
    await page.evaluate(() => {
      const write = navigator.clipboard.writeText.bind(navigator.clipboard);
      navigator.clipboard.writeText = () => {
        navigator.clipboard.writeText = write;
        return Promise.reject(new Error('refused'));
      };
    });
    await block.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Failed to copy!')).toBeVisible();
    await expect(page.getByText('Copied!')).toHaveCount(0);
  });

  await test.step('code is copied, and a toast says so', async () => {
    await block.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied!')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await block.locator('pre').evaluate((pre) => pre.textContent));
    expect(copied).toContain("    case 'circle':\n      return Math.PI * shape.r ** 2;\n");
  });

  await test.step('with frames, diagrams and a toast it passes axe in both themes, and fits every window', async () => {
    await expect(page.locator('.dia > svg')).toHaveCount(2);
    await expect(page.locator('.embed iframe')).toHaveCount(4);
    // It stays while the pointer is on it.
    await expect(async () => {
      await block.getByRole('button', { name: /^Cop/ }).click();
      await page.getByText('Copied!').last().hover({ timeout: 5_000 });
    }).toPass();
    await expectAccessibleInBothThemes(page);
    for (const width of [1200, 992, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
  });

  await test.step('code scrolls sideways with the keyboard', async () => {
    const pre = block.getByRole('group', { name: 'Code' });
    // To its end: while anything scrolls, Chromium cancels scrolling to a heading.
    await pre.evaluate((box) => box.addEventListener('scrollend', () => box.setAttribute('data-scrolled', `${box.scrollLeft}`)));
    await pre.focus();
    await page.keyboard.press('ArrowRight');
    await expect(pre).toHaveAttribute('data-scrolled', /^[1-9]/);
  });

  await test.step('on a phone the table of contents opens with a tap, and works as well', async () => {
    await expect(contents).toHaveCount(0);
    await page.getByText('On this page', { exact: true }).press('Enter');
    await followContents(page);
  });

  await test.step('all of it loaded without the editor', async () => {
    expect(scripts.size).toBeGreaterThan(3);
    for (const url of scripts) expect(isEditor.test(await (await page.request.get(url)).text()), url).toBe(false);
    // The control: the searched text is in the editor's code.
    const editor = createRequire(new URL('../editor/package.json', import.meta.url)).resolve('@tiptap/core');
    expect(isEditor.test(await readFile(editor, 'utf8'))).toBe(true);
  });

  await test.step('in print there is only the text, with the URLs of its links', async () => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const name of ['banner', 'contentinfo'] as const) await expect(page.getByRole(name)).toBeHidden();
    await expect(contents).toHaveCount(0);
    await expect(frames.first()).toBeHidden();
    await expect(page.getByText('What is in it reads well')).toBeVisible();
    await expect(page.getByText('npm install')).toBeVisible();
    await expect(page.getByText('docker compose up')).toBeVisible();
    const after = (selector: string) => page.locator(selector).evaluate((element) => getComputedStyle(element, '::after').content);
    expect(await after('.text a[href^="https://html.spec"]')).toContain('(');
    expect(await after('.text a[href="/courses"]')).toBe('none');
    await expect(page.locator('a.poster').first()).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(244, 245, 241)');
    const pre = page.locator('figure.code pre').first();
    expect(await pre.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(1);
    await expectNoSidewaysScroll(page);
  });
});

/** Goes to a heading with the open table of contents and its keys. */
async function followContents(page: Page): Promise<void> {
  const contents = page.getByRole('navigation', { name: /^On this page/ });
  await expect(contents).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 0));
  const link = contents.getByRole('link', { name: 'Tables' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#tables$/);
  await expect(page.getByRole('heading', { name: 'Tables' })).toBeInViewport();
  await expect(link).toHaveAttribute('aria-current', 'true');
  await expect(contents.locator('[aria-current]')).toHaveCount(1);
}

test.describe('an image that can’t be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('before or after the page’s scripts have run leaves a gray block of its size @SITE-08', { tag: '@desk' }, async ({ page }) => {
    let hasFailed = false;
    await page.route('**/poster.webp', async (route) => {
      await route.fulfill({ status: 404, body: '' });
      hasFailed = true;
    });
    for (const when of ['before', 'after'] as const) {
      await test.step(when, async () => {
        hasFailed = false;
        const { promise: mayRun, resolve: run } = Promise.withResolvers<void>();
        await page.route('**/assets/*.js', async (route) => {
          await mayRun;
          await route.continue();
        });
        if (when === 'after') run();
        await page.goto(everyNode, { waitUntil: 'commit' });
        const figure = page.locator('.fig').first();
        await figure.scrollIntoViewIfNeeded();
        await expect.poll(() => hasFailed).toBe(true);
        if (when === 'before') {
          await expect.poll(() => figure.locator('img').evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
          run();
        }
        const block = figure.getByRole('img', { name: /^Forty lines of Python/ });
        await expect(block).toHaveAttribute('data-failed', '');
        await expect(figure.locator('img')).toHaveCount(0);
        const box = await block.boundingBox();
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1);
        await expect(block).toHaveCSS('background-color', 'rgb(219, 227, 216)');
        await expect(figure.locator('figcaption')).toBeVisible();
        await page.unroute('**/assets/*.js');
      });
    }
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every block is readable, or has its specified fallback, and a course can be read @DOC-03 @STUDY-01', { tag: '@desk' }, async ({
    page,
  }) => {
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
      '"Choosing a title" : 10',
      'npm install',
      'docker compose up',
      'Type a slash and choose a block.',
      'and one below the other where there is none.',
    ])
      await expect(text.getByText(words).first(), words).toBeVisible();
    // Diagrams that the site rendered have their text as the image's label, the others show their source.
    await expect(text.locator('.dia svg').or(text.getByText('flowchart')).first()).toBeVisible();
    await expect(text.getByRole('link', { name: /youtube\.com/ })).toHaveAttribute('href', 'https://www.youtube.com/watch?v=jNQXAC9IVRw');
    await expect(text.getByRole('link', { name: /A small project in StackBlitz/ })).toBeVisible();
    await expect(text.getByRole('button', { name: 'Copy' })).toHaveCount(0);
    await expect(text.getByText('What is in it reads well')).toBeHidden();
    await text.getByText('A part that opens').click();
    await expect(text.getByText('What is in it reads well')).toBeVisible();
    await expect(page.getByRole('img', { name: /^Forty lines of Python/ })).toHaveAttribute('width', '1280');
    for (const level of [2, 3, 4, 5, 6]) await expect(text.getByRole('heading', { level }).first()).toHaveAttribute('id', /./);

    await test.step('a lesson, and the next one', async () => {
      await page.goto('/courses/a-shell-of-ones-own');
      await page.getByRole('main').locator('ol a[href^="/courses/a-shell-of-ones-own/"]').first().click();
      await expect(page.locator('.text p').first()).toBeVisible();
      await page.getByRole('navigation', { name: 'Previous and next' }).getByRole('link').last().click();
      await expect(page.getByText('Lesson 2 of')).toBeVisible();
    });
  });
});
