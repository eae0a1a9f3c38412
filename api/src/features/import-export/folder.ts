import type { ImportPlan } from './import-plan.ts';

/** A folder of files that somebody hands in: of this machine, or in a ZIP archive. Paths have slashes and lead nowhere else. */
export type Folder = {
  /** Every file, sorted. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** The file. Throws a FolderError when there is none, or when it is not what the archive says. */
  read(path: string): Promise<Buffer>;
  close(): Promise<void>;
  /** Reads the plan where the folder is read; without it that is this process. */
  readPlan?(): Promise<ImportPlan>;
};

/** What a folder may be. An archive says its sizes before anything is unpacked, and is held to them while it is. */
export const folderLimits = {
  files: 20_000,
  /** All files together, unpacked. */
  bytes: 500_000_000,
  /** A file, unpacked. */
  fileBytes: 20_000_000,
  /** A packed file may grow by this factor; the best that deflate does with written text is about a tenth of it. */
  ratio: 200,
  /** Below this size growth is no matter. */
  ratioFromBytes: 1_000_000,
  pathLength: 400,
} as const;

/** A folder or an archive that is not read; the message is for people. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/** Refuses paths that lead out of the folder, or that a file system would take for something else. */
export function checkPath(path: string): void {
  const shown = JSON.stringify(path.slice(0, 120));
  if (path.length > folderLimits.pathLength)
    throw new FolderError(`${shown}: expected a path of at most ${folderLimits.pathLength} characters, got ${path.length}.`);
  if (path === '' || /[\p{Cc}\\]/u.test(path))
    throw new FolderError(`${shown}: expected a path without control characters and backslashes.`);
  if (path.startsWith('/') || /^[A-Za-z]:/u.test(path))
    throw new FolderError(`${shown}: expected a path within the folder, got an absolute one.`);
  if (path.split('/').some((part) => part === '..' || part === '.' || part === ''))
    throw new FolderError(`${shown}: expected a path within the folder, got one that leads elsewhere.`);
}

/** Counts files and bytes of a folder as they are listed, and refuses what is beyond the limits. */
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
