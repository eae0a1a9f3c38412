import { useCallback, useEffect, useState } from 'react';
import { showIfOffline } from '../../shared/connection.ts';
import { takeOwn } from '../../shared/own/take-own.ts';
import { usePageFacts } from '../../shared/page-facts.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { useViewer } from '../../shared/viewer.tsx';
import { MarkCompletedDocument, type PathProgress, PathProgressDocument, type SentPath } from './path-documents.ts';
import type { PathFacts, PathStep } from './path-facts.ts';

/** The reader's progress on this page; `progress` is null for a visitor, and until it's loaded. */
export type OwnPathState = {
  progress: PathProgress | null;
  isMember: boolean;
  isKnown: boolean;
  /** Marks an article or a clip as completed, or undoes that. Resolves to false if that failed. */
  mark: (step: PathStep, isCompleted: boolean) => Promise<boolean>;
};

/** Loads the signed-in reader's progress after the page, unless it was sent with it. */
export function usePathProgress({ id, slug }: Pick<PathFacts, 'id' | 'slug'>): OwnPathState {
  const { viewer, isKnown } = useViewer();
  const userId = viewer?.id ?? null;
  const of = `${id} ${userId}`;
  const [state, setState] = useState<{ of: string; progress: PathProgress | null } | null>(null);
  const { own: sent } = usePageFacts();
  const load = useCallback(async () => {
    const { learningPathBySlug: path } = await requestDocument(PathProgressDocument, { slug });
    setState({ of, progress: path?.progress ?? null });
  }, [slug, of]);
  useEffect(() => {
    if (userId === null) return;
    const path = sent?.viewer.id === userId ? (takeOwn(sent, 'path') as SentPath | null) : null;
    if (path?.id === id) return setState({ of, progress: path.progress });
    load().catch((error: unknown) => {
      // Without a response, the page stays as a visitor sees it.
      console.warn('We couldn’t load your progress.', error);
      setState({ of, progress: null });
    });
  }, [userId, id, sent, load, of]);
  const mark = useCallback(
    async ({ kind, markId }: PathStep, isCompleted: boolean) => {
      try {
        const ids = { articleId: kind === 'article' ? markId : null, clipId: kind === 'clip' ? markId : null };
        await requestDocument(MarkCompletedDocument, { ...ids, isCompleted });
        await load();
        return true;
      } catch (error) {
        console.error('We couldn’t save your progress.', error);
        showIfOffline();
        return false;
      }
    },
    [load],
  );
  const isCurrent = state?.of === of;
  return {
    progress: isCurrent ? state.progress : null,
    isMember: userId !== null,
    isKnown: isKnown && (userId === null || isCurrent),
    mark,
  };
}
