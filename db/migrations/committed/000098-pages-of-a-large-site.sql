--! Previous: sha1:037054011a08f4c850884c46019f5fe4b2d22af2
--! Hash: sha1:ca5723fee5e581b330f05e222f8fe3be9d5337f1

-- Compatible with older releases: the functions that they use return the same.
-- Each page of a large site takes less than 50 ms of the database, also when nothing is cached.

-- What visitors can see of a category or of the site is counted by index.
create index courses_listed_idx on app_public.courses (id, published_at) where is_published and archived_at is null and is_shown_publicly;
create index books_listed_idx on app_public.books (id, published_at) where is_published and archived_at is null and is_shown_publicly;
create index articles_listed_idx on app_public.articles (id, published_at) where is_published and archived_at is null and is_shown_publicly;
-- The number of all articles, in the order of the list that is counted.
create index articles_newest_listed_idx on app_public.articles (created_at desc, id desc) include (published_at, archived_at, is_published)
  where is_published and archived_at is null and is_shown_publicly;
create index clips_visible_from_idx on app_public.clips (visible_from) where is_listed;

-- These run for each card or category of a page. In plpgsql, and with a generic plan, they are planned once for each connection, not once for each call.
create or replace function app_public.tags_num_titles(tag app_public.tags) returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return (select (
    (select count(*) from app_public.taggings g join app_public.courses c on c.id = g.course_id
      where g.tag_id = tag.id and c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly)
    + (select count(*) from app_public.taggings g join app_public.books b on b.id = g.book_id
      where g.tag_id = tag.id and b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly)
    + (select count(*) from app_public.taggings g join app_public.articles a on a.id = g.article_id
      where g.tag_id = tag.id and a.is_published and a.published_at <= now() and a.archived_at is null and a.is_shown_publicly))::int);
end $$;

create or replace function app_private.count_fact(fact app_public.counted_fact) returns int
language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return (
  with courses as (
    select c.id, c.lessons_count from app_public.courses c where c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly
  ), books as (
    select b.id, b.lessons_count from app_public.books b where b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly
  )
  select case count_fact.fact
    when 'TITLES' then (select count(*) from courses) + (select count(*) from books)
    when 'COURSES' then (select count(*) from courses)
    when 'BOOKS' then (select count(*) from books)
    when 'LESSONS' then (select coalesce(sum(c.lessons_count), 0) from courses c) + (select coalesce(sum(b.lessons_count), 0) from books b)
    when 'VIDEO_HOURS' then (select coalesce(sum(l.video_duration), 0) / 3600 from app_public.lessons l
      where l.video_duration is not null and l.role <> 'CHANGELOG' and (l.course_id in (select id from courses) or l.book_id in (select id from books)))
    when 'CLIPS' then (select count(*) from app_public.clips c where c.is_listed and c.visible_from <= now())
    when 'LEARNERS' then (select t.amount from app_private.totals t where t.name = 'learners') end::int);
end $$;

create or replace function app_public.courses_ratings(course app_public.courses) returns int[]
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.course_id = course.id and t.hidden_at is null
    union all select s.scale_number, s.created_at from app_public.surveys s where s.course_id = course.id) r);
end $$;

create or replace function app_public.books_ratings(book app_public.books) returns int[]
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.book_id = book.id and t.hidden_at is null
    union all select s.scale_number, s.created_at from app_public.surveys s where s.book_id = book.id) r);
end $$;

-- Of lessons, the policy checks the item that has them. Where a random page costs more, it would read all items first.
create or replace function app_public.courses_video_seconds(course app_public.courses) returns int
language plpgsql stable set plan_cache_mode = force_generic_plan set random_page_cost = 1.1 as $$
begin
  return (select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.course_id = course.id);
end $$;

create or replace function app_public.books_video_seconds(book app_public.books) returns int
language plpgsql stable set plan_cache_mode = force_generic_plan set random_page_cost = 1.1 as $$
begin
  return (select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.book_id = book.id);
end $$;

