/** What the shell knows about the signed-in user. */
export type ViewerFacts = {
  id: string;
  username: string;
  displayName: string;
  profileImageUrl: string | null;
  isAdmin: boolean;
  /** `hasShortcuts` is false for a user who turned single-key shortcuts off. */
  settings: { hasShortcuts: boolean; timeZone: string; followsBrowserTimeZone: boolean } | null;
};
