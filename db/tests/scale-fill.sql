-- A site as it becomes after years, without random numbers: 200,000 users, 20,000 lessons, 125,000 discussions, 500,000 comments and 300,000
-- notifications at newline.scale = 1000, and a thousandth of that for each one less. It is put beside the demo or into an empty database.
-- Triggers are off, so it needs a superuser. Rows are spread by multiplication, not by chance.
set local session_replication_role = replica;
create temp table scale on commit drop as select current_setting('newline.scale')::int as n;
insert into app_public.users (id, username, name, created_at)
select md5('scale person ' || n)::uuid, 'scale-person-' || n, 'Person ' || n, now() - n * interval '1 minute' from generate_series(1, (select n from scale) * 200) n;
insert into app_public.user_settings (user_id) select md5('scale person ' || n)::uuid from generate_series(1, (select n from scale) * 200) n;
insert into app_public.permalinks (path, user_id) select '/scale-person-' || n, md5('scale person ' || n)::uuid from generate_series(1, (select n from scale) * 200) n;
-- Two of three items are courses. Every tenth is a draft, every eleventh only announced.
insert into app_public.courses (id, title, slug, permalink, summary, is_published, is_coming_soon, published_at, created_at, lessons_count)
select md5('scale course ' || n)::uuid, 'Course ' || n, 'scale-course-' || n, '/courses/scale-course-' || n, 'A course that is there to be counted.', n % 10 > 0, n % 11 = 0,
  now() - n * interval '1 hour', now() - n * interval '1 hour', 20
from generate_series(1, greatest((select n from scale) * 2 / 3, 2)) n;
insert into app_public.books (id, title, slug, permalink, summary, is_published, is_coming_soon, published_at, created_at, lessons_count)
select md5('scale book ' || n)::uuid, 'Book ' || n, 'scale-book-' || n, '/books/scale-book-' || n, 'A book that is there to be counted.', n % 10 > 0, n % 11 = 0,
  now() - n * interval '1 hour', now() - n * interval '1 hour', 20
from generate_series(1, greatest((select n from scale) / 3, 1)) n;
insert into app_public.articles (id, title, slug, summary, is_published, published_at, created_at)
select md5('scale article ' || n)::uuid, 'Article ' || n, 'scale-article-' || n, 'An article that is there to be counted.', n % 10 > 0, now() - n * interval '1 hour', now() - n * interval '1 hour'
from generate_series(1, (select n from scale) * 15) n;
create temp table scale_items on commit drop as
  select 'course'::text as kind, id, row_number() over (order by created_at desc) as n from app_public.courses where slug like 'scale-course-%'
  union all select 'book', id, row_number() over (order by created_at desc) from app_public.books where slug like 'scale-book-%';
insert into app_public.lessons (id, course_id, book_id, title, slug)
select md5('scale ' || i.kind || i.n || ' lesson ' || l)::uuid, case when i.kind = 'course' then i.id end, case when i.kind = 'book' then i.id end, 'Lesson ' || l, 'lesson-' || l
from scale_items i, generate_series(1, 20) l;
insert into app_public.course_lessons (course_id, lesson_id, position)
select i.id, md5('scale course' || i.n || ' lesson ' || l)::uuid, l from scale_items i, generate_series(1, 20) l where i.kind = 'course';
insert into app_public.book_lessons (book_id, lesson_id, position)
select i.id, md5('scale book' || i.n || ' lesson ' || l)::uuid, l from scale_items i, generate_series(1, 20) l where i.kind = 'book';
-- Three authors an item, one an article; the first thousand people write.
insert into app_public.contributions (user_id, course_id, book_id, position)
select md5('scale person ' || 1 + (i.n * 7 + p * 13 + case when i.kind = 'book' then 3 else 0 end) % least((select n from scale) * 50, 1000))::uuid,
  case when i.kind = 'course' then i.id end, case when i.kind = 'book' then i.id end, p
