import { Extension } from '@tiptap/core';

/** Ctrl+Enter and Cmd+Enter submit the content. Without a listener, they keep their meaning in the text. */
export const SubmitKey = Extension.create<{ readonly onSubmit: (() => boolean) | null }>({
  name: 'submitKey',
  priority: 1000,
  addOptions: () => ({ onSubmit: null }),
  addKeyboardShortcuts() {
    const handIn = () => this.options.onSubmit?.() ?? false;
    // Both keys work on every system, because people use the one they know.
    return { 'Ctrl-Enter': handIn, 'Meta-Enter': handIn };
  },
});
