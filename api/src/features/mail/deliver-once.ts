import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { Deliver, RenderedMail } from '../../mail.ts';
import type { SentJournal, SentMail } from './sent-journal.ts';

/** Milliseconds between tries to tell the database that a mail was accepted. */
const retryMs = 500;

/** What sending mails once needs. */
export type DeliverOnceOptions = {
  /** Hands a mail to the mail server; resolves when the server has accepted it. */
  readonly handOver: (mail: RenderedMail & { readonly messageId: string }) => Promise<void>;
  /** A pool of the login newline_worker. */
  readonly pool: Pool;
  /** The number of this process among those that run jobs. */
  readonly processId: number;
  readonly journal: SentJournal;
  /** The part of a Message-ID after the @. */
  readonly host: string;
  readonly log: Log;
  /** Aborted when the site stops. */
  readonly signal: AbortSignal;
};

/**
 * Creates what sends each mail once, whatever ends meanwhile.
 *
 * A mail has a row before it is handed over, so that two processes never send it at the same time. As soon as the mail server has accepted
 * it, a file says so, and then the row; from there on it is never sent again. What remains is the moment between the server's decision and
 * the writing of that file: when the process is killed in it, the mail is sent again under the same Message-ID, because a mail that is lost
 * would be worse.
 */
export function createDeliverOnce(options: DeliverOnceOptions): Deliver {
  const { handOver, pool, processId, journal, host, log, signal } = options;
  const inHand = new Set<string>();
  return async (mail, key) => {
    if (inHand.has(key)) throw new Error(`The mail ${key} is being sent already`);
    inHand.add(key);
    try {
      if (journal.has(key)) return await recordSent({ key, to: mail.to, subject: mail.subject });
      const { rows } = await pool.query<{ state: 'BEGUN' | 'SENT' | 'BUSY' }>('select app_private.begin_mail($1, $2) as state', [
        key,
        processId,
      ]);
      if (rows[0]?.state === 'SENT') return;
      if (rows[0]?.state !== 'BEGUN') throw new Error(`The mail ${key} is being sent by another process`);
      try {
        await handOver({ ...mail, messageId: `<${key}@${host}>` });
      } catch (error) {
        await pool
          .query('select app_private.give_up_mail($1, $2)', [key, processId])
          .catch((failure: unknown) => log.warn({ err: failure }, 'mail: it was refused, and that could not be noted'));
        throw error;
      }
      const sent = { key, to: mail.to, subject: mail.subject };
      try {
        journal.add(sent);
      } catch (error) {
        log.error({ err: error }, 'mail: DATA_DIR does not take the note that a mail was sent');
      }
      await recordSent(sent);
    } finally {
      inHand.delete(key);
    }
  };

  /** The mail is out: a database that is away is waited for. */
  async function recordSent(mail: SentMail): Promise<void> {
    for (;;) {
      try {
        return await noteSent(pool, journal, mail);
      } catch (error) {
        if (signal.aborted) throw error;
        log.warn({ err: error, key: mail.key }, 'mail: it was sent, and the database does not know yet');
        await wait(retryMs, null, { signal }).catch(() => null);
      }
    }
  }
}

/** Tells the database that a mail was accepted, and forgets the file. */
export async function noteSent(pool: Pool, journal: SentJournal, { key, to, subject }: SentMail): Promise<void> {
  await pool.query('select app_private.end_mail($1, $2, $3)', [key, to, subject]);
  journal.remove(key);
}
