--! Previous: sha1:c2908413291141b5089111bc8b12aceb78deaabc
--! Hash: sha1:ddcbbed5571f686268e4895933a131dd7a085f53

-- What jobs do with an uploaded video.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_private.unkept_videos (
  playback_id text primary key,
  provider text not null,
  provider_upload_id text,
  provider_asset_id text,
  due_at timestamptz not null default now()
);
comment on table app_private.unkept_videos is 'Videos that were removed and whose files are still to be: a job does it, so none outlives a crash.';
call app_private.secure_table('app_private.unkept_videos');

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
comment on function app_public.receive_video(text) is E'@behavior -*\nHow many bytes an upload of one''s own is to have; null when there is none under way. It has a day left from now.';
grant execute on function app_public.receive_video(text) to newline_visitor;

create function app_public.receive_whole_video(playback_id text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.videos v set status = 'QUEUED', updated_at = now()
    where v.playback_id = receive_whole_video.playback_id and v.owner_id = app_private.own_user_id(null) and v.status = 'UPLOADING'
$$;
comment on function app_public.receive_whole_video(text) is E'@behavior -*\nThe last byte of an upload of one''s own is here.';
grant execute on function app_public.receive_whole_video(text) to newline_visitor;

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

create function app_public.begin_video(playback_id text, name text, byte_count bigint, provider text,
  lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid, budget_bytes bigint) returns int
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  place record;
  budget app_private.video_budgets;
  wait int;
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
  wait := app_private.use_quota('videos', 200, interval '1 day');
  if wait > 0 then return wait; end if;
  update app_private.video_budgets b set started_at = budget.started_at, byte_count = budget.byte_count + begin_video.byte_count where b.user_id = me;
  -- One at a time for a place: what was begun there before and is not playing comes to nothing.
  delete from app_public.videos v where v.loose_since is not null and v.status <> 'READY'
    and v.lesson_id is not distinct from begin_video.lesson_id and v.clip_id is not distinct from begin_video.clip_id
    and v.course_id is not distinct from place.item_course_id and v.book_id is not distinct from place.item_book_id;
  insert into app_public.videos (playback_id, owner_id, course_id, book_id, lesson_id, clip_id, provider, video_url, name, byte_count)
    values (begin_video.playback_id, me, place.item_course_id, place.item_book_id, begin_video.lesson_id, begin_video.clip_id, begin_video.provider,
      'local:' || begin_video.playback_id, begin_video.name, begin_video.byte_count);
  return 0;
end $$;
comment on function app_public.begin_video(text, text, bigint, text, uuid, uuid, uuid, uuid, bigint) is E'@behavior -*\nAdmits the upload of a video for a place that the signed-in user writes. Returns 0, or the seconds to wait when the bytes of the day or 200 videos are used up.';
grant execute on function app_public.begin_video(text, text, bigint, text, uuid, uuid, uuid, uuid, bigint) to newline_visitor;

create function app_private.name_upload(playback_id text, provider_upload_id text) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with named as (update app_public.videos v set provider_upload_id = name_upload.provider_upload_id, updated_at = now()
    where v.playback_id = name_upload.playback_id and v.status = 'UPLOADING' and v.provider <> 'local' returning 1)
  select exists (select from named)
$$;
comment on function app_private.name_upload(text, text) is 'The provider awaits an upload under this name. False when it was given up meanwhile.';

create function app_private.withdraw_video(playback_id text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (delete from app_public.videos v where v.playback_id = withdraw_video.playback_id and v.status = 'UPLOADING' and v.provider <> 'local'
      and v.provider_upload_id is null returning v.owner_id, v.byte_count)
  update app_private.video_budgets b set byte_count = greatest(0, b.byte_count - gone.byte_count) from gone where b.user_id = gone.owner_id
$$;
comment on function app_private.withdraw_video(text) is 'The provider takes no upload: nothing was begun, and none of the day''s bytes are used up.';

create function app_private.videos_under_way(names text[] default null) returns setof app_public.videos
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.* from app_public.videos v
  where v.provider <> 'local' and v.status in ('UPLOADING', 'QUEUED', 'PROCESSING') and v.provider_upload_id is not null
    and (names is null or v.playback_id = any (names) or v.provider_upload_id = any (names))
  order by v.created_at limit 200
$$;
comment on function app_private.videos_under_way(text[]) is 'Videos of which the provider is to be asked: those that it was named by, or all.';

create function app_private.note_asset(playback_id text, provider_asset_id text, provider_playback_id text, progress int) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with noted as (update app_public.videos v set status = 'PROCESSING', provider_asset_id = note_asset.provider_asset_id,
      provider_playback_id = note_asset.provider_playback_id, progress = greatest(v.progress, note_asset.progress), updated_at = now()
    where v.playback_id = note_asset.playback_id and v.provider <> 'local' and v.status in ('UPLOADING', 'QUEUED', 'PROCESSING') returning 1)
  select exists (select from noted)
$$;
comment on function app_private.note_asset(text, text, text, int) is
  'The provider has it and makes it playable. False when it is no longer awaited.';

create function app_private.ready_assets(asset_ids text[]) returns setof app_public.videos
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.* from app_public.videos v where v.provider <> 'local' and v.status = 'READY' and v.provider_asset_id = any (asset_ids)
$$;
comment on function app_private.ready_assets(text[]) is 'Videos that play, by the names that the provider has for them.';

create function app_private.lose_video(playback_id text, reason text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  lost app_public.videos;
  place uuid;
begin
  select * into lost from app_public.videos v where v.playback_id = lose_video.playback_id and v.provider <> 'local' and v.status = 'READY' for update;
  if lost.id is null then return false; end if;
  for place in select l.lesson_id from app_private.lesson_videos l where l.video_url = lost.video_url loop
    perform app_private.play_video(null, null, null, place, null, null, null);
  end loop;
  for place in select c.id from app_public.clips c where c.video_url = lost.video_url loop
    perform app_private.play_video(null, null, null, null, place, null, null);
  end loop;
  update app_public.courses c set hero_video_url = null where c.hero_video_url = lost.video_url;
  update app_public.books b set hero_video_url = null where b.hero_video_url = lost.video_url;
  update app_public.videos v set status = 'FAILED', reason = lose_video.reason, loose_since = now(), updated_at = now() where v.id = lost.id;
  return true;
end $$;
comment on function app_private.lose_video(text, text) is 'What the provider no longer has plays nowhere any more, and why.';

create function app_private.put_off_videos(playback_ids text[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.unkept_videos u set due_at = now() + interval '10 minutes' where u.playback_id = any (playback_ids)
$$;
comment on function app_private.put_off_videos(text[]) is 'Removed videos that the provider still has: they are tried again after the others.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.claim_video(),
    app_private.note_video_progress(text, int),
    app_private.release_video(text),
    app_private.fail_video(text, text),
    app_private.finish_video(text, text, double precision, int, int, int[], int),
    app_private.remove_loose_videos(),
    app_private.due_videos(),
    app_private.forget_videos(text[]),
    app_private.name_upload(text, text),
    app_private.withdraw_video(text),
    app_private.videos_under_way(text[]),
    app_private.note_asset(text, text, text, int),
    app_private.ready_assets(text[]),
    app_private.lose_video(text, text),
    app_private.put_off_videos(text[])
    to %s', worker);
end $$;
