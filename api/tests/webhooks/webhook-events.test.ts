import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeClips, makeCourse, makeUser } from '../rows.ts';
import { allEvents, startWebhookSite, type WebhookSite } from './webhook-site.ts';

let web: WebhookSite;
beforeAll(async () => {
  web = await startWebhookSite();
});
afterAll(() => web.stop());
beforeEach(() => web.sql('delete from app_public.webhook_endpoints'));

type Payload = { type: string; version: number; timestamp: string; data: Record<string, unknown> };
const bodiesOf = async (id: string) => (await web.deliveriesOf(id)).map(({ body }) => JSON.parse(body) as Payload);

/** Creates two lessons that count and a change log, which doesn't. Returns the ids of their positions in the course. */
async function makeLessons(courseId: string): Promise<string[]> {
  const rows = await web.sql<{ id: string }>(
    `with made as (insert into app_public.lessons (course_id, title, slug, role)
       select $1, 'L' || n, 'l' || n, (case n when 3 then 'CHANGELOG' else 'LESSON' end)::app_public.lesson_role from generate_series(1, 3) n returning id, slug)
     insert into app_public.course_lessons (course_id, lesson_id, position) select $1, id, right(slug, 1)::int from made order by slug returning id, position`,
    [courseId],
  );
  return rows.map(({ id }) => id);
}
const complete = (userId: string, courseLessonId = '') =>
  web.sql('insert into app_public.user_progresses (user_id, course_lesson_id) values ($1, $2)', [userId, courseLessonId]);

/** Waits until one connection waits for a lock of another. */
async function someoneWaits(): Promise<void> {
  await expect
    .poll(
      () => web.sql(`select from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted`),
      {
        timeout: 20_000,
      },
    )
    .toHaveLength(1);
}

test('every event is queued with exactly the payload that docs/webhooks.md describes @LOGIN-03', async () => {
  const courseId = await makeCourse(web.site.db);
  const [one, two, changelog] = await makeLessons(courseId);
  const [clipId] = await makeClips(web.site.db, courseId, 1);
  const { id } = await web.createEndpoint('/fail');
  const userId = await makeUser(web.site.db, 'Buyer');
  await web.sql('insert into app_public.enrollments (user_id, course_id) values ($1, $2)', [userId, courseId]);
  for (const lesson of [one, two, changelog]) await complete(userId, lesson);
  await web.sql(`insert into app_public.purchases (user_id, course_id, amount_cents, currency) values ($1, $2, 3900, 'USD')`, [
    userId,
    courseId,
  ]);
  await web.sql('update app_public.purchases set refunded_at = now() where user_id = $1', [userId]);
  await web.sql(
    `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, min_seats, max_seats)
     values ('monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD', 1, 1)`,
  );
  await web.sql(
    `insert into app_public.subscriptions (user_id, plan_id, kind, period_ends_at)
     select $1, id, kind, now() + interval '1 month' from app_public.plans where slug = 'monthly'`,
    [userId],
  );
  await web.sql(`update app_public.subscriptions set status = 'ENDED', ended_at = now() where user_id = $1`, [userId]);
  await web.sql(
    `with d as (insert into app_public.discussions (clip_id) values ($2) returning id)
     insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
     select id, $1, '{"type":"doc","content":[]}', 'A secret word', '<p>A secret word</p>' from d`,
    [userId, clipId],
  );
  await web.sql('update app_public.courses set is_published = false where id = $1', [courseId]);
  await web.sql('update app_public.courses set is_published = true where id = $1', [courseId]);

  const [course] = await web.sql<{ title: string; path: string }>('select title, permalink as path from app_public.courses where id = $1', [
    courseId,
  ]);
  const item = { kind: 'course', id: courseId, ...course };
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
  const purchase = { purchaseId: uuid, userId, item, isAdvanced: false, amountCents: 3900, currency: 'USD' };
  const subscription = { subscriptionId: uuid, userId, planId: uuid, kind: 'pro', seats: 1 };
  const payloads = await bodiesOf(id);
  expect(payloads.map(({ type, data }) => [type, data])).toEqual([
    ['user.created', { userId, username: 'buyer' }],
    ['enrollment.created', { userId, item }],
    ['item.completed', { userId, item }],
    ['purchase.created', purchase],
    ['purchase.refunded', purchase],
    ['subscription.created', subscription],
    ['subscription.ended', subscription],
    [
      'comment.created',
      { commentId: uuid, discussionId: uuid, userId, path: expect.stringMatching(/^\/discussions\/[0-9a-f-]{36}$/) as string },
    ],
    ['content.published', { item }],
  ]);
  expect((await web.deliveriesOf(id)).map(({ event }) => event)).toEqual(allEvents);
  for (const payload of payloads) {
    expect(Object.keys(payload).toSorted()).toEqual(['data', 'timestamp', 'type', 'version']);
    expect(payload.version).toBe(1);
    expect(Math.abs(Date.parse(payload.timestamp) - Date.now())).toBeLessThan(600_000);
  }
});

