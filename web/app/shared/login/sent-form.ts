import type { Faults } from '../form/faults.ts';

/** The result of an account form that was sent without JavaScript, for the page that shows it. It never contains passwords. */
export type SentForm = {
  readonly faults: Faults;
  /** The email address that was entered. */
  readonly email: string;
  readonly name: string;
  /** The email address that a link was sent to; null when none was sent. */
  readonly sentTo: string | null;
  /** The URL of the provider where signing in continues; null if it's completed here. */
  readonly continueAt: string | null;
  /** The ID of that provider; null without one. */
  readonly provider: string | null;
};
