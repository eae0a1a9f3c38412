--! Previous: sha1:f97b0401fb49eaaa1fd2da0c80560e0d7b850d79
--! Hash: sha1:1cbcc37399ab437e98e001cc4ff9f4327dbc5382

-- Sections, lessons and their order in courses and books.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

-- The outline of a course or book: its sections, its lessons and their order.
create table app_public.course_sections (
  id uuid primary key default app_public.new_id(),
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  "position" int not null,
  constraint course_sections_item_check check (num_nonnulls(course_id, book_id) = 1),
  constraint course_sections_course_key unique (course_id, "position") deferrable,
  constraint course_sections_book_key unique (book_id, "position") deferrable
);
comment on table app_public.course_sections is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA part of a course or a book, with a title of its own.';
comment on column app_public.course_sections."position" is E'@name order\nPlace in its course or book, from 1.';
comment on constraint course_sections_course_id_fkey on app_public.course_sections is E'@fieldName course\n@foreignFieldName courseSections';
comment on constraint course_sections_book_id_fkey on app_public.course_sections is E'@fieldName book\n@foreignFieldName courseSections';
call app_private.secure_table('app_public.course_sections');
-- A line of an outline is seen with its item. A page shows the lines of one item, so each looks at its own item, where it looked for it
-- in a list of all items that was made anew for every look at a table. For many lines the planner still makes that list.
create policy select_visible on app_public.course_sections for select to newline_visitor
  using (exists (select from app_public.courses i where i.id = course_sections.course_id
    and (not i.is_coming_soon or i.id in (select app_private.my_course_ids()) or (select app_public.is_admin())))
    or exists (select from app_public.books i where i.id = course_sections.book_id
    and (not i.is_coming_soon or i.id in (select app_private.my_book_ids()) or (select app_public.is_admin()))));
grant select on app_public.course_sections to newline_visitor;
call app_private.announce_changes('app_public.course_sections', 'lessons');
create trigger count_new_row before insert on app_public.course_sections for each row execute function app_private.count_new_row('new sections', '2000');

create type app_public.lesson_role as enum ('INTRODUCTION', 'LESSON', 'CHAPTER', 'CHANGELOG');
comment on type app_public.lesson_role is 'What a lesson is for. A CHANGELOG does not count for progress.';

