import { closeHistory, undo } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { MessageAction, Messages } from '../menus/messages.ts';

/** A paste, as its message needs it. */
export interface Paste {
  /** The clipboard as plain text. */
  readonly text: string;
  /** The number of images that are only on the source machine or in the source program. */
  readonly lostImages: number;
}

interface PasteState {
  /** The last paste and the text before it, until the text is changed otherwise. */
  readonly last: (Paste & { readonly before: Node }) | null;
  /** The number of pastes. */
  readonly count: number;
  /** The number of pastes that were too long. */
  readonly refusedCount: number;
}

const key = new PluginKey<PasteState>('pasteLosses');

/** Records a paste on its transaction, which becomes a step of the history of its own. */
export function notePaste(tr: Transaction, paste: Paste): Transaction {
  return closeHistory(tr).setMeta(key, paste);
}

/** Records on a transaction that a paste was too long. */
export function noteRefusedPaste(tr: Transaction): Transaction {
  return tr.setMeta(key, 'refused');
}

/**
 * Creates the plugin that shows after a paste what was lost. The message can undo the paste, or replace it with plain text, until the text is
 * changed otherwise.
 */
export function createPasteLossPlugin(messages: Pick<Messages, 'add' | 'endActions'>): Plugin {
  return new Plugin<PasteState>({
    key,
    state: { init: () => ({ last: null, count: 0, refusedCount: 0 }), apply },
    view: () => ({
      update: (view, before) => {
        const was = key.getState(before);
        const now = key.getState(view.state);
        if (was === undefined || now === undefined || was === now) return;
        if (now.refusedCount > was.refusedCount) messages.add('This is too long to paste. Paste a part of it.');
        if (now.last === was.last) return;
        if (was.last !== null) messages.endActions(view.state.doc.eq(was.last.before));
        if (now.last !== null && now.last.lostImages > 0) messages.add(lossOf(now.last.lostImages), actionsAfter(view));
      },
    }),
  });
}

/** Shows that images of pasted text couldn't be loaded from their sites. Those of a text that was only opened aren't reported. */
export function reportUnloadedImages(view: EditorView, messages: Pick<Messages, 'add'>, count: number): void {
  if (key.getState(view.state)?.count === 0) return;
  const message =
    count === 1
      ? 'An image couldn’t be loaded. Save it as a file and add it here.'
      : `${count} images couldn’t be loaded. Save them as files and add them here.`;
  messages.add(message, actionsAfter(view));
}

function apply(tr: Transaction, state: PasteState): PasteState {
  const meta = tr.getMeta(key) as Paste | 'refused' | undefined;
  if (meta === 'refused') return { ...state, refusedCount: state.refusedCount + 1 };
  if (meta !== undefined) return { ...state, last: { ...meta, before: tr.before }, count: state.count + 1 };
  // What plugins add to a paste, and images that arrive, leave it the last step of the history.
  const isOtherChange = tr.docChanged && tr.getMeta('addToHistory') !== false && tr.getMeta('appendedTransaction') === undefined;
  return isOtherChange && state.last !== null ? { ...state, last: null } : state;
}

/** Returns the actions for the last paste; none after another change, which Undo would undo instead. */
function actionsAfter(view: EditorView): readonly MessageAction[] {
  const paste = key.getState(view.state)?.last ?? null;
  if (paste === null) return [];
  const undoPaste = () => {
    undo(view.state, view.dispatch);
    view.focus();
  };
  const pastePlain = () => {
    undoPaste();
    view.pasteText(paste.text);
  };
  const plain = { label: 'Paste as plain text', run: pastePlain };
  return [{ label: 'Undo', run: undoPaste }, ...(paste.text.trim() === '' ? [] : [plain])];
}

function lossOf(count: number): string {
  return count === 1
    ? 'An image couldn’t be pasted. Save it as a file and add it here.'
    : `${count} images couldn’t be pasted. Save them as files and add them here.`;
}
