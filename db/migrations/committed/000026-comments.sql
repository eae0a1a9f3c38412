--! Previous: sha1:952ce264160c48231705fc96eec223e5b02d8941
--! Hash: sha1:541c5b888e06b458fc594218a02eef99cca24941

-- Comments: written, changed, hidden and deleted.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_public.comments (
  id uuid primary key default app_public.new_id(),
  discussion_id uuid not null references app_public.discussions on delete cascade,
  user_id uuid references app_public.users on delete set null,
  parent_id uuid,
  body_delta jsonb check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 131072),
  body_markdown text check (length(body_markdown) <= 65536),
  body_html text,
  markdown_character_count int generated always as (coalesce(length(body_markdown), 0)) stored,
  edited boolean not null default false,
  edited_at timestamptz,
  deleted boolean not null default false,
  deleted_at timestamptz,
  reactions_count int not null default 0 check (reactions_count >= 0),
  positive_reactions_count int not null default 0 check (positive_reactions_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  body_drawings jsonb,
  drawn_by int not null default 0,
  replies_count int not null default 0 check (replies_count >= 0),
  hidden_at timestamptz,
  client_key uuid,
  noted_at timestamptz,
  constraint comments_edited_check check (edited = (edited_at is not null)),
  constraint comments_deleted_check check (deleted = (deleted_at is not null)),
  constraint comments_discussion_id_id_key unique (discussion_id, id),
  constraint comments_body_check check ((deleted or hidden_at is not null) = (body_delta is null)
    and (body_delta is null) = (body_markdown is null) and (body_delta is null) = (body_html is null)),
  constraint comments_hidden_check check (not deleted or hidden_at is null),
  constraint comments_drawings_check check (case when body_drawings is null then true else body_delta is not null
    and jsonb_typeof(body_drawings) = 'array' and jsonb_array_length(body_drawings) = jsonb_array_length(body_delta -> 'content')
    and pg_column_size(body_drawings) <= 524288 end),
  constraint comments_shape_check check (
    body_delta is null or (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array'),
  constraint comments_uploads_check check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0),
  constraint comments_parent_id_fkey foreign key (discussion_id, parent_id) references app_public.comments (discussion_id, id)
);
comment on table app_public.comments is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nWhat somebody wrote in a discussion. A deleted one stays as a tombstone without its text, so that its replies stay.';
comment on column app_public.comments.user_id is 'Who wrote it; null when that account is gone.';
comment on column app_public.comments.parent_id is 'The comment it replies to, in the same discussion; null for none.';
comment on column app_public.comments.body_delta is 'The text as a document (a JSON string); null when deleted.';
comment on column app_public.comments.body_markdown is 'The text as Markdown; derived from bodyDelta, null when deleted.';
comment on column app_public.comments.body_html is 'The text as HTML; derived from bodyDelta, null when deleted.';
comment on column app_public.comments.markdown_character_count is 'Characters of bodyMarkdown. Derived.';
comment on column app_public.comments.edited is 'True when its author changed the text after sending it.';
comment on column app_public.comments.edited_at is 'When the text was last changed; null when never.';
comment on column app_public.comments.deleted is 'True for a tombstone: the text is gone, the replies stay.';
comment on column app_public.comments.deleted_at is 'When it was deleted, by the servers clock; null when it was not.';
comment on column app_public.comments.reactions_count is 'How many reactions it has. Derived.';
comment on column app_public.comments.positive_reactions_count is 'How many of them are positive. Derived.';
comment on column app_public.comments.body_drawings is
  'What the server drew of bodyDelta, as JSON: one entry for each top-level block. Null when there is nothing to draw or the comment is deleted.';
comment on column app_public.comments.drawn_by is E'@behavior -select -orderBy -condition\nVersion of the drawer that drew it; 0 when none did.';
comment on column app_public.comments.replies_count is
  'How many direct replies it has; a deleted or hidden one counts while it has replies itself. Derived.';
comment on column app_public.comments.hidden_at is 'Since when it waits for a moderator, without its text; null for one that does not.';
comment on column app_public.comments.client_key is E'@behavior -*\nThe press of Send that it came from; null when it came without one.';
comment on column app_public.comments.noted_at is 'When an author put it into the lesson as a note; null for one that was not.';
comment on constraint comments_discussion_id_fkey on app_public.comments is E'@fieldName discussion\n@foreignFieldName comments';
comment on constraint comments_user_id_fkey on app_public.comments is E'@fieldName user\n@foreignFieldName comments';
comment on constraint comments_parent_id_fkey on app_public.comments is E'@fieldName parent\n@foreignFieldName replies';
create index comments_discussion_id_created_at_id_idx on app_public.comments (discussion_id, created_at, id);
create index comments_user_id_created_at_idx on app_public.comments (user_id, created_at desc);
create index comments_drawn_by_idx on app_public.comments (drawn_by) where not deleted;
create unique index comments_client_key_idx on app_public.comments (user_id, client_key);
create index comments_top_idx on app_public.comments (discussion_id, created_at, id) where parent_id is null;
create index comments_discussion_id_parent_id_created_at_id_idx on app_public.comments (discussion_id, parent_id, created_at, id);
create index comments_by_person_idx on app_public.comments (user_id, created_at desc) where not deleted and hidden_at is null;
-- The moderators' queue: what is hidden, and what was reported and not decided.
create index comments_hidden_idx on app_public.comments (id) where hidden_at is not null and not deleted;
call app_private.secure_table('app_public.comments');
create policy select_visible on app_public.comments for select to newline_visitor using (
  (select true from app_public.discussions d where d.id = discussion_id));
grant select on app_public.comments to newline_visitor;
create trigger touch before update of body_delta, edited, deleted on app_public.comments
  for each row execute function app_private.touch_updated_at();
-- Before move_deleted_comment in the order of names: one that is deleted has none either way.
create trigger drop_stale_drawings before update of body_delta, deleted on app_public.comments for each row
  when (new.deleted or (new.body_delta is distinct from old.body_delta and new.body_drawings is not distinct from old.body_drawings))
  execute function app_private.drop_stale_drawings();
alter table app_private.attachment_uses add constraint attachment_uses_comment_id_fkey foreign key (comment_id) references app_public.comments on delete cascade;
alter table app_public.discussions add constraint discussions_accepted_comment_id_fkey foreign key (id, accepted_comment_id) references app_public.comments (discussion_id, id) on delete set null (accepted_comment_id);
comment on constraint discussions_accepted_comment_id_fkey on app_public.discussions is E'@fieldName acceptedComment\n@behavior -connection -list';
create policy select_readable on app_public.discussion_selections for select to newline_visitor using (
  (select true from app_public.discussions d where d.id = discussion_id)
  and app_private.may_read_selection(discussion_id, block_id)
  and (end_block_id is null or end_block_id = block_id or app_private.may_read_selection(discussion_id, end_block_id))
  and (not is_orphaned or (select app_public.is_admin()) or (select not c.deleted and c.hidden_at is null from app_public.comments c
    where c.discussion_id = discussion_selections.discussion_id order by c.created_at, c.id limit 1)));

-- The text of a deleted comment is moved away in the statement that deletes it. What remains in
-- comments has no text, so no door can leak it.
create table app_private.deleted_comment_bodies (
  comment_id uuid primary key references app_public.comments on delete cascade,
  body_delta jsonb not null,
  body_markdown text not null,
  body_html text not null,
  deleted_by uuid references app_public.users on delete set null,
  deleted_at timestamptz not null default now(),
  constraint deleted_comment_bodies_uploads_check check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0)
);
comment on table app_private.deleted_comment_bodies is 'Texts of deleted comments, for administrators.';
create index deleted_comment_bodies_deleted_by_idx on app_private.deleted_comment_bodies (deleted_by);
call app_private.secure_table('app_private.deleted_comment_bodies');

