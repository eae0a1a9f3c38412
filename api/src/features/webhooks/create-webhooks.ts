import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { queryAs } from '../../database/reader-client.ts';
import { codedError } from '../../errors/error-codes.ts';
import { checkAddress } from '../../outbound/check-address.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { Viewer } from '../../viewer.ts';
import type { SecretBox } from '../../secret-box.ts';
import { createWebhookSecret, secretText } from './sign-webhook.ts';

/** An endpoint and its new secret, which is shown once. */
export type EndpointSecret = { readonly id: string; readonly secret: string };

/** The properties of an endpoint that an administrator sets. */
export type EndpointInput = { readonly url: string; readonly description: string | null; readonly events: readonly string[] };

/** Administrators' operations on endpoints. With each call, the database checks that the user is an administrator. */
export type Webhooks = {
  create(viewer: Viewer, endpoint: EndpointInput): Promise<EndpointSecret>;
  /** Changes an endpoint, and returns its id. Without `isEnabled`, its state doesn't change. */
  update(viewer: Viewer, id: string, endpoint: EndpointInput & { readonly isEnabled: boolean | null }): Promise<string>;
  /** Replaces the secret of an endpoint. For a day, requests are signed with the former one, too. */
  rotate(viewer: Viewer, id: string): Promise<EndpointSecret>;
};

/** Creates the operations. `pool` uses the login newline_app. */
export function createWebhooks({ pool, secrets }: { readonly pool: Pool; readonly secrets: Pick<SecretBox, 'seal'> }): Webhooks {
  return {
    async create(viewer, { url, description, events }) {
      checkEndpointUrl(url);
      const id = randomUUID();
      const secret = createWebhookSecret();
      await queryAs(pool, viewer, 'select app_private.create_webhook_endpoint($1, $2, $3, $4::app_public.webhook_event[], $5)', [
        id,
        url,
        description,
        [...events],
        secrets.seal(secret, id),
      ]);
      return { id, secret: secretText(secret) };
    },
    async update(viewer, id, { url, description, events, isEnabled }) {
      checkEndpointUrl(url);
      await queryAs(pool, viewer, 'select app_private.update_webhook_endpoint($1, $2, $3, $4::app_public.webhook_event[], $5)', [
        id,
        url,
        description,
        [...events],
        isEnabled,
      ]);
      return id;
    },
    async rotate(viewer, id) {
      const secret = createWebhookSecret();
      await queryAs(pool, viewer, 'select app_private.rotate_webhook_secret($1, $2)', [id, secrets.seal(secret, id)]);
      return { id, secret: secretText(secret) };
    },
  };
}

/**
 * Refuses hosts that the site never sends requests to, such as the IP address of a private network. A name is resolved for each request.
 */
function checkEndpointUrl(url: string): void {
  try {
    checkAddress(url, 'any');
  } catch (error) {
    if (error instanceof OutboundError) throw codedError('WEBHOOK_URL_INVALID');
    throw error;
  }
}
