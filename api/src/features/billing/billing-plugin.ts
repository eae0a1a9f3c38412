import type { PgResource } from 'postgraphile/@dataplan/pg';
import { access, lambda, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { service } from '../../services.ts';
import { billingMutation } from './billing-mutation.ts';
import type { Billing } from './create-billing.ts';

declare global {
  namespace Newline {
    interface Services {
      billing: Billing;
    }
  }
}

/**
 * Adds the mutations that need the payment provider or send an email: checkout, cancellation and invitations. The rest of plans and teams
 * is SQL functions.
 */
export const BillingPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const { plan_subscription: subscriptions, teams } = build.pgResources as { plan_subscription: PgResource; teams: PgResource };

  const echo = { clientMutationId: ($payload: Step) => access($payload, 'clientMutationId') };
  const subscriptionPayload = { ...echo, planSubscription: ($payload: Step) => subscriptions.get({ id: access($payload, 'answer') }) };

  return {
    typeDefs,
    objects: {
      Query: { plans: { checkoutMode: () => lambda(service('billing'), (billing) => billing.mode) } },
      Mutation: {
        plans: {
          startCheckout: billingMutation((billing, buyer, input) =>
            billing.startCheckout(buyer, {
              planSlug: textOf(input['planSlug']),
              courseSlug: textOf(input['courseSlug']),
              bookSlug: textOf(input['bookSlug']),
              isAdvanced: input['isAdvanced'] === true,
              seats: typeof input['seats'] === 'number' ? input['seats'] : null,
              couponCode: textOf(input['couponCode']),
              currency: textOf(input['currency']),
              gift: giftOf(input),
              returnTo: textOf(input['returnTo']),
            }),
          ),
          openBillingPortal: billingMutation((billing, buyer, input) => billing.openPortal(buyer, textOf(input['returnTo']))),
          cancelSubscription: billingMutation((billing, buyer, input) => billing.setCancellation(buyer, String(input['id']), true)),
          resumeSubscription: billingMutation((billing, buyer, input) => billing.setCancellation(buyer, String(input['id']), false)),
          inviteToTeam: billingMutation((billing, buyer, input) =>
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

function giftOf(input: Readonly<Record<string, unknown>>) {
  const email = textOf(input['giftEmail']);
  return email === null ? null : { email, name: textOf(input['giftName']), message: textOf(input['giftMessage']) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

const typeDefs = gql`
  """What happens when a user subscribes or buys on this site."""
  enum CheckoutMode {
    "Access is granted immediately without payment, as in a demo."
    GRANTS
    "The user is sent to the payment provider's page."
    REDIRECTS
    "Nothing is for sale: administrators grant access."
    CLOSED
  }

  extend type Query {
    "What happens when a user subscribes or buys on this site."
    checkoutMode: CheckoutMode!
  }

  extend type Mutation {
    """
    Starts a checkout of a plan, a course, a book or an advanced package, at the price of checkoutOffer. Errors: LOGIN_REQUIRED, FORBIDDEN
    if nothing is for sale, NOT_FOUND, BAD_INPUT for an invalid number of seats or gift, CONFLICT if the user has it already, TOO_MANY, UNAVAILABLE.
    """
    startCheckout(input: StartCheckoutInput!): StartCheckoutPayload
    """
    Returns the provider's page for cards and invoices. Errors: LOGIN_REQUIRED, NOT_FOUND for users who never paid
    there, TOO_MANY, UNAVAILABLE.
    """
    openBillingPortal(input: OpenBillingPortalInput!): OpenBillingPortalPayload
    "Cancels a subscription at the end of its period. For the user who pays. Errors: LOGIN_REQUIRED, NOT_FOUND, TOO_MANY, UNAVAILABLE."
    cancelSubscription(input: CancelSubscriptionInput!): CancelSubscriptionPayload
    "Undoes a cancellation before the end of the period. Errors: LOGIN_REQUIRED, NOT_FOUND, TOO_MANY, UNAVAILABLE."
    resumeSubscription(input: ResumeSubscriptionInput!): ResumeSubscriptionPayload
    """
    Sends invitations to seats of the user's team; a pending one is sent again, and only its latest link is valid. All of them or none.
    Errors: LOGIN_REQUIRED, NOT_FOUND without a team, BAD_INPUT, CONFLICT if there aren't enough seats, TOO_MANY.
    """
    inviteToTeam(input: InviteToTeamInput!): InviteToTeamPayload
  }

  """Input of startCheckout: one of planSlug, courseSlug and bookSlug."""
  input StartCheckoutInput {
    clientMutationId: String
    planSlug: String
    courseSlug: String
    bookSlug: String
    "The advanced package of the course or book."
    isAdvanced: Boolean = false
    "Number of seats of a Team Package; defaults to the minimum."
    seats: Int
    "The code of a coupon."
    couponCode: String
    "The currency of a title's price, such as EUR. Defaults to its default one, also if it has no price in this currency."
    currency: String
    "Makes it a gift of a title, and is where its link is sent once it's paid."
    giftEmail: String
    "The name of the recipient of the gift."
    giftName: String
    "A message to the recipient of the gift."
    giftMessage: String
    "Path on this site to return to."
    returnTo: String
  }
  """Where to go next."""
  type StartCheckoutPayload {
    clientMutationId: String
    "True if access was granted immediately."
    isGranted: Boolean!
    "The provider's page, or this site's page that confirms the purchase."
    url: String!
  }

  """Input of openBillingPortal."""
  input OpenBillingPortalInput {
    clientMutationId: String
    "Path on this site to return to."
    returnTo: String
  }
  """Where to go next."""
  type OpenBillingPortalPayload {
    clientMutationId: String
    "The provider's page."
    url: String!
  }

  """Input of cancelSubscription."""
  input CancelSubscriptionInput {
    clientMutationId: String
    "The id of the PlanSubscription."
    id: UUID!
  }
  """The updated subscription."""
  type CancelSubscriptionPayload {
    clientMutationId: String
    planSubscription: PlanSubscription
  }

  """Input of resumeSubscription."""
  input ResumeSubscriptionInput {
    clientMutationId: String
    "The id of the PlanSubscription."
    id: UUID!
  }
  """The updated subscription."""
  type ResumeSubscriptionPayload {
    clientMutationId: String
    planSubscription: PlanSubscription
  }

  """Input of inviteToTeam."""
  input InviteToTeamInput {
    clientMutationId: String
    "1 to 50 email addresses."
    emails: [String!]!
    "The team, for users with several; defaults to the newest."
    teamId: UUID
  }
  """The team, with its invitations."""
  type InviteToTeamPayload {
    clientMutationId: String
    team: Team
  }
`;
