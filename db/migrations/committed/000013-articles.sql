--! Previous: sha1:8011d7ff997043d77f418e1fd0902bbd3219d564
--! Hash: sha1:f9ab4cd40c70ad80bb30ed6d4b301a8663e7aba8

-- Writing articles: the working text with its history, who may change it, and what publishing does.
-- The newest revision is what its writers work on. What readers get (app_private.article_bodies) follows every save while
-- the article is unpublished; once it is published, only publishing again puts the newest revision before them.

create type app_public.article_status as enum ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'ARCHIVED');
comment on type app_public.article_status is 'The state of an article as its writers see it; follows from its flags, see docs/states.md.';

create table app_public.article_revisions (
  id uuid primary key default app_public.new_id(),
  article_id uuid not null references app_public.articles on delete cascade,
  version int not null check (version > 0),
  user_id uuid references app_public.users on delete set null,
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  words_count int not null check (words_count >= 0),
  restored_version int check (restored_version > 0),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint article_revisions_version_key unique (article_id, version)
);
comment on table app_public.article_revisions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA state of an article''s title and text. Seen by those who write the article and by staff. Saves of one editor within five minutes are one revision, unless somebody has read the state between.';
comment on column app_public.article_revisions.version is 'Grows by one with every save that changes something; a revision carries the number of its last save.';
comment on column app_public.article_revisions.user_id is 'Who saved it; null when that account is gone or the text was imported.';
comment on column app_public.article_revisions.words_count is E'@name numWords\nHow many words the text has. Derived.';
comment on column app_public.article_revisions.restored_version is 'The version that this one brought back; null for one that was written.';
comment on column app_public.article_revisions.published_at is 'When it was put before readers; null when it never was.';
comment on column app_public.article_revisions.created_at is 'When its first save came.';
comment on column app_public.article_revisions.updated_at is 'When its last save came.';
comment on constraint article_revisions_article_id_fkey on app_public.article_revisions is E'@fieldName article\n@foreignFieldName revisions';
comment on constraint article_revisions_user_id_fkey on app_public.article_revisions is E'@fieldName user\n@behavior -connection -list';
create index on app_public.article_revisions (user_id);
call app_private.secure_table('app_public.article_revisions');
create policy select_contributor on app_public.article_revisions for select to newline_learner
  using (article_id in (select app_private.my_article_ids()));
create policy select_admin on app_public.article_revisions for select to newline_admin using (true);
grant select on app_public.article_revisions to newline_visitor;

create table app_private.article_revision_texts (
  revision_id uuid primary key references app_public.article_revisions on delete cascade,
  body_delta jsonb not null check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 4000000),
  block_lengths int[] not null,
  free_blocks int check (free_blocks >= 0),
  session_id uuid,
  sequence int check (sequence >= 0),
  is_seen boolean not null default false
);
comment on table app_private.article_revision_texts is 'The text of a revision. Requests see it only through read_article_revisions.';
comment on column app_private.article_revision_texts.free_blocks is 'Top-level blocks before the paywall mark; null when there is no mark.';
comment on column app_private.article_revision_texts.session_id is 'The editor, one open page, that saved it; its saves are numbered by sequence.';
comment on column app_private.article_revision_texts.is_seen is 'True once the text was handed out: then the next save does not write over it.';
call app_private.secure_table('app_private.article_revision_texts');

-- Addresses: articles join the registry, so that a changed one redirects.
alter table app_public.permalinks add article_id uuid references app_public.articles on delete cascade,
  drop constraint permalinks_item_check,
  add constraint permalinks_item_check check (num_nonnulls(course_id, book_id, article_id, user_id) = 1),
  drop constraint permalinks_reserved_check,
  add constraint permalinks_reserved_check check (path !~ '^/(api|assets|graphql|media|dev|healthz|readyz|metrics|books|courses|articles|clips|library|pricing|explore-catalog|write-with-us|discussions|search|studio|admin|account|sign-in|sign-up|sign-out|verify|reset-password|sitemap|feeds|embed|oembed|about|terms|privacy|accessibility|newsletter)(/|$)'
    or path ~ '^/(books|courses|articles)/[^/]+$');
