--! Previous: sha1:28714531989c2b128902cba650cd4212a9e6ef3a
--! Hash: sha1:088b85ae743ec1f3a3aef758367dea0134326f1a

-- Compatible with older releases: only indexes and functions change, and the functions return the same.
-- Lists and analytics of a large site: what they show is found by index.

-- Analytics of a period read only what was done in it.
create index enrollments_course_id_created_at_idx on app_public.enrollments (course_id, created_at);
drop index app_public.enrollments_course_id_idx;
create index enrollments_book_id_created_at_idx on app_public.enrollments (book_id, created_at);
drop index app_public.enrollments_book_id_idx;
comment on column app_public.enrollments.created_at is '@behavior -orderBy -filterBy';
create index user_progresses_course_lesson_id_created_at_idx on app_public.user_progresses (course_lesson_id, created_at) include (user_id);
create index user_progresses_book_lesson_id_created_at_idx on app_public.user_progresses (book_lesson_id, created_at) include (user_id);

-- The day changes less often than the time, so that saving a position usually changes no index.
alter table app_public.lesson_activities add column updated_on date generated always as ((updated_at at time zone 'UTC')::date) stored;
comment on column app_public.lesson_activities.updated_on is E'@behavior -select -orderBy -filterBy\nThe day of the last change, in UTC.';
create index lesson_activities_lesson_id_updated_on_idx on app_public.lesson_activities (lesson_id, updated_on);
drop index app_public.lesson_activities_lesson_id_idx;

-- Discussions that are waiting for an answer are few.
create index discussions_open_lesson_id_idx on app_public.discussions (lesson_id, created_at) where comments_count > 0 and not (is_answered or is_resolved);
create index discussions_open_clip_id_idx on app_public.discussions (clip_id, created_at) where comments_count > 0 and not (is_answered or is_resolved);

-- The overview of the administration counts these.
create index subscriptions_running_idx on app_public.subscriptions (id) where status <> 'ENDED';
create index newsletter_subscribers_confirmed_idx on app_private.newsletter_subscribers (id) where state = 'CONFIRMED';

create or replace function app_public.item_figures(course_id uuid default null, book_id uuid default null, days int default null) returns app_public.item_figures
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  since timestamptz := app_private.period_start(item_figures.days);
  item uuid := coalesce(item_figures.course_id, item_figures.book_id);
  course_lessons uuid[];
  book_lessons uuid[];
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
  found_figures.enrolled_in_all_count := coalesce((select c.students_count from app_public.courses c where c.id = found_figures.course_id),
    (select b.students_count from app_public.books b where b.id = found_figures.book_id));
  found_figures.enrolled_count := case when since = '-infinity' then found_figures.enrolled_in_all_count else
    (select count(*) from app_public.enrollments e where e.course_id = found_figures.course_id and e.created_at >= since)
    + (select count(*) from app_public.enrollments e where e.book_id = found_figures.book_id and e.created_at >= since) end;
  -- Only what was done in the period is read; `offset 0` keeps it to the rows of its lessons, by index, in tables of everyone's.
  course_lessons := array(select c.id from app_public.course_lessons c join app_public.lessons l on l.id = c.lesson_id
    where c.course_id = found_figures.course_id and l.role <> 'CHANGELOG' order by c.progress_count);
  book_lessons := array(select b.id from app_public.book_lessons b join app_public.lessons l on l.id = b.lesson_id
    where b.book_id = found_figures.book_id and l.role <> 'CHANGELOG' order by b.progress_count);
  with places as materialized (
    select c.id as course_lesson_id, null::uuid as book_lesson_id, c.lesson_id, c.position from app_public.course_lessons c where c.course_id = found_figures.course_id
    union all
    select null, b.id, b.lesson_id, b.position from app_public.book_lessons b where b.book_id = found_figures.book_id
  ), done as materialized (
    select p.lesson_id, p.course_lesson_id, p.book_lesson_id, a.user_id from places p, lateral (
      select d.user_id from app_public.user_progresses d where d.course_lesson_id = p.course_lesson_id and d.created_at >= since offset 0) a
    union all
    select p.lesson_id, p.course_lesson_id, p.book_lesson_id, a.user_id from places p, lateral (
      select d.user_id from app_public.user_progresses d where d.book_lesson_id = p.book_lesson_id and d.created_at >= since offset 0) a
  ), touched as materialized (
    select p.lesson_id, a.user_id from places p, lateral (
      select d.user_id from app_public.lesson_activities d
      where d.lesson_id = p.lesson_id and d.updated_on >= (since at time zone 'UTC')::date and d.updated_at >= since and (d.watched_seconds <> '{}' or d.read_block_ids <> '{}') offset 0) a
    union
    select d.lesson_id, d.user_id from done d
  ), begun as (select t.lesson_id, count(*) as people from touched t group by t.lesson_id
  ), completed as (select d.lesson_id, count(*) as people from done d group by d.lesson_id
  ), finished as (
    -- Whoever completed all lessons also completed the one that fewest did.
    select r.user_id from (
      select d.user_id from app_public.user_progresses d where d.course_lesson_id = course_lessons[1]
      union all select d.user_id from app_public.user_progresses d where d.book_lesson_id = book_lessons[1] offset 0) r
    where r.user_id in (select d.user_id from done d where d.course_lesson_id = any (course_lessons) or d.book_lesson_id = any (book_lessons))
      and coalesce((select false from unnest(course_lessons) l where not exists (
        select from app_public.user_progresses d where d.course_lesson_id = l and d.user_id = r.user_id) limit 1), true)
      and coalesce((select false from unnest(book_lessons) l where not exists (
        select from app_public.user_progresses d where d.book_lesson_id = l and d.user_id = r.user_id) limit 1), true)
  )
  select (select count(distinct t.user_id) from touched t), (select count(*) from finished),
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

