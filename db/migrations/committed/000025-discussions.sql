--! Previous: sha1:606f3d70be7397e570a806444a08d6aa94976a18
--! Hash: sha1:952ce264160c48231705fc96eec223e5b02d8941

-- Discussions on a lesson, an article or a clip, their comments, reactions, selections and attachments.
-- Comments are public; what a selection quotes is shown as far as its reader may read.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_public.discussions (
  id uuid primary key default app_public.new_id(),
  lesson_id uuid references app_public.lessons on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  clip_id uuid references app_public.clips on delete cascade,
  timecode_start double precision check (timecode_start between 0 and 1e6),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  comments_count int not null default 0 check (comments_count >= 0),
  last_comment_at timestamptz,
  is_answered boolean not null default false,
  is_resolved boolean not null default false,
  accepted_comment_id uuid,
  constraint discussions_item_check check (num_nonnulls(lesson_id, article_id, clip_id) = 1)
);
comment on table app_public.discussions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA thread on a lesson, an article or a clip.';
comment on column app_public.discussions.timecode_start is 'The second of the video it is about; null when it is about none.';
comment on column app_public.discussions.comments_count is 'How many comments it has, without deleted and hidden ones. Derived.';
comment on column app_public.discussions.last_comment_at is 'When the newest comment came; null when it has none.';
comment on column app_public.discussions.is_answered is 'False while a question waits for somebody who writes the item, or for staff. Derived.';
comment on column app_public.discussions.is_resolved is
  'True when its asker, an author of the item or staff said so; accepting an answer says so too.';
comment on column app_public.discussions.accepted_comment_id is 'The accepted answer; null without one.';
comment on constraint discussions_lesson_id_fkey on app_public.discussions is E'@fieldName lesson\n@foreignFieldName discussions';
comment on constraint discussions_article_id_fkey on app_public.discussions is E'@fieldName article\n@foreignFieldName discussions';
comment on constraint discussions_clip_id_fkey on app_public.discussions is E'@fieldName clip\n@foreignFieldName discussions';
create index discussions_lesson_id_created_at_id_idx on app_public.discussions (lesson_id, created_at desc, id desc);
create index discussions_article_id_created_at_id_idx on app_public.discussions (article_id, created_at desc, id desc);
create index discussions_clip_id_created_at_id_idx on app_public.discussions (clip_id, created_at desc, id desc);
call app_private.secure_table('app_public.discussions');
create policy select_visible on app_public.discussions for select to newline_visitor using (
  (select true from app_public.clips c where c.id = clip_id)
  or (select true from app_public.lessons l where l.id = lesson_id)
  or (select true from app_public.articles a where a.id = article_id));
grant select on app_public.discussions to newline_visitor;
create trigger touch before update on app_public.discussions
  for each row execute function app_private.touch_updated_at();
alter table app_public.attachments add constraint attachments_discussion_id_fkey foreign key (discussion_id) references app_public.discussions on delete cascade;
comment on constraint attachments_discussion_id_fkey on app_public.attachments is E'@fieldName discussion\n@foreignFieldName attachments';
create policy select_discussed on app_public.attachments for select to newline_visitor
  using ((select true from app_public.discussions d where d.id = discussion_id));

