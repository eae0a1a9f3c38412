import { formatDuration } from '../format-duration.ts';
import type { OpenRequest } from '../discussions/open-request.ts';

/** A discussion about a second of the video, or a note of the reader. */
export type SeekMark = { second: number; excerpt: string } & ({ discussionId: string; commentsCount: number } | { noteId: string });

/** What a page with discussions passes to the player. */
export type PlayerComments = {
  marks: readonly SeekMark[];
  /** Opens a discussion or note; the player has already seeked to its second. */
  onOpen: (mark: SeekMark) => void;
  /** Starts a comment on a second. */
  onComment: (second: number) => void;
  /** Starts a note on a second; absent for visitors. */
  onNote?: (second: number) => void;
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

/** Returns '3 comments in 2 discussions and your note from 0:12 to 0:15'. */
export function nameOf({ marks, second, lastSecond }: SeekGroup): string {
  const counts = marks.flatMap((mark) => ('commentsCount' in mark ? mark.commentsCount : []));
  const count = counts.reduce((sum, each) => sum + each, 0);
  const notesCount = marks.length - counts.length;
  const comments = `${count.toLocaleString('en')} ${count === 1 ? 'comment' : 'comments'}${counts.length > 1 ? ` in ${counts.length} discussions` : ''}`;
  const notes = notesCount === 1 ? 'your note' : `${notesCount} of your notes`;
  const [from, to] = [formatDuration(second), formatDuration(lastSecond)];
  const location = from === to ? `at ${from}` : `from ${from} to ${to}`;
  const name = [...(counts.length > 0 ? [comments] : []), ...(notesCount > 0 ? [notes] : [])].join(' and ');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${location}`;
}
