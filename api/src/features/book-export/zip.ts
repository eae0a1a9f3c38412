import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  /** Its path, with slashes. */
  readonly path: string;
  readonly bytes: Buffer;
  /** False to store it uncompressed: for compressed formats, and the mimetype of an EPUB. */
  readonly isPacked?: boolean;
  /** The bytes compressed by `deflateRaw`, if that has been done already. */
  readonly packed?: Buffer;
};

const localSize = 30;
const centralSize = 46;
const nameIsUtf8 = 0x0800;

/**
 * Creates a ZIP archive with its entries in order. The same entries and date result in the same bytes.
 * @param date the date of every entry, to two seconds
 */
export function zip(entries: readonly ZipEntry[], date: Date): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  const [dosTime, dosDay] = dosDate(date);
  let offset = 0;
  for (const { path, bytes, isPacked = true, packed } of entries) {
    const name = Buffer.from(path);
    const data = isPacked ? (packed ?? deflateRawSync(bytes)) : bytes;
    const local = Buffer.alloc(localSize);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    const writeFields = (target: Buffer, from: number) => {
      target.writeUInt16LE(name.length === path.length ? 0 : nameIsUtf8, from);
      target.writeUInt16LE(isPacked ? 8 : 0, from + 2);
      target.writeUInt16LE(dosTime, from + 4);
      target.writeUInt16LE(dosDay, from + 6);
      target.writeUInt32LE(crc32(bytes), from + 8);
      target.writeUInt32LE(data.length, from + 12);
      target.writeUInt32LE(bytes.length, from + 16);
      target.writeUInt16LE(name.length, from + 20);
      target.writeUInt16LE(0, from + 22);
    };
    writeFields(local, 6);
    const central = Buffer.alloc(centralSize);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    writeFields(central, 8);
    central.writeUInt32LE(offset, 42);
    chunks.push(local, name, data);
    directory.push(central, name);
    offset += localSize + name.length + data.length;
  }
  const directorySize = directory.reduce((sum, chunk) => sum + chunk.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, ...directory, end]);
}

function dosDate(date: Date): [time: number, date: number] {
  const year = Math.max(1980, date.getUTCFullYear());
  return [
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  ];
}
