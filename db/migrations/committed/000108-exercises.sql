--! Previous: sha1:8d30b25c0b8dae0291bc9f0eb34bac155b1b5b85
--! Hash: sha1:f6a9c710048765df5a4e77ee075556b0e4a6c7a6

-- Exercises: who passed one. Their tests run in the learner's browser.
-- Compatible with older releases: they don't know the table, and complete a lesson by its text as before.

create table app_public.exercise_results (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  lesson_id uuid not null references app_public.lessons on delete cascade,
  exercise text not null check (exercise ~ '^[A-Za-z0-9_-]{1,32}$'),
  tries int not null default 1 check (tries > 0),
  passed_at timestamptz,
  passed_try int check (passed_try <= tries),
  failed_tests text[] not null default '{}' check (cardinality(failed_tests) <= 20),
  updated_at timestamptz not null default now(),
  constraint exercise_results_passed_check check ((passed_at is null) = (passed_try is null)),
  constraint exercise_results_exercise_key unique (user_id, lesson_id, exercise)
);
comment on table app_public.exercise_results is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nHow a user did in an exercise of a lesson. Nobody else sees it; authors see totals.';
comment on column app_public.exercise_results.exercise is 'The ID of its block in the text.';
comment on column app_public.exercise_results.tries is 'How often the user ran the tests.';
comment on column app_public.exercise_results.passed_at is 'When all tests passed for the first time; null before that.';
comment on column app_public.exercise_results.passed_try is 'The first try at which all tests passed; null before that.';
comment on column app_public.exercise_results.failed_tests is 'The tests that failed at any try, by their names in the text.';
comment on column app_public.exercise_results.updated_at is 'When the user last ran the tests.';
comment on constraint exercise_results_user_id_fkey on app_public.exercise_results is E'@fieldName user\n@behavior -connection -list';
comment on constraint exercise_results_lesson_id_fkey on app_public.exercise_results is E'@fieldName lesson\n@behavior -connection -list';
create index exercise_results_lesson_id_idx on app_public.exercise_results (lesson_id, exercise);
call app_private.secure_table('app_public.exercise_results');
create policy select_own on app_public.exercise_results for select to newline_learner using (user_id = (select app_public.current_user_id()));
grant select on app_public.exercise_results to newline_visitor;

-- Without tests or code to start from, there is nothing to pass.
create function app_private.exercises(lesson uuid) returns table (id text, tests text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select block -> 'attrs' ->> 'id', parts.tests
  from app_private.lesson_bodies b, jsonb_array_elements(b.body_delta -> 'content') block,
    lateral (select string_agg(piece #>> '{}', E'\n') as tests from jsonb_path_query(block,
      '$.content[*] ? (@.type == "exercisePart" && @.attrs.partType == "tests").content[*] ? (@.type == "codeBlock").content[*].text') piece) parts
  where b.lesson_id = lesson and block ->> 'type' = 'exercise' and parts.tests is not null
    and block @? '$.content[*] ? (@.type == "codeBlock" && @.attrs.runnable == true)'
$$;
comment on function app_private.exercises(uuid) is 'The exercises in the text of a lesson, with their tests. Not granted.';

create function app_public.exercise_result(lesson_id uuid, exercise text) returns app_public.exercise_results
language sql stable as $$
  select r.* from app_public.exercise_results r
  where r.user_id = app_public.current_user_id() and r.lesson_id = exercise_result.lesson_id and r.exercise = exercise_result.exercise
$$;
comment on function app_public.exercise_result(uuid, text) is 'How the signed-in user did in an exercise; null if they never ran its tests.';
grant execute on function app_public.exercise_result(uuid, text) to newline_visitor;

create type app_public.exercise_totals as (tried int, passed int, passed_at_first int, passed_at_second int, passed_at_third int,
  hardest_test text, hardest_test_failed int);
comment on type app_public.exercise_totals is 'How users did in an exercise. Their browsers say so; nothing proves it.';
comment on column app_public.exercise_totals.tried is 'How many ran its tests.';
comment on column app_public.exercise_totals.passed is 'How many passed all of them.';
comment on column app_public.exercise_totals.passed_at_first is 'How many passed at their first try.';
comment on column app_public.exercise_totals.passed_at_second is 'How many passed at their second try.';
comment on column app_public.exercise_totals.passed_at_third is 'How many passed at their third try.';
comment on column app_public.exercise_totals.hardest_test is 'The test that failed for most of them; null if none did.';
comment on column app_public.exercise_totals.hardest_test_failed is 'For how many it failed.';

create function app_public.exercise_totals(lesson_id uuid, exercise text) returns app_public.exercise_totals
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with results as (
    select r.passed_try, r.failed_tests from app_public.exercise_results r
    where r.lesson_id = exercise_totals.lesson_id and r.exercise = exercise_totals.exercise
  ), hardest as (
    select name, count(*)::int as failed from results, unnest(failed_tests) name group by name order by count(*) desc, name limit 1
  )
  select ((select count(*)::int from results), (select count(passed_try)::int from results),
    (select count(*)::int from results where passed_try = 1), (select count(*)::int from results where passed_try = 2),
    (select count(*)::int from results where passed_try = 3),
    (select name from hardest), (select failed from hardest))::app_public.exercise_totals
  from app_public.lessons l
  where l.id = exercise_totals.lesson_id
    and (app_public.is_admin() or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()))
