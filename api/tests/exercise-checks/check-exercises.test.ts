import { createPool } from '@newline/db/create-pool';
import { checkExercises, type ExerciseChecker } from '@newline/api/features/exercise-checks/check-exercises';
import { createLog } from '@newline/api/log';
import type { ExerciseCheck } from '@newline/api/rules/exercise-check';
import type { DocumentNode } from '@newline/document/document-node';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { publishArticle, startWriters, type Writers } from '../writers.ts';
import { exerciseNode, idOfExercise } from './exercise-nodes.ts';

// The job with a stand-in for Chromium, which check-with-chromium.test.ts has.
let writers: Writers;
let pool: Pool;
beforeAll(async () => {
  writers = await startWriters();
  pool = createPool(writers.site.db.connections.worker, { max: 4, statementTimeoutMs: 0 });
});
afterAll(async () => {
  await pool.end();
  await writers.stop();
});
beforeEach(() => writers.site.db.superuser.query('delete from app_public.articles'));

const works: ExerciseCheck = { verdict: 'PASSES', reason: null, failedTests: [] };
const broken: ExerciseCheck = { verdict: 'SOLUTION_FAILS', reason: null, failedTests: ['adds'] };
const fine = exerciseNode('aaaaa');
const other = exerciseNode('bbbbb', { solution: 'other' });

/** Creates a checker that finds the same for every exercise. */
function checkerThat({
  finds = works,
  release = 'r1',
  before,
}: {
  finds?: ExerciseCheck;
  release?: string;
  before?: () => Promise<unknown>;
} = {}) {
  const checked: string[] = [];
  const checker: ExerciseChecker = {
    release,
    obstacle: null,
    async check(exercises, onResult) {
      for (const { id, node } of exercises) {
        checked.push(idOfExercise(node));
        await before?.();
        await onResult(id, finds);
      }
    },
  };
  return { checker, checked };
}

const run = (checker: ExerciseChecker, more: { text?: string; atMost?: number } = {}) =>
  checkExercises({ pool, checker, log: createLog('silent'), signal: new AbortController().signal, ...more });

/** Creates an article, and returns its ID and a function that saves another text of it. */
async function makeText(...content: DocumentNode[]) {
  const { id, version } = await writers.makeArticle();
  let base = version;
  const save = async (...nodes: DocumentNode[]) => {
    const bodyDelta = JSON.stringify({ type: 'doc', content: nodes });
    const saved = await writers.save(writers.author, id, base, '', { bodyDelta });
    if (!saved.data) throw new Error(JSON.stringify(saved.errors));
    base = saved.data.saveArticle.version;
  };
  await save(...content);
  return { id, save, version: () => base };
}

type Row = { exercise: string; position: number; verdict: string; reason: string | null; failedTests: string[]; checkedAt: string | null };

async function read(browser: Browser, id: string): Promise<Row[]> {
  const answer = await browser.graphql<{ articleById: { exerciseChecks: { nodes: Row[] } } | null }>(
    /* GraphQL */ `query ($id: UUID!) {
      articleById(id: $id) { exerciseChecks { nodes { exercise position verdict reason failedTests checkedAt } } }
    }`,
    { id },
  );
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return (answer.data?.articleById?.exerciseChecks.nodes ?? []).toSorted((one, other) => one.position - other.position);
}

