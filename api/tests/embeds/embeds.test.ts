import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodEmbeds, hostileEmbeds, otherSpellings } from '../../../document/tests/hostile-embeds.ts';
import type { Browser } from '../browser.ts';
import { startCanary, type Canary } from '../outbound/canary.ts';
import { signUp } from '../people.ts';
import { ssrfAddresses } from '../outbound/ssrf-addresses.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const embedForUrl = /* GraphQL */ `
  query embedForUrl($url: String!) {
    embedForUrl(url: $url) {
      type version title author authorUrl provider providerUrl cacheAge thumbnail { url width height } description
      html iframeSrc scriptSrc width height errors url
    }
  }
`;
type Answer = { [name: string]: unknown; iframeSrc: string | null; scriptSrc: string | null; errors: readonly string[] };

/** oEmbed responses of the providers, by host and requested URL; others are 404. */
const oembedResponses = new Map<string, unknown>();
/** Targets of short links, by host and path. */
const leads = new Map<string, string>();
let requests: string[] = [];
let far: Server;
let site: TestApi;
let canary: Canary;
let browser: Browser;
beforeAll(async () => {
  far = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `https://${request.headers.host}`);
    requests.push(`${url.host}${url.pathname} ${url.searchParams.get('url')}`);
    const location = leads.get(`${url.host}${url.pathname}`);
    if (location !== undefined) return void response.writeHead(302, { location }).end();
    const answer = oembedResponses.get(`${url.host} ${url.searchParams.get('url')}`);
    if (answer === 'silence') return;
    if (typeof answer === 'number') response.writeHead(answer, { location: 'https://127.0.0.1/' }).end();
    else if (answer === undefined) response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', () => resolve()));
  const target = `127.0.0.1:${(far.address() as AddressInfo).port}`;
  const hosts = [
    'www.youtube.com',
    'vimeo.com',
    'speakerdeck.com',
    'www.slideshare.net',
    'publish.x.com',
    'open.spotify.com',
    'soundcloud.com',
    'embed.bsky.app',
    'codepen.io',
    'codesandbox.io',
    'www.reddit.com',
    'forms.gle',
    'redd.it',
  ];
  [site, canary] = await Promise.all([
    startTestApi({ env: { fetchTestMap: new Map(hosts.map((host) => [host, target])) } }),
    startCanary(),
  ]);
  ({ browser } = await signUp(site, 'embeds@example.com'));
});
afterAll(async () => {
  far.closeAllConnections();
  far.close();
  await Promise.all([site.stop(), canary.stop()]);
});

/** Looks up a URL as a user; the result always has data and no error. */
async function look(url: string, user = browser): Promise<Answer> {
  const answer = await user.graphql<{ embedForUrl: Answer }>(embedForUrl, { url });
  expect(
    answer.errors?.map(({ message }) => message),
    url,
  ).toBeUndefined();
  return answer.data?.embedForUrl as Answer;
}

/** Resets all rate limits. */
const forgetLimits = () => site.db.superuser.query('delete from auth.attempts');

