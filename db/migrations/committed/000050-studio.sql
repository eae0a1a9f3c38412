--! Previous: sha1:0c792a12edad385899d82cac9fc46a07983166c1
--! Hash: sha1:f601c0c3f68deabce0de31ecf2b7cd8b91ad5143

-- The studio of courses and books: who may write one, what publishing does, the order of sections and lessons, clips,
-- contributors and prices. Whatever changes an item locks its row first, so changes of one outline come one after the other.

create function app_private.locked_item(course uuid, book uuid, is_authors boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  kind text := case when book is null then 'course' else 'book' end;
  mine app_public.contribution_title;
begin
  if num_nonnulls(course, book) <> 1 then
    raise exception 'COURSE_OR_BOOK_COUNT_INVALID' using errcode = 'NL400', detail = jsonb_build_object('count', num_nonnulls(course, book))::text;
  end if;
  perform from app_public.courses c where c.id = course for no key update; -- changes of one item come one after the other
  perform from app_public.books b where b.id = book for no key update;
  mine := case when app_public.is_admin() then 'AUTHOR'
    else (select c.title from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id = me) end;
  if not exists (select from app_public.courses c where c.id = course
        and (mine is not null or c.archived_at is null and (c.is_coming_soon or c.is_published and c.published_at <= now()))
      union all select from app_public.books b where b.id = book
        and (mine is not null or b.archived_at is null and (b.is_coming_soon or b.is_published and b.published_at <= now()))) then
    raise exception '%', case kind when 'course' then 'COURSE_NOT_FOUND' else 'BOOK_NOT_FOUND' end using errcode = 'NL404';
  end if;
  if mine is null then raise exception 'WRITER_REQUIRED' using errcode = 'NL403'; end if;
  if is_authors and mine is distinct from 'AUTHOR' then
    raise exception 'AUTHOR_REQUIRED' using errcode = 'NL403';
  end if;
end $$;
comment on function app_private.locked_item(uuid, uuid, boolean) is
  'Locks a course or a book for somebody who may write it (or do what is up to its authors); raises NL400, NL401, NL404 or NL403 for others. Not granted.';

create function app_private.create_item(title text, is_book boolean) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  cleaned text := app_private.clean_title(title);
  wish text := app_private.slug_of(cleaned, case when is_book then 'book' else 'course' end);
  room text := case when is_book then '/books/' else '/courses/' end;
  tried text := wish;
  made uuid;
  n int := 1;
begin
  if app_public.is_author() is not true then
    raise exception 'ITEM_AUTHOR_REQUIRED' using errcode = 'NL403';
  end if;
  if app_public.is_admin() is not true and (select count(*) from app_public.contributions c
      where c.user_id = me and c.article_id is null and c.created_at > now() - interval '1 day') >= 100 then
    raise exception 'ITEM_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 100)::text;
  end if;
  loop
    if not exists (select from app_public.permalinks p where p.path = room || tried) then
      if is_book then
        insert into app_public.books as b (title, slug, permalink) values (cleaned, tried, room || tried) on conflict do nothing returning b.id into made;
      else
        insert into app_public.courses as c (title, slug, permalink) values (cleaned, tried, room || tried) on conflict do nothing returning c.id into made;
      end if;
      exit when made is not null;
    end if;
    n := n + 1;
    tried := wish || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  insert into app_public.contributions (title, user_id, course_id, book_id)
    values ('AUTHOR', me, case when not is_book then made end, case when is_book then made end);
  return made;
end $$;
comment on function app_private.create_item(text, boolean) is
  'Begins a course or a book as its author. Raises NL400, NL401, NL403 and NL429. Not granted.';

create function app_private.keep_covers() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  course uuid := case when tg_table_name = 'courses' then new.id end;
  book uuid := case when tg_table_name = 'books' then new.id end;
  shown text[] := array(select (regexp_match(u, '^/media/(a/[A-Za-z0-9_-]+)/'))[1]
    from unnest(array[new.poster_image_url, new.cover_image_url, new.full_cover_image_url]) u where u like '/media/a/%');
  kept uuid[];
begin
  perform from app_public.attachments a where a.file = any (shown) order by a.id for update;
  kept := array(select a.id from app_public.attachments a where a.file = any (shown) and (
    a.owner_id = app_public.current_user_id()
    or exists (select from app_private.attachment_uses u where u.attachment_id = a.id and (u.course_id = course or u.book_id = book))
    or exists (select from app_public.contributions c where c.user_id = a.owner_id and (c.course_id = course or c.book_id = book))));
  if exists (select from unnest(shown) f where f is null or not exists (select from app_public.attachments a where a.file = f and a.id = any (kept))) then
    raise exception 'COVER_IMAGE_NOT_OWN' using errcode = 'NL400';
  end if;
  insert into app_private.attachment_uses (attachment_id, course_id, book_id) select a, course, book from unnest(kept) a on conflict do nothing;
  delete from app_private.attachment_uses u where (u.course_id = course or u.book_id = book) and u.attachment_id <> all (kept);
  update app_public.attachments a set loose_since = null where a.id = any (kept) and a.loose_since is not null;
  return null;
end $$;
comment on function app_private.keep_covers() is
  'Keeps uploaded covers while an item shows them, and lets those before go. The upload of somebody who does not write the item is refused (NL400).';
create trigger keep_covers after update on app_public.courses
  for each row when (old.poster_image_url::text is distinct from new.poster_image_url::text or old.cover_image_url::text is distinct from new.cover_image_url::text or old.full_cover_image_url::text is distinct from new.full_cover_image_url::text)
  execute function app_private.keep_covers();
create trigger keep_covers after update on app_public.books
  for each row when (old.poster_image_url::text is distinct from new.poster_image_url::text or old.cover_image_url::text is distinct from new.cover_image_url::text or old.full_cover_image_url::text is distinct from new.full_cover_image_url::text)
  execute function app_private.keep_covers();

-- Details. The API checks the form of each value and names it by its column.
create function app_private.update_item(course uuid, book uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  room text := case when book is null then '/courses/' else '/books/' end;
  kind text := case when book is null then 'courses' else 'books' end;
  was jsonb;
  entry jsonb;
  columns text;
  tag_ids uuid[];
  unknown text;
begin
  perform app_private.locked_item(course, book, patch ?| array['slug', 'permalink', 'preview_percent', 'is_free', 'is_for_sale', 'is_coming_soon',
    'is_early_access', 'is_shown_publicly', 'is_masterclass', 'is_bootcamp', 'is_live_workshop', 'subscription_required']);
  execute format('select to_jsonb(t) from app_public.%I t where t.id = $1', kind) into was using coalesce(course, book);
  entry := was || (patch - 'tags');
  if entry ->> 'slug' <> was ->> 'slug' then
    if not patch ? 'permalink' and was ->> 'permalink' = room || (was ->> 'slug') then
      entry := entry || jsonb_build_object('permalink', room || (entry ->> 'slug'));
    end if;
    execute format('select exists (select from app_public.%I t where t.slug = $1)', kind) into strict columns using entry ->> 'slug';
    if columns::boolean then raise exception 'SLUG_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('slug', entry ->> 'slug')::text; end if;
    if was ->> 'published_at' is not null or (was ->> 'is_coming_soon')::boolean then -- also where its page lives elsewhere, its lessons lived here
      insert into app_public.permalinks (path, course_id, book_id, is_current) values (room || (was ->> 'slug'), course, book, room || (was ->> 'slug') = was ->> 'permalink')
        on conflict do nothing;
    end if;
  end if;
  if (entry ->> 'permalink' = room || (entry ->> 'slug') or entry ->> 'permalink' ~ '^/[a-z0-9]+(-[a-z0-9]+)*$') is not true then
    raise exception 'PERMALINK_INVALID' using errcode = 'NL400', detail = jsonb_build_object('expected', room || (entry ->> 'slug'))::text;
  end if;
  if patch ? 'hero_video_url' then perform app_private.check_public_video(patch ->> 'hero_video_url', course, book, 'heroVideoUrl'); end if;
  if patch ? 'tags' then
    select array_agg(app_private.tag_id_of(n)), string_agg(n, ', ') filter (where app_private.tag_id_of(n) is null)
      into tag_ids, unknown from jsonb_array_elements_text(patch -> 'tags') n;
    if unknown is not null then raise exception 'TAG_NOT_FOUND' using errcode = 'NL400', detail = jsonb_build_object('tags', unknown)::text; end if;
    if coalesce(tag_ids, '{}') <> array(select g.tag_id from app_public.taggings g where g.course_id = course or g.book_id = book order by g.created_at, g.id) then
      delete from app_public.taggings g where g.course_id = course or g.book_id = book;
      insert into app_public.taggings (tag_id, course_id, book_id, created_at)
        select u.t, course, book, now() + min(u.n) * interval '1 microsecond' from unnest(tag_ids) with ordinality u (t, n) group by u.t order by min(u.n);
    end if;
  end if;
  select string_agg(format('%1$I = n.%1$I', c), ', ') into columns from unnest(array['title', 'subtitle', 'slug', 'permalink', 'topic', 'description', 'summary',
      'primary_description_markdown', 'poster_image_url', 'cover_image_url', 'full_cover_image_url', 'hero_video_url', 'preview_pdf_url', 'dependencies',
      'is_coming_soon', 'is_early_access', 'is_shown_publicly', 'is_bootcamp', 'is_live_workshop', 'num_exercises', 'preview_percent', 'pricing_features',
      'syllabus', 'faq', 'resources', 'lesson_language', 'marketing_headline', 'marketing_copy_markdown']
      || case when book is null then array['is_free', 'is_masterclass', 'subscription_required', 'archetype'] else array['is_for_sale'] end) c
    where entry -> c is distinct from was -> c;
  if columns is not null then
    execute format('update app_public.%1$I t set %2$s from jsonb_populate_record(null::app_public.%1$I, $1) n where t.id = $2', kind, columns)
      using entry, coalesce(course, book);
  end if;
exception when check_violation then
  get stacked diagnostics columns = constraint_name;
  if columns is distinct from 'permalinks_reserved_check' then raise; end if;
  raise exception 'PERMALINK_RESERVED' using errcode = 'NL400', detail = jsonb_build_object('permalink', entry ->> 'permalink')::text;
end $$;
comment on function app_private.update_item(uuid, uuid, jsonb) is
  'Changes the details that the patch names; tags are names or slugs and replace those there are. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.update_item(uuid, uuid, jsonb) to newline_visitor;

create function app_private.publish_item(course uuid, book uuid, publish_at timestamptz, is_early boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry record;
  falls_due timestamptz;
begin
  perform app_private.locked_item(course, book, true);
  select c.is_published, c.published_at, c.archived_at, exists (select from app_public.lessons l where l.course_id = course) as has_lessons
    into entry from app_public.courses c where c.id = course;
  if book is not null then
    select b.is_published, b.published_at, b.archived_at, exists (select from app_public.lessons l where l.book_id = book) as has_lessons
      into entry from app_public.books b where b.id = book;
  end if;
  falls_due := coalesce(publish_at, case when entry.published_at <= now() then entry.published_at end, now());
  if entry.has_lessons is not true then
    raise exception 'ITEM_HAS_NO_LESSONS' using errcode = 'NL400';
  end if;
  if falls_due > now() and entry.is_published and entry.published_at <= now() and entry.archived_at is null then
    raise exception 'ALREADY_PUBLISHED' using errcode = 'NL400';
  end if;
  if falls_due > now() + interval '5 years' then
    raise exception 'PUBLISH_TIME_TOO_LATE' using errcode = 'NL400';
  end if;
  update app_public.courses c set is_published = true, is_coming_soon = false, is_early_access = coalesce(is_early, false), published_at = falls_due,
    archived_at = null where c.id = course;
  update app_public.books b set is_published = true, is_coming_soon = false, is_early_access = coalesce(is_early, false), published_at = falls_due,
    archived_at = null where b.id = book;
end $$;
comment on function app_private.publish_item(uuid, uuid, timestamptz, boolean) is
  'Puts an item before readers. Raises NL400, NL401, NL403 and NL404. Not granted.';

create function app_private.locked_clip(clip uuid, is_deleting boolean, out course uuid, out book uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  select c.course_id, c.book_id into course, book from app_public.clips c where c.id = clip;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, is_deleting and app_private.was_public(course, book)); end if;
  if not exists (select from app_public.clips c where c.id = clip) then
    raise exception 'CLIP_NOT_FOUND' using errcode = 'NL404';
  end if;
end $$;
comment on function app_private.locked_clip(uuid, boolean) is
  'The item of a clip, locked for somebody who writes it. Raises NL401, NL403 and NL404. Not granted.';

create function app_public.create_clip(title text, course_id uuid default null, book_id uuid default null) returns app_public.clips
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.clips;
begin
  perform app_private.locked_item(create_clip.course_id, create_clip.book_id, false);
  if (select count(*) from app_public.clips c where c.course_id = create_clip.course_id or c.book_id = create_clip.book_id) >= 1000 then
    raise exception 'CLIP_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 1000)::text;
  end if;
  insert into app_public.clips as c (title, course_id, book_id) values (app_private.clean_title(create_clip.title), create_clip.course_id, create_clip.book_id)
    returning * into entry;
  return entry;
end $$;
comment on function app_public.create_clip(text, uuid, uuid) is
  'Adds a clip to a course or a book; the learning space shows it once it has a video. By those who write the item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_clip(text, uuid, uuid) to newline_visitor;

create function app_private.update_clip(clip uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.clips;
begin
  select * into item from app_private.locked_clip(clip, false);
  select * into entry from app_public.clips c where c.id = clip;
  entry := jsonb_populate_record(entry, patch);
  if entry.lesson_id is not null and not exists (select from app_public.lessons l where l.id = entry.lesson_id
      and coalesce(l.course_id, l.book_id) = coalesce(item.course, item.book)) then
    raise exception 'CLIP_LESSON_MISMATCH' using errcode = 'NL400';
  end if;
  if patch ? 'video_url' then perform app_private.check_public_video(entry.video_url, item.course, item.book, 'videoUrl'); end if;
  if entry.thumbnail_seconds > entry.duration_seconds then
    raise exception 'THUMBNAIL_TIME_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('durationSeconds', entry.duration_seconds)::text;
  end if;
  update app_public.clips c set title = entry.title, description = entry.description, is_short = entry.is_short, video_url = entry.video_url,
    thumbnail_seconds = entry.thumbnail_seconds, duration_seconds = entry.duration_seconds, lesson_id = entry.lesson_id where c.id = clip;
end $$;
comment on function app_private.update_clip(uuid, jsonb) is 'Changes what the patch names of a clip. Raises NL400, NL401, NL403 and NL404.';
grant execute on function app_private.update_clip(uuid, jsonb) to newline_visitor;

create function app_public.delete_clip(id uuid) returns app_public.clips
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.clips;
begin
  perform app_private.locked_clip(delete_clip.id, true);
  delete from app_public.clips c where c.id = delete_clip.id returning * into entry;
  return entry;
end $$;
comment on function app_public.delete_clip(uuid) is
  'Deletes a clip with its comments and likes. By those who write its item; once that was published, by its authors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_clip(uuid) to newline_visitor;
