-- A large site without random numbers, for plans and for measures by hand. newline.clips says how many clips there are.
-- Triggers are off, so it needs a superuser. Rows are spread by multiplication, not by chance.
set local session_replication_role = replica;
insert into app_public.users (id, username) select md5('person ' || n)::uuid, 'person-' || n from generate_series(1, 1000) n;
insert into app_public.tags (id, name, slug) select md5('tag ' || n)::uuid, 'Tag ' || n, 'tag-' || n from generate_series(1, 20) n;
-- Every tenth item is a draft, every eleventh only announced.
insert into app_public.courses (id, title, slug, permalink, is_published, is_coming_soon, published_at, created_at)
select md5('course ' || n)::uuid, 'Course ' || n, 'course-' || n, '/courses/course-' || n, n % 10 > 0, n % 11 = 0, now() - n * interval '1 hour', now() - n * interval '1 hour'
from generate_series(1, 1000) n;
insert into app_public.books (id, title, slug, permalink, is_published, is_coming_soon, published_at, created_at)
select md5('book ' || n)::uuid, 'Book ' || n, 'book-' || n, '/books/book-' || n, n % 10 > 0, n % 11 = 0, now() - n * interval '1 hour', now() - n * interval '1 hour'
from generate_series(1, 300) n;
insert into app_public.articles (id, title, slug, is_published, published_at, created_at)
select md5('article ' || n)::uuid, 'Article ' || n, 'article-' || n, n % 10 > 0, now() - n * interval '1 hour', now() - n * interval '1 hour' from generate_series(1, 2000) n;
insert into app_public.taggings (tag_id, course_id) select md5('tag ' || 1 + n * 7 % 20)::uuid, md5('course ' || n)::uuid from generate_series(1, 1000) n;
insert into app_public.taggings (tag_id, book_id) select md5('tag ' || 1 + n * 7 % 20)::uuid, md5('book ' || n)::uuid from generate_series(1, 300) n;
insert into app_public.taggings (tag_id, article_id) select md5('tag ' || 1 + n * 7 % 20)::uuid, md5('article ' || n)::uuid from generate_series(1, 2000) n;
-- A third of the clips belong to books; every twentieth has no video yet.
insert into app_public.clips (id, title, video_url, is_short, course_id, book_id, created_at)
select md5('clip ' || n)::uuid, 'Clip ' || n, case when n % 20 > 0 then 'local:clip' end, n % 3 > 0,
  case when n % 3 > 0 then md5('course ' || 1 + n::bigint * 7919 % 1000)::uuid end, case when n % 3 = 0 then md5('book ' || 1 + n::bigint * 7919 % 300)::uuid end,
  now() - n * interval '1 second'
from generate_series(1, current_setting('newline.clips')::int) n;
update app_public.clips k set is_listed = i.is_shown_publicly, visible_from = app_private.visible_from(null, i.is_coming_soon, i.is_published, i.published_at)
from (select id, is_coming_soon, is_published, published_at, is_shown_publicly from app_public.courses
  union all select id, is_coming_soon, is_published, published_at, is_shown_publicly from app_public.books) i where i.id = coalesce(k.course_id, k.book_id);
insert into app_public.clip_likes (clip_id, user_id) select md5('clip ' || n)::uuid, md5('person ' || 1 + n % 1000)::uuid from generate_series(1, 10000) n;
-- One clip under which ten thousand comments stand, half of them in one discussion; every other one there is a reply.
insert into app_public.discussions (id, clip_id, created_at)
select md5('discussion ' || n)::uuid, md5('clip ' || case when n <= 500 then 2 else n end)::uuid, now() - n * interval '1 minute' from generate_series(1, 5000) n;
insert into app_public.comments (id, discussion_id, user_id, parent_id, body_delta, body_markdown, body_html, created_at)
select md5('comment ' || n)::uuid, md5('discussion ' || case when n <= 5000 then 1 else 1 + n % 500 end)::uuid, md5('person ' || 1 + n % 1000)::uuid,
  case when n <= 5000 and n % 2 = 0 then md5('comment ' || n - 1)::uuid end, '{"type":"doc","content":[]}', 'Words', '<p>Words</p>', now() + n * interval '1 second'
from generate_series(1, 10000) n;
insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
select md5('discussion ' || n)::uuid, md5('person 1')::uuid, '{"type":"doc","content":[]}', 'Words', '<p>Words</p>' from generate_series(501, 5000) n;
set local session_replication_role = origin;
