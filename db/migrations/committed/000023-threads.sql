--! Previous: sha1:6fdb259735d6e6b30cc382279d8af92e9e557863
--! Hash: sha1:e12c1a572ae40b7d66a42346a03841563583016c

-- Writing in discussions: who may, how much, what is counted, and what open pages are told of it.
-- Whatever writes locks the discussion first and its comments after it, so that two never wait for each other.

alter table app_public.discussions
  add comments_count int not null default 0 check (comments_count >= 0),
  add last_comment_at timestamptz,
  add is_answered boolean not null default false,
  add is_resolved boolean not null default false,
  add accepted_comment_id uuid,
  add constraint discussions_accepted_comment_id_fkey foreign key (id, accepted_comment_id)
    references app_public.comments (discussion_id, id) on delete set null (accepted_comment_id);
comment on column app_public.discussions.comments_count is 'How many comments it has, without deleted and hidden ones. Derived.';
comment on column app_public.discussions.last_comment_at is 'When the newest comment came; null when it has none.';
comment on column app_public.discussions.is_answered is 'False while a question waits for somebody who writes the item, or for staff. Derived.';
comment on column app_public.discussions.is_resolved is 'True when its asker, an author of the item or staff said so; accepting an answer says so too.';
comment on column app_public.discussions.accepted_comment_id is 'The accepted answer; null without one.';
comment on constraint discussions_accepted_comment_id_fkey on app_public.discussions is E'@fieldName acceptedComment\n@behavior -connection -list';

alter table app_public.comments
  add replies_count int not null default 0 check (replies_count >= 0),
  add hidden_at timestamptz,
  add client_key uuid,
  drop constraint comments_body_check,
  add constraint comments_body_check check ((deleted or hidden_at is not null) = (body_delta is null)
    and (body_delta is null) = (body_markdown is null) and (body_delta is null) = (body_html is null)),
  add constraint comments_hidden_check check (not deleted or hidden_at is null),
  drop constraint comments_drawings_check,
  add constraint comments_drawings_check check (case when body_drawings is null then true else body_delta is not null
    and jsonb_typeof(body_drawings) = 'array' and jsonb_array_length(body_drawings) = jsonb_array_length(body_delta -> 'content')
    and pg_column_size(body_drawings) <= 524288 end);
comment on column app_public.comments.replies_count is 'How many direct replies it has; a deleted or hidden one counts while it has replies itself. Derived.';
comment on column app_public.comments.hidden_at is 'Since when it waits for a moderator, without its text; null for one that does not.';
comment on column app_public.comments.client_key is E'@behavior -*\nThe press of Send that it came from; null when it came without one.';
create unique index comments_client_key_idx on app_public.comments (user_id, client_key);
create index comments_top_idx on app_public.comments (discussion_id, created_at, id) where parent_id is null;
create index on app_public.comments (discussion_id, parent_id, created_at, id);
create index comments_by_person_idx on app_public.comments (user_id, created_at desc) where not deleted and hidden_at is null;

-- Texts that readers do not get: moved away in the statement that hides or deletes, back when a moderator says so.
create table app_private.hidden_comment_bodies (
  comment_id uuid primary key references app_public.comments on delete cascade,
  body_delta jsonb not null,
  body_markdown text not null,
  body_html text not null
);
comment on table app_private.hidden_comment_bodies is 'Texts of comments that wait for a moderator.';
call app_private.secure_table('app_private.hidden_comment_bodies');

