import { graphql } from '../../shared/graphql-document.ts';

/** The state of a subscription. */
export type SubscriptionStatus = 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'ENDED';

/** A plan in the filter and the form. */
export type PlanChoice = { id: string; name: string; billingInterval: 'MONTH' | 'YEAR' };

/** A subscription to a plan. */
export type SubscriptionRow = {
  id: string;
  status: SubscriptionStatus;
  seats: number;
  cancelsAtPeriodEnd: boolean;
  periodEndsAt: string;
  endedAt: string | null;
  provider: string;
  createdAt: string;
  user: { id: string; displayName: string } | null;
  plan: PlanChoice | null;
};

/** Subscriptions, newest first, and all plans. */
export const SubscriptionListDocument =
  graphql(/* GraphQL */ `query administrationSubscriptions($person: String, $planId: UUID, $status: SubscriptionStatus, $before: UUID, $first: Int!) {
  subscriptionList(person: $person, planId: $planId, status: $status, before: $before, first: $first) {
    nodes {
      id status seats cancelsAtPeriodEnd periodEndsAt endedAt provider createdAt
      user { id displayName } plan { id name billingInterval }
    }
  }
  plans(first: 50) { nodes { id name billingInterval } }
}`);

/** Grants a user a free subscription. */
export const GiveSubscriptionDocument =
  graphql(/* GraphQL */ `mutation giveSubscription($username: String!, $planId: UUID!, $endsAt: Datetime) {
  giveSubscription(input: { username: $username, planId: $planId, endsAt: $endsAt }) { planSubscription { id } }
}`);

/** Ends a free subscription. */
export const EndSubscriptionDocument = graphql(
  /* GraphQL */ `mutation endSubscription($id: UUID!) {
  endSubscription(input: { subscriptionId: $id }) { planSubscription { id } }
}`,
);
