/** A line of a text with the place where it was written, which an include may have moved. */
export type SourceLine = { readonly text: string; readonly file: string; readonly line: number };

/** The lines of a file. */
export function linesOf(text: string, file: string): SourceLine[] {
  return text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\r|\n/u)
    .map((line, index) => ({ text: line, file, line: index + 1 }));
}

/** For each line whether it is within a fenced code block, its fences included. */
export function fencedLines(lines: readonly { readonly text: string }[]): boolean[] {
  let fence: string | null = null;
  return lines.map(({ text }) => {
    const [, mark = '', info = ''] = /^\s*(?:(?:>|[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/u.exec(text) ?? [];
    if (fence === null) {
      if (mark === '' || (mark.startsWith('`') && info.includes('`'))) return false;
      fence = mark;
      return true;
    }
    if (mark.startsWith(fence) && info.trim() === '') fence = null;
    return true;
  });
}
