import { join } from 'node:path';
import type { Ground, Running } from '../../feature.ts';
import { mediaRootsOf } from '../media/media-roots.ts';
import { openArchiveStore } from './archive-store.ts';
import { createImportExport } from './create-import-export.ts';
import { addFolderRoutes } from './folder-routes.ts';
import { importCron, importTasks, runImportsTask } from './import-jobs.ts';
import { createArchiveReader } from './read-archives.ts';
import { runImports } from './run-imports.ts';

/** Starts imports and exports with their routes and jobs. */
export function startImportExport({ env, pools, rateLimits, maskError, viewers, jobs, log, signal, use }: Ground): Running {
  const attachments = use('attachments');
  const importExport = createImportExport({
    pool: pools.app,
    attachments,
    captions: use('videos'),
    textReader: use('textReader'),
    siteOrigin: new URL(env.publicUrl).origin,
    mediaRoots: mediaRootsOf(env.dataDir),
    storedVideos: use('storedVideos'),
  });
  const archives = createArchiveReader();
  const store = openArchiveStore(env.storage, join(env.dataDir, 'imports'));
  const { incomingFolder } = attachments;
  // Without a job, the schedule finds it within a minute.
  const wake = () =>
    jobs.add(runImportsTask, {}, { key: runImportsTask }).catch((error: unknown) => log.warn({ err: error }, 'imports: no job'));
  const readIds = async () => {
    const { rows } = await pools.worker.query<{ id: string }>('select id from app_private.tidy_imports() as t (id)');
    return rows.map(({ id }) => id);
  };
  return {
    addRoutes: (app) => {
      // Closing the server doesn't wait for an archive that is being read.
      app.addHook('preClose', () => archives.close());
      const imports = { pool: pools.app, store, wake };
      addFolderRoutes(app, { importExport, archives, imports, viewerOf: viewers.viewerOf, maskError, incomingFolder, rateLimits });
    },
    tasks: () =>
      importTasks(
        {
          work: () => runImports({ workerPool: pools.worker, importExport, archives, store, log, signal }),
          tidy: () => store.tidy(readIds),
        },
        signal,
      ),
    ownRunners: [runImportsTask],
    cron: importCron,
    close: () => importExport.close(),
  };
}
