--! Previous: sha1:8793ce45244f738ffb8d2536e87037be36eb3349
--! Hash: sha1:3dd1fa7d50272799db8759dc2e9fff1e03e5fff1

-- Progress: what a person enrolled in, watched, read and finished. Rows are their owner's alone; totals are public.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_public.enrollments (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  created_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint enrollments_item_check check (num_nonnulls(course_id, book_id) = 1),
  constraint enrollments_course_key unique (user_id, course_id),
  constraint enrollments_book_key unique (user_id, book_id)
);
comment on table app_public.enrollments is E'@behavior -insert -update -delete -query:resource:list -query:resource:single\nA person''s place in a course or a book. Seen by that person and by staff.';
comment on column app_public.enrollments.last_accessed_at is 'When the person last opened one of its lessons.';
comment on constraint enrollments_user_id_fkey on app_public.enrollments is E'@fieldName user\n@foreignFieldName enrollments';
comment on constraint enrollments_course_id_fkey on app_public.enrollments is E'@fieldName course\n@foreignFieldName enrollments';
comment on constraint enrollments_book_id_fkey on app_public.enrollments is E'@fieldName book\n@foreignFieldName enrollments';
create index enrollments_course_id_idx on app_public.enrollments (course_id);
create index enrollments_book_id_idx on app_public.enrollments (book_id);
call app_private.secure_table('app_public.enrollments');
create policy select_own on app_public.enrollments for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.enrollments for select to newline_admin using (true);
grant select on app_public.enrollments to newline_visitor;

-- Studying: what was watched and read comes in, completion follows from it, and the page can say why.
create type app_public.progress_reason as enum ('WATCHED', 'READ', 'BY_HAND');
comment on type app_public.progress_reason is
  'Why a lesson counts as completed: 90 percent of its video was watched, its text was read to the end, or the person said so.';

create table app_public.user_progresses (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  course_lesson_id uuid references app_public.course_lessons on delete cascade,
  book_lesson_id uuid references app_public.book_lessons on delete cascade,
  created_at timestamptz not null default now(),
  reason app_public.progress_reason not null default 'BY_HAND',
  constraint user_progresses_item_check check (num_nonnulls(course_lesson_id, book_lesson_id) = 1),
  constraint user_progresses_course_lesson_key unique (course_lesson_id, user_id),
  constraint user_progresses_book_lesson_key unique (book_lesson_id, user_id)
);
comment on table app_public.user_progresses is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA lesson that a person completed. The rows are that person''s; totalCount counts everybody''s.';
comment on column app_public.user_progresses.reason is 'Why it counts as completed.';
comment on constraint user_progresses_user_id_fkey on app_public.user_progresses is E'@fieldName user\n@behavior -connection -list';
comment on constraint user_progresses_course_lesson_id_fkey on app_public.user_progresses is E'@fieldName courseLesson\n@foreignFieldName userProgressesByCourseLessonId';
comment on constraint user_progresses_book_lesson_id_fkey on app_public.user_progresses is E'@fieldName bookLesson\n@foreignFieldName userProgressesByBookLessonId';
create index user_progresses_user_id_created_at_idx on app_public.user_progresses (user_id, created_at);
call app_private.secure_table('app_public.user_progresses');
create policy select_own on app_public.user_progresses for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.user_progresses for select to newline_admin using (true);
grant select on app_public.user_progresses to newline_visitor;

