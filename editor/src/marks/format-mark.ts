import { Mark, markInputRule } from '@tiptap/core';
import { toggleMark } from '@tiptap/pm/commands';
import { formatOfMark } from '../editor-schema.ts';

/** How a mark without attributes is shown, read and typed. */
export interface FormatMarkOptions {
  /** The tag around the text; also typed, as in `<kbd>Esc</kbd>`. */
  readonly tag: string;
  /** Selectors of other elements that mean the same. */
  readonly otherTags?: readonly string[];
  /** Returns whether a style means the same. */
  readonly style?: readonly [property: string, value: string];
  /** The keyboard shortcut, in ProseMirror's notation. */
  readonly keys?: string;
  /** Matches typed Markdown: the whole, then the text with the mark. */
  readonly typed?: RegExp;
  /** Marks that the text can't have at the same time. */
  readonly excludes?: string;
}

/** Returns a mark of the document format that only changes how text looks. */
export function formatMark(name: string, { tag, otherTags = [], style, keys, typed, excludes }: FormatMarkOptions): Mark {
  return Mark.create({
    ...formatOfMark(name),
    ...(excludes === undefined ? {} : { excludes: `${name} ${excludes}` }),
    parseHTML: () => [
      ...[tag, ...otherTags].map((selector) => ({ tag: selector })),
      ...(style === undefined ? [] : [{ style: style[0], getAttrs: (value: string) => (value.includes(style[1]) ? null : false) }]),
    ],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      if (keys === undefined) return {};
      return { [keys]: ({ editor: { state, view } }) => toggleMark(this.type, null, { removeWhenPresent: false })(state, view.dispatch) };
    },
    addInputRules() {
      const asTag = new RegExp(`(<${tag}>([^<]+)</${tag}>)$`, 'u');
      return [asTag, ...(typed === undefined ? [] : [typed])].map((find) => markInputRule({ find, type: this.type }));
    },
  });
}
