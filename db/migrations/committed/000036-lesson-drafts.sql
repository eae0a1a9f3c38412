--! Previous: sha1:e3b27b76a13bf6f6aaf151ae75306bf7ada6f9b1
--! Hash: sha1:b8c49713808d33673303ac1ed5fc1ad02c0f062f

-- Writing lessons and chapters: a working text with its history beside the one that readers get, as articles have (article-drafts).
-- A lesson is live with its item: until the course or book is published, what readers will get (app_private.lesson_bodies) follows every
-- save; from then on only publishing the lesson puts it before them.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create function app_private.save_lesson_body(
  lesson uuid, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb default null, drawer int default 0) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_private.lesson_bodies (lesson_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths, free_blocks, drawings, drawn_by)
  values (lesson, body, ids, html, markdown, texts, (select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)), free, drawn, drawer)
  on conflict (lesson_id) do update set body_delta = excluded.body_delta, block_ids = excluded.block_ids, block_html = excluded.block_html,
    block_markdown = excluded.block_markdown, block_text = excluded.block_text, block_lengths = excluded.block_lengths,
    free_blocks = excluded.free_blocks, drawings = excluded.drawings, drawn_by = excluded.drawn_by, updated_at = now()
$$;
comment on function app_private.save_lesson_body(uuid, jsonb, text[], text[], text[], text[], int, jsonb, int) is
  'Stores a validated document with what was derived and drawn from it, block by block; without drawings the job draws it. Granted to nobody: called by functions that check who writes.';

create function app_public.lessons_body_drawings(lesson app_public.lessons) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.cut_drawings(b.drawings, g.blocks)
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;
comment on function app_public.lessons_body_drawings(app_public.lessons) is
  'What the server drew of bodyDelta (coloured code, formulas, diagrams), as JSON: one entry for each of its top-level blocks. Null when there is nothing to draw. Derived.';
grant execute on function app_public.lessons_body_drawings(app_public.lessons) to newline_visitor;

create table app_public.lesson_revisions (
  id uuid primary key default app_public.new_id(),
  lesson_id uuid not null references app_public.lessons on delete cascade,
  version int not null check (version > 0),
  user_id uuid references app_public.users on delete set null,
  title text not null check (title = btrim(title) and length(title) >= 1 and length(title) <= 200),
  words_count int not null check (words_count >= 0),
  restored_version int check (restored_version > 0),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lesson_revisions_version_key unique (lesson_id, version)
);
comment on table app_public.lesson_revisions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA state of the title and text of a lesson or chapter. Seen by those who write its course or book and by staff. Saves of one editor within five minutes are one revision, unless somebody has read the state between.';
comment on column app_public.lesson_revisions.version is
  'Grows by one with every save that changes something; a revision carries the number of its last save.';
comment on column app_public.lesson_revisions.user_id is 'Who saved it; null when that account is gone or the text was imported.';
comment on column app_public.lesson_revisions.words_count is E'@name numWords\nHow many words the text has. Derived.';
comment on column app_public.lesson_revisions.restored_version is 'The version that this one brought back; null for one that was written.';
comment on column app_public.lesson_revisions.published_at is 'When it was put before readers; null when it never was.';
comment on column app_public.lesson_revisions.created_at is 'When its first save came.';
comment on column app_public.lesson_revisions.updated_at is 'When its last save came.';
comment on constraint lesson_revisions_lesson_id_fkey on app_public.lesson_revisions is E'@fieldName lesson\n@foreignFieldName revisions';
comment on constraint lesson_revisions_user_id_fkey on app_public.lesson_revisions is E'@fieldName user\n@behavior -connection -list';
create index lesson_revisions_user_id_idx on app_public.lesson_revisions (user_id);
call app_private.secure_table('app_public.lesson_revisions');
create policy select_admin on app_public.lesson_revisions for select to newline_admin using (true);
create policy select_contributor on app_public.lesson_revisions for select to newline_learner
  using ((select l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids())
    from app_public.lessons l where l.id = lesson_id));
