--! Previous: sha1:f601c0c3f68deabce0de31ecf2b7cd8b91ad5143
--! Hash: sha1:91f5fb255ddf5eb086a94bb476d3403b74f6a2d3

-- The studio: sections and lessons.

-- The order of an outline: positions follow from one statement.
create function app_private.arrange_sections(course uuid, book uuid, moved uuid default null, place int default null) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update app_public.course_sections s set position = n.position
  from (select q.id, row_number() over (order by case when q.id = moved then greatest(place, 1) - 0.5 else q.others end) as position
    from (select o.id, count(*) filter (where o.id is distinct from moved) over (order by o.position) as others
      from app_public.course_sections o where o.course_id = course or o.book_id = book) q) n
  where n.id = s.id and s.position <> n.position
$$;
comment on function app_private.arrange_sections(uuid, uuid, uuid, int) is
  'Numbers the sections of an item from 1, the moved one at its new place. Not granted.';

create function app_private.arrange_lessons(course uuid, book uuid, moved uuid default null, section uuid default null, place int default null) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  execute format($f$
    update app_public.%1$s p set course_section_id = n.section_id, position = n.position
    from (
      select q.id, q.section_id, row_number() over (order by coalesce(s.position, 0),
        case when q.lesson_id = $2 then greatest($4, 1) - 0.5 else q.others end, q.position)::int as position
      from (
        select o.id, o.lesson_id, o.position, case when o.lesson_id = $2 then $3 else o.course_section_id end as section_id,
          count(*) filter (where o.lesson_id is distinct from $2) over (partition by o.course_section_id order by o.position) as others
        from app_public.%1$s o where o.%2$s = $1) q
      left join app_public.course_sections s on s.id = q.section_id) n
    where n.id = p.id and (p.position, p.course_section_id) is distinct from (n.position, n.section_id)
  $f$, case when book is null then 'course_lessons' else 'book_lessons' end, case when book is null then 'course_id' else 'book_id' end)
    using coalesce(course, book), moved, section, place;
end $$;
comment on function app_private.arrange_lessons(uuid, uuid, uuid, uuid, int) is
  'Numbers the lessons of an item from 1, section by section (those without one first), the moved one at its new place. Not granted.';

create function app_private.locked_section(section uuid, out course uuid, out book uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  select s.course_id, s.book_id into course, book from app_public.course_sections s where s.id = section;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, false); end if;
  if not exists (select from app_public.course_sections s where s.id = section) then
    raise exception 'SECTION_NOT_FOUND' using errcode = 'NL404';
  end if;
end $$;
comment on function app_private.locked_section(uuid) is
  'The item of a section, locked for somebody who writes it. Raises NL401, NL403 and NL404. Not granted.';

create function app_private.locked_lesson(lesson uuid, is_authors boolean, out course uuid, out book uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  select l.course_id, l.book_id into course, book from app_public.lessons l where l.id = lesson;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, is_authors); end if;
  if not exists (select from app_public.lessons l where l.id = lesson) then
    raise exception 'LESSON_NOT_FOUND' using errcode = 'NL404';
  end if;
end $$;
comment on function app_private.locked_lesson(uuid, boolean) is
  'The item of a lesson, locked for somebody who writes it. Raises NL401, NL403 and NL404. Not granted.';

