import { createHmac, timingSafeEqual } from 'node:crypto';

/** The emails that a link unsubscribes from: those about one discussion, or all notification emails. */
export type Unsubscription = { readonly userId: string; readonly discussionId: string | null };

/** Creates and reads the tokens of unsubscribe links. They never expire: an email may be years old. */
export type UnsubscribeTokens = {
  issue(unsubscription: Unsubscription): string;
  /** Returns null for a token that is forged or incomplete. */
  read(token: string): Unsubscription | null;
};

const form = /^([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{22})?\.([A-Za-z0-9_-]{32})$/;

/**
 * Creates the unsubscribe tokens.
 * @param secretKey the site's secret; a separate key is derived from it
 */
export function createUnsubscribeTokens(secretKey: string): UnsubscribeTokens {
  const key = createHmac('sha256', secretKey).update('unsubscribe').digest();
  const sign = (ids: string) => createHmac('sha256', key).update(ids).digest('base64url').slice(0, 32);
  return {
    issue({ userId, discussionId }) {
      const ids = `${shortened(userId)}${discussionId === null ? '' : shortened(discussionId)}`;
      return `${ids}.${sign(ids)}`;
    },
    read(token) {
      const [, user = '', discussion = '', signature = ''] = form.exec(token) ?? [];
      if (signature === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(sign(user + discussion)))) return null;
      return { userId: restored(user), discussionId: discussion === '' ? null : restored(discussion) };
    },
  };
}

/** Encodes a UUID in 22 characters. */
function shortened(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

function restored(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