create or replace function app_private.move_deleted_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept app_private.hidden_comment_bodies;
begin
  if old.deleted and not new.deleted then
    raise exception 'A deleted comment stays deleted.' using errcode = 'NL400';
  end if;
  if new.deleted then
    new.deleted_at := case when old.deleted then old.deleted_at else now() end;
    new.hidden_at := null;
  end if;
  if new.deleted and not old.deleted then
    insert into app_private.deleted_comment_bodies (comment_id, body_delta, body_markdown, body_html, deleted_by)
      select old.id, coalesce(old.body_delta, h.body_delta), coalesce(old.body_markdown, h.body_markdown), coalesce(old.body_html, h.body_html),
        app_public.current_user_id()
      from (select) one left join app_private.hidden_comment_bodies h on h.comment_id = old.id;
    delete from app_private.hidden_comment_bodies h where h.comment_id = old.id;
    delete from app_private.attachment_uses u where u.comment_id = old.id;
  elsif not new.deleted and new.hidden_at is not null and old.hidden_at is null then
    insert into app_private.hidden_comment_bodies (comment_id, body_delta, body_markdown, body_html)
      values (old.id, old.body_delta, old.body_markdown, old.body_html);
  elsif not new.deleted and new.hidden_at is null and old.hidden_at is not null then
    delete from app_private.hidden_comment_bodies h where h.comment_id = old.id returning h.* into kept;
    new.body_delta := kept.body_delta; new.body_markdown := kept.body_markdown; new.body_html := kept.body_html;
    return new;
  end if;
  if new.deleted or new.hidden_at is not null then
    new.body_delta := null; new.body_markdown := null; new.body_html := null; new.body_drawings := null; new.drawn_by := 0;
  end if;
  return new;
end $$;
comment on function app_private.move_deleted_comment() is
  'Soft delete: sets deletedAt, moves the text to deleted_comment_bodies. A hidden comment''s text waits in hidden_comment_bodies.';
drop trigger move_deleted_comment on app_public.comments;
create trigger move_deleted_comment before update of deleted, deleted_at, hidden_at on app_public.comments
  for each row when (old.deleted or new.deleted or old.hidden_at is distinct from new.hidden_at) execute function app_private.move_deleted_comment();
drop trigger index_comment on app_public.comments;
create trigger index_comment after insert or update of body_markdown, deleted, hidden_at on app_public.comments
  for each row execute function app_private.index_comment();

