import type { LibraryKind, LibraryStatus } from '../../../.documents/graphql.ts';
import { replace, type RouterContextProvider } from 'react-router';
import { handOverViewer } from '../../shared/hand-over-viewer.server.ts';
import { choiceOf, type LibraryChoice, orderOf, parametersOf } from '../../shared/library/library-choice.ts';
import type { LibraryFacts } from '../../shared/library/library-facts.ts';
import { runDocument } from '../../shared/run-document.server.ts';
import { type BegunPath, begunPathOf } from './begun-path.ts';
import { LibraryDocument } from './library-documents.ts';
import { clockOf, entryOf, optionOf } from './library-entry.ts';

/** The user's data on the library page. */
export type OwnLibrary = {
  choice: LibraryChoice;
  list: LibraryFacts;
  completedCount: number;
  streak: number;
  isTodayCounted: boolean;
  timeZone: string;
  paths: BegunPath[];
};

const pageSize = 20;

/** Loads the reader's library with the filters in the URL; null for a visitor. */
export async function loadLibrary(context: Readonly<RouterContextProvider>, url: URL): Promise<OwnLibrary | null> {
  const choice = choiceOf(url.searchParams);
  const constant = (value: string) => value.toUpperCase().replaceAll('-', '_');
  const { filters } = choice;
  const { library, begunLearningPaths, streak, viewer } = await runDocument(context, LibraryDocument, {
    sort: orderOf(choice.sort),
    search: choice.search,
    statuses: filters.status.map((value) => constant(value) as LibraryStatus),
    kinds: filters.kind.map((value) => constant(value) as LibraryKind),
    technologies: [...filters.technology],
    instructors: [...filters.instructor],
    first: pageSize,
    skip: (choice.page - 1) * pageSize,
  });
  if (library === null) return null;
  if (viewer) handOverViewer(context, viewer);
  const lastPage = Math.max(1, Math.ceil(library.matchesCount / pageSize));
  // A title was removed, or an external URL names a page that doesn't exist.
  if (choice.page > lastPage) throw replace(`${url.pathname}?${parametersOf({ ...choice, page: lastPage })}`.replace(/\?$/, ''));
  const timeZone = viewer?.settings?.timeZone ?? 'UTC';
  const clock = clockOf(new Date(), timeZone);
  return {
    choice,
    list: {
      entries: library.items.map((node) => entryOf(node, choice.sort, clock)),
      options: library.filters.map(optionOf),
      matchesCount: library.matchesCount,
      itemsCount: library.itemsCount,
      isNearly: library.isNearly,
      pageSize,
    },
    completedCount: library.completedCount,
    streak,
    isTodayCounted: library.isTodayCounted,
    timeZone,
    paths: begunLearningPaths.nodes.map(begunPathOf),
  };
}
