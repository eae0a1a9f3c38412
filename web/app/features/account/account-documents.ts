import { typed } from '../../shared/graphql-document.ts';

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
export type OwnAccount = OwnProfile & { id: string; settings: { timeZone: string; hasShortcuts: boolean; mailNotices: MailRhythm } | null };

/** How often notices are mailed. */
export type MailRhythm = 'AT_ONCE' | 'DAILY' | 'WEEKLY' | 'NONE';

export const AccountDocument = typed<{ viewer: OwnAccount | null }>(/* GraphQL */ `query account {
  viewer {
    id username name profileImageUrl employmentTitle employerName biography websiteUrl githubUsername twitterUsername linkedInUrl
    settings { timeZone hasShortcuts mailNotices }
  }
}`);

export const UpdateProfileDocument = typed<
  { updateUserById: { user: { username: string } | null } | null },
  { id: string; patch: OwnProfile }
>(
  /* GraphQL */ `mutation updateProfile($id: UUID!, $patch: UserPatch!) {
  updateUserById(input: { id: $id, patch: $patch }) { user { username } }
}`,
);

export const UpdatePictureDocument = typed<
  { updateUserById: { user: { profileImageUrl: string | null } | null } | null },
  { id: string; patch: { profileImageUrl: string | null } }
>(/* GraphQL */ `mutation updatePicture($id: UUID!, $patch: UserPatch!) {
  updateUserById(input: { id: $id, patch: $patch }) { user { profileImageUrl } }
}`);

export const UpdateSettingsDocument = typed<
  { updateUserSettingByUserId: { userSetting: { timeZone: string } | null } | null },
  { userId: string; patch: { timeZone: string; hasShortcuts: boolean; mailNotices: MailRhythm } }
>(/* GraphQL */ `mutation updateSettings($userId: UUID!, $patch: UserSettingPatch!) {
  updateUserSettingByUserId(input: { userId: $userId, patch: $patch }) { userSetting { timeZone } }
}`);
