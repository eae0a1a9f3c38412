--! Previous: sha1:111fb6b02aec10c74feead8a40935e1d379934e6
--! Hash: sha1:216dfe0e834858c18b3090f2e5bc6dae99d08185

-- What people do with comments beside writing them, the inbox of authors, and what staff do about bad ones.

create function app_private.delete_comment(comment uuid) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.user_id is distinct from me and not app_public.is_admin() then
    raise exception 'Only its author and staff may delete a comment.' using errcode = 'NL403';
  end if;
  if not entry.deleted then
    update app_public.comments c set deleted = true where c.id = entry.id;
    update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;
comment on function app_private.delete_comment(uuid) is
  'Deletes a comment: its text is gone for everybody but staff, its replies stay. By its author and staff. Raises NL401, NL403 and NL404.';
grant execute on function app_private.delete_comment(uuid) to newline_visitor;

create function app_public.comments_withheld_body_delta(comment app_public.comments) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when comment.deleted and app_public.is_admin() then (select b.body_delta from app_private.deleted_comment_bodies b where b.comment_id = comment.id)
    when comment.hidden_at is not null and (comment.user_id = app_public.current_user_id() or app_public.is_admin())
      then (select b.body_delta from app_private.hidden_comment_bodies b where b.comment_id = comment.id) end
$$;
comment on function app_public.comments_withheld_body_delta(app_public.comments) is
  'The text that others do not get (JSON): of a hidden comment for its author and staff, of a deleted one for staff. Null for everybody else.';

-- Reactions.
create function app_public.toggle_reaction(comment_id uuid, kind text, user_id uuid default null) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(toggle_reaction.user_id);
  entry app_public.comments := app_private.locked_comment(toggle_reaction.comment_id);
begin
  if entry.deleted or entry.hidden_at is not null then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  delete from app_public.comment_reactions r where r.comment_id = entry.id and r.user_id = me and r.kind = toggle_reaction.kind;
  if not found then
    insert into app_public.comment_reactions (comment_id, user_id, kind) values (entry.id, me, toggle_reaction.kind);
  end if;
  select * into entry from app_public.comments c where c.id = entry.id;
  return entry;
end $$;
comment on function app_public.toggle_reaction(uuid, text, uuid) is
  'Switches the signed-in person''s reaction of a kind (THANKS, AGREE, LAUGH, CONFUSED) to a comment and answers the comment. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for a deleted comment.';