create table app_public.lesson_activities (
  user_id uuid references app_public.users on delete cascade,
  lesson_id uuid references app_public.lessons on delete cascade,
  position_seconds int check (position_seconds >= 0),
  watched_seconds int4multirange not null default '{}',
  block_id text check (block_id ~ '^[A-Za-z0-9_-]{1,16}$'),
  read_block_ids text[] not null default '{}' check (cardinality(read_block_ids) <= 20000),
  updated_at timestamptz not null default now(),
  is_kept_open boolean not null default false,
  reading_since timestamptz,
  primary key (user_id, lesson_id)
);
comment on table app_public.lesson_activities is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhere a person stands in a lesson: seconds watched, blocks read, where to resume.';
comment on column app_public.lesson_activities.position_seconds is 'Second of the video to resume at.';
comment on column app_public.lesson_activities.watched_seconds is E'@behavior -select\nThe seconds that were watched, as ranges.';
comment on column app_public.lesson_activities.block_id is 'The block of the text to resume at.';
comment on column app_public.lesson_activities.read_block_ids is 'The blocks of the text that were in view long enough to be read.';
comment on column app_public.lesson_activities.is_kept_open is 'True after the person took back a completion: then only they complete it again.';
comment on column app_public.lesson_activities.reading_since is E'@behavior -select\nWhen the site first heard that the person had the text before them; null before that.';
comment on constraint lesson_activities_user_id_fkey on app_public.lesson_activities is E'@fieldName user\n@behavior -connection -list';
comment on constraint lesson_activities_lesson_id_fkey on app_public.lesson_activities is E'@fieldName lesson\n@foreignFieldName activities';
create index lesson_activities_lesson_id_idx on app_public.lesson_activities (lesson_id);
call app_private.secure_table('app_public.lesson_activities');
create policy select_own on app_public.lesson_activities for select to newline_learner using (user_id = (select app_public.current_user_id()));
grant select on app_public.lesson_activities to newline_visitor;

create function app_private.count_enrollments() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.enrollments := case when tg_op = 'DELETE' then old else new end;
  step int := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  update app_public.courses c set students_count = c.students_count + step where c.id = entry.course_id;
  update app_public.books b set students_count = b.students_count + step where b.id = entry.book_id;
  return null;
end $$;
comment on function app_private.count_enrollments() is 'Keeps numStudents, in the statement that changes it.';
create trigger count_enrollments after insert or delete on app_public.enrollments
  for each row execute function app_private.count_enrollments();

create function app_private.count_progress() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.user_progresses := case when tg_op = 'DELETE' then old else new end;
  step int := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  update app_public.course_lessons c set progress_count = c.progress_count + step where c.id = entry.course_lesson_id;
  update app_public.book_lessons b set progress_count = b.progress_count + step where b.id = entry.book_lesson_id;
  return null;
end $$;
comment on function app_private.count_progress() is 'Keeps the public total of completions, in the statement that changes it.';
create trigger count_progress after insert or delete on app_public.user_progresses
  for each row execute function app_private.count_progress();

create type app_public.lesson_progress as (
  is_completed boolean,
  reason app_public.progress_reason,
  position_seconds int,
  block_id text,
  watched_seconds int,
  video_seconds int,
  read_blocks int,
  blocks int
);
comment on type app_public.lesson_progress is 'Where the signed-in person stands in a lesson, and why.';
comment on column app_public.lesson_progress.is_completed is 'True when it counts as completed.';
comment on column app_public.lesson_progress.reason is 'Why it does; null while it does not.';
comment on column app_public.lesson_progress.position_seconds is 'Second of the video to resume at; null before anything was watched.';
comment on column app_public.lesson_progress.block_id is 'The block of the text to resume at; null before anything was read.';
comment on column app_public.lesson_progress.watched_seconds is 'Seconds of the video that were watched, each counted once.';
comment on column app_public.lesson_progress.video_seconds is 'Length of the video; null without one. 90 percent of it complete the lesson.';
comment on column app_public.lesson_progress.read_blocks is 'Blocks of the text that were in view long enough to be read.';
comment on column app_public.lesson_progress.blocks is
  'Blocks of the text that can be read one by one; all of those with words, in no less time than 1,000 words a minute take, complete the lesson.';

create function app_public.lessons_progress(lesson app_public.lessons) returns app_public.lesson_progress
language sql stable as $$
  select (p.id is not null, p.reason, a.position_seconds, a.block_id, coalesce(app_private.seconds_in(a.watched_seconds), 0), lesson.video_duration,
    coalesce(cardinality(a.read_block_ids), 0), coalesce(cardinality(app_private.readable_block_ids(lesson.id)), 0))::app_public.lesson_progress
  from (select) as one
  left join app_public.lesson_activities a on a.lesson_id = lesson.id and a.user_id = app_public.current_user_id()
  left join app_public.user_progresses p on p.user_id = app_public.current_user_id() and (
    p.course_lesson_id = (select c.id from app_public.course_lessons c where c.lesson_id = lesson.id)
    or p.book_lesson_id = (select b.id from app_public.book_lessons b where b.lesson_id = lesson.id))
  where app_public.current_user_id() is not null
