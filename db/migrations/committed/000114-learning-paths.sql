--! Previous: sha1:6e3fd95f68ab53c7173d2458081850088c8a0550
--! Hash: sha1:36df9d40dbb7ac08ae4429872c4042d76d1a9a0f

-- Learning paths: courses, books, articles and clips in an order, with the learner's progress across all of them.
-- Compatible with older releases: they don't know the tables, and skip the section of the home page.

create table app_public.learning_paths (
  id uuid primary key default app_public.new_id(),
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  slug app_public.slug not null unique,
  summary text check (length(summary) <= 300),
  description text check (length(description) <= 4000),
  topic app_public.topic not null default 'ENGINEERING',
  user_id uuid references app_public.users on delete set null,
  is_published boolean not null default false,
  published_at timestamptz,
  version int not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint learning_paths_published_at_check check (not is_published or published_at is not null)
);
comment on table app_public.learning_paths is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA learning path: courses, books, articles and clips in an order. It sells and opens nothing; each step has its own access.';
comment on column app_public.learning_paths.slug is 'The last part of its URL, /paths/{slug}. It can be changed until the path is published for the first time.';
comment on column app_public.learning_paths.summary is 'One sentence for cards; null if not set.';
comment on column app_public.learning_paths.description is 'Paragraphs of plain text; null if not set.';
comment on column app_public.learning_paths.topic is 'Chooses the colors of its cover.';
comment on column app_public.learning_paths.is_published is 'False for a draft, which only its author and administrators can see.';
comment on column app_public.learning_paths.published_at is 'When it was first published; null before that.';
comment on column app_public.learning_paths.version is 'Counts the changes, so that a change in another tab is noticed.';
comment on constraint learning_paths_user_id_fkey on app_public.learning_paths is E'@fieldName user\n@behavior -connection -list';
create index learning_paths_user_id_idx on app_public.learning_paths (user_id);
create index learning_paths_published_at_id_idx on app_public.learning_paths (published_at desc, id desc) where is_published;
create index learning_paths_updated_at_id_idx on app_public.learning_paths (updated_at desc, id desc);
call app_private.secure_table('app_public.learning_paths');
create policy select_published on app_public.learning_paths for select to newline_visitor using (is_published);
create policy select_own on app_public.learning_paths for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.learning_paths for select to newline_admin using (true);
grant select on app_public.learning_paths to newline_visitor;
create trigger touch before update on app_public.learning_paths for each row execute function app_private.touch_updated_at();
-- Each change of its steps changes its version.
call app_private.announce_changes('app_public.learning_paths', 'paths');

create function app_private.is_shown_item(course uuid, book uuid, article uuid, clip uuid) returns boolean
language sql stable as $$
  select coalesce(case
    when course is not null then (select c.is_shown_publicly and c.archived_at is null and (c.is_coming_soon or (c.is_published and c.published_at <= now()))
      from app_public.courses c where c.id = course)
    when book is not null then (select b.is_shown_publicly and b.archived_at is null and (b.is_coming_soon or (b.is_published and b.published_at <= now()))
      from app_public.books b where b.id = book)
    when article is not null then (select a.is_shown_publicly and a.archived_at is null and a.is_published and a.published_at <= now()
      from app_public.articles a where a.id = article)
    else (select k.is_listed and k.video_url is not null and k.visible_from <= now() from app_public.clips k where k.id = clip) end, false)
$$;
comment on function app_private.is_shown_item(uuid, uuid, uuid, uuid) is
  'True if everyone can find the course, book, article or clip: it''s published or announced, and listed.';
grant execute on function app_private.is_shown_item(uuid, uuid, uuid, uuid) to newline_visitor;

create table app_public.learning_path_steps (
  id uuid primary key default app_public.new_id(),
  learning_path_id uuid not null references app_public.learning_paths on delete cascade,
  "position" int not null check ("position" between 1 and 50),
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  clip_id uuid references app_public.clips on delete cascade,
  reason text check (length(reason) <= 300),
  constraint learning_path_steps_item_check check (num_nonnulls(course_id, book_id, article_id, clip_id) = 1),
  -- Checked after each statement, because moving a step changes several rows.
  constraint learning_path_steps_position_key unique (learning_path_id, "position") deferrable,
  constraint learning_path_steps_course_key unique (course_id, learning_path_id),
  constraint learning_path_steps_book_key unique (book_id, learning_path_id),
  constraint learning_path_steps_article_key unique (article_id, learning_path_id),
  constraint learning_path_steps_clip_key unique (clip_id, learning_path_id)
);
comment on table app_public.learning_path_steps is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA step of a learning path: a course, book, article or clip. Everyone sees those that are published and listed; the author of the path and administrators see all.';
comment on column app_public.learning_path_steps."position" is 'The order in the path, from 1.';
comment on column app_public.learning_path_steps.reason is 'One sentence about why this is a step; null if not set.';
comment on constraint learning_path_steps_learning_path_id_fkey on app_public.learning_path_steps is E'@fieldName learningPath\n@foreignFieldName steps';
comment on constraint learning_path_steps_course_id_fkey on app_public.learning_path_steps is E'@fieldName course\n@behavior -connection -list';
comment on constraint learning_path_steps_book_id_fkey on app_public.learning_path_steps is E'@fieldName book\n@behavior -connection -list';
comment on constraint learning_path_steps_article_id_fkey on app_public.learning_path_steps is E'@fieldName article\n@behavior -connection -list';
comment on constraint learning_path_steps_clip_id_fkey on app_public.learning_path_steps is E'@fieldName clip\n@behavior -connection -list';
call app_private.secure_table('app_public.learning_path_steps');
create policy select_shown on app_public.learning_path_steps for select to newline_visitor using (
  (select p.is_published from app_public.learning_paths p where p.id = learning_path_id)
  and app_private.is_shown_item(course_id, book_id, article_id, clip_id));
