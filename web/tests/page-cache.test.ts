import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sitemapFileOf } from '../app/features/feeds/sitemap.server.ts';
import { exportPages } from '../server/warm-pages.ts';
import { storePage } from '../server/stored-page.ts';
import { openCachedSite, renderedPage, type CachedSite } from './support/cached-site.ts';

let site: CachedSite;
beforeEach(async () => {
  site = await openCachedSite();
});
afterEach(() => site.close());

/** Waits until pages were rendered this many times, because the cache renders them in the background. */
async function expectRenders(times: number): Promise<void> {
  await expect.poll(() => site.renders.length).toBe(times);
}

describe('a public page', () => {
  test('is rendered once and has the same bytes for everyone @SITE-05', async () => {
    const first = await site.get('/courses');
    const second = await site.get('/courses', { cookie: 'newline.session_token=somebody' });
    expect(site.renders).toEqual(['/courses']);
    expect(second.body).toBe(first.body);
    expect([first.headers.get('x-page-cache'), second.headers.get('x-page-cache')]).toEqual(['miss', 'hit']);
    expect(second.headers.get('vary')).toBe('Accept-Encoding');
  });

  test('that visitors can’t find is passed on to the app for signed-in users, and only then', async () => {
    site.render = async (key) => renderedPage('<p>nothing</p>', { status: key === '/courses/a-draft' ? 404 : 200 });
    expect((await site.get('/courses/a-draft')).status).toBe(404);
    expect((await site.get('/courses/a-draft', { cookie: 'newline.session_token=author' })).status).toBe(298);
    expect((await site.get('/courses', { cookie: 'newline.session_token=author' })).status).toBe(200);
  });

  test('that ends at a paywall is cached only for visitors, and users who may be signed in get a page of their own @DOC-04', async () => {
    site.render = async (key) => renderedPage('<p>free part</p>', { isForVisitors: key === '/articles/paid' });
    const member = { cookie: 'newline.session_token=reader' };
    expect((await site.get('/articles/paid', member)).status).toBe(298);
    const [first, second] = [await site.get('/articles/paid'), await site.get('/articles/paid')];
    expect([first.body, second.headers.get('x-page-cache')]).toEqual(['<p>free part</p>', 'hit']);
    expect((await site.get('/articles/paid', member)).status).toBe(299);
    expect(second.headers.get('vary')).toBe('Accept-Encoding, Cookie');
    expect([second.headers.get('cache-control'), second.headers.get('cdn-cache-control')]).toEqual([
      'private, max-age=0, must-revalidate',
      null,
    ]);
    // The control: a free text is the same page for everyone.
    expect((await site.get('/articles/free', member)).status).toBe(200);
    expect((await site.get('/articles/free')).headers.get('cdn-cache-control')).toContain('public');
  });

  test('is removed immediately, whatever it contains, when every page is invalidated', async () => {
    await site.get('/courses');
    await site.get('/courses');
    // The control: when every page has changed, the old one is served while the new one is rendered.
    site.render = async () => renderedPage('<p>changed</p>');
    site.cache.purge(['*']);
    expect((await site.get('/courses')).body).not.toBe('<p>changed</p>');
    await expect.poll(async () => (await site.get('/courses')).body).toBe('<p>changed</p>');
    site.render = async () => renderedPage('<p>renamed</p>');
    site.cache.purge(['!*']);
    expect((await site.get('/courses')).body).toBe('<p>renamed</p>');
  });

  test('that lists everything is cached from the first request, and no one waits for a newer one', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const first = await site.get('/llms.txt');
    expect([(await site.get('/llms.txt')).body, site.renders.length]).toEqual([first.body, 1]);
    // Whatever changes, it isn't rendered again for minutes.
    site.cache.purge(['courses']);
    site.clock.ms += 60_000;
    expect([(await site.get('/llms.txt')).body, site.renders.length]).toEqual([first.body, 1]);
    site.clock.ms += 60 * 60_000;
    site.render = () => gate.then(() => renderedPage('<p>new</p>'));
    const [second, third] = await Promise.all([site.get('/llms.txt'), site.get('/llms.txt')]);
    expect([second.body, third.body]).toEqual([first.body, first.body]);
    await expectRenders(2);
    open();
    await expect.poll(async () => (await site.get('/llms.txt')).body).toBe('<p>new</p>');
    expect(site.renders).toHaveLength(2);
    // The control: withdrawn content is removed immediately.
    site.cache.purge(['!courses']);
    site.render = async () => renderedPage('<p>without it</p>');
    expect((await site.get('/llms.txt')).body).toBe('<p>without it</p>');
  });

  test('that lists everything is rendered before the first request, so that no one waits for it', async () => {
    const hurried = await openCachedSite({ exportPatienceMs: 0 });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    hurried.render = () => gate.then(() => renderedPage('<p>all</p>'));
    const warming = hurried.cache.warm(['/llms.txt']);
    const early = await hurried.get('/llms.txt');
    expect([early.status, early.headers.get('retry-after'), early.body]).toEqual([503, '30', expect.stringContaining('is being created')]);
    // The control: requests wait for any other page.
    const page = hurried.get('/books');
    open();
    expect((await page).status).toBe(200);
    await warming;
    expect([(await hurried.get('/llms.txt')).body, hurried.renders.filter((key) => key === '/llms.txt').length]).toEqual(['<p>all</p>', 1]);
    await hurried.close();
    expect(
      exportPages
        .map((key) => key.replace(/^\/sitemaps\/(.*)\.xml$/u, '$1'))
        .filter((name) => name !== '/llms.txt' && sitemapFileOf(name) === null),
    ).toEqual([]);
  });

  test('is rendered once for a hundred simultaneous requests', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    site.render = () => gate.then(() => renderedPage('<p>one</p>'));
    const answers = Array.from({ length: 100 }, () => site.get('/books'));
    await expectRenders(1);
    open();
    expect(new Set((await Promise.all(answers)).map((answer) => answer.body))).toEqual(new Set(['<p>one</p>']));
    expect(site.renders).toHaveLength(1);
  });

  test('is removed immediately when something in it is withdrawn, and served while it is renewed when something changed @DISC-07', async () => {
    let text = 'Canary';
    site.render = async () => renderedPage(`<p>${text}</p>`);
    await site.get('/courses');
    text = 'gone';
    site.cache.purge(['courses']);
    // The control: after a mere change the copy is served for a moment.
    expect((await site.get('/courses')).body).toContain('Canary');
    await expectRenders(2);
    text = 'Canary';
    site.cache.purge(['courses']);
    await site.get('/courses');
    await expectRenders(3);
    text = 'gone';
    site.cache.purge(['!courses']);
    expect((await site.get('/courses')).body).toContain('gone');
  });

  test('is rendered again for a request after something was withdrawn, even while it is being rendered from older data, which isn’t cached @ADMIN-01 @DISC-07', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    site.render = () => gate.then(() => renderedPage('<p>Old footer</p>'));
    const early = site.get('/courses');
    await expectRenders(1);
    site.render = async () => renderedPage('<p>New footer</p>');
    site.cache.purge(['!*']);
    expect((await site.get('/courses')).body).toContain('New footer');
    open();
    await early;
    expect((await site.get('/courses')).body).toContain('New footer');
  });

  test('is stored as brotli, gzip and plain, each with its own ETag, and answers 304 if it is unchanged', async () => {
    const body = '<p>line</p>'.repeat(200);
    site.render = async () => renderedPage(body);
    const tags = new Set<string | null>();
    for (const [accepted, expected] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await site.get('/', { 'accept-encoding': accepted });
      expect([answer.headers.get('content-encoding'), answer.body]).toEqual([expected, body]);
      const etag = answer.headers.get('etag') ?? '';
      tags.add(etag);
      const again = await site.get('/', { 'accept-encoding': accepted, 'if-none-match': `W/"other", ${etag}` });
      expect([again.status, again.body]).toEqual([304, '']);
      expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect(tags.size).toBe(3);
  });

  test('is compressed so that the standard library can decompress it', async () => {
    const stored = await storePage(renderedPage('<p>hello</p>'), { img: [], media: [], frame: [], connect: [], isHttps: false }, {});
    expect(brotliDecompressSync(stored.brotli.body).toString()).toBe('<p>hello</p>');
    expect(gunzipSync(stored.gzip.body).toString()).toBe('<p>hello</p>');
  });

  test('has its headers for HEAD, and isn’t used for POST', async () => {
    const head = await site.get('/', {}, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect((await site.get('/', {}, 'POST')).status).toBe(299);
  });

  test('isn’t cached if it sets a cookie or isn’t 200', async () => {
    site.render = async () => renderedPage('<p>mine</p>', { headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } });
    await site.get('/courses');
    await site.get('/courses');
    expect(site.renders).toHaveLength(2);
    site.render = async () => renderedPage('<p>none</p>', { status: 404 });
    const missing = await site.get('/books/none');
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
    await site.get('/books/none');
    expect(site.renders).toHaveLength(4);
    expect(site.cache.size().pages).toBe(0);
  });
});

