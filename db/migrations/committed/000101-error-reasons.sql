--! Previous: sha1:7d174514979491bc2606ffb56ec33b5032e2eab8
--! Hash: sha1:887210a8662475af366d8e77f70c3d0d3727eeb5

-- Every refusal is raised as a reason, with its parameters as JSON in `detail`; the sentence that people read is chosen where the answer leaves
-- the API (api/src/rules/errors). The SQLSTATE says the code, as before.
comment on column app_public.checkout_offer.already is 'Why the signed-in user cannot buy it: ITEM_ALREADY_OWNED, SUBSCRIPTION_EXISTS, TEAM_PACKAGE_EXISTS or PRO_INCLUDED_IN_TEAM. Null when they can.';

create or replace function app_private.check_time_zone() returns trigger language plpgsql as $$
begin
  if not exists (select from pg_timezone_names z where z.name = new.time_zone) then
    raise exception 'TIME_ZONE_UNKNOWN' using errcode = 'NL400', detail = jsonb_build_object('timeZone', new.time_zone)::text;
  end if;
  return new;
end $$;

create or replace function app_private.visible_clip(clip_id uuid) returns uuid
language plpgsql stable as $$
begin
  if not exists (select from app_public.clips c where c.id = visible_clip.clip_id) then
    raise exception 'CLIP_NOT_FOUND' using errcode = 'NL404';
  end if;
  return visible_clip.clip_id;
end $$;

create or replace function app_private.update_article(article uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(article, true);
  tag_slugs text[] := case when patch ? 'tags' then array(select jsonb_array_elements_text(patch -> 'tags')) end;
  unknown text := (select string_agg(s, ', ') from unnest(tag_slugs) s where not exists (select from app_public.tags t where t.slug = s));
begin
  if unknown is not null then raise exception 'TAG_NOT_FOUND' using errcode = 'NL400', detail = jsonb_build_object('tags', unknown)::text; end if;
  entry := jsonb_populate_record(entry, patch - 'tags');
  update app_public.articles a set slug = entry.slug, canonical_url = entry.canonical_url, description = entry.description, summary = entry.summary,
    main_image_url = entry.main_image_url, topic = entry.topic, subscription_required = entry.subscription_required,
    preview_percent = entry.preview_percent, is_shown_publicly = entry.is_shown_publicly where a.id = article;
  if tag_slugs is not null then
    delete from app_public.taggings g using app_public.tags t where g.article_id = article and t.id = g.tag_id and t.slug <> all (tag_slugs);
    insert into app_public.taggings (tag_id, article_id) select t.id, article from app_public.tags t where t.slug = any (tag_slugs)
      on conflict (article_id, tag_id) do nothing;
  end if;
end $$;

create or replace function app_private.visible_discussion(discussion_id uuid) returns uuid
language plpgsql stable as $$
begin
  if discussion_id is null or exists (select from app_public.discussions d where d.id = visible_discussion.discussion_id) then
    return discussion_id;
  end if;
  raise exception 'DISCUSSION_NOT_FOUND' using errcode = 'NL404';
end $$;

create or replace function app_private.keep_profile_image() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  picture uuid;
begin
  if new.profile_image_url like '/media/a/%' then
    select a.id into picture from app_public.attachments a
      where a.owner_id = new.id and app_public.attachments_square_image_url(a) = new.profile_image_url for update;
    if picture is null then
      raise exception 'PROFILE_IMAGE_NOT_OWN' using errcode = 'NL400';
    end if;
  end if;
  delete from app_private.attachment_uses u where u.person_id = new.id;
  if picture is not null then
    insert into app_private.attachment_uses (attachment_id, person_id) values (picture, new.id);
    update app_public.attachments a set loose_since = null where a.id = picture;
  end if;
  return null;
end $$;

create or replace function app_private.locked_remote_code(source uuid) returns app_public.remote_code_sources
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  code app_public.remote_code_sources;
begin
  select s.* into code from app_public.remote_code_sources s left join app_public.lessons l on l.id = s.lesson_id
    where s.id = source and (app_public.is_admin() or s.article_id in (select app_private.my_article_ids())
      or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()))
    for no key update of s;
  if code.id is null then raise exception 'REMOTE_CODE_NOT_FOUND' using errcode = 'NL404'; end if;
  return code;
end $$;

create or replace function app_public.set_lesson_completed(lesson_id uuid, is_completed boolean) returns app_public.lesson_progress
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  lesson app_public.lessons;
begin
  if coalesce(app_private.readable_lesson_blocks(set_lesson_completed.lesson_id), 0) = 0 then
    raise exception 'READABLE_LESSON_NOT_FOUND' using errcode = 'NL404', detail = jsonb_build_object('lessonId', set_lesson_completed.lesson_id)::text;
  end if;
  select l.* into lesson from app_public.lessons l where l.id = set_lesson_completed.lesson_id;
  insert into app_public.lesson_activities as a (user_id, lesson_id, is_kept_open) values (me, lesson.id, not is_completed)
    on conflict (user_id, lesson_id) do update set is_kept_open = excluded.is_kept_open, updated_at = now();
  if is_completed then
    perform app_private.complete_lesson(me, lesson.id, 'BY_HAND');
    perform app_private.join_item(me, lesson.id);
    insert into app_public.study_days (user_id, day) values (me, app_private.today()) on conflict do nothing;
  else
    delete from app_public.user_progresses p where p.user_id = me and (
      p.course_lesson_id = (select c.id from app_public.course_lessons c where c.lesson_id = lesson.id)
      or p.book_lesson_id = (select b.id from app_public.book_lessons b where b.lesson_id = lesson.id));
  end if;
  return app_public.lessons_progress(lesson);
end $$;

create or replace function app_public.enroll(course_id uuid default null, book_id uuid default null) returns app_public.enrollments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.enrollments;
begin
  if num_nonnulls(enroll.course_id, enroll.book_id) <> 1 then
    raise exception 'COURSE_OR_BOOK_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(enroll.course_id, enroll.book_id))::text;
  end if;
  if not exists (select from app_public.courses c where c.id = enroll.course_id and (c.archived_at is null and c.is_published and c.published_at <= now()
        or c.id in (select app_private.my_course_ids()) or app_public.is_admin())
      union all select from app_public.books b where b.id = enroll.book_id and (b.archived_at is null and b.is_published and b.published_at <= now()
        or b.id in (select app_private.my_book_ids()) or app_public.is_admin())) then
    raise exception 'ENROLL_ITEM_NOT_FOUND' using errcode = 'NL404';
  end if;
  if enroll.course_id is not null then
    insert into app_public.enrollments as e (user_id, course_id) values (me, enroll.course_id)
      on conflict (user_id, course_id) do update set last_accessed_at = e.last_accessed_at returning * into entry;
  else
    insert into app_public.enrollments as e (user_id, book_id) values (me, enroll.book_id)
      on conflict (user_id, book_id) do update set last_accessed_at = e.last_accessed_at returning * into entry;
  end if;
  return entry;
end $$;

create or replace function app_private.add_comment(person uuid, discussion uuid, parent uuid, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[])
returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  replied app_public.comments;
  made uuid;
begin
  perform from app_public.discussions d where d.id = discussion for no key update;
  if parent is not null then
    select * into replied from app_public.comments c where c.discussion_id = discussion and c.id = parent;
    if replied.id is null then raise exception 'PARENT_COMMENT_NOT_FOUND' using errcode = 'NL400'; end if;
    if replied.deleted or replied.hidden_at is not null then raise exception 'PARENT_COMMENT_DELETED' using errcode = 'NL409'; end if;
  end if;
  insert into app_public.comments as c (discussion_id, parent_id, user_id, client_key, body_delta, body_markdown, body_html, body_drawings, drawn_by, created_at)
    values (discussion, parent, person, key, body, markdown, html, drawn, drawer, clock_timestamp()) returning c.id into made;
  perform app_private.keep_attachments(made, body);
  perform app_private.tell_people(made, mentions);
  return row(made, discussion, 0)::app_private.written_comment;
end $$;

create or replace function app_private.locked_comment(comment uuid) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments;
begin
  select c.* into entry from app_public.comments c join app_public.discussions d on d.id = c.discussion_id
    where c.id = comment and (c.user_id = me or app_private.person_sees(me, d.lesson_id, d.article_id, d.clip_id));
  if entry.id is null then raise exception 'COMMENT_NOT_FOUND' using errcode = 'NL404'; end if;
  perform from app_public.discussions d where d.id = entry.discussion_id for no key update;
  select * into entry from app_public.comments c where c.id = comment for no key update;
  return entry;
end $$;

