import { expect, test } from 'vitest';
import { orderHead } from '../app/shared/head/order-head.server.ts';

const early = '<script nonce="n">try{a}catch(e){}</script>';
const styleSheets = '<link rel="stylesheet" href="/a.css#"/><link rel="stylesheet" href="/b.css"/>';
const opening = '<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width"/>';
const font = '<link rel="preload" as="font" href="/f.woff2"/>';

test('resources that block the first paint come first, in order, and modules come later @HOME-01', () => {
  const rest = '<script type="application/ld+json">{"a":"é"}</script>';
  const body = '</head><body><link rel="modulepreload" href="/late.js"/>é</body></html>';
  const original = `${opening}${font}<title>$&amp;</title><link rel="modulepreload" href="/m.js"/>${early}${styleSheets}${rest}${body}`;
  expect(orderHead(original)).toBe(
    `${opening}${early}${styleSheets}${font}<title>$&amp;</title><link rel="modulepreload" fetchPriority="low" href="/m.js"/>${rest}${body}`,
  );
});

test('a page of one user, whose links have its nonce, is ordered as well @HOME-01', () => {
  const own = styleSheets.replaceAll('<link ', '<link nonce="n" ');
  expect(orderHead(`${opening}${font}${early}${own}</head>`)).toBe(`${opening}${early}${own}${font}</head>`);
});

test.each([
  ['no head at all', '<p>a</p>'],
  ['a head without sheets', `${opening}${early}</head>`],
  ['another head', `<head>${early}${styleSheets}</head>`],
])('%s is unchanged', (_what, html) => {
  expect(orderHead(html)).toBe(html);
});