describe('embedForUrl', () => {
  test('returns every field of an embed @API-01 @API-02 @EDIT-07', async () => {
    const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    oembedResponses.set(`www.youtube.com ${url}`, {
      ...{ type: 'video', version: '1.0', title: ' A  talk\u0000 ', author_name: 'Ada', author_url: 'https://www.youtube.com/@ada' },
      ...{
        provider_name: 'Somebody else',
        provider_url: 'https://www.youtube.com/',
        cache_age: '3600',
        thumbnail_url: 'https://i.ytimg.com/vi/x/hq.jpg',
      },
      ...{
        thumbnail_width: 480,
        thumbnail_height: 360,
        description: 'About it.',
        html: '<iframe src="https://www.youtube.com/embed/x"></iframe>',
        width: 800,
        height: '450',
      },
    });
    expect(await look(url)).toEqual({
      type: 'video',
      version: '1.0',
      title: 'A talk',
      author: 'Ada',
      authorUrl: 'https://www.youtube.com/@ada',
      provider: 'YouTube',
      providerUrl: 'https://www.youtube.com/',
      cacheAge: 3600,
      thumbnail: { url: 'https://i.ytimg.com/vi/x/hq.jpg', width: 480, height: 360 },
      description: 'About it.',
      html: '<iframe src="https://www.youtube.com/embed/x"></iframe>',
      iframeSrc: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      scriptSrc: null,
      width: 800,
      height: 450,
      errors: [],
      url,
    });
  });

  test('ignores invalid fields in a provider’s response', async () => {
    const url = 'https://vimeo.com/2';
    const bad = {
      type: 'script',
      version: {},
      title: ['x'],
      author_name: 1,
      author_url: 'javascript:alert(1)',
      provider_url: 'https://a@evil.example',
      cache_age: -1,
    };
    oembedResponses.set(`vimeo.com ${url}`, {
      ...bad,
      thumbnail_url: 'http://i.example/x.jpg',
      html: 'x'.repeat(20_001),
      width: '100%',
      height: 1e9,
      description: 'y'.repeat(5000),
    });
    const { description, ...answer } = await look(url);
    expect(String(description)).toHaveLength(1000);
    const nothing = {
      type: null,
      version: null,
      title: null,
      author: null,
      authorUrl: null,
      providerUrl: null,
      cacheAge: null,
      thumbnail: null,
    };
    const rest = {
      html: null,
      width: null,
      height: null,
      provider: 'Vimeo',
      iframeSrc: 'https://player.vimeo.com/video/2?dnt=1',
      scriptSrc: null,
      errors: [],
      url,
    };
    expect(answer).toEqual({ ...nothing, ...rest });
  });

  test('asks a provider once per URL', async () => {
    const url = 'https://vimeo.com/148751763';
    oembedResponses.set(`vimeo.com ${url}`, { type: 'video', title: 'Once' });
    requests = [];
    expect((await look(url)).title).toBe('Once');
    expect((await look(url)).title).toBe('Once');
    expect(requests).toEqual([`vimeo.com/api/oembed.json ${url}`]);
  });

  test('returns the player of a provider that doesn’t respond, and of one without oEmbed', async () => {
    oembedResponses.set('open.spotify.com https://open.spotify.com/track/4PTG3Z6ehGkBFwjybzWkR8', 503);
    expect(await look('https://open.spotify.com/track/4PTG3Z6ehGkBFwjybzWkR8')).toMatchObject({
      iframeSrc: 'https://open.spotify.com/embed/track/4PTG3Z6ehGkBFwjybzWkR8',
      title: null,
      errors: [],
    });
    oembedResponses.set('soundcloud.com https://soundcloud.com/forss/flickermood', 'silence');
    expect(await look('https://soundcloud.com/forss/flickermood')).toMatchObject({ errors: [], title: null });
    requests = [];
    expect(await look('https://stackblitz.com/edit/react')).toMatchObject({
      iframeSrc: 'https://stackblitz.com/edit/react?embed=1',
      errors: [],
    });
    expect(requests).toEqual([]);
  });

  test('takes the player from the HTML of a provider if no rule recognizes the URL, only on a listed frame host', async () => {
    const frame = (src: string) => ({
      type: 'rich',
      html: `<div><!-- <iframe src="https://evil.example"> --><iframe allowfullscreen SRC='${src}'></iframe></div>`,
    });
    const deck = 'https://speakerdeck.com/player/0123456789abcdef0123456789abcdef';
    const shown = async (src: string, name: string) => {
      oembedResponses.set(`speakerdeck.com https://speakerdeck.com/someone/${name}`, frame(src));
      const { iframeSrc, errors } = await look(`https://speakerdeck.com/someone/${name}`);
      return iframeSrc ?? errors;
    };
    expect(await shown(deck, 'good')).toBe(deck);
    expect(await shown(deck.slice('https:'.length), 'without-scheme')).toBe(deck);
    for (const src of [
      'https://evil.example/player',
      'http://speakerdeck.com/player/1',
      'https://speakerdeck.com.evil.example/',
      'javascript:alert(1)',
      'https://speakerdeck.com:8443/',
      'https://user@speakerdeck.com/',
    ]) {
      expect(await shown(src, `bad-${src.length}`), src).toEqual(['Speaker Deck has nothing to embed at this URL.']);
    }
  });

  test('names the script of a script embed, which has no frame of its own', async () => {
    oembedResponses.set('publish.x.com https://x.com/jack/status/20', {
      type: 'rich',
      author_name: 'jack',
      html: '<blockquote><script src="https://evil.example/x.js"></script>',
    });
    expect(await look('https://x.com/jack/status/20')).toMatchObject({
      provider: 'X',
      author: 'jack',
      iframeSrc: null,
      scriptSrc: 'https://platform.twitter.com/widgets.js',
      errors: [],
    });
  });
});

