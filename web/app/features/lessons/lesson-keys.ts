import type { KeyGroup } from '../../shared/shortcuts/shortcuts-button.tsx';
import { pageKeys, playerKeys } from '../../shared/shortcuts/player-keys.ts';
import type { LessonFacts } from './lesson-facts.ts';

/** The keys of a lesson's page, as its sheet shows them. */
export function keysOf({ kind }: LessonFacts, hasVideo: boolean): KeyGroup[] {
  const page: KeyGroup = {
    title: 'Page',
    keys: [
      [['Shift N'], `Next ${kind}`],
      [['Shift P'], `Previous ${kind}`],
      [['Ctrl Alt M'], 'Comment on the selected text or a paragraph'],
      ...pageKeys,
    ],
  };
  return hasVideo ? [playerKeys, page] : [page];
}
