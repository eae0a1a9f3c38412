import { Icon } from '@newline/ui/components/icon';
import { Highlighter, type IconNode, MessageSquareText, NotebookPen } from 'lucide';
import { type CSSProperties, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { selectionIn } from './selection-in.ts';

/** How long a selection made by touch or keyboard must stay unchanged before the button appears, in milliseconds. */
const settleMs = 250;

type Props = {
  text: HTMLElement;
  onComment: (range: Range) => void;
  /** For users who can have notes. */
  notes: { onHighlight: (range: Range) => void; onNote: (range: Range) => void } | null;
};

type Offer = { range: Range; left: number; top: number };

/** The buttons next to the selected text: to comment on it, and to highlight it or write a note. */
export function CommentOffer({ text, onComment, notes }: Props) {
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
  const take = (use: (range: Range) => void) => () => {
    setOffer(null);
    // Reads the selection again: it may have grown since the buttons appeared.
    use(selectionIn(text) ?? offer.range);
  };
  return createPortal(
    <div className="an-offers" style={{ '--left': `${offer.left}px`, top: offer.top } as CSSProperties}>
      <OfferButton
        label="Comment"
        icon={MessageSquareText}
        keys={isMac ? ['Meta+Alt+M', '⌘⌥M'] : ['Control+Alt+M', 'Ctrl Alt M']}
        onPress={take(onComment)}
      />
      {notes !== null && <OfferButton label="Highlight" icon={Highlighter} onPress={take(notes.onHighlight)} />}
      {notes !== null && (
        <OfferButton
          label="Note"
          icon={NotebookPen}
          keys={isMac ? ['Meta+Alt+N', '⌘⌥N'] : ['Control+Alt+N', 'Ctrl Alt N']}
          onPress={take(notes.onNote)}
        />
      )}
    </div>,
    document.body,
  );
}

type ButtonProps = { label: string; icon: IconNode; keys?: readonly [shortcut: string, shown: string]; onPress: () => void };

function OfferButton({ label, icon, keys, onPress }: ButtonProps) {
  return (
    <button
      type="button"
      className="an-offer"
      aria-keyshortcuts={keys?.[0]}
      // Pressing the button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon of={icon} />
      {label}
      {keys && <kbd aria-hidden="true">{keys[1]}</kbd>}
    </button>
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
  // The style sheet keeps the end of the buttons in the window.
  const left = Math.max(8, (isAbove ? first : last).right - 60);
  return { range, left, top: (isAbove ? first.top - 44 : last.bottom + (isTouch ? 28 : 10)) + scrollY };
}
