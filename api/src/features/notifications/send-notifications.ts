import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { Deliver } from '../../mail.ts';
import { emailSite } from '../mail/email-site.ts';
import { renderEmail } from '../mail/render-mail.ts';
import { notificationEmail, type NotificationItem, type Rhythm } from './notification-email.ts';
import { unsubscribePath } from './unsubscribe-routes.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

export type SendNotificationsOptions = {
  /** A connection pool of newline_worker. */
  readonly pool: Pool;
  readonly deliver: Deliver;
  readonly tokens: UnsubscribeTokens;
  readonly publicUrl: string;
  readonly log: Log;
  /** Aborted when the site stops: remaining emails are sent after the next start. */
  readonly signal?: AbortSignal;
};

/** Name of the job that sends notification emails. */
export const sendNotificationsTask = 'send_notices';

/** Runs the job every minute, for digests and retries. */
export const sendNotificationsCron = { task: sendNotificationsTask, match: '* * * * *', identifier: sendNotificationsTask };

type Row = { id: string | null; user_id: string; address: string; rhythm: Rhythm; items: NotificationItem[] };

/**
 * Sends all due emails and returns their number. Before it is sent, an email is a row with its own key, which one process at a time takes.
 * The key tells whether the mail server has accepted it (see `createDeliverOnce`).
 */
export async function sendNotifications({ pool, deliver, tokens, publicUrl, log, signal }: SendNotificationsOptions): Promise<number> {
  await pool.query('select app_private.take_notices()');
  let sentCount = 0;
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
      const site = emailSite(publicUrl);
      const email = await renderEmail(notificationEmail(items, { rhythm, publicUrl, siteName: site.siteName, stopUrl }), site);
      await deliver(
        {
          ...email,
          to: address,
          headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        },
        `notice-${id}`,
      );
      isDelivered = true;
      sentCount += 1;
    } catch (error) {
      log.warn({ err: error, mail: id }, 'notifications: an email was not sent, it will be retried');
    }
    await pool.query('select app_private.end_notice_mail($1, $2)', [id, isDelivered]);
  }
  return sentCount;
}
