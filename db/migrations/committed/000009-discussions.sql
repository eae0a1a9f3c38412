--! Previous: sha1:c906fb0c562d93541267c73decebea764f4fd110
--! Hash: sha1:2a0f5c6df2c16760b4210b17f476a416ebc3b8f9

-- Discussions on a lesson, an article or a clip, their comments, reactions, selections and attachments.
-- Comments are public; what a selection quotes is shown as far as its reader may read.

create table app_public.discussions (
  id uuid primary key default app_public.new_id(),
  lesson_id uuid references app_public.lessons on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  clip_id uuid references app_public.clips on delete cascade,
  timecode_start double precision check (timecode_start between 0 and 1e6),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discussions_item_check check (num_nonnulls(lesson_id, article_id, clip_id) = 1)
);
comment on table app_public.discussions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA thread on a lesson, an article or a clip.';
comment on column app_public.discussions.timecode_start is 'The second of the video it is about; null when it is about none.';
comment on constraint discussions_lesson_id_fkey on app_public.discussions is E'@fieldName lesson\n@foreignFieldName discussions';
comment on constraint discussions_article_id_fkey on app_public.discussions is E'@fieldName article\n@foreignFieldName discussions';
comment on constraint discussions_clip_id_fkey on app_public.discussions is E'@fieldName clip\n@foreignFieldName discussions';
create index on app_public.discussions (lesson_id, created_at desc, id desc);
create index on app_public.discussions (article_id, created_at desc, id desc);
create index on app_public.discussions (clip_id, created_at desc, id desc);
create trigger touch before update on app_public.discussions
  for each row execute function app_private.touch_updated_at();

create table app_public.discussion_selections (
  discussion_id uuid primary key references app_public.discussions on delete cascade,
  range_from int not null check (range_from >= 0),
  range_to int not null,
  version int not null default 1,
  delta jsonb,
  text text not null check (length(text) <= 10000),
  node text check (length(node) <= 100),
  block_id text check (block_id ~ '^[A-Za-z0-9_-]{1,16}$'),
  constraint discussion_selections_range_check check (range_to >= range_from)
);
comment on table app_public.discussion_selections is E'@name selection\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe passage that a discussion is about. Seen only where its reader may read the passage.';
comment on column app_public.discussion_selections.range_from is E'@name from\nWhere the passage starts in the document''s positions.';
comment on column app_public.discussion_selections.range_to is E'@name to\nWhere it ends.';
comment on column app_public.discussion_selections.version is 'Version of the document it was made on.';
comment on column app_public.discussion_selections.delta is 'The passage as a document (JSON).';
comment on column app_public.discussion_selections.text is 'The passage as plain text.';
comment on column app_public.discussion_selections.node is 'Name of the node that holds it.';
comment on column app_public.discussion_selections.block_id is 'Id of the top-level block that holds it.';
comment on constraint discussion_selections_discussion_id_fkey on app_public.discussion_selections is E'@fieldName discussion\n@foreignFieldName selection';

