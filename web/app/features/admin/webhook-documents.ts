import type { WebhookEvent, WebhookStatus } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

export type { WebhookEvent } from '../../../.documents/graphql.ts';

/** A webhook endpoint, without its secret. */
export type WebhookEndpoint = {
  id: string;
  url: string;
  description: string | null;
  events: readonly WebhookEvent[];
  isEnabled: boolean;
  failingSince: string | null;
  disabledAt: string | null;
};

/** A webhook that was or will be sent to an endpoint. */
export type WebhookDelivery = {
  id: string;
  event: WebhookEvent;
  body: string;
  status: WebhookStatus;
  nextAttemptAt: string | null;
  createdAt: string;
  attempts: { nodes: WebhookAttempt[] };
};

/** A request of a delivery. */
export type WebhookAttempt = {
  id: string;
  statusCode: number | null;
  durationMs: number;
  fault: string | null;
  answer: string | null;
  createdAt: string;
};

/** All endpoints. */
export const WebhookEndpointsDocument = graphql(/* GraphQL */ `query administrationWebhooks {
  webhookEndpointList { nodes { id url description events isEnabled failingSince disabledAt } }
}`);

/** An endpoint with its newest deliveries; `before` is the id of the last one on the previous page. */
export const WebhookEndpointDocument = graphql(/* GraphQL */ `query administrationWebhook($id: UUID!, $before: UUID, $first: Int!) {
  webhookEndpointById(id: $id) { id url description events isEnabled failingSince disabledAt secretExpiresAt }
  webhookDeliveryList(endpointId: $id, before: $before, first: $first) {
    nodes { id event body status nextAttemptAt createdAt attempts(first: 20, orderBy: PRIMARY_KEY_DESC) { nodes { id statusCode durationMs fault answer createdAt } } }
  }
}`);

/** Creates an endpoint, and returns its secret. */
export const CreateWebhookDocument = graphql(
  /* GraphQL */ `mutation createWebhook($url: String!, $description: String, $events: [WebhookEvent!]!) {
  createWebhookEndpoint(input: { url: $url, description: $description, events: $events }) { secret webhookEndpoint { id } }
}`,
);

/** Changes an endpoint. */
export const UpdateWebhookDocument = graphql(
  /* GraphQL */ `mutation updateWebhook($id: UUID!, $url: String!, $description: String, $events: [WebhookEvent!]!, $isEnabled: Boolean) {
  updateWebhookEndpoint(input: { id: $id, url: $url, description: $description, events: $events, isEnabled: $isEnabled }) { webhookEndpoint { id } }
}`,
);

/** Deletes an endpoint. */
export const DeleteWebhookDocument = graphql(/* GraphQL */ `mutation deleteWebhook($id: UUID!) {
  deleteWebhookEndpoint(input: { id: $id }) { result }
}`);

/** Replaces the secret of an endpoint, and returns the new one. */
export const RotateWebhookSecretDocument = graphql(/* GraphQL */ `mutation rotateSecret($id: UUID!) {
  rotateWebhookSecret(input: { id: $id }) { secret }
}`);

/** Sends a test event. */
export const SendTestWebhookDocument = graphql(/* GraphQL */ `mutation sendTestWebhook($endpointId: UUID!) {
  sendTestWebhook(input: { endpointId: $endpointId }) { webhookDelivery { id } }
}`);

/** Sends a webhook again. */
export const RedeliverWebhookDocument = graphql(/* GraphQL */ `mutation redeliverWebhook($deliveryId: UUID!) {
  redeliverWebhook(input: { deliveryId: $deliveryId }) { webhookDelivery { id } }
}`);
