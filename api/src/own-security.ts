/** A browser in which a user is signed in. */
export type OwnSession = {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  /** True for the current session. */
  readonly isCurrent: boolean;
};

/** A passkey of a user. */
export type OwnPasskey = { readonly id: string; readonly name: string; readonly createdAt: string; readonly lastUsedAt: string | null };

/** An account on another site that can sign in to this one, such as a GitHub account. */
export type OwnConnection = { readonly providerId: string; readonly connectedAt: string };

/** How a user signs in, and where they're signed in. */
export type OwnSecurity = {
  readonly email: string;
  /** The email address that the account gets once both mailboxes have confirmed it; null if no change is pending. */
  readonly pendingEmail: string | null;
  /** Whether the current mailbox has confirmed that change, and whether the new one has. */
  readonly isAllowed: boolean;
  readonly isConfirmed: boolean;
  /** The current session, then the others by their last use; the newest 50 at most. */
  readonly sessions: readonly OwnSession[];
  readonly sessionCount: number;
  readonly hasPassword: boolean;
  /** The oldest first. */
  readonly connections: readonly OwnConnection[];
  /** When two-step sign-in was turned on; null if it is off. */
  readonly twoStepSince: string | null;
  readonly recoveryCodesLeft: number;
  /** True for an administrator whose session has no administrator permissions, because it has no second step. */
  readonly needsSecondStep: boolean;
  /** The oldest first. */
  readonly passkeys: readonly OwnPasskey[];
};