create table app_public.comments (
  id uuid primary key default app_public.new_id(),
  discussion_id uuid not null references app_public.discussions on delete cascade,
  user_id uuid references app_public.users on delete set null,
  parent_id uuid,
  body_delta jsonb check (body_delta ->> 'type' = 'doc' and pg_column_size(body_delta) <= 131072),
  body_markdown text check (length(body_markdown) <= 65536),
  body_html text,
  markdown_character_count int generated always as (coalesce(length(body_markdown), 0)) stored,
  edited boolean not null default false,
  edited_at timestamptz,
  deleted boolean not null default false,
  deleted_at timestamptz,
  reactions_count int not null default 0 check (reactions_count >= 0),
  positive_reactions_count int not null default 0 check (positive_reactions_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint comments_discussion_id_id_key unique (discussion_id, id),
  constraint comments_parent_id_fkey foreign key (discussion_id, parent_id) references app_public.comments (discussion_id, id),
  constraint comments_edited_check check (edited = (edited_at is not null)),
  constraint comments_deleted_check check (deleted = (deleted_at is not null)),
  constraint comments_body_check check (deleted = (body_delta is null) and deleted = (body_markdown is null) and deleted = (body_html is null))
);
comment on table app_public.comments is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nWhat somebody wrote in a discussion. A deleted one stays as a tombstone without its text, so that its replies stay.';
comment on column app_public.comments.user_id is 'Who wrote it; null when that account is gone.';
comment on column app_public.comments.parent_id is 'The comment it replies to, in the same discussion; null for none.';
comment on column app_public.comments.body_delta is 'The text as a document (a JSON string); null when deleted.';
comment on column app_public.comments.body_markdown is 'The text as Markdown; derived from bodyDelta, null when deleted.';
comment on column app_public.comments.body_html is 'The text as HTML; derived from bodyDelta, null when deleted.';
comment on column app_public.comments.edited is 'True when its author changed the text after sending it.';
comment on column app_public.comments.edited_at is 'When the text was last changed; null when never.';
comment on column app_public.comments.deleted is 'True for a tombstone: the text is gone, the replies stay.';
comment on column app_public.comments.deleted_at is 'When it was deleted, by the servers clock; null when it was not.';
comment on column app_public.comments.markdown_character_count is 'Characters of bodyMarkdown. Derived.';
comment on column app_public.comments.reactions_count is 'How many reactions it has. Derived.';
comment on column app_public.comments.positive_reactions_count is 'How many of them are positive. Derived.';
comment on constraint comments_discussion_id_fkey on app_public.comments is E'@fieldName discussion\n@foreignFieldName comments';
comment on constraint comments_user_id_fkey on app_public.comments is E'@fieldName user\n@foreignFieldName comments';
comment on constraint comments_parent_id_fkey on app_public.comments is E'@fieldName parent\n@foreignFieldName replies';
create index on app_public.comments (discussion_id, created_at, id);
create index on app_public.comments (user_id, created_at desc);
create trigger touch before update of body_delta, edited, deleted on app_public.comments
  for each row execute function app_private.touch_updated_at();

create table app_public.comment_reactions (
  id uuid primary key default app_public.new_id(),
  comment_id uuid not null references app_public.comments on delete cascade,
  user_id uuid not null references app_public.users on delete cascade,
  kind text not null default 'THANKS' check (kind in ('THANKS', 'AGREE', 'LAUGH', 'CONFUSED')),
  created_at timestamptz not null default now(),
  constraint comment_reactions_person_key unique (comment_id, user_id, kind)
);
comment on table app_public.comment_reactions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA person''s reaction to a comment. CONFUSED is the one that is not positive.';
comment on column app_public.comment_reactions.kind is 'THANKS, AGREE, LAUGH or CONFUSED.';
comment on constraint comment_reactions_comment_id_fkey on app_public.comment_reactions is E'@fieldName comment\n@foreignFieldName reactions';
comment on constraint comment_reactions_user_id_fkey on app_public.comment_reactions is E'@fieldName user\n@behavior -connection -list';
create index on app_public.comment_reactions (user_id);

create table app_public.attachments (
  id uuid primary key default app_public.new_id(),
  owner_id uuid references app_public.users on delete set null,
  attachable_id uuid,
  discussion_id uuid references app_public.discussions on delete cascade,
  file text not null unique check (file ~ '^[A-Za-z0-9][A-Za-z0-9/_.-]{0,200}$' and file !~ '\.\.'),
  name text not null check (length(name) between 1 and 255),
  image_url app_public.media_address,
  kind text not null check (kind in ('IMAGE', 'FILE')),
  content_type text not null check (content_type ~ '^[a-z0-9.+-]+/[a-z0-9.+-]+$'),
  width int check (width > 0),
  height int check (height > 0),
  byte_count int not null check (byte_count > 0),
  created_at timestamptz not null default now()
);
comment on table app_public.attachments is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA file that belongs to a text. Seen by its owner, by staff, and with the discussion it hangs on.';
comment on column app_public.attachments.attachable_id is 'Id of the lesson, article or comment whose text holds it.';
comment on column app_public.attachments.file is 'Key in the storage.';
comment on column app_public.attachments.kind is 'IMAGE or FILE.';
comment on column app_public.attachments.content_type is 'Media type, as the server found it.';
comment on column app_public.attachments.width is 'In pixels; null for what is no image.';
comment on column app_public.attachments.height is 'In pixels; null for what is no image.';
comment on column app_public.attachments.byte_count is 'Size in bytes.';
comment on constraint attachments_owner_id_fkey on app_public.attachments is E'@fieldName owner\n@behavior -connection -list';
comment on constraint attachments_discussion_id_fkey on app_public.attachments is E'@fieldName discussion\n@foreignFieldName attachments';
create index on app_public.attachments (owner_id);
create index on app_public.attachments (attachable_id);
create index on app_public.attachments (discussion_id);

-- The text of a deleted comment is moved away in the statement that deletes it. What remains in
-- comments has no text, so no door can leak it.
create table app_private.deleted_comment_bodies (
  comment_id uuid primary key references app_public.comments on delete cascade,
  body_delta jsonb not null,
  body_markdown text not null,
  body_html text not null,
  deleted_by uuid references app_public.users on delete set null,
  deleted_at timestamptz not null default now()
);
comment on table app_private.deleted_comment_bodies is 'Texts of deleted comments, for administrators.';
create index on app_private.deleted_comment_bodies (deleted_by);
create table app_private.comment_spaminess (
  comment_id uuid primary key references app_public.comments on delete cascade,
  rating real not null check (rating between 0 and 1)
);
comment on table app_private.comment_spaminess is 'How much a comment looks like spam, 0 to 1. Staff read it as comment.spaminessRating.';

create function app_private.move_deleted_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.deleted and not new.deleted then
    raise exception 'A deleted comment stays deleted.' using errcode = 'NL400';
  end if;
  new.deleted_at := case when old.deleted then old.deleted_at else now() end;
  if not old.deleted then
    insert into app_private.deleted_comment_bodies (comment_id, body_delta, body_markdown, body_html, deleted_by)
      values (old.id, old.body_delta, old.body_markdown, old.body_html, app_public.current_user_id());
  end if;
  new.body_delta := null; new.body_markdown := null; new.body_html := null;
  return new;
end $$;
comment on function app_private.move_deleted_comment() is 'Soft delete: sets deletedAt, moves the text to deleted_comment_bodies.';
create trigger move_deleted_comment before update of deleted, deleted_at on app_public.comments
  for each row when (old.deleted or new.deleted) execute function app_private.move_deleted_comment();

call app_private.secure_table('app_public.discussions');
call app_private.secure_table('app_public.discussion_selections');
call app_private.secure_table('app_public.comments');
call app_private.secure_table('app_public.comment_reactions');
call app_private.secure_table('app_public.attachments');
call app_private.secure_table('app_private.deleted_comment_bodies');
call app_private.secure_table('app_private.comment_spaminess');

create policy select_visible on app_public.discussions for select to newline_visitor using (
  (select true from app_public.clips c where c.id = clip_id)
  or (select true from app_public.lessons l where l.id = lesson_id)
  or (select true from app_public.articles a where a.id = article_id));
create policy select_visible on app_public.comments for select to newline_visitor using (
  (select true from app_public.discussions d where d.id = discussion_id));
create policy select_own on app_public.comment_reactions for select to newline_learner
  using (user_id = (select app_public.current_user_id()));
create policy select_own on app_public.attachments for select to newline_learner
  using (owner_id = (select app_public.current_user_id()));
create policy select_discussed on app_public.attachments for select to newline_visitor
  using ((select true from app_public.discussions d where d.id = discussion_id));
create policy select_admin on app_public.attachments for select to newline_admin using (true);

create function app_private.may_read_selection(discussion uuid, block text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((
    select case
      when d.lesson_id is not null then coalesce(
        (select array_position(b.block_ids, block) from app_private.lesson_bodies b where b.lesson_id = d.lesson_id), 2147483647)
        <= app_private.readable_lesson_blocks(d.lesson_id)
      when d.article_id is not null then coalesce(
        (select array_position(b.block_ids, block) from app_private.article_bodies b where b.article_id = d.article_id), 2147483647)
        <= app_private.readable_article_blocks(d.article_id)
      else true end
    from app_public.discussions d where d.id = discussion), false)
$$;
comment on function app_private.may_read_selection(uuid, text) is
  'True when the reader may read the block that a selection quotes; a block that is gone or unknown needs the whole text.';
grant execute on function app_private.may_read_selection(uuid, text) to newline_visitor;
create policy select_readable on app_public.discussion_selections for select to newline_visitor using (
  (select true from app_public.discussions d where d.id = discussion_id)
  and app_private.may_read_selection(discussion_id, block_id));
grant select on app_public.discussions, app_public.discussion_selections, app_public.comments,
  app_public.comment_reactions, app_public.attachments to newline_visitor;

create function app_public.comments_spaminess_rating(comment app_public.comments) returns real
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.rating from app_private.comment_spaminess s where s.comment_id = comment.id and app_public.is_admin()
$$;
comment on function app_public.comments_spaminess_rating(app_public.comments) is 'How much it looks like spam, 0 to 1; null for everyone but staff.';
create function app_public.comments_is_discussion_author(comment app_public.comments) returns boolean
language sql stable as $$
  select coalesce(comment.user_id = (select c.user_id from app_public.comments c
    where c.discussion_id = comment.discussion_id order by c.created_at, c.id limit 1), false)
$$;
comment on function app_public.comments_is_discussion_author(app_public.comments) is 'True when its author began the discussion.';
create function app_public.comments_is_contributor(comment app_public.comments) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from app_public.discussions d
    left join app_public.lessons l on l.id = d.lesson_id
    left join app_public.clips k on k.id = d.clip_id
    join app_public.contributions c on c.user_id = comment.user_id and (
      c.course_id = coalesce(l.course_id, k.course_id) or c.book_id = coalesce(l.book_id, k.book_id) or c.article_id = d.article_id)
    where d.id = comment.discussion_id)
$$;
comment on function app_public.comments_is_contributor(app_public.comments) is 'True when its author contributes to the course, book or article it is about.';
create function app_public.comments_is_admin(comment app_public.comments) returns boolean
language sql stable as $$
  select exists (select from app_public.users u where u.id = comment.user_id and u.is_admin)
$$;
comment on function app_public.comments_is_admin(app_public.comments) is 'True when its author is staff.';
grant execute on function app_public.comments_spaminess_rating(app_public.comments), app_public.comments_is_discussion_author(app_public.comments),
  app_public.comments_is_contributor(app_public.comments), app_public.comments_is_admin(app_public.comments) to newline_visitor;

create function app_private.count_comments() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  step int := (case when tg_op <> 'DELETE' and not new.deleted then 1 else 0 end)
            - (case when tg_op <> 'INSERT' and not old.deleted then 1 else 0 end);
begin
  if step <> 0 then
    update app_public.clips c set comments_count = c.comments_count + step
      from app_public.discussions d
      where d.id = case when tg_op = 'DELETE' then old.discussion_id else new.discussion_id end and c.id = d.clip_id;
  end if;
  return null;
end $$;
comment on function app_private.count_comments() is 'Keeps the number of comments of a clip, in the statement that changes it.';
create trigger count_comments after insert or update of deleted or delete on app_public.comments
  for each row execute function app_private.count_comments();

create function app_private.uncount_discussion() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Locked first, as a new comment does, so that the two wait for each other and never for each other's clip.
  perform from app_public.discussions d where d.id = old.id for update;
  update app_public.clips c set comments_count = c.comments_count
    - (select count(*) from app_public.comments m where m.discussion_id = old.id and not m.deleted)
    where c.id = old.clip_id;
  return old;
end $$;
comment on function app_private.uncount_discussion() is
  'Takes the comments of a discussion that goes out of the count of its clip; when they go themselves, it is no longer there to tell the clip.';
create trigger uncount_discussion before delete on app_public.discussions
  for each row execute function app_private.uncount_discussion();

create function app_private.count_reactions() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comment_reactions := case when tg_op = 'DELETE' then old else new end;
  step int := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  update app_public.comments c set reactions_count = c.reactions_count + step,
    positive_reactions_count = c.positive_reactions_count + case when entry.kind = 'CONFUSED' then 0 else step end
    where c.id = entry.comment_id;
  return null;
end $$;
comment on function app_private.count_reactions() is 'Keeps the number of reactions of a comment, in the statement that changes it.';
create trigger count_reactions after insert or delete on app_public.comment_reactions
  for each row execute function app_private.count_reactions();
