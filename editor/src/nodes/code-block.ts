import { Node, textblockTypeInputRule } from '@tiptap/core';
import { findCodeLanguage } from '@newline/document/code-languages';
import { formatOfNode } from '../editor-schema.ts';
import { codeBlockKeys } from '../keys/code-block-keys.ts';
import { createCodeLineEndsPlugin } from '../plugins/code-line-ends.ts';
import { createReadOnlyCodePlugin } from '../plugins/read-only-code.ts';
import { CodeBlockView } from '../views/code-block-view.ts';

/** A block of code, created by three backticks or tildes, optionally a language, and a space or Enter. */
export const CodeBlock = Node.create({
  ...formatOfNode('codeBlock'),
  defining: true,
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', ['code', 0]],
  addNodeView:
    () =>
    ({ node, editor, getPos }) =>
      new CodeBlockView({ node, editor, getPos }),
  addKeyboardShortcuts() {
    return codeBlockKeys(this.editor);
  },
  addInputRules() {
    return [
      textblockTypeInputRule({
        find: /^(?:```|~~~)([\w+#.-]*)\s$/u,
        type: this.type,
        getAttributes: (match) => ({ mode: modeOf(match[1]) }),
      }),
    ];
  },
  addProseMirrorPlugins: () => [createReadOnlyCodePlugin(), createCodeLineEndsPlugin()],
});

/** Returns the mode of a language by any of its names; other text stays unchanged. */
function modeOf(word = ''): string {
  return findCodeLanguage(word)?.mode ?? word.slice(0, 64);
}
