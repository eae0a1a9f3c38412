import { join } from 'node:path';

/** Paths of uploaded videos' files, all below DATA_DIR. */
export type VideoFolders = {
  /** Folder of incoming files: `{playbackId}`, with `{playbackId}.json`. */
  readonly uploads: string;
  /** Returns the folder of work in progress, until all files are complete. */
  work(playbackId: string): string;
  /** Returns the folder that a video is played from. */
  played(playbackId: string): string;
};

/** Returns the folders of a site. */
export function videoFolders(dataDir: string): VideoFolders {
  return {
    uploads: join(dataDir, 'video-uploads'),
    work: (playbackId) => join(dataDir, 'video-work', playbackId),
    played: (playbackId) => join(dataDir, 'media', 'videos', playbackId),
  };
}

/** Prefixes of the keys in the bucket, which are the paths below DATA_DIR of a site without one. */
export const videoKeys = {
  upload: (playbackId: string) => `video-uploads/${playbackId}/`,
  played: (playbackId: string) => `media/videos/${playbackId}/`,
} as const;

/** Returns the names of a video's files in the order in which they are published. */
export function inOrder(names: readonly string[]): readonly string[] {
  return names.toSorted((a, b) => Number(a === 'master.m3u8') - Number(b === 'master.m3u8'));
}
