--! Previous: sha1:1cbcc37399ab437e98e001cc4ff9f4327dbc5382
--! Hash: sha1:1127c08fb5038c238cd4872200eb7efc466c9fa1

-- The gate: who may read what. One place decides it, and every query goes through it.
-- Precedence: administrators and authors > entitled > free lesson > paywall mark > previewPercent.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create type app_public.entitlement_kind as enum ('PRO', 'COURSE', 'BOOK', 'ADVANCED');
comment on type app_public.entitlement_kind is
  'PRO opens everything but masterclass, bootcamp and workshop; COURSE and BOOK one item; ADVANCED the advanced lessons of one item.';

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
    else num_nonnulls(course_id, book_id) = 1 end),
  constraint entitlements_time_check check (isfinite(starts_at) and (ends_at is null or isfinite(ends_at)))
);
comment on table app_public.entitlements is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nWhat a person may read beyond what is free, and until when. Seen by that person and by staff.';
comment on column app_public.entitlements.starts_at is 'From when it holds.';
comment on column app_public.entitlements.ends_at is 'Null for a purchase, which lasts; the end of the paid period for a subscription.';
comment on column app_public.entitlements.source is 'Where it came from: grant, purchase:{id}, subscription:{id}, seat:{id}.';
comment on constraint entitlements_user_id_fkey on app_public.entitlements is E'@fieldName user\n@foreignFieldName entitlements';
comment on constraint entitlements_course_id_fkey on app_public.entitlements is E'@fieldName course\n@behavior -connection -list';
comment on constraint entitlements_book_id_fkey on app_public.entitlements is E'@fieldName book\n@behavior -connection -list';
create index entitlements_user_id_kind_idx on app_public.entitlements (user_id, kind);
create index entitlements_course_id_idx on app_public.entitlements (course_id);
create index entitlements_book_id_idx on app_public.entitlements (book_id);
-- What gives an entitlement: one for each source, kept in step by triggers.
create unique index entitlements_source_key on app_public.entitlements (source) where source ~ '^(purchase|subscription|seat):[0-9a-f-]{36}$';
call app_private.secure_table('app_public.entitlements');
create policy select_own on app_public.entitlements for select to newline_learner
  using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.entitlements for select to newline_admin using (true);
grant select on app_public.entitlements to newline_visitor;

-- Bodies. A document is stored as its canonical JSON and, block by block, as what is derived from it
-- on save, so that a cut is a slice and never a parse.
create table app_private.lesson_bodies (
  lesson_id uuid primary key references app_public.lessons on delete cascade,
  body_delta jsonb not null check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 8000000),
  block_ids text[] not null,
  block_html text[] not null,
  block_markdown text[] not null,
  block_text text[] not null,
  block_lengths int[] not null,
  free_blocks int check (free_blocks >= 0),
  updated_at timestamptz not null default now(),
  drawings jsonb,
  drawn_by int not null default 0,
  text_version int not null default 1,
  constraint lesson_bodies_blocks_check check (
    cardinality(block_ids) = jsonb_array_length(body_delta -> 'content')
    and cardinality(block_html) = cardinality(block_ids) and cardinality(block_markdown) = cardinality(block_ids)
    and cardinality(block_text) = cardinality(block_ids) and cardinality(block_lengths) = cardinality(block_ids)
    and free_blocks <= cardinality(block_ids)),
  constraint lesson_bodies_drawings_check check (case when drawings is null then true else jsonb_typeof(drawings) = 'array'
    and jsonb_array_length(drawings) = cardinality(block_ids) and pg_column_size(drawings) <= 8000000 end),
  constraint lesson_bodies_shape_check check (
    (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array'),
  constraint lesson_bodies_uploads_check check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0)
);
comment on table app_private.lesson_bodies is
  'The text of a lesson, whole. Requests see it only through lessons_body_delta and its kin, cut by readable_lesson_blocks.';