comment on constraint permalinks_article_id_fkey on app_public.permalinks is E'@fieldName article\n@behavior -connection -list';
create index on app_public.permalinks (article_id);
alter policy select_visible on app_public.permalinks using (
  user_id is not null
  or (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id)
  or (select true from app_public.articles a where a.id = article_id));

create or replace function app_private.register_permalink() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  course uuid := case when tg_table_name = 'courses' then new.id end;
  book uuid := case when tg_table_name = 'books' then new.id end;
  article uuid := case when tg_table_name = 'articles' then new.id end;
begin
  if tg_op = 'UPDATE' and new.permalink = old.permalink then return null; end if;
  update app_public.permalinks p set is_current = false
    where (p.course_id = course or p.book_id = book or p.article_id = article) and p.path <> new.permalink;
  insert into app_public.permalinks as p (path, course_id, book_id, article_id) values (new.permalink, course, book, article)
    on conflict (path) do update set is_current = true
    where p.course_id is not distinct from course and p.book_id is not distinct from book and p.article_id is not distinct from article;
  if not exists (select from app_public.permalinks p where p.path = new.permalink and p.course_id is not distinct from course
      and p.book_id is not distinct from book and p.article_id is not distinct from article) then
    raise exception '%: % is taken.', case when article is null then 'permalink' else 'slug' end, new.permalink using errcode = 'NL409';
  end if;
  if article is not null and new.published_at is null then
    delete from app_public.permalinks p where p.article_id = article and not p.is_current; -- nobody could have followed it
  end if;
  return null;
end $$;
create trigger register_permalink after insert or update of slug on app_public.articles
  for each row execute function app_private.register_permalink();
insert into app_public.permalinks (path, article_id) select a.permalink, a.id from app_public.articles a;

-- How much of a paid text is open: one rule for the gate and for the preview of an author.
create function app_private.open_article_blocks(is_paid boolean, free_blocks int, block_lengths int[], percent int) returns int
language sql immutable parallel safe as $$
  select case when not is_paid then 2147483647
    else coalesce(free_blocks, app_private.preview_blocks(block_lengths, percent), 0) end
$$;
comment on function app_private.open_article_blocks(boolean, int, int[], int) is
  'How many top-level blocks of an article a reader without an entitlement may have, 2147483647 for all of them.';

create or replace function app_private.readable_article_blocks(article uuid) returns int
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

-- Who may write.
create function app_public.is_author() returns boolean
language sql stable as $$
  select coalesce((select app_public.is_admin()) or exists (select from app_public.contributions c
    where c.user_id = app_public.current_user_id() and c.title = 'AUTHOR'), false)
$$;
comment on function app_public.is_author() is
  'True when the signed-in person may begin an article: staff, and whoever is the author of a course, a book or an article.';
grant execute on function app_public.is_author() to newline_visitor;

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
  if entry.id is null then raise exception 'There is no such article.' using errcode = 'NL404'; end if;
  if mine is null then raise exception 'Only those who write this article may do this.' using errcode = 'NL403'; end if;
  if is_publishing and mine <> 'AUTHOR' then
    raise exception 'An editor may write this article. Details and publishing are up to its authors.' using errcode = 'NL403';
  end if;
  select * into entry from app_public.articles a where a.id = article for no key update; -- saves of one article come one after the other
  return entry;
end $$;
comment on function app_private.locked_article(uuid, boolean) is
  'The article, locked, for somebody who may write it (and publish it); raises NL401, NL404 or NL403 for others. Not granted.';

-- History.
create function app_private.count_words(texts text[]) returns int
language sql immutable parallel safe as $$ select count(*)::int from unnest(texts) t, regexp_matches(t, '\S+', 'g') $$;
comment on function app_private.count_words(text[]) is 'How many words the blocks have.';

create function app_private.newest_revision(article uuid) returns app_public.article_revisions
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r from app_public.article_revisions r where r.article_id = article order by r.version desc limit 1
$$;
comment on function app_private.newest_revision(uuid) is 'What the writers of an article work on. Not granted.';

