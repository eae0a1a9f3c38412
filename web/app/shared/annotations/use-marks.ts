import { useCallback, useEffect, useState } from 'react';
import { requestDocument } from '../request-document.ts';
import { MarksDocument } from './annotation-documents.ts';
import type { Mark, MarkedItem } from './mark.ts';

/** At most this many pages of 100 are loaded. */
const maxPages = 5;

const none: readonly Mark[] = [];

/**
 * Loads the discussions that are attached to passages or seconds of an item. They're loaded after the page, as the signed-in user, because
 * the page itself is cached for everyone. Empty without an item or when the request fails. Another `version` loads them again.
 */
export function useMarks(item: MarkedItem | null, version = 0): { marks: readonly Mark[]; reload: () => void } {
  const [marks, setMarks] = useState(none);
  const [count, setCount] = useState(0);
  const { kind, id } = item ?? {};
  const reload = useCallback(() => setCount((current) => current + 1), []);
  useEffect(() => {
    if (kind === undefined || id === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    loadMarks({ kind, id }, signal).then(
      setMarks,
      (error: unknown) => signal.aborted || console.warn('We couldn’t load the highlights.', error),
    );
    return () => leaving.abort();
  }, [kind, id, count, version]);
  return { marks, reload };
}

async function loadMarks({ kind, id }: MarkedItem, signal: AbortSignal): Promise<readonly Mark[]> {
  const marks: Mark[] = [];
  const item = { lessonId: null, articleId: null, clipId: null, [`${kind}Id`]: id };
  let after: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const { discussionMarks }: Awaited<ReturnType<typeof requestMarks>> = await requestMarks(item, after, signal);
    for (const {
      discussionId,
      timecodeStart,
      blockId,
      occurrence,
      words,
      isOrphaned,
      commentsCount,
      authorName,
      excerpt,
    } of discussionMarks.nodes) {
      const quote = blockId === null || isOrphaned ? null : { blockId, text: words ?? '', occurrence: occurrence ?? 0 };
      marks.push({ discussionId, second: timecodeStart, quote, commentsCount, authorName: authorName ?? 'Someone', excerpt });
    }
    after = discussionMarks.pageInfo.endCursor;
    if (!discussionMarks.pageInfo.hasNextPage) break;
  }
  return marks;
}

function requestMarks(
  item: { lessonId: string | null; articleId: string | null; clipId: string | null },
  after: string | null,
  signal: AbortSignal,
) {
  return requestDocument(MarksDocument, { ...item, after }, { signal });
}
