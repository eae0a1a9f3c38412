--! Previous: sha1:b2aae51488cf4a01a5173ad254186e8a7682a025
--! Hash: sha1:7d13ecba06e8a8c2509c0614ba9783d936355004

-- Videos that authors upload: what is known of each, where it is to be played, its captions, and what of it nothing keeps any more.

create type app_public.video_status as enum ('UPLOADING', 'QUEUED', 'PROCESSING', 'READY', 'FAILED');
comment on type app_public.video_status is
  'UPLOADING until its last byte is here, then QUEUED, PROCESSING while it is made playable, and in the end READY, or FAILED with a reason.';

create table app_public.videos (
  id uuid primary key default app_public.new_id(),
  playback_id text not null constraint videos_playback_id_key unique check (playback_id ~ '^[A-Za-z0-9_-]{4,64}$'),
  owner_id uuid references app_public.users on delete set null,
  course_id uuid references app_public.courses on delete set null,
  book_id uuid references app_public.books on delete set null,
  lesson_id uuid references app_public.lessons on delete set null,
  clip_id uuid references app_public.clips on delete set null,
  provider text not null check (provider in ('local', 'mux')),
  provider_upload_id text unique,
  provider_asset_id text unique,
  video_url app_public.video_address unique,
  name text not null check (length(name) between 1 and 200),
  byte_count bigint not null check (byte_count > 0),
  status app_public.video_status not null default 'UPLOADING',
  progress int not null default 0 check (progress between 0 and 100),
  attempts int not null default 0,
  reason text check (length(reason) between 1 and 300),
  duration_seconds double precision check (duration_seconds > 0),
  width int check (width > 0),
  height int check (height > 0),
  still_seconds int[] not null default '{}',
  poster_second int check (poster_second >= 0),
  loose_since timestamptz default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint videos_failure_check check ((reason is not null) = (status = 'FAILED')),
  constraint videos_address_check check (status <> 'READY' or video_url is not null)
);
comment on table app_public.videos is
  E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA video that an author uploaded. Seen by its owner, by those who write the item it was uploaded for, and by staff.';
comment on column app_public.videos.playback_id is 'Names it in addresses; nobody guesses one.';
comment on column app_public.videos.course_id is 'The course it was uploaded for: its trailer, unless lessonId or clipId says more.';
comment on column app_public.videos.book_id is 'The book it was uploaded for, likewise.';
comment on column app_public.videos.lesson_id is 'The lesson it was uploaded for.';
comment on column app_public.videos.clip_id is 'The clip it was uploaded for.';
comment on column app_public.videos.provider is 'Who keeps and serves it: local or mux.';
comment on column app_public.videos.provider_upload_id is E'@behavior -*\nThe upload at the provider.';
comment on column app_public.videos.provider_asset_id is E'@behavior -*\nThe video at the provider.';
comment on column app_public.videos.video_url is 'Its address as clips and lessons name it: local:{playbackId}, or that at the provider once it is known.';
comment on column app_public.videos.name is 'The name of the file that was uploaded.';
comment on column app_public.videos.byte_count is 'Bytes of the file that was uploaded.';
comment on column app_public.videos.progress is 'Percent of the work that is done while PROCESSING.';
comment on column app_public.videos.attempts is E'@behavior -*\nHow often the work was begun.';
comment on column app_public.videos.reason is 'Why it FAILED, as people read it; null otherwise.';
comment on column app_public.videos.duration_seconds is 'Its length; null when not known yet, or not at all without ffmpeg.';
comment on column app_public.videos.width is 'Pixels across, as it is shown.';
comment on column app_public.videos.height is 'Pixels down, as it is shown.';
comment on column app_public.videos.still_seconds is 'Seconds of which there are stills.';
comment on column app_public.videos.poster_second is 'The second that its poster shows.';
comment on column app_public.videos.loose_since is E'@behavior -*\nSince when nothing plays it; null while something does. After a day (a week when it failed) it is removed.';
comment on column app_public.videos.updated_at is 'When bytes or news of it came last.';
comment on constraint videos_owner_id_fkey on app_public.videos is E'@fieldName owner\n@behavior -connection -list';
comment on constraint videos_course_id_fkey on app_public.videos is E'@behavior -*';
comment on constraint videos_book_id_fkey on app_public.videos is E'@behavior -*';
comment on constraint videos_lesson_id_fkey on app_public.videos is E'@behavior -*';
comment on constraint videos_clip_id_fkey on app_public.videos is E'@behavior -*';
comment on constraint videos_pkey on app_public.videos is E'@behavior -query:resource:single';
comment on constraint videos_provider_upload_id_key on app_public.videos is E'@behavior -query:resource:single';
comment on constraint videos_provider_asset_id_key on app_public.videos is E'@behavior -query:resource:single';
comment on constraint videos_video_url_key on app_public.videos is E'@behavior -query:resource:single';
create index on app_public.videos (owner_id);
create index on app_public.videos (course_id);
create index on app_public.videos (book_id);
create index on app_public.videos (lesson_id);
create index on app_public.videos (clip_id);
create index on app_public.videos (created_at) where status in ('QUEUED', 'PROCESSING');
create index on app_public.videos (loose_since) where loose_since is not null;
call app_private.secure_table('app_public.videos');
create policy select_own on app_public.videos for select to newline_learner using (owner_id = (select app_public.current_user_id()));
create policy select_contributor on app_public.videos for select to newline_learner
  using (course_id in (select app_private.my_course_ids()) or book_id in (select app_private.my_book_ids()));
