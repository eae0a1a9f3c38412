import { demoPeople } from '@newline/db/demo/people';
import { hashPassword } from '@newline/db/demo/demo-password';
import { verifyPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi({ demo: true });
});
afterAll(() => site.stop());

test('every demo user can sign in with their password and has their role @AUTH-03', async () => {
  for (const { email, password, id, role } of demoPeople(site.db.secretKey)) {
    const browser = await signIn(site, email, password);
    const viewer = await site.api.viewerOf({ cookie: browser.cookieHeader });
    expect(viewer).toMatchObject({ userId: id, role: role === 'admin' ? 'admin' : 'learner' });
  }
});

test('demo passwords are stored the way better-auth stores passwords', async () => {
  const hash = await hashPassword('a key', 'bafo-kigu-temi-ludo');
  expect(await verifyPassword({ hash, password: 'bafo-kigu-temi-ludo' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'bafo-kigu-temi-ludi' })).toBe(false);
});
