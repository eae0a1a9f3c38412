import type { EditorContent } from '@newline/editor/content.ts';
import type { EditorHandle } from '@newline/editor/editor-surface.tsx';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createAutosave, type Autosave, type SaveState } from './autosave.ts';
import { dropCopy, keepCopy } from './local-copy.ts';
import type { TextCalls } from './text-calls.ts';

/** What the page knows of its saving. */
export type TextSaving = {
  readonly state: SaveState;
  /** False when this browser could not keep the unsaved words. */
  readonly isStored: boolean;
  readonly autosave: Autosave<EditorContent>;
  /** Takes what the editor has not told yet, and saves it. True when everything is saved. */
  readonly saveAll: () => Promise<boolean>;
};

/** A title of nothing cannot be stored; the text is called that until it has one. */
export const untitled = 'Untitled';

/**
 * Saves a text while it is written: when typing rests, when the page loses its focus or is left, when the network is back.
 *
 * @param onTake is told the words that are saved before the editor told them itself
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
        else setIsStored(keepCopy(id, { ...content, baseVersion, at: Date.now() }));
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
    // Nothing was touched: what the editor has is what was saved.
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
      // Within the site the page goes without the browser saying so; what fails now is tried again in the background.
      handleLeave();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the handlers read refs; they are bound once for a text
  }, [autosave]);

  const saveAll = async () => {
    take();
    return autosave.saveNow();
  };
  return { state, isStored, autosave, saveAll };
}
