import { useEffect, useState, type RefObject } from 'react';
import { showToast } from '../../shared/toast/show-toast.ts';
import type { LessonFacts } from './lesson-facts.ts';

/** Nearer to the top than so many lines there is nothing to go back to. */
const fewLines = 3;

/**
 * Brings the reader of a chapter to the paragraph where they stopped, also on another device: when the page is opened at its top, without
 * a place in its address, and is not done.
 */
export function useResumeReading(page: RefObject<HTMLElement | null>, { kind, progress, startAt }: LessonFacts): void {
  // Of the moment the page was opened: it changes while one reads.
  const [blockId] = useState(kind === 'chapter' && !progress?.isCompleted && startAt === null ? (progress?.blockId ?? null) : null);
  useEffect(() => {
    const element = page.current;
    if (blockId === null || element === null || location.hash !== '') return undefined;
    const resume = () => {
      const block = element.querySelector(`#b-${CSS.escape(blockId)}`);
      if (!block) return false;
      const line = Number(block.querySelector('.b__n')?.textContent ?? 0);
      if (line > fewLines && scrollY < 10) {
        block.scrollIntoView();
        void showToast(`You left off at line ${line}`);
      }
      return true;
    };
    // The router sets the page to its top first; and a text that is made in the browser comes later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => resume() && changes.disconnect());
    });
    const changes = new MutationObserver(() => resume() && changes.disconnect());
    const text = element.querySelector('.text.prose');
    if (text) changes.observe(text, { childList: true });
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
    };
  }, [page, blockId]);
}