create table app_public.lessons (
  id uuid primary key default app_public.new_id(),
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  slug app_public.slug not null,
  description text check (length(description) <= 4000),
  role app_public.lesson_role not null default 'LESSON',
  video_duration int check (video_duration > 0),
  is_free boolean not null default false,
  is_advanced_package_lesson boolean not null default false,
  repository_pathname text check (repository_pathname ~ '^(/[A-Za-z0-9._~-]+)+$' and length(repository_pathname) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lessons_item_check check (num_nonnulls(course_id, book_id) = 1),
  constraint lessons_course_slug_key unique (course_id, slug),
  constraint lessons_book_slug_key unique (book_id, slug),
  constraint lessons_course_id_id_key unique (course_id, id),
  constraint lessons_book_id_id_key unique (book_id, id)
);
comment on table app_public.lessons is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nA lesson of a course or a chapter of a book. Its text is in bodyDelta, bodyHtml and bodyMarkdown, its video in videoUrl, as far as the reader may.';
comment on column app_public.lessons.description is 'What it is about, in a sentence or two; null when not given.';
comment on column app_public.lessons.video_duration is 'Length of its video in seconds; null when it has none.';
comment on column app_public.lessons.is_free is 'Everyone may read it, whatever its course costs.';
comment on column app_public.lessons.is_advanced_package_lesson is 'Needs the advanced grant of its item, or Pro.';
comment on column app_public.lessons.repository_pathname is 'Where its protected repository stands on the assets server.';
comment on constraint lessons_course_id_fkey on app_public.lessons is E'@fieldName course\n@behavior -manyToMany -connection -list';
comment on constraint lessons_book_id_fkey on app_public.lessons is E'@fieldName book\n@behavior -manyToMany -connection -list';
call app_private.secure_table('app_public.lessons');
-- A line of an outline is seen with its item. A page shows the lines of one item, so each looks at its own item, where it looked for it
-- in a list of all items that was made anew for every look at a table. For many lines the planner still makes that list.
create policy select_visible on app_public.lessons for select to newline_visitor
  using (exists (select from app_public.courses i where i.id = lessons.course_id
    and (not i.is_coming_soon or i.id in (select app_private.my_course_ids()) or (select app_public.is_admin())))
    or exists (select from app_public.books i where i.id = lessons.book_id
    and (not i.is_coming_soon or i.id in (select app_private.my_book_ids()) or (select app_public.is_admin()))));
grant select on app_public.lessons to newline_visitor;
create trigger touch before update on app_public.lessons
  for each row execute function app_private.touch_updated_at();
call app_private.announce_changes('app_public.lessons', 'lessons');
create trigger count_new_row before insert on app_public.lessons for each row execute function app_private.count_new_row('new lessons', '5000');

create table app_public.course_lessons (
  id uuid primary key default app_public.new_id(),
  course_id uuid not null references app_public.courses on delete cascade,
  lesson_id uuid not null,
  course_section_id uuid references app_public.course_sections on delete set null,
  "position" int not null,
  progress_count int not null default 0 check (progress_count >= 0),
  constraint course_lessons_lesson_key unique (lesson_id),
  constraint course_lessons_position_key unique (course_id, "position") deferrable,
  constraint course_lessons_lesson_id_fkey foreign key (course_id, lesson_id) references app_public.lessons (course_id, id) on delete cascade
);
comment on table app_public.course_lessons is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe place of a lesson in its course.';
comment on column app_public.course_lessons."position" is E'@name order\nPlace in the course, from 1.';
comment on column app_public.course_lessons.progress_count is E'@behavior -select -orderBy -condition\nHow many people completed it. Derived.';
comment on constraint course_lessons_course_id_fkey on app_public.course_lessons is E'@fieldName course\n@foreignFieldName courseLessons';
comment on constraint course_lessons_course_section_id_fkey on app_public.course_lessons is E'@fieldName courseSection\n@foreignFieldName courseLessons';
comment on constraint course_lessons_lesson_id_fkey on app_public.course_lessons is E'@fieldName lesson\n@foreignFieldName courseLessons';
create index course_lessons_course_section_id_idx on app_public.course_lessons (course_section_id);
call app_private.secure_table('app_public.course_lessons');
-- A line of an outline is seen with its item. A page shows the lines of one item, so each looks at its own item, where it looked for it
-- in a list of all items that was made anew for every look at a table. For many lines the planner still makes that list.
create policy select_visible on app_public.course_lessons for select to newline_visitor
  using (exists (select from app_public.courses i where i.id = course_lessons.course_id
    and (not i.is_coming_soon or i.id in (select app_private.my_course_ids()) or (select app_public.is_admin()))));
grant select on app_public.course_lessons to newline_visitor;
call app_private.announce_changes('app_public.course_lessons', 'lessons', '', '{progress_count}');

create table app_public.book_lessons (
  id uuid primary key default app_public.new_id(),
  book_id uuid not null references app_public.books on delete cascade,
  lesson_id uuid not null,
  course_section_id uuid references app_public.course_sections on delete set null,
  "position" int not null,
  progress_count int not null default 0 check (progress_count >= 0),
  constraint book_lessons_lesson_key unique (lesson_id),
  constraint book_lessons_position_key unique (book_id, "position") deferrable,
  constraint book_lessons_lesson_id_fkey foreign key (book_id, lesson_id) references app_public.lessons (book_id, id) on delete cascade
);
comment on table app_public.book_lessons is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe place of a chapter in its book.';
comment on column app_public.book_lessons."position" is E'@name order\nPlace in the book, from 1.';
comment on column app_public.book_lessons.progress_count is E'@behavior -select -orderBy -condition\nHow many people completed it. Derived.';
comment on constraint book_lessons_book_id_fkey on app_public.book_lessons is E'@fieldName book\n@foreignFieldName bookLessons';
comment on constraint book_lessons_course_section_id_fkey on app_public.book_lessons is E'@fieldName courseSection\n@foreignFieldName bookLessons';
comment on constraint book_lessons_lesson_id_fkey on app_public.book_lessons is E'@fieldName lesson\n@foreignFieldName bookLessons';
create index book_lessons_course_section_id_idx on app_public.book_lessons (course_section_id);
call app_private.secure_table('app_public.book_lessons');
-- A line of an outline is seen with its item. A page shows the lines of one item, so each looks at its own item, where it looked for it
-- in a list of all items that was made anew for every look at a table. For many lines the planner still makes that list.
create policy select_visible on app_public.book_lessons for select to newline_visitor
  using (exists (select from app_public.books i where i.id = book_lessons.book_id
    and (not i.is_coming_soon or i.id in (select app_private.my_book_ids()) or (select app_public.is_admin()))));
grant select on app_public.book_lessons to newline_visitor;
call app_private.announce_changes('app_public.book_lessons', 'lessons', '', '{progress_count}');

create function app_public.lessons_permalink(lesson app_public.lessons) returns text language sql stable as $$
  select case when lesson.course_id is not null
    then (select '/courses/' || c.slug || '/' || lesson.slug from app_public.courses c where c.id = lesson.course_id)
    else (select '/books/' || b.slug || '/' || lesson.slug from app_public.books b where b.id = lesson.book_id) end
$$;
comment on function app_public.lessons_permalink(app_public.lessons) is 'The path of its page.';
grant execute on function app_public.lessons_permalink(app_public.lessons) to newline_visitor;

-- numLessons follows the outline, whatever changes it.
create function app_private.count_lessons() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- By steps: a new count would not see what another transaction writes at the same time.
  if tg_op <> 'INSERT' and old.role <> 'CHANGELOG' then
    update app_public.courses c set lessons_count = c.lessons_count - 1 where c.id = old.course_id;
    update app_public.books b set lessons_count = b.lessons_count - 1 where b.id = old.book_id;
  end if;
  if tg_op <> 'DELETE' and new.role <> 'CHANGELOG' then
    update app_public.courses c set lessons_count = c.lessons_count + 1 where c.id = new.course_id;
    update app_public.books b set lessons_count = b.lessons_count + 1 where b.id = new.book_id;
  end if;
  return null;
end $$;
comment on function app_private.count_lessons() is 'Keeps numLessons, in the statement that changes it.';
create trigger count_lessons after insert or delete or update of role, course_id, book_id on app_public.lessons
  for each row execute function app_private.count_lessons();

create function app_public.courses_lesson(course app_public.courses, slug text) returns app_public.lessons
language sql stable as $$
  select l.* from app_public.lessons l where l.course_id = course.id and l.slug = courses_lesson.slug
$$;
comment on function app_public.courses_lesson(app_public.courses, text) is 'Its lesson of that slug; null when there is none.';
grant execute on function app_public.courses_lesson(app_public.courses, text) to newline_visitor;

create function app_public.books_lesson(book app_public.books, slug text) returns app_public.lessons
language sql stable as $$
  select l.* from app_public.lessons l where l.book_id = book.id and l.slug = books_lesson.slug
$$;
comment on function app_public.books_lesson(app_public.books, text) is 'Its chapter of that slug; null when there is none.';
grant execute on function app_public.books_lesson(app_public.books, text) to newline_visitor;

create function app_public.books_video_seconds(book app_public.books) returns int
language sql stable as $$
  select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.book_id = book.id
$$;
comment on function app_public.books_video_seconds(app_public.books) is 'Seconds of video in its chapters together; 0 for none. Derived.';
grant execute on function app_public.books_video_seconds(app_public.books) to newline_visitor;

create function app_public.courses_video_seconds(course app_public.courses) returns int
language sql stable as $$
  select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.course_id = course.id
$$;
comment on function app_public.courses_video_seconds(app_public.courses) is 'Seconds of video in its lessons together; 0 for none. Derived.';
grant execute on function app_public.courses_video_seconds(app_public.courses) to newline_visitor;

create table app_private.former_lesson_slugs (
  item_id uuid,
  slug app_public.slug,
  lesson_id uuid not null references app_public.lessons on delete cascade,
  primary key (item_id, slug)
);
comment on table app_private.former_lesson_slugs is 'Slugs that a lesson had while its item could be read: they redirect.';
create index former_lesson_slugs_lesson_id_idx on app_private.former_lesson_slugs (lesson_id);
call app_private.secure_table('app_private.former_lesson_slugs');
create trigger count_new_row before insert on app_private.former_lesson_slugs for each row execute function app_private.count_new_row('changed lesson URLs', '2000');

create function app_private.keep_lesson_slug() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from app_private.former_lesson_slugs f where f.item_id = coalesce(new.course_id, new.book_id) and f.slug = new.slug;
  if tg_op = 'UPDATE' and app_private.was_public(new.course_id, new.book_id) then
    insert into app_private.former_lesson_slugs (item_id, slug, lesson_id) values (coalesce(new.course_id, new.book_id), old.slug, new.id)
      on conflict (item_id, slug) do update set lesson_id = excluded.lesson_id;
  end if;
  return null;
end $$;
comment on function app_private.keep_lesson_slug() is
  'A lesson that changes its slug keeps the old one for a redirect, until another lesson takes it.';
create trigger keep_slug after insert on app_public.lessons for each row execute function app_private.keep_lesson_slug();
create trigger keep_former_slug after update of slug on app_public.lessons for each row when (old.slug <> new.slug)
  execute function app_private.keep_lesson_slug();

create function app_private.former_lesson(item uuid, slug text) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.lesson_id from app_private.former_lesson_slugs f where f.item_id = item and f.slug = former_lesson.slug
$$;
comment on function app_private.former_lesson(uuid, text) is
  'The lesson that had this slug in the item; null for none. Whether the reader sees it is asked elsewhere.';
grant execute on function app_private.former_lesson(uuid, text) to newline_visitor;

create function app_public.lesson_at(path text) returns app_public.lessons
language sql stable as $$
  with asked as (select substring(path from '^(/(?:courses|books)/[^/]+)/[^/]+$') as item, substring(path from '[^/]+$') as slug),
  item as (
    select p.course_id, p.book_id from app_public.permalinks p, asked a where p.path = a.item
    union select c.id, null::uuid from app_public.courses c, asked a where '/courses/' || c.slug = a.item
    union select null::uuid, b.id from app_public.books b, asked a where '/books/' || b.slug = a.item)
  select l.* from item i cross join asked a join app_public.lessons l
    on (l.course_id = i.course_id or l.book_id = i.book_id)
    and (l.slug = a.slug or l.id = app_private.former_lesson(coalesce(i.course_id, i.book_id), a.slug))
  order by l.slug = a.slug desc limit 1
$$;
comment on function app_public.lesson_at(text) is
  'The lesson whose page has this path, /courses/{slug}/{lesson}, or had it before the slug of its item or its own changed; its permalink says where it is now.';
grant execute on function app_public.lesson_at(text) to newline_visitor;

create function app_public.lessons_is_empty(lesson app_public.lessons) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from app_private.lesson_videos v where v.lesson_id = lesson.id)
    and not exists (select from app_private.lesson_bodies b where b.lesson_id = lesson.id and array_to_string(b.block_html, '') not in ('', '<p></p>'))
  where app_public.is_admin() or lesson.course_id in (select app_private.my_course_ids()) or lesson.book_id in (select app_private.my_book_ids())
