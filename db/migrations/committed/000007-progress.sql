--! Previous: sha1:3f3afd8095f8e2e781b1a01c7659489a4380bb2f
--! Hash: sha1:0b590f2b9e480461bebc3411cd7ffa763e32a98e

-- Progress: what a person enrolled in, watched, read and finished. Rows are their owner's alone; totals are public.

create table app_public.enrollments (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  created_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  constraint enrollments_item_check check (num_nonnulls(course_id, book_id) = 1),
  constraint enrollments_course_key unique (user_id, course_id),
  constraint enrollments_book_key unique (user_id, book_id)
);
comment on table app_public.enrollments is E'@behavior -insert -update -delete -query:resource:list -query:resource:single\nA person''s place in a course or a book. Seen by that person and by staff.';
comment on column app_public.enrollments.last_accessed_at is 'When the person last opened one of its lessons.';
comment on constraint enrollments_user_id_fkey on app_public.enrollments is E'@fieldName user\n@foreignFieldName enrollments';
comment on constraint enrollments_course_id_fkey on app_public.enrollments is E'@fieldName course\n@foreignFieldName enrollments';
comment on constraint enrollments_book_id_fkey on app_public.enrollments is E'@fieldName book\n@foreignFieldName enrollments';
create index on app_public.enrollments (course_id);
create index on app_public.enrollments (book_id);

create table app_public.user_progresses (
  id uuid primary key default app_public.new_id(),
  user_id uuid not null references app_public.users on delete cascade,
  course_lesson_id uuid references app_public.course_lessons on delete cascade,
  book_lesson_id uuid references app_public.book_lessons on delete cascade,
  created_at timestamptz not null default now(),
  constraint user_progresses_item_check check (num_nonnulls(course_lesson_id, book_lesson_id) = 1),
  constraint user_progresses_course_lesson_key unique (course_lesson_id, user_id),
  constraint user_progresses_book_lesson_key unique (book_lesson_id, user_id)
);
comment on table app_public.user_progresses is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA lesson that a person completed. The rows are that person''s; totalCount counts everybody''s.';
comment on constraint user_progresses_user_id_fkey on app_public.user_progresses is E'@fieldName user\n@behavior -connection -list';
comment on constraint user_progresses_course_lesson_id_fkey on app_public.user_progresses is E'@fieldName courseLesson\n@foreignFieldName userProgressesByCourseLessonId';
comment on constraint user_progresses_book_lesson_id_fkey on app_public.user_progresses is E'@fieldName bookLesson\n@foreignFieldName userProgressesByBookLessonId';
create index on app_public.user_progresses (user_id, created_at);

create table app_public.lesson_activities (
  user_id uuid not null references app_public.users on delete cascade,
  lesson_id uuid not null references app_public.lessons on delete cascade,
  position_seconds int check (position_seconds >= 0),
  watched_seconds int4multirange not null default '{}',
  block_id text check (block_id ~ '^[A-Za-z0-9_-]{1,16}$'),
  read_block_ids text[] not null default '{}' check (cardinality(read_block_ids) <= 20000),
  updated_at timestamptz not null default now(),
  primary key (user_id, lesson_id)
);
comment on table app_public.lesson_activities is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWhere a person stands in a lesson: seconds watched, blocks read, where to resume.';
comment on column app_public.lesson_activities.position_seconds is 'Second of the video to resume at.';
comment on column app_public.lesson_activities.watched_seconds is E'@behavior -select\nThe seconds that were watched, as ranges.';
comment on column app_public.lesson_activities.block_id is 'The block of the text to resume at.';
comment on column app_public.lesson_activities.read_block_ids is 'The blocks of the text that were in view long enough to be read.';
comment on constraint lesson_activities_user_id_fkey on app_public.lesson_activities is E'@fieldName user\n@behavior -connection -list';
comment on constraint lesson_activities_lesson_id_fkey on app_public.lesson_activities is E'@fieldName lesson\n@foreignFieldName activities';
create index on app_public.lesson_activities (lesson_id);

call app_private.secure_table('app_public.enrollments');
call app_private.secure_table('app_public.user_progresses');
call app_private.secure_table('app_public.lesson_activities');
create policy select_own on app_public.enrollments for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_own on app_public.user_progresses for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_own on app_public.lesson_activities for select to newline_learner using (user_id = (select app_public.current_user_id()));
create policy select_admin on app_public.enrollments for select to newline_admin using (true);
create policy select_admin on app_public.user_progresses for select to newline_admin using (true);
grant select on app_public.enrollments, app_public.user_progresses, app_public.lesson_activities to newline_visitor;

create function app_private.count_enrollments() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.enrollments := case when tg_op = 'DELETE' then old else new end;
  step int := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  update app_public.courses c set students_count = c.students_count + step where c.id = entry.course_id;
  update app_public.books b set students_count = b.students_count + step where b.id = entry.book_id;
  return null;
end $$;
comment on function app_private.count_enrollments() is 'Keeps numStudents, in the statement that changes it.';
create trigger count_enrollments after insert or delete on app_public.enrollments
  for each row execute function app_private.count_enrollments();

create function app_private.count_progress() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.user_progresses := case when tg_op = 'DELETE' then old else new end;
  step int := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  update app_public.course_lessons c set progress_count = c.progress_count + step where c.id = entry.course_lesson_id;
  update app_public.book_lessons b set progress_count = b.progress_count + step where b.id = entry.book_lesson_id;
  return null;
end $$;
comment on function app_private.count_progress() is 'Keeps the public total of completions, in the statement that changes it.';
create trigger count_progress after insert or delete on app_public.user_progresses
  for each row execute function app_private.count_progress();
