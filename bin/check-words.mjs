// Lists words to avoid in texts that people read, in Markdown, and in the names of files and identifiers: node bin/check-words.mjs [PART OF A PATH…].
// `--write` lowers the baselines to what is there now; it refuses to raise the sum of all files.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baselineFile, countByFile, findInProject } from './texts/count-words.mjs';
import { findNames, namesBaselineFile } from './texts/names-to-avoid.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const findings = findInProject(root);
const names = Object.entries(findNames(root));

if (process.argv.includes('--write')) {
  lower(baselineFile, 'words', countByFile(findings), (count) => count);
  const listed = names.map(([file, ones]) => [file, ones.map(({ name }) => name).join(' ')]);
  lower(namesBaselineFile, 'names', Object.fromEntries(listed), (list) => list.split(' ').length);
} else {
  const parts = process.argv.slice(2);
  const isShown = (file) => parts.length === 0 || parts.some((part) => file.includes(part));
  const shown = findings.filter(({ file }) => isShown(file));
  const shownNames = names.filter(([file]) => isShown(file)).flatMap(([file, ones]) => ones.map((one) => ({ file, ...one })));
  for (const { file, line, word, instead } of shown) console.log(`${file}:${line}  ${word}  (${instead})`);
  for (const { file, name, instead } of shownNames) console.log(`${file}  ${name}  (${instead})`);
  console.log(`${shown.length} words and ${shownNames.length} names to avoid`);
}

/** Writes a baseline, or stops if it would allow more than before. */
function lower(baseline, what, entries, countOf) {
  const path = join(root, baseline);
  const sumOf = (values) => values.reduce((sum, value) => sum + countOf(value), 0);
  const before = sumOf(Object.values(JSON.parse(readFileSync(path, 'utf8'))));
  const after = sumOf(Object.values(entries));
  if (after > before) {
    console.error(`There are ${after} ${what} to avoid, ${before} are in the baseline: it is only ever lowered.`);
    process.exit(1);
  }
  writeFileSync(path, `${JSON.stringify(entries, null, 2)}\n`);
  console.log(`Wrote ${baseline}: ${after} ${what}, ${before} before`);
}
