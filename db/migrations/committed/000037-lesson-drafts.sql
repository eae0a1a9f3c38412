--! Previous: sha1:7ac01e220e4261653c1648de1d3dd6b634047a1e
--! Hash: sha1:3aad84416d714d2b47164044cf54c92dd7c7236d

-- Writing lessons and chapters: a working text with its history beside the one that readers get, as articles have (000013).
-- What the two have in common is written once, below. A lesson is live with its item: until the course or book is published, what
-- readers will get (app_private.lesson_bodies) follows every save; from then on only publishing the lesson puts it before them.

create table app_public.lesson_revisions (like app_public.article_revisions including defaults including constraints);
alter table app_public.lesson_revisions rename article_id to lesson_id;
alter table app_public.lesson_revisions add primary key (id),
  add constraint lesson_revisions_version_key unique (lesson_id, version),
  add constraint lesson_revisions_lesson_id_fkey foreign key (lesson_id) references app_public.lessons on delete cascade,
  add constraint lesson_revisions_user_id_fkey foreign key (user_id) references app_public.users on delete set null;
comment on table app_public.lesson_revisions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA state of the title and text of a lesson or chapter. Seen by those who write its course or book and by staff. Saves of one editor within five minutes are one revision, unless somebody has read the state between.';
comment on column app_public.lesson_revisions.version is 'Grows by one with every save that changes something; a revision carries the number of its last save.';
comment on column app_public.lesson_revisions.user_id is 'Who saved it; null when that account is gone or the text was imported.';
comment on column app_public.lesson_revisions.words_count is E'@name numWords\nHow many words the text has. Derived.';
comment on column app_public.lesson_revisions.restored_version is 'The version that this one brought back; null for one that was written.';
comment on column app_public.lesson_revisions.published_at is 'When it was put before readers; null when it never was.';
comment on column app_public.lesson_revisions.created_at is 'When its first save came.';
comment on column app_public.lesson_revisions.updated_at is 'When its last save came.';
comment on constraint lesson_revisions_lesson_id_fkey on app_public.lesson_revisions is E'@fieldName lesson\n@foreignFieldName revisions';
comment on constraint lesson_revisions_user_id_fkey on app_public.lesson_revisions is E'@fieldName user\n@behavior -connection -list';
create index on app_public.lesson_revisions (user_id);
call app_private.secure_table('app_public.lesson_revisions');
create policy select_contributor on app_public.lesson_revisions for select to newline_learner
  using (lesson_id in (select l.id from app_public.lessons l
    where l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids())));
create policy select_admin on app_public.lesson_revisions for select to newline_admin using (true);
grant select on app_public.lesson_revisions to newline_visitor;

create table app_private.lesson_revision_texts (like app_private.article_revision_texts including defaults including constraints);
alter table app_private.lesson_revision_texts add primary key (revision_id),
  add constraint lesson_revision_texts_revision_id_fkey foreign key (revision_id) references app_public.lesson_revisions on delete cascade;
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
create or replace function app_private.readable_lesson_blocks(lesson uuid) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app_public.is_admin()
      or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()) then 2147483647
    when not i.is_open then 0
    when app_private.is_entitled(l.course_id, l.book_id, l.is_advanced_package_lesson) then 2147483647
    else app_private.open_lesson_blocks(i.is_early, i.is_free or l.is_free, l.is_advanced_package_lesson, b.free_blocks, b.block_lengths, i.percent)
  end
  from app_public.lessons l
  left join app_private.lesson_bodies b on b.lesson_id = l.id
  cross join lateral app_private.lesson_item(l.course_id, l.book_id) i
  where l.id = lesson
$$;

-- Who may write.
create function app_public.lessons_may_write(lesson app_public.lessons) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce(lesson.course_id in (select app_private.my_course_ids()), false)
    or coalesce(lesson.book_id in (select app_private.my_book_ids()), false)
$$;
comment on function app_public.lessons_may_write(app_public.lessons) is
  'True when the signed-in person may write its text: those who contribute to its course or book, and staff.';
