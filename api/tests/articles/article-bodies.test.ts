import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishArticle, startWriters, type Writers } from '../writers.ts';

// Data that depends on a saved text: its renderings, and the images that it shows.
let writers: Writers;
beforeAll(async () => {
  writers = await startWriters();
});
afterAll(() => writers.stop());

test('code is rendered when a text is saved, for its page and for the preview of unpublished changes', async () => {
  const { author, learner, makeArticle, save } = writers;
  const { id } = await makeArticle('```ts\nconst first = 1;\n```');
  await author.graphql(publishArticle, { input: { id, version: 1 } });
  await save(author, id, 1, '```ts\nconst second = 2;\n```\n\nMore.');
  type ArticleRenderings = { articleById: { bodyDrawings: string; latestRevision: { bodyDrawings: string } | null } };
  const query = 'query a($id: UUID!) { articleById(id: $id) { bodyDrawings latestRevision { bodyDrawings } } }';
  const { data } = await author.graphql<ArticleRenderings>(query, { id });
  expect(JSON.parse(data?.articleById.bodyDrawings ?? '[]')).toHaveLength(1);
  expect(JSON.parse(data?.articleById.latestRevision?.bodyDrawings ?? '[]')).toHaveLength(2);
  expect(data?.articleById.bodyDrawings).not.toBe('[null]');
  const answer = await learner.graphql<ArticleRenderings>(query, { id });
  expect(answer.data?.articleById).toEqual({ bodyDrawings: data?.articleById.bodyDrawings, latestRevision: null });
});

test('an image in a saved text is kept; another user’s image is left unchanged @EDIT-12', async () => {
  const { author, authorId, makeArticle, save, site } = writers;
  const { id } = await makeArticle();
  const { rows } = await site.db.superuser.query<{ id: string }>(
    `insert into app_public.attachments (owner_id, file, name, image_url, kind, content_type, width, height, byte_count, loose_since)
     select u.id, 'a/' || u.username, 'x.png', '/media/a/' || u.username, 'IMAGE', 'image/webp', 8, 8, 100, now()
     from app_public.users u where u.id = $1 or u.name = 'Lea Learner' order by u.id = $1 desc returning id`,
    [authorId],
  );
  const image = (attachmentId?: string) => ({
    type: 'image',
    attrs: { attachmentId, src: '/media/a/x', width: 8, height: 8 },
    content: [],
  });
  const bodyDelta = JSON.stringify({ type: 'doc', content: [image(rows[0]?.id), image(rows[1]?.id)] });
  expect((await save(author, id, 1, '', { bodyDelta })).errors).toBeUndefined();
  const stored = await site.db.superuser.query<{ id: string }>(
    'select id from app_public.attachments where loose_since is null and attachable_id = $1',
    [id],
  );
  expect(stored.rows).toEqual([{ id: rows[0]?.id }]);
});
