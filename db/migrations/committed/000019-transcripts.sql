--! Previous: sha1:aa2411c6d7bda9a64a44071efb7c1e8307e04b2a
--! Hash: sha1:815565b40638aedbb4ac2cc468e6b7038836fea3

-- What is said in a video, cue by cue. A transcript goes with its video: whoever may play the one may read the other.

create table app_private.video_cues (
  video_url app_public.video_address not null,
  position int not null check (position >= 0),
  starts_at numeric(9, 3) not null check (starts_at >= 0),
  ends_at numeric(9, 3) not null,
  words text not null check (length(words) between 1 and 2000),
  primary key (video_url, position),
  constraint video_cues_ends_at_check check (ends_at >= starts_at)
);
comment on table app_private.video_cues is 'The captions of a video as text, in their order. Requests see them only through transcripts, behind the gate.';
comment on column app_private.video_cues.starts_at is 'Second at which it begins to be said.';
comment on column app_private.video_cues.ends_at is 'Second at which it has been said.';
call app_private.secure_table('app_private.video_cues');
create index on app_private.lesson_videos (video_url);

create type app_public.transcript_line as (second double precision, words text);
comment on type app_public.transcript_line is 'A line of what is said in a video.';
comment on column app_public.transcript_line.second is 'When it begins, in seconds from the start.';
comment on column app_public.transcript_line.words is 'What is said.';

create function app_public.lessons_transcript(lesson app_public.lessons) returns setof app_public.transcript_line
language sql stable security definer rows 60 set search_path = pg_catalog, pg_temp as $$
  select c.starts_at::double precision, c.words from app_private.lesson_videos v join app_private.video_cues c using (video_url)
  where v.lesson_id = lesson.id and app_private.readable_lesson_blocks(lesson.id) = 2147483647 order by c.position
$$;
comment on function app_public.lessons_transcript(app_public.lessons) is
  E'@behavior -connection +list\nWhat is said in its video, in order, for those who may watch it; empty for others and without captions.';
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
grant execute on function app_public.lessons_transcript(app_public.lessons), app_public.clips_transcript(app_public.clips) to newline_visitor;

-- Search: an entry a line, for each lesson and clip that plays the video.
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
create trigger index_transcript after insert or update of video_url on app_public.clips
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
