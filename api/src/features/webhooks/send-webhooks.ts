import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { SendMail } from '../../mail.ts';
import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import { webhookLimits } from '../../rules/limits/webhook.ts';
import type { SecretBox } from '../../secret-box.ts';
import { signWebhook } from './sign-webhook.ts';

/** Maximum number of webhooks that are sent at a time; at most two of them to one endpoint. */
const atOnce = 6;
const defaultTimeoutMs = 15_000;
/** A job sends due webhooks every minute; a timer sends those that are due before that. */
const scheduleMs = 60_000;

type DueWebhook = { id: string; endpointId: string; url: string; body: string; secret: Buffer; formerSecret: Buffer | null };

/** The result of a request. */
type Attempt = { readonly status: number | null; readonly fault: string | null; readonly answer: string | null };

/** The dependencies of the sender. */
export type SenderTools = {
  /** A pool of the login newline_worker. */
  readonly pool: Pool;
  readonly outbound: Outbound;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly sendMail: SendMail;
  readonly publicUrl: string;
  readonly log: Log;
  /** Maximum response time of a receiver, 15,000 ms by default. */
  readonly timeoutMs?: number;
};

/** Sends webhooks. Several processes can do so at the same time. */
export type WebhookSender = {
  /**
   * Sends due webhooks, even while others are being sent, because slow receivers take long. Resolves when those that it started are done.
   */
  run(): Promise<void>;
  /** Ends after the current requests, which the outbound fetcher aborts when it is closed. */
  close(): Promise<void>;
};

/**
 * Creates the sender. Each webhook is sent at least once: if the process ends before the result is stored, it is sent again, with the same id.
 */
export function createWebhookSender(tools: SenderTools): WebhookSender {
  const workers = new Set<Promise<void>>();
  const closing = new AbortController();
  let timer: { readonly at: number; readonly handle: NodeJS.Timeout } | null = null;

  const work = async () => {
    while (!closing.signal.aborted) {
      const due = await takeWebhook(tools.pool);
      if (due === null) return;
      const retryMs = await sendOne(tools, due, closing.signal);
      if (retryMs !== null && retryMs < scheduleMs) runLater(retryMs);
    }
  };
  const run = async () => {
    const begun: Promise<void>[] = [];
    while (!closing.signal.aborted && workers.size < atOnce) {
      const worker = work().finally(() => workers.delete(worker));
      workers.add(worker);
      begun.push(worker);
    }
    await Promise.all(begun);
  };
  const runLater = (afterMs: number) => {
    const at = Date.now() + afterMs;
    if (closing.signal.aborted || (timer !== null && timer.at <= at)) return;
    if (timer !== null) clearTimeout(timer.handle);
    const handle = setTimeout(() => {
      timer = null;
      run().catch((error: unknown) => tools.log.warn({ err: error }, 'webhooks: could not send again, the schedule will'));
    }, afterMs);
    timer = { at, handle };
  };

  return {
    run,
    async close() {
      closing.abort();
      if (timer !== null) clearTimeout(timer.handle);
      await Promise.allSettled(workers);
    },
  };
}

async function takeWebhook(pool: Pool): Promise<DueWebhook | null> {
  const { rows } = await pool.query<DueWebhook | { id: null }>(
    `select id, endpoint_id as "endpointId", url, body, secret, former_secret as "formerSecret" from app_private.take_webhook()`,
  );
  const [row] = rows;
  return row === undefined || row.id === null ? null : row;
}

/** Sends one webhook, and stores the result. Returns in how many milliseconds it is due again, or null. */
async function sendOne(tools: SenderTools, due: DueWebhook, closing: AbortSignal): Promise<number | null> {
  const startedAt = performance.now();
  const { status, fault, answer } = await request(tools, due);
  // Another process sends it again when the time for this result is up.
  if (status === null && closing.aborted) return null;
  const duration = Math.round(performance.now() - startedAt);
  type Outcome = { retryMs: number | null; isDisabled: boolean | null; host: string; staff: string[] };
  const { rows } = await tools.pool.query<Outcome>(
    `select retry_ms as "retryMs", is_disabled as "isDisabled", host, staff from app_private.end_webhook($1, $2, $3, $4, $5)`,
    [due.id, status, duration, fault, answer],
  );
  const [outcome] = rows;
  if (outcome?.isDisabled === true) {
    tools.log.warn({ endpoint: due.endpointId }, 'webhooks: an endpoint was disabled, because it keeps failing');
    const url = `${tools.publicUrl}/admin/webhooks/${due.endpointId}`;
    for (const to of outcome.staff) await tools.sendMail({ kind: 'webhook-disabled', to, url, host: outcome.host });
  }
  return outcome?.retryMs ?? null;
}

async function request({ outbound, secrets, log, timeoutMs = defaultTimeoutMs }: SenderTools, due: DueWebhook): Promise<Attempt> {
  try {
    const keys = [due.secret, due.formerSecret].flatMap((sealed) => (sealed === null ? [] : [secrets.open(sealed, due.endpointId)]));
    const message = { id: `msg_${due.id.replaceAll('-', '')}`, timestamp: Math.floor(Date.now() / 1000), body: due.body };
    const { status, body } = await outbound.fetch(due.url, {
      method: 'POST',
      hosts: 'any',
      accept: ['*/*'],
      headers: {
        'content-type': 'application/json',
        'webhook-id': message.id,
        'webhook-timestamp': String(message.timestamp),
        'webhook-signature': signWebhook(keys, message),
      },
      body: due.body,
      maxBytes: webhookLimits.answer,
      isBeginningEnough: true,
      timeoutMs,
    });
    return { status, fault: null, answer: textOf(body) };
  } catch (error) {
    if (!(error instanceof OutboundError)) log.error({ err: error, endpoint: due.endpointId }, 'webhooks: a request was not sent');
    const fault = error instanceof OutboundError ? error.message : 'The request could not be signed. Rotate the secret of the endpoint.';
    return { status: null, fault, answer: null };
  }
}

/** Returns the start of a response, as text that PostgreSQL can store. */
function textOf(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '').slice(0, webhookLimits.answer);
}
