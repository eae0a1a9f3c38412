--! Previous: sha1:088b85ae743ec1f3a3aef758367dea0134326f1a
--! Hash: sha1:7097d536ca18495040c06ebf6a837609b9b0f10b

-- A page of a lesson or article is cached once for each kind of access, instead of being rendered for each reader. The copy for readers with
-- an entitlement is rendered without any reader: the server says that it is that copy (newline.access), as it says who the reader is.

create or replace function app_private.is_entitled(course uuid, book uuid, is_advanced boolean) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (current_setting('newline.access', true) is not distinct from 'entitled' and app_public.current_user_id() is null) or exists (
    select from app_public.entitlements e
    where e.user_id = app_public.current_user_id()
      and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now())
      and case e.kind
        when 'PRO' then not exists (select from app_public.courses c
            where c.id = course and (c.is_masterclass or c.is_bootcamp or c.is_live_workshop))
          and not exists (select from app_public.books b where b.id = book and (b.is_bootcamp or b.is_live_workshop))
        when 'COURSE' then e.course_id = course and not is_advanced
        when 'BOOK' then e.book_id = book and not is_advanced
        else e.course_id = course or e.book_id = book end)
$$;
comment on function app_private.is_entitled(uuid, uuid, boolean) is
  'True if the signed-in user has an active entitlement for the item; without an item, for articles, which Pro opens. Also true while the server renders the copy of a page for entitled readers, which has no user.';

create type app_public.reader_access as enum ('EVERYONE', 'ENTITLED', 'EDITOR');
comment on type app_public.reader_access is 'Which copy of a page a reader gets: what everyone can read, what an entitlement opens, or what its editors see.';

create function app_public.lessons_reader_access(lesson app_public.lessons) returns app_public.reader_access
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app_public.is_admin() or lesson.course_id in (select app_private.my_course_ids())
      or lesson.book_id in (select app_private.my_book_ids()) then 'EDITOR'
    when app_private.is_entitled(lesson.course_id, lesson.book_id, lesson.is_advanced_package_lesson) then 'ENTITLED'
    else 'EVERYONE' end::app_public.reader_access
$$;
comment on function app_public.lessons_reader_access(app_public.lessons) is
  'The reader''s kind of access: EDITOR for administrators and its authors and editors, ENTITLED with an active entitlement, otherwise EVERYONE. isCut says how much of the text that is.';
grant execute on function app_public.lessons_reader_access(app_public.lessons) to newline_visitor;

create function app_public.articles_reader_access(article app_public.articles) returns app_public.reader_access
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app_public.is_admin() or article.id in (select app_private.my_article_ids()) then 'EDITOR'
    when app_private.is_entitled(null, null, false) then 'ENTITLED'
    else 'EVERYONE' end::app_public.reader_access
$$;
comment on function app_public.articles_reader_access(app_public.articles) is
  'The reader''s kind of access: EDITOR for administrators and its authors and editors, ENTITLED with Pro, otherwise EVERYONE. isCut says how much of the text that is.';
grant execute on function app_public.articles_reader_access(app_public.articles) to newline_visitor;

create function app_public.courses_completed_lesson_ids(course app_public.courses) returns uuid[]
language sql stable as $$
  select coalesce(array_agg(o.lesson_id order by o.position, o.id), '{}')
  from app_public.user_progresses p join app_public.course_lessons o on o.id = p.course_lesson_id
  where p.user_id = (select app_public.current_user_id()) and o.course_id = course.id
$$;
comment on function app_public.courses_completed_lesson_ids(app_public.courses) is
  'The IDs of the lessons that the reader completed, in the order of the course; empty for a visitor.';
grant execute on function app_public.courses_completed_lesson_ids(app_public.courses) to newline_visitor;

create function app_public.books_completed_lesson_ids(book app_public.books) returns uuid[]
language sql stable as $$
  select coalesce(array_agg(o.lesson_id order by o.position, o.id), '{}')
  from app_public.user_progresses p join app_public.book_lessons o on o.id = p.book_lesson_id
  where p.user_id = (select app_public.current_user_id()) and o.book_id = book.id
$$;
comment on function app_public.books_completed_lesson_ids(app_public.books) is
  'The IDs of the chapters that the reader completed, in the order of the book; empty for a visitor.';
grant execute on function app_public.books_completed_lesson_ids(app_public.books) to newline_visitor;
