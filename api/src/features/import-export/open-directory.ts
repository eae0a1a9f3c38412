import { constants, type Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPath, type Folder, folderError, FolderTally } from './folder.ts';
import { withNotebookImages } from './plain/read-notebook.ts';

/** Entries that are never read, because tools create them. */
const skipped = new Set(['.git', 'node_modules', '.docusaurus', '.DS_Store']);

/**
 * Opens a folder of this machine.
 * @throws a FolderError for a folder that is too large. Symbolic links, which could lead anywhere, are left out.
 */
export async function openDirectory(root: string): Promise<Folder> {
  const tally = new FolderTally();
  const paths: string[] = [];
  // It may have become a link since its folder was listed.
  const openFile = (path: string) => open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
  const list = async (path: string, entry: Dirent): Promise<void> => {
    checkPath(path);
    // What isn't UTF-8 arrives as this character.
    if (entry.name.includes('\uFFFD')) throw folderError('ARCHIVE_FILE_NAME_ENCODING_INVALID', { path });
    if (entry.isDirectory()) {
      await visit(path);
      return;
    }
    if (entry.isSymbolicLink()) throw folderError('ARCHIVE_LINK_UNSUPPORTED', { path });
    if (!entry.isFile()) throw folderError('ARCHIVE_FILE_KIND_UNSUPPORTED', { path });
    const file = await openFile(path).catch(unreadable(path));
    try {
      tally.add(path, (await file.stat()).size);
    } finally {
      await file.close();
    }
    paths.push(path);
  };
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(unreadable(folder))) {
      if (skipped.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      await list(path, entry).catch((error: unknown) => tally.leaveOut(path, error));
    }
  };
  await visit('');
  const existing = new Set(paths);
  return withNotebookImages({
    paths: paths.toSorted(),
    has: (path) => existing.has(path),
    leftOut: tally.leftOut,
    async read(path) {
      if (!existing.has(path)) throw folderError('ARCHIVE_FILE_NOT_FOUND', { path });
      const file = await openFile(path);
      try {
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    close: async () => undefined,
  });
}

function unreadable(path: string): (error: unknown) => never {
  return (error) => {
    throw folderError('ARCHIVE_FILE_UNREADABLE', { path }, { cause: error });
  };
}
