--! Previous: sha1:ca5723fee5e581b330f05e222f8fe3be9d5337f1
--! Hash: sha1:802c2851311b8da068248bbc32d8b54389857092

-- Compatible with older releases: they call the same functions.
-- The page of a course or book says which lessons its reader can open, in every answer. The rights are those of the item, so they are looked up
-- once, and not for each of its lessons.

create type app_private.item_access as (opens_free boolean, opens_others boolean, opens_advanced boolean);
comment on type app_private.item_access is
  'Which lessons of a course or book a reader has access to: its free lessons, the others, and those of the advanced package.';

create function app_private.access_to_item(course uuid, book uuid) returns app_private.item_access
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  i record;
  access app_private.item_access := row(false, false, false);
begin
  select o.is_open, o.is_early, o.is_free into i from app_private.lesson_item(course, book) o;
  if i.is_open then
    access.opens_advanced := app_private.is_entitled(course, book, true);
    -- The advanced package includes the others.
    access.opens_others := access.opens_advanced or (i.is_free and not i.is_early) or app_private.is_entitled(course, book, false);
    access.opens_free := access.opens_others or not i.is_early;
    if access.opens_advanced then return access; end if;
  end if;
  if app_public.is_admin() or course in (select app_private.my_course_ids()) or book in (select app_private.my_book_ids()) then
    return row(true, true, true);
  end if;
  return access;
end $$;
comment on function app_private.access_to_item(uuid, uuid) is
  'Which lessons of a course or book the reader has access to. The same as app_private.readable_lesson_blocks for each of them.';
grant execute on function app_private.access_to_item(uuid, uuid) to newline_visitor;

create or replace function app_private.item_progress(course uuid, book uuid) returns app_public.item_progress
language sql stable as $$
  with access as materialized (select a.* from app_private.access_to_item(course, book) a),
  places as materialized (
    select l.id, l.role <> 'CHANGELOG' as is_counted, o.position, p.reason, a.position_seconds, a.updated_at,
      case when l.is_advanced_package_lesson then (select opens_advanced from access)
        when l.is_free then (select opens_free from access) else (select opens_others from access) end as is_open
    from (
      select c.lesson_id, c.position, c.id as course_lesson_id, null::uuid as book_lesson_id from app_public.course_lessons c where c.course_id = course
      union all
      select b.lesson_id, b.position, null, b.id from app_public.book_lessons b where b.book_id = book) o
    join app_public.lessons l on l.id = o.lesson_id
    left join app_public.user_progresses p on p.user_id = app_public.current_user_id()
      and (p.course_lesson_id = o.course_lesson_id or p.book_lesson_id = o.book_lesson_id)
    left join app_public.lesson_activities a on a.user_id = app_public.current_user_id() and a.lesson_id = l.id
  ), counted as (select * from places where is_counted),
  latest as (select position, reason from counted where updated_at is not null order by updated_at desc, position desc limit 1),
  next as (
    select c.id, c.position_seconds from counted c left join latest t on true
    -- The latest itself, unless it is done; then the first that is not, after it before those ahead of it; then the first of all.
    order by coalesce(c.position = t.position and c.reason is null, false) desc, (c.reason is null) desc,
      coalesce(c.reason is null and c.position > t.position, false) desc, c.position
    limit 1)
  select (
    exists (select from app_public.enrollments e where e.user_id = app_public.current_user_id() and (e.course_id = course or e.book_id = book)),
    t.completed, t.open, t.watched, t.read, t.by_hand, t.is_begun, n.id, n.position_seconds)::app_public.item_progress
  from (
    select coalesce(array_agg(id order by position) filter (where is_counted and reason is not null), '{}') as completed,
      coalesce(array_agg(id order by position) filter (where is_open), '{}') as open,
      (count(*) filter (where is_counted and reason = 'WATCHED'))::int as watched,
      (count(*) filter (where is_counted and reason = 'READ'))::int as read,
      (count(*) filter (where is_counted and reason = 'BY_HAND'))::int as by_hand,
      coalesce(bool_or(updated_at is not null or reason is not null) filter (where is_counted), false) as is_begun
    from places) t left join next n on true
  where app_public.current_user_id() is not null
$$;
comment on function app_private.item_progress(uuid, uuid) is
  'The signed-in user''s progress in a course or book; runs with that user''s rights.';
