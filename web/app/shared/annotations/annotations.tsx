import { type RefObject, Suspense, useEffect, useState } from 'react';
import { typeAhead } from '../focus/typing-ahead.ts';
import { lazyComponent } from '../lazy-component.ts';
import type { OpenDiscussions } from './annotation-layer.tsx';
import styles from './annotations.module.css';
import type { Mark, MarkedItem } from './mark.ts';

const AnnotationLayer = lazyComponent(() => import('./annotation-layer.tsx').then((module) => module.AnnotationLayer));

const hasSelection = () => getSelection()?.isCollapsed === false;

type Props = {
  item: MarkedItem;
  /** The element around the text. */
  page: RefObject<HTMLElement | null>;
  marks: readonly Mark[];
  open: OpenDiscussions;
};

/**
 * Comments on the words of a text; render it before the text. Until there are highlights or the reader selects words, it is only a button
 * for readers who use no pointer, and no other code is loaded.
 */
export function Annotations({ item, page, marks, open }: Props) {
  const [text, setText] = useState<HTMLElement | null>(null);
  const [isRequested, setRequested] = useState(false);
  /** The selection to comment on while the code for it is loading. */
  const [pending, setPending] = useState<Range | null>(null);
  const [isReady, setReady] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  useEffect(() => setText(page.current?.querySelector<HTMLElement>('.text.prose') ?? null), [page]);
  useEffect(() => {
    if (isRequested) return undefined;
    // The reader may have selected words before this script arrived.
    if (location.search.includes('from=') || hasSelection()) setRequested(true);
    const select = () => {
      if (hasSelection()) setRequested(true);
    };
    document.addEventListener('selectionchange', select);
    return () => document.removeEventListener('selectionchange', select);
  }, [isRequested]);
  // The loaded code listens itself.
  useEffect(() => {
    if (isReady) return undefined;
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyM') return;
      setRequested(true);
      if (!hasSelection()) setChoosing(true);
      else {
        // Typing ahead moves the focus, and with it the selection.
        setPending(getSelection()?.getRangeAt(0).cloneRange() ?? null);
        typeAhead();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isReady]);
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
            pending={pending}
            onReady={() => {
              setReady(true);
              setPending(null);
            }}
            isChoosing={isChoosing}
            onChoosing={setChoosing}
          />
        </Suspense>
      )}
    </>
  );
}
