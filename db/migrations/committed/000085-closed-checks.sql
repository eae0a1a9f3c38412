--! Previous: sha1:9fc1c912e16aca3d32f96ad12d445295e1cf27db
--! Hash: sha1:108737a5f7c081141fb8952f1ddee107a2296fbe

-- Functions that guards and policies ask say yes or no, never NULL, which is neither.
create or replace function app_private.is_live(lesson app_public.lessons) returns boolean
language sql stable as $$
  select coalesce((select i.is_live from app_private.lesson_item(lesson.course_id, lesson.book_id) i), false)
$$;
create or replace function app_public.courses_may_write(course app_public.courses) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce(course.id in (select app_private.my_course_ids()), false)
$$;
create or replace function app_public.books_may_write(book app_public.books) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce(book.id in (select app_private.my_book_ids()), false)
$$;
create or replace function app_private.is_shown_picture(address text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(address like '/media/%', false) or exists (select from app_private.picture_hosts p where p.host = substring(address from '^https://([^/?#]+)'))
$$;

-- A range has two ends or none: a CHECK lets NULL pass, and a comparison with one end missing is NULL.
update app_private.working_anchors w set range_from = null, range_to = null where num_nulls(w.range_from, w.range_to) = 1;
alter table app_private.working_anchors
  drop constraint working_anchors_check,
  add constraint working_anchors_range_check check (
    num_nulls(range_from, range_to) = 2 or num_nulls(range_from, range_to) = 0 and coalesce(range_to >= range_from, false));

-- The API refuses infinity wherever it takes a time; so do the columns that such times are written to (entitlements and subscriptions: 000074).
update app_public.suspensions s set ends_at = null where s.ends_at = 'infinity';
update app_public.courses c set published_at = '2199-12-31' where c.published_at = 'infinity';
update app_public.books b set published_at = '2199-12-31' where b.published_at = 'infinity';
update app_public.articles a set published_at = '2199-12-31' where a.published_at = 'infinity';
alter table app_public.suspensions add constraint suspensions_time_check check (ends_at is null or isfinite(ends_at)) not valid;
alter table app_public.courses add constraint courses_time_check check (published_at is null or isfinite(published_at)) not valid;
alter table app_public.books add constraint books_time_check check (published_at is null or isfinite(published_at)) not valid;
alter table app_public.articles add constraint articles_time_check check (published_at is null or isfinite(published_at)) not valid;
