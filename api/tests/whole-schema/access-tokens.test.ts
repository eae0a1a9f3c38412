import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '../../../db/tests/permissions/world.ts';
import { mutations } from './operations-of.ts';
import { undoneInTests } from './undone-in-tests.ts';
import { basesOf, doers } from './usual-input.ts';
import { variablesOf } from './walk.ts';
import { startWalkSite, type WalkSite, type Who } from './walk-site.ts';

let walk: WalkSite;
const tokens = new Map<string, string>();

beforeAll(async () => {
  walk = await startWalkSite();
  for (const who of doers) {
    for (const scope of ['READ', 'WRITE', 'ADMIN']) {
      if (scope === 'ADMIN' && who !== 'admin') continue;
      const token = `nl_pat_${randomBytes(32).toString('base64url')}`;
      const hash = createHash('sha256').update(token).digest();
      await walk.site.db.superuser.query('select auth.create_access_token($1, null, $2, $3, null, $4, $5)', [
        people[who].userId,
        'Walk',
        scope,
        'walk',
        hash,
      ]);
      tokens.set(`${who} ${scope}`, token);
    }
  }
  await walk.takeChanges();
});
afterAll(() => walk.stop());

/** Sends a mutation with a token in each usual form; returns the results. */
async function tryWith(who: Who, scope: string, operation: (typeof mutations)[number]) {
  const answers = [];
  for (const base of basesOf(operation)) {
    await walk.forgetCounts();
    await walk.takeChanges();
    const answer = await walk.send(who, operation, variablesOf(operation, base), tokens.get(`${who} ${scope}`));
    const changes = await walk.takeChanges();
    answers.push({ ...answer, changes: changes.map(({ table, op }) => `${operation.name}: ${op} ${table}`) });
  }
  return answers;
}

test('a token with the scope read runs no mutation, whatever its user’s role @LOGIN-03', { timeout: 900_000 }, async () => {
  const reasons = new Set<string>();
  for (const operation of mutations) {
    for (const who of doers) {
      for (const { text, changes } of await tryWith(who, 'READ', operation)) {
        reasons.add(/"reason":"(\w+)"/.exec(text)?.[1] ?? `${operation.name}: ${text.slice(0, 200)}`);
        expect(changes, operation.name).toEqual([]);
      }
    }
  }
  expect([...reasons]).toEqual(['ACCESS_TOKEN_READ_ONLY']);
});

test('a token with the scope write has no administrator rights, and one with the scope admin has @LOGIN-03', {
  timeout: 900_000,
}, async () => {
  const forStaff = mutations.filter(({ isForStaff, name }) => isForStaff && !(name in undoneInTests));
  expect(forStaff.length).toBeGreaterThan(15);
  for (const operation of forStaff) {
    for (const { codes, changes } of await tryWith('admin', 'WRITE', operation)) {
      expect(codes, operation.name).toEqual(['FORBIDDEN']);
      expect(changes, operation.name).toEqual([]);
    }
  }
  // The same requests succeed with all rights (control).
  const done = [];
  for (const operation of forStaff) {
    const answers = await tryWith('admin', 'ADMIN', operation);
    if (answers.some(({ isDone }) => isDone)) done.push(operation.name);
  }
  expect(done.length).toBeGreaterThan(12);
});

test('a token with the scope write does what its user can (control) @LOGIN-03', { timeout: 900_000 }, async () => {
  const done = [];
  for (const operation of mutations) {
    const answers = await tryWith('learner', 'WRITE', operation);
    if (answers.some(({ isDone, changes }) => isDone && changes.length > 0)) done.push(operation.name);
  }
  expect(done).toContain('toggleBookmark');
  expect(done.length).toBeGreaterThan(10);
});
