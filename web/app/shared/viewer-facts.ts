/** What the shell knows of the person who is signed in. */
export type ViewerFacts = {
  id: string;
  username: string;
  displayName: string;
  profileImageUrl: string | null;
  isAdmin: boolean;
  /** `hasShortcuts` is false for somebody who turned single-key shortcuts off. */
  settings: { hasShortcuts: boolean; timeZone: string; followsBrowserTimeZone: boolean } | null;
};
