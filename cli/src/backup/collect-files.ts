import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { sizeKey } from '@newline/api/features/attachments/image-sizes';
import { type Bucket, openBucket } from '@newline/api/features/attachments/bucket';
import { openStorage, type StorageSettings } from '@newline/api/features/attachments/storage';
import { openBucketUpload } from '@newline/api/features/videos/bucket-uploads';
import { videoKeys } from '@newline/api/features/videos/video-folders';
import { type ArchiveWriter, ChangedSizeError } from '@newline/db/backup/archive-writer';
import { memberPaths } from '@newline/db/backup/manifest';
import type pg from 'pg';

/** The folders of DATA_DIR that a backup includes: uploaded images, videos with their files, and videos that wait to be processed. */
export const backedUpFolders = ['uploads', 'media', 'video-uploads'] as const;

/** What was added to the archive, and the files that a row names but the storage didn't have. */
export type CollectedFiles = { count: number; byteCount: number; missing: string[] };

const keysAtOnce = 1000;
const triesOfAChangedFile = 3;

/**
 * Adds the files of a snapshot to an archive: the uploaded images and unprocessed videos that rows of the snapshot name, and all of
 * `media/`. `owner` is inside the snapshot's transaction. A file that changes while it's read is read again.
 */
export async function collectFiles(
  owner: pg.ClientBase,
  site: { dataDir: string; storage: StorageSettings },
  archive: ArchiveWriter,
): Promise<CollectedFiles> {
  const collected: CollectedFiles = { count: 0, byteCount: 0, missing: [] };
  const addFile = async (path: string) => {
    const byteCount = await addLocalFile(join(site.dataDir, path), memberPaths.file(path), archive);
    if (byteCount === null) collected.missing.push(path);
    else {
      collected.count += 1;
      collected.byteCount += byteCount;
    }
  };
  const storage = site.storage.driver === 'local' ? null : await openStorage(site.storage, join(site.dataDir, 'uploads'));
  for await (const key of uploadKeys(owner)) {
    const full = `uploads/${sizeKey(key, 'full')}`;
    if (storage === null) {
      const names = await visibleNames(join(site.dataDir, 'uploads', key));
      if (!names.some(({ name }) => full.endsWith(`/${name}`))) collected.missing.push(full);
      for (const { name } of names) await addFile(`uploads/${key}/${name}`);
      continue;
    }
    // The smaller sizes are created again from this one.
    const stored = await storage.open(sizeKey(key, 'full'));
    if (stored === null) {
      collected.missing.push(full);
      continue;
    }
    await archive.addStream(memberPaths.file(full), stored.byteCount, stored.stream as AsyncIterable<Buffer>);
    collected.count += 1;
    collected.byteCount += stored.byteCount;
  }
  for await (const path of filesBelow(site.dataDir, 'media')) await addFile(path);
  const { rows: waiting } = await owner.query<{ id: string }>(
    "select playback_id as id from app_public.videos where status in ('QUEUED', 'PROCESSING') and provider = 'local' order by 1",
  );
  const bucket = site.storage.driver === 'local' ? null : openBucket(site.storage);
  for (const { id } of waiting) {
    const isHere = bucket === null || (await visibleNames(join(site.dataDir, 'video-uploads'))).some(({ name }) => name === id);
    if (isHere) for (const name of [id, `${id}.json`]) await addFile(`video-uploads/${name}`);
  }
  if (bucket !== null) await collectBucketVideos(owner, { bucket, archive, collected });
  return collected;
}

/** Adds the files of the videos that the bucket has, and of those that wait there to be processed. */
async function collectBucketVideos(
  owner: pg.ClientBase,
  { bucket, archive, collected }: { readonly bucket: Bucket; readonly archive: ArchiveWriter; readonly collected: CollectedFiles },
): Promise<void> {
  const { rows } = await owner.query<{ id: string; status: string }>(
    "select playback_id as id, status from app_public.videos where status <> 'UPLOADING' and provider = 'local' order by 1",
  );
  for (const { id, status } of rows) {
    const add = async (path: string, byteCount: number, content: AsyncIterable<Buffer>) => {
      await archive.addStream(memberPaths.file(path), byteCount, content);
      collected.count += 1;
      collected.byteCount += byteCount;
    };
    for (const { key } of await bucket.list(videoKeys.played(id))) {
      const answer = await bucket.open(key);
      if (answer?.stream) await add(key, answer.byteCount, answer.stream as AsyncIterable<Buffer>);
      else collected.missing.push(key);
    }
    const upload = status === 'QUEUED' || status === 'PROCESSING' ? await openBucketUpload(bucket, id) : null;
    if (upload !== null) await add(`video-uploads/${id}`, upload.byteCount, upload.content);
  }
}

/** Yields the keys of uploaded images, a thousand at a time. */
async function* uploadKeys(owner: pg.ClientBase): AsyncGenerator<string> {
  await owner.query(
    "declare kept_uploads no scroll cursor for select file from app_public.attachments where file ~ '^a/[A-Za-z0-9_/-]+$' order by file",
  );
  for (;;) {
    const { rows } = await owner.query<{ file: string }>(`fetch ${keysAtOnce} from kept_uploads`);
    for (const { file } of rows) yield file;
    if (rows.length < keysAtOnce) break;
  }
  await owner.query('close kept_uploads');
}

/** Yields all files below a folder, in order. Names that begin with a dot are still being written. */
async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  for (const { name, isFolder } of await visibleNames(join(root, folder))) {
    if (isFolder) yield* filesBelow(root, `${folder}/${name}`);
    else yield `${folder}/${name}`;
  }
}

async function visibleNames(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Adds one file and returns its size; null if it's gone, or if it kept changing. A restore uses the last member with the same path. */
async function addLocalFile(file: string, member: string, archive: ArchiveWriter): Promise<number | null> {
  for (let tries = 0; tries < triesOfAChangedFile; tries += 1) {
    let handle: FileHandle;
    try {
      handle = await open(file, 'r');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    try {
      const before = await handle.stat({ bigint: true });
      const content: Readable = handle.createReadStream({ autoClose: false, start: 0 });
      await archive.addStream(member, Number(before.size), content as AsyncIterable<Buffer>);
      const after = await handle.stat({ bigint: true });
      if (after.mtimeNs === before.mtimeNs && after.size === before.size) return Number(before.size);
    } catch (error) {
      if (!(error instanceof ChangedSizeError)) throw error;
    } finally {
      await handle.close();
    }
  }
  return null;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
