--! Previous: sha1:b5ae2fcec1eff6f6e1ac6313ca21a43d6a736045
--! Hash: sha1:fc6ff2754167fc8509873e49c8bf66c6f4e575ec

-- Compatible with older releases: the functions that they use return the same, and triggers set the new column.
-- What each card and category of a page shows, and what one user did or had done, is read from an index.

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

-- The audit log of a user, as either of them. With a plan for any user, PostgreSQL read the log from its end until it had a page.
create index audit_log_user_name_id_idx on app_public.audit_log (user_name, id desc);
create index audit_log_username_id_idx on app_public.audit_log ((details ->> 'username'), id desc) where details ->> 'username' is not null;
create or replace function app_public.audit_lines(person text default null, action text default null, since timestamptz default null, until timestamptz default null,
  before uuid default null) returns setof app_public.audit_log
language plpgsql stable rows 50 set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  username text := lower(btrim(audit_lines.person, ' @'));
begin
  if username is null then
    return query select l.* from app_public.audit_log l
      where (audit_lines.action is null or l.action = audit_lines.action)
        and (audit_lines.since is null or l.created_at >= audit_lines.since) and (audit_lines.until is null or l.created_at < audit_lines.until)
        and (audit_lines.before is null or l.id < audit_lines.before)
      order by l.id desc limit 1000;
    return;
  end if;
  return query select l.* from (
      (select l.* from app_public.audit_log l
        where l.user_name = username and (audit_lines.action is null or l.action = audit_lines.action)
          and (audit_lines.since is null or l.created_at >= audit_lines.since) and (audit_lines.until is null or l.created_at < audit_lines.until)
          and (audit_lines.before is null or l.id < audit_lines.before)
        order by l.id desc limit 1000)
      union all
      (select l.* from app_public.audit_log l
        where l.details ->> 'username' = username and l.user_name is distinct from username
          and (audit_lines.action is null or l.action = audit_lines.action)
          and (audit_lines.since is null or l.created_at >= audit_lines.since) and (audit_lines.until is null or l.created_at < audit_lines.until)
          and (audit_lines.before is null or l.id < audit_lines.before)
        order by l.id desc limit 1000)) l
    order by l.id desc limit 1000;
end $$;
comment on function app_public.audit_lines(text, text, timestamptz, timestamptz, uuid) is
  'For administrators: the audit log, newest first, at most 1,000 entries. Filters by username (of either user), by action, and from since until before until; before is the ID of the last entry on the previous page. Empty for everyone else.';
