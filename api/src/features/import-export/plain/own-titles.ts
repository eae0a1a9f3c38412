import type { ImportMessages } from '../import-plan.ts';
import { isOpening } from './list-texts.ts';
import type { PlainText } from './plain-text.ts';
import { titleIn } from './read-facts.ts';

const heading = /^ {0,3}#{1,6}\s+\S/u;

/**
 * Gives texts that begin with two headings the second one as title, if the first is that of the whole book, as in You Don’t Know JS: “# The book”
 * is followed by “# Chapter 1”. The first one is removed, and reported.
 */
export function withOwnTitles(texts: readonly PlainText[], messages: ImportMessages): PlainText[] {
  const titlesOfFolders = new Set(texts.flatMap(({ file, title }) => (isOpening(file) ? [title] : [])));
  return texts.map((text) => {
    const { file, title, lines } = text;
    if (title === null || isOpening(file)) return text;
    const [first = -1, second = -1] = lines.flatMap(({ text: words }, index) => (words.trim() === '' ? [] : [index])).slice(0, 2);
    const [one, two] = [lines[first], lines[second]];
    if (one === undefined || two === undefined || !heading.test(one.text) || !heading.test(two.text)) return text;
    const areTitles = [one, two].every(({ text: words }) => /^ {0,3}#\s/u.test(words));
    if (titleIn({}, [one]) !== title || (!areTitles && !titlesOfFolders.has(title))) return text;
    messages.add(file, one.line, `The heading of the whole book is removed: ${JSON.stringify(title)}.`, 'info');
    return { ...text, title: titleIn({}, [two]), lines: lines.slice(second) };
  });
}