comment on column app_private.lesson_bodies.block_lengths is 'Characters of text in each block: previewPercent is of their sum.';
comment on column app_private.lesson_bodies.free_blocks is 'Top-level blocks before the paywall mark; null when there is no mark.';
comment on column app_private.lesson_bodies.drawings is
  'What was drawn of each block: a list of drawings, or null where there is nothing to draw. Null for a text without any.';
comment on column app_private.lesson_bodies.drawn_by is 'Version of the drawer that drew it; 0 when none did.';
comment on column app_private.lesson_bodies.text_version is 'Grows with every change of the text.';
create index lesson_bodies_drawn_by_idx on app_private.lesson_bodies (drawn_by);
call app_private.secure_table('app_private.lesson_bodies');

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

-- The gate is asked several times for one page, so what costs least is asked first: a lesson that is open to all needs no look at the
-- person, and an entitlement none at who writes. Whoever may have all of it for any of these reasons, may.
create function app_private.readable_lesson_blocks(lesson uuid) returns int
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
  if l.is_open is not true then return 0; end if;
  return (
    select app_private.open_lesson_blocks(l.is_early, l.is_free, l.is_advanced, b.free_blocks, b.block_lengths, l.percent)
    from (select) as one left join app_private.lesson_bodies b on b.lesson_id = lesson);
end $$;
comment on function app_private.readable_lesson_blocks(uuid) is
  'The gate of a lesson: how many of its top-level blocks the reader may have, 2147483647 for all of them, null when there is no such lesson.';

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

create function app_public.lessons_body_delta(lesson app_public.lessons) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.cut_delta(b.body_delta, g.blocks)
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;
comment on function app_public.lessons_body_delta(app_public.lessons) is
  'The text as a document (JSON), as far as the reader may read it; null when it has no text.';
grant execute on function app_public.lessons_body_delta(app_public.lessons) to newline_visitor;

create function app_public.lessons_body_html(lesson app_public.lessons) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_to_string(b.block_html[1:g.blocks], E'\n')
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;
comment on function app_public.lessons_body_html(app_public.lessons) is 'The text as HTML, as far as the reader may read it. Derived.';
grant execute on function app_public.lessons_body_html(app_public.lessons) to newline_visitor;

create function app_public.lessons_body_markdown(lesson app_public.lessons) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_to_string(b.block_markdown[1:g.blocks], E'\n\n')
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;
comment on function app_public.lessons_body_markdown(app_public.lessons) is 'The text as Markdown, as far as the reader may read it. Derived.';
grant execute on function app_public.lessons_body_markdown(app_public.lessons) to newline_visitor;

create function app_public.lessons_is_cut(lesson app_public.lessons) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.blocks < cardinality(b.block_ids)
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$$;
comment on function app_public.lessons_is_cut(app_public.lessons) is 'True when there is more than this reader may read; null when it has no text.';
grant execute on function app_public.lessons_is_cut(app_public.lessons) to newline_visitor;

create function app_private.readable_block_ids(lesson uuid) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_remove(b.block_ids[1:app_private.readable_lesson_blocks(lesson)], '') from app_private.lesson_bodies b where b.lesson_id = lesson
$$;
comment on function app_private.readable_block_ids(uuid) is 'The ids of the blocks that the reader may have, in their order; null without a text.';
grant execute on function app_private.readable_block_ids(uuid) to newline_visitor;

create function app_private.has_pro(person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_public.entitlements e
    where e.user_id = person and e.kind = 'PRO' and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now()))
$$;
comment on function app_private.has_pro(uuid) is 'True while somebody has Pro, from whatever source.';

create function app_public.users_is_pro(person app_public.users) returns boolean
language sql stable as $$
  select exists (select from app_public.entitlements e
    where e.user_id = person.id and e.kind = 'PRO' and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now()))
$$;
comment on function app_public.users_is_pro(app_public.users) is 'True while the person has Pro; told to that person and to staff, false to others.';
grant execute on function app_public.users_is_pro(app_public.users) to newline_visitor;

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
