import type { TaskList } from 'graphile-worker';
import type { BookExports } from './book-exports.ts';

/** Name of the job that creates exports. */
export const exportBooksTask = 'export_books';

const tidyTask = 'tidy_book_exports';

/** Schedules of the jobs: they find exports whose process was killed and those due for a retry, and delete old files. */
export const bookExportCron = [
  { task: exportBooksTask, match: '* * * * *', identifier: exportBooksTask },
  { task: tidyTask, match: '*/10 * * * *', identifier: tidyTask },
];

/** Returns the jobs of book exports. Creating one may take minutes. */
export function bookExportTasks(books: Pick<BookExports, 'work' | 'tidy'>, signal: AbortSignal): TaskList {
  return { [exportBooksTask]: () => books.work(signal), [tidyTask]: () => books.tidy() };
}
