--! Previous: sha1:f6b8c04067d94768ba44dffd32503514d671a07c
--! Hash: sha1:3f3afd8095f8e2e781b1a01c7659489a4380bb2f

-- The gate: who may read what. One place decides it, and every door goes through it.
-- Precedence: staff and authors > entitled > free lesson > paywall mark > previewPercent.

create table app_public.entitlements (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  kind app_public.entitlement_kind not null,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  source text not null check (source ~ '^[a-z]+(:[A-Za-z0-9_.-]{1,120})?$'),
  created_at timestamptz not null default now(),
  constraint entitlements_span_check check (ends_at > starts_at),
  constraint entitlements_item_check check (case kind
    when 'PRO' then num_nonnulls(course_id, book_id) = 0
    when 'COURSE' then course_id is not null and book_id is null
    when 'BOOK' then book_id is not null and course_id is null
    else num_nonnulls(course_id, book_id) = 1 end)
);
comment on table app_public.entitlements is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nWhat a person may read beyond what is free, and until when. Seen by that person and by staff.';
comment on column app_public.entitlements.starts_at is 'From when it holds.';
comment on column app_public.entitlements.ends_at is 'Null for a purchase, which lasts; the end of the paid period for a subscription.';
comment on column app_public.entitlements.source is 'Where it came from: grant, purchase:{id}, subscription:{id}, seat:{id}.';
comment on constraint entitlements_user_id_fkey on app_public.entitlements is E'@fieldName user\n@foreignFieldName entitlements';
comment on constraint entitlements_course_id_fkey on app_public.entitlements is E'@fieldName course\n@behavior -connection -list';
comment on constraint entitlements_book_id_fkey on app_public.entitlements is E'@fieldName book\n@behavior -connection -list';
create index on app_public.entitlements (user_id, kind);
create index on app_public.entitlements (course_id);
create index on app_public.entitlements (book_id);
call app_private.secure_table('app_public.entitlements');
create policy select_own on app_public.entitlements for select to newline_learner
  using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.entitlements for select to newline_admin using (true);
grant select on app_public.entitlements to newline_visitor;

-- Bodies. A document is stored as its canonical JSON and, block by block, as what is derived from it
-- on save, so that a cut is a slice and never a parse.
create table app_private.lesson_bodies (
  lesson_id uuid primary key references app_public.lessons on delete cascade,
  body_delta jsonb not null check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 4000000),
  block_ids text[] not null,
  block_html text[] not null,
  block_markdown text[] not null,
  block_text text[] not null,
  block_lengths int[] not null,
  free_blocks int check (free_blocks >= 0),
  updated_at timestamptz not null default now(),
  constraint lesson_bodies_blocks_check check (
    cardinality(block_ids) = jsonb_array_length(body_delta -> 'content')
    and cardinality(block_html) = cardinality(block_ids) and cardinality(block_markdown) = cardinality(block_ids)
    and cardinality(block_text) = cardinality(block_ids) and cardinality(block_lengths) = cardinality(block_ids)
    and free_blocks <= cardinality(block_ids))
);
comment on table app_private.lesson_bodies is 'The text of a lesson, whole. Requests see it only through lessons_body_delta and its kin, cut by readable_lesson_blocks.';
comment on column app_private.lesson_bodies.free_blocks is 'Top-level blocks before the paywall mark; null when there is no mark.';
comment on column app_private.lesson_bodies.block_lengths is 'Characters of text in each block: previewPercent is of their sum.';
create table app_private.article_bodies (like app_private.lesson_bodies including constraints);
alter table app_private.article_bodies rename lesson_id to article_id;
alter table app_private.article_bodies add primary key (article_id),
  add foreign key (article_id) references app_public.articles on delete cascade;
alter table app_private.article_bodies alter updated_at set default now();
comment on table app_private.article_bodies is 'The text of an article, whole. Requests see it only through articles_body_delta and its kin, cut by readable_article_blocks.';
create table app_private.lesson_videos (
  lesson_id uuid primary key references app_public.lessons on delete cascade,
  video_url app_public.video_address not null
);
comment on table app_private.lesson_videos is 'The address of a lesson''s video. Requests see it only through lessons_video_url.';
call app_private.secure_table('app_private.lesson_bodies');
call app_private.secure_table('app_private.article_bodies');
call app_private.secure_table('app_private.lesson_videos');

