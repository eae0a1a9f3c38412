--! Previous: sha1:219dcef6a1ed9acd9c468cc1a0eadeaf1a066b7b
--! Hash: sha1:10c53881aa75f88c5f3b51bcb61ad01630f927a2

-- Pages of the owner: terms, privacy, imprint and others. They are written like articles, with drafts and a history, but only by administrators.
-- Readers get what was published last. Also: who accepted which version of the terms and the privacy policy.

create table app_public.pages (
  id uuid primary key default app_public.new_id(),
  slug text not null check (slug ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$' and length(slug) <= 60),
  title text not null check (title = btrim(title) and length(title) >= 1 and length(title) <= 200),
  footer_order int check (footer_order >= 0),
  published_version int check (published_version > 0),
  published_at timestamptz,
  required_version int check (required_version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pages_slug_key unique (slug),
  constraint pages_publication_check check ((published_at is null) = (published_version is null))
);
comment on table app_public.pages is E'@behavior -insert -update -delete\nA page of the owner: terms, privacy, imprint and the like. Visitors see published ones.';
comment on column app_public.pages.slug is 'The last part of its URL. It never changes.';
comment on column app_public.pages.title is 'The title as it was published last; of a draft the working title.';
comment on column app_public.pages.footer_order is 'Its position among the links of the footer; null when it is not linked there.';
comment on column app_public.pages.published_version is 'The version that readers get; null for a draft.';
comment on column app_public.pages.published_at is 'When that version was published; null for a draft.';
comment on column app_public.pages.required_version is 'Users who accepted no version or an older one are asked to accept the page; null asks nobody.';
call app_private.secure_table('app_public.pages');
create policy select_published on app_public.pages for select to newline_visitor using (published_at is not null);
create policy select_admin on app_public.pages for select to newline_admin using (true);
grant select on app_public.pages to newline_visitor;
create trigger touch before update on app_public.pages for each row execute function app_private.touch_updated_at();
call app_private.announce_changes('app_public.pages', 'pages');

create function app_private.page_path(slug text) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when slug in ('terms', 'privacy', 'imprint', 'refunds', 'about', 'help') then '/' else '/pages/' end || slug
$$;
comment on function app_private.page_path(text) is 'The path of a page: usual ones are at the top, such as /terms, others below /pages. api/src/rules/site/page-path.ts has the same list.';
grant execute on function app_private.page_path(text) to newline_visitor;

create function app_public.pages_permalink(page app_public.pages) returns text
language sql stable as $$ select app_private.page_path(page.slug) $$;
comment on function app_public.pages_permalink(app_public.pages) is 'The path of the page, such as /terms or /pages/contact.';
grant execute on function app_public.pages_permalink(app_public.pages) to newline_visitor;

create table app_public.page_revisions (
  id uuid primary key default app_public.new_id(),
  page_id uuid not null references app_public.pages on delete cascade,
  version int not null check (version > 0),
  user_id uuid references app_public.users on delete set null,
  title text not null check (title = btrim(title) and length(title) >= 1 and length(title) <= 200),
  words_count int not null check (words_count >= 0),
  restored_version int check (restored_version > 0),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint page_revisions_version_key unique (page_id, version)
);
comment on table app_public.page_revisions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA state of the title and text of a page, for administrators. Saves of one editor within five minutes are one revision, unless someone has read the state between.';
comment on column app_public.page_revisions.version is 'Grows by one with every save that changes something; a revision has the number of its last save.';
comment on column app_public.page_revisions.user_id is 'Who saved it; null when that account was deleted.';
comment on column app_public.page_revisions.words_count is E'@name numWords\nHow many words the text has. Derived.';
comment on column app_public.page_revisions.restored_version is 'The version that this one restored; null for one that was written.';
comment on column app_public.page_revisions.published_at is 'When it was published; null when it never was. Published ones are never removed: users may have accepted them.';
comment on column app_public.page_revisions.created_at is 'When its first save came.';
comment on column app_public.page_revisions.updated_at is 'When its last save came.';
comment on constraint page_revisions_page_id_fkey on app_public.page_revisions is E'@fieldName page\n@foreignFieldName revisions';
comment on constraint page_revisions_user_id_fkey on app_public.page_revisions is E'@fieldName user\n@behavior -connection -list';
create index page_revisions_user_id_idx on app_public.page_revisions (user_id);
call app_private.secure_table('app_public.page_revisions');
create policy select_admin on app_public.page_revisions for select to newline_admin using (true);
grant select on app_public.page_revisions to newline_visitor;

create table app_private.page_revision_texts (
  revision_id uuid primary key references app_public.page_revisions on delete cascade,
  body_delta jsonb not null check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 8000000),
  session_id uuid,
  sequence int check (sequence >= 0),
  is_seen boolean not null default false,
  constraint page_revision_texts_shape_check check (
    (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array'),
  constraint page_revision_texts_uploads_check check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0)
);
comment on table app_private.page_revision_texts is 'The text of a revision. Requests see it only through read_page_revisions.';
comment on column app_private.page_revision_texts.session_id is 'The editor, one open page, that saved it; its saves are numbered by sequence.';
comment on column app_private.page_revision_texts.is_seen is 'True once someone has read the text: then the next save does not write over it.';
call app_private.secure_table('app_private.page_revision_texts');

create table app_private.page_bodies (
  page_id uuid primary key references app_public.pages on delete cascade,
  body_delta jsonb not null check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 8000000),
  block_markdown text[] not null,
  block_text text[] not null,
  drawings jsonb,
  drawn_by int not null default 0,
  constraint page_bodies_uploads_check check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0),
  constraint page_bodies_shape_check check (
    (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array'),
  constraint page_bodies_drawings_check check (case when drawings is null then true else jsonb_typeof(drawings) = 'array'
    and jsonb_array_length(drawings) = cardinality(block_text) and pg_column_size(drawings) <= 8000000 end)
);
comment on table app_private.page_bodies is 'The published text of a page, with what was derived from it. Requests see it only through pages_body_delta and its kin.';
comment on column app_private.page_bodies.drawn_by is 'Version of the renderer that rendered it; 0 when none did.';
create index page_bodies_drawn_by_idx on app_private.page_bodies (drawn_by);
call app_private.secure_table('app_private.page_bodies');

create function app_public.pages_body_delta(page app_public.pages) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.body_delta from app_private.page_bodies b where b.page_id = page.id
$$;
comment on function app_public.pages_body_delta(app_public.pages) is 'The published text as a document (JSON); null for a draft.';
grant execute on function app_public.pages_body_delta(app_public.pages) to newline_visitor;

create function app_public.pages_body_drawings(page app_public.pages) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.drawings from app_private.page_bodies b where b.page_id = page.id
$$;
comment on function app_public.pages_body_drawings(app_public.pages) is
  'What the server rendered of bodyDelta (highlighted code, formulas, diagrams), as JSON: one entry for each top-level block. Null when there is nothing to render. Derived.';
grant execute on function app_public.pages_body_drawings(app_public.pages) to newline_visitor;

create function app_public.pages_body_markdown(page app_public.pages) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_to_string(b.block_markdown, E'\n\n') from app_private.page_bodies b where b.page_id = page.id
$$;
comment on function app_public.pages_body_markdown(app_public.pages) is 'The published text as Markdown; null for a draft. Derived.';
grant execute on function app_public.pages_body_markdown(app_public.pages) to newline_visitor;

create function app_private.locked_page(page uuid) returns app_public.pages
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.pages;
begin
  perform app_private.require_admin();
  select * into entry from app_public.pages p where p.id = page for no key update; -- saves of one page come one after the other
  if entry.id is null then raise exception 'PAGE_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;
comment on function app_private.locked_page(uuid) is 'The page, locked, for an administrator; raises NL401, NL403 or NL404 for others. Not granted.';

-- A long text takes a while to parse and render: the right to save it comes first.
create function app_private.require_page_right(page uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  if page is not null and not exists (select from app_public.pages p where p.id = page) then raise exception 'PAGE_NOT_FOUND' using errcode = 'NL404'; end if;
end $$;
comment on function app_private.require_page_right(uuid) is
  'Raises NL401, NL403 or NL404 unless the signed-in user can write the page; without one, unless they can create pages. Locks nothing.';
grant execute on function app_private.require_page_right(uuid) to newline_visitor;

create function app_private.newest_page_revision(page uuid) returns app_public.page_revisions
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r from app_public.page_revisions r where r.page_id = page order by r.version desc limit 1
$$;
comment on function app_private.newest_page_revision(uuid) is 'What administrators work on. Not granted.';

create function app_public.pages_latest_revision(page app_public.pages) returns app_public.page_revisions
language sql stable as $$
  select r from app_public.page_revisions r where r.page_id = page.id order by r.version desc limit 1
$$;
comment on function app_public.pages_latest_revision(app_public.pages) is
  'The working title and text, for administrators; null for others. Not yet published when its publishedAt is null.';
grant execute on function app_public.pages_latest_revision(app_public.pages) to newline_visitor;

-- An image of a page is kept for as long as the page exists. Only an administrator's upload becomes one.
alter table app_private.attachment_uses
  add column page_id uuid references app_public.pages on delete cascade,
  drop constraint attachment_uses_key,
  drop constraint attachment_uses_place_check,
  add constraint attachment_uses_key unique nulls not distinct (attachment_id, lesson_id, article_id, comment_id, person_id, course_id, book_id, page_id),
  add constraint attachment_uses_place_check check (num_nonnulls(lesson_id, article_id, comment_id, person_id, course_id, book_id, page_id) = 1);
create index attachment_uses_page_id_idx on app_private.attachment_uses (page_id);

create function app_private.keep_page_images(page uuid, body jsonb) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  ids uuid[] := array(select distinct id::uuid from jsonb_array_elements_text(jsonb_path_query_array(body, 'strict $.**.attachmentId')) id
    where id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
begin
  if ids = '{}' then return; end if;
  perform from app_public.attachments a where a.id = any (ids) order by a.id for update;
  insert into app_private.attachment_uses (attachment_id, page_id)
    select a.id, page from app_public.attachments a join app_public.users u on u.id = a.owner_id where a.id = any (ids) and u.is_admin
    on conflict do nothing;
  update app_public.attachments a set loose_since = null from app_private.attachment_uses u
    where a.id = any (ids) and u.attachment_id = a.id and u.page_id = page and a.loose_since is not null;
end $$;
comment on function app_private.keep_page_images(uuid, jsonb) is 'Keeps the images that a page shows, as far as administrators uploaded them. Not granted.';

create function app_private.add_page_revision(page uuid, title text, body jsonb, texts text[], session_id uuid, sequence int, restored int) returns app_public.page_revisions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  added app_public.page_revisions;
begin
  insert into app_public.page_revisions as r (page_id, version, user_id, title, words_count, restored_version)
    values (page, coalesce((app_private.newest_page_revision(page)).version, 0) + 1, app_public.current_user_id(), title, app_private.count_words(texts), restored)
    returning r.* into added;
  insert into app_private.page_revision_texts (revision_id, body_delta, session_id, sequence) values (added.id, body, session_id, sequence);
  perform app_private.keep_page_images(page, body);
  delete from app_public.page_revisions r where r.page_id = page and r.published_at is null and r.version <= coalesce(
    (select o.version from app_public.page_revisions o where o.page_id = page and o.published_at is null order by o.version desc offset 100 limit 1), 0);
  return added;
end $$;
comment on function app_private.add_page_revision(uuid, text, jsonb, text[], uuid, int, int) is
  'Adds a revision by the signed-in administrator. The newest 100 that were never published are kept, and all that were. Not granted.';

create function app_private.create_page(slug text, title text, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  added app_public.pages;
begin
  perform app_private.require_admin();
  if (create_page.slug ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$' and length(create_page.slug) <= 60) is not true then
    raise exception 'PAGE_SLUG_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 60)::text;
  end if;
  insert into app_public.pages as p (slug, title, footer_order)
    values (create_page.slug, create_page.title, (select coalesce(max(o.footer_order), 0) + 1 from app_public.pages o)) on conflict (slug) do nothing returning p.* into added;
  if added.id is null then raise exception 'PAGE_SLUG_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('path', app_private.page_path(create_page.slug))::text; end if;
  perform app_private.add_page_revision(added.id, create_page.title, body, texts, null, null, null);
  perform app_private.audit('page.create', 'page', added.id, jsonb_build_object('slug', added.slug));
  return added.id;
end $$;
comment on function app_private.create_page(text, text, jsonb, text[], text[], text[], text[], int, jsonb, int) is
  'Creates a draft, which will be in the footer once it is published. By administrators. Raises NL400, NL401, NL403 and NL409.';
grant execute on function app_private.create_page(text, text, jsonb, text[], text[], text[], text[], int, jsonb, int) to newline_visitor;

create function app_private.read_page_revisions(ids uuid[]) returns table (id uuid, body_delta jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app_public.is_admin() is not true then return; end if;
  -- First marked, then read: nothing that someone has read is written over later.
  update app_private.page_revision_texts b set is_seen = true where b.revision_id = any (ids) and not b.is_seen;
  return query select b.revision_id, b.body_delta from app_private.page_revision_texts b where b.revision_id = any (ids);
end $$;
comment on function app_private.read_page_revisions(uuid[]) is 'The texts of revisions, for administrators. What someone has read is never written over.';
grant execute on function app_private.read_page_revisions(uuid[]) to newline_visitor;

create function app_private.save_page(
  page uuid, base_version int, title text, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int, session_id uuid, sequence int, restored_version int, out outcome app_private.save_outcome, out newest app_public.page_revisions, out body_delta jsonb, out saved_by text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.pages := app_private.locked_page(page);
  held app_private.page_revision_texts;
  is_same_editor boolean;
begin
  newest := app_private.newest_page_revision(page);
  select * into held from app_private.page_revision_texts b where b.revision_id = newest.id;
  is_same_editor := coalesce(held.session_id = save_page.session_id, false);
  if newest.title = save_page.title and held.body_delta = body then
    outcome := 'UNCHANGED'; -- among others the save whose answer got lost, sent again
  elsif is_same_editor and sequence <= held.sequence then
    outcome := 'SUPERSEDED'; -- a later save of the same editor was quicker
  elsif base_version = coalesce(newest.version, 0) or (is_same_editor and base_version >= coalesce(
      (select max(r.version) from app_public.page_revisions r where r.page_id = page and r.version < newest.version), 0)) then
    outcome := 'SAVED'; -- on the newest version, or on one that only this editor has written on since
  else
    outcome := 'CONFLICT';
    update app_private.page_revision_texts b set is_seen = true where b.revision_id = newest.id;
    body_delta := held.body_delta;
    saved_by := (select app_public.users_display_name(u) from app_public.users u where u.id = newest.user_id);
  end if;
  if outcome <> 'SAVED' then return; end if;

  if newest.user_id = app_public.current_user_id() and newest.created_at > now() - interval '5 minutes' and newest.published_at is null
      and newest.restored_version is null and save_page.restored_version is null
      and held.session_id is not distinct from save_page.session_id and not held.is_seen then
    update app_public.page_revisions r set version = r.version + 1, title = save_page.title, words_count = app_private.count_words(texts), updated_at = now()
      where r.id = newest.id returning r.* into newest;
    update app_private.page_revision_texts b set body_delta = body, sequence = save_page.sequence where b.revision_id = newest.id;
    perform app_private.keep_page_images(page, body);
  else
    newest := app_private.add_page_revision(page, save_page.title, body, texts, save_page.session_id, save_page.sequence, save_page.restored_version);
  end if;
  if entry.published_at is null then update app_public.pages p set title = save_page.title where p.id = page and p.title <> save_page.title; end if;
end $$;
comment on function app_private.save_page(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int) is
  'Saves the working title and text if nobody else has saved since base_version; else it returns what is newer and writes nothing. Raises NL401, NL403 and NL404.';
grant execute on function app_private.save_page(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int) to newline_visitor;

create function app_private.working_page(page uuid, is_publishing boolean, out newest app_public.page_revisions, out body_delta jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.locked_page(page);
  newest := app_private.newest_page_revision(page);
  select r.body_delta into body_delta from app_private.read_page_revisions(array[newest.id]) r;
end $$;
comment on function app_private.working_page(uuid, boolean) is 'The newest revision with its text, for administrators. Raises NL401, NL403 and NL404.';
grant execute on function app_private.working_page(uuid, boolean) to newline_visitor;

create function app_private.publish_page(page uuid, version int, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int, asks_again boolean)
returns app_private.save_outcome language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.pages := app_private.locked_page(page);
  newest app_public.page_revisions := app_private.newest_page_revision(page);
  missing text;
begin
  if publish_page.version is distinct from newest.version then return 'CONFLICT'; end if;
  -- A starter text says what to fill in, in brackets.
  select string_agg(distinct btrim(m[1]), ', ') into missing from unnest(texts || newest.title) t, regexp_matches(t, '\[Fill in: ([^\]]+)\]', 'g') m;
  if missing is not null then raise exception 'PAGE_PLACEHOLDERS_LEFT' using errcode = 'NL400', detail = jsonb_build_object('placeholders', left(missing, 500))::text; end if;
  insert into app_private.page_bodies (page_id, body_delta, block_markdown, block_text, drawings, drawn_by)
    values (entry.id, body, markdown, texts, drawn, drawer)
    on conflict (page_id) do update set body_delta = excluded.body_delta, block_markdown = excluded.block_markdown, block_text = excluded.block_text,
      drawings = excluded.drawings, drawn_by = excluded.drawn_by;
  update app_public.page_revisions r set published_at = now() where r.id = newest.id;
  update app_public.pages p set title = newest.title, published_version = newest.version, published_at = now(),
      required_version = case when coalesce(asks_again, false) and p.slug in ('terms', 'privacy') then newest.version else p.required_version end
    where p.id = entry.id;
  perform app_private.audit('page.publish', 'page', entry.id, jsonb_build_object('slug', entry.slug, 'version', newest.version,
    'asksAgain', case when coalesce(asks_again, false) then 'yes' end));
  return 'SAVED';
end $$;
comment on function app_private.publish_page(uuid, int, jsonb, text[], text[], text[], text[], int, jsonb, int, boolean) is
  'Makes that version, which must be the newest, the title and text that readers get, and asks everyone to accept it if asks_again. Raises NL400, NL401, NL403 and NL404.';
grant execute on function app_private.publish_page(uuid, int, jsonb, text[], text[], text[], text[], int, jsonb, int, boolean) to newline_visitor;

create function app_public.unpublish_page(id uuid) returns app_public.pages
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.pages := app_private.locked_page(unpublish_page.id);
begin
  if entry.published_at is null then return entry; end if;
  delete from app_private.page_bodies b where b.page_id = entry.id;
  update app_public.pages p set published_at = null, published_version = null, required_version = null where p.id = entry.id returning p.* into entry;
  perform app_private.audit('page.unpublish', 'page', entry.id, jsonb_build_object('slug', entry.slug));
  return entry;
end $$;
comment on function app_public.unpublish_page(uuid) is 'Makes a page a draft again. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.unpublish_page(uuid) to newline_visitor;

create function app_public.delete_page(id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.pages := app_private.locked_page(delete_page.id);
begin
  if exists (select from app_public.page_revisions r where r.page_id = entry.id and r.published_at is not null) then
    raise exception 'PAGE_WAS_PUBLISHED' using errcode = 'NL409';
  end if;
  delete from app_public.pages p where p.id = entry.id;
  perform app_private.audit('page.delete', 'page', entry.id, jsonb_build_object('slug', entry.slug));
  return true;
end $$;
comment on function app_public.delete_page(uuid) is
  'Deletes a page that was never published. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT for one that was: users may have accepted it.';
grant execute on function app_public.delete_page(uuid) to newline_visitor;

create function app_public.arrange_footer(page_ids uuid[]) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  perform from app_public.pages p order by p.id for no key update;
  update app_public.pages p set footer_order = array_position(page_ids, p.id) where p.footer_order is distinct from array_position(page_ids, p.id);
  if found then perform app_private.audit('page.footer', 'page'); end if;
  return true;
end $$;
comment on function app_public.arrange_footer(uuid[]) is
  'Sets which pages the footer links to, in this order, once they are published. By administrators. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.arrange_footer(uuid[]) to newline_visitor;

create table app_public.page_acceptances (
  user_id uuid not null references app_public.users on delete cascade,
  page_id uuid not null references app_public.pages on delete cascade,
  version int not null,
  slug text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, page_id, version),
  constraint page_acceptances_version_fkey foreign key (page_id, version) references app_public.page_revisions (page_id, version)
);
comment on table app_public.page_acceptances is E'@behavior -*\nWhich version of the terms and the privacy policy a user accepted, and when. Only they see it, and administrators.';
comment on column app_public.page_acceptances.version is 'The version of the page that was accepted.';
comment on column app_public.page_acceptances.accepted_at is 'When it was accepted.';
comment on column app_public.page_acceptances.slug is 'The slug of the page: terms or privacy.';
create index page_acceptances_page_id_version_idx on app_public.page_acceptances (page_id, version);
call app_private.secure_table('app_public.page_acceptances');
create policy select_own on app_public.page_acceptances for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.page_acceptances for select to newline_admin using (true);
grant select on app_public.page_acceptances to newline_visitor;

create function auth.accept_pages_at_sign_up(user_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into app_public.page_acceptances (user_id, page_id, version, slug)
    select u.id, p.id, p.published_version, p.slug from app_public.users u, app_public.pages p
    where u.id = accept_pages_at_sign_up.user_id and p.slug in ('terms', 'privacy') and p.published_at is not null
    on conflict do nothing
$$;
comment on function auth.accept_pages_at_sign_up(uuid) is
  'Records that a new user accepted the published terms and privacy policy: the form says so. For newline_auth.';
grant execute on function auth.accept_pages_at_sign_up(uuid) to newline_auth;

create function app_public.pages_to_accept() returns setof app_public.pages
language sql stable rows 2 as $$
  select p.* from app_public.pages p
  where p.slug in ('terms', 'privacy') and p.published_at is not null and p.required_version is not null and app_public.current_user_id() is not null
    and not exists (select from app_public.page_acceptances a
      where a.user_id = app_public.current_user_id() and a.page_id = p.id and a.version >= p.required_version)
  order by p.slug desc
$$;
comment on function app_public.pages_to_accept() is 'The pages that the signed-in user is asked to accept: terms and privacy policy, if they changed and an administrator asked everyone.';
grant execute on function app_public.pages_to_accept() to newline_visitor;

create function app_public.accept_page(page_id uuid, version int) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.pages;
begin
  select p.* into entry from app_public.pages p where p.id = accept_page.page_id and p.slug in ('terms', 'privacy') and p.published_at is not null for share;
  if entry.id is null then raise exception 'PAGE_NOT_FOUND' using errcode = 'NL404'; end if;
  if accept_page.version is distinct from entry.published_version then raise exception 'PAGE_CHANGED_SINCE' using errcode = 'NL409'; end if;
  insert into app_public.page_acceptances (user_id, page_id, version, slug) values (me, entry.id, entry.published_version, entry.slug) on conflict do nothing;
  return true;
end $$;
comment on function app_public.accept_page(uuid, int) is
  'Records that the signed-in user accepts this version of the terms or the privacy policy. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT when it was changed meanwhile.';
grant execute on function app_public.accept_page(uuid, int) to newline_visitor;

-- What the job draw_bodies calls, with the texts of pages.
create or replace function app_private.undrawn_bodies(drawer int, at_most int) returns table (kind text, id uuid, body jsonb, version text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.kind, u.id, u.body, md5(u.body::text) from (
    (select 'article' as kind, b.article_id as id, b.body_delta as body from app_private.article_bodies b where b.drawn_by < drawer limit at_most)
    union all
    (select 'lesson', b.lesson_id, b.body_delta from app_private.lesson_bodies b where b.drawn_by < drawer limit at_most)
    union all
    (select 'page', b.page_id, b.body_delta from app_private.page_bodies b where b.drawn_by < drawer limit at_most)
    union all
    (select 'comment', c.id, c.body_delta from app_public.comments c where not c.deleted and c.body_delta is not null and c.drawn_by < drawer limit at_most)
    limit at_most) u
$$;

create or replace function app_private.store_drawings(kind text, id uuid, version text, drawn jsonb, drawer int) returns boolean
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
  elsif kind = 'page' then
    update app_private.page_bodies b set drawings = drawn, drawn_by = drawer
      where b.page_id = store_drawings.id and md5(b.body_delta::text) = version
      returning 'pages' into tags;
  else
    update app_public.comments c set body_drawings = drawn, drawn_by = drawer
      where c.id = store_drawings.id and not c.deleted and md5(c.body_delta::text) = version;
    return found;
  end if;
  if tags is not null and drawn is not null then perform app_private.tell_tags(tags); end if;
  return tags is not null;
end $$;

-- With the paths of pages.
create or replace function app_private.is_reserved_name(name text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select name ~ '[^a-z0-9_-]' or regexp_replace(name, '[-_]?[0-9]+$', '') = any (array[
    -- Routes of the site and of its API, now or before.
    'about', 'accessibility', 'account', 'admin', 'api', 'articles', 'assets', 'books', 'checkout', 'clips', 'courses', 'demo-desk', 'dev', 'discussions',
    'embed', 'embeds', 'events', 'explore-catalog', 'feeds', 'graphql', 'healthz', 'invitations', 'library', 'media', 'metrics', 'newsletter', 'notices', 'oembed',
    'pages', 'portraits', 'pricing', 'privacy', 'refunds', 'readyz', 'reset-password', 'search', 'share', 'sign-in', 'sign-out', 'sign-up', 'sitemap', 'sitemaps', 'studio',
    'terms', 'unsubscribe', 'verify', 'webhooks', 'write-with-us', 'first-admin', 'setup',
    -- Paths that browsers, crawlers and apps ask for, or that people type.
    'android-chrome', 'apple-app-site-association', 'apple-touch-icon', 'assetlinks', 'auth', 'blog', 'browserconfig', 'careers', 'contact', 'cookies', 'dashboard', 'docs', 'download',
    'downloads', 'faq', 'favicon', 'feed', 'forgot-password', 'guidelines', 'health', 'help', 'home', 'icon', 'images', 'imprint', 'inbox', 'index', 'jobs', 'legal', 'licenses',
    'llms', 'login', 'logout', 'manifest', 'messages', 'notifications', 'oauth', 'password', 'payment', 'payments', 'plans', 'policies', 'policy', 'press', 'profile', 'public',
    'register', 'robots', 'rss', 'service-worker', 'session', 'settings', 'signin', 'signout', 'signup', 'static', 'status', 'subscribe', 'teams', 'tos', 'upload', 'uploads',
    'users', 'well-known',
    -- Names that look official.
    'abuse', 'administration', 'administrator', 'anonymous', 'billing', 'bot', 'ceo', 'community', 'editor', 'editors', 'everyone', 'hello', 'here', 'hostmaster', 'info',
    'mail', 'mailer-daemon', 'mod', 'moderation', 'moderator', 'moderators', 'newline', 'newline-team', 'newline-support', 'no-reply', 'nobody', 'noreply', 'null', 'official',
    'operator', 'owner', 'postmaster', 'root', 'sales', 'security', 'staff', 'superuser', 'support', 'sysadmin', 'system', 'team', 'undefined', 'webmaster', 'www'
  ])
$$;

-- The list of articles says how long each takes to read: as many words a minute as readingMinutes of web/app/features/articles counts.
create function app_public.articles_reading_minutes(article app_public.articles) returns int
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(1, round(app_private.count_words(b.block_text) / 220.0))::int from app_private.article_bodies b where b.article_id = article.id
$$;
comment on function app_public.articles_reading_minutes(app_public.articles) is 'About how many minutes its whole text takes to read; null without a text. Derived.';
grant execute on function app_public.articles_reading_minutes(app_public.articles) to newline_visitor;
