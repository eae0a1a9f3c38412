import type { Ground, Running } from '../../feature.ts';
import { createMux, type Mux } from './mux.ts';
import { addMuxWebhook } from './mux-webhook.ts';
import { processVideos, processVideosCron, processVideosTask } from './process-videos.ts';
import { openStoredVideos, openVideoFiles } from './open-video-files.ts';
import type { StoredVideos } from './video-files.ts';
import { usualVideoSettings } from './video-settings.ts';
import { createVideoUploads } from './video-uploads.ts';
import { createVideos } from './videos.ts';
import { watchMux, watchMuxCron, watchMuxTask } from './watch-mux.ts';

declare global {
  namespace Newline {
    interface Services {
      /** The service that stores videos; null for a site that stores them itself. */
      mux: Mux | null;
      /** The videos in the bucket; null for a site that stores them in DATA_DIR. */
      storedVideos: StoredVideos | null;
    }
  }
}

/** Starts video uploads, the jobs that process them, and the routes of both. */
export function startVideos({ env, pools, outbound, disk, jobs, log, signal, viewers: { viewerOf } }: Ground): Running {
  const { publicUrl, video: settings = usualVideoSettings } = env;
  const pool = pools.worker;
  let received = 0;
  const files = openVideoFiles(env);
  const uploads = createVideoUploads({
    files,
    pool: pools.app,
    viewerOf,
    publicUrl,
    log,
    onComplete: () => {
      received += 1;
      return jobs.add(processVideosTask, {}, { key: processVideosTask });
    },
    disk,
  });
  const mux = settings.mux && createMux(settings.mux, { pool, outbound, publicUrl, log });
  const queueMuxCheck = (names: readonly string[]) => jobs.add(watchMuxTask, { names }, { key: `${watchMuxTask} ${names[0] ?? ''}` });
  const videos = createVideos({
    pool: pools.app,
    files,
    settings,
    uploads,
    mux,
    log,
    onSent: (playbackId) => queueMuxCheck([playbackId]),
  });
  return {
    services: { videos, mux, storedVideos: openStoredVideos(env.storage) },
    addRoutes(app) {
      uploads.register(app);
      if (settings.mux) addMuxWebhook(app, { secret: settings.mux.webhookSecret, onNews: ({ names }) => queueMuxCheck(names) });
    },
    tasks: () => ({
      tidy_videos: () => videos.tidy(pool),
      [processVideosTask]: () => processVideos({ pool, files, settings, log, signal }),
      async [watchMuxTask](payload) {
        if (mux) await watchMux(payload, { pool, client: mux.client, settings, log, signal });
      },
    }),
    metrics: [
      {
        name: 'newline_video_uploads_total',
        help: 'Videos that were uploaded completely to this process.',
        type: 'counter',
        read: () => received,
      },
    ],
    ownRunners: [processVideosTask],
    cron: [{ task: 'tidy_videos', match: '*/10 * * * *', identifier: 'tidy_videos' }, processVideosCron, ...(mux ? [watchMuxCron] : [])],
  };
}
