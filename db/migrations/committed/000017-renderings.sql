--! Previous: sha1:1127c08fb5038c238cd4872200eb7efc466c9fa1
--! Hash: sha1:8793ce45244f738ffb8d2536e87037be36eb3349

-- What the server rendered of a text: highlighted code, formulas, diagrams.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create function app_private.drop_stale_drawings() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.body_drawings := null; new.drawn_by := 0;
  return new;
end $$;
comment on function app_private.drop_stale_drawings() is
  'A comment whose text changes loses the drawings of the text before, unless new ones come with it.';

create function app_private.cut_drawings(drawings jsonb, blocks int) returns jsonb
language sql immutable parallel safe as $$
  select case
    when drawings is null then null
    when blocks >= jsonb_array_length(drawings) then drawings
    else coalesce((select jsonb_agg(entry order by n) from jsonb_array_elements(drawings) with ordinality as d (entry, n) where n <= blocks), '[]') end
$$;
comment on function app_private.cut_drawings(jsonb, int) is 'The drawings of the first blocks: the paywall cut, at the place where cut_delta cuts.';

-- What the job draw_bodies asks, as the login that runs jobs: texts that nobody has drawn, or an older drawer, and a place for the drawings.
create function app_private.undrawn_bodies(drawer int, at_most int) returns table (kind text, id uuid, body jsonb, version text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.kind, u.id, u.body, md5(u.body::text) from (
    (select 'article' as kind, b.article_id as id, b.body_delta as body from app_private.article_bodies b where b.drawn_by < drawer limit at_most)
    union all
    (select 'lesson', b.lesson_id, b.body_delta from app_private.lesson_bodies b where b.drawn_by < drawer limit at_most)
    union all
    (select 'comment', c.id, c.body_delta from app_public.comments c where not c.deleted and c.drawn_by < drawer limit at_most)
    limit at_most) u
$$;
comment on function app_private.undrawn_bodies(int, int) is
  'Texts that this version of the drawer has not drawn, a batch of them. For the job draw_bodies.';

create function app_private.store_drawings(kind text, id uuid, version text, drawn jsonb, drawer int) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tags text;
begin
  if kind = 'article' then
    update app_private.article_bodies b set drawings = drawn, drawn_by = drawer
      where b.article_id = store_drawings.id and md5(b.body_delta::text) = version
      returning 'articles,article:' || b.article_id into tags;
  elsif kind = 'lesson' then
    update app_private.lesson_bodies b set drawings = drawn, drawn_by = drawer from app_public.lessons l
      where b.lesson_id = store_drawings.id and l.id = b.lesson_id and md5(b.body_delta::text) = version
      returning 'lessons,' || coalesce('course:' || l.course_id, 'book:' || l.book_id) into tags;
  else
    update app_public.comments c set body_drawings = drawn, drawn_by = drawer
      where c.id = store_drawings.id and not c.deleted and md5(c.body_delta::text) = version;
    return found;
  end if;
  if tags is not null and drawn is not null then perform app_private.tell_tags(tags); end if;
  return tags is not null;
end $$;
comment on function app_private.store_drawings(text, uuid, text, jsonb, int) is
  'Puts drawings beside a text that is still the one that was drawn, and tells the page cache. For the job draw_bodies.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.undrawn_bodies(int, int),
    app_private.store_drawings(text, uuid, text, jsonb, int)
    to %s', worker);
end $$;
