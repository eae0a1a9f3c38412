import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkClock } from '../../src/doctor/check-clock.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
});
afterAll(() => db.stop());

const check = (offsetMs: number) => withClient(db.connections.owner, (client) => checkClock(client, () => Date.now() + offsetMs));

test('a clock that differs from the database server’s is a problem', async () => {
  expect(await check(0)).toEqual({ state: 'ok', what: 'The clock agrees with the database server' });
  expect(await check(3_600_000)).toMatchObject({
    state: 'fail',
    what: expect.stringMatching(/^The clock is 3\d{3} s ahead of the database server$/) as string,
    remedy: expect.stringContaining('systemd-timesyncd') as string,
  });
  expect(await check(-3_600_000)).toMatchObject({ state: 'fail', what: expect.stringContaining('s behind the database server') as string });
});
