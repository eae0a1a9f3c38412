/**
 * The `handle` of a route whose page is the same for everyone and may be cached. Such a page is always rendered as for a visitor without
 * cookies, so that it can't contain personal data. Routes without it are rendered for the user who requests them and never cached.
 */
export type PublicRoute = {
  isPublic: true;
  /**
   * The only parameters that reach the page, each with its default value (null: none), which is left out of the URL. Others are ignored, so
   * they can neither poison nor flood the cache.
   */
  parameters?: Readonly<Record<string, string | null>>;
  /** Parameters that make the response specific to the request, so that it isn't cached. */
  dynamic?: readonly string[];
  /** True if the page may end at a paywall: signed-in users get their own rendering. */
  isGated?: true;
  /**
   * True for a page that lists the whole site and is slow to render. It's cached from the first request on, and the cached version is
   * served while a new one is rendered, at most once every few minutes, however often content changes.
   */
  isExport?: true;
};
