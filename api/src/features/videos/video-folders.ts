import { join } from 'node:path';

/** What names a video here; its folders are called so. */
export const playbackIdForm = /^[A-Za-z0-9_-]{22}$/;

/** Where the files of uploaded videos are. All of them are below DATA_DIR. */
export type VideoFolders = {
  /** Files that are arriving: `{playbackId}`, and `{playbackId}.json` beside each. */
  readonly uploads: string;
  /** What is being made of a file, until all of it is there. */
  work(playbackId: string): string;
  /** What is played. */
  played(playbackId: string): string;
};

/** The folders of a site. */
export function videoFolders(dataDir: string): VideoFolders {
  return {
    uploads: join(dataDir, 'video-uploads'),
    work: (playbackId) => join(dataDir, 'video-work', playbackId),
    played: (playbackId) => join(dataDir, 'media', 'videos', playbackId),
  };
}
