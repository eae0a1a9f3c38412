import type { ComparedLine } from './remote-code-documents.ts';

/** A line of a comparison with its numbers in the text and in the repository, or the number of equal lines left out. */
export type ShownLine = ComparedLine & { before: number | null; after: number | null };
export type FoldedLines = { kind: 'FOLDED'; count: number; before: number };

const near = 3;

/** Numbers the lines of a comparison, and leaves out equal ones except three on either side of a change. */
export function foldLines(lines: readonly ComparedLine[], start: { before: number; after: number }): (ShownLine | FoldedLines)[] {
  let { before, after } = start;
  const numbered = lines.map(
    (line): ShownLine => ({
      ...line,
      before: line.kind === 'ADDED' ? null : before++,
      after: line.kind === 'REMOVED' ? null : after++,
    }),
  );
  const isNear = (index: number) => lines.slice(Math.max(0, index - near), index + near + 1).some(({ kind }) => kind !== 'SAME');
  const shownLines: (ShownLine | FoldedLines)[] = [];
  numbered.forEach((line, index) => {
    const last = shownLines.at(-1);
    if (isNear(index)) shownLines.push(line);
    else if (last?.kind === 'FOLDED') last.count += 1;
    else shownLines.push({ kind: 'FOLDED', count: 1, before: line.before ?? 0 });
  });
  return shownLines;
}
