import { createHash } from 'node:crypto';

/**
 * Returns the id of an item of the demo: the same in every load, so that links to it keep working (RFC 9562, version 8).
 *
 * @example demoId('clip', 'pipes') // always the same UUID
 */
export function demoId(kind: string, key: string | number): string {
  const bytes = createHash('sha256').update(`newline demo ${kind} ${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
