--! Previous: sha1:af27b2bb38b05fea6c11b22a9eae1fa366f2fd9a
--! Hash: sha1:7b4cc954773666cde84320c1a46a94cfb825f73b

-- Videos that another provider takes in, keeps and serves. Wherever a video is kept, local:{playbackId} names it.

alter table app_public.videos add column provider_playback_id text unique;
comment on column app_public.videos.provider_playback_id is E'@behavior -*\nNames it in the addresses of the provider.';
comment on constraint videos_provider_playback_id_key on app_public.videos is E'@behavior -query:resource:single';
comment on column app_public.videos.video_url is 'Its address as clips and lessons name it, whoever keeps it: local:{playbackId}.';
comment on column app_public.videos.provider is 'Who keeps and serves it: local (this site) or mux.';
create index on app_public.videos (created_at) where provider <> 'local' and status in ('UPLOADING', 'QUEUED', 'PROCESSING');

-- The upload at the provider is asked for when somebody is admitted, and named afterwards.
drop function app_public.begin_video(text, text, bigint, text, text, uuid, uuid, uuid, uuid, bigint);
create function app_public.begin_video(playback_id text, name text, byte_count bigint, provider text,
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
  insert into app_public.videos (playback_id, owner_id, course_id, book_id, lesson_id, clip_id, provider, video_url, name, byte_count)
    values (begin_video.playback_id, me, place.item_course_id, place.item_book_id, begin_video.lesson_id, begin_video.clip_id, begin_video.provider,
      'local:' || begin_video.playback_id, begin_video.name, begin_video.byte_count);
  return 0;
end $$;
comment on function app_public.begin_video(text, text, bigint, text, uuid, uuid, uuid, uuid, bigint) is
  E'@behavior -*\nAdmits the upload of a video for a place that the signed-in person writes. Answers 0, or the seconds to wait when the day''s bytes are used up.';

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
comment on function app_public.send_whole_video(text) is
  E'@behavior -*\nThe last byte of an upload of one''s own was sent to the provider. False when there is none. What the provider then says of it decides.';
grant execute on function app_public.begin_video(text, text, bigint, text, uuid, uuid, uuid, uuid, bigint), app_public.send_whole_video(text) to newline_visitor;

-- What the server does with the provider.
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
comment on function app_private.note_asset(text, text, text, int) is 'The provider has it and makes it playable. False when it is no longer awaited.';
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
create function app_private.served_video(playback_id text) returns table (provider_playback_id text, still_seconds int[], poster_second int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select v.provider_playback_id, v.still_seconds, v.poster_second from app_public.videos v
  where v.playback_id = served_video.playback_id and v.provider <> 'local' and v.status = 'READY' and v.provider_playback_id is not null
$$;
comment on function app_private.served_video(text) is 'How a video is named that a provider serves. The gate was asked before.';
create function app_private.put_off_videos(playback_ids text[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.unkept_videos u set due_at = now() + interval '10 minutes' where u.playback_id = any (playback_ids)
$$;
comment on function app_private.put_off_videos(text[]) is 'Removed videos that the provider still has: they are tried again after the others.';
do $$ begin
  if exists (select from pg_roles where rolname = 'newline_worker') then
    grant execute on function app_private.name_upload(text, text), app_private.withdraw_video(text), app_private.videos_under_way(text[]),
      app_private.note_asset(text, text, text, int), app_private.ready_assets(text[]), app_private.lose_video(text, text),
      app_private.served_video(text), app_private.put_off_videos(text[]) to newline_worker;
  end if;
end $$;
