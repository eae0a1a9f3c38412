import { useCallback, useEffect, useRef, useState } from 'react';
import { sayIfOffline } from '../../shared/connection.ts';
import { requestDocument, requestPublicDocument } from '../../shared/request-document.ts';
import { type Clip, type ClipAction, isActionOn, pageSize, withAction } from '../../shared/learning-space/clip.ts';
import { subscribeTabs, tellTabs } from '../../shared/browser-tabs.ts';
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

/** Sets a like, bookmark or share, and returns whether it is on now; null when the API said nothing of the row. */
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

/** A page of the list, as everybody sees it. */
async function fetchPage(offset: number, first: number): Promise<ClipPage> {
  return clipPageOf(await requestPublicDocument(ClipListDocument, { first, offset }));
}

function tellOfStates(error: unknown): void {
  console.error('We couldn’t load your likes and bookmarks.', error);
}

/** Clips fetched at once when loaded pages are fetched again: the API's largest page, in whole pages. */
const refetchSize = pageSize * 3;

/** The loaded clips and everything that changes them. */
export type ClipList = {
  clips: Clip[];
  /** The next page; null when every clip is loaded. */
  more: More | null;
  toggle: (clip: Clip, action: ClipAction) => Promise<boolean | null>;
  pending: ReadonlySet<string>;
  savePosition: (clip: Clip, seconds: number) => void;
  /** Fetches a clip again, after its comments changed. */
  refresh: (clip: Clip) => void;
  /** A clip that is not among the loaded pages keeps its own state here. */
  opened: Clip | null;
};

type Options = {
  first: ClipPage;
  /** The clip of the URL, as the page was loaded with it; another object for each load. */
  opened: Clip | null;
  /** The signed-in person; null for a visitor, undefined while it is not known yet. */
  viewerId: string | null | undefined;
};

/**
 * Keeps the list of the learning space: pages of 30 whose offset is the number already loaded (CLIP-01),
 * and toggles that show at once, are refetched afterwards and go back to the earlier state when they fail (CLIP-05).
 */
