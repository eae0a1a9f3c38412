import { asPerson, asPersonForGood, type Person, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWorld, idOf, people } from './permissions/world.ts';

type Entry = { user_id: string | null; files: string | null; version: number | null; other_files: string | null };
type Given = { files?: string | null; base?: number | null; dropOther?: boolean; lesson?: string | null; article?: string | null };

let db: TestDatabase;
const published = idOf('lesson course published');

beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
});
afterAll(() => db.stop());
beforeEach(() => db.superuser.query('delete from app_public.kept_codes'));

async function keep(person: Person, { files = '{}', base = null, dropOther = false, lesson = published, article = null }: Given = {}) {
  const { rows } = await asPersonForGood(db, person, (client) =>
    client.query<Entry>("select * from app_public.keep_code('a', $1, $2, $3, $4, $5)", [files, lesson, article, base, dropOther]),
  );
  return rows[0];
}

async function read(person: Person): Promise<Entry | undefined> {
  const { rows } = await asPerson(db, person, (client) => client.query<Entry>("select * from app_public.kept_code('a', $1)", [published]));
  return rows[0];
}

describe('kept code', () => {
  test('is read by nobody else @PRACTICE-01', async () => {
    await keep(people.learner, { files: '{"index.js":"mine"}' });
    expect(await read(people.learner)).toMatchObject({ files: '{"index.js":"mine"}', version: 1 });
    for (const person of [people.visitor, people['other learner'], people.Pro, people.author, people['other author'], people.admin]) {
      expect((await read(person))?.files ?? null).toBeNull();
      const { rowCount } = await asPerson(db, person, (client) => client.query('select from app_public.kept_codes'));
      expect(rowCount).toBe(0);
    }
    // Everyone has a version of their own.
    await keep(people.admin, { files: '{"index.js":"theirs"}' });
    expect(await read(people.learner)).toMatchObject({ files: '{"index.js":"mine"}', version: 1 });
  });

  test('needs a session, one text that the user can see, and a size', async () => {
    await expect(keep(people.visitor)).rejects.toThrow('SIGN_IN_REQUIRED');
    await expect(keep(people.learner, { lesson: null })).rejects.toThrow('CODE_TEXT_COUNT_INVALID');
    await expect(keep(people.learner, { lesson: idOf('lesson course draft') })).rejects.toThrow('LESSON_NOT_FOUND');
    await expect(keep(people.learner, { lesson: null, article: published })).rejects.toThrow('ARTICLE_NOT_FOUND');
    await expect(keep(people.learner, { files: 'x'.repeat(50_001) })).rejects.toThrow('kept_codes_files_check');
    expect(await read(people.learner)).toMatchObject({ files: null });
  });

  test('the later of two devices wins, and the other version is offered until it is settled', async () => {
    await keep(people.learner, { files: '"one"' });
    expect(await keep(people.learner, { files: '"two"', base: 1 })).toMatchObject({ version: 2, other_files: null });
    // A device that knows only the first version.
    expect(await keep(people.learner, { files: '"three"', base: 1 })).toMatchObject({ files: '"three"', version: 3, other_files: '"two"' });
    expect(await keep(people.learner, { files: '"four"', base: 3 })).toMatchObject({ version: 4, other_files: '"two"' });
    expect(await keep(people.learner, { files: '"four"', base: 4, dropOther: true })).toMatchObject({ version: 5, other_files: null });
    // The same text on both needs no offer.
    expect(await keep(people.learner, { files: '"four"' })).toMatchObject({ version: 6, other_files: null });
  });

  test('goes with a reset, with its text and with the account', async () => {
    await keep(people.learner);
    expect(await keep(people.learner, { files: null, base: 1 })).toMatchObject({ files: null, other_files: null, version: 2 });
    // A device that doesn't know of the reset has nothing to offer.
    expect(await keep(people.learner, { base: 1 })).toMatchObject({ files: '{}', other_files: null, version: 3 });
    await keep(people.author);
    const rows = async () => (await db.superuser.query('select from app_public.kept_codes')).rowCount;
    expect(await rows()).toBe(2);
    await asPerson(db, people.learner, async (client) => {
      const { rows: own } = await client.query<{ data: { kept_codes: unknown[] } }>('select app_public.own_data() as data');
      expect(own[0]?.data.kept_codes).toHaveLength(1);
    });
    await db.superuser.query('begin');
    await db.superuser.query('delete from auth."user" where id = $1', [people.learner.userId]);
    expect(await rows()).toBe(1);
    await db.superuser.query('delete from app_public.lessons where id = $1', [published]);
    expect(await rows()).toBe(0);
    await db.superuser.query('rollback');
  });
});
