/** What a limit counts, and where it is checked. */
export type LimitFact = {
  readonly unit: string;
  /** What is limited, and the reason for the number. */
  readonly why: string;
  /**
   * Where PostgreSQL has the same number, which a test compares: a column (`app_public.testimonials.quote_md`), a domain, a table whose new
   * rows are counted, or a function.
   */
  readonly sql?: readonly string[];
};

/** The facts of a group of limits, by name. */
export type LimitFacts<Limits> = { readonly [Name in keyof Limits]: LimitFact };
