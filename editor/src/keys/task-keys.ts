import { type Editor, Extension } from '@tiptap/core';
import { itemAround } from '../commands/item-around.ts';

/** Keys in a task: Mod+Shift+Enter marks it as done or not, and Backspace at its start removes the box, before the list's own Backspace. */
export const TaskKeys = Extension.create({
  name: 'taskKeys',
  priority: 200,
  addKeyboardShortcuts() {
    return {
      Backspace: () => {
        const { $from, empty } = this.editor.state.selection;
        const item = itemAround($from);
        // The item's first paragraph begins two positions after the item does.
        return empty && item !== null && item.checked !== null && $from.pos === item.pos + 2 && setChecked(this.editor, item.pos, null);
      },
      'Mod-Shift-Enter': () => {
        const item = itemAround(this.editor.state.selection.$from);
        return item !== null && setChecked(this.editor, item.pos, item.checked !== true);
      },
    };
  },
});

function setChecked({ view }: Editor, pos: number, checked: boolean | null): boolean {
  view.dispatch(view.state.tr.setNodeAttribute(pos, 'checked', checked));
  return true;
}