grant select on app_public.lesson_revisions to newline_visitor;

create table app_private.lesson_revision_texts (
  revision_id uuid primary key references app_public.lesson_revisions on delete cascade,
  body_delta jsonb not null check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 8000000),
  block_lengths int[] not null,
  free_blocks int check (free_blocks >= 0),
  session_id uuid,
  sequence int check (sequence >= 0),
  is_seen boolean not null default false,
  constraint lesson_revision_texts_shape_check check (
    (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array'),
  constraint lesson_revision_texts_uploads_check check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0)
);
comment on table app_private.lesson_revision_texts is 'The text of a revision. Requests see it only through read_lesson_revisions.';
comment on column app_private.lesson_revision_texts.free_blocks is 'Top-level blocks before the paywall mark; null when there is no mark.';
comment on column app_private.lesson_revision_texts.session_id is 'The editor, one open page, that saved it; its saves are numbered by sequence.';
comment on column app_private.lesson_revision_texts.is_seen is 'True once the text was handed out: then the next save does not write over it.';
call app_private.secure_table('app_private.lesson_revision_texts');

-- The gate, and the preview of an author by the same rule.
create function app_private.open_lesson_blocks(is_early boolean, is_free boolean, is_advanced boolean, free_blocks int, block_lengths int[], percent int)
returns int language sql immutable parallel safe as $$
  select case when is_early then 0 when is_free and not is_advanced then 2147483647
    else coalesce(free_blocks, app_private.preview_blocks(block_lengths, percent), 0) end
$$;
comment on function app_private.open_lesson_blocks(boolean, boolean, boolean, int, int[], int) is
  'How many top-level blocks of a published lesson a reader without an entitlement may have, 2147483647 for all of them.';

create function app_private.lesson_item(course uuid, book uuid)
returns table (is_live boolean, is_open boolean, is_early boolean, is_free boolean, percent int, opens_with_pro boolean)
language sql stable as $$
  select c.is_published, c.is_published and c.archived_at is null and not c.is_coming_soon and coalesce(c.published_at <= now(), true), c.is_early_access,
      c.is_free, c.preview_percent, not (c.is_masterclass or c.is_bootcamp or c.is_live_workshop)
    from app_public.courses c where c.id = course
  union all
  select k.is_published, k.is_published and k.archived_at is null and not k.is_coming_soon and coalesce(k.published_at <= now(), true), k.is_early_access,
      not k.is_for_sale, k.preview_percent, not (k.is_bootcamp or k.is_live_workshop)
    from app_public.books k where k.id = book
$$;
comment on function app_private.lesson_item(uuid, uuid) is
  'What a course or book says of its lessons: whether it is published, open to readers now, in early access, free, how much of a text without a mark is free, and whether Pro opens it.';

create function app_public.lessons_may_write(lesson app_public.lessons) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce(lesson.course_id in (select app_private.my_course_ids()), false)
    or coalesce(lesson.book_id in (select app_private.my_book_ids()), false)
$$;
comment on function app_public.lessons_may_write(app_public.lessons) is
  'True when the signed-in person may write its text: those who contribute to its course or book, and staff.';
grant execute on function app_public.lessons_may_write(app_public.lessons) to newline_visitor;

create function app_public.lessons_may_publish(lesson app_public.lessons) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where (c.course_id = lesson.course_id or c.book_id = lesson.book_id) and c.user_id = app_public.current_user_id()), false)
$$;
comment on function app_public.lessons_may_publish(app_public.lessons) is
  'True when the signed-in person may publish its text: the authors of its course or book, and staff.';
grant execute on function app_public.lessons_may_publish(app_public.lessons) to newline_visitor;