create policy select_own on app_public.learning_path_steps for select to newline_learner
  using ((select p.user_id = (select app_public.current_user_id()) from app_public.learning_paths p where p.id = learning_path_id));
create policy select_admin on app_public.learning_path_steps for select to newline_admin using (true);
grant select on app_public.learning_path_steps to newline_visitor;

create function app_public.learning_path_steps_is_shown(step app_public.learning_path_steps) returns boolean
language sql stable as $$
  select app_private.is_shown_item(step.course_id, step.book_id, step.article_id, step.clip_id)
$$;
comment on function app_public.learning_path_steps_is_shown(app_public.learning_path_steps) is
  'True if learners see the step: its course, book, article or clip is published or announced, and listed.';
grant execute on function app_public.learning_path_steps_is_shown(app_public.learning_path_steps) to newline_visitor;

create function app_public.learning_paths_steps_count(path app_public.learning_paths) returns int
language sql stable as $$
  select count(*)::int from app_public.learning_path_steps s
  where s.learning_path_id = path.id and app_private.is_shown_item(s.course_id, s.book_id, s.article_id, s.clip_id)
$$;
comment on function app_public.learning_paths_steps_count(app_public.learning_paths) is 'The number of steps that learners see.';
grant execute on function app_public.learning_paths_steps_count(app_public.learning_paths) to newline_visitor;

create function app_public.learning_paths_may_write(path app_public.learning_paths) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce(path.user_id = (select app_public.current_user_id()), false)
$$;
comment on function app_public.learning_paths_may_write(app_public.learning_paths) is 'True for its author and administrators.';
grant execute on function app_public.learning_paths_may_write(app_public.learning_paths) to newline_visitor;

create function app_public.listed_learning_paths() returns setof app_public.learning_paths
language sql stable rows 30 as $$
  select p.* from app_public.learning_paths p
  where p.is_published and exists (select from app_public.learning_path_steps s
    where s.learning_path_id = p.id and app_private.is_shown_item(s.course_id, s.book_id, s.article_id, s.clip_id))
  order by p.published_at desc, p.id desc
$$;
comment on function app_public.listed_learning_paths() is 'Published learning paths with at least one step that everyone can find, newest first.';
grant execute on function app_public.listed_learning_paths() to newline_visitor;

create function app_public.my_learning_paths(search text default null, is_everyones boolean default false) returns setof app_public.learning_paths
language sql stable rows 30 as $$
  select p.* from app_public.learning_paths p
  where (p.user_id = (select app_public.current_user_id()) or coalesce(is_everyones, false) and (select app_public.is_admin()))
    and (coalesce(btrim(search), '') = '' or strpos(lower(p.title), lower(btrim(search))) > 0)
  order by p.updated_at desc, p.id desc
$$;
comment on function app_public.my_learning_paths(text, boolean) is
  'The signed-in user''s learning paths, last changed first; administrators can request everyone''s. search is a part of the title.';
grant execute on function app_public.my_learning_paths(text, boolean) to newline_visitor;

-- Lessons and chapters have their own progress. Articles and clips had none.
create table app_public.completions (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  clip_id uuid references app_public.clips on delete cascade,
  reason app_public.progress_reason not null default 'BY_HAND',
  created_at timestamptz not null default now(),
  constraint completions_item_check check (num_nonnulls(article_id, clip_id) = 1),
  constraint completions_article_key unique (article_id, user_id),
  constraint completions_clip_key unique (clip_id, user_id)
);
comment on table app_public.completions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nAn article or clip that a user completed. Only the user can see it.';
comment on column app_public.completions.reason is 'Why it counts as completed.';
comment on constraint completions_user_id_fkey on app_public.completions is E'@fieldName user\n@behavior -connection -list';
comment on constraint completions_article_id_fkey on app_public.completions is E'@fieldName article\n@behavior -connection -list';
comment on constraint completions_clip_id_fkey on app_public.completions is E'@fieldName clip\n@behavior -connection -list';
create index completions_user_id_created_at_idx on app_public.completions (user_id, created_at);
call app_private.secure_table('app_public.completions');
create policy select_own on app_public.completions for select to newline_learner using (user_id = (select app_public.current_user_id()));
grant select on app_public.completions to newline_visitor;

