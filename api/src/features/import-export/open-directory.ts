import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPath, type Folder, folderError, FolderTally } from './folder.ts';

/** Entries that are never read, because tools create them. */
const skipped = new Set(['.git', 'node_modules', '.docusaurus', '.DS_Store']);

/**
 * Opens a folder of this machine.
 * @throws a FolderError for a folder that is too large or contains symbolic links, which could lead anywhere
 */
export async function openDirectory(root: string): Promise<Folder> {
  const tally = new FolderTally();
  const paths: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      checkPath(path);
      if (entry.isDirectory()) await visit(path);
      else if (entry.isFile()) {
        tally.add(path, (await lstat(join(root, path))).size);
        paths.push(path);
      } else throw folderError(entry.isSymbolicLink() ? 'ARCHIVE_LINK_UNSUPPORTED' : 'ARCHIVE_FILE_KIND_UNSUPPORTED', { path });
    }
  };
  await visit('');
  const existing = new Set(paths);
  return {
    paths: paths.toSorted(),
    has: (path) => existing.has(path),
    async read(path) {
      if (!existing.has(path)) throw folderError('ARCHIVE_FILE_NOT_FOUND', { path });
      // It may have become a link since it was listed.
      const file = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    close: async () => undefined,
  };
}
