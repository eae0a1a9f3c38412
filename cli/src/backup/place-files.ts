import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openStorage, type StorageSettings } from '@newline/api/features/attachments/storage';
import { type ArchiveMember, memberBytes, memberContent } from '@newline/db/backup/archive-reader';
import { keptFolders } from './collect-files.ts';

/** Files of an archive on their way to their places. Nothing of the site changes before `swap`. */
export type StagedFiles = {
  /** Unpacks one file; `path` begins with one of the kept folders. A later one of the same path replaces an earlier one. */
  add(path: string, archive: string, member: ArchiveMember): Promise<void>;
  /** Puts the folders in the place of those that are there. */
  swap(): Promise<void>;
  /** Undoes a swap, and forgets what was unpacked. */
  undo(): Promise<void>;
  /** Removes what was replaced. */
  finish(): Promise<void>;
};

/** True when there are stored files already. */
export async function hasFiles(dataDir: string): Promise<boolean> {
  for (const folder of keptFolders) {
    const names = await readdir(join(dataDir, folder)).catch(() => []);
    if (names.some((name) => name !== 'incoming')) return true;
  }
  return false;
}

/** Begins to unpack files beside those of the site. Uploads that are kept in a bucket go there, where their names are in nobody's way. */
export async function stageFiles(site: { dataDir: string; storage: StorageSettings }): Promise<StagedFiles> {
  const staging = join(site.dataDir, `restoring-${randomBytes(4).toString('hex')}`);
  const replaced = join(staging, 'replaced');
  const bucket = site.storage.driver === 'local' ? null : await openStorage(site.storage, join(site.dataDir, 'uploads'));
  const moves: { from: string; to: string }[] = [];
  const move = async (from: string, to: string) => {
    await rename(from, to);
    moves.push({ from, to });
  };
  return {
    async add(path, archive, member) {
      if (bucket !== null && path.startsWith('uploads/')) {
        await bucket.put(path.slice('uploads/'.length), await memberBytes(archive, member), 'image/webp');
        return;
      }
      const target = join(staging, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o750 });
      await pipeline(memberContent(archive, member), createWriteStream(target, { mode: 0o640 }));
    },
    async swap() {
      await mkdir(replaced, { recursive: true, mode: 0o750 });
      const there = await readdir(site.dataDir);
      const staged = await readdir(staging);
      for (const folder of keptFolders) {
        if (there.includes(folder)) await move(join(site.dataDir, folder), join(replaced, folder));
        if (staged.includes(folder)) await move(join(staging, folder), join(site.dataDir, folder));
      }
    },
    async undo() {
      for (const { from, to } of moves.toReversed()) await rename(to, from);
      await rm(staging, { recursive: true, force: true });
    },
    finish: () => rm(staging, { recursive: true, force: true }),
  };
}