create function app_public.lessons_may_publish(lesson app_public.lessons) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where (c.course_id = lesson.course_id or c.book_id = lesson.book_id) and c.user_id = app_public.current_user_id()), false)
$$;
comment on function app_public.lessons_may_publish(app_public.lessons) is
  'True when the signed-in person may publish its text: the authors of its course or book, and staff.';

create function app_private.locked_lesson_text(lesson uuid, is_publishing boolean) returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.lessons;
begin
  select * into entry from app_public.lessons l where l.id = lesson;
  if entry.id is null or not (app_public.lessons_may_write(entry)
      or coalesce((select i.is_open from app_private.lesson_item(entry.course_id, entry.book_id) i), false)) then
    raise exception 'There is no such lesson.' using errcode = 'NL404';
  end if;
  if not app_public.lessons_may_write(entry) then
    raise exception 'Only those who write this lesson may do this.' using errcode = 'NL403';
  end if;
  if is_publishing and not app_public.lessons_may_publish(entry) then
    raise exception 'An editor may write this lesson. Publishing is up to its authors.' using errcode = 'NL403';
  end if;
  select * into entry from app_public.lessons l where l.id = lesson for no key update; -- saves of one lesson come one after the other
  if entry.id is null then raise exception 'There is no such lesson.' using errcode = 'NL404'; end if;
  return entry;
end $$;
comment on function app_private.locked_lesson_text(uuid, boolean) is
  'The lesson, locked, for somebody who may write it (and publish it); raises NL401, NL404 or NL403 for others. Not granted.';
create function app_private.is_live(lesson app_public.lessons) returns boolean
language sql stable as $$ select i.is_live from app_private.lesson_item(lesson.course_id, lesson.book_id) i $$;
comment on function app_private.is_live(app_public.lessons) is 'True when its course or book is published: readers get its text by publishing it.';

create function app_private.newest_lesson_revision(lesson uuid) returns app_public.lesson_revisions
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r from app_public.lesson_revisions r where r.lesson_id = lesson order by r.version desc limit 1
$$;
comment on function app_private.newest_lesson_revision(uuid) is 'What the writers of a lesson work on. Not granted.';

-- What articles and lessons have in common, written once.
do $$
declare
  t record;