$$;
comment on function app_public.exercise_totals(uuid, text) is 'How users did in an exercise; null for anyone but its authors and administrators.';
grant execute on function app_public.exercise_totals(uuid, text) to newline_visitor;

create function app_public.record_attempt(lesson_id uuid, exercise text, is_passed boolean, failed_tests text[] default '{}')
returns app_public.exercise_results
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  tests text;
  failed text[];
  entry app_public.exercise_results;
  reading app_public.lesson_activities;
begin
  if cardinality(record_attempt.failed_tests) > 1000 then
    raise exception 'FAILED_TESTS_TOO_MANY' using errcode = 'NL400',
      detail = jsonb_build_object('max', 1000, 'count', cardinality(record_attempt.failed_tests))::text;
  end if;
  select e.tests into tests from app_private.exercises(record_attempt.lesson_id) e
    where e.id = record_attempt.exercise and e.id = any (app_private.readable_block_ids(record_attempt.lesson_id));
  if tests is null then
    raise exception 'EXERCISE_NOT_FOUND' using errcode = 'NL404';
  end if;
  -- Authors see these names: only what they wrote themselves.
  failed := array(select distinct name from unnest(record_attempt.failed_tests) name
    where length(name) between 1 and 200 and position(name in tests) > 0 order by name limit 20);
  insert into app_public.exercise_results as r (user_id, lesson_id, exercise, passed_at, passed_try, failed_tests)
    values (me, record_attempt.lesson_id, record_attempt.exercise, case when is_passed then now() end, case when is_passed then 1 end, failed)
    on conflict (user_id, lesson_id, exercise) do update set tries = r.tries + 1, updated_at = now(),
      passed_at = coalesce(r.passed_at, excluded.passed_at),
      passed_try = coalesce(r.passed_try, case when excluded.passed_at is not null then r.tries + 1 end),
      failed_tests = array(select distinct name from unnest(r.failed_tests || excluded.failed_tests) name order by name limit 20)
    returning * into entry;
  perform app_private.join_item(me, record_attempt.lesson_id);
  insert into app_public.study_days (user_id, day) values (me, app_private.today()) on conflict do nothing;
  -- The last thing that a lesson waits for may be its exercise.
  select a.* into reading from app_public.lesson_activities a where a.user_id = me and a.lesson_id = record_attempt.lesson_id;
  if is_passed and not reading.is_kept_open and app_private.has_read_text(reading)
    and (select l.role <> 'CHANGELOG' from app_public.lessons l where l.id = record_attempt.lesson_id)
    and app_private.readable_lesson_blocks(record_attempt.lesson_id) >=
      (select cardinality(b.block_ids) from app_private.lesson_bodies b where b.lesson_id = record_attempt.lesson_id) then
    perform app_private.complete_lesson(me, record_attempt.lesson_id, 'READ');
  end if;
  return entry;
end $$;
comment on function app_public.record_attempt(uuid, text, boolean, text[]) is
  'Records that the signed-in user ran the tests of an exercise in a lesson, whether all of them passed, and which failed. A lesson whose text was read is then completed, if it has no other exercise to pass. Nothing proves the result: the tests run in the user''s browser. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.record_attempt(uuid, text, boolean, text[]) to newline_visitor;

-- A text with exercises counts as read when they are passed, too.
create or replace function app_private.has_read_text(entry app_public.lesson_activities) returns boolean
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
    and not exists (select from app_private.exercises(entry.lesson_id) e where not exists (select from app_public.exercise_results r
      where r.user_id = entry.user_id and r.lesson_id = entry.lesson_id and r.exercise = e.id and r.passed_at is not null))
$$;
comment on function app_private.has_read_text(app_public.lesson_activities) is
  'True if every block with words was read, in no less than a minute per 1,000 words since the site first heard of the reading, and every exercise was passed.';
