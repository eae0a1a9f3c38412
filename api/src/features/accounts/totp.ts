import { createHmac, timingSafeEqual } from 'node:crypto';

const periodSeconds = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** How many bytes a secret has: as many as SHA-1 gives, as RFC 4226 recommends. */
export const secretBytes = 20;

/** The period of 30 seconds that an instant is in. */
export function periodAt(epochMs: number): number {
  return Math.floor(epochMs / 1000 / periodSeconds);
}

/** The code of a period (RFC 6238, with SHA-1 and six digits, which every authenticator app knows). */
export function codeOf(secret: Buffer, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The period of which this is the code: this one, or the one before or after, since clocks differ. Null when it is wrong. */
export function periodOfCode(secret: Buffer, code: string, epochMs: number): number | null {
  const submitted = Buffer.from(code);
  const now = periodAt(epochMs);
  const match = [now, now - 1, now + 1].find((period) => {
    const right = Buffer.from(codeOf(secret, period));
    return right.length === submitted.length && timingSafeEqual(right, submitted);
  });
  return match ?? null;
}

/** A secret in the letters that authenticator apps take (base32, RFC 4648). */
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

/** The URI that an authenticator app reads from a QR code. */
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
