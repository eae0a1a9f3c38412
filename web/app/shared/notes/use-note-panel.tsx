import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { AwaitedField } from '../focus/awaited-field.tsx';
import { lazyComponent } from '../lazy-component.ts';
import { draftName, type NoteDraft, type NoteRequest, type NoteTarget } from './note-request.ts';

// The panel is loaded when it opens.
const NotePanel = lazyComponent(() => import('./note-panel.tsx').then((module) => module.NotePanel));

type Options = {
  /** The text that new notes are about; null where notes are only edited. */
  target: NoteTarget | null;
  /** Called after a note was added, changed or deleted. */
  onChanged: () => void;
  /** Seeks the page's video to a second; null without a video. */
  onSeek?: ((second: number) => void) | null;
};

/** The handle with which a page opens the panel of a note; `element` is the panel, to render anywhere on the page. */
export type NotePanelHandle = { open: (request: NoteRequest) => void; element: ReactNode };

/** Adds the panel in which a note is written, edited and deleted. Closing it keeps what was typed, until the page is left. */
export function useNotePanel({ target, onChanged, onSeek = null }: Options): NotePanelHandle {
  const [request, setRequest] = useState<NoteRequest | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [count, setCount] = useState(0);
  const [drafts] = useState(() => new Map<string, NoteDraft>());
  const open = useCallback((next: NoteRequest) => {
    setRequest(next);
    setCount((current) => current + 1);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const element = request && (
    <Suspense fallback={<AwaitedField />}>
      <NotePanel
        key={`${count} ${draftName(request)}`}
        target={target}
        request={request}
        isOpen={isOpen}
        drafts={drafts}
        onClose={close}
        onChanged={onChanged}
        onSeek={onSeek}
      />
    </Suspense>
  );
  return { open, element };
}
