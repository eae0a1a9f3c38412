--! Previous: sha1:2d1d2108e6be561438f4dca00cd5c18f53b30269
--! Hash: sha1:606f3d70be7397e570a806444a08d6aa94976a18

-- Uploaded images and files.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_public.attachments (
  id uuid primary key default app_public.new_id(),
  owner_id uuid references app_public.users on delete set null,
  attachable_id uuid,
  discussion_id uuid,
  file text not null check (file ~ '^[A-Za-z0-9][A-Za-z0-9/_.-]{0,200}$' and file !~ '\.\.') unique,
  name text not null check (length(name) between 1 and 255),
  image_url app_public.media_address,
  kind text not null check (kind in ('IMAGE', 'FILE')),
  content_type text not null check (content_type ~ '^[a-z0-9.+-]+/[a-z0-9.+-]+$'),
  width int check (width > 0),
  height int check (height > 0),
  byte_count int not null check (byte_count > 0),
  created_at timestamptz not null default now(),
  thumbhash text check (thumbhash ~ '^[A-Za-z0-9+/]{6,40}={0,2}$'),
  is_animated boolean not null default false,
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  loose_since timestamptz default now()
);
comment on table app_public.attachments is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA file that belongs to a text. Seen by its owner, by staff, and with the discussion it hangs on.';
comment on column app_public.attachments.attachable_id is 'Id of the lesson, article or comment whose text holds it.';
comment on column app_public.attachments.file is 'Key in the storage.';
comment on column app_public.attachments.kind is 'IMAGE or FILE.';
comment on column app_public.attachments.content_type is 'Media type, as the server found it.';
comment on column app_public.attachments.width is 'In pixels; null for what is no image.';
comment on column app_public.attachments.height is 'In pixels; null for what is no image.';
comment on column app_public.attachments.byte_count is 'Size in bytes.';
comment on column app_public.attachments.thumbhash is 'A placeholder of some 20 bytes (ThumbHash, base64); null for what is no image.';
comment on column app_public.attachments.is_animated is 'True for a picture that moves.';
comment on column app_public.attachments.content_hash is E'@behavior -*\nSHA-256 of the largest stored file, in hex.';
comment on column app_public.attachments.loose_since is E'@behavior -*\nSince when no text uses it; null while one does. After a day it is removed.';
comment on constraint attachments_owner_id_fkey on app_public.attachments is E'@fieldName owner\n@behavior -connection -list';
create index attachments_owner_id_idx on app_public.attachments (owner_id);
create index attachments_attachable_id_idx on app_public.attachments (attachable_id);
create index attachments_discussion_id_idx on app_public.attachments (discussion_id);
create index attachments_loose_since_idx on app_public.attachments (loose_since) where loose_since is not null;
call app_private.secure_table('app_public.attachments');
create policy select_own on app_public.attachments for select to newline_learner
  using (owner_id = (select app_public.current_user_id()));
create policy select_admin on app_public.attachments for select to newline_admin using (true);
grant select on app_public.attachments to newline_visitor;
create trigger check_pictures before insert or update of image_url on app_public.attachments
  for each row execute function app_private.check_pictures('image_url');

create function app_public.attachments_square_image_url(attachment app_public.attachments) returns text
language sql immutable parallel safe as $$
  select case when attachment.kind = 'IMAGE' and attachment.file ~ '^a/' then '/media/' || attachment.file || '/square-192.webp' end
$$;
comment on function app_public.attachments_square_image_url(app_public.attachments) is
  'Its middle, square, 192 pixels wide: for a person''s picture. Null for what was not uploaded as an image.';
grant execute on function app_public.attachments_square_image_url(app_public.attachments) to newline_visitor;

-- A picture may stand in several texts; it stays as long as one of them does.
create table app_private.attachment_uses (
  attachment_id uuid not null references app_public.attachments on delete cascade,
  lesson_id uuid references app_public.lessons on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  comment_id uuid,
  person_id uuid references app_public.users on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  constraint attachment_uses_key unique nulls not distinct (attachment_id, lesson_id, article_id, comment_id, person_id, course_id, book_id),
  constraint attachment_uses_place_check check (num_nonnulls(lesson_id, article_id, comment_id, person_id, course_id, book_id) = 1)
);
comment on table app_private.attachment_uses is
  'Which text uses an attachment, or whose picture it is. An older version of a text may come back, so a use ends only with its text.';
create index attachment_uses_lesson_id_idx on app_private.attachment_uses (lesson_id);
create index attachment_uses_article_id_idx on app_private.attachment_uses (article_id);
create index attachment_uses_comment_id_idx on app_private.attachment_uses (comment_id);
create unique index attachment_uses_person_id_idx on app_private.attachment_uses (person_id);
create index attachment_uses_course_id_idx on app_private.attachment_uses (course_id);
create index attachment_uses_book_id_idx on app_private.attachment_uses (book_id);
call app_private.secure_table('app_private.attachment_uses');

