import { graphql } from '../../shared/graphql-document.ts';

/** A plan as the pricing page shows it. */
export type PlanFacts = {
  slug: string;
  name: string;
  kind: 'PRO' | 'TEAM';
  billingInterval: 'MONTH' | 'YEAR';
  amountCents: number;
  currency: string;
  minSeats: number;
  maxSeats: number;
  isOffered: boolean;
};

/** What subscribing leads to on this site. */
export type CheckoutMode = 'GRANTS' | 'REDIRECTS' | 'CLOSED';

export const PlansDocument = graphql(/* GraphQL */ `query plans {
  plans(first: 20) { nodes { slug name kind billingInterval amountCents currency minSeats maxSeats isOffered } }
  titlePrice { lowestCents highestCents currency }
}`);

/** What something costs the person who asks. */
export type Offer = {
  name: string | null;
  amountCents: number;
  fullAmountCents: number;
  discountPercent: number;
  currency: string;
  billingInterval: 'MONTH' | 'YEAR' | null;
  minSeats: number | null;
  maxSeats: number | null;
  already: string | null;
};

export type OfferVariables = { planSlug: string | null; courseSlug: string | null; bookSlug: string | null; isAdvanced: boolean };

export const OfferDocument = graphql(
  /* GraphQL */ `query offer($planSlug: String, $courseSlug: String, $bookSlug: String, $isAdvanced: Boolean) {
  checkoutOffer(planSlug: $planSlug, courseSlug: $courseSlug, bookSlug: $bookSlug, isAdvanced: $isAdvanced) {
    name amountCents fullAmountCents discountPercent currency billingInterval minSeats maxSeats already
  }
  checkoutMode
}`,
);

export const StartCheckoutDocument = graphql(
  /* GraphQL */ `mutation startCheckout($planSlug: String, $courseSlug: String, $bookSlug: String, $isAdvanced: Boolean, $seats: Int, $returnTo: String) {
  startCheckout(
    input: { planSlug: $planSlug, courseSlug: $courseSlug, bookSlug: $bookSlug, isAdvanced: $isAdvanced, seats: $seats, returnTo: $returnTo }
  ) { isGranted url }
}`,
);

/** A subscription of the person who is signed in. */
export type OwnSubscription = {
  id: string;
  status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'ENDED';
  seats: number;
  cancelsAtPeriodEnd: boolean;
  periodEndsAt: string;
  provider: string;
  plan: { name: string; amountCents: number; currency: string; billingInterval: 'MONTH' | 'YEAR' } | null;
};

/** A purchase of the person who is signed in. */
export type OwnPurchase = {
  id: string;
  amountCents: number;
  currency: string;
  isAdvanced: boolean;
  createdAt: string;
  refundedAt: string | null;
  course: { title: string; permalink: string } | null;
  book: { title: string; permalink: string } | null;
};

/** What the person has: their plan, their seat, what they bought. */
export type OwnPlan = {
  isPro: boolean;
  seat: { team: { name: string } | null } | null;
  subscriptions: { nodes: OwnSubscription[] };
  ownedTeams: { nodes: { id: string }[] };
  purchases: { nodes: OwnPurchase[] };
};

graphql(/* GraphQL */ `fragment OwnPlan on User {
  isPro
  seat { team { name } }
  ownedTeams(first: 1) { nodes { id } }
  subscriptions(first: 20) {
    nodes { id status seats cancelsAtPeriodEnd periodEndsAt provider plan { name amountCents currency billingInterval } }
  }
  purchases(first: 100) {
    nodes { id amountCents currency isAdvanced createdAt refundedAt course { title permalink } book { title permalink } }
  }
}`);

/** Whether Pro is open, for pages that only ask that. */
/** A checkout of the signed-in user. */
export type OwnCheckout = { name: string | null; state: 'PENDING' | 'PAID' | 'ENDED' | null };

/** What became of a checkout; null for one that isn't the signed-in user's. */
export const OwnCheckoutDocument = graphql(/* GraphQL */ `query ownCheckout($id: UUID!) {
  ownCheckout(id: $id) { name state }
}`);

export const CancelSubscriptionDocument = graphql(
  /* GraphQL */ `mutation cancelSubscription($id: UUID!) { cancelSubscription(input: { id: $id }) { planSubscription { id } } }`,
);

export const ResumeSubscriptionDocument = graphql(
  /* GraphQL */ `mutation resumeSubscription($id: UUID!) { resumeSubscription(input: { id: $id }) { planSubscription { id } } }`,
);

export const OpenPortalDocument = graphql(
  /* GraphQL */ `mutation openPortal { openBillingPortal(input: { returnTo: "/account" }) { url } }`,
);