describe('a short link', () => {
  const form = 'https://docs.google.com/forms/d/e/1FAIpQ/viewform';
  const post = 'https://www.reddit.com/r/programming/comments/abc123/a_title/';

  test('is followed on its provider’s hosts, using only response headers @EDIT-07', async () => {
    leads.set('forms.gle/AbC123', `${form}?usp=send_form`);
    leads.set('redd.it/abc123', 'https://www.reddit.com/r/programming/s/XyZ12345');
    leads.set('www.reddit.com/r/programming/s/XyZ12345', post);
    oembedResponses.set(`www.reddit.com ${post}`, { type: 'rich', title: 'A title' });
    expect(await look('https://forms.gle/AbC123')).toMatchObject({
      url: `${form}?usp=send_form`,
      provider: 'Google Forms',
      iframeSrc: `${form}?embedded=true`,
      errors: [],
    });
    const reddit = { url: post, provider: 'Reddit', title: 'A title', scriptSrc: 'https://embed.reddit.com/widgets.js', errors: [] };
    expect(await look('https://redd.it/abc123')).toMatchObject(reddit);
    expect(await look('https://www.reddit.com/r/programming/s/XyZ12345')).toMatchObject(reddit);
    requests = [];
    expect(await look('https://redd.it/abc123')).toMatchObject(reddit);
    expect(requests).toEqual([]);
  });

  test('that leads to another site, an internal address or nowhere embeds nothing', async () => {
    leads.set('forms.gle/evil', 'https://evil.example/forms/d/e/1FAIpQ/viewform');
    leads.set('forms.gle/inside', 'https://127.0.0.1/');
    leads.set('forms.gle/text', 'https://docs.google.com/document/d/1abcDEF/edit');
    leads.set('forms.gle/circle', 'https://forms.gle/circle');
    for (const end of ['evil', 'inside', 'text', 'circle', 'missing']) {
      requests = [];
      const { errors, iframeSrc, url } = await look(`https://forms.gle/${end}`);
      expect({ url, iframeSrc }, end).toEqual({ url: `https://forms.gle/${end}`, iframeSrc: null });
      expect(errors, end).toHaveLength(1);
      expect(
        requests.every((request) => request.startsWith('forms.gle/') || request.startsWith('docs.google.com/')),
        requests.join(),
      ).toBe(true);
    }
  });
});

test('another spelling of a URL is the same embed', async () => {
  const address = 'https://stackblitz.com/edit/spelled';
  for (const spell of otherSpellings)
    expect(await look(spell(address))).toMatchObject({ url: address, iframeSrc: `${address}?embed=1`, errors: [] });
});

