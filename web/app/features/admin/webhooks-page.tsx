import { buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Link } from '../../shared/link.tsx';
import styles from './admin.module.css';
import type { WebhookEndpoint } from './webhook-documents.ts';
import { WebhookState } from './webhook-state.tsx';

/** The list of webhook endpoints. */
export function WebhooksPage({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  return (
    <>
      <h1>Webhooks</h1>
      <p className={`lead ${styles['lead']}`}>
        Signed requests that tell your other programs what happens here: who signed up, bought or completed something.
      </p>
      {endpoints.length === 0 ? (
        <EmptyState title="No endpoints yet" action={<AddLink isMain />}>
          The programs that get webhooks will appear here.
        </EmptyState>
      ) : (
        <>
          <ul className={styles['list']} aria-label="Endpoints">
            {endpoints.map((endpoint) => (
              <li key={endpoint.id}>
                <p className={styles['head']}>
                  <Link className="link" to={`/admin/webhooks/${endpoint.id}`}>
                    {endpoint.url}
                  </Link>
                  <WebhookState endpoint={endpoint} />
                </p>
                <p className={styles['facts']}>
                  {endpoint.description !== null && <span dir="auto">{endpoint.description}</span>}
                  <span className="num">{endpoint.events.length === 1 ? '1 event' : `${endpoint.events.length} events`}</span>
                </p>
              </li>
            ))}
          </ul>
          <p className={`acts ${styles['more']}`}>
            <AddLink isMain={false} />
          </p>
        </>
      )}
    </>
  );
}

function AddLink({ isMain }: { isMain: boolean }) {
  return (
    <Link className={buttonClass(isMain ? {} : { variant: 'line' })} to="/admin/webhooks/new">
      Add endpoint
    </Link>
  );
}
