import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '@newline/api/features/book-export/find-chromium';
import type { CheckLimits } from '@newline/api/features/exercise-checks/check-with-chromium';
import { createExerciseChecker } from '@newline/api/features/exercise-checks/create-checker';
import type { ExerciseCheck } from '@newline/api/rules/exercise-check';
import type { DocumentNode } from '@newline/document/document-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exerciseNode, idOfExercise, solved } from './exercise-nodes.ts';

// Exercises are checked by a real Chromium, with the runner that was built with the pages (npm run build).
const chromium = findChromium();
const builtPages = fileURLToPath(new URL('../../../web/build/', import.meta.url));
/** Python is loaded and compiled first, which takes long next to other tests. */
const engineMs = 300_000;

async function check(exercises: readonly DocumentNode[], options: { limits?: Partial<CheckLimits>; chromium?: string } = {}) {
  const checker = await createExerciseChecker({ builtPages, chromium, ...options });
  if (checker.obstacle !== null) throw new Error(`${checker.obstacle} Run: npm run build`);
  const results: Record<string, ExerciseCheck> = {};
  await checker.check(
    exercises.map((node) => ({ id: idOfExercise(node), node })),
    async (id, result) => {
      if (results[id]) throw new Error(`expected one result of ${id}`);
      results[id] = result;
    },
    new AbortController().signal,
  );
  return results;
}

const passes = { verdict: 'PASSES', reason: null, failedTests: [] };

