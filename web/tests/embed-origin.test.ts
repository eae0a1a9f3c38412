import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileEmbeds } from '../../document/tests/hostile-embeds.ts';
import { embedProviders } from '../../embeds.config.ts';
import { createEmbedOrigin } from '../server/embed-pages/embed-origin.ts';
import { renderedProviders } from '../server/embed-pages/script-page.ts';
import { securityHeaders } from '../server/security-headers.ts';

const publicUrl = 'https://newline.example';
const headers = securityHeaders({ isHttps: true });
let server: Server;
beforeAll(async () => {
  const embeds = createEmbedOrigin({ embedOrigin: 'https://embeds.example', publicUrl, providers: embedProviders, headers });
  server = createServer((incoming, response) => {
    if (!embeds?.answer(incoming, response)) response.writeHead(200, { 'set-cookie': 'session=1' }).end('the site');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

type Answer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly text: string };

/** Sends a request with the URL exactly as given, without normalization. */
function ask(path: string, { host = 'embeds.example', method = 'GET' } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers: { host, cookie: 'session=secret' } }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
    });
    outgoing.on('error', reject).end();
  });
}
const page = (provider: string, url: string) => `/embed/script?provider=${encodeURIComponent(provider)}&url=${encodeURIComponent(url)}`;
const tweet = 'https://twitter.com/jack/status/20';

test('every provider of the kind script can be rendered', () => {
  const listed = embedProviders.flatMap(({ name, kind }) => (kind === 'script' ? [name] : []));
  expect([...renderedProviders].toSorted()).toEqual(listed.toSorted());
});

describe('the embed origin', () => {
  test.each([
    ['X', tweet, 'https://platform.twitter.com/widgets.js', 'class="twitter-tweet"'],
    [
      'Bluesky',
      'https://bsky.app/profile/bsky.app/post/3juzlwllznd24',
      'https://embed.bsky.app/static/embed.js',
      'data-bluesky-uri="at://bsky.app/app.bsky.feed.post/3juzlwllznd24"',
    ],
    ['Reddit', 'https://www.reddit.com/r/a/comments/abc123/', 'https://embed.reddit.com/widgets.js', 'class="reddit-embed-bq"'],
    [
      'Gist',
      'https://gist.github.com/octocat/6cad326836d38bd3a7ae',
      'https://gist.github.com/octocat/6cad326836d38bd3a7ae.js',
      '<noscript>',
    ],
  ])('renders an embed of %s only with its script, in a sandbox with an opaque origin', async (provider, url, script, markup) => {
    const { status, headers, text } = await ask(page(provider, url));
    expect(status).toBe(200);
    expect(text).toContain(`src="${script}"`);
    expect(text).toContain(markup);
    const policy = String(headers['content-security-policy']);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toContain("base-uri 'none'; form-action 'none'; frame-ancestors https://newline.example; sandbox allow-scripts");
    expect(policy).not.toMatch(/allow-same-origin|allow-top|allow-popups|unsafe-eval|script-src[^;]*(?:'unsafe-inline'|\*|'self')/);
    expect(scripts[0]).toMatch(/^'sha256-[\w+/]+=*'$/);
    expect(scripts).toContain(new URL(script).origin);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  test('renders nothing else', async () => {
    const refused = [
      ['/embed/script', 404],
      ['/embed/', 404],
      ['/embed/other', 404],
      [page('X', 'https://x.com/jack'), 404],
      [page('Gist', tweet), 404],
      [page('YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'), 404],
      [page('__proto__', tweet), 404],
      [`/embed/script?url=${encodeURIComponent(tweet)}`, 404],
    ] as const;
    for (const [path, status] of refused) expect((await ask(path)).status, path).toBe(status);
    const rendered: string[] = [];
    for (const [label, url] of hostileEmbeds) {
      for (const provider of renderedProviders) if ((await ask(page(provider, url))).status !== 404) rendered.push(`${label}: ${url}`);
    }
    expect(rendered).toEqual([]);
  });

  test('shows nothing from a query except an embed that a rule knows', async () => {
    const { text } = await ask(`${page('X', `${tweet}?x="><script>alert(1)</script>`)}&html=<script>alert(2)</script>`);
    expect(text).not.toMatch(/alert\(/);
    expect((await ask(page('X', 'https://x.com/jack/status/20"><img src=x>'))).status).toBe(404);
  });

  test.each([
    '/',
    '/clips?a=1',
    '/api/auth/session',
    '/graphql',
    '/media/a/b',
    '/dev/mailbox',
    '/assets/x.js',
    '/embed',
    '//evil.example/',
    '/\\evil.example',
    '/@evil.example',
  ])('redirects %s to the site, and reads and sets no cookie', async (path) => {
    const { status, headers, text } = await ask(path);
    expect(status).toBe(302);
    expect(new URL(String(headers.location)).origin).toBe(publicUrl);
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).not.toBe('the site');
  });

  test('accepts no request that changes something', async () => {
    for (const path of ['/graphql', '/api/auth/sign-in/email', page('X', tweet)])
      expect((await ask(path, { method: 'POST' })).status).toBe(405);
  });

  test('answers only on its own host; the site’s host has no embed page', async () => {
    for (const host of ['newline.example', 'x.embeds.example', 'embeds.example.evil.example', 'embeds.example:8443']) {
      expect((await ask(page('X', tweet), { host })).text).toBe('the site');
    }
    expect((await ask('/', { host: 'EMBEDS.example' })).status).toBe(302);
  });

  test('without a second host name only the pages for code are answered', async () => {
    const own = createEmbedOrigin({ embedOrigin: null, publicUrl, providers: embedProviders, headers });
    const answered: string[] = [];
    const site = createServer((incoming, response) => {
      if (own.answer(incoming, response)) answered.push(incoming.url ?? '');
      else response.end('the site');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', () => resolve()));
    const { port } = site.address() as AddressInfo;
    for (const path of ['/embed/run/page', '/embed/run/', page('X', tweet), '/', '/healthz'])
      await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    await new Promise((resolve) => site.close(resolve));
    expect(answered).toEqual(['/embed/run/page', '/embed/run/']);
  });

  test.each(['console', 'engine', 'page'])('has a page for code without an origin, requests or storage: %s', async (name) => {
    const answer = await ask(`/embed/run/${name}?a=<script>`);
    expect(answer.status).toBe(200);
    const policy = String(answer.headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "connect-src 'none'",
        "form-action 'none'",
        `frame-ancestors ${publicUrl}`,
        'sandbox allow-scripts',
      ]),
    );
    expect(policy.includes('worker-src blob:')).toBe(name !== 'page');
    expect(policy.filter((source) => source.startsWith('script-src '))).toEqual([
      `script-src 'unsafe-inline'${name === 'engine' ? " 'wasm-unsafe-eval'" : ''}`,
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text).not.toContain('a=<script>');
    expect((await ask(`/embed/run/${name}s`)).status).toBe(404);
  });
});
