--! Previous: sha1:62003d67603f054c2a41ae5629f069c68a5e2a0f
--! Hash: sha1:2d1d2108e6be561438f4dca00cd5c18f53b30269

-- Clips, and what a person does with one: like, bookmark, share, watch.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_public.clips (
  id uuid primary key default app_public.new_id(),
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  description text check (length(description) <= 2000),
  is_short boolean not null default true,
  video_url app_public.video_address,
  thumbnail_seconds double precision not null default 0 check (thumbnail_seconds >= 0),
  duration_seconds int check (duration_seconds > 0),
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  lesson_id uuid references app_public.lessons on delete set null,
  likes_count int not null default 0 check (likes_count >= 0),
  shares_count int not null default 0 check (shares_count >= 0),
  comments_count int not null default 0 check (comments_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  visible_from timestamptz,
  is_listed boolean not null default false,
  constraint clips_item_check check (num_nonnulls(course_id, book_id) = 1)
);
comment on table app_public.clips is E'@behavior -insert -update -delete -query:resource:list\nA short video out of one course or one book. The root list has only clips with a videoUrl, newest first.';
comment on column app_public.clips.description is 'What it shows, in plain text; null when not given.';
comment on column app_public.clips.is_short is 'True for SHORTS (upright, about a minute), false for FULL.';
comment on column app_public.clips.video_url is 'Public. local:{playbackId} or the address at a video provider; null while there is no video yet.';
comment on column app_public.clips.thumbnail_seconds is 'The second of the video that its still shows.';
comment on column app_public.clips.duration_seconds is 'Length in seconds; null when not known yet.';
comment on column app_public.clips.lesson_id is 'The lesson it is taken from; may be absent.';
comment on column app_public.clips.likes_count is E'@behavior -select -orderBy -condition\nRead as likes.totalCount. Derived.';
comment on column app_public.clips.shares_count is E'@behavior -select -orderBy -condition\nRead as shares.totalCount. Derived.';
comment on column app_public.clips.comments_count is 'How many comments stand under it, deleted ones not counted. Derived.';
comment on column app_public.clips.visible_from is E'@behavior -select -orderBy -condition\nFrom when on everybody sees it; null while nobody but the contributors of its item and staff do. Derived.';
comment on column app_public.clips.is_listed is E'@behavior -select -orderBy -condition\nTrue when its item is shown publicly: the root list has it. Derived.';
comment on constraint clips_course_id_fkey on app_public.clips is E'@fieldName course\n@foreignFieldName clips';
comment on constraint clips_book_id_fkey on app_public.clips is E'@fieldName book\n@foreignFieldName clips';
comment on constraint clips_lesson_id_fkey on app_public.clips is E'@fieldName lesson\n@foreignFieldName clips';
create index clips_course_id_created_at_idx on app_public.clips (course_id, created_at desc);
create index clips_book_id_created_at_idx on app_public.clips (book_id, created_at desc);
create index clips_lesson_id_idx on app_public.clips (lesson_id);
-- Videos: those of clips and trailers are for all who see the clip or the item, those of lessons for who may read the lesson.
create index clips_video_url_idx on app_public.clips (video_url) where video_url is not null;
-- With what the policies ask about, so that a page far down the list is found without reading the clips above it, and many are counted
-- without being read.
create index clips_listed_idx on app_public.clips (created_at desc, id desc) include (visible_from, course_id, book_id)
  where video_url is not null and is_listed;
create index clips_mode_idx on app_public.clips (is_short, visible_from) include (course_id, book_id) where video_url is not null and is_listed;
call app_private.secure_table('app_public.clips');
create policy select_public on app_public.clips for select to newline_visitor using (visible_from <= now());
create policy select_contributor on app_public.clips for select to newline_learner using (
  coalesce(course_id, book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids()));
create policy select_admin on app_public.clips for select to newline_admin using (true);
grant select on app_public.clips to newline_visitor;
create trigger touch before update of title, description, is_short, video_url, thumbnail_seconds, duration_seconds, course_id, book_id, lesson_id
  on app_public.clips for each row execute function app_private.touch_updated_at();
create trigger index_transcript after insert or update of video_url on app_public.clips
  for each row execute function app_private.index_played_video();
create trigger keep_played_video after insert or delete or update of video_url on app_public.clips
  for each row execute function app_private.keep_played_video();
call app_private.announce_changes('app_public.clips', 'clips', '', '{likes_count,shares_count,comments_count}');
create trigger count_new_row before insert on app_public.clips for each row execute function app_private.count_new_row('new clips', '2000');
alter table app_public.videos add constraint videos_clip_id_fkey foreign key (clip_id) references app_public.clips on delete set null;
comment on constraint videos_clip_id_fkey on app_public.videos is '@behavior -*';

-- Three tables of one shape: a row a person and clip, switched on and off, never counted twice.
create table app_public.clip_likes (
  id uuid primary key default app_public.new_id(),
  clip_id uuid not null references app_public.clips on delete cascade,
  user_id uuid not null references app_public.users on delete cascade,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint clip_likes_person_key unique (clip_id, user_id)
);
comment on table app_public.clip_likes is E'@name like\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA person''s like of a clip. The rows are that person''s; clip.likes.totalCount counts everybody''s.';
comment on column app_public.clip_likes.enabled is 'False when the person took it back.';
comment on constraint clip_likes_clip_id_fkey on app_public.clip_likes is E'@fieldName clip\n@foreignFieldName likes';
comment on constraint clip_likes_user_id_fkey on app_public.clip_likes is E'@fieldName user\n@behavior -connection -list';
create index clip_likes_user_id_idx on app_public.clip_likes (user_id);
call app_private.secure_table('app_public.clip_likes');
create policy select_own on app_public.clip_likes for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy insert_own on app_public.clip_likes for insert to newline_learner
  with check (user_id = (select app_public.current_user_id()) and exists (select from app_public.clips c where c.id = clip_id));
create policy update_own on app_public.clip_likes for update to newline_learner
  using (user_id = (select app_public.current_user_id()))
  with check (user_id = (select app_public.current_user_id()));
grant select on app_public.clip_likes to newline_visitor;
grant insert (clip_id, user_id, enabled), update (enabled) on app_public.clip_likes to newline_learner;
create trigger touch before update on app_public.clip_likes for each row execute function app_private.touch_updated_at();
-- A press on a toggle of a clip writes a row and a counter, and makes cached pages stale, also when it takes the last press back. Counted after the
-- row is written, since what meets a row that is there is an update, and before the clip's counter, whose row others wait for.
create trigger allow_press after insert or update of enabled on app_public.clip_likes
  for each row execute function app_private.count_new_row('clip likes', '2000');

create table app_public.clip_bookmarks (
  id uuid primary key default app_public.new_id(),
  clip_id uuid not null references app_public.clips on delete cascade,
  user_id uuid not null references app_public.users on delete cascade,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint clip_bookmarks_person_key unique (clip_id, user_id)
);
comment on table app_public.clip_bookmarks is E'@name bookmark\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA person''s bookmark of a clip; nobody else sees it.';
comment on column app_public.clip_bookmarks.enabled is 'False when the person took it back.';
comment on constraint clip_bookmarks_clip_id_fkey on app_public.clip_bookmarks is E'@fieldName clip\n@foreignFieldName bookmarks';
comment on constraint clip_bookmarks_user_id_fkey on app_public.clip_bookmarks is E'@fieldName user\n@foreignFieldName bookmarks';
create index clip_bookmarks_user_id_created_at_idx on app_public.clip_bookmarks (user_id, created_at desc);
call app_private.secure_table('app_public.clip_bookmarks');
create policy select_own on app_public.clip_bookmarks for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy insert_own on app_public.clip_bookmarks for insert to newline_learner
  with check (user_id = (select app_public.current_user_id()) and exists (select from app_public.clips c where c.id = clip_id));
create policy update_own on app_public.clip_bookmarks for update to newline_learner
  using (user_id = (select app_public.current_user_id()))
  with check (user_id = (select app_public.current_user_id()));
grant select on app_public.clip_bookmarks to newline_visitor;
grant insert (clip_id, user_id, enabled), update (enabled) on app_public.clip_bookmarks to newline_learner;
create trigger touch before update on app_public.clip_bookmarks for each row execute function app_private.touch_updated_at();
create trigger allow_press after insert or update of enabled on app_public.clip_bookmarks
  for each row execute function app_private.count_new_row('clip bookmarks', '2000');

create table app_public.clip_shares (
  id uuid primary key default app_public.new_id(),
  clip_id uuid not null references app_public.clips on delete cascade,
  user_id uuid not null references app_public.users on delete cascade,
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint clip_shares_person_key unique (clip_id, user_id)
);
comment on table app_public.clip_shares is E'@name share\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA person''s share of a clip. The rows are that person''s; clip.shares.totalCount counts everybody''s.';
comment on column app_public.clip_shares.enabled is 'False when the person took it back.';
comment on constraint clip_shares_clip_id_fkey on app_public.clip_shares is E'@fieldName clip\n@foreignFieldName shares';
comment on constraint clip_shares_user_id_fkey on app_public.clip_shares is E'@fieldName user\n@behavior -connection -list';
create index clip_shares_user_id_idx on app_public.clip_shares (user_id);
call app_private.secure_table('app_public.clip_shares');
create policy select_own on app_public.clip_shares for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy insert_own on app_public.clip_shares for insert to newline_learner
  with check (user_id = (select app_public.current_user_id()) and exists (select from app_public.clips c where c.id = clip_id));
create policy update_own on app_public.clip_shares for update to newline_learner
  using (user_id = (select app_public.current_user_id()))
  with check (user_id = (select app_public.current_user_id()));
grant select on app_public.clip_shares to newline_visitor;
grant insert (clip_id, user_id, enabled), update (enabled) on app_public.clip_shares to newline_learner;
create trigger touch before update on app_public.clip_shares for each row execute function app_private.touch_updated_at();
create trigger allow_press after insert or update of enabled on app_public.clip_shares
  for each row execute function app_private.count_new_row('clip shares', '2000');

create table app_public.clip_views (
  clip_id uuid references app_public.clips on delete cascade,
  user_id uuid references app_public.users on delete cascade,
  position_seconds int not null default 0 check (position_seconds >= 0),
  updated_at timestamptz not null default now(),
  primary key (clip_id, user_id)
);
comment on table app_public.clip_views is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhere a person stopped in a clip, to resume there; nobody else sees it.';
comment on column app_public.clip_views.position_seconds is 'The second to resume at.';
comment on constraint clip_views_clip_id_fkey on app_public.clip_views is E'@fieldName clip\n@foreignFieldName views';
comment on constraint clip_views_user_id_fkey on app_public.clip_views is E'@fieldName user\n@behavior -connection -list';
create index clip_views_user_id_idx on app_public.clip_views (user_id);
call app_private.secure_table('app_public.clip_views');
create policy select_own on app_public.clip_views for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy insert_own on app_public.clip_views for insert to newline_learner
  with check (user_id = (select app_public.current_user_id()) and exists (select from app_public.clips c where c.id = clip_id));
create policy update_own on app_public.clip_views for update to newline_learner
  using (user_id = (select app_public.current_user_id()))
  with check (user_id = (select app_public.current_user_id()));
grant select on app_public.clip_views to newline_visitor;
grant insert (clip_id, user_id, position_seconds), update (position_seconds) on app_public.clip_views to newline_learner;
create trigger touch before update on app_public.clip_views
  for each row execute function app_private.touch_updated_at();

create function app_private.count_clip_action() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  clip uuid := case when tg_op = 'DELETE' then old.clip_id else new.clip_id end;
  step int := (case when tg_op <> 'DELETE' and new.enabled then 1 else 0 end)
            - (case when tg_op <> 'INSERT' and old.enabled then 1 else 0 end);
begin
  if step <> 0 then
    if tg_table_name = 'clip_likes' then
      update app_public.clips c set likes_count = c.likes_count + step where c.id = clip;
    else
      update app_public.clips c set shares_count = c.shares_count + step where c.id = clip;
    end if;
  end if;
  return null;
end $$;
comment on function app_private.count_clip_action() is 'Keeps the public counts of likes and shares, in the statement that changes them.';
create trigger count_clip_action after insert or update of enabled or delete on app_public.clip_likes
  for each row execute function app_private.count_clip_action();
create trigger count_clip_action after insert or update of enabled or delete on app_public.clip_shares
  for each row execute function app_private.count_clip_action();

create function app_private.visible_clip(clip_id uuid) returns uuid
language plpgsql stable as $$
begin
  if not exists (select from app_public.clips c where c.id = visible_clip.clip_id) then
    raise exception 'CLIP_NOT_FOUND' using errcode = 'NL404';
  end if;
  return visible_clip.clip_id;
end $$;
comment on function app_private.visible_clip(uuid) is 'The id again when the reader sees that clip, else NL404.';
grant execute on function app_private.visible_clip(uuid) to newline_visitor;

create function app_public.save_clip_position(clip_id uuid, position_seconds int) returns app_public.clip_views
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.clip_views;
begin
  insert into app_public.clip_views as v (clip_id, user_id, position_seconds)
    values (app_private.visible_clip(save_clip_position.clip_id), me, save_clip_position.position_seconds)
    on conflict (clip_id, user_id) do update set position_seconds = excluded.position_seconds
    returning * into entry;
  return entry;
end $$;
comment on function app_public.save_clip_position(uuid, int) is
  'Remembers the second at which the signed-in person stopped in a clip. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.save_clip_position(uuid, int) to newline_visitor;

create type app_public.clip_totals as (shorts int, full_length int);
comment on type app_public.clip_totals is 'How many clips with a video there are of each kind.';
comment on column app_public.clip_totals.full_length is E'@name full\nClips of mode FULL.';

create function app_public.clip_totals() returns app_public.clip_totals
language sql stable as $$
  select (count(*) filter (where c.is_short), count(*) filter (where not c.is_short))::app_public.clip_totals
  from app_public.clips c where c.video_url is not null and c.is_listed
$$;
comment on function app_public.clip_totals() is 'How many clips of each mode there are in all: the learning space starts in the larger one.';
grant execute on function app_public.clip_totals() to newline_visitor;

create function app_public.clips_transcript(clip app_public.clips) returns setof app_public.transcript_line
language sql stable security definer rows 60 set search_path = pg_catalog, pg_temp as $$
  select c.starts_at::double precision, c.words from app_public.clips k join app_private.video_cues c using (video_url)
  where k.id = clip.id and exists (
    select from (
      select x.id, x.archived_at, x.is_coming_soon, x.is_published, x.published_at from app_public.courses x where x.id = k.course_id
      union all
      select x.id, x.archived_at, x.is_coming_soon, x.is_published, x.published_at from app_public.books x where x.id = k.book_id) i
    where (i.archived_at is null and not i.is_coming_soon and i.is_published and i.published_at <= now()) or app_public.is_admin()
      or i.id in (select app_private.my_course_ids() union all select app_private.my_book_ids()))
  order by c.position
$$;
comment on function app_public.clips_transcript(app_public.clips) is E'@behavior -connection +list\nWhat is said in it, in order; empty without captions.';
grant execute on function app_public.clips_transcript(app_public.clips) to newline_visitor;

-- Who sees a clip stands on the clip itself: its policy and the root list read no course and no book, and cost the same whatever the
-- catalogue holds. Both columns follow from the item, and triggers keep them.
create function app_private.visible_from(archived_at timestamptz, is_coming_soon boolean, is_published boolean, published_at timestamptz)
returns timestamptz language sql immutable parallel safe as $$
  select case when archived_at is null and is_published and not is_coming_soon then published_at end
$$;
comment on function app_private.visible_from(timestamptz, boolean, boolean, timestamptz) is
  'From when on everybody sees what is in an item that is so: an instant, since nothing changes in the database when a scheduled one appears. Null: nobody but its contributors and staff. Not granted.';

-- The item stays locked to the end: whoever changes it at the same time waits, and then finds the clip; or it is waited for here.
create function app_private.follow_item() returns trigger language plpgsql as $$
begin
  if new.course_id is not null then
    select i.is_shown_publicly, app_private.visible_from(i.archived_at, i.is_coming_soon, i.is_published, i.published_at)
      into new.is_listed, new.visible_from from app_public.courses i where i.id = new.course_id for share;
  else
    select i.is_shown_publicly, app_private.visible_from(i.archived_at, i.is_coming_soon, i.is_published, i.published_at)
      into new.is_listed, new.visible_from from app_public.books i where i.id = new.book_id for share;
  end if;
  new.is_listed := coalesce(new.is_listed, false); -- without an item, which its constraints refuse
  return new;
end $$;
comment on function app_private.follow_item() is 'Trigger: a clip is seen as the item is that it belongs to.';
create trigger follow_item before insert or update of course_id, book_id, visible_from, is_listed on app_public.clips
  for each row execute function app_private.follow_item();

create function app_private.show_clips() returns trigger language plpgsql as $$
begin
  -- What is written here does not count: follow_item reads the item as it stands now.
  if tg_table_name = 'courses' then
    update app_public.clips k set is_listed = new.is_shown_publicly where k.course_id = new.id;
  else
    update app_public.clips k set is_listed = new.is_shown_publicly where k.book_id = new.id;
  end if;
  return null;
end $$;
comment on function app_private.show_clips() is 'Trigger: the clips of an item are seen as it is, in the statement that changes it.';
create trigger show_clips after update on app_public.courses
  for each row when (old.archived_at is distinct from new.archived_at or old.is_coming_soon is distinct from new.is_coming_soon or old.is_published is distinct from new.is_published or old.published_at is distinct from new.published_at or old.is_shown_publicly is distinct from new.is_shown_publicly)
  execute function app_private.show_clips();
create trigger show_clips after update on app_public.books
  for each row when (old.archived_at is distinct from new.archived_at or old.is_coming_soon is distinct from new.is_coming_soon or old.is_published is distinct from new.is_published or old.published_at is distinct from new.published_at or old.is_shown_publicly is distinct from new.is_shown_publicly)
  execute function app_private.show_clips();

-- What a reader did of clips, apart from what everybody sees of them: pages of clips are the same for all and are kept, and this is asked
-- for beside them. Each table is looked into once, by its key of clip and person.
create type app_public.clip_state as (
  clip_id uuid,
  likes_count int,
  shares_count int,
  comments_count int,
  is_liked boolean,
  is_shared boolean,
  is_bookmarked boolean,
  position_seconds int,
  discussion_id uuid
);
comment on type app_public.clip_state is 'What the reader did of a clip, and its counts as they are now.';
comment on column app_public.clip_state.likes_count is 'How many people like it.';
comment on column app_public.clip_state.shares_count is 'How many people share it.';
comment on column app_public.clip_state.comments_count is 'How many comments stand under it, deleted ones not counted.';
comment on column app_public.clip_state.is_liked is 'True when the reader likes it.';
comment on column app_public.clip_state.is_shared is 'True when the reader shares it.';
comment on column app_public.clip_state.is_bookmarked is 'True when the reader keeps it.';
comment on column app_public.clip_state.position_seconds is 'The second at which the reader stopped; null when they have not begun.';
comment on column app_public.clip_state.discussion_id is 'The latest discussion under it; null when there is none.';

create function app_public.clip_states(clip_ids uuid[]) returns setof app_public.clip_state language sql stable rows 30 as $$
  select k.id, k.likes_count, k.shares_count, k.comments_count,
    coalesce(bool_or(own.kind = 'like'), false), coalesce(bool_or(own.kind = 'share'), false), coalesce(bool_or(own.kind = 'bookmark'), false), max(own.position_seconds),
    (select d.id from app_public.discussions d where d.clip_id = k.id order by d.created_at desc, d.id desc limit 1)
  from app_public.clips k left join (
    select l.clip_id, 'like' as kind, null::int as position_seconds from app_public.clip_likes l
      where l.clip_id = any (clip_ids) and l.user_id = (select app_public.current_user_id()) and l.enabled
    union all select s.clip_id, 'share', null from app_public.clip_shares s
      where s.clip_id = any (clip_ids) and s.user_id = (select app_public.current_user_id()) and s.enabled
    union all select b.clip_id, 'bookmark', null from app_public.clip_bookmarks b
      where b.clip_id = any (clip_ids) and b.user_id = (select app_public.current_user_id()) and b.enabled
    union all select v.clip_id, 'view', v.position_seconds from app_public.clip_views v
      where v.clip_id = any (clip_ids) and v.user_id = (select app_public.current_user_id())) own on own.clip_id = k.id
  where k.id = any (clip_ids[1:100])
  group by k.id
$$;
comment on function app_public.clip_states(uuid[]) is E'@behavior -connection +list\nWhat the reader did of these clips, and their counts as they are now: of the first hundred, in no order. A clip that the reader may not see is left out.';
grant execute on function app_public.clip_states(uuid[]) to newline_visitor;

create function app_public.toggle_like(clip_id uuid, user_id uuid default null, enabled boolean default null) returns app_public.clip_likes
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_like.user_id);
  entry app_public.clip_likes;
