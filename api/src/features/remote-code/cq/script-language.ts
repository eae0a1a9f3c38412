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

/** Node kinds that never are the whole target of a name or string: the search continues with their parent. */
const skippedKinds = new Set([
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
const listKinds = new Set(['enum_body', 'program', 'statement_block']);

/** Creates the language of JavaScript, JSX, TypeScript or TSX. */
export function scriptLanguage(parser: 'JavaScript' | 'TypeScript' | 'Tsx'): CodeLanguage {
  return {
    parser,
    nameKinds: parser === 'JavaScript' ? nameKinds : [...nameKinds, 'type_identifier'],
    stringKinds: ['string', 'template_string'],
    commentKind: 'comment',
    isName: (text, name) => text === name || text === `#${name}`,
    stringOf: (node) => node.text.slice(1, -1).replaceAll(/\\(['"`\\])/gu, '$1'),
    targetOf,
    gap: '// ...',
  };
}

/** Returns the parent as cq defines it; if that is only part of a statement, the nearest node that a reader would name. */
function targetOf(node: CodeNode): CodeNode {
  if (node.kind.startsWith('shorthand_')) return node;
  let target = node;
  while (target.parent !== null && !listKinds.has(target.parent.kind)) {
    target = target.parent;
    if (target.kind === 'member_expression') return usedMember(target, node);
    if (!skippedKinds.has(target.kind)) return target;
  }
  return target;
}

/** A called method selects the call, an assigned member the assignment; any other member selects the expression itself. */
function usedMember(member: CodeNode, name: CodeNode): CodeNode {
  const { parent } = member;
  const isLastName = member.children.at(-1) === name;
  const isUse = parent?.kind === 'call_expression' || parent?.kind === 'assignment_expression';
  return parent !== null && isLastName && isUse && parent.children[0] === member ? parent : member;
}
