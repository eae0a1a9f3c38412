import { crc32, deflateSync } from 'node:zlib';

/** Returns a PNG of noise, which can't be compressed: three bytes per pixel, so that uploading it takes time. */
export function noiseImage(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3));
  let seed = 1;
  for (let at = 0; at < rows.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    // Each row begins with its filter: none.
    rows[at] = at % (1 + width * 3) === 0 ? 0 : seed >> 16;
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 0 })), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