create table app_private.comment_spaminess (
  comment_id uuid primary key references app_public.comments on delete cascade,
  rating real not null check (rating between 0 and 1)
);
comment on table app_private.comment_spaminess is 'How much a comment looks like spam, 0 to 1. Staff read it as comment.spaminessRating.';
call app_private.secure_table('app_private.comment_spaminess');

create function app_private.move_deleted_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept app_private.hidden_comment_bodies;
begin
  if old.deleted and new.deleted is not true then
    raise exception 'COMMENT_NOT_RESTORABLE' using errcode = 'NL400';
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
create trigger move_deleted_comment before update of deleted, deleted_at, hidden_at on app_public.comments
  for each row when (old.deleted or new.deleted or old.hidden_at is distinct from new.hidden_at) execute function app_private.move_deleted_comment();

create function app_public.comments_spaminess_rating(comment app_public.comments) returns real
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.rating from app_private.comment_spaminess s where s.comment_id = comment.id and app_public.is_admin()
$$;
comment on function app_public.comments_spaminess_rating(app_public.comments) is 'How much it looks like spam, 0 to 1; null for everyone but staff.';
grant execute on function app_public.comments_spaminess_rating(app_public.comments) to newline_visitor;

create function app_public.comments_is_discussion_author(comment app_public.comments) returns boolean
language sql stable as $$
  select coalesce(comment.user_id = (select c.user_id from app_public.comments c
    where c.discussion_id = comment.discussion_id order by c.created_at, c.id limit 1), false)