create table app_private.unkept_files (
  file text primary key,
  user_id uuid references app_public.users on delete set null,
  due_at timestamptz not null default now()
);
comment on table app_private.unkept_files is
  'Files in the storage that no attachment keeps: of an upload under way, until it ends, and of a removed attachment. A job removes what is due, so none outlives a crash.';
comment on column app_private.unkept_files.user_id is 'Whose upload is under way; null for files to be removed.';
create index unkept_files_due_at_idx on app_private.unkept_files (due_at);
create index unkept_files_user_id_idx on app_private.unkept_files (user_id);
call app_private.secure_table('app_private.unkept_files');

create table app_private.upload_budgets (
  user_id uuid primary key references app_public.users on delete cascade,
  started_at timestamptz not null default now(),
  byte_count bigint not null default 0
);
comment on table app_private.upload_budgets is 'How many bytes a person has sent in the last stretch of 24 hours.';
call app_private.secure_table('app_private.upload_budgets');

create function app_private.unkeep_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_private.unkept_files (file) values (old.file) on conflict (file) do update set due_at = now(), user_id = null;
  return null;
end $$;
comment on function app_private.unkeep_file() is 'The files of a removed attachment are due, in the transaction that removes it.';
create trigger unkeep_file after delete on app_public.attachments for each row execute function app_private.unkeep_file();

create function app_private.loosen_attachment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_public.attachments a
    set loose_since = now(), attachable_id = null
    where a.id = old.attachment_id and a.discussion_id is null
      and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id);
  return null;
end $$;
comment on function app_private.loosen_attachment() is 'An attachment whose last text is gone has a day left.';
create trigger loosen_attachment after delete on app_private.attachment_uses for each row execute function app_private.loosen_attachment();

-- Uploads: files are counted beside their bytes.
create function app_public.begin_upload(file text, byte_count int) returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  budget app_private.upload_budgets;
  wait int;
begin
  insert into app_private.upload_budgets (user_id) values (me) on conflict do nothing;
  -- Locked until the end, so that uploads of one person begin one after another.
  select * into budget from app_private.upload_budgets b where b.user_id = me for update;
  if budget.started_at <= now() - interval '1 day' then
    budget.started_at := now();
    budget.byte_count := 0;
  end if;
  if (select count(*) from app_private.unkept_files u where u.user_id = me and u.due_at > now()) >= 2 then return 1; end if;
  if budget.byte_count + begin_upload.byte_count > 200000000 then
    return ceil(extract(epoch from budget.started_at + interval '1 day' - now()));
  end if;
  wait := app_private.use_quota('uploads', 2000, interval '1 day');
  if wait > 0 then return wait; end if;
  update app_private.upload_budgets b set started_at = budget.started_at, byte_count = budget.byte_count + begin_upload.byte_count
    where b.user_id = me;
  insert into app_private.unkept_files (file, user_id, due_at) values (begin_upload.file, me, now() + interval '10 minutes');
  return 0;
end $$;
comment on function app_public.begin_upload(text, int) is E'@behavior -*\nAdmits an upload of the signed-in user: two at the same time, 200 MB and 2,000 files in 24 hours, refused ones too. Returns 0, or the seconds to wait.';
grant execute on function app_public.begin_upload(text, int) to newline_visitor;

