import { beforeAll, describe, expect, test } from 'vitest';
import { createPublicPages, type PublicPages } from '../server/public-pages.ts';
import { warmPages } from '../server/warm-pages.ts';
import { builtRoutes } from './support/built-routes.ts';

let pages: PublicPages;
beforeAll(async () => {
  pages = createPublicPages(await builtRoutes());
});

describe('the cache key of a public page', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/courses', '/courses'],
    ['/courses?page=2&x=1', '/courses?page=2'],
    ['/courses?x=1&page=2', '/courses?page=2'],
    ['/courses/types-that-tell-the-truth', '/courses/types-that-tell-the-truth'],
    ['/books/postgres-slowly?q=a', '/books/postgres-slowly'],
    ['/fullstack-graphql', '/fullstack-graphql'],
    ['/pricing', '/pricing'],
    ['/write-with-us', '/write-with-us'],
    ['/@bram', '/@bram'],
    ['/clips/0193c8b2-0000-7000-8000-000000000000', '/clips/0193c8b2-0000-7000-8000-000000000000'],
    ['/articles/the-retry-budget?page=2', '/articles/the-retry-budget'],
    ['/articles/the-retry-budget.data', '/articles/the-retry-budget.data'],
    ['/explore-catalog?pages=2&utm=x&category=ai', '/explore-catalog?category=ai&pages=2'],
    ['/sitemap.xml?x=1', '/sitemap.xml'],
    ['/sitemaps/courses.xml', '/sitemaps/courses.xml'],
    ['/feeds/books.atom', '/feeds/books.atom'],
    ['/_.data', '/_.data'],
    ['/courses.data', '/courses.data'],
  ])('%s is %s', (url, key) => {
    expect(pages.find(url)).toMatchObject({ key, redirectTo: null });
  });

  test.each([
    '/account',
    '/account.data',
    '/studio',
    '/studio?status=draft',
    '/studio.data',
    '/studio/articles/01a1fd12-cb19-77a5-8e27-b51da26a54f4',
    '/studio/articles/01a1fd12-cb19-77a5-8e27-b51da26a54f4/preview?as=pro',
    '/account/x.css',
    '/library',
    '/sign-in',
    '/Sign-in',
    '/sign-in?returnTo=/',
    '/discussions/1',
    '/share/a/b',
    '/courses?q=types',
    '/courses.data?_routes=root',
    '//evil.example/',
    '/\\evil.example',
    '/courses/a/b',
    '/courses%2fa',
    '/courses%5c..',
    '/%zz',
    '/%c0%af',
    '/courses;x=1',
    `/${'a'.repeat(2000)}`,
    `/courses?${'a'.repeat(2000)}`,
  ])('%s has none', (url) => {
    expect(pages.find(url)).toBeNull();
  });

  test('exists for the routes that request it, and for no other @SITE-05', async () => {
    const routes = Object.values(await builtRoutes()).filter((route) => route !== undefined);
    expect(routes.length).toBeGreaterThan(50);
    for (const { path = '', parentId, module } of routes) {
      const handle: unknown = 'handle' in module ? module.handle : undefined;
      if (parentId !== 'root' || path === '*') continue;
      const url = `/${path.replace(/:clipId\?|:\w+|\*/g, 'a-name')}`;
      expect([path, pages.find(url) !== null]).toEqual([path, JSON.stringify(handle)?.includes('isPublic') ?? false]);
    }
    for (const path of warmPages) expect(pages.find(path)).toMatchObject({ key: path, redirectTo: null });
  });
});

describe('another spelling of a public URL', () => {
  test.each([
    ['/Courses', '/courses'],
    ['/%63ourses', '/courses'],
    ['/courses/', '/courses'],
    ['/COURSES/Types-That-Tell-The-Truth/', '/courses/types-that-tell-the-truth'],
    ['/@Bram', '/@bram'],
    ['/courses/..', '/'],
    ['/clips/.', '/clips'],
    ['/clips/%2e', '/clips'],
    ['/clips/0193C8B2-0000-7000-8000-000000000000', '/clips/0193c8b2-0000-7000-8000-000000000000'],
    ['/courses?page=1', '/courses'],
    ['/courses?page=1&utm_source=mail', '/courses?utm_source=mail'],
    ['/explore-catalog?category=all&pages=2', '/explore-catalog?pages=2'],
    ['/Courses.data', '/courses.data'],
    ['/courses/_.data', '/courses.data'],
  ])('%s redirects to %s', (url, address) => {
    expect(pages.find(url)?.redirectTo).toBe(address);
    // This is a page of its own, not the next one in a list.
    expect(pages.find(address)?.redirectTo).toBeNull();
  });
});
