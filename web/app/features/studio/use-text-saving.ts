import type { EditorContent } from '@newline/editor/content.ts';
import type { EditorHandle } from '@newline/editor/editor-surface.tsx';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createAutosave, type Autosave, type SaveState } from './autosave.ts';
import { dropCopy, storeCopy } from './local-copy.ts';
import type { TextCalls } from './text-calls.ts';

/** The save state of a page. */
export type TextSaving = {
  readonly state: SaveState;
  /** False when this browser couldn't store the unsaved text. */
  readonly isStored: boolean;
  readonly autosave: Autosave<EditorContent>;
  /** Saves text that the editor hasn't reported yet. Resolves to true when everything is saved. */
  readonly saveAll: () => Promise<boolean>;
};

/** The stored title of a text without one, because a title can't be empty. */
export const untitled = 'Untitled';

/**
 * Saves a text while it's written: when typing pauses, when the page loses the focus or is left, and when the network is back.
 *
 * @param onTake called with text that is saved before the editor reported it
 */
export function useTextSaving(
  text: { id: string; version: number; savedAt: string },
  calls: Pick<TextCalls, 'save'>,
  editor: RefObject<EditorHandle | null>,
  onTake: (content: EditorContent) => void,
): TextSaving {
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: Date.parse(text.savedAt) });
  const [isStored, setIsStored] = useState(true);
  const { id } = text;
  const { save } = calls;
  const first = useRef(text);
  const autosave = useMemo(() => {
    const sessionId = typeof crypto === 'undefined' ? '' : crypto.randomUUID();
    return createAutosave<EditorContent>({
      version: first.current.version,
      savedAt: Date.parse(first.current.savedAt),
      onState: setState,
      keep: (content, baseVersion) => {
        if (content === null) dropCopy(id);
        else setIsStored(storeCopy(id, { ...content, baseVersion, at: Date.now() }));
      },
      send: async ({ title, document, anchors = null }, { baseVersion, sequence, isLeaving }) => {
        const bodyDelta = JSON.stringify(document);
        const variables = { id, baseVersion, title: title.trim() || untitled, bodyDelta, sessionId, sequence, anchors };
        return save(variables, { isLeaving });
      },
    });
  }, [id, save]);

  const take = () => {
    const { kind } = autosave.state();
    // Nothing was changed: the editor has what was saved.
    if (kind === 'saved' || !editor.current) return;
    const content = editor.current.flush();
    onTake(content);
    autosave.change(content);
  };
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const handleLeave = () => {
      take();
      autosave.leave();
    };
    addEventListener('pagehide', handleLeave, { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && handleLeave(), { signal });
    addEventListener('blur', () => void saveAll(), { signal });
    for (const back of ['online', 'focus']) {
      addEventListener(back, () => ['offline', 'signed-out'].includes(autosave.state().kind) && void autosave.saveNow(), { signal });
    }
    return () => {
      ending.abort();
      // Client-side navigation fires no browser event; failures are retried in the background.
      handleLeave();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the handlers read refs; they're bound once per text
  }, [autosave]);

  const saveAll = async () => {
    take();
    return autosave.saveNow();
  };
  return { state, isStored, autosave, saveAll };
}
