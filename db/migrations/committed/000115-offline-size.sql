--! Previous: sha1:36df9d40dbb7ac08ae4429872c4042d76d1a9a0f
--! Hash: sha1:1d630c8ad1f4ee0aff844bca809dc56414270bdb

-- The size of what a reader may keep offline, before they do.
-- Compatible with older releases: they don't ask for it.

create function app_public.lessons_offline_bytes(lesson app_public.lessons) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  -- A page has the text as HTML, and images in several widths: together they are a little larger than the largest.
  select (coalesce((select octet_length(array_to_string(b.block_html, '')) + coalesce(octet_length(b.drawings::text), 0)
      from app_private.lesson_bodies b where b.lesson_id = lesson.id), 0)
    + coalesce((select sum(a.byte_count) * 3 / 2 from app_private.attachment_uses u join app_public.attachments a on a.id = u.attachment_id
      where u.lesson_id = lesson.id and a.kind = 'IMAGE'), 0))::int
  where app_public.may_read(lesson_id => lesson.id)
$$;
comment on function app_public.lessons_offline_bytes(app_public.lessons) is
  'About how many bytes its text and images need in a browser that keeps them offline, without the rest of the page; null if the reader doesn''t have access to all of it.';
grant execute on function app_public.lessons_offline_bytes(app_public.lessons) to newline_visitor;
