import { uploadLimits } from '@newline/api/rules/limits/upload';
import { append } from '@newline/document/append';
import { type FolderFile, packFolder } from './pack-folder.ts';

/** An archive to import: one that the author chose, or a folder or single texts that were packed. */
export type ChosenArchive = { readonly file: File; readonly name: string; readonly count: number | null };

/** The endings of archives, and of texts that can be imported without one. */
const archiveEnding = /\.(?:zip|tar|tgz|tar\.gz)$/iu;
const textEnding = /\.(?:md|mdx|markdown|qmd|rmd|ipynb)$/iu;

/** Folders with nothing to import, which can be very large. */
const skipped = /(?:^|\/)(?:\.git|node_modules|__MACOSX)\//u;

/** The `accept` attribute of the file input. */
export const archiveTypes =
  '.zip,.tar,.tgz,.tar.gz,.md,.mdx,.markdown,.qmd,.rmd,.ipynb,application/zip,application/gzip,application/x-tar,text/markdown';

const maxMegabytes = uploadLimits.archiveBytes / 1_000_000;

/** Returns what to upload for chosen or dropped files, or the reason why they can't be imported. */
export function archiveOf(files: readonly FolderFile[]): ChosenArchive | string {
  const wanted = files.filter(({ path }) => !skipped.test(path));
  const [first] = wanted;
  if (first === undefined) return 'This folder is empty. Choose a folder with Markdown files.';
  const isFolder = wanted.some(({ path }) => path.includes('/'));
  if (!isFolder && wanted.length === 1 && archiveEnding.test(first.path)) {
    const { file } = first;
    if (file.size > uploadLimits.archiveBytes)
      return `This archive is larger than ${maxMegabytes} MB. Leave out what isn’t text or images.`;
    return { file, name: file.name, count: null };
  }
  if (!wanted.some(({ path }) => textEnding.test(path)))
    return isFolder || wanted.length > 1
      ? 'There are no Markdown files or notebooks to import here.'
      : `${first.path} can’t be imported. Choose a folder, a ZIP or TAR archive, a Markdown file or a notebook.`;
  const name = isFolder ? first.path.slice(0, first.path.indexOf('/')) : first.path.replace(/\.[^.]*$/u, '');
  const file = packFolder(name, wanted);
  if (file.size > uploadLimits.archiveBytes) return `These files are larger than ${maxMegabytes} MB. Leave out what isn’t text or images.`;
  return { file, name: isFolder || wanted.length > 1 ? name : first.path, count: wanted.length };
}

/** Returns the files of a file input, of single files or of a folder. */
export function filesOf(list: FileList | null): readonly FolderFile[] {
  return [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }));
}

/** Reads dropped files and folders. Call it during the event, because the browser forgets what was dropped. */
export async function readDropped(data: DataTransfer): Promise<readonly FolderFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return filesOf(data.files);
  return (await Promise.all(entries.map((entry) => readEntry(entry)))).flat();
}

async function readEntry(entry: FileSystemEntry): Promise<readonly FolderFile[]> {
  const path = entry.fullPath.replace(/^\//u, '');
  if (skipped.test(`${path}/`)) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const entries: FileSystemEntry[] = [];
  // A folder is read in batches of a hundred; an empty one is the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) break;
    append(entries, batch);
  }
  return (await Promise.all(entries.map((one) => readEntry(one)))).flat();
}
