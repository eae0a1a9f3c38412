import { useCallback, useEffect, useRef, useState } from 'react';
import { showIfOffline } from '../../shared/connection.ts';
import { requestDocument, requestPublicDocument } from '../../shared/request-document.ts';
import { type Clip, type ClipAction, isActionOn, pageSize, withAction } from '../../shared/learning-space/clip.ts';
import { subscribeTabs, notifyTabs } from '../../shared/browser-tabs.ts';
import { useSavedState } from '../../shared/saved-state.ts';
import { type More, useMore } from '../../shared/use-more.ts';
import {
  ClipDocument,
  ClipListDocument,
  type ClipPage,
  ClipsDocument,
  ClipStatesDocument,
  clipOf,
  clipPageOf,
  SaveClipPositionDocument,
  ToggleBookmarkDocument,
  ToggleLikeDocument,
  ToggleShareDocument,
  type ToggleVariables,
  withStates,
} from './clip-documents.ts';

/** Sets a like, bookmark or share. Resolves to whether it's on now; null when the API returned no state. */
async function runToggle(action: ClipAction, variables: ToggleVariables): Promise<boolean | null> {
  switch (action) {
    case 'like':
      return (await requestDocument(ToggleLikeDocument, variables)).toggleLike?.like?.enabled ?? null;
    case 'bookmark':
      return (await requestDocument(ToggleBookmarkDocument, variables)).toggleBookmark?.bookmark?.enabled ?? null;
    case 'share':
      return (await requestDocument(ToggleShareDocument, variables)).toggleShare?.share?.enabled ?? null;
  }
}

async function fetchClip(id: string): Promise<Clip | null> {
  const { clipById } = await requestDocument(ClipDocument, { id });
  return clipById === null ? null : clipOf(clipById);
}

/** Fetches a page of the public list. */
async function fetchPage(offset: number, first: number): Promise<ClipPage> {
  return clipPageOf(await requestPublicDocument(ClipListDocument, { first, offset }));
}

function reportStatesFailure(error: unknown): void {
  console.error('We couldn’t load your likes and bookmarks.', error);
}

/** The number of clips per request when loaded pages are fetched again: the API's largest page, in whole pages. */
const refetchSize = pageSize * 3;

/** The loaded clips and the actions on them. */
export type ClipList = {
  clips: Clip[];
  /** The next page; null when every clip is loaded. */
  more: More | null;
  toggle: (clip: Clip, action: ClipAction) => Promise<boolean | null>;
  pending: ReadonlySet<string>;
  savePosition: (clip: Clip, seconds: number) => void;
  /** Fetches a clip again after its comments changed. */
  refresh: (clip: Clip) => void;
  /** A clip outside the loaded pages, which has its own state here. */
  opened: Clip | null;
};

type Options = {
  first: ClipPage;
  /** The clip in the URL, as the page was loaded with it; a new object for each load. */
  opened: Clip | null;
  /** The ID of the signed-in user; null for a visitor, undefined while unknown. */
  viewerId: string | null | undefined;
};

/**
 * Manages the list of the learning space: pages of 30 whose offset is the number already loaded (CLIP-01), and optimistic toggles that are
 * fetched again afterward and rolled back when they fail (CLIP-05).
 */
