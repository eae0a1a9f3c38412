import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import { type NewsletterProvider, NewsletterServiceError } from './newsletter-provider.ts';

/** Name of the job that copies new and former subscribers to the newsletter service. */
export const sendCopiesTask = 'send_newsletter_copies';

/** Runs the job every minute. */
export const sendCopiesCron = { task: sendCopiesTask, match: '* * * * *', identifier: sendCopiesTask };

type Row = {
  id: string | null;
  email: string;
  first_name: string | null;
  list_id: string;
  tags: string[];
  state: 'CONFIRMED' | 'UNSUBSCRIBED';
};

/**
 * Sends all pending changes of subscribers to the service, and returns their number. A row stores the last state that was sent; if the
 * process ends before that is stored, it is sent again, which changes nothing. Failed changes are retried with growing delays.
 */
export async function sendCopies({
  pool,
  provider,
  log,
  signal,
}: {
  readonly pool: Pool;
  readonly provider: NewsletterProvider;
  readonly log: Log;
  readonly signal?: AbortSignal;
}): Promise<number> {
  let sentCount = 0;
  while (signal?.aborted !== true) {
    const { rows } = await pool.query<Row>('select * from app_private.next_newsletter_copy()');
    const [row] = rows;
    if (!row || row.id === null) break;
    const { id, email, first_name: firstName, list_id: listId, tags, state } = row;
    let fault: string | null = null;
    try {
      await provider[state === 'CONFIRMED' ? 'put' : 'remove']({ email, firstName, listId, tags });
      sentCount += 1;
    } catch (error) {
      fault = error instanceof NewsletterServiceError ? error.message : `${provider.name} sent an unexpected response.`;
      log.warn({ err: error, subscriber: id }, 'newsletter: a change was not sent to the service, it will be retried');
    }
    await pool.query('select app_private.end_newsletter_copy($1, $2, $3)', [id, state, fault]);
    // After a failure, don't bother the service with further changes right away.
    if (fault !== null) break;
  }
  return sentCount;
}
