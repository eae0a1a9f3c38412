import type { DocumentNode } from '../document-node.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { findNode } from '../schema/nodes.ts';
import { placeCaptioned } from './place-captioned.ts';

const emptyParagraph: DocumentNode = { type: 'paragraph' };

/**
 * Makes what Markdown put into a node valid there: a list item starts with a paragraph, a box isn't empty, rows and cells are only in
 * tables, and the paywall marker is only at the top level and once. No text is dropped.
 */
export function placeChildren(definition: NodeDefinition, children: readonly DocumentNode[]): DocumentNode[] {
  switch (definition.name) {
    case 'doc':
      return filled(firstMarkerOnly(children.flatMap((child) => (child.type === 'paywallThreshold' ? [child] : asBlocks(child)))));
    case 'listItem': {
      const blocks = children.flatMap(asBlocks);
      return blocks[0]?.type === 'paragraph' ? blocks : [emptyParagraph, ...blocks];
    }
    case 'table':
      return wrapped(children, ['tableRow'], (stray) => ({ type: 'tableRow', content: [{ type: 'tableCell', content: stray }] }));
    case 'tableRow':
      return wrapped(children, ['tableCell', 'tableHeader'], (stray) => ({ type: 'tableCell', content: stray }));
    case 'remoteCodeBlock': {
      const header = children.find((child) => child.type === 'remoteCodeHeader');
      const code = children.find((child) => child.type === 'codeBlock');
      return header === undefined || code === undefined ? [] : [header, code];
    }
    case 'captioned':
      return placeCaptioned(children);
    default:
      if (definition.content === 'block+') return filled(children.flatMap(asBlocks));
      return definition.content === 'block*' ? children.flatMap(asBlocks) : [...children];
  }
}

function filled(children: DocumentNode[]): DocumentNode[] {
  return children.length > 0 ? children : [emptyParagraph];
}

function firstMarkerOnly(children: readonly DocumentNode[]): DocumentNode[] {
  const first = children.findIndex((child) => child.type === 'paywallThreshold');
  return children.filter((child, index) => child.type !== 'paywallThreshold' || index === first);
}

/** Returns the node if it's a block, otherwise the blocks in it. */
function asBlocks(node: DocumentNode): readonly DocumentNode[] {
  if (findNode(node.type)?.group === 'block') return [node];
  if (node.type === 'caption') return [{ ...node, type: 'paragraph' }];
  return (node.content ?? []).flatMap(asBlocks);
}

function wrapped(
  children: readonly DocumentNode[],
  types: readonly string[],
  wrap: (stray: readonly DocumentNode[]) => DocumentNode,
): DocumentNode[] {
  const placed: DocumentNode[] = children.flatMap((child) => {
    if (types.includes(child.type)) return [child];
    const blocks = asBlocks(child);
    return blocks.length > 0 ? [wrap(blocks)] : [];
  });
  return placed.length > 0 || !types.includes('tableRow') ? placed : [wrap([emptyParagraph])];
}
