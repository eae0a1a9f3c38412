import { asSuperuser, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;
let ada: string;
beforeAll(async () => {
  db = await startTestDatabase();
  await db.superuser.query(`select app_private.set_picture_hosts('{pictures.example,avatars.example:8443}')`);
  const { rows } = await db.superuser.query<{ id: string }>(
    `insert into auth."user" ("name", "email", "emailVerified") values ('Ada', 'ada@example.com', true) returning id`,
  );
  ada = rows[0]?.id ?? '';
});
afterAll(() => db.stop());

/** Stores a user's image as that user. */
async function store(address: string): Promise<void> {
  const client = await db.app.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('role', 'newline_learner', true), set_config('newline.user_id', $1, true)`, [ada]);
    await client.query('update app_public.users set profile_image_url = $1 where id = $2', [address, ada]);
    await client.query('rollback');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

test.each([
  '/media/avatars/ada.webp',
  '/media/covers/a-b_c.svg',
  'https://pictures.example/u/1?v=4',
  'https://avatars.example:8443/x',
  'https://pictures.example',
])('an image of this site or of a listed host is stored: %s @ACCT-02', async (address) => {
  await store(address);
});

test.each([
  '/api/auth/magic-link/verify?token=x',
  '/api/auth/sign-out',
  '/graphql?query={viewer{id}}',
  '/media/../api/auth/sign-out',
  '/media/x/../../api/auth/sign-out',
  '/media/./../api',
  '/media/%2e%2e/api/auth/sign-out',
  '/media/..%2fapi',
  '/media/\\..\\api',
  '/media/x?y=/api',
  '/media//evil.example/x',
  '//evil.example/x.png',
  'http://pictures.example/u/1',
  'https://evil.example/x.png',
  'https://pictures.example.evil.example/x',
  'https://pictures.example@evil.example/x',
  'https://pictures.example:8443/x',
  'https://pictures.example\\@evil.example/x',
  'HTTPS://pictures.example/u/1',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
])('any other URL is refused: %s @ACCT-02', async (address) => {
  await expect(store(address)).rejects.toMatchObject({ code: expect.stringMatching(/^(NL400|23514)$/) });
});

test('the error names the field and the hosts @ACCT-02', async () => {
  await expect(store('https://evil.example/x.png')).rejects.toMatchObject({
    message: 'IMAGE_HOST_NOT_ALLOWED',
    detail: '{"field": "profileImageUrl", "hosts": "avatars.example:8443, pictures.example"}',
  });
});

test('covers, logos and images of reviews are checked too', async () => {
  for (const [table, column] of [
    ['courses', 'poster_image_url'],
    ['courses', 'cover_image_url'],
    ['books', 'full_cover_image_url'],
  ] as const) {
    await asSuperuser(db, async (client) => {
      const insert = `insert into app_public.${table} (title, slug, permalink, ${column}) values ('T', 't', '/${table}/t', $1)`;
      await client.query('savepoint before');
      await expect(client.query(insert, ['https://evil.example/x.png'])).rejects.toMatchObject({ code: 'NL400' });
      await client.query('rollback to before');
      await client.query(insert, ['https://pictures.example/x.png']);
    });
  }
});

test('an invalid image URL from another site doesn’t prevent a sign-up: it is left out @AUTH-01', async () => {
  for (const [image, shown] of [
    ['https://pictures.example/u/2', 'https://pictures.example/u/2'],
    ['https://evil.example/u/2', null],
    ['/api/auth/sign-out', null],
  ]) {
    await asSuperuser(db, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into auth."user" ("name", "email", "emailVerified", "image") values ('Bo', 'bo@example.com', true, $1) returning id`,
        [image],
      );
      const person = await client.query('select profile_image_url from app_public.users where id = $1', [rows[0]?.id]);
      expect(person.rows).toEqual([{ profile_image_url: shown }]);
    });
  }
});
