/** A browser in which a user is signed in. */
export type OwnSession = {
  readonly id: string;
  readonly userAgent: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  /** True for the session that asks. */
  readonly isCurrent: boolean;
};

/** A passkey of a user. */
export type OwnPasskey = { readonly id: string; readonly name: string; readonly createdAt: string; readonly lastUsedAt: string | null };

/** An account elsewhere that signs in to this one, such as one at GitHub. */
export type OwnConnection = { readonly providerId: string; readonly connectedAt: string };

/** How a user signs in, and where they're signed in. */
export type OwnSecurity = {
  readonly email: string;
  /** The address that the account gets when both mailboxes have confirmed it; null when no change is under way. */
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
  /** Since when two-step sign-in is on; null when it is off. */
  readonly twoStepSince: string | null;
  readonly recoveryCodesLeft: number;
  /** True for an administrator whose session has no rights of an administrator, because it has no second step. */
  readonly needsSecondStep: boolean;
  /** The oldest first. */
  readonly passkeys: readonly OwnPasskey[];
};
