import { asSuperuser, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase();
});

afterAll(() => db.stop());

test.each([
  { given: 'Ada Lovelace', name: 'Ada Lovelace', username: 'ada-lovelace' },
  { given: '  Ada  ', name: 'Ada', username: 'ada' },
  { given: '', name: null, username: 'reader' },
  { given: '吉田', name: '吉田', username: 'reader' },
  { given: `${'a'.repeat(79)} cut at a space`, name: 'a'.repeat(79), username: 'a'.repeat(32) },
])('an account named "$given" becomes the person $name, /@$username @AUTH-01', async ({ given, name, username }) => {
  await asSuperuser(db, async (client) => {
    await client.query(`insert into auth."user" ("name", "email", "emailVerified") values ($1, 'private@example.com', true)`, [given]);
    const { rows } = await client.query('select name, username from app_public.users');
    expect(rows).toEqual([{ name, username }]);
  });
});