create function app_private.may_read_selection(discussion uuid, block text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((
    select case
      when d.lesson_id is not null then coalesce(
        (select array_position(b.block_ids, block) from app_private.lesson_bodies b where b.lesson_id = d.lesson_id), 2147483647)
        <= app_private.readable_lesson_blocks(d.lesson_id)
      when d.article_id is not null then coalesce(
        (select array_position(b.block_ids, block) from app_private.article_bodies b where b.article_id = d.article_id), 2147483647)
        <= app_private.readable_article_blocks(d.article_id)
      else true end
    from app_public.discussions d where d.id = discussion), false)
$$;
comment on function app_private.may_read_selection(uuid, text) is
  'True when the reader may read the block that a selection quotes; a block that is gone or unknown needs the whole text.';
grant execute on function app_private.may_read_selection(uuid, text) to newline_visitor;

create table app_public.discussion_selections (
  discussion_id uuid primary key references app_public.discussions on delete cascade,
  range_from int not null check (range_from >= 0),
  range_to int not null,
  version int not null default 1,
  delta jsonb,
  text text not null check (length(text) <= 10000),
  node text check (length(node) <= 100),
  block_id text check (block_id ~ '^[A-Za-z0-9_-]{1,16}$'),
  end_block_id text check (end_block_id ~ '^[A-Za-z0-9_-]{1,16}$'),
  occurrence int not null default 0 check (occurrence >= 0),
  current_text text check (length(current_text) <= 10000),
  is_orphaned boolean not null default false,
  prefix text not null default '' check (length(prefix) <= 32),
  suffix text not null default '' check (length(suffix) <= 32),
  quoted_letters int not null default 0 check (quoted_letters >= 0),
  kept_letters int not null default 0,
  constraint discussion_selections_range_check check (range_to >= range_from),
  constraint discussion_selections_check check (kept_letters between 0 and quoted_letters)
);
comment on table app_public.discussion_selections is E'@name selection\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe passage that a discussion is about. Seen only where its reader may read the passage.';
comment on column app_public.discussion_selections.range_from is E'@name from\nWhere the passage starts in the document''s positions.';
comment on column app_public.discussion_selections.range_to is E'@name to\nWhere it ends.';
comment on column app_public.discussion_selections.version is
  'Which state of the text the positions count in; it grows with every change of the text that readers get.';
comment on column app_public.discussion_selections.delta is 'The passage as a document (JSON).';
comment on column app_public.discussion_selections.text is 'The words as they were when the discussion began; empty for a block without words.';
comment on column app_public.discussion_selections.node is 'Name of the node that holds it.';
comment on column app_public.discussion_selections.block_id is 'Id of the top-level block in which the words begin; null when it is not known.';
comment on column app_public.discussion_selections.end_block_id is 'Id of the block in which they end; null for the same.';
comment on column app_public.discussion_selections.occurrence is 'How often the same words begin in this block before.';
comment on column app_public.discussion_selections.current_text is 'The words as they are now; null as long as nobody has edited them.';
comment on column app_public.discussion_selections.is_orphaned is 'True when the words are no longer in the text.';
comment on column app_public.discussion_selections.prefix is E'@behavior -*\nWhat stands before the words in their block.';
comment on column app_public.discussion_selections.suffix is E'@behavior -*\nWhat stands after them.';
comment on column app_public.discussion_selections.quoted_letters is E'@behavior -*\nHow many letters were quoted.';
comment on column app_public.discussion_selections.kept_letters is E'@behavior -*\nHow many of them are left, at most.';
comment on constraint discussion_selections_discussion_id_fkey on app_public.discussion_selections is E'@fieldName discussion\n@foreignFieldName selection';
call app_private.secure_table('app_public.discussion_selections');
grant select on app_public.discussion_selections to newline_visitor;

create function app_private.uncount_discussion() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Locked first, as a new comment does, so that the two wait for each other and never for each other's clip.
  perform from app_public.discussions d where d.id = old.id for update;
  update app_public.clips c set comments_count = c.comments_count
    - (select count(*) from app_public.comments m where m.discussion_id = old.id and not m.deleted and m.hidden_at is null)
    where c.id = old.clip_id;
  return old;
end $$;
comment on function app_private.uncount_discussion() is
  'Takes the comments of a discussion that goes out of the count of its clip; when they go themselves, it is no longer there to tell the clip.';
create trigger uncount_discussion before delete on app_public.discussions
  for each row execute function app_private.uncount_discussion();

create function app_private.visible_discussion(discussion_id uuid) returns uuid
language plpgsql stable as $$
begin
  if discussion_id is null or exists (select from app_public.discussions d where d.id = visible_discussion.discussion_id) then
    return discussion_id;
  end if;
  raise exception 'DISCUSSION_NOT_FOUND' using errcode = 'NL404';
end $$;
comment on function app_private.visible_discussion(uuid) is 'The id again, when the person may see that discussion (or it is null); raises NL404.';
grant execute on function app_private.visible_discussion(uuid) to newline_visitor;

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
  if lesson is not null and app_public.may_read(lesson_id => lesson) is not true or article is not null and app_public.may_read(article_id => article) is not true then
    raise exception 'FULL_ACCESS_REQUIRED' using errcode = 'NL403';
  end if;
end $$;
comment on function app_private.require_read(uuid, uuid) is 'Raises NL403 for somebody who may not read the whole lesson or article. Not granted.';

create function app_private.require_writer(person uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.suspensions;
begin
  select * into entry from app_public.suspensions s where s.user_id = person and (s.ends_at is null or s.ends_at > now());
  if entry.user_id is not null then
    raise exception '%', case when entry.ends_at is null then 'USER_SUSPENDED' else 'USER_SUSPENDED_UNTIL' end using errcode = 'NL403',
      detail = jsonb_strip_nulls(jsonb_build_object('endsAt', entry.ends_at))::text;
  end if;
end $$;
comment on function app_private.require_writer(uuid) is 'Raises NL403 for somebody who is suspended. Not granted.';

-- A new annotation: placed by the server in the text as far as its author may read it.
create function app_private.add_selection(discussion uuid, selection jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_public.discussion_selections (discussion_id, range_from, range_to, version, delta, text, node, block_id, end_block_id,
      occurrence, is_orphaned, prefix, suffix, quoted_letters, kept_letters)
    select d.id, p."from", p."to", coalesce((select b.text_version from app_private.lesson_bodies b where b.lesson_id = d.lesson_id),
        (select b.text_version from app_private.article_bodies b where b.article_id = d.article_id), 1), p.delta, p.text, p.node, p."blockId", p."endBlockId",
      p.occurrence, p."isOrphaned", p.prefix, p.suffix, p.quoted, p.quoted
    from jsonb_to_record(selection) as p ("from" int, "to" int, delta jsonb, text text, node text, "blockId" text, "endBlockId" text,
      occurrence int, "isOrphaned" boolean, prefix text, suffix text, quoted int), app_public.discussions d
    where d.id = discussion
$$;
comment on function app_private.add_selection(uuid, jsonb) is
  'Gives a new discussion its passage, as api/src/features/annotations placed it. Not granted: called by what begins discussions.';

create type app_private.written_comment as (comment_id uuid, discussion_id uuid, wait_seconds int);
comment on type app_private.written_comment is 'What writing a comment came to; wait_seconds says that nothing was written, and for how long.';

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
    raise exception 'DISCUSSION_TARGET_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(lesson, article, clip))::text;
  end if;
  if app_private.person_sees(me, lesson, article, clip) is not true then
    raise exception '%', case when lesson is not null then 'LESSON_NOT_FOUND' when article is not null then 'ARTICLE_NOT_FOUND' else 'CLIP_NOT_FOUND' end
      using errcode = 'NL404';
  end if;
  perform app_private.require_read(lesson, article);
  if selection is not null and clip is not null then
    raise exception 'CLIP_HAS_NO_TEXT' using errcode = 'NL400';
  elsif seconds is not null and article is not null then
    raise exception 'ARTICLE_HAS_NO_VIDEO' using errcode = 'NL400';
  end if;
  if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
  insert into app_public.discussions as d (lesson_id, article_id, clip_id, timecode_start) values (lesson, article, clip, seconds) returning d.id into made;
  if selection is not null then perform app_private.add_selection(made, selection); end if;
  return app_private.add_comment(me, made, null, key, body, markdown, html, drawn, drawer, mentions);
end $$;
comment on function app_private.create_discussion_with_comment(uuid, uuid, uuid, uuid, double precision, jsonb, uuid, jsonb, text, text, jsonb, int, text[]) is
  'Begins a discussion with its first comment, in one statement: there is none without. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.create_discussion_with_comment(uuid, uuid, uuid, uuid, double precision, jsonb, uuid, jsonb, text, text, jsonb, int, text[]) to newline_visitor;

create function app_public.lessons_comments_count(lesson app_public.lessons) returns int
language sql stable as $$ select coalesce(sum(d.comments_count), 0)::int from app_public.discussions d where d.lesson_id = lesson.id $$;
comment on function app_public.lessons_comments_count(app_public.lessons) is
  'How many comments stand beside it, without deleted and hidden ones. Derived.';
grant execute on function app_public.lessons_comments_count(app_public.lessons) to newline_visitor;

create function app_public.articles_comments_count(article app_public.articles) returns int
language sql stable as $$ select coalesce(sum(d.comments_count), 0)::int from app_public.discussions d where d.article_id = article.id $$;
comment on function app_public.articles_comments_count(app_public.articles) is
  'How many comments stand beside it, without deleted and hidden ones. Derived.';
grant execute on function app_public.articles_comments_count(app_public.articles) to newline_visitor;

-- The inbox begins at what the signed-in person writes. Its discussions are visible to that person by every policy, which need not be asked for each.
create function app_public.inbox(course_id uuid default null, book_id uuid default null, article_id uuid default null, is_open boolean default null)
returns setof app_public.discussions
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select mine.* from (
    select x.* from app_public.lessons l join app_public.discussions x on x.lesson_id = l.id
      where l.course_id in (select app_private.my_course_ids()) and inbox.book_id is null and inbox.article_id is null
        and (inbox.course_id is null or l.course_id = inbox.course_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.lessons l join app_public.discussions x on x.lesson_id = l.id
      where l.book_id in (select app_private.my_book_ids()) and inbox.course_id is null and inbox.article_id is null
        and (inbox.book_id is null or l.book_id = inbox.book_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.clips k join app_public.discussions x on x.clip_id = k.id
      where k.course_id in (select app_private.my_course_ids()) and inbox.book_id is null and inbox.article_id is null
        and (inbox.course_id is null or k.course_id = inbox.course_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.clips k join app_public.discussions x on x.clip_id = k.id
      where k.book_id in (select app_private.my_book_ids()) and inbox.course_id is null and inbox.article_id is null
        and (inbox.book_id is null or k.book_id = inbox.book_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.discussions x
      where x.article_id in (select app_private.my_article_ids()) and inbox.course_id is null and inbox.book_id is null
        and (inbox.article_id is null or x.article_id = inbox.article_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
  ) mine
  order by (mine.is_answered or mine.is_resolved), mine.last_comment_at desc, mine.id desc
$$;
comment on function app_public.inbox(uuid, uuid, uuid, boolean) is
  'Discussions about what the signed-in person writes: unanswered first, then by their newest comment. By item, and with isOpen only those that wait (true) or do not (false).';
grant execute on function app_public.inbox(uuid, uuid, uuid, boolean) to newline_visitor;

create function app_private.open_questions(course uuid, book uuid, since timestamptz) returns int
language sql stable as $$
  select (
    (select count(*) from app_public.lessons l join app_public.discussions d on d.lesson_id = l.id
     where (l.course_id = course or l.book_id = book) and d.created_at >= since and d.comments_count > 0 and not (d.is_answered or d.is_resolved))
    + (select count(*) from app_public.clips k join app_public.discussions d on d.clip_id = k.id
     where (k.course_id = course or k.book_id = book) and d.created_at >= since and d.comments_count > 0 and not (d.is_answered or d.is_resolved)))::int
$$;
comment on function app_private.open_questions(uuid, uuid, timestamptz) is
  'Discussions beside a course or a book, begun since then, that wait for somebody who writes it. Called by definer functions that have looked at who asks; not granted.';
