--! Previous: sha1:0b590f2b9e480461bebc3411cd7ffa763e32a98e
--! Hash: sha1:c906fb0c562d93541267c73decebea764f4fd110

-- Clips, and what a person does with one: like, bookmark, share, watch.

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
  constraint clips_item_check check (num_nonnulls(course_id, book_id) = 1)
);
comment on table app_public.clips is E'@behavior -insert -update -delete -query:resource:list\nA short video out of one course or one book. The root list has only clips with a videoUrl, newest first.';
comment on column app_public.clips.is_short is 'True for SHORTS (upright, about a minute), false for FULL.';
comment on column app_public.clips.description is 'What it shows, in plain text; null when not given.';
comment on column app_public.clips.video_url is 'Public. local:{playbackId} or the address at a video provider; null while there is no video yet.';
comment on column app_public.clips.thumbnail_seconds is 'The second of the video that its still shows.';
comment on column app_public.clips.duration_seconds is 'Length in seconds; null when not known yet.';
comment on column app_public.clips.lesson_id is 'The lesson it is taken from; may be absent.';
comment on column app_public.clips.likes_count is E'@behavior -select -orderBy -condition\nRead as likes.totalCount. Derived.';
comment on column app_public.clips.shares_count is E'@behavior -select -orderBy -condition\nRead as shares.totalCount. Derived.';
comment on column app_public.clips.comments_count is 'How many comments stand under it, deleted ones not counted. Derived.';
comment on constraint clips_course_id_fkey on app_public.clips is E'@fieldName course\n@foreignFieldName clips';
comment on constraint clips_book_id_fkey on app_public.clips is E'@fieldName book\n@foreignFieldName clips';
comment on constraint clips_lesson_id_fkey on app_public.clips is E'@fieldName lesson\n@foreignFieldName clips';
-- With what the policy asks about, so that a page far down the list is found without reading the clips above it.
create index clips_listed_idx on app_public.clips (created_at desc, id desc) include (course_id, book_id) where video_url is not null;
create index clips_mode_idx on app_public.clips (is_short, course_id, book_id) where video_url is not null;
create index on app_public.clips (course_id, created_at desc);
create index on app_public.clips (book_id, created_at desc);
create index on app_public.clips (lesson_id);
create trigger touch before update of title, description, is_short, video_url, thumbnail_seconds, duration_seconds, course_id, book_id, lesson_id
  on app_public.clips for each row execute function app_private.touch_updated_at();
call app_private.secure_table('app_public.clips');
create policy select_visible on app_public.clips for select to newline_visitor using (
  coalesce(course_id, book_id) in (select id from app_private.outline_item_ids() id));
grant select on app_public.clips to newline_visitor;

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
create table app_public.clip_bookmarks (like app_public.clip_likes including defaults);
alter table app_public.clip_bookmarks add primary key (id),
  add constraint clip_bookmarks_person_key unique (clip_id, user_id),
  add constraint clip_bookmarks_clip_id_fkey foreign key (clip_id) references app_public.clips on delete cascade,
  add constraint clip_bookmarks_user_id_fkey foreign key (user_id) references app_public.users on delete cascade;
create table app_public.clip_shares (like app_public.clip_likes including defaults);
alter table app_public.clip_shares add primary key (id),
  add constraint clip_shares_person_key unique (clip_id, user_id),
  add constraint clip_shares_clip_id_fkey foreign key (clip_id) references app_public.clips on delete cascade,
  add constraint clip_shares_user_id_fkey foreign key (user_id) references app_public.users on delete cascade;
comment on table app_public.clip_likes is E'@name like\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA person''s like of a clip. The rows are that person''s; clip.likes.totalCount counts everybody''s.';
comment on column app_public.clip_likes.enabled is 'False when the person took it back.';
comment on column app_public.clip_bookmarks.enabled is 'False when the person took it back.';
comment on column app_public.clip_shares.enabled is 'False when the person took it back.';
comment on table app_public.clip_bookmarks is E'@name bookmark\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA person''s bookmark of a clip; nobody else sees it.';
comment on table app_public.clip_shares is E'@name share\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA person''s share of a clip. The rows are that person''s; clip.shares.totalCount counts everybody''s.';
comment on constraint clip_likes_clip_id_fkey on app_public.clip_likes is E'@fieldName clip\n@foreignFieldName likes';
comment on constraint clip_bookmarks_clip_id_fkey on app_public.clip_bookmarks is E'@fieldName clip\n@foreignFieldName bookmarks';
comment on constraint clip_shares_clip_id_fkey on app_public.clip_shares is E'@fieldName clip\n@foreignFieldName shares';
comment on constraint clip_likes_user_id_fkey on app_public.clip_likes is E'@fieldName user\n@behavior -connection -list';
comment on constraint clip_bookmarks_user_id_fkey on app_public.clip_bookmarks is E'@fieldName user\n@foreignFieldName bookmarks';
comment on constraint clip_shares_user_id_fkey on app_public.clip_shares is E'@fieldName user\n@behavior -connection -list';
create index on app_public.clip_likes (user_id);
create index on app_public.clip_bookmarks (user_id, created_at desc);
create index on app_public.clip_shares (user_id);