create function app_private.locked_lesson_text(lesson uuid, is_publishing boolean) returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.lessons;
begin
  select * into entry from app_public.lessons l where l.id = lesson;
  if entry.id is null or (app_public.lessons_may_write(entry)
      or coalesce((select i.is_open from app_private.lesson_item(entry.course_id, entry.book_id) i), false)) is not true then
    raise exception 'LESSON_NOT_FOUND' using errcode = 'NL404';
  end if;
  if app_public.lessons_may_write(entry) is not true then
    raise exception 'WRITER_REQUIRED' using errcode = 'NL403';
  end if;
  if is_publishing and app_public.lessons_may_publish(entry) is not true then
    raise exception 'AUTHOR_REQUIRED' using errcode = 'NL403';
  end if;
  select * into entry from app_public.lessons l where l.id = lesson for no key update; -- saves of one lesson come one after the other
  if entry.id is null then raise exception 'LESSON_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;
comment on function app_private.locked_lesson_text(uuid, boolean) is
  'The lesson, locked, for somebody who may write it (and publish it); raises NL401, NL404 or NL403 for others. Not granted.';

-- Functions that guards and policies ask return true or false, never NULL, which is neither.
create function app_private.is_live(lesson app_public.lessons) returns boolean
language sql stable as $$
  select coalesce((select i.is_live from app_private.lesson_item(lesson.course_id, lesson.book_id) i), false)
$$;
comment on function app_private.is_live(app_public.lessons) is 'True when its course or book is published: readers get its text by publishing it.';

create function app_private.newest_lesson_revision(lesson uuid) returns app_public.lesson_revisions
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r from app_public.lesson_revisions r where r.lesson_id = lesson order by r.version desc limit 1
$$;
comment on function app_private.newest_lesson_revision(uuid) is 'What the writers of a lesson work on. Not granted.';

create function app_private.add_lesson_revision(lesson uuid, title text, body jsonb, texts text[], free int, session_id uuid, sequence int, restored int) returns app_public.lesson_revisions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  added app_public.lesson_revisions;
begin
  insert into app_public.lesson_revisions as r (lesson_id, version, user_id, title, words_count, restored_version)
    values (lesson, coalesce((app_private.newest_lesson_revision(lesson)).version, 0) + 1, app_public.current_user_id(), title, app_private.count_words(texts), restored)
    returning r.* into added;
  insert into app_private.lesson_revision_texts (revision_id, body_delta, block_lengths, free_blocks, session_id, sequence)
    values (added.id, body, app_private.lengths_of(texts), free, session_id, sequence);
  perform app_private.keep_attachments(lesson, body);
  perform app_private.trim_lesson_revisions(lesson);
  return added;
end $$;
comment on function app_private.add_lesson_revision(uuid, text, jsonb, text[], int, uuid, int, int) is
  'Adds a revision by the signed-in person. The newest 100 are kept, and of older ones the newest 100 that were published. Not granted.';

create function app_private.record_lesson_body() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.lessons;
  newest app_public.lesson_revisions := app_private.newest_lesson_revision(new.lesson_id);
begin
  select * into entry from app_public.lessons e where e.id = new.lesson_id for no key update;
  if newest.id is null or not exists (select from app_private.lesson_revision_texts b where b.revision_id = newest.id and b.body_delta = new.body_delta) then
    newest := app_private.add_lesson_revision(new.lesson_id, entry.title, new.body_delta, new.block_text, new.free_blocks, null, null, null);
    if newest.version = 1 and newest.user_id is null then -- an import is as old as it says
      update app_public.lesson_revisions r set created_at = least(entry.updated_at, now()), updated_at = least(entry.updated_at, now()) where r.id = newest.id;
    end if;
  end if;
  if app_private.is_live(entry) then
    update app_public.lesson_revisions r set published_at = now() where r.id = newest.id;
    perform app_private.tell_tags('lessons,' || coalesce('course:' || entry.course_id, 'book:' || entry.book_id));
  end if;
  return null;
