import { Extension } from '@tiptap/core';
import { moveBlocks } from '../commands/move-blocks.ts';
import { announce } from '../plugins/announcer.ts';

/** Alt+Up and Alt+Down move the selected blocks and announce their new position. */
export const MoveKeys = Extension.create({
  name: 'moveKeys',
  priority: 800,
  addKeyboardShortcuts() {
    const move = (direction: -1 | 1) => () => {
      const { view } = this.editor;
      const moved = moveBlocks(view.state, direction);
      if (moved === null) {
        announce(view, direction === -1 ? 'This block is already first.' : 'This block is already last.');
        return true;
      }
      view.dispatch(moved.tr);
      announce(view, `Moved ${direction === -1 ? 'up' : 'down'}: ${moved.position} of ${moved.count}.`);
      return true;
    };
    return { 'Alt-ArrowUp': move(-1), 'Alt-ArrowDown': move(1) };
  },
});