-- A price is visible if its own item is. The policy used to list all items.
alter policy select_visible on app_public.item_prices using (
  (select true from app_public.courses c where c.id = course_id) or (select true from app_public.books b where b.id = book_id));

-- The titles of all revisions are searched at once, and the latest of an article is only looked up where one was found.
create or replace function app_public.my_articles(search text default null, status app_public.article_status default null, is_everyones boolean default false)
returns setof app_public.articles
language sql stable as $$
  select a.* from app_public.articles a
  where a.id = any (array(
      select app_private.my_article_ids()
      union all select x.id from app_public.articles x where coalesce(is_everyones, false) and (select app_public.is_admin())))
    and (my_articles.status is null or app_public.articles_status(a) = my_articles.status)
    and (coalesce(btrim(search), '') = '' or strpos(lower(a.title), lower(btrim(search))) > 0
      or a.id in (select r.article_id from app_public.article_revisions r where strpos(lower(r.title), lower(btrim(search))) > 0
        and not exists (select from app_public.article_revisions n where n.article_id = r.article_id and n.version > r.version)))
  order by (select max(r.updated_at) from app_public.article_revisions r where r.article_id = a.id) desc nulls last, a.id desc
$$;

-- Hidden comments are checked by their policies once, not twice.
create or replace function app_public.moderation_queue() returns setof app_public.comments
language sql stable as $$
  select c.* from app_public.comments c
  where (select app_public.is_admin()) and not c.deleted
    and (c.hidden_at is not null or c.id = any (array(select r.comment_id from app_public.comment_reports r where r.decided_at is null)))
  order by c.hidden_at is null, c.created_at desc, c.id desc
$$;

-- The comments of a user, including hidden ones, are counted for administrators.
create index comments_kept_idx on app_public.comments (user_id) where not deleted;

-- Comments that are hidden are counted by index, and only reported ones are looked up.
create or replace function app_public.administration_overview() returns app_public.administration_overview
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  return row(
    (select count(*) from app_public.users), (select count(*) from app_public.users u where u.is_admin),
    (select count(*) from app_public.suspensions s where s.ends_at is null or s.ends_at > now()),
    (select count(*) from app_public.comments c where c.hidden_at is not null and not c.deleted)
      + (select count(distinct c.id) from app_public.comment_reports r join app_public.comments c on c.id = r.comment_id
        where r.decided_at is null and c.hidden_at is null and not c.deleted),
    (select count(*) from app_public.testimonials t where t.hidden_at is not null), (select count(*) from app_public.subscriptions s where s.status <> 'ENDED'),
    (select count(*) from app_private.newsletter_subscribers n where n.state = 'CONFIRMED'))::app_public.administration_overview;
end $$;

-- A part of most addresses is found among the newest ones.
create or replace function app_public.newsletter_addresses(search text default null, state app_public.newsletter_state default null, before uuid default null, at_most int default 50)
returns setof app_public.newsletter_address
language plpgsql stable security definer rows 50 set search_path = pg_catalog, pg_temp as $$
declare
  pattern text := app_private.like_pattern(coalesce(search, ''));
  wanted int := least(greatest(coalesce(at_most, 50), 1), 101);
  ids uuid[];
begin
  perform app_private.require_admin();
  -- What many have is found among the newest; the rest by its trigrams.
  ids := array(select n.id from (select x.id, x.email, x.state from app_private.newsletter_subscribers x
      where before is null or x.id < before order by x.id desc limit 1000) n
    where n.email like pattern and (newsletter_addresses.state is null or n.state = newsletter_addresses.state::text) order by n.id desc limit wanted);
  if cardinality(ids) < wanted then
    ids := array(select n.id from app_private.newsletter_subscribers n
      where n.email like pattern and (newsletter_addresses.state is null or n.state = newsletter_addresses.state::text)
        and (before is null or n.id < before) order by n.id desc limit wanted);
  end if;
  return query select n.id, n.email, n.first_name, n.state::app_public.newsletter_state, n.asked_at, n.confirmed_at
    from app_private.newsletter_subscribers n where n.id = any (ids) order by n.id desc;
end $$;
