import type { Ground, Running } from '../../feature.ts';
import { mediaRootsOf } from '../media/media-roots.ts';
import { createImportExport } from './create-import-export.ts';
import { addFolderRoutes } from './folder-routes.ts';

/** Starts imports and exports with their routes. */
export function startImportExport({ env, pools, rateLimits, maskError, viewers, use }: Ground): Running {
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
  const { incomingFolder } = attachments;
  return {
    addRoutes: (app) => addFolderRoutes(app, { importExport, viewerOf: viewers.viewerOf, maskError, incomingFolder, rateLimits }),
    close: () => importExport.close(),
  };
}
