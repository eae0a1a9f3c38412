import type { PgResource } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, lambda, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { codedError } from '../../errors/error-codes.ts';
import { service } from '../../services.ts';
import type { Viewer } from '../../viewer.ts';
import type { Billing, Buyer } from './create-billing.ts';

declare global {
  namespace Newline {
    interface Services {
      /** The service of payments. */
      billing: Billing;
    }
  }
}

type Input = Readonly<Record<string, unknown>>;

/** Paying, cancelling and inviting: what needs the provider of payments or sends a mail. The rest of plans and teams is SQL. */
export const BillingPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { plan_subscription: subscriptions, teams } = build.pgResources as { plan_subscription: PgResource; teams: PgResource };

  /** A mutation field that asks the service of payments as the signed-in person. */
  const mutation = (perform: (billing: Billing, buyer: Buyer, input: Input) => Promise<unknown>) => (_$root: Step, args: FieldArgs) => {
    const $input = args.getRaw('input');
    const $answer = sideEffect(list([service('billing'), context().get('viewer'), $input]), async ([billing, viewer, input]) =>
      perform(billing, buyerOf(viewer), input as Input),
    );
    return object({ answer: $answer, clientMutationId: access($input, 'clientMutationId') });
  };
  const echo = { clientMutationId: ($payload: Step) => access($payload, 'clientMutationId') };
  const subscriptionPayload = { ...echo, planSubscription: ($payload: Step) => subscriptions.get({ id: access($payload, 'answer') }) };

  return {
    typeDefs,
    objects: {
      Query: { plans: { checkoutMode: () => lambda(service('billing'), (billing) => billing.mode) } },
      Mutation: {
        plans: {
          startCheckout: mutation((billing, buyer, input) =>
            billing.startCheckout(buyer, {
              planSlug: textOf(input['planSlug']),
              courseSlug: textOf(input['courseSlug']),
              bookSlug: textOf(input['bookSlug']),
              isAdvanced: input['isAdvanced'] === true,
              seats: typeof input['seats'] === 'number' ? input['seats'] : null,
              returnTo: textOf(input['returnTo']),
            }),
          ),
          openBillingPortal: mutation((billing, buyer, input) => billing.openPortal(buyer, textOf(input['returnTo']))),
          cancelSubscription: mutation((billing, buyer, input) => billing.setCancellation(buyer, String(input['id']), true)),
          resumeSubscription: mutation((billing, buyer, input) => billing.setCancellation(buyer, String(input['id']), false)),
          inviteToTeam: mutation((billing, buyer, input) =>
            billing.inviteToTeam(buyer, (input['emails'] as readonly unknown[]).map(String), textOf(input['teamId'])),
          ),
        },
      },
      StartCheckoutPayload: {
        plans: {
          ...echo,
          isGranted: ($payload: Step) => access($payload, ['answer', 'isGranted']),
          url: ($payload: Step) => access($payload, ['answer', 'url']),
        },
      },
      OpenBillingPortalPayload: { plans: { ...echo, url: ($payload: Step) => access($payload, 'answer') } },
      CancelSubscriptionPayload: { plans: subscriptionPayload },
      ResumeSubscriptionPayload: { plans: subscriptionPayload },
      InviteToTeamPayload: { plans: { ...echo, team: ($payload: Step) => teams.get({ id: access($payload, 'answer') }) } },
    },
  };
}, 'BillingPlugin');

function buyerOf(viewer: Viewer & { readonly email?: string | null }): Buyer {
  if (viewer.userId === null) throw codedError('SIGN_IN_REQUIRED');
  return { userId: viewer.userId, email: viewer.email ?? null };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

const typeDefs = gql`
  """What subscribing or buying leads to on this site."""
  enum CheckoutMode {
    "It is granted at once and nothing is paid: a demo."
    GRANTS
    "It leads to the page of the provider of payments."
    REDIRECTS
    "Nothing is sold here: administrators give access."
    CLOSED
  }

  extend type Query {
    "What subscribing or buying leads to on this site."
    checkoutMode: CheckoutMode!
  }

  extend type Mutation {
    """
    Begins to pay for a plan, a course, a book or an advanced package, at the price of checkoutOffer. Errors: LOGIN_REQUIRED, FORBIDDEN
    where nothing is sold, NOT_FOUND, BAD_INPUT for a number of seats, CONFLICT for what the person has, TOO_MANY, UNAVAILABLE.
    """
    startCheckout(input: StartCheckoutInput!): StartCheckoutPayload
    """
    Opens the provider's page on which cards and invoices are kept. Errors: LOGIN_REQUIRED, NOT_FOUND for somebody who never paid
    there, TOO_MANY, UNAVAILABLE.
    """
    openBillingPortal(input: OpenBillingPortalInput!): OpenBillingPortalPayload
    "Cancels a subscription at the end of its period. By whoever pays. Errors: LOGIN_REQUIRED, NOT_FOUND, TOO_MANY, UNAVAILABLE."
    cancelSubscription(input: CancelSubscriptionInput!): CancelSubscriptionPayload
    "Takes a cancellation back, before the period has ended. Errors: LOGIN_REQUIRED, NOT_FOUND, TOO_MANY, UNAVAILABLE."
    resumeSubscription(input: ResumeSubscriptionInput!): ResumeSubscriptionPayload
    """
    Sends invitations to seats of the person's team; one that is open is sent anew, and only its last link holds. All of them or none.
    Errors: LOGIN_REQUIRED, NOT_FOUND without a team, BAD_INPUT, CONFLICT when seats are missing, TOO_MANY.
    """
    inviteToTeam(input: InviteToTeamInput!): InviteToTeamPayload
  }

  """What startCheckout takes: one of planSlug, courseSlug and bookSlug."""
  input StartCheckoutInput {
    clientMutationId: String
    planSlug: String
    courseSlug: String
    bookSlug: String
    "The advanced package of the course or book."
    isAdvanced: Boolean = false
    "How many seats of a Team Package; the fewest unless given."
    seats: Int
    "A path of this site to come back to."
    returnTo: String
  }
  """Where to go next."""
  type StartCheckoutPayload {
    clientMutationId: String
    "True when it was granted at once."
    isGranted: Boolean!
    "The provider's page, or the page of this site that says it is done."
    url: String!
  }

  """What openBillingPortal takes."""
  input OpenBillingPortalInput {
    clientMutationId: String
    "A path of this site to come back to."
    returnTo: String
  }
  """Where to go next."""
  type OpenBillingPortalPayload {
    clientMutationId: String
    "The provider's page."
    url: String!
  }

  """What cancelSubscription takes."""
  input CancelSubscriptionInput {
    clientMutationId: String
    "The id of the PlanSubscription."
    id: UUID!
  }
  """The subscription as it is now."""
  type CancelSubscriptionPayload {
    clientMutationId: String
    planSubscription: PlanSubscription
  }

  """What resumeSubscription takes."""
  input ResumeSubscriptionInput {
    clientMutationId: String
    "The id of the PlanSubscription."
    id: UUID!
  }
  """The subscription as it is now."""
  type ResumeSubscriptionPayload {
    clientMutationId: String
    planSubscription: PlanSubscription
  }

  """What inviteToTeam takes."""
  input InviteToTeamInput {
    clientMutationId: String
    "1 to 50 addresses."
    emails: [String!]!
    "Which team, for somebody who has several; the newest unless given."
    teamId: UUID
  }
  """The team, with its invitations."""
  type InviteToTeamPayload {
    clientMutationId: String
    team: Team
  }
`;
