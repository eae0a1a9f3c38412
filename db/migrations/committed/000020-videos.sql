--! Previous: sha1:8cfd5f08c0ac756f2eec1c0707edb15424bca406
--! Hash: sha1:c2908413291141b5089111bc8b12aceb78deaabc

-- Videos that authors upload: what is known of each, where it is to be played, its captions, and what of it nothing keeps any more.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_private.lesson_videos (
  lesson_id uuid primary key references app_public.lessons on delete cascade,
  video_url app_public.video_address not null
);
comment on table app_private.lesson_videos is 'The address of a lesson''s video. Requests see it only through lessons_video_url.';
create index lesson_videos_video_url_idx on app_private.lesson_videos (video_url);
call app_private.secure_table('app_private.lesson_videos');

create function app_public.lessons_video_url(lesson app_public.lessons) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.video_url from app_private.lesson_videos v
  where v.lesson_id = lesson.id and app_private.readable_lesson_blocks(lesson.id) = 2147483647
$$;
comment on function app_public.lessons_video_url(app_public.lessons) is
  'The address of its video for those who may watch it; null for others and when it has none.';
grant execute on function app_public.lessons_video_url(app_public.lessons) to newline_visitor;

create function app_private.is_public_video(address text) returns boolean
language sql stable as $$
  select exists (select from app_public.clips c where c.video_url = address)
    or exists (select from app_public.courses c where c.hero_video_url = address)
    or exists (select from app_public.books b where b.hero_video_url = address)
$$;
comment on function app_private.is_public_video(text) is 'True when a clip or a trailer that the reader sees plays the video of this address.';
grant execute on function app_private.is_public_video(text) to newline_visitor;

-- A clip and a trailer are public: nobody makes another's lesson public by naming its video.
create function app_private.check_public_video(address text, course uuid, book uuid, field text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id where v.video_url = address
      and coalesce(l.course_id, l.book_id) is distinct from coalesce(course, book) and app_public.is_admin() is not true
      and (coalesce(l.course_id, l.book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids())) is not true)
    or exists (select from app_public.videos v where v.video_url = address and v.owner_id is distinct from app_public.current_user_id() and app_public.is_admin() is not true
      and (coalesce(v.course_id, v.book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids())) is not true) then
    raise exception 'VIDEO_URL_NOT_OWN' using errcode = 'NL400', detail = jsonb_build_object('field', field)::text;
  end if;
end $$;
comment on function app_private.check_public_video(text, uuid, uuid, text) is
  'Raises NL400 for the video of a lesson that the person does not write, and for another''s upload. Not granted.';

create function app_private.was_public(course uuid, book uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_public.courses c where c.id = course and c.published_at is not null
    union all select from app_public.books b where b.id = book and b.published_at is not null)
$$;
comment on function app_private.was_public(uuid, uuid) is
  'True for an item that was published or has its day: taking a part away is then up to its authors. Not granted.';

create type app_public.video_status as enum ('UPLOADING', 'QUEUED', 'PROCESSING', 'READY', 'FAILED');
comment on type app_public.video_status is
  'UPLOADING until its last byte is here, then QUEUED, PROCESSING while it is made playable, and in the end READY, or FAILED with a reason.';

create table app_public.videos (
  id uuid primary key default app_public.new_id(),
  playback_id text not null check (playback_id ~ '^[A-Za-z0-9_-]{4,64}$') unique,
  owner_id uuid references app_public.users on delete set null,
  course_id uuid references app_public.courses on delete set null,
  book_id uuid references app_public.books on delete set null,
  lesson_id uuid references app_public.lessons on delete set null,
  clip_id uuid,
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
  provider_playback_id text unique,
  constraint videos_failure_check check ((reason is not null) = (status = 'FAILED')),
  constraint videos_address_check check (status <> 'READY' or video_url is not null)
);
comment on table app_public.videos is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA video that an author uploaded. Seen by its owner, by those who write the item it was uploaded for, and by staff.';
comment on column app_public.videos.playback_id is 'Names it in addresses; nobody guesses one.';
comment on column app_public.videos.course_id is 'The course it was uploaded for: its trailer, unless lessonId or clipId says more.';
comment on column app_public.videos.book_id is 'The book it was uploaded for, likewise.';
comment on column app_public.videos.lesson_id is 'The lesson it was uploaded for.';
comment on column app_public.videos.clip_id is 'The clip it was uploaded for.';
comment on column app_public.videos.provider is 'Who keeps and serves it: local (this site) or mux.';
comment on column app_public.videos.provider_upload_id is E'@behavior -*\nThe upload at the provider.';
comment on column app_public.videos.provider_asset_id is E'@behavior -*\nThe video at the provider.';
comment on column app_public.videos.video_url is 'Its address as clips and lessons name it, whoever keeps it: local:{playbackId}.';
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
comment on column app_public.videos.provider_playback_id is E'@behavior -*\nNames it in the addresses of the provider.';
comment on constraint videos_pkey on app_public.videos is '@behavior -query:resource:single';
comment on constraint videos_provider_upload_id_key on app_public.videos is '@behavior -query:resource:single';
comment on constraint videos_provider_asset_id_key on app_public.videos is '@behavior -query:resource:single';
comment on constraint videos_video_url_key on app_public.videos is '@behavior -query:resource:single';
comment on constraint videos_provider_playback_id_key on app_public.videos is '@behavior -query:resource:single';
comment on constraint videos_owner_id_fkey on app_public.videos is E'@fieldName owner\n@behavior -connection -list';
comment on constraint videos_course_id_fkey on app_public.videos is '@behavior -*';
comment on constraint videos_book_id_fkey on app_public.videos is '@behavior -*';
comment on constraint videos_lesson_id_fkey on app_public.videos is '@behavior -*';
create index videos_owner_id_idx on app_public.videos (owner_id);
create index videos_course_id_idx on app_public.videos (course_id);
create index videos_book_id_idx on app_public.videos (book_id);
create index videos_lesson_id_idx on app_public.videos (lesson_id);
create index videos_clip_id_idx on app_public.videos (clip_id);
create index videos_created_at_idx on app_public.videos (created_at) where status in ('QUEUED', 'PROCESSING');
create index videos_loose_since_idx on app_public.videos (loose_since) where loose_since is not null;
create index videos_created_at_idx1 on app_public.videos (created_at) where provider <> 'local' and status in ('UPLOADING', 'QUEUED', 'PROCESSING');
call app_private.secure_table('app_public.videos');
create policy select_own on app_public.videos for select to newline_learner using (owner_id = (select app_public.current_user_id()));
create policy select_contributor on app_public.videos for select to newline_learner
  using (course_id in (select app_private.my_course_ids()) or book_id in (select app_private.my_book_ids()));
