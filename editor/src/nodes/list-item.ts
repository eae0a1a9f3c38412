import { InputRule, Node } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { wrapIn } from '@tiptap/pm/commands';
import { itemAround } from '../commands/item-around.ts';
import { formatOfNode } from '../editor-schema.ts';
import { readerDom } from '../views/reader-dom.ts';

/** An item of a list. `[ ]` or `[x]` and a space make it a task; a click on its box marks it as done. */
export const ListItem = Node.create({
  ...formatOfNode('listItem'),
  defining: true,
  parseHTML: () => [
    { tag: 'li', getAttrs: ({ classList }) => ({ checked: classList.contains('task') ? classList.contains('task--done') : null }) },
  ],
  renderHTML: ({ node }) => readerDom(node),
  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { state } = this.editor;
        const item = itemAround(state.selection.$from);
        return this.editor.commands.splitListItem(this.name, item === null || item.checked === null ? {} : { checked: false });
      },
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: /^\[([ xX])\]\s$/u,
        handler: ({ state, range, match, chain }) => {
          const isInItem = state.doc.resolve(range.from).node(-1).type === this.type;
          chain()
            .deleteRange(range)
            .command(({ state: current, dispatch }) => {
              const list = current.schema.nodes['bulletList'];
              return isInItem || (list !== undefined && wrapIn(list)(current, dispatch));
            })
            .command(({ tr }) => {
              const item = itemAround(tr.selection.$from);
              if (item !== null) tr.setNodeAttribute(item.pos, 'checked', match[1] !== ' ');
              return item !== null;
            })
            .run();
        },
      }),
    ];
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            mousedown: (view, event) => {
              const item = event.target;
              // The box is outside of the item's content, so that only a press on it is one on the item itself.
              if (!(item instanceof HTMLLIElement) || !item.classList.contains('task') || !view.editable) return false;
              const text = item.firstElementChild?.getBoundingClientRect();
              if (text === undefined || (event.clientX >= text.left && event.clientX <= text.right)) return false;
              const pos = view.posAtDOM(item, 0) - 1;
              const node = view.state.doc.nodeAt(pos);
              if (node?.type !== this.type) return false;
              view.dispatch(view.state.tr.setNodeAttribute(pos, 'checked', node.attrs['checked'] !== true));
              event.preventDefault();
              return true;
            },
          },
        },
      }),
    ];
  },
});
