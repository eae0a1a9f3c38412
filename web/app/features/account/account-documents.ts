import type { MailRhythm } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** What users may change about themselves. Empty fields are null. */
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

/** The signed-in user with their settings. */
export type OwnAccount = OwnProfile & {
  id: string;
  displayName: string;
  isAdmin: boolean;
  settings: { timeZone: string; followsBrowserTimeZone: boolean; hasShortcuts: boolean; mailNotices: MailRhythm } | null;
};

/** The account together with plan and purchases, so that the page needs one request to the database. */
export const AccountDocument = graphql(/* GraphQL */ `query account {
  viewer {
    id username name displayName isAdmin profileImageUrl employmentTitle employerName biography websiteUrl githubUsername twitterUsername linkedInUrl
    settings { timeZone followsBrowserTimeZone hasShortcuts mailNotices }
    ...OwnPlan
    ...OwnCertificates
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
