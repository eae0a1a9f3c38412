import { cutText } from '@newline/document/truncate';
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
  /** Entries that can't be imported, by path, each with the reason. Nothing of them is read. */
  readonly leftOut: ReadonlyMap<string, FolderError>;
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

/** Removes the outer folder from the paths of entries that are left out. */
export function withoutRoot(leftOut: Folder['leftOut'], root: string): Folder['leftOut'] {
  return new Map([...leftOut].map(([path, error]) => [path.startsWith(root) ? path.slice(root.length) : path, error]));
}

/** Decodes the name of an entry of an archive. Throws a FolderError if it isn't UTF-8. */
export function decodeName(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw folderError('ARCHIVE_FILE_NAME_ENCODING_INVALID', { path: shownName(bytes) });
  }
}

/** Returns the name of an entry for a message, whatever its encoding. */
export function shownName(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return cutText(text.includes('\uFFFD') ? bytes.toString('latin1') : text, 120);
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

/** Reasons that are about one entry: the others are imported without it. */
const reasonsOfEntries: ReadonlySet<FolderReason> = new Set([
  'ARCHIVE_ENCRYPTED',
  'ARCHIVE_FILE_COMPRESSION_UNSUPPORTED',
  'ARCHIVE_FILE_EXPANDS_TOO_MUCH',
  'ARCHIVE_FILE_KIND_UNSUPPORTED',
  'ARCHIVE_FILE_NAME_ENCODING_INVALID',
  'ARCHIVE_FILE_TOO_LARGE',
  'ARCHIVE_FILE_TWICE',
  'ARCHIVE_FILE_UNREADABLE',
  'ARCHIVE_LINK_UNSUPPORTED',
  'ARCHIVE_PATH_ABSOLUTE',
  'ARCHIVE_PATH_CHARACTERS_INVALID',
  'ARCHIVE_PATH_OUTSIDE',
  'ARCHIVE_PATH_TOO_LONG',
]);

/**
 * Counts files and bytes of a folder while listing it. Entries that can't be imported are left out, but a folder that exceeds the limits
 * is rejected.
 */
export class FolderTally {
  readonly #leftOut = new Map<string, FolderError>();
  #files = 0;
  #bytes = 0;

  /** Entries that are left out, by path. */
  get leftOut(): ReadonlyMap<string, FolderError> {
    return this.#leftOut;
  }

  /** Counts a file. Throws a FolderError if it's too large, or above the limits of the folder. */
  add(path: string, byteCount: number): void {
    if (byteCount > folderLimits.fileBytes) throw folderError('ARCHIVE_FILE_TOO_LARGE', { path, max: folderLimits.fileBytes, byteCount });
    this.#countFile();
    this.#bytes += byteCount;
    if (this.#bytes > folderLimits.bytes) throw folderError('ARCHIVE_BYTES_TOO_MANY', { max: folderLimits.bytes });
  }

  /**
   * Leaves out an entry because of an error of checking it, and counts it as a file.
   * @throws the error if it's about more than this entry
   */
  leaveOut(path: string, error: unknown): void {
    if (!(error instanceof FolderError && reasonsOfEntries.has(error.reason))) throw error;
    this.#leftOut.set(cutText(path.replaceAll(/\p{Cc}/gu, '\uFFFD'), 120), error);
    this.#countFile();
  }

  #countFile(): void {
    this.#files += 1;
    if (this.#files > folderLimits.files) throw folderError('ARCHIVE_FILES_TOO_MANY', { max: folderLimits.files });
  }
}
