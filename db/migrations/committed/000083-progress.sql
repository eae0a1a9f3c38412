--! Previous: sha1:68fbcb46efcab6eb6a23028ef3df28973bbf2f1c
--! Hash: sha1:f029841164f336ca66e217adafdb6adf51cd6f13

-- A text counts as read when all of it was on the screen, and not before it can have been: 1,000 words take a minute.

alter table app_public.lesson_activities add column reading_since timestamptz;
comment on column app_public.lesson_activities.reading_since is E'@behavior -select\nWhen the site first heard that the person had the text before them; null before that.';

create function app_private.has_read_text(entry app_public.lesson_activities) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  with texts as (
    select t.id, t.words from app_private.lesson_bodies b, unnest(b.block_ids, b.block_text) as t (id, words)
    where b.lesson_id = entry.lesson_id and t.id <> ''
  ), wanted as (
    -- Pictures and the like have no words, and an empty paragraph is never rendered: they are wanted only where nothing else is.
    select id, words from texts where words ~ '\S' or not exists (select from texts where words ~ '\S')
  )
  select exists (select from wanted)
    and not exists (select from wanted where id <> all (entry.read_block_ids))
    -- A page sends what it gathered every 15 seconds and may be slow to reach the site: half a minute is not counted.
    and now() - entry.reading_since + interval '30 seconds'
      >= (select coalesce(sum(regexp_count(words, '\S+')), 0) from wanted) * interval '60 milliseconds'
$$;
comment on function app_private.has_read_text(app_public.lesson_activities) is
  'True when every block with words was read, in no less time than a minute for 1,000 words since the site first heard of the reading.';

create or replace function app_public.save_progress(lesson_id uuid, watched int[] default '{}', read_block_ids text[] default '{}',
  position_seconds int default null, block_id text default null)
returns app_public.lesson_progress
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  lesson app_public.lessons;
  readable int := app_private.readable_lesson_blocks(save_progress.lesson_id);
  ids text[] := app_private.readable_block_ids(save_progress.lesson_id);
  ranges int4multirange := '{}';
  entry app_public.lesson_activities;
  length_seconds int;
begin
  select l.* into lesson from app_public.lessons l where l.id = save_progress.lesson_id;
  if coalesce(readable, 0) = 0 then
    raise exception 'There is no lesson % that you may read.', save_progress.lesson_id using errcode = 'NL404';
  end if;
  if cardinality(coalesce(watched, '{}')) % 2 = 1 or cardinality(watched) > 400 then
    raise exception 'watched: expected at most 200 pairs of a first second and the second after the last, got % numbers.', cardinality(watched)
      using errcode = 'NL400';
  end if;
  if cardinality(read_block_ids) > 20000 then
    raise exception 'readBlockIds: expected at most 20000 ids, got %.', cardinality(read_block_ids) using errcode = 'NL400';
  end if;
  -- A video counts as watched only for those who may play it.
  length_seconds := case when readable = 2147483647 then lesson.video_duration end;
  if length_seconds is not null then
    select coalesce(range_agg(int4range(greatest(w[1], 0), least(w[2], length_seconds))), '{}') into ranges
    from (select array[watched[n], watched[n + 1]] as w from generate_series(1, coalesce(cardinality(watched), 0), 2) n) pairs
    where w[1] < least(w[2], length_seconds) and w[2] > 0;
  end if;
  insert into app_public.lesson_activities as a (user_id, lesson_id, position_seconds, watched_seconds, block_id, read_block_ids, reading_since)
  values (me, lesson.id, case when num_nulls(length_seconds, save_progress.position_seconds) = 0 then least(greatest(save_progress.position_seconds, 0), length_seconds) end, ranges,
    case when save_progress.block_id = any (ids) then save_progress.block_id end,
    array(select id from unnest(ids) id where id = any (save_progress.read_block_ids)),
    case when save_progress.block_id = any (ids) or ids && save_progress.read_block_ids then now() end)
  on conflict (user_id, lesson_id) do update set
    position_seconds = coalesce(excluded.position_seconds, a.position_seconds),
    watched_seconds = a.watched_seconds + excluded.watched_seconds,
    block_id = coalesce(excluded.block_id, a.block_id),
    read_block_ids = array(select id from unnest(ids) id where id = any (a.read_block_ids) or id = any (excluded.read_block_ids)),
    -- Of earlier releases only the latest moment is known.
    reading_since = coalesce(a.reading_since, case when a.read_block_ids <> '{}' then a.updated_at end, excluded.reading_since),
    updated_at = now()
  returning * into entry;
  perform app_private.join_item(me, lesson.id);
  if ranges <> '{}' or cardinality(save_progress.read_block_ids) > 0 then
    insert into app_public.study_days (user_id, day) values (me, app_private.today()) on conflict do nothing;
  end if;
  if lesson.role <> 'CHANGELOG' and not entry.is_kept_open then
    if app_private.seconds_in(entry.watched_seconds) * 10 >= length_seconds * 9 then
      perform app_private.complete_lesson(me, lesson.id, 'WATCHED');
    elsif readable >= (select cardinality(b.block_ids) from app_private.lesson_bodies b where b.lesson_id = lesson.id)
      and app_private.has_read_text(entry) then
      perform app_private.complete_lesson(me, lesson.id, 'READ');
    end if;
  end if;
  return app_public.lessons_progress(lesson);
end $$;
comment on function app_public.save_progress(uuid, int[], text[], int, text) is
  'Adds what the signed-in person watched (pairs of a first second and the second after the last) and read, and where they stopped. Completes the lesson at 90 percent of its video, or when every block of its text with words was read, at no more than 1,000 words a minute since the first report. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';

comment on type app_public.progress_reason is 'Why a lesson counts as completed: 90 percent of its video was watched, its text was read to the end, or the person said so.';
comment on column app_public.lesson_progress.blocks is 'Blocks of the text that can be read one by one; all of those with words, in no less time than 1,000 words a minute take, complete the lesson.';
comment on column app_public.item_progress.read_lessons is 'How many of the completed are so because the text was read to its end.';
