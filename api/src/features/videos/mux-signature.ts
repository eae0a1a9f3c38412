import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference between the time of a signed message and now, in seconds. */
const toleranceSeconds = 300;
const form = /^[0-9a-f]{64}$/;

/**
 * Whether a message comes from Mux and is recent: its header has the time of signing and an HMAC of that time and the body (`t=…,v1=…`,
 * where v1 may be repeated).
 */
export function isSignedByMux(body: Buffer, header: string, secret: string, now: number = Date.now()): boolean {
  const pairs = header.split(',').map((pair) => pair.trim().split('=', 2));
  const time = pairs.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return pairs.some(([name, value = '']) => name === 'v1' && form.test(value) && timingSafeEqual(Buffer.from(value, 'hex'), expected));
}
