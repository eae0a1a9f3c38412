/** A line of a text with its original position, which may belong to an include. */
export type SourceLine = { readonly text: string; readonly file: string; readonly line: number };

/** Splits a file into lines. */
export function linesOf(text: string, file: string): SourceLine[] {
  return text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\r|\n/u)
    .map((line, index) => ({ text: line, file, line: index + 1 }));
}

/** Returns for each line whether it is in a fenced code block, including the fences. */
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