from scale_items i, generate_series(0, 2) p on conflict do nothing;
insert into app_public.contributions (user_id, article_id)
select md5('scale person ' || 1 + n % least((select n from scale) * 50, 1000))::uuid, md5('scale article ' || n)::uuid from generate_series(1, (select n from scale) * 15) n;
-- Each title has one of the tags that there are.
create temp table scale_tags on commit drop as select id, row_number() over (order by slug) - 1 as n, count(*) over () as total from app_public.tags;
insert into app_public.taggings (tag_id, article_id) select t.id, md5('scale article ' || g)::uuid from generate_series(1, (select n from scale) * 15) g join scale_tags t on t.n = g % t.total;
insert into app_public.taggings (tag_id, course_id, book_id)
select t.id, case when i.kind = 'course' then i.id end, case when i.kind = 'book' then i.id end from scale_items i join scale_tags t on t.n = i.n % t.total;
insert into app_public.clips (id, title, video_url, is_short, course_id, book_id, is_listed, visible_from, created_at)
select md5('scale clip ' || g)::uuid, 'Clip ' || g, case when g % 20 > 0 then 'local:clip' end, g % 3 > 0, case when i.kind = 'course' then i.id end,
  case when i.kind = 'book' then i.id end, true, now() - g * interval '1 second', now() - g * interval '1 second'
from generate_series(1, (select n from scale) * 20) g
join (select *, row_number() over (order by kind, n) as place, count(*) over () as total from scale_items) i on i.place = 1 + g % i.total;
insert into app_public.enrollments (user_id, course_id)
select md5('scale person ' || g)::uuid, i.id from generate_series(1, (select n from scale) * 200) g
join (select *, count(*) over () as total from scale_items where kind = 'course') i on i.n = 1 + g % i.total;
insert into app_public.user_progresses (user_id, course_lesson_id)
select e.user_id, o.id from app_public.enrollments e join app_public.course_lessons o on o.course_id = e.course_id and o.position <= 3
where exists (select from scale_items i where i.id = e.course_id);
insert into app_public.lesson_activities (user_id, lesson_id)
select e.user_id, o.lesson_id from app_public.enrollments e join app_public.course_lessons o on o.course_id = e.course_id and o.position <= 3
where exists (select from scale_items i where i.id = e.course_id);
-- Two notes on each lesson that someone opened.
insert into app_public.notes (id, user_id, key, lesson_id, item_id, item_title, part_title, quote, body)
select md5('scale note ' || a.user_id || a.lesson_id || n)::uuid, a.user_id, md5('scale key ' || a.user_id || a.lesson_id || n)::uuid, a.lesson_id, e.course_id,
  'Course', 'Lesson', 'words', case when n = 1 then 'A note.' end
from app_public.enrollments e join app_public.course_lessons o on o.course_id = e.course_id
  join app_public.lesson_activities a on a.user_id = e.user_id and a.lesson_id = o.lesson_id, generate_series(1, 2) n
where exists (select from scale_items i where i.id = e.course_id);
insert into app_private.note_anchors (note_id, range_from, range_to, text_version, block_id, end_block_id, quoted_letters, kept_letters)
select n.id, 1, 6, 1, 'aaaaa', 'aaaaa', 5, 5 from app_public.notes n where n.quote = 'words';
insert into app_public.clip_likes (clip_id, user_id)
select md5('scale clip ' || 1 + n::bigint * 7 % ((select n from scale) * 20))::uuid, md5('scale person ' || n)::uuid from generate_series(1, (select n from scale) * 200) n;
-- Three of five discussions are about lessons, the others about clips and articles. Four comments in each; every second one is a reply.
insert into app_public.discussions (id, lesson_id, article_id, clip_id, comments_count, is_answered, last_comment_at, created_at)
select md5('scale discussion ' || n)::uuid,
  case when n % 5 < 3 then md5('scale course' || 1 + n % greatest((select n from scale) * 2 / 3, 2) || ' lesson ' || 1 + n / 7 % 20)::uuid end,
  case when n % 5 = 3 then md5('scale article ' || 1 + n % ((select n from scale) * 15))::uuid end,
  case when n % 5 = 4 then md5('scale clip ' || 1 + n % ((select n from scale) * 20))::uuid end,
  4, n % 4 > 0, now() - n * interval '1 minute', now() - n * interval '2 minutes'
