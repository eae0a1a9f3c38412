import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownTexts } from './shown-texts.mjs';
import { findBritishSpellings } from './us-spelling.mjs';
import { findWords, proseOf } from './words-to-avoid.mjs';

/** The baseline: how many words to avoid each file still has. The numbers only ever go down. */
export const baselineFile = 'bin/texts/words-baseline.json';

/** The texts of the demo: its authors, readers and videos have voices of their own, and US spelling. */
const demoTexts = /^db\/demo\/(?:content\/.+\.(?:md|json)|media\/videos\/.+\.(?:json|vtt))$/;

/** Markdown that isn't our own prose, or that lists the words: generated files, the demo's texts, the page about words. */
const notChecked =
  /^(?:db\/demo\/|db\/permissions\.md$|docs\/words\.md$|CHANGELOG\.md$|bench\/results\/latest\.md$)|(?:^|\/)(?:node_modules|build|tests|results)\/(?!README)/;

/** @typedef {{ file: string, line: number, word: string, instead: string }} Finding */

/**
 * Finds words to avoid in all texts that people read, and in our Markdown; British spellings also in the demo.
 *
 * @param {string} root the project's folder
 * @returns {Finding[]}
 */
export function findInProject(root) {
  const texts = [...shownTexts(root), ...markdownOf(root).flatMap((file) => proseIn(root, file))];
  const spelled = [
    ...texts,
    ...filesIn(root, 'db')
      .filter((file) => demoTexts.test(file))
      .toSorted()
      .flatMap((file) => proseIn(root, file)),
  ];
  return [
    ...texts.flatMap(({ file, line, text }) => findWords(text).map((match) => ({ file, line, ...match }))),
    ...spelled.flatMap(({ file, line, text }) => findBritishSpellings(text).map((match) => ({ file, line, ...match }))),
  ];
}

/**
 * Counts the findings in each file that has any.
 *
 * @param {readonly Finding[]} findings
 * @returns {Record<string, number>}
 */
export function countByFile(findings) {
  const counts = new Map();
  for (const { file } of findings) counts.set(file, (counts.get(file) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the findings in files that have more of them than the baseline allows.
 *
 * @param {readonly Finding[]} findings
 * @param {Readonly<Record<string, number>>} baseline
 * @returns {Finding[]}
 */
export function beyond(findings, baseline) {
  const counts = countByFile(findings);
  return findings.filter(({ file }) => counts[file] > (baseline[file] ?? 0));
}

function proseIn(root, file) {
  return proseOf(readFileSync(join(root, file), 'utf8')).map((one) => ({ file, ...one }));
}

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}

function markdownOf(root) {
  const names = readdirSync(root, { withFileTypes: true });
  const folders = names.filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !['node_modules', 'data'].includes(entry.name),
  );
  return [
    ...names.filter((entry) => entry.isFile() && entry.name.endsWith('.md')).map(({ name }) => name),
    ...folders.flatMap(({ name }) => filesIn(root, name).filter((path) => path.endsWith('.md'))),
  ]
    .filter((file) => !notChecked.test(file))
    .toSorted();
}
