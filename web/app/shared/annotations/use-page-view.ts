import { useEffect, useState } from 'react';
import { viewOfPage, type PageView } from './page-view.ts';

/** Where annotations are shown: beside the text with room for notes, beside it without, or at the end of their block. */
export type MarkRoom = 'note' | 'margin' | 'badge';

/** The width of a note with its bracket, and of a bracket with its number, in pixels. */
const noteWidthPx = 240;
const marginWidthPx = 52;

/** Returns a view of the text in the page, which is read again when its blocks change. */
export function usePageView(text: HTMLElement): PageView {
  const [view, setView] = useState(() => viewOfPage(text));
  useEffect(() => {
    // Watches for text that arrives later; blocks are its children.
    const observer = new MutationObserver(() => setView(viewOfPage(text)));
    observer.observe(text, { childList: true });
    return () => observer.disconnect();
  }, [text]);
  return view;
}

/** Returns how much room there is beside the text. The object changes whenever lines may have moved. */
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
  const page = text.closest('main')?.getBoundingClientRect().right ?? innerWidth;
  const room = page - 16 - text.getBoundingClientRect().right;
  return room >= noteWidthPx ? 'note' : room >= marginWidthPx ? 'margin' : 'badge';
}
