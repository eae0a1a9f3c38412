--! Previous: sha1:387400683e5c8375eda77d92eddccb0209253244
--! Hash: sha1:16cfe8943907c28d104da15881f69d4e56562188

-- What the explore page adds to the lists of 000011-lists.sql: how many titles a category has, books by rank, and how long a title takes.

create function app_public.tags_num_titles(tag app_public.tags) returns int
language sql stable as $$
  select (
    (select count(*) from app_public.taggings g join app_public.courses c on c.id = g.course_id
      where g.tag_id = tag.id and c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly)
    + (select count(*) from app_public.taggings g join app_public.books b on b.id = g.book_id
      where g.tag_id = tag.id and b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly)
    + (select count(*) from app_public.taggings g join app_public.articles a on a.id = g.article_id
      where g.tag_id = tag.id and a.is_published and a.published_at <= now() and a.archived_at is null and a.is_shown_publicly))::int
$$;
comment on function app_public.tags_num_titles(app_public.tags) is 'How many published, listed courses, books and articles have the tag. Derived.';

create type app_public.book_ranking as enum ('MOST_RECENT', 'MOST_POPULAR', 'HIGHEST_RATED', 'COMING_SOON');
comment on type app_public.book_ranking is
  'The tabs of the books explorer: by date of publication; by the total of the progress counts of their chapters; by their number of testimonials; those that are announced.';

create function app_public.ranked_books(ranking app_public.book_ranking) returns setof app_public.books
language sql stable as $$
  select b.* from app_public.books b
  where b.archived_at is null and b.is_shown_publicly
    and case when ranking = 'COMING_SOON' then b.is_coming_soon
      else not b.is_coming_soon and b.is_published and not b.is_early_access and b.published_at <= now() end
  order by
    case when ranking = 'MOST_POPULAR' then (select coalesce(sum(l.progress_count), 0) from app_public.book_lessons l where l.book_id = b.id) end desc,
    case when ranking = 'HIGHEST_RATED' then b.reviews_count end desc,
    b.published_at desc nulls last, b.id desc
$$;
comment on function app_public.ranked_books(app_public.book_ranking) is
  'Listed books in the order of a tab of the books explorer. Published ones only (isPublished and not isEarlyAccess), for COMING_SOON those announced.';

create function app_public.books_video_seconds(book app_public.books) returns int
language sql stable as $$
  select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.book_id = book.id
$$;
create function app_public.courses_video_seconds(course app_public.courses) returns int
language sql stable as $$
  select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.course_id = course.id
$$;
comment on function app_public.books_video_seconds(app_public.books) is 'Seconds of video in its chapters together; 0 for none. Derived.';
comment on function app_public.courses_video_seconds(app_public.courses) is 'Seconds of video in its lessons together; 0 for none. Derived.';
grant execute on function app_public.tags_num_titles(app_public.tags), app_public.ranked_books(app_public.book_ranking),
  app_public.books_video_seconds(app_public.books), app_public.courses_video_seconds(app_public.courses) to newline_visitor;