describe('the job check_exercises @PRACTICE-02', () => {
  test('checks what was saved, and again only what changed', async () => {
    const text = await makeText(fine, other);
    const { checker, checked } = checkerThat();
    expect(await run(checker, { text: text.id })).toBe(2);
    expect(await read(writers.author, text.id)).toMatchObject([
      { exercise: 'aaaaa', position: 1, verdict: 'PASSES', checkedAt: expect.any(String) },
      { exercise: 'bbbbb', position: 2, verdict: 'PASSES' },
    ]);
    await text.save(
      fine,
      { type: 'paragraph', content: [{ type: 'text', text: 'More.' }] },
      exerciseNode('bbbbb', { solution: 'another' }),
    );
    expect(await read(writers.author, text.id)).toMatchObject([{ verdict: 'PASSES' }, { verdict: 'NOT_CHECKED', checkedAt: null }]);
    expect(await run(checker, { text: text.id })).toBe(1);
    expect(checked).toEqual(['aaaaa', 'bbbbb', 'bbbbb']);
    // Publishing changes no code.
    const { errors } = await writers.author.graphql(publishArticle, { input: { id: text.id, version: text.version() } });
    expect(errors).toBeUndefined();
    expect(await run(checker, { text: text.id })).toBe(0);
  });

  test('changes nothing when it runs twice, also in two processes at the same time', async () => {
    const text = await makeText(fine, other);
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const one = checkerThat({
      before: () => {
        started.resolve();
        return goOn.promise;
      },
    });
    const two = checkerThat({ finds: broken });
    const first = run(one.checker, { text: text.id });
    await started.promise;
    expect(await run(two.checker, { text: text.id })).toBe(0);
    expect(await run(two.checker)).toBe(0);
    goOn.resolve();
    expect(await first).toBe(2);
    expect([one.checked, two.checked]).toEqual([['aaaaa', 'bbbbb'], []]);
    const before = await read(writers.author, text.id);
    expect(await run(two.checker, { text: text.id })).toBe(0);
    expect(await read(writers.author, text.id)).toEqual(before);
  });

  test('stores no result of code that was saved meanwhile, and checks the new code', async () => {
    const text = await makeText(fine);
    let saves = 0;
    const { checker, checked } = checkerThat({
      finds: broken,
      async before() {
        saves += 1;
        if (saves === 1) await text.save(exerciseNode('aaaaa', { solution: 'better' }));
      },
    });
    expect(await run(checker, { text: text.id })).toBe(2);
    expect(checked).toEqual(['aaaaa', 'aaaaa']);
    expect(await read(writers.author, text.id)).toMatchObject([{ verdict: 'SOLUTION_FAILS', failedTests: ['adds'] }]);
  });

  test('gives exercises back if it fails, or the site stops', async () => {
    const text = await makeText(fine);
    const failing = checkerThat({ before: () => Promise.reject(new Error('The process ended.')) });
    await expect(run(failing.checker, { text: text.id })).rejects.toThrow('The process ended.');
    const { checker, checked } = checkerThat();
    expect(await run(checker)).toBe(1);
    expect(checked).toEqual(['aaaaa']);
  });

  test('checks what another release of the runner checked, a few at a time', async () => {
    for (const exercise of [fine, other, exerciseNode('ccccc')]) await makeText(exercise);
    expect(await run(checkerThat().checker)).toBe(3);
    expect(await run(checkerThat().checker)).toBe(0);
    const next = checkerThat({ release: 'r2', finds: broken });
    expect(await run(next.checker, { atMost: 2 })).toBe(2);
    expect(await run(next.checker, { atMost: 2 })).toBe(1);
    expect(await run(next.checker, { atMost: 2 })).toBe(0);
    expect(next.checked).toHaveLength(3);
  });

  test('says why where nothing can be checked, and a process that can does it later', async () => {
    const text = await makeText(fine);
    const without: ExerciseChecker = {
      release: null,
      obstacle: 'Chromium isn’t installed on this machine.',
      check: () => Promise.reject(new Error('expected no check')),
    };
    expect(await run(without, { text: text.id })).toBe(1);
    expect(await read(writers.author, text.id)).toMatchObject([
      { verdict: 'NOT_CHECKED', reason: 'Chromium isn’t installed on this machine.', checkedAt: expect.any(String) },
    ]);
    expect(await run(without)).toBe(0);
    expect(await run(checkerThat().checker)).toBe(1);
    expect(await read(writers.author, text.id)).toMatchObject([{ verdict: 'PASSES', reason: null }]);
  });
});

describe('results @PRACTICE-02 @AUTH-03', () => {
  test('are read by those who write the text, and administrators', async () => {
    const text = await makeText(fine);
    await run(checkerThat({ finds: broken }).checker, { text: text.id });
    await writers.author.graphql(publishArticle, { input: { id: text.id, version: text.version() } });
    for (const browser of [writers.author, writers.editor, writers.admin])
      expect(await read(browser, text.id)).toMatchObject([{ verdict: 'SOLUTION_FAILS', failedTests: ['adds'] }]);
    for (const browser of [writers.learner, writers.site.newBrowser()]) expect(await read(browser, text.id)).toEqual([]);
  });

  test('come after a save without anyone asking: here, where nothing is built, that nothing can be checked', async () => {
    const text = await makeText(fine);
    await vi.waitFor(
      async () => {
        expect(await read(writers.author, text.id)).toMatchObject([
          { verdict: 'NOT_CHECKED', reason: expect.stringMatching(/installed|built/), checkedAt: expect.any(String) },
        ]);
      },
      { timeout: 60_000, interval: 200 },
    );
  });
});
