import type { StudioItem } from './studio-item.ts';

/** Two texts that belong together: a question and its answer, a title and its link. */
export type Pair = { readonly first: string; readonly second: string };

/** A dependency of the item, as form fields. */
export type Dependency = { readonly name: string; readonly version: string; readonly link: string };

/** The details as form fields. */
export type ItemForm = {
  readonly title: string;
  readonly subtitle: string;
  readonly slug: string;
  /** A top-level path such as /a-title, if the page has one; '' if its URL follows the slug. */
  readonly shortAddress: string;
  readonly topic: string;
  readonly summary: string;
  readonly description: string;
  readonly primaryDescriptionMarkdown: string;
  readonly posterImageUrl: string;
  readonly previewPdfUrl: string;
  readonly numExercises: string;
  readonly lessonLanguage: string;
  readonly archetype: string;
  readonly syllabus: string;
  readonly marketingHeadline: string;
  readonly marketingCopyMarkdown: string;
  readonly tags: readonly string[];
  readonly faq: readonly Pair[];
  readonly resources: readonly Pair[];
  readonly primaryLanguage: string;
  readonly dependencies: readonly Dependency[];
};

/** Returns the initial values of the form. */
export function formOf(item: StudioItem): ItemForm {
  return {
    title: item.title,
    subtitle: item.subtitle ?? '',
    slug: item.slug,
    shortAddress: item.permalink === `/${item.kind}s/${item.slug}` ? '' : item.permalink,
    topic: item.topic,
    summary: item.summary ?? '',
    description: item.description ?? '',
    primaryDescriptionMarkdown: item.primaryDescriptionMarkdown ?? '',
    posterImageUrl: item.posterImageUrl ?? '',
    previewPdfUrl: item.previewPdfUrl ?? '',
    numExercises: String(item.numExercises),
    lessonLanguage: item.lessonLanguage,
    archetype: item.archetype,
    syllabus: item.syllabus ?? '',
    marketingHeadline: item.marketingHeadline ?? '',
    marketingCopyMarkdown: item.marketingCopyMarkdown ?? '',
    tags: item.taggings.nodes.flatMap(({ tag }) => (tag ? [tag.name] : [])),
    faq: pairsOf(item.faq, 'question', 'answer'),
    resources: pairsOf(item.resources, 'title', 'url'),
    ...dependenciesOf(item.dependencies),
  };
}

const plain = [
  'title',
  'subtitle',
  'topic',
  'summary',
  'description',
  'primaryDescriptionMarkdown',
  'previewPdfUrl',
  'lessonLanguage',
  'syllabus',
  'marketingHeadline',
  'marketingCopyMarkdown',
  'tags',
] as const;

/** Returns the changes for the API, or the errors of invalid fields. */
export function patchOf(item: StudioItem, form: ItemForm): { patch: Record<string, unknown> } | { faults: Record<string, string> } {
  const before = formOf(item);
  const isChanged = (key: keyof ItemForm) => JSON.stringify(before[key]) !== JSON.stringify(form[key]);
  if (!/^\d{1,5}$/.test(form.numExercises.trim())) return { faults: { numExercises: 'Enter a whole number from 0 to 10,000.' } };
  const patch: Record<string, unknown> = Object.fromEntries(plain.filter(isChanged).map((key) => [key, form[key]]));
  if (isChanged('slug')) patch['slug'] = form.slug;
  // A URL that follows the slug changes with it automatically.
  if (isChanged('shortAddress')) patch['permalink'] = form.shortAddress.trim() || `/${item.kind}s/${form.slug.trim()}`;
  if (isChanged('numExercises')) patch['numExercises'] = Number(form.numExercises);
  if (isChanged('posterImageUrl'))
    Object.assign(patch, { posterImageUrl: form.posterImageUrl, coverImageUrl: null, fullCoverImageUrl: form.posterImageUrl });
  if (isChanged('archetype') && item.kind === 'course') patch['archetype'] = form.archetype;
  if (isChanged('faq')) patch['faq'] = form.faq.map(({ first, second }) => ({ question: first, answer: second }));
  if (isChanged('resources')) patch['resources'] = form.resources.map(({ first, second }) => ({ title: first, url: second }));
  if (isChanged('primaryLanguage') || isChanged('dependencies'))
    patch['dependencies'] = { primaryLanguage: form.primaryLanguage, list: form.dependencies };
  return { patch };
}

/** Parses the stored dependencies; invalid ones are left out. */
function dependenciesOf(json: string | null): Pick<ItemForm, 'primaryLanguage' | 'dependencies'> {
  const stored: unknown = JSON.parse(json ?? 'null');
  const textAt = (entry: unknown, key: string): string => {
    const value: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, key) : null;
    return typeof value === 'string' ? value : '';
  };
  const list: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, 'list') : null;
  return {
    primaryLanguage: textAt(stored, 'primaryLanguage'),
    dependencies: (Array.isArray(list) ? list : []).map((entry: unknown) => ({
      name: textAt(entry, 'name'),
      version: textAt(entry, 'version'),
      link: textAt(entry, 'link'),
    })),
  };
}

/** Parses a list of pairs from a JSON string; invalid entries are left out. */
function pairsOf(json: string, first: string, second: string): Pair[] {
  const parsed: unknown = JSON.parse(json);
  if (!Array.isArray(parsed)) return [];
  return parsed.flatMap((entry: unknown): Pair[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    return [{ first: String(Reflect.get(entry, first) ?? ''), second: String(Reflect.get(entry, second) ?? '') }];
  });
}
