--! Previous: sha1:ddcbbed5571f686268e4895933a131dd7a085f53
--! Hash: sha1:62003d67603f054c2a41ae5629f069c68a5e2a0f

-- What is said in a video, cue by cue. A transcript goes with its video: whoever may play the one may read the other.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create table app_private.video_cues (
  video_url app_public.video_address,
  "position" int check (position >= 0),
  starts_at numeric(9,3) not null check (starts_at >= 0),
  ends_at numeric(9,3) not null,
  words text not null check (length(words) between 1 and 2000),
  primary key (video_url, "position"),
  constraint video_cues_ends_at_check check (ends_at >= starts_at)
);
comment on table app_private.video_cues is
  'The captions of a video as text, in their order. Requests see them only through transcripts, behind the gate.';
comment on column app_private.video_cues.starts_at is 'Second at which it begins to be said.';
comment on column app_private.video_cues.ends_at is 'Second at which it has been said.';
call app_private.secure_table('app_private.video_cues');

create type app_public.transcript_line as (second double precision, words text);
comment on type app_public.transcript_line is 'A line of what is said in a video.';
comment on column app_public.transcript_line.second is 'When it begins, in seconds from the start.';
comment on column app_public.transcript_line.words is 'What is said.';

create function app_public.lessons_transcript(lesson app_public.lessons) returns setof app_public.transcript_line
language sql stable security definer rows 60 set search_path = pg_catalog, pg_temp as $$
  select c.starts_at::double precision, c.words from app_private.lesson_videos v join app_private.video_cues c using (video_url)
  where v.lesson_id = lesson.id and app_private.readable_lesson_blocks(lesson.id) = 2147483647 order by c.position
$$;
comment on function app_public.lessons_transcript(app_public.lessons) is E'@behavior -connection +list\nWhat is said in its video, in order, for those who may watch it; empty for others and without captions.';
grant execute on function app_public.lessons_transcript(app_public.lessons) to newline_visitor;

-- One search entry a line, for each lesson and clip that plays the video.
create function app_private.index_transcript(video text, lesson uuid, clip uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from app_private.search_entries where kind = 'TRANSCRIPT' and (lesson_id = lesson or clip_id = clip);
  insert into app_private.search_entries (kind, lesson_id, clip_id, place, words, vector)
    select 'TRANSCRIPT', lesson, clip, floor(c.starts_at)::int, c.words, app_private.search_vector(c.words)
    from app_private.video_cues c where c.video_url = video
$$;
comment on function app_private.index_transcript(text, uuid, uuid) is 'Writes the entries of what is said in the video of a lesson or a clip.';

create function app_private.index_played_video() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from app_private.search_entries where kind = 'TRANSCRIPT' and lesson_id = old.lesson_id;
  elsif tg_table_name = 'clips' then
    perform app_private.index_transcript(new.video_url, null, new.id);
  else
    perform app_private.index_transcript(new.video_url, new.lesson_id, null);
  end if;
  return null;
end $$;
comment on function app_private.index_played_video() is 'trigger: a lesson or a clip that plays another video is found by what is said in that one.';
create trigger index_transcript after insert or delete or update of video_url on app_private.lesson_videos
  for each row execute function app_private.index_played_video();

create function app_private.index_changed_cues() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.index_transcript(v.video_url, v.lesson_id, null) from app_private.lesson_videos v
    where v.video_url in (select c.video_url from changed c);
  perform app_private.index_transcript(k.video_url, null, k.id) from app_public.clips k
    where k.video_url in (select c.video_url from changed c);
  return null;
end $$;
comment on function app_private.index_changed_cues() is 'trigger: new captions are found at once, taken ones no longer.';
create trigger index_added after insert on app_private.video_cues
  referencing new table as changed for each statement execute function app_private.index_changed_cues();
create trigger index_removed after delete on app_private.video_cues
  referencing old table as changed for each statement execute function app_private.index_changed_cues();

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
    raise exception 'CAPTION_LANGUAGE_LIMIT_REACHED' using errcode = 'NL400', detail = jsonb_build_object('max', 20)::text;
  end if;
  insert into app_public.video_captions as c (video_id, language, vtt, starts_at, ends_at, words)
    values (found_video.id, save_video_captions.language, save_video_captions.vtt, save_video_captions.starts_at, save_video_captions.ends_at, save_video_captions.words)
    on conflict on constraint video_captions_pkey do update
      set vtt = excluded.vtt, starts_at = excluded.starts_at, ends_at = excluded.ends_at, words = excluded.words, updated_at = now();
  perform app_private.write_cues(found_video.id);
  return found_video.id;
end $$;
comment on function app_public.save_video_captions(text, text, text, numeric[], numeric[], text[]) is E'@behavior -*\nKeeps captions that were checked; the transcript and the search follow.';
grant execute on function app_public.save_video_captions(text, text, text, numeric[], numeric[], text[]) to newline_visitor;

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
grant execute on function app_public.remove_video_captions(text, text) to newline_visitor;
