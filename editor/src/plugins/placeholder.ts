import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { titleNodeName } from '../editor-schema.ts';

/** The placeholder of an empty document. */
export const defaultPlaceholder = 'Start typing for magic...';

const titlePlaceholder = 'Title';

/**
 * Shows placeholders in an empty title and an empty text, by an attribute for the style sheet. It looks at only two nodes and changes
 * nothing around the caret.
 */
export const Placeholder = Extension.create<{ readonly text: string }>({
  name: 'placeholder',
  addOptions: () => ({ text: defaultPlaceholder }),
  addProseMirrorPlugins() {
    const { text } = this.options;
    return [
      new Plugin({
        key: new PluginKey('placeholder'),
        props: {
          decorations: ({ doc }) => {
            const title = doc.firstChild?.type.name === titleNodeName ? doc.firstChild : null;
            const body = title === null ? 0 : title.nodeSize;
            const isEmptyBody = doc.childCount === (title === null ? 1 : 2) && isEmptyParagraph(doc.lastChild);
            const decorations: Decoration[] = [];
            if (title?.content.size === 0) decorations.push(saying(0, title, titlePlaceholder));
            if (isEmptyBody && doc.lastChild !== null) decorations.push(saying(body, doc.lastChild, text));
            return decorations.length === 0 ? null : DecorationSet.create(doc, decorations);
          },
          attributes: { 'aria-placeholder': text },
        },
      }),
    ];
  },
});

function isEmptyParagraph(node: Node | null): boolean {
  return node?.type.name === 'paragraph' && node.content.size === 0;
}

function saying(pos: number, node: Node, text: string): Decoration {
  return Decoration.node(pos, pos + node.nodeSize, { class: 'is-empty', 'data-placeholder': text });
}
