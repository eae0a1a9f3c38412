--! Previous: sha1:5ea47fee56b4bf45583e9b0d44aa974afe110c64
--! Hash: sha1:6e3fd95f68ab53c7173d2458081850088c8a0550

-- Checks of exercises: that the solution passes the tests, and that the code to start from doesn't. A job runs both in the sandbox of readers.
-- Compatible with older releases: they don't know the tables, and what they save is noted by a trigger and checked by this release.

create type app_public.exercise_verdict as enum ('PASSES', 'SOLUTION_FAILS', 'STARTER_PASSES', 'NOT_CHECKED');
comment on type app_public.exercise_verdict is
  'What a check of an exercise found. PASSES: the solution passes all tests, and the code to start from doesn''t. SOLUTION_FAILS: the solution fails a test. STARTER_PASSES: there is nothing to solve. NOT_CHECKED: nobody knows; the reason says why.';

create table app_public.exercise_checks (
  id uuid primary key default app_public.new_id(),
  article_id uuid references app_public.articles on delete cascade,
  lesson_id uuid references app_public.lessons on delete cascade,
  exercise text not null check (exercise ~ '^[A-Za-z0-9_-]{1,32}$'),
  position int not null check (position > 0),
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  verdict app_public.exercise_verdict not null default 'NOT_CHECKED',
  reason text check (length(reason) between 1 and 500),
  failed_tests text[] not null default '{}' check (cardinality(failed_tests) <= 20),
  checked_at timestamptz,
  constraint exercise_checks_text_check check (num_nonnulls(article_id, lesson_id) = 1),
  constraint exercise_checks_result_check check (case
    when checked_at is null then verdict = 'NOT_CHECKED' and reason is null and failed_tests = '{}'
    when verdict = 'NOT_CHECKED' then reason is not null and failed_tests = '{}'
    when verdict = 'SOLUTION_FAILS' then reason is not null or failed_tests <> '{}'
    else reason is null and failed_tests = '{}' end),
  constraint exercise_checks_article_key unique (article_id, exercise),
  constraint exercise_checks_lesson_key unique (lesson_id, exercise)
);
comment on table app_public.exercise_checks is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nAn exercise with tests in the working text of an article, lesson or chapter, and whether it can be solved. Only the authors and editors of the title, and administrators, see it. The server checks it after each change of its code.';
comment on column app_public.exercise_checks.exercise is 'The ID of its block in the text.';
comment on column app_public.exercise_checks.position is 'Its number among the exercises of the text, from 1.';
comment on column app_public.exercise_checks.code_hash is E'@behavior -*\nOf the code to start from, the tests and the solution: a change of other parts needs no check.';
comment on column app_public.exercise_checks.verdict is 'What the last check of this code found.';
comment on column app_public.exercise_checks.reason is 'Why it wasn''t checked, or what stopped the solution; otherwise null.';
comment on column app_public.exercise_checks.failed_tests is 'The tests that the solution fails, by name, at most 20.';
comment on column app_public.exercise_checks.checked_at is 'When this code was checked; null while it is waiting for its check.';
comment on constraint exercise_checks_article_id_fkey on app_public.exercise_checks is E'@fieldName article\n@foreignFieldName exerciseChecks';
comment on constraint exercise_checks_lesson_id_fkey on app_public.exercise_checks is E'@fieldName lesson\n@foreignFieldName exerciseChecks';
call app_private.secure_table('app_public.exercise_checks');
create policy select_admin on app_public.exercise_checks for select to newline_admin using (true);
create policy select_contributor on app_public.exercise_checks for select to newline_learner
  using (article_id in (select app_private.my_article_ids())
    or (select l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids())
      from app_public.lessons l where l.id = lesson_id));
grant select on app_public.exercise_checks to newline_visitor;

