import type { BrowserContext, FrameLocator, Page } from '@playwright/test';
import { hostilePage, hostileScript } from './support/hostile-frame.ts';
import { expect, test } from './support/journey.ts';
import { suffix } from './support/people.ts';

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

/** Records what happens to the page around a frame from now on: navigations, windows, dialogs, downloads. */
function watchAround(page: Page): string[] {
  const happened: string[] = [];
  page.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('download', (download) => happened.push(`file: ${download.suggestedFilename()}`));
  page.on('popup', (popup) => happened.push(`window: ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith('https://escaped.example/')) happened.push(`led to ${frame.url()}`);
  });
  return happened;
}

const buttons = (frame: FrameLocator) => frame.getByRole('button');
const verdicts = (frame: FrameLocator) =>
  frame
    .locator('button[data-escaped]')
    .evaluateAll((all) => all.map((button) => `${button.textContent}: ${(button as HTMLElement).dataset['escaped']}`));

/** Scrolls to each frame, because frames are loaded when they come near. */
async function loadFrames(page: Page): Promise<void> {
  const embeds = page.locator('.embed');
  await expect(embeds).toHaveCount(2);
  for (const embed of await embeds.all()) {
    await embed.scrollIntoViewIfNeeded();
    await expect(embed.locator('iframe')).toHaveCount(1);
  }
}

/** Presses each button of a hostile frame on a page of its own, and returns the names of those that escaped. */
async function escapesOneByOne(context: BrowserContext, address: string): Promise<string[]> {
  const open = async () => {
    const page = await context.newPage();
    await page.goto(address);
    const frame = page.frameLocator('iframe');
    await expect(buttons(frame).first()).toBeVisible();
    return { page, frame };
  };
  const executed: string[] = [];
  const first = await open();
  const names = await buttons(first.frame).allTextContents();
  await first.page.close();
  for (const name of names) {
    const { page, frame } = await open();
    const happened = watchAround(page);
    await frame.getByRole('button', { name, exact: true }).click();
    // Nothing follows a refusal; where the result must be seen from outside, the frame says `null` first.
    let verdict = '';
    await expect
      .poll(async () => {
        if (happened.length > 0) return true;
        verdict = (await verdicts(frame).catch(() => []))[0] ?? verdict;
        return verdict !== '' && !verdict.endsWith(': null');
      })
      .toBe(true);
    if (happened.length > 0 || verdict.endsWith(': true')) executed.push(name);
    await page.close();
  }
  return executed;
}

/** Presses all buttons of a hostile frame, and expects that none succeeds. */
async function pressAll(frame: FrameLocator): Promise<void> {
  await expect(buttons(frame).first()).toBeVisible();
  const names = await buttons(frame).allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(12);
  for (const name of names) await frame.getByRole('button', { name, exact: true }).click();
  await expect(frame.locator('button[data-escaped]')).toHaveCount(names.length);
  expect((await verdicts(frame)).filter((verdict) => verdict.endsWith(': true'))).toEqual([]);
}

test('embeds of a hostile site are in the right kind of frame and can’t escape, but would without a sandbox @EDIT-07', async ({
  people,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const author = await people.at(await people.make('author'));
  const made = await author.run<{ createArticle: { article: { id: string; permalink: string; latestRevision: { version: number } } } }>(
    'mutation a($input: CreateArticleInput!) { createArticle(input: $input) { article { id permalink latestRevision { version } } } }',
    { input: { title: `Embeds ${suffix()}`, bodyDelta: JSON.stringify(text) } },
  );
  expect(made.errors).toBeUndefined();
  const { id, permalink = '', latestRevision } = made.data?.createArticle.article ?? {};
  const unlisted = 'mutation u($input: UpdateArticleInput!) { updateArticle(input: $input) { article { id } } }';
  expect((await author.run(unlisted, { input: { id, patch: { isShownPublicly: false } } })).errors).toBeUndefined();
  const publish = 'mutation a($input: PublishArticleInput!) { publishArticle(input: $input) { article { id } } }';
  expect((await author.run(publish, { input: { id, version: latestRevision?.version } })).errors).toBeUndefined();

  const page = await people.open(await people.make('learner'));
  const context = page.context();
  const html = (body: string) => ({ status: 200, contentType: 'text/html', body });

  await test.step('each frame is of the right kind; what it stores stays out of the page', async () => {
    const claim = (height: number) => `parent.postMessage({ type: 'newline-embed-height', height: ${height} }, '*');`;
    await context.route(/^https:/, (route) => {
      const isScript = route.request().resourceType() === 'script';
      // The script makes its page 321 px high; the player claims a height, which is ignored.
      if (isScript) return route.fulfill({ status: 200, contentType: 'text/javascript', body: "document.body.style.height = '321px';" });
      return route.fulfill(html(`<script>${claim(3_000)}</script>`));
    });
    const answer = await page.goto(permalink);
    expect(answer?.headers()['content-security-policy']).toContain('frame-src https://www.youtube-nocookie.com');
    await loadFrames(page);
    const frames = await page
      .locator('iframe')
      .evaluateAll((all) => all.map((frame) => ['sandbox', 'referrerpolicy', 'src'].map((name) => frame.getAttribute(name))));
    const embedOrigin = `http://127.0.0.1:${new URL(site).port}`;
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
    expect([elsewhere.status(), elsewhere.headers()['location']]).toEqual([302, `${site}/clips`]);
    await context.unroute(/^https:/);
  });

  await context.route(/^https:/, async (route) => {
    const url = new URL(route.request().url());
    if (url.href.startsWith(player)) return route.fulfill(html(hostilePage(site)));
    if (url.href === 'https://platform.twitter.com/widgets.js')
      return route.fulfill({ status: 200, contentType: 'text/javascript', body: hostileScript(site) });
    if (url.host === 'escaped.example') return route.fulfill(html('out'));
    return route.abort();
  });
  await test.step('the same page escapes from a careless site of the same origin (control)', async () => {
    const careless = 'https://www.youtube-nocookie.com/careless';
    await context.route(careless, (route) =>
      route.fulfill(html(`<title>careless</title><iframe src="${player}" style="width:100%;height:600px"></iframe>`)),
    );
    const got = await escapesOneByOne(context, careless);
    expect(got.length, got.join(', ')).toBeGreaterThanOrEqual(11);
  });

  await test.step('and from no frame in a text', async () => {
    const reader = await context.newPage();
    await reader.goto(permalink);
    await loadFrames(reader);
    const happened = watchAround(reader);
    const [address, title] = [reader.url(), await reader.title()];
    for (const source of [`iframe[src="${player}"]`, 'iframe[src*="/embed/script"]']) await pressAll(reader.frameLocator(source));
    // Earlier windows, navigations and downloads are reported before this window.
    await reader.evaluate(() => void window.open('about:blank'));
    await expect.poll(() => happened).toContain('window: about:blank');
    expect(happened).toEqual(['window: about:blank']);
    expect([reader.url(), await reader.title()]).toEqual([address, title]);
  });
});
