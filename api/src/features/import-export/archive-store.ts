import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openBucket, readBody } from '../attachments/bucket.ts';
import type { StorageSettings } from '../attachments/storage.ts';

/** Archives that wait for their import, by its ID. Any process of the site can read them. */
export type ArchiveStore = {
  /** Takes over a received file. */
  keep(id: string, received: string): Promise<void>;
  /** Returns the path of an archive on this machine; null if there is none. Call `release` when it has been read. */
  fetch(id: string): Promise<{ readonly path: string; release(): Promise<void> } | null>;
  remove(id: string): Promise<void>;
  /** Deletes the archives of other IDs. */
  tidy(readIds: () => Promise<readonly string[]>): Promise<void>;
};

/**
 * Opens the store: a folder of this machine, or the bucket.
 * @param folder where archives are, or, with a bucket, where they are while they are being read
 */
export function openArchiveStore(settings: StorageSettings, folder: string): ArchiveStore {
  return settings.driver === 'local' ? localStore(folder) : bucketStore(openBucket(settings), folder);
}

function localStore(folder: string): ArchiveStore {
  const pathOf = (id: string) => join(folder, `${id}.zip`);
  return {
    async keep(id, received) {
      await mkdir(folder, { recursive: true, mode: 0o750 });
      await rename(received, pathOf(id)).catch(async () => {
        // The folders may be on different disks.
        await copyFile(received, pathOf(id));
        await rm(received, { force: true });
      });
    },
    async fetch(id) {
      const isThere = await stat(pathOf(id)).then(
        () => true,
        () => false,
      );
      return isThere ? { path: pathOf(id), release: async () => undefined } : null;
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async tidy(readIds) {
      // Lists files first: an archive that arrives in between has its row by then.
      const names = await readdir(folder).catch(() => []);
      const inUse = new Set((await readIds()).map((id) => `${id}.zip`));
      for (const name of names) if (!inUse.has(name)) await rm(join(folder, name), { recursive: true, force: true });
    },
  };
}

function bucketStore(bucket: ReturnType<typeof openBucket>, folder: string): ArchiveStore {
  const prefix = 'imports/';
  const keyOf = (id: string) => `${prefix}${id}.zip`;
  return {
    async keep(id, received) {
      await bucket.putFile(keyOf(id), received, 'application/zip');
      await rm(received, { force: true });
    },
    async fetch(id) {
      const answer = await bucket.open(keyOf(id));
      if (answer?.stream === null || answer?.stream === undefined) return null;
      await mkdir(folder, { recursive: true, mode: 0o750 });
      const path = join(folder, `${id}.zip`);
      const release = () => rm(path, { force: true });
      try {
        await pipeline(readBody(answer.stream), createWriteStream(path, { mode: 0o600 }));
      } catch (error) {
        await release();
        throw error;
      }
      return { path, release };
    },
    remove: (id) => bucket.removeAll(keyOf(id)),
    async tidy(readIds) {
      const files = await bucket.list(prefix);
      const inUse = new Set((await readIds()).map(keyOf));
      for (const { key } of files) if (!inUse.has(key)) await bucket.removeAll(key);
    },
  };
}