create policy select_admin on app_public.videos for select to newline_admin using (true);
grant select on app_public.videos to newline_visitor;

create table app_public.video_captions (
  video_id uuid references app_public.videos on delete cascade,
  language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$'),
  vtt text not null check (octet_length(vtt) <= 1000000),
  starts_at numeric(9,3)[] not null,
  ends_at numeric(9,3)[] not null,
  words text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (video_id, language),
  constraint video_captions_cues_check check (cardinality(starts_at) = cardinality(words) and cardinality(ends_at) = cardinality(words))
);
comment on table app_public.video_captions is E'@name videoCaption\n@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe captions of a video in one language. Seen by those who see the video''s row.';
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

create table app_private.video_budgets (
  user_id uuid primary key references app_public.users on delete cascade,
  started_at timestamptz not null default now(),
  byte_count bigint not null default 0
);
comment on table app_private.video_budgets is 'How many bytes of videos a person has announced in the last stretch of 24 hours.';
call app_private.secure_table('app_private.video_budgets');

create function app_private.is_played(address text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from app_private.lesson_videos l where l.video_url = address)
    or exists (select from app_public.clips c where c.video_url = address)
    or exists (select from app_public.courses c where c.hero_video_url = address)
    or exists (select from app_public.books b where b.hero_video_url = address)
$$;
comment on function app_private.is_played(text) is
  'True when a lesson, a clip or a trailer plays the video of this address, whoever may see it. Not granted.';

create function app_private.keep_played_video() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before text := case when tg_op = 'INSERT' then null else coalesce(to_jsonb(old) ->> 'video_url', to_jsonb(old) ->> 'hero_video_url') end;
  after text := case when tg_op = 'DELETE' then null else coalesce(to_jsonb(new) ->> 'video_url', to_jsonb(new) ->> 'hero_video_url') end;
begin
  if before is not distinct from after then return null; end if;
  if after is not null and app_public.current_user_id() is not null and exists (
    select from app_public.videos v where v.video_url = after and (app_public.is_admin() or v.owner_id is not distinct from app_public.current_user_id()
      or v.course_id in (select app_private.my_course_ids()) or v.book_id in (select app_private.my_book_ids())) is not true) then
    raise exception 'OWN_VIDEO_NOT_FOUND' using errcode = 'NL404';
  end if;
  update app_public.videos v set loose_since = null where v.video_url = after and v.loose_since is not null;
  update app_public.videos v set loose_since = now() where v.video_url = before and v.loose_since is null and not app_private.is_played(before);
  return null;
end $$;
comment on function app_private.keep_played_video() is
  'trigger: a video stays while something plays it. Another''s video is refused (NL404): a clip that played it would open it to all.';
create trigger keep_played_video after insert or delete or update of hero_video_url on app_public.courses
  for each row execute function app_private.keep_played_video();
create trigger keep_played_video after insert or delete or update of hero_video_url on app_public.books
  for each row execute function app_private.keep_played_video();
create trigger keep_played_video after insert or delete or update of video_url on app_private.lesson_videos
  for each row execute function app_private.keep_played_video();

