import { expect, test } from 'vitest';
import type { WholeSite } from './start-whole-site.ts';

/** Tests what programs read, as a visitor: sitemap, feeds, robots.txt, llms.txt, oEmbed. */
export function testPrograms(site: () => WholeSite): void {
  const read = async (path: string, type: string) => {
    const response = await site().get(path);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('content-type'), path).toContain(type);
    return response.text();
  };

  test('the sitemap names every kind of page, with images and videos, and each URL works @SITE-09', async () => {
    const { origin } = site();
    expect(await read('/robots.txt', 'text/plain')).toContain(`Sitemap: ${origin}/sitemap.xml`);
    const files = textsIn(await read('/sitemap.xml', 'application/xml'), 'loc');
    expect(files).toEqual(
      ['pages', 'courses', 'books', 'articles', 'clips', 'paths', 'people'].map((part) => `${origin}/sitemaps/${part}.xml`),
    );
    const urls: string[] = [];
    for (const file of files) {
      const xml = await read(new URL(file).pathname, 'application/xml');
      const locations = textsIn(xml, 'loc');
      expect(locations.length, file).toBeGreaterThan(file.includes('/paths') ? 1 : 4);
      urls.push(...locations.slice(0, 8));
      if (file.includes('/courses')) {
        expect(textsIn(xml, 'image:loc').length).toBeGreaterThan(5);
        expect(textsIn(xml, 'video:content_loc').length).toBeGreaterThan(0);
      }
      if (file.includes('/clips')) expect(textsIn(xml, 'video:thumbnail_loc').length).toBe(locations.length);
    }
    expect(urls.some((url) => /\/courses\/[^/]+\/[^/]+$/.test(url))).toBe(true);
    for (const address of urls) {
      expect(address.startsWith(`${origin}/`), address).toBe(true);
      expect((await site().get(address)).status, address).toBe(200);
    }
    expect((await site().get('/sitemaps/no-such.xml')).status).toBe(404);
  });

  test('each kind of content has an Atom feed, and llms.txt the list of titles @SITE-09', async () => {
    const { origin } = site();
    for (const kind of ['courses', 'books', 'articles', 'clips']) {
      const xml = await read(`/feeds/${kind}.atom`, 'application/atom+xml');
      const ids = textsIn(xml, 'id');
      expect(ids.length, kind).toBeGreaterThan(5);
      expect(ids[0]).toBe(`tag:${new URL(origin).hostname},2026:${kind}`);
      expect(ids.slice(1).filter((id) => !/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
      expect(xml).toContain(`href="${origin}/feeds/${kind}.atom"`);
      expect(xml).not.toContain('rating');
    }
    const text = await read('/llms.txt', 'text/plain');
    expect(text).toMatch(/^# newline\n\n> .+/);
    expect(text).toContain(`](${origin}/courses/types-that-tell-the-truth)`);
    expect((await site().get('/feeds/people.atom')).status).toBe(404);
  });

  test('oEmbed describes courses, books, articles and clips, and nothing else @SITE-09', async () => {
    const { origin } = site();
    const ask = (query: string) => site().get(`/oembed?${query}`);
    const clip = /\/clips\/[0-9a-f-]{36}/.exec(await (await site().get('/sitemaps/clips.xml')).text())?.[0] ?? '';
    for (const path of ['/courses/types-that-tell-the-truth', '/fullstack-graphql', '/articles/the-retry-budget', clip]) {
      const response = await ask(`url=${encodeURIComponent(`${origin}${path}`)}&format=json`);
      expect(response.status, path).toBe(200);
      expect(await response.json()).toMatchObject({ version: '1.0', type: 'link', provider_name: 'newline', provider_url: origin });
    }
    const course = await (await ask(`url=${encodeURIComponent(`${origin}/courses/types-that-tell-the-truth`)}`)).json();
    expect(course).toMatchObject({ title: 'Types That Tell the Truth', author_name: 'Ines Valderrama', thumbnail_width: 295 });
    expect((await site().get(String(course.thumbnail_url))).status).toBe(200);
    for (const [query, status] of [
      ['', 400],
      [`url=${encodeURIComponent(`${origin}/courses/no-such`)}`, 404],
      ['url=https%3A%2F%2Fexample.com%2Fcourses%2Ftypes-that-tell-the-truth', 404],
      ['url=nothing', 404],
      [`format=xml&url=${encodeURIComponent(`${origin}/fullstack-graphql`)}`, 501],
    ] as const)
      expect((await ask(query)).status, query).toBe(status);
  });
}

/** Returns the texts of XML elements; throws when it isn't well-formed: tags that don't nest, a bare ampersand. */
function textsIn(xml: string, name: string): string[] {
  const texts: string[] = [];
  const open: { tag: string; from: number }[] = [];
  const markup = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, 'cdata');
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(markup)) throw new Error('An ampersand stands for itself');
  const tags = /<(\/?)([\w:.-]+)(?:\s+[\w:.-]+=(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>|<\?[^?]*\?>|</g;
  for (const { 0: tag, 1: isClosing, 2: called, 3: isEmpty, index } of markup.matchAll(tags)) {
    if (tag.startsWith('<?')) continue;
    if (called === undefined) throw new Error(`Not a tag: ${markup.slice(index, index + 40)}`);
    if (isClosing) {
      const opened = open.pop();
      if (opened?.tag !== called) throw new Error(`${called} ends where ${opened?.tag} is open`);
      if (called === name) texts.push(markup.slice(opened.from, index));
    } else if (!isEmpty) open.push({ tag: called, from: index + tag.length });
  }
  if (open.length > 0) throw new Error(`${open.map(({ tag }) => tag).join(', ')} never ends`);
  return texts;
}
