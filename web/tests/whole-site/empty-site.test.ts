import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawlPages, type SentPage } from '../../../e2e/support/crawl-pages.ts';
import { pageKinds } from '../../../e2e/support/page-kinds.ts';
import routes from '../../app/routes.ts';
import { makePlace, type Place } from './starting-site.ts';

// A site that begins promises nothing that isn't true, and links to no address that was made up.
let site: Place;
let pages: readonly SentPage[];
beforeAll(async () => {
  site = await makePlace();
  await site.begin().ready;
  const from = [
    '/',
    '/courses',
    '/books',
    '/clips',
    '/pricing',
    '/write-with-us',
    '/explore-catalog',
    '/search',
    '/sign-up',
    '/sign-in',
    '/nothing',
  ];
  pages = await crawlPages({ origin: site.origin, kinds: pageKinds(routes), from, cookie: null, each: 5 });
});
afterAll(async () => {
  await site.stopAll();
  await site.remove();
});

/** What a page says, without its markup and its data. */
const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style|noscript)\b[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Numbers that a site only has once somebody made them true: how much there is, what it costs, what it saves. */
const claims = /\d[\d,.]*\+|\d+ ?%|[$€]\s?\d+|\d+ (?:dollars|hours|books|courses|developers|learners|titles)/g;

/** Addresses that lead to nobody. */
const madeUp = /(?:href|src|content)="(?:https?:|mailto:)[^"]*\b(?:example\.|[a-z-]*-example\b|newline\.example|\.example\b)[^"]*"/g;

test('it has pages, each of which is sent', () => {
  expect(pages.length).toBeGreaterThan(9);
  expect(pages.filter(({ status }) => status >= 500).map(({ address }) => address)).toEqual([]);
});

test('no page of it claims a number @HOME-01', () => {
  expect(pages.flatMap(({ address, html }) => (textOf(html).match(claims) ?? []).map((claim) => `${address}: ${claim}`))).toEqual([]);
});

test('no page of it links to an example', () => {
  expect(pages.flatMap(({ address, html }) => (html.match(madeUp) ?? []).map((link) => `${address}: ${link}`))).toEqual([]);
});

test('such a claim and such a link are found (control)', () => {
  expect(textOf('<b>500+</b> hours, 20% less, $39').match(claims)).toEqual(['500+', '20%', '$39']);
  expect('<a href="https://github.com/newline-example">'.match(madeUp)).toHaveLength(1);
  expect('<a href="mailto:security@newline.example">'.match(madeUp)).toHaveLength(1);
});
