import { createHmac, timingSafeEqual } from 'node:crypto';

/** Which mails a link ends: those of one discussion, or all mails of notices. */
export type Unsubscription = { readonly userId: string; readonly discussionId: string | null };

/** Makes and reads what stands in the address of such a link. It does not end: a mail may lie for years. */
export type UnsubscribeTokens = {
  issue(unsubscription: Unsubscription): string;
  /** Null for one that is forged or cut off. */
  read(token: string): Unsubscription | null;
};

const form = /^([A-Za-z0-9_-]{22})([A-Za-z0-9_-]{22})?\.([A-Za-z0-9_-]{32})$/;

/** @param secretKey the site's secret; a key of its own is derived from it */
export function createUnsubscribeTokens(secretKey: string): UnsubscribeTokens {
  const key = createHmac('sha256', secretKey).update('unsubscribe').digest();
  const sign = (ids: string) => createHmac('sha256', key).update(ids).digest('base64url').slice(0, 32);
  return {
    issue({ userId, discussionId }) {
      const ids = `${shortened(userId)}${discussionId === null ? '' : shortened(discussionId)}`;
      return `${ids}.${sign(ids)}`;
    },
    read(token) {
      const [, user = '', discussion = '', given = ''] = form.exec(token) ?? [];
      if (given === '' || !timingSafeEqual(Buffer.from(given), Buffer.from(sign(user + discussion)))) return null;
      return { userId: restored(user), discussionId: discussion === '' ? null : restored(discussion) };
    },
  };
}

/** A UUID in 22 characters. */
function shortened(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

function restored(short: string): string {
  const hex = Buffer.from(short, 'base64url').toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
