import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { ApiError } from '../../shared/graphql-document.ts';
import { requestDocument, sendDocument } from '../../shared/request-document.ts';
import { subscribeTabs, notifyTabs } from '../../shared/browser-tabs.ts';
import type { DiscussionTarget } from '../../shared/discussions/discussion.ts';
import { SetLessonCompletedDocument } from '../../shared/outbox/completion-document.ts';
import { doneEntryId } from '../../shared/outbox/outbox-entry.ts';
import { keepForLater, useOutbox } from '../../shared/outbox/use-outbox.ts';
import { joinRanges } from './join-ranges.ts';
import { SaveProgressDocument, type ProgressNode } from './lesson-documents.ts';
import { isEmpty, storeUnsent, mergeGathered, noProgress, readUnsent, unsentLessons, type Gathered } from './unsent-progress.ts';
import { watchBlocks } from '../../shared/reading/watch-blocks.ts';

/** How often progress is sent, in milliseconds. */
const sendEveryMs = 15_000;

/**
 * Records what a signed-in reader watches and reads on this page, and sends it a few times a minute, on pause, and by a beacon when the
 * page is hidden or closed. Progress that the server hasn't confirmed is stored in this browser and sent with the next request, on any
 * lesson's page, and when the connection is back.
 *
 * @param page the element that contains the video and the text
 * @param userId null for a visitor, for whom nothing is recorded
 */
export function useProgress(
  page: RefObject<HTMLElement | null>,
  { target, userId, start }: { target: DiscussionTarget; userId: string | null; start: ProgressNode | null },
) {
  const { id } = target;
  const [progress, setProgress] = useState(start);
  const [lastStart, setLastStart] = useState(start);
  // What belongs to the reader of a copy is known after hydration.
  if (start !== lastStart) {
    setLastStart(start);
    setProgress(start);
  }
  const waiting = useWaitingDone(id, setProgress);
  const gathered = useRef<Gathered>(noProgress);
  /** What was watched on this page, because a video that is reloaded, for example with a new access token, loses its played ranges. */
  const watchedRanges = useRef<number[]>([]);
  /** The part of it that was sent. */
  const sentWatched = useRef('');

  /** Returns everything to send now; null when there is nothing. It's stored in this browser from here on. */
  const take = useCallback(
    (element: HTMLElement | null, me: string): Gathered | null => {
      watchedRanges.current = joinRanges([...watchedRanges.current, ...playedOf(element)]);
      const watched = watchedRanges.current.join() === sentWatched.current ? [] : watchedRanges.current;
      const current = { ...noProgress, watched, positionSeconds: watched.length > 0 ? secondOf(element) : null };
      const unsent = mergeGathered(readUnsent(me, id), mergeGathered(gathered.current, current));
      gathered.current = noProgress;
      if (isEmpty(unsent)) return null;
      sentWatched.current = watchedRanges.current.join();
      storeUnsent(me, id, unsent);
      return unsent;
    },
    [id],
  );

  useEffect(() => {
    if (userId === null) return undefined;
    const element = page.current;
    const send = async () => {
      const pending = take(element, userId);
      if (pending === null) return;
      const saved = await save(userId, id, pending);
      if (saved) setProgress(saved);
    };
    let isBegun = false;
    const stopReading = watchBlocks(element, {
      read: (readBlockIds) => {
        gathered.current = mergeGathered(gathered.current, { ...noProgress, readBlockIds });
      },
      position: (blockId) => {
        gathered.current = mergeGathered(gathered.current, { ...noProgress, blockId });
        // The server measures reading time from the first report.
        if (!isBegun) void send();
        isBegun = true;
      },
    });
    const sendOthers = () => {
      for (const lessonId of unsentLessons(userId)) if (lessonId !== id) void save(userId, lessonId, readUnsent(userId, lessonId));
    };
    const leave = () => {
      const pending = take(element, userId);
      if (pending !== null) sendDocument(SaveProgressDocument, { lessonId: id, ...pending });
    };
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    const pause = () => void send();
    const watch = () => {
      watchedRanges.current = joinRanges([...watchedRanges.current, ...playedOf(element)]);
    };
    const comeBack = () => {
      void send();
      sendOthers();
    };
    const timer = setInterval(() => void send(), sendEveryMs);
    sendOthers();
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', leave);
    addEventListener('online', comeBack);
    element?.addEventListener('timeupdate', watch, true);
    element?.addEventListener('pause', pause, true);
    element?.addEventListener('ended', pause, true);
    return () => {
      stopReading();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', leave);
      removeEventListener('online', comeBack);
      element?.removeEventListener('timeupdate', watch, true);
      element?.removeEventListener('pause', pause, true);
      element?.removeEventListener('ended', pause, true);
      leave();
    };
  }, [userId, page, id, take]);

  const storePosition = useCallback((positionSeconds: number) => {
    gathered.current = mergeGathered(gathered.current, { ...noProgress, positionSeconds });
  }, []);
  const isWaiting = waiting !== null;
  const setCompleted = useCallback(
    async (isCompleted: boolean) => {
      const later = { id: doneEntryId(id), page: target, action: { kind: 'done', lessonId: id, isCompleted } } as const;
      // What waits would be sent after this, so this waits behind it.
      if (isWaiting && (await keepForLater(null, later))) return;
      try {
        const { setLessonCompleted } = await requestDocument(SetLessonCompletedDocument, { lessonId: id, isCompleted });
        if (setLessonCompleted?.lessonProgress) setProgress(setLessonCompleted.lessonProgress);
        notifyTabs({ kind: 'lesson', lessonId: id, isCompleted });
      } catch (error) {
        if (!(await keepForLater(error, later))) throw error;
      }
    },
    [id, target, isWaiting],
  );
  useEffect(
    () =>
      subscribeTabs((message) => {
        if (message.kind !== 'lesson' || message.lessonId !== id) return;
        setProgress((now) => now && { ...now, isCompleted: message.isCompleted });
      }),
    [id],
  );
  return { progress: waiting === null ? progress : markedAs(progress, waiting), isWaiting, storePosition, setCompleted };
}

