import type { MailRhythm } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** What a person may change about themselves. Empty fields are null. */
export type OwnProfile = {
  username: string;
  name: string | null;
  profileImageUrl: string | null;
  employmentTitle: string | null;
  employerName: string | null;
  biography: string | null;
  websiteUrl: string | null;
  githubUsername: string | null;
  twitterUsername: string | null;
  linkedInUrl: string | null;
};

/** The person who is signed in, with their settings. */
export type OwnAccount = OwnProfile & {
  id: string;
  settings: { timeZone: string; followsBrowserTimeZone: boolean; hasShortcuts: boolean; mailNotices: MailRhythm } | null;
};

/** With what they have: a page of one document is one message to the database. */
export const AccountDocument = graphql(/* GraphQL */ `query account {
  viewer {
    id username name profileImageUrl employmentTitle employerName biography websiteUrl githubUsername twitterUsername linkedInUrl
    settings { timeZone followsBrowserTimeZone hasShortcuts mailNotices }
    ...OwnPlan
  }
}`);

export const UpdateProfileDocument = graphql(
  /* GraphQL */ `mutation updateProfile($id: UUID!, $patch: UserPatch!) {
  updateUserById(input: { id: $id, patch: $patch }) { user { username } }
}`,
);

export const UpdateProfileImageDocument = graphql(/* GraphQL */ `mutation updatePicture($id: UUID!, $patch: UserPatch!) {
  updateUserById(input: { id: $id, patch: $patch }) { user { profileImageUrl } }
}`);

export const UpdateSettingsDocument = graphql(/* GraphQL */ `mutation updateSettings($userId: UUID!, $patch: UserSettingPatch!) {
  updateUserSettingByUserId(input: { userId: $userId, patch: $patch }) { userSetting { timeZone } }
}`);
