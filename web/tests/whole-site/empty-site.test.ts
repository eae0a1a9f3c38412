import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { crawlPages, type SentPage } from '../../../e2e/support/crawl-pages.ts';
import { pageKinds } from '../../../e2e/support/page-kinds.ts';
import { readContent } from '../../../db/demo/src/read-content.ts';
import { home as standard } from '../../../home.config.ts';
import { pricingPage, writePage } from '../../../pages.config.ts';
import routes from '../../app/routes.ts';
import { promisesIn } from './promises.ts';
import { makePlace, type Place } from './starting-site.ts';

// A new site promises nothing that isn't true, and links to no made-up URL.
let site: Place;
let pages: readonly SentPage[];
beforeAll(async () => {
  site = await makePlace();
  await site.begin().ready;
  pages = await readPages();
});
afterAll(async () => {
  await site.stopAll();
  await site.remove();
});

const readPages = () => {
  const from = [
    ...['/', '/courses', '/books', '/clips', '/pricing', '/write-with-us'],
    ...['/explore-catalog', '/search', '/sign-up', '/sign-in', '/nothing'],
  ];
  return crawlPages({ origin: site.origin, kinds: pageKinds(routes), from, cookie: null, each: 5 });
};

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
  expect(sections).toEqual(['newsletter']);
  const numbers = [...home.matchAll(/<span class="no[^"]*" aria-hidden="true">(\d+)</g)].map(([, number]) => Number(number));
  expect(numbers).toEqual([4]);
  // Nobody is invited to write while there is no one to write to.
  expect(pages.filter(({ html }) => html.includes('href="/write-with-us"'))).toEqual([]);
});

const promisesOf = (read: readonly SentPage[]) =>
  read.flatMap(({ address, html }) => promisesIn(textOf(html)).map((promise) => `${address}: ${promise}`));

test('no page promises what only its owner can keep @HOME-01', () => {
  expect(promisesOf(pages)).toEqual([]);
});

// The default texts of sections that an empty site doesn't show appear with the first course, article, clip and plan.
describe('once a course, a clip and a plan are published', () => {
  let published: readonly SentPage[];
  beforeAll(async () => {
    await site.asOwner(async (client) => {
      await client.query(`insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency) values
        ('monthly', 'Pro', 'PRO', 'MONTH', 1200, 'USD')`);
      await client.query(`with course as (insert into app_public.courses (title, slug, permalink, is_published, published_at)
        values ('Knots', 'knots', '/courses/knots', true, now() - interval '1 day') returning id)
        insert into app_public.clips (title, course_id, video_url, is_short) select 'A bowline', id, 'local:bowline-1a2b', true from course`);
    });
    await vi.waitUntil(async () => (await (await site.get('/')).text()).includes('Knots'), { timeout: 60_000, interval: 100 });
    published = await readPages();
  });

  test('the home page shows its sections', () => {
    const home = textOf(published.find(({ address }) => address === '/')?.html ?? '');
    for (const { heading } of [standard.recent, standard.pro, standard.newsletter, standard.desk]) expect(home).toContain(heading);
    expect(home).toContain(standard.headline[0]);
    expect(home).toContain('12 dollars');
  });

  test('no page promises what only its owner can keep, or has a text of the demo @HOME-01 @PAY-01', () => {
    expect(promisesOf(published)).toEqual([]);
    const own = JSON.stringify([standard, pricingPage, writePage]);
    const texts = (JSON.stringify(content.sections).match(/"[^"]{40,}"/g) ?? []).filter((text) => !own.includes(text));
    expect(texts.length).toBeGreaterThan(20);
    const copied = published.flatMap(({ address, html }) =>
      texts.filter((text) => textOf(html).includes(text.slice(1, -1))).map((text) => `${address}: ${text}`),
    );
    expect(copied).toEqual([]);
  });
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