create function app_private.keep_attachments(article uuid, body jsonb) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  ids uuid[] := array(select distinct id::uuid from jsonb_array_elements_text(jsonb_path_query_array(body, 'strict $.**.attachmentId')) id
    where id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
begin
  if ids <> '{}' then perform app_private.claim_attachments(ids, article); end if;
end $$;
comment on function app_private.keep_attachments(uuid, jsonb) is 'Claims the attachments that a text shows, as far as whoever saves it may. Not granted.';

create function app_private.add_revision(article uuid, title text, body jsonb, texts text[], free int, session_id uuid, sequence int, restored int)
returns app_public.article_revisions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  added app_public.article_revisions;
begin
  insert into app_public.article_revisions as r (article_id, version, user_id, title, words_count, restored_version)
    values (article, coalesce((app_private.newest_revision(article)).version, 0) + 1, app_public.current_user_id(), title,
      app_private.count_words(texts), restored)
    returning r.* into added;
  insert into app_private.article_revision_texts (revision_id, body_delta, block_lengths, free_blocks, session_id, sequence)
    values (added.id, body, app_private.lengths_of(texts), free, session_id, sequence);
  perform app_private.keep_attachments(article, body);
  delete from app_public.article_revisions r using (
    select n.id, row_number() over (order by n.version desc) as age,
      row_number() over (partition by n.published_at is not null order by n.version desc) as age_of_kind, n.published_at
    from app_public.article_revisions n where n.article_id = article) k
    where r.id = k.id and k.age > 100 and (k.published_at is null or k.age_of_kind > 100);
  return added;
end $$;

create function app_private.lengths_of(texts text[]) returns int[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)
$$;
comment on function app_private.lengths_of(text[]) is 'How many characters each block has.';
comment on function app_private.add_revision(uuid, text, jsonb, text[], int, uuid, int, int) is
  'Adds a revision by the signed-in person. The newest 100 are kept, and of older ones the newest 100 that were published. Not granted.';

create function app_private.record_article_body() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles;
  newest app_public.article_revisions := app_private.newest_revision(new.article_id);
begin
  select * into entry from app_public.articles a where a.id = new.article_id for no key update;
  if newest.id is null or not exists (select from app_private.article_revision_texts b where b.revision_id = newest.id and b.body_delta = new.body_delta) then
    newest := app_private.add_revision(new.article_id, entry.title, new.body_delta, new.block_text, new.free_blocks, null, null, null);
    if newest.version = 1 and newest.user_id is null then -- an import is as old as it says
      update app_public.article_revisions r set created_at = least(entry.updated_at, now()), updated_at = least(entry.updated_at, now()) where r.id = newest.id;
    end if;
  end if;
  if entry.is_published then
    update app_public.article_revisions r set published_at = now() where r.id = newest.id;
    perform pg_notify('newline_tags', 'articles,article:' || new.article_id);
  end if;
  return null;
end $$;
comment on function app_private.record_article_body() is
  'Whatever writes a text that readers get (a save, an import): it stands in the history, and the pages that show it are made again.';
create trigger record_article_body after insert or update of body_delta on app_private.article_bodies
  for each row execute function app_private.record_article_body();
do $$ begin
  perform app_private.add_revision(b.article_id, a.title, b.body_delta, b.block_text, b.free_blocks, null, null, null)
    from app_private.article_bodies b join app_public.articles a on a.id = b.article_id;
  update app_public.article_revisions r set published_at = a.published_at from app_public.articles a where a.id = r.article_id and a.is_published;
end $$;

create function app_private.read_article_revisions(ids uuid[]) returns table (id uuid, body_delta jsonb, open_blocks int)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  readable uuid[] := array(select r.id from app_public.article_revisions r where r.id = any (ids)
    and (app_public.is_admin() or r.article_id in (select app_private.my_article_ids())));
begin
  -- First marked, then read: what is marked stays as it is, so nothing is handed out that is written over later.
  update app_private.article_revision_texts b set is_seen = true where b.revision_id = any (readable) and not b.is_seen;
  return query
    select r.id, b.body_delta, app_private.open_article_blocks(a.subscription_required, b.free_blocks, b.block_lengths, a.preview_percent)
    from app_public.article_revisions r join app_public.articles a on a.id = r.article_id
      join app_private.article_revision_texts b on b.revision_id = r.id
    where r.id = any (readable);
end $$;
comment on function app_private.read_article_revisions(uuid[]) is
  'The texts of revisions for those who write the article, with how many blocks of each would be open to every reader. What was handed out is never written over.';
grant execute on function app_private.read_article_revisions(uuid[]) to newline_visitor;

-- Writing. The API checks the document and derives from it; these decide who may and what is newer.
create function app_private.create_article(title text, slug_wish text, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  made uuid;
  tried text := slug_wish;
  n int := 1;
begin
  if not app_public.is_author() then
    raise exception 'Only authors begin articles. Ask the staff to make you one.' using errcode = 'NL403';
  end if;
  if not app_public.is_admin() and (select count(*) from app_public.contributions c join app_public.articles a on a.id = c.article_id
      where c.user_id = me and a.created_at > now() - interval '1 day') >= 100 then
    raise exception '100 articles a day are allowed. Go on tomorrow.' using errcode = 'NL429';
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

create type app_private.save_outcome as enum ('SAVED', 'UNCHANGED', 'SUPERSEDED', 'CONFLICT');
create function app_private.save_article(article uuid, base_version int, title text, body jsonb, ids text[], html text[], markdown text[],
  texts text[], free int, drawn jsonb, drawer int, session_id uuid, sequence int, restored_version int,
  out outcome app_private.save_outcome, out newest app_public.article_revisions, out body_delta jsonb, out saved_by text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(article, false);
  held app_private.article_revision_texts;
  is_same_editor boolean;
begin
  newest := app_private.newest_revision(article);
  select * into held from app_private.article_revision_texts b where b.revision_id = newest.id;
  is_same_editor := coalesce(held.session_id = save_article.session_id, false);
  if newest.title = save_article.title and held.body_delta = body then
    outcome := 'UNCHANGED'; -- among others the save whose answer got lost, sent again
  elsif is_same_editor and sequence <= held.sequence then
    outcome := 'SUPERSEDED'; -- a later save of the same page was quicker
  elsif base_version = coalesce(newest.version, 0) or (is_same_editor and base_version >= coalesce(
      (select max(r.version) from app_public.article_revisions r where r.article_id = article and r.version < newest.version), 0)) then
    outcome := 'SAVED'; -- on the newest version, or on one that only this page has written on since
  else
    outcome := 'CONFLICT';
    update app_private.article_revision_texts b set is_seen = true where b.revision_id = newest.id;
    body_delta := held.body_delta;
    saved_by := (select app_public.users_display_name(u) from app_public.users u where u.id = newest.user_id);
  end if;
  if outcome <> 'SAVED' then return; end if;

  if newest.user_id = app_public.current_user_id() and newest.created_at > now() - interval '5 minutes' and newest.published_at is null
      and newest.restored_version is null and save_article.restored_version is null
      and held.session_id is not distinct from save_article.session_id and not held.is_seen then
    update app_public.article_revisions r set version = r.version + 1, title = save_article.title, words_count = app_private.count_words(texts), updated_at = now()
      where r.id = newest.id returning r.* into newest;
    update app_private.article_revision_texts b set body_delta = body, block_lengths = app_private.lengths_of(texts), free_blocks = free,
      sequence = save_article.sequence where b.revision_id = newest.id;
    perform app_private.keep_attachments(article, body);
  else
    newest := app_private.add_revision(article, save_article.title, body, texts, free, save_article.session_id, save_article.sequence, save_article.restored_version);
  end if;
  if not entry.is_published then
    update app_public.articles a set title = save_article.title where a.id = article and a.title <> save_article.title;
    perform app_private.save_article_body(article, body, ids, html, markdown, texts, free, drawn, drawer);
  end if;
end $$;
comment on function app_private.save_article(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int) is
  'Saves the working title and text if nobody else has saved since base_version; else it tells what is newer and writes nothing. Raises NL401, NL403 and NL404.';

create function app_private.working_article(article uuid, is_publishing boolean, out newest app_public.article_revisions, out body_delta jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.locked_article(article, is_publishing);
  newest := app_private.newest_revision(article);
  select r.body_delta into body_delta from app_private.read_article_revisions(array[newest.id]) r;
end $$;
comment on function app_private.working_article(uuid, boolean) is
  'The newest revision with its text, for somebody who may write the article (and publish it). Raises NL401, NL403 and NL404.';

create function app_private.publish_article(article uuid, version int, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int,
  publish_at timestamptz)
returns app_private.save_outcome language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(article, true);
  newest app_public.article_revisions := app_private.newest_revision(article);
  falls_due timestamptz := coalesce(publish_at, case when entry.published_at <= now() then entry.published_at end, now());
begin
  if version <> newest.version then return 'CONFLICT'; end if;
  if falls_due > now() and entry.is_published and entry.published_at <= now() and entry.archived_at is null then
    raise exception 'publishedAt: the article is public already. Unpublish it first to schedule it.' using errcode = 'NL400';
  end if;
  if falls_due > now() + interval '5 years' then
    raise exception 'publishedAt: expected a time within five years.' using errcode = 'NL400';
  end if;
  update app_public.articles a set title = newest.title, is_published = true, published_at = falls_due, archived_at = null where a.id = article;
  perform app_private.save_article_body(article, body, ids, html, markdown, texts, free, drawn, drawer);
  return 'SAVED';
end $$;
comment on function app_private.publish_article(uuid, int, jsonb, text[], text[], text[], text[], int, jsonb, int, timestamptz) is
  'Puts that version, which must be the newest, before readers: now, or when its time comes. Raises NL400, NL401, NL403 and NL404.';

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
grant execute on function app_public.unpublish_article(uuid), app_public.archive_article(uuid, boolean) to newline_visitor;

create function app_private.update_article(article uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(article, true);
  tag_slugs text[] := case when patch ? 'tags' then array(select jsonb_array_elements_text(patch -> 'tags')) end;
  unknown text := (select string_agg(s, ', ') from unnest(tag_slugs) s where not exists (select from app_public.tags t where t.slug = s));
begin
  if unknown is not null then raise exception 'tags: there is no tag %.', unknown using errcode = 'NL400'; end if;
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
grant execute on function app_private.create_article(text, text, jsonb, text[], text[], text[], text[], int, jsonb, int),
  app_private.save_article(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int),
  app_private.publish_article(uuid, int, jsonb, text[], text[], text[], text[], int, jsonb, int, timestamptz),
  app_private.working_article(uuid, boolean), app_private.update_article(uuid, jsonb) to newline_visitor;

-- What the studio asks.
create function app_public.articles_latest_revision(article app_public.articles) returns app_public.article_revisions
language sql stable as $$
  select r from app_public.article_revisions r where r.article_id = article.id order by r.version desc limit 1
$$;
comment on function app_public.articles_latest_revision(app_public.articles) is
  'The working title and text; null for those who do not write the article. Not yet published when its publishedAt is null.';
create function app_public.articles_status(article app_public.articles) returns app_public.article_status
language sql stable as $$
  select (case when article.archived_at is not null then 'ARCHIVED' when not article.is_published then 'DRAFT'
    when article.published_at > now() then 'SCHEDULED' else 'PUBLISHED' end)::app_public.article_status
$$;
comment on function app_public.articles_status(app_public.articles) is 'Draft, scheduled, published or archived. Derived.';
create function app_public.articles_may_publish(article app_public.articles) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where c.article_id = article.id and c.user_id = app_public.current_user_id()), false)
$$;
comment on function app_public.articles_may_publish(app_public.articles) is
  'True when the signed-in person may publish the article and change its details: its authors and staff.';

create function app_public.my_articles(search text default null, status app_public.article_status default null, is_everyones boolean default false)
returns setof app_public.articles
language sql stable as $$
  select a.* from app_public.articles a
  where (a.id in (select app_private.my_article_ids()) or coalesce(is_everyones, false) and (select app_public.is_admin()))
    and (my_articles.status is null or app_public.articles_status(a) = my_articles.status)
    and (coalesce(btrim(search), '') = ''
      or strpos(lower((app_public.articles_latest_revision(a)).title), lower(btrim(search))) > 0 or strpos(lower(a.title), lower(btrim(search))) > 0)
  order by (select max(r.updated_at) from app_public.article_revisions r where r.article_id = a.id) desc nulls last, a.id desc
$$;
comment on function app_public.my_articles(text, app_public.article_status, boolean) is
  'The articles that the signed-in person writes, last saved first; staff may ask for everyone''s. search is a part of the title.';
grant execute on function app_public.articles_latest_revision(app_public.articles), app_public.articles_status(app_public.articles),
  app_public.articles_may_publish(app_public.articles), app_public.my_articles(text, app_public.article_status, boolean) to newline_visitor;