$$;
comment on function app_public.lessons_is_empty(app_public.lessons) is
  'True while readers would find neither a text nor a video; null for those who do not write it.';
grant execute on function app_public.lessons_is_empty(app_public.lessons) to newline_visitor;

-- What a study page shows beside its text, in one pass: asked for line by line, the reader's progress cost half of the page's statement.
create type app_public.outline_line as (
  lesson_id uuid,
  title text,
  role app_public.lesson_role,
  permalink text,
  section_id uuid,
  section_title text,
  is_free boolean,
  video_duration int,
  is_completed boolean
);
comment on type app_public.outline_line is 'A line of the outline of a course or a book.';
comment on column app_public.outline_line.lesson_id is 'The lesson or chapter.';
comment on column app_public.outline_line.title is 'Its title.';
comment on column app_public.outline_line.role is 'What it is: only a CHANGELOG is not counted.';
comment on column app_public.outline_line.permalink is 'Its page, a path of this site.';
comment on column app_public.outline_line.section_id is 'Its section; null outside every section.';
comment on column app_public.outline_line.section_title is 'The title of that section.';
comment on column app_public.outline_line.is_free is 'True when everybody may have all of it.';
comment on column app_public.outline_line.video_duration is 'Length of its video in seconds; null without one.';
comment on column app_public.outline_line.is_completed is 'True when the signed-in person completed it; false for a visitor.';

