import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld, idOf, people } from './permissions/world.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
});
afterAll(() => db.stop());

let count = 0;

/** Creates an unused attachment of a user, uploaded this long ago; returns its id. */
async function upload(owner: string, age = '0'): Promise<string> {
  count += 1;
  const { rows } = await db.superuser.query<{ id: string }>(
    `insert into app_public.attachments (owner_id, file, name, kind, content_type, byte_count, loose_since)
     values ($1, $2, 'Picture', 'IMAGE', 'image/webp', 1, now() - $3::interval) returning id`,
    [idOf(owner), `a/upload-${count}`, age],
  );
  return rows[0]?.id ?? '';
}

/** Returns what `claim_attachments` leaves out when a user saves a text. */
async function claim(person: string, ids: string[], text: string): Promise<string[]> {
  const client = await db.superuser.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('newline.user_id', $1, true)", [idOf(person)]);
    const { rows } = await client.query<{ left_out: string[] }>('select app_private.claim_attachments($1, $2) as left_out', [
      ids,
      idOf(text),
    ]);
    await client.query('commit');
    return rows[0]?.left_out ?? [];
  } finally {
    client.release();
  }
}

const looseSince = async (id: string) =>
  (await db.superuser.query<{ at: Date | null }>('select loose_since as at from app_public.attachments where id = $1', [id])).rows[0]?.at;
const tidy = async () => (await db.superuser.query<{ n: number }>('select app_private.remove_loose_attachments() as n')).rows[0]?.n;

describe('a saved text keeps', () => {
  const article = 'article published';
  const comment = 'comment learner clip course published';

  test('the attachments of the user who saves it', async () => {
    const id = await upload('author');
    expect(await claim('author', [id], article)).toEqual([]);
    expect(await looseSince(id)).toBeNull();
    const { rows } = await db.superuser.query('select attachable_id from app_public.attachments where id = $1', [id]);
    expect(rows[0].attachable_id).toBe(idOf(article));
  });

  test('those of its other authors, and no one else’s: another user’s id in a document is ignored', async () => {
    const [coAuthors, strangers] = [await upload('author'), await upload('other')];
    expect(await claim('admin', [coAuthors, strangers], article)).toEqual([strangers]);
    expect([await looseSince(coAuthors), await looseSince(strangers)]).toEqual([null, expect.any(Date)]);
  });

  test('no one else’s in a comment, and none in an invalid text', async () => {
    const [own, others] = [await upload('learner'), await upload('author')];
    expect(await claim('learner', [own, others], comment)).toEqual([others]);
    expect(await claim('learner', [own], 'no such text')).toEqual([own]);
    expect(await claim('learner', ['00000000-0000-4000-8000-000000000000'], comment)).toEqual(['00000000-0000-4000-8000-000000000000']);
  });

  test('an image that several texts show, or one text shows twice', async () => {
    const id = await upload('author');
    expect(await claim('author', [id, id], article)).toEqual([]);
    expect(await claim('author', [id], article)).toEqual([]);
    expect(await claim('author', [id], 'lesson course published')).toEqual([]);
    expect((await db.superuser.query('select from app_private.attachment_uses where attachment_id = $1', [id])).rowCount).toBe(2);
  });

  test('until its last text is gone: then for another day', async () => {
    const id = await upload('author');
    await claim('author', [id], 'article unlisted');
    await claim('author', [id], 'article draft');
    await db.superuser.query('delete from app_public.articles where id = $1', [idOf('article unlisted')]);
    expect(await looseSince(id)).toBeNull();
    await db.superuser.query('delete from app_public.articles where id = $1', [idOf('article draft')]);
    expect(await looseSince(id)).toBeInstanceOf(Date);
    expect(await tidy()).toBe(0);
  });
});

describe('the cleanup job', () => {
  test('removes attachments that no text has used for a day, and then their files are due', async () => {
    const [old, young, used] = [
      await upload('learner', '25 hours'),
      await upload('learner', '23 hours'),
      await upload('learner', '25 hours'),
    ];
    await claim('learner', [used], 'comment learner clip course published');
    const { rows } = await db.superuser.query<{ file: string }>('select file from app_public.attachments where id = $1', [old]);
    expect(await tidy()).toBe(1);
    expect([await looseSince(old), await looseSince(young), await looseSince(used)]).toEqual([undefined, expect.any(Date), null]);
    const due = await db.superuser.query('select file from app_private.due_files() as file');
    expect(due.rows).toContainEqual(rows[0]);
  });

  test('waits for a text that is being saved, which then keeps its attachment', async () => {
    const id = await upload('author', '25 hours');
    const client = await db.superuser.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('newline.user_id', $1, true)", [idOf('author')]);
      await client.query('select app_private.claim_attachments($1, $2)', [[id], idOf('article published')]);
      expect(await tidy()).toBe(0);
      await client.query('commit');
      expect([await tidy(), await looseSince(id)]).toEqual([0, null]);
    } finally {
      client.release();
    }
  });

  test('is the only one allowed to do this: requests can’t, and jobs can do nothing else @AUTH-03', async () => {
    const { rows } = await db.superuser.query<{ name: string; who: string }>(`
      select p.proname as name, r.rolname as who from pg_proc p, pg_roles r
      where p.proname in ('remove_loose_attachments', 'due_files', 'forget_files', 'claim_attachments') and r.rolname like 'newline%' and r.rolname <> 'newline_owner'
        and not r.rolsuper and has_function_privilege(r.oid, p.oid, 'execute') order by 1, 2`);
    expect(rows.map(({ name, who }) => `${name} ${who}`)).toEqual([
      'due_files newline_worker',
      'forget_files newline_worker',
      'remove_loose_attachments newline_worker',
    ]);
  });
});

describe('a user’s image', () => {
  const set = (url: string | null) =>
    db.superuser.query('update app_public.users set profile_image_url = $1 where id = $2', [url, people['other learner'].userId]);
  const urlOf = async (id: string) =>
    (
      await db.superuser.query<{ url: string }>(
        'select app_public.attachments_square_image_url(a) as url from app_public.attachments a where id = $1',
        [id],
      )
    ).rows[0]?.url ?? '';

  test('is their own upload, kept as long as it is their image', async () => {
    await db.superuser.query(`select app_private.set_picture_hosts('{avatars.githubusercontent.com}')`);
    const [first, second] = [await upload('other'), await upload('other')];
    await set(await urlOf(first));
    expect(await looseSince(first)).toBeNull();
    await set(await urlOf(second));
    expect([await looseSince(first), await looseSince(second)]).toEqual([expect.any(Date), null]);
    await set('https://avatars.githubusercontent.com/u/1');
    expect(await looseSince(second)).toBeInstanceOf(Date);
    await set(await urlOf(second));
    await set(null);
    expect(await looseSince(second)).toBeInstanceOf(Date);
  });

  test('is never another user’s upload, nor a missing one', async () => {
    await expect(set(await urlOf(await upload('author')))).rejects.toMatchObject({ code: 'NL400' });
    await expect(set('/media/a/nothing/square-192.webp')).rejects.toMatchObject({ code: 'NL400' });
    const own = await urlOf(await upload('other'));
    await expect(set(own.replace('square-192', 'full'))).rejects.toMatchObject({ code: 'NL400' });
    await expect(set(own)).resolves.toMatchObject({ rowCount: 1 });
  });
});
