import type { CodeLanguage } from './code-language.ts';
import { enclosingNode } from './enclosing-node.ts';

/** The node kinds that a query selects in a style sheet. */
const targetKinds = new Set([
  'rule_set',
  'declaration',
  'keyframes_statement',
  'keyframe_block',
  'media_statement',
  'supports_statement',
  'import_statement',
  'charset_statement',
  'namespace_statement',
  'at_rule',
]);

const selectorKinds = [
  'descendant_selector',
  'child_selector',
  'sibling_selector',
  'adjacent_sibling_selector',
  'pseudo_class_selector',
  'pseudo_element_selector',
  'attribute_selector',
  'class_selector',
  'id_selector',
  'universal_selector',
  'nesting_selector',
  'tag_name',
];

const queryKinds = ['feature_query', 'binary_query', 'keyword_query'];

/**
 * CSS. A name is a class, an id, a tag, a property or a keyframes name, and selects its rule or declaration. A string is one whole selector
 * of a rule (`'.card > img'`), the condition of an at-rule, or a quoted value.
 */
export const styleLanguage: CodeLanguage = {
  parser: 'Css',
  nameKinds: ['class_name', 'id_name', 'tag_name', 'property_name', 'keyframes_name'],
  stringKinds: ['selectors', 'string_value', ...selectorKinds, ...queryKinds],
  commentKind: 'comment',
  isName: (text, name) => text === name,
  stringOf(node) {
    if (node.kind === 'string_value') return node.text.slice(1, -1);
    const isWhole = node.kind === 'selectors' || node.parent?.kind === 'selectors' || node.parent?.kind.endsWith('_statement') === true;
    return isWhole ? node.text : null;
  },
  targetOf: (node) => enclosingNode(node, targetKinds),
  gap: '/* ... */',
};
