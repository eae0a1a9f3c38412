--! Previous: sha1:d932b927a72e794786c86ada8455002bb5a377ce
--! Hash: sha1:f6b8c04067d94768ba44dffd32503514d671a07c

-- The outline of an item: sections, lessons, their places, and the registry of addresses.

create table app_public.course_sections (
  id uuid primary key default app_public.new_id(),
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  position int not null,
  constraint course_sections_item_check check (num_nonnulls(course_id, book_id) = 1),
  constraint course_sections_course_key unique (course_id, position) deferrable,
  constraint course_sections_book_key unique (book_id, position) deferrable
);
comment on table app_public.course_sections is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA part of a course or a book, with a title of its own.';
comment on column app_public.course_sections.position is E'@name order\nPlace in its course or book, from 1.';
comment on constraint course_sections_course_id_fkey on app_public.course_sections is E'@fieldName course\n@foreignFieldName courseSections';
comment on constraint course_sections_book_id_fkey on app_public.course_sections is E'@fieldName book\n@foreignFieldName courseSections';

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
create trigger touch before update on app_public.lessons
  for each row execute function app_private.touch_updated_at();

create table app_public.course_lessons (
  id uuid primary key default app_public.new_id(),
  course_id uuid not null references app_public.courses on delete cascade,
  lesson_id uuid not null,
  course_section_id uuid references app_public.course_sections on delete set null,
  position int not null,
  progress_count int not null default 0 check (progress_count >= 0),
  constraint course_lessons_lesson_id_fkey foreign key (course_id, lesson_id) references app_public.lessons (course_id, id) on delete cascade,
  constraint course_lessons_lesson_key unique (lesson_id),
  constraint course_lessons_position_key unique (course_id, position) deferrable
);
comment on table app_public.course_lessons is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe place of a lesson in its course.';
comment on column app_public.course_lessons.position is E'@name order\nPlace in the course, from 1.';
comment on column app_public.course_lessons.progress_count is E'@behavior -select -orderBy -condition\nHow many people completed it. Derived.';
comment on constraint course_lessons_course_id_fkey on app_public.course_lessons is E'@fieldName course\n@foreignFieldName courseLessons';
comment on constraint course_lessons_lesson_id_fkey on app_public.course_lessons is E'@fieldName lesson\n@foreignFieldName courseLessons';
comment on constraint course_lessons_course_section_id_fkey on app_public.course_lessons is E'@fieldName courseSection\n@foreignFieldName courseLessons';
create index on app_public.course_lessons (course_section_id);

create table app_public.book_lessons (
  id uuid primary key default app_public.new_id(),
  book_id uuid not null references app_public.books on delete cascade,
  lesson_id uuid not null,
  course_section_id uuid references app_public.course_sections on delete set null,
  position int not null,
  progress_count int not null default 0 check (progress_count >= 0),
  constraint book_lessons_lesson_id_fkey foreign key (book_id, lesson_id) references app_public.lessons (book_id, id) on delete cascade,
  constraint book_lessons_lesson_key unique (lesson_id),
  constraint book_lessons_position_key unique (book_id, position) deferrable
);
comment on table app_public.book_lessons is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nThe place of a chapter in its book.';
comment on column app_public.book_lessons.position is E'@name order\nPlace in the book, from 1.';
comment on column app_public.book_lessons.progress_count is E'@behavior -select -orderBy -condition\nHow many people completed it. Derived.';
comment on constraint book_lessons_book_id_fkey on app_public.book_lessons is E'@fieldName book\n@foreignFieldName bookLessons';
comment on constraint book_lessons_lesson_id_fkey on app_public.book_lessons is E'@fieldName lesson\n@foreignFieldName bookLessons';
comment on constraint book_lessons_course_section_id_fkey on app_public.book_lessons is E'@fieldName courseSection\n@foreignFieldName bookLessons';
create index on app_public.book_lessons (course_section_id);

-- The outline of an item is seen with the item, unless it is only announced.
create function app_private.outline_course_ids() returns setof uuid language sql stable as $$
  select c.id from app_public.courses c
  where not c.is_coming_soon or c.id in (select app_private.my_course_ids()) or (select app_public.is_admin())
$$;
create function app_private.outline_book_ids() returns setof uuid language sql stable as $$
  select b.id from app_public.books b
  where not b.is_coming_soon or b.id in (select app_private.my_book_ids()) or (select app_public.is_admin())
$$;
comment on function app_private.outline_course_ids() is 'The courses whose outline and clips the reader may see; runs as the reader, so the policies of courses apply.';
comment on function app_private.outline_book_ids() is 'The books whose outline and clips the reader may see; runs as the reader, so the policies of books apply.';
create function app_private.outline_item_ids() returns setof uuid language sql stable as $$
  select id from app_private.outline_course_ids() id union all select id from app_private.outline_book_ids() id