$$;
comment on function app_public.comments_is_discussion_author(app_public.comments) is 'True when its author began the discussion.';
grant execute on function app_public.comments_is_discussion_author(app_public.comments) to newline_visitor;

create function app_public.comments_is_contributor(comment app_public.comments) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from app_public.discussions d
    left join app_public.lessons l on l.id = d.lesson_id
    left join app_public.clips k on k.id = d.clip_id
    join app_public.contributions c on c.user_id = comment.user_id and (
      c.course_id = coalesce(l.course_id, k.course_id) or c.book_id = coalesce(l.book_id, k.book_id) or c.article_id = d.article_id)
    where d.id = comment.discussion_id)
$$;
comment on function app_public.comments_is_contributor(app_public.comments) is
  'True when its author contributes to the course, book or article it is about.';
grant execute on function app_public.comments_is_contributor(app_public.comments) to newline_visitor;

create function app_public.comments_is_admin(comment app_public.comments) returns boolean
language sql stable as $$
  select exists (select from app_public.users u where u.id = comment.user_id and u.is_admin)
$$;
comment on function app_public.comments_is_admin(app_public.comments) is 'True when its author is staff.';
grant execute on function app_public.comments_is_admin(app_public.comments) to newline_visitor;

create function app_private.count_comments() returns trigger
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
create trigger count_comments after insert or update of deleted, hidden_at or delete on app_public.comments
  for each row execute function app_private.count_comments();

-- Texts of hidden comments: moved away in the statement that hides one, and back when a moderator says so.
create table app_private.hidden_comment_bodies (
  comment_id uuid primary key references app_public.comments on delete cascade,
  body_delta jsonb not null,
  body_markdown text not null,
  body_html text not null,
  constraint hidden_comment_bodies_uploads_check check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0)
);
comment on table app_private.hidden_comment_bodies is 'Texts of comments that wait for a moderator.';
call app_private.secure_table('app_private.hidden_comment_bodies');

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
    if replied.id is null then raise exception 'PARENT_COMMENT_NOT_FOUND' using errcode = 'NL400'; end if;
    if replied.deleted or replied.hidden_at is not null then raise exception 'PARENT_COMMENT_DELETED' using errcode = 'NL409'; end if;
  end if;
  insert into app_public.comments as c (discussion_id, parent_id, user_id, client_key, body_delta, body_markdown, body_html, body_drawings, drawn_by, created_at)
    values (discussion, parent, person, key, body, markdown, html, drawn, drawer, clock_timestamp()) returning c.id into made;
  perform app_private.keep_attachments(made, body);
  perform app_private.tell_people(made, mentions);
  return row(made, discussion, 0)::app_private.written_comment;