begin
  for t in select * from (values
    ('article', 'articles', 'newest_revision', 'add_revision', 'entry.is_published', $s$'articles,article:' || entry.id$s$, 'locked_article'),
    ('lesson', 'lessons', 'newest_lesson_revision', 'add_lesson_revision', 'app_private.is_live(entry)',
      $s$'lessons,' || coalesce('course:' || entry.course_id, 'book:' || entry.book_id)$s$,
      'locked_lesson_text'))
    as v (one, many, newest, add, is_live, tags, locked) loop
    execute format($f$
      create or replace function app_private.%4$s(%1$s uuid, title text, body jsonb, texts text[], free int, session_id uuid, sequence int, restored int)
      returns app_public.%1$s_revisions
      language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $b$
      declare
        added app_public.%1$s_revisions;
      begin
        insert into app_public.%1$s_revisions as r (%1$s_id, version, user_id, title, words_count, restored_version)
          values (%1$s, coalesce((app_private.%3$s(%1$s)).version, 0) + 1, app_public.current_user_id(), title, app_private.count_words(texts), restored)
          returning r.* into added;
        insert into app_private.%1$s_revision_texts (revision_id, body_delta, block_lengths, free_blocks, session_id, sequence)
          values (added.id, body, app_private.lengths_of(texts), free, session_id, sequence);
        perform app_private.keep_attachments(%1$s, body);
        delete from app_public.%1$s_revisions r using (
          select n.id, row_number() over (order by n.version desc) as age,
            row_number() over (partition by n.published_at is not null order by n.version desc) as age_of_kind, n.published_at
          from app_public.%1$s_revisions n where n.%1$s_id = %1$s) k
          where r.id = k.id and k.age > 100 and (k.published_at is null or k.age_of_kind > 100);
        return added;
      end $b$;
      comment on function app_private.%4$s(uuid, text, jsonb, text[], int, uuid, int, int) is
        'Adds a revision by the signed-in person. The newest 100 are kept, and of older ones the newest 100 that were published. Not granted.';

      create or replace function app_private.record_%1$s_body() returns trigger
      language plpgsql security definer set search_path = pg_catalog, pg_temp as $b$
      declare
        entry app_public.%2$s;
        newest app_public.%1$s_revisions := app_private.%3$s(new.%1$s_id);
      begin
        select * into entry from app_public.%2$s e where e.id = new.%1$s_id for no key update;
        if newest.id is null or not exists (select from app_private.%1$s_revision_texts b where b.revision_id = newest.id and b.body_delta = new.body_delta) then
          newest := app_private.%4$s(new.%1$s_id, entry.title, new.body_delta, new.block_text, new.free_blocks, null, null, null);
          if newest.version = 1 and newest.user_id is null then -- an import is as old as it says
            update app_public.%1$s_revisions r set created_at = least(entry.updated_at, now()), updated_at = least(entry.updated_at, now()) where r.id = newest.id;
          end if;
        end if;
        if %5$s then
          update app_public.%1$s_revisions r set published_at = now() where r.id = newest.id;
          perform pg_notify('newline_tags', %6$s);
        end if;
        return null;
      end $b$;
      comment on function app_private.record_%1$s_body() is
        'Whatever writes a text that readers get (a save, an import): it stands in the history, and the pages that show it are made again.';

      create or replace function app_private.save_%1$s(%1$s uuid, base_version int, title text, body jsonb, ids text[], html text[], markdown text[],
        texts text[], free int, drawn jsonb, drawer int, session_id uuid, sequence int, restored_version int,
        out outcome app_private.save_outcome, out newest app_public.%1$s_revisions, out body_delta jsonb, out saved_by text)
      language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $b$
      declare
        entry app_public.%2$s := app_private.%7$s(%1$s, false);
        held app_private.%1$s_revision_texts;
        is_same_editor boolean;
      begin
        newest := app_private.%3$s(%1$s);
        select * into held from app_private.%1$s_revision_texts b where b.revision_id = newest.id;
        is_same_editor := coalesce(held.session_id = save_%1$s.session_id, false);
        if newest.title = save_%1$s.title and held.body_delta = body then
          outcome := 'UNCHANGED'; -- among others the save whose answer got lost, sent again
        elsif is_same_editor and sequence <= held.sequence then
          outcome := 'SUPERSEDED'; -- a later save of the same page was quicker
        elsif base_version = coalesce(newest.version, 0) or (is_same_editor and base_version >= coalesce(
            (select max(r.version) from app_public.%1$s_revisions r where r.%1$s_id = %1$s and r.version < newest.version), 0)) then
          outcome := 'SAVED'; -- on the newest version, or on one that only this page has written on since
        else
          outcome := 'CONFLICT';
          update app_private.%1$s_revision_texts b set is_seen = true where b.revision_id = newest.id;
          body_delta := held.body_delta;
          saved_by := (select app_public.users_display_name(u) from app_public.users u where u.id = newest.user_id);
        end if;
        if outcome <> 'SAVED' then return; end if;

        if newest.user_id = app_public.current_user_id() and newest.created_at > now() - interval '5 minutes' and newest.published_at is null
            and newest.restored_version is null and save_%1$s.restored_version is null
            and held.session_id is not distinct from save_%1$s.session_id and not held.is_seen then
          update app_public.%1$s_revisions r set version = r.version + 1, title = save_%1$s.title, words_count = app_private.count_words(texts), updated_at = now()
            where r.id = newest.id returning r.* into newest;
          update app_private.%1$s_revision_texts b set body_delta = body, block_lengths = app_private.lengths_of(texts), free_blocks = free,
            sequence = save_%1$s.sequence where b.revision_id = newest.id;
          perform app_private.keep_attachments(%1$s, body);
        else
          newest := app_private.%4$s(%1$s, save_%1$s.title, body, texts, free, save_%1$s.session_id, save_%1$s.sequence, save_%1$s.restored_version);
        end if;
        if not %5$s then
          update app_public.%2$s e set title = save_%1$s.title where e.id = %1$s and e.title <> save_%1$s.title;
          perform app_private.save_%1$s_body(%1$s, body, ids, html, markdown, texts, free, drawn, drawer);
        end if;
      end $b$;
      comment on function app_private.save_%1$s(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int) is
        'Saves the working title and text if nobody else has saved since base_version; else it tells what is newer and writes nothing. Raises NL401, NL403 and NL404.';

      create or replace function app_private.working_%1$s(%1$s uuid, is_publishing boolean, out newest app_public.%1$s_revisions, out body_delta jsonb)
      language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $b$
      begin
        perform app_private.%7$s(%1$s, is_publishing);
        newest := app_private.%3$s(%1$s);
        select r.body_delta into body_delta from app_private.read_%1$s_revisions(array[newest.id]) r;
      end $b$;
      comment on function app_private.working_%1$s(uuid, boolean) is
        'The newest revision with its text, for somebody who may write it (and publish it). Raises NL401, NL403 and NL404.';

      create or replace function app_public.%2$s_latest_revision(%1$s app_public.%2$s) returns app_public.%1$s_revisions
      language sql stable as $b$
        select r from app_public.%1$s_revisions r where r.%1$s_id = %1$s.id order by r.version desc limit 1
      $b$;
      grant execute on function app_private.save_%1$s(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int),
        app_private.working_%1$s(uuid, boolean), app_public.%2$s_latest_revision(app_public.%2$s) to newline_visitor $f$,
      t.one, t.many, t.newest, t.add, t.is_live, t.tags, t.locked);
  end loop;
