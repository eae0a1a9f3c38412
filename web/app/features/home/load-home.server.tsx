import { siteSettings } from '@newline/api/rules/site/site-settings';
import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';
import { home } from '../../../../home.config.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { AllBooksDocument, type AuthorNode, BookStatsDocument, HomeDocument, TestimonialsDocument } from './home-documents.ts';
import type { HomeFacts, HomeLines, HomePart } from './home-facts.ts';
import {
  authorQuotesOf,
  bubblesOf,
  highlightsOf,
  linesOf,
  planOf,
  publishedFirst,
  slidesOf,
  stackOf,
  voicesOf,
} from './home-facts.server.ts';
import { HomeSections } from './home-parts.tsx';
import type { Slide } from './slide.ts';
import { withSiteName } from './with-site-name.ts';

type Context = Readonly<RouterContextProvider>;

/** The data of the home page: the slides, which are interactive, and everything else only for client-side navigation. */
export type HomeData = { title: string; lines: HomeLines; desk: typeof home.desk; slides: Slide[]; facts: HomeFacts | null };

const parts: readonly HomePart[] = ['opening', 'strips', 'pro', 'voices'];

/** Loads the home page. In a document, its static parts are passed on as rendered HTML, and their data stays on the server. */
export async function loadHome(context: Context): Promise<HomeData> {
  const facts = await factsOf(context);
  const { isDocument, handedOver } = context.get(requestContext);
  const shown = { title: withSiteName(home.title), lines: facts.lines, desk: home.desk, slides: facts.slides };
  if (!isDocument) return { ...shown, facts };
  for (const part of parts) handedOver.set(`home:${part}`, <HomeSections part={part} facts={facts} />);
  return { ...shown, facts: null };
}

async function factsOf(context: Context): Promise<HomeFacts> {
  const { homePage, newestCourses, newestBooks, logos, plans } = await runDocument(context, HomeDocument, {});
  const slugs = { bookSlugs: homePage?.bookSlugs ?? null, courseSlugs: homePage?.courseSlugs ?? null };
  const [titles, stats, testimonials] = await Promise.all([
    runDocument(context, AllBooksDocument, slugs),
    runDocument(context, BookStatsDocument, slugs),
    runDocument(context, TestimonialsDocument, { slugs: homePage?.testimonialSlugs ?? [] }),
  ]);
  dependsOn(context, ['home', 'courses', 'books', 'clips', 'contributions', 'users', 'testimonials', 'logos', 'plans']);
  const published = publishedFirst(titles.coursesBySlugs.nodes, titles.booksBySlugs.nodes);
  const contributors = [...stats.coursesBySlugs.nodes, ...stats.booksBySlugs.nodes].flatMap(({ contributions }) =>
    contributions.nodes.flatMap(({ user }): AuthorNode[] => (user ? [user] : [])),
  );
  const settings = siteSettings();
  const facts = {
    highlights: highlightsOf(newestCourses.nodes, newestBooks.nodes),
    students: logos.nodes.filter(({ isStudentLogo }) => isStudentLogo),
    customers: logos.nodes.filter(({ isStudentLogo }) => !isStudentLogo),
    slides: slidesOf(published),
    stack: stackOf(published),
    voices: voicesOf(testimonials.testimonialsBySlugs.nodes),
    authors: authorQuotesOf(contributors),
    claims: settings.claims,
    catalogFigure: settings.catalogFigure,
    plan: planOf(plans.nodes),
    bubbles: bubblesOf(stats.coursesBySlugs.nodes, stats.booksBySlugs.nodes, homePage?.authorUsernames ?? []),
  };
  return { ...facts, lines: linesOf(facts) };
}
