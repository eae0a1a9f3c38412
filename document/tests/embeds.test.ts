import { describe, expect, test } from 'vitest';
import { embedProviders } from '../../embeds.config.ts';
import { normalizeEmbedUrl, parseEmbedAddress } from '../src/embeds/embed-address.ts';
import { findPlayer } from '../src/embeds/find-player.ts';
import { createFrameFor, frameSources } from '../src/embeds/frame-for.ts';
import { embedHeightMessage, readEmbedHeight } from '../src/embeds/embed-height.ts';
import { readScriptEmbed } from '../src/embeds/script-embeds.ts';
import { isEmbeddable } from '../src/embeds/is-embeddable.ts';
import { fromHtml } from '../src/from-html.ts';
import { renderHtml } from '../src/html.ts';
import { doc, node } from './builders.ts';
import { goodEmbeds, hostileEmbeds, otherSpellings } from './hostile-embeds.ts';

const siteOrigin = 'https://newline.example';
const embedOrigin = 'https://embeds.example';
const frameFor = createFrameFor({ providers: embedProviders, siteOrigin, embedOrigin });
const options = { siteOrigin, frameFor };
const playerOf = (url: string) => findPlayer(url, embedProviders)?.src ?? null;
const script = (provider: string, url: string) => `${embedOrigin}/embed/script?provider=${provider}&amp;url=${encodeURIComponent(url)}`;