create or replace function app_private.require_writer(person uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.suspensions;
begin
  select * into entry from app_public.suspensions s where s.user_id = person and (s.ends_at is null or s.ends_at > now());
  if entry.user_id is not null then
    raise exception '%', case when entry.ends_at is null then 'USER_SUSPENDED' else 'USER_SUSPENDED_UNTIL' end using errcode = 'NL403',
      detail = jsonb_strip_nulls(jsonb_build_object('endsAt', entry.ends_at))::text;
  end if;
end $$;

create or replace function app_public.update_testimonial_by_id(id uuid, patch app_public.testimonial_patch) returns app_public.testimonials
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.testimonials;
begin
  update app_public.testimonials t set rating = coalesce(patch.rating, t.rating), quote_md = coalesce(patch.quote_md, t.quote_md)
    where t.id = update_testimonial_by_id.id and t.user_id = me returning t.* into entry;
  if entry.id is null then raise exception 'OWN_REVIEW_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;

create or replace function app_private.register_permalink() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  course uuid := case when tg_table_name = 'courses' then new.id end;
  book uuid := case when tg_table_name = 'books' then new.id end;
  article uuid := case when tg_table_name = 'articles' then new.id end;
begin
  if tg_op = 'UPDATE' and new.permalink = old.permalink then return null; end if;
  update app_public.permalinks p set is_current = false
    where (p.course_id = course or p.book_id = book or p.article_id = article) and p.path <> new.permalink;
  insert into app_public.permalinks as p (path, course_id, book_id, article_id) values (new.permalink, course, book, article)
    on conflict (path) do update set is_current = true
    where p.course_id is not distinct from course and p.book_id is not distinct from book and p.article_id is not distinct from article;
  if not exists (select from app_public.permalinks p where p.path = new.permalink and p.course_id is not distinct from course
      and p.book_id is not distinct from book and p.article_id is not distinct from article) then
    raise exception 'PERMALINK_TAKEN' using errcode = 'NL409',
      detail = jsonb_build_object('field', case when article is null then 'permalink' else 'slug' end, 'permalink', new.permalink)::text;
  end if;
  if new.published_at is null and not coalesce((to_jsonb(new) ->> 'is_coming_soon')::boolean, false) then
    delete from app_public.permalinks p where not p.is_current and (p.course_id = course or p.book_id = book or p.article_id = article);
  end if;
  return null;
end $$;

create or replace function app_private.keep_covers() returns trigger
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

create or replace function app_private.locked_section(section uuid, out course uuid, out book uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  select s.course_id, s.book_id into course, book from app_public.course_sections s where s.id = section;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, false); end if;
  if not exists (select from app_public.course_sections s where s.id = section) then
    raise exception 'SECTION_NOT_FOUND' using errcode = 'NL404';
  end if;
end $$;

create or replace function app_private.locked_lesson(lesson uuid, is_authors boolean, out course uuid, out book uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  select l.course_id, l.book_id into course, book from app_public.lessons l where l.id = lesson;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, is_authors); end if;
  if not exists (select from app_public.lessons l where l.id = lesson) then
    raise exception 'LESSON_NOT_FOUND' using errcode = 'NL404';
  end if;
end $$;

create or replace function app_private.check_section(section uuid, course uuid, book uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if section is not null and not exists (select from app_public.course_sections s where s.id = section and (s.course_id = course or s.book_id = book)) then
    raise exception 'SECTION_NOT_FOUND' using errcode = 'NL404';
  end if;
end $$;

create or replace function app_public.create_section(title text, course_id uuid default null, book_id uuid default null, "position" int default null)
returns app_public.course_sections
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.course_sections;
begin
  perform app_private.locked_item(create_section.course_id, create_section.book_id, false);
  if (select count(*) from app_public.course_sections s where s.course_id = create_section.course_id or s.book_id = create_section.book_id) >= 500 then
    raise exception 'SECTION_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 500)::text;
  end if;
  insert into app_public.course_sections as s (course_id, book_id, title, position)
    select create_section.course_id, create_section.book_id, app_private.clean_title(create_section.title), coalesce(max(o.position), 0) + 1
    from app_public.course_sections o where o.course_id = create_section.course_id or o.book_id = create_section.book_id
    returning * into entry;
  if create_section."position" is not null then
    perform app_private.arrange_sections(create_section.course_id, create_section.book_id, entry.id, create_section."position");
    perform app_private.arrange_lessons(create_section.course_id, create_section.book_id);
    select * into entry from app_public.course_sections s where s.id = entry.id;
  end if;
  return entry;
end $$;

create or replace function app_public.create_lesson(title text, course_id uuid default null, book_id uuid default null, section_id uuid default null, "position" int default null)
returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := create_lesson.course_id;
  book uuid := create_lesson.book_id;
  cleaned text := app_private.clean_title(create_lesson.title);
  wish text := app_private.slug_of(cleaned, case when book is null then 'lesson' else 'chapter' end);
  tried text := wish;
  entry app_public.lessons;
  n int := 1;
begin
  perform app_private.locked_item(course, book, false);
  perform app_private.check_section(create_lesson.section_id, course, book);
  if (select count(*) from app_public.lessons l where l.course_id = course or l.book_id = book) >= 2000 then
    raise exception 'LESSON_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 2000)::text;
  end if;
  while exists (select from app_public.lessons l where (l.course_id = course or l.book_id = book) and l.slug = tried) loop
    n := n + 1;
    tried := wish || '-' || n;
  end loop;
  insert into app_public.lessons as l (course_id, book_id, title, slug, role)
    values (course, book, cleaned, tried, case when book is null then 'LESSON' else 'CHAPTER' end::app_public.lesson_role)
    returning * into entry;
  if book is null then
    insert into app_public.course_lessons (course_id, lesson_id, course_section_id, position)
      select course, entry.id, create_lesson.section_id, coalesce(max(p.position), 0) + 1 from app_public.course_lessons p where p.course_id = course;
  else
    insert into app_public.book_lessons (book_id, lesson_id, course_section_id, position)
      select book, entry.id, create_lesson.section_id, coalesce(max(p.position), 0) + 1 from app_public.book_lessons p where p.book_id = book;
  end if;
  perform app_private.arrange_lessons(course, book, entry.id, create_lesson.section_id, coalesce(create_lesson."position", 100000));
  return entry;
end $$;

create or replace function app_private.update_lesson(lesson uuid, patch jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  item record;
  entry app_public.lessons;
begin
  select * into item from app_private.locked_lesson(lesson, patch ?| array['is_free', 'is_advanced_package_lesson']);
  select * into entry from app_public.lessons l where l.id = lesson;
  entry := jsonb_populate_record(entry, patch);
  if exists (select from app_public.lessons l where coalesce(l.course_id, l.book_id) = coalesce(item.course, item.book) and l.slug = entry.slug and l.id <> lesson) then
    raise exception 'SLUG_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('slug', entry.slug)::text;
  end if;
  update app_public.lessons l set title = entry.title, slug = entry.slug, description = entry.description, role = entry.role, is_free = entry.is_free,
    is_advanced_package_lesson = entry.is_advanced_package_lesson, repository_pathname = entry.repository_pathname where l.id = lesson;
end $$;

create or replace function app_private.locked_clip(clip uuid, is_deleting boolean, out course uuid, out book uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  select c.course_id, c.book_id into course, book from app_public.clips c where c.id = clip;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, is_deleting and app_private.was_public(course, book)); end if;
  if not exists (select from app_public.clips c where c.id = clip) then
    raise exception 'CLIP_NOT_FOUND' using errcode = 'NL404';
  end if;
end $$;

create or replace function app_public.create_clip(title text, course_id uuid default null, book_id uuid default null) returns app_public.clips
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

create or replace function app_private.update_clip(clip uuid, patch jsonb) returns void
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

create or replace function app_public.set_contributor(username text, title app_public.contribution_title, course_id uuid default null, book_id uuid default null)
returns app_public.contributions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := set_contributor.course_id;
  book uuid := set_contributor.book_id;
  person uuid := (select u.id from app_public.users u where u.username = lower(btrim(set_contributor.username, ' @')));
  entry app_public.contributions;
begin
  perform app_private.locked_item(course, book, true);
  if person is null then
    raise exception 'USERNAME_UNKNOWN' using errcode = 'NL400',
      detail = jsonb_build_object('username', left(btrim(set_contributor.username, ' @'), 60))::text;
  end if;
  if set_contributor.title <> 'AUTHOR' then perform app_private.keep_an_author(course, book, person); end if;
  update app_public.contributions c set title = set_contributor.title where c.user_id = person and (c.course_id = course or c.book_id = book)
    returning * into entry;
  if entry.id is null then
    if (select count(*) from app_public.contributions c where c.course_id = course or c.book_id = book) >= 50 then
      raise exception 'CONTRIBUTOR_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 50)::text;
    end if;
    insert into app_public.contributions as c (user_id, title, course_id, book_id, position)
      select person, set_contributor.title, course, book, coalesce(max(o.position), -1) + 1 from app_public.contributions o
        where o.course_id = course or o.book_id = book
      returning * into entry;
  end if;
  return entry;
end $$;

create or replace function app_private.keep_an_author(course uuid, book uuid, leaving uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id = leaving and c.title = 'AUTHOR')
    and not exists (select from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id <> leaving and c.title = 'AUTHOR') then
    raise exception 'LAST_AUTHOR' using errcode = 'NL409';
  end if;
end $$;

create or replace function app_public.remove_contributor(id uuid) returns app_public.contributions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.contributions;
begin
  perform app_private.own_user_id(null);
  select * into entry from app_public.contributions c where c.id = remove_contributor.id and c.article_id is null;
  if entry.id is not null then
    perform app_private.locked_item(entry.course_id, entry.book_id, true);
    perform app_private.keep_an_author(entry.course_id, entry.book_id, entry.user_id);
  end if;
  delete from app_public.contributions c where c.id = entry.id returning * into entry;
  if entry.id is null then raise exception 'CONTRIBUTION_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;

create or replace function app_private.keep_last_admin() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Two who leave at once: the second waits here and then sees that the first is gone.
  perform pg_advisory_xact_lock(hashtext('newline administrators'));
  if not exists (select from app_public.users u where u.is_admin and u.id <> old.id) then
    raise exception 'LAST_ADMIN' using errcode = 'NL409';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function app_public.checkout_offer(plan_slug text default null, course_slug text default null, book_slug text default null, is_advanced boolean default false)
returns app_public.checkout_offer
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_public.current_user_id();
  offer app_public.checkout_offer;
  plan app_public.plans;
  is_reduced boolean;
begin
  if num_nonnulls(plan_slug, course_slug, book_slug) <> 1 then return null; end if;
  if plan_slug is not null then
    select p.* into plan from app_public.plans p where p.slug = plan_slug and p.is_offered;
    if not found then return null; end if;
    offer := (plan.name, plan.id, null, null, false, plan.amount_cents, plan.amount_cents, 0, plan.currency, plan.billing_interval, plan.min_seats, plan.max_seats, null);
    if plan.kind = 'TEAM' and exists (select from app_public.subscriptions s where s.user_id = me and s.kind = 'TEAM' and s.status <> 'ENDED') then
      offer.already := 'TEAM_PACKAGE_EXISTS';
    elsif plan.kind = 'PRO' and exists (select from app_public.subscriptions s where s.user_id = me and s.kind = 'PRO' and s.status <> 'ENDED') then
      offer.already := 'SUBSCRIPTION_EXISTS';
    elsif plan.kind = 'PRO' and exists (select from app_public.team_members m where m.user_id = me) and app_private.has_pro(me) then
      offer.already := 'PRO_INCLUDED_IN_TEAM';
    end if;
    return offer;
  end if;
  select i.title || case when p.is_advanced then ', advanced package' else '' end, null::uuid, i.course_id, i.book_id, p.is_advanced, p.amount_cents, p.amount_cents, 0, p.currency,
      null::app_public.billing_interval, null::int, null::int, null::text, i.is_reduced
    into offer.name, offer.plan_id, offer.course_id, offer.book_id, offer.is_advanced, offer.amount_cents, offer.full_amount_cents, offer.discount_percent, offer.currency,
      offer.billing_interval, offer.min_seats, offer.max_seats, offer.already, is_reduced
    from (
      select c.title, c.id as course_id, null::uuid as book_id, c.is_masterclass or c.is_bootcamp or c.is_live_workshop as is_reduced
        from app_public.courses c where c.slug = course_slug and c.is_published and c.published_at <= now() and c.archived_at is null and not c.is_coming_soon
      union all
      select b.title, null, b.id, b.is_bootcamp or b.is_live_workshop
        from app_public.books b where b.slug = book_slug and b.is_published and b.published_at <= now() and b.archived_at is null and not b.is_coming_soon) i
    join app_public.item_prices p on p.is_advanced = checkout_offer.is_advanced and (p.course_id = i.course_id or p.book_id = i.book_id);
  if not found then return null; end if;
  if is_reduced and me is not null and app_private.has_pro(me) then
    offer.discount_percent := 20;
    offer.amount_cents := offer.full_amount_cents - offer.full_amount_cents * 20 / 100;
  end if;
  if exists (select from app_public.entitlements e where e.user_id = me and e.starts_at <= now() and e.ends_at is null
      and e.kind = case when offer.is_advanced then 'ADVANCED' when offer.course_id is not null then 'COURSE' else 'BOOK' end::app_public.entitlement_kind
      and (e.course_id = offer.course_id or e.book_id = offer.book_id)) then
    offer.already := 'ITEM_ALREADY_OWNED';
  end if;
  return offer;
end $$;

create or replace function app_private.grant_checkout(checkout_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.complete_purchase(checkout_id, 'manual', null);
  with taken as (update app_private.checkouts c set completed_at = now() where c.id = checkout_id and c.completed_at is null returning *)
  insert into app_public.subscriptions (user_id, plan_id, kind, seats, period_starts_at, period_ends_at)
    select t.user_id, t.plan_id, p.kind, t.seats, now(), app_private.next_period(now(), p.billing_interval) from taken t join app_public.plans p on p.id = t.plan_id;
exception when unique_violation then
  raise exception 'SUBSCRIPTION_EXISTS' using errcode = 'NL409';
end $$;

create or replace function app_private.own_subscription(subscription_id uuid) returns app_public.subscriptions
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  found_one app_public.subscriptions;
begin
  select s.* into found_one from app_public.subscriptions s where s.id = subscription_id and s.user_id = me and s.status <> 'ENDED';
  if not found then raise exception 'OWN_SUBSCRIPTION_NOT_FOUND' using errcode = 'NL404'; end if;
  return found_one;
end $$;

create or replace function app_private.invite_to_team(team_id uuid, emails text[], token_hashes bytea[])
returns table (invited_team_id uuid, email text, place int, team_name text, inviter text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  team app_public.teams;
  address text;
  n int := 0;
  invitation uuid;
begin
  select t.* into team from app_public.teams t join app_public.subscriptions s on s.id = t.subscription_id
    where t.owner_id = me and (invite_to_team.team_id is null or t.id = invite_to_team.team_id) and s.status <> 'ENDED' order by t.created_at desc limit 1 for update of t;
  if not found then raise exception 'TEAM_PACKAGE_REQUIRED' using errcode = 'NL404'; end if;
  if coalesce(cardinality(emails), 0) not between 1 and 50 then
    raise exception 'INVITATION_COUNT_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('max', 50, 'count', coalesce(cardinality(emails), 0))::text;
  end if;
  update app_public.team_invitations i set status = 'EXPIRED' where i.team_id = team.id and i.status = 'OPEN' and i.expires_at <= now();
  if (select coalesce(sum(i.sent_count), 0) + cardinality(emails) from app_public.team_invitations i where i.team_id = team.id and i.sent_at > now() - interval '1 day') > greatest(50, team.seats * 2) then
    raise exception 'INVITATION_LIMIT_REACHED' using errcode = 'NL429';
  end if;
  foreach address in array emails loop
    n := n + 1;
    address := lower(btrim(address));
    if exists (select from app_public.team_members m join auth."user" u on u."id" = m.user_id where m.team_id = team.id and u."email" = address) then
      raise exception 'TEAM_MEMBER_EXISTS' using errcode = 'NL409', detail = jsonb_build_object('email', address)::text;
    end if;
    begin
      insert into app_public.team_invitations as i (team_id, email) values (team.id, address)
        on conflict (team_id, email) where status = 'OPEN' do update set sent_at = now(), sent_count = i.sent_count + 1, expires_at = now() + interval '14 days'
        returning i.id into invitation;
    exception when check_violation then
      if (select t.seats_taken >= t.seats from app_public.teams t where t.id = team.id) then
        raise exception 'TEAM_SEATS_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('seats', team.seats)::text;
      end if;
      raise exception 'EMAIL_INVALID' using errcode = 'NL400', detail = jsonb_build_object('email', left(address, 80))::text;
    end;
    insert into app_private.team_invitation_tokens as t (invitation_id, token_hash) values (invitation, token_hashes[n])
      on conflict (invitation_id) do update set token_hash = excluded.token_hash;
    return query select team.id, address, n, team.name, app_public.users_display_name(u) from app_public.users u where u.id = me;
  end loop;
end $$;

create or replace function app_public.withdraw_invitation(invitation_id uuid) returns app_public.team_invitations
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  invitation app_public.team_invitations;
begin
  update app_public.team_invitations i set status = 'WITHDRAWN'
    where i.id = withdraw_invitation.invitation_id and i.status = 'OPEN' and i.team_id in (select t.id from app_public.teams t where t.owner_id = me) returning * into invitation;
  if not found then raise exception 'OPEN_INVITATION_NOT_FOUND' using errcode = 'NL404'; end if;
  return invitation;
end $$;

create or replace function app_public.accept_invitation(token text) returns app_public.team_members
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  invitation app_public.team_invitations;
  member app_public.team_members;
begin
  select i.* into invitation from app_private.team_invitation_tokens k join app_public.team_invitations i on i.id = k.invitation_id
    where k.token_hash = sha256(convert_to(left(token, 200), 'UTF8'));
  if not found then raise exception 'INVITATION_NOT_FOUND' using errcode = 'NL404'; end if;
  if exists (select from app_public.team_members m where m.user_id = me) then
    raise exception 'TEAM_SEAT_EXISTS' using errcode = 'NL409';
  end if;
  -- The first of two who press at once: the second waits here and then finds it accepted.
  update app_public.team_invitations i set status = 'ACCEPTED' where i.id = invitation.id and i.status = 'OPEN' and i.expires_at > now()
    and exists (select from app_public.teams t join app_public.subscriptions s on s.id = t.subscription_id where t.id = i.team_id and s.status <> 'ENDED');
  if not found then raise exception 'INVITATION_EXPIRED' using errcode = 'NL409'; end if;
  insert into app_public.team_members (team_id, user_id) values (invitation.team_id, me) returning * into member;
  return member;
exception when unique_violation then
  raise exception 'TEAM_SEAT_EXISTS' using errcode = 'NL409';
end $$;

create or replace function app_public.leave_team() returns app_public.team_members
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  member app_public.team_members;
begin
  delete from app_public.team_members m where m.user_id = me returning * into member;
  if not found then raise exception 'TEAM_SEAT_NOT_FOUND' using errcode = 'NL404'; end if;
  return member;
end $$;

create or replace function app_public.remove_member(member_id uuid) returns app_public.team_members
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  member app_public.team_members;
begin
  delete from app_public.team_members m where m.id = remove_member.member_id and m.team_id in (select t.id from app_public.teams t where t.owner_id = me) returning * into member;
  if not found then raise exception 'TEAM_MEMBER_NOT_FOUND' using errcode = 'NL404'; end if;
  return member;
end $$;

create or replace function app_private.locked_video(playback_id text) returns app_public.videos
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  found_video app_public.videos;
begin
  select * into found_video from app_public.videos v where v.playback_id = locked_video.playback_id
    and (v.owner_id = me or app_public.is_admin() or v.course_id in (select app_private.my_course_ids()) or v.book_id in (select app_private.my_book_ids()))
    for update;
  if found_video.id is null then
    raise exception 'OWN_VIDEO_NOT_FOUND' using errcode = 'NL404';
  end if;
  return found_video;
end $$;

create or replace function app_public.discard_video(playback_id text) returns app_public.videos
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(discard_video.playback_id);
begin
  if found_video.loose_since is null then
    raise exception 'VIDEO_IN_USE' using errcode = 'NL409';
  end if;
  delete from app_public.videos v where v.id = found_video.id;
  return found_video;
end $$;

create or replace function app_public.save_video_captions(playback_id text, language text, vtt text, starts_at numeric[], ends_at numeric[], words text[]) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(save_video_captions.playback_id);
begin
  if (select count(*) from app_public.video_captions c where c.video_id = found_video.id and c.language <> save_video_captions.language) >= 20 then
    raise exception 'CAPTION_LANGUAGE_LIMIT_REACHED' using errcode = 'NL400', detail = jsonb_build_object('max', 20)::text;
  end if;
  insert into app_public.video_captions as c (video_id, language, vtt, starts_at, ends_at, words)
    values (found_video.id, save_video_captions.language, save_video_captions.vtt, save_video_captions.starts_at, save_video_captions.ends_at, save_video_captions.words)
    on conflict on constraint video_captions_pkey do update
      set vtt = excluded.vtt, starts_at = excluded.starts_at, ends_at = excluded.ends_at, words = excluded.words, updated_at = now();
  perform app_private.write_cues(found_video.id);
  return found_video.id;
end $$;

create or replace function app_public.item_figures(course_id uuid default null, book_id uuid default null, days int default null) returns app_public.item_figures
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  since timestamptz := app_private.period_start(item_figures.days);
  item uuid := coalesce(item_figures.course_id, item_figures.book_id);
  found_figures app_public.item_figures;
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(item_figures.course_id, item_figures.book_id) <> 1 then
    raise exception 'COURSE_OR_BOOK_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(item_figures.course_id, item_figures.book_id))::text;
  end if;
  select c.id, null, c.title into found_figures.course_id, found_figures.book_id, found_figures.title from app_public.courses c where c.id = item_figures.course_id
    and (app_public.is_admin() or c.id in (select app_private.my_course_ids()));
  if found_figures.course_id is null then
    select b.id, b.title into found_figures.book_id, found_figures.title from app_public.books b where b.id = item_figures.book_id
      and (app_public.is_admin() or b.id in (select app_private.my_book_ids()));
  end if;
  if num_nonnulls(found_figures.course_id, found_figures.book_id) = 0 then
    raise exception 'OWN_ITEM_NOT_FOUND' using errcode = 'NL404';
  end if;
  found_figures.counted_from := nullif(since, '-infinity');
  found_figures.counted_to := now();
  select count(*) filter (where e.created_at >= since), count(*) into found_figures.enrolled_count, found_figures.enrolled_in_all_count
    from app_public.enrollments e where e.course_id = found_figures.course_id or e.book_id = found_figures.book_id;
  -- One pass over what was done in its lessons; `offset 0` keeps it to their rows, by index, in a table of everybody's.
  with places as materialized (
    select c.id as course_lesson_id, null::uuid as book_lesson_id, c.lesson_id, c.position from app_public.course_lessons c where c.course_id = found_figures.course_id
    union all
    select null, b.id, b.lesson_id, b.position from app_public.book_lessons b where b.book_id = found_figures.book_id
  ), done as materialized (
    select p.lesson_id, a.user_id, a.created_at from places p, lateral (
      select d.user_id, d.created_at from app_public.user_progresses d where d.course_lesson_id = p.course_lesson_id offset 0) a
    union all
    select p.lesson_id, a.user_id, a.created_at from places p, lateral (
      select d.user_id, d.created_at from app_public.user_progresses d where d.book_lesson_id = p.book_lesson_id offset 0) a
  ), touched as materialized (
    select p.lesson_id, a.user_id from places p, lateral (
      select d.user_id from app_public.lesson_activities d
      where d.lesson_id = p.lesson_id and d.updated_at >= since and (d.watched_seconds <> '{}' or d.read_block_ids <> '{}') offset 0) a
    union
    select d.lesson_id, d.user_id from done d where d.created_at >= since
  ), begun as (select t.lesson_id, count(*) as people from touched t group by t.lesson_id
  ), completed as (select d.lesson_id, count(*) as people from done d where d.created_at >= since group by d.lesson_id
  ), counted as (select l.id from places p join app_public.lessons l on l.id = p.lesson_id where l.role <> 'CHANGELOG')
  select (select count(distinct t.user_id) from touched t),
    (select count(*) from (
      select from done d where d.lesson_id in (select id from counted) group by d.user_id
      having count(*) = (select count(*) from counted) and max(d.created_at) >= since) f),
    coalesce(array_agg((l.id, l.title, l.slug, l.video_duration, coalesce(b.people, 0), coalesce(c.people, 0))::app_public.lesson_figures order by p.position), '{}')
    into found_figures.active_count, found_figures.finished_count, found_figures.lessons
    from places p join app_public.lessons l on l.id = p.lesson_id
    left join begun b on b.lesson_id = p.lesson_id left join completed c on c.lesson_id = p.lesson_id;
  with ratings as (
    select t.rating as stars from app_public.testimonials t
      where (t.course_id = found_figures.course_id or t.book_id = found_figures.book_id) and t.created_at >= since
    union all
    select s.scale_number from app_public.surveys s
      where (s.course_id = found_figures.course_id or s.book_id = found_figures.book_id) and s.created_at >= since)
  select array(select (select count(*)::int from ratings r where r.stars = n) from generate_series(1, 5) n), (select avg(r.stars)::float8 from ratings r)
    into found_figures.rating_counts, found_figures.rating_average;
  found_figures.open_questions_count := app_private.open_questions(found_figures.course_id, found_figures.book_id, since);
  return found_figures;
end $$;

create or replace function app_public.video_figures(lesson_id uuid, days int default null) returns app_public.video_figures
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  since timestamptz := app_private.period_start(video_figures.days);
  lesson app_public.lessons;
  found_figures app_public.video_figures;
begin
  perform app_private.own_user_id(null);
  select * into lesson from app_public.lessons l where l.id = video_figures.lesson_id and l.video_duration is not null
    and (app_public.is_admin() or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()));
  if lesson.id is null then
    raise exception 'OWN_VIDEO_LESSON_NOT_FOUND' using errcode = 'NL404';
  end if;
  found_figures.lesson_id := lesson.id;
  found_figures.title := lesson.title;
  found_figures.video_seconds := lesson.video_duration;
  with watched as materialized (
    select a.watched_seconds from app_public.lesson_activities a where a.lesson_id = lesson.id and a.updated_at >= since and a.watched_seconds <> '{}'
  ), steps as (
    -- Where somebody begins to watch one more is there, where they stop one fewer.
    select s.at, sum(s.more) as more from watched w, unnest(w.watched_seconds) r, lateral (values (lower(r), 1), (upper(r), -1)) s (at, more) group by s.at
  ), seconds as (
    select n, sum(coalesce(s.more, 0)) over (order by n) as viewers
    from generate_series(0, lesson.video_duration - 1) n left join steps s on s.at = n)
  select (select count(*) from watched), (select array_agg(viewers::int order by n) from seconds)
    into found_figures.viewers_count, found_figures.viewers_by_second;
  return found_figures;
end $$;

create or replace function app_public.confirm_newsletter(token text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update app_private.newsletter_subscribers s set state = 'CONFIRMED', confirmed_at = coalesce(s.confirmed_at, now()),
      tell_after = case when s.state = 'CONFIRMED' then s.tell_after else now() end,
      tries = case when s.state = 'CONFIRMED' then s.tries else 0 end
    where s.token_hash = sha256(convert_to(confirm_newsletter.token, 'UTF8'))
      and (s.state = 'CONFIRMED' or s.state = 'PENDING' and s.asked_at > now() - interval '14 days');
  if not found then
    raise exception 'NEWSLETTER_LINK_INVALID' using errcode = 'NL404';
  end if;
  return true;
end $$;

create or replace function app_public.grant_entitlement(user_id uuid, kind app_public.entitlement_kind, course_id uuid default null, book_id uuid default null, ends_at timestamptz default null)
returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  given app_public.entitlements;
begin
  perform app_private.require_admin();
  insert into app_public.entitlements (user_id, kind, course_id, book_id, ends_at, source)
    values (grant_entitlement.user_id, grant_entitlement.kind, grant_entitlement.course_id, grant_entitlement.book_id, grant_entitlement.ends_at, 'grant') returning * into given;
  perform app_private.audit('grant.give', 'entitlement', given.id, app_private.person_details(given.user_id, jsonb_build_object(
    'kind', given.kind, 'courseId', given.course_id, 'bookId', given.book_id, 'endsAt', given.ends_at)));
  return given;
exception
  when check_violation then raise exception 'ENTITLEMENT_INVALID' using errcode = 'NL400';
  when foreign_key_violation then raise exception 'ENTITLEMENT_TARGET_NOT_FOUND' using errcode = 'NL404';
end $$;

create or replace function app_public.end_entitlement(entitlement_id uuid) returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  given app_public.entitlements;
  origin uuid;
begin
  perform app_private.require_admin();
  select e.* into given from app_public.entitlements e where e.id = entitlement_id and (e.ends_at is null or e.ends_at > now()) for update;
  if not found then raise exception 'ENTITLEMENT_NOT_FOUND' using errcode = 'NL404'; end if;
  if given.source ~ '^(purchase|subscription|seat):[0-9a-f-]{36}$' then
    origin := split_part(given.source, ':', 2)::uuid;
    case split_part(given.source, ':', 1)
      when 'subscription' then update app_public.subscriptions s set status = 'ENDED', ended_at = now() where s.id = origin and s.provider = 'manual';
      when 'purchase' then update app_public.purchases p set refunded_at = now() where p.id = origin and p.provider = 'manual';
      else delete from app_public.team_members m where m.id = origin;
    end case;
    if not found then raise exception 'ENTITLEMENT_BILLED_BY_STRIPE' using errcode = 'NL409'; end if;
  else
    update app_public.entitlements e set ends_at = now(), starts_at = least(e.starts_at, now() - interval '1 microsecond') where e.id = given.id;
  end if;
  perform app_private.audit('grant.end', 'entitlement', given.id, app_private.person_details(given.user_id, jsonb_build_object(
    'kind', given.kind, 'source', split_part(given.source, ':', 1), 'courseId', given.course_id, 'bookId', given.book_id)));
  return (select e from app_public.entitlements e where e.id = given.id);
end $$;

create or replace function app_private.locked_person(person uuid) returns app_public.users
language plpgsql volatile as $$
declare
  found_one app_public.users;
begin
  perform app_private.require_admin();
  select u.* into found_one from app_public.users u where u.id = person for no key update;
  if not found then raise exception 'USER_NOT_FOUND' using errcode = 'NL404'; end if;
  return found_one;
end $$;

create or replace function app_public.set_admin(user_id uuid, is_admin boolean) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users := app_private.locked_person(set_admin.user_id);
begin
  if set_admin.is_admin is null then raise exception 'IS_ADMIN_REQUIRED' using errcode = 'NL400'; end if;
  if set_admin.is_admin and exists (select from app_public.suspensions s where s.user_id = person.id and (s.ends_at is null or s.ends_at > now())) then
    raise exception 'SUSPENDED_USER_NOT_PROMOTABLE' using errcode = 'NL409';
  end if;
  if person.is_admin is distinct from set_admin.is_admin then
    update app_public.users u set is_admin = set_admin.is_admin where u.id = person.id returning u.* into person;
  end if;
  return person;
end $$;

create or replace function app_public.delete_person(user_id uuid, username text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users := app_private.locked_person(delete_person.user_id);
begin
  if person.id = app_public.current_user_id() then
    raise exception 'OWN_ACCOUNT_NOT_DELETABLE_HERE' using errcode = 'NL403';
  end if;
  if lower(btrim(delete_person.username, ' @')) is distinct from person.username then
    raise exception 'USERNAME_MISMATCH' using errcode = 'NL400';
  end if;
  perform app_private.audit('person.delete', 'person', person.id, jsonb_build_object('username', person.username));
  delete from auth."user" a where a.id = person.id;
  return true;
end $$;

create or replace function app_private.locked_review(review uuid) returns app_public.testimonials
language plpgsql volatile as $$
declare
  entry app_public.testimonials;
begin
  perform app_private.require_admin();
  select t.* into entry from app_public.testimonials t where t.id = review and t.user_id is not null for no key update;
  if not found then raise exception 'REVIEW_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;

create or replace function app_public.hide_review(id uuid, reason text default null) returns app_public.testimonials
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  entry app_public.testimonials := app_private.locked_review(hide_review.id);
  words text := nullif(btrim(hide_review.reason), '');
begin
  if length(words) > 500 then raise exception 'REVIEW_HIDE_REASON_TOO_LONG' using errcode = 'NL400',
    detail = jsonb_build_object('max', 500, 'length', coalesce(length(words), 0))::text; end if;
  update app_public.testimonials t set hidden_at = coalesce(t.hidden_at, now()), hidden_reason = words where t.id = entry.id returning t.* into entry;
  perform app_private.audit('review.hide', 'review', entry.id, app_private.person_details(entry.user_id, jsonb_build_object(
    'reason', words, 'courseId', entry.course_id, 'bookId', entry.book_id)));
  return entry;
end $$;

create or replace function app_public.change_item_price(id uuid, amount_cents int) returns app_public.item_prices
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  price app_public.item_prices;
  old_cents int;
begin
  perform app_private.require_admin();
  if change_item_price.amount_cents is null or change_item_price.amount_cents < 1 then raise exception 'PRICE_NOT_POSITIVE' using errcode = 'NL400'; end if;
  select p.amount_cents into old_cents from app_public.item_prices p where p.id = change_item_price.id for no key update;
  if not found then raise exception 'PRICE_NOT_FOUND' using errcode = 'NL404'; end if;
  update app_public.item_prices p set amount_cents = change_item_price.amount_cents where p.id = change_item_price.id returning p.* into price;
  perform app_private.audit('price.change', 'item_price', price.id, jsonb_build_object('courseId', price.course_id, 'bookId', price.book_id,
    'isAdvanced', price.is_advanced, 'oldCents', old_cents, 'amountCents', price.amount_cents, 'currency', price.currency));
  return price;
end $$;

create or replace function app_public.remove_newsletter_address(id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.require_admin();
  delete from app_private.newsletter_subscribers n where n.id = remove_newsletter_address.id;
  if not found then raise exception 'NEWSLETTER_ADDRESS_NOT_FOUND' using errcode = 'NL404'; end if;
  perform app_private.audit('newsletter.remove', 'newsletter_address', remove_newsletter_address.id);
  return true;
end $$;

create or replace function app_public.give_subscription(username text, plan_id uuid, ends_at timestamptz default null) returns app_public.subscriptions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users;
  plan app_public.plans;
  given app_public.subscriptions;
begin
  perform app_private.require_admin();
  select u.* into person from app_public.users u where u.username = lower(btrim(give_subscription.username, ' @')) for no key update;
  if not found then raise exception 'USERNAME_NOT_FOUND' using errcode = 'NL404'; end if;
  select p.* into plan from app_public.plans p where p.id = give_subscription.plan_id;
  if not found then raise exception 'PLAN_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  if give_subscription.ends_at <= now() then raise exception 'END_TIME_NOT_IN_FUTURE' using errcode = 'NL400'; end if;
  if exists (select from app_public.subscriptions s where s.user_id = person.id and s.kind = plan.kind and s.status <> 'ENDED') then
    raise exception 'USER_SUBSCRIPTION_EXISTS' using errcode = 'NL409';
  end if;
  insert into app_public.subscriptions (user_id, plan_id, kind, seats, cancels_at_period_end, period_ends_at)
    values (person.id, plan.id, plan.kind, plan.min_seats, true, coalesce(give_subscription.ends_at, app_private.next_period(now(), plan.billing_interval)))
    returning * into given;
  perform app_private.audit('subscription.give', 'subscription', given.id, jsonb_build_object(
    'username', person.username, 'plan', plan.slug, 'endsAt', given.period_ends_at));
  return given;
end $$;

create or replace function app_private.check_reply_chain() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from app_public.comments_ancestors(new)) > 99 then
    raise exception 'REPLY_TOO_DEEP' using errcode = 'NL409', detail = jsonb_build_object('max', 100)::text;
  end if;
  return new;
end $$;

create or replace function app_public.require_import_right(target text default null) returns void
language plpgsql stable as $$
declare
  path text := case when target like '/%' then target else '/' || target end;
begin
  if app_public.current_user_id() is null then
    raise exception 'SIGN_IN_REQUIRED' using errcode = 'NL401';
  end if;
  if coalesce(target, '') = '' then
    if (app_public.is_author() or exists (select from app_private.my_course_ids()) or exists (select from app_private.my_book_ids())) is not true then
      raise exception 'IMPORT_FORBIDDEN' using errcode = 'NL403';
    end if;
  elsif target in ('course', 'book') then
    if app_public.is_author() is not true then
      raise exception 'ITEM_AUTHOR_REQUIRED' using errcode = 'NL403';
    end if;
  elsif (exists (select from app_public.courses c where path in (c.permalink, '/courses/' || c.slug) and app_public.courses_may_write(c))
      or exists (select from app_public.books b where path in (b.permalink, '/books/' || b.slug) and app_public.books_may_write(b))) is not true then
    raise exception 'IMPORT_TARGET_NOT_FOUND' using errcode = 'NL404', detail = jsonb_build_object('path', left(path, 200))::text;
  end if;
end $$;

create or replace function app_private.answer_to_note(comment uuid, out lesson_id uuid, out body_delta jsonb, out version text, out answer jsonb, out who text, out discussion_id uuid) returns record
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.deleted or entry.hidden_at is not null then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  if entry.noted_at is not null then raise exception 'ANSWER_ALREADY_IN_LESSON' using errcode = 'NL409'; end if;
  select d.lesson_id into answer_to_note.lesson_id from app_public.discussions d where d.id = entry.discussion_id;
  if answer_to_note.lesson_id is null then raise exception 'ANSWER_NOT_ON_LESSON' using errcode = 'NL400'; end if;
  if (app_public.current_user_id() in (select app_private.answerers(entry.discussion_id))) is not true then
    raise exception 'WRITER_REQUIRED' using errcode = 'NL403';
  end if;
  perform from app_public.lessons l where l.id = answer_to_note.lesson_id for no key update; -- as every save does
  select b.body_delta, md5(b.body_delta::text) into answer_to_note.body_delta, answer_to_note.version
    from app_private.lesson_bodies b where b.lesson_id = answer_to_note.lesson_id for no key update;
  answer := entry.body_delta;
  discussion_id := entry.discussion_id;
  select app_public.users_display_name(u) into who from app_public.users u where u.id = entry.user_id;
end $$;

create or replace function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats int) returns table (id uuid, name text, seats int, amount_cents int, currency text, billing_interval app_public.billing_interval, stripe_price_id text, created_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  offer app_public.checkout_offer;
  places int;
  checkout app_private.checkouts;
begin
  if num_nonnulls(plan_slug, course_slug, book_slug) <> 1 then
    raise exception 'CHECKOUT_ITEM_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(plan_slug, course_slug, book_slug))::text;
  end if;
  -- Whoever presses twice, or comes back a little later, goes on with the same checkout and cannot pay it twice. What they have is read behind the lock.
  perform pg_advisory_xact_lock(hashtext('checkout ' || me));
  offer := app_public.checkout_offer(plan_slug, course_slug, book_slug, is_advanced);
  places := coalesce(wanted_seats, offer.min_seats, 1);
  if offer.name is null then raise exception 'NOT_FOR_SALE' using errcode = 'NL404'; end if;
  if offer.already is not null then raise exception '%', offer.already using errcode = 'NL409'; end if;
  if (places between coalesce(offer.min_seats, 1) and coalesce(offer.max_seats, 1)) is not true then
    raise exception 'SEAT_COUNT_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('min', coalesce(offer.min_seats, 1), 'max', coalesce(offer.max_seats, 1), 'seats', places)::text;
  end if;
  select c.* into checkout from app_private.checkouts c where c.user_id = me and c.completed_at is null and c.created_at > now() - interval '20 minutes'
    and c.plan_id is not distinct from offer.plan_id and c.course_id is not distinct from offer.course_id and c.book_id is not distinct from offer.book_id
    and c.is_advanced = offer.is_advanced and c.seats = places and (c.amount_cents, c.currency) = (offer.amount_cents, offer.currency) order by c.created_at desc limit 1;
  if not found then
    insert into app_private.checkouts (user_id, plan_id, course_id, book_id, is_advanced, seats, amount_cents, currency, discount_percent)
      values (me, offer.plan_id, offer.course_id, offer.book_id, offer.is_advanced, places, offer.amount_cents, offer.currency, offer.discount_percent)
      returning * into checkout;
  end if;
  return query select checkout.id, offer.name, places, checkout.amount_cents, checkout.currency::text, offer.billing_interval,
    (select p.stripe_price_id from app_public.plans p where p.id = offer.plan_id), checkout.created_at;
end $$;

create or replace function app_private.check_name() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.name is distinct from app_private.plain_name(new.name) then
    raise exception 'DISPLAY_NAME_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 80)::text;
  end if;
  if new.is_admin is not true and app_private.is_name_of_staff(new.name, new.id) then
    raise exception 'DISPLAY_NAME_RESERVED' using errcode = 'NL409';
  end if;
  return new;
end $$;

create or replace function app_private.check_pictures() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  col text;
  address text;
begin
  foreach col in array tg_argv loop
    address := to_jsonb(new) ->> col;
    continue when address is null or tg_op = 'UPDATE' and address is not distinct from to_jsonb(old) ->> col;
    if app_private.is_shown_picture(address) is not true then
      raise exception 'IMAGE_HOST_NOT_ALLOWED' using errcode = 'NL400',
        detail = jsonb_build_object('field', substring(col for 1) || substring(replace(initcap(replace(col, '_', ' ')), ' ', '') from 2), 'hosts', coalesce((select string_agg(p.host, ', ' order by p.host) from app_private.picture_hosts p), 'none'))::text;
    end if;
  end loop;
  return new;
end $$;

create or replace function app_private.check_public_video(address text, course uuid, book uuid, field text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id where v.video_url = address
      and coalesce(l.course_id, l.book_id) is distinct from coalesce(course, book) and app_public.is_admin() is not true
      and (coalesce(l.course_id, l.book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids())) is not true)
    or exists (select from app_public.videos v where v.video_url = address and v.owner_id is distinct from app_public.current_user_id() and app_public.is_admin() is not true
      and (coalesce(v.course_id, v.book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids())) is not true) then
    raise exception 'VIDEO_URL_NOT_OWN' using errcode = 'NL400', detail = jsonb_build_object('field', field)::text;
  end if;
end $$;

create or replace function app_private.check_review() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.rating is not null and (new.rating between 1 and 5) is not true then
    raise exception 'RATING_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('rating', new.rating)::text;
  end if;
  if length(new.quote_md) > 200 then
    raise exception 'REVIEW_TEXT_TOO_LONG' using errcode = 'NL400',
      detail = jsonb_build_object('max', 200, 'length', coalesce(length(new.quote_md), 0))::text;
  end if;
  return new;
end $$;

create or replace function app_private.clean_title(title text) returns text
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  cleaned text := btrim(regexp_replace(coalesce(title, ''), '\s+', ' ', 'g'));
begin
  if (length(cleaned) between 1 and 200) is not true then
    raise exception 'TITLE_LENGTH_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('max', 200, 'length', coalesce(length(cleaned), 0))::text;
  end if;
  return cleaned;
end $$;

create or replace function app_private.create_article(title text, slug_wish text, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  made uuid;
  tried text := slug_wish;
  n int := 1;
begin
  if app_public.is_author() is not true then
    raise exception 'ARTICLE_AUTHOR_REQUIRED' using errcode = 'NL403';
  end if;
  if app_public.is_admin() is not true and (select count(*) from app_public.contributions c join app_public.articles a on a.id = c.article_id
      where c.user_id = me and a.created_at > now() - interval '1 day') >= 100 then
    raise exception 'ARTICLE_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', 100)::text;
  end if;
  loop
    if not exists (select from app_public.permalinks p where p.path = '/articles/' || tried) then
      insert into app_public.articles as a (title, slug) values (create_article.title, tried) on conflict (slug) do nothing returning a.id into made;
      exit when made is not null;
    end if;
    n := n + 1;
    tried := slug_wish || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  insert into app_public.contributions (title, user_id, article_id) values ('AUTHOR', me, made);
  perform app_private.save_article_body(made, body, ids, html, markdown, texts, free, drawn, drawer);
  return made;
end $$;

create or replace function app_private.create_discussion_with_comment(user_id uuid, lesson uuid, article uuid, clip uuid, seconds double precision, selection jsonb, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[]) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(user_id);
  wait int := app_private.seconds_to_wait(me);
  written app_private.written_comment := app_private.sent_before(me, key, body);
  made uuid;
begin
  if written.comment_id is not null then return written; end if;
  perform app_private.require_writer(me);
  if num_nonnulls(lesson, article, clip) <> 1 then
    raise exception 'DISCUSSION_TARGET_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(lesson, article, clip))::text;
  end if;
  if app_private.person_sees(me, lesson, article, clip) is not true then
    raise exception '%', case when lesson is not null then 'LESSON_NOT_FOUND' when article is not null then 'ARTICLE_NOT_FOUND' else 'CLIP_NOT_FOUND' end
      using errcode = 'NL404';
  end if;
  perform app_private.require_read(lesson, article);
  if selection is not null and clip is not null then
    raise exception 'CLIP_HAS_NO_TEXT' using errcode = 'NL400';
  elsif seconds is not null and article is not null then
    raise exception 'ARTICLE_HAS_NO_VIDEO' using errcode = 'NL400';
  end if;
  if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
  insert into app_public.discussions as d (lesson_id, article_id, clip_id, timecode_start) values (lesson, article, clip, seconds) returning d.id into made;
  if selection is not null then perform app_private.add_selection(made, selection); end if;
  return app_private.add_comment(me, made, null, key, body, markdown, html, drawn, drawer, mentions);
end $$;

create or replace function app_private.create_item(title text, is_book boolean) returns uuid
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

create or replace function app_private.delete_comment(comment uuid) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(comment);
begin
  if entry.user_id is distinct from me and app_public.is_admin() is not true then
    raise exception 'COMMENT_DELETE_FORBIDDEN' using errcode = 'NL403';
  end if;
  if not entry.deleted then
    update app_public.comments c set deleted = true where c.id = entry.id;
    update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
    if entry.user_id is distinct from me then
      perform app_private.audit('comment.delete', 'comment', entry.id,
        app_private.person_details(entry.user_id, jsonb_build_object('discussionId', entry.discussion_id)));
    end if;
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;

create or replace function app_private.keep_played_video() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before text := case when tg_op = 'INSERT' then null else coalesce(to_jsonb(old) ->> 'video_url', to_jsonb(old) ->> 'hero_video_url') end;
  after text := case when tg_op = 'DELETE' then null else coalesce(to_jsonb(new) ->> 'video_url', to_jsonb(new) ->> 'hero_video_url') end;
begin
  if before is not distinct from after then return null; end if;
  if after is not null and app_public.current_user_id() is not null and exists (
    select from app_public.videos v where v.video_url = after and (app_public.is_admin() or v.owner_id is not distinct from app_public.current_user_id()
      or v.course_id in (select app_private.my_course_ids()) or v.book_id in (select app_private.my_book_ids())) is not true) then
    raise exception 'OWN_VIDEO_NOT_FOUND' using errcode = 'NL404';
  end if;
  update app_public.videos v set loose_since = null where v.video_url = after and v.loose_since is not null;
  update app_public.videos v set loose_since = now() where v.video_url = before and v.loose_since is null and not app_private.is_played(before);
  return null;
end $$;

create or replace function app_private.locked_article(article uuid, is_publishing boolean) returns app_public.articles
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  mine app_public.contribution_title := case when app_public.is_admin() then 'AUTHOR'
    else (select c.title from app_public.contributions c where c.article_id = article and c.user_id = me) end;
  entry app_public.articles;
begin
  select * into entry from app_public.articles a
    where a.id = article and (mine is not null or (a.is_published and a.published_at <= now() and a.archived_at is null));
  if entry.id is null then raise exception 'ARTICLE_NOT_FOUND' using errcode = 'NL404'; end if;
  if mine is null then raise exception 'WRITER_REQUIRED' using errcode = 'NL403'; end if;
  if is_publishing and mine is distinct from 'AUTHOR' then
    raise exception 'AUTHOR_REQUIRED' using errcode = 'NL403';
  end if;
  select * into entry from app_public.articles a where a.id = article for no key update; -- saves of one article come one after the other
  return entry;
end $$;

create or replace function app_private.locked_item(course uuid, book uuid, is_authors boolean) returns void
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

create or replace function app_private.locked_lesson_text(lesson uuid, is_publishing boolean) returns app_public.lessons
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.lessons;
begin
  select * into entry from app_public.lessons l where l.id = lesson;
  if entry.id is null or (app_public.lessons_may_write(entry)
      or coalesce((select i.is_open from app_private.lesson_item(entry.course_id, entry.book_id) i), false)) is not true then
    raise exception 'LESSON_NOT_FOUND' using errcode = 'NL404';
  end if;
  if app_public.lessons_may_write(entry) is not true then
    raise exception 'WRITER_REQUIRED' using errcode = 'NL403';
  end if;
  if is_publishing and app_public.lessons_may_publish(entry) is not true then
    raise exception 'AUTHOR_REQUIRED' using errcode = 'NL403';
  end if;
  select * into entry from app_public.lessons l where l.id = lesson for no key update; -- saves of one lesson come one after the other
  if entry.id is null then raise exception 'LESSON_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $$;

create or replace function app_private.move_deleted_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept app_private.hidden_comment_bodies;
begin
  if old.deleted and new.deleted is not true then
    raise exception 'COMMENT_NOT_RESTORABLE' using errcode = 'NL400';
  end if;
  if new.deleted then
    new.deleted_at := case when old.deleted then old.deleted_at else now() end;
    new.hidden_at := null;
  end if;
  if new.deleted and not old.deleted then
    insert into app_private.deleted_comment_bodies (comment_id, body_delta, body_markdown, body_html, deleted_by)
      select old.id, coalesce(old.body_delta, h.body_delta), coalesce(old.body_markdown, h.body_markdown), coalesce(old.body_html, h.body_html),
        app_public.current_user_id()
      from (select) one left join app_private.hidden_comment_bodies h on h.comment_id = old.id;
    delete from app_private.hidden_comment_bodies h where h.comment_id = old.id;
    delete from app_private.attachment_uses u where u.comment_id = old.id;
  elsif not new.deleted and new.hidden_at is not null and old.hidden_at is null then
    insert into app_private.hidden_comment_bodies (comment_id, body_delta, body_markdown, body_html)
      values (old.id, old.body_delta, old.body_markdown, old.body_html);
  elsif not new.deleted and new.hidden_at is null and old.hidden_at is not null then
    delete from app_private.hidden_comment_bodies h where h.comment_id = old.id returning h.* into kept;
    new.body_delta := kept.body_delta; new.body_markdown := kept.body_markdown; new.body_html := kept.body_html;
    return new;
  end if;
  if new.deleted or new.hidden_at is not null then
    new.body_delta := null; new.body_markdown := null; new.body_html := null; new.body_drawings := null; new.drawn_by := 0;
  end if;
  return new;
end $$;

create or replace function app_private.own_user_id(user_id uuid) returns uuid
language plpgsql stable as $$
begin
  if app_public.current_user_id() is null then
    raise exception 'SIGN_IN_REQUIRED' using errcode = 'NL401';
  end if;
  if user_id is not null and user_id is distinct from app_public.current_user_id() then
    raise exception 'USER_ID_NOT_OWN' using errcode = 'NL403';
  end if;
  return app_public.current_user_id();
end $$;

create or replace function app_private.period_start(days int) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if days is not null and (days between 1 and 3650) is not true then
    raise exception 'DAYS_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('max', 3650, 'days', days)::text;
  end if;
  return coalesce(now() - days * interval '1 day', '-infinity');
end $$;

create or replace function app_private.publish_article(article uuid, version int, body jsonb, ids text[], html text[], markdown text[], texts text[], free int, drawn jsonb, drawer int, publish_at timestamptz) returns app_private.save_outcome
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.articles := app_private.locked_article(article, true);
  newest app_public.article_revisions := app_private.newest_revision(article);
  falls_due timestamptz := coalesce(publish_at, case when entry.published_at <= now() then entry.published_at end, now());
begin
  if version is distinct from newest.version then return 'CONFLICT'; end if;
  if falls_due > now() and entry.is_published and entry.published_at <= now() and entry.archived_at is null then
    raise exception 'ALREADY_PUBLISHED' using errcode = 'NL400';
  end if;
  if falls_due > now() + interval '5 years' then
    raise exception 'PUBLISH_TIME_TOO_LATE' using errcode = 'NL400';
  end if;
  update app_public.articles a set title = newest.title, is_published = true, published_at = falls_due, archived_at = null where a.id = article;
  perform app_private.save_article_body(article, body, ids, html, markdown, texts, free, drawn, drawer);
  return 'SAVED';
end $$;

create or replace function app_private.publish_item(course uuid, book uuid, publish_at timestamptz, is_early boolean) returns void
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

create or replace function app_private.reply_to_comment(user_id uuid, discussion uuid, parent uuid, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[]) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(user_id);
  wait int := app_private.seconds_to_wait(me);
  written app_private.written_comment := app_private.sent_before(me, key, body);
  place app_public.discussions;
begin
  if written.comment_id is not null then return written; end if;
  perform app_private.require_writer(me);
  select * into place from app_public.discussions d where d.id = discussion;
  if place.id is null or app_private.person_sees(me, place.lesson_id, place.article_id, place.clip_id) is not true then
    raise exception 'DISCUSSION_NOT_FOUND' using errcode = 'NL404';
  end if;
  perform app_private.require_read(place.lesson_id, place.article_id);
  if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
  return app_private.add_comment(me, discussion, parent, key, body, markdown, html, drawn, drawer, mentions);
end $$;

create or replace function app_private.require_admin() returns uuid
language plpgsql stable as $$
begin
  perform app_private.own_user_id(null);
  if app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  return app_public.current_user_id();
end $$;

create or replace function app_private.require_read(lesson uuid, article uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if lesson is not null and app_public.may_read(lesson_id => lesson) is not true or article is not null and app_public.may_read(article_id => article) is not true then
    raise exception 'FULL_ACCESS_REQUIRED' using errcode = 'NL403';
  end if;
end $$;

create or replace function app_private.sent_before(person uuid, key uuid, body jsonb) returns app_private.written_comment
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments;
begin
  select * into entry from app_public.comments c where c.user_id = person and c.client_key = key;
  if entry.id is null then return null; end if;
  if entry.body_delta is distinct from body and entry.edited is not true then
    raise exception 'IDEMPOTENCY_KEY_REUSED' using errcode = 'NL409';
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;

create or replace function app_private.update_item(course uuid, book uuid, patch jsonb) returns void
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

create or replace function app_private.video_place(lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid, out item_course_id uuid, out item_book_id uuid) returns record
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(lesson_id, clip_id, course_id, book_id) <> 1 then
    raise exception 'VIDEO_TARGET_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(lesson_id, clip_id, course_id, book_id))::text;
  end if;
  select p.course_id, p.book_id into item_course_id, item_book_id from (
    select l.course_id, l.book_id from app_public.lessons l where l.id = video_place.lesson_id
    union all select c.course_id, c.book_id from app_public.clips c where c.id = video_place.clip_id
    union all select c.id, null from app_public.courses c where c.id = video_place.course_id
    union all select null, b.id from app_public.books b where b.id = video_place.book_id) as p;
  if (app_public.is_admin() and num_nonnulls(item_course_id, item_book_id) = 1 or item_course_id in (select app_private.my_course_ids())
      or item_book_id in (select app_private.my_book_ids())) is not true then
    raise exception 'WRITER_REQUIRED' using errcode = 'NL403';
  end if;
end $$;

create or replace function app_public.accept_answer(comment_id uuid, is_accepted boolean default true) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(accept_answer.comment_id);
  thread app_public.discussions;
begin
  if app_private.may_resolve(entry.discussion_id) is not true then
    raise exception 'ANSWER_ACCEPT_FORBIDDEN' using errcode = 'NL403';
  end if;
  if entry.deleted or entry.hidden_at is not null then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  if entry.id = (select c.id from app_public.comments c where c.discussion_id = entry.discussion_id order by c.created_at, c.id limit 1) then
    raise exception 'ANSWER_IS_QUESTION' using errcode = 'NL400';
  end if;
  update app_public.discussions d set accepted_comment_id = case
      when coalesce(is_accepted, true) then entry.id when d.accepted_comment_id is distinct from entry.id then d.accepted_comment_id end,
    is_resolved = d.is_resolved or coalesce(is_accepted, true)
    where d.id = entry.discussion_id returning d.* into thread;
  return thread;
end $$;

create or replace function app_public.answer_review(id uuid, answer_md text default null) returns app_public.testimonials
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  words text := nullif(btrim(answer_review.answer_md), '');
  entry app_public.testimonials;
begin
  if length(words) > 1000 then
    raise exception 'REVIEW_ANSWER_TOO_LONG' using errcode = 'NL400',
      detail = jsonb_build_object('max', 1000, 'length', coalesce(length(words), 0))::text;
  end if;
  select * into entry from app_public.testimonials t where t.id = answer_review.id and t.user_id is not null;
  if entry.id is null then raise exception 'REVIEW_NOT_FOUND' using errcode = 'NL404'; end if;
  if (app_public.is_admin() or entry.course_id in (select app_private.my_course_ids()) or entry.book_id in (select app_private.my_book_ids())) is not true then
    raise exception 'REVIEW_ANSWER_FORBIDDEN' using errcode = 'NL403';
  end if;
  update app_public.testimonials t set answer_md = words, answered_at = case when words is not null then now() end,
    answered_by = case when words is not null then me end where t.id = entry.id returning t.* into entry;
  return entry;
end $$;

create or replace function app_public.approve_comment(id uuid) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.comments := app_private.locked_comment(approve_comment.id);
begin
  if app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  update app_public.comment_reports r set decided_at = now() where r.comment_id = entry.id and r.decided_at is null;
  if entry.hidden_at is not null then
    update app_public.comments c set hidden_at = null where c.id = entry.id returning c.* into entry;
  end if;
  perform app_private.audit('comment.approve', 'comment', entry.id,
    app_private.person_details(entry.user_id, jsonb_build_object('discussionId', entry.discussion_id)));
  return entry;
end $$;

create or replace function app_public.attach_video(playback_id text, lesson_id uuid default null, clip_id uuid default null, course_id uuid default null, book_id uuid default null) returns app_public.videos
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(attach_video.playback_id);
begin
  perform app_private.video_place(attach_video.lesson_id, attach_video.clip_id, attach_video.course_id, attach_video.book_id);
  if found_video.status is distinct from 'READY' then
    raise exception 'VIDEO_NOT_READY' using errcode = 'NL409';
  end if;
  perform app_private.play_video(found_video.video_url, found_video.duration_seconds, found_video.poster_second,
    attach_video.lesson_id, attach_video.clip_id, attach_video.course_id, attach_video.book_id);
  select * into found_video from app_public.videos v where v.id = found_video.id;
  return found_video;
end $$;

create or replace function app_public.change_plan(id uuid, changes app_public.plan_changes) returns app_public.plans
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  plan app_public.plans;
  old_cents int;
begin
  perform app_private.require_admin();
  select p.amount_cents into old_cents from app_public.plans p where p.id = change_plan.id for no key update;
  if not found then raise exception 'PLAN_NOT_FOUND' using errcode = 'NL404'; end if;
  if (changes).amount_cents < 1 then raise exception 'PRICE_NOT_POSITIVE' using errcode = 'NL400'; end if;
  if (changes).name is not null and (length(btrim((changes).name)) between 1 and 80) is not true then raise exception 'PLAN_NAME_LENGTH_INVALID' using errcode = 'NL400',
    detail = jsonb_build_object('max', 80, 'length', coalesce(length(btrim((changes).name)), 0))::text; end if;
  if length(btrim((changes).description)) > 400 then raise exception 'PLAN_DESCRIPTION_TOO_LONG' using errcode = 'NL400',
    detail = jsonb_build_object('max', 400, 'length', coalesce(length(btrim((changes).description)), 0))::text; end if;
  update app_public.plans p set name = coalesce(btrim((changes).name), p.name),
      description = case when (changes).description is null then p.description else nullif(btrim((changes).description), '') end,
      amount_cents = coalesce((changes).amount_cents, p.amount_cents), is_offered = coalesce((changes).is_offered, p.is_offered),
      -- The price that Stripe knows is another one now: the amount is sent instead.
      stripe_price_id = case when coalesce((changes).amount_cents, p.amount_cents) = p.amount_cents then p.stripe_price_id end
    where p.id = change_plan.id returning p.* into plan;
  perform app_private.audit('plan.change', 'plan', plan.id, jsonb_build_object('slug', plan.slug, 'oldCents', old_cents, 'amountCents', plan.amount_cents,
    'currency', plan.currency, 'isOffered', plan.is_offered));
  return plan;
end $$;

create or replace function app_public.choose_poster(playback_id text, second int) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_video app_public.videos := app_private.locked_video(choose_poster.playback_id);
begin
  if (choose_poster.second = any (found_video.still_seconds)) is not true then
    raise exception 'POSTER_FRAME_NOT_FOUND' using errcode = 'NL400';
  end if;
  update app_public.videos v set poster_second = choose_poster.second where v.id = found_video.id;
  update app_public.clips c set thumbnail_seconds = choose_poster.second where c.video_url = found_video.video_url;
  return found_video.id;
end $$;

create or replace function app_public.create_testimonial(quote_md text, rating int, course_id uuid default null, book_id uuid default null, user_id uuid default null) returns app_public.testimonials
language plpgsql volatile as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(create_testimonial.user_id);
  entry app_public.testimonials;
begin
  if num_nonnulls(create_testimonial.course_id, create_testimonial.book_id) <> 1 then
    raise exception 'COURSE_OR_BOOK_COUNT_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('count', num_nonnulls(create_testimonial.course_id, create_testimonial.book_id))::text;
  end if;
  if not exists (select from app_public.courses c where c.id = create_testimonial.course_id and c.is_coming_soon is false
      union all select from app_public.books b where b.id = create_testimonial.book_id and b.is_coming_soon is false) then
    raise exception 'REVIEW_ITEM_NOT_FOUND' using errcode = 'NL404';
  end if;
  insert into app_public.testimonials (user_id, course_id, book_id, rating, quote_md)
    values (me, create_testimonial.course_id, create_testimonial.book_id, create_testimonial.rating, create_testimonial.quote_md)
    returning * into entry;
  return entry;
exception when unique_violation then
  raise exception 'REVIEW_EXISTS' using errcode = 'NL409';
end $$;

create or replace function app_public.end_subscription(subscription_id uuid) returns app_public.subscriptions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended app_public.subscriptions;
begin
  perform app_private.require_admin();
  select s.* into ended from app_public.subscriptions s where s.id = end_subscription.subscription_id and s.status <> 'ENDED' for update;
  if not found then raise exception 'SUBSCRIPTION_NOT_FOUND' using errcode = 'NL404'; end if;
  if ended.provider is distinct from 'manual' then raise exception 'SUBSCRIPTION_BILLED_BY_STRIPE' using errcode = 'NL409'; end if;
  update app_public.subscriptions s set status = 'ENDED', ended_at = now() where s.id = ended.id returning s.* into ended;
  perform app_private.audit('subscription.end', 'subscription', ended.id, app_private.person_details(ended.user_id, jsonb_build_object(
    'plan', (select p.slug from app_public.plans p where p.id = ended.plan_id))));
  return ended;
end $$;

create or replace function app_public.end_suspension(user_id uuid) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  select * into person from app_public.users u where u.id = end_suspension.user_id;
  delete from app_public.suspensions s where s.user_id = end_suspension.user_id;
  if found then
    perform app_private.audit('person.end_suspension', 'person', person.id, jsonb_build_object('username', person.username));
  end if;
  return person;
end $$;

create or replace function app_public.finish_upload(file text, name text, content_type text, width int, height int, byte_count int, thumbhash text, is_animated boolean, content_hash text, discussion_id uuid, attachable_id uuid) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  made uuid;
begin
  delete from app_private.unkept_files u where u.file = finish_upload.file and u.user_id = me and u.due_at > now();
  if not found then
    raise exception 'UPLOAD_EXPIRED' using errcode = 'NL409';
  end if;
  insert into app_public.attachments as a (owner_id, discussion_id, file, name, image_url, kind, content_type, width, height,
      byte_count, thumbhash, is_animated, content_hash, loose_since)
    values (me, finish_upload.discussion_id, finish_upload.file, finish_upload.name, '/media/' || finish_upload.file || '/1600.webp', 'IMAGE',
      finish_upload.content_type, finish_upload.width, finish_upload.height, finish_upload.byte_count, finish_upload.thumbhash,
      finish_upload.is_animated, finish_upload.content_hash, case when finish_upload.discussion_id is null then now() end)
    returning a.id into made;
  if finish_upload.attachable_id is not null then
    if (finish_upload.attachable_id in (select app_private.my_article_ids())
      or exists (select from app_public.lessons l where l.id = finish_upload.attachable_id
        and (l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids())))
      or exists (select from app_public.comments c where c.id = finish_upload.attachable_id and c.user_id = me)
      or app_public.is_admin() and exists (select from app_private.place_of(finish_upload.attachable_id) p
        where num_nonnulls(p.lesson_id, p.article_id, p.comment_id) = 1)) is not true then
      raise exception 'OWN_TEXT_NOT_FOUND' using errcode = 'NL404';
    end if;
    perform app_private.claim_attachments(array[made], finish_upload.attachable_id);
  end if;
  return made;
end $$;

create or replace function app_public.give_access(username text, kind app_public.entitlement_kind, item_slug text default null, ends_at timestamptz default null) returns app_public.entitlements
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person uuid;
  course uuid;
  book uuid;
begin
  perform app_private.require_admin();
  select u.id into person from app_public.users u where u.username = lower(btrim(give_access.username, ' @'));
  if person is null then raise exception 'USERNAME_NOT_FOUND' using errcode = 'NL404'; end if;
  if give_access.kind in ('COURSE', 'ADVANCED') then select c.id into course from app_public.courses c where c.slug = lower(btrim(item_slug)); end if;
  if give_access.kind = 'BOOK' or give_access.kind = 'ADVANCED' and course is null then select b.id into book from app_public.books b where b.slug = lower(btrim(item_slug)); end if;
  if give_access.kind is distinct from 'PRO' and num_nonnulls(course, book) = 0 then raise exception 'ITEM_SLUG_NOT_FOUND' using errcode = 'NL404'; end if;
  return app_public.grant_entitlement(person, give_access.kind, course, book, give_access.ends_at);
end $$;

create or replace function app_public.own_figures(days int default null, is_everyones boolean default false) returns app_public.figures_list
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  since timestamptz := app_private.period_start(own_figures.days);
  is_all boolean := coalesce(own_figures.is_everyones, false);
  found_list app_public.figures_list;
begin
  perform app_private.own_user_id(null);
  if is_all and app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  with items as materialized (
    select c.id, c.id as course_id, null::uuid as book_id, c.title, c.students_count, c.rating_count, c.rating_sum, c.created_at from app_public.courses c
      where is_all or c.id in (select app_private.my_course_ids())
    union all
    select b.id, null, b.id, b.title, b.students_count, b.rating_count, b.rating_sum, b.created_at from app_public.books b
      where is_all or b.id in (select app_private.my_book_ids())
  ), newest as (select * from items order by created_at desc, id desc limit 100)
  select coalesce(array_agg((n.course_id, n.book_id, n.title,
      (select count(*) from app_public.enrollments e where (e.course_id = n.course_id or e.book_id = n.book_id) and e.created_at >= since),
      n.students_count, n.rating_count, case when n.rating_count > 0 then n.rating_sum::float8 / n.rating_count end,
      app_private.open_questions(n.course_id, n.book_id, since))::app_public.figures_line order by n.created_at desc, n.id desc), '{}'),
    (select count(*) from items)
    into found_list.lines, found_list.items_count from newest n;
  return found_list;
end $$;

create or replace function app_public.rename_team(team_id uuid, name text) returns app_public.teams
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  team app_public.teams;
begin
  if (length(btrim(rename_team.name)) between 1 and 100) is not true then raise exception 'TEAM_NAME_LENGTH_INVALID' using errcode = 'NL400',
    detail = jsonb_build_object('max', 100, 'length', coalesce(length(btrim(rename_team.name)), 0))::text; end if;
  update app_public.teams t set name = btrim(rename_team.name) where t.id = rename_team.team_id and t.owner_id = me returning * into team;
  if not found then raise exception 'TEAM_NOT_FOUND' using errcode = 'NL404'; end if;
  return team;
end $$;

create or replace function app_public.set_discussion_follow(discussion_id uuid, is_followed boolean default null, mails app_public.mail_rhythm default null) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  thread app_public.discussions;
begin
  select * into thread from app_public.discussions d where d.id = set_discussion_follow.discussion_id;
  if thread.id is null or app_private.person_sees(me, thread.lesson_id, thread.article_id, thread.clip_id) is not true then
    raise exception 'DISCUSSION_NOT_FOUND' using errcode = 'NL404';
  end if;
  insert into app_public.discussion_follows (user_id, discussion_id, is_followed, mails)
    values (me, thread.id, set_discussion_follow.is_followed, set_discussion_follow.mails)
    on conflict (user_id, discussion_id) do update set is_followed = excluded.is_followed, mails = excluded.mails, updated_at = now();
  return thread;
end $$;

create or replace function app_public.set_discussion_resolved(id uuid, is_resolved boolean) returns app_public.discussions
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  thread app_public.discussions;
begin
  select * into thread from app_public.discussions d where d.id = set_discussion_resolved.id for no key update;
  if thread.id is null or app_private.person_sees(me, thread.lesson_id, thread.article_id, thread.clip_id) is not true then
    raise exception 'DISCUSSION_NOT_FOUND' using errcode = 'NL404';
  end if;
  if app_private.may_resolve(thread.id) is not true then
    raise exception 'DISCUSSION_RESOLVE_FORBIDDEN' using errcode = 'NL403';
  end if;
  update app_public.discussions d set is_resolved = coalesce(set_discussion_resolved.is_resolved, true)
    where d.id = thread.id returning d.* into thread;
  return thread;
end $$;

create or replace function app_public.set_item_price(course_id uuid default null, book_id uuid default null, is_advanced boolean default false, amount_cents int default null, currency text default 'USD') returns app_public.item_prices
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  course uuid := set_item_price.course_id;
  book uuid := set_item_price.book_id;
  entry app_public.item_prices;
begin
  perform app_private.locked_item(course, book, true);
  if set_item_price.amount_cents is not null and (set_item_price.amount_cents between 1 and 10000000) is not true then
    raise exception 'PRICE_OUT_OF_RANGE' using errcode = 'NL400',
      detail = jsonb_build_object('max', 10000000, 'amountCents', set_item_price.amount_cents)::text;
  end if;
  if coalesce(set_item_price.currency, '') !~ '^[A-Z]{3}$' then
    raise exception 'CURRENCY_INVALID' using errcode = 'NL400';
  end if;
  if set_item_price.amount_cents is null then
    delete from app_public.item_prices p where (p.course_id = course or p.book_id = book) and p.is_advanced = coalesce(set_item_price.is_advanced, false);
    return null;
  end if;
  update app_public.item_prices p set amount_cents = set_item_price.amount_cents, currency = set_item_price.currency
    where (p.course_id = course or p.book_id = book) and p.is_advanced = coalesce(set_item_price.is_advanced, false) returning * into entry;
  if entry.id is null then
    insert into app_public.item_prices as p (course_id, book_id, is_advanced, amount_cents, currency)
      values (course, book, coalesce(set_item_price.is_advanced, false), set_item_price.amount_cents, set_item_price.currency) returning * into entry;
  end if;
  return entry;
end $$;

create or replace function app_public.suspend_user(user_id uuid, ends_at timestamptz default null, reason text default null) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  person app_public.users;
begin
  if app_private.own_user_id(null) is null or app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  select * into person from app_public.users u where u.id = suspend_user.user_id for no key update;
  if person.id is null then raise exception 'USER_NOT_FOUND' using errcode = 'NL404'; end if;
  if person.is_admin then raise exception 'ADMIN_NOT_SUSPENDABLE' using errcode = 'NL403'; end if;
  if suspend_user.ends_at <= now() then raise exception 'END_TIME_NOT_IN_FUTURE' using errcode = 'NL400'; end if;
  if length(suspend_user.reason) > 1000 then raise exception 'SUSPENSION_REASON_TOO_LONG' using errcode = 'NL400',
    detail = jsonb_build_object('max', 1000, 'length', coalesce(length(suspend_user.reason), 0))::text; end if;
  insert into app_public.suspensions (user_id, ends_at, reason) values (person.id, suspend_user.ends_at, nullif(btrim(suspend_user.reason), ''))
    on conflict (user_id) do update set ends_at = excluded.ends_at, reason = excluded.reason, created_at = now();
  perform app_private.audit('person.suspend', 'person', person.id, jsonb_build_object(
    'username', person.username, 'endsAt', suspend_user.ends_at, 'reason', nullif(btrim(suspend_user.reason), '')));
  return person;
end $$;

create or replace function app_private.check_permalink() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.path ~ '^/(books|courses|articles)/[^/]+$' then return new; end if;
  -- One that is there already is written again with every save, and stays.
  if exists (select from app_public.permalinks p where p.path = new.path) then return new; end if;
  if app_private.is_reserved_name(split_part(new.path, '/', 2)) is not false then
    raise exception 'PERMALINK_RESERVED' using errcode = 'check_violation', constraint = 'permalinks_reserved_check',
      detail = jsonb_build_object('permalink', new.path)::text;
  end if;
  return new;
end $$;

create or replace function app_private.check_username() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app_private.is_reserved_name(new.username) is not false then
    raise exception 'USERNAME_RESERVED' using errcode = 'NL409', detail = jsonb_build_object('username', new.username)::text;
  end if;
  return new;
end $$;

create or replace function app_public.report_comment(comment_id uuid, reason app_public.report_reason, details text default null) returns app_public.comment_reports
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(report_comment.comment_id);
  made app_public.comment_reports;
begin
  if report_comment.reason is null then raise exception 'REPORT_REASON_REQUIRED' using errcode = 'NL400'; end if;
  if entry.user_id = me then raise exception 'OWN_COMMENT_NOT_REPORTABLE' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  perform pg_advisory_xact_lock(hashtext('reports ' || me));
  if not exists (select from app_public.comment_reports r where r.comment_id = entry.id and r.user_id = me)
    and ((select count(*) from app_public.comment_reports r where r.user_id = me and r.created_at > now() - interval '1 hour') >= 10
      or (select count(*) from app_public.comment_reports r where r.user_id = me and r.created_at > now() - interval '1 day') >= 30) then
    raise exception 'REPORT_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('perHour', 10, 'perDay', 30)::text;
  end if;
  insert into app_public.comment_reports as r (comment_id, user_id, reason, details)
    values (entry.id, me, report_comment.reason, nullif(btrim(report_comment.details), ''))
    on conflict (comment_id, user_id) do update set reason = excluded.reason, details = excluded.details
    returning r.* into made;
  if entry.hidden_at is null and (select count(*) from app_public.comment_reports r where r.comment_id = entry.id and r.decided_at is null) >= 3 then
    update app_public.comments c set hidden_at = now() where c.id = entry.id;
  end if;
  return made;
end $$;

create or replace function app_private.require_text_right(lesson uuid, article uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app_private.own_user_id(null);
  if num_nonnulls(lesson, article) = 0 then
    if app_public.is_author() is not true then
      raise exception 'ARTICLE_AUTHOR_REQUIRED' using errcode = 'NL403';
    end if;
  elsif app_private.may_write_text(lesson, article) is not true then
    -- These say why.
    if lesson is not null then perform app_private.locked_lesson_text(lesson, false); end if;
    if article is not null then perform app_private.locked_article(article, false); end if;
  end if;
end $$;

create or replace function app_public.save_progress(lesson_id uuid, watched int[] default '{}', read_block_ids text[] default '{}',
  position_seconds int default null, block_id text default null)
returns app_public.lesson_progress
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  lesson app_public.lessons;
  readable int := app_private.readable_lesson_blocks(save_progress.lesson_id);
  ids text[] := app_private.readable_block_ids(save_progress.lesson_id);
  ranges int4multirange := '{}';
  entry app_public.lesson_activities;
  length_seconds int;
begin
  select l.* into lesson from app_public.lessons l where l.id = save_progress.lesson_id;
  if coalesce(readable, 0) = 0 then
    raise exception 'READABLE_LESSON_NOT_FOUND' using errcode = 'NL404', detail = jsonb_build_object('lessonId', save_progress.lesson_id)::text;
  end if;
  if cardinality(coalesce(watched, '{}')) % 2 = 1 or cardinality(watched) > 400 then
    raise exception 'WATCHED_RANGES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 200, 'count', cardinality(watched))::text;
  end if;
  if cardinality(read_block_ids) > 20000 then
    raise exception 'READ_BLOCK_IDS_TOO_MANY' using errcode = 'NL400',
      detail = jsonb_build_object('max', 20000, 'count', cardinality(read_block_ids))::text;
  end if;
  -- A video counts as watched only for those who may play it.
  length_seconds := case when readable = 2147483647 then lesson.video_duration end;
  if length_seconds is not null then
    select coalesce(range_agg(int4range(greatest(w[1], 0), least(w[2], length_seconds))), '{}') into ranges
    from (select array[watched[n], watched[n + 1]] as w from generate_series(1, coalesce(cardinality(watched), 0), 2) n) pairs
    where w[1] < least(w[2], length_seconds) and w[2] > 0;
  end if;
  insert into app_public.lesson_activities as a (user_id, lesson_id, position_seconds, watched_seconds, block_id, read_block_ids, reading_since)
  values (me, lesson.id, case when num_nulls(length_seconds, save_progress.position_seconds) = 0 then least(greatest(save_progress.position_seconds, 0), length_seconds) end, ranges,
    case when save_progress.block_id = any (ids) then save_progress.block_id end,
    array(select id from unnest(ids) id where id = any (save_progress.read_block_ids)),
    case when save_progress.block_id = any (ids) or ids && save_progress.read_block_ids then now() end)
  on conflict (user_id, lesson_id) do update set
    position_seconds = coalesce(excluded.position_seconds, a.position_seconds),
    watched_seconds = a.watched_seconds + excluded.watched_seconds,
    block_id = coalesce(excluded.block_id, a.block_id),
    read_block_ids = array(select id from unnest(ids) id where id = any (a.read_block_ids) or id = any (excluded.read_block_ids)),
    -- Of earlier releases only the latest moment is known.
    reading_since = coalesce(a.reading_since, case when a.read_block_ids <> '{}' then a.updated_at end, excluded.reading_since),
    updated_at = now()
  returning * into entry;
  perform app_private.join_item(me, lesson.id);
  if ranges <> '{}' or cardinality(save_progress.read_block_ids) > 0 then
    insert into app_public.study_days (user_id, day) values (me, app_private.today()) on conflict do nothing;
  end if;
  if lesson.role <> 'CHANGELOG' and not entry.is_kept_open then
    if app_private.seconds_in(entry.watched_seconds) * 10 >= length_seconds * 9 then
      perform app_private.complete_lesson(me, lesson.id, 'WATCHED');
    elsif readable >= (select cardinality(b.block_ids) from app_private.lesson_bodies b where b.lesson_id = lesson.id)
      and app_private.has_read_text(entry) then
      perform app_private.complete_lesson(me, lesson.id, 'READ');
    end if;
  end if;
  return app_public.lessons_progress(lesson);
end $$;

create or replace function app_private.count_new_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app_private.use_quota(tg_argv[0], tg_argv[1]::int, interval '1 day') > 0 then
    raise exception 'DAILY_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', tg_argv[1]::int, 'resource', tg_argv[0])::text;
  end if;
  return new;
end $$;

create or replace function app_private.edit_comment(comment uuid, body jsonb, markdown text, html text, drawn jsonb, drawer int, mentions text[]) returns app_private.written_comment
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.comments := app_private.locked_comment(comment);
  wait int;
begin
  if entry.user_id is distinct from me then raise exception 'COMMENT_EDIT_FORBIDDEN' using errcode = 'NL403'; end if;
  if entry.deleted then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  if entry.hidden_at is not null then raise exception 'COMMENT_AWAITING_REVIEW' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  if entry.body_delta <> body then
    wait := app_private.use_quota('comment edits', 100, interval '1 hour');
    if wait > 0 then return row(null, null, wait)::app_private.written_comment; end if;
    update app_public.comments c set body_delta = body, body_markdown = markdown, body_html = html, body_drawings = drawn, drawn_by = drawer,
      edited = true, edited_at = clock_timestamp() where c.id = entry.id;
    perform app_private.keep_attachments(entry.id, body);
    perform app_private.tell_people(entry.id, mentions);
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $$;

create or replace function app_public.toggle_reaction(comment_id uuid, kind text, user_id uuid default null, enabled boolean default null) returns app_public.comments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app_private.own_user_id(toggle_reaction.user_id);
  -- Locks the row: reactions to a comment are written one after the other.
  entry app_public.comments := app_private.locked_comment(toggle_reaction.comment_id);
  is_on boolean := exists (
    select from app_public.comment_reactions r where r.comment_id = entry.id and r.user_id = me and r.kind = toggle_reaction.kind);
  is_wanted boolean := coalesce(toggle_reaction.enabled, not is_on);
begin
  if entry.deleted or entry.hidden_at is not null then raise exception 'COMMENT_DELETED' using errcode = 'NL409'; end if;
  perform app_private.require_writer(me);
  if is_on and not is_wanted then
    delete from app_public.comment_reactions r where r.comment_id = entry.id and r.user_id = me and r.kind = toggle_reaction.kind;
  elsif is_wanted and not is_on then
    insert into app_public.comment_reactions (comment_id, user_id, kind) values (entry.id, me, toggle_reaction.kind);
  end if;
  select * into entry from app_public.comments c where c.id = entry.id;
  return entry;
end $$;