create policy select_admin on app_public.videos for select to newline_admin using (true);
grant select on app_public.videos to newline_visitor;

create table app_public.video_captions (
  video_id uuid not null references app_public.videos on delete cascade,
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$'),
  vtt text not null check (octet_length(vtt) <= 1000000),
  starts_at numeric(9, 3)[] not null,
  ends_at numeric(9, 3)[] not null,
  words text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (video_id, language),
  constraint video_captions_cues_check check (cardinality(starts_at) = cardinality(words) and cardinality(ends_at) = cardinality(words))
);
comment on table app_public.video_captions is
  E'@name videoCaption\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe captions of a video in one language. Seen by those who see the video''s row.';
comment on column app_public.video_captions.language is 'A language tag such as en or pt-BR.';
comment on column app_public.video_captions.vtt is 'They as WebVTT.';
comment on column app_public.video_captions.starts_at is E'@behavior -*\nWhen each cue begins.';
comment on column app_public.video_captions.ends_at is E'@behavior -*\nWhen each cue ends.';
comment on column app_public.video_captions.words is E'@behavior -*\nWhat each cue says, without its settings.';
comment on constraint video_captions_video_id_fkey on app_public.video_captions is E'@fieldName video\n@foreignFieldName captions\n@behavior -connection +list';
call app_private.secure_table('app_public.video_captions');
create policy select_visible on app_public.video_captions for select to newline_learner
  using (exists (select from app_public.videos v where v.id = video_id));
grant select on app_public.video_captions to newline_visitor;

create table app_private.unkept_videos (
  playback_id text primary key,
  provider text not null,
  provider_upload_id text,
  provider_asset_id text,
  due_at timestamptz not null default now()
);
comment on table app_private.unkept_videos is 'Videos that were removed and whose files are still to be: a job does it, so none outlives a crash.';
create table app_private.video_budgets (
  user_id uuid primary key references app_public.users on delete cascade,
  started_at timestamptz not null default now(),
  byte_count bigint not null default 0
);
comment on table app_private.video_budgets is 'How many bytes of videos a person has announced in the last stretch of 24 hours.';
call app_private.secure_table('app_private.unkept_videos');
call app_private.secure_table('app_private.video_budgets');

create function app_private.unkeep_video() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into app_private.unkept_videos (playback_id, provider, provider_upload_id, provider_asset_id)
    values (old.playback_id, old.provider, old.provider_upload_id, old.provider_asset_id) on conflict do nothing;
  delete from app_private.video_cues c where c.video_url = old.video_url;
  return null;
end $$;
comment on function app_private.unkeep_video() is 'trigger: the files and the words of a removed video are due, in the transaction that removes it.';
create trigger unkeep_video after delete on app_public.videos for each row execute function app_private.unkeep_video();

