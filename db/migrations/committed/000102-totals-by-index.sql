--! Previous: sha1:b5ae2fcec1eff6f6e1ac6313ca21a43d6a736045
--! Hash: sha1:7233f47395fbc2e13dd3c2eb78d037777feeb886

-- Compatible with older releases: the functions that they use return the same, and triggers set the new column.
-- What each card and category of a page shows is read from an index alone.

-- The titles of a category. It's a time, as for clips (app_private.visible_from), because nothing in the database changes when a scheduled title is published.
alter table app_public.taggings add listed_from timestamptz;
comment on column app_public.taggings.listed_from is '@behavior -select -orderBy -filterBy
When its item is listed for everyone; null while it''s unpublished, unlisted or archived. Derived.';
create function app_private.list_tagging() returns trigger
language plpgsql as $$
begin
  -- The lock is for an item that is changed at the same time: that transaction can't see this row, and this one couldn't see the change.
  if new.course_id is not null then
    select case when i.is_published and i.archived_at is null and i.is_shown_publicly then i.published_at end into new.listed_from
      from app_public.courses i where i.id = new.course_id for share;
  elsif new.book_id is not null then
    select case when i.is_published and i.archived_at is null and i.is_shown_publicly then i.published_at end into new.listed_from
      from app_public.books i where i.id = new.book_id for share;
  else
    select case when i.is_published and i.archived_at is null and i.is_shown_publicly then i.published_at end into new.listed_from
      from app_public.articles i where i.id = new.article_id for share;
  end if;
  return new;
end $$;
comment on function app_private.list_tagging() is 'Trigger: a tagging is listed as its item is.';
create trigger list_tagging before insert or update of course_id, book_id, article_id, listed_from on app_public.taggings
  for each row execute function app_private.list_tagging();

create function app_private.list_taggings() returns trigger
language plpgsql as $$
begin
  -- list_tagging reads the item, so the value that is written here doesn't matter.
  if tg_table_name = 'courses' then
    update app_public.taggings g set listed_from = null where g.course_id = new.id;
  elsif tg_table_name = 'books' then
    update app_public.taggings g set listed_from = null where g.book_id = new.id;
  else
    update app_public.taggings g set listed_from = null where g.article_id = new.id;
  end if;
  return null;
end $$;
comment on function app_private.list_taggings() is 'Trigger: lists the taggings of an item when the item is listed, and no longer when it isn''t.';
create trigger list_taggings after update on app_public.courses for each row
  when (old.is_published <> new.is_published or old.published_at is distinct from new.published_at or old.archived_at is distinct from new.archived_at
    or old.is_shown_publicly <> new.is_shown_publicly) execute function app_private.list_taggings();
create trigger list_taggings after update on app_public.books for each row
  when (old.is_published <> new.is_published or old.published_at is distinct from new.published_at or old.archived_at is distinct from new.archived_at
    or old.is_shown_publicly <> new.is_shown_publicly) execute function app_private.list_taggings();
create trigger list_taggings after update on app_public.articles for each row
  when (old.is_published <> new.is_published or old.published_at is distinct from new.published_at or old.archived_at is distinct from new.archived_at
    or old.is_shown_publicly <> new.is_shown_publicly) execute function app_private.list_taggings();
update app_public.taggings set listed_from = null;
call app_private.announce_changes('app_public.taggings', quiet => array['listed_from']::name[]);
create index taggings_listed_idx on app_public.taggings (tag_id, listed_from);
drop index app_public.taggings_tag_id_idx;
create or replace function app_public.tags_num_titles(tag app_public.tags) returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return (select count(*)::int from app_public.taggings g where g.tag_id = tag.id and g.listed_from <= now());
end $$;

-- The length of a title. Its lessons are visible with it, except before it comes out.
create index lessons_course_video_idx on app_public.lessons (course_id) include (video_duration, role) where video_duration is not null;
create index lessons_book_video_idx on app_public.lessons (book_id) include (video_duration, role) where video_duration is not null;
create function app_private.video_seconds(course uuid, book uuid) returns int
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set random_page_cost = 1.1 as $$
begin
  if course is not null then
    return (select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.course_id = course and l.video_duration is not null);
  end if;
  return (select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.book_id = book and l.video_duration is not null);
end $$;
comment on function app_private.video_seconds(uuid, uuid) is 'The total length of the videos of a course or book in seconds.';
grant execute on function app_private.video_seconds(uuid, uuid) to newline_visitor;
create or replace function app_public.courses_video_seconds(course app_public.courses) returns int
language plpgsql stable set plan_cache_mode = force_generic_plan set random_page_cost = 1.1 as $$
begin
  if course.is_coming_soon then
    return (select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.course_id = course.id);
  end if;
  return app_private.video_seconds(course.id, null);
end $$;
create or replace function app_public.books_video_seconds(book app_public.books) returns int
language plpgsql stable set plan_cache_mode = force_generic_plan set random_page_cost = 1.1 as $$
begin
  if book.is_coming_soon then
    return (select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.book_id = book.id);
  end if;
  return app_private.video_seconds(null, book.id);
end $$;
