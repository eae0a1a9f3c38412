import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { requestDocument } from '../../shared/request-document.ts';
import adminStyles from './admin.module.css';
import { Instant } from './instant.tsx';
import type { RunAction } from './use-actions.ts';
import { RedeliverWebhookDocument, type WebhookAttempt, type WebhookDelivery } from './webhook-documents.ts';
import { eventName } from './webhook-words.ts';
import styles from './webhooks.module.css';

const statusWords = { WAITING: 'Waiting', DELIVERED: 'Delivered', FAILED: 'Failed' } as const;
const looks = { WAITING: 'quiet', DELIVERED: 'line', FAILED: 'solid' } as const;

type Props = { delivery: WebhookDelivery; canRedeliver: boolean; busy: string | null; perform: RunAction };

/** A webhook that was or will be sent: its state, its body, and each request with the response. */
export function WebhookDeliveryRow({ delivery, canRedeliver, busy, perform }: Props) {
  const { id, event, status, body, createdAt, nextAttemptAt } = delivery;
  const attempts = delivery.attempts.nodes;
  const [latest] = attempts;
  return (
    <li className={styles['delivery']}>
      <div>
        <p className={adminStyles['head']}>
          <b>{eventName(event)}</b>
          <Badge look={looks[status]}>{statusWords[status]}</Badge>
        </p>
        <p className={adminStyles['facts']}>
          <Instant of={createdAt} />
          {latest && <span className="num">{answerWords(latest)}</span>}
          {status === 'WAITING' && attempts.length > 0 && nextAttemptAt !== null && (
            <span>
              <span>next attempt </span>
              <Instant of={nextAttemptAt} />
            </span>
          )}
        </p>
      </div>
      <Button
        size="small"
        variant="line"
        isBusy={busy === id}
        disabled={!canRedeliver}
        aria-label={`Redeliver ${eventName(event)}`}
        onClick={() => void perform(id, () => requestDocument(RedeliverWebhookDocument, { deliveryId: id }), 'Webhook queued again.')}
      >
        Redeliver
      </Button>
      <details>
        <summary>{attempts.length === 1 ? 'Body and 1 request' : `Body and ${attempts.length} requests`}</summary>
        <pre dir="ltr">{indented(body)}</pre>
        {attempts.length > 0 && (
          <ol className={styles['attempts']} aria-label="Requests, newest first">
            {attempts.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} />
            ))}
          </ol>
        )}
      </details>
    </li>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { durationMs, fault, answer, createdAt } = attempt;
  return (
    <li>
      <p className={adminStyles['facts']}>
        <Instant of={createdAt} />
        <span className="num">{answerWords(attempt)}</span>
        <span className="num">{durationMs.toLocaleString('en')} ms</span>
      </p>
      {fault !== null && <p className={adminStyles['fault']}>{fault}</p>}
      {answer && <pre dir="ltr">{answer}</pre>}
    </li>
  );
}

function answerWords({ statusCode }: WebhookAttempt): string {
  return statusCode === null ? 'No response' : `Status ${statusCode}`;
}

function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
