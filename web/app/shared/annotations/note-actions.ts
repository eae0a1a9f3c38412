import { noteLimits } from '@newline/api/rules/limits/note';
import { typeAhead } from '../focus/typing-ahead.ts';
import { sentenceOf } from '../form/explain-failure.ts';
import { addNote } from '../notes/save-note.ts';
import { waitingText } from '../outbox/outbox-texts.ts';
import type { NoteRequest, NoteTarget } from '../notes/note-request.ts';
import { showToast } from '../toast/show-toast.ts';
import { passageOfBlock, passageOfCharacters, type NewPassage } from './new-selection.ts';
import type { PageView } from './page-view.ts';

/** What the page does with notes. */
export type NoteHost = {
  target: NoteTarget;
  /** Opens the panel. */
  open: (request: NoteRequest) => void;
  /** Called after a highlight was added. */
  onChanged: () => void;
};

export type NoteActions = {
  onHighlight: (range: Range) => void;
  onNote: (range: Range) => void;
  onBlock: (blockId: string) => void;
};

/** Returns the functions that highlight passages of a page and write notes about them. */
export function createNoteActions({ target, open, onChanged }: NoteHost, view: PageView): NoteActions {
  const take = (finding: Promise<NewPassage | null>, use: (selection: NewPassage) => unknown) => {
    finding
      .then((selection) =>
        selection === null ? showToast('The text has changed. Reload the page, and try again.', 'error') : use(selection),
      )
      .catch((error: unknown) => showToast(sentenceOf(error), 'error'));
  };
  const passageIn = (range: Range): Promise<NewPassage | null> | null => {
    const characters = view.charactersIn(range);
    if (characters.end <= characters.start) return null;
    if (view.textBetween(characters.start, characters.end).length > noteLimits.quote) {
      void showToast(`Select at most ${noteLimits.quote.toLocaleString('en')} characters for a note or highlight.`, 'error');
      return null;
    }
    return passageOfCharacters(target, view, characters);
  };
  return {
    onHighlight(range) {
      const finding = passageIn(range);
      const key = crypto.randomUUID();
      if (finding !== null)
        take(finding, async (selection) => {
          const outcome = await addNote(target, { selection }, '', key);
          getSelection()?.removeAllRanges();
          onChanged();
          await showToast(outcome === 'saved' ? 'Highlighted. Only you can see it.' : waitingText);
        });
    },
    onNote(range) {
      const finding = passageIn(range);
      if (finding === null) return;
      // Typing is buffered until the passage, the panel and its form have loaded.
      typeAhead();
      take(finding, (selection) => open({ selection }));
    },
    onBlock: (blockId) => take(passageOfBlock(target, view, blockId, noteLimits.quote), (selection) => open({ selection })),
  };
}
