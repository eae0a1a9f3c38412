import type { DocumentNode, Json } from '@newline/document/document-node';

const idNames = new Set(['id', 'uniqueId']);

/**
 * Gives the top-level blocks of a new text the ids that the same blocks had before, so that references to them stay valid. For texts of
 * other tools, whose blocks have no ids.
 */
export function keepBlockIds(document: DocumentNode, before: DocumentNode): DocumentNode {
  const former = new Map<string, DocumentNode[]>();
  for (const block of before.content ?? []) {
    const words = wordsOf(block);
    former.set(words, [...(former.get(words) ?? []), block]);
  }
  return { ...document, content: (document.content ?? []).map((block) => former.get(wordsOf(block))?.shift() ?? withoutIds(block)) };
}

/** Removes ids; validation gives new ones. */
function withoutIds(node: DocumentNode): DocumentNode {
  const attrs = Object.fromEntries(Object.entries(node.attrs ?? {}).filter(([name]) => !idNames.has(name)));
  return {
    ...node,
    ...(node.attrs === undefined ? {} : { attrs }),
    ...(node.content === undefined ? {} : { content: node.content.map(withoutIds) }),
  };
}

function wordsOf(block: DocumentNode): string {
  return JSON.stringify(sorted(withoutIds(block) as unknown as Json));
}

/** Sorts keys, because the database doesn't preserve their order. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
