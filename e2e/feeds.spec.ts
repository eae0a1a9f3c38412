import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

/** What programs read: sitemap, feeds, robots.txt, llms.txt, oEmbed, and what link previews show. All of it as a visitor. */
test.describe('what search engines and readers are told @desk', () => {
  const read = async (page: Page, path: string, type: string) => {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['content-type'], path).toContain(type);
    return response.text();
  };
  /** The texts of these elements of well-formed XML; it is read by the browser's own parser. */
  const textsIn = (page: Page, xml: string, name: string) =>
    page.evaluate(
      ([source, tag]) => {
        const document = new DOMParser().parseFromString(source ?? '', 'application/xml');
        if (document.querySelector('parsererror')) throw new Error('not well-formed');
        return [...document.getElementsByTagName(tag ?? '')].map((element) => element.textContent);
      },
      [xml, name],
    );

  test('the sitemap names every kind of page, with pictures and videos, and each address answers @SITE-09', async ({ page, baseURL }) => {
    await page.goto('/');
    expect(await read(page, '/robots.txt', 'text/plain')).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
    const files = await textsIn(page, await read(page, '/sitemap.xml', 'application/xml'), 'loc');
    expect(files).toEqual(['pages', 'courses', 'books', 'articles', 'clips', 'people'].map((part) => `${baseURL}/sitemaps/${part}.xml`));
    const addresses: string[] = [];
    for (const file of files) {
      const xml = await read(page, new URL(file).pathname, 'application/xml');
      const found = await textsIn(page, xml, 'loc');
      expect(found.length, file).toBeGreaterThan(4);
      addresses.push(...found.slice(0, 8));
      if (file.includes('/courses')) {
        expect((await textsIn(page, xml, 'image:loc')).length).toBeGreaterThan(5);
        expect((await textsIn(page, xml, 'video:content_loc')).length).toBeGreaterThan(0);
      }
      if (file.includes('/clips')) expect((await textsIn(page, xml, 'video:thumbnail_loc')).length).toBe(found.length);
    }
    expect(addresses.some((address) => /\/courses\/[^/]+\/[^/]+$/.test(address))).toBe(true);
    for (const address of addresses) {
      expect(address.startsWith(`${baseURL}/`), address).toBe(true);
      expect((await page.request.get(address)).status(), address).toBe(200);
    }
    expect((await page.request.get('/sitemaps/no-such.xml')).status()).toBe(404);
  });

  test('each kind of content has an Atom feed, and llms.txt the list of titles @SITE-09', async ({ page, baseURL }) => {
    await page.goto('/');
    for (const kind of ['courses', 'books', 'articles', 'clips']) {
      const xml = await read(page, `/feeds/${kind}.atom`, 'application/atom+xml');
      const ids = await textsIn(page, xml, 'id');
      expect(ids.length, kind).toBeGreaterThan(5);
      expect(new Set(ids).size).toBe(ids.length);
      expect(xml).toContain(`href="${baseURL}/feeds/${kind}.atom"`);
      expect(xml).not.toContain('rating');
    }
    const text = await read(page, '/llms.txt', 'text/plain');
    expect(text).toMatch(/^# newline\n\n> .+/);
    expect(text).toContain(`](${baseURL}/courses/types-that-tell-the-truth)`);
    expect((await page.request.get('/feeds/people.atom')).status()).toBe(404);
  });

  test('oEmbed tells of a course, a book, an article and a clip, and of nothing else @SITE-09', async ({ page, baseURL }) => {
    const ask = (query: string) => page.request.get(`/oembed?${query}`);
    const clip = /\/clips\/[0-9a-f-]{36}/.exec(await (await page.request.get('/sitemaps/clips.xml')).text())?.[0] ?? '';
    for (const path of ['/courses/types-that-tell-the-truth', '/fullstack-graphql', '/articles/the-retry-budget', clip]) {
      const response = await ask(`url=${encodeURIComponent(`${baseURL}${path}`)}&format=json`);
      expect(response.status(), path).toBe(200);
      expect(await response.json()).toMatchObject({ version: '1.0', type: 'link', provider_name: 'newline', provider_url: baseURL });
    }
    const course = await (await ask(`url=${encodeURIComponent(`${baseURL}/courses/types-that-tell-the-truth`)}`)).json();
    expect(course).toMatchObject({ title: 'Types That Tell the Truth', author_name: 'Ines Valderrama', thumbnail_width: 295 });
    expect((await page.request.get(String(course.thumbnail_url))).status()).toBe(200);
    for (const [query, status] of [
      ['', 400],
      [`url=${encodeURIComponent(`${baseURL}/courses/no-such`)}`, 404],
      ['url=https%3A%2F%2Fexample.com%2Fcourses%2Ftypes-that-tell-the-truth', 404],
      ['url=nothing', 404],
      [`format=xml&url=${encodeURIComponent(`${baseURL}/fullstack-graphql`)}`, 501],
    ] as const)
      expect((await ask(query)).status(), query).toBe(status);
  });
});