describe('the list of allowed embeds', () => {
  test('has the specified hosts, and every frame host is a plain name @EDIT-07', () => {
    expect(embedProviders.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(
      [
        ...[
          'Airtable',
          'Bluesky',
          'CodePen',
          'CodeSandbox',
          'Desmos',
          'GeoGebra',
          'Gist',
          'Google Forms',
          'Google Slides',
          'JSFiddle',
          'Loom',
        ],
        ...[
          'mastodon.social',
          'Observable',
          'Reddit',
          'Replit',
          'RunKit',
          'SlideShare',
          'SoundCloud',
          'Speaker Deck',
          'Spotify',
          'StackBlitz',
        ],
        ...['Typeform', 'Vimeo', 'Wistia', 'X', 'YouTube'],
      ].toSorted((a, b) => a.localeCompare(b)),
    );
    for (const host of embedProviders.flatMap(({ frames, hosts }) => [...frames, ...hosts]))
      expect(host).toMatch(/^(?:\*\.)?[a-z0-9.-]+\.[a-z]+$/);
  });

  test('is the policy for frames, with the embed origin and nothing else', () => {
    const sources = frameSources(embedProviders, embedOrigin);
    expect(sources).toContain('https://www.youtube-nocookie.com');
    expect(sources).toContain('https://*.typeform.com');
    expect(sources.at(-1)).toBe(embedOrigin);
    expect(sources.every((source) => source.startsWith('https://'))).toBe(true);
    expect(frameSources(embedProviders, null)).toEqual(sources.slice(0, -1));
  });
});

describe('a player URL is found by rule', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90'],
    ['https://youtu.be/dQw4w9WgXcQ?si=tracking', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/abc_DEF-123', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/playlist?list=PL123', 'https://www.youtube-nocookie.com/embed/videoseries?list=PL123'],
    ['https://vimeo.com/148751763', 'https://player.vimeo.com/video/148751763?dnt=1'],
    ['https://vimeo.com/showcase/7008490', 'https://vimeo.com/showcase/7008490/embed'],
    ['https://vimeo.com/album/7008490', 'https://vimeo.com/showcase/7008490/embed'],
    ['https://vimeo.com/showcase/7008490/video/148751763', 'https://player.vimeo.com/video/148751763?dnt=1'],
    ['https://vimeo.com/event/20653', 'https://vimeo.com/event/20653/embed'],
    ['https://vimeo.com/event/20653/0a1b2c3d4e', 'https://vimeo.com/event/20653/embed/0a1b2c3d4e'],
    ['https://vimeo.com/148751763/8272103f6e', 'https://player.vimeo.com/video/148751763?dnt=1&h=8272103f6e'],
    ['https://support.wistia.com/medias/26sk4lmiix', 'https://fast.wistia.net/embed/iframe/26sk4lmiix'],
    ['https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184', 'https://www.loom.com/embed/0281766fa2d04bb788eaf19e65135184'],
    ['https://soundcloud.com/forss/flickermood', 'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood'],
    ['https://open.spotify.com/intl-de/track/4PTG3Z6ehGkBFwjybzWkR8?si=x', 'https://open.spotify.com/embed/track/4PTG3Z6ehGkBFwjybzWkR8'],
    ['https://codesandbox.io/s/new', 'https://codesandbox.io/embed/new'],
    ['https://codesandbox.io/p/github/acme/shop', 'https://codesandbox.io/p/github/acme/shop?embed=1'],
    ['https://codesandbox.io/p/github/acme/shop/main?file=/a.ts', 'https://codesandbox.io/p/github/acme/shop/main?embed=1'],
    ['https://codesandbox.io/s/github/acme/shop/tree/main/web', 'https://codesandbox.io/embed/github/acme/shop/tree/main/web'],
    ['https://stackblitz.com/~/github.com/acme/shop?file=src/a.ts', 'https://stackblitz.com/github/acme/shop?embed=1&file=src%2Fa.ts'],
    ['https://stackblitz.com/~/github.com/acme/shop/tree/main/web', 'https://stackblitz.com/github/acme/shop/tree/main/web?embed=1'],
    ['https://stackblitz.com/~/edit/vite-x1', 'https://stackblitz.com/edit/vite-x1?embed=1'],
    ['https://stackblitz.com/edit/react?file=src/App.js', 'https://stackblitz.com/edit/react?embed=1&file=src%2FApp.js'],
    ['https://codepen.io/chriscoyier/pen/gfdDu', 'https://codepen.io/chriscoyier/embed/gfdDu?default-tab=result'],
    ['https://codepen.io/team/css-tricks/pen/zzJMGJ', 'https://codepen.io/team/css-tricks/embed/zzJMGJ?default-tab=result'],
    ['https://jsfiddle.net/boilerplate/jquery', 'https://jsfiddle.net/boilerplate/jquery/embedded/'],
    ['https://replit.com/@masfrost/doom', 'https://replit.com/@masfrost/doom?embed=true'],
    ['https://observablehq.com/@d3/bar-chart', 'https://observablehq.com/embed/@d3/bar-chart?cell=*'],
    ['https://docs.google.com/presentation/d/1abcDEF/edit#slide=id.p', 'https://docs.google.com/presentation/d/1abcDEF/embed'],
    ['https://docs.google.com/forms/d/e/1FAIpQ/viewform', 'https://docs.google.com/forms/d/e/1FAIpQ/viewform?embedded=true'],
    ['https://mastodon.social/@Gargron/1', 'https://mastodon.social/@Gargron/1/embed'],
    ['https://form.typeform.com/to/abc123', 'https://form.typeform.com/to/abc123'],
    ['https://airtable.com/shrAbcdef123', 'https://airtable.com/embed/shrAbcdef123'],
    ['https://www.desmos.com/calculator/gz9zwjdmf1', 'https://www.desmos.com/calculator/gz9zwjdmf1?embed'],
    ['https://www.geogebra.org/calculator/mzyjrsjs', 'https://www.geogebra.org/calculator/mzyjrsjs?embed'],
    ['https://www.geogebra.org/3d/mzyjrsjs', 'https://www.geogebra.org/3d/mzyjrsjs?embed'],
    ['https://www.geogebra.org/m/KGrkk4BA', 'https://www.geogebra.org/material/iframe/id/KGrkk4BA'],
  ])('%s is shown as %s @EDIT-07', (url, src) => {
    expect(playerOf(url)).toBe(src);
    // What a rule produced is framed unchanged: a document can contain either.
    expect(frameFor({ src, url: '' })?.src).toBe(src);
  });

  test.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://vimeo.com/about',
    'https://soundcloud.com/',
    'https://docs.google.com/document/d/1abcDEF/edit',
    'https://speakerdeck.com/someone/a-talk',
  ])('%s has none', (url) => {
    expect(playerOf(url)).toBeNull();
    expect(frameFor({ src: '', url })?.kind).not.toBe('script');
  });
});

