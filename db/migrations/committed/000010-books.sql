--! Previous: sha1:7842693af08395e8b7c9aff2316512b5f41198de
--! Hash: sha1:735bb76c20223404b59d9ef5151a0049f18cba19

-- Books.

-- Some functions here call what a later file creates.
set local check_function_bodies = off;

create function app_private.my_book_ids() returns setof uuid
language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as $$
  select c.book_id from app_public.contributions c where c.user_id = app_public.current_user_id() and c.book_id is not null
$$;
comment on function app_private.my_book_ids() is 'The books that the signed-in person contributes to.';
grant execute on function app_private.my_book_ids() to newline_visitor;

create table app_public.books (
  id uuid primary key default app_public.new_id(),
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  subtitle text check (length(subtitle) <= 300),
  slug app_public.slug not null unique,
  permalink text not null unique,
  topic app_public.topic not null default 'ENGINEERING',
  description text check (length(description) <= 4000),
  summary text check (length(summary) <= 2000),
  primary_description_markdown text check (length(primary_description_markdown) <= 100000),
  description_html text generated always as (app_private.plain_html(description)) stored,
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
  is_for_sale boolean not null default true,
  is_bootcamp boolean not null default false,
  is_live_workshop boolean not null default false,
  archetype text not null generated always as ('BOOK') stored,
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
  constraint books_published_at_check check (not is_published or published_at is not null),
  constraint books_time_check check (published_at is null or isfinite(published_at))
);
comment on table app_public.books is E'@behavior -insert -update -delete -query:resource:list\nA book. Its chapters are lessons.';
comment on column app_public.books.permalink is 'The path of its page, such as /courses/{slug}; unique on the site, changes redirect.';
comment on column app_public.books.topic is 'Chooses the printed colours of cover and frames.';
comment on column app_public.books.description is 'One paragraph of plain text; null when not given.';
comment on column app_public.books.summary is 'One sentence for cards; null when not given.';
comment on column app_public.books.primary_description_markdown is 'The long description, in Markdown.';
comment on column app_public.books.description_html is 'The description as HTML paragraphs. Derived.';
comment on column app_public.books.poster_image_url is 'Cover in its own shape: 16:9 for a course, 3:4 for a book.';
comment on column app_public.books.cover_image_url is 'Cover for cards, 295 by 165.';
comment on column app_public.books.full_cover_image_url is 'Cover in full size.';
comment on column app_public.books.hero_video_url is 'Trailer, public; local:{playbackId} or the address at a video provider.';
comment on column app_public.books.preview_pdf_url is 'A free part as PDF.';
comment on column app_public.books.dependencies is 'A JSON string: primaryLanguage, and list with name, version and link.';
comment on column app_public.books.is_published is 'False for a draft, which only staff and its authors see.';
comment on column app_public.books.is_coming_soon is 'Its card is public, its content is not.';
comment on column app_public.books.is_early_access is 'With isPublished: readable by those entitled, labelled early access.';
comment on column app_public.books.is_shown_publicly is 'False for an unlisted item: reached by its address, in no list.';
comment on column app_public.books.is_for_sale is 'False for a free book.';
comment on column app_public.books.is_bootcamp is 'Bought by itself; labelled Bootcamp.';
comment on column app_public.books.is_live_workshop is 'Bought by itself; labelled Workshop.';
comment on column app_public.books.archetype is 'Always BOOK.';
comment on column app_public.books.published_at is 'When it was or will be published; ahead of now means scheduled.';
comment on column app_public.books.archived_at is 'Set when it was withdrawn; then only staff and its authors see it.';
comment on column app_public.books.num_exercises is 'How many exercises its lessons hold.';
comment on column app_public.books.preview_percent is
  'How much of each text without a paywall mark is free, in percent of its length; null means nothing.';