begin
  insert into app_public.clip_likes as l (clip_id, user_id, enabled)
    values (app_private.visible_clip(toggle_like.clip_id), me, coalesce(toggle_like.enabled, true))
    on conflict (clip_id, user_id) do update set enabled = coalesce(toggle_like.enabled, not l.enabled)
    returning * into entry;
  return entry;
end $$;
comment on function app_public.toggle_like(uuid, uuid, boolean) is
  'Sets the signed-in user''s like of a clip to enabled, or switches it when enabled is absent, and returns the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.';
grant execute on function app_public.toggle_like(uuid, uuid, boolean) to newline_visitor;

create function app_public.toggle_bookmark(clip_id uuid, user_id uuid default null, enabled boolean default null) returns app_public.clip_bookmarks
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_bookmark.user_id);
  entry app_public.clip_bookmarks;
begin
  insert into app_public.clip_bookmarks as b (clip_id, user_id, enabled)
    values (app_private.visible_clip(toggle_bookmark.clip_id), me, coalesce(toggle_bookmark.enabled, true))
    on conflict (clip_id, user_id) do update set enabled = coalesce(toggle_bookmark.enabled, not b.enabled)
    returning * into entry;
  return entry;
end $$;
comment on function app_public.toggle_bookmark(uuid, uuid, boolean) is
  'Sets the signed-in user''s bookmark of a clip to enabled, or switches it when enabled is absent, and returns the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.';
grant execute on function app_public.toggle_bookmark(uuid, uuid, boolean) to newline_visitor;

create function app_public.toggle_share(clip_id uuid, user_id uuid default null, enabled boolean default null) returns app_public.clip_shares
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_share.user_id);
  entry app_public.clip_shares;
begin
  insert into app_public.clip_shares as s (clip_id, user_id, enabled)
    values (app_private.visible_clip(toggle_share.clip_id), me, coalesce(toggle_share.enabled, true))
    on conflict (clip_id, user_id) do update set enabled = coalesce(toggle_share.enabled, not s.enabled)
    returning * into entry;
  return entry;
end $$;
comment on function app_public.toggle_share(uuid, uuid, boolean) is
  'Sets the signed-in user''s share of a clip to enabled, or switches it when enabled is absent, and returns the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.';
grant execute on function app_public.toggle_share(uuid, uuid, boolean) to newline_visitor;
