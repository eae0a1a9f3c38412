import { asSuperuser, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;

beforeAll(async () => {
  db = await startTestDatabase();
});

afterAll(() => db.stop());

test.each([
  { input: 'Ada Lovelace', name: 'Ada Lovelace', username: 'ada-lovelace' },
  { input: '  Ada  ', name: 'Ada', username: 'ada' },
  { input: '', name: null, username: 'reader' },
  { input: '吉田', name: '吉田', username: 'reader' },
  { input: '\tMallory\u200b\u202e  Two\n', name: 'Mallory Two', username: 'mallory-two' },
  { input: '\u200b\u00ad', name: null, username: 'reader' },
  { input: `${'a'.repeat(79)} cut at a space`, name: 'a'.repeat(79), username: 'a'.repeat(32) },
])('an account named "$input" becomes the user $name, /@$username @AUTH-01', async ({ input, name, username }) => {
  await asSuperuser(db, async (client) => {
    await client.query(`insert into auth."user" ("name", "email", "emailVerified") values ($1, 'private@example.com', true)`, [input]);
    const { rows } = await client.query('select name, username from app_public.users');
    expect(rows).toEqual([{ name, username }]);
  });
});

test('no one can take an administrator’s name, however it is spelled, except administrators @AUTH-01 @ACCT-02', async () => {
  await asSuperuser(db, async (client) => {
    const add = async (name: string, email: string) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into auth."user" ("name", "email", "emailVerified") values ($1, $2, true) returning id`,
        [name, email],
      );
      return rows[0]?.id ?? '';
    };
    const nameOf = async (id: string) =>
      (await client.query<{ name: string | null }>('select name from app_public.users where id = $1', [id])).rows[0]?.name;
    const rename = (id: string, name: string) => client.query('update app_public.users set name = $1 where id = $2', [name, id]);
    const olga = await add('Olga Ówner', 'olga@example.com');
    await client.query('update app_public.users set is_admin = true where id = $1', [olga]);
    for (const [index, copy] of ['Olga Ówner', 'olga owner', 'O-l-g-a  OWNER', 'Olga\u200bÓwner', 'olga-owner'].entries()) {
      const id = await add(copy, `copy-${index}@example.com`);
      expect(await nameOf(id)).toBeNull();
      await client.query('savepoint before');
      const plain = copy.replace('\u200b', ' ').replace(/ +/g, ' ');
      await expect(rename(id, plain)).rejects.toMatchObject({ code: 'NL409' });
      await client.query('rollback to before');
    }
    const other = await add('Olga Other', 'other@example.com');
    expect(await nameOf(other)).toBe('Olga Other');
    for (const wrong of ['\tOlga', 'Two\nlines', 'Turned \u202eround']) {
      await client.query('savepoint before');
      await expect(rename(other, wrong)).rejects.toMatchObject({ code: expect.stringMatching(/^(NL400|23514)$/) });
      await client.query('rollback to before');
    }
    await rename(other, 'Olga Otherwise');
    await rename(olga, 'Olga Owner');
    expect(await nameOf(olga)).toBe('Olga Owner');
  });
});
