--! Previous: sha1:2b85aab8799d757f03d7ab14fc7490ca3092186e
--! Hash: sha1:df229ab31f0f72bc5741c81626933f2db19d66c6

-- The lists that the pages ask for by name, and the notices that tell the page cache what changed.

create function app_private.tag_id_of(tag_name text) returns uuid
language sql stable as $$
  select t.id from app_public.tags t where t.slug = lower(tag_name) or t.name = tag_name order by t.slug = lower(tag_name) desc limit 1
$$;
grant execute on function app_private.tag_id_of(text) to newline_visitor;
comment on function app_private.tag_id_of(text) is 'The tag of that slug or of exactly that name.';

create function app_public.courses_by_tag(tag_name text default null) returns setof app_public.courses
language sql stable as $$
  select c.* from app_public.courses c
  where c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly
    and (tag_name is null or exists (select from app_public.taggings g where g.course_id = c.id and g.tag_id = app_private.tag_id_of(tag_name)))
  order by c.created_at desc, c.id desc
$$;
create function app_public.books_by_tag(tag_name text default null) returns setof app_public.books
language sql stable as $$
  select b.* from app_public.books b
  where b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly
    and (tag_name is null or exists (select from app_public.taggings g where g.book_id = b.id and g.tag_id = app_private.tag_id_of(tag_name)))
  order by b.created_at desc, b.id desc
$$;
create function app_public.articles_for_tag(tag_name text default null) returns setof app_public.articles
language sql stable as $$
  select a.* from app_public.articles a
  where a.is_published and a.published_at <= now() and a.archived_at is null and a.is_shown_publicly
    and (tag_name is null or exists (select from app_public.taggings g where g.article_id = a.id and g.tag_id = app_private.tag_id_of(tag_name)))
  order by a.created_at desc, a.id desc
$$;
comment on function app_public.courses_by_tag(text) is 'Published, listed courses with the tag (its name or slug; null for all), newest first.';
comment on function app_public.books_by_tag(text) is 'Published, listed books with the tag (its name or slug; null for all), newest first.';
comment on function app_public.articles_for_tag(text) is 'Published, listed articles with the tag (its name or slug; null for all), newest first.';

create function app_public.courses_by_slugs(slugs text[] default null) returns setof app_public.courses
language sql stable as $$
  select c.* from app_public.courses c
  where c.archived_at is null and c.is_shown_publicly
    and (c.is_coming_soon or (c.is_published and c.published_at <= now() and (slugs is null or c.slug = any (slugs))))
  order by c.published_at desc nulls last, c.id desc
$$;
create function app_public.books_by_slugs(slugs text[] default null) returns setof app_public.books
language sql stable as $$
  select b.* from app_public.books b
  where b.archived_at is null and b.is_shown_publicly
    and (b.is_coming_soon or (b.is_published and b.published_at <= now() and (slugs is null or b.slug = any (slugs))))
  order by b.published_at desc nulls last, b.id desc
$$;
create function app_public.testimonials_by_slugs(slugs text[]) returns setof app_public.testimonials
language sql stable as $$
  select t.* from app_public.testimonials t where t.slug = any (slugs) order by array_position(slugs, t.slug::text)
$$;
comment on function app_public.courses_by_slugs(text[]) is 'Listed courses: published ones with a given slug (null for all of them), and those coming soon.';
comment on function app_public.books_by_slugs(text[]) is 'Listed books: published ones with a given slug (null for all of them), and those coming soon.';
comment on function app_public.testimonials_by_slugs(text[]) is 'The testimonials of these slugs, in their order.';
grant execute on function app_public.courses_by_tag(text), app_public.books_by_tag(text), app_public.articles_for_tag(text),
  app_public.courses_by_slugs(text[]), app_public.books_by_slugs(text[]), app_public.testimonials_by_slugs(text[]) to newline_visitor;

-- What changed, for the page cache: NOTIFY newline_tags with a list of tags. Identical notices of one
-- transaction are sent once. Counters do not purge pages: only the named columns do.
create function app_private.notify_tags() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  tags text[] := array[tg_argv[0]];
begin
  if tg_argv[0] in ('courses', 'books', 'articles', 'users') then
    tags := tags || (tg_argv[1] || ':' || (entry ->> 'id'));
  else
    if entry ->> 'course_id' is not null then tags := tags || ('course:' || (entry ->> 'course_id')); end if;
    if entry ->> 'book_id' is not null then tags := tags || ('book:' || (entry ->> 'book_id')); end if;
    if entry ->> 'article_id' is not null then tags := tags || ('article:' || (entry ->> 'article_id')); end if;
  end if;
  perform pg_notify('newline_tags', array_to_string(tags, ','));
  return null;
end $$;
comment on function app_private.notify_tags() is 'Tells listeners on newline_tags which tags of cached pages went stale, as a list with commas.';
do $$
declare
  t record; columns text;
begin
  for t in select * from (values
    ('courses', 'courses', 'course'), ('books', 'books', 'book'), ('articles', 'articles', 'article'), ('users', 'users', 'user'),
    ('lessons', 'lessons', null), ('course_sections', 'lessons', null), ('course_lessons', 'lessons', null), ('book_lessons', 'lessons', null),
    ('clips', 'clips', null), ('tags', 'tags', null), ('taggings', 'tags', null), ('contributions', 'contributions', null),
    ('logos', 'logos', null), ('testimonials', 'testimonials', null), ('surveys', 'testimonials', null), ('permalinks', 'permalinks', null)
  ) as v (name, tag, one) loop
    select string_agg(quote_ident(a.attname), ', ') into columns from pg_attribute a
      where a.attrelid = format('app_public.%I', t.name)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and a.attname not in ('updated_at', 'likes_count', 'shares_count', 'comments_count', 'progress_count', 'students_count');
    execute format('create trigger notify_tags after insert or delete or update of %s on app_public.%I for each row execute function app_private.notify_tags(%L%s)',
      columns, t.name, t.tag, coalesce(', ' || quote_literal(t.one), ''));
  end loop;
end $$;

create function app_private.next_publication() returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select min(at) from (
    select min(published_at) as at from app_public.courses where is_published and archived_at is null and published_at > now()
    union all select min(published_at) from app_public.books where is_published and archived_at is null and published_at > now()
    union all select min(published_at) from app_public.articles where is_published and archived_at is null and published_at > now()) as next
$$;
comment on function app_private.next_publication() is
  'When the next scheduled item appears, without saying which; null when none is scheduled. Cached pages are made again then.';
grant execute on function app_private.next_publication() to newline_visitor;
