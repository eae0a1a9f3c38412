--! Previous: sha1:91f5fb255ddf5eb086a94bb476d3403b74f6a2d3
--! Hash: sha1:cf28028d7549ca6320c44b0b227e58a8e07b6377

-- Analytics of courses, books, articles and videos.

create function app_private.period_start(days int) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if days is not null and (days between 1 and 3650) is not true then
    raise exception 'DAYS_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('max', 3650, 'days', days)::text;
  end if;
  return coalesce(now() - days * interval '1 day', '-infinity');
end $$;
comment on function app_private.period_start(int) is 'When a period of so many days that ends now began; -infinity for all time. Raises NL400.';

-- Analytics for authors: how many, never who.
create type app_public.lesson_figures as (
  lesson_id uuid,
  title text,
  slug text,
  video_seconds int,
  begun_count int,
  completed_count int
);
comment on type app_public.lesson_figures is 'How a lesson or a chapter is studied, in numbers of people.';
comment on column app_public.lesson_figures.lesson_id is 'Its id.';
comment on column app_public.lesson_figures.title is 'Its title.';
comment on column app_public.lesson_figures.slug is 'The last part of its address.';
comment on column app_public.lesson_figures.video_seconds is 'Length of its video; null without one.';
comment on column app_public.lesson_figures.begun_count is 'How many people watched, read or completed any of it, in the period last.';
comment on column app_public.lesson_figures.completed_count is 'How many people completed it in the period.';

create type app_public.item_figures as (
  course_id uuid,
  book_id uuid,
  title text,
  counted_from timestamptz,
  counted_to timestamptz,
  enrolled_count int,
  enrolled_in_all_count int,
  active_count int,
  finished_count int,
  rating_counts int[],
  rating_average double precision,
  open_questions_count int,
  lessons app_public.lesson_figures[]
);
comment on type app_public.item_figures is 'How a course or a book is studied in a period that ends now, in numbers of people.';
comment on column app_public.item_figures.course_id is 'The course; null for a book.';
comment on column app_public.item_figures.book_id is 'The book; null for a course.';
comment on column app_public.item_figures.title is 'Its title.';
comment on column app_public.item_figures.counted_from is 'Where the period begins; null for all time.';
comment on column app_public.item_figures.counted_to is 'Where it ends: when this was counted.';
comment on column app_public.item_figures.enrolled_count is 'How many enrolled in the period.';
comment on column app_public.item_figures.enrolled_in_all_count is 'How many are enrolled, since whenever.';
comment on column app_public.item_figures.active_count is 'How many watched, read or completed any of it in the period.';
comment on column app_public.item_figures.finished_count is
  'How many have completed every lesson, the last of them in the period. A CHANGELOG counts for nothing.';
comment on column app_public.item_figures.rating_counts is 'Ratings given in the period: how many of 1, 2, 3, 4 and 5 stars.';
comment on column app_public.item_figures.rating_average is 'Their average; null without one.';
comment on column app_public.item_figures.open_questions_count is
  'Discussions begun in the period, beside its lessons and clips, that wait for an answer.';
comment on column app_public.item_figures.lessons is 'Its lessons or chapters, in their order.';

