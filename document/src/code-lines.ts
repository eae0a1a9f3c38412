/** The last line of a file that may be named. */
export const maxCodeLine = 1_000_000;

/** A line range that can't be: which of its ends is wrong, and why. */
export interface CodeLinesFault {
  readonly field: 'startLine' | 'endLine';
  readonly message: string;
}

/**
 * Checks the lines of a file that are to be shown, as the editor's form and the API both do. Lines count from 1, both ends included.
 *
 * @param lines null for an end that isn't given; anything else that is no whole number is wrong
 */
export function faultOfCodeLines(lines: { readonly startLine: number | null; readonly endLine: number | null }): CodeLinesFault | null {
  const { startLine, endLine } = lines;
  if (startLine !== null && !isCodeLine(startLine)) return { field: 'startLine', message: 'Start Line is a whole number from 1.' };
  if (endLine !== null && !isCodeLine(endLine)) return { field: 'endLine', message: 'End Line is a whole number from 1.' };
  if (startLine !== null && endLine !== null && endLine < startLine)
    return { field: 'endLine', message: 'The last line comes before the first.' };
  return null;
}

function isCodeLine(line: number): boolean {
  return Number.isInteger(line) && line >= 1 && line <= maxCodeLine;
}
