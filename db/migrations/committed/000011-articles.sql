--! Previous: sha1:735bb76c20223404b59d9ef5151a0049f18cba19
--! Hash: sha1:773f5449a2f09e2d2e7400e60dce72b7a05053b4

-- Articles. Their drafts and revisions are in article-drafts.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create function app_private.my_article_ids() returns setof uuid
language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as $$
  select c.article_id from app_public.contributions c where c.user_id = app_public.current_user_id() and c.article_id is not null
$$;
comment on function app_private.my_article_ids() is 'The articles that the signed-in person contributes to.';
grant execute on function app_private.my_article_ids() to newline_visitor;

create table app_public.articles (
  id uuid primary key default app_public.new_id(),
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  slug app_public.slug not null unique,
  permalink text not null generated always as ('/articles/' || slug) stored,
  canonical_url app_public.web_address,
  description text check (length(description) <= 4000),
  summary text check (length(summary) <= 2000),
  main_image_url app_public.media_address,
  topic app_public.topic not null default 'ENGINEERING',
  subscription_required boolean not null default false,
  preview_percent int check (preview_percent between 0 and 100),
  is_published boolean not null default false,
  is_shown_publicly boolean not null default true,
  published_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint articles_published_at_check check (not is_published or published_at is not null),
  constraint articles_time_check check (published_at is null or isfinite(published_at))
);
comment on table app_public.articles is E'@behavior -insert -update -delete -query:resource:list\nAn article. Its text is in bodyDelta, bodyHtml and bodyMarkdown, cut at the paywall for those not entitled.';
comment on column app_public.articles.permalink is 'The path of its page, /articles/{slug}. Derived.';
comment on column app_public.articles.canonical_url is 'Where it was published first; only a rel=canonical link.';
comment on column app_public.articles.description is 'One paragraph of plain text; null when not given.';
comment on column app_public.articles.summary is 'One sentence for cards; null when not given.';
comment on column app_public.articles.subscription_required is 'True when the part behind the paywall mark needs Pro.';
comment on column app_public.articles.preview_percent is
  'How much of a text without a paywall mark is free, in percent of its length; null means nothing.';
comment on column app_public.articles.is_published is 'False for a draft, which only staff and its authors see.';
comment on column app_public.articles.is_shown_publicly is 'False for an unlisted article: reached by its address, in no list.';
comment on column app_public.articles.published_at is 'When it was or will be published; ahead of now means scheduled.';
comment on column app_public.articles.archived_at is 'Set when it was withdrawn; then only staff and its authors see it.';
create index articles_created_at_id_idx on app_public.articles (created_at desc, id desc);
create index articles_published_at_idx on app_public.articles (published_at desc);
-- Which titles are unlisted is asked of every list of what hangs on titles.
create index articles_unlisted_idx on app_public.articles (id) where not is_shown_publicly;
call app_private.secure_table('app_public.articles');
create policy select_public on app_public.articles for select to newline_visitor
  using (archived_at is null and is_published and published_at <= now());
create policy select_contributor on app_public.articles for select to newline_learner
  using (id in (select app_private.my_article_ids()));
create policy select_admin on app_public.articles for select to newline_admin using (true);
grant select on app_public.articles to newline_visitor;
create trigger touch before update on app_public.articles
  for each row execute function app_private.touch_updated_at();
create trigger check_pictures before insert or update of main_image_url on app_public.articles
  for each row execute function app_private.check_pictures('main_image_url');
call app_private.announce_changes('app_public.articles', 'articles', 'article');

