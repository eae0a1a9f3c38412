import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openStorage, type StorageSettings } from '@newline/api/features/attachments/storage';
import { type ArchiveMember, memberBytes, memberContent } from '@newline/db/backup/archive-reader';
import { closeJournal, type RestoreJournal, swapFolders, writeJournal } from '@newline/db/backup/restore-journal';
import { backedUpFolders } from './collect-files.ts';

/** Files of an archive on their way to their places. Nothing of the site changes before `swap`. */
export type StagedFiles = {
  /** Unpacks one file; `path` begins with one of the kept folders. A later one of the same path replaces an earlier one. */
  add(path: string, archive: string, member: ArchiveMember): Promise<void>;
  /** Puts the folders in the place of those that are there, as part of a transaction. `onMove` is called after each one. */
  swap(transactionId: string, onMove: (folder: string) => Promise<void>): Promise<void>;
  /** Removes what was replaced. */
  finish(): Promise<void>;
};

/** True when there are stored files already. */
export async function hasFiles(dataDir: string): Promise<boolean> {
  for (const folder of backedUpFolders) {
    const names = await readdir(join(dataDir, folder)).catch(() => []);
    if (names.some((name) => name !== 'incoming')) return true;
  }
  return false;
}

/**
 * Begins to unpack files beside those of the site. From here on a journal in DATA_DIR says so: what isn't finished is finished or undone by
 * `settleRestore`. Uploads that are kept in a bucket go there, where their names are in nobody's way.
 */
export async function stageFiles(archive: string, site: { dataDir: string; storage: StorageSettings }): Promise<StagedFiles> {
  const { dataDir } = site;
  const staging = `restoring-${randomBytes(4).toString('hex')}`;
  let journal: RestoreJournal = { version: 1, archive, staging, transactionId: null, there: [], unpacked: [] };
  await writeJournal(dataDir, journal);
  const bucket = site.storage.driver === 'local' ? null : await openStorage(site.storage, join(dataDir, 'uploads'));
  const storedIn = async (folder: string) => {
    const names = await readdir(folder).catch((): string[] => []);
    return backedUpFolders.filter((name) => names.some((found) => found === name));
  };
  return {
    async add(path, from, member) {
      if (bucket !== null && path.startsWith('uploads/')) {
        await bucket.put(path.slice('uploads/'.length), await memberBytes(from, member), 'image/webp');
        return;
      }
      const target = join(dataDir, staging, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o750 });
      await pipeline(memberContent(from, member), createWriteStream(target, { mode: 0o640, flush: true }));
    },
    async swap(transactionId, onMove) {
      journal = { ...journal, transactionId, there: await storedIn(dataDir), unpacked: await storedIn(join(dataDir, staging)) };
      await writeJournal(dataDir, journal);
      await swapFolders(dataDir, journal, onMove);
    },
    finish: () => closeJournal(dataDir, journal),
  };
}
