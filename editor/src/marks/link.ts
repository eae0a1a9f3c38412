import { safeUrl } from '@newline/document/safe-url';
import { InputRule, Mark } from '@tiptap/core';
import { formatOfMark } from '../editor-schema.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    link: {
      /** Turns the selected text into a link; returns false if the URL isn't allowed. */
      setLink: (attributes: { href: string }) => ReturnType;
      /** Removes the whole link at the selection. */
      unsetLink: () => ReturnType;
    };
  }
}

/** A link, which `[text](url)` creates. The format must allow its URL. */
export const Link = Mark.create({
  ...formatOfMark('link'),
  inclusive: false,
  priority: 1000,
  keepOnSplit: false,
  exitable: true,
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (element) => readHref(element.getAttribute('href')) }],
  // This class keeps a click on the link in the editor from leaving the page.
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