describe('a script embed is recognized by rule', () => {
  test.each([
    ['X', 'https://x.com/jack/status/20?s=20', 'https://twitter.com/jack/status/20', 'https://platform.twitter.com/widgets.js'],
    ['X', 'https://mobile.twitter.com/jack/status/20', 'https://twitter.com/jack/status/20', 'https://platform.twitter.com/widgets.js'],
    [
      'Bluesky',
      'https://bsky.app/profile/bsky.app/post/3juzlwllznd24',
      'https://bsky.app/profile/bsky.app/post/3juzlwllznd24',
      'https://embed.bsky.app/static/embed.js',
    ],
    [
      'Reddit',
      'https://old.reddit.com/r/programming/comments/abc123/a_title/',
      'https://www.reddit.com/r/programming/comments/abc123/a_title/',
      'https://embed.reddit.com/widgets.js',
    ],
    [
      'Gist',
      'https://gist.github.com/octocat/6cad326836d38bd3a7ae#file-a',
      'https://gist.github.com/octocat/6cad326836d38bd3a7ae',
      'https://gist.github.com/octocat/6cad326836d38bd3a7ae.js',
    ],
  ])('%s: %s @EDIT-07', (provider, address, url, scriptSrc) => {
    expect(readScriptEmbed(address, provider)).toEqual({ provider, url, scriptSrc });
    expect(frameFor({ src: null, url: address })).toMatchObject({ kind: 'script', provider, sandbox: 'allow-scripts' });
  });

  test.each([
    ['X', 'https://x.com/jack'],
    ['X', 'https://x.com/jack/status/20/../../evil'],
    ['Reddit', 'https://www.reddit.com/r/programming/'],
    ['Gist', 'https://gist.github.com/octocat/6cad.js'],
    ['Gist', 'https://gist.github.com/octocat/not-hex'],
    ['__proto__', 'https://x.com/jack/status/20'],
  ])('%s: nothing for %s', (provider, address) => expect(readScriptEmbed(address, provider)).toBeNull());

  test('a height is read only from messages of that form, within limits', () => {
    const message = (height: unknown) => ({ type: embedHeightMessage, height });
    expect([300.2, 1, 1e9].map((height) => readEmbedHeight(message(height)))).toEqual([301, 40, 4000]);
    for (const data of [
      null,
      'x',
      300,
      {},
      { height: 300 },
      message('300'),
      message(NaN),
      message(Infinity),
      { type: 'other', height: 300 },
    ])
      expect(readEmbedHeight(data)).toBeNull();
  });
});

