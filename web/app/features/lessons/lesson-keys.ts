import type { KeyGroup } from '../../shared/shortcuts/shortcuts-button.tsx';
import { pageKeys, playerKeys } from '../../shared/shortcuts/player-keys.ts';
import type { LessonFacts } from './lesson-facts.ts';

/** Returns the shortcuts of a lesson's page, as the dialog shows them. */
export function keysOf({ kind, userId, isCopy }: LessonFacts, hasVideo: boolean): KeyGroup[] {
  const isMember = userId !== null || isCopy;
  const video: KeyGroup = { ...playerKeys, keys: [...playerKeys.keys, ...(isMember ? [noteKey] : [])] };
  const page: KeyGroup = {
    title: 'Page',
    keys: [
      [['Shift N'], `Next ${kind}`],
      [['Shift P'], `Previous ${kind}`],
      [['Ctrl Alt M'], 'Comment on the selected text or a paragraph'],
      ...(isMember ? [textNoteKey] : []),
      ...pageKeys,
    ],
  };
  return hasVideo ? [video, page] : [page];
}

const noteKey: KeyGroup['keys'][number] = [['w'], 'Write a note at this second'];
const textNoteKey: KeyGroup['keys'][number] = [['Ctrl Alt N'], 'Write a note about the selected text or a paragraph'];
