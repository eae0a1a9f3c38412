import { Icon } from '@newline/ui/components/icon';
import { MessageSquareText } from 'lucide';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { selectionIn } from './selection-in.ts';

/** How long a selection made by touch or keyboard must stay unchanged before the button appears, in milliseconds. */
const settleMs = 250;

type Props = { text: HTMLElement; onComment: (range: Range) => void };

type Offer = { range: Range; left: number; top: number };

/** The comment button next to the selected text. */
export function CommentOffer({ text, onComment }: Props) {
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    let isPressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const range = selectionIn(text);
      setOffer(range && placeOf(range));
    };
    const wait = () => {
      clearTimeout(timer);
      if (!isPressed) timer = setTimeout(look, settleMs);
    };
    const press = ({ pointerType }: PointerEvent) => {
      isPressed = pointerType === 'mouse';
    };
    const release = () => {
      isPressed = false;
      wait();
    };
    document.addEventListener('selectionchange', wait);
    addEventListener('pointerdown', press);
    addEventListener('pointerup', release);
    addEventListener('resize', look);
    look();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', wait);
      removeEventListener('pointerdown', press);
      removeEventListener('pointerup', release);
      removeEventListener('resize', look);
    };
  }, [text]);
  if (offer === null) return null;
  const isMac = navigator.platform.startsWith('Mac');
  return createPortal(
    <button
      type="button"
      className="an-offer"
      style={{ left: offer.left, top: offer.top }}
      aria-keyshortcuts={isMac ? 'Meta+Alt+M' : 'Control+Alt+M'}
      // Pressing the button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        setOffer(null);
        // Reads the selection again: it may have grown since the button appeared.
        onComment(selectionIn(text) ?? offer.range);
      }}
    >
      <Icon of={MessageSquareText} />
      Comment
      <kbd aria-hidden="true">{isMac ? '⌘⌥M' : 'Ctrl Alt M'}</kbd>
    </button>,
    document.body,
  );
}

/**
 * Positions the button above the end of the selection, or below it on touch screens (which show their own menu above) and where there is no
 * room.
 */
function placeOf(range: Range): Offer {
  const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
  const first = lines[0] ?? range.getBoundingClientRect();
  const last = lines.at(-1) ?? first;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const isAbove = !isTouch && first.top > 120;
  const left = Math.min(Math.max(8, (isAbove ? first : last).right - 60), innerWidth - 200);
  return { range, left: left + scrollX, top: (isAbove ? first.top - 44 : last.bottom + (isTouch ? 28 : 10)) + scrollY };
}
