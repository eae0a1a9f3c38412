// Lists words to avoid in texts that people read and in Markdown: node bin/check-words.mjs [PART OF A PATH…].
// `--write` lowers the baseline to what is there now; it refuses to raise the sum of all files.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baselineFile, countByFile, findInProject } from './texts/count-words.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const findings = findInProject(root);
const file = join(root, baselineFile);

if (process.argv.includes('--write')) {
  const before = Object.values(JSON.parse(readFileSync(file, 'utf8'))).reduce((sum, count) => sum + count, 0);
  if (findings.length > before) {
    console.error(`There are ${findings.length} words to avoid, ${before} are in the baseline: it is only ever lowered.`);
    process.exit(1);
  }
  writeFileSync(file, `${JSON.stringify(countByFile(findings), null, 2)}\n`);
  console.log(`Wrote ${baselineFile}: ${findings.length} words, ${before} before`);
} else {
  const parts = process.argv.slice(2);
  const shown = findings.filter((one) => parts.length === 0 || parts.some((part) => one.file.includes(part)));
  for (const { file: where, line, word, instead } of shown) console.log(`${where}:${line}  ${word}  (${instead})`);
  console.log(`${shown.length} words to avoid`);
}