create type app_public.reaction_count as (kind text, count int);
comment on type app_public.reaction_count is 'How many people reacted in one way.';
comment on column app_public.reaction_count.kind is 'THANKS, AGREE, LAUGH or CONFUSED.';
comment on column app_public.reaction_count.count is 'How many did.';
create function app_public.comments_reaction_counts(comment app_public.comments) returns app_public.reaction_count[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when comment.reactions_count = 0 then '{}' else coalesce((
    select array_agg((k.kind, k.count)::app_public.reaction_count order by k.count desc, k.kind) from (
      select r.kind, count(*)::int as count from app_public.comment_reactions r where r.comment_id = comment.id group by r.kind) k), '{}') end
$$;
comment on function app_public.comments_reaction_counts(app_public.comments) is 'How many reacted in each way, most first; ways that nobody took are not in it.';
create function app_public.comments_viewer_reactions(comment app_public.comments) returns text[]
language sql stable as $$
  select coalesce(array_agg(r.kind order by r.kind), '{}') from app_public.comment_reactions r
  where r.comment_id = comment.id and r.user_id = app_public.current_user_id()
$$;
comment on function app_public.comments_viewer_reactions(app_public.comments) is 'The kinds with which the signed-in person reacted; none for a visitor. Not for a page that is kept for everybody.';
create function app_public.own_reactions(discussion_ids uuid[]) returns setof app_public.comment_reactions
language sql stable rows 20 as $$
  select r.* from app_public.comment_reactions r join app_public.comments c on c.id = r.comment_id
  where r.user_id = app_public.current_user_id() and c.discussion_id = any (discussion_ids[1:200])
$$;
comment on function app_public.own_reactions(uuid[]) is 'The signed-in person''s reactions in these discussions (200 at most): what a page asks for after it has been loaded from the cache.';

-- Totals.
create function app_public.lessons_comments_count(lesson app_public.lessons) returns int
language sql stable as $$ select coalesce(sum(d.comments_count), 0)::int from app_public.discussions d where d.lesson_id = lesson.id $$;
create function app_public.articles_comments_count(article app_public.articles) returns int
language sql stable as $$ select coalesce(sum(d.comments_count), 0)::int from app_public.discussions d where d.article_id = article.id $$;
comment on function app_public.lessons_comments_count(app_public.lessons) is 'How many comments stand beside it, without deleted and hidden ones. Derived.';
comment on function app_public.articles_comments_count(app_public.articles) is 'How many comments stand beside it, without deleted and hidden ones. Derived.';

create function app_public.users_public_comments(person app_public.users) returns setof app_public.comments
language sql stable as $$
  select c.* from app_public.comments c join app_public.discussions d on d.id = c.discussion_id
  left join app_public.lessons l on l.id = d.lesson_id
  left join app_public.clips k on k.id = d.clip_id
  where c.user_id = person.id and not c.deleted and c.hidden_at is null
    and case when d.article_id is not null
      then (select a.is_shown_publicly and a.archived_at is null and a.is_published and a.published_at <= now() from app_public.articles a where a.id = d.article_id)
      else coalesce((select x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now() from app_public.courses x where x.id = coalesce(l.course_id, k.course_id)),
        (select x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now() from app_public.books x where x.id = coalesce(l.book_id, k.book_id))) end
  order by c.created_at desc, c.id desc
$$;
comment on function app_public.users_public_comments(app_public.users) is
  'What the person wrote about listed items, newest first: what their profile shows. Deleted and hidden comments are not in it.';

-- Answers.
create function app_private.may_resolve(discussion uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_public.current_user_id() is not null and (
    app_public.current_user_id() in (select app_private.answerers(discussion))
    or coalesce(app_public.current_user_id() = (select c.user_id from app_public.comments c where c.discussion_id = discussion order by c.created_at, c.id limit 1), false))
$$;
comment on function app_private.may_resolve(uuid) is 'True for whoever began the discussion, for the writers of its item and for staff. Not granted.';
create function app_public.discussions_viewer_may_resolve(discussion app_public.discussions) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$ select app_private.may_resolve(discussion.id) $$;
comment on function app_public.discussions_viewer_may_resolve(app_public.discussions) is
  'True when the signed-in person may accept an answer and say that it is resolved. Not for a page that is kept for everybody.';

create function app_public.accept_answer(comment_id uuid, is_accepted boolean default true) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(accept_answer.comment_id);
  thread app_public.discussions;
begin
  if not app_private.may_resolve(entry.discussion_id) then
    raise exception 'Only who asked, the authors and staff may accept an answer.' using errcode = 'NL403';
  end if;
  if entry.deleted or entry.hidden_at is not null then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  if entry.id = (select c.id from app_public.comments c where c.discussion_id = entry.discussion_id order by c.created_at, c.id limit 1) then
    raise exception 'A question is not its own answer.' using errcode = 'NL400';
  end if;
  update app_public.discussions d set accepted_comment_id = case
      when coalesce(is_accepted, true) then entry.id when d.accepted_comment_id is distinct from entry.id then d.accepted_comment_id end,
    is_resolved = d.is_resolved or coalesce(is_accepted, true)
    where d.id = entry.discussion_id returning d.* into thread;
  return thread;
end $$;
comment on function app_public.accept_answer(uuid, boolean) is
  'Accepts a comment as the answer, which resolves the discussion too; with isAccepted false takes that back. By whoever asked, authors of the item and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.';

create function app_public.set_discussion_resolved(id uuid, is_resolved boolean) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  thread app_public.discussions;
begin
  select * into thread from app_public.discussions d where d.id = set_discussion_resolved.id for no key update;
  if thread.id is null or not app_private.person_sees(me, thread.lesson_id, thread.article_id, thread.clip_id) then
    raise exception 'There is no such discussion.' using errcode = 'NL404';
  end if;
  if not app_private.may_resolve(thread.id) then
    raise exception 'Only who asked, the authors and staff may say so.' using errcode = 'NL403';
  end if;
  update app_public.discussions d set is_resolved = coalesce(set_discussion_resolved.is_resolved, true)
    where d.id = thread.id returning d.* into thread;
  return thread;
end $$;
comment on function app_public.set_discussion_resolved(uuid, boolean) is
  'Says that a discussion is resolved, or is open again. By whoever asked, authors of the item and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';

-- The inbox.
create function app_public.inbox(course_id uuid default null, book_id uuid default null, article_id uuid default null, is_open boolean default null)
returns setof app_public.discussions
language sql stable as $$
  select d.* from app_public.discussions d
  left join app_public.lessons l on l.id = d.lesson_id
  left join app_public.clips k on k.id = d.clip_id
  where (coalesce(l.course_id, k.course_id) in (select app_private.my_course_ids())
      or coalesce(l.book_id, k.book_id) in (select app_private.my_book_ids()) or d.article_id in (select app_private.my_article_ids()))
    and (inbox.course_id is null or coalesce(l.course_id, k.course_id) = inbox.course_id)
    and (inbox.book_id is null or coalesce(l.book_id, k.book_id) = inbox.book_id)
    and (inbox.article_id is null or d.article_id = inbox.article_id)
    and d.comments_count > 0
    and (inbox.is_open is null or inbox.is_open = not (d.is_answered or d.is_resolved))
  order by (d.is_answered or d.is_resolved), d.last_comment_at desc, d.id desc
$$;
comment on function app_public.inbox(uuid, uuid, uuid, boolean) is
  'Discussions about what the signed-in person writes: unanswered first, then by their newest comment. By item, and with isOpen only those that wait (true) or do not (false).';

-- An answer that belongs into the text.
alter table app_public.comments add noted_at timestamptz;
comment on column app_public.comments.noted_at is 'When an author put it into the lesson as a note; null for one that was not.';

create function app_private.answer_to_note(comment uuid, out lesson_id uuid, out body_delta jsonb, out version text, out answer jsonb, out who text, out discussion_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.deleted or entry.hidden_at is not null then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  if entry.noted_at is not null then raise exception 'This answer stands in the lesson.' using errcode = 'NL409'; end if;
  select d.lesson_id into answer_to_note.lesson_id from app_public.discussions d where d.id = entry.discussion_id;
  if answer_to_note.lesson_id is null then raise exception 'commentId: expected an answer beside a lesson.' using errcode = 'NL400'; end if;
  if app_public.current_user_id() not in (select app_private.answerers(entry.discussion_id)) then
    raise exception 'Only those who write the lesson may do this.' using errcode = 'NL403';
  end if;
  select b.body_delta, md5(b.body_delta::text) into answer_to_note.body_delta, answer_to_note.version
    from app_private.lesson_bodies b where b.lesson_id = answer_to_note.lesson_id for no key update;
  answer := entry.body_delta;
  discussion_id := entry.discussion_id;
  select app_public.users_display_name(u) into who from app_public.users u where u.id = entry.user_id;
end $$;
comment on function app_private.answer_to_note(uuid) is
  'An answer beside a lesson with the text of the lesson, for somebody who may write it. Raises NL400, NL401, NL403, NL404 and NL409.';

create function app_private.save_noted_answer(comment uuid, version text, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  noted record;
begin
  select * into noted from app_private.answer_to_note(comment);
  if noted.version is distinct from save_noted_answer.version then return false; end if;
  perform app_private.save_lesson_body(noted.lesson_id, body, ids, html, markdown, texts, free, drawn, drawer);
  insert into app_private.attachment_uses (attachment_id, lesson_id)
    select u.attachment_id, noted.lesson_id from app_private.attachment_uses u where u.comment_id = comment on conflict do nothing;
  update app_public.comments c set noted_at = now() where c.id = comment;
  perform pg_notify('newline_tags', 'lessons,' || coalesce('course:' || l.course_id, 'book:' || l.book_id)) from app_public.lessons l where l.id = noted.lesson_id;
  return true;
end $$;
comment on function app_private.save_noted_answer(uuid, text, jsonb, text[], text[], text[], text[], int, jsonb, int) is
  'Stores the text of a lesson with an answer in it, for somebody who may write it; false when the text changed meanwhile. Raises as answer_to_note.';
grant execute on function app_private.answer_to_note(uuid), app_private.save_noted_answer(uuid, text, jsonb, text[], text[], text[], text[], int, jsonb, int) to newline_visitor;

-- Reports.
create type app_public.report_reason as enum ('SPAM', 'RUDE', 'OFF_TOPIC', 'OTHER');
comment on type app_public.report_reason is 'Why a comment is reported.';
create table app_public.comment_reports (
  id uuid primary key default app_public.new_id(),
  comment_id uuid not null references app_public.comments on delete cascade,
  user_id uuid not null references app_public.users on delete cascade,
  reason app_public.report_reason not null,
  details text check (length(details) between 1 and 1000),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint comment_reports_person_key unique (comment_id, user_id)
);
comment on table app_public.comment_reports is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhat somebody finds wrong with a comment. Seen by that person and by staff.';
comment on column app_public.comment_reports.details is 'In their own words; null when the reason says it all.';
comment on column app_public.comment_reports.decided_at is 'When a moderator decided; null while it waits.';
comment on constraint comment_reports_comment_id_fkey on app_public.comment_reports is E'@fieldName comment\n@foreignFieldName reports';
comment on constraint comment_reports_user_id_fkey on app_public.comment_reports is E'@fieldName user\n@behavior -connection -list';
create index on app_public.comment_reports (user_id);
create index on app_public.comment_reports (comment_id) where decided_at is null;
call app_private.secure_table('app_public.comment_reports');
create policy select_own on app_public.comment_reports for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.comment_reports for select to newline_admin using (true);
grant select on app_public.comment_reports to newline_visitor;

create function app_public.report_comment(comment_id uuid, reason app_public.report_reason, details text default null) returns app_public.comment_reports
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(report_comment.comment_id);
  made app_public.comment_reports;
begin
  if report_comment.reason is null then raise exception 'reason: expected a reason.' using errcode = 'NL400'; end if;
  if entry.user_id = me then raise exception 'Your own comment can be deleted.' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  insert into app_public.comment_reports as r (comment_id, user_id, reason, details)
    values (entry.id, me, report_comment.reason, nullif(btrim(report_comment.details), ''))
    on conflict (comment_id, user_id) do update set reason = excluded.reason, details = excluded.details
    returning r.* into made;
  if entry.hidden_at is null and (select count(*) from app_public.comment_reports r where r.comment_id = entry.id and r.decided_at is null) >= 3 then
    update app_public.comments c set hidden_at = now() where c.id = entry.id;
  end if;
  return made;
end $$;
comment on function app_public.report_comment(uuid, app_public.report_reason, text) is
  'Reports a comment to the moderators, once a person; a second report replaces the first. After three it is hidden until one of them decides. Errors: LOGIN_REQUIRED, FORBIDDEN for one''s own, NOT_FOUND, BAD_INPUT, CONFLICT.';

create function app_public.moderation_queue() returns setof app_public.comments
language sql stable as $$
  select c.* from app_public.comments c
  where (select app_public.is_admin()) and not c.deleted
    and (c.hidden_at is not null or c.id in (select r.comment_id from app_public.comment_reports r where r.decided_at is null))
  order by c.hidden_at is null, c.created_at desc, c.id desc
$$;
comment on function app_public.moderation_queue() is 'For staff: comments that were reported and not decided, hidden ones first. Empty for everybody else.';

create function app_public.approve_comment(id uuid) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(approve_comment.id);
begin
  if not app_public.is_admin() then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'The comment was deleted.' using errcode = 'NL409'; end if;
  update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
  if entry.hidden_at is not null then
    update app_public.comments c set hidden_at = null where c.id = entry.id returning c.* into entry;
  end if;
  return entry;
end $$;
comment on function app_public.approve_comment(uuid) is
  'Takes a comment out of the moderation queue and shows it again. Deleting is updateCommentById. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT.';

-- Suspensions.
create table app_public.suspensions (
  user_id uuid primary key references app_public.users on delete cascade,
  ends_at timestamptz,
  reason text check (length(reason) between 1 and 1000),
  created_at timestamptz not null default now()
);
comment on table app_public.suspensions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nSomebody who may not write comments, react or report for a time. Seen by that person and by staff.';
comment on column app_public.suspensions.ends_at is 'Until when; null for good.';
comment on column app_public.suspensions.reason is 'What the person is told; null for nothing.';
comment on constraint suspensions_user_id_fkey on app_public.suspensions is E'@fieldName user\n@foreignFieldName suspension';
call app_private.secure_table('app_public.suspensions');
create policy select_own on app_public.suspensions for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.suspensions for select to newline_admin using (true);
grant select on app_public.suspensions to newline_visitor;

create or replace function app_private.require_writer(person uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.suspensions;
begin
  select * into entry from app_public.suspensions s where s.user_id = person and (s.ends_at is null or s.ends_at > now());
  if entry.user_id is not null then
    raise exception 'You may not write here%.', coalesce(' before ' || to_char(entry.ends_at at time zone 'UTC', 'FMDD FMMonth YYYY, HH24:MI "UTC"'), '') using errcode = 'NL403';
  end if;
end $$;

create function app_public.suspend_user(user_id uuid, ends_at timestamptz default null, reason text default null) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or not app_public.is_admin() then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  select * into person from app_public.users u where u.id = suspend_user.user_id;
  if person.id is null then raise exception 'There is no such person.' using errcode = 'NL404'; end if;
  if person.is_admin then raise exception 'Staff are not suspended.' using errcode = 'NL403'; end if;
  if suspend_user.ends_at <= now() then raise exception 'endsAt: expected a time ahead.' using errcode = 'NL400'; end if;
  insert into app_public.suspensions (user_id, ends_at, reason) values (person.id, suspend_user.ends_at, nullif(btrim(suspend_user.reason), ''))
    on conflict (user_id) do update set ends_at = excluded.ends_at, reason = excluded.reason, created_at = now();
  return person;
end $$;
comment on function app_public.suspend_user(uuid, timestamptz, text) is
  'Keeps somebody from writing until endsAt, or for good without one. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
create function app_public.end_suspension(user_id uuid) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or not app_public.is_admin() then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
  delete from app_public.suspensions s where s.user_id = end_suspension.user_id;
  select * into person from app_public.users u where u.id = end_suspension.user_id;
  return person;
end $$;
comment on function app_public.end_suspension(uuid) is 'Lets somebody write again. By staff. Errors: LOGIN_REQUIRED, FORBIDDEN.';

grant execute on function app_public.comments_withheld_body_delta(app_public.comments),
  app_public.toggle_reaction(uuid, text, uuid), app_public.comments_reaction_counts(app_public.comments), app_public.comments_viewer_reactions(app_public.comments),
  app_public.own_reactions(uuid[]), app_public.lessons_comments_count(app_public.lessons), app_public.articles_comments_count(app_public.articles),
  app_public.users_public_comments(app_public.users), app_public.discussions_viewer_may_resolve(app_public.discussions),
  app_public.accept_answer(uuid, boolean), app_public.set_discussion_resolved(uuid, boolean), app_public.inbox(uuid, uuid, uuid, boolean),
  app_public.report_comment(uuid, app_public.report_reason, text), app_public.moderation_queue(), app_public.approve_comment(uuid),
  app_public.suspend_user(uuid, timestamptz, text), app_public.end_suspension(uuid) to newline_visitor;

-- Everything of one's own, whatever table it is in: asked as the person, so that nothing else can be in it.
create function app_public.own_data() returns jsonb
language plpgsql stable as $$
declare
  me uuid := app_private.own_user_id(null);
  part record;
  found_rows jsonb;
  data jsonb := jsonb_build_object('users', (select jsonb_agg(to_jsonb(u)) from app_public.users u where u.id = me));
begin
  for part in
    select c.relname as name, a.attname as person from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname in ('user_id', 'owner_id') and a.atttypid = 'uuid'::regtype and not a.attisdropped
    where c.relnamespace = 'app_public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'select')
    order by c.relname
  loop
    execute format('select jsonb_agg(to_jsonb(t)) from app_public.%I t where t.%I = $1', part.name, part.person) into found_rows using me;
    data := data || jsonb_build_object(part.name, coalesce(found_rows, '[]'));
  end loop;
  return data;
end $$;
comment on function app_public.own_data() is
  'All that is stored of the signed-in person, by table: profile, settings, comments, reactions, reviews, notices, progress and the rest. Errors: LOGIN_REQUIRED.';
grant execute on function app_public.own_data() to newline_visitor;