$$;
comment on function app_public.lessons_progress(app_public.lessons) is 'Where the signed-in person stands in it; null for a visitor.';
grant execute on function app_public.lessons_progress(app_public.lessons) to newline_visitor;

create function app_private.join_item(me uuid, lesson uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_public.enrollments as e (user_id, course_id, book_id)
    select me, l.course_id, l.book_id from app_public.lessons l where l.id = lesson and l.course_id is not null
    on conflict (user_id, course_id) do update set last_accessed_at = now() where e.last_accessed_at < now() - interval '1 minute';
  insert into app_public.enrollments as e (user_id, course_id, book_id)
    select me, l.course_id, l.book_id from app_public.lessons l where l.id = lesson and l.book_id is not null
    on conflict (user_id, book_id) do update set last_accessed_at = now() where e.last_accessed_at < now() - interval '1 minute';
$$;
comment on function app_private.join_item(uuid, uuid) is 'Enrols a person in the item of a lesson, or notes that they opened it again.';

create function app_private.complete_lesson(me uuid, lesson uuid, reason app_public.progress_reason) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_public.user_progresses (user_id, course_lesson_id, reason)
    select me, c.id, reason from app_public.course_lessons c where c.lesson_id = lesson on conflict do nothing;
  insert into app_public.user_progresses (user_id, book_lesson_id, reason)
    select me, b.id, reason from app_public.book_lessons b where b.lesson_id = lesson on conflict do nothing;
$$;
comment on function app_private.complete_lesson(uuid, uuid, app_public.progress_reason) is 'Counts a lesson as completed, once.';

-- The one door for what was watched and read: what a page gathered, a few times a minute and when it is left.
create function app_public.save_progress(lesson_id uuid, watched int[] default '{}', read_block_ids text[] default '{}',
  position_seconds int default null, block_id text default null)
returns app_public.lesson_progress
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  lesson app_public.lessons;
  readable int := app_private.readable_lesson_blocks(save_progress.lesson_id);
  ids text[] := app_private.readable_block_ids(save_progress.lesson_id);
  ranges int4multirange := '{}';
  entry app_public.lesson_activities;
  length_seconds int;
begin
  select l.* into lesson from app_public.lessons l where l.id = save_progress.lesson_id;
  if coalesce(readable, 0) = 0 then
    raise exception 'READABLE_LESSON_NOT_FOUND' using errcode = 'NL404', detail = jsonb_build_object('lessonId', save_progress.lesson_id)::text;
  end if;
  if cardinality(coalesce(watched, '{}')) % 2 = 1 or cardinality(watched) > 400 then
    raise exception 'WATCHED_RANGES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 200, 'count', cardinality(watched))::text;
  end if;
  if cardinality(read_block_ids) > 20000 then
    raise exception 'READ_BLOCK_IDS_TOO_MANY' using errcode = 'NL400',
      detail = jsonb_build_object('max', 20000, 'count', cardinality(read_block_ids))::text;
  end if;
  -- A video counts as watched only for those who may play it.
  length_seconds := case when readable = 2147483647 then lesson.video_duration end;
  if length_seconds is not null then
    select coalesce(range_agg(int4range(greatest(w[1], 0), least(w[2], length_seconds))), '{}') into ranges
    from (select array[watched[n], watched[n + 1]] as w from generate_series(1, coalesce(cardinality(watched), 0), 2) n) pairs
    where w[1] < least(w[2], length_seconds) and w[2] > 0;
  end if;
  insert into app_public.lesson_activities as a (user_id, lesson_id, position_seconds, watched_seconds, block_id, read_block_ids, reading_since)
  values (me, lesson.id, case when num_nulls(length_seconds, save_progress.position_seconds) = 0 then least(greatest(save_progress.position_seconds, 0), length_seconds) end, ranges,
    case when save_progress.block_id = any (ids) then save_progress.block_id end,
    array(select id from unnest(ids) id where id = any (save_progress.read_block_ids)),
    case when save_progress.block_id = any (ids) or ids && save_progress.read_block_ids then now() end)
  on conflict (user_id, lesson_id) do update set
    position_seconds = coalesce(excluded.position_seconds, a.position_seconds),
    watched_seconds = a.watched_seconds + excluded.watched_seconds,
    block_id = coalesce(excluded.block_id, a.block_id),
    read_block_ids = array(select id from unnest(ids) id where id = any (a.read_block_ids) or id = any (excluded.read_block_ids)),
    -- Of earlier releases only the latest moment is known.
    reading_since = coalesce(a.reading_since, case when a.read_block_ids <> '{}' then a.updated_at end, excluded.reading_since),
    updated_at = now()
  returning * into entry;
  perform app_private.join_item(me, lesson.id);
  if ranges <> '{}' or cardinality(save_progress.read_block_ids) > 0 then
    insert into app_public.study_days (user_id, day) values (me, app_private.today()) on conflict do nothing;
  end if;
  if lesson.role <> 'CHANGELOG' and not entry.is_kept_open then
    if app_private.seconds_in(entry.watched_seconds) * 10 >= length_seconds * 9 then
      perform app_private.complete_lesson(me, lesson.id, 'WATCHED');
    elsif readable >= (select cardinality(b.block_ids) from app_private.lesson_bodies b where b.lesson_id = lesson.id)
      and app_private.has_read_text(entry) then
      perform app_private.complete_lesson(me, lesson.id, 'READ');
    end if;
  end if;
  return app_public.lessons_progress(lesson);
end $$;
comment on function app_public.save_progress(uuid, int[], text[], int, text) is
  'Adds what the signed-in person watched (pairs of a first second and the second after the last) and read, and where they stopped. Completes the lesson at 90 percent of its video, or when every block of its text with words was read, at no more than 1,000 words a minute since the first report. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.save_progress(uuid, int[], text[], int, text) to newline_visitor;

create function app_public.set_lesson_completed(lesson_id uuid, is_completed boolean) returns app_public.lesson_progress
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  lesson app_public.lessons;
begin
  if coalesce(app_private.readable_lesson_blocks(set_lesson_completed.lesson_id), 0) = 0 then
    raise exception 'READABLE_LESSON_NOT_FOUND' using errcode = 'NL404', detail = jsonb_build_object('lessonId', set_lesson_completed.lesson_id)::text;
  end if;
  select l.* into lesson from app_public.lessons l where l.id = set_lesson_completed.lesson_id;
  insert into app_public.lesson_activities as a (user_id, lesson_id, is_kept_open) values (me, lesson.id, not is_completed)
    on conflict (user_id, lesson_id) do update set is_kept_open = excluded.is_kept_open, updated_at = now();
  if is_completed then
    perform app_private.complete_lesson(me, lesson.id, 'BY_HAND');
    perform app_private.join_item(me, lesson.id);
    insert into app_public.study_days (user_id, day) values (me, app_private.today()) on conflict do nothing;
  else
    delete from app_public.user_progresses p where p.user_id = me and (
      p.course_lesson_id = (select c.id from app_public.course_lessons c where c.lesson_id = lesson.id)
      or p.book_lesson_id = (select b.id from app_public.book_lessons b where b.lesson_id = lesson.id));
  end if;
  return app_public.lessons_progress(lesson);
end $$;
comment on function app_public.set_lesson_completed(uuid, boolean) is
  'Completes a lesson by hand, or takes the completion back; then only the person completes it again. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.set_lesson_completed(uuid, boolean) to newline_visitor;

create function app_public.enroll(course_id uuid default null, book_id uuid default null) returns app_public.enrollments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.enrollments;
begin
  if num_nonnulls(enroll.course_id, enroll.book_id) <> 1 then
    raise exception 'COURSE_OR_BOOK_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(enroll.course_id, enroll.book_id))::text;
  end if;
  if not exists (select from app_public.courses c where c.id = enroll.course_id and (c.archived_at is null and c.is_published and c.published_at <= now()
        or c.id in (select app_private.my_course_ids()) or app_public.is_admin())
      union all select from app_public.books b where b.id = enroll.book_id and (b.archived_at is null and b.is_published and b.published_at <= now()
        or b.id in (select app_private.my_book_ids()) or app_public.is_admin())) then
    raise exception 'ENROLL_ITEM_NOT_FOUND' using errcode = 'NL404';
  end if;
  if enroll.course_id is not null then
    insert into app_public.enrollments as e (user_id, course_id) values (me, enroll.course_id)
      on conflict (user_id, course_id) do update set last_accessed_at = e.last_accessed_at returning * into entry;
  else
    insert into app_public.enrollments as e (user_id, book_id) values (me, enroll.book_id)
      on conflict (user_id, book_id) do update set last_accessed_at = e.last_accessed_at returning * into entry;
  end if;
  return entry;
end $$;
comment on function app_public.enroll(uuid, uuid) is
  'Puts a course or a book among those of the signed-in person; again and again the same. It opens nothing that is paid. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.enroll(uuid, uuid) to newline_visitor;

create function app_public.lessons_is_open(lesson app_public.lessons) returns boolean
language sql stable as $$
  select app_public.may_read(lesson_id => lesson.id)
$$;
comment on function app_public.lessons_is_open(app_public.lessons) is 'True when the reader may have all of it: text, video and transcript.';
grant execute on function app_public.lessons_is_open(app_public.lessons) to newline_visitor;

create function app_private.item_progress(course uuid, book uuid) returns app_public.item_progress
language sql stable as $$
  with places as materialized (
    select l.id, l.role, o.position, p.reason, a.position_seconds, a.updated_at
    from (
      select c.lesson_id, c.position, c.id as course_lesson_id, null::uuid as book_lesson_id from app_public.course_lessons c where c.course_id = course
      union all
      select b.lesson_id, b.position, null, b.id from app_public.book_lessons b where b.book_id = book) o
    join app_public.lessons l on l.id = o.lesson_id
    left join app_public.user_progresses p on p.user_id = app_public.current_user_id()
      and (p.course_lesson_id = o.course_lesson_id or p.book_lesson_id = o.book_lesson_id)
    left join app_public.lesson_activities a on a.user_id = app_public.current_user_id() and a.lesson_id = l.id
  ), counted as (select * from places where role <> 'CHANGELOG'),
  latest as (select position, reason from counted where updated_at is not null order by updated_at desc, position desc limit 1),
  next as (
    select c.id, c.position_seconds from counted c left join latest t on true
    -- The latest itself, unless it is done; then the first that is not, after it before those ahead of it; then the first of all.
    order by coalesce(c.position = t.position and c.reason is null, false) desc, (c.reason is null) desc,
      coalesce(c.reason is null and c.position > t.position, false) desc, c.position
    limit 1)
  select (
    exists (select from app_public.enrollments e where e.user_id = app_public.current_user_id() and (e.course_id = course or e.book_id = book)),
    coalesce((select array_agg(id order by position) from counted where reason is not null), '{}'),
    coalesce((select array_agg(id order by position) from places where app_public.may_read(lesson_id => id)), '{}'),
    (select count(*) from counted where reason = 'WATCHED')::int,
    (select count(*) from counted where reason = 'READ')::int,
    (select count(*) from counted where reason = 'BY_HAND')::int,
    exists (select from counted where updated_at is not null or reason is not null),
    (select id from next),
    (select position_seconds from next))::app_public.item_progress
  where app_public.current_user_id() is not null
$$;
comment on function app_private.item_progress(uuid, uuid) is 'Where the signed-in person stands in a course or a book; runs as that person.';
grant execute on function app_private.item_progress(uuid, uuid) to newline_visitor;

create function app_private.has_read_text(entry app_public.lesson_activities) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  with texts as (
    select t.id, t.words from app_private.lesson_bodies b, unnest(b.block_ids, b.block_text) as t (id, words)
    where b.lesson_id = entry.lesson_id and t.id <> ''
  ), wanted as (
    -- Pictures and the like have no words, and an empty paragraph is never rendered: they are wanted only where nothing else is.
    select id, words from texts where words ~ '\S' or not exists (select from texts where words ~ '\S')
  )
  select exists (select from wanted)
    and not exists (select from wanted where id <> all (entry.read_block_ids))
    -- A page sends what it gathered every 15 seconds and may be slow to reach the site: half a minute is not counted.
    and now() - entry.reading_since + interval '30 seconds'
      >= (select coalesce(sum(regexp_count(words, '\S+')), 0) from wanted) * interval '60 milliseconds'
$$;
comment on function app_private.has_read_text(app_public.lesson_activities) is
  'True when every block with words was read, in no less time than a minute for 1,000 words since the site first heard of the reading.';
