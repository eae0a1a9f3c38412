import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeClips, makeCourse, makeUser } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

type Person = { browser: Browser; userId: string };

/** A site with a user of each role and a row of everything that administrators manage. */
export type Administration = {
  site: TestApi;
  learner: Person;
  author: Person;
  admin: Person;
  courseId: string;
  reviewId: string;
  sql: <TRow extends object = { id: string }>(text: string, values?: unknown[]) => Promise<TRow[]>;
  /** Returns the id that a statement returns. */
  idOf: (text: string, values?: unknown[]) => Promise<string>;
  /** Returns the audit log, oldest first. */
  lines: () => Promise<{ user_name: string; action: string; details: Record<string, unknown> }[]>;
  /** Creates an email whose attempts have all failed. */
  failedJob: () => Promise<string>;
  /** Creates a new user. */
  someone: () => Promise<string>;
};

export async function startAdministration(): Promise<Administration> {
  const site = await startTestApi();
  const [learner, author, admin] = await Promise.all([
    signUp(site, 'learner@example.com', 'Learner'),
    signUp(site, 'author@example.com', 'Author'),
    signUp(site, 'admin@example.com', 'Admin'),
  ]);
  const sql = async <TRow extends object = { id: string }>(text: string, values: unknown[] = []): Promise<TRow[]> =>
    (await site.db.superuser.query<TRow>(text, values)).rows;
  const idOf = async (text: string, values: unknown[] = []): Promise<string> => (await sql(text, values))[0]?.id ?? '';
  await sql('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  const courseId = await makeCourse(site.db, { slug: 'sold', authorId: author.userId });
  await makeClips(site.db, courseId, 1);
  const reviewId = await idOf(
    `insert into app_public.testimonials (user_id, course_id, rating, quote_md) values ($1, $2, 1, 'Rude words.') returning id`,
    [learner.userId, courseId],
  );
  await sql(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 3900, 'USD')`, [courseId]);
  await sql(`insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, stripe_price_id)
    values ('pro', 'Pro', 'PRO', 'MONTH', 2500, 'USD', 'price_old')`);
  await sql(`insert into app_private.newsletter_subscribers (email, first_name, list_id, tags, state, confirmed_at, token_hash) values
    ('grace@example.com', 'Grace', 'list', '{}', 'CONFIRMED', '2026-01-02T03:04:05Z', sha256('a')),
    ('mallory@example.com', '=HYPERLINK("https://evil.example")', 'list', '{}', 'CONFIRMED', now(), sha256('b')),
    ('waiting@example.com', null, 'list', '{}', 'PENDING', null, sha256('c'))`);
  return {
    site,
    learner,
    author,
    admin,
    courseId,
    reviewId,
    sql,
    idOf,
    lines: () => sql('select user_name, action, details from app_public.audit_log order by id'),
    async failedJob() {
      const id = await idOf(`select id::text from graphile_worker.add_job('send_mail',
        '{"kind":"sign-in-link","to":"ada@example.com","url":"https://x.example/canary-token"}', run_at => now() + interval '1 hour', max_attempts => 12)`);
      await sql(`update graphile_worker._private_jobs set attempts = 12, last_error = 'No such host' where id = $1`, [id]);
      return id;
    },
    someone: () => makeUser(site.db, 'Someone'),
  };
}
