import { anyPathOfSite } from '@newline/api/rules/return-path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const foreign = [
  'https://evil.example',
  'http://evil.example/',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '/%2F%2Fevil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/\u0000/evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '/javascript\u2028:x',
  'data:text/html,x',
  'vbscript:x',
  'blob:x',
  'evil.example',
  'evil.example/x',
  './/evil.example',
  '?//evil.example',
  '#//evil.example',
  '',
  ' ',
  '/\u200b\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http:\\\\evil.example',
  '//evil.example@site.invalid',
  '/@evil.example\\',
  '//site.invalid@evil.example',
  '//[::1]',
  '//1.1.1.1',
  '/\u2029/evil',
  `/${'a'.repeat(20_000)}`,
]; // prettier-ignore

test.each(foreign)('%j leads to the home page @AUTH-02', (value) => {
  expect(anyPathOfSite(value)).toBe('/');
});

test.each([undefined, null, 7, {}, ['/x'], true])('%j isn’t a path', (value) => {
  expect(anyPathOfSite(value, '/library')).toBe('/library');
});

test.each([
  ['/', '/'],
  ['/clips/7', '/clips/7'],
  [
    '/clips/7?parentId=1&from=2&to=3&commentText=%7B%22a%22%3A%22%3Cb%3E%22%7D',
    '/clips/7?parentId=1&from=2&to=3&commentText=%7B%22a%22%3A%22%3Cb%3E%22%7D',
  ],
  ['/a?next=https://evil.example', '/a?next=https%3A%2F%2Fevil.example'],
  ['/a?x="><script>', '/a?x=%22%3E%3Cscript%3E'],
  ['/@ada', '/@ada'],
  ['/a/../b', '/b'],
  ['/a#c7', '/a#c7'],
  ['/a?b=//evil.example', '/a?b=%2F%2Fevil.example'],
])('%s stays on the site, as %s @AUTH-02', (value, expected) => {
  expect(anyPathOfSite(value)).toBe(expected);
});

test('a string that can’t be decoded isn’t a path', () => {
  for (const address of ['/%c0%af', '/%', '/clips/%ff', '/%e0%a4%a', '/a%zz']) expect(anyPathOfSite(address), address).toBe('/');
  expect(anyPathOfSite('/clips/%C3%A9?a=%C3%A9')).toBe('/clips/%C3%A9?a=%C3%A9');
});

describe('the routes of sign-in', () => {
  let site: TestApi;
  beforeAll(async () => {
    site = await startTestApi();
  });
  afterAll(() => site.stop());

  test('refuse a return path that can’t be decoded, naming the field, without a server error', async () => {
    const answers = await Promise.all([
      site.newBrowser().post('/api/auth/sign-in/magic-link', { email: 'nobody@example.com', callbackURL: '/%c0%af' }),
      site
        .newBrowser()
        .post('/api/auth/sign-in/email', { email: 'nobody@example.com', password: 'not the password', callbackURL: '/%c0%af' }),
      site.newBrowser().get('/api/auth/verify-email?token=x&callbackURL=/%25c0%25af'),
      site.newBrowser().get('/api/auth/magic-link/verify?token=x&callbackURL=/%25c0%25af'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(answers[0]?.json()['message']).toBe('callbackURL: expected a path on this site.');
  });

  test('never send users to another site @AUTH-02', async () => {
    const browser = site.newBrowser();
    const tryDoors = async (address: string) => {
      const query = encodeURIComponent(address);
      const answers = await Promise.all([
        browser.post('/api/auth/sign-in/magic-link', { email: 'nobody@example.com', callbackURL: address }),
        browser.post('/api/auth/sign-in/magic-link', { email: 'nobody@example.com', errorCallbackURL: address }),
        browser.get(`/api/auth/verify-email?token=x&callbackURL=${query}`),
        browser.get(`/api/auth/magic-link/verify?token=x&callbackURL=${query}`),
        browser.get(`/api/auth/magic-link/verify?token=x&errorCallbackURL=${query}`),
        browser.get(`/api/auth/reset-password/x?callbackURL=${query}`),
      ]);
      for (const answer of answers) {
        const location = answer.headers.get('location');
        if (location !== null) expect(new URL(location, site.url).origin, address).toBe(site.url);
        else expect(answer.status).toBeGreaterThanOrEqual(400);
      }
    };
    await Promise.all(foreign.filter((value) => value !== '').map(tryDoors));
    await site.db.superuser.query('delete from auth."rateLimit"');
    expect(
      (await browser.post('/api/auth/sign-in/magic-link', { email: 'nobody@example.com', callbackURL: '/.//evil.example' })).json().code,
    ).toBe('INVALID_RETURN_ADDRESS');
  });
});
