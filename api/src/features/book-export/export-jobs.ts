import type { TaskList } from 'graphile-worker';
import type { BookExports } from './book-exports.ts';

/** The name of the job that creates exports. */
export const exportBooksTask = 'export_books';

const tidyTask = 'tidy_book_exports';

/** When the jobs run unasked: to find exports whose process was killed and those that are due again, and to remove old files. */
export const bookExportCron = [
  { task: exportBooksTask, match: '* * * * *', identifier: exportBooksTask },
  { task: tidyTask, match: '*/10 * * * *', identifier: tidyTask },
];

/** The jobs of book exports. Creating one may take minutes. */
export function bookExportTasks(books: Pick<BookExports, 'work' | 'tidy'>, signal: AbortSignal): TaskList {
  return { [exportBooksTask]: () => books.work(signal), [tidyTask]: () => books.tidy() };
}
