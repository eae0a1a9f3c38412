import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { Browser, GraphQLAnswer } from '../browser.ts';
import { signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** All events that an endpoint can receive, as the API names them. */
export const allEvents = [
  ...['USER_CREATED', 'ENROLLMENT_CREATED', 'ITEM_COMPLETED', 'PURCHASE_CREATED', 'PURCHASE_REFUNDED'],
  ...['SUBSCRIPTION_CREATED', 'SUBSCRIPTION_ENDED', 'COMMENT_CREATED', 'CONTENT_PUBLISHED'],
];

/** The mutations of administrators. */
export const calls = {
  create: `mutation m($url: String!, $description: String, $events: [WebhookEvent!]!) {
    createWebhookEndpoint(input: { url: $url, description: $description, events: $events }) { secret webhookEndpoint { id isEnabled } } }`,
  update: `mutation m($id: UUID!, $url: String!, $events: [WebhookEvent!]!, $isEnabled: Boolean) {
    updateWebhookEndpoint(input: { id: $id, url: $url, events: $events, isEnabled: $isEnabled }) { webhookEndpoint { id isEnabled } } }`,
  rotate: 'mutation m($id: UUID!) { rotateWebhookSecret(input: { id: $id }) { secret webhookEndpoint { secretExpiresAt } } }',
  remove: 'mutation m($id: UUID!) { deleteWebhookEndpoint(input: { id: $id }) { result } }',
  test: 'mutation m($id: UUID!) { sendTestWebhook(input: { endpointId: $id }) { webhookDelivery { id } } }',
  redeliver: 'mutation m($id: UUID!) { redeliverWebhook(input: { deliveryId: $id }) { webhookDelivery { status } } }',
} as const;

type Created = { createWebhookEndpoint: { secret: string; webhookEndpoint: { id: string } } };
type DeliveryRow = { id: string; event: string; status: string; body: string; attempts: number; dueIn: number | null };
type AttemptRow = { status: number | null; fault: string | null; answer: string | null };

/** A site with an administrator, and a webhook receiver at receiver.example. */
export type WebhookSite = {
  readonly site: TestApi;
  readonly receiver: WebhookReceiver;
  readonly admin: { readonly browser: Browser; readonly userId: string; readonly email: string };
  sql<TRow extends object>(text: string, values?: readonly unknown[]): Promise<TRow[]>;
  /** Creates an endpoint at a path of the receiver; by default, at a path that no other test uses. */
  createEndpoint(path?: string, events?: readonly string[]): Promise<{ id: string; secret: string; path: string }>;
  /** Sends a mutation as the administrator. */
  call<TData = Record<string, never>>(name: keyof typeof calls, variables: Record<string, unknown>): Promise<GraphQLAnswer<TData>>;
  /** Returns what was queued for an endpoint or sent to it, oldest first. `dueIn` is in seconds. */
  deliveriesOf(endpointId: string): Promise<DeliveryRow[]>;
  attemptsOf(endpointId: string): Promise<AttemptRow[]>;
  /** Waits until the deliveries of an endpoint have had this many attempts. */
  tried(endpointId: string, times?: number): Promise<AttemptRow[]>;
  /** Emits an event as a trigger does. */
  emit(event: string, data?: object): Promise<unknown>;
  stop(): Promise<void>;
};

/** Starts the site. */
export async function startWebhookSite(): Promise<WebhookSite> {
  const receiver = await startWebhookReceiver();
  const site = await startTestApi({ trustProxy: 1, env: { fetchTestMap: new Map([['receiver.example', receiver.target]]) } });
  const sql = async <TRow extends object>(text: string, values: readonly unknown[] = []) =>
    (await site.db.superuser.query<TRow>(text, [...values])).rows;
  const admin = await signUp(site, 'chief@example.com');
  await sql('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  const call = <TData = Record<string, never>>(name: keyof typeof calls, variables: Record<string, unknown>) =>
    admin.browser.graphql<TData>(calls[name], variables);
  const attemptsOf = (endpointId: string) =>
    sql<AttemptRow>(
      `select a.status_code as status, a.fault, a.answer from app_public.webhook_attempts a
       join app_public.webhook_deliveries d on d.id = a.delivery_id where d.endpoint_id = $1 order by a.created_at, a.id`,
      [endpointId],
    );
  return {
    site,
    receiver,
    admin,
    sql,
    call,
    attemptsOf,
    async createEndpoint(path = `/${randomUUID()}`, events = allEvents) {
      const answer = await call<Created>('create', { url: `https://receiver.example${path}`, description: 'A test', events });
      expect(answer.errors).toBeUndefined();
      const { secret, webhookEndpoint } = answer.data?.createWebhookEndpoint ?? { secret: '', webhookEndpoint: { id: '' } };
      return { id: webhookEndpoint.id, secret, path };
    },
    deliveriesOf: (endpointId) =>
      sql<DeliveryRow>(
        `select id, event, status, body, attempts_count as attempts, extract(epoch from next_attempt_at - now())::float8 as "dueIn"
         from app_public.webhook_deliveries where endpoint_id = $1 order by created_at, id`,
        [endpointId],
      ),
    tried: (endpointId, times = 1) =>
      vi.waitFor(
        async () => {
          const attempts = await attemptsOf(endpointId);
          if (attempts.length < times) throw new Error(`Expected ${times} attempts, got ${attempts.length}`);
          return attempts;
        },
        { timeout: 20_000, interval: 50 },
      ),
    emit: (event, data = { some: 'thing' }) =>
      sql(`select app_private.emit_webhook($1::app_public.webhook_event, $2, null)`, [event, data]),
    async stop() {
      await site.stop();
      await receiver.stop();
    },
  };
}
