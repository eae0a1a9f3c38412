import pg from 'pg';
import type { Connection } from '@newline/db/connections';

/** The distribution of 10,000 comments: half of them are in threads, each with one reply. */
export type CommentsShape = { threads: number; commentsEach: number };

const words = 'Words of a comment, as long as most comments are, which is a line or two of it, and no more.';
const documentOf = (text: string) =>
  JSON.stringify({ type: 'doc', attrs: { version: 1 }, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

/**
 * Adds comments to the clip with this title, without random numbers, and returns the clip's ID. The counters are set in one go: updating
 * them row by row, as for real comments, would take a minute.
 */
export async function fillComments(owner: Connection, title: string, { threads, commentsEach }: CommentsShape): Promise<string> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from app_public.clips where title = $1', [title]);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error(`fillComments: expected a clip ‘${title}’, got none`);
    const tables = ['clips', 'discussions', 'comments'];
    await client.query('begin');
    for (const table of tables) await client.query(`alter table app_public.${table} disable trigger user`);
    await client.query('delete from app_public.discussions where clip_id = $1', [id]);
    await client.query(
      `with d as (insert into app_public.discussions (clip_id, comments_count, created_at)
         select $1, $3::int * 2, timestamptz '2026-03-01' + n * interval '1 minute' from generate_series(1, $2::int) n returning id, created_at),
       t as (insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html, replies_count, created_at)
         select d.id, (select id from app_public.users order by username limit 1), $4, 'Words', '<p>Words</p>', 1, d.created_at + n * interval '1 second'
         from d, generate_series(1, $3::int) n returning id, user_id, discussion_id, created_at)
       insert into app_public.comments (discussion_id, parent_id, user_id, body_delta, body_markdown, body_html, created_at)
         select discussion_id, id, user_id, $5, 'Words', '<p>Words</p>', created_at + interval '1 second' from t`,
      [id, threads, commentsEach, documentOf(words), documentOf('A reply.')],
    );
    await client.query('update app_public.clips set comments_count = $2 where id = $1', [id, threads * commentsEach * 2]);
    for (const table of tables) await client.query(`alter table app_public.${table} enable trigger user`);
    await client.query('commit');
    await client.query('analyze app_public.comments');
    await client.query('analyze app_public.discussions');
    return id;
  } finally {
    await client.end();
  }
}
