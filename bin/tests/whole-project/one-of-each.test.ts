import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Bodies shorter than this, in characters, can be alike, such as a line that only calls something. */
const shortBody = 66;

/** Returns all top-level functions, by their bodies without comments, white space and parameter types. */
function functionsIn(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const byBody = new Map<string, string[]>();
  for (const [file, text] of files) {
    for (const [whole, name = ''] of text.matchAll(/^(?:export )?(?:async )?function\*? (\w+)[\s\S]*?\n\}\n/gm)) {
      const body = whole.slice(whole.indexOf(' {\n'), -1);
      const plain = body.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll(/\s+/g, ' ');
      if (plain.length < shortBody) continue;
      byBody.set(plain, [...(byBody.get(plain) ?? []), `${name} in ${file}`]);
    }
  }
  return byBody;
}

/** Returns the locations of each function that is written more than once. */
const repeated = (files: ReadonlyMap<string, string>) => [...functionsIn(files).values()].filter((locations) => locations.length > 1);

test('no function is written twice', () => {
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const files = new Map(
    tracked.filter((file) => existsSync(join(root, file))).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  expect(functionsIn(files).size).toBeGreaterThan(1500);
  expect(repeated(files)).toEqual([]);
});

test('two functions with the same body are found, with any names and comments (control)', () => {
  const one =
    'export function read(a: string): string {\n  const words = a.split(" ");\n  return words.map((word) => word.trim()).join(" ");\n}\n';
  const other = one.replace('function read', 'async function write').replace('  return', '  // Again.\n  return');
  const near = one.replace('.trim()', '.trimEnd()');
  expect(
    repeated(
      new Map([
        ['a.ts', one],
        ['b.ts', `\n${other}`],
        ['c.ts', near],
      ]),
    ),
  ).toEqual([['read in a.ts', 'write in b.ts']]); // prettier-ignore
});
