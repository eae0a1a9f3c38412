/** The sections of the home page, in their standard order; the headline is always first. */
export const homeKinds = [
  'HEADLINE',
  'EVENT',
  'EXPLORE',
  'HIGHLIGHTS',
  'PATHS',
  'STUDENTS',
  'RECENT',
  'PRO',
  'NEWSLETTER',
  'TESTIMONIALS',
  'AUTHORS',
  'BUBBLES',
  'WAYS',
  'DESK',
] as const;
/** The sections of /pricing. */
export const pricingKinds = ['TOP', 'PLANS', 'TITLES', 'COMPARE', 'QUESTIONS'] as const;
/** The sections of /write-with-us. */
export const writeKinds = ['TOP', 'STEPS', 'QUESTIONS'] as const;

export type HomeKind = (typeof homeKinds)[number];
export type PricingKind = (typeof pricingKinds)[number];
export type WriteKind = (typeof writeKinds)[number];

/** Sections that are always shown: the heading of a page, and the plans on the pricing page. The heading is also always first. */
export const lastingKinds: ReadonlySet<string> = new Set(['HEADLINE', 'TOP', 'PLANS']);

/** A section of a page: whether it is hidden, and the content that differs from the defaults. */
export type PageSection<Kind extends string = string> = {
  readonly kind: Kind;
  readonly isHidden: boolean;
  readonly content: Readonly<Record<string, unknown>>;
};

/** Totals that the home page can show, with the label of the number in singular and plural. */
export const countedFacts = {
  TITLES: ['title', 'titles'],
  COURSES: ['course', 'courses'],
  BOOKS: ['book', 'books'],
  LESSONS: ['lesson', 'lessons'],
  VIDEO_HOURS: ['hour of video', 'hours of video'],
  CLIPS: ['clip', 'clips'],
  LEARNERS: ['learner', 'learners'],
} as const;

export type CountedFact = keyof typeof countedFacts;

/**
 * Reads the sections of a page in order, from the stored JSON. Kinds that aren't stored follow their predecessor in the standard order.
 * Ignores anything that isn't a section of the page.
 */
export function readSections<Kind extends string>(kinds: readonly Kind[], stored: string | null): PageSection<Kind>[] {
  const parsed: unknown = stored === null ? [] : JSON.parse(stored);
  const sections = (Array.isArray(parsed) ? parsed : []).flatMap((entry: unknown): PageSection<Kind>[] => {
    if (!isJsonObject(entry)) return [];
    const kind = kinds.find((each) => each === entry['kind']);
    if (kind === undefined) return [];
    const content = isJsonObject(entry['content']) ? entry['content'] : {};
    return [{ kind, isHidden: entry['isHidden'] === true && !lastingKinds.has(kind), content }];
  });
  kinds.forEach((kind, at) => {
    if (sections.some((section) => section.kind === kind)) return;
    const before = sections.findIndex((section) => section.kind === kinds[at - 1]);
    sections.splice(before + 1, 0, { kind, isHidden: false, content: {} });
  });
  const first = sections.findIndex(({ kind }) => kind === kinds[0]);
  return [...sections.splice(first, 1), ...sections];
}

/** Serializes sections for the database; empty if everything has its default. */
export function writeSections(kinds: readonly string[], sections: readonly PageSection[]): string {
  const isStandard = sections.every(
    ({ kind, isHidden, content }, at) => kind === kinds[at] && !isHidden && Object.keys(content).length === 0,
  );
  const written = sections.map(({ kind, isHidden, content }) => ({
    kind,
    ...(isHidden && { isHidden }),
    ...(Object.keys(content).length > 0 && { content }),
  }));
  return JSON.stringify(isStandard ? [] : written);
}

/** The type of list elements by field name, because a list may be empty in the defaults. */
const elements: Readonly<Record<string, unknown>> = {
  ...{ headline: '', features: '', extras: '', facts: '', categories: '' },
  ...{ titles: { kind: '', slug: '', title: '' }, questions: { question: '', answer: '' }, steps: { title: '', text: '' } },
  ...{
    quotes: { id: '', quote: '', name: '', role: '', imageUrl: '' },
    authors: { username: '', quote: '', role: '', label: '', url: '' },
  },
};

/** Returns a section's default content merged with the stored values. Ignores values of another type. */
export function withStored<Content extends object>(standard: Content, stored: Readonly<Record<string, unknown>>): Content {
  const entries = Object.entries(standard).map(([name, value]: [string, unknown]) => [
    name,
    isLike(Array.isArray(value) ? [elements[name]] : value, stored[name]) ? stored[name] : value,
  ]);
  return Object.fromEntries(entries) as Content;
}

/** A page as shown: the visible sections in order, and the content of all sections. */
export type PageContent<Kind extends string, Content> = {
  readonly shown: readonly Kind[];
  readonly content: Content;
  /** The values of a section that differ from the defaults. */
  readonly changes: (kind: Kind) => PageSection['content'];
};

/** Reads a page from the stored JSON, merged with its default content. */
export function readPage<Kind extends string, Content extends Readonly<Record<Kind, object>>>(
  kinds: readonly Kind[],
  standard: Content,
  stored: string | null,
): PageContent<Kind, Content> {
  const sections = readSections(kinds, stored);
  const changes = (kind: Kind) => sections.find((section) => section.kind === kind)?.content ?? {};
  const content = Object.fromEntries(kinds.map((kind) => [kind, withStored(standard[kind], changes(kind))]));
  return { shown: sections.filter(({ isHidden }) => !isHidden).map(({ kind }) => kind), content: content as unknown as Content, changes };
}

/** Returns the fields that differ from the defaults. */
export function changedContent(standard: object, content: object): Record<string, unknown> {
  const defaults: Readonly<Record<string, unknown>> = { ...standard };
  return Object.fromEntries(Object.entries(content).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name])));
}

function isLike(sample: unknown, value: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((each) => isLike(sample[0], each));
  if (isJsonObject(sample)) return isJsonObject(value) && Object.entries(sample).every(([name, part]) => isLike(part, value[name]));
  return typeof value === typeof sample;
}

/** True for a JSON object, and false for lists and null. */
const isJsonObject = (value: unknown): value is Record<string, unknown> => Object.prototype.toString.call(value) === '[object Object]';