create table app_private.article_bodies (
  article_id uuid primary key references app_public.articles on delete cascade,
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
  constraint article_bodies_blocks_check check (cardinality(block_ids) = jsonb_array_length(body_delta -> 'content') and cardinality(block_html) = cardinality(block_ids) and cardinality(block_markdown) = cardinality(block_ids) and cardinality(block_text) = cardinality(block_ids) and cardinality(block_lengths) = cardinality(block_ids) and free_blocks <= cardinality(block_ids)),
  constraint article_bodies_drawings_check check (case when drawings is null then true else jsonb_typeof(drawings) = 'array'
    and jsonb_array_length(drawings) = cardinality(block_ids) and pg_column_size(drawings) <= 8000000 end),
  constraint article_bodies_shape_check check (
    (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array'),
  constraint article_bodies_uploads_check check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0)
);
comment on table app_private.article_bodies is
  'The text of an article, whole. Requests see it only through articles_body_delta and its kin, cut by readable_article_blocks.';
comment on column app_private.article_bodies.drawings is
  'What was drawn of each block: a list of drawings, or null where there is nothing to draw. Null for a text without any.';
comment on column app_private.article_bodies.drawn_by is 'Version of the drawer that drew it; 0 when none did.';
comment on column app_private.article_bodies.text_version is 'Grows with every change of the text.';
create index article_bodies_drawn_by_idx on app_private.article_bodies (drawn_by);
call app_private.secure_table('app_private.article_bodies');

create function app_private.readable_article_blocks(article uuid) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app_public.is_admin() or a.id in (select app_private.my_article_ids()) then 2147483647
    when a.archived_at is not null or not a.is_published or a.published_at > now() then 0
    when app_private.is_entitled(null, null, false) then 2147483647
    else app_private.open_article_blocks(a.subscription_required, b.free_blocks, b.block_lengths, a.preview_percent)
  end
  from app_public.articles a left join app_private.article_bodies b on b.article_id = a.id
  where a.id = article
$$;
comment on function app_private.readable_article_blocks(uuid) is
  'The gate of an article: how many of its top-level blocks the reader may have, 2147483647 for all of them.';

create function app_public.articles_body_delta(article app_public.articles) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.cut_delta(b.body_delta, g.blocks)
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
comment on function app_public.articles_body_delta(app_public.articles) is
  'The text as a document (JSON), as far as the reader may read it; null when it has no text.';
grant execute on function app_public.articles_body_delta(app_public.articles) to newline_visitor;

create function app_public.articles_body_html(article app_public.articles) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_to_string(b.block_html[1:g.blocks], E'\n')
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
comment on function app_public.articles_body_html(app_public.articles) is 'The text as HTML, as far as the reader may read it. Derived.';
grant execute on function app_public.articles_body_html(app_public.articles) to newline_visitor;

create function app_public.articles_body_markdown(article app_public.articles) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_to_string(b.block_markdown[1:g.blocks], E'\n\n')
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
comment on function app_public.articles_body_markdown(app_public.articles) is 'The text as Markdown, as far as the reader may read it. Derived.';
grant execute on function app_public.articles_body_markdown(app_public.articles) to newline_visitor;

create function app_public.articles_is_cut(article app_public.articles) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.blocks < cardinality(b.block_ids)
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
comment on function app_public.articles_is_cut(app_public.articles) is
  'True when there is more than this reader may read; null when it has no text.';
grant execute on function app_public.articles_is_cut(app_public.articles) to newline_visitor;

create function app_private.save_article_body(
  article uuid, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb default null, drawer int default 0) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_private.article_bodies (article_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths, free_blocks, drawings, drawn_by)
  values (article, body, ids, html, markdown, texts, (select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)), free, drawn, drawer)
  on conflict (article_id) do update set body_delta = excluded.body_delta, block_ids = excluded.block_ids, block_html = excluded.block_html,
    block_markdown = excluded.block_markdown, block_text = excluded.block_text, block_lengths = excluded.block_lengths,
    free_blocks = excluded.free_blocks, drawings = excluded.drawings, drawn_by = excluded.drawn_by, updated_at = now()
$$;
comment on function app_private.save_article_body(uuid, jsonb, text[], text[], text[], text[], int, jsonb, int) is
  'Stores a validated document with what was derived and drawn from it, block by block; without drawings the job draws it. Granted to nobody: called by functions that check who writes.';

create function app_public.articles_body_drawings(article app_public.articles) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.cut_drawings(b.drawings, g.blocks)
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$$;
comment on function app_public.articles_body_drawings(app_public.articles) is
  'What the server drew of bodyDelta (coloured code, formulas, diagrams), as JSON: one entry for each of its top-level blocks. Null when there is nothing to draw. Derived.';
grant execute on function app_public.articles_body_drawings(app_public.articles) to newline_visitor;

-- How much of a paid text is open: one rule for the gate and for the preview of an author.
create function app_private.open_article_blocks(is_paid boolean, free_blocks int, block_lengths int[], percent int) returns int
language sql immutable parallel safe as $$
  select case when not is_paid then 2147483647
    else coalesce(free_blocks, app_private.preview_blocks(block_lengths, percent), 0) end
$$;
comment on function app_private.open_article_blocks(boolean, int, int[], int) is
  'How many top-level blocks of an article a reader without an entitlement may have, 2147483647 for all of them.';

