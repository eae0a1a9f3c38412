import pg from 'pg';
import type { Connection } from '@newline/db/connections';

/** The word that occurs in every eighth block. */
export const commonWord = 'sextant';
/** The technical term and the Chinese word that occur in every fourth block. */
export const commonTerms = ['C++', '索引'] as const;

const COURSES = 20;
const LESSONS = 50;
const BLOCKS = 100;

/** The number of blocks that `fillTexts` creates. */
export const textBlocks = COURSES * LESSONS * BLOCKS;

/** Returns a word that occurs in about one block of a thousand, by its number. */
export const rareWord = (number: number): string => `ledger${number}`;

/**
 * Fills a site with public lessons whose texts have 100,000 blocks, without random numbers; each block is an entry of the search. Filling
 * again changes nothing.
 */
export async function fillTexts(owner: Connection): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('begin');
    for (const table of ['courses', 'lessons', 'course_lessons'])
      await client.query(`alter table app_public.${table} disable trigger notify_tags`);
    await client.query(
      `insert into app_public.courses (title, slug, permalink, is_published, published_at, is_free)
       select 'Measured text ' || n, 'measured-text-' || n, '/courses/measured-text-' || n, true, timestamptz '2026-01-01', true
       from generate_series(1, $1) n on conflict (slug) do nothing`,
      [COURSES],
    );
    const { rows } = await client.query<{ id: string }>(
      `insert into app_public.lessons (course_id, title, slug) select c.id, 'Measured lesson ' || n, 'measured-' || n
       from app_public.courses c, generate_series(1, $1) n where c.slug like 'measured-text-%' on conflict (course_id, slug) do nothing returning id`,
      [LESSONS],
    );
    await client.query(
      `insert into app_public.course_lessons (course_id, lesson_id, position) select l.course_id, l.id, row_number() over (partition by l.course_id order by l.id)
       from app_public.lessons l where l.id = any ($1)`,
      [rows.map(({ id }) => id)],
    );
    let block = 0;
    for (const { id } of rows) {
      const texts = Array.from({ length: BLOCKS }, () => sentence((block += 1)));
      const ids = texts.map((_, at) => `m${at}`);
      const content = texts.map((text, at) => ({ type: 'paragraph', attrs: { id: ids[at] }, content: [{ type: 'text', text }] }));
      await client.query('select app_private.save_lesson_body($1, $2, $3, $4, $5, $6, null, null, 0)', [
        id,
        JSON.stringify({ type: 'doc', content }),
        ids,
        texts.map((text) => `<p>${text}</p>`),
        texts,
        texts,
      ]);
    }
    for (const table of ['courses', 'lessons', 'course_lessons'])
      await client.query(`alter table app_public.${table} enable trigger notify_tags`);
    await client.query('commit');
    await client.query('vacuum analyze app_private.search_entries');
  } finally {
    await client.end();
  }
}

function sentence(number: number): string {
  const common = number % 8 === 0 ? `a ${commonWord} and ` : '';
  const terms = number % 4 === 1 ? ' 在生产环境中用C++编写的数据库索引可以显著提高查询性能。' : '';
  return `In block ${number} we keep ${common}the ${rareWord(number % 997)} beside measure${number % 53} and shelf${number % 211}, as one does before noon.${terms}`;
}