describe('a frame', () => {
  const framed = (html: string) => html.match(/<iframe[^>]*>/gu) ?? [];

  test('of a provider has exactly its sandbox @EDIT-07', () => {
    const html = renderHtml(doc(node('embed', { src: '', url: 'https://youtu.be/dQw4w9WgXcQ' })), options);
    expect(html).toBe(
      '<div class="embed"><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="https://youtu.be/dQw4w9WgXcQ"' +
        ' sandbox="allow-scripts allow-forms allow-same-origin" allow="fullscreen; picture-in-picture; encrypted-media"' +
        ' referrerpolicy="strict-origin-when-cross-origin" loading="lazy" data-embed="player"></iframe></div>',
    );
  });

  test('has the embed’s title, or its URL if there is none', () => {
    const title = 'A talk "on" <frames>';
    const blocks = [
      node('embed', { url: 'https://youtu.be/dQw4w9WgXcQ', title }),
      node('iframeEmbed', { src: 'https://player.vimeo.com/video/1', title }),
    ];
    for (const block of blocks) {
      const html = renderHtml(doc(block), options);
      expect(html).toContain('title="A talk &quot;on&quot; &lt;frames&gt;"');
      const read = fromHtml(html, 'article');
      expect(read.ok && read.document.content?.[0]?.attrs?.['title']).toBe(title);
    }
    // If nothing can be framed, it is the text of the link.
    expect(renderHtml(doc(node('embed', { url: 'https://example.org/talk', title: 'A talk' })), options)).toContain('>A talk</a>');
    const untitled = fromHtml(renderHtml(doc(node('embed', { url: 'https://youtu.be/dQw4w9WgXcQ' })), options), 'article');
    expect((untitled.ok && untitled.document.content?.[0]?.attrs?.['title']) ?? null).toBeNull();
  });

  test('of another spelling of a URL is the same @EDIT-07', () => {
    for (const address of goodEmbeds) {
      const frame = frameFor({ src: null, url: address });
      expect(frame).not.toBeNull();
      for (const spell of otherSpellings) {
        const other = spell(address);
        expect(isEmbeddable(other, embedProviders), other).toBe(true);
        expect([frameFor({ src: null, url: other }), frameFor({ src: other, url: null })], other).toEqual([frame, frame]);
      }
    }
    // The path is unchanged, because it is case-sensitive.
    expect(normalizeEmbedUrl('HTTP://Vimeo.COM:80/A?B=C#D')).toBe('https://vimeo.com/A?B=C#D');
  });

  test('of a script is on the embed origin and has an opaque origin; without an embed origin it is a link', () => {
    const url = 'https://x.com/jack/status/20';
    const embed = doc(node('embed', { url, html: '<script>1</script>', scriptSrc: 'https://platform.twitter.com/widgets.js' }));
    const html = renderHtml(embed, options);
    expect(html).toContain(
      `<iframe src="${script('X', 'https://twitter.com/jack/status/20')}" title="${url}" sandbox="allow-scripts" referrerpolicy=`,
    );
    expect(html).not.toMatch(/widgets|&lt;script/);
    const without = createFrameFor({ providers: embedProviders, siteOrigin, embedOrigin: null });
    expect(renderHtml(embed, { siteOrigin, frameFor: without })).toBe(
      `<p class="embed"><a href="${url}" rel="noopener noreferrer nofollow">${url}</a></p>`,
    );
  });

  test('never shows the site or the embed origin, even if they are listed', () => {
    const own = createFrameFor({
      providers: [
        {
          name: 'Own',
          kind: 'iframe',
          hosts: ['newline.example', 'embeds.example'],
          frames: ['newline.example', '*.newline.example', 'embeds.example'],
        },
      ],
      siteOrigin,
      embedOrigin,
    });
    for (const src of [`${siteOrigin}/`, 'https://www.newline.example/', `${embedOrigin}/embed/script?url=x`])
      expect(own({ src, url: src })).toBeNull();
  });

  test('is created for each good URL and for none of the hostile ones @EDIT-07', () => {
    expect(hostileEmbeds.length).toBeGreaterThanOrEqual(300);
    expect(new Set(hostileEmbeds.map(([, address]) => address)).size).toBeGreaterThanOrEqual(300);
    const nodes = (address: string) => [
      node('embed', { src: address, url: address }),
      node('embed', { src: '', url: address }),
      node('embed', { src: address, url: '' }),
      node('iframeEmbed', { src: address }),
      node('ideEmbed', { src: address }),
    ];
    // The control: the same five URLs without the attack become frames.
    for (const address of goodEmbeds) {
      expect(isEmbeddable(address, embedProviders)).toBe(true);
      for (const block of nodes(address)) expect(framed(renderHtml(doc(block), options)), address).toHaveLength(1);
    }
    const accepted = hostileEmbeds.filter(
      ([, address]) => isEmbeddable(address, embedProviders) || findPlayer(address, embedProviders) !== null,
    );
    const rendered = hostileEmbeds.filter(([, address]) =>
      nodes(address).some((block) => framed(renderHtml(doc(block), options)).length > 0),
    );
    expect({ accepted, rendered }).toEqual({ accepted: [], rendered: [] });
  });
});

test.each([
  'https://youtube.com:443/',
  'https://YOUTUBE.com/',
  'https://you\ttube.com/',
  'https://user@youtube.com/',
  'https://youtube.com./',
  'http://youtube.com/',
  'blob:https://youtube.com/1',
  '',
  null,
  42,
  `https://youtube.com/${'a'.repeat(2048)}`,
])('%j is no URL for a frame', (address) => {
  expect(parseEmbedAddress(address)).toBeNull();
});
