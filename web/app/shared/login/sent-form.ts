import type { Faults } from '../form/faults.ts';

/** What came of an account form that the browser sent without a script, for the page that answers it. Passwords never come back. */
export type SentForm = {
  readonly faults: Faults;
  /** What was typed. */
  readonly email: string;
  readonly name: string;
  /** The email address that a link is on its way to; null when none was sent. */
  readonly sentTo: string | null;
  /** The URL of another site on which signing in goes on; null when it is done here. */
  readonly continueAt: string | null;
};
