import { useCallback, useEffect, useState } from 'react';
import type { MarksQuery } from '../../../.documents/graphql.ts';
import { requestDocument } from '../request-document.ts';
import { MarksDocument } from './annotation-documents.ts';
import type { Mark, MarkedItem, NoteMark } from './mark.ts';

/** At most this many pages of 100 are loaded. */
const maxPages = 5;

/** What is attached to the passages and seconds of an item. */
type Marks = { readonly marks: readonly Mark[]; readonly notes: readonly NoteMark[] };

const none: Marks = { marks: [], notes: [] };

/**
 * Loads the discussions that are attached to passages or seconds of an item, and the reader's notes. They're loaded after the page, as the
 * signed-in user, because the page itself is cached for everyone. Empty without an item or when the request fails. Another `version` loads
 * them again.
 */
export function useMarks(item: MarkedItem | null, version = 0): Marks & { reload: () => void } {
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
  return { ...marks, reload };
}

async function loadMarks({ kind, id }: MarkedItem, signal: AbortSignal): Promise<Marks> {
  const marks: Mark[] = [];
  const notes: NoteMark[] = [];
  const item = { lessonId: null, articleId: null, clipId: null, [`${kind}Id`]: id, hasNotes: kind !== 'clip' };
  let after: string | null = null;
  let notesAfter: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const { discussionMarks, noteMarks }: MarksQuery = await requestDocument(MarksDocument, { ...item, after, notesAfter }, { signal });
    for (const { discussionId, timecodeStart, commentsCount, authorName, excerpt, isOrphaned, ...passage } of discussionMarks.nodes)
      marks.push({
        discussionId,
        second: timecodeStart,
        quote: isOrphaned ? null : quoteOf(passage),
        commentsCount,
        authorName: authorName ?? 'Someone',
        excerpt,
      });
    for (const { id: noteId, second, excerpt, ...passage } of noteMarks?.nodes ?? [])
      notes.push({ noteId, second, quote: quoteOf(passage), excerpt });
    after = discussionMarks.pageInfo.endCursor ?? after;
    notesAfter = noteMarks?.pageInfo.endCursor ?? notesAfter;
    if (!discussionMarks.pageInfo.hasNextPage && noteMarks?.pageInfo.hasNextPage !== true) break;
  }
  return { marks, notes };
}

type Passage = { blockId: string | null; occurrence: number | null; words: string | null };

function quoteOf({ blockId, occurrence, words }: Passage): Mark['quote'] {
  return blockId === null ? null : { blockId, text: words ?? '', occurrence: occurrence ?? 0 };
}
