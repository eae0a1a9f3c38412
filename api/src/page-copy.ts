/** The kinds of access that have a copy of a page each. */
export type CopyAccess = 'EVERYONE' | 'ENTITLED';

/** What a reader gets besides the copy, from the query that also says which copy it is. */
export type OwnPart = {
  readonly viewer: { readonly id: string; readonly displayName: string };
} & Readonly<Record<string, unknown>>;

/** Returns what a slot of a copy contains for a reader, as HTML: attributes with a leading space, or what is in its element instead of `neutral`. */
export type FillSlot = (name: string, neutral: string) => string;

/** What the loader of a copy says about it. */
export type CopyDescription = {
  /** The version of the content. A copy is only sent to a reader whose query has the same. */
  readonly version: string;
  readonly fill: (own: OwnPart) => FillSlot;
};

/** The copy of a page that all signed-in readers with the same access get. */
export type PageCopy = {
  readonly access: CopyAccess;
  /** Describes the copy. A page whose loader doesn't call this has none. */
  readonly describe: (description: CopyDescription) => void;
};

/** What every page shows to its reader: themselves, their unread notifications, and terms to accept. */
export type ShellPart = {
  /** The text of its query, for pages that show nothing else. */
  readonly document: string;
  /** Reads it from the answer to this query, or to that of a page; null without a session. */
  readonly read: (data: unknown) => OwnPart | null;
  readonly fill: (own: OwnPart) => FillSlot;
};

/** A kind of page that is stored once for each kind of access. */
export type StudyPage = {
  /** Its URLs; the named groups are the variables of the query. */
  readonly path: RegExp;
  /** The text of the query for everything that belongs to the reader; what every page shows only if its variable `shell` is true. */
  readonly document: string;
  /** Reads its answer without the shell; null if this reader needs a page of their own, such as an author. */
  readonly read: (
    data: unknown,
  ) => { readonly access: CopyAccess; readonly version: string; readonly own: Readonly<Record<string, unknown>> } | null;
};

/** What is filled into a public page for its signed-in reader, besides the shell. */
export type PublicPageParts = {
  /** The paths of the pages; the named groups are the variables of the query. */
  readonly path: RegExp;
  /** The text of the query for everything that belongs to the reader; what every page shows only if its variable `shell` is true. */
  readonly document: string;
  /** Reads its answer without the shell. */
  readonly read: (data: unknown) => Readonly<Record<string, unknown>>;
};
