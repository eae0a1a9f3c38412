/** The server's cached fragments, which are the same on many pages; see cached-fragments.server.ts. */
export type CachedFragments = {
  /** True for a fragment that was already rendered, so that it doesn't have to be rendered again. */
  has: (name: string) => boolean;
  /** The name of the page's scripts, which depends on its routes. */
  readonly scripts: string;
};