create function app_public.mark_completed(article_id uuid default null, clip_id uuid default null, is_completed boolean default true,
  reason app_public.progress_reason default 'BY_HAND') returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
begin
  if num_nonnulls(mark_completed.article_id, mark_completed.clip_id) <> 1 then
    raise exception 'COMPLETION_COUNT_INVALID' using errcode = 'NL400';
  elsif app_private.person_sees(me, null, mark_completed.article_id, mark_completed.clip_id) is not true then
    raise exception '%', case when mark_completed.clip_id is null then 'ARTICLE_NOT_FOUND' else 'CLIP_NOT_FOUND' end using errcode = 'NL404';
  end if;
  if mark_completed.is_completed is false then
    delete from app_public.completions c where c.user_id = me and (c.article_id = mark_completed.article_id or c.clip_id = mark_completed.clip_id);
    return false;
  end if;
  insert into app_public.completions (user_id, article_id, clip_id, reason)
    values (me, mark_completed.article_id, mark_completed.clip_id, coalesce(mark_completed.reason, 'BY_HAND')) on conflict do nothing;
  insert into app_public.study_days (user_id, day) values (me, app_private.today()) on conflict do nothing;
  return true;
end $$;
comment on function app_public.mark_completed(uuid, uuid, boolean, app_public.progress_reason) is
  E'@resultFieldName isCompleted\nMarks an article or a clip as completed by the signed-in user, or with isCompleted false undoes that. It opens nothing that is paid. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.mark_completed(uuid, uuid, boolean, app_public.progress_reason) to newline_visitor;

create function app_private.complete_watched_clip() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  seconds int := (select k.duration_seconds from app_public.clips k where k.id = new.clip_id);
  before int := case when tg_op = 'UPDATE' then old.position_seconds else 0 end;
begin
  -- A player tells its position every 10 seconds, and 0 when it has reached the end.
  if new.position_seconds * 10 >= seconds * 9 or (new.position_seconds = 0 and before >= seconds - 12) then
    insert into app_public.completions (user_id, clip_id, reason) values (new.user_id, new.clip_id, 'WATCHED') on conflict do nothing;
  end if;
  return null;
end $$;
comment on function app_private.complete_watched_clip() is 'Trigger: a clip that was played to its end, or to 90 percent of its length, is completed.';
create trigger complete_watched_clip after insert or update of position_seconds on app_public.clip_views
  for each row execute function app_private.complete_watched_clip();

create type app_public.learning_path_step_progress as (
  step_id uuid,
  done_count int,
  total_count int,
  is_done boolean,
  is_begun boolean
);
comment on type app_public.learning_path_step_progress is 'The signed-in user''s progress in a step of a learning path.';
comment on column app_public.learning_path_step_progress.step_id is 'ID of the step.';
comment on column app_public.learning_path_step_progress.done_count is 'How many lessons or chapters the user completed; 1 for a completed article or clip.';
comment on column app_public.learning_path_step_progress.total_count is 'How many there are; 1 for an article or a clip.';
comment on column app_public.learning_path_step_progress.is_done is 'True if all of them are completed.';
comment on column app_public.learning_path_step_progress.is_begun is 'True if anything of it was watched, read or completed.';

create type app_public.learning_path_progress as (
  steps app_public.learning_path_step_progress[],
  done_count int,
  total_count int,
  percent int,
  is_begun boolean,
  next_step_id uuid
);
comment on type app_public.learning_path_progress is 'The signed-in user''s progress across a learning path. Steps that are only announced, or have no lessons, don''t count.';
comment on column app_public.learning_path_progress.steps is 'The progress in each step, in their order.';
comment on column app_public.learning_path_progress.done_count is 'How many steps are completed.';
comment on column app_public.learning_path_progress.total_count is 'How many steps count.';
comment on column app_public.learning_path_progress.percent is 'The average of all steps, in percent; 100 only if all are completed.';
comment on column app_public.learning_path_progress.is_begun is 'True if anything was watched, read or completed.';
comment on column app_public.learning_path_progress.next_step_id is 'The first step that isn''t completed; null if all are.';