end $$;
comment on function app_private.add_comment(uuid, uuid, uuid, uuid, jsonb, text, text, jsonb, int, text[]) is
  'Writes a comment whose writer was asked. Not granted.';

create function app_private.sent_before(person uuid, key uuid, body jsonb) returns app_private.written_comment
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments;
begin
  select * into entry from app_public.comments c where c.user_id = person and c.client_key = key;
  if entry.id is null then return null; end if;
  if entry.body_delta is distinct from body and entry.edited is not true then
    raise exception 'IDEMPOTENCY_KEY_REUSED' using errcode = 'NL409';
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;
comment on function app_private.sent_before(uuid, uuid, jsonb) is
  'The comment that the same press of Send made before; null for a first one. Not granted.';

create function app_private.locked_comment(comment uuid) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments;
begin
  select c.* into entry from app_public.comments c join app_public.discussions d on d.id = c.discussion_id
    where c.id = comment and (c.user_id = me or app_private.person_sees(me, d.lesson_id, d.article_id, d.clip_id));
  if entry.id is null then raise exception 'COMMENT_NOT_FOUND' using errcode = 'NL404'; end if;
  perform from app_public.discussions d where d.id = entry.discussion_id for no key update;
  select * into entry from app_public.comments c where c.id = comment for no key update;
  return entry;
end $$;
comment on function app_private.locked_comment(uuid) is
  'The comment, locked with its discussion, for somebody who sees it or wrote it; raises NL401 or NL404 for others. Not granted.';

-- Changes of comments: each can notify people. A comment notifies ten by their names in all, however often it is changed.
create function app_private.edit_comment(comment uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[]) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(comment);
  wait int;
begin
  if entry.user_id is distinct from me then raise exception 'COMMENT_EDIT_FORBIDDEN' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  if entry.hidden_at is not null then raise exception 'COMMENT_AWAITING_REVIEW' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  if entry.body_delta <> body then
    wait := app_private.use_quota('comment edits', 100, interval '1 hour');
    if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
    update app_public.comments c set body_delta = body, body_markdown = markdown, body_html = html, body_drawings = drawn, drawn_by = drawer,
      edited = true, edited_at = clock_timestamp() where c.id = entry.id;
    perform app_private.keep_attachments(entry.id, body);
    perform app_private.tell_people(entry.id, mentions);
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;
comment on function app_private.edit_comment(uuid, jsonb, text, text, jsonb, int, text[]) is
  'Changes the text of a comment of the signed-in person. Raises NL401, NL403, NL404 and NL409.';
grant execute on function app_private.edit_comment(uuid, jsonb, text, text, jsonb, int, text[]) to newline_visitor;

-- What people do with comments beside writing them, the inbox of authors, and what staff do about bad ones.
create function app_private.delete_comment(comment uuid) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.user_id is distinct from me and app_public.is_admin() is not true then
    raise exception 'COMMENT_DELETE_FORBIDDEN' using errcode = 'NL403';
  end if;
  if not entry.deleted then
    update app_public.comments c set deleted = true where c.id = entry.id;
    update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
    if entry.user_id is distinct from me then
      perform app_private.audit('comment.delete', 'comment', entry.id,
        app_private.person_details(entry.user_id, jsonb_build_object('discussionId', entry.discussion_id)));
    end if;
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
grant execute on function app_public.comments_withheld_body_delta(app_public.comments) to newline_visitor;

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
grant execute on function app_public.users_public_comments(app_public.users) to newline_visitor;
