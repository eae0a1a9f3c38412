import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import { type NewsletterProvider, NewsletterServiceError } from './newsletter-provider.ts';

/** The job that tells the service who came and who left. */
export const sendCopiesTask = 'send_newsletter_copies';

/** When it looks. */
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
 * Tells the service of everybody it has not been told of, and answers of how many it was. A row says what it was told last; when this
 * process ends before that is written, it is told once more, which changes nothing. What it does not take comes again, later each time.
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
  let told = 0;
  while (signal?.aborted !== true) {
    const { rows } = await pool.query<Row>('select * from app_private.next_newsletter_copy()');
    const [row] = rows;
    if (!row || row.id === null) break;
    const { id, email, first_name: firstName, list_id: listId, tags, state } = row;
    let trouble: string | null = null;
    try {
      await provider[state === 'CONFIRMED' ? 'put' : 'remove']({ email, firstName, listId, tags });
      told += 1;
    } catch (error) {
      trouble = error instanceof NewsletterServiceError ? error.message : `${provider.name} sent an unexpected response.`;
      log.warn({ err: error, subscriber: id }, 'newsletter: the service was not told, it is tried again');
    }
    await pool.query('select app_private.end_newsletter_copy($1, $2, $3)', [id, state, trouble]);
    // A service that is away is not asked for the next one at once.
    if (trouble !== null) break;
  }
  return told;
}
