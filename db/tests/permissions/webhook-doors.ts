import type { Door } from './door.ts';
import { idOf, people } from './world.ts';

const endpoint = idOf('webhook endpoint');
const created = idOf('webhook endpoint that a door creates');

/** Test cases for webhooks. */
export const webhookDoors: readonly Door[] = [
  {
    name: 'an endpoint is created, changed and given another secret, and a test event is queued',
    person: people.admin,
    perform: `select app_private.create_webhook_endpoint('${created}', 'https://a.example/', 'A', '{USER_CREATED}', decode(repeat('00', 60), 'hex'));
      select app_private.update_webhook_endpoint('${created}', 'https://b.example/', null, '{COMMENT_CREATED}', true);
      select app_private.rotate_webhook_secret('${created}', decode(repeat('01', 60), 'hex')); select app_public.send_test_webhook('${created}')`,
    query: `select concat_ws(' ', e.url, e.description, e.events, e.secret_expires_at > now(), encode(substring(s.secret for 1), 'hex'), encode(substring(s.former_secret for 1), 'hex'), d.event)
      from app_public.webhook_endpoints e join app_private.webhook_secrets s on s.endpoint_id = e.id join app_public.webhook_deliveries d on d.endpoint_id = e.id where e.id = '${created}'`,
    answer: 'https://b.example/ {COMMENT_CREATED} t 01 00 TEST',
  },
  {
    name: 'an endpoint is deleted, with its secret and what was sent to it',
    person: people.admin,
    perform: `select app_public.redeliver_webhook('${idOf('webhook delivery')}'); select app_public.delete_webhook_endpoint('${endpoint}')`,
    query: `select (select count(*) from app_private.webhook_secrets) || ' ' || (select count(*) from app_public.webhook_deliveries) || ' ' || (select count(*) from app_public.webhook_attempts)`,
    answer: '0 0 0',
  },
  {
    name: 'a webhook is sent again, and what came of it is written down',
    person: null,
    perform: `update app_public.webhook_deliveries set status = 'WAITING', next_attempt_at = now();
      select app_private.end_webhook(w.id, 200, 7, null, 'Thanks') from app_private.take_webhook() w`,
    query: `select d.status || ' ' || d.attempts_count || ' ' || string_agg(a.status_code || ' ' || coalesce(a.answer, '-'), ', ' order by a.status_code)
      from app_public.webhook_deliveries d join app_public.webhook_attempts a on a.delivery_id = d.id group by d.id`,
    answer: 'DELIVERED 2 200 Thanks, 500 -',
  },
  {
    name: 'what happens is queued, and the log forgets a user with their account',
    person: null,
    perform: `update app_public.webhook_endpoints set events = '{USER_CREATED,ENROLLMENT_CREATED,CONTENT_PUBLISHED}';
      insert into auth."user" ("id", "name", "email", "emailVerified") values ('${idOf('newcomer')}', 'Newcomer', 'newcomer@example.com', true), ('${idOf('leaver')}', 'Leaver', 'leaver@example.com', true);
      insert into app_public.enrollments (user_id, course_id) values ('${idOf('newcomer')}', '${idOf('course free')}');
      update app_public.courses set is_published = true, published_at = now() where id = '${idOf('course draft')}';
      delete from auth."user" where "id" = '${idOf('leaver')}'`,
    query: `select string_agg(d.event::text, ' ' order by d.event) from app_public.webhook_deliveries d where d.status = 'WAITING'`,
    answer: 'USER_CREATED ENROLLMENT_CREATED CONTENT_PUBLISHED',
  },
  {
    name: 'completions, purchases, subscriptions and comments are queued',
    person: null,
    perform: `update app_public.webhook_endpoints set events = '{ITEM_COMPLETED,PURCHASE_CREATED,SUBSCRIPTION_CREATED,COMMENT_CREATED}';
      delete from app_public.user_progresses;
      insert into app_public.user_progresses (user_id, course_lesson_id) select '${idOf('stranger')}', c.id from app_public.course_lessons c where c.course_id = '${idOf('course free')}';
      insert into app_public.purchases (user_id, course_id, amount_cents, currency) values ('${idOf('stranger')}', '${idOf('course early')}', 100, 'USD');
      insert into app_public.subscriptions (user_id, plan_id, kind, period_ends_at) select '${idOf('stranger')}', p.id, p.kind, now() + interval '1 month' from app_public.plans p where p.id = '${idOf('plan')}';
      insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
        values ('${idOf('discussion clip course published')}', '${idOf('stranger')}', '{"type":"doc","content":[]}', 'Words', '<p>Words</p>')`,
    query: `select string_agg(d.event::text, ' ' order by d.event) from app_public.webhook_deliveries d where d.status = 'WAITING'`,
    answer: 'ITEM_COMPLETED PURCHASE_CREATED SUBSCRIPTION_CREATED COMMENT_CREATED',
  },
  {
    name: 'old webhooks and former secrets are forgotten',
    person: null,
    perform: `update app_public.webhook_deliveries set created_at = now() - interval '31 days';
      update app_private.webhook_secrets set former_until = now() - interval '1 minute'; select app_private.forget_webhooks()`,
    query: `select (select count(*) from app_public.webhook_deliveries) || ' ' || (select count(*) from app_private.webhook_secrets where former_secret is not null)`,
    answer: '0 0',
  },
];
