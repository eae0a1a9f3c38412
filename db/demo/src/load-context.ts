import type pg from 'pg';
import { demoId } from './demo-id.ts';
import type { DemoContent } from './read-content.ts';

/** The state that all parts of loading the demo share. */
export type LoadContext = {
  client: pg.ClientBase;
  content: DemoContent;
  secretKey: string;
  /** The site's own origin: links to other sites are marked in the texts. */
  siteOrigin: string;
  now: Date;
  /** Returns the time this many days before `now`, or after it if negative, as the database reads it. */
  daysAgo: (days: number) => string;
};

/** A row by its columns; lists are arrays, JSON is plain. */
export type Row = Record<string, unknown>;

const dayMs = 24 * 60 * 60 * 1000;

/** How `daysAgo` counts: from one instant, in days of 24 hours. */
export function countFrom(now: Date): (days: number) => string {
  return (days) => new Date(now.getTime() - days * dayMs).toISOString();
}

/**
 * Inserts rows of one shape in one statement; every row names the columns of the first. Columns that are left out get their
 * defaults.
 */
export async function insertRows({ client }: Pick<LoadContext, 'client'>, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first)
    .map((name) => `"${name}"`)
    .join(', ');
  try {
    await client.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  } catch (error) {
    throw new Error(`db/demo: ${table}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Returns the ID of a user. */
export function userId(username: string): string {
  return demoId('user', username);
}

/** Returns the id of the course or book `courses/{slug}` or `books/{slug}`, in the column for its kind; the other is null. */
export function itemColumns(key: string | null): { course_id: string | null; book_id: string | null } {
  return {
    course_id: key?.startsWith('courses/') ? demoId('course', key) : null,
    book_id: key?.startsWith('books/') ? demoId('book', key) : null,
  };
}

/** Returns the id of a lesson, by its item's key and its slug. */
export function lessonId(itemKey: string, slug: string): string {
  return demoId('lesson', `${itemKey}/${slug}`);
}

/** Returns the videoUrl of a numbered video; null for none. Throws if there is no such video, naming where it was requested. */
export function videoUrl({ content }: LoadContext, video: number | null, file: string): string | null {
  if (video === null) return null;
  return `local:${requireVideo(content, video, file).playbackId}`;
}

/** Returns the numbered video. Throws if db/demo/media has none, naming where it was requested. */
export function requireVideo(content: DemoContent, video: number, file: string) {
  const videoContent = content.videos.get(video);
  if (videoContent === undefined) throw new Error(`db/demo: ${file}: video: expected one of db/demo/media/videos, got ${video}`);
  return videoContent;
}
