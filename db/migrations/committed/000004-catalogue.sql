--! Previous: sha1:065d19e00c668b1bb4dd9b4d90b3b63c2629cdfa
--! Hash: sha1:d932b927a72e794786c86ada8455002bb5a377ce

-- The catalogue: tags, courses, books, lessons, articles, who wrote them and where they live.
-- Bodies of lessons and articles and addresses of lesson videos are not here: see 000006-gate.sql.

create table app_public.tags (
  id uuid primary key default app_public.new_id(),
  name text not null check (name = btrim(name) and length(name) between 1 and 60),
  slug app_public.slug not null,
  is_category boolean not null default false,
  position int not null default 0,
  icon text check (icon ~ '^[a-z0-9]{1,40}$'),
  created_at timestamptz not null default now(),
  constraint tags_slug_key unique (slug),
  constraint tags_name_key unique (name)
);
comment on table app_public.tags is E'@behavior -insert -update -delete\nA category or a technology that items are tagged with.';
comment on column app_public.tags.is_category is 'True for the curated categories of the explore tabs, false for a technology.';
comment on column app_public.tags.position is 'Order among the categories.';
comment on column app_public.tags.icon is 'Key in the icon map; null when the technology has no icon.';
create index on app_public.tags (is_category, position);
call app_private.secure_table('app_public.tags');
create policy select_all on app_public.tags for select to newline_visitor using (true);
grant select on app_public.tags to newline_visitor;

