import type { DocumentKind, DocumentMark, DocumentNode, Json, Random } from '../src/document-node.ts';
import { validateDocument } from '../src/validate.ts';

type Child = DocumentNode | string;

/** Returns a random number generator that gives the same numbers for the same seed (mulberry32). */
export function numberedRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Creates a node; strings among the children are text. */
export function node(type: string, attrs: Record<string, Json> = {}, ...children: readonly Child[]): DocumentNode {
  const content = children.map((child) => (typeof child === 'string' ? text(child) : child));
  return { type, attrs, ...(content.length > 0 ? { content } : {}) };
}

/** Creates text with marks, given by name or as objects. */
export function text(words: string, ...marks: readonly (string | DocumentMark)[]): DocumentNode {
  return { type: 'text', text: words, marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) };
}

export function link(href: string): DocumentMark {
  return { type: 'link', attrs: { href } };
}

export function p(...children: readonly Child[]): DocumentNode {
  return node('paragraph', {}, ...children);
}

export function doc(...children: readonly Child[]): DocumentNode {
  return node('doc', {}, ...children);
}

/** Returns the normalized document; the test fails with the reasons if it is invalid. */
export function normalized(document: unknown, kind: DocumentKind = 'lesson'): DocumentNode {
  const validation = validateDocument(document, kind, { random: numberedRandom(1) });
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return validation.document;
}

/** Returns the document with every id null, for comparisons without ids. */
export function withoutIds(document: DocumentNode): DocumentNode {
  const attrs = Object.entries(document.attrs ?? {}).map(([name, value]): [string, Json] => [
    name,
    name === 'id' || name === 'uniqueId' ? null : value,
  ]);
  return {
    ...document,
    ...(document.attrs === undefined ? {} : { attrs: Object.fromEntries(attrs) }),
    ...(document.content === undefined ? {} : { content: document.content.map((child) => withoutIds(child)) }),
  };
}
