import { type RefObject, Suspense, useCallback, useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { OpenDiscussions } from './annotation-layer.tsx';
import styles from './annotations.module.css';
import type { EarlyComment } from './early-comment.ts';
import type { Mark, MarkedItem, NoteMark } from './mark.ts';
import { isNoteKey, selectionIn } from './selection-in.ts';
import type { NoteHost } from './note-actions.ts';

const AnnotationLayer = lazyComponent(() => import('./annotation-layer.tsx').then((module) => module.AnnotationLayer));

const hasSelection = () => getSelection()?.isCollapsed === false;

type Props = {
  item: MarkedItem;
  /** The element around the text. */
  page: RefObject<HTMLElement | null>;
  marks: readonly Mark[];
  notes: readonly NoteMark[];
  open: OpenDiscussions;
  /** What the page does with notes; null for visitors. */
  noteHost: NoteHost | null;
  /** The comment that was begun with the keys while code was loading. */
  early: EarlyComment | null;
  /** Called when the loaded code has taken it, and listens to the keys. */
  onListening: () => void;
};

/**
 * Comments and notes on the text; render it before the text. Until there are highlights or the reader selects text, it is only a button for readers
 * who use no pointer, and no other code is loaded.
 */
export function Annotations({ item, page, marks, notes, open, noteHost, early, onListening }: Props) {
  const [text, setText] = useState<HTMLElement | null>(null);
  const [isRequested, setRequested] = useState(false);
  const [choosing, setChoosing] = useState<'Comment' | 'Note' | null>(null);
  const [pendingNote, setPendingNote] = useState<Range | null>(null);
  const takeNote = useCallback(() => setPendingNote(null), []);
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
    if (early.range === null) setChoosing('Comment');
  }, [early]);
  useEffect(() => {
    if (noteHost === null || text === null) return undefined;
    const press = (event: KeyboardEvent) => {
      if (!isNoteKey(event)) return;
      event.preventDefault();
      const range = selectionIn(text);
      setRequested(true);
      if (range === null) setChoosing('Note');
      else setPendingNote(range);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [noteHost, text]);
  const choose = (verb: 'Comment' | 'Note') => {
    setRequested(true);
    setChoosing(verb);
  };
  return (
    <>
      <button type="button" className={styles.choose} onClick={() => choose('Comment')}>
        Comment on a paragraph
      </button>
      {noteHost !== null && (
        <button type="button" className={styles.choose} onClick={() => choose('Note')}>
          Write a note on a paragraph
        </button>
      )}
      {text !== null && (isRequested || [...marks, ...notes].some(({ quote }) => quote !== null)) && (
        <Suspense>
          <AnnotationLayer
            item={item}
            text={text}
            marks={marks}
            notes={notes}
            open={open}
            noteHost={noteHost}
            pending={early?.range ?? null}
            onReady={onListening}
            pendingNote={pendingNote}
            onNoteTaken={takeNote}
            choosing={choosing}
            onChoosing={setChoosing}
          />
        </Suspense>
      )}
    </>
  );
}
