import { useCallback, useEffect, useState } from 'react';
import { typeAhead } from '../focus/typing-ahead.ts';
import { isCommentKey } from './selection-in.ts';

/** A comment that was begun with the keys before its code was loaded: on the selected text, or with null on a paragraph to choose. */
export type EarlyComment = { readonly range: Range | null };

/** Set by the early script (`early-script.ts`): the selected text, and the hidden field with what was typed after the keys. */
type EarlyKeys = { earlyComment?: { range: Range | null; field?: HTMLTextAreaElement } };

/**
 * Handles the keys for commenting on the selection until the code of comments listens to them, including what was pressed before hydration.
 * Returns the comment that waits for the code, and a function to call once the code has taken it and listens.
 */
export function useEarlyComment(): [EarlyComment | null, () => void] {
  const [early, setEarly] = useState<EarlyComment | null>(null);
  const [isHeard, setHeard] = useState(false);
  const stopListening = useCallback(() => {
    setHeard(true);
    setEarly(null);
  }, []);
  useEffect(() => {
    if (isHeard) return undefined;
    const begin = (selected: Range | null, text: string) => {
      const range = selected !== null && isInText(selected) ? selected : null;
      setEarly({ range });
      if (range !== null) typeAhead(text);
    };
    const press = (event: KeyboardEvent) => {
      if (!isCommentKey(event)) return;
      event.preventDefault();
      const selection = getSelection();
      // A copy: typing ahead moves the focus, and with it the selection.
      begin(selection === null || selection.isCollapsed ? null : selection.getRangeAt(0).cloneRange(), '');
    };
    const root = document.documentElement as HTMLElement & EarlyKeys;
    if (root.earlyComment !== undefined) {
      const { range, field } = root.earlyComment;
      delete root.earlyComment;
      begin(range, field?.value ?? '');
      field?.remove();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isHeard]);
  return [early, stopListening];
}

/** True for a selection of words in the text that has comments, as opposed to the page around it. */
function isInText(range: Range): boolean {
  const text = document.querySelector('.text.prose');
  return text !== null && range.intersectsNode(text) && range.toString().trim() !== '';
}
