--! Previous: sha1:7d13ecba06e8a8c2509c0614ba9783d936355004
--! Hash: sha1:7ac01e220e4261653c1648de1d3dd6b634047a1e

-- Figures for authors: how many, never who. And all that is stored of a person, for that person.

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
comment on column app_public.item_figures.finished_count is 'How many have completed every lesson, the last of them in the period. A CHANGELOG counts for nothing.';
comment on column app_public.item_figures.rating_counts is 'Ratings given in the period: how many of 1, 2, 3, 4 and 5 stars.';
comment on column app_public.item_figures.rating_average is 'Their average; null without one.';
comment on column app_public.item_figures.open_questions_count is 'Discussions begun in the period, beside its lessons and clips, that wait for an answer.';
comment on column app_public.item_figures.lessons is 'Its lessons or chapters, in their order.';

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
comment on column app_public.figures_line.open_questions_count is 'Discussions begun in the period, beside its lessons and clips, that wait for an answer.';

create function app_private.period_start(days int) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if days not between 1 and 3650 then
    raise exception 'days: expected 1 to 3650, or nothing for all time, got %.', days using errcode = 'NL400';
  end if;
  return coalesce(now() - days * interval '1 day', '-infinity');
end $$;
comment on function app_private.period_start(int) is 'When a period of so many days that ends now began; -infinity for all time. Raises NL400.';

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
    raise exception 'Expected courseId or bookId, got %.', case when item is null then 'neither' else 'both' end using errcode = 'NL400';
  end if;
  select c.id, null, c.title into found_figures.course_id, found_figures.book_id, found_figures.title from app_public.courses c where c.id = item_figures.course_id
    and (app_public.is_admin() or c.id in (select app_private.my_course_ids()));
  if found_figures.course_id is null then
    select b.id, b.title into found_figures.book_id, found_figures.title from app_public.books b where b.id = item_figures.book_id
      and (app_public.is_admin() or b.id in (select app_private.my_book_ids()));
  end if;
  if num_nonnulls(found_figures.course_id, found_figures.book_id) = 0 then
    raise exception 'There is no such course or book of yours.' using errcode = 'NL404';
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
    raise exception 'There is no such lesson of yours with a video.' using errcode = 'NL404';
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
  if is_all and not app_public.is_admin() then raise exception 'Only staff may do this.' using errcode = 'NL403'; end if;
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
-- Granted to visitors too, so that their refusal is LOGIN_REQUIRED.
grant execute on function app_public.item_figures(uuid, uuid, int), app_public.video_figures(uuid, int), app_public.own_figures(int, boolean) to newline_visitor;

-- What is stored of a person where no request may look. Each part is named after its table and leaves secrets out.
create function app_private.own_private_data() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'account', (select jsonb_agg(jsonb_build_object('provider', a."providerId", 'accountId', a."accountId", 'scope', a."scope", 'createdAt', a."createdAt") order by a."createdAt")
      from auth."account" a where a."userId" = me.id),
    'session', (select jsonb_agg(jsonb_build_object('ipAddress', s."ipAddress", 'userAgent', s."userAgent", 'createdAt', s."createdAt", 'expiresAt', s."expiresAt") order by s."createdAt")
      from auth."session" s where s."userId" = me.id),
    'user', (select jsonb_agg(to_jsonb(u)) from auth."user" u where u."id" = me.id),
    'newsletter_subscribers', (select jsonb_agg(to_jsonb(n) - 'token_hash') from app_private.newsletter_subscribers n
      join auth."user" u on u."email" = n.email and u."emailVerified" where u."id" = me.id),
    'checkouts', (select jsonb_agg(to_jsonb(c) order by c.created_at) from app_private.checkouts c where c.user_id = me.id),
    'billing_customers', (select jsonb_agg(to_jsonb(b)) from app_private.billing_customers b where b.user_id = me.id),
    'notice_mails', (select jsonb_agg(to_jsonb(m) - 'key' order by m.created_at) from app_private.notice_mails m where m.user_id = me.id),
    'upload_budgets', (select jsonb_agg(to_jsonb(b)) from app_private.upload_budgets b where b.user_id = me.id),
    'video_budgets', (select jsonb_agg(to_jsonb(b)) from app_private.video_budgets b where b.user_id = me.id),
    'deleted_comment_bodies', (select jsonb_agg(jsonb_build_object('comment_id', d.comment_id, 'body_markdown', d.body_markdown, 'deleted_at', d.deleted_at))
      from app_private.deleted_comment_bodies d join app_public.comments c on c.id = d.comment_id where c.user_id = me.id),
    'hidden_comment_bodies', (select jsonb_agg(jsonb_build_object('comment_id', h.comment_id, 'body_markdown', h.body_markdown))
      from app_private.hidden_comment_bodies h join app_public.comments c on c.id = h.comment_id where c.user_id = me.id))
  from (select app_public.current_user_id() as id) me
$$;
comment on function app_private.own_private_data() is
  'What is stored of the signed-in person in tables that no request may read: sign-ins, newsletter, payments under way, mails, texts of deleted comments. Without passwords and tokens.';
grant execute on function app_private.own_private_data() to newline_visitor;

create or replace function app_public.own_data() returns jsonb
language plpgsql stable as $$
declare
  me uuid := app_private.own_user_id(null);
  part record;
  found_rows jsonb;
  data jsonb := jsonb_build_object('users', (select jsonb_agg(to_jsonb(u)) from app_public.users u where u.id = me));
begin
  -- Every column that refers to people, whatever it is called; a table with several is asked once.
  for part in
    select c.relname as name, string_agg(format('t.%I = $1', a.attname), ' or ' order by a.attnum) as of_mine
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype and not a.attisdropped
    where c.relnamespace = 'app_public'::regnamespace and c.relkind in ('r', 'p') and has_any_column_privilege(c.oid, 'select')
      and has_table_privilege(c.oid, 'select') and c.relname <> 'users'
      and (a.attname in ('user_id', 'owner_id') or a.attname <> 'actor_id' and exists (
        select from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'app_public.users'::regclass and k.conkey = array[a.attnum]))
    group by c.relname order by c.relname
  loop
    execute format('select jsonb_agg(to_jsonb(t)) from app_public.%I t where %s', part.name, part.of_mine) into found_rows using me;
    data := data || jsonb_build_object(part.name, coalesce(found_rows, '[]'));
  end loop;
  return data || jsonb_strip_nulls(app_private.own_private_data());
end $$;

-- Who leaves takes their address along: it stands in places that know the address and not the person.
create function app_private.forget_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- An address that was never shown to be theirs may be somebody else's.
  if old."emailVerified" then
    -- One that was confirmed is kept as an address that gets no letters, so that a service that sends them is told.
    perform app_private.leave_newsletter(old."email");
    update app_private.newsletter_subscribers n set first_name = null where n.email = old."email";
    delete from app_public.team_invitations i where i.email = old."email";
  end if;
  delete from auth."verification" v where v."identifier" = old."email" or v."value" = old."id"::text or strpos(v."value", '"' || old."email" || '"') > 0;
  return null;
end $$;
comment on function app_private.forget_address() is 'A deleted account''s address leaves the newsletter, invitations and links under way.';
create trigger forget_address after delete on auth."user" for each row execute function app_private.forget_address();
