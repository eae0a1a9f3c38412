-- A library of 300 items for the person newline.reader: what is asked of it is far beyond the first page. Item n is
-- a book when 3 divides n, else a course (a masterclass for every 20th); it has the technology k when k + 1 divides n; instructor n % 12 wrote it;
-- it was enrolled in n hours ago and opened (n * 101) % 300 minutes ago. With n % 4: 0 nothing, 1 one lesson completed, 2 all, 3 a part watched.
-- With newline.library_mark its addresses and technologies are this library's own and its items are in no list, so that a site can have several of them.
create temp table items as
  select n, md5('library item ' || mark || n)::uuid as id, mark || n as slug, mark, n % 3 = 0 as is_book,
    case n when 277 then 'Décades of Quiet Queues' when 278 then 'zebra crossings' when 279 then 'aardvark' when 280 then 'React, 100% of It'
      else 'Measured ' || (array['Tide', 'Lamp', 'Harbour', 'Ledger', 'Orchard', 'Signal', 'Tower', 'Window', 'Anchor', 'Bridge'])[1 + n % 10] || ' ' || lpad(n::text, 3, '0') end as title
  from generate_series(1, 300) n, coalesce(current_setting('newline.library_mark', true), '') mark;
insert into app_public.tags (name, slug, icon) select 'Technology ' || mark || k, 'technology-' || mark || k, case when k <> 2 then 'go' end
  from generate_series(1, 12) k, items where n = 1;
insert into auth."user" ("name", "email", "emailVerified") select 'Instructor ' || chr(65 + k), 'instructor' || mark || k || '@example.com', true
  from generate_series(0, 11) k, items where n = 1;
insert into app_public.courses (id, title, slug, permalink, is_published, published_at, is_masterclass, is_shown_publicly)
  select id, title, 'library-' || slug, '/courses/library-' || slug, true, now() - interval '1 year', n % 20 = 1, mark = '' from items where not is_book;
insert into app_public.books (id, title, slug, permalink, is_published, published_at, is_shown_publicly)
  select id, title, 'library-' || slug, '/books/library-' || slug, true, now() - interval '1 year', mark = '' from items where is_book;
insert into app_public.taggings (course_id, book_id, tag_id)
  select case when not i.is_book then i.id end, case when i.is_book then i.id end, t.id from items i
  join generate_series(1, 12) k on i.n % (k + 1) = 0 join app_public.tags t on t.slug = 'technology-' || mark || k;
insert into app_public.contributions (course_id, book_id, user_id)
  select case when not i.is_book then i.id end, case when i.is_book then i.id end, u.id
  from items i join auth."user" u on u."email" = 'instructor' || mark || i.n % 12 || '@example.com';
insert into app_public.lessons (id, course_id, book_id, title, slug, role, video_duration)
  select md5(i.id::text || k)::uuid, case when not i.is_book then i.id end, case when i.is_book then i.id end, 'Part ' || k, 'part-' || k,
    (case k when 3 then 'CHANGELOG' else 'LESSON' end)::app_public.lesson_role, 100
  from items i, generate_series(1, 3) k;
insert into app_public.course_lessons (course_id, lesson_id, position) select i.id, md5(i.id::text || k)::uuid, k from items i, generate_series(1, 3) k where not i.is_book;
insert into app_public.book_lessons (book_id, lesson_id, position) select i.id, md5(i.id::text || k)::uuid, k from items i, generate_series(1, 3) k where i.is_book;
insert into app_public.enrollments (user_id, course_id, book_id, created_at, last_accessed_at)
  select current_setting('newline.reader')::uuid, case when not is_book then id end, case when is_book then id end,
    now() - n * interval '1 hour', now() - (n * 101) % 300 * interval '1 minute' from items;
insert into app_public.user_progresses (user_id, course_lesson_id, book_lesson_id)
  select current_setting('newline.reader')::uuid, c.id, b.id from items i
  cross join generate_series(1, 3) k
  left join app_public.course_lessons c on c.course_id = i.id and c.position = k
  left join app_public.book_lessons b on b.book_id = i.id and b.position = k
  where (i.n % 4 = 1 and k = 1) or (i.n % 4 = 2 and k < 3) or (i.n % 4 = 0 and k = 3);
insert into app_public.lesson_activities (user_id, lesson_id, position_seconds, watched_seconds)
  select current_setting('newline.reader')::uuid, md5(id::text || 2)::uuid, 42, '{[0,43)}' from items where n % 4 = 3;
-- A page that was only opened is no progress, nor is a change log.
insert into app_public.lesson_activities (user_id, lesson_id) select current_setting('newline.reader')::uuid, md5(id::text || 1)::uuid from items where n % 4 = 0;
insert into app_public.lesson_activities (user_id, lesson_id, watched_seconds)
  select current_setting('newline.reader')::uuid, md5(id::text || 3)::uuid, '{[0,43)}' from items where n % 4 = 0;
drop table items;
