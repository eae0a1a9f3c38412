import { graphql } from '../../shared/graphql-document.ts';

/** The filters of the list of users. */
export type PersonFilter = 'ANYONE' | 'STAFF' | 'SUSPENDED';

/** A user in the list. */
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

/** Users, newest first. */
export const PeopleDocument =
  graphql(/* GraphQL */ `query administrationPeople($search: String, $filter: PersonFilter!, $before: UUID, $atMost: Int!) {
  people(search: $search, filter: $filter, before: $before, atMost: $atMost) {
    nodes { id username displayName email isEmailVerified isAdmin isSuspended isPro joinedAt }
  }
}`);

/** Access that a user was granted. */
export type Access = {
  id: string;
  kind: 'PRO' | 'COURSE' | 'BOOK' | 'ADVANCED';
  source: string;
  startsAt: string;
  endsAt: string | null;
  course: { title: string } | null;
  book: { title: string } | null;
};

/** An access token of a user. */
export type PersonToken = {
  id: string;
  name: string;
  scope: 'READ' | 'WRITE' | 'ADMIN';
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};

/** A user, with data that only administrators see. */
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
    accessTokens: { nodes: PersonToken[] };
  } | null;
  personAccount: {
    email: string;
    isEmailVerified: boolean;
    signInMethods: string[];
    hasTwoStep: boolean;
    passkeysCount: number;
    sessionsCount: number;
    seenAt: string | null;
    commentsCount: number;
    reviewsCount: number;
  } | null;
  personSessions: { nodes: { id: string; startedAt: string; seenAt: string; userAgent: string | null }[] };
  viewer: { id: string } | null;
};

/** The data of a user's page. */
export const PersonDocument = graphql(/* GraphQL */ `query administrationPerson($id: UUID!) {
  viewer { id }
  userById(id: $id) {
    id username displayName isAdmin createdAt
    suspension { endsAt reason }
    entitlements(first: 20) { nodes { id kind source startsAt endsAt course { title } book { title } } }
    subscriptions(first: 20) { nodes { id status periodEndsAt provider plan { name } } }
    comments(first: 10) { nodes { id discussionId createdAt bodyMarkdown } }
    accessTokens(first: 50) { nodes { id name scope createdAt expiresAt lastUsedAt } }
  }
  personAccount(userId: $id) { email isEmailVerified signInMethods hasTwoStep passkeysCount sessionsCount seenAt commentsCount reviewsCount }
  personSessions(userId: $id, first: 20) { nodes { id startedAt seenAt userAgent } }
}`);

/** Makes a user an administrator, or removes that role. */
export const SetAdminDocument = graphql(
  /* GraphQL */ `mutation setAdmin($userId: UUID!, $isAdmin: Boolean!) {
  setAdmin(input: { userId: $userId, isAdmin: $isAdmin }) { user { id } }
}`,
);

/** Suspends a user from commenting until a time, or permanently. */
export const SuspendPersonDocument = graphql(/* GraphQL */ `mutation suspendPerson($userId: UUID!, $endsAt: Datetime, $reason: String) {
  suspendUser(input: { userId: $userId, endsAt: $endsAt, reason: $reason }) { user { id } }
}`);

/** Ends a user's suspension. */
export const EndPersonSuspensionDocument = graphql(
  /* GraphQL */ `mutation endPersonSuspension($userId: UUID!) {
  endSuspension(input: { userId: $userId }) { user { id } }
}`,
);

/** Ends all sessions of a user. */
export const SignOutPersonDocument = graphql(
  /* GraphQL */ `mutation signOutPerson($userId: UUID!) {
  signOutPerson(input: { userId: $userId }) { user { id } }
}`,
);

/** Revokes an access token of a user. */
export const RevokeTokenDocument = graphql(
  /* GraphQL */ `mutation revokeToken($tokenId: UUID!) {
  revokeAccessToken(input: { tokenId: $tokenId }) { user { id } }
}`,
);

/** Removes the lost second step and the passkeys of a user. */
export const RemoveSecondStepDocument = graphql(
  /* GraphQL */ `mutation removeSecondStep($userId: UUID!) {
  removeSecondStep(input: { userId: $userId }) { isDone }
}`,
);

/** Deletes an account. */
export const DeletePersonDocument = graphql(
  /* GraphQL */ `mutation deletePerson($userId: UUID!, $username: String!) {
  deletePerson(input: { userId: $userId, username: $username }) { result }
}`,
);

/** Ends access that a user was granted. */
export const EndAccessDocument = graphql(
  /* GraphQL */ `mutation endAccess($id: UUID!) {
  endEntitlement(input: { entitlementId: $id }) { entitlement { id } }
}`,
);

/** Totals, waiting tasks, and sign-ups by day and week. */
export const OverviewDocument = graphql(/* GraphQL */ `query administrationOverview {
  administrationOverview { peopleCount staffCount suspendedCount reportedCount hiddenReviewsCount subscriptionsCount addressesCount }
  days: signUps(span: DAY) { nodes { startsOn peopleCount } }
  weeks: signUps(span: WEEK) { nodes { startsOn peopleCount } }
}`);

/** The number of sign-ups on a day, or in the week starting on it. */
export type SignUps = { startsOn: string; peopleCount: number };
