--! Previous: sha1:5cc0771819b2cceb4b75cab25a7ca566185664ed
--! Hash: sha1:42efb4f0d3df515bad0e4d2c0b8b97a044554f83

-- The gate is asked several times for one page, so what costs least is asked first: a lesson that is open to all needs no look at the
-- person, and an entitlement none at who writes. Whoever may have all of it for any of these reasons, may.
create or replace function app_private.readable_lesson_blocks(lesson uuid) returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  whole constant int := 2147483647;
  l record;
begin
  select o.course_id, o.book_id, o.is_advanced_package_lesson as is_advanced, i.is_open, i.is_early, i.is_free or o.is_free as is_free, i.percent
    into l from app_public.lessons o cross join lateral app_private.lesson_item(o.course_id, o.book_id) i where o.id = lesson;
  if not found then return null; end if;
  if l.is_open and app_private.open_lesson_blocks(l.is_early, l.is_free, l.is_advanced, null, null, null) = whole then return whole; end if;
  if l.is_open and app_private.is_entitled(l.course_id, l.book_id, l.is_advanced) then return whole; end if;
  if app_public.is_admin() or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()) then
    return whole;
  end if;
  if not l.is_open then return 0; end if;
  return (
    select app_private.open_lesson_blocks(l.is_early, l.is_free, l.is_advanced, b.free_blocks, b.block_lengths, l.percent)
    from (select) as one left join app_private.lesson_bodies b on b.lesson_id = lesson);
end $$;

-- A line of an outline is seen with its item. A page shows the lines of one item, so each looks at its own item, where it looked for it
-- in a list of all items that was made anew for every look at a table. For many lines the planner still makes that list.
do $$
declare
  seen constant text := 'exists (select from app_public.%1$ss i where i.id = %2$s.%1$s_id
    and (not i.is_coming_soon or i.id in (select app_private.my_%1$s_ids()) or (select app_public.is_admin())))';
begin
  execute format('alter policy select_visible on app_public.course_lessons using (%s)', format(seen, 'course', 'course_lessons'));
  execute format('alter policy select_visible on app_public.book_lessons using (%s)', format(seen, 'book', 'book_lessons'));
  execute format('alter policy select_visible on app_public.lessons using (%s or %s)', format(seen, 'course', 'lessons'), format(seen, 'book', 'lessons'));
  execute format('alter policy select_visible on app_public.course_sections using (%s or %s)',
    format(seen, 'course', 'course_sections'), format(seen, 'book', 'course_sections'));
end $$;
