import { expect, test } from 'vitest';
import { orderHead } from '../app/shared/head/order-head.server.ts';

const early = '<script nonce="n">try{a}catch(e){}</script>';
const sheets = '<link rel="stylesheet" href="/a.css#"/><link rel="stylesheet" href="/b.css"/>';
const opening = '<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width"/>';
const face = '<link rel="preload" as="font" href="/f.woff2"/>';

test('what the first paint waits for comes first, in its order, and modules may wait @HOME-01', () => {
  const rest = '<script type="application/ld+json">{"a":"é"}</script>';
  const body = '</head><body><link rel="modulepreload" href="/late.js"/>é</body></html>';
  const sent = `${opening}${face}<title>$&amp;</title><link rel="modulepreload" href="/m.js"/>${early}${sheets}${rest}${body}`;
  expect(orderHead(sent)).toBe(
    `${opening}${early}${sheets}${face}<title>$&amp;</title><link rel="modulepreload" fetchPriority="low" href="/m.js"/>${rest}${body}`,
  );
});

test('a page of one reader, whose links bear its nonce, is ordered as well @HOME-01', () => {
  const own = sheets.replaceAll('<link ', '<link nonce="n" ');
  expect(orderHead(`${opening}${face}${early}${own}</head>`)).toBe(`${opening}${early}${own}${face}</head>`);
});

test.each([
  ['no head at all', '<p>a</p>'],
  ['a head without sheets', `${opening}${early}</head>`],
  ['another head', `<head>${early}${sheets}</head>`],
])('%s stays as it is', (_what, html) => {
  expect(orderHead(html)).toBe(html);
});
