import type { BrowserContext, FrameLocator, Page } from '@playwright/test';
import { hostilePage, hostileScript } from './support/hostile-frame.ts';
import { signInAt } from './support/api-client.ts';
import { demoPerson, expect, signIn, test } from './support/journey.ts';

const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const text = {
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Two pieces of other sites.' }] },
    { type: 'embed', attrs: { url: 'https://youtu.be/dQw4w9WgXcQ', src: player } },
    {
      type: 'embed',
      attrs: {
        url: 'https://x.com/jack/status/20',
        html: '<script>document.title="escaped"</script>',
        scriptSrc: 'https://evil.example/x.js',
      },
    },
  ],
};

/** An article with a player and a post, published by an author; gives its address. */
async function publishEmbeds(origin: string): Promise<string> {
  const author = await signInAt(origin, demoPerson('author'));
  const made = await author.run<{ createArticle: { article: { id: string; slug: string; latestRevision: { version: number } } } }>(
    'mutation a($input: CreateArticleInput!) { createArticle(input: $input) { article { id slug latestRevision { version } } } }',
    { input: { title: `Embeds ${Date.now()}-${process.pid}`, bodyDelta: JSON.stringify(text) } },
  );
  const article = made.data?.createArticle.article;
  if (!article) throw new Error(`publishEmbeds: ${JSON.stringify(made.errors)}`);
  const published = await author.run('mutation a($input: PublishArticleInput!) { publishArticle(input: $input) { article { id } } }', {
    input: { id: article.id, version: article.latestRevision.version },
  });
  if (published.errors) throw new Error(`publishEmbeds: ${JSON.stringify(published.errors)}`);
  return `/articles/${article.slug}`;
}

/**
 * Whether within three seconds something happens to the page around a frame: it is led away, a window, a dialog, a file; or, with
 * a frame, whether that says itself that it got out.
 */
