import { crc32, inflateRawSync } from 'node:zlib';

/** A file of an archive as it is stored. */
export type Unzipped = { readonly path: string; readonly isPacked: boolean; readonly bytes: Buffer };

/** Reads a ZIP archive entry by entry, and its directory; throws if they differ. */
export function unzip(archive: Buffer): Unzipped[] {
  const files: Unzipped[] = [];
  let at = 0;
  while (archive.readUInt32LE(at) === 0x04034b50) {
    const method = archive.readUInt16LE(at + 8);
    const checksum = archive.readUInt32LE(at + 14);
    const packedSize = archive.readUInt32LE(at + 18);
    const nameSize = archive.readUInt16LE(at + 26);
    const start = at + 30 + nameSize + archive.readUInt16LE(at + 28);
    const path = archive.subarray(at + 30, at + 30 + nameSize).toString();
    const data = archive.subarray(start, start + packedSize);
    const bytes = method === 8 ? inflateRawSync(data) : data;
    if (crc32(bytes) !== checksum) throw new Error(`${path}: expected the checksum ${checksum}, got ${crc32(bytes)}`);
    files.push({ path, isPacked: method === 8, bytes });
    at = start + packedSize;
  }
  const count = archive.readUInt16LE(archive.length - 12);
  const directory = archive.readUInt32LE(archive.length - 6);
  if (count !== files.length || directory !== at)
    throw new Error(`expected ${files.length} entries until ${at}, got ${count} until ${directory}`);
  return files;
}
