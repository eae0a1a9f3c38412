import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bucket, maxPutBytes } from '../attachments/bucket.ts';
import { extensionOf, mediaTypes } from '../media/find-media.ts';
import { VideoFault } from './video-fault.ts';
import type { VideoFiles } from './video-files.ts';
import { inOrder, videoKeys } from './video-folders.ts';

/** Files that are sent to the bucket at the same time. */
const atOnce = 8;

/**
 * Creates the files of videos in the bucket. Only the work of ffmpeg needs a folder of this machine.
 * @param local the files in DATA_DIR, from before the site had a bucket
 */
export function createBucketVideoFiles(bucket: Bucket, local: VideoFiles): VideoFiles {
  const put = async (playbackId: string, folder: string, name: string) => {
    const file = join(folder, name);
    if ((await stat(file)).size > maxPutBytes)
      throw new VideoFault('This file is larger than 5 GB, which this site can’t store without ffmpeg. Upload a smaller one.');
    await bucket.putFile(`${videoKeys.played(playbackId)}${name}`, file, typeOf(name));
  };
  return {
    openUploads: async () => (await import('./bucket-uploads.ts')).openBucketUploads(bucket),
    freeBytes: async () => null,
    async fetchUpload(playbackId, target) {
      const earlier = await local.fetchUpload(playbackId, target);
      if (existsSync(earlier)) return earlier;
      const { fetchBucketUpload } = await import('./bucket-uploads.ts');
      await fetchBucketUpload(bucket, playbackId, target);
      return target;
    },
    async removeUpload(playbackId) {
      await local.removeUpload(playbackId);
      await bucket.removeAll(videoKeys.upload(playbackId));
    },
    work: local.work,
    async publish(folder, playbackId) {
      const names = inOrder(await readdir(folder));
      const waiting = names.filter((name) => name !== 'master.m3u8');
      const sendAll = async () => {
        for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await put(playbackId, folder, name);
      };
      await Promise.all(Array.from({ length: atOnce }, sendAll));
      if (names.includes('master.m3u8')) await put(playbackId, folder, 'master.m3u8');
    },
    async put(playbackId, name, text) {
      await bucket.put(`${videoKeys.played(playbackId)}${name}`, Buffer.from(text), typeOf(name));
      // Files of this machine are played first.
      await local.remove(playbackId, name);
    },
    async copy(playbackId, from, to) {
      await local
        .copy(playbackId, from, to)
        .catch(() => bucket.copy(`${videoKeys.played(playbackId)}${from}`, `${videoKeys.played(playbackId)}${to}`));
    },
    async remove(playbackId, name) {
      await local.remove(playbackId, name);
      await bucket.removeAll(`${videoKeys.played(playbackId)}${name}`);
    },
    async removePlayed(playbackId) {
      await local.removePlayed(playbackId);
      await bucket.removeAll(videoKeys.played(playbackId));
    },
    tidyWork: local.tidyWork,
  };
}

function typeOf(name: string): string {
  return mediaTypes[extensionOf(name)] ?? 'application/octet-stream';
}
