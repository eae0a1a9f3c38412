import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32After, crc32Shift } from '../../server/filled-pages/crc32-shift.ts';

test.each([0, 1, 2, 3, 255, 2_048, 65_537, 1_000_003])('the checksum of a text and %d bytes is that of both together', (length) => {
  const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * 31) % 256));
  const shift = crc32Shift(length);
  for (const text of ['', 'a', 'a sentence', '漢字']) {
    expect(crc32After(crc32(text), shift, crc32(bytes))).toBe(crc32(Buffer.concat([Buffer.from(text), bytes])));
  }
});
