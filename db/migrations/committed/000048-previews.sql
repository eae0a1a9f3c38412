--! Previous: sha1:3bbc55b7f5e9b76953291c06e105c7bb01ebf668
--! Hash: sha1:5cc0771819b2cceb4b75cab25a7ca566185664ed

-- Previews of a whole course or book: what of it will open for whom, said by what the gate is made of.
create function app_public.lessons_will_open(lesson app_public.lessons, has_pro boolean default false) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select has_pro and i.opens_with_pro
    or app_private.open_lesson_blocks(i.is_early, i.is_free or lesson.is_free, lesson.is_advanced_package_lesson, null, null, null) = 2147483647
  from app_private.lesson_item(lesson.course_id, lesson.book_id) i
  where app_public.lessons_may_write(lesson)
$$;
comment on function app_public.lessons_will_open(app_public.lessons, boolean) is
  'Whether readers without a purchase, with Pro or without it, may have all of the lesson once its item is published; null for those who do not write it.';
grant execute on function app_public.lessons_will_open(app_public.lessons, boolean) to newline_visitor;