create or replace function app_public.own_figures(days int default null, is_everyones boolean default false) returns app_public.figures_list
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
      case when since = '-infinity' then n.students_count else (select count(*) from app_public.enrollments e where e.course_id = n.course_id and e.created_at >= since)
        + (select count(*) from app_public.enrollments e where e.book_id = n.book_id and e.created_at >= since) end,
      n.students_count, n.rating_count, case when n.rating_count > 0 then n.rating_sum::float8 / n.rating_count end,
      app_private.open_questions(n.course_id, n.book_id, since))::app_public.figures_line order by n.created_at desc, n.id desc), '{}'),
    (select count(*) from items)
    into found_list.lines, found_list.items_count from newest n;
  return found_list;
end $$;

-- The comments of a profile are read in their order until the page is full, so there is no join that would sort all of them.
create index comments_by_person_id_idx on app_public.comments (user_id, created_at desc, id desc) where not deleted and hidden_at is null;
drop index app_public.comments_by_person_idx;
create or replace function app_public.users_public_comments(person app_public.users) returns setof app_public.comments
language sql stable as $$
  select c.* from app_public.comments c
  where c.user_id = person.id and not c.deleted and c.hidden_at is null
    and (select case when d.article_id is not null
        then (select a.is_shown_publicly and a.archived_at is null and a.is_published and a.published_at <= now() from app_public.articles a where a.id = d.article_id)
        else coalesce(
          (select x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now()
            from app_public.lessons l join app_public.courses x on x.id = l.course_id where l.id = d.lesson_id),
          (select x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now()
            from app_public.lessons l join app_public.books x on x.id = l.book_id where l.id = d.lesson_id),
          (select x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now()
            from app_public.clips k join app_public.courses x on x.id = k.course_id where k.id = d.clip_id),
          (select x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now()
            from app_public.clips k join app_public.books x on x.id = k.book_id where k.id = d.clip_id)) end
      from app_public.discussions d where d.id = c.discussion_id)
  order by c.created_at desc, c.id desc
$$;

-- What it counts is public by its own conditions, so the policies of each tagging, which check the same, are left out.
create or replace function app_public.tags_num_titles(tag app_public.tags) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (
    (select count(*) from app_public.taggings g join app_public.courses c on c.id = g.course_id
      where g.tag_id = tag.id and c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly)
    + (select count(*) from app_public.taggings g join app_public.books b on b.id = g.book_id
      where g.tag_id = tag.id and b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly)
    + (select count(*) from app_public.taggings g join app_public.articles a on a.id = g.article_id
      where g.tag_id = tag.id and a.is_published and a.published_at <= now() and a.archived_at is null and a.is_shown_publicly))::int
$$;

