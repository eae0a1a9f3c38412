import { truncate } from '@newline/document/truncate';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PageView } from './page-view.ts';

type Props = {
  view: PageView;
  onChoose: (blockId: string) => void;
  onLeave: () => void;
};

/**
 * Comments on a whole block without a pointer: the button stands at one block, the first that is seen, and goes to the next and the
 * one before with the arrows. Return presses it, Escape leaves.
 */
export function BlockChooser({ view, onChoose, onLeave }: Props) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      view.blocks.findIndex(({ id }) => (view.elementOf(id)?.getBoundingClientRect().bottom ?? 0) > 120),
    ),
  );
  const button = useRef<HTMLButtonElement>(null);
  const block = view.blocks[at];
  const element = block ? view.elementOf(block.id) : null;
  useEffect(() => {
    if (!element) return undefined;
    element.classList.add('an-chosen');
    button.current?.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest' });
    return () => element.classList.remove('an-chosen');
  }, [element]);
  if (!block || !element) return null;
  const words = truncate(view.textBetween(block.start, block.end), 60);
  const go = (step: number) => setAt((before) => Math.min(view.blocks.length - 1, Math.max(0, before + step)));
  return createPortal(
    <div className="an-choice" data-annotation>
      <button
        ref={button}
        type="button"
        className="an-offer"
        style={{ position: 'static' }}
        onClick={() => onChoose(block.id)}
        onBlur={({ relatedTarget }) => relatedTarget !== null && onLeave()}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
          if (step !== undefined) go(step);
          else if (event.key === 'Escape') onLeave();
          else return;
          event.preventDefault();
        }}
      >
        Comment
        <span className="sr">
          {' '}
          on block {at + 1} of {view.blocks.length}: {words === '' ? 'an image or diagram' : `“${words}”`}. Use the arrow keys to choose
          another, Escape to cancel.
        </span>
      </button>
    </div>,
    element,
  );
}
