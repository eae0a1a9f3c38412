import { describe, expect, test } from 'vitest';
import { publicPageKey } from '../server/public-pages.ts';

describe('the key of a public page', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/courses', '/courses'],
    ['/courses?page=2&x=1', '/courses?page=2'],
    ['/courses?x=1&page=2', '/courses?page=2'],
    ['/courses/types-that-tell-the-truth', '/courses/types-that-tell-the-truth'],
    ['/books/postgres-slowly?q=a', '/books/postgres-slowly'],
    ['/fullstack-graphql', '/fullstack-graphql'],
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
    expect(publicPageKey(url)).toBe(key);
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
    '/sign-in?returnTo=/',
    '/discussions/1',
    '/graphql',
    '/healthz',
    '/courses?q=types',
    '/courses.data?_routes=root',
    '/courses/',
    '//evil.example/',
    '/courses/a/b',
    '/Courses',
    '/%63ourses',
    '/@Bram',
    '/courses;x=1',
    `/${'a'.repeat(2000)}`,
    `/courses?${'a'.repeat(2000)}`,
  ])('%s has none', (url) => {
    expect(publicPageKey(url)).toBeNull();
  }); // prettier-ignore
});