create function app_private.locked_article(article uuid, is_publishing boolean) returns app_public.articles
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  mine app_public.contribution_title := case when app_public.is_admin() then 'AUTHOR'
    else (select c.title from app_public.contributions c where c.article_id = article and c.user_id = me) end;
  entry app_public.articles;
begin
  select * into entry from app_public.articles a
    where a.id = article and (mine is not null or (a.is_published and a.published_at <= now() and a.archived_at is null));
  if entry.id is null then raise exception 'ARTICLE_NOT_FOUND' using errcode = 'NL404'; end if;
  if mine is null then raise exception 'WRITER_REQUIRED' using errcode = 'NL403'; end if;
  if is_publishing and mine is distinct from 'AUTHOR' then
    raise exception 'AUTHOR_REQUIRED' using errcode = 'NL403';
  end if;
  select * into entry from app_public.articles a where a.id = article for no key update; -- saves of one article come one after the other
  return entry;
end $$;
comment on function app_private.locked_article(uuid, boolean) is
  'The article, locked, for somebody who may write it (and publish it); raises NL401, NL404 or NL403 for others. Not granted.';

-- Writing. The API checks the document and derives from it; these decide who may and what is newer.
create function app_private.create_article(title text, slug_wish text, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  made uuid;
  tried text := slug_wish;
  n int := 1;
begin
  if app_public.is_author() is not true then
    raise exception 'ARTICLE_AUTHOR_REQUIRED' using errcode = 'NL403';
  end if;
  if app_public.is_admin() is not true and (select count(*) from app_public.contributions c join app_public.articles a on a.id = c.article_id
      where c.user_id = me and a.created_at > now() - interval '1 day') >= 100 then
    raise exception 'ARTICLE_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 100)::text;
  end if;
  loop
    if not exists (select from app_public.permalinks p where p.path = '/articles/' || tried) then
      insert into app_public.articles as a (title, slug) values (create_article.title, tried) on conflict (slug) do nothing returning a.id into made;
      exit when made is not null;
    end if;
    n := n + 1;
    tried := slug_wish || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  insert into app_public.contributions (title, user_id, article_id) values ('AUTHOR', me, made);
  perform app_private.save_article_body(made, body, ids, html, markdown, texts, free, drawn, drawer);
  return made;
end $$;
comment on function app_private.create_article(text, text, jsonb, text[], text[], text[], text[], int, jsonb, int) is
  'Begins an article as its author, at the wished address or one like it. Raises NL401, NL403 and NL429.';
grant execute on function app_private.create_article(text, text, jsonb, text[], text[], text[], text[], int, jsonb, int) to newline_visitor;

create type app_private.save_outcome as enum ('SAVED', 'UNCHANGED', 'SUPERSEDED', 'CONFLICT');

create function app_private.publish_article(article uuid, version int, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int,
  publish_at timestamptz)
returns app_private.save_outcome language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(article, true);
  newest app_public.article_revisions := app_private.newest_revision(article);
  falls_due timestamptz := coalesce(publish_at, case when entry.published_at <= now() then entry.published_at end, now());
begin
  if version is distinct from newest.version then return 'CONFLICT'; end if;
  if falls_due > now() and entry.is_published and entry.published_at <= now() and entry.archived_at is null then
    raise exception 'ALREADY_PUBLISHED' using errcode = 'NL400';
  end if;
  if falls_due > now() + interval '5 years' then
    raise exception 'PUBLISH_TIME_TOO_LATE' using errcode = 'NL400';
  end if;
  update app_public.articles a set title = newest.title, is_published = true, published_at = falls_due, archived_at = null where a.id = article;
  perform app_private.save_article_body(article, body, ids, html, markdown, texts, free, drawn, drawer);
  return 'SAVED';
end $$;
comment on function app_private.publish_article(uuid, int, jsonb, text[], text[], text[], text[], int, jsonb, int, timestamptz) is
  'Puts that version, which must be the newest, before readers: now, or when its time comes. Raises NL400, NL401, NL403 and NL404.';
grant execute on function app_private.publish_article(uuid, int, jsonb, text[], text[], text[], text[], int, jsonb, int, timestamptz) to newline_visitor;

create function app_public.unpublish_article(id uuid) returns app_public.articles
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(id, true);
begin
  update app_public.articles a set is_published = false, published_at = case when a.published_at <= now() then a.published_at end
    where a.id = entry.id and a.is_published;
  select * into entry from app_public.articles a where a.id = entry.id;
  return entry;
end $$;
comment on function app_public.unpublish_article(uuid) is 'Makes the article a draft again, which only its writers see. By its authors and staff.';
grant execute on function app_public.unpublish_article(uuid) to newline_visitor;

create function app_public.archive_article(id uuid, is_archived boolean default true) returns app_public.articles
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(id, true);
begin
  update app_public.articles a set archived_at = case when coalesce(is_archived, true) then coalesce(a.archived_at, now()) end
    where a.id = entry.id and (a.archived_at is null) = coalesce(is_archived, true);
  select * into entry from app_public.articles a where a.id = entry.id;
  return entry;
end $$;
comment on function app_public.archive_article(uuid, boolean) is
  'Withdraws the article, or with isArchived false brings it back as it was. By its authors and staff.';
grant execute on function app_public.archive_article(uuid, boolean) to newline_visitor;

create function app_private.update_article(article uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(article, true);
  tag_slugs text[] := case when patch ? 'tags' then array(select jsonb_array_elements_text(patch -> 'tags')) end;
  unknown text := (select string_agg(s, ', ') from unnest(tag_slugs) s where not exists (select from app_public.tags t where t.slug = s));
begin
  if unknown is not null then raise exception 'TAG_NOT_FOUND' using errcode = 'NL400', detail = jsonb_build_object('tags', unknown)::text; end if;
  entry := jsonb_populate_record(entry, patch - 'tags');
  update app_public.articles a set slug = entry.slug, canonical_url = entry.canonical_url, description = entry.description, summary = entry.summary,
    main_image_url = entry.main_image_url, topic = entry.topic, subscription_required = entry.subscription_required,
    preview_percent = entry.preview_percent, is_shown_publicly = entry.is_shown_publicly where a.id = article;
  if tag_slugs is not null then
    delete from app_public.taggings g using app_public.tags t where g.article_id = article and t.id = g.tag_id and t.slug <> all (tag_slugs);
    insert into app_public.taggings (tag_id, article_id) select t.id, article from app_public.tags t where t.slug = any (tag_slugs)
      on conflict (article_id, tag_id) do nothing;
  end if;
end $$;
comment on function app_private.update_article(uuid, jsonb) is
  'Changes the details that the patch names; tags are slugs and replace those there are. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.update_article(uuid, jsonb) to newline_visitor;

create type app_public.article_status as enum ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'ARCHIVED');
comment on type app_public.article_status is 'The state of an article as its writers see it; follows from its flags, see docs/states.md.';

create function app_public.articles_status(article app_public.articles) returns app_public.article_status
language sql stable as $$
  select (case when article.archived_at is not null then 'ARCHIVED' when not article.is_published then 'DRAFT'
    when article.published_at > now() then 'SCHEDULED' else 'PUBLISHED' end)::app_public.article_status
$$;
comment on function app_public.articles_status(app_public.articles) is 'Draft, scheduled, published or archived. Derived.';
grant execute on function app_public.articles_status(app_public.articles) to newline_visitor;

create function app_public.articles_may_publish(article app_public.articles) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where c.article_id = article.id and c.user_id = app_public.current_user_id()), false)
$$;
comment on function app_public.articles_may_publish(app_public.articles) is
  'True when the signed-in person may publish the article and change its details: its authors and staff.';
grant execute on function app_public.articles_may_publish(app_public.articles) to newline_visitor;

-- One's own articles are looked up; all of them are gone through only for staff who ask for everyone's.
create function app_public.my_articles(search text default null, status app_public.article_status default null, is_everyones boolean default false)
returns setof app_public.articles
language sql stable as $$
  select a.* from app_public.articles a
  where a.id = any (array(
      select app_private.my_article_ids()
      union all select x.id from app_public.articles x where coalesce(is_everyones, false) and (select app_public.is_admin())))
    and (my_articles.status is null or app_public.articles_status(a) = my_articles.status)
    and (coalesce(btrim(search), '') = ''
      or strpos(lower((app_public.articles_latest_revision(a)).title), lower(btrim(search))) > 0 or strpos(lower(a.title), lower(btrim(search))) > 0)
  order by (select max(r.updated_at) from app_public.article_revisions r where r.article_id = a.id) desc nulls last, a.id desc
$$;
comment on function app_public.my_articles(text, app_public.article_status, boolean) is
  'The articles that the signed-in person writes, last saved first; staff may ask for everyone''s. search is a part of the title.';
grant execute on function app_public.my_articles(text, app_public.article_status, boolean) to newline_visitor;
