import pg from 'pg';
import type { Connection } from '@newline/db/connections';

/** How many rows a measured site has in addition to the demo's. */
export type Fill = { courses: number; clips: number };

/**
 * Triggers that aren't needed for rows that are only counted and listed. Notifying the page cache of each would make it render while the
 * API is measured; search entries and video marks for a million clips would take ten minutes.
 */
const idleTriggers = [
  { table: 'courses', trigger: 'notify_tags' },
  ...['notify_tags', 'index_title', 'index_transcript', 'keep_played_video'].map((trigger) => ({ table: 'clips', trigger })),
];

/**
 * Fills a site for measuring, without random numbers: the same rows on each machine. Runs as the owner, whose policies allow everything.
 * Filling again adds what is missing.
 */
export async function fillSite(owner: Connection, fill: Fill): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('begin');
    for (const { table, trigger } of idleTriggers) await client.query(`alter table app_public.${table} disable trigger ${trigger}`);
    await client.query(
      `insert into app_public.courses (title, slug, permalink, summary, is_published, published_at, created_at)
       select 'Measured course ' || n, 'measured-' || n, '/courses/measured-' || n, 'A course that is there to be measured.',
         true, timestamptz '2026-01-01' + n * interval '1 hour', timestamptz '2026-01-01' + n * interval '1 hour'
       from generate_series(1, $1) n on conflict (slug) do nothing`,
      [fill.courses],
    );
    const { rows } = await client.query<{ count: number }>(`select count(*)::int from app_public.clips where title like 'Measured clip %'`);
    await client.query(
      `insert into app_public.clips (title, description, is_short, video_url, duration_seconds, course_id, created_at, likes_count, shares_count)
       select 'Measured clip ' || n, 'One of many clips, long enough to weigh what a real one weighs.', n % 3 <> 0, 'local:measured-' || n % 24, 30 + n % 60,
         c.id, timestamptz '2026-02-01' + n * interval '7 seconds', n % 900, n % 90
       from generate_series($1::int, $2::int) n
       join (select id, row_number() over (order by slug) as position from app_public.courses where slug like 'measured-%') c on c.position = 1 + n % $3::int`,
      [(rows[0]?.count ?? 0) + 1, fill.clips, fill.courses],
    );
    for (const { table, trigger } of idleTriggers) await client.query(`alter table app_public.${table} enable trigger ${trigger}`);
    await client.query('commit');
    await client.query('vacuum analyze app_public.clips');
    await client.query('vacuum analyze app_public.courses');
  } finally {
    await client.end();
  }
}
