import { useEffect, useState, type RefObject } from 'react';
import { showToast } from '../../shared/toast/show-toast.ts';
import type { LessonFacts } from './lesson-facts.ts';

/** If the position is fewer lines from the top than this, the page doesn't scroll. */
const minLines = 3;

/**
 * Scrolls a chapter to the paragraph where the reader stopped, also on another device, when the page is opened at its top, without a
 * position in its URL, and isn't completed.
 */
export function useResumeReading(page: RefObject<HTMLElement | null>, { kind, progress, startAt, isCopy, userId }: LessonFacts): void {
  const isKnown = !isCopy || userId !== null;
  // The position when the page was opened: it changes while reading.
  const [opened, setOpened] = useState<{ blockId: string | null } | null>(null);
  const current = kind === 'chapter' && !progress?.isCompleted && startAt === null ? (progress?.blockId ?? null) : null;
  if (opened === null && isKnown) setOpened({ blockId: current });
  const blockId = opened?.blockId ?? null;
  useEffect(() => {
    const element = page.current;
    if (blockId === null || element === null || location.hash !== '') return undefined;
    const resume = () => {
      const block = element.querySelector(`#b-${CSS.escape(blockId)}`);
      if (!block) return false;
      const line = Number(block.querySelector('.b__n')?.textContent ?? 0);
      if (line > minLines && scrollY < 10) {
        block.scrollIntoView();
        void showToast(`You left off at line ${line}`);
      }
      return true;
    };
    // The router scrolls to the top first, and a text rendered in the browser arrives later.
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
