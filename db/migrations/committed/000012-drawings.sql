--! Previous: sha1:df229ab31f0f72bc5741c81626933f2db19d66c6
--! Hash: sha1:8011d7ff997043d77f418e1fd0902bbd3219d564

-- What the server drew of a text (coloured code, formulas, diagrams), beside the text, one entry a top-level block, and cut by the
-- same gate: a drawing tells what its block tells. drawn_by is the version of the drawer; 0 when none has drawn the text.

do $$
declare
  bodies text;
begin
  foreach bodies in array array['lesson_bodies', 'article_bodies'] loop
    execute format($f$
      alter table app_private.%1$I add column drawings jsonb, add column drawn_by int not null default 0,
        add constraint %1$s_drawings_check check (case when drawings is null then true else jsonb_typeof(drawings) = 'array'
          and jsonb_array_length(drawings) = cardinality(block_ids) and pg_column_size(drawings) <= 8000000 end);
      comment on column app_private.%1$I.drawings is 'What was drawn of each block: a list of drawings, or null where there is nothing to draw. Null for a text without any.';
      comment on column app_private.%1$I.drawn_by is 'Version of the drawer that drew it; 0 when none did.';
      create index on app_private.%1$I (drawn_by) $f$, bodies);
  end loop;
end $$;

alter table app_public.comments add column body_drawings jsonb, add column drawn_by int not null default 0,
  add constraint comments_drawings_check check (case when body_drawings is null then true else not deleted
    and jsonb_typeof(body_drawings) = 'array' and jsonb_array_length(body_drawings) = jsonb_array_length(body_delta -> 'content')
    and pg_column_size(body_drawings) <= 524288 end);
comment on column app_public.comments.body_drawings is 'What the server drew of bodyDelta, as JSON: one entry for each top-level block. Null when there is nothing to draw or the comment is deleted.';
comment on column app_public.comments.drawn_by is E'@behavior -select -orderBy -condition\nVersion of the drawer that drew it; 0 when none did.';
create index on app_public.comments (drawn_by) where not deleted;

create function app_private.drop_stale_drawings() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.body_drawings := null; new.drawn_by := 0;
  return new;
end $$;
comment on function app_private.drop_stale_drawings() is 'A comment whose text changes loses the drawings of the text before, unless new ones come with it.';
-- Before move_deleted_comment in the order of names: one that is deleted has none either way.
create trigger drop_stale_drawings before update of body_delta, deleted on app_public.comments for each row
  when (new.deleted or (new.body_delta is distinct from old.body_delta and new.body_drawings is not distinct from old.body_drawings))
  execute function app_private.drop_stale_drawings();

create function app_private.cut_drawings(drawings jsonb, blocks int) returns jsonb
language sql immutable parallel safe as $$
  select case
    when drawings is null then null
    when blocks >= jsonb_array_length(drawings) then drawings
    else coalesce((select jsonb_agg(entry order by n) from jsonb_array_elements(drawings) with ordinality as d (entry, n) where n <= blocks), '[]') end
$$;
comment on function app_private.cut_drawings(jsonb, int) is 'The drawings of the first blocks: the paywall cut, at the place where cut_delta cuts.';

do $$
declare
  t record;
begin
  for t in select * from (values ('lesson', 'lessons', 'lesson_bodies'), ('article', 'articles', 'article_bodies')) as v (one, many, bodies) loop
    execute format($f$
      create function app_public.%2$s_body_drawings(%1$s app_public.%2$s) returns jsonb
      language sql stable security definer set search_path = pg_catalog, pg_temp as $b$
        select app_private.cut_drawings(b.drawings, g.blocks) from app_private.%3$s b, lateral (select app_private.readable_%1$s_blocks(b.%1$s_id) as blocks) g
        where b.%1$s_id = %1$s.id
      $b$;
      comment on function app_public.%2$s_body_drawings(app_public.%2$s) is
        'What the server drew of bodyDelta (coloured code, formulas, diagrams), as JSON: one entry for each of its top-level blocks. Null when there is nothing to draw. Derived.';
      grant execute on function app_public.%2$s_body_drawings(app_public.%2$s) to newline_visitor;

      drop function app_private.save_%1$s_body(uuid, jsonb, text[], text[], text[], text[], int);
      create function app_private.save_%1$s_body(%1$s uuid, body jsonb, ids text[], html text[], markdown text[], texts text[], free int,
        drawn jsonb default null, drawer int default 0)
      returns void language sql security definer set search_path = pg_catalog, pg_temp as $b$
        insert into app_private.%3$s (%1$s_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths, free_blocks, drawings, drawn_by)
        values (%1$s, body, ids, html, markdown, texts, (select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)), free, drawn, drawer)
        on conflict (%1$s_id) do update set body_delta = excluded.body_delta, block_ids = excluded.block_ids, block_html = excluded.block_html,
          block_markdown = excluded.block_markdown, block_text = excluded.block_text, block_lengths = excluded.block_lengths,
          free_blocks = excluded.free_blocks, drawings = excluded.drawings, drawn_by = excluded.drawn_by, updated_at = now()
      $b$;
      comment on function app_private.save_%1$s_body(uuid, jsonb, text[], text[], text[], text[], int, jsonb, int) is
        'Stores a validated document with what was derived and drawn from it, block by block; without drawings the job draws it. Granted to nobody: called by functions that check who writes.' $f$,
      t.one, t.many, t.bodies);
  end loop;
end $$;

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
comment on function app_private.undrawn_bodies(int, int) is 'Texts that this version of the drawer has not drawn, a batch of them. For the job draw_bodies.';

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
  if tags is not null and drawn is not null then perform pg_notify('newline_tags', tags); end if;
  return tags is not null;
end $$;
comment on function app_private.store_drawings(text, uuid, text, jsonb, int) is
  'Puts drawings beside a text that is still the one that was drawn, and tells the page cache. For the job draw_bodies.';

do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant usage on schema app_private to %s', worker);
  execute format('grant execute on function app_private.undrawn_bodies(int, int), app_private.store_drawings(text, uuid, text, jsonb, int) to %s', worker);
end $$;