describe('a page that changed', () => {
  test('is served once more while it is renewed, after its tag was announced @SITE-05', async () => {
    const stale = await site.get('/courses');
    site.cache.purge(['clips']);
    expect((await site.get('/courses')).body).toBe(stale.body);
    expect(site.renders).toHaveLength(1);
    site.cache.purge(['course:1', 'courses']);
    expect((await site.get('/courses')).body).toBe(stale.body);
    await expectRenders(2);
    await expect.poll(async () => (await site.get('/courses')).body).toBe('<p>/courses, rendering 2</p>');
    expect(site.renders).toHaveLength(2);
  });

  test('is renewed immediately if it is a warm one, and all are after a missed announcement', async () => {
    await site.cache.warm(['/']);
    site.cache.purge(['*']);
    await expectRenders(2);
    await expect.poll(async () => (await site.get('/')).body).toBe('<p>/, rendering 2</p>');
  });

  test('isn’t cached as fresh if it changed while it was rendered', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    site.render = () => gate.then(() => renderedPage('<p>old</p>'));
    const waiting = site.get('/courses');
    await expectRenders(1);
    site.cache.purge(['courses']);
    open();
    expect((await waiting).body).toBe('<p>old</p>');
    site.render = async () => renderedPage('<p>new</p>');
    await expect.poll(async () => (await site.get('/courses')).body).toBe('<p>new</p>');
  });

  test('is waited for if the old one has been stale for long', async () => {
    await site.get('/courses');
    site.cache.purge(['courses']);
    site.clock.ms += 11_000;
    expect((await site.get('/courses')).body).toBe('<p>/courses, rendering 2</p>');
  });

  test('expires at a date in its content @SITE-05', async () => {
    const dueAtMs = site.clock.ms + 60_000;
    site.render = async () =>
      renderedPage(site.clock.ms < dueAtMs ? '<p>New Release</p>' : '<p>plain</p>', { dueAtMs: site.clock.ms < dueAtMs ? dueAtMs : null });
    expect((await site.get('/')).body).toBe('<p>New Release</p>');
    site.clock.ms = dueAtMs - 1;
    await site.get('/');
    expect(site.renders).toHaveLength(1);
    site.clock.ms = dueAtMs;
    await expect.poll(async () => (await site.get('/')).body).toBe('<p>plain</p>');
    expect(site.renders).toHaveLength(2);
  });

  test('is renewed after an hour, whatever was announced', async () => {
    await site.get('/courses');
    site.clock.ms += 60 * 60 * 1000;
    await site.get('/courses');
    await expect.poll(() => site.renders).toEqual(['/courses', '/courses']);
  });
});

