import type { Ground, Running } from '../../feature.ts';
import { createPublicVideos } from '../videos/public-videos.ts';
import { mediaRootsOf } from './media-roots.ts';
import { addMediaRoutes } from './media-routes.ts';

/** Starts the route of media files. */
export function startMedia({ env, pools, log, tags, use }: Ground): Running {
  return {
    addRoutes(app) {
      addMediaRoutes(app, {
        roots: mediaRootsOf(env.dataDir),
        passes: use('videoPasses'),
        isPublic: createPublicVideos(pools.app, log, tags.onTagsChanged),
        stored: use('storedVideos'),
        findElsewhere: use('mux')?.find,
      });
    },
  };
}
