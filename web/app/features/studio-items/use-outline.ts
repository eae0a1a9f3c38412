import { useEffect, useRef, useState } from 'react';
import { outlineChanges } from './item-changes.ts';
import { positionOf, stepOf, withLessonAt, withSectionAt, type OutlinePosition, type Section } from './outline.ts';
import { explainRefusal, Refusal, sendChange } from './send-change.ts';

/** The outline as the page shows it, ahead of the server, and the functions that change it. */
export type OutlineMoves = {
  readonly outline: readonly Section[];
  /** The screen reader announcement of the last move. */
  readonly announcement: string;
  readonly failure: string | null;
  /** Runs a change that isn't a move, then reloads the page's data; resolves to true on success. */
  run: (change: () => Promise<unknown>, announcement: string) => Promise<boolean>;
  stepLesson: (id: string, step: -1 | 1) => void;
  placeLesson: (id: string, target: OutlinePosition) => void;
  moveSection: (id: string, position: number) => void;
};

/**
 * Moves items immediately and sends one move after the other; when one is refused, the page shows the server's state.
 *
 * @param reload loads the page's data again
 */
export function useOutline(loaded: readonly Section[], reload: () => Promise<void>): OutlineMoves {
  const [ahead, setAhead] = useState<readonly Section[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const focused = useRef<string | null>(null);
  const outline = ahead ?? loaded;

  // A moved line loses the focus, so the same button is focused again.
  useEffect(() => {
    if (focused.current === null || document.activeElement?.getAttribute('data-focus') === focused.current) return;
    document.querySelector<HTMLElement>(`[data-focus="${focused.current}"]`)?.focus();
  }, [outline]);

  // Only data loaded after the last change is shown; older data would undo it for a moment.
  useEffect(() => {
    if (waiting.current === 0) setAhead(null);
  }, [loaded]);

  const send = (change: () => Promise<unknown>): Promise<boolean> => {
    setFailure(null);
    waiting.current += 1;
    const finished = line.current.then(async () => {
      let isSaved = true;
      try {
        await change();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        isSaved = false;
        setFailure(Object.values(explainRefusal(error))[0] ?? null);
      }
      waiting.current -= 1;
      if (waiting.current === 0) await reload();
      return isSaved;
    });
    line.current = finished;
    return finished;
  };
  const run = async (change: () => Promise<unknown>, message: string) => {
    const isSaved = await send(change);
    if (isSaved) setAnnouncement(message);
    return isSaved;
  };
  const move = (next: readonly Section[], change: () => Promise<unknown>, message: string) => {
    focused.current = document.activeElement?.getAttribute('data-focus') ?? null;
    setAhead(next);
    setAnnouncement(message);
    void send(change);
  };
  const placeLesson = (id: string, target: OutlinePosition) => {
    const next = withLessonAt(outline, id, target);
    const section = next.find((one) => one.id === target.sectionId);
    const lesson = section?.lessons.find((one) => one.id === id);
    const { position } = positionOf(next, id) ?? target;
    if (!section || !lesson) return;
    const where = section.id === null ? 'before the first section' : `in “${section.title}”`;
    move(
      next,
      () => sendChange(outlineChanges.moveLesson, { id, sectionId: target.sectionId, position }),
      `“${lesson.title}” is now ${position} of ${section.lessons.length} ${where}.`,
    );
  };
  return {
    outline,
    announcement,
    failure,
    run,
    placeLesson,
    stepLesson(id, step) {
      const target = stepOf(outline, id, step);
      if (target) return placeLesson(id, target);
      setAnnouncement(step === 1 ? 'It’s already last.' : 'It’s already first.');
    },
    moveSection(id, position) {
      const sections = outline.length - 1;
      if (position < 1 || position > sections) return setAnnouncement(position < 1 ? 'It’s already first.' : 'It’s already last.');
      const title = outline.find((section) => section.id === id)?.title ?? '';
      const message = `Section “${title}” is now ${position} of ${sections}.`;
      move(withSectionAt(outline, id, position), () => sendChange(outlineChanges.moveSection, { id, position }), message);
    },
  };
}
