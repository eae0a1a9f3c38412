import { openBucket } from '../attachments/bucket.ts';
import type { StorageSettings } from '../attachments/storage.ts';
import { createBucketVideoFiles } from './bucket-video-files.ts';
import { createLocalVideoFiles } from './local-video-files.ts';
import type { StoredVideos, VideoFiles } from './video-files.ts';
import { videoKeys } from './video-folders.ts';

/** Returns the files of a site's videos. */
export function openVideoFiles({ dataDir, storage }: { readonly dataDir: string; readonly storage: StorageSettings }): VideoFiles {
  const local = createLocalVideoFiles(dataDir);
  return storage.driver === 'local' ? local : createBucketVideoFiles(openBucket(storage), local);
}

/** Opens the videos in the bucket; null for a site without one. */
export function openStoredVideos(storage: StorageSettings): StoredVideos | null {
  if (storage.driver === 'local') return null;
  const bucket = openBucket(storage);
  return {
    open: (playbackId, name, conditions) => bucket.open(`${videoKeys.played(playbackId)}${name}`, conditions),
    async list(playbackId) {
      const prefix = videoKeys.played(playbackId);
      return (await bucket.list(prefix)).map(({ key }) => key.slice(prefix.length));
    },
  };
}
