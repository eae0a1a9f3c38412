import { type HomeKind, homeKinds, type PageContent, readPage, withStored } from '@newline/api/rules/site/page-sections';
import { home } from '../../../../home.config.ts';
import { type HomeContent, standardHome } from '../../shared/page-content/standard-home.ts';
import { type HomePart, type HomeSlot, standardLayout } from './home-layout.ts';

/** Sections that run in the browser; the others are static. */
const living: ReadonlySet<HomeKind> = new Set<HomeKind>(['EVENT', 'EXPLORE', 'RECENT', 'NEWSLETTER', 'DESK']);

/** The stored sections of the home page. */
export type HomePageContent = PageContent<HomeKind, HomeContent>;

/** Reads the sections of the home page from the stored JSON. */
export function readHomePage(stored: string | null): HomePageContent {
  return readPage<HomeKind, HomeContent>(homeKinds, standardHome, stored);
}

/** The texts of an empty site, because the default ones mention titles. */
export function firstContent({ content, changes }: HomePageContent): HomeContent {
  const { headline, lead, newsletterHeading, newsletterLead } = home.first;
  const newsletter = { heading: newsletterHeading, lead: newsletterLead };
  return {
    ...content,
    HEADLINE: withStored({ ...content.HEADLINE, headline, lead }, changes('HEADLINE')),
    NEWSLETTER: withStored({ ...content.NEWSLETTER, ...newsletter }, changes('NEWSLETTER')),
  };
}

/** Groups sections into those that run in the browser, and static parts of consecutive sections. */
export function layoutOf(shown: readonly HomeKind[]): {
  layout: readonly HomeSlot[];
  parts: Readonly<Record<HomePart, readonly HomeKind[]>>;
} {
  const layout: HomeSlot[] = [];
  const parts: Record<HomePart, HomeKind[]> = { opening: [], strips: [], pro: [], voices: [], rest: [], end: [] };
  const names: HomePart[] = ['opening', 'strips', 'pro', 'voices', 'rest', 'end'];
  let part: HomePart | null = null;
  for (const kind of shown) {
    if (living.has(kind)) {
      part = null;
      layout.push(kind as HomeSlot);
      continue;
    }
    if (part === null) {
      part = names.shift() ?? 'end';
      layout.push(part);
    }
    parts[part].push(kind);
  }
  return { layout, parts };
}

/** True when the browser knows the layout already. */
export function isStandardLayout(layout: readonly HomeSlot[]): boolean {
  return layout.join() === standardLayout.join();
}
