--! Previous: sha1:aba1246179b5817a654075106088d12c436df49d
--! Hash: sha1:129b028c15726a42f1a3c5b33436958bea57ad42

-- An export of a book waits until the code, formulas and diagrams of its chapters are rendered. Renderings follow from the text and the version
-- of the renderer, which is part of `maker`. So they aren't part of the fingerprint of a book, and an export that is queued stays valid when they arrive.
-- Compatible with older releases: they export what is rendered, as before.

create or replace function app_private.book_version(book uuid, maker text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select md5(jsonb_build_array(maker, b.title, b.subtitle, b.slug, b.permalink, b.summary, b.lesson_language, b.poster_image_url, extract(epoch from b.updated_at),
    (select jsonb_agg(jsonb_build_array(c.title, app_public.users_display_name(u)) order by c.position, c.id)
      from app_public.contributions c join app_public.users u on u.id = c.user_id where c.book_id = b.id),
    (select jsonb_agg(jsonb_build_array(s.title, l.id, l.slug, l.title, l.role, extract(epoch from l.updated_at), extract(epoch from t.updated_at), t.text_version) order by p.position)
      from app_public.book_lessons p join app_public.lessons l on l.id = p.lesson_id
      left join app_public.course_sections s on s.id = p.course_section_id left join app_private.lesson_bodies t on t.lesson_id = l.id
      where p.book_id = b.id))::text)
  from app_public.books b where b.id = book
$$;

create function app_private.undrawn_chapters(export uuid, drawer int, at_most int)
returns table (kind text, id uuid, body jsonb, version text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select 'lesson', b.lesson_id, b.body_delta, md5(b.body_delta::text)
  from app_private.book_exports e join app_private.lesson_bodies b on b.lesson_id = any (e.lesson_ids)
  where e.id = export and e.status = 'running' and b.drawn_by < drawer
  order by array_position(e.lesson_ids, b.lesson_id) limit at_most
$$;
comment on function app_private.undrawn_chapters(uuid, int, int) is
  'The next chapters of a running export that this version of the renderer hasn''t rendered, with the columns of undrawn_bodies().';

do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function app_private.undrawn_chapters(uuid, int, int) to %s', worker);
end $$;
