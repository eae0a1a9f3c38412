/**
 * The checksum of a text that follows another one, without reading it again. CRC-32 is linear, so appending bytes changes the checksum of what
 * is before them by a matrix that only depends on their number: 32 columns of 32 bits.
 */
export type Crc32Shift = Uint32Array;

const polynomial = 0xedb88320;

/** Returns the checksum of two texts, from the checksum of the first, the shift by the length of the second, and the checksum of the second. */
export function crc32After(before: number, shift: Crc32Shift, checksum: number): number {
  return (times(shift, before) ^ checksum) >>> 0;
}

/** Returns the matrix that shifts a checksum by this number of bytes. */
export function crc32Shift(bytes: number): Crc32Shift {
  // The matrix of one bit, and then of one byte.
  let power: Crc32Shift = Uint32Array.from({ length: 32 }, (_, bit) => (bit === 0 ? polynomial : 2 ** (bit - 1)));
  for (let doubling = 0; doubling < 3; doubling += 1) power = product(power, power);
  let shift: Crc32Shift = Uint32Array.from({ length: 32 }, (_, bit) => 2 ** bit);
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = product(power, shift);
    power = product(power, power);
  }
  return shift;
}

function product(left: Crc32Shift, right: Crc32Shift): Crc32Shift {
  return right.map((column) => times(left, column));
}

function times(matrix: Crc32Shift, vector: number): number {
  let sum = 0;
  for (let bit = 0, left = vector; left !== 0; bit += 1, left >>>= 1) if ((left & 1) === 1) sum ^= matrix[bit] ?? 0;
  return sum >>> 0;
}
