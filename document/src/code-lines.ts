/** The highest line number of a file that can be used. */
export const maxCodeLine = 1_000_000;

/** The problem with an invalid line range: which of its ends is wrong, and why. */
export interface CodeLinesFault {
  readonly field: 'startLine' | 'endLine';
  readonly message: string;
}

/**
 * Checks which lines of a file to show. The editor's form and the API both use it. Lines count from 1, and both ends are included.
 *
 * @param lines null for an end that isn't set; any other value that isn't a whole number is wrong
 */
export function faultOfCodeLines(lines: { readonly startLine: number | null; readonly endLine: number | null }): CodeLinesFault | null {
  const { startLine, endLine } = lines;
  if (startLine !== null && !isCodeLine(startLine)) return { field: 'startLine', message: 'Start Line must be a whole number, 1 or more.' };
  if (endLine !== null && !isCodeLine(endLine)) return { field: 'endLine', message: 'End Line must be a whole number, 1 or more.' };
  if (startLine !== null && endLine !== null && endLine < startLine)
    return { field: 'endLine', message: 'End Line comes before Start Line.' };
  return null;
}

function isCodeLine(line: number): boolean {
  return Number.isInteger(line) && line >= 1 && line <= maxCodeLine;
}
