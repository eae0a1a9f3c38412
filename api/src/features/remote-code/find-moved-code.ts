import { undent } from './cq/undent.ts';

const maxCandidates = 1_000;

/** Whether a file contains the lines of `code` consecutively, with the same relative indentation. */
export function findMovedCode(file: string, code: string): boolean {
  const lines = file.replaceAll('\r\n', '\n').split('\n');
  const codeLines = code.split('\n');
  const firstLine = codeLines[0]?.trim();
  let candidates = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== firstLine) continue;
    if ((candidates += 1) > maxCandidates) return false;
    if (undent(lines.slice(index, index + codeLines.length)) === code) return true;
  }
  return false;
}
