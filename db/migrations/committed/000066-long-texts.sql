--! Previous: sha1:75e4c927560957a0057fbe6d501fd4782d32717c
--! Hash: sha1:06da31ab432a3d5e8454f89022285214ce95661a

-- The entries of a text: what stands as it stood is left alone. A save changes a block or two, and words are costly to take apart.
create or replace function app_private.index_body() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lesson uuid;
  article uuid;
begin
  if tg_argv[0] = 'lesson_id' then lesson := new.lesson_id; else article := new.article_id; end if;
  with stands as materialized (
    select b.*, row_number() over (partition by b.kind, b.block_id, b.words order by b.place) as nth
    from (
      select case when n.node ->> 'type' in ('codeBlock', 'remoteCodeBlock') then 'CODE' else 'TEXT' end::app_public.search_kind as kind,
        t.place, coalesce(t.id, '') as block_id, left(t.words, 20000) as words
      from unnest(new.block_ids, new.block_text) with ordinality as t (id, words, place)
      join jsonb_array_elements(new.body_delta -> 'content') with ordinality as n (node, place) using (place)
      where t.words <> '') b
  ), held as materialized (
    select e.id, e.place, e.kind, coalesce(e.block_id, '') as block_id, e.words,
      row_number() over (partition by e.kind, coalesce(e.block_id, ''), e.words order by e.place) as nth
    from app_private.search_entries e where (e.lesson_id = lesson or e.article_id = article) and e.kind in ('TEXT', 'CODE')
  ), pairs as materialized (
    select h.id, h.place as was, s.place, kind, block_id, words from held h full join stands s using (kind, block_id, words, nth)
  ), gone as (
    delete from app_private.search_entries e using pairs p where e.id = p.id and p.place is null
  ), moved as (
    update app_private.search_entries e set place = p.place from pairs p where e.id = p.id and p.place <> p.was
  )
  insert into app_private.search_entries (kind, lesson_id, article_id, place, block_id, words, vector)
  select p.kind, lesson, article, p.place, nullif(p.block_id, ''), p.words, app_private.search_vector(p.words) from pairs p where p.id is null;
  return null;
end $$;

-- A text of 4 MB, which is what is allowed, is larger as jsonb by up to half: each key and value has four bytes, for quotes and commas less.
alter table app_private.lesson_bodies drop constraint lesson_bodies_body_delta_check;
alter table app_private.lesson_bodies add check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 8000000);
alter table app_private.article_bodies drop constraint lesson_bodies_body_delta_check;
alter table app_private.article_bodies add check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 8000000);
alter table app_private.lesson_revision_texts drop constraint article_revision_texts_body_delta_check;
alter table app_private.lesson_revision_texts add check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 8000000);
alter table app_private.article_revision_texts drop constraint article_revision_texts_body_delta_check;
alter table app_private.article_revision_texts add check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 8000000);
