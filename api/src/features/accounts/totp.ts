import { createHmac, timingSafeEqual } from 'node:crypto';

const periodSeconds = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Length of a secret in bytes: that of a SHA-1 hash, as RFC 4226 recommends. */
export const secretBytes = 20;

/** Returns the period of 30 seconds that contains an instant. */
export function periodAt(epochMs: number): number {
  return Math.floor(epochMs / 1000 / periodSeconds);
}

/** Returns the code of a period (RFC 6238, with SHA-1 and six digits, which every authenticator app supports). */
export function codeOf(secret: Buffer, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the period of a code: the current one, or the one before or after it, because clocks differ. Null if the code is wrong. */
export function periodOfCode(secret: Buffer, code: string, epochMs: number): number | null {
  const submitted = Buffer.from(code);
  const now = periodAt(epochMs);
  const match = [now, now - 1, now + 1].find((period) => {
    const right = Buffer.from(codeOf(secret, period));
    return right.length === submitted.length && timingSafeEqual(right, submitted);
  });
  return match ?? null;
}

/** Encodes a secret for authenticator apps (base32, RFC 4648). */
export function secretText(secret: Buffer): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of secret) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function authenticatorUri({
  secret,
  siteName,
  email,
}: {
  readonly secret: Buffer;
  readonly siteName: string;
  readonly email: string;
}): string {
  const label = `${encodeURIComponent(siteName)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secretText(secret)}&issuer=${encodeURIComponent(siteName)}`;
}
