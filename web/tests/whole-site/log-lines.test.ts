import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePlace, type Place } from './starting-site.ts';

let environment: Place;
beforeAll(async () => {
  environment = await makePlace(19_800);
});
afterEach(() => environment?.stopAll());
afterAll(() => environment?.remove());

const inProduction = { PUBLIC_URL: 'https://learn.example.com', LOG_LEVEL: 'info' };

type Line = { level: string; time: string; msg: string };

/** Parses each line of the output, which throws for one that isn't JSON. */
const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

test('in production, a first start, its requests and its stop print only JSON, and nothing alarming @AUTH-03', async () => {
  const dataDir = join(environment.dataDir, 'first');
  const site = environment.begin({ ...inProduction, DATABASE_URL: '', DATA_DIR: dataDir });
  await site.ready;
  const link = readFileSync(join(dataDir, 'first-administrator.txt'), 'utf8').trim();
  for (const path of ['/', '/courses', '/no/such/page', '/readyz', '/api/auth/get-session']) await (await environment.get(path)).text();
  expect(await site.stop()).toBe(0);
  const lines = linesOf(site.output());
  expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
  expect(lines.every(({ time }) => new Date(time).toISOString() === time)).toBe(true);
  const messages = lines.map(({ msg }) => msg).join('\n');
  for (const part of [
    'Creating a PostgreSQL database',
    'database migrations',
    'first-administrator.txt',
    'ready https://learn.example.com',
  ])
    expect(messages).toContain(part);
  // The link is in the file alone.
  const token = /token=([\w-]{43})$/.exec(link)?.[1] ?? 'none';
  expect(token).not.toBe('none');
  expect(site.output()).not.toContain(token);
});

test('in production, a start that fails says why as JSON', async () => {
  const site = environment.begin({ ...inProduction, TRUST_PROXY: '99', PORT: '80000' });
  expect(await site.ended).toBe(1);
  expect(linesOf(site.output()).at(-1)).toMatchObject({
    level: 'error',
    msg: expect.stringContaining('2 settings need a change:') as string,
  });
});