function isBroken(page: Page, frame?: FrameLocator): Promise<boolean> {
  const outside = { timeout: 3_000 };
  page.on('dialog', (dialog) => void dialog.dismiss());
  return Promise.any([
    page.waitForEvent('dialog', outside),
    page.waitForEvent('download', outside),
    page.waitForEvent('popup', outside),
    page.waitForURL(/^https:\/\/escaped\.example\//, { ...outside, waitUntil: 'commit' }),
    ...(frame ? [frame.locator('button[data-escaped="true"]').waitFor({ ...outside, state: 'attached' })] : []),
  ]).then(
    () => true,
    () => false,
  );
}

const buttons = (frame: FrameLocator) => frame.getByRole('button');
const verdicts = (frame: FrameLocator) =>
  frame
    .locator('button[data-escaped]')
    .evaluateAll((all) => all.map((button) => `${button.textContent}: ${(button as HTMLElement).dataset['escaped']}`));

/** Frames load when they come near: one that is jumped over waits. */
async function loadFrames(page: Page): Promise<void> {
  const embeds = page.locator('.embed');
  await expect(embeds).toHaveCount(2);
  for (const embed of await embeds.all()) {
    await embed.scrollIntoViewIfNeeded();
    await expect(embed.locator('iframe')).toHaveCount(1);
  }
}

/** Presses each button of a hostile frame on a page of its own, and gives the names of those that got out. */
async function escapesOneByOne(context: BrowserContext, open: (page: Page) => Promise<FrameLocator>): Promise<string[]> {
  const found: string[] = [];
  const first = await context.newPage();
  const names = await buttons(await open(first)).allTextContents();
  await first.close();
  for (const name of names) {
    const page = await context.newPage();
    const frame = await open(page);
    const broken = isBroken(page, frame);
    await frame.getByRole('button', { name, exact: true }).click();
    if (await broken) found.push(name);
    await page.close();
  }
  return found;
}

/** Presses all buttons of a hostile frame on one page, and expects that nothing comes of any. */
async function expectNoEscape(page: Page, frame: FrameLocator): Promise<void> {
  const names = await buttons(frame).allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(12);
  const [address, title] = [page.url(), await page.title()];
  const broken: Promise<boolean>[] = [];
  for (const name of names) {
    broken.push(isBroken(page));
    await frame.getByRole('button', { name, exact: true }).click();
  }
  await expect(frame.locator('button[data-escaped]')).toHaveCount(names.length);
  expect((await verdicts(frame)).filter((verdict) => verdict.endsWith(': true'))).toEqual([]);
  expect((await Promise.all(broken)).filter(Boolean)).toEqual([]);
  expect([page.url(), await page.title()]).toEqual([address, title]);
}

test.describe('Embeds of a hostile site', () => {
  test.slow();

  test('get out of no frame of a text, and out of one without a sandbox @EDIT-07', async ({ browser, baseURL }) => {
    const site = baseURL ?? '';
    const path = await publishEmbeds(site);
    const context = await browser.newContext({ baseURL: site });
    await signIn(await context.newPage(), demoPerson('learner'));
    const html = (body: string) => ({ status: 200, contentType: 'text/html', body });
    await context.route(/^https:/, async (route) => {
      const url = new URL(route.request().url());
      if (url.href.startsWith(player)) return route.fulfill(html(hostilePage(site)));
      if (url.href === 'https://platform.twitter.com/widgets.js')
        return route.fulfill({ status: 200, contentType: 'text/javascript', body: hostileScript(site) });
      if (url.host === 'escaped.example') return route.fulfill(html('out'));
      return route.abort();
    });
    // The control: the same page, framed by a careless site of its own origin.
    await context.route('https://www.youtube-nocookie.com/careless', (route) =>
      route.fulfill(html(`<title>careless</title><iframe src="${player}" style="width:100%;height:600px"></iframe>`)),
    );
    const got = await escapesOneByOne(context, async (page) => {
      await page.goto('https://www.youtube-nocookie.com/careless');
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('button').first()).toBeVisible();
      return frame;
    });
    expect(got.length, got.join(', ')).toBeGreaterThanOrEqual(11);

    for (const source of [`iframe[src="${player}"]`, 'iframe[src*="/embed/script"]']) {
      const page = await context.newPage();
      await page.goto(path);
      await loadFrames(page);
      const frame = page.frameLocator(source);
      await expect(buttons(frame).first()).toBeVisible();
      await expectNoEscape(page, frame);
      await page.close();
    }
    await context.close();
  });

  test('are in frames of exactly their kind, and what they store stays out of the page @EDIT-07', async ({ page, baseURL }) => {
    const path = await publishEmbeds(baseURL ?? '');
    const claim = (height: number) => `parent.postMessage({ type: 'newline-embed-height', height: ${height} }, '*');`;
    await page.route(/^https:/, (route) => {
      const isScript = route.request().resourceType() === 'script';
      // The script makes its page 321 px high; the player claims a height that it has no say in.
      if (isScript) return route.fulfill({ status: 200, contentType: 'text/javascript', body: "document.body.style.height = '321px';" });
      return route.fulfill({ status: 200, contentType: 'text/html', body: `<script>${claim(3_000)}</script>` });
    });
    const answer = await page.goto(path);
    expect(answer?.headers()['content-security-policy']).toContain('frame-src https://www.youtube-nocookie.com');
    await loadFrames(page);
    const frames = await page
      .locator('iframe')
      .evaluateAll((all) => all.map((frame) => ['sandbox', 'referrerpolicy', 'src'].map((name) => frame.getAttribute(name))));
    const embedOrigin = `http://127.0.0.1:${new URL(baseURL ?? '').port}`;
    expect(frames).toEqual([
      ['allow-scripts allow-forms allow-same-origin', 'strict-origin-when-cross-origin', player],
      [
        'allow-scripts',
        'strict-origin-when-cross-origin',
        `${embedOrigin}/embed/script?provider=X&url=${encodeURIComponent('https://twitter.com/jack/status/20')}`,
      ],
    ]);
    const height = (source: string) => page.locator(source).evaluate((frame) => frame.getBoundingClientRect().height);
    await expect.poll(() => height('iframe[src*="/embed/script"]')).toBe(321);
    expect(await height(`iframe[src="${player}"]`)).toBeLessThan(1_000);
    expect(await page.content()).not.toMatch(/evil\.example|escaped/);
    const elsewhere = await page.request.get(`${embedOrigin}/clips`, { maxRedirects: 0 });
    expect([elsewhere.status(), elsewhere.headers()['location']]).toEqual([302, `${baseURL}/clips`]);
  });
});
