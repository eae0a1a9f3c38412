--! Previous: sha1:37179c7091f439e4bdab4896bfc5f5a02227a2fd
--! Hash: sha1:dd33d0213750b017975c9f352d2cb686bb259f2d

-- The library: what a person enrolled in, chosen, counted, sorted and paged in one statement that runs as that person.

create function app_private.fold_title(words text) returns text
language sql stable security definer parallel safe set search_path = pg_catalog, pg_temp as $$
  select lower(extensions.unaccent('extensions.unaccent', words))
$$;
comment on function app_private.fold_title(text) is 'Words without case and accents, as titles are compared by.';
grant execute on function app_private.fold_title(text) to newline_visitor;

-- A pattern for a word of a hundred letters and more is refused by PostgreSQL as too complex.
create function app_private.near_pattern(word text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case when length(word) not between 4 and 30 then '\m' || word else '\m(' || (
    select string_agg(distinct v.spelling, '|') from generate_series(0, length(word)) n, lateral (values
      (case when n > 0 then left(word, n - 1) || '[[:alnum:]]' || substr(word, n + 1) end), -- a wrong letter
      (left(word, n) || '[[:alnum:]]' || substr(word, n + 1)), -- a letter that is missing
      (case when n > 0 then left(word, n - 1) || substr(word, n + 1) end), -- a letter too many
      (case when n between 1 and length(word) - 1 -- two letters in each other's place
        then left(word, n - 1) || substr(word, n + 1, 1) || substr(word, n, 1) || substr(word, n + 2) end)) v (spelling)
  ) || ')' end
$$;
comment on function app_private.near_pattern(text) is
  'A pattern for the words that begin like this one (letters and digits alone) or are one letter away from it: wrong, missing, too many, swapped. A word of up to three letters, or of more than 30, has to be right.';
grant execute on function app_private.near_pattern(text) to newline_visitor;

create type app_public.library_sort as enum ('RECENTLY_ACCESSED', 'RECENTLY_ENROLLED', 'TITLE_ASC', 'TITLE_DESC');
comment on type app_public.library_sort is 'Order of a library.';

create type app_public.library_kind as enum ('BOOK', 'COURSE', 'MASTERCLASS');
comment on type app_public.library_kind is 'What an item of a library is. A masterclass is a course, too.';

create type app_public.library_status as enum ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED');
comment on type app_public.library_status is
  'How far somebody is with an item. COMPLETED: every lesson is completed. IN_PROGRESS: at least one is, or a part of one was watched or read. NOT_STARTED: neither, or there are no lessons.';

create type app_public.lesson_state as enum ('OPEN', 'STARTED', 'DONE');
comment on type app_public.lesson_state is 'How far somebody is with a lesson: nothing yet, a part of it, completed.';

create type app_public.library_item as (
  id uuid,
  is_book boolean,
  is_masterclass boolean,
  is_bootcamp boolean,
  is_live_workshop boolean,
  title text,
  permalink text,
  topic app_public.topic,
  poster_image_url text,
  technologies text[],
  instructors text[],
  status app_public.library_status,
  lesson_states app_public.lesson_state[],
  continue_path text,
  continue_title text,
  continue_number int,
  continue_seconds int,
  completed_at timestamptz,
  enrolled_at timestamptz,
  accessed_at timestamptz
);
comment on type app_public.library_item is 'A course or a book in the signed-in person''s library.';
comment on column app_public.library_item.id is 'The id of the course or book.';
comment on column app_public.library_item.is_book is 'True for a book, false for a course.';
comment on column app_public.library_item.is_masterclass is 'True for a course that is a masterclass.';
comment on column app_public.library_item.is_bootcamp is 'Labelled Bootcamp.';
comment on column app_public.library_item.is_live_workshop is 'Labelled Workshop.';
comment on column app_public.library_item.title is 'Its title.';
comment on column app_public.library_item.permalink is 'The path of its page.';
comment on column app_public.library_item.topic is 'Chooses the printed colours of its cover.';
comment on column app_public.library_item.poster_image_url is 'Its cover; null without one.';
comment on column app_public.library_item.technologies is 'Names of its technologies, those with an icon first, as they were given.';
comment on column app_public.library_item.instructors is 'Names of its authors, in their order.';
comment on column app_public.library_item.status is 'How far the person is.';
comment on column app_public.library_item.lesson_states is
  'How far the person is with each lesson, in the order of the outline, without change logs.';
comment on column app_public.library_item.continue_path is
  'The page to go on at: the lesson that was opened last, or the first one not completed after it; null when all are completed or there are none.';
comment on column app_public.library_item.continue_title is 'The title of that lesson.';
comment on column app_public.library_item.continue_number is 'Its number in the outline, from 1.';
comment on column app_public.library_item.continue_seconds is 'The second of its video to resume at; null before anything was watched.';
comment on column app_public.library_item.completed_at is 'When the last lesson was completed; null unless status is COMPLETED.';
comment on column app_public.library_item.enrolled_at is 'When the person enrolled.';
comment on column app_public.library_item.accessed_at is 'When the person last opened one of its lessons, or enrolled.';

create type app_public.library_filter_group as enum ('STATUS', 'KIND', 'TECHNOLOGY', 'INSTRUCTOR');
comment on type app_public.library_filter_group is 'What a filter looks at. Filters of one group widen the choice, those of another narrow it.';

create type app_public.library_filter as (
  filter_group app_public.library_filter_group,
  value text,
  label text,
  icon text,
  count int
);
comment on type app_public.library_filter is 'Something a library can be filtered by.';
comment on column app_public.library_filter.filter_group is 'What it looks at.';
comment on column app_public.library_filter.value is 'What to ask for: a status, a kind, the slug of a technology, the user name of an instructor.';
comment on column app_public.library_filter.label is 'What it is called.';
comment on column app_public.library_filter.icon is 'TECHNOLOGY: the key in the icon map; null for others.';
comment on column app_public.library_filter.count is
  'How many items of the library have it, among those that the search and the other groups let through.';

create type app_public.library as (
  items app_public.library_item[],
  filters app_public.library_filter[],
  matches_count int,
  items_count int,
  completed_count int,
  is_nearly boolean,
  is_today_counted boolean
);
comment on type app_public.library is
  'The signed-in person''s courses and books: a page of those that were asked for, and what they can be filtered by.';
comment on column app_public.library.items is 'A page of what matches.';
comment on column app_public.library.filters is
  'What can be filtered by: all statuses and kinds, the 9 most frequent technologies that have an icon, every instructor, and whatever was asked for.';
comment on column app_public.library.matches_count is 'How many items match, on all pages.';
comment on column app_public.library.items_count is 'How many items there are without any filter.';
comment on column app_public.library.completed_count is 'How many of those are completed.';
comment on column app_public.library.is_nearly is 'True when no title has the words of the search and titles were taken that are one letter away.';
comment on column app_public.library.is_today_counted is 'True when today is already a day of the streak.';

-- What is said of the items on a shelf is looked up from the items: by tags and by people every tagging and every contribution of the
-- site went through its policies, which was a third of the statement.
create function app_public.library(sort app_public.library_sort default 'RECENTLY_ACCESSED', search text default null,
  statuses app_public.library_status[] default null, kinds app_public.library_kind[] default null,
  technologies text[] default null, instructors text[] default null, first int default 20, skip int default 0)
returns app_public.library
language sql stable as $$
  with me as materialized (
    select app_public.current_user_id() as id
  ), shelf as materialized (
    select c.id, false as is_book, c.is_masterclass, c.is_bootcamp, c.is_live_workshop, c.title, c.permalink, c.topic, c.poster_image_url,
      '/courses/' || c.slug || '/' as folder, c.lessons_count, e.created_at as enrolled_at, e.last_accessed_at as accessed_at
    from app_public.enrollments e join app_public.courses c on c.id = e.course_id where e.user_id = (select id from me)
    union all
    select b.id, true, false, b.is_bootcamp, b.is_live_workshop, b.title, b.permalink, b.topic, b.poster_image_url,
      '/books/' || b.slug || '/', b.lessons_count, e.created_at, e.last_accessed_at
    from app_public.enrollments e join app_public.books b on b.id = e.book_id where e.user_id = (select id from me)
  ), lines as materialized ( -- of all items, looked through once
    select s.id as item, o.id as place, o.lesson_id, o.position from shelf s
      join app_public.course_lessons o on o.course_id = s.id join app_public.lessons l on l.id = o.lesson_id
      where not s.is_book and l.role <> 'CHANGELOG'
    union all
    select s.id, o.id, o.lesson_id, o.position from shelf s
      join app_public.book_lessons o on o.book_id = s.id join app_public.lessons l on l.id = o.lesson_id
      where s.is_book and l.role <> 'CHANGELOG'
  ), own as materialized (
    select coalesce(p.course_lesson_id, p.book_lesson_id) as place, p.created_at as at from app_public.user_progresses p where p.user_id = (select id from me)
  ), activities as materialized (
    select a.lesson_id, a.position_seconds, a.updated_at, a.watched_seconds <> '{}' or a.read_block_ids <> '{}' as is_begun
    from app_public.lesson_activities a where a.user_id = (select id from me)
  ), done as materialized (
    select n.item, count(*) as lessons, max(w.at) as at from own w join lines n on n.place = w.place group by n.item
  ), begun as materialized (
    select distinct n.item from activities a join lines n on n.lesson_id = a.lesson_id where a.is_begun
  ), tagged as materialized (
    select g.id, g.created_at as tagged_at, s.id as item, t.slug::text as slug, t.name, t.icon
      from shelf s join app_public.taggings g on g.course_id = s.id join app_public.tags t on t.id = g.tag_id where not s.is_book and not t.is_category
    union all
    select g.id, g.created_at, s.id, t.slug::text, t.name, t.icon
      from shelf s join app_public.taggings g on g.book_id = s.id join app_public.tags t on t.id = g.tag_id where s.is_book and not t.is_category
  ), written as materialized (
    select s.id as item, u.username::text as username, app_public.users_display_name(u) as name, n.position
      from shelf s join app_public.contributions n on n.course_id = s.id join app_public.users u on u.id = n.user_id where not s.is_book and n.title = 'AUTHOR'
    union all
    select s.id, u.username::text, app_public.users_display_name(u), n.position
      from shelf s join app_public.contributions n on n.book_id = s.id join app_public.users u on u.id = n.user_id where s.is_book and n.title = 'AUTHOR'
  ), words as materialized (
    select word from regexp_split_to_table(app_private.fold_title(left(btrim(search), 200)), '\s+') word where word <> '' limit 12
  ), near as materialized (
    select app_private.near_pattern(word) as pattern
    from regexp_split_to_table(app_private.fold_title(left(btrim(search), 200)), '[^[:alnum:]]+') word where word <> '' limit 12
  ), folded as materialized (
    select s.id, app_private.fold_title(s.title) as title from shelf s where exists (select from words)
  ), exact as materialized (
    select f.id from folded f where not exists (select from words w where position(w.word in f.title) = 0)
  ), called as materialized (
    select id from exact
    union all
    select f.id from folded f where not exists (select from exact) and exists (select from near)
      and not exists (select from near n where f.title !~ n.pattern)
  ), rated as materialized (
    select s.*, d.at as done_at,
      case when s.lessons_count > 0 and d.lessons >= s.lessons_count then 'COMPLETED'
        when d.lessons > 0 or s.id in (select item from begun) then 'IN_PROGRESS' else 'NOT_STARTED' end::app_public.library_status as status,
      (select array_agg(t.slug) from tagged t where t.item = s.id) as slugs,
      (select array_agg(w.username) from written w where w.item = s.id) as usernames
    from shelf s left join done d on d.item = s.id
  ), judged as materialized (
    select r.*,
      not exists (select from words) or r.id in (select id from called) as by_search,
      coalesce(cardinality(statuses), 0) = 0 or r.status = any (statuses) as by_status,
      coalesce(cardinality(kinds), 0) = 0 or (r.is_book and 'BOOK' = any (kinds)) or (not r.is_book and 'COURSE' = any (kinds))
        or (r.is_masterclass and 'MASTERCLASS' = any (kinds)) as by_kind,
      coalesce(cardinality(technologies), 0) = 0 or coalesce(r.slugs && technologies, false) as by_technology,
      coalesce(cardinality(instructors), 0) = 0 or coalesce(r.usernames && instructors, false) as by_instructor
    from rated r
  ), page as materialized (
    select j.*, row_number() over (order by
      case when sort = 'RECENTLY_ACCESSED' then j.accessed_at when sort = 'RECENTLY_ENROLLED' then j.enrolled_at end desc nulls last,
      case when sort <> 'TITLE_DESC' then j.title end collate "und-x-icu",
      case when sort = 'TITLE_DESC' then j.title end collate "und-x-icu" desc, j.id) as place
    from judged j where by_search and by_status and by_kind and by_technology and by_instructor
    order by place offset greatest(coalesce(skip, 0), 0) limit least(greatest(coalesce(first, 20), 0), 100)
  ), outline as materialized (
    select o.item, o.lesson_id, o.number, a.position_seconds, w.place is not null as is_done, coalesce(a.is_begun, false) as is_begun,
      row_number() over (partition by o.item order by a.updated_at desc nulls last, o.number) = 1 and a.lesson_id is not null as is_latest
    from (
      select n.item, n.place, n.lesson_id, row_number() over (partition by n.item order by n.position)::int as number
      from lines n where n.item in (select id from page)) o
    left join activities a on a.lesson_id = o.lesson_id
    left join own w on w.place = o.place
  ), filters as materialized (
    select 'STATUS'::app_public.library_filter_group as filter_group, v.value::text as value, null::text as label, null::text as icon, v.n as rank,
      (select count(*) from judged j where j.status = v.value and by_search and by_kind and by_technology and by_instructor)::int as count
    from unnest(enum_range(null::app_public.library_status)) with ordinality as v (value, n)
    union all
    select 'KIND', v.value::text, null, null, v.n,
      (select count(*) from judged j where by_search and by_status and by_technology and by_instructor
        and case v.value when 'BOOK' then j.is_book when 'COURSE' then not j.is_book else j.is_masterclass end)::int
    from unnest(enum_range(null::app_public.library_kind)) with ordinality as v (value, n)
    union all
    select 'TECHNOLOGY', t.slug, t.name, t.icon, t.rank,
      (select count(*) from judged j where t.slug = any (j.slugs) and by_search and by_status and by_kind and by_instructor)::int
    from (
      select slug, name, icon, row_number() over (order by icon is null, count(*) desc, name) as rank from tagged group by slug, name, icon) t
    where (t.icon is not null and t.rank <= 9) or t.slug = any (technologies)
    union all
    select 'INSTRUCTOR', w.username, w.name, null, row_number() over (order by w.name collate "und-x-icu", w.username),
      (select count(*) from judged j where w.username = any (j.usernames) and by_search and by_status and by_kind and by_technology)::int
    from (select distinct username, name from written) w
  )
  select row(
    array(
      select row(p.id, p.is_book, p.is_masterclass, p.is_bootcamp, p.is_live_workshop, p.title, p.permalink, p.topic, p.poster_image_url,
        array(select t.name from tagged t where t.item = p.id order by t.icon is null, t.tagged_at, t.id),
        array(select w.name from written w where w.item = p.id order by w.position, w.name),
        p.status,
        array(select case when o.is_done then 'DONE' when o.is_begun then 'STARTED' else 'OPEN' end::app_public.lesson_state
          from outline o where o.item = p.id order by o.number),
        p.folder || l.slug, l.title, n.number, n.position_seconds,
        case when p.status = 'COMPLETED' then p.done_at end, p.enrolled_at, p.accessed_at)::app_public.library_item
      from page p left join lateral (
        select o.* from outline o where o.item = p.id and not o.is_done
        order by o.is_latest desc, o.number > coalesce((select q.number from outline q where q.item = p.id and q.is_latest), 0) desc, o.number
        limit 1) n on true left join app_public.lessons l on l.id = n.lesson_id
      order by p.place),
    array(select row(f.filter_group, f.value, f.label, f.icon, f.count)::app_public.library_filter from filters f order by f.filter_group, f.rank),
    (select count(*) from judged where by_search and by_status and by_kind and by_technology and by_instructor)::int,
    (select count(*) from shelf)::int,
    (select count(*) from rated where status = 'COMPLETED')::int,
    not exists (select from exact) and exists (select from called),
    exists (select from app_public.study_days d where d.user_id = (select id from me) and d.day = (select app_private.today()))
  )::app_public.library
  from me where me.id is not null
$$;
comment on function app_public.library(app_public.library_sort, text, app_public.library_status[], app_public.library_kind[], text[], text[], int, int) is
  'The signed-in person''s courses and books; null for a visitor. What is given in one list widens the choice, each list narrows it: statuses, kinds, slugs of technologies, user names of instructors, words of the title. At most 100 at a time.';
grant execute on function app_public.library(app_public.library_sort, text, app_public.library_status[], app_public.library_kind[], text[], text[], int, int) to newline_visitor;
