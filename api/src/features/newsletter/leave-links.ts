import { createHmac, timingSafeEqual } from 'node:crypto';

/** Path of the unsubscribe link, without its token. */
export const leaveNewsletterPath = '/api/newsletter/leave';

/** Creates and reads the tokens of unsubscribe links. They never expire: an email may be years old. */
export type LeaveLinks = {
  /** Returns the path for an email address. */
  issue(email: string): string;
  /** Returns the email address; null for a token that is forged or incomplete. */
  read(token: string): string | null;
};

/**
 * Creates the unsubscribe links.
 * @param secretKey the site's secret; a separate key is derived from it
 */
export function createLeaveLinks(secretKey: string): LeaveLinks {
  const key = createHmac('sha256', secretKey).update('leave-newsletter').digest();
  const sign = (email: string) => createHmac('sha256', key).update(email).digest('base64url').slice(0, 32);
  return {
    issue: (email) => `${leaveNewsletterPath}/${Buffer.from(email).toString('base64url')}.${sign(email)}`,
    read(token) {
      const [, text = '', signature = ''] = /^([A-Za-z0-9_-]{4,400})\.([A-Za-z0-9_-]{32})$/u.exec(token) ?? [];
      if (text === '') return null;
      const email = Buffer.from(text, 'base64url').toString('utf8');
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(email))) ? email : null;
    },
  };
}
