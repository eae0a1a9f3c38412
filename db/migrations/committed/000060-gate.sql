--! Previous: sha1:78878034bfa0ef2d164952a2f26408135c2da32b
--! Hash: sha1:53b1bf291dba5fc373927f6dba2e909220b72a21

-- The gate's ten functions written out, so that whoever looks for one by its name finds it: 000006 and 000012 made them by format().
-- They do what they did.

create or replace function app_public.lessons_body_delta(lesson app_public.lessons) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.cut_delta(b.body_delta, g.blocks)
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;
create or replace function app_public.lessons_body_html(lesson app_public.lessons) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_to_string(b.block_html[1:g.blocks], E'\n')
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;
create or replace function app_public.lessons_body_markdown(lesson app_public.lessons) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_to_string(b.block_markdown[1:g.blocks], E'\n\n')
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;
create or replace function app_public.lessons_is_cut(lesson app_public.lessons) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.blocks < cardinality(b.block_ids)
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;
create or replace function app_public.lessons_body_drawings(lesson app_public.lessons) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.cut_drawings(b.drawings, g.blocks)
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;

create or replace function app_public.articles_body_delta(article app_public.articles) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.cut_delta(b.body_delta, g.blocks)
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
create or replace function app_public.articles_body_html(article app_public.articles) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_to_string(b.block_html[1:g.blocks], E'\n')
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
create or replace function app_public.articles_body_markdown(article app_public.articles) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_to_string(b.block_markdown[1:g.blocks], E'\n\n')
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
create or replace function app_public.articles_is_cut(article app_public.articles) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.blocks < cardinality(b.block_ids)
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
create or replace function app_public.articles_body_drawings(article app_public.articles) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.cut_drawings(b.drawings, g.blocks)
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