create function app_public.learning_paths_progress(path app_public.learning_paths) returns app_public.learning_path_progress
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with steps as materialized (
    select s.*, m.id as me from app_public.learning_path_steps s cross join (select app_public.current_user_id() as id) m
    where s.learning_path_id = path.id and app_private.is_shown_item(s.course_id, s.book_id, s.article_id, s.clip_id)
  ), counted as materialized (
    select s.id, s.position, c.lessons_count as total, (
        select count(*)::int from app_public.course_lessons o join app_public.user_progresses p on p.course_lesson_id = o.id and p.user_id = s.me
        join app_public.lessons l on l.id = o.lesson_id and l.role <> 'CHANGELOG' where o.course_id = c.id) as done,
      exists (select from app_public.course_lessons o join app_public.lesson_activities a on a.lesson_id = o.lesson_id and a.user_id = s.me
        where o.course_id = c.id and (a.watched_seconds <> '{}' or a.read_block_ids <> '{}')) as is_opened
    from steps s join app_public.courses c on c.id = s.course_id where not c.is_coming_soon and c.lessons_count > 0
    union all
    select s.id, s.position, b.lessons_count, (
        select count(*)::int from app_public.book_lessons o join app_public.user_progresses p on p.book_lesson_id = o.id and p.user_id = s.me
        join app_public.lessons l on l.id = o.lesson_id and l.role <> 'CHANGELOG' where o.book_id = b.id),
      exists (select from app_public.book_lessons o join app_public.lesson_activities a on a.lesson_id = o.lesson_id and a.user_id = s.me
        where o.book_id = b.id and (a.watched_seconds <> '{}' or a.read_block_ids <> '{}'))
    from steps s join app_public.books b on b.id = s.book_id where not b.is_coming_soon and b.lessons_count > 0
    union all
    select s.id, s.position, 1, (select count(*)::int from app_public.completions d where d.user_id = s.me and d.article_id = s.article_id), false
    from steps s where s.article_id is not null
    union all
    select s.id, s.position, 1, (select count(*)::int from app_public.completions d where d.user_id = s.me and d.clip_id = s.clip_id),
      exists (select from app_public.clip_views v where v.user_id = s.me and v.clip_id = s.clip_id and v.position_seconds > 0)
    from steps s where s.clip_id is not null
  )
  select (
    array(select (c.id, least(c.done, c.total), c.total, c.done >= c.total, c.is_opened or c.done > 0)::app_public.learning_path_step_progress
      from counted c order by c.position),
    (select count(*) from counted c where c.done >= c.total)::int,
    (select count(*) from counted)::int,
    (select coalesce(floor(100 * avg(least(c.done, c.total)::numeric / c.total)), 0) from counted c)::int,
    exists (select from counted c where c.is_opened or c.done > 0),
    (select c.id from counted c where c.done < c.total order by c.position limit 1))::app_public.learning_path_progress
  where app_public.current_user_id() is not null
$$;
comment on function app_public.learning_paths_progress(app_public.learning_paths) is
  'The signed-in user''s progress across the steps that everyone can find; null for a visitor.';
grant execute on function app_public.learning_paths_progress(app_public.learning_paths) to newline_visitor;

create function app_public.learning_paths_next_step(path app_public.learning_paths) returns app_public.learning_path_steps
language sql stable as $$
  select s.* from app_public.learning_path_steps s where s.id = (select (app_public.learning_paths_progress(path)).next_step_id)
$$;
comment on function app_public.learning_paths_next_step(app_public.learning_paths) is
  'The first step that the signed-in user hasn''t completed; null if all are, and for a visitor.';
grant execute on function app_public.learning_paths_next_step(app_public.learning_paths) to newline_visitor;

create function app_private.begun_learning_paths() returns table (path_id uuid, begun_at timestamptz)
language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as $$
  with me as materialized (
    select app_public.current_user_id() as id where exists (select from app_public.learning_paths p where p.is_published)
  ), begun as materialized ( -- what the user watched, read or completed, and when last
    select l.course_id, l.book_id, null::uuid as article_id, null::uuid as clip_id, a.updated_at as at
      from me join app_public.lesson_activities a on a.user_id = me.id join app_public.lessons l on l.id = a.lesson_id
      where a.watched_seconds <> '{}' or a.read_block_ids <> '{}'
    union all select o.course_id, null, null, null, p.created_at
      from me join app_public.user_progresses p on p.user_id = me.id join app_public.course_lessons o on o.id = p.course_lesson_id
    union all select null, o.book_id, null, null, p.created_at
      from me join app_public.user_progresses p on p.user_id = me.id join app_public.book_lessons o on o.id = p.book_lesson_id
    union all select null, null, d.article_id, d.clip_id, d.created_at from me join app_public.completions d on d.user_id = me.id
    union all select null, null, null, v.clip_id, v.updated_at from me join app_public.clip_views v on v.user_id = me.id where v.position_seconds > 0
  ), items as materialized (
    select b.course_id, b.book_id, b.article_id, b.clip_id, max(b.at) as at from begun b group by b.course_id, b.book_id, b.article_id, b.clip_id
  ), steps as (
    select s.*, i.at from items i join app_public.learning_path_steps s on s.course_id = i.course_id
    union all select s.*, i.at from items i join app_public.learning_path_steps s on s.book_id = i.book_id
    union all select s.*, i.at from items i join app_public.learning_path_steps s on s.article_id = i.article_id
    union all select s.*, i.at from items i join app_public.learning_path_steps s on s.clip_id = i.clip_id
  )
  select s.learning_path_id, max(s.at) from steps s where app_private.is_shown_item(s.course_id, s.book_id, s.article_id, s.clip_id)
  group by s.learning_path_id