/** Returns what the reader set “Done” to while it waits to be sent; null if nothing waits. Once it was sent, it becomes their progress. */
function useWaitingDone(id: string, setProgress: (change: (now: ProgressNode | null) => ProgressNode | null) => void): boolean | null {
  const entry = useOutbox().find((one) => one.id === doneEntryId(id));
  const waiting = entry?.refusal === null && entry.action.kind === 'done' ? entry.action.isCompleted : null;
  const [last, setLast] = useState(waiting);
  if (waiting !== last) {
    setLast(waiting);
    if (entry === undefined && last !== null) setProgress((now) => markedAs(now, last));
  }
  return waiting;
}

function markedAs(progress: ProgressNode | null, isCompleted: boolean): ProgressNode | null {
  return progress && { ...progress, isCompleted, reason: isCompleted ? 'BY_HAND' : null };
}

/** Sends progress, and removes it once it has arrived or can't ever. Resolves to null when it didn't arrive. */
async function save(userId: string, lessonId: string, unsent: Gathered): Promise<ProgressNode | null> {
  try {
    const { saveProgress } = await requestDocument(SaveProgressDocument, { lessonId, ...unsent });
    storeUnsent(userId, lessonId, null);
    return saveProgress?.lessonProgress ?? null;
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'BAD_INPUT')) storeUnsent(userId, lessonId, null);
    console.warn('We couldn’t save your progress.', error);
    return null;
  }
}

/** Returns the position of the video; 0 when it has ended, null without one. */
function secondOf(page: HTMLElement | null): number | null {
  const video = page?.querySelector('video');
  return video ? (video.ended ? 0 : Math.floor(video.currentTime)) : null;
}

/** Returns the ranges of this page's video that were played, in whole seconds. */
function playedOf(page: HTMLElement | null): number[] {
  const played = page?.querySelector('video')?.played;
  if (!played) return [];
  return joinRanges(Array.from({ length: played.length }, (_, at) => [Math.floor(played.start(at)), Math.ceil(played.end(at))]).flat());
}
