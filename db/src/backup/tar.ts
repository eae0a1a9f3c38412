/** The header of an archive's member. */
export type TarMember = { path: string; byteCount: number };

/** The block size; members begin and end at multiples of it. */
export const tarBlockBytes = 512;

/** The end of an archive: two empty blocks. */
export const tarEnd = Buffer.alloc(2 * tarBlockBytes);

const maxPlainBytes = 8 ** 11 - 1;

/** Returns the number of zero bytes after a member of this size. */
export function paddingOf(byteCount: number): number {
  return (tarBlockBytes - (byteCount % tarBlockBytes)) % tarBlockBytes;
}

/** Creates the header of a file (POSIX 1003.1-2001). If the path or size doesn't fit, an extended header comes before it. */
export function tarHeader(member: TarMember, modifiedAt: Date): Buffer {
  const isPlain = /^[\x20-\x7e]{1,100}$/.test(member.path) && member.byteCount <= maxPlainBytes;
  if (isPlain) return plainHeader(member.path, member.byteCount, '0', modifiedAt);
  const records = Buffer.from(record('path', member.path) + record('size', String(member.byteCount)));
  return Buffer.concat([
    plainHeader('extended', records.length, 'x', modifiedAt),
    records,
    Buffer.alloc(paddingOf(records.length)),
    plainHeader('long', Math.min(member.byteCount, maxPlainBytes), '0', modifiedAt),
  ]);
}

/** Reads the type, path and size from a header; null for the empty block at the end. Throws if the checksum is wrong. */
export function readTarHeader(block: Buffer): (TarMember & { type: string }) | null {
  if (block.every((byte) => byte === 0)) return null;
  const text = (from: number, to: number) => block.subarray(from, to).toString('utf8').replace(/\0.*$/s, '');
  if (Number.parseInt(text(148, 156), 8) !== checksumOf(block)) throw new Error('a header of the archive has a wrong checksum');
  return { type: text(156, 157), path: text(0, 100), byteCount: Number.parseInt(text(124, 136), 8) };
}

/** Reads the path and the size that an extended header gives the next member. */
export function readExtendedHeader(records: Buffer): Partial<TarMember> {
  const values: Partial<TarMember> = {};
  for (let at = 0; at < records.length; ) {
    const space = records.indexOf(0x20, at);
    const length = Number(records.subarray(at, space).toString());
    const [, name, value] = /^([^=]+)=(.*)\n$/s.exec(records.subarray(space + 1, at + length).toString('utf8')) ?? [];
    if (!(length > 0) || value === undefined) throw new Error('an extended header of the archive cannot be read');
    if (name === 'path') values.path = value;
    if (name === 'size') values.byteCount = Number(value);
    at += length;
  }
  return values;
}

function plainHeader(path: string, byteCount: number, type: string, modifiedAt: Date): Buffer {
  const block = Buffer.alloc(tarBlockBytes);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  block.write(path, 0);
  block.write(octal(0o600, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(byteCount, 11), 124);
  block.write(octal(Math.floor(modifiedAt.getTime() / 1000), 11), 136);
  block.write(type, 156);
  block.write('ustar\x0000', 257, 'latin1');
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Returns the sum of a header's bytes, with spaces in place of the checksum. */
function checksumOf(block: Buffer): number {
  let sum = 8 * 0x20;
  for (const [position, byte] of block.entries()) if (position < 148 || position >= 156) sum += byte;
  return sum;
}

/** Returns `length name=value`, where the length includes its own digits. */
function record(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`;
  const bare = Buffer.byteLength(rest);
  const digits = String(bare + String(bare).length).length;
  return `${bare + digits}${rest}`;
}
