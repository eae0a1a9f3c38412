import type { Connection } from '@newline/db/connections';
import { createPool } from '@newline/db/create-pool';
import { createWebhookSender } from '@newline/api/features/webhooks/send-webhooks';
import { createLog } from '@newline/api/log';
import { createOutbound } from '@newline/api/outbound';
import { createSecretBox } from '@newline/api/secret-box';

/** Start options of the program below, as JSON. */
export type SenderOptions = {
  readonly worker: Connection;
  readonly secretKey: string;
  /** `address:port` of receiver.example. */
  readonly target: string;
  readonly timeoutMs?: number;
};

// A process that sends due webhooks, and then ends.
if (import.meta.main) {
  const { worker, secretKey, target, timeoutMs } = JSON.parse(process.argv[2] ?? '{}') as SenderOptions;
  const log = createLog('silent');
  const publicUrl = 'http://localhost:3000';
  const outbound = createOutbound({ env: { publicUrl, fetchTestMap: new Map([['receiver.example', target]]) }, log });
  const pool = createPool(worker, { max: 6 });
  const sender = createWebhookSender({
    pool,
    outbound,
    secrets: createSecretBox(secretKey, 'webhooks'),
    sendMail: async () => undefined,
    publicUrl,
    log,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  await sender.run();
  process.exit(0);
}