create function app_public.courses_outline(course app_public.courses) returns setof app_public.outline_line
language sql stable rows 30 as $$
  select l.id, l.title, l.role, '/courses/' || course.slug || '/' || l.slug, s.id, s.title, l.is_free, l.video_duration, p.id is not null
  from app_public.course_lessons o
  join app_public.lessons l on l.course_id = o.course_id and l.id = o.lesson_id
  left join app_public.course_sections s on s.id = o.course_section_id
  left join app_public.user_progresses p on p.user_id = (select app_public.current_user_id()) and p.course_lesson_id = o.id
  where o.course_id = course.id
  order by o.position, o.id
$$;
comment on function app_public.courses_outline(app_public.courses) is E'@behavior -connection +list\nIts lessons in their order, with what the signed-in person completed.';
grant execute on function app_public.courses_outline(app_public.courses) to newline_visitor;

create function app_public.books_outline(book app_public.books) returns setof app_public.outline_line
language sql stable rows 30 as $$
  select l.id, l.title, l.role, '/books/' || book.slug || '/' || l.slug, s.id, s.title, l.is_free, l.video_duration, p.id is not null
  from app_public.book_lessons o
  join app_public.lessons l on l.book_id = o.book_id and l.id = o.lesson_id
  left join app_public.course_sections s on s.id = o.course_section_id
  left join app_public.user_progresses p on p.user_id = (select app_public.current_user_id()) and p.book_lesson_id = o.id
  where o.book_id = book.id
  order by o.position, o.id
$$;
comment on function app_public.books_outline(app_public.books) is E'@behavior -connection +list\nIts chapters in their order, with what the signed-in person completed.';
grant execute on function app_public.books_outline(app_public.books) to newline_visitor;