test('a transaction that is rolled back queues nothing, and neither do events that the endpoint didn’t choose @LOGIN-03', async () => {
  const courseId = await makeCourse(web.site.db);
  const { id } = await web.createEndpoint('/fail', ['ENROLLMENT_CREATED', 'COMMENT_CREATED']);
  const userId = await makeUser(web.site.db, 'Undone');
  const client = await web.site.db.superuser.connect();
  const insert = 'insert into app_public.enrollments (user_id, course_id) values ($1, $2)';
  try {
    await client.query('begin');
    await client.query(insert, [userId, courseId]);
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect(await bodiesOf(id)).toEqual([]);
  await web.sql(insert, [userId, courseId]);
  expect((await bodiesOf(id)).map(({ type }) => type)).toEqual(['enrollment.created']);
});

test('when two last lessons are completed at the same time, the course is completed once @LOGIN-03', async () => {
  const courseId = await makeCourse(web.site.db);
  const [one, two] = await makeLessons(courseId);
  const { id } = await web.createEndpoint('/fail', ['ITEM_COMPLETED']);
  const userId = await makeUser(web.site.db, 'Racer');
  const client = await web.site.db.superuser.connect();
  try {
    await client.query('begin');
    await client.query('insert into app_public.user_progresses (user_id, course_lesson_id) values ($1, $2)', [userId, one]);
    const other = complete(userId, two);
    // The other one waits for this transaction.
    await someoneWaits();
    await client.query('commit');
    await other;
  } finally {
    client.release();
  }
  expect((await bodiesOf(id)).map(({ type }) => type)).toEqual(['item.completed']);
});

test('an endpoint is deleted while the answer to its webhook is written down; neither waits for the other forever @LOGIN-03', async () => {
  const { id } = await web.createEndpoint('/fail');
  // A year from now, so that no job sends it.
  const [delivery] = await web.sql<{ id: string }>(
    `insert into app_public.webhook_deliveries (endpoint_id, event, body, next_attempt_at)
     values ($1, 'USER_CREATED', '{}', now() + interval '1 year') returning id`,
    [id],
  );
  const client = await web.site.db.superuser.connect();
  try {
    await client.query('begin');
    await client.query('select from app_public.webhook_endpoints where id = $1 for update', [id]);
    const ended = web.sql<{ outcome: string | null }>(`select app_private.end_webhook($1, 500, 10, null, '')::text as outcome`, [
      delivery?.id,
    ]);
    await someoneWaits();
    await client.query('delete from app_public.webhook_endpoints where id = $1', [id]);
    await client.query('commit');
    expect(await ended).toEqual([{ outcome: null }]);
  } finally {
    client.release();
  }
});

test('the webhook of a scheduled publication waits until then with the latest title, and is dropped if the schedule is canceled @LOGIN-03', async () => {
  const { id } = await web.createEndpoint('/fail');
  const courseId = await makeCourse(web.site.db);
  const set = (values: string) => web.sql(`update app_public.courses set ${values} where id = $1`, [courseId]);
  await set('is_published = false');
  await web.sql('delete from app_public.webhook_deliveries');
  const schedule = `is_published = true, published_at = now() + interval '1 hour'`;
  await set(schedule);
  const [waiting] = await web.deliveriesOf(id);
  expect(waiting).toMatchObject({ event: 'CONTENT_PUBLISHED', status: 'WAITING', attempts: 0 });
  expect(waiting?.dueIn).toBeGreaterThan(3500);
  await set(`title = 'Renamed', published_at = now() + interval '2 hours'`);
  const renamed = await web.deliveriesOf(id);
  expect(renamed).toHaveLength(1);
  expect(renamed[0]?.dueIn).toBeGreaterThan(7100);
  expect(JSON.parse(renamed[0]?.body ?? '{}')).toMatchObject({ data: { item: { title: 'Renamed' } } });
  await set('is_published = false');
  expect(await web.deliveriesOf(id)).toEqual([]);
  await set(schedule);
  expect(await web.deliveriesOf(id)).toHaveLength(1);
  await web.sql('delete from app_public.courses where id = $1', [courseId]);
  expect(await web.deliveriesOf(id)).toEqual([]);
  // Renaming a published one doesn't announce it again (control).
  const other = await makeCourse(web.site.db);
  await web.sql(`update app_public.courses set title = 'Another' where id = $1`, [other]);
  expect((await bodiesOf(id)).map(({ type }) => type)).toEqual(['content.published']);
});

test('the log deletes a user’s entries with their account, and everything after 30 days @LOGIN-03 @AUTH-04', async () => {
  const { id } = await web.createEndpoint('/fail');
  const userId = await makeUser(web.site.db, 'Leaving');
  await makeUser(web.site.db, 'Staying');
  expect(await bodiesOf(id)).toHaveLength(2);
  await web.sql('delete from auth."user" where id = $1', [userId]);
  const [left] = await bodiesOf(id);
  expect(left?.data['username']).toBe('staying');
  expect(await bodiesOf(id)).toHaveLength(1);

  const forget = () => web.sql('select app_private.forget_webhooks()');
  await web.sql(`update app_public.webhook_deliveries set created_at = now() - interval '29 days'`);
  await forget();
  expect(await bodiesOf(id)).toHaveLength(1);
  await web.sql(`update app_public.webhook_deliveries set created_at = now() - interval '31 days'`);
  // Entries that haven't been sent yet stay.
  await forget();
  expect(await bodiesOf(id)).toHaveLength(1);
  await web.sql(`update app_public.webhook_deliveries set status = 'FAILED', next_attempt_at = null`);
  await forget();
  expect(await bodiesOf(id)).toEqual([]);
});