-- What is counted.
create function app_private.answerers(discussion uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.user_id from app_public.discussions d
    left join app_public.lessons l on l.id = d.lesson_id
    left join app_public.clips k on k.id = d.clip_id
    join app_public.contributions c on c.course_id = coalesce(l.course_id, k.course_id)
      or c.book_id = coalesce(l.book_id, k.book_id) or c.article_id = d.article_id
    where d.id = discussion
  union select u.id from app_public.users u where u.is_admin
$$;
comment on function app_private.answerers(uuid) is 'Who answers for the item of a discussion: those who write it, and staff. Not granted.';

create function app_private.is_answered(discussion uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with answerers as materialized (select array(select app_private.answerers(discussion)) as ids)
  select coalesce((
    select coalesce(c.user_id = any (a.ids), false)
    from app_public.comments c, answerers a
    where c.discussion_id = discussion and not c.deleted and c.hidden_at is null and (c.parent_id is null or c.user_id = any (a.ids))
    order by c.created_at desc, c.id desc limit 1), true)
$$;
comment on function app_private.is_answered(uuid) is
  'True unless the newest comment that asks (one without a parent) is newer than every comment of those who answer. Not granted.';

create function app_private.count_reply(comment uuid, step int) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  at uuid := comment;
  entry app_public.comments;
begin
  -- A tombstone is shown while somebody's reply hangs on it, so it may come or go with that reply.
  while at is not null loop
    update app_public.comments c set replies_count = c.replies_count + step where c.id = at returning c.* into entry;
    exit when entry.id is null or not (entry.deleted or entry.hidden_at is not null) or entry.replies_count <> greatest(step, 0);
    at := entry.parent_id;
  end loop;
end $$;
comment on function app_private.count_reply(uuid, int) is 'Counts a reply that came or went, up through the tombstones that come or go with it. Not granted.';

create or replace function app_private.count_comments() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := case when tg_op = 'DELETE' then old else new end;
  was boolean := case when tg_op = 'INSERT' then false else not old.deleted and old.hidden_at is null end;
  has_come boolean := case when tg_op = 'DELETE' then false else not new.deleted and new.hidden_at is null end;
  step int := has_come::int - was::int;
  clip uuid;
begin
  if step <> 0 then
    update app_public.discussions d set comments_count = d.comments_count + step,
        last_comment_at = case when tg_op = 'INSERT' then greatest(d.last_comment_at, entry.created_at) else d.last_comment_at end,
        is_answered = case
          when tg_op = 'DELETE' then d.is_answered
          when tg_op = 'UPDATE' then app_private.is_answered(d.id)
          when entry.user_id in (select app_private.answerers(d.id)) then true
          else d.is_answered and entry.parent_id is not null end,
        accepted_comment_id = case when has_come or d.accepted_comment_id is distinct from entry.id then d.accepted_comment_id end
      where d.id = entry.discussion_id returning d.clip_id into clip;
    if clip is not null then
      update app_public.clips c set comments_count = c.comments_count + step where c.id = clip;
    end if;
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and step <> 0 and entry.replies_count = 0 then
    perform app_private.count_reply(entry.parent_id, case when tg_op = 'INSERT' then 1 else step end);
  elsif tg_op = 'DELETE' and (was or old.replies_count > 0) then
    perform app_private.count_reply(entry.parent_id, -1);
  end if;
  return null;
end $$;
comment on function app_private.count_comments() is
  'Keeps the number of comments of a discussion and its clip, of replies of a comment, and whether a question waits, in the statement that changes them.';
drop trigger count_comments on app_public.comments;
create trigger count_comments after insert or update of deleted, hidden_at or delete on app_public.comments
  for each row execute function app_private.count_comments();

create or replace function app_private.uncount_discussion() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Locked first, as a new comment does, so that the two wait for each other and never for each other's clip.
  perform from app_public.discussions d where d.id = old.id for update;
  update app_public.clips c set comments_count = c.comments_count
    - (select count(*) from app_public.comments m where m.discussion_id = old.id and not m.deleted and m.hidden_at is null)
    where c.id = old.clip_id;
  return old;
end $$;

create function app_private.leave_tombstones() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app_public.discussions d where d.id in (select c.discussion_id from app_public.comments c where c.user_id = old.id)
    order by d.id for no key update;
  update app_public.comments c set deleted = true where c.user_id = old.id and not c.deleted;
  delete from app_private.deleted_comment_bodies b using app_public.comments c where c.id = b.comment_id and c.user_id = old.id;
  return old;
end $$;
comment on function app_private.leave_tombstones() is 'A person who leaves takes the texts of their comments along; the threads stay.';
create trigger leave_tombstones before delete on app_public.users for each row execute function app_private.leave_tombstones();

-- What open pages and the page cache are told: ids, never words.
create table app_private.comment_events (
  id bigint generated by default as identity primary key,
  action text not null check (action in ('created', 'edited', 'deleted', 'reacted')),
  discussion_id uuid not null,
  comment_id uuid not null,
  item_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table app_private.comment_events is 'What happened to comments in the last hour, for pages that were cut off for a while.';
comment on column app_private.comment_events.item_id is 'The lesson, article or clip.';
create index on app_private.comment_events (item_id, id);
create index on app_private.comment_events (created_at);
call app_private.secure_table('app_private.comment_events');

create function app_private.announce_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  done text := case
    when tg_op = 'INSERT' then 'created'
    when new.deleted and not old.deleted or new.hidden_at is not null and old.hidden_at is null then 'deleted'
    when old.hidden_at is not null and new.hidden_at is null or new.body_delta is distinct from old.body_delta then 'edited'
    when new.reactions_count <> old.reactions_count then 'reacted' end;
  item uuid;
  event bigint;
  sign text := case when done = 'created' then '' else '!' end; -- what was taken back is not shown once more
begin
  if done is null then return null; end if;
  select coalesce(d.clip_id, d.lesson_id, d.article_id) into item from app_public.discussions d where d.id = new.discussion_id;
  if item is null then return null; end if;
  insert into app_private.comment_events (action, discussion_id, comment_id, item_id)
    values (done, new.discussion_id, new.id, item) returning id into event;
  perform pg_notify('newline_comments', json_build_object('id', event, 'action', done, 'discussionId', new.discussion_id,
    'commentId', new.id, 'itemId', item)::text);
  if done <> 'reacted' then
    perform pg_notify('newline_tags', sign || 'comments:' || item || coalesce(',' || sign || 'comments-of:' || coalesce(new.user_id, old.user_id), ''));
  end if;
  return null;
end $$;
comment on function app_private.announce_comment() is
  'Tells listeners on newline_comments what happened, by ids, and the page cache which pages show it: comments:{clip, lesson or article}, comments-of:{user}.';
create trigger announce_comment after insert or update of deleted, hidden_at, body_delta, reactions_count on app_public.comments
  for each row execute function app_private.announce_comment();

create function app_private.comment_news(item uuid, since bigint) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  -- Numbers are given before a transaction ends: one a little older than the last seen may have come after it.
  with seen as (select e.created_at - interval '10 seconds' as at from app_private.comment_events e where e.id <= since order by e.id desc limit 1),
  missed as (
    select e.* from app_private.comment_events e
    where since is not null and e.item_id = item and e.id <> since and (e.id > since or e.created_at > (select at from seen))
    order by e.id desc limit 201)
  select jsonb_build_object(
    'last', coalesce((select max(e.id) from app_private.comment_events e), 0),
    'isLost', since is not null and ((select count(*) from missed) > 200 or not exists (select from seen) and exists (select from app_private.comment_events)),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'action', m.action, 'discussionId', m.discussion_id, 'commentId', m.comment_id) order by m.id), '[]') from missed m))
