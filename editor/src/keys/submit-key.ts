import { Extension } from '@tiptap/core';

/** Ctrl+Enter and Cmd+Enter hand in what is written; without a listener they keep their meaning in the text. */
export const SubmitKey = Extension.create<{ readonly onSubmit: (() => boolean) | null }>({
  name: 'submitKey',
  priority: 1000,
  addOptions: () => ({ onSubmit: null }),
  addKeyboardShortcuts() {
    const handIn = () => this.options.onSubmit?.() ?? false;
    // Both on every system: who has learnt one of them presses it everywhere.
    return { 'Ctrl-Enter': handIn, 'Meta-Enter': handIn };
  },
});
