/** A subscriber, as a newsletter service gets them. */
export type NewsletterMember = {
  readonly email: string;
  readonly firstName: string | null;
  /** ID of the list, form or audience at the service. */
  readonly listId: string;
  readonly tags: readonly string[];
};

/** A service that sends newsletters. Its methods are idempotent. */
export type NewsletterProvider = {
  /** Display name. */
  readonly name: string;
  /** Adds a confirmed email address to the list, with its tags. The service sends no confirmation email of its own. */
  put(member: NewsletterMember): Promise<void>;
  /** Unsubscribes an email address. Ignores one that the service doesn't know. */
  remove(member: NewsletterMember): Promise<void>;
  /** Checks the API key; rejects if it is invalid. */
  check(): Promise<void>;
};

/** Settings of the service that sends newsletters. */
export type NewsletterSettings = {
  readonly provider: 'none' | 'kit' | 'mailchimp' | 'buttondown';
  readonly apiKey: string | null;
  /** ID of the list at the service; null uses the one in home.config.ts. */
  readonly listId: string | null;
};

/** Error of a newsletter service that rejected a request or can't be reached. Its message contains no email address. */
export class NewsletterServiceError extends Error {
  override readonly name = 'NewsletterServiceError';
  /** HTTP status of the response; null if there was none. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}
