--! Previous: sha1:772a84233eed9e3c5eae4b2701da5c99773b0362
--! Hash: sha1:2c5f9fd82f818a6ee367c5a218f3d9f0f78f9bf2

-- Webhooks: requests with which the site tells other programs what happened (Standard Webhooks).

create type app_public.webhook_event as enum ('USER_CREATED', 'ENROLLMENT_CREATED', 'ITEM_COMPLETED', 'PURCHASE_CREATED', 'PURCHASE_REFUNDED',
  'SUBSCRIPTION_CREATED', 'SUBSCRIPTION_ENDED', 'COMMENT_CREATED', 'CONTENT_PUBLISHED', 'TEST');
comment on type app_public.webhook_event is 'What a webhook is sent for. Payloads name it in lower case with a point, such as user.created.';
create type app_public.webhook_status as enum ('WAITING', 'DELIVERED', 'FAILED');
comment on type app_public.webhook_status is 'WAITING for its first or next attempt; DELIVERED when the receiver answered with 2xx; FAILED after the last attempt.';

create table app_public.webhook_endpoints (
  id uuid primary key,
  url text not null check (url ~ '^https://[^/:@?#[:space:]\\]+([/?][^#[:space:]\\]*)?$' and length(url) <= 2048),
  description text check (length(description) <= 200),
  events app_public.webhook_event[] not null
    check (cardinality(events) between 1 and 20 and array_position(events, null) is null and array_position(events, 'TEST') is null),
  is_enabled boolean not null default true,
  failing_since timestamptz,
  disabled_at timestamptz,
  secret_expires_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table app_public.webhook_endpoints is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA URL that gets webhooks. Seen by administrators.';
comment on column app_public.webhook_endpoints.url is 'Where the requests go: https, without a port.';
comment on column app_public.webhook_endpoints.description is 'What it is for; null without a description.';
comment on column app_public.webhook_endpoints.events is 'What it gets.';
comment on column app_public.webhook_endpoints.is_enabled is 'False while it gets nothing.';
comment on column app_public.webhook_endpoints.failing_since is 'Since when no request was accepted; null after one was.';
comment on column app_public.webhook_endpoints.disabled_at is 'When the site disabled it, because it had failed for three days or answered 410; null otherwise.';
comment on column app_public.webhook_endpoints.secret_expires_at is 'Until when the former secret signs, too; null if there is none.';
call app_private.secure_table('app_public.webhook_endpoints');
create policy select_admin on app_public.webhook_endpoints for select to newline_admin using (true);
grant select on app_public.webhook_endpoints to newline_visitor;

-- Apart from the rest, so that no request can select them.
create table app_private.webhook_secrets (
  endpoint_id uuid primary key references app_public.webhook_endpoints on delete cascade,
  secret bytea not null check (length(secret) = 60),
  former_secret bytea check (length(former_secret) = 60),
  former_until timestamptz,
  constraint webhook_secrets_former_check check ((former_secret is null) = (former_until is null))
);
comment on table app_private.webhook_secrets is
  'What signs the webhooks of an endpoint, encrypted with a key of SECRET_KEY and bound to the endpoint. The former secret signs, too, for a day.';
call app_private.secure_table('app_private.webhook_secrets');

-- A row is written in the transaction of what happened, for each endpoint: it is the queue, and the log for 30 days.
create table app_public.webhook_deliveries (
  id uuid primary key default app_public.new_id(),
  endpoint_id uuid not null references app_public.webhook_endpoints on delete cascade,
  event app_public.webhook_event not null,
  body text not null check (octet_length(body) <= 20000),
  subject_id uuid,
  status app_public.webhook_status not null default 'WAITING',
  attempts_count int not null default 0 check (attempts_count >= 0),
  next_attempt_at timestamptz,
  is_sending boolean not null default false,
  created_at timestamptz not null default now(),
  constraint webhook_deliveries_next_check check ((status = 'WAITING') = (next_attempt_at is not null))
);
comment on table app_public.webhook_deliveries is E'@name webhook_delivery\n@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA webhook for one endpoint. Seen by administrators, for 30 days.';
comment on column app_public.webhook_deliveries.body is 'The body of the request, as JSON.';
comment on column app_public.webhook_deliveries.subject_id is E'@behavior -select -orderBy -filterBy\nWhat it is about.';
comment on column app_public.webhook_deliveries.attempts_count is 'How many times it was sent, without those of earlier redeliveries.';
comment on column app_public.webhook_deliveries.next_attempt_at is 'When it is sent next; null when it is not. While it is being sent: until when a result is expected.';
comment on column app_public.webhook_deliveries.is_sending is E'@behavior -select -orderBy -filterBy\nTrue while it is being sent.';
comment on constraint webhook_deliveries_endpoint_id_fkey on app_public.webhook_deliveries is E'@fieldName endpoint\n@foreignFieldName deliveries';
create index webhook_deliveries_endpoint_id_id_idx on app_public.webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_endpoint_id_next_attempt_at_idx on app_public.webhook_deliveries (endpoint_id, next_attempt_at) where status = 'WAITING';
create index webhook_deliveries_subject_id_idx on app_public.webhook_deliveries (subject_id) where subject_id is not null;
create index webhook_deliveries_is_sending_idx on app_public.webhook_deliveries (endpoint_id) where is_sending;
create index webhook_deliveries_created_at_idx on app_public.webhook_deliveries (created_at);
call app_private.secure_table('app_public.webhook_deliveries');
create policy select_admin on app_public.webhook_deliveries for select to newline_admin using (true);
grant select on app_public.webhook_deliveries to newline_visitor;

create table app_public.webhook_attempts (
  id uuid primary key default app_public.new_id(),
  delivery_id uuid not null references app_public.webhook_deliveries on delete cascade,
  status_code int,
  duration_ms int not null check (duration_ms >= 0),
  fault text check (length(fault) <= 300),
  answer text check (length(answer) <= 1000),
  created_at timestamptz not null default now()
);
comment on table app_public.webhook_attempts is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA request of a delivery. Seen by administrators.';
comment on column app_public.webhook_attempts.status_code is 'The status of the response; null without one.';
comment on column app_public.webhook_attempts.duration_ms is 'How long it took, in milliseconds.';
comment on column app_public.webhook_attempts.fault is 'Why there was no response; null if there was one.';
comment on column app_public.webhook_attempts.answer is 'The first characters of the response.';
comment on constraint webhook_attempts_delivery_id_fkey on app_public.webhook_attempts is E'@fieldName delivery\n@foreignFieldName attempts';
create index webhook_attempts_delivery_id_idx on app_public.webhook_attempts (delivery_id, id desc);
call app_private.secure_table('app_public.webhook_attempts');
create policy select_admin on app_public.webhook_attempts for select to newline_admin using (true);
grant select on app_public.webhook_attempts to newline_visitor;

create function app_public.webhook_endpoint_list() returns setof app_public.webhook_endpoints
language sql stable rows 20 as $$ select e.* from app_public.webhook_endpoints e order by e.created_at, e.id $$;
comment on function app_public.webhook_endpoint_list() is 'For administrators: the endpoints of webhooks, the oldest first. Empty for everyone else.';
grant execute on function app_public.webhook_endpoint_list() to newline_visitor;

create function app_public.webhook_delivery_list(endpoint_id uuid, before uuid default null) returns setof app_public.webhook_deliveries
language sql stable rows 50 as $$
  select d.* from app_public.webhook_deliveries d
  where d.endpoint_id = webhook_delivery_list.endpoint_id and (before is null or d.id < before)
  order by d.id desc
$$;
comment on function app_public.webhook_delivery_list(uuid, uuid) is
  'For administrators: what was sent to an endpoint, newest first. before is the id of the last one of the page above. Empty for everyone else.';
grant execute on function app_public.webhook_delivery_list(uuid, uuid) to newline_visitor;

create function app_private.webhook_event_name(event app_public.webhook_event) returns text
language sql immutable strict set search_path = pg_catalog, pg_temp as $$ select replace(lower(event::text), '_', '.') $$;
comment on function app_private.webhook_event_name(app_public.webhook_event) is 'The name of an event in payloads, such as user.created.';

create function app_private.queue_webhook(endpoint uuid, event app_public.webhook_event, data jsonb, due timestamptz, subject uuid) returns uuid
language sql volatile set search_path = pg_catalog, pg_temp as $$
  insert into app_public.webhook_deliveries (endpoint_id, event, body, next_attempt_at, subject_id)
  values (endpoint, event, jsonb_build_object('type', app_private.webhook_event_name(event), 'version', 1,
    'timestamp', to_char(greatest(now(), due) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', jsonb_strip_nulls(data))::text, greatest(now(), due), subject)
  returning id
$$;
comment on function app_private.queue_webhook(uuid, app_public.webhook_event, jsonb, timestamptz, uuid) is
  'Queues a webhook for an endpoint, to be sent when it is due. For functions that run as the owner: not granted.';

create function app_private.is_webhook_wanted(event app_public.webhook_event) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_public.webhook_endpoints e where e.is_enabled and is_webhook_wanted.event = any (e.events))
$$;
comment on function app_private.is_webhook_wanted(app_public.webhook_event) is
  'True if an endpoint gets this event, so that triggers collect nothing for nobody. For functions that run as the owner: not granted.';

create function app_private.emit_webhook(event app_public.webhook_event, data jsonb, subject uuid, due timestamptz default now()) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.queue_webhook(e.id, emit_webhook.event, emit_webhook.data, emit_webhook.due, emit_webhook.subject)
    from app_public.webhook_endpoints e where e.is_enabled and emit_webhook.event = any (e.events);
  if found then perform pg_notify('newline_webhooks', ''); end if;
end $$;
comment on function app_private.emit_webhook(app_public.webhook_event, jsonb, uuid, timestamptz) is
  'Queues a webhook for every endpoint that gets this event, in the transaction of what happened. For triggers that run as the owner: not granted.';

create function app_private.webhook_item(course uuid, book uuid) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('kind', 'course', 'id', c.id, 'title', c.title, 'path', c.permalink) from app_public.courses c where c.id = course
  union all select jsonb_build_object('kind', 'book', 'id', b.id, 'title', b.title, 'path', b.permalink) from app_public.books b where b.id = book
$$;
comment on function app_private.webhook_item(uuid, uuid) is 'What payloads say of a course or a book. For functions that run as the owner: not granted.';

-- Payloads have ids, titles and amounts, and nothing that only its user sees: no email address, no text of a comment.
create function app_private.emit_sign_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app_private.is_webhook_wanted('USER_CREATED') is not true then return null; end if;
  perform app_private.emit_webhook('USER_CREATED', jsonb_build_object('userId', u.id, 'username', u.username), u.id)
    from app_public.users u where u.id = new.id;
  return null;
end $$;
comment on function app_private.emit_sign_up() is 'trigger: a user has confirmed their email address.';
create trigger webhook_of_new_user after insert on auth."user" for each row when (new."emailVerified") execute function app_private.emit_sign_up();
create trigger webhook_of_user after update of "emailVerified" on auth."user"
  for each row when (new."emailVerified" and not old."emailVerified") execute function app_private.emit_sign_up();

create function app_private.emit_enrollment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app_private.is_webhook_wanted('ENROLLMENT_CREATED') is not true then return null; end if;
  perform app_private.emit_webhook('ENROLLMENT_CREATED',
    jsonb_build_object('userId', new.user_id, 'item', app_private.webhook_item(new.course_id, new.book_id)), new.id);
  return null;
end $$;
comment on function app_private.emit_enrollment() is 'trigger: a user enrolled in a course or a book.';
create trigger webhook after insert on app_public.enrollments for each row execute function app_private.emit_enrollment();

create function app_private.emit_completion() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  course uuid;
  book uuid;
  role app_public.lesson_role;
  expected int;
  done int;
begin
  if app_private.is_webhook_wanted('ITEM_COMPLETED') is not true then return null; end if;
  select c.course_id, b.book_id, l.role into course, book, role
    from app_public.lessons l left join app_public.course_lessons c on c.lesson_id = l.id left join app_public.book_lessons b on b.lesson_id = l.id
    where c.id = new.course_lesson_id or b.id = new.book_lesson_id;
  if role = 'CHANGELOG' then return null; end if;
  -- Of two last lessons that are completed at the same time, the second one sees the first.
  perform pg_advisory_xact_lock(hashtextextended('completion ' || new.user_id || coalesce(course, book), 0));
  -- As the library counts: every lesson but changelogs.
  expected := coalesce((select c.lessons_count from app_public.courses c where c.id = course), (select b.lessons_count from app_public.books b where b.id = book));
  select count(*) into done from app_public.user_progresses p
    left join app_public.course_lessons c on c.id = p.course_lesson_id left join app_public.book_lessons b on b.id = p.book_lesson_id
    join app_public.lessons l on l.id = coalesce(c.lesson_id, b.lesson_id)
    where p.user_id = new.user_id and coalesce(c.course_id, b.book_id) = coalesce(course, book) and l.role <> 'CHANGELOG';
  if done = expected then
    perform app_private.emit_webhook('ITEM_COMPLETED', jsonb_build_object('userId', new.user_id, 'item', app_private.webhook_item(course, book)), new.id);
  end if;
  return null;
end $$;
comment on function app_private.emit_completion() is 'trigger: a user completed the last lesson of a course or a book.';
create trigger webhook after insert on app_public.user_progresses for each row execute function app_private.emit_completion();

create function app_private.emit_purchase() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  event app_public.webhook_event := case tg_op when 'INSERT' then 'PURCHASE_CREATED' else 'PURCHASE_REFUNDED' end;
begin
  if app_private.is_webhook_wanted(event) is not true then return null; end if;
  perform app_private.emit_webhook(event,
    jsonb_build_object('purchaseId', new.id, 'userId', new.user_id, 'item', app_private.webhook_item(new.course_id, new.book_id),
      'isAdvanced', new.is_advanced, 'amountCents', new.amount_cents, 'currency', new.currency), new.id);
  return null;
end $$;
comment on function app_private.emit_purchase() is 'trigger: a purchase was made or refunded.';
create trigger webhook after insert on app_public.purchases for each row execute function app_private.emit_purchase();
create trigger webhook_of_refund after update of refunded_at on app_public.purchases
  for each row when (old.refunded_at is null and new.refunded_at is not null) execute function app_private.emit_purchase();

create function app_private.emit_subscription() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  event app_public.webhook_event := case tg_op when 'INSERT' then 'SUBSCRIPTION_CREATED' else 'SUBSCRIPTION_ENDED' end;
begin
  if app_private.is_webhook_wanted(event) is not true then return null; end if;
  perform app_private.emit_webhook(event,
    jsonb_build_object('subscriptionId', new.id, 'userId', new.user_id, 'planId', new.plan_id, 'kind', lower(new.kind::text), 'seats', new.seats), new.id);
  return null;
end $$;
comment on function app_private.emit_subscription() is 'trigger: a subscription began or ended.';
create trigger webhook after insert on app_public.subscriptions for each row execute function app_private.emit_subscription();
create trigger webhook_of_end after update of status on app_public.subscriptions
  for each row when (old.status <> 'ENDED' and new.status = 'ENDED') execute function app_private.emit_subscription();

create function app_private.emit_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app_private.is_webhook_wanted('COMMENT_CREATED') is not true then return null; end if;
  perform app_private.emit_webhook('COMMENT_CREATED',
    jsonb_build_object('commentId', new.id, 'discussionId', new.discussion_id, 'parentId', new.parent_id, 'userId', new.user_id,
      'path', '/discussions/' || new.discussion_id), new.id);
  return null;
end $$;
comment on function app_private.emit_comment() is 'trigger: a comment was written.';
create trigger webhook after insert on app_public.comments for each row execute function app_private.emit_comment();

-- Something may be published at a later time: its webhook waits until then, and is dropped if it is unpublished or deleted before.
create function app_private.emit_publication() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record := coalesce(new, old);
begin
  delete from app_public.webhook_deliveries d
    where d.subject_id = item.id and d.event = 'CONTENT_PUBLISHED' and d.status = 'WAITING' and d.attempts_count = 0 and d.next_attempt_at > now();
  if tg_op <> 'DELETE' and item.is_published and app_private.is_webhook_wanted('CONTENT_PUBLISHED') then
    perform app_private.emit_webhook('CONTENT_PUBLISHED', jsonb_build_object('item',
      jsonb_build_object('kind', tg_argv[0], 'id', item.id, 'title', item.title, 'path', item.permalink)), item.id, item.published_at);
  end if;
  return null;
end $$;
comment on function app_private.emit_publication() is 'trigger: a course, a book or an article was published or unpublished, or changed before it is published.';
create trigger webhook_of_new_course after insert on app_public.courses for each row when (new.is_published) execute function app_private.emit_publication('course');
create trigger webhook_of_course after update of is_published, published_at, title, permalink on app_public.courses for each row
  when (old.is_published <> new.is_published or new.is_published and old.published_at > now()
    and (old.published_at, old.title, old.permalink) is distinct from (new.published_at, new.title, new.permalink))
  execute function app_private.emit_publication('course');
create trigger webhook_of_deleted_course after delete on app_public.courses for each row when (old.published_at > now()) execute function app_private.emit_publication('course');
create trigger webhook_of_new_book after insert on app_public.books for each row when (new.is_published) execute function app_private.emit_publication('book');
create trigger webhook_of_book after update of is_published, published_at, title, permalink on app_public.books for each row
  when (old.is_published <> new.is_published or new.is_published and old.published_at > now()
    and (old.published_at, old.title, old.permalink) is distinct from (new.published_at, new.title, new.permalink))
  execute function app_private.emit_publication('book');
create trigger webhook_of_deleted_book after delete on app_public.books for each row when (old.published_at > now()) execute function app_private.emit_publication('book');
create trigger webhook_of_new_article after insert on app_public.articles for each row when (new.is_published) execute function app_private.emit_publication('article');
create trigger webhook_of_article after update of is_published, published_at, title, permalink on app_public.articles for each row
  when (old.is_published <> new.is_published or new.is_published and old.published_at > now()
    and (old.published_at, old.title, old.permalink) is distinct from (new.published_at, new.title, new.permalink))
  execute function app_private.emit_publication('article');
create trigger webhook_of_deleted_article after delete on app_public.articles for each row when (old.published_at > now()) execute function app_private.emit_publication('article');

create function app_private.forget_webhooks_of_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_public.webhook_deliveries d where d.subject_id = old.id;
  return null;
end $$;
comment on function app_private.forget_webhooks_of_user() is 'trigger: the webhook that names a deleted user is deleted from the log.';
create trigger forget_webhooks after delete on app_public.users for each row execute function app_private.forget_webhooks_of_user();

-- Sending. A delivery that was taken is due again after two minutes, so a process that ends meanwhile loses none. Two of an endpoint are sent at a
-- time: a slow receiver delays its own webhooks, not those of others.
create type app_private.due_webhook as (id uuid, endpoint_id uuid, url text, body text, secret bytea, former_secret bytea);
comment on type app_private.due_webhook is 'A webhook to be sent now, and the encrypted secrets that sign it.';

create function app_private.take_webhook() returns app_private.due_webhook
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  one uuid;
  due app_private.due_webhook;
begin
  -- One at a time, so that each sees what the others took.
  perform pg_advisory_xact_lock(hashtextextended('take_webhook', 0));
  -- Endpoints to which nothing is being sent come first.
  for one in
    select e.id from app_public.webhook_endpoints e
      cross join lateral (select count(*) as amount from app_public.webhook_deliveries o where o.endpoint_id = e.id and o.is_sending and o.next_attempt_at > now()) sending
      cross join lateral (select min(d.next_attempt_at) as at from app_public.webhook_deliveries d where d.endpoint_id = e.id and d.status = 'WAITING') oldest
    where e.is_enabled and sending.amount < 2 and oldest.at <= now()
    order by sending.amount, oldest.at
  loop
    select d.id, e.id, e.url, d.body, s.secret, case when s.former_until > now() then s.former_secret end into due
      from app_public.webhook_deliveries d join app_public.webhook_endpoints e on e.id = d.endpoint_id
      join app_private.webhook_secrets s on s.endpoint_id = e.id
      where d.endpoint_id = one and d.status = 'WAITING' and d.next_attempt_at <= now()
      order by d.next_attempt_at limit 1 for update of d skip locked;
    exit when found;
  end loop;
  update app_public.webhook_deliveries d set next_attempt_at = now() + interval '2 minutes', attempts_count = d.attempts_count + 1, is_sending = true
    where d.id = due.id;
  return due;
end $$;
comment on function app_private.take_webhook() is 'A webhook that is due, and marks it as being sent; all null when none is. For the jobs.';

create type app_private.webhook_outcome as (status app_public.webhook_status, retry_ms int, is_disabled boolean, host text, staff text[]);
comment on type app_private.webhook_outcome is 'What became of a webhook, in how many milliseconds it is sent again, and whom to email when its endpoint was disabled.';

create function app_private.end_webhook(delivery uuid, status_code int, duration_ms int, fault text, answer text) returns app_private.webhook_outcome
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- About three days.
  waits interval[] := '{5 seconds,5 minutes,30 minutes,2 hours,5 hours,10 hours,14 hours,20 hours,24 hours}';
  is_accepted boolean := coalesce(end_webhook.status_code between 200 and 299, false);
  sent app_public.webhook_deliveries;
  endpoint app_public.webhook_endpoints;
  outcome app_private.webhook_outcome;
begin
  select * into sent from app_public.webhook_deliveries d where d.id = end_webhook.delivery for update;
  if sent.id is null then return null; end if;
  insert into app_public.webhook_attempts (delivery_id, status_code, duration_ms, fault, answer)
    values (sent.id, end_webhook.status_code, greatest(end_webhook.duration_ms, 0), left(end_webhook.fault, 300), left(end_webhook.answer, 1000));
  outcome.status := case when is_accepted then 'DELIVERED' when sent.event = 'TEST' or sent.attempts_count > cardinality(waits) then 'FAILED' else 'WAITING' end;
  if outcome.status = 'WAITING' then
    -- Many that failed together are not sent together again.
    outcome.retry_ms := extract(epoch from waits[greatest(sent.attempts_count, 1)]) * 1000 * (0.9 + 0.2 * random());
  end if;
  update app_public.webhook_deliveries d set status = outcome.status, is_sending = false,
      next_attempt_at = now() + outcome.retry_ms * interval '1 ms'
    where d.id = sent.id;
  outcome.is_disabled := false;
  if sent.event = 'TEST' then return outcome; end if;
  update app_public.webhook_endpoints e set failing_since = case when is_accepted then null else coalesce(e.failing_since, now()) end
    where e.id = sent.endpoint_id returning * into endpoint;
  if endpoint.is_enabled and (end_webhook.status_code = 410 or endpoint.failing_since < now() - interval '3 days') then
    update app_public.webhook_endpoints e set is_enabled = false, disabled_at = now() where e.id = endpoint.id;
    outcome.is_disabled := true;
    outcome.host := substring(endpoint.url from '^https://([^/?]+)');
    outcome.staff := array(select a."email" from auth."user" a join app_public.users u on u.id = a."id" where u.is_admin order by a."email");
    perform app_private.audit('webhook.disable', 'webhook', endpoint.id, jsonb_build_object('host', outcome.host));
  end if;
  return outcome;
end $$;
comment on function app_private.end_webhook(uuid, int, int, text, text) is
  'Writes down a request of a webhook. Without a 2xx it is sent again, for about three days; an endpoint that has failed for three days, or answers 410, is disabled. For the jobs.';

create function app_private.forget_webhooks() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_public.webhook_deliveries d where d.created_at < now() - interval '30 days' and (d.status <> 'WAITING' or d.next_attempt_at < now() - interval '30 days');
  update app_private.webhook_secrets s set former_secret = null, former_until = null where s.former_until < now();
  update app_public.webhook_endpoints e set secret_expires_at = null where e.secret_expires_at < now()
$$;
comment on function app_private.forget_webhooks() is 'Forgets webhooks of more than 30 days ago, and former secrets. For the jobs.';

-- Administration.
create function app_private.locked_webhook_endpoint(id uuid) returns app_public.webhook_endpoints
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  endpoint app_public.webhook_endpoints;
begin
  perform app_private.require_admin();
  select * into endpoint from app_public.webhook_endpoints e where e.id = locked_webhook_endpoint.id for update;
  if endpoint.id is null then raise exception 'WEBHOOK_NOT_FOUND' using errcode = 'NL404'; end if;
  return endpoint;
end $$;
comment on function app_private.locked_webhook_endpoint(uuid) is 'The endpoint, for administrators (NL401, NL403, NL404). Not granted.';

create function app_private.check_webhook_endpoint(url text, description text, events app_public.webhook_event[]) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if (url ~ '^https://[^/:@?#[:space:]\\]+([/?][^#[:space:]\\]*)?$' and length(url) <= 2048) is not true then
    raise exception 'WEBHOOK_URL_INVALID' using errcode = 'NL400';
  end if;
  if length(description) > 200 then
    raise exception 'WEBHOOK_DESCRIPTION_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('max', 200, 'length', length(description))::text;
  end if;
  if (cardinality(events) between 1 and 20 and array_position(events, null) is null and array_position(events, 'TEST') is null) is not true then
    raise exception 'WEBHOOK_EVENTS_INVALID' using errcode = 'NL400';
  end if;
end $$;
comment on function app_private.check_webhook_endpoint(text, text, app_public.webhook_event[]) is 'Raises NL400 for what no endpoint may have. Not granted.';

create function app_private.create_webhook_endpoint(id uuid, url text, description text, events app_public.webhook_event[], secret bytea) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  perform app_private.check_webhook_endpoint(create_webhook_endpoint.url, create_webhook_endpoint.description, create_webhook_endpoint.events);
  -- Two requests at the same time: one waits for the other, so the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('create_webhook_endpoint', 0));
  if (select count(*) from app_public.webhook_endpoints) >= 20 then
    raise exception 'WEBHOOK_LIMIT_REACHED' using errcode = 'NL409', detail = jsonb_build_object('max', 20)::text;
  end if;
  insert into app_public.webhook_endpoints (id, url, description, events)
    values (create_webhook_endpoint.id, create_webhook_endpoint.url, nullif(btrim(create_webhook_endpoint.description), ''), create_webhook_endpoint.events);
  insert into app_private.webhook_secrets (endpoint_id, secret) values (create_webhook_endpoint.id, create_webhook_endpoint.secret);
  perform app_private.audit('webhook.create', 'webhook', create_webhook_endpoint.id,
    jsonb_build_object('host', substring(create_webhook_endpoint.url from '^https://([^/?]+)')));
  return create_webhook_endpoint.id;
end $$;
comment on function app_private.create_webhook_endpoint(uuid, text, text, app_public.webhook_event[], bytea) is
  'Creates an endpoint with an encrypted secret. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT.';
grant execute on function app_private.create_webhook_endpoint(uuid, text, text, app_public.webhook_event[], bytea) to newline_visitor;

create function app_private.rotate_webhook_secret(id uuid, secret bytea) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  endpoint app_public.webhook_endpoints := app_private.locked_webhook_endpoint(rotate_webhook_secret.id);
begin
  update app_private.webhook_secrets s set former_secret = s.secret, former_until = now() + interval '1 day', secret = rotate_webhook_secret.secret
    where s.endpoint_id = endpoint.id;
  update app_public.webhook_endpoints e set secret_expires_at = now() + interval '1 day' where e.id = endpoint.id;
  perform app_private.audit('webhook.rotate', 'webhook', endpoint.id, jsonb_build_object('host', substring(endpoint.url from '^https://([^/?]+)')));
  return endpoint.id;
end $$;
comment on function app_private.rotate_webhook_secret(uuid, bytea) is
  'Gives an endpoint another encrypted secret; the former one signs, too, for a day. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_private.rotate_webhook_secret(uuid, bytea) to newline_visitor;

create function app_private.update_webhook_endpoint(id uuid, url text, description text, events app_public.webhook_event[], is_enabled boolean)
returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  endpoint app_public.webhook_endpoints := app_private.locked_webhook_endpoint(update_webhook_endpoint.id);
begin
  perform app_private.check_webhook_endpoint(update_webhook_endpoint.url, update_webhook_endpoint.description, update_webhook_endpoint.events);
  update app_public.webhook_endpoints e set url = update_webhook_endpoint.url,
      description = nullif(btrim(update_webhook_endpoint.description), ''), events = update_webhook_endpoint.events,
      is_enabled = coalesce(update_webhook_endpoint.is_enabled, e.is_enabled),
      -- Enabled again, it has three days again.
      failing_since = case when update_webhook_endpoint.is_enabled and not e.is_enabled then null else e.failing_since end,
      disabled_at = case when update_webhook_endpoint.is_enabled then null else e.disabled_at end
    where e.id = endpoint.id returning * into endpoint;
  perform app_private.audit('webhook.change', 'webhook', endpoint.id,
    jsonb_build_object('host', substring(endpoint.url from '^https://([^/?]+)'), 'isEnabled', endpoint.is_enabled));
  if endpoint.is_enabled then perform pg_notify('newline_webhooks', ''); end if;
  return endpoint.id;
end $$;
comment on function app_private.update_webhook_endpoint(uuid, text, text, app_public.webhook_event[], boolean) is
  'Changes a webhook endpoint; one that is enabled again gets what has been waiting. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_private.update_webhook_endpoint(uuid, text, text, app_public.webhook_event[], boolean) to newline_visitor;

create function app_public.delete_webhook_endpoint(id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  endpoint app_public.webhook_endpoints := app_private.locked_webhook_endpoint(delete_webhook_endpoint.id);
begin
  delete from app_public.webhook_endpoints e where e.id = endpoint.id;
  perform app_private.audit('webhook.delete', 'webhook', endpoint.id, jsonb_build_object('host', substring(endpoint.url from '^https://([^/?]+)')));
  return true;
end $$;
comment on function app_public.delete_webhook_endpoint(uuid) is
  'Deletes a webhook endpoint with its deliveries. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_webhook_endpoint(uuid) to newline_visitor;

create function app_public.send_test_webhook(endpoint_id uuid) returns app_public.webhook_deliveries
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  endpoint app_public.webhook_endpoints := app_private.locked_webhook_endpoint(send_test_webhook.endpoint_id);
  queued uuid;
  delivery app_public.webhook_deliveries;
begin
  if endpoint.is_enabled is not true then raise exception 'WEBHOOK_DISABLED' using errcode = 'NL409'; end if;
  queued := app_private.queue_webhook(endpoint.id, 'TEST', '{"message": "It works."}', now(), null);
  perform app_private.audit('webhook.test', 'webhook', endpoint.id, jsonb_build_object('host', substring(endpoint.url from '^https://([^/?]+)')));
  perform pg_notify('newline_webhooks', '');
  select * into delivery from app_public.webhook_deliveries d where d.id = queued;
  return delivery;
end $$;
comment on function app_public.send_test_webhook(uuid) is
  'Sends a test event to a webhook endpoint, once. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT if it is disabled.';
grant execute on function app_public.send_test_webhook(uuid) to newline_visitor;

create function app_public.redeliver_webhook(delivery_id uuid) returns app_public.webhook_deliveries
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  delivery app_public.webhook_deliveries;
  endpoint app_public.webhook_endpoints;
begin
  perform app_private.require_admin();
  select * into delivery from app_public.webhook_deliveries d where d.id = redeliver_webhook.delivery_id for update;
  if delivery.id is null then raise exception 'WEBHOOK_DELIVERY_NOT_FOUND' using errcode = 'NL404'; end if;
  endpoint := app_private.locked_webhook_endpoint(delivery.endpoint_id);
  if endpoint.is_enabled is not true then raise exception 'WEBHOOK_DISABLED' using errcode = 'NL409'; end if;
  update app_public.webhook_deliveries d set status = 'WAITING', next_attempt_at = now(), attempts_count = 0, is_sending = false where d.id = delivery.id returning * into delivery;
  perform app_private.audit('webhook.redeliver', 'webhook', endpoint.id, jsonb_build_object('host', substring(endpoint.url from '^https://([^/?]+)')));
  perform pg_notify('newline_webhooks', '');
  return delivery;
end $$;
comment on function app_public.redeliver_webhook(uuid) is
  'Sends a webhook again, with the same id and body. For administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT if its endpoint is disabled.';
grant execute on function app_public.redeliver_webhook(uuid) to newline_visitor;

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.take_webhook(),
    app_private.end_webhook(uuid, int, int, text, text),
    app_private.forget_webhooks()
    to %s', worker);
end $$;