-- Who may do what: whoever writes the item, and staff.
create function app_private.video_place(lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid, out item_course_id uuid, out item_book_id uuid) returns record
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(lesson_id, clip_id, course_id, book_id) <> 1 then
    raise exception 'VIDEO_TARGET_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(lesson_id, clip_id, course_id, book_id))::text;
  end if;
  select p.course_id, p.book_id into item_course_id, item_book_id from (
    select l.course_id, l.book_id from app_public.lessons l where l.id = video_place.lesson_id
    union all select c.course_id, c.book_id from app_public.clips c where c.id = video_place.clip_id
    union all select c.id, null from app_public.courses c where c.id = video_place.course_id
    union all select null, b.id from app_public.books b where b.id = video_place.book_id) as p;
  if (app_public.is_admin() and num_nonnulls(item_course_id, item_book_id) = 1 or item_course_id in (select app_private.my_course_ids())
      or item_book_id in (select app_private.my_book_ids())) is not true then
    raise exception 'WRITER_REQUIRED' using errcode = 'NL403';
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
    raise exception 'OWN_VIDEO_NOT_FOUND' using errcode = 'NL404';
  end if;
  return found_video;
end $$;
comment on function app_private.locked_video(text) is 'Locks a video that the signed-in person may change; raises NL404 for any other. Not granted.';

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
comment on function app_public.place_videos(uuid, uuid, uuid, uuid) is E'@behavior -connection +list\nThe videos of a place (name one): the one that is on its way or failed, then the one that plays there. Empty for those who do not write the item.';
grant execute on function app_public.place_videos(uuid, uuid, uuid, uuid) to newline_visitor;

create function app_public.discard_video(playback_id text) returns app_public.videos
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(discard_video.playback_id);
begin
  if found_video.loose_since is null then
    raise exception 'VIDEO_IN_USE' using errcode = 'NL409';
  end if;
  delete from app_public.videos v where v.id = found_video.id;
  return found_video;
end $$;
comment on function app_public.discard_video(text) is E'@resultFieldName video\nEnds an upload or the work on a video that nothing plays, and removes its files. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT.';
grant execute on function app_public.discard_video(text) to newline_visitor;

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
    perform app_private.tell_tags('lessons,' || coalesce('course:' || l.course_id, 'book:' || l.book_id)) from app_public.lessons l where l.id = play_video.lesson_id;
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
  if found_video.status is distinct from 'READY' then
    raise exception 'VIDEO_NOT_READY' using errcode = 'NL409';
  end if;
  perform app_private.play_video(found_video.video_url, found_video.duration_seconds, found_video.poster_second,
    attach_video.lesson_id, attach_video.clip_id, attach_video.course_id, attach_video.book_id);
  select * into found_video from app_public.videos v where v.id = found_video.id;
  return found_video;
end $$;
comment on function app_public.attach_video(text, uuid, uuid, uuid, uuid) is E'@resultFieldName video\nHas a lesson, a clip, or the page of a course or book (name one) play a video that is ready. What was uploaded for a place plays there by itself. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.';
grant execute on function app_public.attach_video(text, uuid, uuid, uuid, uuid) to newline_visitor;

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
comment on function app_public.remove_video(uuid, uuid, uuid, uuid) is E'@resultFieldName wasThere\nTakes the video from a lesson, a clip, or the page of a course or book (name one); what nothing else plays loses its files. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT.';
grant execute on function app_public.remove_video(uuid, uuid, uuid, uuid) to newline_visitor;

create function app_public.choose_poster(playback_id text, second int) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(choose_poster.playback_id);
begin
  if (choose_poster.second = any (found_video.still_seconds)) is not true then
    raise exception 'POSTER_FRAME_NOT_FOUND' using errcode = 'NL400';
  end if;
  update app_public.videos v set poster_second = choose_poster.second where v.id = found_video.id;
  update app_public.clips c set thumbnail_seconds = choose_poster.second where c.video_url = found_video.video_url;
  return found_video.id;
end $$;
comment on function app_public.choose_poster(text, int) is E'@behavior -*\nChooses the still that stands there before a video is played: one of those that there are.';
grant execute on function app_public.choose_poster(text, int) to newline_visitor;

create function app_public.send_whole_video(playback_id text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
begin
  update app_public.videos v set status = 'QUEUED', updated_at = now()
    where v.playback_id = send_whole_video.playback_id and v.owner_id = me and v.status = 'UPLOADING' and v.provider <> 'local';
  return exists (select from app_public.videos v
    where v.playback_id = send_whole_video.playback_id and v.owner_id = me and v.provider <> 'local' and v.status <> 'UPLOADING');
end $$;
comment on function app_public.send_whole_video(text) is E'@behavior -*\nThe last byte of an upload of one''s own was sent to the provider. False when there is none. What the provider then says of it decides.';
grant execute on function app_public.send_whole_video(text) to newline_visitor;

create function app_private.served_video(playback_id text) returns table (provider_playback_id text, still_seconds int[], poster_second int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.provider_playback_id, v.still_seconds, v.poster_second from app_public.videos v
  where v.playback_id = served_video.playback_id and v.provider <> 'local' and v.status = 'READY' and v.provider_playback_id is not null
$$;
comment on function app_private.served_video(text) is 'How a video is named that a provider serves. The gate was asked before.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.served_video(text)
    to %s', worker);
end $$;
