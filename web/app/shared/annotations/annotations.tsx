import { type RefObject, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { OpenDiscussions } from './annotation-layer.tsx';
import styles from './annotations.module.css';
import type { Mark, MarkedItem } from './mark.ts';

const AnnotationLayer = lazyComponent(() => import('./annotation-layer.tsx').then((module) => module.AnnotationLayer));

type Props = {
  item: MarkedItem;
  /** Around the text. */
  page: RefObject<HTMLElement | null>;
  marks: readonly Mark[];
  open: OpenDiscussions;
};

/**
 * Comments on words of a text: put it before the text. Until there are marks, or somebody selects words, it is a button for those
 * who use no pointer, and nothing else is loaded.
 */
export function Annotations({ item, page, marks, open }: Props) {
  const [text, setText] = useState<HTMLElement | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  useEffect(() => setText(page.current?.querySelector<HTMLElement>('.text.prose') ?? null), [page]);
  useEffect(() => {
    if (isAsked) return undefined;
    if (location.search.includes('from=')) setAsked(true);
    const ask = (event: Event) => {
      const isKey = event instanceof KeyboardEvent && event.altKey && event.code === 'KeyM';
      if (isKey && getSelection()?.isCollapsed !== false) setChoosing(true);
      if (isKey || getSelection()?.isCollapsed === false) setAsked(true);
    };
    document.addEventListener('selectionchange', ask);
    document.addEventListener('keydown', ask);
    return () => {
      document.removeEventListener('selectionchange', ask);
      document.removeEventListener('keydown', ask);
    };
  }, [isAsked]);
  return (
    <>
      <button
        type="button"
        className={styles.choose}
        onClick={() => {
          setAsked(true);
          setChoosing(true);
        }}
      >
        Comment on a paragraph
      </button>
      {text !== null && (isAsked || marks.some(({ quote }) => quote !== null)) && (
        <Suspense>
          <AnnotationLayer item={item} text={text} marks={marks} open={open} isChoosing={isChoosing} onChoosing={setChoosing} />
        </Suspense>
      )}
    </>
  );
}
