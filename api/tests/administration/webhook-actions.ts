import type { Administration } from './start-administration.ts';
import { type Action, isGone } from './catalog-actions.ts';

type Tools = { administration: () => Administration; aim: (id: string | Promise<string>) => Promise<{ id: string }> };

/** Actions on webhooks. None is sent, because these endpoints have no secret. */
export const webhookActions = ({ administration, aim }: Tools): readonly Action[] => {
  const anEndpoint = () =>
    administration().idOf(
      `insert into app_public.webhook_endpoints (id, url, events) values (gen_random_uuid(), 'https://receiver.example/a', '{USER_CREATED}') returning id`,
    );
  const details = { host: 'receiver.example' };
  return [
    {
      name: 'createWebhookEndpoint',
      call: `mutation a($url: String!) { createWebhookEndpoint(input: { url: $url, description: " A test ", events: [USER_CREATED] }) { secret } }`,
      variables: () => Promise.resolve({ url: 'https://receiver.example/created?key=hidden' }),
      line: 'webhook.create',
      details,
      effect: `(select count(*) = 1 and $1::text is not null from app_public.webhook_endpoints where url ~ 'created' and description = 'A test')`,
    },
    {
      name: 'updateWebhookEndpoint',
      call: `mutation a($id: UUID!) { updateWebhookEndpoint(input: { id: $id, url: "https://other.example/", events: [COMMENT_CREATED], isEnabled: false }) { webhookEndpoint { id } } }`,
      variables: () => aim(anEndpoint()),
      line: 'webhook.change',
      details: { host: 'other.example', isEnabled: false },
      effect: `(select url = 'https://other.example/' and not is_enabled from app_public.webhook_endpoints where id::text = $1)`,
    },
    {
      name: 'rotateWebhookSecret',
      call: 'mutation a($id: UUID!) { rotateWebhookSecret(input: { id: $id }) { secret } }',
      variables: () => aim(anEndpoint()),
      line: 'webhook.rotate',
      details,
      effect: '(select secret_expires_at is not null from app_public.webhook_endpoints where id::text = $1)',
    },
    {
      name: 'sendTestWebhook',
      call: 'mutation a($id: UUID!) { sendTestWebhook(input: { endpointId: $id }) { webhookDelivery { id } } }',
      variables: () => aim(anEndpoint()),
      line: 'webhook.test',
      details,
      effect: `exists (select from app_public.webhook_deliveries where endpoint_id::text = $1 and event = 'TEST' and status = 'WAITING')`,
    },
    {
      name: 'redeliverWebhook',
      call: 'mutation a($id: UUID!) { redeliverWebhook(input: { deliveryId: $id }) { webhookDelivery { id } } }',
      async variables() {
        const endpointId = await anEndpoint();
        return aim(
          administration().idOf(
            `insert into app_public.webhook_deliveries (endpoint_id, event, body, status, attempts_count) values ($1, 'USER_CREATED', '{}', 'FAILED', 10) returning id`,
            [endpointId],
          ),
        );
      },
      line: 'webhook.redeliver',
      details,
      effect: `(select status = 'WAITING' and attempts_count = 0 from app_public.webhook_deliveries where id::text = $1)`,
    },
    {
      name: 'deleteWebhookEndpoint',
      call: 'mutation a($id: UUID!) { deleteWebhookEndpoint(input: { id: $id }) { result } }',
      variables: () => aim(anEndpoint()),
      line: 'webhook.delete',
      details,
      effect: isGone('app_public.webhook_endpoints'),
    },
  ];
};
