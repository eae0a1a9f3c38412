import { Node, textblockTypeInputRule } from '@tiptap/core';
import { findCodeLanguage } from '@newline/document/code-languages';
import { formatOfNode } from '../editor-schema.ts';
import { codeBlockKeys } from '../keys/code-block-keys.ts';
import { createCodeLineEndsPlugin } from '../plugins/code-line-ends.ts';
import { createReadOnlyCodePlugin } from '../plugins/read-only-code.ts';
import { CodeBlockView } from '../views/code-block-view.ts';

/** A block of code; three backticks or tildes, perhaps with a language, and a space or Enter make one. */
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

/** A language by any of its names; another word stays as it is. */
function modeOf(word = ''): string {
  return findCodeLanguage(word)?.mode ?? word.slice(0, 64);
}