create table app_public.clip_views (
  clip_id uuid not null references app_public.clips on delete cascade,
  user_id uuid not null references app_public.users on delete cascade,
  position_seconds int not null default 0 check (position_seconds >= 0),
  updated_at timestamptz not null default now(),
  primary key (clip_id, user_id)
);
comment on table app_public.clip_views is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhere a person stopped in a clip, to resume there; nobody else sees it.';
comment on column app_public.clip_views.position_seconds is 'The second to resume at.';
comment on constraint clip_views_clip_id_fkey on app_public.clip_views is E'@fieldName clip\n@foreignFieldName views';
comment on constraint clip_views_user_id_fkey on app_public.clip_views is E'@fieldName user\n@behavior -connection -list';
create index on app_public.clip_views (user_id);

call app_private.secure_table('app_public.clip_likes');
call app_private.secure_table('app_public.clip_bookmarks');
call app_private.secure_table('app_public.clip_shares');
call app_private.secure_table('app_public.clip_views');
do $$
declare t text;
begin
  foreach t in array array['clip_likes', 'clip_bookmarks', 'clip_shares', 'clip_views'] loop
    execute format($f$
      create policy select_own on app_public.%1$s for select to newline_learner using (user_id = (select app_public.current_user_id()));
      create policy insert_own on app_public.%1$s for insert to newline_learner
        with check (user_id = (select app_public.current_user_id()) and exists (select from app_public.clips c where c.id = clip_id));
      create policy update_own on app_public.%1$s for update to newline_learner
        using (user_id = (select app_public.current_user_id()))
        with check (user_id = (select app_public.current_user_id()));
      grant select on app_public.%1$s to newline_visitor;
    $f$, t);
    if t <> 'clip_views' then
      execute format($f$
        grant insert (clip_id, user_id), update (enabled) on app_public.%1$s to newline_learner;
        create trigger touch before update on app_public.%1$s for each row execute function app_private.touch_updated_at();
      $f$, t);
    end if;
  end loop;
end $$;
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
    raise exception 'There is no such clip.' using errcode = 'NL404';
  end if;
  return visible_clip.clip_id;
end $$;
comment on function app_private.visible_clip(uuid) is 'The id again when the reader sees that clip, else NL404.';
grant execute on function app_private.visible_clip(uuid) to newline_visitor;

create function app_public.toggle_like(clip_id uuid, user_id uuid default null) returns app_public.clip_likes
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_like.user_id);
  entry app_public.clip_likes;
begin
  insert into app_public.clip_likes as l (clip_id, user_id) values (app_private.visible_clip(toggle_like.clip_id), me)
    on conflict (clip_id, user_id) do update set enabled = not l.enabled
    returning * into entry;
  return entry;
end $$;
create function app_public.toggle_bookmark(clip_id uuid, user_id uuid default null) returns app_public.clip_bookmarks
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_bookmark.user_id);
  entry app_public.clip_bookmarks;
begin
  insert into app_public.clip_bookmarks as b (clip_id, user_id) values (app_private.visible_clip(toggle_bookmark.clip_id), me)
    on conflict (clip_id, user_id) do update set enabled = not b.enabled
    returning * into entry;
  return entry;
end $$;
create function app_public.toggle_share(clip_id uuid, user_id uuid default null) returns app_public.clip_shares
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_share.user_id);
  entry app_public.clip_shares;
begin
  insert into app_public.clip_shares as s (clip_id, user_id) values (app_private.visible_clip(toggle_share.clip_id), me)
    on conflict (clip_id, user_id) do update set enabled = not s.enabled
    returning * into entry;
  return entry;
end $$;
comment on function app_public.toggle_like(uuid, uuid) is
  'Switches the signed-in person''s like of a clip and answers the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.toggle_bookmark(uuid, uuid) is
  'Switches the signed-in person''s bookmark of a clip and answers the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.toggle_share(uuid, uuid) is
  'Switches the signed-in person''s share of a clip and answers the row. userId is absent or one''s own. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.toggle_like(uuid, uuid), app_public.toggle_bookmark(uuid, uuid), app_public.toggle_share(uuid, uuid) to newline_visitor;

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
  from app_public.clips c where c.video_url is not null
    and coalesce(c.course_id, c.book_id) not in (select k.id from app_public.courses k where not k.is_shown_publicly
      union all select b.id from app_public.books b where not b.is_shown_publicly)
$$;
comment on function app_public.clip_totals() is 'How many clips of each mode there are in all: the learning space starts in the larger one.';
grant execute on function app_public.clip_totals() to newline_visitor;
