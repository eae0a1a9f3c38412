import { formerMigrations } from '@newline/db/former-migrations';
import { asSuperuser, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWorld, idOf } from '../permissions/world.ts';

const { migrations } = await formerMigrations();
const migration = migrations.find(({ name }) => name === '000089-finished-images.sql')?.sql ?? '';
const tables = ['comments', 'lesson_bodies', 'article_bodies', 'lesson_revision_texts', 'article_revision_texts'];
/** The owner's pages, which have always had the check. */
const pageTables = ['page_bodies', 'page_revision_texts'];
const hidden = ['hidden_comment_bodies', 'deleted_comment_bodies'];

const placeholder = { type: 'imageUploadPlaceholder', attrs: { uniqueId: 'aaaaa', loading: true, progressPercent: 7 } };
/** Mentions the name of the node as text, which is no reason to reject it. */
const words = { type: 'paragraph', content: [{ type: 'text', text: '{"type": "imageUploadPlaceholder", "attrs": {}} as words' }] };
const nested = { type: 'blockquote', content: [words, placeholder] };

let db: TestDatabase;
beforeAll(async () => {
  db = await startTestDatabase();
  const client = await db.superuser.connect();
  await buildWorld(client);
  client.release();
});
afterAll(() => db.stop());

const comment = (content: unknown[], markdown = 'x') => ({
  text: `insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html) values ($1, $2, $3, $4, 'x') returning id`,
  values: [idOf('discussion clip course published'), idOf('learner'), JSON.stringify({ type: 'doc', content }), markdown],
});

test('no stored text contains an image that is still uploading, at any depth; mentioning one is fine @EDIT-03', async () => {
  await asSuperuser(db, async (client) => {
    await client.query(comment([words]));
  });
  for (const content of [[placeholder], [words, nested]]) {
    await expect(asSuperuser(db, (client) => client.query(comment(content)))).rejects.toMatchObject({
      constraint: 'comments_uploads_check',
    });
  }
  const { rows } = await db.superuser.query<{ name: string }>(
    `select conrelid::regclass::text as name from pg_constraint where conname like '%uploads_check' and convalidated`,
  );
  expect(rows.map(({ name }) => name.replace(/^\w+\./, '')).toSorted()).toEqual([...tables, ...hidden, ...pageTables].toSorted());
});

test('every table with the text of a document has the check', async () => {
  const { rows } = await db.superuser.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'body_delta' and data_type = 'jsonb'
       and table_schema in ('app_public', 'app_private')
       and table_name in (select relname from pg_class where relkind = 'r')`,
  );
  // Moved texts are copies of stored texts, kept briefly.
  const checked = new Set([...tables, ...hidden, ...pageTables, 'moved_texts', 'moved_note_texts']);
  expect(rows.map(({ name }) => name).filter((name) => !checked.has(name))).toEqual([]);
  expect(rows.length).toBe(checked.size);
});

test('the migration replaces such an image with an empty paragraph of the same id, and changes nothing else', async () => {
  await asSuperuser(db, async (client) => {
    for (const name of [...tables, ...hidden]) {
      const schema = name === 'comments' ? 'app_public' : 'app_private';
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await client.query(`alter table ${schema}.${name} drop constraint ${name}_uploads_check`);
    }
    const markdown = 'Before\n\n::uploading{uniqueId=aaaaa loading=true}\n\n> Words\n>\n> ::uploading\n\nThe directive `::uploading` stays';
    const { rows: added } = await client.query<{ id: string }>(
      comment([words, placeholder, nested, { type: 'imageUploadPlaceholder' }], markdown),
    );
    const { rows: other } = await client.query<{ id: string }>(comment([words], markdown));
    await client.query(migration);
    const read = async (id: string | undefined) =>
      (
        await client.query<{ body: unknown; markdown: string; touched: boolean }>(
          `select body_delta as body, body_markdown as markdown, updated_at <> created_at as touched from app_public.comments where id = $1`,
          [id],
        )
      ).rows[0];
    const empty = { type: 'paragraph', attrs: { id: 'aaaaa' } };
    expect(await read(added[0]?.id)).toEqual({
      body: { type: 'doc', content: [words, empty, { type: 'blockquote', content: [words, empty] }, { type: 'paragraph' }] },
      markdown: 'Before\n\n::paragraph\n\n> Words\n>\n> ::paragraph\n\nThe directive `::uploading` stays',
      touched: false,
    });
    expect(await read(other[0]?.id)).toEqual({ body: { type: 'doc', content: [words] }, markdown, touched: false });
  });
});
