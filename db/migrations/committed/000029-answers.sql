--! Previous: sha1:78922c0c947c690daea8037bd92d231bda450c28
--! Hash: sha1:f18704782cef210020e23aebb4dce4d23e859fef

-- Answers: which comment answers a question, and answers that become part of a lesson.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

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

create function app_private.may_resolve(discussion uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_public.current_user_id() is not null and (
    app_public.current_user_id() in (select app_private.answerers(discussion))
    or coalesce(app_public.current_user_id() = (select c.user_id from app_public.comments c where c.discussion_id = discussion order by c.created_at, c.id limit 1), false))
$$;
comment on function app_private.may_resolve(uuid) is
  'True for whoever began the discussion, for the writers of its item and for staff. Not granted.';

create function app_public.discussions_viewer_may_resolve(discussion app_public.discussions) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$ select app_private.may_resolve(discussion.id) $$;
comment on function app_public.discussions_viewer_may_resolve(app_public.discussions) is
  'True when the signed-in person may accept an answer and say that it is resolved. Not for a page that is kept for everybody.';
grant execute on function app_public.discussions_viewer_may_resolve(app_public.discussions) to newline_visitor;

create function app_public.accept_answer(comment_id uuid, is_accepted boolean default true) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(accept_answer.comment_id);
  thread app_public.discussions;
begin
  if app_private.may_resolve(entry.discussion_id) is not true then
    raise exception 'ANSWER_ACCEPT_FORBIDDEN' using errcode = 'NL403';
  end if;
  if entry.deleted or entry.hidden_at is not null then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  if entry.id = (select c.id from app_public.comments c where c.discussion_id = entry.discussion_id order by c.created_at, c.id limit 1) then
    raise exception 'ANSWER_IS_QUESTION' using errcode = 'NL400';
  end if;
  update app_public.discussions d set accepted_comment_id = case
      when coalesce(is_accepted, true) then entry.id when d.accepted_comment_id is distinct from entry.id then d.accepted_comment_id end,
    is_resolved = d.is_resolved or coalesce(is_accepted, true)
    where d.id = entry.discussion_id returning d.* into thread;
  return thread;
end $$;
comment on function app_public.accept_answer(uuid, boolean) is
  'Accepts a comment as the answer, which resolves the discussion too; with isAccepted false takes that back. By whoever asked, authors of the item and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.';
grant execute on function app_public.accept_answer(uuid, boolean) to newline_visitor;

create function app_public.set_discussion_resolved(id uuid, is_resolved boolean) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  thread app_public.discussions;
begin
  select * into thread from app_public.discussions d where d.id = set_discussion_resolved.id for no key update;
  if thread.id is null or app_private.person_sees(me, thread.lesson_id, thread.article_id, thread.clip_id) is not true then
    raise exception 'DISCUSSION_NOT_FOUND' using errcode = 'NL404';
  end if;
  if app_private.may_resolve(thread.id) is not true then
    raise exception 'DISCUSSION_RESOLVE_FORBIDDEN' using errcode = 'NL403';
  end if;
  update app_public.discussions d set is_resolved = coalesce(set_discussion_resolved.is_resolved, true)
    where d.id = thread.id returning d.* into thread;
  return thread;
end $$;
comment on function app_public.set_discussion_resolved(uuid, boolean) is
  'Says that a discussion is resolved, or is open again. By whoever asked, authors of the item and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.set_discussion_resolved(uuid, boolean) to newline_visitor;

-- An answer that becomes part of a lesson is written to what readers have; whoever takes it has the lesson for themselves first.
create function app_private.answer_to_note(comment uuid, out lesson_id uuid, out body_delta jsonb, out version text, out answer jsonb, out who text, out discussion_id uuid) returns record
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.deleted or entry.hidden_at is not null then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  if entry.noted_at is not null then raise exception 'ANSWER_ALREADY_IN_LESSON' using errcode = 'NL409'; end if;
  select d.lesson_id into answer_to_note.lesson_id from app_public.discussions d where d.id = entry.discussion_id;
  if answer_to_note.lesson_id is null then raise exception 'ANSWER_NOT_ON_LESSON' using errcode = 'NL400'; end if;
  if (app_public.current_user_id() in (select app_private.answerers(entry.discussion_id))) is not true then
    raise exception 'WRITER_REQUIRED' using errcode = 'NL403';
  end if;
  perform from app_public.lessons l where l.id = answer_to_note.lesson_id for no key update; -- as every save does
  select b.body_delta, md5(b.body_delta::text) into answer_to_note.body_delta, answer_to_note.version
    from app_private.lesson_bodies b where b.lesson_id = answer_to_note.lesson_id for no key update;
  answer := entry.body_delta;
  discussion_id := entry.discussion_id;
  select app_public.users_display_name(u) into who from app_public.users u where u.id = entry.user_id;
end $$;
comment on function app_private.answer_to_note(uuid) is
  'An answer beside a lesson with the text of the lesson, for somebody who may write it. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.answer_to_note(uuid) to newline_visitor;

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
  perform app_private.tell_tags('lessons,' || coalesce('course:' || l.course_id, 'book:' || l.book_id)) from app_public.lessons l where l.id = noted.lesson_id;
  return true;
end $$;
comment on function app_private.save_noted_answer(uuid, text, jsonb, text[], text[], text[], text[], int, jsonb, int) is
  'Stores the text of a lesson with an answer in it, for somebody who may write it; false when the text changed meanwhile. Raises as answer_to_note.';
grant execute on function app_private.save_noted_answer(uuid, text, jsonb, text[], text[], text[], text[], int, jsonb, int) to newline_visitor;