create function app_private.check_section(section uuid, course uuid, book uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if section is not null and not exists (select from app_public.course_sections s where s.id = section and (s.course_id = course or s.book_id = book)) then
    raise exception 'SECTION_NOT_FOUND' using errcode = 'NL404';
  end if;
end $$;
comment on function app_private.check_section(uuid, uuid, uuid) is
  'Raises NL404 unless the section, when there is one, is of the item. Not granted.';

create function app_public.create_section(title text, course_id uuid default null, book_id uuid default null, "position" int default null)
returns app_public.course_sections
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.course_sections;
begin
  perform app_private.locked_item(create_section.course_id, create_section.book_id, false);
  if (select count(*) from app_public.course_sections s where s.course_id = create_section.course_id or s.book_id = create_section.book_id) >= 500 then
    raise exception 'SECTION_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 500)::text;
  end if;
  insert into app_public.course_sections as s (course_id, book_id, title, position)
    select create_section.course_id, create_section.book_id, app_private.clean_title(create_section.title), coalesce(max(o.position), 0) + 1
    from app_public.course_sections o where o.course_id = create_section.course_id or o.book_id = create_section.book_id
    returning * into entry;
  if create_section."position" is not null then
    perform app_private.arrange_sections(create_section.course_id, create_section.book_id, entry.id, create_section."position");
    perform app_private.arrange_lessons(create_section.course_id, create_section.book_id);
    select * into entry from app_public.course_sections s where s.id = entry.id;
  end if;
  return entry;
end $$;
comment on function app_public.create_section(text, uuid, uuid, int) is
  'Adds a section to a course or a book, at the end or at a place from 1. By those who write it. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_section(text, uuid, uuid, int) to newline_visitor;

create function app_public.update_section(id uuid, title text) returns app_public.course_sections
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.course_sections;
begin
  perform app_private.locked_section(update_section.id);
  update app_public.course_sections s set title = app_private.clean_title(update_section.title) where s.id = update_section.id returning * into entry;
  return entry;
end $$;
comment on function app_public.update_section(uuid, text) is
  'Gives a section another title. By those who write its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.update_section(uuid, text) to newline_visitor;

create function app_public.move_section(id uuid, "position" int) returns app_public.course_sections
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.course_sections;
begin
  select * into item from app_private.locked_section(move_section.id);
  perform app_private.arrange_sections(item.course, item.book, move_section.id, move_section."position");
  perform app_private.arrange_lessons(item.course, item.book);
  select * into entry from app_public.course_sections s where s.id = move_section.id;
  return entry;
end $$;
comment on function app_public.move_section(uuid, int) is
  'Moves a section with its lessons to a place among the sections, from 1. By those who write its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.move_section(uuid, int) to newline_visitor;

create function app_public.delete_section(id uuid) returns app_public.course_sections
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.course_sections;
  before uuid;
begin
  select * into item from app_private.locked_section(delete_section.id);
  select * into entry from app_public.course_sections s where s.id = delete_section.id;
  before := (select s.id from app_public.course_sections s where (s.course_id = item.course or s.book_id = item.book) and s.position < entry.position
    order by s.position desc limit 1);
  update app_public.course_lessons p set course_section_id = before where p.course_section_id = entry.id;
  update app_public.book_lessons p set course_section_id = before where p.course_section_id = entry.id;
  delete from app_public.course_sections s where s.id = entry.id;
  perform app_private.arrange_sections(item.course, item.book);
  perform app_private.arrange_lessons(item.course, item.book);
  return entry;
end $$;
comment on function app_public.delete_section(uuid) is
  'Takes a section away; its lessons stay and join the section before it. By those who write its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_section(uuid) to newline_visitor;

create function app_public.create_lesson(title text, course_id uuid default null, book_id uuid default null, section_id uuid default null, "position" int default null)
returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := create_lesson.course_id;
  book uuid := create_lesson.book_id;
  cleaned text := app_private.clean_title(create_lesson.title);
  wish text := app_private.slug_of(cleaned, case when book is null then 'lesson' else 'chapter' end);
  tried text := wish;
  entry app_public.lessons;
  n int := 1;
begin
  perform app_private.locked_item(course, book, false);
  perform app_private.check_section(create_lesson.section_id, course, book);
  if (select count(*) from app_public.lessons l where l.course_id = course or l.book_id = book) >= 2000 then
    raise exception 'LESSON_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 2000)::text;
  end if;
  while exists (select from app_public.lessons l where (l.course_id = course or l.book_id = book) and l.slug = tried) loop
    n := n + 1;
    tried := wish || '-' || n;
  end loop;
  insert into app_public.lessons as l (course_id, book_id, title, slug, role)
    values (course, book, cleaned, tried, case when book is null then 'LESSON' else 'CHAPTER' end::app_public.lesson_role)
    returning * into entry;
  if book is null then
    insert into app_public.course_lessons (course_id, lesson_id, course_section_id, position)
      select course, entry.id, create_lesson.section_id, coalesce(max(p.position), 0) + 1 from app_public.course_lessons p where p.course_id = course;
  else
    insert into app_public.book_lessons (book_id, lesson_id, course_section_id, position)
      select book, entry.id, create_lesson.section_id, coalesce(max(p.position), 0) + 1 from app_public.book_lessons p where p.book_id = book;
  end if;
  perform app_private.arrange_lessons(course, book, entry.id, create_lesson.section_id, coalesce(create_lesson."position", 100000));
  return entry;
end $$;
comment on function app_public.create_lesson(text, uuid, uuid, uuid, int) is
  'Adds a lesson to a course or a chapter to a book, in a section or in none, at its end or at a place from 1. By those who write it. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_lesson(text, uuid, uuid, uuid, int) to newline_visitor;

create function app_private.update_lesson(lesson uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.lessons;
begin
  select * into item from app_private.locked_lesson(lesson, patch ?| array['is_free', 'is_advanced_package_lesson']);
  select * into entry from app_public.lessons l where l.id = lesson;
  entry := jsonb_populate_record(entry, patch);
  if exists (select from app_public.lessons l where coalesce(l.course_id, l.book_id) = coalesce(item.course, item.book) and l.slug = entry.slug and l.id <> lesson) then
    raise exception 'SLUG_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('slug', entry.slug)::text;
  end if;
  update app_public.lessons l set title = entry.title, slug = entry.slug, description = entry.description, role = entry.role, is_free = entry.is_free,
    is_advanced_package_lesson = entry.is_advanced_package_lesson, repository_pathname = entry.repository_pathname where l.id = lesson;
end $$;
comment on function app_private.update_lesson(uuid, jsonb) is
  'Changes what the patch names of a lesson; what it costs is up to the authors. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.update_lesson(uuid, jsonb) to newline_visitor;

create function app_public.move_lesson(id uuid, "position" int, section_id uuid default null) returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.lessons;
begin
  select * into item from app_private.locked_lesson(move_lesson.id, false);
  perform app_private.check_section(move_lesson.section_id, item.course, item.book);
  perform app_private.arrange_lessons(item.course, item.book, move_lesson.id, move_lesson.section_id, move_lesson."position");
  select * into entry from app_public.lessons l where l.id = move_lesson.id;
  return entry;
end $$;
comment on function app_public.move_lesson(uuid, int, uuid) is
  'Moves a lesson to a place, from 1, in a section of its item; without a sectionId to those that stand before the first section. By those who write it. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.move_lesson(uuid, int, uuid) to newline_visitor;

create function app_public.delete_lesson(id uuid) returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.lessons;
begin
  select * into item from app_private.locked_lesson(delete_lesson.id, false);
  if app_private.was_public(item.course, item.book) then perform app_private.locked_item(item.course, item.book, true); end if;
  delete from app_public.lessons l where l.id = delete_lesson.id returning * into entry;
  perform app_private.arrange_lessons(item.course, item.book);
  return entry;
end $$;
comment on function app_public.delete_lesson(uuid) is
  'Deletes a lesson with its text, its comments and what people completed of it. By those who write its item; once that was published, by its authors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_lesson(uuid) to newline_visitor;
