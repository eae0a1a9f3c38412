import type { HomeKind } from '@newline/api/rules/site/page-sections';
import { home } from '../../../../home.config.ts';

/** A title that an administrator chose, with its name at that time. */
export type ChosenTitle = { readonly kind: string; readonly slug: string; readonly title: string };

/** A testimonial: a review with its ID, or one that was written here. */
export type ChosenQuote = {
  readonly id: string;
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly imageUrl: string;
};

/** An author's quote about working here. */
export type ChosenAuthor = {
  readonly username: string;
  readonly quote: string;
  readonly role: string;
  readonly label: string;
  readonly url: string;
};

const titles: readonly ChosenTitle[] = [];
const quotes: readonly ChosenQuote[] = [];
const authors: readonly ChosenAuthor[] = [];
const names: readonly string[] = [];

/** The default content of each section. Empty lists are filled automatically, or hide the section. */
export const standardHome = {
  HEADLINE: { headline: home.headline as readonly string[], lead: home.lead as string, isCounted: false as boolean, facts: names },
  /** `startsAt` and `endsAt` are ISO 8601, and empty without a date. */
  EVENT: {
    label: home.event.label as string,
    title: '' as string,
    text: '' as string,
    startsAt: '' as string,
    endsAt: '' as string,
    timeZone: '' as string,
    link: home.event.link as string,
    url: '' as string,
  },
  EXPLORE: { link: home.explore.link as string, categories: names },
  HIGHLIGHTS: { heading: home.highlights.heading as string, note: home.highlights.note as string, titles, isFilled: true },
  PATHS: { heading: home.paths.heading as string, link: home.paths.link as string },
  STUDENTS: { title: home.students.title as string },
  RECENT: {
    heading: home.recent.heading as string,
    description: home.recent.description as string,
    link: home.recent.link as string,
    titles,
    isFilled: true,
  },
  PRO: {
    heading: home.pro.heading as string,
    price: home.pro.price as string,
    learnMore: home.pro.learnMore as string,
    features: home.pro.features as readonly string[],
    subscribe: home.pro.subscribe as string,
    team: home.pro.team as string,
    countsTitles: false as boolean,
  },
  NEWSLETTER: {
    heading: home.newsletter.heading as string,
    lead: home.newsletter.lead as string,
    submit: home.newsletter.submit as string,
    hint: home.newsletter.hint as string,
    videoUrl: '' as string,
    videoTitle: '' as string,
  },
  TESTIMONIALS: { customers: home.customers.title as string, quotes },
  AUTHORS: {
    heading: home.authors.heading as string,
    apply: home.authors.apply as string,
    applyHint: home.authors.applyHint as string,
    authors,
  },
  BUBBLES: { heading: home.bubbles.heading as string },
  WAYS: {
    pro: home.ways.pro.label as string,
    proNote: home.ways.pro.note as string,
    write: home.ways.write.label as string,
    writeNote: home.ways.write.note as string,
  },
  DESK: { heading: home.desk.heading as string, lead: home.desk.lead as string },
} as const satisfies Record<HomeKind, object>;

/** The content of each section of the home page. */
export type HomeContent = { readonly [Kind in HomeKind]: (typeof standardHome)[Kind] };
