import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, validateFileName, type ZipFile } from 'yauzl';
import {
  checkPath,
  clutter,
  commonRoot,
  decodeName,
  type Folder,
  FolderError,
  folderError,
  folderLimits,
  FolderTally,
  shownName,
  withoutRoot,
} from './folder.ts';

const symbolicLink = 0o120_000;
const kindOfFile = 0o170_000;

/**
 * Opens a ZIP archive. Unpacks only files that are read, and only in memory. An archive that contains a single folder is treated as that
 * folder. Links, paths that leave the folder, and files that are encrypted, too large or grow too much are left out.
 * @throws a FolderError for a file that isn't an archive, or is too large in all
 */
export async function openZip(path: string): Promise<Folder> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }).catch(
    refuse,
  );
  try {
    if (zip.entryCount > folderLimits.files)
      throw folderError('ARCHIVE_FILE_COUNT_TOO_HIGH', { max: folderLimits.files, count: zip.entryCount });
    const { entries, leftOut } = await listEntries(zip);
    const root = commonRoot([...entries.keys()]);
    const byPath = new Map([...entries].map(([name, entry]) => [name.slice(root.length), entry]));
    return {
      paths: [...byPath.keys()].toSorted(),
      has: (name) => byPath.has(name),
      leftOut: withoutRoot(leftOut, root),
      async read(name) {
        const entry = byPath.get(name);
        if (!entry) throw folderError('ARCHIVE_FILE_NOT_FOUND', { path: name });
        try {
          return await buffer(await zip.openReadStreamPromise(entry));
        } catch (error) {
          throw folderError('ARCHIVE_FILE_DAMAGED', { path: name }, { cause: error });
        }
      },
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(zip: ZipFile): Promise<{ entries: Map<string, Entry>; leftOut: Folder['leftOut'] }> {
  const tally = new FolderTally();
  const entries = new Map<string, Entry>();
  const folded = new Set<string>();
  const list = (entry: Entry) => {
    const name = decodeName(entry.fileNameRaw);
    if (clutter.test(name)) return;
    checkEntry(name, entry);
    if (name.endsWith('/')) return;
    const { compressedSize, uncompressedSize } = entry;
    if (uncompressedSize > folderLimits.ratioFromBytes && uncompressedSize > compressedSize * folderLimits.ratio)
      throw folderError('ARCHIVE_FILE_EXPANDS_TOO_MUCH', { path: name, max: folderLimits.ratio });
    if (folded.has(name.normalize('NFC').toLowerCase())) throw folderError('ARCHIVE_FILE_TWICE', { path: name });
    tally.add(name, uncompressedSize);
    folded.add(name.normalize('NFC').toLowerCase());
    entries.set(name.normalize('NFC'), entry);
  };
  try {
    for await (const entry of zip.eachEntry()) {
      try {
        list(entry);
      } catch (error) {
        tally.leaveOut(shownName(entry.fileNameRaw), error);
      }
    }
  } catch (error) {
    refuse(error);
  }
  return { entries, leftOut: tally.leftOut };
}

function checkEntry(name: string, entry: Entry): void {
  checkPath(name.replace(/\/$/u, ''));
  const fault = validateFileName(name);
  if (fault !== null) throw folderError('ARCHIVE_PATH_OUTSIDE', { path: name });
  if (((entry.externalFileAttributes >>> 16) & kindOfFile) === symbolicLink) throw folderError('ARCHIVE_LINK_UNSUPPORTED', { path: name });
  if (entry.isEncrypted()) throw folderError('ARCHIVE_ENCRYPTED', { path: name });
  if (!entry.canDecodeFileData()) throw folderError('ARCHIVE_FILE_COMPRESSION_UNSUPPORTED', { path: name });
}

function refuse(error: unknown): never {
  if (error instanceof FolderError) throw error;
  throw folderError('ARCHIVE_UNREADABLE', {}, { cause: error });
}