create table app_public.courses (
  id uuid primary key default app_public.new_id(),
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  subtitle text check (length(subtitle) <= 300),
  slug app_public.slug not null,
  permalink text not null,
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
  constraint courses_slug_key unique (slug),
  constraint courses_permalink_key unique (permalink),
  constraint courses_published_at_check check (not is_published or published_at is not null)
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
comment on column app_public.courses.is_coming_soon is 'Its card is public, its content is not.';
comment on column app_public.courses.is_early_access is 'With isPublished: readable by those entitled, labelled early access.';
comment on column app_public.courses.is_shown_publicly is 'False for an unlisted item: reached by its address, in no list.';
comment on column app_public.courses.published_at is 'When it was or will be published; ahead of now means scheduled.';
comment on column app_public.courses.archived_at is 'Set when it was withdrawn; then only staff and its authors see it.';
comment on column app_public.courses.num_exercises is 'How many exercises its lessons hold.';
comment on column app_public.courses.preview_percent is 'How much of each text without a paywall mark is free, in percent of its length; null means nothing.';
comment on column app_public.courses.faq is 'A JSON string: a list of question and answer.';
comment on column app_public.courses.resources is 'A JSON string: a list of title and url.';
comment on column app_public.courses.lesson_language is 'BCP 47 tag of the language it is taught in.';
comment on column app_public.courses.lessons_count is E'@name numLessons\nHow many lessons count for progress. Derived.';
comment on column app_public.courses.students_count is E'@name numStudents\nHow many people enrolled. Derived.';
comment on column app_public.courses.reviews_count is E'@name numReviews\nHow many testimonials it has. Derived.';
comment on column app_public.courses.rating_count is 'How many ratings: testimonials and surveys. Derived.';
comment on column app_public.courses.rating_sum is 'The sum of all ratings; with ratingCount it gives the exact average. Derived.';
comment on column app_public.courses.is_free is 'Everyone signed in or not may read it all.';
comment on column app_public.courses.subscription_required is 'True when it is part of Pro.';
comment on column app_public.courses.is_masterclass is 'Bought by itself, not part of Pro.';
comment on column app_public.courses.is_bootcamp is 'Bought by itself; labelled Bootcamp.';
comment on column app_public.courses.is_live_workshop is 'Bought by itself; labelled Workshop.';
comment on column app_public.courses.archetype is 'The kind of production, PREMIUMCAST by default; never BOOK.';
comment on column app_public.courses.is_published is 'False for a draft, which only staff and its authors see.';
comment on column app_public.courses.pricing_features is 'What a buyer gets, a line each.';
comment on column app_public.courses.syllabus is 'What it teaches, in Markdown.';
comment on column app_public.courses.marketing_headline is 'The line that sells it; null when not given.';
comment on column app_public.courses.marketing_copy_markdown is 'The text that sells it, in Markdown.';
create index on app_public.courses (created_at desc, id desc);
create index on app_public.courses (published_at desc);
create index courses_title_idx on app_public.courses (title collate "und-x-icu", id);
create trigger touch before update on app_public.courses for each row
  when ((old.lessons_count, old.students_count, old.reviews_count, old.rating_count, old.rating_sum)
    = (new.lessons_count, new.students_count, new.reviews_count, new.rating_count, new.rating_sum)) -- counting is no change
  execute function app_private.touch_updated_at();
call app_private.secure_table('app_public.courses');
grant select on app_public.courses to newline_visitor;

create function app_private.plain_html(plain text) returns text
language sql immutable parallel safe as $$
  select '<p>' || regexp_replace(
    replace(replace(replace(replace(btrim(plain), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'),
    E'\\n[[:space:]]*\\n', '</p><p>', 'g') || '</p>'
$$;
comment on function app_private.plain_html(text) is 'Plain text as HTML paragraphs, escaped.';

create table app_public.books (
  id uuid primary key default app_public.new_id(),
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  subtitle text check (length(subtitle) <= 300),
  slug app_public.slug not null,
  permalink text not null,
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
  constraint books_slug_key unique (slug),
  constraint books_permalink_key unique (permalink),
  constraint books_published_at_check check (not is_published or published_at is not null)
);
comment on table app_public.books is E'@behavior -insert -update -delete -query:resource:list\nA book. Its chapters are lessons.';
comment on column app_public.books.permalink is 'The path of its page, such as /courses/{slug}; unique on the site, changes redirect.';
comment on column app_public.books.topic is 'Chooses the printed colours of cover and frames.';
comment on column app_public.books.description is 'One paragraph of plain text; null when not given.';
comment on column app_public.books.summary is 'One sentence for cards; null when not given.';
comment on column app_public.books.primary_description_markdown is 'The long description, in Markdown.';
comment on column app_public.books.poster_image_url is 'Cover in its own shape: 16:9 for a course, 3:4 for a book.';
comment on column app_public.books.cover_image_url is 'Cover for cards, 295 by 165.';
comment on column app_public.books.full_cover_image_url is 'Cover in full size.';
comment on column app_public.books.hero_video_url is 'Trailer, public; local:{playbackId} or the address at a video provider.';
comment on column app_public.books.preview_pdf_url is 'A free part as PDF.';
comment on column app_public.books.dependencies is 'A JSON string: primaryLanguage, and list with name, version and link.';
comment on column app_public.books.is_coming_soon is 'Its card is public, its content is not.';
comment on column app_public.books.is_early_access is 'With isPublished: readable by those entitled, labelled early access.';
comment on column app_public.books.is_shown_publicly is 'False for an unlisted item: reached by its address, in no list.';
comment on column app_public.books.published_at is 'When it was or will be published; ahead of now means scheduled.';
comment on column app_public.books.archived_at is 'Set when it was withdrawn; then only staff and its authors see it.';
comment on column app_public.books.num_exercises is 'How many exercises its lessons hold.';
comment on column app_public.books.preview_percent is 'How much of each text without a paywall mark is free, in percent of its length; null means nothing.';
comment on column app_public.books.faq is 'A JSON string: a list of question and answer.';
comment on column app_public.books.resources is 'A JSON string: a list of title and url.';
comment on column app_public.books.lesson_language is 'BCP 47 tag of the language it is taught in.';
comment on column app_public.books.lessons_count is E'@name numLessons\nHow many lessons count for progress. Derived.';
comment on column app_public.books.students_count is E'@name numStudents\nHow many people enrolled. Derived.';
comment on column app_public.books.reviews_count is E'@name numReviews\nHow many testimonials it has. Derived.';
comment on column app_public.books.rating_count is 'How many ratings: testimonials and surveys. Derived.';
comment on column app_public.books.rating_sum is 'The sum of all ratings; with ratingCount it gives the exact average. Derived.';
comment on column app_public.books.is_for_sale is 'False for a free book.';
comment on column app_public.books.description_html is 'The description as HTML paragraphs. Derived.';
comment on column app_public.books.archetype is 'Always BOOK.';
comment on column app_public.books.is_published is 'False for a draft, which only staff and its authors see.';
comment on column app_public.books.pricing_features is 'What a buyer gets, a line each.';
comment on column app_public.books.syllabus is 'What it teaches, in Markdown.';
comment on column app_public.books.marketing_headline is 'The line that sells it; null when not given.';
comment on column app_public.books.marketing_copy_markdown is 'The text that sells it, in Markdown.';
comment on column app_public.books.is_bootcamp is 'Bought by itself; labelled Bootcamp.';
comment on column app_public.books.is_live_workshop is 'Bought by itself; labelled Workshop.';
create index on app_public.books (created_at desc, id desc);
create index on app_public.books (published_at desc);
create index books_title_idx on app_public.books (title collate "und-x-icu", id);
create trigger touch before update on app_public.books for each row
  when ((old.lessons_count, old.students_count, old.reviews_count, old.rating_count, old.rating_sum)
    = (new.lessons_count, new.students_count, new.reviews_count, new.rating_count, new.rating_sum)) -- counting is no change
  execute function app_private.touch_updated_at();
call app_private.secure_table('app_public.books');
grant select on app_public.books to newline_visitor;

create table app_public.articles (
  id uuid primary key default app_public.new_id(),
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  slug app_public.slug not null,
  permalink text not null generated always as ('/articles/' || slug) stored,
  canonical_url app_public.web_address,
  description text check (length(description) <= 4000),
  summary text check (length(summary) <= 2000),
  main_image_url app_public.media_address,
  topic app_public.topic not null default 'ENGINEERING',
  subscription_required boolean not null default false,
  preview_percent int check (preview_percent between 0 and 100),
  is_published boolean not null default false,
  is_shown_publicly boolean not null default true,
  published_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint articles_slug_key unique (slug),
  constraint articles_published_at_check check (not is_published or published_at is not null)
);
comment on table app_public.articles is E'@behavior -insert -update -delete -query:resource:list\nAn article. Its text is in bodyDelta, bodyHtml and bodyMarkdown, cut at the paywall for those not entitled.';
comment on column app_public.articles.canonical_url is 'Where it was published first; only a rel=canonical link.';
comment on column app_public.articles.subscription_required is 'True when the part behind the paywall mark needs Pro.';
comment on column app_public.articles.published_at is 'When it was or will be published; ahead of now means scheduled.';
comment on column app_public.articles.permalink is 'The path of its page, /articles/{slug}. Derived.';
comment on column app_public.articles.description is 'One paragraph of plain text; null when not given.';
comment on column app_public.articles.summary is 'One sentence for cards; null when not given.';
comment on column app_public.articles.is_published is 'False for a draft, which only staff and its authors see.';
comment on column app_public.articles.is_shown_publicly is 'False for an unlisted article: reached by its address, in no list.';
comment on column app_public.articles.archived_at is 'Set when it was withdrawn; then only staff and its authors see it.';
comment on column app_public.articles.preview_percent is 'How much of a text without a paywall mark is free, in percent of its length; null means nothing.';
create index on app_public.articles (created_at desc, id desc);
create index on app_public.articles (published_at desc);
create trigger touch before update on app_public.articles
  for each row execute function app_private.touch_updated_at();
call app_private.secure_table('app_public.articles');
grant select on app_public.articles to newline_visitor;

create table app_public.contributions (
  id uuid primary key default app_public.new_id(),
  title app_public.contribution_title not null default 'AUTHOR',
  user_id uuid not null references app_public.users on delete cascade,
  course_id uuid references app_public.courses on delete cascade,
  book_id uuid references app_public.books on delete cascade,
  article_id uuid references app_public.articles on delete cascade,
  position int not null default 0,
  created_at timestamptz not null default now(),
  constraint contributions_item_check check (num_nonnulls(course_id, book_id, article_id) = 1),
  constraint contributions_course_key unique (course_id, user_id),
  constraint contributions_book_key unique (book_id, user_id),
  constraint contributions_article_key unique (article_id, user_id)
);
comment on table app_public.contributions is E'@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single\nWho made an item. This is what makes somebody its author.';
comment on column app_public.contributions.position is 'Order among those who made the item.';
comment on constraint contributions_user_id_fkey on app_public.contributions is E'@fieldName user\n@foreignFieldName contributions';
comment on constraint contributions_course_id_fkey on app_public.contributions is E'@fieldName course\n@foreignFieldName contributions';
comment on constraint contributions_book_id_fkey on app_public.contributions is E'@fieldName book\n@foreignFieldName contributions';
comment on constraint contributions_article_id_fkey on app_public.contributions is E'@fieldName article\n@foreignFieldName contributions';
create index on app_public.contributions (user_id);
call app_private.secure_table('app_public.contributions');
grant select on app_public.contributions to newline_visitor;

create function app_private.my_course_ids() returns setof uuid
language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as $$
  select c.course_id from app_public.contributions c where c.user_id = app_public.current_user_id() and c.course_id is not null
$$;
create function app_private.my_book_ids() returns setof uuid
language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as $$
  select c.book_id from app_public.contributions c where c.user_id = app_public.current_user_id() and c.book_id is not null
$$;
create function app_private.my_article_ids() returns setof uuid
language sql stable security definer rows 5 set search_path = pg_catalog, pg_temp as $$
  select c.article_id from app_public.contributions c where c.user_id = app_public.current_user_id() and c.article_id is not null
$$;
comment on function app_private.my_course_ids() is 'The courses that the signed-in person contributes to.';
comment on function app_private.my_book_ids() is 'The books that the signed-in person contributes to.';
comment on function app_private.my_article_ids() is 'The articles that the signed-in person contributes to.';
grant execute on function app_private.my_course_ids(), app_private.my_book_ids(), app_private.my_article_ids() to newline_visitor;

-- An item is seen when it is published (not ahead of its time) or announced; drafts, scheduled and
-- archived ones by their contributors and by staff.
create policy select_public on app_public.courses for select to newline_visitor
  using (archived_at is null and (is_coming_soon or (is_published and published_at <= now())));
create policy select_contributor on app_public.courses for select to newline_learner
  using (id in (select app_private.my_course_ids()));
create policy select_admin on app_public.courses for select to newline_admin using (true);
create policy select_public on app_public.books for select to newline_visitor
  using (archived_at is null and (is_coming_soon or (is_published and published_at <= now())));
create policy select_contributor on app_public.books for select to newline_learner
  using (id in (select app_private.my_book_ids()));
create policy select_admin on app_public.books for select to newline_admin using (true);
create policy select_public on app_public.articles for select to newline_visitor
  using (archived_at is null and is_published and published_at <= now());
create policy select_contributor on app_public.articles for select to newline_learner
  using (id in (select app_private.my_article_ids()));
create policy select_admin on app_public.articles for select to newline_admin using (true);
-- What hangs on an item is seen with it. A policy asks by (select true ...), row by row, and never by exists: that may be
-- planned as a list of the whole other table, whose length the limit of a page does not bound.
create policy select_visible on app_public.contributions for select to newline_visitor using (
  (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id)
  or (select true from app_public.articles a where a.id = article_id));

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
create index on app_public.taggings (tag_id);
call app_private.secure_table('app_public.taggings');
create policy select_visible on app_public.taggings for select to newline_visitor using (
  (select true from app_public.courses c where c.id = course_id)
  or (select true from app_public.books b where b.id = book_id)
  or (select true from app_public.articles a where a.id = article_id));
grant select on app_public.taggings to newline_visitor;
