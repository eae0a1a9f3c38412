/** A keyboard shortcut. */
export interface Shortcut {
  readonly what: string;
  /** Keys that are pressed together; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  readonly keys: readonly string[];
}

/** The keyboard shortcuts in the help; docs/editor.md has the same. */
export const shortcutGroups: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Blocks',
    shortcuts: [
      { what: 'Insert a block', keys: ['/'] },
      { what: 'Move a block up', keys: ['Alt', 'Up'] },
      { what: 'Move a block down', keys: ['Alt', 'Down'] },
      { what: 'Caption', keys: ['Mod', 'Shift', 'L'] },
      { what: 'Heading 1 to 6', keys: ['Mod', 'Alt', '1–6'] },
    ],
  },
  {
    title: 'Text',
    shortcuts: [
      { what: 'Bold', keys: ['Mod', 'B'] },
      { what: 'Italic', keys: ['Mod', 'I'] },
      { what: 'Code', keys: ['Mod', 'E'] },
      { what: 'Link', keys: ['Mod', 'K'] },
      { what: 'Underline', keys: ['Mod', 'U'] },
      { what: 'Strikethrough', keys: ['Mod', 'Shift', 'X'] },
      { what: 'Highlight', keys: ['Mod', 'Shift', 'H'] },
      { what: 'Subscript', keys: ['Mod', ','] },
      { what: 'Superscript', keys: ['Mod', '.'] },
      { what: 'Formula', keys: ['Mod', 'Shift', 'E'] },
      { what: 'Footnote', keys: ['Mod', 'Alt', 'F'] },
    ],
  },
  {
    title: 'Everywhere',
    shortcuts: [
      { what: 'Move to the toolbar or a message', keys: ['Alt', 'F10'] },
      { what: 'Back to the text', keys: ['Esc'] },
      { what: 'Undo', keys: ['Mod', 'Z'] },
      { what: 'Redo', keys: ['Mod', 'Shift', 'Z'] },
      { what: 'Keyboard shortcuts', keys: ['Mod', 'Alt', '/'] },
    ],
  },
];
