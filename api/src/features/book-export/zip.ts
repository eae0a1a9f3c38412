import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. */
export type ZipEntry = {
  /** Its path, with slashes. */
  readonly path: string;
  readonly bytes: Buffer;
  /** False to store it as it is: what is packed already, and the mimetype of an EPUB. */
  readonly isPacked?: boolean;
  /** The bytes as `deflateRaw` packs them, when that is done already. */
  readonly packed?: Buffer;
};

const localSize = 30;
const centralSize = 46;
const nameIsUtf8 = 0x0800;

/**
 * Writes a ZIP archive, its entries in their order. The same entries and date give the same bytes.
 *
 * @param at the date that every entry bears, to two seconds
 */
export function zip(entries: readonly ZipEntry[], at: Date): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const [time, date] = dosDate(at);
  let offset = 0;
  for (const { path, bytes, isPacked = true, packed } of entries) {
    const name = Buffer.from(path);
    const data = isPacked ? (packed ?? deflateRawSync(bytes)) : bytes;
    const local = Buffer.alloc(localSize);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    const facts = (target: Buffer, from: number) => {
      target.writeUInt16LE(name.length === path.length ? 0 : nameIsUtf8, from);
      target.writeUInt16LE(isPacked ? 8 : 0, from + 2);
      target.writeUInt16LE(time, from + 4);
      target.writeUInt16LE(date, from + 6);
      target.writeUInt32LE(crc32(bytes), from + 8);
      target.writeUInt32LE(data.length, from + 12);
      target.writeUInt32LE(bytes.length, from + 16);
      target.writeUInt16LE(name.length, from + 20);
      target.writeUInt16LE(0, from + 22);
    };
    facts(local, 6);
    const central = Buffer.alloc(centralSize);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    facts(central, 8);
    central.writeUInt32LE(offset, 42);
    parts.push(local, name, data);
    directory.push(central, name);
    offset += localSize + name.length + data.length;
  }
  const directorySize = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

function dosDate(at: Date): [time: number, date: number] {
  const year = Math.max(1980, at.getUTCFullYear());
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ];
}
