import type { NoteEntry } from './notes-documents.ts';

/** Returns the path of the words or the second of a note; null if its text isn't there for the user. */
export function notePath({ id, path, second, isOrphaned }: Pick<NoteEntry, 'id' | 'path' | 'second' | 'isOrphaned'>): string | null {
  if (path === null) return null;
  if (second !== null) return `${path}?t=${second}`;
  return isOrphaned ? path : `${path}?note=${id}`;
}
