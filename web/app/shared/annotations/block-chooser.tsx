import { truncate } from '@newline/document/truncate';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PageView } from './page-view.ts';

type Props = {
  view: PageView;
  /** What the block is chosen for. */
  verb: 'Comment' | 'Note';
  onChoose: (blockId: string) => void;
  onLeave: () => void;
};

/**
 * Lets keyboard users choose a block to comment on or to write a note about. The button starts at the first visible block; the arrow keys move it, Enter chooses and
 * Escape cancels.
 */
export function BlockChooser({ view, verb, onChoose, onLeave }: Props) {
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
  const excerpt = truncate(view.textBetween(block.start, block.end), 60);
  const go = (step: number) => setAt((current) => Math.min(view.blocks.length - 1, Math.max(0, current + step)));
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
        {verb}
        <span className="sr">
          {' '}
          on block {at + 1} of {view.blocks.length}: {excerpt === '' ? 'an image or diagram' : `“${excerpt}”`}. Use the arrow keys to choose
          another, Escape to cancel.
        </span>
      </button>
    </div>,
    element,
  );
}
