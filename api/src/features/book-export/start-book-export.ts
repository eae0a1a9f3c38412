import { join } from 'node:path';
import { site } from '../../rules/site/site.ts';
import type { Ground, Running } from '../../feature.ts';
import { mediaRootsOf } from '../media/media-roots.ts';
import { createBookExports, type BookExports } from './book-exports.ts';
import { createImageReader } from './book-images.ts';
import { addBookRoutes } from './book-routes.ts';
import { bookExportCron, bookExportTasks, exportBooksTask } from './export-jobs.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Exports of books as files. */
      books: BookExports;
    }
  }
}

/** Starts the exports of books, their routes and their jobs. */
export function startBookExport({ env, pools, rateLimits, jobs, viewers, log, signal, use }: Ground): Running {
  const books = createBookExports({
    pools,
    site: {
      get name() {
        return site.name;
      },
      publicUrl: env.publicUrl,
    },
    renderer: use('renderer'),
    readImage: createImageReader(use('attachments'), mediaRootsOf(env.dataDir)),
    folder: join(env.dataDir, 'books'),
    log,
    onQueued: () => jobs.add(exportBooksTask, {}, { key: exportBooksTask }),
  });
  return {
    services: { books },
    addRoutes: (app) =>
      addBookRoutes(app, { books, viewerOf: viewers.viewerOf, rateLimit: rateLimits.books, progressRateLimit: rateLimits.bookProgress }),
    tasks: () => bookExportTasks(books, signal),
    ownRunners: [exportBooksTask],
    cron: bookExportCron,
  };
}
