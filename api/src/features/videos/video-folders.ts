import { join } from 'node:path';

/** Form of a video's id, which is also the name of its folders. */
export const playbackIdForm = /^[A-Za-z0-9_-]{22}$/;

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
