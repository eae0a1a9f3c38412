import type { SiteRows } from './site-rows.ts';

/** Returns SQL for a document of one paragraph with this text. */
export const paragraphOf = (words: string) =>
  `jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph',
    'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', ${words})))))`;

/** Creates 45 questions on a clip, one minute apart, yesterday. */
export async function askOften(rows: SiteRows, clipId: string, userId: string): Promise<void> {
  await rows.run(
    `with made as (
       insert into app_public.discussions (clip_id, created_at) select $1, now() - interval '1 day' + n * interval '1 minute' from generate_series(1, 45) n
       returning id, created_at
     )
     insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html, created_at)
     select id, $2, ${paragraphOf(`'Question ' || n || '.'`)}, 'Question ' || n || '.', '<p>x</p>', created_at
     from (select *, row_number() over (order by created_at) as n from made) d`,
    [clipId, userId],
  );
}
