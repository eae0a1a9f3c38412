import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
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

const blockBytes = 512;
/** Unpacked size of all files: unlike those of a ZIP archive, they are all in memory. */
const maxBytes = 200_000_000;
/** Maximum size of a header with a long name. */
const maxHeaderBytes = 64_000;
/** Bytes that are skipped at once. */
const skipBytes = 1_000_000;

/**
 * Opens a TAR archive, also a compressed one (`.tar.gz`). It has no list of its files, so it's read once, into memory. An archive that
 * contains a single folder is treated as that folder. Links, devices, paths that leave the folder, and files that are too large are left out.
 * @throws a FolderError for a damaged archive, or one that is too large in all or grows too much
 */
export async function openTar(path: string, isCompressed: boolean): Promise<Folder> {
  const packed = (await stat(path)).size;
  const file = createReadStream(path);
  const source = isCompressed ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => source.destroy(error));
  try {
    const { files, leftOut } = await readEntries(
      new ByteReader(source, Math.max(folderLimits.ratioFromBytes, packed * folderLimits.ratio)),
    );
    const root = commonRoot([...files.keys()]);
    const byPath = new Map([...files].map(([name, bytes]) => [name.slice(root.length), bytes]));
    return {
      paths: [...byPath.keys()].toSorted(),
      has: (name) => byPath.has(name),
      leftOut: withoutRoot(leftOut, root),
      read: async (name) => {
        const bytes = byPath.get(name);
        if (bytes === undefined) throw folderError('ARCHIVE_FILE_NOT_FOUND', { path: name });
        return bytes;
      },
      close: async () => byPath.clear(),
    };
  } catch (error) {
    if (error instanceof FolderError) throw error;
    throw folderError('ARCHIVE_UNREADABLE', {}, { cause: error });
  } finally {
    source.destroy();
    file.destroy();
  }
}

/** Reads a stream in pieces of any size, up to a number of bytes. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #maxBytes: number;
  #pending: Buffer = Buffer.alloc(0);
  #count = 0;

  constructor(stream: AsyncIterable<Buffer>, maxStreamBytes: number) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#maxBytes = maxStreamBytes;
  }

  /** Returns the next bytes; fewer at the end. */
  async take(count: number): Promise<Buffer> {
    const parts = [this.#pending];
    let length = this.#pending.length;
    while (length < count) {
      const next = await this.#chunks.next();
      if (next.done === true) break;
      this.#count += next.value.length;
      if (this.#count > this.#maxBytes) throw folderError('ARCHIVE_FILE_EXPANDS_TOO_MUCH', { path: 'tar', max: folderLimits.ratio });
      parts.push(next.value);
      length += next.value.length;
    }
    const whole = parts.length === 1 ? this.#pending : Buffer.concat(parts);
    this.#pending = whole.subarray(count);
    return whole.subarray(0, count);
  }

  /** Leaves out the next bytes without keeping them in memory. */
  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      const { length } = await this.take(Math.min(left, skipBytes));
      if (length === 0) throw new Error('expected more bytes, got the end');
      left -= length;
    }
  }
}

type Header = { readonly name: Buffer; readonly size: number; readonly kind: string };

async function readEntries(reader: ByteReader): Promise<{ files: Map<string, Buffer>; leftOut: Folder['leftOut'] }> {
  const tally = new FolderTally();
  const files = new Map<string, Buffer>();
  const folded = new Set<string>();
  let longName: Buffer | null = null;
  let bytes = 0;
  /** Returns the name of a file to read; null for what isn't one. Throws a FolderError for an entry to leave out. */
  const nameToRead = (rawName: Buffer, { kind, size }: Header): string | null => {
    const written = decodeName(rawName).replace(/^(?:\.\/)+/u, '');
    if (written === '' || clutter.test(written)) return null;
    checkPath(written.replace(/\/+$/u, ''));
    if (kind === '5' || written.endsWith('/')) return null;
    if (kind !== '0' && kind !== '7')
      throw folderError(/^[12]$/u.test(kind) ? 'ARCHIVE_LINK_UNSUPPORTED' : 'ARCHIVE_FILE_KIND_UNSUPPORTED', { path: written });
    const name = written.normalize('NFC');
    if (folded.has(name.toLowerCase())) throw folderError('ARCHIVE_FILE_TWICE', { path: name });
    tally.add(name, size);
    folded.add(name.toLowerCase());
    return name;
  };
  for (;;) {
    const block = await reader.take(blockBytes);
    if (block.every((byte) => byte === 0)) return { files, leftOut: tally.leftOut };
    const header = readHeader(block);
    const padded = Math.ceil(header.size / blockBytes) * blockBytes;
    const take = async () => {
      const content = await reader.take(padded);
      if (content.length < header.size) throw new Error('expected the whole file, got a part');
      return Buffer.from(content.subarray(0, header.size));
    };
    if (/^[xgLK]$/u.test(header.kind)) {
      if (header.size > maxHeaderBytes) throw new Error('expected a short header');
      const content = await take();
      if (header.kind === 'L') longName = upToZero(content);
      else if (header.kind === 'x') longName = pathIn(content) ?? longName;
      continue;
    }
    const rawName = longName ?? header.name;
    longName = null;
    let name: string | null = null;
    try {
      name = nameToRead(rawName, header);
    } catch (error) {
      tally.leaveOut(shownName(rawName), error);
    }
    if (name === null) {
      // The size of a link, a device or a folder says nothing about bytes that follow.
      if (!/^[1-6]$/u.test(header.kind)) await reader.skip(padded);
      continue;
    }
    bytes += header.size;
    if (bytes > maxBytes) throw folderError('ARCHIVE_BYTES_TOO_MANY', { max: maxBytes });
    files.set(name, await take());
  }
}

function upToZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

/** Returns the path of an extended header, in its bytes. */
function pathIn(content: Buffer): Buffer | null {
  const path = /^\d+ path=(.*)$/mu.exec(content.toString('latin1'))?.[1];
  return path === undefined ? null : Buffer.from(path, 'latin1');
}

/** Reads a header and checks its sum, which also tells an archive from any other file. */
function readHeader(block: Buffer): Header {
  const field = (from: number, length: number) =>
    block
      .subarray(from, from + length)
      .toString('latin1')
      .replace(/\0.*$/su, '')
      .trim();
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (block.length < blockBytes || Number.parseInt(field(148, 8), 8) !== sum) throw new Error('expected the header of a file');
  const size = /^[0-7]+$/u.test(field(124, 12)) ? Number.parseInt(field(124, 12), 8) : Number.NaN;
  if (!(size <= folderLimits.bytes)) throw new Error('expected the size of a file');
  const name = (from: number, length: number) => upToZero(block.subarray(from, from + length));
  const prefix = field(257, 5) === 'ustar' && block[263] === 48 ? name(345, 155) : Buffer.alloc(0);
  const kind = String.fromCodePoint(block[156] ?? 0);
  return {
    name: prefix.length === 0 ? name(0, 100) : Buffer.concat([prefix, Buffer.from('/'), name(0, 100)]),
    size,
    kind: kind === '\0' ? '0' : kind,
  };
}
