import type { Page } from '@playwright/test';
import routes from '../web/app/routes.ts';
import { site } from '../site.config.ts';
import { signInAt } from './support/api-client.ts';
import { crawlPages } from './support/crawl-pages.ts';
import {
  demoPerson,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './support/journey.ts';
import { pageKinds } from './support/page-kinds.ts';

/** What somebody looks at: pages by their address, and kinds of page of which one is found by following links from `hubs`. */
type Visit = {
  who: 'visitor' | 'learner' | 'author' | 'admin';
  what: string;
  pages: readonly string[];
  found?: readonly string[];
  hubs?: readonly string[];
};

const visits: readonly Visit[] = [
  {
    who: 'visitor',
    what: 'lists and forms',
    pages: [
      '/',
      '/courses',
      '/courses?q=queue',
      '/books',
      '/explore-catalog',
      '/explore-catalog?category=frontend&pages=2',
      '/search',
      '/search?q=type',
      '/pricing',
      '/write-with-us',
      '/newsletter',
      '/library',
      '/sign-in',
      '/sign-up',
      '/verify',
      '/reset-password',
      '/invitations/no-such-invitation',
      '/no/such/page',
    ],
  },
  {
    who: 'visitor',
    what: 'what there is to read and to watch',
    pages: [
      '/courses/types-that-tell-the-truth',
      '/fullstack-graphql',
      '/articles/the-retry-budget',
      '/articles/how-this-site-shows-your-text',
      '/@bram',
      '/clips',
    ],
    found: ['/courses/:slug/:lesson', '/books/:slug', '/books/:slug/:lesson', '/discussions', '/discussions/:id'],
    hubs: ['/books', '/courses/types-that-tell-the-truth', '/articles/the-retry-budget', '/clips'],
  },
  {
    who: 'learner',
    what: 'their learning and their account',
    pages: [
      '/',
      '/courses/types-that-tell-the-truth',
      '/courses/types-that-tell-the-truth/the-never-that-helps',
      '/fullstack-graphql',
      '/clips',
      '/@bram',
      '/library',
      '/notices',
      '/account',
      '/account/team',
      '/checkout?plan=newline-basic-subscription-monthly',
      '/checkout/done',
      '/studio',
    ],
    found: ['/discussions', '/discussions/:id'],
    hubs: ['/articles/the-retry-budget', '/clips'],
  },
  {
    who: 'author',
    what: 'the studio',
    pages: ['/studio', '/studio/inbox', '/studio/folders', '/studio/figures'],
    found: [
      '/studio/articles/:id',
      '/studio/articles/:id/preview',
      '/studio/courses/:id',
      '/studio/courses/:id?show=details',
      '/studio/courses/:id?show=access',
      '/studio/courses/:id?show=people',
      '/studio/courses/:id?show=clips',
      '/studio/courses/:id/preview',
      '/studio/books/:id',
      '/studio/books/:id/preview',
      '/studio/clips/:id',
      '/studio/lessons/:id',
      '/studio/lessons/:id/preview',
      '/studio/figures/:kind/:id',
    ],
    hubs: ['/studio', '/studio/figures'],
  },
  {
    who: 'admin',
    what: 'the site',
    pages: [
      '/',
      '/clips',
      '/account',
      '/admin',
      '/admin/people',
      '/admin/comments',
      '/admin/reviews',
      '/admin/subscriptions',
      '/admin/grants',
      '/admin/plans',
      '/admin/newsletter',
      '/admin/jobs',
      '/admin/audit',
    ],
    found: ['/admin/people/:id'],
    hubs: ['/admin/people'],
  },
];

const kinds = pageKinds(routes);
const kindOf = (address: string) => kinds.find(({ matches }) => matches(new URL(address, 'http://site').pathname))?.pattern ?? '';

test('every kind of page is looked at by somebody @SITE-10', { tag: '@desk' }, () => {
  const looked = new Set(visits.flatMap(({ pages, found = [] }) => [...pages.map(kindOf), ...found.map(withoutPart)]));
  expect(kinds.map(({ pattern }) => pattern).filter((pattern) => !looked.has(pattern))).toEqual([]);
});

for (const { who, what, pages, found = [], hubs = [] } of visits)
  test(`${who}: ${what}, whole at every width, in both themes and by axe @SITE-03 @SITE-10`, { tag: '@desk' }, async ({
    page,
    baseURL,
    expectedErrors,
  }) => {
    test.slow();
    if (who === 'visitor') expectedErrors.push(/404/);
    const person = who === 'visitor' ? null : demoPerson(who);
    if (person) await signIn(page, person);
    const origin = baseURL ?? '';
    const cookie = person && (await signInAt(origin, person)).cookie;
    const followed = kinds.filter(({ pattern }) => found.some((kind) => withoutPart(kind) === pattern));
    const known = found.length === 0 ? [] : await crawlPages({ origin, kinds: followed, from: hubs, cookie, each: 2 });
    const addresses = found.map((wanted) => {
      const kind = withoutPart(wanted);
      const address = known.find((sent) => sent.kind === kind && sent.status === 200)?.address;
      if (address === undefined) throw new Error(`Expected a page like ${kind} below ${hubs.join(', ')}, found none`);
      return wanted === kind ? address : address.replace(/\?.*|$/, wanted.slice(kind.length));
    });
    for (const address of [...pages, ...addresses]) await test.step(address, () => expectWhole(page, address, person?.name ?? null));
  });

/** A kind of page without the part of it that is named after a question mark. */
function withoutPart(kind: string): string {
  return kind.replace(/\?.*/, '');
}

/** Expects a page to be there, and to be whole on a desk, a tablet and a phone; one load serves them all, as for who turns their screen. */
async function expectWhole(page: Page, address: string, name: string | null): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 860 });
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(address === '/no/such/page' ? 404 : 200);
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const account = page.getByRole('button', { name: name === null ? /^Account of/ : `Account of ${name}` });
  await expect(account).toHaveCount(name === null ? 0 : 1);
  await expectOrganisation(page);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 768, height: 1024 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

/** Expects the page to say who publishes it. */
async function expectOrganisation(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const { name, logo, profiles, url } = site.organisation;
  const written = page.locator('script[type="application/ld+json"]#organisation');
  await expect(written).toBeAttached();
  expect(JSON.parse((await written.textContent()) ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    logo: new URL(logo, origin).href,
    url: url ?? origin,
    sameAs: profiles.map((profile) => profile.url),
  });
}
