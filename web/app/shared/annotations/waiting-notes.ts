import { useEffect, useRef } from 'react';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import type { NoteMark } from './mark.ts';

/** Returns the reader's notes on an item with what they did without a connection: new notes, changed ones, and without those they deleted. */
export function withWaitingNotes(stored: readonly NoteMark[], outbox: readonly OutboxEntry[], itemId: string): readonly NoteMark[] {
  let notes = stored;
  for (const { id, page, action, refusal } of outbox) {
    if (refusal !== null) continue;
    if (action.kind === 'note-removal') notes = notes.filter(({ noteId }) => noteId !== action.noteId);
    else if (action.kind === 'note-change')
      notes = notes.map((note) => (note.noteId === action.noteId ? { ...note, excerpt: excerptOf(action.body) } : note));
    else if (action.kind === 'note' && page?.id === itemId) notes = [...notes, markOf(id, action)];
  }
  return notes;
}

function markOf(noteId: string, { anchor, body }: Extract<OutboxEntry['action'], { kind: 'note' }>): NoteMark {
  const excerpt = excerptOf(body);
  if ('second' in anchor) return { noteId, second: anchor.second, quote: null, excerpt };
  const { blockId, text, occurrence = 0 } = anchor.selection;
  return { noteId, second: null, quote: blockId == null ? null : { blockId, text, occurrence }, excerpt };
}

function excerptOf(body: string): string | null {
  return body.trim() === '' ? null : body;
}

/** Loads what is attached to an item again after something of it was sent. */
export function useReloadAfterSending(outbox: readonly OutboxEntry[], itemId: string, reload: () => void): void {
  const count = outbox.filter(({ page, action }) => page?.id === itemId && action.kind !== 'done').length;
  const last = useRef(count);
  useEffect(() => {
    if (count < last.current) reload();
    last.current = count;
  }, [count, reload]);
}
