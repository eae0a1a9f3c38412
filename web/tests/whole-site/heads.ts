import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';
import type { WholeSite } from './start-whole-site.ts';

/** The metadata for search engines and link previews, read from the document that the server sent. */
type Head = {
  title: string;
  canonical: string[];
  description: string[];
  metadata: Record<string, string[]>;
  alternates: Record<string, string>;
  data: Record<string, unknown>[];
};

/** The properties that search engines require for each type. */
const required: Record<string, readonly string[]> = {
  Organization: ['name', 'url', 'logo', 'sameAs'],
  WebSite: ['name', 'url', 'potentialAction'],
  Course: ['name', 'description', 'provider', 'offers', 'hasCourseInstance', 'url'],
  Book: ['name', 'author', 'url', 'publisher'],
  Article: ['headline', 'author', 'datePublished', 'publisher', 'mainEntityOfPage'],
  VideoObject: ['name', 'description', 'thumbnailUrl', 'uploadDate', 'contentUrl'],
  BreadcrumbList: ['itemListElement'],
  LearningResource: ['name', 'description', 'isPartOf', 'learningResourceType'],
  Chapter: ['name', 'isPartOf'],
  ProfilePage: ['mainEntity'],
  CollectionPage: ['name', 'mainEntity'],
  Product: ['name', 'offers'],
};

type Element = DefaultTreeAdapterTypes.Element;

function readHead(html: string): Head {
  const elements = elementsOf(parse(html)).find(({ tagName }) => tagName === 'html');
  const head = elementsOf(elements).find(({ tagName }) => tagName === 'head');
  const all = (tagName: string) => elementsOf(head).filter((element) => element.tagName === tagName);
  const metadata: Record<string, string[]> = {};
  for (const meta of all('meta')) {
    const name = attribute(meta, 'property') ?? attribute(meta, 'name');
    if (name !== undefined) (metadata[name] ??= []).push(attribute(meta, 'content') ?? '');
  }
  const links = (rel: string) => all('link').filter((link) => attribute(link, 'rel') === rel);
  return {
    title: all('title').map(textOf)[0] ?? '',
    canonical: links('canonical').map((link) => attribute(link, 'href') ?? ''),
    description: metadata['description'] ?? [],
    metadata,
    alternates: Object.fromEntries(links('alternate').map((link) => [attribute(link, 'type'), attribute(link, 'href') ?? ''])),
    data: all('script')
      .filter((script) => attribute(script, 'type') === 'application/ld+json')
      .map((script) => JSON.parse(textOf(script)) as Record<string, unknown>),
  };
}

const elementsOf = (parent: DefaultTreeAdapterTypes.ParentNode | undefined) =>
  (parent?.childNodes ?? []).filter((node): node is Element => 'tagName' in node);
const attribute = (element: Element, attributeName: string) => element.attrs.find(({ name }) => name === attributeName)?.value;
const textOf = (element: Element) => element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');

