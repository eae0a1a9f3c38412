import { searchLimits } from '@newline/api/rules/limits/search';
import { cutText } from '@newline/document/truncate';
import type { LibrarySort as LibraryOrder } from '../../../.documents/graphql.ts';

/** The groups of library filters. Choices within a group are combined with OR, groups with AND. */
export const filterGroups = [
  { name: 'status', label: 'Progress' },
  { name: 'kind', label: 'Kind' },
  { name: 'technology', label: 'Technology' },
  { name: 'instructor', label: 'Instructor' },
] as const;

/**
 * The sort orders of a library, the default first. The values are used in the URL, on the page, and by the `library` function of the API.
 */
export const librarySorts = [
  { value: 'recently-accessed', label: 'Recently Accessed', order: 'RECENTLY_ACCESSED' },
  { value: 'recently-enrolled', label: 'Recently Enrolled', order: 'RECENTLY_ENROLLED' },
  { value: 'title', label: 'Title (A to Z)', order: 'TITLE_ASC' },
  { value: 'title-descending', label: 'Title (Z to A)', order: 'TITLE_DESC' },
] as const satisfies readonly { value: string; label: string; order: LibraryOrder }[];

/** The labels of the values in the first two groups, in order. */
export const fixedLabels = {
  status: { 'not-started': 'Not Started', 'in-progress': 'In Progress', completed: 'Completed' },
  kind: { book: 'Book', course: 'Course', masterclass: 'Masterclass' },
} as const;

/** One of the four groups of filters. */
export type FilterGroup = (typeof filterGroups)[number]['name'];

/** One of the four orders. */
export type LibrarySort = (typeof librarySorts)[number]['value'];

/** Returns the order as the API expects it. */
export function orderOf(sort: LibrarySort): LibraryOrder {
  return (librarySorts.find(({ value }) => value === sort) ?? librarySorts[0]).order;
}

/** The user's filters, sort order, search and page: everything that the URL restores. */
export type LibraryChoice = {
  sort: LibrarySort;
  search: string;
  filters: Record<FilterGroup, readonly string[]>;
  /** From 1. */
  page: number;
};

/** The default choice: no filters. */
export const defaultChoice: LibraryChoice = {
  sort: 'recently-accessed',
  search: '',
  filters: { status: [], kind: [], technology: [], instructor: [] },
  page: 1,
};

const maxValues = 50;

/**
 * Reads a choice from URL parameters or form fields. Unknown values are ignored. `without` removes one filter, as the badges' buttons send
 * it: `kind:book`, `search`, or `all`.
 *
 * @example choiceOf(new URLSearchParams('sort=title&kind=book&kind=course&q=react'))
 */
export function choiceOf(parameters: URLSearchParams): LibraryChoice {
  const without = parameters.get('without');
  const valuesOf = (group: FilterGroup): string[] => {
    const values = [...new Set(parameters.getAll(group))].filter((value) => isPossible(group, value) && without !== `${group}:${value}`);
    return without === 'all' ? [] : values.slice(0, maxValues);
  };
  const page = Number(parameters.get('page') ?? '1');
  return {
    sort: librarySorts.find(({ value }) => value === parameters.get('sort'))?.value ?? 'recently-accessed',
    search: without === 'all' || without === 'search' ? '' : cutText(parameters.get('q') ?? '', searchLimits.words).trim(),
    filters: { status: valuesOf('status'), kind: valuesOf('kind'), technology: valuesOf('technology'), instructor: valuesOf('instructor') },
    page: without === null && Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  };
}

/** Returns the URL parameters that restore a choice; none for the default choice. */
export function parametersOf({ sort, search, filters, page }: LibraryChoice): URLSearchParams {
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('q', search);
  for (const { name } of filterGroups) for (const value of filters[name]) parameters.append(name, value);
  if (sort !== 'recently-accessed') parameters.set('sort', sort);
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

/** True when a filter or a search is active. */
export function isNarrowed({ search, filters }: LibraryChoice): boolean {
  return search !== '' || filterGroups.some(({ name }) => filters[name].length > 0);
}

function isPossible(group: FilterGroup, value: string): boolean {
  if (group === 'status' || group === 'kind') return Object.hasOwn(fixedLabels[group], value);
  return /^[a-z0-9_-]{1,100}$/.test(value);
}
