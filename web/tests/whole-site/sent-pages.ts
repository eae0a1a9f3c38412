import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { signInAt } from '../../../e2e/support/api-client.ts';
import { crawlPages } from '../../../e2e/support/crawl-pages.ts';
import { pageKinds } from '../../../e2e/support/page-kinds.ts';
import routes from '../../app/routes.ts';
import type { WholeSite } from './start-whole-site.ts';

const assets = join(import.meta.dirname, '../../build/client/assets');
/** Pages that no other page links to. */
const unlinked = ['/no/such/page', '/courses/no-such-course', '/search?q=type', '/articles/a-style-sheet-of-every-block'];

export function testSentPages(site: () => WholeSite): void {
  test('the security headers are on every answer, errors included', async () => {
    for (const path of [
      '/',
      '/courses',
      '/books',
      '/courses/types-that-tell-the-truth',
      '/fullstack-graphql',
      '/articles/the-retry-budget',
      '/@bram',
      '/courses?q=queue',
      '/sign-in',
      '/sign-up',
      '/reset-password',
      '/nothing-here',
      '/account',
      '/%E0%A4%A',
      '/graphql',
      '/api/auth/nothing',
      '/healthz',
      '/favicon.svg',
      '/assets/none.js',
      '/media/v/none/master.m3u8',
    ]) {
      const headers = Object.fromEntries((await site().get(path)).headers);
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': expect.stringContaining('origin'),
        'content-security-policy': expect.stringMatching(/default-src 'none'/),
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      expect(headers['content-security-policy'], path).toMatch(/frame-ancestors/);
      expect(headers, path).not.toHaveProperty('x-powered-by');
      expect(headers, path).not.toHaveProperty('server');
    }
  });

  test.each(['/newsletter?token=canary', '/invitations/canary', '/checkout/gifts/canary', '/reset-password?token=canary'])(
    'a page that an email links to is neither stored nor indexed, and HEAD answers as GET does: %s @AUTH-01',
    async (path) => {
      const [page, head] = [await site().get(path), await fetch(new URL(path, site().origin), { method: 'HEAD', redirect: 'manual' })];
      expect([page.status, head.status, head.headers.getSetCookie(), await head.text()]).toEqual([200, 200, [], '']);
      for (const { headers } of [page, head]) expect(headers.get('cache-control')).toContain('no-store');
      expect(await page.text()).toMatch(/<meta name="robots" content="noindex"/);
    },
  );

  test('a public page has the same bytes for everyone, whatever their headers claim @SITE-05', async () => {
    await site().get('/courses');
    const clean = await (await site().get('/courses')).text();
    for (const headers of [
      { 'x-forwarded-host': 'evil.example' },
      { 'x-forwarded-proto': 'https' },
      { 'x-original-url': '/account' },
      { cookie: 'newline.session_token=x' },
      { host: 'evil.example' },
    ]) {
      const answer = await askAs(`${site().origin}/courses`, headers);
      expect(await text(answer)).toBe(clean);
      expect(answer.headers['x-page-cache']).toBe('hit');
    }
    expect(clean).not.toContain('evil.example');
  });

  test('an unknown URL is a 404 page that says so @SITE-02', async () => {
    for (const path of ['/nothing-here', '/courses/nothing', '/books/nothing', '/@nobody-at-all', '/a/b/c', '/discussions/1']) {
      const answer = await site().get(path);
      const html = await answer.text();
      expect(answer.status, path).toBe(404);
      expect(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1], path).toContain('struck out');
      expect(html, path).toMatch(/<a\b[^>]*href="\/courses"[^>]*>All courses/);
    }
  });

  test('a search for characters that no text has finds nothing, without a server error @SITE-02', async () => {
    for (const path of ['/courses?q=%25', '/courses?q=%5C', '/courses?q=100%', '/search?q=queue%F0%9F']) {
      const answer = await site().get(path);
      expect(answer.status, path).toBe(200);
      expect(await answer.text(), path).not.toContain('We’ll be right back');
    }
    // A character with a special meaning in patterns is matched literally.
    expect(await (await site().get('/courses?q=%25')).text()).toContain('No titles contain');
    expect(await (await site().get('/books?q=queue')).text()).toMatch(/href="\/courses\/the-shape-of-a-queue"/);
    expect((await site().get('/courses?q=queue&page=2')).status).toBe(404);
  });

  test('a URL with the NUL character is refused with a message, on every kind of page', async () => {
    const { cookie } = await signInAt(site().origin, site().person('proLearner'));
    for (const path of [
      '/courses/%00',
      '/library?q=%00',
      '/checkout?plan=%00',
      '/portraits/%00',
      '/courses?q=%00',
      '/search?q=queue%00',
      '/%00',
    ]) {
      const answer = await site().get(path, { cookie });
      const text = await answer.text();
      expect(answer.status, path).toBe(400);
      expect(text, path).toMatch(/The URL: expected .*\./);
      expect(text, path).not.toContain('\0');
      const readable = path.replace(/\/?%00/, '') || '/';
      expect((await site().get(readable, { cookie })).status, readable).not.toBe(400);
    }
  });

  test('search shows users without access nothing of a paid text @SEARCH-01 @DOC-04', async () => {
    const lesson = '/books/postgres-slowly/the-index-you-need';
    const { run, cookie } = await signInAt(site().origin, site().person('proLearner'));
    const { data } = await run<{ bookBySlug: { lesson: { bodyMarkdown: string } } }>(
      '{ bookBySlug(slug: "postgres-slowly") { lesson(slug: "the-index-you-need") { bodyMarkdown } } }',
    );
    // The first words of the last paragraph, which is behind the paywall marker.
    const last = data?.bookBySlug.lesson.bodyMarkdown.split('\n\n').findLast((block) => /^[A-Z][a-z]+ /.test(block)) ?? '';
    const firstWords = last.match(/[A-Za-z]+/g)?.slice(0, 8) ?? [];
    expect(firstWords).toHaveLength(8);
    const path = `/search?q=${encodeURIComponent(firstWords.join(' '))}`;
    const hit = `href="${lesson}#b-`;
    expect(await (await site().get(path, { cookie })).text()).toContain(hit);
    const html = await (await site().get(path)).text();
    expect(html).toContain(`value="${firstWords.join(' ')}"`);
    expect(html).not.toContain(hit);
  });

  for (const role of ['visitor', 'author', 'admin'] as const)
    test(`every kind of page is sent with the styles of all that it shows: ${role} @SITE-02`, async () => {
      await untilRendered(site());
      const { origin } = site();
      const homes = await styleSheetsOfClasses();
      const kinds = pageKinds(routes);
      const fixed = kinds.map(({ pattern }) => pattern.replace(/\/:\w+\?/, '')).filter((pattern) => !/[:*]/.test(pattern));
      const cookie = role === 'visitor' ? null : (await signInAt(origin, site().person(role))).cookie;
      const pages = await crawlPages({ origin, kinds, from: [...fixed, ...unlinked], cookie, each: 2 });
      expect(new Set(pages.map(({ kind }) => kind)).size).toBeGreaterThan(30);
      const unstyled = pages.flatMap(({ address: url, html }) => {
        const linked = new Set([...html.matchAll(/<link\b[^>]*\bhref="([^"#]+\.css)[^>]*>/g)].map(([, href = '']) => href));
        const classAttributes = html.replace(/<script\b[\s\S]*?<\/script>/g, '').matchAll(/\bclass="([^"]*)"/g);
        const classes = new Set([...classAttributes].flatMap(([, names = '']) => names.split(/\s+/)));
        return [...classes]
          .filter((name) => homes.get(name)?.every((styleSheet) => !linked.has(styleSheet)))
          .map((name) => `${url}: .${name} of ${homes.get(name)?.join(', ')}`);
      });
      expect(unstyled).toEqual([]);
    }, 300_000);
}

/** Sends a request like no browser would: `fetch` sets the host header itself. */
function askAs(address: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet(address, { headers }, resolve).once('error', reject);
  });
}

/** Returns which style sheets of the build contain each class of a CSS module. */
async function styleSheetsOfClasses(): Promise<Map<string, string[]>> {
  const homes = new Map<string, string[]>();
  for (const file of await readdir(assets)) {
    if (!file.endsWith('.css')) continue;
    const names = new Set([...readFileSync(join(assets, file), 'utf8').matchAll(/\.(_[\w-]{5})(?![\w-])/g)].map(([, name = '']) => name));
    for (const name of names) homes.set(name, [...(homes.get(name) ?? []), `/assets/${file}`]);
  }
  return homes;
}

/** Waits for the job that renders the demo's texts, which runs after the start. */
async function untilRendered(site: WholeSite): Promise<void> {
  await expect
    .poll(() => site.asWorker('select id from app_private.undrawn_bodies(1, 1)'), { timeout: 240_000, interval: 200 })
    .toEqual([]);
}
