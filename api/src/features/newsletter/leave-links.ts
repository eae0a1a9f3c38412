import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where the link that ends the letters leads; a token follows. */
export const leaveNewsletterPath = '/api/newsletter/leave';

/** Makes and reads what stands in that link. It does not end: a mail may lie for years. */
export type LeaveLinks = {
  /** The path for an address. */
  issue(email: string): string;
  /** The address; null for a token that is forged or cut off. */
  read(token: string): string | null;
};

/** @param secretKey the site's secret; a key of its own is derived from it */
export function createLeaveLinks(secretKey: string): LeaveLinks {
  const key = createHmac('sha256', secretKey).update('leave-newsletter').digest();
  const sign = (email: string) => createHmac('sha256', key).update(email).digest('base64url').slice(0, 32);
  return {
    issue: (email) => `${leaveNewsletterPath}/${Buffer.from(email).toString('base64url')}.${sign(email)}`,
    read(token) {
      const [, text = '', given = ''] = /^([A-Za-z0-9_-]{4,400})\.([A-Za-z0-9_-]{32})$/u.exec(token) ?? [];
      if (text === '') return null;
      const email = Buffer.from(text, 'base64url').toString('utf8');
      return timingSafeEqual(Buffer.from(given), Buffer.from(sign(email))) ? email : null;
    },
  };
}