create function app_private.is_entitled(course uuid, book uuid, is_advanced boolean) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from app_public.entitlements e
    where e.user_id = app_public.current_user_id()
      and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now())
      and case e.kind
        when 'PRO' then not exists (select from app_public.courses c
            where c.id = course and (c.is_masterclass or c.is_bootcamp or c.is_live_workshop))
          and not exists (select from app_public.books b where b.id = book and (b.is_bootcamp or b.is_live_workshop))
        when 'COURSE' then e.course_id = course and not is_advanced
        when 'BOOK' then e.book_id = book and not is_advanced
        else e.course_id = course or e.book_id = book end)
$$;
comment on function app_private.is_entitled(uuid, uuid, boolean) is
  'True when the signed-in person has a running entitlement for the item. With no item: for an article, which Pro opens.';

create function app_private.preview_blocks(block_lengths int[], percent int) returns int
language sql immutable parallel safe as $$
  select count(*)::int from (
    select sum(l) over (order by n) as until, sum(l) over () as whole
    from unnest(block_lengths) with ordinality as b (l, n)) as t
  where percent > 0 and whole > 0 and until * 100 <= whole * percent
$$;
comment on function app_private.preview_blocks(int[], int) is
  'How many whole blocks fit into so many percent of the text. None of a text without words, and none without a percentage: a picture at the start has no length.';

create function app_private.readable_lesson_blocks(lesson uuid) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app_public.is_admin()
      or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()) then 2147483647
    when i.archived_at is not null or i.is_coming_soon or not i.is_published or i.published_at > now() then 0
    when app_private.is_entitled(l.course_id, l.book_id, l.is_advanced_package_lesson) then 2147483647
    when i.is_early_access then 0
    when (i.is_free or l.is_free) and not l.is_advanced_package_lesson then 2147483647
    when b.free_blocks is not null then b.free_blocks
    else coalesce(app_private.preview_blocks(b.block_lengths, i.preview_percent), 0)
  end
  from app_public.lessons l
  left join app_private.lesson_bodies b on b.lesson_id = l.id
  join lateral (
    select c.archived_at, c.is_coming_soon, c.is_published, c.published_at, c.is_early_access, c.is_free, c.preview_percent
      from app_public.courses c where c.id = l.course_id
    union all
    select k.archived_at, k.is_coming_soon, k.is_published, k.published_at, k.is_early_access, not k.is_for_sale, k.preview_percent
      from app_public.books k where k.id = l.book_id) i on true
  where l.id = lesson
$$;
comment on function app_private.readable_lesson_blocks(uuid) is
  'The gate of a lesson: how many of its top-level blocks the reader may have, 2147483647 for all of them, null when there is no such lesson.';

create function app_private.readable_article_blocks(article uuid) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app_public.is_admin() or a.id in (select app_private.my_article_ids()) then 2147483647
    when a.archived_at is not null or not a.is_published or a.published_at > now() then 0
    when not a.subscription_required then 2147483647
    when app_private.is_entitled(null, null, false) then 2147483647
    when b.free_blocks is not null then b.free_blocks
    else coalesce(app_private.preview_blocks(b.block_lengths, a.preview_percent), 0)
  end
  from app_public.articles a left join app_private.article_bodies b on b.article_id = a.id
  where a.id = article
$$;
comment on function app_private.readable_article_blocks(uuid) is
  'The gate of an article: how many of its top-level blocks the reader may have, 2147483647 for all of them.';

create function app_public.may_read(lesson_id uuid default null, article_id uuid default null) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(case when num_nonnulls(lesson_id, article_id) = 1 then
    coalesce(app_private.readable_lesson_blocks(lesson_id), app_private.readable_article_blocks(article_id)) = 2147483647 end, false)
$$;
comment on function app_public.may_read(uuid, uuid) is
  'True when the reader may have all of the lesson or of the article; false for the free part only, for none, and for what does not exist.';
grant execute on function app_public.may_read(uuid, uuid) to newline_visitor;

