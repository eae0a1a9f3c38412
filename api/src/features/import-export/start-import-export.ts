import type { Ground, Running } from '../../feature.ts';
import { mediaRootsOf } from '../media/media-roots.ts';
import { createFolders } from './create-folders.ts';
import { addFolderRoutes } from './folder-routes.ts';

/** Starts imports and exports with their routes. */
export function startImportExport({ env, pools, budgets, maskError, viewers, use }: Ground): Running {
  const attachments = use('attachments');
  const folders = createFolders({
    pool: pools.app,
    attachments,
    captions: use('videos'),
    textReader: use('textReader'),
    siteOrigin: new URL(env.publicUrl).origin,
    mediaRoots: mediaRootsOf(env.dataDir),
  });
  const { incomingFolder } = attachments;
  return {
    addRoutes: (app) => addFolderRoutes(app, { folders, viewerOf: viewers.viewerOf, maskError, incomingFolder, budgets }),
    close: () => folders.close(),
  };
}
