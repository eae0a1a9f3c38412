import { append, largestOf, smallestOf } from '@newline/document/append';
import { CodeFile } from './code-file.ts';
import { languageOfFile } from './language-of-file.ts';
import { parseQuery } from './parse-query.ts';
import { QueryError } from './query-error.ts';
import { resolveSelector, type Selection } from './resolve-selector.ts';
import type { Selector } from './selector.ts';
import { indentOf, undent } from './undent.ts';

/** Code that was extracted from a file. */
export type CutCode = {
  /** The lines, without their common indentation. */
  readonly text: string;
  /** The first and the last line in the file, counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** Offsets of the first character and after the last character in the file, in UTF-16 units. */
  readonly range: { readonly start: number; readonly end: number };
};

/** Longer files were generated, and take long to parse if they are hostile. */
const maxParsedLength = 400_000;

/**
 * Extracts what a query selects from a file, as whole lines. Several selections are joined; a comment marks lines that are left out between
 * two of them. Throws a QueryError for the author of the query.
 */
export async function queryCode(code: string, filepath: string, query: string): Promise<CutCode> {
  const selectors = parseQuery(query);
  const text = code.replaceAll('\r\n', '\n');
  const isParsed = selectors.some(needsTree);
  if (isParsed && text.length > maxParsedLength) {
    throw new QueryError(`Files of more than ${maxParsedLength / 1000},000 characters only support line numbers, such as 1-20.`);
  }
  const file = isParsed ? await CodeFile.parse(text, filepath, languageOfFile(filepath)) : CodeFile.unparsed(text);
  return cut(
    file,
    selectors.map((selector) => resolveSelector(file, selector)),
  );
}

/** Extracts lines from a file; both are counted from 1, and null means from the first or to the last. */
export function cutLines(code: string, startLine: number | null, endLine: number | null): CutCode {
  const file = CodeFile.unparsed(code.replaceAll('\r\n', '\n'));
  const count = file.lines.length;
  const from = startLine ?? 1;
  const to = endLine ?? (startLine === null ? count : startLine);
  if (from < 1 || to < from)
    throw new QueryError(`Lines ${from} to ${to} are not a range: start with the smaller number, and count from 1.`);
  if (to > count) throw new QueryError(`There is no line ${to}: the file has ${count} ${count === 1 ? 'line' : 'lines'}.`);
  return cut(file, [{ from: from - 1, to: to - 1, node: null }]);
}

function needsTree(selector: Selector): boolean {
  switch (selector.kind) {
    case 'line':
      return false;
    case 'range':
      return needsTree(selector.from) || needsTree(selector.to);
    case 'path':
      return selector.steps.some(needsTree);
    case 'call':
      return needsTree(selector.selector) || (selector.other !== null && needsTree(selector.other));
    default:
      return true;
  }
}

function cut(file: CodeFile, selections: readonly Selection[]): CutCode {
  const lines: string[] = [];
  let previousLine: number | null = null;
  for (const { from, to } of selections) {
    const selectedLines = file.lines.slice(from, to + 1);
    if (previousLine !== null && from !== previousLine + 1) lines.push(`${indentOf(selectedLines)}${file.gap}`);
    append(lines, selectedLines);
    previousLine = to;
  }
  const start = smallestOf(selections.map(({ from }) => from));
  const end = largestOf(selections.map(({ to }) => to));
  return {
    text: undent(lines),
    startLine: start + 1,
    endLine: end + 1,
    range: { start: file.startOf(start), end: file.startOf(end) + (file.lines[end]?.length ?? 0) },
  };
}
