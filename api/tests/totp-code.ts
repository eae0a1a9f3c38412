import { createHmac } from 'node:crypto';

/** The code that an authenticator app shows for a secret in base32, `periodsAhead` periods of 30 seconds from now. */
export function codeAt(secret: string, periodsAhead = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(Date.now() / 30_000) + periodsAhead, 4);
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) % 16) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, '0');
}
