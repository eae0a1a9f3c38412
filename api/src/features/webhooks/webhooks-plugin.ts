import type { PgResource } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { Viewer } from '../../viewer.ts';
import type { EndpointInput, EndpointSecret, Webhooks } from './create-webhooks.ts';

declare global {
  namespace Newline {
    interface Services {
      webhooks: Webhooks;
    }
  }
}

type Input = { readonly id: string; readonly isEnabled?: boolean | null } & EndpointInput;

/** Adds the mutations that write an endpoint or its secret. The rest of webhooks is SQL functions. */
export const WebhooksPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { webhook_endpoints: endpoints } = build.pgResources as { webhook_endpoints: PgResource };

  /** Creates a mutation field that calls the service as the signed-in user. */
  const mutation =
    (perform: (webhooks: Webhooks, viewer: Viewer, input: Input) => Promise<EndpointSecret | { readonly id: string }>) =>
    (_$root: Step, args: FieldArgs) => {
      const $input = args.getRaw('input');
      const $answer = sideEffect(list([service('webhooks'), context().get('viewer'), $input]), async ([webhooks, viewer, input]) =>
        perform(webhooks, viewer, input as Input),
      );
      return object({ answer: $answer, clientMutationId: access($input, 'clientMutationId') });
    };
  const payload = {
    clientMutationId: ($payload: Step) => access($payload, 'clientMutationId'),
    webhookEndpoint: ($payload: Step) => endpoints.get({ id: access($payload, ['answer', 'id']) }),
  };
  const secretPayload = { ...payload, secret: ($payload: Step) => access($payload, ['answer', 'secret']) };

  return {
    typeDefs,
    objects: {
      Mutation: {
        plans: {
          createWebhookEndpoint: mutation((webhooks, viewer, input) => webhooks.create(viewer, endpointOf(input))),
          updateWebhookEndpoint: mutation(async (webhooks, viewer, input) => {
            await webhooks.update(viewer, input.id, { ...endpointOf(input), isEnabled: input.isEnabled ?? null });
            return { id: input.id };
          }),
          rotateWebhookSecret: mutation((webhooks, viewer, { id }) => webhooks.rotate(viewer, id)),
        },
      },
      CreateWebhookEndpointPayload: { plans: secretPayload },
      UpdateWebhookEndpointPayload: { plans: payload },
      RotateWebhookSecretPayload: { plans: secretPayload },
    },
  };
}, 'WebhooksPlugin');

function endpointOf({ url, description, events }: Input): EndpointInput {
  return { url, description: description ?? null, events };
}

const typeDefs = gql`
  extend type Mutation {
    """
    Creates a webhook endpoint and its secret. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT at the limit.
    """
    createWebhookEndpoint(input: CreateWebhookEndpointInput!): CreateWebhookEndpointPayload
    """
    Changes a webhook endpoint. One that is enabled again gets the webhooks that are waiting. For administrators. Errors: LOGIN_REQUIRED,
    FORBIDDEN, NOT_FOUND, BAD_INPUT.
    """
    updateWebhookEndpoint(input: UpdateWebhookEndpointInput!): UpdateWebhookEndpointPayload
    """
    Replaces the secret of a webhook endpoint; webhooks are signed with the former one, too, for a day. For administrators. Errors:
    LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.
    """
    rotateWebhookSecret(input: RotateWebhookSecretInput!): RotateWebhookSecretPayload
  }

  """Input of createWebhookEndpoint."""
  input CreateWebhookEndpointInput {
    clientMutationId: String
    "Where webhooks are sent: https, without a port or a user name."
    url: String!
    "What the endpoint is for."
    description: String
    "The events that it gets."
    events: [WebhookEvent!]!
  }
  """The endpoint and its secret."""
  type CreateWebhookEndpointPayload {
    clientMutationId: String
    "The secret, which no other query returns: whsec_ and base64, as the libraries of Standard Webhooks read it."
    secret: String
    webhookEndpoint: WebhookEndpoint
  }

  """Input of updateWebhookEndpoint."""
  input UpdateWebhookEndpointInput {
    clientMutationId: String
    id: UUID!
    "Where webhooks are sent: https, without a port or a user name."
    url: String!
    "What the endpoint is for; none if it is left out."
    description: String
    "The events that it gets."
    events: [WebhookEvent!]!
    "Whether it gets webhooks; unchanged if it is left out."
    isEnabled: Boolean
  }
  """The endpoint."""
  type UpdateWebhookEndpointPayload {
    clientMutationId: String
    webhookEndpoint: WebhookEndpoint
  }

  """Input of rotateWebhookSecret."""
  input RotateWebhookSecretInput {
    clientMutationId: String
    id: UUID!
  }
  """The endpoint and its new secret."""
  type RotateWebhookSecretPayload {
    clientMutationId: String
    "The new secret, which no other query returns."
    secret: String
    webhookEndpoint: WebhookEndpoint
  }
`;