describe('a failure is an error in the list, never a server error', () => {
  test.each([
    ['not an address', 'This URL cannot be embedded.'],
    ['', 'This URL cannot be embedded.'],
    ['https://user@vimeo.com/1', 'Enter a URL that starts with https:// and has no username or port.'],
    ['https://vimeo.com:8443/1', 'Enter a URL that starts with https:// and has no username or port.'],
    ['https://example.com/page', 'example.com is not one of the sites that can be embedded.'],
    ['https://www.youtube.com/watch?v=gone4567890', 'YouTube has nothing to embed at this URL.'],
    ['https://x.com/jack', 'X has nothing to embed at this URL.'],
    ['https://www.slideshare.net/a/unreadable', 'SlideShare sent a response that cannot be read.'],
    ['https://www.slideshare.net/a/broken', 'SlideShare responded with 500.'],
    ['https://www.slideshare.net/a/inside', '127.0.0.1 is not on the list of allowed hosts.'],
    ['https://www.slideshare.net/a/silent', 'www.slideshare.net did not respond within 3 seconds.'],
  ])('%s: %s @API-02', async (url, reason) => {
    oembedResponses.set('www.slideshare.net https://www.slideshare.net/a/unreadable', '<html>');
    oembedResponses.set('www.slideshare.net https://www.slideshare.net/a/broken', 500);
    oembedResponses.set('www.slideshare.net https://www.slideshare.net/a/inside', 302);
    oembedResponses.set('www.slideshare.net https://www.slideshare.net/a/silent', 'silence');
    const { errors, iframeSrc, scriptSrc } = await look(url);
    expect({ iframeSrc, scriptSrc }).toEqual({ iframeSrc: null, scriptSrc: null });
    expect(errors).toEqual([reason]);
  });

  test('visitors must sign in, and nothing is requested', async () => {
    requests = [];
    expect((await look('https://vimeo.com/1', site.newBrowser())).errors).toEqual(['Please sign in to embed content.']);
    expect(requests).toEqual([]);
  });

  test('users who send too many requests must wait', async () => {
    await forgetLimits();
    // In sequence: more than sixteen concurrent queries of a user have their own limit.
    const answers: Answer[] = [];
    for (let n = 0; n < 122; n++) answers.push(await look(`https://stackblitz.com/edit/many-${n}`));
    const refused = answers.filter(({ errors }) => errors.length > 0);
    expect(refused.length).toBe(2);
    expect(refused[0]?.errors[0]).toMatch(/^Too many lookups. Wait \d+ min/);
    await forgetLimits();
  });
});

describe('hostile URLs', () => {
  test('none of more than 300 that look like a provider is accepted, and the harmless ones are @EDIT-07', async () => {
    await forgetLimits();
    for (const address of goodEmbeds) {
      for (const host of ['www.youtube.com', 'vimeo.com', 'open.spotify.com', 'codesandbox.io', 'codepen.io', 'publish.x.com'])
        oembedResponses.set(`${host} ${address}`, { type: 'rich' });
      expect((await look(address)).errors, address).toEqual([]);
    }
    requests = [];
    const accepted: string[] = [];
    for (const [label, address] of hostileEmbeds) {
      if (address.includes('\0')) {
        const { errors } = await browser.graphql(embedForUrl, { url: address });
        expect(errors?.[0]?.extensions, label).toMatchObject({ code: 'BAD_INPUT' });
        continue;
      }
      const { errors, iframeSrc, scriptSrc } = await look(address);
      if (errors.length === 0 || iframeSrc !== null || scriptSrc !== null) accepted.push(`${label}: ${address}`);
    }
    expect(accepted).toEqual([]);
    expect(requests).toEqual([]);
  });

  test('none of more than 200 that lead to internal addresses reaches the canary @API-02', async () => {
    const addresses = ssrfAddresses(canary.port, 'www.youtube.com');
    expect(addresses.length).toBeGreaterThanOrEqual(200);
    requests = [];
    const accepted: string[] = [];
    for (const address of addresses) if ((await look(address)).errors.length === 0) accepted.push(address);
    expect(accepted).toEqual([]);
    // One of them is another spelling of the provider's own page.
    expect(requests.filter((request) => request !== 'www.youtube.com/oembed https://www.youtube.com/')).toEqual([]);
    expect(canary.takeHits()).toBe(0);
    // Control: it can be reached.
    await fetch(`http://127.0.0.1:${canary.port}/`);
    expect(canary.takeHits()).toBe(1);
  });
});