end $$;
comment on function app_public.lessons_latest_revision(app_public.lessons) is
  'The working title and text; null for those who do not write the lesson, and for one that has no text yet. Not yet published when its publishedAt is null.';

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
grant execute on function app_private.read_lesson_revisions(uuid[]),
  app_private.publish_lesson(uuid, int, jsonb, text[], text[], text[], text[], int, jsonb, int),
  app_public.lessons_may_write(app_public.lessons), app_public.lessons_may_publish(app_public.lessons) to newline_visitor;

create trigger record_lesson_body after insert or update of body_delta on app_private.lesson_bodies
  for each row execute function app_private.record_lesson_body();

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
comment on function app_private.record_published_lessons() is 'trigger: of the lessons of an item that is published, the newest revisions are what readers have.';
create trigger record_published_lessons after update of is_published on app_public.courses
  for each row when (new.is_published and not old.is_published) execute function app_private.record_published_lessons();
create trigger record_published_lessons after update of is_published on app_public.books
  for each row when (new.is_published and not old.is_published) execute function app_private.record_published_lessons();

do $$ begin
  perform app_private.add_lesson_revision(b.lesson_id, l.title, b.body_delta, b.block_text, b.free_blocks, null, null, null)
    from app_private.lesson_bodies b join app_public.lessons l on l.id = b.lesson_id;
  update app_public.lesson_revisions r set published_at = now() from app_public.lessons l where l.id = r.lesson_id and app_private.is_live(l);
end $$;

-- Annotations: where the editor says they are in the working text, of lessons too.
comment on table app_private.working_anchors is 'Where the editor says an annotation is in the working text of a lesson or an article; without a range the words were deleted in it.';
create or replace function app_private.anchors_of(lesson uuid, article uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('discussionId', s.discussion_id, 'from', s.range_from, 'to', s.range_to, 'text', s.text,
      'currentText', coalesce(s.current_text, s.text), 'blockId', s.block_id, 'endBlockId', s.end_block_id, 'occurrence', s.occurrence, 'node', s.node,
      'prefix', s.prefix, 'suffix', s.suffix, 'isOrphaned', s.is_orphaned, 'quoted', s.quoted_letters, 'kept', s.kept_letters,
      'isHinted', w.discussion_id is not null, 'hintFrom', w.range_from, 'hintTo', w.range_to) order by d.created_at, d.id), '[]')
  from app_public.discussions d join app_public.discussion_selections s on s.discussion_id = d.id
    left join app_private.working_anchors w on w.discussion_id = d.id
      and w.version = coalesce((app_private.newest_revision(article)).version, (app_private.newest_lesson_revision(lesson)).version)
  where d.lesson_id = lesson or d.article_id = article
