import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { Deliver, RenderedMail } from '../../mail.ts';
import type { SentJournal, SentMail } from './sent-journal.ts';

/** Milliseconds between tries to record in the database that an email was accepted. */
const retryMs = 500;

export type DeliverOnceOptions = {
  /** Hands an email to the mail server; resolves once the server has accepted it. */
  readonly handOver: (mail: RenderedMail & { readonly messageId: string }) => Promise<void>;
  /** A connection pool of newline_worker. */
  readonly pool: Pool;
  /** Number of this process among those that run jobs. */
  readonly processId: number;
  readonly journal: SentJournal;
  /** The part of a Message-ID after the @. */
  readonly host: string;
  readonly log: Log;
  /** Aborted when the site stops. */
  readonly signal: AbortSignal;
};

/**
 * Creates a function that sends each email once, even if processes end meanwhile.
 *
 * An email has a row before it is handed over, so that two processes never send it at the same time. As soon as the mail server has
 * accepted it, a file records that, and then the row; from then on it is never sent again. Only the moment between the server's decision
 * and the writing of that file remains: if the process is killed then, the email is sent again with the same Message-ID, because losing it
 * would be worse.
 */
export function createDeliverOnce(options: DeliverOnceOptions): Deliver {
  const { handOver, pool, processId, journal, host, log, signal } = options;
  const inProgress = new Set<string>();
  return async (mail, key) => {
    if (inProgress.has(key)) throw new Error(`The email ${key} is already being sent`);
    inProgress.add(key);
    try {
      if (journal.has(key)) return await recordSent({ key, to: mail.to, subject: mail.subject });
      const { rows } = await pool.query<{ state: 'BEGUN' | 'SENT' | 'BUSY' }>('select app_private.begin_mail($1, $2) as state', [
        key,
        processId,
      ]);
      if (rows[0]?.state === 'SENT') return;
      if (rows[0]?.state !== 'BEGUN') throw new Error(`The email ${key} is being sent by another process`);
      try {
        await handOver({ ...mail, messageId: `<${key}@${host}>` });
      } catch (error) {
        await pool
          .query('select app_private.give_up_mail($1, $2)', [key, processId])
          .catch((failure: unknown) => log.warn({ err: failure }, 'mail: an email was rejected, which could not be recorded'));
        throw error;
      }
      const acceptedMail = { key, to: mail.to, subject: mail.subject };
      try {
        journal.add(acceptedMail);
      } catch (error) {
        log.error({ err: error }, 'mail: could not record in DATA_DIR that an email was sent');
      }
      await recordSent(acceptedMail);
    } finally {
      inProgress.delete(key);
    }
  };

  /** Records that an email was sent. Waits for the database, because the email can't be taken back. */
  async function recordSent(mail: SentMail): Promise<void> {
    for (;;) {
      try {
        return await noteSent(pool, journal, mail);
      } catch (error) {
        if (signal.aborted) throw error;
        log.warn({ err: error, key: mail.key }, 'mail: an email was sent, but is not recorded in the database yet');
        await wait(retryMs, null, { signal }).catch(() => null);
      }
    }
  }
}

/** Records in the database that an email was accepted, and deletes its file. */
export async function noteSent(pool: Pool, journal: SentJournal, { key, to, subject }: SentMail): Promise<void> {
  await pool.query('select app_private.end_mail($1, $2, $3)', [key, to, subject]);
  journal.remove(key);
}