comment on column app_public.books.pricing_features is 'What a buyer gets, a line each.';
comment on column app_public.books.syllabus is 'What it teaches, in Markdown.';
comment on column app_public.books.faq is 'A JSON string: a list of question and answer.';
comment on column app_public.books.resources is 'A JSON string: a list of title and url.';
comment on column app_public.books.lesson_language is 'BCP 47 tag of the language it is taught in.';
comment on column app_public.books.marketing_headline is 'The line that sells it; null when not given.';
comment on column app_public.books.marketing_copy_markdown is 'The text that sells it, in Markdown.';
comment on column app_public.books.lessons_count is E'@name numLessons\nHow many lessons count for progress. Derived.';
comment on column app_public.books.students_count is E'@name numStudents\nHow many people enrolled. Derived.';
comment on column app_public.books.reviews_count is E'@name numReviews\nHow many testimonials it has. Derived.';
comment on column app_public.books.rating_count is 'How many ratings: testimonials and surveys. Derived.';
comment on column app_public.books.rating_sum is 'The sum of all ratings; with ratingCount it gives the exact average. Derived.';
create index books_created_at_id_idx on app_public.books (created_at desc, id desc);
create index books_published_at_idx on app_public.books (published_at desc);
create index books_title_idx on app_public.books (title collate "und-x-icu", id);
create index books_title_letters_idx on app_public.books using gin (lower(title) extensions.gin_trgm_ops);
create index books_unlisted_idx on app_public.books (id) where not is_shown_publicly;
call app_private.secure_table('app_public.books');
create policy select_public on app_public.books for select to newline_visitor
  using (archived_at is null and (is_coming_soon or (is_published and published_at <= now())));
create policy select_contributor on app_public.books for select to newline_learner
  using (id in (select app_private.my_book_ids()));
create policy select_admin on app_public.books for select to newline_admin using (true);
grant select on app_public.books to newline_visitor;
create trigger touch before update on app_public.books for each row
  when ((old.lessons_count, old.students_count, old.reviews_count, old.rating_count, old.rating_sum)
    = (new.lessons_count, new.students_count, new.reviews_count, new.rating_count, new.rating_sum)) -- counting is no change
  execute function app_private.touch_updated_at();
create trigger check_pictures before insert or update of poster_image_url, cover_image_url, full_cover_image_url on app_public.books
  for each row execute function app_private.check_pictures('poster_image_url', 'cover_image_url', 'full_cover_image_url');
call app_private.announce_changes('app_public.books', 'books', 'book', '{students_count}');

create function app_public.books_is_open(book app_public.books) returns boolean
language sql stable as $$
  select coalesce(bool_and(app_public.may_read(lesson_id => b.lesson_id)), false) from app_public.book_lessons b where b.book_id = book.id
$$;
comment on function app_public.books_is_open(app_public.books) is 'True when the reader may have all of every chapter; false without chapters.';
grant execute on function app_public.books_is_open(app_public.books) to newline_visitor;

create function app_public.books_progress(book app_public.books) returns app_public.item_progress
language sql stable as $$ select app_private.item_progress(null, book.id) $$;
comment on function app_public.books_progress(app_public.books) is 'Where the signed-in person stands in it; null for a visitor.';
grant execute on function app_public.books_progress(app_public.books) to newline_visitor;

create function app_public.archive_book(id uuid, is_archived boolean default true) returns app_public.books
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.books;
begin
  perform app_private.locked_item(null, v.id, true) from (select archive_book.id as id) v;
  update app_public.books t set archived_at = case when coalesce(archive_book.is_archived, true) then now() end
    where t.id = archive_book.id and (t.archived_at is null) = coalesce(archive_book.is_archived, true);
  select * into entry from app_public.books t where t.id = archive_book.id;
  return entry;
end $$;
comment on function app_public.archive_book(uuid, boolean) is
  'Withdraws the book, or with isArchived false brings it back as it was. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.archive_book(uuid, boolean) to newline_visitor;

