import { open } from 'node:fs/promises';
import type { Folder } from './folder.ts';
import { openTar } from './open-tar.ts';
import { openZip } from './open-zip.ts';
import { withNotebookImages } from './plain/read-notebook.ts';

/** Where a TAR archive names its format. */
const nameOffset = 257;

/** Opens a ZIP or TAR archive, by its first bytes. Throws a FolderError for anything else. */
export async function openArchive(path: string): Promise<Folder> {
  return withNotebookImages(await openFile(path));
}

async function openFile(path: string): Promise<Folder> {
  const file = await open(path);
  const start = Buffer.alloc(nameOffset + 5);
  try {
    await file.read(start, 0, start.length, 0);
  } finally {
    await file.close();
  }
  if (start[0] === 0x1f && start[1] === 0x8b) return openTar(path, true);
  return start.subarray(nameOffset).toString('latin1') === 'ustar' ? openTar(path, false) : openZip(path);
}
