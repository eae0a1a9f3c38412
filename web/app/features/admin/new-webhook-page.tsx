import { Button, buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { explainFields } from '../../shared/form/explain-fields.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { CreateWebhookDocument } from './webhook-documents.ts';
import { focusFault, readWebhookFields, WebhookFields } from './webhook-fields.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const explain = explainFields(['url', 'description', 'events']);

/** The form of a new webhook endpoint, and then its secret, which only this page shows. */
export function NewWebhookPage() {
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null);
  const { isBusy, failure, faults, run, refuse } = useForm(explain);
  const form = useRef<HTMLFormElement>(null);
  const create = async (fields: FormData) => {
    const { input, faults: wrong } = readWebhookFields(fields);
    if (wrong !== null) {
      refuse(wrong);
      focusFault(form);
      return;
    }
    const isCreated = await run(async () => {
      const payload = expectValue((await requestDocument(CreateWebhookDocument, input)).createWebhookEndpoint);
      setCreated({ id: expectValue(payload.webhookEndpoint).id, secret: expectValue(payload.secret) });
    });
    if (!isCreated) focusFault(form);
  };
  return (
    <div className={styles['sheet']}>
      <Link className="link up" to="/admin/webhooks">
        Webhooks
      </Link>
      <h1>{created === null ? 'New endpoint' : 'Endpoint added'}</h1>
      {created === null ? (
        <form
          ref={form}
          className={styles['sheet']}
          method="post"
          aria-label="New endpoint"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void create(new FormData(event.currentTarget));
          }}
        >
          <WebhookFields url="" description="" events={[]} faults={faults} />
          {failure && <ErrorNote>{failure}</ErrorNote>}
          <p className="acts">
            <Button type="submit" isBusy={isBusy}>
              {isBusy ? 'Adding...' : 'Add endpoint'}
            </Button>
            <Link className={buttonClass({ variant: 'bare' })} to="/admin/webhooks">
              Cancel
            </Link>
          </p>
        </form>
      ) : (
        <WebhookSecret secret={created.secret} onSaved={() => void navigate(`/admin/webhooks/${created.id}`)} />
      )}
    </div>
  );
}
