/** A clip as the learning space shows it; the same type for real data and for the demo. */
export type Clip = {
  id: string;
  title: string;
  description: string | null;
  /** SHORTS when true, FULL when false. */
  isShort: boolean;
  videoUrl: string;
  /** The second of the video that the thumbnail shows. */
  thumbnailSeconds: number;
  durationSeconds: number | null;
  /** The target of 'Go To Course →'. */
  item: { title: string; permalink: string };
  likes: Counter;
  shares: Counter;
  isBookmarked: boolean;
  commentsCount: number;
  /** The discussion that the comment control opens; null when there are no comments. */
  discussionId: string | null;
  /** The second at which the signed-in user stopped; null when unknown. */
  positionSeconds: number | null;
};

/** A public count, and whether the reader is included in it. */
export type Counter = { count: number; isOn: boolean };

/** The actions that a user can toggle on a clip. */
export type ClipAction = 'like' | 'bookmark' | 'share';

/** SHORTS or FULL (A §4). */
export type ClipMode = 'SHORTS' | 'FULL';

/** The total number of clips in each mode. */
export type ClipTotals = { shorts: number; full: number };

/** The number of clips per page (A §9). */
export const pageSize = 30;

/** Returns the mode of a clip. */
export function modeOf(clip: Pick<Clip, 'isShort'>): ClipMode {
  return clip.isShort ? 'SHORTS' : 'FULL';
}

/** Returns the initial mode: the one with more clips; SHORTS in a tie (CLIP-03). */
export function startMode(totals: ClipTotals): ClipMode {
  return totals.full > totals.shorts ? 'FULL' : 'SHORTS';
}

/** Splits the list into rows of three for the grid (A §9). */
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

/** Returns the clip with an action set, as shown while the request runs. Setting the current state changes nothing. */
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