create function app_public.books_may_publish(book app_public.books) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where c.book_id = book.id and c.user_id = app_public.current_user_id()), false)
$$;
comment on function app_public.books_may_publish(app_public.books) is
  'True when the signed-in person may publish the book, set its prices and say who writes it: its authors and staff.';
grant execute on function app_public.books_may_publish(app_public.books) to newline_visitor;

create function app_public.books_may_write(book app_public.books) returns boolean
language sql stable as $$
  select (select app_public.is_admin()) or coalesce(book.id in (select app_private.my_book_ids()), false)
$$;
comment on function app_public.books_may_write(app_public.books) is 'True for the authors and editors of the book and for staff.';
grant execute on function app_public.books_may_write(app_public.books) to newline_visitor;

create function app_public.books_status(book app_public.books) returns app_public.item_status
language sql stable as $$
  select (case when book.archived_at is not null then 'ARCHIVED' when book.is_coming_soon then 'COMING_SOON' when not book.is_published then 'DRAFT'
    when book.published_at > now() then 'SCHEDULED' when book.is_early_access then 'EARLY_ACCESS' else 'PUBLISHED' end)::app_public.item_status
$$;
comment on function app_public.books_status(app_public.books) is 'Draft, coming soon, scheduled, early access, published or archived. Derived.';
grant execute on function app_public.books_status(app_public.books) to newline_visitor;

create function app_public.create_book(title text) returns app_public.books
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made uuid := app_private.create_item(title, 't');
  entry app_public.books;
begin
  select * into entry from app_public.books t where t.id = made;
  return entry;
end $$;
comment on function app_public.create_book(text) is
  'Begins a book, with the signed-in person as its author and an address made of its title. It is a draft: only its writers and staff see it. Errors: LOGIN_REQUIRED, FORBIDDEN for somebody who is no author, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_book(text) to newline_visitor;

create function app_public.my_books(
  search text default null, status app_public.item_status default null, is_everyones boolean default false) returns setof app_public.books
language sql stable as $$
  select t.* from app_public.books t
  where (t.id in (select app_private.my_book_ids()) or coalesce(is_everyones, false) and (select app_public.is_admin()))
    and (my_books.status is null or app_public.books_status(t) = my_books.status)
    and (coalesce(btrim(search), '') = '' or strpos(lower(t.title), lower(btrim(search))) > 0)
  order by t.updated_at desc, t.id desc
$$;
comment on function app_public.my_books(text, app_public.item_status, boolean) is
  'The books that the signed-in person writes, last changed first; staff may ask for everyone''s. search is a part of the title.';
grant execute on function app_public.my_books(text, app_public.item_status, boolean) to newline_visitor;

create function app_public.publish_book(
  id uuid, published_at timestamptz default null, is_early_access boolean default false) returns app_public.books
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.books;
begin
  perform app_private.publish_item(null, v.id, publish_book.published_at, publish_book.is_early_access) from (select publish_book.id as id) v;
  select * into entry from app_public.books t where t.id = publish_book.id;
  return entry;
end $$;
comment on function app_public.publish_book(uuid, timestamptz, boolean) is
  'Puts the book before readers: now, or at publishedAt when that is ahead; as early access for those entitled alone. It is no longer coming soon, nor archived. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.publish_book(uuid, timestamptz, boolean) to newline_visitor;

create function app_public.unpublish_book(id uuid) returns app_public.books
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  entry app_public.books;
begin
  perform app_private.locked_item(null, v.id, true) from (select unpublish_book.id as id) v;
  update app_public.books t set is_published = false, is_coming_soon = false, is_early_access = false,
    published_at = case when t.published_at <= now() then t.published_at end
    where t.id = unpublish_book.id and (t.is_published or t.is_coming_soon);
  select * into entry from app_public.books t where t.id = unpublish_book.id;
  return entry;
end $$;
comment on function app_public.unpublish_book(uuid) is
  'Makes the book a draft again, which only its writers see. By its authors and staff. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.unpublish_book(uuid) to newline_visitor;
