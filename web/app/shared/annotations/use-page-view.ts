import { useEffect, useState } from 'react';
import { viewOfPage, type PageView } from './page-view.ts';

/** Where marks go: beside the text with or without room for words, or to the end of their block. */
export type MarkRoom = 'note' | 'margin' | 'badge';

/** As wide as a note with its bracket, and as a bracket with its number, in pixels. */
const noteWidthPx = 240;
const marginWidthPx = 52;

/** The text as it stands in the page, read again when its blocks change. */
export function usePageView(text: HTMLElement): PageView {
  const [view, setView] = useState(() => viewOfPage(text));
  useEffect(() => {
    // A text that comes late; blocks are its children.
    const observer = new MutationObserver(() => setView(viewOfPage(text)));
    observer.observe(text, { childList: true });
    return () => observer.disconnect();
  }, [text]);
  return view;
}

/** How much room there is beside the text; another object whenever its lines may have moved. */
export function useMarkRoom(text: HTMLElement): { readonly room: MarkRoom } {
  const [beside, setBeside] = useState(() => ({ room: roomBeside(text) }));
  useEffect(() => {
    const measure = () => setBeside({ room: roomBeside(text) });
    const observer = new ResizeObserver(measure);
    observer.observe(text);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [text]);
  return beside;
}

function roomBeside(text: HTMLElement): MarkRoom {
  const { right, top, bottom } = text.getBoundingClientRect();
  const page = text.closest('main')?.getBoundingClientRect().right ?? innerWidth;
  const neighbours = [...(text.closest('article') ?? document).querySelectorAll('[data-beside]')].map((element) =>
    element.getBoundingClientRect(),
  );
  const limits = neighbours.filter((other) => other.width > 0 && other.left >= right && other.top < bottom && other.bottom > top);
  const room = limits.reduce((least, other) => Math.min(least, other.left), page - 16) - right;
  return room >= noteWidthPx ? 'note' : room >= marginWidthPx ? 'margin' : 'badge';
}
