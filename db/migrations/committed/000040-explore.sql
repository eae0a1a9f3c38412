--! Previous: sha1:a07566684dd10e89e955a65960a4234a16f8e0b5
--! Hash: sha1:37179c7091f439e4bdab4896bfc5f5a02227a2fd

-- The lists that visitors explore.

create function app_public.courses_by_slugs(slugs text[] default null) returns setof app_public.courses
language sql stable as $$
  select c.* from app_public.courses c
  where c.archived_at is null and c.is_shown_publicly
    and (c.is_coming_soon or (c.is_published and c.published_at <= now() and (slugs is null or c.slug = any (slugs))))
  order by c.published_at desc nulls last, c.id desc
$$;
comment on function app_public.courses_by_slugs(text[]) is
  'Listed courses: published ones with a given slug (null for all of them), and those coming soon.';
grant execute on function app_public.courses_by_slugs(text[]) to newline_visitor;

create function app_public.books_by_slugs(slugs text[] default null) returns setof app_public.books
language sql stable as $$
  select b.* from app_public.books b
  where b.archived_at is null and b.is_shown_publicly
    and (b.is_coming_soon or (b.is_published and b.published_at <= now() and (slugs is null or b.slug = any (slugs))))
  order by b.published_at desc nulls last, b.id desc
$$;
comment on function app_public.books_by_slugs(text[]) is
  'Listed books: published ones with a given slug (null for all of them), and those coming soon.';
grant execute on function app_public.books_by_slugs(text[]) to newline_visitor;

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
grant execute on function app_public.ranked_books(app_public.book_ranking) to newline_visitor;

create function app_private.word_patterns(words text) returns text[]
language sql immutable parallel safe as $$
  select array_agg('%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%' order by length(w) desc)
  from regexp_split_to_table(lower(left(words, 100)), '\s+') as w where w <> ''
$$;
comment on function app_private.word_patterns(text) is 'A pattern for each word, the longest first; null without any. Not granted.';

create function app_private.course_ids_with(words text) returns setof uuid
language sql stable rows 20 security definer set search_path = pg_catalog, pg_temp as $$
  select c.id from app_public.courses c
  where lower(c.title) like (app_private.word_patterns(words))[1] and lower(c.title) like all (app_private.word_patterns(words))
    and c.archived_at is null and c.is_shown_publicly and (c.is_coming_soon or (c.is_published and c.published_at <= now()))
$$;
comment on function app_private.course_ids_with(text) is 'The listed courses with all of the words in their titles.';
grant execute on function app_private.course_ids_with(text) to newline_visitor;

create function app_private.book_ids_with(words text) returns setof uuid
language sql stable rows 20 security definer set search_path = pg_catalog, pg_temp as $$
  select b.id from app_public.books b
  where lower(b.title) like (app_private.word_patterns(words))[1] and lower(b.title) like all (app_private.word_patterns(words))
    and b.archived_at is null and b.is_shown_publicly and (b.is_coming_soon or (b.is_published and b.published_at <= now()))
$$;
comment on function app_private.book_ids_with(text) is 'The listed books with all of the words in their titles.';
grant execute on function app_private.book_ids_with(text) to newline_visitor;

create function app_public.courses_with_words(words text) returns setof app_public.courses
language sql stable strict rows 20 as $$
  select c.* from app_public.courses c where c.id in (select app_private.course_ids_with(words)) order by c.published_at desc nulls last, c.id desc
$$;
comment on function app_public.courses_with_words(text) is
  'Listed courses that have each of the words somewhere in their titles, whatever the case, newest first. Of the words 100 characters count; spaces alone find nothing.';
grant execute on function app_public.courses_with_words(text) to newline_visitor;

create function app_public.books_with_words(words text) returns setof app_public.books
language sql stable strict rows 20 as $$
  select b.* from app_public.books b where b.id in (select app_private.book_ids_with(words)) order by b.published_at desc nulls last, b.id desc
$$;
comment on function app_public.books_with_words(text) is
  'Listed books that have each of the words somewhere in their titles, whatever the case, newest first. Of the words 100 characters count; spaces alone find nothing.';
grant execute on function app_public.books_with_words(text) to newline_visitor;