create function app_public.abandon_upload(file text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.unkept_files u set due_at = now(), user_id = null
    where u.file = abandon_upload.file and u.user_id = app_public.current_user_id()
$$;
comment on function app_public.abandon_upload(text) is E'@behavior -*\nEnds an upload of one''s own that came to nothing; what it left in the storage is due.';
grant execute on function app_public.abandon_upload(text) to newline_visitor;

-- The text with this id, as the columns of attachment_uses.
create function app_private.place_of(text_id uuid, out lesson_id uuid, out article_id uuid, out comment_id uuid)
language sql stable as $$
  select (select l.id from app_public.lessons l where l.id = text_id),
    (select a.id from app_public.articles a where a.id = text_id),
    (select c.id from app_public.comments c where c.id = text_id)
$$;
comment on function app_private.place_of(uuid) is 'Which text has this id: a lesson, an article or a comment; all null for none.';

create function app_private.claim_attachments(ids uuid[], text_id uuid) returns uuid[]
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_public.current_user_id();
  place record;
  left_out uuid[];
begin
  select * into place from app_private.place_of(text_id);
  -- Locked in one order, so that neither the job nor another save comes between.
  perform from app_public.attachments a where a.id = any (ids) order by a.id for update;
  insert into app_private.attachment_uses (attachment_id, lesson_id, article_id, comment_id)
    select a.id, place.lesson_id, place.article_id, place.comment_id
    from app_public.attachments a
    where a.id = any (ids) and num_nonnulls(place.lesson_id, place.article_id, place.comment_id) = 1 and (
      a.owner_id = me
      or exists (select from app_public.contributions c left join app_public.lessons l on l.id = place.lesson_id
        where c.user_id = a.owner_id and (c.article_id = place.article_id or c.course_id = l.course_id or c.book_id = l.book_id)))
    on conflict do nothing;
  update app_public.attachments a set loose_since = null, attachable_id = coalesce(a.attachable_id, text_id)
    from app_private.attachment_uses u
    where a.id = any (ids) and u.attachment_id = a.id and text_id in (u.lesson_id, u.article_id, u.comment_id) and a.loose_since is not null;
  select array_agg(i) into left_out from unnest(ids) i where not exists (
    select from app_private.attachment_uses u where u.attachment_id = i and text_id in (u.lesson_id, u.article_id, u.comment_id));
  return coalesce(left_out, '{}');
end $$;
comment on function app_private.claim_attachments(uuid[], uuid) is
  'A saved text keeps the attachments it shows: those of whoever saves it and of its other authors. Answers the ids that it may not keep; they stay as they were.';

create function app_public.finish_upload(
  file text, name text, content_type text, width int, height int, byte_count int, thumbhash text, is_animated boolean,
  content_hash text, discussion_id uuid, attachable_id uuid
) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  made uuid;
begin
  delete from app_private.unkept_files u where u.file = finish_upload.file and u.user_id = me and u.due_at > now();
  if not found then
    raise exception 'UPLOAD_EXPIRED' using errcode = 'NL409';
  end if;
  insert into app_public.attachments as a (owner_id, discussion_id, file, name, image_url, kind, content_type, width, height,
      byte_count, thumbhash, is_animated, content_hash, loose_since)
    values (me, finish_upload.discussion_id, finish_upload.file, finish_upload.name, '/media/' || finish_upload.file || '/1600.webp', 'IMAGE',
      finish_upload.content_type, finish_upload.width, finish_upload.height, finish_upload.byte_count, finish_upload.thumbhash,
      finish_upload.is_animated, finish_upload.content_hash, case when finish_upload.discussion_id is null then now() end)
    returning a.id into made;
  if finish_upload.attachable_id is not null then
    if (finish_upload.attachable_id in (select app_private.my_article_ids())
      or exists (select from app_public.lessons l where l.id = finish_upload.attachable_id
        and (l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids())))
      or exists (select from app_public.comments c where c.id = finish_upload.attachable_id and c.user_id = me)
      or app_public.is_admin() and exists (select from app_private.place_of(finish_upload.attachable_id) p
        where num_nonnulls(p.lesson_id, p.article_id, p.comment_id) = 1)) is not true then
      raise exception 'OWN_TEXT_NOT_FOUND' using errcode = 'NL404';
    end if;
    perform app_private.claim_attachments(array[made], finish_upload.attachable_id);
  end if;
  return made;
end $$;
comment on function app_public.finish_upload(text, text, text, int, int, int, text, boolean, text, uuid, uuid) is E'@behavior -*\nTurns an upload of one''s own, whose file is in the storage, into an attachment. The discussion must have been looked at by visible_discussion.';
grant execute on function app_public.finish_upload(text, text, text, int, int, int, text, boolean, text, uuid, uuid) to newline_visitor;

-- A person's picture: an own upload is kept as long as it is the picture.
create function app_private.keep_profile_image() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  picture uuid;
begin
  if new.profile_image_url like '/media/a/%' then
    select a.id into picture from app_public.attachments a
      where a.owner_id = new.id and app_public.attachments_square_image_url(a) = new.profile_image_url for update;
    if picture is null then
      raise exception 'PROFILE_IMAGE_NOT_OWN' using errcode = 'NL400';
    end if;
  end if;
  delete from app_private.attachment_uses u where u.person_id = new.id;
  if picture is not null then
    insert into app_private.attachment_uses (attachment_id, person_id) values (picture, new.id);
    update app_public.attachments a set loose_since = null where a.id = picture;
  end if;
  return null;
end $$;
comment on function app_private.keep_profile_image() is
  'Keeps an uploaded picture while it is its owner''s, and lets the one before it go. Another''s upload is refused (NL400).';
create trigger keep_profile_image after update of profile_image_url on app_public.users
  for each row when (old.profile_image_url is distinct from new.profile_image_url) execute function app_private.keep_profile_image();

create function app_private.remove_loose_attachments() returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (
    delete from app_public.attachments a where a.id in (
      select l.id from app_public.attachments l where l.loose_since < now() - interval '1 day' order by l.loose_since limit 500
      for update skip locked)
    and a.loose_since < now() - interval '1 day' returning 1)
  select count(*)::int from gone
$$;
comment on function app_private.remove_loose_attachments() is 'Removes attachments that no text has used for a day; their files are then due.';

create function app_private.due_files() returns setof text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.file from app_private.unkept_files u where u.due_at <= now() order by u.due_at limit 500
$$;
comment on function app_private.due_files() is 'Files in the storage that nothing keeps.';

create function app_private.forget_files(files text[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.unkept_files u where u.file = any (files) and u.due_at <= now()
$$;
comment on function app_private.forget_files(text[]) is 'Takes note that files were removed from the storage.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.remove_loose_attachments(),
    app_private.due_files(),
    app_private.forget_files(text[])
    to %s', worker);
end $$;
