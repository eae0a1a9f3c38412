import type { CodeLanguage } from './code-language.ts';
import { enclosingNode } from './enclosing-node.ts';

const places = new Set(['element', 'script_element', 'style_element']);

/** HTML: a name is a tag, an attribute, an id or a class, a string an attribute's value or a text; each selects its element. */
export const markupLanguage: CodeLanguage = {
  parser: 'Html',
  nameKinds: ['tag_name', 'attribute_name', 'attribute_value'],
  stringKinds: ['attribute_value', 'text'],
  commentKind: 'comment',
  isName: (text, name) => text.split(/\s+/u).includes(name),
  stringOf: (node) => node.text.trim(),
  placeOf: (node) => enclosingNode(node, places),
  gap: '<!-- ... -->',
};
