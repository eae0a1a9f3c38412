--! Previous: sha1:53b1bf291dba5fc373927f6dba2e909220b72a21
--! Hash: sha1:344ec2d1163e55b46bf21c3d322aa8855e3f0e1e

-- Looking for courses and books by words of their titles. An index on letters is of no use under row security, since `like` might tell of a
-- row before its policy has spoken: the functions that look are their owner's, tell ids alone, and what is read by them goes past the policies.
create index courses_title_letters_idx on app_public.courses using gin (lower(title) extensions.gin_trgm_ops);
create index books_title_letters_idx on app_public.books using gin (lower(title) extensions.gin_trgm_ops);

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
create function app_private.book_ids_with(words text) returns setof uuid
language sql stable rows 20 security definer set search_path = pg_catalog, pg_temp as $$
  select b.id from app_public.books b
  where lower(b.title) like (app_private.word_patterns(words))[1] and lower(b.title) like all (app_private.word_patterns(words))
    and b.archived_at is null and b.is_shown_publicly and (b.is_coming_soon or (b.is_published and b.published_at <= now()))
$$;
comment on function app_private.course_ids_with(text) is 'The listed courses with all of the words in their titles.';
comment on function app_private.book_ids_with(text) is 'The listed books with all of the words in their titles.';
grant execute on function app_private.course_ids_with(text), app_private.book_ids_with(text) to newline_visitor;

create function app_public.courses_with_words(words text) returns setof app_public.courses
language sql stable strict rows 20 as $$
  select c.* from app_public.courses c where c.id in (select app_private.course_ids_with(words)) order by c.published_at desc nulls last, c.id desc
$$;
create function app_public.books_with_words(words text) returns setof app_public.books
language sql stable strict rows 20 as $$
  select b.* from app_public.books b where b.id in (select app_private.book_ids_with(words)) order by b.published_at desc nulls last, b.id desc
$$;
comment on function app_public.courses_with_words(text) is
  'Listed courses that have each of the words somewhere in their titles, whatever the case, newest first. Of the words 100 characters count; spaces alone find nothing.';
comment on function app_public.books_with_words(text) is
  'Listed books that have each of the words somewhere in their titles, whatever the case, newest first. Of the words 100 characters count; spaces alone find nothing.';
grant execute on function app_public.courses_with_words(text), app_public.books_with_words(text) to newline_visitor;
