/** A clip as the learning space shows it: the same shape for real data and for the demo. */
export type Clip = {
  id: string;
  title: string;
  description: string | null;
  /** SHORTS when true, FULL when false. */
  isShort: boolean;
  videoUrl: string;
  /** Second of the video that its still shows. */
  thumbnailSeconds: number;
  durationSeconds: number | null;
  /** Where 'Go To Course →' leads. */
  item: { title: string; permalink: string };
  likes: Counter;
  shares: Counter;
  isBookmarked: boolean;
  commentsCount: number;
  /** Where the comment control leads; null when nobody has written yet. */
  discussionId: string | null;
  /** Second at which the signed-in person stopped; null when not known. */
  positionSeconds: number | null;
};

/** A public count, and whether the reader is part of it. */
export type Counter = { count: number; isOn: boolean };

/** What a person can switch on a clip. */
export type ClipAction = 'like' | 'bookmark' | 'share';

/** SHORTS or FULL (A §4). */
export type ClipMode = 'SHORTS' | 'FULL';

/** How many clips of each mode there are in all. */
export type ClipTotals = { shorts: number; full: number };

/** Clips of a page (A §9). */
export const pageSize = 30;

/** The mode of a clip. */
export function modeOf(clip: Pick<Clip, 'isShort'>): ClipMode {
  return clip.isShort ? 'SHORTS' : 'FULL';
}

/** The mode to start in: the one with more clips in all; SHORTS in a tie (CLIP-03). */
export function startMode(totals: ClipTotals): ClipMode {
  return totals.full > totals.shorts ? 'FULL' : 'SHORTS';
}

/** The list in rows of three: the grid's chunks (A §9). */
export function chunkIntoRows<TItem>(items: readonly TItem[], columns = 3): TItem[][] {
  const rows: TItem[][] = [];
  for (let start = 0; start < items.length; start += columns) rows.push(items.slice(start, start + columns));
  return rows;
}

/** Whether the reader has liked, shared or bookmarked the clip. */
export function isActionOn(clip: Clip, action: ClipAction): boolean {
  switch (action) {
    case 'like':
      return clip.likes.isOn;
    case 'share':
      return clip.shares.isOn;
    case 'bookmark':
      return clip.isBookmarked;
  }
}

/** The clip with an action set: what the page shows while the request runs. Setting the state that it has changes nothing. */
export function withAction(clip: Clip, action: ClipAction, isOn: boolean): Clip {
  if (isActionOn(clip, action) === isOn) return clip;
  switch (action) {
    case 'like':
      return { ...clip, likes: counted(clip.likes, isOn) };
    case 'share':
      return { ...clip, shares: counted(clip.shares, isOn) };
    case 'bookmark':
      return { ...clip, isBookmarked: isOn };
  }
}

function counted({ count }: Counter, isOn: boolean): Counter {
  return { isOn, count: Math.max(0, count + (isOn ? 1 : -1)) };
}
