import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that a signed message may be old, or ahead. */
const toleranceSeconds = 300;
const form = /^[0-9a-f]{64}$/;

/**
 * True when a message is Mux's and of these minutes: its header says when it was signed and an HMAC of that time and the body
 * (`t=…,v1=…`; there may be several of the latter).
 */
export function isSignedByMux(body: Buffer, header: string, secret: string, now: number = Date.now()): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts.some(([name, value = '']) => name === 'v1' && form.test(value) && timingSafeEqual(Buffer.from(value, 'hex'), expected));
}
