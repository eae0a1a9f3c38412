import { useCallback, useEffect, useMemo } from 'react';
import { useNotePanel } from '../notes/use-note-panel.tsx';
import { useViewer } from '../viewer.tsx';
import { useDiscussionsPanel } from '../discussions/use-discussions-panel.tsx';
import { Annotations } from './annotations.tsx';
import type { EarlyComment } from './early-comment.ts';
import { useOutbox } from '../outbox/use-outbox.ts';
import type { ReaderDiscussionsProps } from './reader-discussions.tsx';
import { useMarks } from './use-marks.ts';
import { useReloadAfterSending, withWaitingNotes } from './waiting-notes.ts';

type Props = ReaderDiscussionsProps & {
  /** The comment that was begun with the keys before this code was loaded. */
  early: EarlyComment | null;
  /** Called when the loaded code has taken it, and listens to the keys. */
  onListening: () => void;
};

/**
 * Connects the panels, the highlights in the text and the markers on the seek bar of a lesson or article. A link with `data-comments` opens
 * the panel.
 */
export function LazyDiscussions({ target, page, onSeek, onComments, onChanged, early, onListening }: Props) {
  const { kind, id, title, path } = target;
  const item = useMemo(() => ({ kind, id }), [kind, id]);
  const { marks, notes: storedNotes, reload } = useMarks(item);
  const waiting = useOutbox();
  const notes = useMemo(() => withWaitingNotes(storedNotes, waiting, id), [storedNotes, waiting, id]);
  useReloadAfterSending(waiting, id, reload);
  const isMember = useViewer().viewer !== null;
  const handleChanged = useCallback(() => {
    reload();
    onChanged?.();
  }, [reload, onChanged]);
  const { open, element } = useDiscussionsPanel({ target, onSeek: onSeek ?? null, onChanged: handleChanged });
  const noteTarget = useMemo(() => (kind === 'clip' ? null : { kind, id, title, path }), [kind, id, title, path]);
  const { open: openNote, element: notePanel } = useNotePanel({ target: noteTarget, onChanged: reload, onSeek: onSeek ?? null });
  const noteHost = useMemo(
    () => (isMember && noteTarget !== null ? { target: noteTarget, open: openNote, onChanged: reload } : null),
    [isMember, noteTarget, openNote, reload],
  );
  useEffect(() => {
    const discussionsOfVideo = marks.flatMap(({ second, discussionId, commentsCount, excerpt }) =>
      second === null ? [] : [{ second, discussionId, commentsCount, excerpt }],
    );
    const notesOfVideo = notes.flatMap(({ second, noteId, excerpt }) =>
      second === null ? [] : [{ second, noteId, excerpt: excerpt ?? '' }],
    );
    onComments?.({
      marks: [...discussionsOfVideo, ...notesOfVideo],
      onOpen: (mark) => ('noteId' in mark ? openNote({ noteId: mark.noteId }) : open({ discussionId: mark.discussionId })),
      onComment: (timecodeStart) => open({ newFrom: { timecodeStart }, isWriting: true }),
      ...(noteHost !== null && { onNote: (second) => openNote({ second }) }),
    });
  }, [marks, notes, open, openNote, noteHost, onComments]);
  useEffect(() => {
    const around = page.current;
    const press = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-comments]') : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open({});
    };
    around?.addEventListener('click', press);
    return () => around?.removeEventListener('click', press);
  }, [page, open]);
  return (
    <>
      <Annotations
        item={item}
        page={page}
        marks={marks}
        notes={notes}
        open={open}
        noteHost={noteHost}
        early={early}
        onListening={onListening}
      />
      {element}
      {notePanel}
    </>
  );
}
