--! Previous: sha1:1f648bc6d9c1d48386023b96790eb0275796f3ef
--! Hash: sha1:9a76264e727a0656b838f9b42bc48cf411bb0487

-- Tags of courses, books and articles.

create table app_public.tags (
  id uuid primary key default app_public.new_id(),
  name text not null check (name = btrim(name) and length(name) between 1 and 60) unique,
  slug app_public.slug not null unique,
  is_category boolean not null default false,
  "position" int not null default 0,
  icon text check (icon ~ '^[a-z0-9]{1,40}$'),
  created_at timestamptz not null default now()
);
comment on table app_public.tags is E'@behavior -insert -update -delete\nA category or a technology that items are tagged with.';
comment on column app_public.tags.is_category is 'True for the curated categories of the explore tabs, false for a technology.';
comment on column app_public.tags."position" is 'Order among the categories.';
comment on column app_public.tags.icon is 'Key in the icon map; null when the technology has no icon.';
create index tags_is_category_position_idx on app_public.tags (is_category, position);
call app_private.secure_table('app_public.tags');
create policy select_all on app_public.tags for select to newline_visitor using (true);
grant select on app_public.tags to newline_visitor;
call app_private.announce_changes('app_public.tags', 'tags');

create table app_public.taggings (
  id uuid primary key default app_public.new_id(),
  tag_id uuid not null references app_public.tags on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  created_at timestamptz not null default now(),
  constraint taggings_item_check check (num_nonnulls(course_id, book_id, article_id) = 1),
  constraint taggings_course_key unique (course_id, tag_id),
  constraint taggings_book_key unique (book_id, tag_id),
  constraint taggings_article_key unique (article_id, tag_id)
);
comment on table app_public.taggings is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nA tag on an item.';
comment on constraint taggings_tag_id_fkey on app_public.taggings is E'@fieldName tag\n@foreignFieldName taggings';
comment on constraint taggings_course_id_fkey on app_public.taggings is E'@fieldName course\n@foreignFieldName taggings';
comment on constraint taggings_book_id_fkey on app_public.taggings is E'@fieldName book\n@foreignFieldName taggings';
comment on constraint taggings_article_id_fkey on app_public.taggings is E'@fieldName article\n@foreignFieldName taggings';
create index taggings_tag_id_idx on app_public.taggings (tag_id);
call app_private.secure_table('app_public.taggings');
create policy select_visible on app_public.taggings for select to newline_visitor using (
  (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id)
  or (select true from app_public.articles a where a.id = article_id));
grant select on app_public.taggings to newline_visitor;
call app_private.announce_changes('app_public.taggings', 'tags');

create function app_private.tag_id_of(tag_name text) returns uuid
language sql stable as $$
  select t.id from app_public.tags t where t.slug = lower(tag_name) or t.name = tag_name order by t.slug = lower(tag_name) desc limit 1
$$;
comment on function app_private.tag_id_of(text) is 'The tag of that slug or of exactly that name.';
grant execute on function app_private.tag_id_of(text) to newline_visitor;

create function app_public.courses_by_tag(tag_name text default null) returns setof app_public.courses
language sql stable as $$
  select c.* from app_public.courses c
  where c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly
    and (tag_name is null or exists (select from app_public.taggings g where g.course_id = c.id and g.tag_id = app_private.tag_id_of(tag_name)))
  order by c.created_at desc, c.id desc
$$;
comment on function app_public.courses_by_tag(text) is 'Published, listed courses with the tag (its name or slug; null for all), newest first.';
grant execute on function app_public.courses_by_tag(text) to newline_visitor;

create function app_public.books_by_tag(tag_name text default null) returns setof app_public.books
language sql stable as $$
  select b.* from app_public.books b
  where b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly
    and (tag_name is null or exists (select from app_public.taggings g where g.book_id = b.id and g.tag_id = app_private.tag_id_of(tag_name)))
  order by b.created_at desc, b.id desc
$$;
comment on function app_public.books_by_tag(text) is 'Published, listed books with the tag (its name or slug; null for all), newest first.';
grant execute on function app_public.books_by_tag(text) to newline_visitor;

create function app_public.articles_for_tag(tag_name text default null) returns setof app_public.articles
language sql stable as $$
  select a.* from app_public.articles a
  where a.is_published and a.published_at <= now() and a.archived_at is null and a.is_shown_publicly
    and (tag_name is null or exists (select from app_public.taggings g where g.article_id = a.id and g.tag_id = app_private.tag_id_of(tag_name)))
  order by a.created_at desc, a.id desc
$$;
comment on function app_public.articles_for_tag(text) is 'Published, listed articles with the tag (its name or slug; null for all), newest first.';
grant execute on function app_public.articles_for_tag(text) to newline_visitor;

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
grant execute on function app_public.tags_num_titles(app_public.tags) to newline_visitor;
