/** A JSON value. Attributes of nodes have no other values. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A mark on a text node, for example `{ type: 'link', attrs: { href: '/books' } }`. */
export interface DocumentMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, Json>>;
}

/**
 * One node of a document in ProseMirror's JSON shape. A normalized node has every attribute of its type, leaves out `attrs`, `content` and
 * `marks` when they would be empty, and never contains an empty text node.
 */
export interface DocumentNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, Json>>;
  readonly content?: readonly DocumentNode[];
  readonly text?: string;
  readonly marks?: readonly DocumentMark[];
}

/** The use of a document, which determines its nodes and limits. Chapters are lessons. */
export type DocumentKind = 'lesson' | 'article' | 'comment';

/** Returns a number from 0 (inclusive) to 1 (exclusive), like `Math.random`. Tests pass a seeded function. */
export type Random = () => number;
