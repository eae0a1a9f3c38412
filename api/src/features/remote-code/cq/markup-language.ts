import type { CodeLanguage } from './code-language.ts';
import { enclosingNode } from './enclosing-node.ts';

const targetKinds = new Set(['element', 'script_element', 'style_element']);

/** HTML. A name is a tag, an attribute, an id or a class; a string is an attribute value or a text. Both select their element. */
export const markupLanguage: CodeLanguage = {
  parser: 'Html',
  nameKinds: ['tag_name', 'attribute_name', 'attribute_value'],
  stringKinds: ['attribute_value', 'text'],
  commentKind: 'comment',
  isName: (text, name) => text.split(/\s+/u).includes(name),
  stringOf: (node) => node.text.trim(),
  targetOf: (node) => enclosingNode(node, targetKinds),
  gap: '<!-- ... -->',
};