export function testHeads(site: () => WholeSite): void {
  test('has its URL, title, description, image and structured data @SITE-09', async () => {
    const { origin } = site();
    const sitemap = async (part: string) => (await (await site().get(`/sitemaps/${part}.xml`)).text()).match(/<loc>[^<]+/gu) ?? [];
    const find = async (part: string, pattern: RegExp) => {
      const match = (await sitemap(part)).map((loc) => new URL(loc.slice(5)).pathname).find((path) => pattern.test(path));
      if (match === undefined) throw new Error(`Expected an address like ${pattern} in the sitemap of ${part}, got none`);
      return match;
    };
    const clip = await find('clips', /./);
    const lesson = await find('courses', /^\/courses\/types-that-tell-the-truth\/./);
    const chapter = await find('books', /^\/books\/[^/]+\/./);
    const pages: Record<string, { types: string[]; feed?: string; hasOembed?: boolean }> = {
      '/': { types: ['WebSite'] },
      '/courses': { types: ['BreadcrumbList', 'CollectionPage'], feed: 'courses' },
      '/books': { types: ['BreadcrumbList', 'CollectionPage'], feed: 'books' },
      '/explore-catalog': { types: ['BreadcrumbList', 'CollectionPage'], feed: 'articles' },
      '/pricing': { types: ['Product', 'BreadcrumbList'] },
      '/write-with-us': { types: ['BreadcrumbList'] },
      '/clips': { types: ['BreadcrumbList'], feed: 'clips' },
      [clip]: { types: ['VideoObject', 'BreadcrumbList'], feed: 'clips', hasOembed: true },
      '/courses/types-that-tell-the-truth': { types: ['Course', 'BreadcrumbList', 'VideoObject'], feed: 'courses', hasOembed: true },
      '/fullstack-graphql': { types: ['Book', 'BreadcrumbList', 'VideoObject'], feed: 'books', hasOembed: true },
      [lesson]: { types: ['LearningResource', 'BreadcrumbList'] },
      [chapter]: { types: ['Chapter', 'BreadcrumbList'] },
      '/articles/the-retry-budget': { types: ['Article', 'BreadcrumbList'], feed: 'articles', hasOembed: true },
      '/vue': { types: ['ProfilePage'] },
      '/@nadia': { types: ['ProfilePage'] },
    };
    const images = new Set<string>();
    for (const [path, { types, feed, hasOembed = false }] of Object.entries(pages)) {
      const response = await site().get(path);
      expect(response.status, path).toBe(200);
      const head = readHead(await response.text());
      expect(head.canonical, path).toEqual([`${origin}${path}`]);
      expect(head.description, path).toEqual([expect.stringMatching(/.{20}/u)]);
      const [image = ''] = head.metadata['og:image'] ?? [];
      expect(head.metadata, path).toMatchObject({
        'og:title': [expect.stringMatching(/./u)],
        'og:description': head.description,
        'og:url': head.canonical,
        'og:site_name': ['newline'],
        'og:type': [expect.stringMatching(/^(website|article|profile|book|video\.other)$/u)],
        'og:image': [expect.stringMatching(/^http.+\.[0-9a-f]{12}\.png$/u)],
        'og:image:width': ['1200'],
        'og:image:height': ['630'],
        'og:image:alt': [expect.stringMatching(/./u)],
        'twitter:card': ['summary_large_image'],
        'twitter:title': head.metadata['og:title'],
        'twitter:image': [image],
      });
      expect(head.title, path).toContain(path === '/' ? 'newline' : head.metadata['og:title']?.[0]);
      expect(head.alternates['application/atom+xml'], path).toBe(feed && `/feeds/${feed}.atom`);
      expect(head.alternates['application/json+oembed'] !== undefined, path).toBe(hasOembed);
      for (const url of Object.values(head.alternates)) expect((await site().get(url)).status, url).toBe(200);
      expect(
        head.data.map((data) => data['@type']),
        path,
      ).toEqual(['Organization', ...types]);
      for (const data of head.data) {
        expect(data['@context'], path).toBe('https://schema.org');
        for (const name of required[String(data['@type'])] ?? ['an entry in the list above'])
          expect(data[name], `${path} ${String(data['@type'])} ${name}`).toBeTruthy();
      }
      // Without a redirect: a redirected image URL is outdated.
      const imageResponse = await site().get(image);
      expect(imageResponse.status, image).toBe(200);
      expect(imageResponse.headers.get('content-type'), image).toBe('image/png');
      const bytes = Buffer.from(await imageResponse.arrayBuffer());
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], image).toEqual([1200, 630]);
      expect(bytes.length, image).toBeLessThan(60_000);
      images.add(bytes.toString('base64'));
    }
    expect(images.size).toBe(Object.keys(pages).length);
    const structuredData = readHead(await (await site().get(lesson)).text()).data;
    const publisher = structuredData.find((data) => data['@type'] === 'Organization');
    expect(structuredData.find((data) => data['@type'] === 'LearningResource')?.['isPartOf']).toEqual({
      '@type': 'Course',
      name: 'Types That Tell the Truth',
      url: `${origin}/courses/types-that-tell-the-truth`,
      provider: { '@type': 'Organization', name: publisher?.['name'], url: publisher?.['url'] },
    });
    const crumbs = structuredData.find((data) => data['@type'] === 'BreadcrumbList');
    expect((crumbs?.['itemListElement'] as { item: string }[] | undefined)?.map(({ item }) => item)).toEqual([
      `${origin}/`,
      `${origin}/courses`,
      `${origin}/courses/types-that-tell-the-truth`,
      `${origin}${lesson}`,
    ]);
  });

  test('has no image for a missing page, nor at a URL of another form @SITE-09', async () => {
    const status = async (path: string) => (await site().get(path)).status;
    expect(await status('/share/courses/types-that-tell-the-truth.000000000000.png')).toBe(302);
    for (const path of [
      '/share/courses/no-such.000000000000.png',
      '/share/courses/types-that-tell-the-truth/no-such.000000000000.png',
      '/share/clips/01a1fd12-cb19-77a5-8e27-b51da26a54f4.000000000000.png',
      '/share/@nobody-of-that-name.000000000000.png',
      '/share/studio.000000000000.png',
      '/share/index.png',
      '/share/index.jpg',
      '/share/',
      '/share/..%2f..%2fetc%2fpasswd.000000000000.png',
    ])
      expect(await status(path), path).toBe(404);
  });
}
