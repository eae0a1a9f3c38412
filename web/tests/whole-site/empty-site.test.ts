import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawlPages, type SentPage } from '../../../e2e/support/crawl-pages.ts';
import { pageKinds } from '../../../e2e/support/page-kinds.ts';
import { readContent } from '../../../db/demo/src/read-content.ts';
import { home as standard } from '../../../home.config.ts';
import routes from '../../app/routes.ts';
import { makePlace, type Place } from './starting-site.ts';

// A new site promises nothing that isn't true, and links to no made-up URL.
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

/** Returns a page's text, without its markup and its data. */
const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style|noscript)\b[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Returns the paths on its own site that a page links to. */
const localLinks = (html: string, base: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].flatMap(([, href = '']) => {
    const url = new URL(href.replaceAll('&amp;', '&'), base);
    return url.origin === new URL(base).origin ? [url.pathname + url.search] : [];
  });

/** The users, titles and companies of the demo. */
const content = readContent();
const demoNames = [
  ...content.people.flatMap(({ name }) => name ?? []),
  ...content.items.map(({ title }) => title),
  ...[...content.logos.customers, ...content.logos.students].map(({ name }) => name),
];

/** Numbers that are only true on a site with content: how much there is, what it costs, what it saves. */
const claims = /\d[\d,.]*\+|\d+ ?%|[$€]\s?\d+|\d+ (?:dollars|hours|books|courses|developers|learners|titles)/g;

/** URLs of example sites. */
const madeUp = /(?:href|src|content)="(?:https?:|mailto:)[^"]*\b(?:example\.|[a-z-]*-example\b|newline\.example|\.example\b)[^"]*"/g;

test('an empty site has pages, each of which is sent', () => {
  expect(pages.length).toBeGreaterThan(9);
  expect(pages.filter(({ status }) => status >= 500).map(({ address }) => address)).toEqual([]);
});

test('no page claims a number @HOME-01', () => {
  expect(pages.flatMap(({ address, html }) => (textOf(html).match(claims) ?? []).map((claim) => `${address}: ${claim}`))).toEqual([]);
});

test('no page links to an example', () => {
  expect(pages.flatMap(({ address, html }) => (html.match(madeUp) ?? []).map((link) => `${address}: ${link}`))).toEqual([]);
});

test('no link is dead', async () => {
  const links = new Map<string, string>();
  for (const { address, html } of pages)
    for (const path of localLinks(html, site.origin + address)) if (path !== address && !links.has(path)) links.set(path, address);
  expect(links.size).toBeGreaterThan(8);
  const dead: string[] = [];
  for (const [path, address] of links) {
    const { status } = await fetch(site.origin + path, { headers: { accept: 'text/html' } });
    if (status !== 200) dead.push(`${address}: ${path} answers ${status}`);
  }
  expect(dead).toEqual([]);
});

test('no page names anything or anyone from the demo', () => {
  const problems = pages.flatMap(({ address, html }) =>
    demoNames.filter((name) => textOf(html).includes(name) || html.includes(`"${name}"`)).map((name) => `${address}: ${name}`),
  );
  expect(demoNames.length).toBeGreaterThan(40);
  expect(problems).toEqual([]);
});

test('the home page says that the site is new, and has the sections that have content @HOME-01', () => {
  const home = pages.find(({ address }) => address === '/')?.html ?? '';
  for (const line of standard.first.headline) expect(textOf(home)).toContain(line);
  expect(home).not.toContain('<video');
  const sections = [...home.matchAll(/<section\b[^>]*aria-label(?:ledby)?="([^"]+)"/g)].map(([, name]) => name);
  expect(sections).toEqual(['newsletter', 'Where to go from here']);
  const numbers = [...home.matchAll(/<span class="no[^"]*" aria-hidden="true">(\d+)</g)].map(([, number]) => Number(number));
  expect(numbers).toEqual([4, 5]);
});

test('such a claim and such a link are found (control)', () => {
  expect(textOf('<b>500+</b> hours, 20% less, $39').match(claims)).toEqual(['500+', '20%', '$39']);
  expect('<a href="https://github.com/newline-example">'.match(madeUp)).toHaveLength(1);
  expect('<a href="mailto:security@newline.example">'.match(madeUp)).toHaveLength(1);
  expect(localLinks('<a href="/a?b=1&amp;c=2#d"> <a href="https://elsewhere.test/"> <a class="x" href="b">', `${site.origin}/x/`)).toEqual([
    '/a?b=1&c=2',
    '/x/b',
  ]);
});