describe.skipIf(chromium === null)('a check in Chromium @PRACTICE-02', () => {
  test('finds what can’t be solved, and why', async () => {
    const results = await check([
      exerciseNode('good'),
      exerciseNode('wrong', { solution: 'export const sum = () => 3;' }),
      exerciseNode('solved', { starter: solved }),
      exerciseNode('broken', { solution: 'export const sum = (;' }),
      exerciseNode('silent', { tests: "import './index.js';" }),
      exerciseNode('open', { solution: null }),
      exerciseNode('spoken', { language: 'html' }),
    ]);
    expect(results).toMatchObject({
      good: passes,
      wrong: { verdict: 'SOLUTION_FAILS', reason: null, failedTests: ['of nothing'] },
      solved: { verdict: 'STARTER_PASSES' },
      broken: { verdict: 'SOLUTION_FAILS', reason: expect.stringMatching(/^index\.js/), failedTests: [] },
      silent: { verdict: 'SOLUTION_FAILS', reason: 'No test ran.' },
      open: { verdict: 'NOT_CHECKED', reason: 'It has no solution.' },
      spoken: { verdict: 'NOT_CHECKED', reason: 'Tests in this language can’t be run.' },
    });
  });

  test('ends code that never ends and that floods the console, and checks what is after it', async () => {
    const results = await check([
      exerciseNode('loop', { solution: `while (true);\n${solved}` }),
      exerciseNode('flood', { solution: `for (let i = 0; i < 5000; i += 1) console.log('x'.repeat(1000));\n${solved}` }),
      // What has no steps is ended by the clock, which says nothing about the code.
      exerciseNode('slow', { solution: `/^(?:a+)+$/.test('a'.repeat(50) + 'b');\n${solved}` }),
      // A loop in the code to start from is a mistake to find.
      exerciseNode('mistake', { starter: 'export const sum = () => { while (true); };' }),
      exerciseNode('control'),
    ]);
    expect(results).toMatchObject({
      loop: { verdict: 'SOLUTION_FAILS', reason: 'The solution was stopped after 100 million steps.' },
      flood: { verdict: 'SOLUTION_FAILS', reason: 'The solution was stopped after 1,000 lines of output.' },
      slow: { verdict: 'NOT_CHECKED', reason: 'The solution didn’t end within 10 seconds.' },
      mistake: passes,
      control: passes,
    });
  });

  test('runs Python and SQL', { timeout: engineMs }, async () => {
    const python = { language: 'python', starter: 'def area(a, b):\n    return 0', tests: 'assert area(2, 3) == 6, "multiplies"' };
    const results = await check([
      exerciseNode('python', { ...python, solution: 'def area(a, b):\n    return a * b' }),
      exerciseNode('loop', { ...python, solution: 'while True: pass' }),
      exerciseNode('sql', {
        language: 'sql',
        starter: 'select 0 as one;',
        tests: '-- Is one\nvalues (1);',
        solution: 'select 1 as one;',
      }),
    ]);
    expect(results).toMatchObject({
      python: passes,
      loop: { verdict: 'NOT_CHECKED', reason: 'The solution didn’t end within 10 seconds.' },
      sql: passes,
    });
  });

  test('lets code reach nothing: neither this machine, nor the page around it, nor another exercise', async () => {
    let hits = 0;
    const server = createServer((_request, response) => {
      hits += 1;
      response.setHeader('access-control-allow-origin', '*').end('reached');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const attempt = `
      const results = [];
      const attempt = async (name, run) => { try { if (await run()) results.push(name); } catch {} };
      await attempt('fetch', async () => (await fetch('${url}')).ok);
      await attempt('own host', async () => (await fetch(new URL('/', location.href))).ok);
      await attempt('request', () => new Promise((resolve) => { const r = new XMLHttpRequest(); r.onload = () => resolve(true); r.onerror = () => resolve(false); r.open('GET', '${url}'); r.send(); }));
      await attempt('socket', () => new Promise((resolve) => { const s = new WebSocket('${url.replace('http', 'ws')}'); s.onopen = () => resolve(true); s.onerror = () => resolve(false); }));
      await attempt('script', () => importScripts('${url}') ?? true);
      const address = ['${url}'].join('');
      await attempt('module', async () => (await import(address), true));
      await attempt('page', () => typeof document !== 'undefined' || parent !== undefined);
      await attempt('storage', async () => (await indexedDB.open('x'), localStorage));
      test('reaches ' + results.join(', '), () => { expect(results).toEqual([]); });`;
    const results = await check([
      exerciseNode('hostile', { tests: `import './index.js';\n${attempt}\ntest('control', () => { expect(1).toBe(2); });` }),
    ]);
    // Only the test that says that tests were run fails.
    expect(results['hostile']).toMatchObject({ verdict: 'SOLUTION_FAILS', failedTests: ['control'] });
    expect(hits).toBe(0);
    expect((await fetch(url)).ok && hits).toBe(1);
  });

  test('that needs too much CPU time or memory isn’t a result', async () => {
    for (const limits of [{ startCpuMs: 0, exerciseCpuMs: 1 }, { memoryBytes: 1000 }]) {
      const results = await check([exerciseNode('one'), exerciseNode('two')], { limits });
      const unchecked = { verdict: 'NOT_CHECKED', reason: 'Checking it needed too much CPU time or memory.' };
      expect(results).toMatchObject({ one: unchecked, two: unchecked });
    }
  });
});

describe('a check without a Chromium that works @PRACTICE-02', () => {
  test('says so, and leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newline-stand-in-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const standIn = async (name: string, perform: string) => {
      const path = join(folder, name);
      await writeFile(path, `#!/bin/sh\n${perform}\n`);
      await chmod(path, 0o755);
      await chmod(folder, 0o755);
      return path;
    };
    const before = new Set(await readdir(tmpdir()));
    const exercises = [exerciseNode('one'), exerciseNode('two')];
    const failing = await check(exercises, { chromium: await standIn('failing', 'exit 3') });
    for (const one of Object.values(failing))
      expect(one).toEqual({ verdict: 'NOT_CHECKED', reason: 'Chromium couldn’t be started on this machine.', failedTests: [] });
    const unsafe = await check(exercises, { chromium: await standIn('unsafe', 'echo "No usable sandbox!" >&2; exit 1') });
    expect(Object.values(unsafe).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 2 }, () => 'Chromium’s own sandbox doesn’t work on this machine.'),
    );
    const after = (await readdir(tmpdir())).filter((name) => name.startsWith('newline-check-'));
    expect(after.filter((name) => !before.has(name))).toEqual([]);
  });

  test('without one, or without built pages, there is a reason instead', async () => {
    const without = await createExerciseChecker({ builtPages, chromium: null });
    expect(without).toMatchObject({ release: null, obstacle: 'Chromium isn’t installed on this machine.' });
    const unbuilt = await createExerciseChecker({ builtPages: null, chromium: '/usr/bin/true' });
    expect(unbuilt).toMatchObject({ release: null, obstacle: 'The pages of this site haven’t been built.' });
  });
});
