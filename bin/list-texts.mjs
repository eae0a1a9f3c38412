// Lists all texts that people may read, by file: node bin/list-texts.mjs [PART OF A PATH…]. `--json` prints them for programs.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shownTexts } from './texts/shown-texts.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const parts = process.argv.slice(2).filter((argument) => argument !== '--json');
const texts = shownTexts(root).filter(({ file }) => parts.length === 0 || parts.some((part) => file.includes(part)));

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(texts, null, 2));
} else {
  let last = '';
  for (const { file, line, kind, text } of texts) {
    if (file !== last) console.log(`${last === '' ? '' : '\n'}${file}`);
    last = file;
    console.log(`${String(line).padStart(5)}  ${kind.padEnd(9)}  ${text}`);
  }
  console.log(`\n${texts.length} texts in ${new Set(texts.map(({ file }) => file)).size} files`);
}