$$;
comment on function app_private.begun_learning_paths() is 'The IDs of learning paths in which the signed-in user began a step, and when they last did something there.';
grant execute on function app_private.begun_learning_paths() to newline_visitor;

create function app_public.begun_learning_paths() returns setof app_public.learning_paths
language sql stable rows 5 as $$
  select p.* from app_private.begun_learning_paths() b join app_public.learning_paths p on p.id = b.path_id
  where p.is_published order by b.begun_at desc, p.id desc
$$;
comment on function app_public.begun_learning_paths() is
  'Published learning paths of which the signed-in user has watched, read or completed something, the latest first.';
grant execute on function app_public.begun_learning_paths() to newline_visitor;

create function app_public.create_learning_path(title text) returns app_public.learning_paths
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  cleaned text := app_private.clean_title(create_learning_path.title);
  wish text := app_private.slug_of(cleaned, 'path');
  tried text := wish;
  n int := 1;
  entry app_public.learning_paths;
begin
  if app_public.is_author() is not true then
    raise exception 'LEARNING_PATH_AUTHOR_REQUIRED' using errcode = 'NL403';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('learning paths ' || me, 0));
  if (select count(*) from app_public.learning_paths p where me = p.user_id) >= 100 then
    raise exception 'LEARNING_PATH_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 100)::text;
  end if;
  loop
    insert into app_public.learning_paths as p (title, slug, user_id) values (cleaned, tried, me) on conflict (slug) do nothing returning p.* into entry;
    exit when entry.id is not null;
    n := n + 1;
    tried := wish || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  return entry;
end $$;
comment on function app_public.create_learning_path(text) is
  'Creates a learning path with the signed-in user as its author, as a draft that only they and administrators see. Errors: LOGIN_REQUIRED, FORBIDDEN for users who aren''t authors, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_learning_path(text) to newline_visitor;

create function app_private.locked_learning_path(id uuid) returns app_public.learning_paths
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.learning_paths;
begin
  select p.* into entry from app_public.learning_paths p where p.id = locked_learning_path.id for update;
  if entry.id is null or (entry.is_published or entry.user_id is not distinct from me or app_public.is_admin()) is not true then
    raise exception 'LEARNING_PATH_NOT_FOUND' using errcode = 'NL404';
  elsif (entry.user_id is not distinct from me or app_public.is_admin()) is not true then
    raise exception 'LEARNING_PATH_NOT_OWN' using errcode = 'NL403';
  end if;
  return entry;
end $$;
comment on function app_private.locked_learning_path(uuid) is
  'Locks a learning path that the signed-in user may change, and returns it. Raises NL401, NL403 and NL404. Not granted.';

create function app_private.audit_learning_path(action text, path app_public.learning_paths) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- What authors do with their own isn't administration.
  if path.user_id is distinct from app_public.current_user_id() then
    perform app_private.audit(action, 'path', path.id, app_private.person_details(path.user_id, jsonb_build_object('title', path.title)));
  end if;
end $$;
comment on function app_private.audit_learning_path(text, app_public.learning_paths) is
  'Adds an entry to the audit log if the learning path is another user''s. Not granted.';

create type app_public.learning_path_changes as (
  title text,
  slug text,
  summary text,
  description text,
  topic app_public.topic
);
comment on type app_public.learning_path_changes is 'The details of a learning path as they should be. Absent texts are empty; an absent slug or topic stays as it is.';
comment on column app_public.learning_path_changes.title is 'Its title.';
comment on column app_public.learning_path_changes.slug is 'The last part of its URL. It can be changed until the path is published for the first time.';
comment on column app_public.learning_path_changes.summary is 'One sentence for cards.';
comment on column app_public.learning_path_changes.description is 'Paragraphs of plain text.';
comment on column app_public.learning_path_changes.topic is 'Chooses the colors of its cover.';

create function app_public.change_learning_path(id uuid, version int, changes app_public.learning_path_changes) returns app_public.learning_paths
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  former app_public.learning_paths := app_private.locked_learning_path(change_learning_path.id);
  entry app_public.learning_paths := former;
  new_slug text := coalesce(nullif(btrim((changes).slug), ''), former.slug);
