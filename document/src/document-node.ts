/** A value that JSON can hold; attributes of nodes are nothing else. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A mark on a text node, for example `{ type: 'link', attrs: { href: '/books' } }`. */
export interface DocumentMark {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, Json>>;
}

/**
 * One node of a document in ProseMirror's JSON shape. A normalised node carries every attribute of its type, leaves out `attrs`,
 * `content` and `marks` when they would be empty, and never holds an empty text node.
 */
export interface DocumentNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, Json>>;
  readonly content?: readonly DocumentNode[];
  readonly text?: string;
  readonly marks?: readonly DocumentMark[];
}

/** What a document is for; it decides the nodes and the limits. Chapters are lessons. */
export type DocumentKind = 'lesson' | 'article' | 'comment';

/** A number from 0 (inclusive) to 1 (exclusive), as `Math.random`; tests hand in a seeded one. */
export type Random = () => number;
