import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openBucket } from '@newline/api/features/attachments/bucket';
import { openStorage, type StorageSettings } from '@newline/api/features/attachments/storage';
import { extensionOf, mediaTypes } from '@newline/api/features/media/find-media';
import { storeBucketUpload } from '@newline/api/features/videos/bucket-uploads';
import { type ArchiveMember, memberBytes, memberContent } from '@newline/db/backup/archive-reader';
import { closeJournal, type RestoreJournal, swapFolders, writeJournal } from '@newline/db/backup/restore-journal';
import { backedUpFolders } from './collect-files.ts';

/** Files of an archive before they replace those of the site. Nothing of the site changes before `swap`. */
export type StagedFiles = {
  /** Unpacks one file; `path` begins with one of the backed-up folders. A later file with the same path replaces an earlier one. */
  add(path: string, archive: string, member: ArchiveMember): Promise<void>;
  /** Replaces the existing folders with the unpacked ones, as part of a transaction. `onMove` is called after each folder. */
  swap(transactionId: string, onMove: (folder: string) => Promise<void>): Promise<void>;
  /** Removes what was replaced. */
  finish(): Promise<void>;
};

/** Returns true if there are stored files already. */
export async function hasFiles(dataDir: string): Promise<boolean> {
  for (const folder of backedUpFolders) {
    const names = await readdir(join(dataDir, folder)).catch(() => []);
    if (names.some((name) => name !== 'incoming')) return true;
  }
  return false;
}

/**
 * Starts to unpack files next to those of the site. From now on, a journal in DATA_DIR records the restore: if it's interrupted,
 * `settleRestore` finishes or undoes it. Images and videos stored in a bucket go there directly, because no row uses their names yet.
 */
export async function stageFiles(archive: string, site: { dataDir: string; storage: StorageSettings }): Promise<StagedFiles> {
  const { dataDir } = site;
  const staging = `restoring-${randomBytes(4).toString('hex')}`;
  let journal: RestoreJournal = { version: 1, archive, staging, transactionId: null, there: [], unpacked: [] };
  await writeJournal(dataDir, journal);
  const bucket = site.storage.driver === 'local' ? null : await openStorage(site.storage, join(dataDir, 'uploads'));
  const videos = site.storage.driver === 'local' ? null : openBucket(site.storage);
  const storedIn = async (folder: string) => {
    const names = await readdir(folder).catch((): string[] => []);
    return backedUpFolders.filter((name) => names.some((existing) => existing === name));
  };
  return {
    async add(path, from, member) {
      if (bucket !== null && path.startsWith('uploads/')) {
        await bucket.put(path.slice('uploads/'.length), await memberBytes(from, member), 'image/webp');
        return;
      }
      const uploadId = /^video-uploads\/([A-Za-z0-9_-]{22})$/.exec(path)?.[1];
      if (videos !== null && uploadId !== undefined) {
        await storeBucketUpload(videos, uploadId, { byteCount: member.byteCount, content: memberContent(from, member) });
        return;
      }
      const target = join(dataDir, staging, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o750 });
      await pipeline(memberContent(from, member), createWriteStream(target, { mode: 0o640, flush: true }));
      if (videos !== null && /^media\/videos\/[A-Za-z0-9_-]{22}\//.test(path)) {
        await videos.putFile(path, target, mediaTypes[extensionOf(path)] ?? 'application/octet-stream');
        await rm(target);
      }
    },
    async swap(transactionId, onMove) {
      journal = { ...journal, transactionId, there: await storedIn(dataDir), unpacked: await storedIn(join(dataDir, staging)) };
      await writeJournal(dataDir, journal);
      await swapFolders(dataDir, journal, onMove);
    },
    finish: () => closeJournal(dataDir, journal),
  };
}
