import { graphql } from '../../shared/graphql-document.ts';
import type { Access } from './people-documents.ts';

/** An entry of the audit log. `details` is JSON. */
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

/** The audit log, newest first, and the actions that occur in it. */
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

/** Access that a user was granted. */
export type AccessRow = Access & { user: { id: string; displayName: string } | null };

/** Granted and bought access, and subscriptions. */
export const AccessListDocument =
  graphql(/* GraphQL */ `query administrationAccess($person: String, $isRunning: Boolean, $before: UUID, $first: Int!) {
  entitlementList(person: $person, isRunning: $isRunning, before: $before, first: $first) {
    nodes { id kind source startsAt endsAt user { id displayName } course { title } book { title } }
  }
}`);

/** Grants a user Pro or a title. */
export const GiveAccessDocument =
  graphql(/* GraphQL */ `mutation giveAccess($username: String!, $kind: EntitlementKind!, $itemSlug: String, $endsAt: Datetime) {
  giveAccess(input: { username: $username, kind: $kind, itemSlug: $itemSlug, endsAt: $endsAt }) { entitlement { id } }
}`);

/** The state of a newsletter subscriber. */
export type AddressState = 'PENDING' | 'CONFIRMED' | 'UNSUBSCRIBED';

/** A newsletter subscriber. */
export type AddressRow = {
  id: string;
  email: string;
  firstName: string | null;
  state: AddressState;
  askedAt: string;
  confirmedAt: string | null;
};

/** Newsletter subscribers, newest first. */
export const AddressesDocument =
  graphql(/* GraphQL */ `query administrationNewsletter($search: String, $state: NewsletterState, $before: UUID, $atMost: Int!) {
  newsletterAddresses(search: $search, state: $state, before: $before, atMost: $atMost) {
    nodes { id email firstName state askedAt confirmedAt }
  }
}`);

/** Deletes a subscriber. */
export const RemoveAddressDocument = graphql(
  /* GraphQL */ `mutation removeNewsletterAddress($id: UUID!) {
  removeNewsletterAddress(input: { id: $id }) { result }
}`,
);

/** The subscribers as a CSV file. */
export const ExportNewsletterDocument = graphql(
  /* GraphQL */ `mutation exportNewsletter($state: NewsletterState) {
  exportNewsletter(input: { state: $state }) { result }
}`,
);

/** A waiting job. */
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

/** A sent email. */
export type MailRow = { id: string; address: string; subject: string; sentAt: string };

/** Waiting jobs, and sent emails. */
export const JobsDocument = graphql(/* GraphQL */ `query administrationJobs($address: String, $before: UUID, $atMost: Int!) {
  oldestDueJobSeconds
  jobs { id task address attempts maxAttempts lastError runAt isRunning hasFailed }
  sentMails(address: $address, before: $before, atMost: $atMost) { nodes { id address subject sentAt } }
}`);

/** Runs a job immediately. */
export const RetryJobDocument = graphql(/* GraphQL */ `mutation retryJob($id: String!) {
  retryJob(input: { id: $id }) { isDone }
}`);

/** Deletes a job without running it. */
export const RemoveJobDocument = graphql(/* GraphQL */ `mutation removeJob($id: String!) {
  removeJob(input: { id: $id }) { isDone }
}`);
