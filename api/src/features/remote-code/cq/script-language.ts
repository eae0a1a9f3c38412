import type { CodeLanguage } from './code-language.ts';
import type { CodeNode } from './code-node.ts';

const nameKinds = [
  'identifier',
  'property_identifier',
  'private_property_identifier',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
  'statement_identifier',
];

/** What never is the whole of what a name or string belongs to: one goes on to what is around it. */
const passedOver = new Set([
  'string',
  'template_string',
  'arguments',
  'array_pattern',
  'object_pattern',
  'nested_identifier',
  'nested_type_identifier',
  'jsx_opening_element',
  'jsx_closing_element',
  'jsx_expression',
  'formal_parameters',
  'parenthesized_expression',
]);

/** A name directly in one of these is a line of its own: `{ one, two }`, `enum { One }`. */
const lists = new Set(['enum_body', 'program', 'statement_block']);

/** JavaScript, JSX, TypeScript and TSX. */
export function scriptLanguage(parser: 'JavaScript' | 'TypeScript' | 'Tsx'): CodeLanguage {
  return {
    parser,
    nameKinds: parser === 'JavaScript' ? nameKinds : [...nameKinds, 'type_identifier'],
    stringKinds: ['string', 'template_string'],
    commentKind: 'comment',
    isName: (text, name) => text === name || text === `#${name}`,
    stringOf: (node) => node.text.slice(1, -1).replaceAll(/\\(['"`\\])/gu, '$1'),
    placeOf,
    gap: '// ...',
  };
}

/** The parent, as cq has it; where that is only a part of a statement, the nearest thing that a reader would name so. */
function placeOf(node: CodeNode): CodeNode {
  if (node.kind.startsWith('shorthand_')) return node;
  let place = node;
  while (place.parent !== null && !lists.has(place.parent.kind)) {
    place = place.parent;
    if (place.kind === 'member_expression') return usedMember(place, node);
    if (!passedOver.has(place.kind)) return place;
  }
  return place;
}

/** A called method is the call, an assigned member the assignment; any other member is the expression itself. */
function usedMember(member: CodeNode, name: CodeNode): CodeNode {
  const { parent } = member;
  const isLastName = member.children.at(-1) === name;
  const isUse = parent?.kind === 'call_expression' || parent?.kind === 'assignment_expression';
  return parent !== null && isLastName && isUse && parent.children[0] === member ? parent : member;
}
