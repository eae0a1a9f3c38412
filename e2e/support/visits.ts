import type { DemoPerson } from '@newline/db/demo/people';
import routes from '../../web/app/routes.ts';
import { signInAt } from './api-client.ts';
import { crawlPages } from './crawl-pages.ts';
import { demoPerson } from './journey.ts';
import { pageKinds } from './page-kinds.ts';

/** What a user visits: pages by their URL, and kinds of pages, of which one is found by following links from `hubs`. */
export type Visit = {
  who: 'visitor' | 'learner' | 'author' | 'admin';
  what: string;
  pages: readonly string[];
  reached?: readonly string[];
  hubs?: readonly string[];
};

/** All kinds of pages, and who visits them. */
export const visits: readonly Visit[] = [
  {
    who: 'visitor',
    what: 'lists and forms',
    pages: [
      '/',
      '/courses',
      '/courses?q=queue',
      '/books',
      '/articles',
      '/terms',
      '/privacy',
      '/imprint',
      '/refunds',
      '/about',
      '/help',
      '/pages/code-of-conduct',
      '/explore-catalog',
      '/explore-catalog?category=frontend&pages=2',
      '/search',
      '/search?q=type',
      '/pricing',
      '/write-with-us',
      '/newsletter',
      '/library',
      '/library/notes',
      '/library/offline',
      '/sign-in',
      '/sign-in/second-step',
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
      '/paths',
      '/paths/front-end-with-evidence',
    ],
    reached: [
      '/courses/:slug/:lesson',
      '/books/:slug',
      '/books/:slug/:lesson',
      '/discussions',
      '/discussions/:id',
      '/certificates/:id',
      '/clips/:clipId',
    ],
    hubs: ['/@teo', '/books', '/courses/types-that-tell-the-truth', '/articles/the-retry-budget', '/clips'],
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
      '/paths/front-end-with-evidence',
      '/library',
      '/library/notes',
      '/library/offline?page=%2Fcourses',
      '/notifications',
      '/account',
      '/account/security',
      '/account/tokens',
      '/account/team',
      '/checkout?plan=newline-basic-subscription-monthly',
      '/checkout/done',
      '/studio',
    ],
    reached: ['/discussions', '/discussions/:id'],
    hubs: ['/articles/the-retry-budget', '/clips'],
  },
  {
    who: 'author',
    what: 'the studio',
    pages: ['/studio', '/studio/paths', '/studio/inbox', '/studio/import-export', '/studio/analytics', '/studio/sales'],
    reached: [
      '/studio/articles/:id',
      '/studio/articles/:id/preview',
      '/studio/courses/:id',
      '/studio/courses/:id?show=details',
      '/studio/courses/:id?show=access',
      '/studio/courses/:id?show=certificate',
      '/studio/courses/:id?show=people',
      '/studio/courses/:id?show=clips',
      '/studio/courses/:id/preview',
      '/studio/books/:id',
      '/studio/books/:id/preview',
      '/studio/clips/:id',
      '/studio/paths/:id',
      '/studio/lessons/:id',
      '/studio/lessons/:id/preview',
      '/studio/analytics/:kind/:id',
    ],
    hubs: ['/studio', '/studio/paths', '/studio/analytics'],
  },
  {
    who: 'admin',
    what: 'the site',
    pages: [
      '/',
      '/clips',
      '/account',
      '/admin',
      '/admin/home',
      '/admin/home/pricing',
      '/admin/home-preview',
      '/admin/people',
      '/admin/comments',
      '/admin/reviews',
      '/admin/certificates',
    ],
    reached: ['/admin/people/:id'],
    // The latest user may be an administrator of another test.
    hubs: [`/admin/people?q=${encodeURIComponent(demoPerson('learner').email)}`],
  },
  {
    who: 'admin',
    what: 'sales, lists and pages of the site',
    pages: [
      '/admin/subscriptions',
      '/admin/grants',
      '/admin/coupons',
      '/admin/payments',
      '/admin/revenue',
      '/admin/author-shares',
      '/admin/plans',
      '/admin/plans/new',
      '/admin/redirects',
      '/admin/tags',
      '/admin/tags/new',
      '/admin/newsletter',
      '/admin/jobs',
      '/admin/audit',
      '/admin/site',
      '/admin/security',
      '/admin/webhooks',
      '/admin/webhooks/new',
      '/admin/pages',
    ],
    reached: ['/admin/pages/:id', '/admin/pages/:id/preview'],
    hubs: ['/admin/pages'],
  },
];

/** Kinds of pages that the demo doesn't have: plans.spec.ts and first-sale-alone.spec.ts create and check them. */
export const madeElsewhere: readonly string[] = ['/account/receipts/:id', '/checkout/gifts/:token'];

/** All kinds of pages of the site. */
export const kinds = pageKinds(routes);

/** Returns the kind of the page at a URL; '' if there is none. */
export function kindOf(address: string): string {
  return kinds.find(({ matches }) => matches(new URL(address, 'http://site').pathname))?.pattern ?? '';
}

/** Whether this visit is the first that looks at a page: once is enough for it. */
export function isFirstWith(who: string, address: string): boolean {
  return visits.find(({ pages }) => pages.includes(address))?.who === who;
}

/** Returns the user who is signed in during a visit; null for a visitor. */
export function personOf({ who }: Visit): DemoPerson | null {
  return who === 'visitor' ? null : demoPerson(who);
}

/** Returns the URLs of all pages of a visit, including those found by following links. */
export async function addressesOf(visit: Visit, origin: string): Promise<string[]> {
  const { pages, reached = [], hubs = [] } = visit;
  const person = personOf(visit);
  const cookie = person && (await signInAt(origin, person)).cookie;
  const followed = kinds.filter(({ pattern }) => reached.some((kind) => withoutPart(kind) === pattern));
  const crawled = reached.length === 0 ? [] : await crawlPages({ origin, kinds: followed, from: hubs, cookie, each: 2 });
  const addresses = reached.map((wanted) => {
    const kind = withoutPart(wanted);
    const address = crawled.find((sent) => sent.kind === kind && sent.status === 200)?.address;
    if (address === undefined) throw new Error(`Expected a page like ${kind} below ${hubs.join(', ')}, found none`);
    return wanted === kind ? address : address.replace(/\?.*|$/, wanted.slice(kind.length));
  });
  return [...pages, ...addresses];
}

/** Previews that are shown in a frame, where scripts don't run. */
const withoutScripts: ReadonlySet<string> = new Set(['/admin/home-preview']);

/** Whether a page has scripts, which show the reader's account. */
export function hasScripts(address: string): boolean {
  return !withoutScripts.has(address);
}

/** Returns the URLs of all pages of a visit that have scripts. */
export async function scriptedAddressesOf(visit: Visit, origin: string): Promise<string[]> {
  return (await addressesOf(visit, origin)).filter(hasScripts);
}

/** Returns a kind of page without the part that is named after a question mark. */
export function withoutPart(kind: string): string {
  return kind.replace(/\?.*/, '');
}
