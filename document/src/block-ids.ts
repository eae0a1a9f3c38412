import type { DocumentNode, Random } from './document-node.ts';
import { findNode, idAttributeOf } from './schema/nodes.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 5;

const pool = new Uint32Array(1024);
let left = 0;

/** Random numbers from the platform's source. They are drawn a thousand at a time, because a long pasted text needs many. */
export const platformRandom: Random = () => {
  if (left === 0) {
    crypto.getRandomValues(pool);
    left = pool.length;
  }
  left -= 1;
  return (pool[left] ?? 0) / 2 ** 32;
};

/** Creates an ID of 5 letters and digits that isn't in `taken`, and adds it to the set. */
export function createBlockId(taken: Set<string>, random: Random = platformRandom): string {
  for (;;) {
    let id = '';
    while (id.length < idLength) id += alphabet.charAt(Math.floor(random() * alphabet.length));
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}

/**
 * Gives an ID to each top-level block that can carry one and to each node with a `uniqueId`, at any depth. Existing IDs stay, so that
 * progress and annotations keep their positions; the second of two equal IDs is replaced.
 */
export function assignBlockIds(document: DocumentNode, random: Random = platformRandom): DocumentNode {
  const taken = new Set<string>();
  collectIds(document, taken);
  const seen = new Set<string>();

  const assign = (node: DocumentNode, isTopLevel: boolean): DocumentNode => {
    const definition = findNode(node.type);
    const name = definition === undefined ? null : idAttributeOf(definition);
    const old = name === null ? null : (node.attrs?.[name] ?? null);
    const isStored = typeof old === 'string' && !seen.has(old);
    if (isStored) seen.add(old);
    const needsId = isTopLevel || name === 'uniqueId' || old !== null;
    const id = isStored || !needsId ? old : createBlockId(taken, random);
    const content = node.content?.map((child) => (child.type === 'text' ? child : assign(child, false)));
    return {
      ...node,
      ...(name === null ? {} : { attrs: { ...node.attrs, [name]: id } }),
      ...(content === undefined ? {} : { content }),
    };
  };

  return { ...document, ...(document.content === undefined ? {} : { content: document.content.map((child) => assign(child, true)) }) };
}

function collectIds(node: DocumentNode, taken: Set<string>): void {
  for (const name of ['uniqueId', 'id']) {
    const id = node.attrs?.[name];
    if (typeof id === 'string') taken.add(id);
  }
  for (const child of node.content ?? []) collectIds(child, taken);
}