end $$;
comment on function app_private.record_lesson_body() is
  'Whatever writes a text that readers get (a save, an import): it stands in the history, and the pages that show it are made again.';
create trigger record_lesson_body after insert or update of body_delta on app_private.lesson_bodies
  for each row execute function app_private.record_lesson_body();

create function app_private.save_lesson(
  lesson uuid, base_version int, title text, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int, session_id uuid, sequence int, restored_version int, out outcome app_private.save_outcome, out newest app_public.lesson_revisions, out body_delta jsonb, out saved_by text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.lessons := app_private.locked_lesson_text(lesson, false);
  held app_private.lesson_revision_texts;
  is_same_editor boolean;
begin
  newest := app_private.newest_lesson_revision(lesson);
  select * into held from app_private.lesson_revision_texts b where b.revision_id = newest.id;
  is_same_editor := coalesce(held.session_id = save_lesson.session_id, false);
  if newest.title = save_lesson.title and held.body_delta = body then
    outcome := 'UNCHANGED'; -- among others the save whose answer got lost, sent again
  elsif is_same_editor and sequence <= held.sequence then
    outcome := 'SUPERSEDED'; -- a later save of the same page was quicker
  elsif base_version = coalesce(newest.version, 0) or (is_same_editor and base_version >= coalesce(
      (select max(r.version) from app_public.lesson_revisions r where r.lesson_id = lesson and r.version < newest.version), 0)) then
    outcome := 'SAVED'; -- on the newest version, or on one that only this page has written on since
  else
    outcome := 'CONFLICT';
    update app_private.lesson_revision_texts b set is_seen = true where b.revision_id = newest.id;
    body_delta := held.body_delta;
    saved_by := (select app_public.users_display_name(u) from app_public.users u where u.id = newest.user_id);
  end if;
  if outcome <> 'SAVED' then return; end if;

  if newest.user_id = app_public.current_user_id() and newest.created_at > now() - interval '5 minutes' and newest.published_at is null
      and newest.restored_version is null and save_lesson.restored_version is null
      and held.session_id is not distinct from save_lesson.session_id and not held.is_seen then
    update app_public.lesson_revisions r set version = r.version + 1, title = save_lesson.title, words_count = app_private.count_words(texts), updated_at = now()
      where r.id = newest.id returning r.* into newest;
    update app_private.lesson_revision_texts b set body_delta = body, block_lengths = app_private.lengths_of(texts), free_blocks = free,
      sequence = save_lesson.sequence where b.revision_id = newest.id;
    perform app_private.keep_attachments(lesson, body);
  else
    newest := app_private.add_lesson_revision(lesson, save_lesson.title, body, texts, free, save_lesson.session_id, save_lesson.sequence, save_lesson.restored_version);
  end if;
  if not app_private.is_live(entry) then
    update app_public.lessons e set title = save_lesson.title where e.id = lesson and e.title <> save_lesson.title;
    perform app_private.save_lesson_body(lesson, body, ids, html, markdown, texts, free, drawn, drawer);
  end if;
end $$;
comment on function app_private.save_lesson(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int) is
  'Saves the working title and text if nobody else has saved since base_version; else it tells what is newer and writes nothing. Raises NL401, NL403 and NL404.';
grant execute on function app_private.save_lesson(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int) to newline_visitor;

create function app_private.working_lesson(lesson uuid, is_publishing boolean, out newest app_public.lesson_revisions, out body_delta jsonb)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.locked_lesson_text(lesson, is_publishing);
  newest := app_private.newest_lesson_revision(lesson);
  select r.body_delta into body_delta from app_private.read_lesson_revisions(array[newest.id]) r;
end $$;
comment on function app_private.working_lesson(uuid, boolean) is
  'The newest revision with its text, for somebody who may write it (and publish it). Raises NL401, NL403 and NL404.';
grant execute on function app_private.working_lesson(uuid, boolean) to newline_visitor;

create function app_public.lessons_latest_revision(lesson app_public.lessons) returns app_public.lesson_revisions
language sql stable as $$
  select r from app_public.lesson_revisions r where r.lesson_id = lesson.id order by r.version desc limit 1
$$;
comment on function app_public.lessons_latest_revision(app_public.lessons) is
  'The working title and text; null for those who do not write the lesson, and for one that has no text yet. Not yet published when its publishedAt is null.';
grant execute on function app_public.lessons_latest_revision(app_public.lessons) to newline_visitor;

create function app_private.read_lesson_revisions(ids uuid[]) returns table (id uuid, body_delta jsonb, open_blocks int, pro_blocks int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  readable uuid[] := array(select r.id from app_public.lesson_revisions r join app_public.lessons l on l.id = r.lesson_id
    where r.id = any (ids) and app_public.lessons_may_write(l));
begin
  -- First marked, then read: what is marked stays as it is, so nothing is handed out that is written over later.
  update app_private.lesson_revision_texts b set is_seen = true where b.revision_id = any (readable) and not b.is_seen;
  return query
    select r.id, b.body_delta, o.blocks, case when i.opens_with_pro then 2147483647 else o.blocks end
    from app_public.lesson_revisions r join app_public.lessons l on l.id = r.lesson_id
      join app_private.lesson_revision_texts b on b.revision_id = r.id
      cross join lateral app_private.lesson_item(l.course_id, l.book_id) i
      cross join lateral (select app_private.open_lesson_blocks(i.is_early, i.is_free or l.is_free, l.is_advanced_package_lesson, b.free_blocks,
        b.block_lengths, i.percent) as blocks) o
    where r.id = any (readable);
end $$;
comment on function app_private.read_lesson_revisions(uuid[]) is
  'The texts of revisions for those who write the lesson, with how many blocks of each would be open to every reader and to one with Pro. What was handed out is never written over.';
grant execute on function app_private.read_lesson_revisions(uuid[]) to newline_visitor;

create function app_private.publish_lesson(lesson uuid, version int, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int)
returns app_private.save_outcome language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.lessons := app_private.locked_lesson_text(lesson, true);
  newest app_public.lesson_revisions := app_private.newest_lesson_revision(lesson);
begin
  if version is distinct from newest.version then return 'CONFLICT'; end if;
  update app_public.lessons l set title = newest.title where l.id = entry.id and l.title <> newest.title;
  perform app_private.save_lesson_body(lesson, body, ids, html, markdown, texts, free, drawn, drawer);
  return 'SAVED';
end $$;
comment on function app_private.publish_lesson(uuid, int, jsonb, text[], text[], text[], text[], int, jsonb, int) is
  'Makes that version, which must be the newest, the title and text that readers get. Raises NL401, NL403 and NL404.';
grant execute on function app_private.publish_lesson(uuid, int, jsonb, text[], text[], text[], text[], int, jsonb, int) to newline_visitor;

-- A title is also changed from the outline: an editor that is open meets it as it meets any other's change.
create function app_private.record_lesson_title() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  newest app_public.lesson_revisions := app_private.newest_lesson_revision(new.id);
  added uuid;
begin
  if newest.id is null or newest.title = new.title then return null; end if;
  insert into app_public.lesson_revisions as r (lesson_id, version, user_id, title, words_count, published_at)
    values (new.id, newest.version + 1, app_public.current_user_id(), new.title, newest.words_count, case when newest.published_at is not null then now() end)
    returning r.id into added;
  insert into app_private.lesson_revision_texts (revision_id, body_delta, block_lengths, free_blocks)
    select added, b.body_delta, b.block_lengths, b.free_blocks from app_private.lesson_revision_texts b where b.revision_id = newest.id;
  perform app_private.trim_lesson_revisions(new.id);
  return null;
end $$;
comment on function app_private.record_lesson_title() is 'trigger: a title that was changed outside the editor stands in the history.';
create trigger record_lesson_title after update of title on app_public.lessons
  for each row when (old.title <> new.title) execute function app_private.record_lesson_title();

-- An item that is published is so with the texts that its lessons have.
create function app_private.record_published_lessons() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_public.lesson_revisions r set published_at = now()
    from app_public.lessons l join app_private.lesson_bodies b on b.lesson_id = l.id, app_private.lesson_revision_texts t
    where coalesce(l.course_id, l.book_id) = new.id and r.id = (app_private.newest_lesson_revision(l.id)).id and r.published_at is null
      and t.revision_id = r.id and t.body_delta = b.body_delta and r.title = l.title;
  return null;
end $$;
comment on function app_private.record_published_lessons() is
  'trigger: of the lessons of an item that is published, the newest revisions are what readers have.';
create trigger record_published_lessons after update of is_published on app_public.courses
  for each row when (new.is_published and not old.is_published) execute function app_private.record_published_lessons();
create trigger record_published_lessons after update of is_published on app_public.books
  for each row when (new.is_published and not old.is_published) execute function app_private.record_published_lessons();

create function app_private.keep_working_anchors(lesson uuid, article uuid, version int, hints jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_private.working_anchors as w (discussion_id, version, range_from, range_to)
    select d.id, keep_working_anchors.version, h."from", h."to"
    from jsonb_to_recordset(hints) as h ("discussionId" uuid, "from" int, "to" int) join app_public.discussions d on d.id = h."discussionId"
    where (d.lesson_id = lesson or d.article_id = article) and app_private.may_write_text(d.lesson_id, d.article_id)
      and exists (select from app_public.discussion_selections s where s.discussion_id = d.id)
    on conflict (discussion_id) do update set version = excluded.version, range_from = excluded.range_from, range_to = excluded.range_to
$$;
comment on function app_private.keep_working_anchors(uuid, uuid, int, jsonb) is
  'Keeps where the editor says the annotations are in a revision, for those who write the lesson or the article.';
grant execute on function app_private.keep_working_anchors(uuid, uuid, int, jsonb) to newline_visitor;

create function app_private.working_text(lesson uuid, article uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('before', b.body_delta, 'anchors', app_private.anchors_of(lesson, article),
    'after', coalesce((select t.body_delta from app_private.lesson_revision_texts t where t.revision_id = (app_private.newest_lesson_revision(lesson)).id),
      (select t.body_delta from app_private.article_revision_texts t where t.revision_id = (app_private.newest_revision(article)).id)))
  from (select l.body_delta from app_private.lesson_bodies l where l.lesson_id = lesson
    union all select a.body_delta from app_private.article_bodies a where a.article_id = article) b
  where app_private.may_write_text(lesson, article)
$$;
comment on function app_private.working_text(uuid, uuid) is
  'The text of a lesson or an article as readers have it and as its writers work on it, with its annotations, for its writers; null for others.';
grant execute on function app_private.working_text(uuid, uuid) to newline_visitor;

-- A text of 4 MB takes a while to parse and render: the right to save it comes first.
create function app_private.require_text_right(lesson uuid, article uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(lesson, article) = 0 then
    if app_public.is_author() is not true then
      raise exception 'ARTICLE_AUTHOR_REQUIRED' using errcode = 'NL403';
    end if;
  elsif app_private.may_write_text(lesson, article) is not true then
    -- These say why.
    if lesson is not null then perform app_private.locked_lesson_text(lesson, false); end if;
    if article is not null then perform app_private.locked_article(article, false); end if;
  end if;
end $$;
comment on function app_private.require_text_right(uuid, uuid) is
  'Raises NL401, NL403 or NL404 unless the signed-in user can write the lesson or the article; with neither, unless they can create an article. Locks nothing for those who can.';
grant execute on function app_private.require_text_right(uuid, uuid) to newline_visitor;