create function app_public.item_figures(course_id uuid default null, book_id uuid default null, days int default null) returns app_public.item_figures
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  since timestamptz := app_private.period_start(item_figures.days);
  item uuid := coalesce(item_figures.course_id, item_figures.book_id);
  found_figures app_public.item_figures;
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(item_figures.course_id, item_figures.book_id) <> 1 then
    raise exception 'COURSE_OR_BOOK_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(item_figures.course_id, item_figures.book_id))::text;
  end if;
  select c.id, null, c.title into found_figures.course_id, found_figures.book_id, found_figures.title from app_public.courses c where c.id = item_figures.course_id
    and (app_public.is_admin() or c.id in (select app_private.my_course_ids()));
  if found_figures.course_id is null then
    select b.id, b.title into found_figures.book_id, found_figures.title from app_public.books b where b.id = item_figures.book_id
      and (app_public.is_admin() or b.id in (select app_private.my_book_ids()));
  end if;
  if num_nonnulls(found_figures.course_id, found_figures.book_id) = 0 then
    raise exception 'OWN_ITEM_NOT_FOUND' using errcode = 'NL404';
  end if;
  found_figures.counted_from := nullif(since, '-infinity');
  found_figures.counted_to := now();
  select count(*) filter (where e.created_at >= since), count(*) into found_figures.enrolled_count, found_figures.enrolled_in_all_count
    from app_public.enrollments e where e.course_id = found_figures.course_id or e.book_id = found_figures.book_id;
  -- One pass over what was done in its lessons; `offset 0` keeps it to their rows, by index, in a table of everybody's.
  with places as materialized (
    select c.id as course_lesson_id, null::uuid as book_lesson_id, c.lesson_id, c.position from app_public.course_lessons c where c.course_id = found_figures.course_id
    union all
    select null, b.id, b.lesson_id, b.position from app_public.book_lessons b where b.book_id = found_figures.book_id
  ), done as materialized (
    select p.lesson_id, a.user_id, a.created_at from places p, lateral (
      select d.user_id, d.created_at from app_public.user_progresses d where d.course_lesson_id = p.course_lesson_id offset 0) a
    union all
    select p.lesson_id, a.user_id, a.created_at from places p, lateral (
      select d.user_id, d.created_at from app_public.user_progresses d where d.book_lesson_id = p.book_lesson_id offset 0) a
  ), touched as materialized (
    select p.lesson_id, a.user_id from places p, lateral (
      select d.user_id from app_public.lesson_activities d
      where d.lesson_id = p.lesson_id and d.updated_at >= since and (d.watched_seconds <> '{}' or d.read_block_ids <> '{}') offset 0) a
    union
    select d.lesson_id, d.user_id from done d where d.created_at >= since
  ), begun as (select t.lesson_id, count(*) as people from touched t group by t.lesson_id
  ), completed as (select d.lesson_id, count(*) as people from done d where d.created_at >= since group by d.lesson_id
  ), counted as (select l.id from places p join app_public.lessons l on l.id = p.lesson_id where l.role <> 'CHANGELOG')
  select (select count(distinct t.user_id) from touched t),
    (select count(*) from (
      select from done d where d.lesson_id in (select id from counted) group by d.user_id
      having count(*) = (select count(*) from counted) and max(d.created_at) >= since) f),
    coalesce(array_agg((l.id, l.title, l.slug, l.video_duration, coalesce(b.people, 0), coalesce(c.people, 0))::app_public.lesson_figures order by p.position), '{}')
    into found_figures.active_count, found_figures.finished_count, found_figures.lessons
    from places p join app_public.lessons l on l.id = p.lesson_id
    left join begun b on b.lesson_id = p.lesson_id left join completed c on c.lesson_id = p.lesson_id;
  with ratings as (
    select t.rating as stars from app_public.testimonials t
      where (t.course_id = found_figures.course_id or t.book_id = found_figures.book_id) and t.created_at >= since
    union all
    select s.scale_number from app_public.surveys s
      where (s.course_id = found_figures.course_id or s.book_id = found_figures.book_id) and s.created_at >= since)
  select array(select (select count(*)::int from ratings r where r.stars = n) from generate_series(1, 5) n), (select avg(r.stars)::float8 from ratings r)
    into found_figures.rating_counts, found_figures.rating_average;
  found_figures.open_questions_count := app_private.open_questions(found_figures.course_id, found_figures.book_id, since);
  return found_figures;
end $$;
comment on function app_public.item_figures(uuid, uuid, int) is
  'How a course or a book is studied, over the last so many days or all time; counts, never names. For those who contribute to it and staff. Errors: LOGIN_REQUIRED, NOT_FOUND also for what others write, BAD_INPUT.';
grant execute on function app_public.item_figures(uuid, uuid, int) to newline_visitor;

create type app_public.video_figures as (
  lesson_id uuid,
  title text,
  video_seconds int,
  viewers_count int,
  viewers_by_second int[]
);
comment on type app_public.video_figures is 'Which seconds of a lesson''s video people watched.';
comment on column app_public.video_figures.lesson_id is 'The lesson.';
comment on column app_public.video_figures.title is 'Its title.';
comment on column app_public.video_figures.video_seconds is 'Length of the video.';
comment on column app_public.video_figures.viewers_count is 'How many people watched any of it.';
comment on column app_public.video_figures.viewers_by_second is 'For each second, from 0, how many of them watched it.';

create function app_public.video_figures(lesson_id uuid, days int default null) returns app_public.video_figures
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  since timestamptz := app_private.period_start(video_figures.days);
  lesson app_public.lessons;
  found_figures app_public.video_figures;
