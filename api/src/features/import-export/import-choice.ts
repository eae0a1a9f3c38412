import { codedError } from '../../errors/error-codes.ts';
import { itemLimits } from '../../rules/limits/item.ts';
import { readField } from '../../rules/read-field.ts';

/** A lesson of the outline that an author arranged: one of the plan's, renamed, moved, or split at its headings. */
export type ChosenLesson = {
  /** Its index in the plan, and its file, which shows that the plan is still the one of the preview. */
  readonly index: number;
  readonly file: string;
  readonly title: string;
  readonly section: string | null;
  readonly isSplit: boolean;
};

/** What an author arranged in the preview of an import. Lessons of the plan that it doesn't name are left out. */
export type ImportOutline = { readonly title: string; readonly lessons: readonly ChosenLesson[] };

/** The choices of an author for writing an import. */
export type ImportChoice = { readonly isDeleting: boolean; readonly outline: ImportOutline | null };

const maxTitle = 200;

/** Reads the choices from JSON. Throws BAD_INPUT. */
export function readChoice(value: unknown): ImportChoice {
  const outline = readField(value, 'outline');
  return {
    isDeleting: readField(value, 'isDeleting') === true,
    outline: outline === null || outline === undefined ? null : readOutline(outline),
  };
}

function readOutline(value: unknown): ImportOutline {
  const lessons = readField(value, 'lessons');
  if (!Array.isArray(lessons) || lessons.length === 0 || lessons.length > itemLimits.lessons) throw invalid('lessons', 'a list of lessons');
  const seen = new Set<number>();
  return {
    title: readTitle(readField(value, 'title'), 'title'),
    lessons: lessons.map((lesson: unknown, at) => {
      const path = `lessons.${at}`;
      const index = readField(lesson, 'index');
      if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || seen.has(index))
        throw invalid(`${path}.index`, 'another index');
      seen.add(index);
      const file = readField(lesson, 'file');
      if (typeof file !== 'string') throw invalid(`${path}.file`, 'a path');
      const section = readField(lesson, 'section');
      return {
        index,
        file,
        title: readTitle(readField(lesson, 'title'), `${path}.title`),
        section: section === null ? null : readTitle(section, `${path}.section`),
        isSplit: readField(lesson, 'isSplit') === true,
      };
    }),
  };
}

function readTitle(value: unknown, path: string): string {
  const title = typeof value === 'string' ? value.trim() : '';
  if (title === '' || title.length > maxTitle || /\p{Cc}/u.test(title)) throw invalid(path, `a title of 1 to ${maxTitle} characters`);
  return title;
}

function invalid(path: string, expected: string) {
  return codedError('IMPORT_OUTLINE_INVALID', { path, expected }, { statusCode: 400 });
}
