/**
 * What a route says of itself, as its `handle`, when its page is the same bytes for everybody and may be kept: such a page is always rendered as
 * a visitor and without a cookie, so that nothing personal can get into it. A route that says nothing is rendered for who asks, and kept nowhere.
 */
export type PublicRoute = {
  isPublic: true;
  /**
   * The only parameters that reach the page, each with the value that says nothing (null: there is none): that value is left out of the address.
   * Others are ignored, so they can neither poison nor flood what is kept.
   */
  parameters?: Readonly<Record<string, string | null>>;
  /** Parameters that make a request one of its own: the page then answers for this request alone. */
  dynamic?: readonly string[];
  /** The page may end at a paywall: for somebody signed in it is rendered as theirs. */
  isGated?: true;
  /**
   * It lists everything the site has, which takes a while to make: it is kept from the first request on, and what is kept is sent while
   * a new one is made, which happens once in a few minutes at most, however often something changes and whoever asks.
   */
  isExport?: true;
};
