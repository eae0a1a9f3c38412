import { afterAll, beforeAll, expect, test } from 'vitest';
import { mutations, queries } from './operations-of.ts';
import { undoneInTests } from './undone-in-tests.ts';
import { walkOddValues } from './walk.ts';
import { startWalkSite, type WalkSite } from './walk-site.ts';

const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
/** One of this many odd values of an argument is sent. */
const every = isFullRun ? 4 : 60;

let walk: WalkSite;
beforeAll(async () => {
  walk = await startWalkSite();
});
afterAll(() => walk.stop());

test('no mutation answers odd input with a server error', { timeout: isFullRun ? 3_600_000 : 900_000 }, async () => {
  const { faults, undone, cases } = await walkOddValues(walk, mutations, every);
  expect(faults).toEqual([]);
  // Some user succeeded with each of the others as intended, so the input reaches the database.
  expect(undone.toSorted()).toEqual(Object.keys(undoneInTests).toSorted());
  expect(cases).toBeGreaterThan(isFullRun ? 5000 : 300);
});

test('nor does any query', { timeout: isFullRun ? 3_600_000 : 900_000 }, async () => {
  const { faults } = await walkOddValues(walk, isFullRun ? queries : queries.filter((_, index) => index % 3 === 0), every);
  expect(faults).toEqual([]);
});

test('a mutation that breaks is found (control)', async () => {
  const toggles = mutations.filter(({ name }) => name === 'toggleLike');
  const { superuser } = walk.site.db;
  await superuser.query('alter table app_public.clip_likes rename column enabled to disabled');
  try {
    const { faults } = await walkOddValues(walk, toggles, every);
    expect(faults[0]).toMatch(/^toggleLike as usual as learner: 200 Something went wrong on our end/);
  } finally {
    await superuser.query('alter table app_public.clip_likes rename column disabled to enabled');
  }
  expect((await walkOddValues(walk, toggles, every)).faults).toEqual([]);
});