$$;
comment on function app_private.outline_item_ids() is 'The courses and books whose outline and clips the reader may see: one list, so that a row is looked up in it once.';
grant execute on function app_private.outline_course_ids(), app_private.outline_book_ids(), app_private.outline_item_ids() to newline_visitor;

call app_private.secure_table('app_public.course_sections');
call app_private.secure_table('app_public.lessons');
call app_private.secure_table('app_public.course_lessons');
call app_private.secure_table('app_public.book_lessons');
create policy select_visible on app_public.course_sections for select to newline_visitor using (
  coalesce(course_id, book_id) in (select id from app_private.outline_item_ids() id));
create policy select_visible on app_public.lessons for select to newline_visitor using (
  coalesce(course_id, book_id) in (select id from app_private.outline_item_ids() id));
create policy select_visible on app_public.course_lessons for select to newline_visitor using (
  course_id in (select app_private.outline_course_ids()));
create policy select_visible on app_public.book_lessons for select to newline_visitor using (
  book_id in (select app_private.outline_book_ids()));
grant select on app_public.course_sections, app_public.lessons, app_public.course_lessons, app_public.book_lessons to newline_visitor;

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

create table app_public.logos (
  id uuid primary key default app_public.new_id(),
  name text not null check (length(name) between 1 and 80),
  image_url app_public.media_address,
  website_url app_public.web_address,
  is_student_logo boolean not null default false,
  position int not null default 0,
  constraint logos_name_key unique (name, is_student_logo)
);
comment on table app_public.logos is E'@behavior -insert -update -delete\nA firm in the strip of customers or of students'' employers.';
comment on column app_public.logos.is_student_logo is 'True for the strip of firms that students work at, false for customers.';
comment on column app_public.logos.position is 'Order in its strip.';
create index on app_public.logos (is_student_logo, position);
call app_private.secure_table('app_public.logos');
create policy select_all on app_public.logos for select to newline_visitor using (true);
grant select on app_public.logos to newline_visitor;

-- One registry of addresses: no two items share a path, and an address that changed redirects.
create table app_public.permalinks (
  path text primary key check (path ~ '^(/[a-z0-9]+(-[a-z0-9]+)*){1,2}$' and length(path) <= 250),
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  user_id uuid references app_public.users on delete cascade,
  is_current boolean not null default true,
  created_at timestamptz not null default now(),
  constraint permalinks_item_check check (num_nonnulls(course_id, book_id, user_id) = 1),
  constraint permalinks_reserved_check check (path !~ '^/(api|assets|graphql|media|dev|healthz|readyz|metrics|books|courses|articles|clips|library|pricing|explore-catalog|write-with-us|discussions|search|studio|admin|account|sign-in|sign-up|sign-out|verify|reset-password|sitemap|feeds|embed|oembed|about|terms|privacy|accessibility|newsletter)(/|$)'
    or path ~ '^/(books|courses)/[^/]+$')
);
comment on table app_public.permalinks is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection\nEvery address that an item has or had.';
comment on column app_public.permalinks.path is 'The path on this site, of one or two parts.';
comment on column app_public.permalinks.is_current is 'False for an address of the past: it redirects to the item''s permalink.';
comment on constraint permalinks_course_id_fkey on app_public.permalinks is E'@fieldName course\n@behavior -connection -list';
comment on constraint permalinks_book_id_fkey on app_public.permalinks is E'@fieldName book\n@behavior -connection -list';
comment on constraint permalinks_user_id_fkey on app_public.permalinks is E'@fieldName user\n@behavior -connection -list';
create index on app_public.permalinks (course_id);
create index on app_public.permalinks (book_id);
create index on app_public.permalinks (user_id);
call app_private.secure_table('app_public.permalinks');
create policy select_visible on app_public.permalinks for select to newline_visitor using (
  user_id is not null
  or (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id));
grant select on app_public.permalinks to newline_visitor;

create function app_private.register_permalink() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  course uuid := case when tg_table_name = 'courses' then new.id end;
  book uuid := case when tg_table_name = 'books' then new.id end;
begin
  update app_public.permalinks p set is_current = false
    where (p.course_id = course or p.book_id = book) and p.path <> new.permalink;
  insert into app_public.permalinks as p (path, course_id, book_id) values (new.permalink, course, book)
    on conflict (path) do update set is_current = true
    where p.course_id is not distinct from course and p.book_id is not distinct from book;
  if not exists (select from app_public.permalinks p
      where p.path = new.permalink and p.course_id is not distinct from course and p.book_id is not distinct from book) then
    raise exception 'permalink: % is taken.', new.permalink using errcode = 'NL409';
  end if;
  return null;
end $$;
comment on function app_private.register_permalink() is 'Keeps the registry: the new address is current, the old ones redirect, a taken one is refused (NL409).';
create trigger register_permalink after insert or update of permalink on app_public.courses
  for each row execute function app_private.register_permalink();
create trigger register_permalink after insert or update of permalink on app_public.books
  for each row execute function app_private.register_permalink();