create function app_private.is_played(address text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_private.lesson_videos l where l.video_url = address)
    or exists (select from app_public.clips c where c.video_url = address)
    or exists (select from app_public.courses c where c.hero_video_url = address)
    or exists (select from app_public.books b where b.hero_video_url = address)
$$;
comment on function app_private.is_played(text) is 'True when a lesson, a clip or a trailer plays the video of this address, whoever may see it. Not granted.';

create function app_private.keep_played_video() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before text := case when tg_op = 'INSERT' then null else coalesce(to_jsonb(old) ->> 'video_url', to_jsonb(old) ->> 'hero_video_url') end;
  after text := case when tg_op = 'DELETE' then null else coalesce(to_jsonb(new) ->> 'video_url', to_jsonb(new) ->> 'hero_video_url') end;
begin
  if before is not distinct from after then return null; end if;
  if after is not null and app_public.current_user_id() is not null and exists (
    select from app_public.videos v where v.video_url = after and not (app_public.is_admin() or v.owner_id is not distinct from app_public.current_user_id()
      or coalesce(v.course_id in (select app_private.my_course_ids()), false) or coalesce(v.book_id in (select app_private.my_book_ids()), false))) then
    raise exception 'There is no such video of yours.' using errcode = 'NL404';
  end if;
  update app_public.videos v set loose_since = null where v.video_url = after and v.loose_since is not null;
  update app_public.videos v set loose_since = now() where v.video_url = before and v.loose_since is null and not app_private.is_played(before);
  return null;
end $$;
comment on function app_private.keep_played_video() is
  'trigger: a video stays while something plays it. Another''s video is refused (NL404): a clip that played it would open it to all.';
create trigger keep_played_video after insert or delete or update of video_url on app_private.lesson_videos
  for each row execute function app_private.keep_played_video();
create trigger keep_played_video after insert or delete or update of video_url on app_public.clips
  for each row execute function app_private.keep_played_video();
create trigger keep_played_video after insert or delete or update of hero_video_url on app_public.courses
  for each row execute function app_private.keep_played_video();
create trigger keep_played_video after insert or delete or update of hero_video_url on app_public.books
  for each row execute function app_private.keep_played_video();

