--! Previous: sha1:3dd5ac616403c9fa0516b68fc2ba496bd53deab1
--! Hash: sha1:7842693af08395e8b7c9aff2316512b5f41198de

-- Courses.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create domain app_public.slug as text
  check (value ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$' and length(value) <= 120);
comment on domain app_public.slug is 'Lower-case words joined by single hyphens, at most 120 characters.';

create domain app_public.video_address as text
  check (value ~ '^(local:[A-Za-z0-9_-]{4,64}|https://[^[:space:]<>"]+)$' and length(value) <= 2000);
comment on domain app_public.video_address is 'local:{playbackId} for a video kept here, or the https address at a video provider.';

create type app_public.topic as enum ('AI', 'FRONTEND', 'BACKEND', 'LANGUAGES', 'BASICS', 'CONCEPTS', 'ENGINEERING', 'DESIGN');
comment on type app_public.topic is 'The eight topics; each has its printed colours.';

create function app_private.my_course_ids() returns setof uuid
language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as $$
  select c.course_id from app_public.contributions c where c.user_id = app_public.current_user_id() and c.course_id is not null
$$;
comment on function app_private.my_course_ids() is 'The courses that the signed-in person contributes to.';
grant execute on function app_private.my_course_ids() to newline_visitor;

create table app_public.courses (
  id uuid primary key default app_public.new_id(),
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  subtitle text check (length(subtitle) <= 300),
  slug app_public.slug not null unique,
  permalink text not null unique,
  topic app_public.topic not null default 'ENGINEERING',
  description text check (length(description) <= 4000),
  summary text check (length(summary) <= 2000),
  primary_description_markdown text check (length(primary_description_markdown) <= 100000),
  poster_image_url app_public.media_address,
  cover_image_url app_public.media_address,
  full_cover_image_url app_public.media_address,
  hero_video_url app_public.video_address,
  preview_pdf_url app_public.media_address,
  dependencies jsonb check (jsonb_typeof(dependencies) = 'object' and pg_column_size(dependencies) <= 8000),
  is_published boolean not null default false,
  is_coming_soon boolean not null default false,
  is_early_access boolean not null default false,
  is_shown_publicly boolean not null default true,
  subscription_required boolean not null default true,
  is_free boolean not null default false,
  is_masterclass boolean not null default false,
  is_bootcamp boolean not null default false,
  is_live_workshop boolean not null default false,
  archetype text not null default 'PREMIUMCAST' check (archetype ~ '^[A-Z][A-Z_]{1,30}$' and archetype <> 'BOOK'),
  published_at timestamptz,
  archived_at timestamptz,
  num_exercises int not null default 0 check (num_exercises >= 0),
  preview_percent int check (preview_percent between 0 and 100),
  pricing_features text[] not null default '{}',
  syllabus text check (length(syllabus) <= 20000),
  faq jsonb not null default '[]' check (jsonb_typeof(faq) = 'array'),
  resources jsonb not null default '[]' check (jsonb_typeof(resources) = 'array'),
  lesson_language text not null default 'en' check (lesson_language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  marketing_headline text check (length(marketing_headline) <= 300),
  marketing_copy_markdown text check (length(marketing_copy_markdown) <= 20000),
  lessons_count int not null default 0 check (lessons_count >= 0),
  students_count int not null default 0 check (students_count >= 0),
  reviews_count int not null default 0 check (reviews_count >= 0),
  rating_count int not null default 0 check (rating_count >= 0),
  rating_sum int not null default 0 check (rating_sum >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint courses_published_at_check check (not is_published or published_at is not null),
  constraint courses_time_check check (published_at is null or isfinite(published_at))
);
comment on table app_public.courses is E'@behavior -insert -update -delete -query:resource:list\nA video course. What its state flags mean: docs/states.md.';
comment on column app_public.courses.permalink is 'The path of its page, such as /courses/{slug}; unique on the site, changes redirect.';
comment on column app_public.courses.topic is 'Chooses the printed colours of cover and frames.';
comment on column app_public.courses.description is 'One paragraph of plain text; null when not given.';
comment on column app_public.courses.summary is 'One sentence for cards; null when not given.';
comment on column app_public.courses.primary_description_markdown is 'The long description, in Markdown.';
comment on column app_public.courses.poster_image_url is 'Cover in its own shape: 16:9 for a course, 3:4 for a book.';
comment on column app_public.courses.cover_image_url is 'Cover for cards, 295 by 165.';
comment on column app_public.courses.full_cover_image_url is 'Cover in full size.';
comment on column app_public.courses.hero_video_url is 'Trailer, public; local:{playbackId} or the address at a video provider.';
comment on column app_public.courses.preview_pdf_url is 'A free part as PDF.';
comment on column app_public.courses.dependencies is 'A JSON string: primaryLanguage, and list with name, version and link.';
comment on column app_public.courses.is_published is 'False for a draft, which only staff and its authors see.';
comment on column app_public.courses.is_coming_soon is 'Its card is public, its content is not.';
comment on column app_public.courses.is_early_access is 'With isPublished: readable by those entitled, labelled early access.';
comment on column app_public.courses.is_shown_publicly is 'False for an unlisted item: reached by its address, in no list.';
comment on column app_public.courses.subscription_required is 'True when it is part of Pro.';
comment on column app_public.courses.is_free is 'Everyone signed in or not may read it all.';
comment on column app_public.courses.is_masterclass is 'Bought by itself, not part of Pro.';
comment on column app_public.courses.is_bootcamp is 'Bought by itself; labelled Bootcamp.';
comment on column app_public.courses.is_live_workshop is 'Bought by itself; labelled Workshop.';
comment on column app_public.courses.archetype is 'The kind of production, PREMIUMCAST by default; never BOOK.';
comment on column app_public.courses.published_at is 'When it was or will be published; ahead of now means scheduled.';
comment on column app_public.courses.archived_at is 'Set when it was withdrawn; then only staff and its authors see it.';
comment on column app_public.courses.num_exercises is 'How many exercises its lessons hold.';
comment on column app_public.courses.preview_percent is
  'How much of each text without a paywall mark is free, in percent of its length; null means nothing.';
comment on column app_public.courses.pricing_features is 'What a buyer gets, a line each.';
comment on column app_public.courses.syllabus is 'What it teaches, in Markdown.';
comment on column app_public.courses.faq is 'A JSON string: a list of question and answer.';
comment on column app_public.courses.resources is 'A JSON string: a list of title and url.';
comment on column app_public.courses.lesson_language is 'BCP 47 tag of the language it is taught in.';
comment on column app_public.courses.marketing_headline is 'The line that sells it; null when not given.';
comment on column app_public.courses.marketing_copy_markdown is 'The text that sells it, in Markdown.';
comment on column app_public.courses.lessons_count is E'@name numLessons\nHow many lessons count for progress. Derived.';
comment on column app_public.courses.students_count is E'@name numStudents\nHow many people enrolled. Derived.';
comment on column app_public.courses.reviews_count is E'@name numReviews\nHow many testimonials it has. Derived.';
comment on column app_public.courses.rating_count is 'How many ratings: testimonials and surveys. Derived.';
comment on column app_public.courses.rating_sum is 'The sum of all ratings; with ratingCount it gives the exact average. Derived.';
create index courses_created_at_id_idx on app_public.courses (created_at desc, id desc);
create index courses_published_at_idx on app_public.courses (published_at desc);
create index courses_title_idx on app_public.courses (title collate "und-x-icu", id);
-- Looking for courses and books by words of their titles. An index on letters is of no use under row security, since `like` might tell of a
-- row before its policy has spoken: the functions that look are their owner's, tell ids alone, and what is read by them goes past the policies.
create index courses_title_letters_idx on app_public.courses using gin (lower(title) extensions.gin_trgm_ops);
create index courses_unlisted_idx on app_public.courses (id) where not is_shown_publicly;
call app_private.secure_table('app_public.courses');
-- An item is seen when it is published (not ahead of its time) or announced; drafts, scheduled and
-- archived ones by their contributors and by staff.
create policy select_public on app_public.courses for select to newline_visitor
  using (archived_at is null and (is_coming_soon or (is_published and published_at <= now())));
create policy select_contributor on app_public.courses for select to newline_learner
  using (id in (select app_private.my_course_ids()));
create policy select_admin on app_public.courses for select to newline_admin using (true);
grant select on app_public.courses to newline_visitor;
create trigger touch before update on app_public.courses for each row
  when ((old.lessons_count, old.students_count, old.reviews_count, old.rating_count, old.rating_sum)
    = (new.lessons_count, new.students_count, new.reviews_count, new.rating_count, new.rating_sum)) -- counting is no change
  execute function app_private.touch_updated_at();
create trigger check_pictures before insert or update of poster_image_url, cover_image_url, full_cover_image_url on app_public.courses
  for each row execute function app_private.check_pictures('poster_image_url', 'cover_image_url', 'full_cover_image_url');
call app_private.announce_changes('app_public.courses', 'courses', 'course', '{students_count}');

create function app_public.courses_is_open(course app_public.courses) returns boolean
language sql stable as $$
  select coalesce(bool_and(app_public.may_read(lesson_id => c.lesson_id)), false) from app_public.course_lessons c where c.course_id = course.id
$$;
comment on function app_public.courses_is_open(app_public.courses) is 'True when the reader may have all of every lesson; false without lessons.';
grant execute on function app_public.courses_is_open(app_public.courses) to newline_visitor;

create type app_public.item_progress as (
  is_enrolled boolean,
  completed_lesson_ids uuid[],
  open_lesson_ids uuid[],
  watched_lessons int,
  read_lessons int,
  marked_lessons int,
  is_begun boolean,
  next_lesson_id uuid,
  next_position_seconds int
);
comment on type app_public.item_progress is 'Where the signed-in person stands in a course or a book, and why. A CHANGELOG counts for nothing.';
comment on column app_public.item_progress.is_enrolled is 'True when it is among their courses and books.';
comment on column app_public.item_progress.completed_lesson_ids is 'The lessons they completed, in their order.';
comment on column app_public.item_progress.open_lesson_ids is 'The lessons they may have all of, the changelog included.';
comment on column app_public.item_progress.watched_lessons is 'How many of the completed are so because 90 percent of the video was watched.';
comment on column app_public.item_progress.read_lessons is 'How many of the completed are so because the text was read to its end.';
comment on column app_public.item_progress.marked_lessons is 'How many of the completed are so because the person said so.';
comment on column app_public.item_progress.is_begun is 'True when anything of it was watched, read or completed.';
comment on column app_public.item_progress.next_lesson_id is
  'Where to go on: the lesson opened last, or the first uncompleted one after it when that is completed, or the first of all; null without lessons.';
comment on column app_public.item_progress.next_position_seconds is 'Second of its video to go on at; null at the beginning.';

create function app_public.courses_progress(course app_public.courses) returns app_public.item_progress
language sql stable as $$ select app_private.item_progress(course.id, null) $$;
comment on function app_public.courses_progress(app_public.courses) is 'Where the signed-in person stands in it; null for a visitor.';
grant execute on function app_public.courses_progress(app_public.courses) to newline_visitor;

create function app_public.archive_course(id uuid, is_archived boolean default true) returns app_public.courses
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.courses;
begin
  perform app_private.locked_item(v.id, null, true) from (select archive_course.id as id) v;
  update app_public.courses t set archived_at = case when coalesce(archive_course.is_archived, true) then now() end
    where t.id = archive_course.id and (t.archived_at is null) = coalesce(archive_course.is_archived, true);
  select * into entry from app_public.courses t where t.id = archive_course.id;
  return entry;
end $$;
comment on function app_public.archive_course(uuid, boolean) is
  'Withdraws the course, or with isArchived false brings it back as it was. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.archive_course(uuid, boolean) to newline_visitor;

create function app_public.courses_may_publish(course app_public.courses) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where c.course_id = course.id and c.user_id = app_public.current_user_id()), false)
$$;
comment on function app_public.courses_may_publish(app_public.courses) is
  'True when the signed-in person may publish the course, set its prices and say who writes it: its authors and staff.';
grant execute on function app_public.courses_may_publish(app_public.courses) to newline_visitor;

create function app_public.courses_may_write(course app_public.courses) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce(course.id in (select app_private.my_course_ids()), false)
$$;
comment on function app_public.courses_may_write(app_public.courses) is 'True for the authors and editors of the course and for staff.';
grant execute on function app_public.courses_may_write(app_public.courses) to newline_visitor;

create type app_public.item_status as enum ('DRAFT', 'COMING_SOON', 'SCHEDULED', 'EARLY_ACCESS', 'PUBLISHED', 'ARCHIVED');
comment on type app_public.item_status is 'The state of a course or a book as its writers see it; follows from its flags, see docs/states.md.';

create function app_public.courses_status(course app_public.courses) returns app_public.item_status
language sql stable as $$
  select (case when course.archived_at is not null then 'ARCHIVED' when course.is_coming_soon then 'COMING_SOON' when not course.is_published then 'DRAFT'
    when course.published_at > now() then 'SCHEDULED' when course.is_early_access then 'EARLY_ACCESS' else 'PUBLISHED' end)::app_public.item_status
$$;
comment on function app_public.courses_status(app_public.courses) is 'Draft, coming soon, scheduled, early access, published or archived. Derived.';
grant execute on function app_public.courses_status(app_public.courses) to newline_visitor;

create function app_public.create_course(title text) returns app_public.courses
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid := app_private.create_item(title, 'f');
  entry app_public.courses;
begin
  select * into entry from app_public.courses t where t.id = made;
  return entry;
end $$;
comment on function app_public.create_course(text) is
  'Begins a course, with the signed-in person as its author and an address made of its title. It is a draft: only its writers and staff see it. Errors: LOGIN_REQUIRED, FORBIDDEN for somebody who is no author, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_course(text) to newline_visitor;

create function app_public.my_courses(
  search text default null, status app_public.item_status default null, is_everyones boolean default false) returns setof app_public.courses
language sql stable as $$
  select t.* from app_public.courses t
  where (t.id in (select app_private.my_course_ids()) or coalesce(is_everyones, false) and (select app_public.is_admin()))
    and (my_courses.status is null or app_public.courses_status(t) = my_courses.status)
    and (coalesce(btrim(search), '') = '' or strpos(lower(t.title), lower(btrim(search))) > 0)
  order by t.updated_at desc, t.id desc
$$;
comment on function app_public.my_courses(text, app_public.item_status, boolean) is
  'The courses that the signed-in person writes, last changed first; staff may ask for everyone''s. search is a part of the title.';
grant execute on function app_public.my_courses(text, app_public.item_status, boolean) to newline_visitor;

create function app_public.publish_course(
  id uuid, published_at timestamptz default null, is_early_access boolean default false) returns app_public.courses
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.courses;
begin
  perform app_private.publish_item(v.id, null, publish_course.published_at, publish_course.is_early_access) from (select publish_course.id as id) v;
  select * into entry from app_public.courses t where t.id = publish_course.id;
  return entry;
end $$;
comment on function app_public.publish_course(uuid, timestamptz, boolean) is
  'Puts the course before readers: now, or at publishedAt when that is ahead; as early access for those entitled alone. It is no longer coming soon, nor archived. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.publish_course(uuid, timestamptz, boolean) to newline_visitor;

create function app_public.unpublish_course(id uuid) returns app_public.courses
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.courses;
begin
  perform app_private.locked_item(v.id, null, true) from (select unpublish_course.id as id) v;
  update app_public.courses t set is_published = false, is_coming_soon = false, is_early_access = false,
    published_at = case when t.published_at <= now() then t.published_at end
    where t.id = unpublish_course.id and (t.is_published or t.is_coming_soon);
  select * into entry from app_public.courses t where t.id = unpublish_course.id;
  return entry;
end $$;
comment on function app_public.unpublish_course(uuid) is
  'Makes the course a draft again, which only its writers see. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.unpublish_course(uuid) to newline_visitor;