$$;
drop function app_private.keep_working_anchors(uuid, int, jsonb);
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
drop function app_private.working_text(uuid);
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
grant execute on function app_private.keep_working_anchors(uuid, uuid, int, jsonb), app_private.working_text(uuid, uuid) to newline_visitor;

-- Code of repositories is followed in the text that its writers work on, as in articles: taking a change is a save like any other.
create or replace function app_private.note_remote_code() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lesson uuid;
  article uuid;
begin
  if tg_table_name = 'lesson_revision_texts' then
    select r.lesson_id into lesson from app_public.lesson_revisions r where r.id = new.revision_id;
  else
    select r.article_id into article from app_public.article_revisions r where r.id = new.revision_id;
  end if;
  if not jsonb_path_exists(new.body_delta, 'strict $.** ? (@.type == "remoteCodeBlock")')
      and not exists (select from app_public.remote_code_sources s where s.article_id = article or s.lesson_id = lesson) then
    return null;
  end if;
  delete from app_public.remote_code_sources s where (s.article_id = article or s.lesson_id = lesson)
    and not exists (select from app_private.remote_code_of(new.body_delta) f where f.block_id = s.block_id);
  -- What is asked for or what is there has changed: the comparison begins anew.
  with changed as (
    update app_public.remote_code_sources s set owner = f.owner, name = f.name, filepath = f.filepath, refname = f.refname, oid = f.oid,
      code_query = f.code_query, start_line = f.start_line, end_line = f.end_line, text = f.text, state = 'CURRENT', reason = null,
      checked_at = null, new_oid = null, new_text = null, new_start_line = null, new_end_line = null
    from app_private.remote_code_of(new.body_delta) f
    where (s.article_id = article or s.lesson_id = lesson) and s.block_id = f.block_id
      and (s.owner, s.name, s.filepath, s.refname, s.oid, s.code_query, s.start_line, s.end_line, s.text)
        is distinct from (f.owner, f.name, f.filepath, f.refname, f.oid, f.code_query, f.start_line, f.end_line, f.text)
    returning s.id)
  update app_private.remote_code_checks k set check_at = now() + interval '10 minutes', failures = 0, etag = null, kept_text = null, is_loss_kept = false
    from changed where k.source_id = changed.id;
  with added as (
    insert into app_public.remote_code_sources (article_id, lesson_id, block_id, owner, name, filepath, refname, oid, code_query, start_line, end_line, text)
    select article, lesson, f.* from app_private.remote_code_of(new.body_delta) f
    on conflict do nothing returning id)
  insert into app_private.remote_code_checks (source_id) select id from added;
  return null;
end $$;
drop trigger note_remote_code on app_private.lesson_bodies;
create trigger note_remote_code after insert or update of body_delta on app_private.lesson_revision_texts
  for each row execute function app_private.note_remote_code();
drop function app_private.lesson_with_remote_code(uuid);
drop function app_private.save_lesson_code(uuid, jsonb, text[], text[], text[], text[], int, jsonb, int);

-- An answer that becomes part of a lesson is written to what readers have; whoever takes it has the lesson for themselves first.
create or replace function app_private.answer_to_note(comment uuid, out lesson_id uuid, out body_delta jsonb, out version text, out answer jsonb, out who text, out discussion_id uuid)
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
  perform from app_public.lessons l where l.id = answer_to_note.lesson_id for no key update; -- as every save does
  select b.body_delta, md5(b.body_delta::text) into answer_to_note.body_delta, answer_to_note.version
    from app_private.lesson_bodies b where b.lesson_id = answer_to_note.lesson_id for no key update;
  answer := entry.body_delta;
  discussion_id := entry.discussion_id;
  select app_public.users_display_name(u) into who from app_public.users u where u.id = entry.user_id;
end $$;