-- Of texts and comments with a word that most of them contain, a thousand are ranked instead of two.
create or replace function app_private.find_entries(q tsquery, kinds app_public.search_kind[], at_most int)
returns table (entry uuid, title text, context text, path text)
language sql stable security definer rows 30 set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
  with candidates as materialized (
    (select e.id, e.kind, e.course_id, e.book_id, e.article_id, e.lesson_id, e.clip_id, e.comment_id, e.user_id, e.page_id, e.place,
        ts_rank(e.vector, q, 1) * 2 as rank from app_private.search_entries e
      where e.vector @@ q and e.kind not in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and (kinds is null or e.kind = any (kinds)) limit 500)
    union all
    (select e.id, e.kind, e.course_id, e.book_id, e.article_id, e.lesson_id, e.clip_id, e.comment_id, e.user_id, e.page_id, e.place,
        ts_rank(e.vector, q, 1) * case e.kind when 'COMMENT' then 0.5 else 1 end from app_private.search_entries e
      where e.vector @@ q and e.kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and (kinds is null or e.kind = any (kinds)) limit 1000)
  ), spread as (
    select c.*, row_number() over (partition by c.kind, c.lesson_id, c.article_id, c.clip_id order by c.rank desc, c.id) as nth
    from candidates c
  ), best as (
    select * from spread where nth <= 3 or kind in ('COURSE', 'BOOK', 'PERSON', 'PAGE', 'COMMENT') order by rank desc, id limit 300
  ), me as materialized (
    select app_public.is_admin() as is_admin,
      array(select app_private.my_course_ids() union all select app_private.my_book_ids() union all select app_private.my_article_ids()) as ids
  ), placed as (
    select r.*, c.course, c.book, c.article, i.title as item, i.permalink as item_path, l.title as lesson, l.permalink as lesson_path,
      k.id as clip, k.title as clip_title, d.id as discussion, u.display_name as person, u.username,
      g.title as page_title, app_private.page_path(g.slug) as page_path,
      (i.id = any (me.ids) or me.is_admin) as is_staff, i.is_open, i.is_announced
    from best r cross join me
    left join app_public.comments m on m.id = r.comment_id
    left join app_public.pages g on g.id = r.page_id and g.published_at is not null
    left join app_public.discussions d on d.id = m.discussion_id
    left join lateral (
      select x.id, x.title, x.course_id, x.book_id, app_public.lessons_permalink(x) as permalink from app_public.lessons x
      where x.id = coalesce(r.lesson_id, d.lesson_id)) l on true
    left join app_public.clips k on k.id = coalesce(r.clip_id, d.clip_id)
    cross join lateral (select coalesce(r.course_id, l.course_id, k.course_id) as course, coalesce(r.book_id, l.book_id, k.book_id) as book,
      coalesce(r.article_id, d.article_id) as article) c
    left join lateral (
      select x.id, x.title, x.permalink, x.is_coming_soon as is_announced,
        x.is_shown_publicly and x.archived_at is null and (x.is_coming_soon or (x.is_published and x.published_at <= now())) as is_open
        from app_public.courses x where x.id = c.course
      union all
      select x.id, x.title, x.permalink, x.is_coming_soon,
        x.is_shown_publicly and x.archived_at is null and (x.is_coming_soon or (x.is_published and x.published_at <= now()))
        from app_public.books x where x.id = c.book
      union all
      select x.id, x.title, x.permalink, false, x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now()
        from app_public.articles x where x.id = c.article) i on true
    left join lateral (
      select x.username, app_public.users_display_name(x) as display_name from app_public.users x
      where x.id = coalesce(r.user_id, m.user_id)) u on true
    order by r.rank desc, r.id offset 0
  )
  select p.id,
    case p.kind when 'PERSON' then p.person when 'COMMENT' then p.person else coalesce(p.clip_title, p.lesson, p.item, p.page_title) end,
    case when p.kind = 'COMMENT' then coalesce(p.clip_title, p.lesson, p.item) when p.clip is not null or p.lesson is not null then p.item end,
    case when p.kind = 'PERSON' then '/@' || p.username
      when p.kind = 'COMMENT' then '/discussions/' || p.discussion || '#' || p.comment_id
      when p.clip is not null then '/clips/' || p.clip
      else coalesce(p.lesson_path, p.item_path, p.page_path) end
  from placed p
  where case when p.kind = 'PERSON' then true
    when p.kind = 'PAGE' then p.page_path is not null
    when p.is_staff then true
    when not coalesce(p.is_open, false) then false
    when p.kind in ('COURSE', 'BOOK') then true
    when p.is_announced then false
    when p.kind in ('TEXT', 'CODE') then p.place <= coalesce(app_private.readable_lesson_blocks(p.lesson_id), app_private.readable_article_blocks(p.article_id))
    when p.kind = 'TRANSCRIPT' and p.lesson_id is not null then app_private.readable_lesson_blocks(p.lesson_id) = 2147483647
    else true end
  limit at_most
$$;