-- Who may do what: whoever writes the item, and staff.
create function app_private.video_place(lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid, out item_course_id uuid, out item_book_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(lesson_id, clip_id, course_id, book_id) <> 1 then
    raise exception 'Name one of lessonId, clipId, courseId and bookId.' using errcode = 'NL400';
  end if;
  select p.course_id, p.book_id into item_course_id, item_book_id from (
    select l.course_id, l.book_id from app_public.lessons l where l.id = video_place.lesson_id
    union all select c.course_id, c.book_id from app_public.clips c where c.id = video_place.clip_id
    union all select c.id, null from app_public.courses c where c.id = video_place.course_id
    union all select null, b.id from app_public.books b where b.id = video_place.book_id) as p;
  if not coalesce(app_public.is_admin() and num_nonnulls(item_course_id, item_book_id) = 1, false)
    and not coalesce(item_course_id in (select app_private.my_course_ids()), false)
    and not coalesce(item_book_id in (select app_private.my_book_ids()), false) then
    raise exception 'Only who writes it may change its video.' using errcode = 'NL403';
  end if;
end $$;
comment on function app_private.video_place(uuid, uuid, uuid, uuid) is
  'The item of the place where a video is to play, for those who write it: NL401, NL403 for others, NL400 unless exactly one place is named. Not granted.';

create function app_private.locked_video(playback_id text) returns app_public.videos
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  found_video app_public.videos;
begin
  select * into found_video from app_public.videos v where v.playback_id = locked_video.playback_id
    and (v.owner_id = me or app_public.is_admin() or v.course_id in (select app_private.my_course_ids()) or v.book_id in (select app_private.my_book_ids()))
    for update;
  if found_video.id is null then
    raise exception 'There is no such video of yours.' using errcode = 'NL404';
  end if;
  return found_video;
end $$;
comment on function app_private.locked_video(text) is 'Locks a video that the signed-in person may change; raises NL404 for any other. Not granted.';

create function app_public.begin_video(playback_id text, name text, byte_count bigint, provider text, provider_upload_id text,
  lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid, budget_bytes bigint) returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  place record;
  budget app_private.video_budgets;
begin
  select * into place from app_private.video_place(begin_video.lesson_id, begin_video.clip_id, begin_video.course_id, begin_video.book_id);
  insert into app_private.video_budgets (user_id) values (me) on conflict do nothing;
  -- Locked until the end, so that uploads of one person begin one after another.
  select * into budget from app_private.video_budgets b where b.user_id = me for update;
  if budget.started_at <= now() - interval '1 day' then
    budget.started_at := now();
    budget.byte_count := 0;
  end if;
  if budget.byte_count + begin_video.byte_count > budget_bytes then
    return greatest(1, ceil(extract(epoch from budget.started_at + interval '1 day' - now())));
  end if;
  update app_private.video_budgets b set started_at = budget.started_at, byte_count = budget.byte_count + begin_video.byte_count where b.user_id = me;
  -- One at a time for a place: what was begun there before and is not playing comes to nothing.
  delete from app_public.videos v where v.loose_since is not null and v.status <> 'READY'
    and v.lesson_id is not distinct from begin_video.lesson_id and v.clip_id is not distinct from begin_video.clip_id
    and v.course_id is not distinct from place.item_course_id and v.book_id is not distinct from place.item_book_id;
  insert into app_public.videos (playback_id, owner_id, course_id, book_id, lesson_id, clip_id, provider, provider_upload_id, video_url, name, byte_count)
    values (begin_video.playback_id, me, place.item_course_id, place.item_book_id, begin_video.lesson_id, begin_video.clip_id, begin_video.provider,
      begin_video.provider_upload_id, case begin_video.provider when 'local' then 'local:' || begin_video.playback_id end, begin_video.name, begin_video.byte_count);
  return 0;
end $$;
comment on function app_public.begin_video(text, text, bigint, text, text, uuid, uuid, uuid, uuid, bigint) is
  E'@behavior -*\nAdmits the upload of a video for a place that the signed-in person writes. Answers 0, or the seconds to wait when the day''s bytes are used up.';

create function app_public.receive_video(playback_id text) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  expected bigint;
begin
  update app_public.videos v set updated_at = now()
    where v.playback_id = receive_video.playback_id and v.owner_id = app_private.own_user_id(null) and v.status = 'UPLOADING' and v.provider = 'local'
    returning v.byte_count into expected;
  return expected;
end $$;
comment on function app_public.receive_video(text) is
  E'@behavior -*\nHow many bytes an upload of one''s own is to have; null when there is none under way. It has a day left from now.';

create function app_public.receive_whole_video(playback_id text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.videos v set status = 'QUEUED', updated_at = now()
    where v.playback_id = receive_whole_video.playback_id and v.owner_id = app_private.own_user_id(null) and v.status = 'UPLOADING'
$$;
comment on function app_public.receive_whole_video(text) is E'@behavior -*\nThe last byte of an upload of one''s own is here.';

create function app_public.place_videos(lesson_id uuid default null, clip_id uuid default null, course_id uuid default null, book_id uuid default null)
returns setof app_public.videos
language sql stable rows 2 as $$
  select v.* from app_public.videos v
  where v.lesson_id is not distinct from place_videos.lesson_id and v.clip_id is not distinct from place_videos.clip_id
    and case when num_nonnulls(place_videos.lesson_id, place_videos.clip_id) > 0 then num_nonnulls(place_videos.lesson_id, place_videos.clip_id) = 1
      else v.course_id is not distinct from place_videos.course_id and v.book_id is not distinct from place_videos.book_id
        and num_nonnulls(place_videos.course_id, place_videos.book_id) = 1 end
    and (v.status <> 'READY' or v.loose_since is null)
  order by v.loose_since is null, v.created_at desc
$$;
comment on function app_public.place_videos(uuid, uuid, uuid, uuid) is
  E'@behavior -connection +list\nThe videos of a place (name one): the one that is on its way or failed, then the one that plays there. Empty for those who do not write the item.';

create function app_public.discard_video(playback_id text) returns app_public.videos
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(discard_video.playback_id);
begin
  if found_video.loose_since is null then
    raise exception 'Something plays this video. Remove it from there first.' using errcode = 'NL409';
  end if;
  delete from app_public.videos v where v.id = found_video.id;
  return found_video;
end $$;
comment on function app_public.discard_video(text) is
  E'@resultFieldName video\nEnds an upload or the work on a video that nothing plays, and removes its files. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT.';

create function app_private.play_video(address text, seconds double precision, poster int, lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if lesson_id is not null then
    if address is null then
      delete from app_private.lesson_videos l where l.lesson_id = play_video.lesson_id;
    else
      insert into app_private.lesson_videos (lesson_id, video_url) values (play_video.lesson_id, address)
        on conflict on constraint lesson_videos_pkey do update set video_url = excluded.video_url;
    end if;
    update app_public.lessons l set video_duration = case when seconds is not null then greatest(1, round(seconds))::int end where l.id = play_video.lesson_id;
    perform pg_notify('newline_tags', 'lessons,' || coalesce('course:' || l.course_id, 'book:' || l.book_id)) from app_public.lessons l where l.id = play_video.lesson_id;
  elsif clip_id is not null then
    update app_public.clips c set video_url = address, duration_seconds = case when seconds is not null then greatest(1, round(seconds))::int end, thumbnail_seconds = coalesce(poster, 0)
      where c.id = play_video.clip_id;
  else
    update app_public.courses c set hero_video_url = address where c.id = play_video.course_id;
    update app_public.books b set hero_video_url = address where b.id = play_video.book_id;
  end if;
end $$;
comment on function app_private.play_video(text, double precision, int, uuid, uuid, uuid, uuid) is
  'Has a place play a video, or none, with its length and the second of its poster. Not granted: called by functions that check who asks.';

create function app_public.attach_video(playback_id text, lesson_id uuid default null, clip_id uuid default null, course_id uuid default null, book_id uuid default null)
returns app_public.videos
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(attach_video.playback_id);
begin
  perform app_private.video_place(attach_video.lesson_id, attach_video.clip_id, attach_video.course_id, attach_video.book_id);
  if found_video.status <> 'READY' then
    raise exception 'This video is not ready to be played.' using errcode = 'NL409';
  end if;
  perform app_private.play_video(found_video.video_url, found_video.duration_seconds, found_video.poster_second,
    attach_video.lesson_id, attach_video.clip_id, attach_video.course_id, attach_video.book_id);
  select * into found_video from app_public.videos v where v.id = found_video.id;
  return found_video;
end $$;
comment on function app_public.attach_video(text, uuid, uuid, uuid, uuid) is
  E'@resultFieldName video\nHas a lesson, a clip, or the page of a course or book (name one) play a video that is ready. What was uploaded for a place plays there by itself. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.';

create function app_public.remove_video(lesson_id uuid default null, clip_id uuid default null, course_id uuid default null, book_id uuid default null) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  place record;
  address text;
begin
  select * into place from app_private.video_place(remove_video.lesson_id, remove_video.clip_id, remove_video.course_id, remove_video.book_id);
  address := (select l.video_url from app_private.lesson_videos l where l.lesson_id = remove_video.lesson_id
    union all select c.video_url from app_public.clips c where c.id = remove_video.clip_id
    union all select c.hero_video_url from app_public.courses c where c.id = remove_video.course_id
    union all select b.hero_video_url from app_public.books b where b.id = remove_video.book_id);
  perform app_private.play_video(null, null, null, remove_video.lesson_id, remove_video.clip_id, remove_video.course_id, remove_video.book_id);
  delete from app_public.videos v where v.loose_since is not null and (v.video_url = address
    and (v.course_id is not distinct from place.item_course_id and v.book_id is not distinct from place.item_book_id)
    or v.status <> 'READY' and v.lesson_id is not distinct from remove_video.lesson_id and v.clip_id is not distinct from remove_video.clip_id
    and v.course_id is not distinct from place.item_course_id and v.book_id is not distinct from place.item_book_id);
  return address is not null;
end $$;
comment on function app_public.remove_video(uuid, uuid, uuid, uuid) is
  E'@resultFieldName wasThere\nTakes the video from a lesson, a clip, or the page of a course or book (name one); what nothing else plays loses its files. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT.';

create function app_public.choose_poster(playback_id text, second int) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(choose_poster.playback_id);
begin
  if not coalesce(choose_poster.second = any (found_video.still_seconds), false) then
    raise exception 'second: expected one of which there is a still.' using errcode = 'NL400';
  end if;
  update app_public.videos v set poster_second = choose_poster.second where v.id = found_video.id;
  update app_public.clips c set thumbnail_seconds = choose_poster.second where c.video_url = found_video.video_url;
  return found_video.id;
end $$;
comment on function app_public.choose_poster(text, int) is
  E'@behavior -*\nChooses the still that stands there before a video is played: one of those that there are.';

-- Captions. The transcript and the search have one language: English when there is any, else the first that was given.
create function app_private.write_cues(video uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  address text := (select v.video_url from app_public.videos v where v.id = video);
begin
  delete from app_private.video_cues c where c.video_url = address;
  insert into app_private.video_cues (video_url, position, starts_at, ends_at, words)
    select address, (cue.n - 1)::int, cue.starts_at, cue.ends_at, cue.words from (
      select c.starts_at, c.ends_at, c.words from app_public.video_captions c where c.video_id = video
      order by c.language ~ '^en(-|$)' desc, c.created_at, c.language limit 1) as chosen,
      lateral unnest(chosen.starts_at, chosen.ends_at, chosen.words) with ordinality as cue (starts_at, ends_at, words, n)
    where address is not null;
end $$;
comment on function app_private.write_cues(uuid) is 'Writes the transcript of a video from its captions. Not granted.';

create function app_public.save_video_captions(playback_id text, language text, vtt text, starts_at numeric[], ends_at numeric[], words text[]) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(save_video_captions.playback_id);
begin
  if (select count(*) from app_public.video_captions c where c.video_id = found_video.id and c.language <> save_video_captions.language) >= 20 then
    raise exception 'A video has captions in at most 20 languages.' using errcode = 'NL400';
  end if;
  insert into app_public.video_captions as c (video_id, language, vtt, starts_at, ends_at, words)
    values (found_video.id, save_video_captions.language, save_video_captions.vtt, save_video_captions.starts_at, save_video_captions.ends_at, save_video_captions.words)
    on conflict on constraint video_captions_pkey do update
      set vtt = excluded.vtt, starts_at = excluded.starts_at, ends_at = excluded.ends_at, words = excluded.words, updated_at = now();
  perform app_private.write_cues(found_video.id);
  return found_video.id;
end $$;
comment on function app_public.save_video_captions(text, text, text, numeric[], numeric[], text[]) is
  E'@behavior -*\nKeeps captions that were checked; the transcript and the search follow.';

create function app_public.remove_video_captions(playback_id text, language text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(remove_video_captions.playback_id);
begin
  delete from app_public.video_captions c where c.video_id = found_video.id and c.language = remove_video_captions.language;
  perform app_private.write_cues(found_video.id);
  return found_video.id;
end $$;
comment on function app_public.remove_video_captions(text, text) is E'@behavior -*\nTakes the captions of one language; the transcript and the search follow.';

grant execute on function app_public.begin_video(text, text, bigint, text, text, uuid, uuid, uuid, uuid, bigint), app_public.receive_video(text),
  app_public.receive_whole_video(text), app_public.place_videos(uuid, uuid, uuid, uuid), app_public.discard_video(text),
  app_public.attach_video(text, uuid, uuid, uuid, uuid), app_public.remove_video(uuid, uuid, uuid, uuid), app_public.choose_poster(text, int),
  app_public.save_video_captions(text, text, text, numeric[], numeric[], text[]), app_public.remove_video_captions(text, text) to newline_visitor;

-- What the job does. One video is worked on at a time, whoever works; who says nothing for two minutes has gone.
create function app_private.claim_video() returns setof app_public.videos
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  next_id uuid;
begin
  perform pg_advisory_xact_lock(hashtext('newline videos'));
  update app_public.videos v set status = 'FAILED', reason = 'Its processing was broken off three times. Upload it again, or a smaller version of it.'
    where v.provider = 'local' and v.status = 'PROCESSING' and v.updated_at < now() - interval '2 minutes' and v.attempts >= 3;
  if exists (select from app_public.videos v where v.provider = 'local' and v.status = 'PROCESSING' and v.updated_at >= now() - interval '2 minutes') then
    return;
  end if;
  select v.id into next_id from app_public.videos v where v.provider = 'local' and v.status in ('QUEUED', 'PROCESSING') order by v.created_at limit 1;
  return query update app_public.videos v set status = 'PROCESSING', progress = 0, attempts = v.attempts + 1, updated_at = now() where v.id = next_id returning v.*;
end $$;
comment on function app_private.claim_video() is 'The video whose turn it is; none while one is being worked on.';
create function app_private.note_video_progress(playback_id text, progress int) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with noted as (update app_public.videos v set progress = note_video_progress.progress, updated_at = now()
    where v.playback_id = note_video_progress.playback_id and v.status = 'PROCESSING' returning 1)
  select exists (select from noted)
$$;
comment on function app_private.note_video_progress(text, int) is 'How far the work is; false when the video is gone and the work is for nothing.';
create function app_private.release_video(playback_id text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.videos v set status = 'QUEUED', progress = 0, attempts = v.attempts - 1
    where v.playback_id = release_video.playback_id and v.status = 'PROCESSING'
$$;
comment on function app_private.release_video(text) is 'The server stops: the work is to be begun again and does not count.';
create function app_private.fail_video(playback_id text, reason text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.videos v set status = 'FAILED', reason = fail_video.reason, updated_at = now()
    where v.playback_id = fail_video.playback_id and v.status not in ('READY', 'FAILED')
$$;
comment on function app_private.fail_video(text, text) is 'Nothing playable comes of it, and why.';
create function app_private.finish_video(playback_id text, video_url text, duration_seconds double precision, width int, height int, still_seconds int[], poster_second int)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  done app_public.videos;
begin
  update app_public.videos v set status = 'READY', progress = 100, video_url = finish_video.video_url, duration_seconds = finish_video.duration_seconds,
      width = finish_video.width, height = finish_video.height, still_seconds = finish_video.still_seconds, poster_second = finish_video.poster_second,
      loose_since = now(), updated_at = now()
    where v.playback_id = finish_video.playback_id and v.status in ('UPLOADING', 'QUEUED', 'PROCESSING') returning * into done;
  if done.id is null then return false; end if;
  if num_nonnulls(done.course_id, done.book_id) = 1 then
    perform app_private.play_video(done.video_url, done.duration_seconds, done.poster_second, done.lesson_id, done.clip_id, done.course_id, done.book_id);
  end if;
  return true;
end $$;
comment on function app_private.finish_video(text, text, double precision, int, int, int[], int) is
  'It can be played, and plays where it was uploaded for. False when it was removed meanwhile.';
create function app_private.remove_loose_videos() returns int
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (
    delete from app_public.videos v where v.loose_since is not null and case v.status
      when 'UPLOADING' then v.updated_at < now() - interval '1 day'
      when 'READY' then v.loose_since < now() - interval '1 day'
      when 'FAILED' then v.updated_at < now() - interval '7 days'
      else false end
    returning 1)
  select count(*)::int from gone
$$;
comment on function app_private.remove_loose_videos() is
  'Removes uploads of which nothing came for a day, videos that nothing has played for a day, and those that failed a week ago.';
create function app_private.due_videos() returns setof app_private.unkept_videos
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select * from app_private.unkept_videos u order by u.due_at limit 100
$$;
comment on function app_private.due_videos() is 'Videos whose files are to be removed.';
create function app_private.forget_videos(playback_ids text[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.unkept_videos u where u.playback_id = any (playback_ids)
$$;
comment on function app_private.forget_videos(text[]) is 'Takes note that the files of videos were removed.';
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.claim_video(), app_private.note_video_progress(text, int), app_private.release_video(text),
      app_private.fail_video(text, text), app_private.finish_video(text, text, double precision, int, int, int[], int),
      app_private.remove_loose_videos(), app_private.due_videos(), app_private.forget_videos(text[]) to newline_worker;
  end if;
end $$;
