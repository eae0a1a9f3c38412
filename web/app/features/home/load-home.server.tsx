import { type HomeKind, type PageSection } from '@newline/api/rules/site/page-sections';
import { isId } from '@newline/api/rules/is-id';
import { site } from '@newline/api/rules/site/site';
import { siteSettings } from '@newline/api/rules/site/site-settings';
import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';
import { applicationUrl } from '../../shared/application-url.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { pathCard } from '../../shared/paths/path-card.ts';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import {
  AllBooksDocument,
  type AuthorNode,
  BookStatsDocument,
  ChosenTestimonialsDocument,
  CountedFactsDocument,
  HomeDocument,
  HomeLayoutDocument,
  OpeningChapterDocument,
  TestimonialsDocument,
} from './home-documents.ts';
import type { HomeFacts, LivingLines, LivingWords, LogoFacts } from './home-facts.ts';
import {
  authorQuotesOf,
  bubblesOf,
  chosenFirst,
  chosenVoices,
  claimsOf,
  highlightsOf,
  linesOf,
  openingClipOf,
  planOf,
  publishedFirst,
  slidesOf,
  stackOf,
  voicesOf,
} from './home-facts.server.ts';
import type { LiveEvent } from './live-event.ts';
import { loadEvent } from './load-event.server.ts';
import type { HomePart, HomeSlot } from './home-layout.ts';
import { firstContent, type HomePageContent, isStandardLayout, layoutOf, readHomePage } from './home-layout.server.ts';
import { HomeSections } from './home-parts.tsx';
import type { Slide } from './slide.ts';
import { openingChapterOf, openingPageOf } from './opening-page.server.ts';
import { withSiteNames } from './with-site-name.ts';

type Context = Readonly<RouterContextProvider>;

/** A home page that isn't saved yet: its sections, and its logos. */
export type HomeDraft = { readonly sections: string; readonly logos: readonly (Omit<LogoFacts, 'id'> & { isStudentLogo: boolean })[] };

/**
 * The catalog section, from another feature: its data, and a function that passes it on as rendered HTML, with the text of the link to the
 * whole catalog.
 */
type Opening<Explore> = { facts: Explore; isEmpty: boolean; handOver: (link: string) => void };

type Options<Explore> = {
  /** Loads the catalog section, with these categories; none for all of them. */
  loadExplore: (categories: readonly string[]) => Promise<Opening<Explore>>;
  draft?: HomeDraft | null;
};

/** The data of the home page: the slides, and for client-side navigation the rest. */
export type HomeData<Explore> = {
  title: string;
  lines: LivingLines;
  desk: { heading: string; lead: string } | null;
  slides: Slide[];
  facts: HomeFacts | null;
  explore: (Explore & { link: string }) | null;
  event?: LiveEvent;
  /** The values that differ from the defaults, which the browser knows. */
  layout?: readonly HomeSlot[];
  words?: LivingWords;
};

/** Totals may change without anything else on the page, so they're counted again after an hour. */
const countedForMs = 60 * 60 * 1000;

/** Loads the home page. In a document, its static parts are passed on as rendered HTML, and their data stays on the server. */
export async function loadHome<Explore extends object>(
  context: Context,
  { loadExplore, draft = null }: Options<Explore>,
): Promise<HomeData<Explore>> {
  const stored = draft?.sections ?? (await runDocument(context, HomeLayoutDocument, {})).pageLayout?.sections ?? null;
  const sections = readHomePage(stored);
  const { categories } = sections.content.EXPLORE;
  const [loaded, opening] = await Promise.all([
    factsOf(context, sections, draft),
    sections.shown.includes('EXPLORE') ? loadExplore(categories) : null,
  ]);
  const isFirst = opening?.isEmpty !== false && loaded.facts.highlights.length === 0 && loaded.facts.slides.length === 0;
  const content = withSiteNames(isFirst ? firstContent(sections) : sections.content);
  const event = loadEvent(context, sections.shown, content, Date.now());
  const hasContent: Partial<Record<HomeKind, boolean>> = {
    EVENT: event !== null,
    EXPLORE: opening?.isEmpty === false,
    DESK: loaded.hasClips,
  };
  const shown = sections.shown.filter((kind) => hasContent[kind] !== false);
  const { layout, parts } = layoutOf(sections.shown);
  const lines = linesOf(shown, loaded.facts, content.HEADLINE.headline.length);
  const facts: HomeFacts = { ...loaded.facts, lines, parts, content };
  const { isDocument, handedOver } = context.get(requestContext);
  if (isDocument) {
    for (const part of Object.keys(parts) as HomePart[]) handedOver.set(`home:${part}`, <HomeSections part={part} facts={facts} />);
    opening?.handOver(content.EXPLORE.link);
  }
  const visible = layout.filter((slot) => hasContent[slot as HomeKind] !== false);
  const words = livingWords(sections, content, isFirst);
  return {
    title: [site.name, content.HEADLINE.headline.join(' ')].filter((part) => part !== '').join(': '),
    lines: { recent: lines.RECENT, newsletter: lines.NEWSLETTER, desk: lines.DESK },
    desk: visible.includes('DESK') ? content.DESK : null,
    slides: facts.slides,
    facts: isDocument ? null : facts,
    explore: isDocument || opening === null ? null : { ...opening.facts, link: content.EXPLORE.link },
    ...(event && { event: { ...event, number: lines.EVENT } }),
    ...(!isStandardLayout(visible) && { layout: visible }),
    ...(Object.keys(words).length > 0 && { words }),
  };
}

