import { describe, expect, test } from 'vitest';
import { safeReturnTo } from '@newline/api/rules/return-path';
import { type CheckoutThing, checkoutPath } from '../../app/shared/checkout-path.ts';

const origin = 'https://learn.example';

/** URLs that led to another site in real vulnerabilities, in the forms that browsers and parsers disagree about. */
const hostile = [
  'https://evil.example',
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'ftp://evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/////evil.example/',
  '//evil.example/%2e%2e',
  '//evil.example/%2f..',
  '//https://evil.example',
  '//evil%E3%80%82example',
  '//evil。example',
  '//@evil.example',
  '//learn.example@evil.example',
  '//evil.example?learn.example',
  '//evil.example#learn.example',
  '//evil.example:443/',
  '//[::1]/',
  '//127.0.0.1',
  '//2130706433/',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\/\\/evil.example',
  '/\\\\evil.example',
  '/\\\\\\evil.example',
  '\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/\u0000/evil.example',
  '\u0000//evil.example',
  '/\u000b/evil.example',
  '/\u0085/evil.example',
  '/\u00a0/../\\evil.example',
  '/\u2028/evil.example',
  '/\u2029/evil.example',
  '\ufeff//evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d/evil.example',
  '/%0D%0ALocation:%20https://evil.example',
  '/%00/evil.example',
  '/%5cevil.example',
  '/%5C/evil.example',
  '/%2f/evil.example',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  '/%2F%2F/evil.example',
  '%2f%2fevil.example',
  '%5c%5cevil.example',
  '/%1f/evil.example',
  '/%7f/x',
  '/.//evil.example',
  '/..//evil.example',
  '/./..//evil.example',
  '/a/..//evil.example',
  '/a/../..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/a/%2e%2e//evil.example',
  '/.%2e//evil.example',
  '../evil.example',
  '../../evil.example',
  'evil.example',
  'www.evil.example/x',
  '@evil.example',
  ':evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://%0aalert(1)',
  'javascript:alert(1)//https://learn.example',
  '/javascript:alert(1)\\',
  'data:text/html,<script>alert(1)</script>',
  'data:;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'blob:https://learn.example/1',
  'file:///etc/passwd',
  'about:blank',
  'mailto:a@evil.example',
  'tel:1',
  'view-source:https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'http:\\\\evil.example',
  'https://learn.example.evil.example',
  'https://learn.example@evil.example',
  'https://evil.example/learn.example',
  'https://learn.example',
  'x:y',
  '?returnTo=//evil.example',
  '#//evil.example',
  '',
  ' ',
  '/%',
  '/%zz',
  '/%c0%af',
  `/${'a'.repeat(17_000)}`,
  '/sign-in',
  '/sign-in?returnTo=//evil.example',
  '/sign-up',
  '/verify?error=1',
  '/reset-password?token=1',
]; // prettier-ignore

describe('the page after signing in @AUTH-02', () => {
  test('the list of hostile paths is long enough', () => {
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(100);
  });

  test.each(hostile)('%j leads home', (url) => {
    expect(safeReturnTo(url)).toBe('/');
  });

  test.each([null, undefined, 7, {}, ['/clips'], Symbol('x')])('so does a value that isn’t text: %s', (value) => {
    expect(safeReturnTo(value)).toBe('/');
  });

  test.each([
    ['/', '/'],
    ['/clips/7', '/clips/7'],
    ['/@bram', '/@bram'],
    ['/discussions/1#2', '/discussions/1#2'],
    ['/clips/7?t=27&utm_source=mail', '/clips/7?t=27'],
    ['/courses/a/b?parentId=1&from=2&to=3&commentText=a%20%26%20b', '/courses/a/b?parentId=1&from=2&to=3&commentText=a+%26+b'],
    ['/clips?returnTo=//evil.example', '/clips'],
    ['/library?kind=book&sort=title&kind=course&x=1', '/library?kind=book&kind=course&sort=title'],
    ['/clips?kind=book', '/clips'],
    ['/pricing?plan=pro&returnTo=/clips/7?t%3D27%26x%3D1', '/pricing?plan=pro&returnTo=%2Fclips%2F7%3Ft%3D27'],
    ['/clips?from=%2F%2Fevil.example', '/clips?from=%2F%2Fevil.example'],
    ['/clips?from=1&from=2', '/clips?from=1'],
    ['/sign-in-stories', '/sign-in-stories'],
  ])('%s leads to %s, with only the parameters of a comment in progress', (address, target) => {
    expect(safeReturnTo(address)).toBe(target);
  });

  test('every result stays on this site and is unchanged by another check', () => {
    for (const address of [...hostile, ...hostile.map((text) => `/clips?commentText=${text}`), ...hostile.map((text) => `/${text}`)]) {
      const target = safeReturnTo(address);
      expect(new URL(target, origin).origin).toBe(origin);
      expect(safeReturnTo(target)).toBe(target);
    }
  });
});

test('visitors come back to the same checkout after signing in: with its coupon, currency and gift @PAY-01', () => {
  const everything: Required<CheckoutThing> = {
    plan: 'monthly',
    course: 'a',
    book: 'b',
    isAdvanced: true,
    seats: 7,
    coupon: 'SPRING-20',
    currency: 'EUR',
    isGift: true,
  };
  const path = checkoutPath(everything, '/courses/a');
  expect(new URLSearchParams(path.split('?')[1]).size).toBe(Object.keys(everything).length + 1);
  const parametersOf = (address: string) => Object.fromEntries(new URLSearchParams(address.split('?')[1]));
  expect(parametersOf(safeReturnTo(path))).toEqual(parametersOf(path));
});
