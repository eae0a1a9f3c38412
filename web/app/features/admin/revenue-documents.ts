import { graphql } from '../../shared/graphql-document.ts';

/** The payments of a month in one currency. Amounts are in its smallest unit. */
export type RevenueMonth = {
  startsOn: string;
  currency: string;
  paymentsCount: number;
  paidCents: number;
  taxCents: number;
  refundedCents: number;
};

/** The paid subscriptions of a month. */
export type SubscriptionMonth = {
  startsOn: string;
  atStartCount: number;
  startedCount: number;
  endedCount: number;
  churnedCount: number;
  trialsCount: number;
  paidTrialsCount: number;
};

/** Payments and paid subscriptions of this month and the twelve before it, newest first. */
export const RevenueDocument = graphql(/* GraphQL */ `query administrationRevenue {
  revenueMonths(first: 100) { nodes { startsOn currency paymentsCount paidCents taxCents refundedCents } }
  subscriptionMonths(first: 13) {
    nodes { startsOn atStartCount startedCount endedCount churnedCount trialsCount paidTrialsCount }
  }
}`);