$$;
comment on function app_private.comment_news(uuid, bigint) is
  'What happened under a clip, lesson or article since an event, by ids, and the number of the newest event; the reader must have been asked whether they see it. Some may be told twice; isLost when not all of it is known any more.';
create function app_private.forget_comment_events() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  -- The newest stays, so that who has seen it is known to have missed nothing.
  delete from app_private.comment_events e where e.created_at < now() - interval '1 hour' and e.id < (select max(n.id) from app_private.comment_events n)
$$;
comment on function app_private.forget_comment_events() is 'Forgets events of more than an hour ago. For the jobs.';
grant execute on function app_private.comment_news(uuid, bigint) to newline_visitor;
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.forget_comment_events() to newline_worker;
  end if;
end $$;
alter table app_public.permalinks add constraint permalinks_streams_check check (path !~ '^/(events|notices)(/|$)');

-- Writing. The server has read the text and derived the rest from it (api/src/features/discussions); these decide who may.
create function app_private.person_sees(person uuid, lesson uuid, article uuid, clip uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((
    select x.is_open or exists (select from app_public.users u where u.id = person and u.is_admin)
      or exists (select from app_public.contributions c where c.user_id = person and (c.course_id = x.course or c.book_id = x.book or c.article_id = x.article))
    from (
      select i.course_id as course, i.book_id as book, null::uuid as article, coalesce(
        (select c.archived_at is null and not c.is_coming_soon and c.is_published and c.published_at <= now() from app_public.courses c where c.id = i.course_id),
        (select b.archived_at is null and not b.is_coming_soon and b.is_published and b.published_at <= now() from app_public.books b where b.id = i.book_id), false) as is_open
      from (select l.course_id, l.book_id from app_public.lessons l where l.id = lesson
        union all select k.course_id, k.book_id from app_public.clips k where k.id = clip) i
      union all
      select null, null, a.id, coalesce(a.archived_at is null and a.is_published and a.published_at <= now(), false) from app_public.articles a where a.id = article) x), false)
$$;
comment on function app_private.person_sees(uuid, uuid, uuid, uuid) is
  'True when a person sees the lesson, article or clip, as the policies have it for whoever asks. A test holds the two together. Not granted.';

create function app_private.require_read(lesson uuid, article uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if lesson is not null and not app_public.may_read(lesson_id => lesson) or article is not null and not app_public.may_read(article_id => article) then
    raise exception 'Only those who may read all of the text may write about it.' using errcode = 'NL403';
  end if;
end $$;
comment on function app_private.require_read(uuid, uuid) is 'Raises NL403 for somebody who may not read the whole lesson or article. Not granted.';

create function app_private.seconds_to_wait(person uuid) returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_young boolean := exists (select from app_public.users u where u.id = person and u.created_at > now() - interval '7 days');
  turn timestamptz;
begin
  -- One after another, so that comments sent at once are counted too.
  perform pg_advisory_xact_lock(hashtextextended('newline comments of ' || person, 0));
  select greatest(
    (select c.created_at + interval '10 minutes' from app_public.comments c where c.user_id = person
      and c.created_at > clock_timestamp() - interval '10 minutes' order by c.created_at desc offset case when is_young then 9 else 29 end limit 1),
    (select c.created_at + interval '1 day' from app_public.comments c where c.user_id = person
      and c.created_at > clock_timestamp() - interval '1 day' order by c.created_at desc offset case when is_young then 49 else 299 end limit 1)) into turn;
  return coalesce(ceil(extract(epoch from turn - clock_timestamp())), 0);
end $$;
comment on function app_private.seconds_to_wait(uuid) is
  'Seconds until the person may comment again, 0 for now: 10 comments in 10 minutes and 50 a day for an account of less than a week, 30 and 300 after. Not granted.';

create function app_private.require_writer(person uuid) returns void
language sql stable as $$ select $$;
comment on function app_private.require_writer(uuid) is 'Raises NL403 for somebody who is suspended. Not granted.';

create function app_private.tell_people(comment uuid, mentions text[]) returns void
language sql stable as $$ select $$;
comment on function app_private.tell_people(uuid, text[]) is 'Writes the notices that a comment is a reason for, once each. Not granted.';

create type app_private.written_comment as (comment_id uuid, discussion_id uuid, wait_seconds int);
comment on type app_private.written_comment is 'What writing a comment came to; wait_seconds says that nothing was written, and for how long.';

create function app_private.add_comment(person uuid, discussion uuid, parent uuid, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[])
returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  replied app_public.comments;
  made uuid;
begin
  perform from app_public.discussions d where d.id = discussion for no key update;
  if parent is not null then
    select * into replied from app_public.comments c where c.discussion_id = discussion and c.id = parent;
    if replied.id is null then raise exception 'parentId: there is no such comment in this discussion.' using errcode = 'NL400'; end if;
    if replied.deleted or replied.hidden_at is not null then raise exception 'The comment that this replies to was deleted.' using errcode = 'NL409'; end if;
  end if;
  insert into app_public.comments as c (discussion_id, parent_id, user_id, client_key, body_delta, body_markdown, body_html, body_drawings, drawn_by, created_at)
    values (discussion, parent, person, key, body, markdown, html, drawn, drawer, clock_timestamp()) returning c.id into made;
  perform app_private.keep_attachments(made, body);
  perform app_private.tell_people(made, mentions);
  return row(made, discussion, 0)::app_private.written_comment;
end $$;
comment on function app_private.add_comment(uuid, uuid, uuid, uuid, jsonb, text, text, jsonb, int, text[]) is 'Writes a comment whose writer was asked. Not granted.';

create function app_private.sent_before(person uuid, key uuid, body jsonb) returns app_private.written_comment
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments;
begin
  select * into entry from app_public.comments c where c.user_id = person and c.client_key = key;
  if entry.id is null then return null; end if;
  if entry.body_delta <> body and not entry.edited then
    raise exception 'This key was sent before, with another text.' using errcode = 'NL409';
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;
comment on function app_private.sent_before(uuid, uuid, jsonb) is 'The comment that the same press of Send made before; null for a first one. Not granted.';

create function app_private.locked_comment(comment uuid) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments;
begin
  select c.* into entry from app_public.comments c join app_public.discussions d on d.id = c.discussion_id
    where c.id = comment and (c.user_id = me or app_private.person_sees(me, d.lesson_id, d.article_id, d.clip_id));
  if entry.id is null then raise exception 'There is no such comment.' using errcode = 'NL404'; end if;
  perform from app_public.discussions d where d.id = entry.discussion_id for no key update;
  select * into entry from app_public.comments c where c.id = comment for no key update;
  return entry;
end $$;
comment on function app_private.locked_comment(uuid) is
  'The comment, locked with its discussion, for somebody who sees it or wrote it; raises NL401 or NL404 for others. Not granted.';

create function app_private.reply_to_comment(user_id uuid, discussion uuid, parent uuid, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[])
returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(user_id);
  wait int := app_private.seconds_to_wait(me);
  written app_private.written_comment := app_private.sent_before(me, key, body);
  place app_public.discussions;
begin
  if written.comment_id is not null then return written; end if;
  perform app_private.require_writer(me);
  select * into place from app_public.discussions d where d.id = discussion;
  if place.id is null or not app_private.person_sees(me, place.lesson_id, place.article_id, place.clip_id) then
    raise exception 'There is no such discussion.' using errcode = 'NL404';
  end if;
  perform app_private.require_read(place.lesson_id, place.article_id);
  if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
  return app_private.add_comment(me, discussion, parent, key, body, markdown, html, drawn, drawer, mentions);
end $$;
comment on function app_private.reply_to_comment(uuid, uuid, uuid, uuid, jsonb, text, text, jsonb, int, text[]) is
  'Adds a comment of the signed-in person to a discussion, as an answer to its parent if there is one. Raises NL400, NL401, NL403, NL404 and NL409.';

create function app_private.add_selection(discussion uuid, selection jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_public.discussion_selections (discussion_id, range_from, range_to, version, delta, text, node, block_id)
  values (discussion, (selection ->> 'from')::int, (selection ->> 'to')::int, coalesce((selection ->> 'version')::int, 1), selection -> 'delta',
    selection ->> 'text', selection ->> 'node', selection ->> 'blockId')
$$;
comment on function app_private.add_selection(uuid, jsonb) is 'Stores the passage that a new discussion is about. Not granted.';

create function app_private.create_discussion_with_comment(user_id uuid, lesson uuid, article uuid, clip uuid, seconds double precision, selection jsonb,
  key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[])
returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(user_id);
  wait int := app_private.seconds_to_wait(me);
  written app_private.written_comment := app_private.sent_before(me, key, body);
  made uuid;
begin
  if written.comment_id is not null then return written; end if;
  perform app_private.require_writer(me);
  if num_nonnulls(lesson, article, clip) <> 1 then
    raise exception 'discussion: expected one of lessonId, articleId and clipId.' using errcode = 'NL400';
  end if;
  if not app_private.person_sees(me, lesson, article, clip) then
    raise exception 'There is no such %.', case when lesson is not null then 'lesson' when article is not null then 'article' else 'clip' end using errcode = 'NL404';
  end if;
  perform app_private.require_read(lesson, article);
  if selection is not null and clip is not null then
    raise exception 'selection: a clip has no text.' using errcode = 'NL400';
  elsif seconds is not null and article is not null then
    raise exception 'timecodeStart: an article has no video.' using errcode = 'NL400';
  end if;
  if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
  insert into app_public.discussions as d (lesson_id, article_id, clip_id, timecode_start) values (lesson, article, clip, seconds) returning d.id into made;
  if selection is not null then perform app_private.add_selection(made, selection); end if;
  return app_private.add_comment(me, made, null, key, body, markdown, html, drawn, drawer, mentions);
end $$;
comment on function app_private.create_discussion_with_comment(uuid, uuid, uuid, uuid, double precision, jsonb, uuid, jsonb, text, text, jsonb, int, text[]) is
  'Begins a discussion with its first comment, in one statement: there is none without. Raises NL400, NL401, NL403, NL404 and NL409.';

create function app_private.edit_comment(comment uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[]) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.user_id is distinct from me then raise exception 'Only its author may edit a comment.' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  if entry.hidden_at is not null then raise exception 'The comment waits for a moderator.' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  if entry.body_delta <> body then
    update app_public.comments c set body_delta = body, body_markdown = markdown, body_html = html, body_drawings = drawn, drawn_by = drawer,
      edited = true, edited_at = clock_timestamp() where c.id = entry.id;
    perform app_private.keep_attachments(entry.id, body);
    perform app_private.tell_people(entry.id, mentions);
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;
comment on function app_private.edit_comment(uuid, jsonb, text, text, jsonb, int, text[]) is
  'Changes the text of a comment of the signed-in person. Raises NL401, NL403, NL404 and NL409.';
grant execute on function app_private.reply_to_comment(uuid, uuid, uuid, uuid, jsonb, text, text, jsonb, int, text[]),
  app_private.create_discussion_with_comment(uuid, uuid, uuid, uuid, double precision, jsonb, uuid, jsonb, text, text, jsonb, int, text[]),
  app_private.edit_comment(uuid, jsonb, text, text, jsonb, int, text[]) to newline_visitor;