from generate_series(1, (select n from scale) * 125) n;
-- One person has written a great deal of it.
insert into app_public.comments (id, discussion_id, user_id, parent_id, body_delta, body_markdown, body_html, deleted, deleted_at, created_at)
select md5('scale comment ' || n)::uuid, md5('scale discussion ' || (n + 3) / 4)::uuid,
  md5('scale person ' || case when n % 250 = 1 then 1 else 1 + n::bigint * 31 % ((select n from scale) * 200) end)::uuid,
  case when n % 2 = 0 then md5('scale comment ' || n - 1)::uuid end,
  case when n % 50 > 0 then '{"type":"doc","attrs":{"version":1},"content":[{"type":"paragraph","content":[{"type":"text","text":"Words of a comment, as long as most are."}]}]}'::jsonb end,
  case when n % 50 > 0 then 'Words of a comment, as long as most are.' end, case when n % 50 > 0 then '<p>Words of a comment, as long as most are.</p>' end,
  n % 50 = 0, case when n % 50 = 0 then now() end, now() - (n + 3) / 4 * interval '1 minute' + n % 4 * interval '1 second'
from generate_series(1, (select n from scale) * 500) n;
insert into app_public.notices (user_id, kind, discussion_id, comment_id, actor_id, read_at, is_waiting, created_at)
select md5('scale person ' || case when n % 100 = 1 then 1 else 1 + n::bigint * 17 % ((select n from scale) * 200) end)::uuid, 'REPLY', c.discussion_id, c.id, c.user_id,
  case when n % 3 > 0 then now() end, false, now() - n * interval '1 minute'
from generate_series(1, (select n from scale) * 300) n join app_public.comments c on c.id = md5('scale comment ' || n)::uuid;
insert into app_public.comment_reactions (comment_id, user_id, kind)
select md5('scale comment ' || n)::uuid, md5('scale person ' || 1 + n::bigint * 11 % ((select n from scale) * 200))::uuid, 'THANKS' from generate_series(1, (select n from scale) * 250) n where n % 50 > 0;
-- Twenty comments wait for a moderator, whatever the size of the site.
insert into app_public.comment_reports (comment_id, user_id, reason, decided_at)
select md5('scale comment ' || n * 13 + 1)::uuid, md5('scale person ' || n)::uuid, 'SPAM', case when n > 20 then now() end from generate_series(1, (select n from scale) * 5 + 20) n
where n * 13 + 1 <= (select n from scale) * 500;
insert into app_public.testimonials (user_id, course_id, rating, quote_md, slug)
select md5('scale person ' || g)::uuid, i.id, 1 + g % 5, 'A review that is there to be counted.', 'scale-review-' || g from generate_series(1, (select n from scale) * 20) g
join (select *, count(*) over () as total from scale_items where kind = 'course') i on i.n = 1 + g % i.total;
-- The counters that triggers would have kept, for what is deleted later.
update app_public.courses c set students_count = n.count from (select course_id, count(*) from app_public.enrollments group by 1) n where n.course_id = c.id and c.slug like 'scale-course-%';
update app_public.courses c set reviews_count = n.count, rating_count = n.count, rating_sum = n.sum
from (select course_id, count(*), sum(rating) from app_public.testimonials group by 1) n where n.course_id = c.id and c.slug like 'scale-course-%';
update app_public.course_lessons o set progress_count = n.count
from (select course_lesson_id, count(*) from app_public.user_progresses group by 1) n join app_public.course_lessons x on x.id = n.course_lesson_id
join app_public.courses c on c.id = x.course_id where n.course_lesson_id = o.id and c.slug like 'scale-course-%';
update app_public.clips k set likes_count = n.count from (select clip_id, count(*) from app_public.clip_likes group by 1) n where n.clip_id = k.id and k.title like 'Clip %';
update app_public.clips k set comments_count = n.count from (select clip_id, count(*) * 4 as count from app_public.discussions group by 1) n where n.clip_id = k.id and k.title like 'Clip %';
update app_public.comments c set reactions_count = 1, positive_reactions_count = 1 where exists (select from app_public.comment_reactions r where r.comment_id = c.id)
  and c.reactions_count = 0;
update app_public.comments c set replies_count = 1 where c.parent_id is null and c.replies_count = 0 and exists (select from app_public.comments r where r.discussion_id = c.discussion_id and r.parent_id = c.id);
set local session_replication_role = origin;
