import type { Feature } from '../../feature.ts';
import { createVideoPasses } from './video-passes.ts';
import { VideosPlugin } from './videos-plugin.ts';
import { VideoWritesPlugin } from './video-writes-plugin.ts';

/** Videos: uploads, processing, and who may watch. */
export const videos: Feature = {
  name: 'videos',
  plugins: [VideosPlugin, VideoWritesPlugin],
  startForQueries: ({ env }) => ({ services: { videoPasses: createVideoPasses(env.secretKey) } }),
  start: async (ground) => (await import('./start-videos.ts')).startVideos(ground),
};
