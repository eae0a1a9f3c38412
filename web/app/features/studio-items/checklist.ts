import type { StudioItem } from './studio-item.ts';
import { partNames } from './item-words.ts';

/** A task before publication: a sentence, where to do it, and whether it's optional. */
export type Task = {
  readonly id: string;
  readonly label: string;
  readonly show: string;
  readonly isNeeded: boolean;
  readonly isDone: boolean;
};

/** Returns what is missing for readers, in the order in which to do it. */
export function checklistOf(item: StudioItem): Task[] {
  const { one, many } = partNames[item.kind];
  const lessons = item.outline.flatMap((section) => section.lessons);
  const empty = lessons.filter(({ isEmpty }) => isEmpty === true).length;
  const isBoughtAlone = item.isMasterclass || item.isBootcamp || item.isLiveWorkshop;
  const task = (id: string, label: string, show: string, isDone: boolean, isNeeded = false): Task => ({
    id,
    label,
    show,
    isNeeded,
    isDone,
  });
  return [
    task('lessons', `At least one ${one}`, 'outline', lessons.length > 0, true),
    task(
      'texts',
      empty === 0 ? `Every ${one} has text or a video` : `${empty} ${empty === 1 ? one : many} without text or video`,
      'outline',
      lessons.length > 0 && empty === 0,
    ),
    task('summary', 'A summary for cards', 'details', item.summary !== null),
    task('description', 'A description', 'details', item.description !== null || item.primaryDescriptionMarkdown !== null),
    task('tags', 'A tag', 'details', item.taggings.nodes.length > 0),
    task('cover', 'A cover image (otherwise its title is used)', 'details', item.posterImageUrl !== null),
    ...(isBoughtAlone
      ? [
          task(
            'price',
            'A price, because it’s sold separately',
            'access',
            item.prices.nodes.some(({ isAdvanced }) => !isAdvanced),
          ),
        ]
      : []),
  ];
}
