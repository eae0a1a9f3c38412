import { graphql } from '../../shared/graphql-document.ts';

/** Which people are listed. */
export type PersonFilter = 'ANYONE' | 'STAFF' | 'SUSPENDED';

/** A person in the list. */
export type PersonRow = {
  id: string;
  username: string;
  displayName: string;
  email: string;
  isEmailVerified: boolean;
  isAdmin: boolean;
  isSuspended: boolean;
  isPro: boolean;
  joinedAt: string;
};

/** People, newest first. */
export const PeopleDocument =
  graphql(/* GraphQL */ `query administrationPeople($search: String, $filter: PersonFilter!, $before: UUID, $atMost: Int!) {
  people(search: $search, filter: $filter, before: $before, atMost: $atMost) {
    nodes { id username displayName email isEmailVerified isAdmin isSuspended isPro joinedAt }
  }
}`);

/** Something a person was given. */
export type Access = {
  id: string;
  kind: 'PRO' | 'COURSE' | 'BOOK' | 'ADVANCED';
  source: string;
  startsAt: string;
  endsAt: string | null;
  course: { title: string } | null;
  book: { title: string } | null;
};

/** A person, with what only staff see. */
export type PersonData = {
  userById: {
    id: string;
    username: string;
    displayName: string;
    isAdmin: boolean;
    createdAt: string;
    suspension: { endsAt: string | null; reason: string | null } | null;
    entitlements: { nodes: Access[] };
    subscriptions: { nodes: { id: string; status: string; periodEndsAt: string; provider: string; plan: { name: string } | null }[] };
    comments: { nodes: { id: string; discussionId: string; createdAt: string; bodyMarkdown: string | null }[] };
  } | null;
  personAccount: {
    email: string;
    isEmailVerified: boolean;
    signInMethods: string[];
    sessionsCount: number;
    seenAt: string | null;
    commentsCount: number;
    reviewsCount: number;
  } | null;
  personSessions: { nodes: { id: string; startedAt: string; seenAt: string; userAgent: string | null }[] };
  viewer: { id: string } | null;
};

/** One person's page. */
export const PersonDocument = graphql(/* GraphQL */ `query administrationPerson($id: UUID!) {
  viewer { id }
  userById(id: $id) {
    id username displayName isAdmin createdAt
    suspension { endsAt reason }
    entitlements(first: 20) { nodes { id kind source startsAt endsAt course { title } book { title } } }
    subscriptions(first: 20) { nodes { id status periodEndsAt provider plan { name } } }
    comments(first: 10) { nodes { id discussionId createdAt bodyMarkdown } }
  }
  personAccount(userId: $id) { email isEmailVerified signInMethods sessionsCount seenAt commentsCount reviewsCount }
  personSessions(userId: $id, first: 20) { nodes { id startedAt seenAt userAgent } }
}`);

/** Makes somebody staff, or no longer. */
export const SetAdminDocument = graphql(
  /* GraphQL */ `mutation setAdmin($userId: UUID!, $isAdmin: Boolean!) {
  setAdmin(input: { userId: $userId, isAdmin: $isAdmin }) { user { id } }
}`,
);

/** Keeps somebody from writing until an instant, or for good. */
export const SuspendPersonDocument = graphql(/* GraphQL */ `mutation suspendPerson($userId: UUID!, $endsAt: Datetime, $reason: String) {
  suspendUser(input: { userId: $userId, endsAt: $endsAt, reason: $reason }) { user { id } }
}`);

/** Lets somebody write again. */
export const EndPersonSuspensionDocument = graphql(
  /* GraphQL */ `mutation endPersonSuspension($userId: UUID!) {
  endSuspension(input: { userId: $userId }) { user { id } }
}`,
);

/** Ends every session of a person. */
export const SignOutPersonDocument = graphql(
  /* GraphQL */ `mutation signOutPerson($userId: UUID!) {
  signOutPerson(input: { userId: $userId }) { user { id } }
}`,
);

/** Deletes an account. */
export const DeletePersonDocument = graphql(
  /* GraphQL */ `mutation deletePerson($userId: UUID!, $username: String!) {
  deletePerson(input: { userId: $userId, username: $username }) { result }
}`,
);

/** Ends something that a person was given. */
export const EndAccessDocument = graphql(
  /* GraphQL */ `mutation endAccess($id: UUID!) {
  endEntitlement(input: { entitlementId: $id }) { entitlement { id } }
}`,
);

/** How much there is, what waits, and sign-ups by day and week. */
export const OverviewDocument = graphql(/* GraphQL */ `query administrationOverview {
  administrationOverview { peopleCount staffCount suspendedCount reportedCount hiddenReviewsCount subscriptionsCount addressesCount }
  days: signUps(span: DAY) { nodes { startsOn peopleCount } }
  weeks: signUps(span: WEEK) { nodes { startsOn peopleCount } }
}`);

/** How many signed up on a day, or in the week that began on it. */
export type SignUps = { startsOn: string; peopleCount: number };
