--! Previous: sha1:da94327f57c3462bfb86172eb60579549f17c1b3
--! Hash: sha1:aa2411c6d7bda9a64a44071efb7c1e8307e04b2a

-- Studying: what was watched and read comes in, completion follows from it, and the page can say why.

create type app_public.progress_reason as enum ('WATCHED', 'READ', 'BY_HAND');
comment on type app_public.progress_reason is 'Why a lesson counts as completed: 90 percent of its video was watched, the end of its text was reached, or the person said so.';

alter table app_public.user_progresses add column reason app_public.progress_reason not null default 'BY_HAND';
comment on column app_public.user_progresses.reason is 'Why it counts as completed.';
alter table app_public.lesson_activities add column is_kept_open boolean not null default false;
comment on column app_public.lesson_activities.is_kept_open is 'True after the person took back a completion: then only they complete it again.';

create table app_public.study_days (
  user_id uuid not null references app_public.users on delete cascade,
  day date not null,
  primary key (user_id, day)
);
comment on table app_public.study_days is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA day, in the person''s time zone, on which they made progress. Nobody else sees it.';
comment on column app_public.study_days.day is 'The date.';
comment on constraint study_days_user_id_fkey on app_public.study_days is E'@fieldName user\n@behavior -connection -list';
call app_private.secure_table('app_public.study_days');
create policy select_own on app_public.study_days for select to newline_learner using (user_id = (select app_public.current_user_id()));
grant select on app_public.study_days to newline_visitor;

create function app_private.today() returns date
language sql stable as $$
  select (now() at time zone coalesce((select s.time_zone from app_public.user_settings s where s.user_id = app_public.current_user_id()), 'UTC'))::date
$$;
comment on function app_private.today() is 'The date of now in the time zone of the signed-in person; in UTC for a visitor.';
grant execute on function app_private.today() to newline_visitor;

create function app_public.streak() returns int
language sql stable as $$
  select coalesce((
    select count(*)::int from (
      select d.day + (row_number() over (order by d.day desc))::int as run, max(d.day) over () as latest
      from app_public.study_days d where d.user_id = app_public.current_user_id() and d.day <= app_private.today()) r
    where r.latest >= app_private.today() - 1 and r.run = r.latest + 1), 0)
$$;
comment on function app_public.streak() is 'On how many days in a row, up to today or yesterday, the signed-in person made progress. Today does not break it; 0 for a visitor.';
grant execute on function app_public.streak() to newline_visitor;

create function app_private.seconds_in(ranges int4multirange) returns int
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(ranges) r
$$;
comment on function app_private.seconds_in(int4multirange) is 'How many seconds the ranges hold.';
grant execute on function app_private.seconds_in(int4multirange) to newline_visitor;

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
comment on column app_public.lesson_progress.blocks is 'Blocks of the text that can be read one by one; the last of them completes the lesson.';

create function app_private.readable_block_ids(lesson uuid) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_remove(b.block_ids[1:app_private.readable_lesson_blocks(lesson)], '') from app_private.lesson_bodies b where b.lesson_id = lesson
$$;
comment on function app_private.readable_block_ids(uuid) is 'The ids of the blocks that the reader may have, in their order; null without a text.';
grant execute on function app_private.readable_block_ids(uuid) to newline_visitor;

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

create function app_public.courses_lesson(course app_public.courses, slug text) returns app_public.lessons
language sql stable as $$
  select l.* from app_public.lessons l where l.course_id = course.id and l.slug = courses_lesson.slug
$$;
create function app_public.books_lesson(book app_public.books, slug text) returns app_public.lessons
language sql stable as $$
  select l.* from app_public.lessons l where l.book_id = book.id and l.slug = books_lesson.slug
