import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { Deliver } from '../../mail.ts';
import { renderEmail } from '../mail/render-mail.ts';
import { notificationEmail, type NotificationItem, type Rhythm } from './notification-email.ts';
import { unsubscribePath } from './unsubscribe-routes.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

/** What sending notices needs. */
export type SendNotificationsOptions = {
  /** A pool of the login newline_worker. */
  readonly pool: Pool;
  readonly deliver: Deliver;
  readonly tokens: UnsubscribeTokens;
  readonly siteName: string;
  readonly publicUrl: string;
  readonly log: Log;
  /** Aborted when the site stops: what was not sent yet is sent after the next start. */
  readonly signal?: AbortSignal;
};

/** The job that mails notices. */
export const sendNotificationsTask = 'send_notices';

/** When it looks by itself, for digests and for what failed. */
export const sendNotificationsCron = { task: sendNotificationsTask, match: '* * * * *', identifier: sendNotificationsTask };

type Row = { id: string | null; user_id: string; address: string; rhythm: Rhythm; items: NotificationItem[] };

/**
 * Mails what is due and answers how many went out. A mail is a row with a key of its own before it is sent, and is taken by one
 * process at a time. Its key says whether the mail server has accepted it (see `createDeliverOnce`).
 */
export async function sendNotifications({
  pool,
  deliver,
  tokens,
  siteName,
  publicUrl,
  log,
  signal,
}: SendNotificationsOptions): Promise<number> {
  await pool.query('select app_private.take_notices()');
  let sent = 0;
  while (signal?.aborted !== true) {
    const { rows } = await pool.query<Row>('select * from app_private.next_notice_mail()');
    const [mail] = rows;
    if (!mail || mail.id === null) break;
    const { id, user_id: userId, address, rhythm, items } = mail;
    const discussions = new Set(items.map(({ discussionId }) => discussionId));
    const [only] = discussions;
    const discussionId = discussions.size === 1 && rhythm === 'AT_ONCE' && only !== undefined ? only : null;
    const stopUrl = `${publicUrl}${unsubscribePath}/${tokens.issue({ userId, discussionId })}`;
    let isDelivered = false;
    try {
      const email = await renderEmail(notificationEmail(items, { rhythm, publicUrl, siteName, stopUrl }), { siteName, publicUrl });
      await deliver(
        {
          ...email,
          to: address,
          headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        },
        `notice-${id}`,
      );
      isDelivered = true;
      sent += 1;
    } catch (error) {
      log.warn({ err: error, mail: id }, 'notices: a mail was not sent, it is tried again');
    }
    await pool.query('select app_private.end_notice_mail($1, $2)', [id, isDelivered]);
  }
  return sent;
}
