import { cutText } from '@newline/document/truncate';
import type { SummaryChapter } from './read-summary.ts';

/** The position of a summary's chapter: its section, and its title with its number in the summary. */
export type PlacedChapter<Chapter> = { readonly chapter: Chapter; readonly section: string | null; readonly title: string };

const maxTitleLength = 200;

/**
 * Places the chapters of a summary, which may be nested, in sections, which have one level. Parts are sections. Without parts, each chapter
 * of the highest level is one, with all that is in it. Chapters of a nested summary keep their numbers: 2.1. Boiling.
 */
export function placeSummary<Chapter extends SummaryChapter>(chapters: readonly Chapter[]): PlacedChapter<Chapter>[] {
  const isNested = chapters.some(({ number }) => (number?.length ?? 0) > 1);
  const hasParts = chapters.some(({ part }) => part !== null);
  let top: string | null = null;
  return chapters.map((chapter) => {
    const { number, part } = chapter;
    const name = cutText(chapter.title, maxTitleLength - 20) || 'Untitled';
    const title = isNested && number !== null ? `${number.join('.')}. ${name}` : name;
    if (number === null || number.length === 1) top = number === null ? null : title;
    return { chapter, section: hasParts ? part : isNested ? top : null, title };
  });
}
