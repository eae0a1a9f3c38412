import { type RefObject, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { OpenDiscussions } from './annotation-layer.tsx';
import styles from './annotations.module.css';
import type { EarlyComment } from './early-comment.ts';
import type { Mark, MarkedItem } from './mark.ts';

const AnnotationLayer = lazyComponent(() => import('./annotation-layer.tsx').then((module) => module.AnnotationLayer));

const hasSelection = () => getSelection()?.isCollapsed === false;

type Props = {
  item: MarkedItem;
  /** The element around the text. */
  page: RefObject<HTMLElement | null>;
  marks: readonly Mark[];
  open: OpenDiscussions;
  /** The comment that was begun with the keys while code was loading. */
  early: EarlyComment | null;
  /** Called when the loaded code has taken it, and listens to the keys. */
  onListening: () => void;
};

/**
 * Comments on the text; render it before the text. Until there are highlights or the reader selects text, it is only a button for readers
 * who use no pointer, and no other code is loaded.
 */
export function Annotations({ item, page, marks, open, early, onListening }: Props) {
  const [text, setText] = useState<HTMLElement | null>(null);
  const [isRequested, setRequested] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  useEffect(() => setText(page.current?.querySelector<HTMLElement>('.text.prose') ?? null), [page]);
  useEffect(() => {
    if (isRequested) return undefined;
    // The reader may have selected text before this script arrived.
    if (location.search.includes('from=') || hasSelection()) setRequested(true);
    const select = () => {
      if (hasSelection()) setRequested(true);
    };
    document.addEventListener('selectionchange', select);
    return () => document.removeEventListener('selectionchange', select);
  }, [isRequested]);
  useEffect(() => {
    if (early === null) return;
    setRequested(true);
    if (early.range === null) setChoosing(true);
  }, [early]);
  return (
    <>
      <button
        type="button"
        className={styles.choose}
        onClick={() => {
          setRequested(true);
          setChoosing(true);
        }}
      >
        Comment on a paragraph
      </button>
      {text !== null && (isRequested || marks.some(({ quote }) => quote !== null)) && (
        <Suspense>
          <AnnotationLayer
            item={item}
            text={text}
            marks={marks}
            open={open}
            pending={early?.range ?? null}
            onReady={onListening}
            isChoosing={isChoosing}
            onChoosing={setChoosing}
          />
        </Suspense>
      )}
    </>
  );
}