create table app_private.exercise_check_turns (
  check_id uuid primary key references app_public.exercise_checks on delete cascade,
  check_at timestamptz default now(),
  runner text,
  failures int not null default 0 check (failures >= 0),
  claimed_until timestamptz
);
comment on table app_private.exercise_check_turns is 'When exercises are checked next. For the job check_exercises alone.';
comment on column app_private.exercise_check_turns.check_at is 'When it is due; null if only another release of the runner makes it due.';
comment on column app_private.exercise_check_turns.runner is 'The release of the runner that checked it; null before that, and where there was none.';
comment on column app_private.exercise_check_turns.failures is 'How often in a row it couldn''t be checked.';
comment on column app_private.exercise_check_turns.claimed_until is 'A process checks it, and has until then; null otherwise.';
create index exercise_check_turns_check_at_idx on app_private.exercise_check_turns (check_at);
call app_private.secure_table('app_private.exercise_check_turns');

create function app_private.code_facts(block jsonb) returns jsonb
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_array(block #> '{attrs,mode}', block #> '{attrs,displayName}', block #> '{attrs,runnable}', jsonb_path_query_array(block, '$.content[*].text'))
$$;
comment on function app_private.code_facts(jsonb) is 'What counts of a block of code when it is run: its language, its name, whether it is runnable, and its text. Not granted.';

create function app_private.exercises_with_code(body jsonb) returns table (exercise text, "position" int, code_hash text)
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select f.id, (row_number() over (order by f.n))::int, encode(sha256(convert_to((
      -- Files of a program directly follow each other, so other blocks count by their place.
      select jsonb_agg(case
        when part ->> 'type' = 'codeBlock' then app_private.code_facts(part)
        when part #>> '{attrs,partType}' in ('tests', 'solution') then jsonb_build_array(part #> '{attrs,partType}',
          (select jsonb_agg(app_private.code_facts(code)) from jsonb_path_query(part, '$.content[*] ? (@.type == "codeBlock")') code))
        end order by place)
      from jsonb_array_elements(f.block -> 'content') with ordinality as p (part, place))::text, 'UTF8')), 'hex')
  from (
    select distinct on (b.block #>> '{attrs,id}') b.block #>> '{attrs,id}' as id, b.block, b.n
    from jsonb_array_elements(body -> 'content') with ordinality as b (block, n)
    where b.block ->> 'type' = 'exercise' and b.block #>> '{attrs,id}' ~ '^[A-Za-z0-9_-]{1,32}$'
      and b.block @? '$.content[*] ? (@.type == "exercisePart" && @.attrs.partType == "tests").content[*] ? (@.type == "codeBlock")'
      and b.block @? '$.content[*] ? (@.type == "codeBlock" && @.attrs.runnable == true)'
    order by b.block #>> '{attrs,id}', b.n) f
$$;
comment on function app_private.exercises_with_code(jsonb) is 'The exercises of a text that have tests and code to start from, with a hash of their code. Not granted.';

create function app_private.note_exercises() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lesson uuid;
  article uuid;
  waiting int;
begin
  if tg_table_name = 'lesson_revision_texts' then
    select r.lesson_id into lesson from app_public.lesson_revisions r where r.id = new.revision_id;
  else
    select r.article_id into article from app_public.article_revisions r where r.id = new.revision_id;
  end if;
  if (new.body_delta @? '$.content[*] ? (@.type == "exercise")') is not true
      and not exists (select from app_public.exercise_checks c where c.article_id = article or c.lesson_id = lesson) then
    return null;
  end if;
  with found as materialized (
    select f.exercise, f.position, f.code_hash from app_private.exercises_with_code(new.body_delta) f
  ), gone as (
    delete from app_public.exercise_checks c where (c.article_id = article or c.lesson_id = lesson)
      and not exists (select from found f where f.exercise = c.exercise)
  ), moved as (
    update app_public.exercise_checks c set position = f.position from found f
    where (c.article_id = article or c.lesson_id = lesson) and c.exercise = f.exercise and c.code_hash = f.code_hash and c.position <> f.position
  ), changed as (
    update app_public.exercise_checks c set position = f.position, code_hash = f.code_hash, verdict = 'NOT_CHECKED', reason = null, failed_tests = '{}',
      checked_at = null
    from found f where (c.article_id = article or c.lesson_id = lesson) and c.exercise = f.exercise and c.code_hash <> f.code_hash
    returning c.id
  ), added as (
    insert into app_public.exercise_checks (article_id, lesson_id, exercise, position, code_hash)
    select article, lesson, f.exercise, f.position, f.code_hash from found f
    where not exists (select from app_public.exercise_checks c where (c.article_id = article or c.lesson_id = lesson) and c.exercise = f.exercise)
    on conflict do nothing returning id
  ), due as (
    insert into app_private.exercise_check_turns (check_id) select id from added union all select id from changed
    on conflict (check_id) do update set check_at = excluded.check_at, runner = null, failures = 0
    returning check_id
  )
  select count(*) into waiting from due;
  if waiting > 0 then perform pg_notify('newline_exercises', coalesce(lesson, article)::text); end if;
  return null;
end $$;
comment on function app_private.note_exercises() is
  'Trigger: whatever writes a text, its exercises are known, those whose code changed wait for a check, and listeners on newline_exercises learn of it.';
create trigger note_exercises after insert or update of body_delta on app_private.article_revision_texts
  for each row execute function app_private.note_exercises();
create trigger note_exercises after insert or update of body_delta on app_private.lesson_revision_texts
  for each row execute function app_private.note_exercises();

-- Exercises of texts that were there before.
with found as (
  select null::uuid as article_id, l.id as lesson_id, f.* from app_public.lessons l
    join app_private.lesson_revision_texts t on t.revision_id = (app_private.newest_lesson_revision(l.id)).id,
    lateral app_private.exercises_with_code(t.body_delta) f
  union all
  select a.id, null, f.* from app_public.articles a
    join app_private.article_revision_texts t on t.revision_id = (app_private.newest_revision(a.id)).id,
    lateral app_private.exercises_with_code(t.body_delta) f
)
insert into app_public.exercise_checks (article_id, lesson_id, exercise, position, code_hash)
  select article_id, lesson_id, exercise, position, code_hash from found;
insert into app_private.exercise_check_turns (check_id) select id from app_public.exercise_checks;

create function app_public.courses_exercise_checks(course app_public.courses, only_broken boolean default false) returns setof app_public.exercise_checks
language sql stable rows 20 as $$
  select c.* from app_public.exercise_checks c join app_public.course_lessons o on o.lesson_id = c.lesson_id
  where o.course_id = course.id and (only_broken is not true or c.verdict in ('SOLUTION_FAILS', 'STARTER_PASSES')) order by o.position, c.position
$$;
comment on function app_public.courses_exercise_checks(app_public.courses, boolean) is
  'The exercises of its lessons, in their order, and whether they can be solved; with onlyBroken, those that can''t. None for users who don''t write it.';
grant execute on function app_public.courses_exercise_checks(app_public.courses, boolean) to newline_visitor;

create function app_public.books_exercise_checks(book app_public.books, only_broken boolean default false) returns setof app_public.exercise_checks
language sql stable rows 20 as $$
  select c.* from app_public.exercise_checks c join app_public.book_lessons o on o.lesson_id = c.lesson_id
  where o.book_id = book.id and (only_broken is not true or c.verdict in ('SOLUTION_FAILS', 'STARTER_PASSES')) order by o.position, c.position
$$;
comment on function app_public.books_exercise_checks(app_public.books, boolean) is
  'The exercises of its chapters, in their order, and whether they can be solved; with onlyBroken, those that can''t. None for users who don''t write it.';
grant execute on function app_public.books_exercise_checks(app_public.books, boolean) to newline_visitor;

-- What the job asks, as the login that runs jobs.
create function app_private.claim_exercises(only_text uuid, own_runner text, at_most int)
returns table (id uuid, exercise text, code_hash text, node jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  lesson uuid;
  article uuid;
  body jsonb;
begin
  -- Two processes that look at the same time would find the same text.
  perform pg_advisory_xact_lock(hashtextextended('claim exercises', 0));
  select c.lesson_id, c.article_id into lesson, article
    from app_private.exercise_check_turns t join app_public.exercise_checks c on c.id = t.check_id
    where (only_text is null or c.lesson_id = only_text or c.article_id = only_text)
      -- A result without a runner waits for a process that has one.
      and (t.check_at <= now() or own_runner is not null and t.runner is distinct from own_runner)
      and not exists (select from app_public.exercise_checks o join app_private.exercise_check_turns u on u.check_id = o.id
        where (o.lesson_id = c.lesson_id or o.article_id = c.article_id) and u.claimed_until > now())
    order by t.check_at nulls last, t.check_id limit 1;
  if lesson is not null then
    select t.body_delta into body from app_private.lesson_revision_texts t where t.revision_id = (app_private.newest_lesson_revision(lesson)).id;
  elsif article is not null then
    select t.body_delta into body from app_private.article_revision_texts t where t.revision_id = (app_private.newest_revision(article)).id;
  end if;
  return query
    with due as (
      select t.check_id from app_private.exercise_check_turns t join app_public.exercise_checks c on c.id = t.check_id
      where (c.lesson_id = lesson or c.article_id = article)
        and (t.check_at <= now() or own_runner is not null and t.runner is distinct from own_runner)
      order by c.position limit at_most for update of t
    ), claimed as (
      update app_private.exercise_check_turns t set claimed_until = now() + interval '30 minutes' from due where t.check_id = due.check_id
      returning t.check_id
    )
    select c.id, c.exercise, c.code_hash,
      jsonb_path_query_first(body, '$.content[*] ? (@.type == "exercise" && @.attrs.id == $id)', jsonb_build_object('id', c.exercise))
    from claimed k join app_public.exercise_checks c on c.id = k.check_id order by c.position;
end $$;
comment on function app_private.claim_exercises(uuid, text, int) is
  'Takes exercises of one text that are due, for half an hour, with their content: those that were never checked, or by another release of the runner. Takes none of a text that another process checks. For the job check_exercises.';

create function app_private.record_exercise_check(check_id uuid, checked_hash text, own_runner text, verdict app_public.exercise_verdict, reason text,
  failed_tests text[]) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  is_current boolean;
begin
  update app_public.exercise_checks c set verdict = record_exercise_check.verdict, reason = record_exercise_check.reason,
    failed_tests = record_exercise_check.failed_tests, checked_at = now()
    where c.id = record_exercise_check.check_id and c.code_hash = checked_hash;
  is_current := found;
  -- Code that was saved meanwhile is due already.
  update app_private.exercise_check_turns t set claimed_until = null,
    runner = case when is_current then own_runner else t.runner end,
    failures = case when is_current and record_exercise_check.verdict = 'NOT_CHECKED' then t.failures + 1 when is_current then 0 else t.failures end,
    check_at = case when not is_current then t.check_at
      when record_exercise_check.verdict = 'NOT_CHECKED' and own_runner is not null and t.failures < 5
        then now() + interval '15 minutes' * power(4, t.failures) end
    where t.check_id = record_exercise_check.check_id;
  return is_current;
end $$;
comment on function app_private.record_exercise_check(uuid, text, text, app_public.exercise_verdict, text, text[]) is
  'Records what a check found, if the code is still the same; returns whether it is. What couldn''t be checked is tried again up to five times: after 15 minutes, and each time four times later. For the job check_exercises.';

create function app_private.release_exercises(checks uuid[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_private.exercise_check_turns t set claimed_until = null where t.check_id = any (checks)
$$;
comment on function app_private.release_exercises(uuid[]) is 'Gives back exercises that were taken and not checked. For the job check_exercises.';

-- What jobs call. Their login owns the schema graphile_worker; on a managed server it may have another name.
do $$
declare
  worker text := (select n.nspowner::regrole::text from pg_namespace n where n.nspname = 'graphile_worker');
begin
  execute format('grant execute on function
    app_private.claim_exercises(uuid, text, int),
    app_private.record_exercise_check(uuid, text, text, app_public.exercise_verdict, text, text[]),
    app_private.release_exercises(uuid[])
    to %s', worker);
end $$;