describe('while pages can’t be rendered', () => {
  test('the old copy is served, however stale, with an attempt every other second @SITE-05', async () => {
    const old = await site.get('/');
    site.render = () => Promise.reject(new Error('the database is away'));
    site.cache.purge(['courses']);
    await expectRenders(2);
    await expect.poll(() => site.errors.length).toBe(1);
    site.clock.ms += 1999;
    for (let request = 0; request < 10; request += 1) expect((await site.get('/')).body).toBe(old.body);
    expect(site.renders).toHaveLength(2);
    site.clock.ms += 3_600_000;
    expect((await site.get('/')).body).toBe(old.body);
    expect(site.renders).toHaveLength(3);
    site.render = async () => renderedPage('<p>back</p>');
    site.clock.ms += 2000;
    expect((await site.get('/')).body).toBe('<p>back</p>');
  });

  test('a page that renders as an error doesn’t replace the good copy', async () => {
    const old = await site.get('/courses');
    site.render = async () => renderedPage('<p>fault</p>', { status: 500 });
    site.cache.purge(['courses']);
    site.clock.ms += 60_000;
    expect((await site.get('/courses')).body).toBe(old.body);
  });

  test('one that was never rendered is answered with 503 and Retry-After', async () => {
    site.render = () => Promise.reject(new Error('the database is away'));
    const answer = await site.get('/books');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.body).not.toContain('database');
  });
});