$$;
comment on function app_public.courses_lesson(app_public.courses, text) is 'Its lesson of that slug; null when there is none.';
comment on function app_public.books_lesson(app_public.books, text) is 'Its chapter of that slug; null when there is none.';
grant execute on function app_public.courses_lesson(app_public.courses, text), app_public.books_lesson(app_public.books, text) to newline_visitor;

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
    raise exception 'There is no lesson % that you may read.', save_progress.lesson_id using errcode = 'NL404';
  end if;
  if cardinality(coalesce(watched, '{}')) % 2 = 1 or cardinality(watched) > 400 then
    raise exception 'watched: expected at most 200 pairs of a first second and the second after the last, got % numbers.', cardinality(watched)
      using errcode = 'NL400';
  end if;
  if cardinality(read_block_ids) > 20000 then
    raise exception 'readBlockIds: expected at most 20000 ids, got %.', cardinality(read_block_ids) using errcode = 'NL400';
  end if;
  -- Who may not play the video has not watched it.
  length_seconds := case when readable = 2147483647 then lesson.video_duration end;
  if length_seconds is not null then
    select coalesce(range_agg(int4range(greatest(w[1], 0), least(w[2], length_seconds))), '{}') into ranges
    from (select array[watched[n], watched[n + 1]] as w from generate_series(1, coalesce(cardinality(watched), 0), 2) n) pairs
    where w[1] < least(w[2], length_seconds) and w[2] > 0;
  end if;
  insert into app_public.lesson_activities as a (user_id, lesson_id, position_seconds, watched_seconds, block_id, read_block_ids)
  values (me, lesson.id, case when num_nulls(length_seconds, save_progress.position_seconds) = 0 then least(greatest(save_progress.position_seconds, 0), length_seconds) end, ranges,
    case when save_progress.block_id = any (ids) then save_progress.block_id end,
    array(select id from unnest(ids) id where id = any (save_progress.read_block_ids)))
  on conflict (user_id, lesson_id) do update set
    position_seconds = coalesce(excluded.position_seconds, a.position_seconds),
    watched_seconds = a.watched_seconds + excluded.watched_seconds,
    block_id = coalesce(excluded.block_id, a.block_id),
    read_block_ids = array(select id from unnest(ids) id where id = any (a.read_block_ids) or id = any (excluded.read_block_ids)),
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
      and ids[cardinality(ids)] = any (entry.read_block_ids) then
      perform app_private.complete_lesson(me, lesson.id, 'READ');
    end if;
  end if;
  return app_public.lessons_progress(lesson);
end $$;
comment on function app_public.save_progress(uuid, int[], text[], int, text) is
  'Adds what the signed-in person watched (pairs of a first second and the second after the last) and read, and where they stopped. Completes the lesson at 90 percent of its video or at the end of its text. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';

create function app_public.set_lesson_completed(lesson_id uuid, is_completed boolean) returns app_public.lesson_progress
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  lesson app_public.lessons;
begin
  if coalesce(app_private.readable_lesson_blocks(set_lesson_completed.lesson_id), 0) = 0 then
    raise exception 'There is no lesson % that you may read.', set_lesson_completed.lesson_id using errcode = 'NL404';
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

create function app_public.enroll(course_id uuid default null, book_id uuid default null) returns app_public.enrollments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.enrollments;
begin
  if num_nonnulls(enroll.course_id, enroll.book_id) <> 1 then
    raise exception 'Expected courseId or bookId, got %.', case when enroll.course_id is null then 'neither' else 'both' end using errcode = 'NL400';
  end if;
  if not exists (select from app_public.courses c where c.id = enroll.course_id and (c.archived_at is null and c.is_published and c.published_at <= now()
        or c.id in (select app_private.my_course_ids()) or app_public.is_admin())
      union all select from app_public.books b where b.id = enroll.book_id and (b.archived_at is null and b.is_published and b.published_at <= now()
        or b.id in (select app_private.my_book_ids()) or app_public.is_admin())) then
    raise exception 'There is no such course or book to enroll in.' using errcode = 'NL404';
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
grant execute on function app_public.save_progress(uuid, int[], text[], int, text), app_public.set_lesson_completed(uuid, boolean),
  app_public.enroll(uuid, uuid) to newline_visitor;

-- Videos: those of clips and trailers are for all who see the clip or the item, those of lessons for who may read the lesson.
create index on app_public.clips (video_url) where video_url is not null;
create function app_private.is_public_video(address text) returns boolean
language sql stable as $$
  select exists (select from app_public.clips c where c.video_url = address)
    or exists (select from app_public.courses c where c.hero_video_url = address)
    or exists (select from app_public.books b where b.hero_video_url = address)
$$;
comment on function app_private.is_public_video(text) is 'True when a clip or a trailer that the reader sees plays the video of this address.';
grant execute on function app_private.is_public_video(text) to newline_visitor;
