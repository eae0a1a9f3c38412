import type { OwnGift } from './gift-documents.ts';
import type { OwnPayment } from './payment-documents.ts';
import { graphql } from '../../shared/graphql-document.ts';
import type { TitlePrice } from '../../shared/prices/title-prices.ts';

/** A price of a plan. */
export type PriceFacts = {
  slug: string;
  name: string;
  billingInterval: 'MONTH' | 'YEAR';
  amountCents: number;
  currency: string;
  isOffered: boolean;
};

/** A plan on the pricing page. */
export type PlanFacts = {
  id: string;
  name: string;
  kind: 'PRO' | 'TEAM';
  description: string | null;
  features: readonly string[];
  trialDays: number;
  minSeats: number;
  maxSeats: number;
  isHighlighted: boolean;
  isOffered: boolean;
  plans: { nodes: PriceFacts[] };
};

/** What subscribing does on this site. */
export type CheckoutMode = 'GRANTS' | 'REDIRECTS' | 'CLOSED';

export const PlansDocument = graphql(/* GraphQL */ `query plans {
  products(first: 20, orderBy: [POSITION_ASC, ID_ASC]) {
    nodes {
      id name kind description features trialDays minSeats maxSeats isHighlighted isOffered
      plans(first: 50) { nodes { slug name billingInterval amountCents currency isOffered } }
    }
  }
  titlesOnSale(first: 100) {
    nodes {
      course { title slug permalink prices(first: 20, condition: { isAdvanced: false }) { nodes { amountCents currency isDefault } } }
      book { title slug permalink prices(first: 20, condition: { isAdvanced: false }) { nodes { amountCents currency isDefault } } }
    }
    pageInfo { hasNextPage }
  }
}`);

type TitleNode = { title: string; slug: string; permalink: string; prices: { nodes: TitlePrice[] } };

/** A course or book that is sold separately. */
export type TitleOnSaleNode = { course: TitleNode | null; book: TitleNode | null };

/** The price of something for the current user. */
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
  /** Days before the first payment of a plan. */
  trialDays: number | null;
  /** The currencies of a title's prices, the default one first; null for a plan. */
  currencies: readonly string[] | null;
};

export type OfferVariables = {
  planSlug: string | null;
  courseSlug: string | null;
  bookSlug: string | null;
  isAdvanced: boolean;
  /** The currency of a title's price; null for its default one. */
  currency: string | null;
};

export const OfferDocument = graphql(
  /* GraphQL */ `query offer($planSlug: String, $courseSlug: String, $bookSlug: String, $isAdvanced: Boolean, $currency: String) {
  checkoutOffer(planSlug: $planSlug, courseSlug: $courseSlug, bookSlug: $bookSlug, isAdvanced: $isAdvanced, currency: $currency) {
    name amountCents fullAmountCents discountPercent currency billingInterval minSeats maxSeats already trialDays currencies
  }
  checkoutMode
  viewer { billingDetails { companyName companyAddress country taxId } }
}`,
);

/** The contents of a course or book, for its checkout. */
export const CheckoutTitleDocument =
  graphql(/* GraphQL */ `query checkoutTitle($courseSlug: String!, $bookSlug: String!, $isCourse: Boolean!, $isBook: Boolean!) {
  courseBySlug(slug: $courseSlug) @include(if: $isCourse) { numLessons videoSeconds pricingFeatures }
  bookBySlug(slug: $bookSlug) @include(if: $isBook) { numLessons videoSeconds pricingFeatures }
}`);

/** The price of a checkout with a coupon, or why the user can't use the coupon. */
export type CouponOffer = {
  code: string | null;
  percent: number | null;
  discountCents: number | null;
  amountCents: number | null;
  duration: 'ONCE' | 'MONTHS' | 'FOREVER' | null;
  months: number | null;
  problem: string | null;
};

export const TryCouponDocument = graphql(
  /* GraphQL */ `mutation tryCoupon($code: String!, $planSlug: String, $courseSlug: String, $bookSlug: String, $isAdvanced: Boolean, $currency: String, $seats: Int) {
  tryCoupon(
    input: {
      code: $code, planSlug: $planSlug, courseSlug: $courseSlug, bookSlug: $bookSlug, isAdvanced: $isAdvanced, currency: $currency, seats: $seats
    }
  ) { couponOffer { code percent discountCents amountCents duration months problem } }
}`,
);

export const StartCheckoutDocument = graphql(
  /* GraphQL */ `mutation startCheckout($planSlug: String, $courseSlug: String, $bookSlug: String, $isAdvanced: Boolean, $currency: String, $seats: Int, $couponCode: String, $giftEmail: String, $giftName: String, $giftMessage: String, $returnTo: String) {
  startCheckout(
    input: {
      planSlug: $planSlug, courseSlug: $courseSlug, bookSlug: $bookSlug, isAdvanced: $isAdvanced, currency: $currency, seats: $seats, couponCode: $couponCode
      giftEmail: $giftEmail, giftName: $giftName, giftMessage: $giftMessage, returnTo: $returnTo
    }
  ) { isGranted url }
}`,
);

/** A subscription of the signed-in user. */
export type OwnSubscription = {
  id: string;
  status: 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'ENDED';
  seats: number;
  cancelsAtPeriodEnd: boolean;
  periodEndsAt: string;
  provider: string;
  plan: { name: string; amountCents: number; currency: string; billingInterval: 'MONTH' | 'YEAR' } | null;
};

/** A purchase of the signed-in user. */
export type OwnPurchase = {
  id: string;
  isAdvanced: boolean;
  createdAt: string;
  refundedAt: string | null;
  giftId: string | null;
  course: { title: string; permalink: string } | null;
  book: { title: string; permalink: string } | null;
};

/** The user's plan, seat and purchases. */
export type OwnPlan = {
  isPro: boolean;
  seat: { team: { name: string } | null } | null;
  subscriptions: { nodes: OwnSubscription[] };
  ownedTeams: { nodes: { id: string }[] };
  purchases: { nodes: OwnPurchase[] };
  payments: { nodes: OwnPayment[] };
  gifts: { nodes: OwnGift[] };
};

graphql(/* GraphQL */ `fragment OwnPlan on User {
  isPro
  seat { team { name } }
  ownedTeams(first: 1) { nodes { id } }
  subscriptions(first: 20) {
    nodes { id status seats cancelsAtPeriodEnd periodEndsAt provider plan { name amountCents currency billingInterval } }
  }
  payments(first: 100, orderBy: PAID_AT_DESC) { nodes { id name amountCents taxCents refundedCents lostCents currency provider paidAt } }
  purchases(first: 100) {
    nodes { id isAdvanced createdAt refundedAt giftId course { title permalink } book { title permalink } }
  }
  gifts(first: 100, orderBy: CREATED_AT_DESC) {
    nodes {
      id isAdvanced recipientEmail recipientName paidAt sentAt redeemedAt withdrawnAt course { title permalink } book { title permalink }
    }
  }
}`);

/** Whether the user has Pro, for pages that only need that. */
/** A checkout of the signed-in user. */
export type OwnCheckout = {
  name: string | null;
  state: 'PENDING' | 'PAID' | 'ENDED' | null;
  /** The email address that a gift is sent to; null if it isn't a gift. */
  giftEmail: string | null;
};

/** The result of a checkout; null if it isn't the signed-in user's. */
export const OwnCheckoutDocument = graphql(/* GraphQL */ `query ownCheckout($id: UUID!) {
  ownCheckout(id: $id) { name state giftEmail }
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