create function app_private.cut_delta(body jsonb, blocks int) returns jsonb
language sql immutable parallel safe as $$
  select case
    when body is null then null
    when blocks >= jsonb_array_length(body -> 'content') then body
    else jsonb_set(body, '{content}', coalesce(
      (select jsonb_agg(block order by n) from jsonb_array_elements(body -> 'content') with ordinality as b (block, n) where n <= blocks),
      '[]')) end
$$;
comment on function app_private.cut_delta(jsonb, int) is 'The document''s first blocks: the paywall cut.';

-- What a request may ask of a body. All of them cut by the same gate.
do $$
declare
  t record; f record;
begin
  for t in select * from (values ('lesson', 'lessons', 'lesson_bodies'), ('article', 'articles', 'article_bodies')) as v (one, many, bodies) loop
    for f in select * from (values
      ('body_delta', 'jsonb', 'app_private.cut_delta(b.body_delta, g.blocks)', 'The text as a document (JSON), as far as the reader may read it; null when it has no text.'),
      ('body_html', 'text', E'array_to_string(b.block_html[1:g.blocks], E''\\n'')', 'The text as HTML, as far as the reader may read it. Derived.'),
      ('body_markdown', 'text', E'array_to_string(b.block_markdown[1:g.blocks], E''\\n\\n'')', 'The text as Markdown, as far as the reader may read it. Derived.'),
      ('is_cut', 'boolean', 'g.blocks < cardinality(b.block_ids)', 'True when there is more than this reader may read; null when it has no text.')
    ) as v (name, kind, sql, says) loop
      execute format($f$
        create function app_public.%2$s_%4$s(%1$s app_public.%2$s) returns %5$s
        language sql stable security definer set search_path = pg_catalog, pg_temp as $b$
          select %6$s from app_private.%3$s b, lateral (select app_private.readable_%1$s_blocks(b.%1$s_id) as blocks) g
          where b.%1$s_id = %1$s.id
        $b$;
        comment on function app_public.%2$s_%4$s(app_public.%2$s) is %7$L;
        grant execute on function app_public.%2$s_%4$s(app_public.%2$s) to newline_visitor $f$,
        t.one, t.many, t.bodies, f.name, f.kind, f.sql, f.says);
    end loop;
  end loop;
end $$;

create function app_public.lessons_video_url(lesson app_public.lessons) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.video_url from app_private.lesson_videos v
  where v.lesson_id = lesson.id and app_private.readable_lesson_blocks(lesson.id) = 2147483647
$$;
comment on function app_public.lessons_video_url(app_public.lessons) is
  'The address of its video for those who may watch it; null for others and when it has none.';
grant execute on function app_public.lessons_video_url(app_public.lessons) to newline_visitor;

-- Writing a body: the API validates and derives in document/, these store.
create function app_private.save_lesson_body(lesson uuid, body jsonb, ids text[], html text[], markdown text[], texts text[], free int)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_private.lesson_bodies (lesson_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths, free_blocks)
  values (lesson, body, ids, html, markdown, texts, (select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)), free)
  on conflict (lesson_id) do update set body_delta = excluded.body_delta, block_ids = excluded.block_ids, block_html = excluded.block_html,
    block_markdown = excluded.block_markdown, block_text = excluded.block_text, block_lengths = excluded.block_lengths,
    free_blocks = excluded.free_blocks, updated_at = now()
$$;
create function app_private.save_article_body(article uuid, body jsonb, ids text[], html text[], markdown text[], texts text[], free int)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_private.article_bodies (article_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths, free_blocks)
  values (article, body, ids, html, markdown, texts, (select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)), free)
  on conflict (article_id) do update set body_delta = excluded.body_delta, block_ids = excluded.block_ids, block_html = excluded.block_html,
    block_markdown = excluded.block_markdown, block_text = excluded.block_text, block_lengths = excluded.block_lengths,
    free_blocks = excluded.free_blocks, updated_at = now()
$$;
comment on function app_private.save_lesson_body(uuid, jsonb, text[], text[], text[], text[], int) is
  'Stores a lesson''s validated document with what was derived from it, block by block. Granted to nobody: called by functions that check who writes.';
comment on function app_private.save_article_body(uuid, jsonb, text[], text[], text[], text[], int) is
  'Stores an article''s validated document with what was derived from it, block by block. Granted to nobody: called by functions that check who writes.';
