/** Somebody on the list, as the service is told of them. */
export type NewsletterMember = {
  readonly email: string;
  readonly firstName: string | null;
  /** The list, form or audience at the service. */
  readonly listId: string;
  readonly tags: readonly string[];
};

/** A service that sends letters. Telling it twice is the same as telling it once. */
export type NewsletterProvider = {
  /** Its name, for people. */
  readonly name: string;
  /** Puts a confirmed address on the list, with its tags. It sends no mail of its own about that. */
  put(member: NewsletterMember): Promise<void>;
  /** Ends the letters to an address. One that it does not know is none. */
  remove(member: NewsletterMember): Promise<void>;
  /** Asks whether the key is good; rejects when it is not. */
  check(): Promise<void>;
};

/** Which service sends letters. */
export type NewsletterSettings = {
  readonly provider: 'none' | 'kit' | 'mailchimp' | 'buttondown';
  readonly apiKey: string | null;
  /** The list there; null leaves it to home.config.ts. */
  readonly listId: string | null;
};

/** The service did not take what it was told. The message names no address. */
export class NewsletterServiceError extends Error {
  override readonly name = 'NewsletterServiceError';
  /** The status of its answer; null when there was none. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}
