import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The header with which `newline doctor` asks what reached the site. */
export const doctorHeader = 'x-newline-doctor';

/** How far the clocks of the doctor and the site may differ, in seconds. */
const toleranceSeconds = 300;

const reportSchema = z.object({
  /** The protocol and the client's IP address that the site believes. */
  protocol: z.string(),
  ip: z.string(),
  host: z.string().nullable(),
  forwardedProto: z.string().nullable(),
  /** The addresses in X-Forwarded-For, the nearest proxy's last. */
  forwardedFor: z.array(z.string()),
});

/** What reached the site through its proxies. */
export type ProxyReport = Readonly<z.infer<typeof reportSchema>>;

/** Returns the value of the doctor's header: only someone who knows SECRET_KEY can ask. */
export function doctorToken(secretKey: string, now = Date.now()): string {
  const seconds = String(Math.floor(now / 1000));
  return `${seconds}.${signatureOf(secretKey, seconds)}`;
}

/** Returns true for a value that was made with the same key in the last minutes. */
export function isDoctorToken(secretKey: string, value: unknown, now = Date.now()): boolean {
  const [, seconds = '', signature = ''] = typeof value === 'string' ? (/^(\d{1,12})\.([\w-]+)$/.exec(value) ?? []) : [];
  const [claimed, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secretKey, seconds))];
  return (
    claimed.length === expected.length && timingSafeEqual(claimed, expected) && Math.abs(now / 1000 - Number(seconds)) <= toleranceSeconds
  );
}

/** Returns what reached the site with a request. */
export function proxyReport(request: FastifyRequest): ProxyReport {
  const { 'x-forwarded-proto': forwardedProto, 'x-forwarded-for': forwardedFor, host } = request.headers;
  return {
    protocol: request.protocol,
    ip: request.ip,
    host: host ?? null,
    forwardedProto: [forwardedProto].flat()[0] ?? null,
    forwardedFor: [forwardedFor]
      .flat()
      .flatMap((addresses) => addresses?.split(',') ?? [])
      .map((address) => address.trim())
      .filter((address) => address !== ''),
  };
}

/** Returns the report in an answer of `/readyz`; null if there is none, such as from a site with another SECRET_KEY. */
export function proxyReportIn(body: string): ProxyReport | null {
  try {
    return z.object({ proxy: reportSchema }).parse(JSON.parse(body)).proxy;
  } catch {
    return null;
  }
}

function signatureOf(secretKey: string, seconds: string): string {
  return createHmac('sha256', createHmac('sha256', secretKey).update('doctor').digest()).update(seconds).digest('base64url');
}