export function useClipList({ first, opened: openedAtFirst, viewerId }: Options): ClipList {
  const [page, setPage] = useSavedState('clips', first, viewerId);
  const [opened, setOpened] = useState(openedAtFirst);
  const [lastOpened, setLastOpened] = useState(openedAtFirst);
  if (openedAtFirst !== lastOpened) {
    // Another URL has been opened without leaving the page.
    setLastOpened(openedAtFirst);
    setOpened(openedAtFirst);
  }
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const busy = useRef(new Set<string>());
  const loaded = useRef(first.clips.length);
  loaded.current = page.clips.length;
  /** Grows with every press and every refetch: an answer that is older than the last of them is dropped. */
  const version = useRef(0);
  /** How many answers are on their way. */
  const loading = useRef(0);
  const count = useCallback(async (work: Promise<void>) => {
    loading.current++;
    await work.finally(() => loading.current--);
  }, []);

  /** Adds what the reader did of these clips to those that are shown. */
  const loadStates = useCallback(
    async (clips: readonly Clip[]) => {
      if (typeof viewerId !== 'string' || clips.length === 0) return;
      const asked = version.current;
      const states = await requestDocument(ClipStatesDocument, { clipIds: clips.map(({ id }) => id) });
      // A press since then makes this answer old: the refetch after it has all that is loaded.
      if (asked === version.current) setPage((now) => ({ ...now, clips: withStates(now.clips, states) }));
    },
    [setPage, viewerId],
  );

  const loadMore = useCallback(async () => {
    const next = await fetchPage(loaded.current, pageSize);
    setPage((now) => ({ clips: appended(now.clips, next.clips), hasMore: next.hasMore }));
    count(loadStates(next.clips)).catch(tellOfStates);
  }, [setPage, loadStates, count]);
  const more = useMore('More clips', loadMore, { list: 'clips', count: page.clips.length, hasMore: page.hasMore });

  const refetch = useCallback(async () => {
    const asked = ++version.current;
    const offsets = Array.from({ length: Math.max(1, Math.ceil(loaded.current / refetchSize)) }, (_, index) => index * refetchSize);
    const count = Math.max(loaded.current, pageSize);
    const pages = await Promise.all(
      offsets.map(async (offset) => {
        const first = Math.min(refetchSize, count - offset);
        return clipPageOf(await requestDocument(ClipsDocument, { first, offset, userId: viewerId ?? null }));
      }),
    );
    const fresh = pages.flatMap((part) => part.clips);
    // A press since then makes this answer old: the one after it is on its way.
    if (asked !== version.current) return;
    // Pages that were loaded meanwhile stay; what came again is replaced in its place.
    setPage((now) => ({
      clips: appended(fresh, now.clips),
      hasMore: now.clips.length > fresh.length ? now.hasMore : (pages.at(-1)?.hasMore ?? false),
    }));
  }, [setPage, viewerId]);

  /** The first page as it is now, and then what is one's own of it: the page's HTML may have waited in a tab. */
  const begin = useCallback(async () => {
    const asked = version.current;
    const { clips } = await fetchPage(0, pageSize);
    if (asked !== version.current) return;
    setPage((now) => ({ ...now, clips: appended(clips, now.clips) }));
    await loadStates(clips);
  }, [setPage, loadStates]);

  // The page's HTML is the same for all; what is one's own comes after it.
  useEffect(() => {
    if (typeof viewerId !== 'string') return;
    count(begin()).catch(tellOfStates);
    if (openedAtFirst !== null) {
      const asked = version.current;
      fetchClip(openedAtFirst.id)
        // A press since then has an answer of its own on its way.
        .then((clip) => clip !== null && asked === version.current && setOpened((now) => (now?.id === clip.id ? clip : now)))
        .catch((error: unknown) => console.error('We couldn’t reload the clip.', error));
    }
  }, [viewerId, begin, openedAtFirst, count]);

  const change = useCallback(
    (id: string, turn: (clip: Clip) => Clip) => {
      setPage((now) => ({ ...now, clips: now.clips.map((clip) => (clip.id === id ? turn(clip) : clip)) }));
      setOpened((now) => (now?.id === id ? turn(now) : now));
    },
    [setPage],
  );

  /** A clip that is in no loaded page has its own answer. */
  const refetchOpened = useCallback(
    async (clip: Clip) => {
      if (openedAtFirst?.id !== clip.id) return;
      const asked = version.current;
      const fresh = await fetchClip(clip.id);
      if (fresh !== null && asked === version.current) setOpened((now) => (now?.id === fresh.id ? fresh : now));
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
      // What the user sees when they press: another tab may have set it meanwhile, and then the press changes nothing.
      const isWanted = !isActionOn(clip, action);
      change(clip.id, (now) => withAction(now, action, isWanted));
      try {
        const isOn = await runToggle(action, { clipId: clip.id, userId: viewerId ?? null, enabled: isWanted });
        tellTabs({ kind: 'clip', clipId: clip.id, action, isOn: isOn ?? isWanted });
        return isOn;
      } catch (error) {
        change(clip.id, (now) => withAction(now, action, !isWanted));
        console.error(`We couldn’t save the ${action}.`, error);
        sayIfOffline();
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

  // What another tab has set. An answer that is on its way here may be older: it's dropped, and requested again.
  useEffect(
    () =>
      subscribeTabs((message) => {
        if (message.kind !== 'clip') return;
        change(message.clipId, (now) => withAction(now, message.action, message.isOn));
        if (loading.current === 0) return;
        version.current++;
        count(refetch()).catch(tellOfStates);
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

/** The first list, then what the second has beyond it. */
function appended(clips: readonly Clip[], more: readonly Clip[]): Clip[] {
  const known = new Set(clips.map((clip) => clip.id));
  return [...clips, ...more.filter((clip) => !known.has(clip.id))];
}
