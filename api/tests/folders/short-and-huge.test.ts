import { readExportedLiteral } from '@newline/api/features/folders/docusaurus/read-literal';
import { FolderError } from '@newline/api/features/folders/folder';
import { readPlan } from '@newline/api/features/folders/read-plan';
import { expect, test } from 'vitest';
import { memoryFolder } from './memory-folder.ts';

// Archives of a few hundred bytes that stand for far more. Each is refused after a bounded number of steps; the control is the same form, smaller.

/** `a1=[a0,a0,…]; a2=[a1,a1,…]`: each level ten times the one before. */
const sidebars = (levels: number) =>
  [
    'const a0 = ["one"];',
    ...Array.from({ length: levels }, (_, n) => `const a${n + 1} = [${Array(10).fill(`a${n}`).join(',')}];`),
    `module.exports = { docs: a${levels} };`,
  ].join('\n');

test.each([5, 19])('sidebars whose names multiply are refused (%i levels) @STUDIO-01', async (levels) => {
  await expect(readExportedLiteral(sidebars(levels))).rejects.toThrow(/expected at most 100,000 values/);
  await expect(readPlan(memoryFolder({ 'sidebars.js': sidebars(levels), 'docs/one.md': '# One' }))).rejects.toBeInstanceOf(FolderError);
});

test('sidebars with some names are read', async () => {
  const ten = <Value>(value: Value) => Array.from({ length: 10 }, () => value);
  expect(await readExportedLiteral(sidebars(2))).toEqual({ docs: ten(ten(['one'])) });
});

const book = (levels: number, chapters = 1) => ({
  'book.toml': '[book]\ntitle = "Includes"',
  'src/SUMMARY.md': Array.from({ length: chapters }, (_, n) => `- [Chapter ${n}](c${n}.md)`).join('\n'),
  ...Object.fromEntries(Array.from({ length: chapters }, (_, n) => [`src/c${n}.md`, `# C\n\n{{#include l${levels}.md}}\n`])),
  'src/l0.md': 'A line.\n'.repeat(10),
  ...Object.fromEntries(Array.from({ length: levels }, (_, n) => [`src/l${n + 1}.md`, `{{#include l${n}.md}}\n`.repeat(10)])),
});

test('an mdBook whose includes multiply is refused for all its chapters together @STUDIO-01', async () => {
  // Each chapter alone is below the limit of a chapter.
  await expect(readPlan(memoryFolder(book(3, 400)))).rejects.toThrow(/The book includes too much/);
});

test('an mdBook that looks through a large file again and again is refused @STUDIO-01', async () => {
  const files = { ...book(0), 'src/l0.md': 'x\n'.repeat(100_000), 'src/c0.md': '# C\n\n{{#include l0.md:1}}\n'.repeat(50) };
  await expect(readPlan(memoryFolder(files))).rejects.toThrow(/The book includes too much/);
});

test('an mdBook with some includes is read', async () => {
  const { lessons } = await readPlan(memoryFolder(book(2, 3)));
  expect(lessons).toHaveLength(3);
});
