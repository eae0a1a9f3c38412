--! Previous: sha1:134474c710e49d391594f9db12bb045dcd8423e2
--! Hash: sha1:e3b27b76a13bf6f6aaf151ae75306bf7ada6f9b1

-- Writing articles: the working text with its history, who may change it, and what publishing does.
-- The newest revision is what its writers work on. What readers get (app_private.article_bodies) follows every save while
-- the article is unpublished; once it is published, only publishing again puts the newest revision before them.

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
comment on column app_public.article_revisions.version is
  'Grows by one with every save that changes something; a revision carries the number of its last save.';
comment on column app_public.article_revisions.user_id is 'Who saved it; null when that account is gone or the text was imported.';
comment on column app_public.article_revisions.words_count is E'@name numWords\nHow many words the text has. Derived.';
comment on column app_public.article_revisions.restored_version is 'The version that this one brought back; null for one that was written.';
comment on column app_public.article_revisions.published_at is 'When it was put before readers; null when it never was.';
comment on column app_public.article_revisions.created_at is 'When its first save came.';
comment on column app_public.article_revisions.updated_at is 'When its last save came.';
comment on constraint article_revisions_article_id_fkey on app_public.article_revisions is E'@fieldName article\n@foreignFieldName revisions';
comment on constraint article_revisions_user_id_fkey on app_public.article_revisions is E'@fieldName user\n@behavior -connection -list';
create index article_revisions_user_id_idx on app_public.article_revisions (user_id);
call app_private.secure_table('app_public.article_revisions');
create policy select_contributor on app_public.article_revisions for select to newline_learner
  using (article_id in (select app_private.my_article_ids()));
create policy select_admin on app_public.article_revisions for select to newline_admin using (true);
grant select on app_public.article_revisions to newline_visitor;

create table app_private.article_revision_texts (
  revision_id uuid primary key references app_public.article_revisions on delete cascade,
  body_delta jsonb not null check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 8000000),
  block_lengths int[] not null,
  free_blocks int check (free_blocks >= 0),
  session_id uuid,
  sequence int check (sequence >= 0),
  is_seen boolean not null default false,
  constraint article_revision_texts_shape_check check (
    (body_delta ->> 'type') is not distinct from 'doc' and jsonb_typeof(body_delta -> 'content') is not distinct from 'array'),
  constraint article_revision_texts_uploads_check check (position('"type": "imageUploadPlaceholder"' in body_delta::text) = 0)
);
comment on table app_private.article_revision_texts is 'The text of a revision. Requests see it only through read_article_revisions.';
comment on column app_private.article_revision_texts.free_blocks is 'Top-level blocks before the paywall mark; null when there is no mark.';
comment on column app_private.article_revision_texts.session_id is 'The editor, one open page, that saved it; its saves are numbered by sequence.';
comment on column app_private.article_revision_texts.is_seen is 'True once the text was handed out: then the next save does not write over it.';
call app_private.secure_table('app_private.article_revision_texts');

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
comment on function app_private.keep_attachments(uuid, jsonb) is
  'Claims the attachments that a text shows, as far as whoever saves it may. Not granted.';

create function app_private.add_revision(article uuid, title text, body jsonb, texts text[], free int, session_id uuid, sequence int, restored int)
returns app_public.article_revisions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  added app_public.article_revisions;
begin
  insert into app_public.article_revisions as r (article_id, version, user_id, title, words_count, restored_version)
    values (article, coalesce((app_private.newest_revision(article)).version, 0) + 1, app_public.current_user_id(), title, app_private.count_words(texts), restored)
    returning r.* into added;
  insert into app_private.article_revision_texts (revision_id, body_delta, block_lengths, free_blocks, session_id, sequence)
    values (added.id, body, app_private.lengths_of(texts), free, session_id, sequence);
  perform app_private.keep_attachments(article, body);
  perform app_private.trim_article_revisions(article);
  return added;
end $$;
comment on function app_private.add_revision(uuid, text, jsonb, text[], int, uuid, int, int) is
  'Adds a revision by the signed-in person. The newest 100 are kept, and of older ones the newest 100 that were published. Not granted.';

create function app_private.record_article_body() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        entry app_public.articles;
        newest app_public.article_revisions := app_private.newest_revision(new.article_id);
      begin
        select * into entry from app_public.articles e where e.id = new.article_id for no key update;
        if newest.id is null or not exists (select from app_private.article_revision_texts b where b.revision_id = newest.id and b.body_delta = new.body_delta) then
          newest := app_private.add_revision(new.article_id, entry.title, new.body_delta, new.block_text, new.free_blocks, null, null, null);
          if newest.version = 1 and newest.user_id is null then -- an import is as old as it says
            update app_public.article_revisions r set created_at = least(entry.updated_at, now()), updated_at = least(entry.updated_at, now()) where r.id = newest.id;
          end if;
        end if;
        if entry.is_published then
          update app_public.article_revisions r set published_at = now() where r.id = newest.id;
          perform app_private.tell_tags('articles,article:' || entry.id);
        end if;
        return null;
      end $$;
comment on function app_private.record_article_body() is
  'Whatever writes a text that readers get (a save, an import): it stands in the history, and the pages that show it are made again.';
create trigger record_article_body after insert or update of body_delta on app_private.article_bodies
  for each row execute function app_private.record_article_body();

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
          update app_public.articles e set title = save_article.title where e.id = article and e.title <> save_article.title;
          perform app_private.save_article_body(article, body, ids, html, markdown, texts, free, drawn, drawer);
        end if;
      end $$;
comment on function app_private.save_article(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int) is
  'Saves the working title and text if nobody else has saved since base_version; else it tells what is newer and writes nothing. Raises NL401, NL403 and NL404.';
grant execute on function app_private.save_article(uuid, int, text, jsonb, text[], text[], text[], text[], int, jsonb, int, uuid, int, int) to newline_visitor;

create function app_private.working_article(article uuid, is_publishing boolean, out newest app_public.article_revisions, out body_delta jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
      begin
        perform app_private.locked_article(article, is_publishing);
        newest := app_private.newest_revision(article);
        select r.body_delta into body_delta from app_private.read_article_revisions(array[newest.id]) r;
      end $$;
comment on function app_private.working_article(uuid, boolean) is
  'The newest revision with its text, for somebody who may write it (and publish it). Raises NL401, NL403 and NL404.';
grant execute on function app_private.working_article(uuid, boolean) to newline_visitor;

create function app_public.articles_latest_revision(article app_public.articles) returns app_public.article_revisions
language sql stable as $$
        select r from app_public.article_revisions r where r.article_id = article.id order by r.version desc limit 1
      $$;
comment on function app_public.articles_latest_revision(app_public.articles) is
  'The working title and text; null for those who do not write the article. Not yet published when its publishedAt is null.';
grant execute on function app_public.articles_latest_revision(app_public.articles) to newline_visitor;