begin
  entry.title := app_private.clean_title((changes).title);
  if (new_slug ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$' and length(new_slug) <= 120) is not true then
    raise exception 'LEARNING_PATH_SLUG_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 120)::text;
  end if;
  entry.slug := new_slug;
  entry.summary := nullif(btrim((changes).summary), '');
  entry.description := nullif(btrim((changes).description), '');
  entry.topic := coalesce((changes).topic, former.topic);
  -- Also a request that arrives twice.
  if entry is not distinct from former then return former; end if;
  if former.version is distinct from change_learning_path.version then
    raise exception 'LEARNING_PATH_CHANGED' using errcode = 'NL409';
  elsif entry.slug is distinct from former.slug and former.published_at is not null then
    raise exception 'LEARNING_PATH_SLUG_FIXED' using errcode = 'NL409', detail = jsonb_build_object('slug', former.slug)::text;
  elsif exists (select from app_public.learning_paths p where p.slug = entry.slug and p.id is distinct from former.id) then
    raise exception 'SLUG_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('slug', entry.slug)::text;
  end if;
  update app_public.learning_paths p set title = entry.title, slug = entry.slug, summary = entry.summary, description = entry.description, topic = entry.topic,
    version = p.version + 1 where p.id = former.id returning p.* into entry;
  perform app_private.audit_learning_path('path.change', entry);
  return entry;
end $$;
comment on function app_public.change_learning_path(uuid, int, app_public.learning_path_changes) is
  'Changes the details of a learning path. `version` is the version that was changed. By its author and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT if it has changed since, or for a slug that is taken or can''t be changed anymore.';
grant execute on function app_public.change_learning_path(uuid, int, app_public.learning_path_changes) to newline_visitor;

create type app_public.learning_path_item as (
  course_id uuid,
  book_id uuid,
  article_id uuid,
  clip_id uuid,
  reason text
);
comment on type app_public.learning_path_item is 'A step as it should be: exactly one of a course, a book, an article and a clip.';
comment on column app_public.learning_path_item.course_id is 'The course.';
comment on column app_public.learning_path_item.book_id is 'The book.';
comment on column app_public.learning_path_item.article_id is 'The article.';
comment on column app_public.learning_path_item.clip_id is 'The clip.';
comment on column app_public.learning_path_item.reason is 'One sentence about why this is a step.';

create function app_private.may_be_step(course uuid, book uuid, article uuid, clip uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app_private.is_shown_item(course, book, article, clip)
    or exists (select from app_public.courses c where c.id = course and (c.id in (select app_private.my_course_ids()) or app_public.is_admin()))
    or exists (select from app_public.books b where b.id = book and (b.id in (select app_private.my_book_ids()) or app_public.is_admin()))
    or exists (select from app_public.articles a where a.id = article and (a.id in (select app_private.my_article_ids()) or app_public.is_admin()))
    or exists (select from app_public.clips k where k.id = clip
      and (k.course_id in (select app_private.my_course_ids()) or k.book_id in (select app_private.my_book_ids()) or app_public.is_admin()))
$$;
comment on function app_private.may_be_step(uuid, uuid, uuid, uuid) is
  'True if the signed-in user can add it to a learning path: what everyone can find, and what they write. Not granted.';

create function app_public.set_learning_path_steps(id uuid, version int, steps app_public.learning_path_item[]) returns app_public.learning_paths
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.learning_paths := app_private.locked_learning_path(set_learning_path_steps.id);
  wanted jsonb := coalesce((
    select jsonb_agg(jsonb_build_array(s.course_id, s.book_id, s.article_id, s.clip_id, nullif(btrim(s.reason), '')) order by s.n)
    from unnest(steps) with ordinality as s (course_id, book_id, article_id, clip_id, reason, n)), '[]');
  former jsonb := coalesce((
    select jsonb_agg(jsonb_build_array(s.course_id, s.book_id, s.article_id, s.clip_id, s.reason) order by s.position)
    from app_public.learning_path_steps s where s.learning_path_id = entry.id), '[]');
begin
  if cardinality(coalesce(steps, '{}')) > 50 then
    raise exception 'LEARNING_PATH_STEP_LIMIT_REACHED' using errcode = 'NL400', detail = jsonb_build_object('max', 50, 'count', cardinality(steps))::text;
  elsif exists (select from unnest(steps) as s where num_nonnulls(s.course_id, s.book_id, s.article_id, s.clip_id) <> 1) then
    raise exception 'LEARNING_PATH_STEP_INVALID' using errcode = 'NL400';
  elsif exists (select from unnest(steps) as s group by s.course_id, s.book_id, s.article_id, s.clip_id having count(*) > 1) then
    raise exception 'LEARNING_PATH_STEP_REPEATED' using errcode = 'NL400';
  elsif exists (select from unnest(steps) as s where length(btrim(s.reason)) > 300) then
    raise exception 'LEARNING_PATH_REASON_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('max', 300)::text;
  elsif wanted = former then
    return entry; -- also a request that arrives twice
  elsif entry.version is distinct from set_learning_path_steps.version then
    raise exception 'LEARNING_PATH_CHANGED' using errcode = 'NL409';
  -- A step stays although its item is hidden now.
  elsif exists (select from unnest(steps) as s where app_private.may_be_step(s.course_id, s.book_id, s.article_id, s.clip_id) is not true
      and not exists (select from app_public.learning_path_steps f where f.learning_path_id = entry.id
        and coalesce(f.course_id, f.book_id, f.article_id, f.clip_id) = coalesce(s.course_id, s.book_id, s.article_id, s.clip_id))) then
    raise exception 'LEARNING_PATH_ITEM_NOT_FOUND' using errcode = 'NL404';
  end if;
  delete from app_public.learning_path_steps f where f.learning_path_id = entry.id and not exists (select from unnest(steps) as s
    where coalesce(s.course_id, s.book_id, s.article_id, s.clip_id) = coalesce(f.course_id, f.book_id, f.article_id, f.clip_id));
  update app_public.learning_path_steps f set position = s.n, reason = nullif(btrim(s.reason), '')
    from unnest(steps) with ordinality as s (course_id, book_id, article_id, clip_id, reason, n)
    where f.learning_path_id = entry.id
      and coalesce(s.course_id, s.book_id, s.article_id, s.clip_id) = coalesce(f.course_id, f.book_id, f.article_id, f.clip_id);
  insert into app_public.learning_path_steps (learning_path_id, position, course_id, book_id, article_id, clip_id, reason)
    select entry.id, s.n, s.course_id, s.book_id, s.article_id, s.clip_id, nullif(btrim(s.reason), '')
    from unnest(steps) with ordinality as s (course_id, book_id, article_id, clip_id, reason, n)
    where not exists (select from app_public.learning_path_steps f where f.learning_path_id = entry.id
      and coalesce(f.course_id, f.book_id, f.article_id, f.clip_id) = coalesce(s.course_id, s.book_id, s.article_id, s.clip_id));
  update app_public.learning_paths p set version = p.version + 1 where p.id = entry.id returning p.* into entry;
  perform app_private.audit_learning_path('path.change', entry);
  return entry;
end $$;
comment on function app_public.set_learning_path_steps(uuid, int, app_public.learning_path_item[]) is
  'Sets the steps of a learning path, at most 50, in this order. `version` is the version that was changed. By its author and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, also for something that isn''t published, BAD_INPUT, CONFLICT if the path has changed since.';
grant execute on function app_public.set_learning_path_steps(uuid, int, app_public.learning_path_item[]) to newline_visitor;

create type app_public.learning_path_candidate as (
  course_id uuid,
  book_id uuid,
  article_id uuid,
  clip_id uuid,
  title text,
  context text,
  is_shown boolean
);
comment on type app_public.learning_path_candidate is 'Something that can be a step of a learning path.';
comment on column app_public.learning_path_candidate.course_id is 'The course; null if it''s something else.';
comment on column app_public.learning_path_candidate.book_id is 'The book; null if it''s something else.';
comment on column app_public.learning_path_candidate.article_id is 'The article; null if it''s something else.';
comment on column app_public.learning_path_candidate.clip_id is 'The clip; null if it''s something else.';
comment on column app_public.learning_path_candidate.title is 'Its title.';
comment on column app_public.learning_path_candidate.context is 'The course or book of a clip; null for everything else.';
comment on column app_public.learning_path_candidate.is_shown is 'True if everyone can find it.';

create function app_public.learning_path_candidates(words text) returns setof app_public.learning_path_candidate
language sql stable rows 20 as $$
  select c.id, b.id, a.id, k.id, f.title, case when k.id is not null then f.context end, app_private.is_shown_item(c.id, b.id, a.id, k.id)
  from (select where app_public.is_author() and length(btrim(words)) > 0) as author
  cross join lateral app_public.search(words, '{COURSE,BOOK,ARTICLE,CLIP}', 20, true)
    with ordinality as f (kind, title, context, path, block_id, second, excerpt, searched, n)
  -- At most one row each, found by an index.
  left join lateral (select i.id from app_public.courses i where f.kind = 'COURSE' and i.permalink = f.path limit 1) c on true
  left join lateral (select i.id from app_public.books i where f.kind = 'BOOK' and i.permalink = f.path limit 1) b on true
  left join lateral (select i.id from app_public.articles i
    where f.kind = 'ARTICLE' and i.slug = substring(f.path from '^/articles/(.*)$') limit 1) a on true
  left join lateral (select i.id from app_public.clips i
    where f.kind = 'CLIP' and i.id = substring(f.path from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid limit 1) k on true
  where num_nonnulls(c.id, b.id, a.id, k.id) = 1
  order by f.n
$$;
comment on function app_public.learning_path_candidates(text) is
  'Courses, books, articles and clips that contain all of these words, best first, of those that the signed-in author can see. The last word is a prefix. Empty for users who aren''t authors.';
grant execute on function app_public.learning_path_candidates(text) to newline_visitor;

create function app_public.publish_learning_path(id uuid) returns app_public.learning_paths
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.learning_paths := app_private.locked_learning_path(publish_learning_path.id);
begin
  if entry.is_published then return entry; end if;
  if not exists (select from app_public.learning_path_steps s
      where s.learning_path_id = entry.id and app_private.is_shown_item(s.course_id, s.book_id, s.article_id, s.clip_id)) then
    raise exception 'LEARNING_PATH_EMPTY' using errcode = 'NL400';
  end if;
  update app_public.learning_paths p set is_published = true, published_at = coalesce(p.published_at, now()), version = p.version + 1
    where p.id = entry.id returning p.* into entry;
  perform app_private.audit_learning_path('path.publish', entry);
  return entry;
end $$;
comment on function app_public.publish_learning_path(uuid) is
  'Publishes a learning path; its slug is fixed from then on. By its author and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT without a step that learners can see.';
grant execute on function app_public.publish_learning_path(uuid) to newline_visitor;

create function app_public.unpublish_learning_path(id uuid) returns app_public.learning_paths
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.learning_paths := app_private.locked_learning_path(unpublish_learning_path.id);
begin
  if entry.is_published is not true then return entry; end if;
  update app_public.learning_paths p set is_published = false, version = p.version + 1 where p.id = entry.id returning p.* into entry;
  perform app_private.audit_learning_path('path.unpublish', entry);
  return entry;
end $$;
comment on function app_public.unpublish_learning_path(uuid) is
  'Makes a learning path a draft again, which only its author and administrators see. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.unpublish_learning_path(uuid) to newline_visitor;

create function app_public.delete_learning_path(id uuid) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.learning_paths := app_private.locked_learning_path(delete_learning_path.id);
begin
  delete from app_public.learning_paths p where p.id = entry.id;
  perform app_private.audit_learning_path('path.delete', entry);
  return entry.id;
end $$;
comment on function app_public.delete_learning_path(uuid) is
  E'@resultFieldName deletedLearningPathId\nDeletes a learning path with its steps. What learners completed stays completed. By its author and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_learning_path(uuid) to newline_visitor;

-- The home page has a shelf of them.
create or replace function app_private.section_kinds(page app_public.site_page) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case page
    when 'HOME' then '{HEADLINE,EVENT,EXPLORE,HIGHLIGHTS,PATHS,STUDENTS,RECENT,PRO,NEWSLETTER,TESTIMONIALS,AUTHORS,BUBBLES,WAYS,DESK}'::text[]
    when 'PRICING' then '{TOP,PLANS,TITLES,COMPARE,QUESTIONS}'::text[]
    when 'WRITE_WITH_US' then '{TOP,STEPS,QUESTIONS}'::text[] end
$$;

-- Their pages are at /paths/{slug}.
create or replace function app_private.is_reserved_name(name text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select name ~ '[^a-z0-9_-]' or regexp_replace(name, '[-_]?[0-9]+$', '') = any (array[
    -- Routes of the site and of its API, now or before.
    'about', 'accessibility', 'account', 'admin', 'api', 'articles', 'assets', 'books', 'certificates', 'checkout', 'clips', 'courses', 'demo-desk', 'dev', 'discussions',
    'embed', 'embeds', 'events', 'explore-catalog', 'feeds', 'graphql', 'healthz', 'invitations', 'library', 'media', 'metrics', 'newsletter', 'notices', 'oembed',
    'pages', 'paths', 'portraits', 'pricing', 'privacy', 'refunds', 'readyz', 'reset-password', 'search', 'share', 'sign-in', 'sign-out', 'sign-up', 'sitemap', 'sitemaps', 'studio',
    'terms', 'unsubscribe', 'verify', 'webhooks', 'write-with-us', 'first-admin', 'setup',
    -- Paths that browsers, crawlers and apps ask for, or that people type.
    'android-chrome', 'apple-app-site-association', 'apple-touch-icon', 'assetlinks', 'auth', 'blog', 'browserconfig', 'careers', 'contact', 'cookies', 'dashboard', 'docs', 'download',
    'downloads', 'faq', 'favicon', 'feed', 'forgot-password', 'guidelines', 'health', 'help', 'home', 'icon', 'images', 'imprint', 'inbox', 'index', 'jobs', 'legal', 'licenses',
    'llms', 'login', 'logout', 'manifest', 'messages', 'notifications', 'oauth', 'password', 'payment', 'payments', 'plans', 'policies', 'policy', 'press', 'profile', 'public',
    'register', 'robots', 'rss', 'service-worker', 'session', 'settings', 'signin', 'signout', 'signup', 'static', 'status', 'subscribe', 'teams', 'tos', 'upload', 'uploads',
    'users', 'well-known',
    -- Names that look official.
    'abuse', 'administration', 'administrator', 'anonymous', 'billing', 'bot', 'ceo', 'community', 'editor', 'editors', 'everyone', 'hello', 'here', 'hostmaster', 'info',
    'mail', 'mailer-daemon', 'mod', 'moderation', 'moderator', 'moderators', 'newline', 'newline-team', 'newline-support', 'no-reply', 'nobody', 'noreply', 'null', 'official',
    'operator', 'owner', 'postmaster', 'root', 'sales', 'security', 'staff', 'superuser', 'support', 'sysadmin', 'system', 'team', 'undefined', 'webmaster', 'www'
  ])
$$;
