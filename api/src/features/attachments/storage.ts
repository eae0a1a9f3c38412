import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { BucketError } from '../../errors/bucket-error.ts';
import { bucketClient, type BucketSettings } from './bucket.ts';

/** Where uploads are stored: in a folder of this machine, or in a bucket that all machines share. */
export type StorageSettings = { readonly driver: 'local' } | BucketSettings;

/** A store of files by key, such as `a/k3…/960.webp`. Its operations throw a BucketError if the bucket fails. */
export type Storage = {
  /** Writes a file. Once it resolves, the complete file survives a power failure. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Returns a file and its size; null if there is none. */
  open(key: string): Promise<{ readonly stream: Readable; readonly byteCount: number } | null>;
  /** Deletes everything below a key, if there is anything. */
  removeAll(prefix: string): Promise<void>;
};

/**
 * Opens the storage.
 * @param folder where the local driver stores files; created with the first file
 */
export async function openStorage(settings: StorageSettings, folder: string): Promise<Storage> {
  const isLocal = settings.driver === 'local';
  const disk = new Disk(isLocal ? new DurableDriver(folder) : await bucketDriver(settings));
  const run = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw isLocal ? error : new BucketError(`The bucket failed: ${what}`, { cause: error });
    }
  };
  return {
    put: (key, bytes, contentType) => run(`put ${key}`, () => disk.put(key, bytes, { contentType })),
    open: (key) =>
      run(`get ${key}`, async () => {
        // Services differ in how they report a missing key, and a failure isn't a missing file.
        if (!(await disk.exists(key))) return null;
        const { contentLength } = await disk.getMetaData(key);
        return { stream: await disk.getStream(key), byteCount: contentLength };
      }),
    removeAll: (prefix) => run(`delete ${prefix}`, () => disk.deleteAll(prefix)),
  };
}

/** Files in a folder. A file gets its name only once it is completely on the disk. */
class DurableDriver extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const path = join(this.#folder, key);
    const unfinished = join(dirname(path), `.${randomUUID()}`);
    await mkdir(dirname(path), { recursive: true, mode: 0o750 });
    try {
      const file = await open(unfinished, 'wx', 0o640);
      try {
        await file.writeFile(contents);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
      const entry = await open(dirname(path));
      try {
        await entry.sync();
      } finally {
        await entry.close();
      }
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }
}

/** Files in a bucket. */
async function bucketDriver(settings: BucketSettings) {
  const [{ S3Driver }, client] = await Promise.all([import('flydrive/drivers/s3'), bucketClient(settings)]);
  return new S3Driver({ client, bucket: settings.bucket, visibility: 'private', supportsACL: false });
}