describe('the headers and URL of a request', () => {
  const poison: Record<string, string> = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-prefix': '/evil',
    'x-forwarded-port': '444',
    forwarded: 'host=evil.example',
    'x-host': 'evil.example',
    'x-original-url': '/account',
    'x-rewrite-url': '/account',
    'x-http-method-override': 'POST',
    'x-middleware-subrequest': 'a',
    accept: 'application/json',
    'accept-language': 'de',
    cookie: 'theme=dark; newline.session_token=x',
    authorization: 'Bearer x',
    'user-agent': 'evil',
    'x-react-router-spa-mode': 'yes',
    'x-react-router-prerender-data': '[]',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
    range: 'bytes=0-3',
    'x-large': 'a'.repeat(8000),
  }; // prettier-ignore

  for (const [name, value] of Object.entries(poison)) {
    test(`don’t change the next response: ${name} @SITE-05`, async () => {
      const poisoned = await site.get('/courses', { [name]: value });
      const clean = await site.get('/courses');
      expect(site.renders).toEqual(['/courses']);
      expect(clean.body).toBe('<p>/courses, rendering 1</p>');
      expect(poisoned.body).toBe(clean.body);
    });
  }

  test('don’t fill the cache: unknown parameters share one copy', async () => {
    for (let wave = 0; wave < 50; wave += 1) await site.get(`/courses?utm_source=${wave}`);
    expect(site.renders).toEqual(['/courses']);
  });

  test('don’t fill the cache: a page requested once isn’t stored, and another spelling isn’t a page of its own @SITE-05', async () => {
    const id = '0193c8b2-0000-7000-8000-abcdefabcdef';
    const spellings = Array.from({ length: 300 }, (_, at) =>
      [...id].map((character, index) => ((at >> (index % 9)) & 1 ? character.toUpperCase() : character)).join(''),
    ).filter((spelling) => spelling !== id);
    for (const spelling of spellings) expect((await site.get(`/clips/${spelling}`)).status).toBe(299);
    expect(site.renders).toEqual([]);
    for (let number = 0; number < 50; number += 1) await site.get(`/books/book-${number}`);
    expect([site.renders.length, site.cache.size().pages]).toEqual([50, 0]);
    // The control: the canonical spelling is a page, and cached from the second request on.
    const states = [];
    for (let request = 0; request < 3; request += 1) states.push((await site.get(`/clips/${id}`)).headers.get('x-page-cache'));
    expect([states, site.cache.size().pages]).toEqual([['miss', 'miss', 'hit'], 1]);
  });
});
