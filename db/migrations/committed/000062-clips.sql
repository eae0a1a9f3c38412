--! Previous: sha1:344ec2d1163e55b46bf21c3d322aa8855e3f0e1e
--! Hash: sha1:ec4a142cd1cf163fab5b93d4474421b954a3fc2e

-- Who sees a clip stands on the clip itself: its policy and the root list read no course and no book, and cost the same whatever the
-- catalogue holds. Both columns follow from the item, and triggers keep them.
create function app_private.visible_from(archived_at timestamptz, is_coming_soon boolean, is_published boolean, published_at timestamptz)
returns timestamptz language sql immutable parallel safe as $$
  select case when archived_at is null and is_published and not is_coming_soon then published_at end
$$;
comment on function app_private.visible_from(timestamptz, boolean, boolean, timestamptz) is
  'From when on everybody sees what is in an item that is so: an instant, since nothing changes in the database when a scheduled one appears. Null: nobody but its contributors and staff. Not granted.';

drop index app_public.clips_listed_idx, app_public.clips_mode_idx;
alter table app_public.clips add column visible_from timestamptz, add column is_listed boolean not null default false;
comment on column app_public.clips.visible_from is E'@behavior -select -orderBy -condition\nFrom when on everybody sees it; null while nobody but the contributors of its item and staff do. Derived.';
comment on column app_public.clips.is_listed is E'@behavior -select -orderBy -condition\nTrue when its item is shown publicly: the root list has it. Derived.';
update app_public.clips k set is_listed = i.is_shown_publicly,
    visible_from = app_private.visible_from(i.archived_at, i.is_coming_soon, i.is_published, i.published_at)
  from (
    select id, archived_at, is_coming_soon, is_published, published_at, is_shown_publicly from app_public.courses
    union all select id, archived_at, is_coming_soon, is_published, published_at, is_shown_publicly from app_public.books) i
  where i.id = coalesce(k.course_id, k.book_id);
-- With what the policies ask about, so that a page far down the list is found without reading the clips above it, and many are counted
-- without being read.
create index clips_listed_idx on app_public.clips (created_at desc, id desc) include (visible_from, course_id, book_id)
  where video_url is not null and is_listed;
create index clips_mode_idx on app_public.clips (is_short, visible_from) include (course_id, book_id) where video_url is not null and is_listed;
call app_private.announce_changes('app_public.clips');

-- The item stays locked to the end: whoever changes it at the same time waits, and then finds the clip; or it is waited for here.
create function app_private.follow_item() returns trigger language plpgsql as $$
begin
  if new.course_id is not null then
    select i.is_shown_publicly, app_private.visible_from(i.archived_at, i.is_coming_soon, i.is_published, i.published_at)
      into new.is_listed, new.visible_from from app_public.courses i where i.id = new.course_id for share;
  else
    select i.is_shown_publicly, app_private.visible_from(i.archived_at, i.is_coming_soon, i.is_published, i.published_at)
      into new.is_listed, new.visible_from from app_public.books i where i.id = new.book_id for share;
  end if;
  new.is_listed := coalesce(new.is_listed, false); -- without an item, which its constraints refuse
  return new;
end $$;
comment on function app_private.follow_item() is 'Trigger: a clip is seen as the item is that it belongs to.';
create trigger follow_item before insert or update of course_id, book_id, visible_from, is_listed on app_public.clips
  for each row execute function app_private.follow_item();

create function app_private.show_clips() returns trigger language plpgsql as $$
begin
  -- What is written here does not count: follow_item reads the item as it stands now.
  if tg_table_name = 'courses' then
    update app_public.clips k set is_listed = new.is_shown_publicly where k.course_id = new.id;
  else
    update app_public.clips k set is_listed = new.is_shown_publicly where k.book_id = new.id;
  end if;
  return null;
end $$;
comment on function app_private.show_clips() is 'Trigger: the clips of an item are seen as it is, in the statement that changes it.';
do $$
declare
  item text;
begin
  foreach item in array array['courses', 'books'] loop
    execute format($f$
      create trigger show_clips after update on app_public.%I for each row when (
        (old.archived_at, old.is_coming_soon, old.is_published, old.published_at, old.is_shown_publicly)
        is distinct from (new.archived_at, new.is_coming_soon, new.is_published, new.published_at, new.is_shown_publicly))
      execute function app_private.show_clips()
    $f$, item);
  end loop;
end $$;

-- As the policies of courses and books, but for what is only announced: its clips wait.
drop policy select_visible on app_public.clips;
create policy select_public on app_public.clips for select to newline_visitor using (visible_from <= now());
create policy select_contributor on app_public.clips for select to newline_learner using (
  coalesce(course_id, book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids()));
create policy select_admin on app_public.clips for select to newline_admin using (true);
drop function app_private.outline_item_ids(), app_private.outline_course_ids(), app_private.outline_book_ids();

create or replace function app_public.clip_totals() returns app_public.clip_totals
language sql stable as $$
  select (count(*) filter (where c.is_short), count(*) filter (where not c.is_short))::app_public.clip_totals
  from app_public.clips c where c.video_url is not null and c.is_listed
$$;
