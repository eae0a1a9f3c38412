/** The sections of the home page, in their standard order; the headline is always first. */
export const homeKinds = [
  'HEADLINE',
  'EXPLORE',
  'HIGHLIGHTS',
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
export const pricingKinds = ['TOP', 'PLANS', 'COMPARE', 'QUESTIONS'] as const;
/** The sections of /write-with-us. */
export const writeKinds = ['TOP', 'STEPS', 'QUESTIONS'] as const;

export type HomeKind = (typeof homeKinds)[number];
export type PricingKind = (typeof pricingKinds)[number];
export type WriteKind = (typeof writeKinds)[number];

/** Sections that are always shown: the heading of a page, and what it sells. The heading is also always first. */
export const lastingKinds: ReadonlySet<string> = new Set(['HEADLINE', 'TOP', 'PLANS']);

/** A section of a page: whether it is left out, and what of its content differs from the standard. */
export type PageSection<Kind extends string = string> = {
  readonly kind: Kind;
  readonly isHidden: boolean;
  readonly content: Readonly<Record<string, unknown>>;
};

/** What the site counts for its home page, with the words behind the number: one, and several. */
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
 * Reads the sections of a page in their order, from JSON as the database has it. Kinds that aren't stored follow the one that precedes them in
 * the standard order; what isn't a section of the page is left out.
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

/** Writes sections as the database keeps them: nothing at all where everything is standard. */
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

/** The elements of the lists in contents, by the name of the field: a list may be empty in the standard. */
const elements: Readonly<Record<string, unknown>> = {
  ...{ headline: '', features: '', facts: '', categories: '' },
  ...{ titles: { kind: '', slug: '', title: '' }, questions: { question: '', answer: '' }, steps: { title: '', text: '' } },
  ...{
    quotes: { id: '', quote: '', name: '', role: '', imageUrl: '' },
    authors: { username: '', quote: '', role: '', label: '', url: '' },
  },
};

/** Returns the standard content of a section with what is stored of it. A value of another shape is passed over. */
export function withStored<Content extends object>(standard: Content, stored: Readonly<Record<string, unknown>>): Content {
  const entries = Object.entries(standard).map(([name, value]: [string, unknown]) => [
    name,
    isLike(Array.isArray(value) ? [elements[name]] : value, stored[name]) ? stored[name] : value,
  ]);
  return Object.fromEntries(entries) as Content;
}

/** A page as it is shown: the sections that aren't hidden, in their order, and the content of all. */
export type PageContent<Kind extends string, Content> = {
  readonly shown: readonly Kind[];
  readonly content: Content;
  /** What of a section differs from the standard. */
  readonly changes: (kind: Kind) => PageSection['content'];
};

/** Reads a page, from JSON as the database has it, over its standard content. */
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

/** Returns the fields that differ from the standard. */
export function changedContent(standard: object, content: object): Record<string, unknown> {
  const defaults: Readonly<Record<string, unknown>> = { ...standard };
  return Object.fromEntries(Object.entries(content).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name])));
}

function isLike(sample: unknown, value: unknown): boolean {
  if (Array.isArray(sample)) return Array.isArray(value) && value.every((each) => isLike(sample[0], each));
  if (isJsonObject(sample)) return isJsonObject(value) && Object.entries(sample).every(([name, part]) => isLike(part, value[name]));
  return typeof value === typeof sample;
}

/** True for an object that was read from JSON, which lists and null are not. */
const isJsonObject = (value: unknown): value is Record<string, unknown> => Object.prototype.toString.call(value) === '[object Object]';
