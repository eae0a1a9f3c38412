import type { CodeNode } from './code-node.ts';

/** Returns the nearest ancestor of one of these kinds; the outermost node below the root if there is none. */
export function enclosingNode(node: CodeNode, kinds: ReadonlySet<string>): CodeNode {
  let enclosing = node;
  while (enclosing.parent !== null && enclosing.parent.parent !== null) {
    enclosing = enclosing.parent;
    if (kinds.has(enclosing.kind)) return enclosing;
  }
  return enclosing;
}
