import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@newline/api/features/book-export/find-chromium';
import { startDatabase } from '@newline/db/start-database';
import { withClient } from '@newline/db/with-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runNewline } from './run-newline.ts';

// Exercises are checked by a real Chromium, with the runner that was built with the pages (npm run build).
const parent = mkdtempSync(join(tmpdir(), 'newline-cli-exercises-'));
const dataDir = join(parent, 'data');
beforeAll(() => chmodSync(parent, 0o711));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const chromium = findChromium();
const newline = (args: readonly string[], settings: Record<string, string> = {}) =>
  runNewline(args, { DATA_DIR: dataDir, ...(chromium !== null && { CHROME_PATH: chromium }), ...settings });
const check = (...args: string[]) => newline(['exercises', 'check', ...args]);

const exercise = (solution: string) => `
::::exercise
Add the numbers.

\`\`\`js runnable displayName=index.js
export const sum = () => 0;
\`\`\`

:::part{type=tests}
\`\`\`js
import { sum } from './index.js';
test('adds', () => { expect(sum(1, 2)).toBe(3); });
\`\`\`
:::

:::part{type=solution}
\`\`\`js
${solution}
\`\`\`
:::
::::
`;

const titleOf = (text = '') => /^# (.*)$/mu.exec(text)?.[1] ?? 'Untitled';

/** Writes a folder as the site exports it. */
function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  const lessons = Object.keys(files).map((file) => ({ file, slug: file.replace(/^\d+-|\.md$/gu, ''), title: titleOf(files[file]) }));
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ format: 'newline', version: 1, kind: 'COURSE', title: 'A course', lessons }),
  );
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

describe('newline exercises @PRACTICE-02', () => {
  test('says how it’s used, with the exit code 2', async () => {
    for (const args of [['exercises'], ['exercises', 'run'], ['exercises', 'check', 'one', 'two'], ['exercises', 'check', '--all']]) {
      const { code, out, err } = await newline(args);
      expect([code, out], args.join(' ')).toEqual([2, '']);
      expect(err).toMatch(/\nUsage: newline exercises check \[<permalink\|folder>\] \[--as <username>\]\n$/);
    }
  });

  test.skipIf(chromium === null)('checks a folder of Markdown without a site, and prints what doesn’t work', async () => {
    const right = 'export const sum = (a, b) => a + b;';
    const good = folderOf('good', { '01-sums.md': `# Sums\n${exercise(right)}` });
    expect(await check(good)).toEqual({ code: 0, out: '1 exercise: 1 works, 0 don’t.\n', err: '' });
    const bad = folderOf('bad', {
      '01-sums.md': `# Sums\n${exercise(right)}\n\n${exercise('export const sum = (a, b) => a * b;')}`,
      '02-loops.md': `# Loops\n${exercise('while (true);')}`,
    });
    const { code, out, err } = await check(bad);
    expect([code, err]).toEqual([1, '']);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^.* › Sums \(01-sums\.md\) › exercise number 2: The solution doesn’t pass: “adds” failed\.$/),
      expect.stringMatching(/^.* › Loops \(02-loops\.md\) › exercise number 1: The solution doesn’t pass\. The solution was stopped after/),
      '3 exercises: 1 works, 2 don’t.',
      '',
    ]);
    const none = folderOf('none', { 'words.md': '# Words\n\nNo exercise.\n' });
    expect(await check(none)).toMatchObject({ code: 0, out: '0 exercises: 0 work, 0 don’t.\n' });
  });

  test.skipIf(chromium === null)('checks those of a title on the site, stores what it found, and names what it doesn’t know', async () => {
    expect((await newline(['migrate'])).code).toBe(0);
    expect((await newline(['demo'])).code).toBe(0);
    const title = '/courses/a-parser-before-lunch';
    expect(await check(title)).toMatchObject({ code: 0, out: '1 exercise: 1 works, 0 don’t.\n' });
    const { readEnv } = await import('@newline/api/env');
    const database = await startDatabase({ dataDir, secretKey: readEnv({ DATA_DIR: dataDir }).secretKey, log: () => undefined });
    try {
      await withClient(database.connections.owner, async (client) => {
        const { rows } = await client.query<{ verdict: string }>(
          `select c.verdict::text from app_public.exercise_checks c join app_public.lessons l on l.id = c.lesson_id
             join app_public.courses k on k.id = l.course_id where k.permalink = $1 or '/courses/' || k.slug = $1`,
          [title],
        );
        expect(rows).toEqual([{ verdict: 'PASSES' }]);
      });
    } finally {
      await database.stop();
    }
    expect(await check('/courses/nothing-here')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no folder and no title with exercises at'),
    });
    expect(await check('--as', 'nobody-here')).toMatchObject({ code: 1, err: 'There is no user named nobody-here.\n' });
  });
});
