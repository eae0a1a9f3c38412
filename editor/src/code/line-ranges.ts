import { readLineRanges } from '@newline/document/schema/attribute';

/** Returns the lines in ranges such as `2,4-6`, in order; none for null and for other values. */
export function listLines(ranges: unknown): readonly number[] {
  const pairs = typeof ranges === 'string' ? (readLineRanges(ranges) ?? []) : [];
  return pairs.flatMap(([from, to]) => Array.from({ length: Math.min(to - from, 10_000) + 1 }, (_, index) => from + index));
}

/** Adds a line to the ranges, or removes it if it was in them. Returns null if no line is left. */
export function toggleLine(ranges: unknown, line: number): string | null {
  const lines = new Set(listLines(ranges));
  if (!lines.delete(line)) lines.add(line);
  return writeLines([...lines]);
}

function writeLines(lines: readonly number[]): string | null {
  const text = lines.toSorted((a, b) => a - b).join(',');
  const pairs = readLineRanges(text);
  return pairs === null ? null : pairs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
