import type { archiveErrors } from '../../rules/errors/archive-errors.ts';
import { type AnyParams, type ErrorParams, sentenceOfReason } from '../../rules/errors/error-messages.ts';
import type { ImportPlan } from './import-plan.ts';

/** A folder of files to import: on this machine, or in an archive. Paths have slashes and can't leave the folder. */
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

/** A reason for which a folder or archive is rejected. */
export type FolderReason = keyof typeof archiveErrors;

/** Error of a folder or archive that can't be read. Its message is the sentence of its reason in the catalog. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  readonly reason: FolderReason;
  readonly params: AnyParams;

  constructor({ reason, params }: { readonly reason: FolderReason; readonly params: AnyParams }, options?: ErrorOptions) {
    super(sentenceOfReason(reason, params), options);
    this.reason = reason;
    this.params = params;
  }
}

/** Creates the error of a folder or archive: a reason, the parameters of its sentence, and the cause if there is one. */
export function folderError<TReason extends FolderReason>(
  reason: TReason,
  ...[params, options]: keyof ErrorParams<TReason> extends never
    ? [params?: Readonly<Record<string, never>>, options?: ErrorOptions]
    : [params: ErrorParams<TReason>, options?: ErrorOptions]
): FolderError {
  return new FolderError({ reason, params: params ?? {} }, options);
}

/** Files that desktop archivers add. */
export const clutter = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/u;

/** Returns `book/` if all files are in it. */
export function commonRoot(names: readonly string[]): string {
  const [first = ''] = names;
  const root = first.slice(0, first.indexOf('/') + 1);
  return root !== '' && names.every((name) => name.startsWith(root)) ? root : '';
}

/** Rejects paths that leave the folder, or that a file system would interpret differently. */
export function checkPath(path: string): void {
  const shown = path.slice(0, 120);
  if (path.length > folderLimits.pathLength)
    throw folderError('ARCHIVE_PATH_TOO_LONG', { path: shown, max: folderLimits.pathLength, length: path.length });
  if (path === '' || /[\p{Cc}\\]/u.test(path)) throw folderError('ARCHIVE_PATH_CHARACTERS_INVALID', { path: shown });
  if (path.startsWith('/') || /^[A-Za-z]:/u.test(path)) throw folderError('ARCHIVE_PATH_ABSOLUTE', { path: shown });
  if (path.split('/').some((part) => part === '..' || part === '.' || part === ''))
    throw folderError('ARCHIVE_PATH_OUTSIDE', { path: shown });
}

/** Counts files and bytes of a folder while listing it, and rejects what exceeds the limits. */
export class FolderTally {
  #files = 0;
  #bytes = 0;

  add(path: string, byteCount: number): void {
    this.#files += 1;
    this.#bytes += byteCount;
    if (this.#files > folderLimits.files) throw folderError('ARCHIVE_FILES_TOO_MANY', { max: folderLimits.files });
    if (byteCount > folderLimits.fileBytes) throw folderError('ARCHIVE_FILE_TOO_LARGE', { path, max: folderLimits.fileBytes, byteCount });
    if (this.#bytes > folderLimits.bytes) throw folderError('ARCHIVE_BYTES_TOO_MANY', { max: folderLimits.bytes });
  }
}
