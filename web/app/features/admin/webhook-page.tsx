import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { explainFields } from '../../shared/form/explain-fields.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { OlderLink } from './older-link.tsx';
import { type RunAction, useActions } from './use-actions.ts';
import { WebhookDeliveryRow } from './webhook-delivery-row.tsx';
import {
  DeleteWebhookDocument,
  RotateWebhookSecretDocument,
  SendTestWebhookDocument,
  UpdateWebhookDocument,
  type WebhookDelivery,
  type WebhookEndpoint,
} from './webhook-documents.ts';
import { focusFault, readWebhookFields, WebhookFields } from './webhook-fields.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookState } from './webhook-state.tsx';

type Props = {
  endpoint: WebhookEndpoint & { secretExpiresAt: string | null };
  deliveries: readonly WebhookDelivery[];
  /** Where the next page of deliveries starts; null at the end. */
  last: string | null;
  /** The time at which the page was rendered. */
  now: number;
};

const explain = explainFields(['url', 'description', 'events']);

/** The page of a webhook endpoint: its deliveries, its settings, and its secret. */
export function WebhookPage({ endpoint, deliveries, last, now }: Props) {
  const { busy, failure, perform } = useActions();
  const navigate = useNavigate();
  const { id, url, description, events, isEnabled } = endpoint;
  const setEnabled = (next: boolean) =>
    void perform(
      'enable',
      () => requestDocument(UpdateWebhookDocument, { id, url, description, events: [...events], isEnabled: next }),
      next ? 'Endpoint enabled.' : 'Endpoint disabled.',
    );
  const remove = async () => {
    await requestDocument(DeleteWebhookDocument, { id });
    await navigate('/admin/webhooks');
  };
  return (
    <>
      <Link className="link up" to="/admin/webhooks">
        Webhooks
      </Link>
      <h1 className={styles['words']}>{new URL(url).host}</h1>
      <p className={styles['head']}>
        <span dir="ltr">{url}</span>
        <WebhookState endpoint={endpoint} />
      </p>
      {description !== null && <p dir="auto">{description}</p>}
      <p className={`acts ${styles['more']}`}>
        <Button
          size="small"
          isBusy={busy === 'test'}
          disabled={!isEnabled}
          onClick={() => void perform('test', () => requestDocument(SendTestWebhookDocument, { endpointId: id }), 'Test event queued.')}
        >
          Send test event
        </Button>
        <Button size="small" variant="line" isBusy={busy === 'enable'} onClick={() => setEnabled(!isEnabled)}>
          {isEnabled ? 'Disable endpoint' : 'Enable endpoint'}
        </Button>
      </p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}

      <h2>Deliveries</h2>
      {deliveries.length === 0 ? (
        <EmptyState level={3} title="Nothing sent yet">
          Webhooks of the last 30 days will appear here.
        </EmptyState>
      ) : (
        <>
          <ul className={styles['list']} aria-label="Deliveries">
            {deliveries.map((delivery) => (
              <WebhookDeliveryRow key={delivery.id} delivery={delivery} canRedeliver={isEnabled} busy={busy} perform={perform} />
            ))}
          </ul>
          <p className={`acts ${styles['more']}`}>
            <Button
              size="small"
              variant="line"
              isBusy={busy === 'refresh'}
              onClick={() => void perform('refresh', async () => undefined, 'Up to date.')}
            >
              Refresh deliveries
            </Button>
          </p>
        </>
      )}
      <OlderLink last={last} />

      <h2>Settings</h2>
      <EndpointForm key={`${url} ${description ?? ''} ${events.join(' ')}`} endpoint={endpoint} />

      <h2>Secret</h2>
      <SecretPart id={id} expiresAt={endpoint.secretExpiresAt} now={now} busy={busy} perform={perform} />

      <h2>Delete</h2>
      <div className={styles['acts']}>
        <ConfirmButton
          action="Delete endpoint"
          object={url}
          consequence="It gets no more webhooks, and its deliveries are deleted. You can’t undo this."
          variant="danger"
          isBusy={busy === 'delete'}
          onConfirm={() => perform('delete', remove, 'Endpoint deleted.')}
        />
      </div>
    </>
  );
}

type SecretProps = { id: string; expiresAt: string | null; now: number; busy: string | null; perform: RunAction };

function SecretPart({ id, expiresAt, now, busy, perform }: SecretProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const { rotateWebhookSecret } = await requestDocument(RotateWebhookSecretDocument, { id });
    setSecret(rotateWebhookSecret?.secret ?? null);
  };
  return (
    <div className={styles['prose']}>
      {secret !== null && <WebhookSecret secret={secret} onSaved={() => setSecret(null)} />}
      <p>
        <span>Your receiver verifies webhooks with it. </span>
        {expiresAt === null || Date.parse(expiresAt) <= now ? (
          <span>It was shown when it was created. Rotate it if you’ve lost it, or if someone else may know it.</span>
        ) : (
          <span>
            <span>Webhooks are signed with the former secret, too, until </span>
            <Instant of={expiresAt} />.
          </span>
        )}
      </p>
      <ConfirmButton
        action="Rotate secret"
        object="of this endpoint"
        consequence="Webhooks are signed with both secrets for a day. Copy the new one to your receiver before the former one expires."
        isBusy={busy === 'secret'}
        onConfirm={() => perform('secret', rotate, 'Secret rotated.')}
      />
    </div>
  );
}

function EndpointForm({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { perform } = useActions();
  const { isBusy, failure, faults, run, refuse } = useForm(explain);
  const form = useRef<HTMLFormElement>(null);
  const save = async (fields: FormData) => {
    const { input, faults: wrong } = readWebhookFields(fields);
    if (wrong !== null) {
      refuse(wrong);
      focusFault(form);
      return;
    }
    const isSaved = await run(() => requestDocument(UpdateWebhookDocument, { id: endpoint.id, ...input, isEnabled: null }));
    if (isSaved) await perform('save', () => Promise.resolve(), 'Saved.');
    else focusFault(form);
  };
  return (
    <form
      ref={form}
      className={styles['form']}
      method="post"
      aria-label="Settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(new FormData(event.currentTarget));
      }}
    >
      <WebhookFields url={endpoint.url} description={endpoint.description ?? ''} events={endpoint.events} faults={faults} />
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <p className="acts">
        <Button type="submit" size="small" isBusy={isBusy}>
          {isBusy ? 'Saving...' : 'Save changes'}
        </Button>
      </p>
    </form>
  );
}
