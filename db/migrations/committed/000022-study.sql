--! Previous: sha1:a8dfeec4a34014b4e70b9c747466ab9abde00c36
--! Hash: sha1:6fdb259735d6e6b30cc382279d8af92e9e557863

-- Study pages: where somebody stands in a whole course or book, and the pages of authors.

create function app_public.lessons_is_open(lesson app_public.lessons) returns boolean
language sql stable as $$
  select app_public.may_read(lesson_id => lesson.id)
$$;
comment on function app_public.lessons_is_open(app_public.lessons) is 'True when the reader may have all of it: text, video and transcript.';
grant execute on function app_public.lessons_is_open(app_public.lessons) to newline_visitor;

create function app_public.courses_is_open(course app_public.courses) returns boolean
language sql stable as $$
  select coalesce(bool_and(app_public.may_read(lesson_id => c.lesson_id)), false) from app_public.course_lessons c where c.course_id = course.id
$$;
create function app_public.books_is_open(book app_public.books) returns boolean
language sql stable as $$
  select coalesce(bool_and(app_public.may_read(lesson_id => b.lesson_id)), false) from app_public.book_lessons b where b.book_id = book.id
$$;
comment on function app_public.courses_is_open(app_public.courses) is 'True when the reader may have all of every lesson; false without lessons.';
comment on function app_public.books_is_open(app_public.books) is 'True when the reader may have all of every chapter; false without chapters.';
grant execute on function app_public.courses_is_open(app_public.courses), app_public.books_is_open(app_public.books) to newline_visitor;

create type app_public.item_progress as (
  is_enrolled boolean,
  completed_lesson_ids uuid[],
  open_lesson_ids uuid[],
  watched_lessons int,
  read_lessons int,
  marked_lessons int,
  is_begun boolean,
  next_lesson_id uuid,
  next_position_seconds int
);
comment on type app_public.item_progress is 'Where the signed-in person stands in a course or a book, and why. A CHANGELOG counts for nothing.';
comment on column app_public.item_progress.is_enrolled is 'True when it is among their courses and books.';
comment on column app_public.item_progress.completed_lesson_ids is 'The lessons they completed, in their order.';
comment on column app_public.item_progress.open_lesson_ids is 'The lessons they may have all of, the changelog included.';
comment on column app_public.item_progress.watched_lessons is 'How many of the completed are so because 90 percent of the video was watched.';
comment on column app_public.item_progress.read_lessons is 'How many of the completed are so because the end of the text was reached.';
comment on column app_public.item_progress.marked_lessons is 'How many of the completed are so because the person said so.';
comment on column app_public.item_progress.is_begun is 'True when anything of it was watched, read or completed.';
comment on column app_public.item_progress.next_lesson_id is
  'Where to go on: the lesson opened last, or the first uncompleted one after it when that is completed, or the first of all; null without lessons.';
comment on column app_public.item_progress.next_position_seconds is 'Second of its video to go on at; null at the beginning.';

create function app_private.item_progress(course uuid, book uuid) returns app_public.item_progress
language sql stable as $$
  with places as materialized (
    select l.id, l.role, o.position, p.reason, a.position_seconds, a.updated_at
    from (
      select c.lesson_id, c.position, c.id as course_lesson_id, null::uuid as book_lesson_id from app_public.course_lessons c where c.course_id = course
      union all
      select b.lesson_id, b.position, null, b.id from app_public.book_lessons b where b.book_id = book) o
    join app_public.lessons l on l.id = o.lesson_id
    left join app_public.user_progresses p on p.user_id = app_public.current_user_id()
      and (p.course_lesson_id = o.course_lesson_id or p.book_lesson_id = o.book_lesson_id)
    left join app_public.lesson_activities a on a.user_id = app_public.current_user_id() and a.lesson_id = l.id
  ), counted as (select * from places where role <> 'CHANGELOG'),
  latest as (select position, reason from counted where updated_at is not null order by updated_at desc, position desc limit 1),
  next as (
    select c.id, c.position_seconds from counted c left join latest t on true
    -- The latest itself, unless it is done; then the first that is not, after it before those ahead of it; then the first of all.
    order by coalesce(c.position = t.position and c.reason is null, false) desc, (c.reason is null) desc,
      coalesce(c.reason is null and c.position > t.position, false) desc, c.position
    limit 1)
  select (
    exists (select from app_public.enrollments e where e.user_id = app_public.current_user_id() and (e.course_id = course or e.book_id = book)),
    coalesce((select array_agg(id order by position) from counted where reason is not null), '{}'),
    coalesce((select array_agg(id order by position) from places where app_public.may_read(lesson_id => id)), '{}'),
    (select count(*) from counted where reason = 'WATCHED')::int,
    (select count(*) from counted where reason = 'READ')::int,
    (select count(*) from counted where reason = 'BY_HAND')::int,
    exists (select from counted where updated_at is not null or reason is not null),
    (select id from next),
    (select position_seconds from next))::app_public.item_progress
  where app_public.current_user_id() is not null
$$;
comment on function app_private.item_progress(uuid, uuid) is 'Where the signed-in person stands in a course or a book; runs as that person.';
grant execute on function app_private.item_progress(uuid, uuid) to newline_visitor;

create function app_public.courses_progress(course app_public.courses) returns app_public.item_progress
language sql stable as $$ select app_private.item_progress(course.id, null) $$;
create function app_public.books_progress(book app_public.books) returns app_public.item_progress
language sql stable as $$ select app_private.item_progress(null, book.id) $$;
comment on function app_public.courses_progress(app_public.courses) is 'Where the signed-in person stands in it; null for a visitor.';
comment on function app_public.books_progress(app_public.books) is 'Where the signed-in person stands in it; null for a visitor.';
grant execute on function app_public.courses_progress(app_public.courses), app_public.books_progress(app_public.books) to newline_visitor;

-- Pages of authors: the address stands in the registry of permalinks, the words here.
create table app_public.author_pages (
  user_id uuid primary key references app_public.users on delete cascade,
  quote_md text not null check (length(quote_md) between 1 and 2000),
  position int not null default 0
);
comment on table app_public.author_pages is E'@behavior -insert -update -delete -query:resource:list -query:resource:single\nWhat an author says about making courses and books here. Shown on the home page and on the author''s own address.';
comment on column app_public.author_pages.quote_md is 'Their words, in Markdown.';
comment on column app_public.author_pages.position is E'@name order\nPlace among the authors, from 1.';
comment on constraint author_pages_user_id_fkey on app_public.author_pages is E'@fieldName user\n@foreignSingleFieldName authorPage';
create index on app_public.author_pages (position);
call app_private.secure_table('app_public.author_pages');
create policy select_all on app_public.author_pages for select to newline_visitor using (true);
grant select on app_public.author_pages to newline_visitor;

create function app_public.author_pages_path(page app_public.author_pages) returns text
language sql stable as $$
  select p.path from app_public.permalinks p where p.user_id = page.user_id and p.is_current order by p.path limit 1
$$;
comment on function app_public.author_pages_path(app_public.author_pages) is 'The address of their page, such as /vue; null when they have none but their profile.';
grant execute on function app_public.author_pages_path(app_public.author_pages) to newline_visitor;
create function app_private.notify_author_page() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('newline_tags', 'author_pages,user:' || coalesce(new.user_id, old.user_id));
  return null;
end $$;
comment on function app_private.notify_author_page() is 'trigger: kept pages that show the words of an author go stale.';
create trigger notify_tags after insert or update or delete on app_public.author_pages
  for each row execute function app_private.notify_author_page();
