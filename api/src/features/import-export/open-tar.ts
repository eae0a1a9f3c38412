import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { cutText } from '@newline/document/truncate';
import { checkPath, clutter, commonRoot, type Folder, FolderError, folderError, folderLimits, FolderTally } from './folder.ts';

const blockBytes = 512;
/** Unpacked size of all files: unlike those of a ZIP archive, they are all in memory. */
const maxBytes = 200_000_000;
/** Maximum size of a header with a long name. */
const maxHeaderBytes = 64_000;

/**
 * Opens a TAR archive, also a compressed one (`.tar.gz`). It has no list of its files, so it's read once, into memory. An archive that
 * contains a single folder is treated as that folder.
 * @throws a FolderError for a damaged archive, one that is too large, grows too much, or contains links or paths that leave it
 */
export async function openTar(path: string, isCompressed: boolean): Promise<Folder> {
  const packed = (await stat(path)).size;
  const file = createReadStream(path);
  const source = isCompressed ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => source.destroy(error));
  try {
    const files = await readEntries(new ByteReader(source, Math.max(folderLimits.ratioFromBytes, packed * folderLimits.ratio)));
    const root = commonRoot([...files.keys()]);
    const byPath = new Map([...files].map(([name, bytes]) => [name.slice(root.length), bytes]));
    return {
      paths: [...byPath.keys()].toSorted(),
      has: (name) => byPath.has(name),
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
}

type Header = { readonly name: string; readonly size: number; readonly kind: string };

async function readEntries(reader: ByteReader): Promise<Map<string, Buffer>> {
  const tally = new FolderTally();
  const files = new Map<string, Buffer>();
  const folded = new Set<string>();
  let longName: string | null = null;
  let bytes = 0;
  for (;;) {
    const block = await reader.take(blockBytes);
    if (block.every((byte) => byte === 0)) return files;
    const header = readHeader(block);
    const padded = Math.ceil(header.size / blockBytes) * blockBytes;
    const take = async () => {
      const content = await reader.take(padded);
      if (content.length < header.size) throw new Error('expected the whole file, got a part');
      return Buffer.from(content.subarray(0, header.size));
    };
    if (header.kind === 'x' || header.kind === 'g' || header.kind === 'L') {
      if (header.size > maxHeaderBytes) throw new Error('expected a short header');
      const content = decode(await take());
      if (header.kind === 'L') longName = content.replace(/\0.*$/su, '');
      else if (header.kind === 'x') longName = /^\d+ path=(.*)$/mu.exec(content)?.[1] ?? longName;
      continue;
    }
    const written = (longName ?? header.name).replace(/^(?:\.\/)+/u, '');
    longName = null;
    if (header.kind === '5' || written === '' || written.endsWith('/')) {
      if (written !== '') checkPath(written.replace(/\/+$/u, ''));
      await take();
      continue;
    }
    checkPath(written);
    if (header.kind !== '0' && header.kind !== '7')
      throw folderError(/^[12]$/u.test(header.kind) ? 'ARCHIVE_LINK_UNSUPPORTED' : 'ARCHIVE_FILE_KIND_UNSUPPORTED', { path: written });
    if (clutter.test(written)) {
      await reader.take(padded);
      continue;
    }
    tally.add(written, header.size);
    bytes += header.size;
    if (bytes > maxBytes) throw folderError('ARCHIVE_BYTES_TOO_MANY', { max: maxBytes });
    const name = written.normalize('NFC');
    if (folded.has(name.toLowerCase())) throw folderError('ARCHIVE_FILE_TWICE', { path: name });
    folded.add(name.toLowerCase());
    files.set(name, await take());
  }
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
  const text = (from: number, length: number) => {
    const bytes = block.subarray(from, from + length);
    const end = bytes.indexOf(0);
    return decode(end === -1 ? bytes : bytes.subarray(0, end));
  };
  const prefix = field(257, 5) === 'ustar' && block[263] === 48 ? text(345, 155) : '';
  const kind = String.fromCodePoint(block[156] ?? 0);
  return { name: prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`, size, kind: kind === '\0' ? '0' : kind };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw folderError('ARCHIVE_FILE_NAME_ENCODING_INVALID', { path: cutText(bytes.toString('latin1'), 120) });
  }
}
