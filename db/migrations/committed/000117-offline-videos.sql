--! Previous: sha1:0a17d8093b6313b1e44510ca9863f04f2359d43f
--! Hash: sha1:d4becf42998c2bf6b85731e92b24b9d96b555480

-- Authors allow that learners keep videos offline.
-- Compatible with older releases: they leave it as it is.

alter table app_public.courses add column allows_offline_videos boolean not null default false;
comment on column app_public.courses.allows_offline_videos is 'True if learners who have access to its videos may keep them offline in their browser.';
alter table app_public.books add column allows_offline_videos boolean not null default false;
comment on column app_public.books.allows_offline_videos is 'True if learners who have access to its videos may keep them offline in their browser.';

create or replace function app_private.update_item(course uuid, book uuid, patch jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
    'is_early_access', 'is_shown_publicly', 'is_masterclass', 'is_bootcamp', 'is_live_workshop', 'subscription_required', 'allows_offline_videos']);
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
      'syllabus', 'faq', 'resources', 'lesson_language', 'marketing_headline', 'marketing_copy_markdown', 'allows_offline_videos']
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
end $function$;

call app_private.announce_changes('app_public.courses');
call app_private.announce_changes('app_public.books');
