import { cutText } from '@newline/document/truncate';
import { isId } from '@newline/api/rules/is-id';
import { noteLimits } from '@newline/api/rules/limits/note';

/** What the URL of the notes selects. */
export type NotesChoice = {
  search: string;
  kind: '' | 'note' | 'highlight';
  /** ID of a course, book or article; '' for all. */
  title: string;
  sort: 'newest' | 'reading';
  /** The cursor after which the page starts. */
  after: string | null;
};

/** Reads the filters from the URL; invalid values are ignored. */
export function readNotesChoice(search: URLSearchParams): NotesChoice {
  const [kind, title, sort] = [search.get('kind'), search.get('title') ?? '', search.get('sort')];
  return {
    search: cutText(search.get('q') ?? '', noteLimits.search),
    kind: kind === 'note' || kind === 'highlight' ? kind : '',
    title: isId(title) ? title : '',
    sort: sort === 'reading' ? 'reading' : 'newest',
    after: search.get('after'),
  };
}

/** Returns the variables of the query. */
export function notesVariables({ search, kind, title, sort, after }: NotesChoice, first: number) {
  return {
    sort: sort === 'reading' ? ('READING' as const) : ('NEWEST' as const),
    search,
    kind: kind === '' ? null : kind === 'note' ? ('NOTE' as const) : ('HIGHLIGHT' as const),
    itemId: title === '' ? null : title,
    first,
    after,
  };
}

/** Returns the filters as a query string that starts with '?'; '' for none. */
export function notesQuery({ search, kind, title, sort, after }: NotesChoice): string {
  const query = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(kind !== '' && { kind }),
    ...(title !== '' && { title }),
    ...(sort !== 'newest' && { sort }),
    ...(after !== null && { after }),
  });
  return query.size === 0 ? '' : `?${query}`;
}
