/** What the server has of the parts that are the same on many pages; see kept-parts.server.ts. */
export type CachedFragments = {
  /** True for a part that was written before, word for word: it need not be written again. */
  has: (name: string) => boolean;
  /** The name of the scripts of a page: they are those of its routes. */
  readonly scripts: string;
};
