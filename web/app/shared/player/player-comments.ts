import type { OpenRequest } from '../discussions/open-request.ts';

/** A discussion about a second of the video. */
export type SeekMark = { discussionId: string; second: number; commentsCount: number; excerpt: string };

/** What a page with discussions passes to the player. */
export type PlayerComments = {
  marks: readonly SeekMark[];
  /** Opens a discussion; the player has already seeked to its second. */
  onOpen: (discussionId: string) => void;
  /** Starts a comment on a second. */
  onComment: (second: number) => void;
};

/** A clip whose discussions the player loads itself. */
export type ClipSeconds = {
  id: string;
  /** The number of comments; when it changes, the markers are loaded again. */
  count: number;
  open: (request: OpenRequest) => void;
};

/** Markers that share a position on the seek bar. */
export type SeekGroup = { marks: readonly SeekMark[]; second: number; lastSecond: number };

/** Sorts markers and groups those nearer than `widthPx` to the first of a group, on a bar of this length. */
export function groupSeekMarks(
  marks: readonly SeekMark[],
  durationSeconds: number,
  lengthPx: number,
  widthPx: number,
): readonly SeekGroup[] {
  const groups: { marks: SeekMark[]; second: number; lastSecond: number }[] = [];
  for (const mark of marks.toSorted((a, b) => a.second - b.second)) {
    const group = groups.at(-1);
    const isNear = group !== undefined && ((mark.second - group.second) / durationSeconds) * lengthPx < widthPx;
    if (isNear) {
      group.marks.push(mark);
      group.lastSecond = mark.second;
    } else groups.push({ marks: [mark], second: mark.second, lastSecond: mark.second });
  }
  return groups;
}