begin
  perform app_private.own_user_id(null);
  select * into lesson from app_public.lessons l where l.id = video_figures.lesson_id and l.video_duration is not null
    and (app_public.is_admin() or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()));
  if lesson.id is null then
    raise exception 'OWN_VIDEO_LESSON_NOT_FOUND' using errcode = 'NL404';
  end if;
  found_figures.lesson_id := lesson.id;
  found_figures.title := lesson.title;
  found_figures.video_seconds := lesson.video_duration;
  with watched as materialized (
    select a.watched_seconds from app_public.lesson_activities a where a.lesson_id = lesson.id and a.updated_at >= since and a.watched_seconds <> '{}'
  ), steps as (
    -- Where somebody begins to watch one more is there, where they stop one fewer.
    select s.at, sum(s.more) as more from watched w, unnest(w.watched_seconds) r, lateral (values (lower(r), 1), (upper(r), -1)) s (at, more) group by s.at
  ), seconds as (
    select n, sum(coalesce(s.more, 0)) over (order by n) as viewers
    from generate_series(0, lesson.video_duration - 1) n left join steps s on s.at = n)
  select (select count(*) from watched), (select array_agg(viewers::int order by n) from seconds)
    into found_figures.viewers_count, found_figures.viewers_by_second;
  return found_figures;
end $$;
comment on function app_public.video_figures(uuid, int) is
  'How many people watched each second of a lesson''s video, of those who watched any of it in the last so many days, or ever. For those who contribute to its item and staff. Errors: LOGIN_REQUIRED, NOT_FOUND also without a video, BAD_INPUT.';
grant execute on function app_public.video_figures(uuid, int) to newline_visitor;

create type app_public.figures_line as (
  course_id uuid,
  book_id uuid,
  title text,
  enrolled_count int,
  enrolled_in_all_count int,
  rating_count int,
  rating_average double precision,
  open_questions_count int
);
comment on type app_public.figures_line is 'A course or a book in a list of figures.';
comment on column app_public.figures_line.course_id is 'The course; null for a book.';
comment on column app_public.figures_line.book_id is 'The book; null for a course.';
comment on column app_public.figures_line.title is 'Its title.';
comment on column app_public.figures_line.enrolled_count is 'How many enrolled in the period.';
comment on column app_public.figures_line.enrolled_in_all_count is 'How many are enrolled, since whenever.';
comment on column app_public.figures_line.rating_count is 'How many ratings it has, since whenever.';
comment on column app_public.figures_line.rating_average is 'Their average; null without one.';
comment on column app_public.figures_line.open_questions_count is
  'Discussions begun in the period, beside its lessons and clips, that wait for an answer.';

create type app_public.figures_list as (lines app_public.figures_line[], items_count int);
comment on type app_public.figures_list is 'Courses and books with their figures, newest first.';
comment on column app_public.figures_list.lines is 'The newest 100.';
comment on column app_public.figures_list.items_count is 'How many there are in all.';

create function app_public.own_figures(days int default null, is_everyones boolean default false) returns app_public.figures_list
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  since timestamptz := app_private.period_start(own_figures.days);
  is_all boolean := coalesce(own_figures.is_everyones, false);
  found_list app_public.figures_list;
begin
  perform app_private.own_user_id(null);
  if is_all and app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  with items as materialized (
    select c.id, c.id as course_id, null::uuid as book_id, c.title, c.students_count, c.rating_count, c.rating_sum, c.created_at from app_public.courses c
      where is_all or c.id in (select app_private.my_course_ids())
    union all
    select b.id, null, b.id, b.title, b.students_count, b.rating_count, b.rating_sum, b.created_at from app_public.books b
      where is_all or b.id in (select app_private.my_book_ids())
  ), newest as (select * from items order by created_at desc, id desc limit 100)
  select coalesce(array_agg((n.course_id, n.book_id, n.title,
      (select count(*) from app_public.enrollments e where (e.course_id = n.course_id or e.book_id = n.book_id) and e.created_at >= since),
      n.students_count, n.rating_count, case when n.rating_count > 0 then n.rating_sum::float8 / n.rating_count end,
      app_private.open_questions(n.course_id, n.book_id, since))::app_public.figures_line order by n.created_at desc, n.id desc), '{}'),
    (select count(*) from items)
    into found_list.lines, found_list.items_count from newest n;
  return found_list;
end $$;
comment on function app_public.own_figures(int, boolean) is
  'The courses and books that the signed-in person contributes to, with their figures over the last so many days or all time; with isEveryones those of the whole site, for staff. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT.';
grant execute on function app_public.own_figures(int, boolean) to newline_visitor;
