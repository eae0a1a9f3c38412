import type { TestDatabase } from '@newline/db/testing';

let count = 0;

/** Creates a published course with its own slug. */
export async function makeCourse(db: TestDatabase, values: { title?: string; slug?: string; authorId?: string } = {}): Promise<string> {
  count += 1;
  const slug = values.slug ?? `course-${count}`;
  const { rows } = await db.superuser.query<{ id: string }>(
    `insert into app_public.courses (title, slug, permalink, is_published, published_at)
     values ($1, $2, $3, true, now() - interval '1 day') returning id`,
    [values.title ?? `Course ${count}`, slug, `/courses/${slug}`],
  );
  const id = rows[0]?.id ?? '';
  if (values.authorId)
    await db.superuser.query('insert into app_public.contributions (course_id, user_id) values ($1, $2)', [id, values.authorId]);
  return id;
}

/** Creates clips of a course, an hour apart, each with a video. Returns their ids, oldest first. */
export async function makeClips(db: TestDatabase, courseId: string, howMany: number): Promise<string[]> {
  const { rows } = await db.superuser.query<{ id: string }>(
    `insert into app_public.clips (title, course_id, video_url, created_at, is_short)
     select 'Clip ' || n, $1, 'local:video-' || n, timestamptz '2026-01-01' + n * interval '1 hour', n % 2 = 0
     from generate_series(1, $2) n order by n returning id`,
    [courseId, howMany],
  );
  return rows.map(({ id }) => id);
}

/** Creates a user with an account and a verified email address, but no password. */
export async function makeUser(db: TestDatabase, name: string): Promise<string> {
  count += 1;
  const { rows } = await db.superuser.query<{ id: string }>(
    `insert into auth."user" ("name", "email", "emailVerified") values ($1, $2, true) returning id`,
    [name, `person-${count}@example.com`],
  );
  return rows[0]?.id ?? '';
}
