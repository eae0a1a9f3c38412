import { graphql } from '../../shared/graphql-document.ts';
import type { Access } from './people-documents.ts';

/** A line of the audit log. `details` is JSON. */
export type AuditLine = {
  id: string;
  createdAt: string;
  userId: string | null;
  userName: string | null;
  action: string;
  subjectKind: string;
  subjectId: string | null;
  details: string;
};

/** The audit log, newest first, and the actions that stand in it. */
export const AuditDocument =
  graphql(/* GraphQL */ `query auditLog($person: String, $action: String, $since: Datetime, $until: Datetime, $before: UUID, $first: Int!) {
  auditLines(person: $person, action: $action, since: $since, until: $until, before: $before, first: $first) {
    nodes { id createdAt userId userName action subjectKind subjectId details }
  }
  auditActions
}`);

/** A learner's review. */
export type ReviewRow = {
  id: string;
  rating: number;
  quoteMd: string;
  createdAt: string;
  hiddenAt: string | null;
  hiddenReason: string | null;
  user: { id: string; displayName: string } | null;
  course: { title: string; permalink: string } | null;
  book: { title: string; permalink: string } | null;
};

/** Reviews, newest first. */
export const ReviewListDocument =
  graphql(/* GraphQL */ `query administrationReviews($isHidden: Boolean, $person: String, $before: UUID, $first: Int!) {
  reviewList(isHidden: $isHidden, person: $person, before: $before, first: $first) {
    nodes {
      id rating quoteMd createdAt hiddenAt hiddenReason
      user { id displayName } course { title permalink } book { title permalink }
    }
  }
}`);

/** Hides a review. */
export const HideReviewDocument = graphql(
  /* GraphQL */ `mutation hideReview($id: UUID!, $reason: String) {
  hideReview(input: { id: $id, reason: $reason }) { testimonial { id } }
}`,
);

/** Shows a hidden review again. */
export const ShowReviewDocument = graphql(
  /* GraphQL */ `mutation showReview($id: UUID!) {
  showReview(input: { id: $id }) { testimonial { id } }
}`,
);

/** Something that somebody was given. */
export type AccessRow = Access & { user: { id: string; displayName: string } | null };

/** What people were given or bought, and the subscriptions. */
export const AccessListDocument =
  graphql(/* GraphQL */ `query administrationAccess($person: String, $isRunning: Boolean, $before: UUID, $first: Int!) {
  entitlementList(person: $person, isRunning: $isRunning, before: $before, first: $first) {
    nodes { id kind source startsAt endsAt user { id displayName } course { title } book { title } }
  }
}`);

/** Gives somebody Pro or a title. */
export const GiveAccessDocument =
  graphql(/* GraphQL */ `mutation giveAccess($username: String!, $kind: EntitlementKind!, $itemSlug: String, $endsAt: Datetime) {
  giveAccess(input: { username: $username, kind: $kind, itemSlug: $itemSlug, endsAt: $endsAt }) { entitlement { id } }
}`);

/** A plan as it is sold. */
export type PlanRow = {
  id: string;
  name: string;
  description: string | null;
  billingInterval: 'MONTH' | 'YEAR';
  amountCents: number;
  currency: string;
  isOffered: boolean;
};

/** What a title costs. */
export type PriceRow = {
  id: string;
  amountCents: number;
  currency: string;
  isAdvanced: boolean;
  course: { title: string } | null;
  book: { title: string } | null;
};

/** Plans and prices. */
export const PlanListDocument = graphql(
  /* GraphQL */ `query administrationPlans {
  plans(first: 50) { nodes { id name description billingInterval amountCents currency isOffered } }
  itemPriceList(first: 100) { nodes { id amountCents currency isAdvanced course { title } book { title } } }
}`,
);

/** Changes a plan. */
export const ChangePlanDocument = graphql(/* GraphQL */ `mutation changePlan($id: UUID!, $changes: PlanChangeInput!) {
  changePlan(input: { id: $id, changes: $changes }) { plan { id } }
}`);

/** Changes what a title costs. */
export const ChangeItemPriceDocument = graphql(
  /* GraphQL */ `mutation changeItemPrice($id: UUID!, $amountCents: Int!) {
  changeItemPrice(input: { id: $id, amountCents: $amountCents }) { itemPrice { id } }
}`,
);

/** State of an address of the newsletter. */
export type AddressState = 'PENDING' | 'CONFIRMED' | 'UNSUBSCRIBED';

/** An address of the newsletter. */
export type AddressRow = {
  id: string;
  email: string;
  firstName: string | null;
  state: AddressState;
  askedAt: string;
  confirmedAt: string | null;
};

/** Addresses of the newsletter, newest first. */
export const AddressesDocument =
  graphql(/* GraphQL */ `query administrationNewsletter($search: String, $state: NewsletterState, $before: UUID, $atMost: Int!) {
  newsletterAddresses(search: $search, state: $state, before: $before, atMost: $atMost) {
    nodes { id email firstName state askedAt confirmedAt }
  }
}`);

/** Forgets an address. */
export const RemoveAddressDocument = graphql(
  /* GraphQL */ `mutation removeNewsletterAddress($id: UUID!) {
  removeNewsletterAddress(input: { id: $id }) { result }
}`,
);

/** The addresses as a CSV file. */
export const ExportNewsletterDocument = graphql(
  /* GraphQL */ `mutation exportNewsletter($state: NewsletterState) {
  exportNewsletter(input: { state: $state }) { result }
}`,
);

/** A job that waits. */
export type JobRow = {
  id: string;
  task: string;
  address: string | null;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  runAt: string;
  isRunning: boolean;
  hasFailed: boolean;
};

/** A mail that was handed over. */
export type MailRow = { id: string; address: string; subject: string; sentAt: string };

/** Jobs that wait, and the mails that were sent. */
export const JobsDocument = graphql(/* GraphQL */ `query administrationJobs($address: String, $before: UUID, $atMost: Int!) {
  oldestDueJobSeconds
  jobs { id task address attempts maxAttempts lastError runAt isRunning hasFailed }
  sentMails(address: $address, before: $before, atMost: $atMost) { nodes { id address subject sentAt } }
}`);

/** Does a job at once. */
export const RetryJobDocument = graphql(/* GraphQL */ `mutation retryJob($id: String!) {
  retryJob(input: { id: $id }) { isDone }
}`);

/** Takes a job away undone. */
export const RemoveJobDocument = graphql(/* GraphQL */ `mutation removeJob($id: String!) {
  removeJob(input: { id: $id }) { isDone }
}`);
