import type { ImportPlan } from './import-plan.ts';

/** A folder of files to import: on this machine, or in a ZIP archive. Paths have slashes and can't leave the folder. */
export type Folder = {
  /** All files, sorted. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Returns a file. Throws a FolderError if it doesn't exist, or isn't as the archive declares. */
  read(path: string): Promise<Buffer>;
  close(): Promise<void>;
  /** Reads the plan where the folder is read; without it, this process reads it. */
  readPlan?(): Promise<ImportPlan>;
};

/** Limits of a folder. An archive declares its sizes before it is unpacked, and they are enforced while unpacking. */
export const folderLimits = {
  files: 20_000,
  /** Unpacked size of all files, in bytes. */
  bytes: 500_000_000,
  /** Unpacked size of a file, in bytes. */
  fileBytes: 20_000_000,
  /** Maximum growth factor of a packed file; deflate reaches about a tenth of it for text. */
  ratio: 200,
  /** Below this size, growth isn't limited. */
  ratioFromBytes: 1_000_000,
  pathLength: 400,
} as const;

/** Error of a folder or archive that can't be read, with a message for users. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/** Rejects paths that leave the folder, or that a file system would interpret differently. */
export function checkPath(path: string): void {
  const shown = JSON.stringify(path.slice(0, 120));
  if (path.length > folderLimits.pathLength)
    throw new FolderError(`${shown}: expected a path of at most ${folderLimits.pathLength} characters, got ${path.length}.`);
  if (path === '' || /[\p{Cc}\\]/u.test(path))
    throw new FolderError(`${shown}: expected a path without control characters or backslashes.`);
  if (path.startsWith('/') || /^[A-Za-z]:/u.test(path))
    throw new FolderError(`${shown}: expected a path within the folder, got an absolute one.`);
  if (path.split('/').some((part) => part === '..' || part === '.' || part === ''))
    throw new FolderError(`${shown}: expected a path within the folder, got one outside it.`);
}

/** Counts files and bytes of a folder while listing it, and rejects what exceeds the limits. */
export class FolderTally {
  #files = 0;
  #bytes = 0;

  add(path: string, byteCount: number): void {
    this.#files += 1;
    this.#bytes += byteCount;
    if (this.#files > folderLimits.files) throw new FolderError(`Expected at most ${said(folderLimits.files)} files, got more.`);
    if (byteCount > folderLimits.fileBytes)
      throw new FolderError(`${JSON.stringify(path)}: expected at most ${said(folderLimits.fileBytes)} bytes, got ${said(byteCount)}.`);
    if (this.#bytes > folderLimits.bytes) throw new FolderError(`Expected at most ${said(folderLimits.bytes)} bytes in all, got more.`);
  }
}

function said(count: number): string {
  return count.toLocaleString('en');
}
