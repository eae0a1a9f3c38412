import { undent } from './cq/undent.ts';

const maxCandidates = 1_000;

/** True when the lines of `code` stand in the file, one after the other, indented alike but perhaps further. */
export function findMovedCode(file: string, code: string): boolean {
  const lines = file.replaceAll('\r\n', '\n').split('\n');
  const wanted = code.split('\n');
  const first = wanted[0]?.trim();
  let candidates = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== first) continue;
    if ((candidates += 1) > maxCandidates) return false;
    if (undent(lines.slice(index, index + wanted.length)) === code) return true;
  }
  return false;
}
