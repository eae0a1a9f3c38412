import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { VideoFiles } from './video-files.ts';
import { inOrder, videoFolders } from './video-folders.ts';

/** Work without a new segment for so long was left by a killed process. */
const abandonedMs = 6 * 60 * 60 * 1000;

/** Creates the files of videos in DATA_DIR. */
export function createLocalVideoFiles(dataDir: string): VideoFiles {
  const folders = videoFolders(dataDir);
  const upload = (playbackId: string) => join(folders.uploads, playbackId);
  return {
    async openUploads() {
      const { FileStore } = await import('@tus/file-store');
      await mkdir(folders.uploads, { recursive: true, mode: 0o750 });
      return new FileStore({ directory: folders.uploads });
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(dirname(folders.uploads));
      return bavail * bsize;
    },
    fetchUpload: async (playbackId) => upload(playbackId),
    async removeUpload(playbackId) {
      await rm(upload(playbackId), { force: true });
      await rm(`${upload(playbackId)}.json`, { force: true });
    },
    work: folders.work,
    async publish(folder, playbackId) {
      const played = folders.played(playbackId);
      await mkdir(played, { recursive: true, mode: 0o750 });
      for (const name of inOrder(await readdir(folder))) await rename(join(folder, name), join(played, name));
    },
    async put(playbackId, name, text) {
      const folder = folders.played(playbackId);
      await mkdir(folder, { recursive: true, mode: 0o750 });
      const unfinished = join(folder, `.${randomBytes(8).toString('hex')}`);
      await writeFile(unfinished, text);
      await rename(unfinished, join(folder, name));
    },
    async copy(playbackId, from, to) {
      const folder = folders.played(playbackId);
      await copyFile(join(folder, from), join(folder, to));
    },
    remove: (playbackId, name) => rm(join(folders.played(playbackId), name), { force: true }),
    removePlayed: (playbackId) => rm(folders.played(playbackId), { recursive: true, force: true }),
    async tidyWork() {
      const root = dirname(folders.work('any'));
      const changes = new Map<string, number>();
      for (const name of await readdir(root).catch(() => []))
        changes.set(name, await stat(join(root, name)).then(({ mtimeMs }) => mtimeMs, Date.now));
      for (const [name, changedAt] of changes) {
        // A file that was fetched doesn't change while the folder of its work does.
        const lastChange = Math.max(changedAt, changes.get(name.replace(/\.source$/, '')) ?? 0);
        if (Date.now() - lastChange > abandonedMs) await rm(join(root, name), { recursive: true, force: true });
      }
    },
  };
}