/** The texts of sections that run in the browser, if they differ from the defaults. */
function livingWords({ changes }: HomePageContent, content: HomeContent, isFirst: boolean): LivingWords {
  const changed = <Kind extends HomeKind>(kind: Kind, fields: readonly (keyof HomeContent[Kind])[]) => {
    const stored: PageSection['content'] = changes(kind);
    const entries = fields
      .filter((field) => Object.hasOwn(stored, field) || (isFirst && kind === 'NEWSLETTER'))
      .map((field) => [field, content[kind][field]]);
    return entries.length === 0 ? null : (Object.fromEntries(entries) as Partial<HomeContent[Kind]>);
  };
  const recent = changed('RECENT', ['heading', 'description', 'link']);
  const newsletter = changed('NEWSLETTER', ['heading', 'lead', 'submit', 'hint', 'videoUrl', 'videoTitle']);
  const explore = changed('EXPLORE', ['link', 'categories']);
  return { ...(recent && { recent }), ...(newsletter && { newsletter }), ...(explore && { explore }) };
}

/** Loads the content of the sections. */
async function factsOf(
  context: Context,
  { content }: HomePageContent,
  draft: HomeDraft | null,
): Promise<{ facts: Omit<HomeFacts, 'lines' | 'parts' | 'content'>; hasClips: boolean }> {
  const { homePage, newestCourses, newestBooks, logos, plans, paths, playable, openings } = await runDocument(context, HomeDocument, {});
  const slugs = { bookSlugs: homePage?.bookSlugs ?? null, courseSlugs: homePage?.courseSlugs ?? null };
  const { HEADLINE, HIGHLIGHTS, RECENT, PRO, TESTIMONIALS, AUTHORS } = content;
  const wanted = [...HIGHLIGHTS.titles, ...RECENT.titles];
  const slugsOf = (kind: string) => wanted.filter((title) => title.kind === kind).map(({ slug }) => slug);
  const ids = TESTIMONIALS.quotes.flatMap(({ id }) => (isId(id) ? [id] : []));
  const isCounted = HEADLINE.isCounted || PRO.countsTitles;
  const opening = openingChapterOf(openings.nodes);
  const [titles, stats, testimonials, chosen, reviews, counted, opened] = await Promise.all([
    runDocument(context, AllBooksDocument, slugs),
    runDocument(context, BookStatsDocument, slugs),
    runDocument(context, TestimonialsDocument, { slugs: homePage?.testimonialSlugs ?? [] }),
    wanted.length === 0 ? null : runDocument(context, AllBooksDocument, { bookSlugs: slugsOf('book'), courseSlugs: slugsOf('course') }),
    ids.length === 0 ? null : runDocument(context, ChosenTestimonialsDocument, { ids }),
    isCounted ? runDocument(context, CountedFactsDocument, {}) : null,
    opening && runDocument(context, OpeningChapterDocument, { book: opening.book, chapter: opening.chapter }),
  ]);
  dependsOn(context, [
    'home',
    'paths',
    'articles',
    'courses',
    'books',
    'clips',
    'contributions',
    'users',
    'testimonials',
    'logos',
    'plans',
  ]);
  if (opening) dependsOn(context, [`book:${opening.bookId}`]);
  if (isCounted) dependsOn(context, ['lessons'], new Date(Date.now() + countedForMs).toISOString());
  const published = publishedFirst(titles.coursesBySlugs.nodes, titles.booksBySlugs.nodes);
  const extra = chosen === null ? [] : publishedFirst(chosen.coursesBySlugs.nodes, chosen.booksBySlugs.nodes);
  const withExtra = <T extends { id: string }>(nodes: readonly T[], more: readonly T[]) => [
    ...nodes,
    ...more.filter(({ id }) => !nodes.some((node) => node.id === id)),
  ];
  const contributors = [...stats.coursesBySlugs.nodes, ...stats.booksBySlugs.nodes].flatMap(({ contributions }) =>
    contributions.nodes.flatMap(({ user }): AuthorNode[] => (user ? [user] : [])),
  );
  const settings = siteSettings();
  const facts = counted?.countedFacts.nodes ?? [];
  const strips = draft?.logos.map((logo, at) => ({ ...logo, id: String(at) })) ?? logos.nodes;
  const titlesInPro = counted?.titlesInPro ?? 0;
  return {
    hasClips: (playable?.nodes ?? []).length > 0,
    facts: {
      clip: openingClipOf(playable?.nodes ?? []),
      page: opening && openingPageOf(opening, opened?.booksBySlugs.nodes[0]?.lesson?.bodyDelta),
      highlights: highlightsOf(
        withExtra(newestCourses.nodes, chosen?.coursesBySlugs.nodes ?? []),
        withExtra(newestBooks.nodes, chosen?.booksBySlugs.nodes ?? []),
        HIGHLIGHTS,
      ),
      paths: paths.nodes.map(pathCard),
      students: strips.filter(({ isStudentLogo }) => isStudentLogo),
      customers: strips.filter(({ isStudentLogo }) => !isStudentLogo),
      slides: slidesOf(chosenFirst(RECENT, withExtra(published, extra))),
      stack: stackOf(published),
      voices:
        TESTIMONIALS.quotes.length > 0
          ? chosenVoices(TESTIMONIALS.quotes, reviews?.testimonialsByIds.nodes ?? [])
          : voicesOf(testimonials.testimonialsBySlugs.nodes),
      authors: authorQuotesOf(AUTHORS.authors, contributors),
      claims: HEADLINE.isCounted ? claimsOf(HEADLINE.facts, facts) : settings.claims,
      catalogFigure: PRO.countsTitles ? (titlesInPro === 0 ? null : titlesInPro.toLocaleString('en')) : settings.catalogFigure,
      plan: planOf(plans.nodes),
      takesAuthors: applicationUrl() !== null,
      bubbles: bubblesOf(stats.coursesBySlugs.nodes, stats.booksBySlugs.nodes, homePage?.authorUsernames ?? []),
    },
  };
}
