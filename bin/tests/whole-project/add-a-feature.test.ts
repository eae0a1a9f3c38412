import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(`${root}docs/add-a-feature.md`, 'utf8');
const excerpts = [...page.matchAll(/^`([^`\n]+)`\n```\w*\n([\s\S]*?)^```$/gm)].map(([, file = '', text = '']) => ({ file, text }));

test('docs/add-a-feature.md quotes lines of the project', () => {
  expect(excerpts.length).toBeGreaterThan(8);
});

test.each(excerpts)('the lines of $file in docs/add-a-feature.md are in that file', ({ file, text }) => {
  const lines = new Set(linesOf(readFileSync(root + file, 'utf8')));
  expect(linesOf(text).filter((line) => !lines.has(line))).toEqual([]);
});

/** Returns the lines without what formatting changes: indents and column widths. */
function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
}
