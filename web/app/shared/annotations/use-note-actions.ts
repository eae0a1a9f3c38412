import { useEffect, useMemo } from 'react';
import { loadOutbox } from '../outbox/use-outbox.ts';
import { showToast } from '../toast/show-toast.ts';
import type { NoteActions, NoteHost } from './note-actions.ts';
import type { PageView } from './page-view.ts';

type Code = typeof import('./note-actions.ts');

let loaded: Code | null = null;
let loading: Promise<Code> | null = null;

function load(): Promise<Code> {
  loading ??= import('./note-actions.ts').then(
    (code) => (loaded = code),
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/**
 * Returns the functions that highlight passages and write notes about them; null without a host, for visitors, whose pages don't load their
 * code. What is pressed while it loads is done when it has.
 */
export function useNoteActions(host: NoteHost | null, view: PageView): NoteActions | null {
  const isMember = host !== null;
  useEffect(() => {
    // Without a connection no code can be loaded.
    if (isMember)
      Promise.all([load(), loadOutbox()]).catch((error: unknown) => console.warn('The code of notes couldn’t be loaded.', error));
  }, [isMember]);
  return useMemo(() => {
    if (host === null) return null;
    const withActions = (use: (actions: NoteActions) => void) => {
      const run = (code: Code) => use(code.createNoteActions(host, view));
      if (loaded !== null) run(loaded);
      else load().then(run, () => showToast('Part of this page couldn’t be loaded. Reload the page.', 'error'));
    };
    return {
      onHighlight: (range) => withActions((actions) => actions.onHighlight(range)),
      onNote: (range) => withActions((actions) => actions.onNote(range)),
      onBlock: (blockId) => withActions((actions) => actions.onBlock(blockId)),
    };
  }, [host, view]);
}
