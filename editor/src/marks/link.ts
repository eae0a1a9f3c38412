import { safeUrl } from '@newline/document/safe-url';
import { InputRule, Mark } from '@tiptap/core';
import { formatOfMark } from '../editor-schema.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    link: {
      /** Makes the selected words a link; false when the address is not allowed. */
      setLink: (attributes: { href: string }) => ReturnType;
      /** Takes the link at the selection away, in its whole length. */
      unsetLink: () => ReturnType;
    };
  }
}

/** A link; `[text](url)` makes one. The address is one that the format allows. */
export const Link = Mark.create({
  ...formatOfMark('link'),
  inclusive: false,
  priority: 1000,
  keepOnSplit: false,
  exitable: true,
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (element) => readHref(element.getAttribute('href')) }],
  // The class of its own keeps a press on the link in the editor from being a step off the page.
  renderHTML: ({ mark }) => ['a', { href: safeUrl(mark.attrs['href']) ?? '', rel: 'noopener noreferrer nofollow' }, 0],
  addCommands() {
    return {
      setLink:
        ({ href }) =>
        ({ chain }) => {
          const attributes = readHref(href);
          return attributes === false ? false : chain().extendMarkRange(this.name).setMark(this.name, attributes).run();
        },
      unsetLink:
        () =>
        ({ chain }) =>
          chain().unsetMark(this.name, { extendEmptyMarkRange: true }).run(),
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: /(?<!!)\[([^[\]\n]+)\]\(([^()\s]+)\)$/u,
        handler: ({ state, range, match }) => {
          const [, words = '', address] = match;
          const attributes = readHref(address);
          if (attributes === false) return null;
          const marks = state.doc.resolve(range.from + 1).marks();
          state.tr
            .replaceWith(range.from, range.to, state.schema.text(words, this.type.create(attributes).addToSet(marks)))
            .removeStoredMark(this.type);
          return undefined;
        },
      }),
    ];
  },
});

function readHref(address: unknown): { href: string } | false {
  const href = safeUrl(address, 'link');
  return href === null ? false : { href };
}
