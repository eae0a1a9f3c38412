import type { Feature } from '../../feature.ts';

/** Serves the files of videos. */
export const media: Feature = {
  name: 'media',
  start: async (ground) => (await import('./start-media.ts')).startMedia(ground),
};
