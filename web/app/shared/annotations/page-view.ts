import type { AnchorBlock, AnchorView, CharacterRange } from '@newline/document/annotations/anchor-view';

/** The text of a page in the form in which anchors see a document: the same characters, block by block. */
export type PageView = AnchorView & {
  /** Returns the element of a block. */
  elementOf(blockId: string): HTMLElement | null;
  /** Returns the DOM range of some characters. */
  rangeOf(characters: CharacterRange): Range;
  /** Returns the characters within a DOM range; empty when there are none. */
  charactersIn(range: Range): CharacterRange;
};

/** Elements that the page adds to the text of the document, or shows in place of it. */
const addedParts = [
  '.b__n',
  '.b__a',
  'button',
  '.code__bar',
  '.caption__number',
  '.fnref',
  '.note > div > b:first-child',
  '.summary__title',
  '.quote__type',
  '.mdx > summary',
  '.mdx__title',
  '.mdx__tabs',
  '.math',
  '.formula',
  '.dia',
  '.remote__from',
  '.repository',
  '.embed',
  '.poster',
  '.fig__failed',
  '.fig__absent',
  '[data-annotation]',
].join(', ');

/** Creates a view of the current text of the page. */
export function viewOfPage(text: HTMLElement): PageView {
  const blocks: AnchorBlock[] = [];
  const elements = new Map<string, HTMLElement>();
  const pieces: { node: Text; start: number; offsets: readonly number[] }[] = [];
  let characters = '';
  for (const element of text.querySelectorAll<HTMLElement>('.b[id^="b-"]')) {
    const start = characters.length;
    const textNodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
      parentElement?.closest(addedParts) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    for (let node = textNodes.nextNode(); node !== null; node = textNodes.nextNode()) {
      const data = (node as Text).data;
      const offsets = [...data.matchAll(/\S/g)].map(({ index }) => index);
      if (offsets.length === 0) continue;
      pieces.push({ node: node as Text, start: characters.length, offsets });
      for (const offset of offsets) characters += data.charAt(offset);
    }
    const id = element.id.slice(2);
    elements.set(id, element);
    blocks.push({ id, node: '', start, end: characters.length, from: start, to: characters.length });
  }

  const pieceAt = (offset: number) => pieces.findLast(({ start }) => start <= offset);
  return {
    characters,
    blocks,
    positionOf: (offset) => offset,
    textBetween: (start, end) => rangeOf({ start, end }).toString(),
    elementOf: (blockId) => elements.get(blockId) ?? null,
    rangeOf,
    charactersIn: (range) => {
      let first: number | null = null;
      let last = 0;
      for (const { node, start, offsets } of pieces) {
        if (!range.intersectsNode(node)) continue;
        const from = node === range.startContainer ? range.startOffset : 0;
        const to = node === range.endContainer ? range.endOffset : node.length;
        for (const [index, offset] of offsets.entries()) {
          if (offset < from || offset >= to) continue;
          first ??= start + index;
          last = start + index + 1;
        }
      }
      return { start: first ?? 0, end: last };
    },
  };

  function rangeOf({ start, end }: CharacterRange): Range {
    const range = document.createRange();
    const [first, last] = [pieceAt(start), pieceAt(end - 1)];
    if (!first || !last) return range;
    range.setStart(first.node, first.offsets[start - first.start] ?? 0);
    range.setEnd(last.node, (last.offsets[end - 1 - last.start] ?? 0) + 1);
    return range;
  }
}
