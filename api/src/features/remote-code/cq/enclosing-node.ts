import type { CodeNode } from './code-node.ts';

/** The nearest node around this one whose kind is among `kinds`; the outermost below the root when there is none. */
export function enclosingNode(node: CodeNode, kinds: ReadonlySet<string>): CodeNode {
  let place = node;
  while (place.parent !== null && place.parent.parent !== null) {
    place = place.parent;
    if (kinds.has(place.kind)) return place;
  }
  return place;
}