export function useClipList({ first, opened: openedAtFirst, viewerId }: Options): ClipList {
  const [page, setPage] = useSavedState('clips', first, viewerId);
  const [opened, setOpened] = useState(openedAtFirst);
  const [lastOpened, setLastOpened] = useState(openedAtFirst);
  if (openedAtFirst !== lastOpened) {
    // Another URL was opened without leaving the page.
    setLastOpened(openedAtFirst);
    setOpened(openedAtFirst);
  }
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const busy = useRef(new Set<string>());
  const loaded = useRef(first.clips.length);
  loaded.current = page.clips.length;
  /** Incremented by every toggle and every refetch: responses to earlier requests are ignored. */
  const version = useRef(0);
  /** The number of running requests. */
  const loading = useRef(0);
  const count = useCallback(async (work: Promise<void>) => {
    loading.current++;
    await work.finally(() => loading.current--);
  }, []);

  /** Adds the reader's state to clips that are already shown. */
  const loadStates = useCallback(
    async (clips: readonly Clip[]) => {
      if (typeof viewerId !== 'string' || clips.length === 0) return;
      const requestVersion = version.current;
      const states = await requestDocument(ClipStatesDocument, { clipIds: clips.map(({ id }) => id) });
      // A toggle since then makes this response outdated; the refetch after it covers everything loaded.
      if (requestVersion === version.current) setPage((current) => ({ ...current, clips: withStates(current.clips, states) }));
    },
    [setPage, viewerId],
  );

  const loadMore = useCallback(async () => {
    const next = await fetchPage(loaded.current, pageSize);
    setPage((now) => ({ clips: appended(now.clips, next.clips), hasMore: next.hasMore }));
    count(loadStates(next.clips)).catch(reportStatesFailure);
  }, [setPage, loadStates, count]);
  const more = useMore('More clips', loadMore, { list: 'clips', count: page.clips.length, hasMore: page.hasMore });

  const refetch = useCallback(async () => {
    const requestVersion = ++version.current;
    const offsets = Array.from({ length: Math.max(1, Math.ceil(loaded.current / refetchSize)) }, (_, index) => index * refetchSize);
    const count = Math.max(loaded.current, pageSize);
    const pages = await Promise.all(
      offsets.map(async (offset) => {
        const first = Math.min(refetchSize, count - offset);
        return clipPageOf(await requestDocument(ClipsDocument, { first, offset, userId: viewerId ?? null }));
      }),
    );
    const loadedClips = pages.flatMap((part) => part.clips);
    // A toggle since then makes this response outdated; the next one is on its way.
    if (requestVersion !== version.current) return;
    // Pages loaded meanwhile stay; clips that were fetched again are replaced in their positions.
    setPage((current) => ({
      clips: appended(loadedClips, current.clips),
      hasMore: current.clips.length > loadedClips.length ? current.hasMore : (pages.at(-1)?.hasMore ?? false),
    }));
  }, [setPage, viewerId]);

  /** Loads the current first page, and then the reader's state: the page's HTML may be old. */
  const begin = useCallback(async () => {
    const requestVersion = version.current;
    const { clips } = await fetchPage(0, pageSize);
    if (requestVersion !== version.current) return;
    setPage((now) => ({ ...now, clips: appended(clips, now.clips) }));
    await loadStates(clips);
  }, [setPage, loadStates]);

  // The page's HTML is the same for everyone; the reader's state is loaded after it.
  useEffect(() => {
    if (typeof viewerId !== 'string') return;
    count(begin()).catch(reportStatesFailure);
    if (openedAtFirst !== null) {
      const requestVersion = version.current;
      fetchClip(openedAtFirst.id)
        // A toggle since then has its own response on the way.
        .then(
          (clip) =>
            clip !== null && requestVersion === version.current && setOpened((current) => (current?.id === clip.id ? clip : current)),
        )
        .catch((error: unknown) => console.error('We couldn’t reload the clip.', error));
    }
  }, [viewerId, begin, openedAtFirst, count]);

  const change = useCallback(
    (id: string, update: (clip: Clip) => Clip) => {
      setPage((current) => ({ ...current, clips: current.clips.map((clip) => (clip.id === id ? update(clip) : clip)) }));
      setOpened((current) => (current?.id === id ? update(current) : current));
    },
    [setPage],
  );

  /** Fetches a clip outside the loaded pages with its own request. */
  const refetchOpened = useCallback(
    async (clip: Clip) => {
      if (openedAtFirst?.id !== clip.id) return;
      const requestVersion = version.current;
      const loadedClip = await fetchClip(clip.id);
      if (loadedClip !== null && requestVersion === version.current) setOpened((now) => (now?.id === loadedClip.id ? loadedClip : now));
    },
    [openedAtFirst],
  );

  const toggle = useCallback(
    async (clip: Clip, action: ClipAction): Promise<boolean | null> => {
      const key = `${clip.id}:${action}`;
      if (busy.current.has(key)) return null;
      busy.current.add(key);
      setPending(new Set(busy.current));
      version.current++;
      // Based on what the user sees: if another tab has set it meanwhile, the toggle changes nothing.
      const isWanted = !isActionOn(clip, action);
      change(clip.id, (current) => withAction(current, action, isWanted));
      try {
        const isOn = await runToggle(action, { clipId: clip.id, userId: viewerId ?? null, enabled: isWanted });
        notifyTabs({ kind: 'clip', clipId: clip.id, action, isOn: isOn ?? isWanted });
        return isOn;
      } catch (error) {
        change(clip.id, (now) => withAction(now, action, !isWanted));
        console.error(`We couldn’t save the ${action}.`, error);
        showIfOffline();
        return null;
      } finally {
        busy.current.delete(key);
        setPending(new Set(busy.current));
        Promise.all([count(refetch()), refetchOpened(clip)]).catch((error: unknown) =>
          console.error('We couldn’t reload the clips.', error),
        );
      }
    },
    [change, count, refetch, refetchOpened, viewerId],
  );

  // Applies changes from another tab. A response that is on its way may be older, so it's ignored and requested again.
  useEffect(
    () =>
      subscribeTabs((message) => {
        if (message.kind !== 'clip') return;
        change(message.clipId, (now) => withAction(now, message.action, message.isOn));
        if (loading.current === 0) return;
        version.current++;
        count(refetch()).catch(reportStatesFailure);
      }),
    [change, count, refetch],
  );

  const refresh = useCallback(
    ({ id }: Clip) => {
      fetchClip(id)
        .then(
          (fresh) =>
            fresh !== null && change(id, (now) => ({ ...now, commentsCount: fresh.commentsCount, discussionId: fresh.discussionId })),
        )
        .catch((error: unknown) => console.error('We couldn’t reload the clip.', error));
    },
    [change],
  );

  const savePosition = useCallback(
    (clip: Clip, seconds: number) => {
      if (typeof viewerId !== 'string') return;
      change(clip.id, (now) => ({ ...now, positionSeconds: seconds }));
      requestDocument(SaveClipPositionDocument, { clipId: clip.id, positionSeconds: seconds }).catch((error: unknown) =>
        console.error('We couldn’t save your position.', error),
      );
    },
    [change, viewerId],
  );

  return { clips: page.clips, more: page.hasMore ? more : null, toggle, pending, savePosition, refresh, opened };
}

/** Returns the first list, followed by the clips that only the second has. */
function appended(clips: readonly Clip[], more: readonly Clip[]): Clip[] {
  const loadedIds = new Set(clips.map((clip) => clip.id));
  return [...clips, ...more.filter((clip) => !loadedIds.has(clip.id))];
}
