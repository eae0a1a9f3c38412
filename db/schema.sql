-- The schema as the migrations make it, written by `npm run schema:sql`; db/tests/dump-schema.test.ts compares.
-- To read and to compare, not to run: types, tables and functions are sorted by name. Reasons stand in db/migrations/committed.
-- Every table has row-level security, forced, and a policy owner_all for its owner, which is left out here.

-- Types

create type app_private.reader as (role text, user_id uuid, session_id uuid, email text);
comment on type app_private.reader is 'The user and session of a request, with their role; everything except the role is null for a visitor.';

create type app_private.save_outcome as enum ('SAVED', 'UNCHANGED', 'SUPERSEDED', 'CONFLICT');

create type app_private.written_comment as (comment_id uuid, discussion_id uuid, wait_seconds integer);
comment on type app_private.written_comment is 'The result of writing a comment. If wait_seconds is set, nothing was written, and the user has to wait that long.';

create type app_public.access_token_scope as enum ('READ', 'WRITE', 'ADMIN');
comment on type app_public.access_token_scope is 'What an access token can do. READ: read what its user can read. WRITE: also change things. ADMIN: everything an administrator can do. Without ADMIN, an administrator''s token has the permissions of any other user.';

create type app_public.administration_overview as (people_count integer, staff_count integer, suspended_count integer, reported_count integer, hidden_reviews_count integer, subscriptions_count integer, addresses_count integer);
comment on type app_public.administration_overview is 'Totals for the administration overview, and what needs attention.';

create type app_public.administrator_security as (is_second_step_required boolean, has_second_step boolean, administrators_count integer, secured_count integer);
comment on type app_public.administrator_security is 'How administrators sign in.';

create type app_public.article_status as enum ('DRAFT', 'SCHEDULED', 'PUBLISHED', 'ARCHIVED');
comment on type app_public.article_status is 'The state of an article as its authors see it. Derived from its flags; see docs/states.md.';

create type app_public.billing_interval as enum ('MONTH', 'YEAR');
comment on type app_public.billing_interval is 'How often a plan is billed.';

create type app_public.book_ranking as enum ('MOST_RECENT', 'MOST_POPULAR', 'HIGHEST_RATED', 'COMING_SOON');
comment on type app_public.book_ranking is 'The tabs of the books explorer: the newest by publication date, the most popular by completed chapters, the highest rated by number of testimonials, and announced books.';

create type app_public.checkout_offer as (name text, plan_id uuid, course_id uuid, book_id uuid, is_advanced boolean, amount_cents integer, full_amount_cents integer, discount_percent integer, currency app_public.currency, billing_interval app_public.billing_interval, min_seats integer, max_seats integer, already text, trial_days integer);
comment on type app_public.checkout_offer is 'What something costs the signed-in user.';

create type app_public.checkout_state as enum ('PENDING', 'PAID', 'ENDED');
comment on type app_public.checkout_state is 'The state of a checkout: not paid yet; paid, with the purchase active; or paid and since refunded or ended.';

create type app_public.clip_state as (clip_id uuid, likes_count integer, shares_count integer, comments_count integer, is_liked boolean, is_shared boolean, is_bookmarked boolean, position_seconds integer, discussion_id uuid);
comment on type app_public.clip_state is 'The viewer''s likes, bookmark and position in a clip, and its current counts.';

create type app_public.clip_totals as (shorts integer, full_length integer);
comment on type app_public.clip_totals is 'The number of clips with a video, by kind.';

create domain app_public.color as text
  constraint color_check CHECK (VALUE ~ '^#[0-9a-f]{6}$'::text);
comment on domain app_public.color is 'An sRGB color such as #bf2a12, in lower case.';

create type app_public.contribution_title as enum ('AUTHOR', 'EDITOR');
comment on type app_public.contribution_title is 'AUTHOR can write and publish, EDITOR can only write.';

create type app_public.counted_fact as enum ('TITLES', 'COURSES', 'BOOKS', 'LESSONS', 'VIDEO_HOURS', 'CLIPS', 'LEARNERS');
comment on type app_public.counted_fact is 'Totals that the home page can show.';

create domain app_public.currency as text
  constraint currency_check CHECK (VALUE ~ '^[A-Z]{3}$'::text);
comment on domain app_public.currency is 'An ISO 4217 currency code, such as USD.';

create type app_public.discussion_mark as (discussion_id uuid, timecode_start double precision, block_id text, occurrence integer, words text, is_orphaned boolean, comments_count integer, author_name text, excerpt text);
comment on type app_public.discussion_mark is 'The position of a discussion in its lesson, article or clip, with what the margin shows.';

create type app_public.entitlement_kind as enum ('PRO', 'COURSE', 'BOOK', 'ADVANCED');
comment on type app_public.entitlement_kind is 'PRO opens everything except masterclasses, bootcamps and workshops; COURSE and BOOK open one item; ADVANCED opens the advanced lessons of one item.';

create type app_public.fact_count as (fact app_public.counted_fact, amount integer);
comment on type app_public.fact_count is 'A total that the home page can show.';

create type app_public.figures_line as (course_id uuid, book_id uuid, title text, enrolled_count integer, enrolled_in_all_count integer, rating_count integer, rating_average double precision, open_questions_count integer);
comment on type app_public.figures_line is 'A course or book in a list of analytics.';

create type app_public.figures_list as (lines app_public.figures_line[], items_count integer);
comment on type app_public.figures_list is 'Courses and books with their analytics, newest first.';

create domain app_public.handle as text
  constraint handle_check CHECK (VALUE ~ '^[A-Za-z0-9_.-]{1,60}$'::text);
comment on domain app_public.handle is 'A username on another site, without @.';

create type app_public.invitation_status as enum ('OPEN', 'ACCEPTED', 'EXPIRED', 'WITHDRAWN');
comment on type app_public.invitation_status is 'OPEN reserves a seat for 14 days.';

create type app_public.invitation_view as (team_name text, inviter text, email text, status app_public.invitation_status, expires_at timestamp with time zone);
comment on type app_public.invitation_view is 'What the holder of an invitation''s link sees of it.';

create type app_public.item_figures as (course_id uuid, book_id uuid, title text, counted_from timestamp with time zone, counted_to timestamp with time zone, enrolled_count integer, enrolled_in_all_count integer, active_count integer, finished_count integer, rating_counts integer[], rating_average double precision, open_questions_count integer, lessons app_public.lesson_figures[]);
comment on type app_public.item_figures is 'Analytics of a course or book for a period that ends now. Counts users, never names them.';

create type app_public.item_progress as (is_enrolled boolean, completed_lesson_ids uuid[], open_lesson_ids uuid[], watched_lessons integer, read_lessons integer, marked_lessons integer, is_begun boolean, next_lesson_id uuid, next_position_seconds integer);
comment on type app_public.item_progress is 'The signed-in user''s progress in a course or book, and what it is based on. Changelogs don''t count.';

create type app_public.item_status as enum ('DRAFT', 'COMING_SOON', 'SCHEDULED', 'EARLY_ACCESS', 'PUBLISHED', 'ARCHIVED');
comment on type app_public.item_status is 'The state of a course or book as its authors see it. Derived from its flags; see docs/states.md.';

create type app_public.lesson_figures as (lesson_id uuid, title text, slug text, video_seconds integer, begun_count integer, completed_count integer);
comment on type app_public.lesson_figures is 'Analytics of a lesson or chapter. Counts users, never names them.';

create type app_public.lesson_progress as (is_completed boolean, reason app_public.progress_reason, position_seconds integer, block_id text, watched_seconds integer, video_seconds integer, read_blocks integer, blocks integer);
comment on type app_public.lesson_progress is 'The signed-in user''s progress in a lesson, and what it is based on.';

create type app_public.lesson_role as enum ('INTRODUCTION', 'LESSON', 'CHAPTER', 'CHANGELOG');
comment on type app_public.lesson_role is 'The purpose of a lesson. A CHANGELOG doesn''t count toward progress.';

create type app_public.lesson_state as enum ('OPEN', 'STARTED', 'DONE');
comment on type app_public.lesson_state is 'A user''s progress in a lesson: not started, in progress or completed.';

create type app_public.library as (items app_public.library_item[], filters app_public.library_filter[], matches_count integer, items_count integer, completed_count integer, is_nearly boolean, is_today_counted boolean);
comment on type app_public.library is 'A page of the signed-in user''s courses and books, with the filters that apply to them.';

create type app_public.library_filter as (filter_group app_public.library_filter_group, value text, label text, icon text, count integer);
comment on type app_public.library_filter is 'A filter of the library.';

create type app_public.library_filter_group as enum ('STATUS', 'KIND', 'TECHNOLOGY', 'INSTRUCTOR');
comment on type app_public.library_filter_group is 'What a filter applies to. Filters in the same group are combined with OR, groups with AND.';

create type app_public.library_item as (id uuid, is_book boolean, is_masterclass boolean, is_bootcamp boolean, is_live_workshop boolean, title text, permalink text, topic app_public.topic, poster_image_url text, technologies text[], instructors text[], status app_public.library_status, lesson_states app_public.lesson_state[], continue_path text, continue_title text, continue_number integer, continue_seconds integer, completed_at timestamp with time zone, enrolled_at timestamp with time zone, accessed_at timestamp with time zone);
comment on type app_public.library_item is 'A course or book in the signed-in user''s library.';

create type app_public.library_kind as enum ('BOOK', 'COURSE', 'MASTERCLASS');
comment on type app_public.library_kind is 'The kind of a library item. A masterclass is also a course.';

create type app_public.library_sort as enum ('RECENTLY_ACCESSED', 'RECENTLY_ENROLLED', 'TITLE_ASC', 'TITLE_DESC');
comment on type app_public.library_sort is 'The order of the library.';

create type app_public.library_status as enum ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED');
comment on type app_public.library_status is 'A user''s progress in an item. COMPLETED: every lesson is completed. IN_PROGRESS: at least one lesson is completed, or partly watched or read. NOT_STARTED: otherwise, also without lessons.';

create type app_public.mail_rhythm as enum ('AT_ONCE', 'DAILY', 'WEEKLY', 'NONE');
comment on type app_public.mail_rhythm is 'When notifications are emailed, in the user''s time zone: immediately, with at most one email per discussion every 15 minutes; daily at 8 a.m.; weekly on Mondays; or never.';

create domain app_public.media_address as text
  constraint media_address_check CHECK (VALUE ~ '^(?:(?:/media(?:/[A-Za-z0-9_~@+=,-][A-Za-z0-9_~@+=,.-]*)+)|(?:https://[a-z0-9.-]+(?::[0-9]+)?(?:[/?][^[:space:]<>"\\]*)?))$'::text AND length(VALUE) <= 2000);
comment on domain app_public.media_address is 'The path of a file on this site (/media/…), or an https URL.';

create type app_public.newsletter_address as (id uuid, email text, first_name text, state app_public.newsletter_state, asked_at timestamp with time zone, confirmed_at timestamp with time zone);
comment on type app_public.newsletter_address is 'An email address on the newsletter list.';

create type app_public.newsletter_state as enum ('PENDING', 'CONFIRMED', 'UNSUBSCRIBED');
comment on type app_public.newsletter_state is 'PENDING: signed up, but not confirmed by email. Only CONFIRMED addresses get the newsletter.';

create type app_public.notice_kind as enum ('REPLY', 'MENTION', 'ANSWER_ACCEPTED', 'QUESTION');
comment on type app_public.notice_kind is 'Why a user is notified: a reply, a mention, an accepted answer, or a question about their own work.';

create type app_public.outline_line as (lesson_id uuid, title text, role app_public.lesson_role, permalink text, section_id uuid, section_title text, is_free boolean, video_duration integer, is_completed boolean);
comment on type app_public.outline_line is 'A line in the outline of a course or book.';

create type app_public.own_checkout as (name text, state app_public.checkout_state);
comment on type app_public.own_checkout is 'A checkout of the signed-in user.';

create type app_public.person_account as (user_id uuid, email text, is_email_verified boolean, sign_in_methods text[], sessions_count integer, seen_at timestamp with time zone, comments_count integer, reviews_count integer, has_two_step boolean, passkeys_count integer);
comment on type app_public.person_account is 'Account details that only administrators see.';

create type app_public.person_entry as (id uuid, username text, display_name text, profile_image_url text, email text, is_email_verified boolean, is_admin boolean, is_suspended boolean, is_pro boolean, joined_at timestamp with time zone);
comment on type app_public.person_entry is 'A user in the administrators'' list.';

create type app_public.person_filter as enum ('ANYONE', 'STAFF', 'SUSPENDED');
comment on type app_public.person_filter is 'Filters for the administrators'' list of users.';

create type app_public.person_session as (id uuid, started_at timestamp with time zone, seen_at timestamp with time zone, expires_at timestamp with time zone, user_agent text);
comment on type app_public.person_session is 'A browser in which a user is signed in.';

create type app_public.plan_kind as enum ('PRO', 'TEAM');
comment on type app_public.plan_kind is 'PRO is for one user. TEAM gives Pro to one user per seat.';

create type app_public.plan_price as (billing_interval app_public.billing_interval, amount_cents integer, currency text);
comment on type app_public.plan_price is 'The price of a seat of a subscription.';

create type app_public.price_range as (lowest_cents integer, highest_cents integer, currency app_public.currency);
comment on type app_public.price_range is 'The lowest and highest of a set of prices in one currency.';

create type app_public.product_changes as (name text, kind app_public.plan_kind, description text, features text[], trial_days integer, min_seats integer, max_seats integer, is_highlighted boolean);
comment on type app_public.product_changes is 'A product to save. Absent fields are empty.';

create type app_public.progress_reason as enum ('WATCHED', 'READ', 'BY_HAND');
comment on type app_public.progress_reason is 'Why a lesson counts as completed: 90 percent of its video was watched, its text was read to the end, or the user marked it as done.';

create type app_public.reaction_count as (kind text, count integer);
comment on type app_public.reaction_count is 'The number of users with one kind of reaction.';

create type app_public.redirect_entry as (from_path text, to_url text, status integer);
comment on type app_public.redirect_entry is 'A redirect to save.';

create type app_public.remote_code_state as enum ('CURRENT', 'CHANGED', 'GONE');
comment on type app_public.remote_code_state is 'Whether the code in a text is still the code on its branch or tag, has changed there, or can no longer be found.';

create type app_public.report_reason as enum ('SPAM', 'RUDE', 'OFF_TOPIC', 'OTHER');
comment on type app_public.report_reason is 'The reason why a comment is reported.';

create type app_public.search_hit as (kind app_public.search_kind, title text, context text, path text, block_id text, second integer, excerpt text, searched text);
comment on type app_public.search_hit is 'A search result, limited to what the reader can see.';

create type app_public.search_kind as enum ('COURSE', 'BOOK', 'ARTICLE', 'LESSON', 'CLIP', 'PERSON', 'TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT');
comment on type app_public.search_kind is 'The kind of a search result: a title (course, book, article, lesson, clip), a user, a paragraph, a piece of code, a line spoken in a video, or a comment.';

create type app_public.sent_mail as (id uuid, address text, subject text, sent_at timestamp with time zone);
comment on type app_public.sent_mail is 'An email that was handed to the mail server, without its content.';

create type app_public.setup_state as (is_named boolean, has_look boolean, mail_tested_at timestamp with time zone, mail_tested_to text, mail_failure text, has_price boolean, has_title boolean, has_author boolean, backed_up_at timestamp with time zone, has_terms boolean, has_privacy boolean, dismissed_at timestamp with time zone);
comment on type app_public.setup_state is 'The state of the checklist for a new site.';

create type app_public.sign_up_count as (starts_on date, people_count integer);
comment on type app_public.sign_up_count is 'The number of sign-ups on a day, or in the week that starts on it.';

create type app_public.sign_up_span as enum ('DAY', 'WEEK');
comment on type app_public.sign_up_span is 'Sign-ups in the last 30 days or the last 26 weeks.';

create type app_public.site_change as (name text, description text, wordmark_light text, wordmark_dark text, icon text, accent_light text, accent_dark text, paper_light text, paper_dark text, font app_public.site_font, navigation jsonb, footer_links jsonb, profiles jsonb, organization_name text, organization_url text, support_email text, apply_url text, claims jsonb, catalog_figure text);
comment on type app_public.site_change is 'All settings of the site. Absent, null or empty fields fall back to site.config.ts.';

create type app_public.site_font as enum ('SERIF', 'SANS', 'MONO');
comment on type app_public.site_font is 'The fonts that come with the site, for headings and text: Source Serif 4, Inter or JetBrains Mono.';

create type app_public.site_page as enum ('HOME', 'PRICING', 'WRITE_WITH_US');
comment on type app_public.site_page is 'The pages whose sections administrators edit: /, /pricing and /write-with-us.';

create domain app_public.slug as text
  constraint slug_check CHECK (VALUE ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$'::text AND length(VALUE) <= 120);
comment on domain app_public.slug is 'Lower-case words joined by single hyphens, at most 120 characters.';

create type app_public.subscription_status as enum ('TRIALING', 'ACTIVE', 'PAST_DUE', 'ENDED');
comment on type app_public.subscription_status is 'PAST_DUE: a payment failed; access continues for seven days. ENDED: no access.';

create type app_public.tag_changes as (name text, slug text, is_category boolean, icon text, color text);
comment on type app_public.tag_changes is 'A tag to save. Absent fields are empty.';

create type app_public.testimonial_patch as (quote_md text, rating integer);
comment on type app_public.testimonial_patch is 'Changes to a review. Absent or null fields stay unchanged.';

create type app_public.topic as enum ('AI', 'FRONTEND', 'BACKEND', 'LANGUAGES', 'BASICS', 'CONCEPTS', 'ENGINEERING', 'DESIGN');
comment on type app_public.topic is 'The eight topics, each with its own print colors.';

create type app_public.transcript_line as (second double precision, words text);
comment on type app_public.transcript_line is 'A line spoken in a video.';

create domain app_public.video_address as text
  constraint video_address_check CHECK (VALUE ~ '^(local:[A-Za-z0-9_-]{4,64}|https://[^[:space:]<>"]+)$'::text AND length(VALUE) <= 2000);
comment on domain app_public.video_address is 'local:{playbackId} for a video on this site, or the https URL of a video at a provider.';

create type app_public.video_figures as (lesson_id uuid, title text, video_seconds integer, viewers_count integer, viewers_by_second integer[]);
comment on type app_public.video_figures is 'How many users watched each second of a lesson''s video.';

create type app_public.video_status as enum ('UPLOADING', 'QUEUED', 'PROCESSING', 'READY', 'FAILED');
comment on type app_public.video_status is 'UPLOADING until the last byte has arrived, then QUEUED, PROCESSING while it''s being converted, and finally READY, or FAILED with a reason.';

create domain app_public.web_address as text
  constraint web_address_check CHECK (VALUE ~ '^https?://[^[:space:]<>"]+$'::text AND length(VALUE) <= 2000);
comment on domain app_public.web_address is 'An http or https URL.';

-- Tables

create table app_private.article_bodies (
  article_id uuid not null,
  body_delta jsonb not null,
  block_ids text[] not null,
  block_html text[] not null,
  block_markdown text[] not null,
  block_text text[] not null,
  block_lengths integer[] not null,
  free_blocks integer,
  updated_at timestamp with time zone not null default now(),
  drawings jsonb,
  drawn_by integer not null default 0,
  text_version integer not null default 1,
  constraint article_bodies_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint article_bodies_blocks_check CHECK (cardinality(block_ids) = jsonb_array_length(body_delta -> 'content'::text) AND cardinality(block_html) = cardinality(block_ids) AND cardinality(block_markdown) = cardinality(block_ids) AND cardinality(block_text) = cardinality(block_ids) AND cardinality(block_lengths) = cardinality(block_ids) AND free_blocks <= cardinality(block_ids)),
  constraint article_bodies_body_delta_check CHECK ((body_delta ->> 'type'::text) = 'doc'::text AND pg_column_size(body_delta) <= 8000000),
  constraint article_bodies_drawings_check CHECK (
CASE
    WHEN drawings IS NULL THEN true
    ELSE jsonb_typeof(drawings) = 'array'::text AND jsonb_array_length(drawings) = cardinality(block_ids) AND pg_column_size(drawings) <= 8000000
END),
  constraint article_bodies_free_blocks_check CHECK (free_blocks >= 0),
  constraint article_bodies_pkey PRIMARY KEY (article_id),
  constraint article_bodies_shape_check CHECK (NOT (body_delta ->> 'type'::text) IS DISTINCT FROM 'doc'::text AND NOT jsonb_typeof(body_delta -> 'content'::text) IS DISTINCT FROM 'array'::text),
  constraint article_bodies_uploads_check CHECK (POSITION(('"type": "imageUploadPlaceholder"'::text) IN (body_delta::text)) = 0)
);
comment on table app_private.article_bodies is 'The full text of an article. Requests read it only through articles_body_delta and similar functions, which cut it with readable_article_blocks.';
comment on column app_private.article_bodies.drawings is 'The renderings of each block: a list, or null for a block that has nothing to render. Null for a text without renderings.';
comment on column app_private.article_bodies.drawn_by is 'The version of the renderer; 0 if it wasn''t rendered yet.';
comment on column app_private.article_bodies.text_version is 'Increases with every change of the text.';
CREATE INDEX article_bodies_drawn_by_idx ON app_private.article_bodies USING btree (drawn_by);
CREATE TRIGGER index_body AFTER INSERT OR UPDATE OF body_delta ON app_private.article_bodies FOR EACH ROW EXECUTE FUNCTION app_private.index_body('article_id');
CREATE TRIGGER keep_moved_text BEFORE UPDATE OF body_delta ON app_private.article_bodies FOR EACH ROW WHEN (old.body_delta IS DISTINCT FROM new.body_delta) EXECUTE FUNCTION app_private.keep_moved_text();
CREATE TRIGGER record_article_body AFTER INSERT OR UPDATE OF body_delta ON app_private.article_bodies FOR EACH ROW EXECUTE FUNCTION app_private.record_article_body();

create table app_private.article_revision_texts (
  revision_id uuid not null,
  body_delta jsonb not null,
  block_lengths integer[] not null,
  free_blocks integer,
  session_id uuid,
  sequence integer,
  is_seen boolean not null default false,
  constraint article_revision_texts_body_delta_check CHECK ((body_delta ->> 'type'::text) = 'doc'::text AND pg_column_size(body_delta) <= 8000000),
  constraint article_revision_texts_free_blocks_check CHECK (free_blocks >= 0),
  constraint article_revision_texts_pkey PRIMARY KEY (revision_id),
  constraint article_revision_texts_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES app_public.article_revisions(id) ON DELETE CASCADE,
  constraint article_revision_texts_sequence_check CHECK (sequence >= 0),
  constraint article_revision_texts_shape_check CHECK (NOT (body_delta ->> 'type'::text) IS DISTINCT FROM 'doc'::text AND NOT jsonb_typeof(body_delta -> 'content'::text) IS DISTINCT FROM 'array'::text),
  constraint article_revision_texts_uploads_check CHECK (POSITION(('"type": "imageUploadPlaceholder"'::text) IN (body_delta::text)) = 0)
);
comment on table app_private.article_revision_texts is 'The text of a revision. Requests read it only through read_article_revisions.';
comment on column app_private.article_revision_texts.free_blocks is 'The number of top-level blocks before the paywall marker; null without a mark.';
comment on column app_private.article_revision_texts.session_id is 'The editor (one open page) that saved it. Its saves are numbered by sequence.';
comment on column app_private.article_revision_texts.is_seen is 'True once someone has read the text. The next save then doesn''t overwrite it.';
CREATE TRIGGER note_remote_code AFTER INSERT OR UPDATE OF body_delta ON app_private.article_revision_texts FOR EACH ROW EXECUTE FUNCTION app_private.note_remote_code();

create table app_private.attachment_uses (
  attachment_id uuid not null,
  lesson_id uuid,
  article_id uuid,
  comment_id uuid,
  person_id uuid,
  course_id uuid,
  book_id uuid,
  page_id uuid,
  constraint attachment_uses_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint attachment_uses_attachment_id_fkey FOREIGN KEY (attachment_id) REFERENCES app_public.attachments(id) ON DELETE CASCADE,
  constraint attachment_uses_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint attachment_uses_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES app_public.comments(id) ON DELETE CASCADE,
  constraint attachment_uses_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint attachment_uses_key UNIQUE NULLS NOT DISTINCT (attachment_id, lesson_id, article_id, comment_id, person_id, course_id, book_id, page_id),
  constraint attachment_uses_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint attachment_uses_page_id_fkey FOREIGN KEY (page_id) REFERENCES app_public.pages(id) ON DELETE CASCADE,
  constraint attachment_uses_person_id_fkey FOREIGN KEY (person_id) REFERENCES app_public.users(id) ON DELETE CASCADE,
  constraint attachment_uses_place_check CHECK (num_nonnulls(lesson_id, article_id, comment_id, person_id, course_id, book_id, page_id) = 1)
);
comment on table app_private.attachment_uses is 'The text that uses an attachment, or the user whose profile image it is. Older versions of a text can be restored, so a use ends only when the text is deleted.';
CREATE INDEX attachment_uses_article_id_idx ON app_private.attachment_uses USING btree (article_id);
CREATE INDEX attachment_uses_book_id_idx ON app_private.attachment_uses USING btree (book_id);
CREATE INDEX attachment_uses_comment_id_idx ON app_private.attachment_uses USING btree (comment_id);
CREATE INDEX attachment_uses_course_id_idx ON app_private.attachment_uses USING btree (course_id);
CREATE INDEX attachment_uses_lesson_id_idx ON app_private.attachment_uses USING btree (lesson_id);
CREATE INDEX attachment_uses_page_id_idx ON app_private.attachment_uses USING btree (page_id);
CREATE UNIQUE INDEX attachment_uses_person_id_idx ON app_private.attachment_uses USING btree (person_id);
CREATE TRIGGER loosen_attachment AFTER DELETE ON app_private.attachment_uses FOR EACH ROW EXECUTE FUNCTION app_private.loosen_attachment();

create table app_private.billing_customers (
  user_id uuid not null,
  provider_customer_id text not null,
  constraint billing_customers_pkey PRIMARY KEY (user_id),
  constraint billing_customers_provider_customer_id_check CHECK (length(provider_customer_id) >= 1 AND length(provider_customer_id) <= 200),
  constraint billing_customers_provider_customer_id_key UNIQUE (provider_customer_id),
  constraint billing_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_private.billing_customers is 'The customer ID of a user at the payment provider.';

create table app_private.billing_events (
  id text not null,
  kind text not null,
  received_at timestamp with time zone not null default now(),
  constraint billing_events_id_check CHECK (length(id) >= 1 AND length(id) <= 200),
  constraint billing_events_pkey PRIMARY KEY (id)
);
comment on table app_private.billing_events is 'Events of the payment provider that were handled, so that each is handled only once.';
CREATE INDEX billing_events_received_at_idx ON app_private.billing_events USING btree (received_at);

create table app_private.book_exports (
  id uuid not null default app_public.new_id(),
  book_id uuid not null,
  format text not null,
  store text not null,
  version text not null,
  is_whole boolean not null,
  cut text not null,
  lesson_ids uuid[] not null,
  block_counts integer[] not null,
  status text not null default 'queued'::text,
  step integer not null default 0,
  step_count integer not null default 0,
  label text not null default ''::text,
  attempts integer not null default 0,
  reason text,
  byte_count bigint,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default now() + '14 days'::interval,
  constraint book_exports_attempts_check CHECK (attempts >= 0),
  constraint book_exports_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint book_exports_byte_count_check CHECK (byte_count > 0),
  constraint book_exports_chapters_check CHECK (cardinality(lesson_ids) = cardinality(block_counts)),
  constraint book_exports_check CHECK (step_count >= step),
  constraint book_exports_cut_check CHECK (cut ~ '^[0-9a-f]{32}$'::text),
  constraint book_exports_finished_check CHECK ((status = 'done'::text) = (byte_count IS NOT NULL)),
  constraint book_exports_format_check CHECK (format = ANY (ARRAY['epub'::text, 'pdf'::text])),
  constraint book_exports_key UNIQUE (book_id, format, version, is_whole, cut, store),
  constraint book_exports_label_check CHECK (length(label) <= 300),
  constraint book_exports_pkey PRIMARY KEY (id),
  constraint book_exports_reason_check CHECK ((status = 'failed'::text) = (reason IS NOT NULL)),
  constraint book_exports_reason_length CHECK (length(reason) <= 300),
  constraint book_exports_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])),
  constraint book_exports_step_check CHECK (step >= 0),
  constraint book_exports_store_check CHECK (store ~ '^[0-9a-f-]{1,36}$'::text),
  constraint book_exports_version_check CHECK (version ~ '^[0-9a-f]{32}$'::text)
);
comment on table app_private.book_exports is 'A book as an EPUB or PDF file: one for each version and access class, shared by all readers who have the same access. Only accessed by the functions of the file book-export.';
comment on column app_private.book_exports.store is 'The folder of the file. Machines without a shared folder each create their own file.';
comment on column app_private.book_exports.version is 'A fingerprint of the content: book_version() at the time of the request.';
comment on column app_private.book_exports.is_whole is 'The access class: true for readers with access to every chapter in full, false for part of the book.';
comment on column app_private.book_exports.cut is 'A fingerprint of lesson_ids and block_counts.';
comment on column app_private.book_exports.lesson_ids is 'The chapters, in order.';
comment on column app_private.book_exports.block_counts is 'The number of blocks of each chapter that readers of this export have access to.';
comment on column app_private.book_exports.step is 'The number of finished steps, out of step_count.';
comment on column app_private.book_exports.label is 'The current step, as shown to readers.';
comment on column app_private.book_exports.attempts is 'The number of times the job has started it.';
comment on column app_private.book_exports.reason is 'Why it failed, as shown to readers.';
comment on column app_private.book_exports.due_at is 'The job doesn''t start it before this time.';
comment on column app_private.book_exports.expires_at is 'When the file is removed, unless it''s downloaded before.';
CREATE INDEX book_exports_created_at_id_idx ON app_private.book_exports USING btree (created_at, id) WHERE status = ANY (ARRAY['queued'::text, 'running'::text]);

create table app_private.checkouts (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  plan_id uuid,
  course_id uuid,
  book_id uuid,
  is_advanced boolean not null default false,
  seats integer not null default 1,
  amount_cents integer not null,
  currency app_public.currency not null,
  discount_percent integer not null default 0,
  created_at timestamp with time zone not null default now(),
  completed_at timestamp with time zone,
  trial_days integer not null default 0,
  constraint checkouts_amount_cents_check CHECK (amount_cents >= 0),
  constraint checkouts_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint checkouts_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint checkouts_pkey PRIMARY KEY (id),
  constraint checkouts_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES app_public.plans(id) ON DELETE CASCADE,
  constraint checkouts_seats_check CHECK (seats >= 1 AND seats <= 1000),
  constraint checkouts_thing_check CHECK (num_nonnulls(plan_id, course_id, book_id) = 1),
  constraint checkouts_trial_days_check CHECK (trial_days >= 0 AND trial_days <= 365),
  constraint checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_private.checkouts is 'What a user is about to pay for, at its price at that time. The payment provider receives its ID and returns it.';
CREATE INDEX checkouts_book_id_idx ON app_private.checkouts USING btree (book_id);
CREATE INDEX checkouts_course_id_idx ON app_private.checkouts USING btree (course_id);
CREATE INDEX checkouts_plan_id_idx ON app_private.checkouts USING btree (plan_id);
CREATE INDEX checkouts_user_id_idx ON app_private.checkouts USING btree (user_id);
CREATE TRIGGER count_new_row BEFORE INSERT ON app_private.checkouts FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('checkouts', '60');

create table app_private.comment_events (
  id bigint not null generated as identity,
  action text not null,
  discussion_id uuid not null,
  comment_id uuid not null,
  item_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint comment_events_action_check CHECK (action = ANY (ARRAY['created'::text, 'edited'::text, 'deleted'::text, 'reacted'::text])),
  constraint comment_events_pkey PRIMARY KEY (id)
);
comment on table app_private.comment_events is 'Changes to comments in the last hour, for pages that lost their connection.';
comment on column app_private.comment_events.item_id is 'The lesson, article or clip.';
CREATE INDEX comment_events_created_at_idx ON app_private.comment_events USING btree (created_at);
CREATE INDEX comment_events_item_id_id_idx ON app_private.comment_events USING btree (item_id, id);

create table app_private.comment_spaminess (
  comment_id uuid not null,
  rating real not null,
  constraint comment_spaminess_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES app_public.comments(id) ON DELETE CASCADE,
  constraint comment_spaminess_pkey PRIMARY KEY (comment_id),
  constraint comment_spaminess_rating_check CHECK (rating >= 0::double precision AND rating <= 1::double precision)
);
comment on table app_private.comment_spaminess is 'How much a comment looks like spam, from 0 to 1. Administrators read it as comment.spaminessRating.';

create table app_private.content_marks (
  mark bigint not null default hashtextextended(gen_random_uuid()::text, 0::bigint)
);
comment on table app_private.content_marks is 'A random number for each change that pages were notified of. content_state() combines them into one.';

create table app_private.deleted_comment_bodies (
  comment_id uuid not null,
  body_delta jsonb not null,
  body_markdown text not null,
  body_html text not null,
  deleted_by uuid,
  deleted_at timestamp with time zone not null default now(),
  constraint deleted_comment_bodies_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES app_public.comments(id) ON DELETE CASCADE,
  constraint deleted_comment_bodies_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES app_public.users(id) ON DELETE SET NULL,
  constraint deleted_comment_bodies_pkey PRIMARY KEY (comment_id),
  constraint deleted_comment_bodies_uploads_check CHECK (POSITION(('"type": "imageUploadPlaceholder"'::text) IN (body_delta::text)) = 0)
);
comment on table app_private.deleted_comment_bodies is 'The texts of deleted comments, for administrators.';
CREATE INDEX deleted_comment_bodies_deleted_by_idx ON app_private.deleted_comment_bodies USING btree (deleted_by);

create table app_private.former_lesson_slugs (
  item_id uuid not null,
  slug app_public.slug not null,
  lesson_id uuid not null,
  constraint former_lesson_slugs_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint former_lesson_slugs_pkey PRIMARY KEY (item_id, slug)
);
comment on table app_private.former_lesson_slugs is 'Slugs that a lesson had while its item was public. They redirect.';
CREATE INDEX former_lesson_slugs_lesson_id_idx ON app_private.former_lesson_slugs USING btree (lesson_id);
CREATE TRIGGER count_new_row BEFORE INSERT ON app_private.former_lesson_slugs FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('changed lesson URLs', '2000');

create table app_private.hidden_comment_bodies (
  comment_id uuid not null,
  body_delta jsonb not null,
  body_markdown text not null,
  body_html text not null,
  constraint hidden_comment_bodies_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES app_public.comments(id) ON DELETE CASCADE,
  constraint hidden_comment_bodies_pkey PRIMARY KEY (comment_id),
  constraint hidden_comment_bodies_uploads_check CHECK (POSITION(('"type": "imageUploadPlaceholder"'::text) IN (body_delta::text)) = 0)
);
comment on table app_private.hidden_comment_bodies is 'The texts of comments that are waiting for a moderator.';

create table app_private.job_processes (
  id integer not null,
  missing_since timestamp with time zone,
  constraint job_processes_id_check CHECK (id > 0),
  constraint job_processes_pkey PRIMARY KEY (id)
);
comment on table app_private.job_processes is 'Processes that run jobs. missing_since is when another process first found this one''s lock free.';

create table app_private.job_runners (
  name text not null,
  process_id integer not null,
  constraint job_runners_name_check CHECK (length(name) <= 100),
  constraint job_runners_pkey PRIMARY KEY (name),
  constraint job_runners_process_id_fkey FOREIGN KEY (process_id) REFERENCES app_private.job_processes(id) ON DELETE CASCADE
);
comment on table app_private.job_runners is 'Job runners and their processes. A runner is registered here before it takes its first job.';
CREATE INDEX job_runners_process_id_idx ON app_private.job_runners USING btree (process_id);

create table app_private.latin_letters (
  letter text not null,
  latin text not null,
  constraint latin_letters_latin_check CHECK (latin ~ '^[a-z]+$'::text),
  constraint latin_letters_letter_check CHECK (length(letter) = 1),
  constraint latin_letters_pkey PRIMARY KEY (letter)
);
comment on table app_private.latin_letters is 'How letters of other scripts are written in slugs. Chinese characters use their Mandarin reading. From the data of any-ascii 0.3.2 (ISC License, Copyright 2020-2023 Hunter WB).';

create table app_private.lesson_bodies (
  lesson_id uuid not null,
  body_delta jsonb not null,
  block_ids text[] not null,
  block_html text[] not null,
  block_markdown text[] not null,
  block_text text[] not null,
  block_lengths integer[] not null,
  free_blocks integer,
  updated_at timestamp with time zone not null default now(),
  drawings jsonb,
  drawn_by integer not null default 0,
  text_version integer not null default 1,
  constraint lesson_bodies_blocks_check CHECK (cardinality(block_ids) = jsonb_array_length(body_delta -> 'content'::text) AND cardinality(block_html) = cardinality(block_ids) AND cardinality(block_markdown) = cardinality(block_ids) AND cardinality(block_text) = cardinality(block_ids) AND cardinality(block_lengths) = cardinality(block_ids) AND free_blocks <= cardinality(block_ids)),
  constraint lesson_bodies_body_delta_check CHECK ((body_delta ->> 'type'::text) = 'doc'::text AND pg_column_size(body_delta) <= 8000000),
  constraint lesson_bodies_drawings_check CHECK (
CASE
    WHEN drawings IS NULL THEN true
    ELSE jsonb_typeof(drawings) = 'array'::text AND jsonb_array_length(drawings) = cardinality(block_ids) AND pg_column_size(drawings) <= 8000000
END),
  constraint lesson_bodies_free_blocks_check CHECK (free_blocks >= 0),
  constraint lesson_bodies_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint lesson_bodies_pkey PRIMARY KEY (lesson_id),
  constraint lesson_bodies_shape_check CHECK (NOT (body_delta ->> 'type'::text) IS DISTINCT FROM 'doc'::text AND NOT jsonb_typeof(body_delta -> 'content'::text) IS DISTINCT FROM 'array'::text),
  constraint lesson_bodies_uploads_check CHECK (POSITION(('"type": "imageUploadPlaceholder"'::text) IN (body_delta::text)) = 0)
);
comment on table app_private.lesson_bodies is 'The full text of a lesson. Requests read it only through lessons_body_delta and similar functions, which cut it with readable_lesson_blocks.';
comment on column app_private.lesson_bodies.block_lengths is 'The number of characters in each block; previewPercent is a percentage of their sum.';
comment on column app_private.lesson_bodies.free_blocks is 'The number of top-level blocks before the paywall marker; null without a mark.';
comment on column app_private.lesson_bodies.drawings is 'The renderings of each block: a list, or null for a block that has nothing to render. Null for a text without renderings.';
comment on column app_private.lesson_bodies.drawn_by is 'The version of the renderer; 0 if it wasn''t rendered yet.';
comment on column app_private.lesson_bodies.text_version is 'Increases with every change of the text.';
CREATE INDEX lesson_bodies_drawn_by_idx ON app_private.lesson_bodies USING btree (drawn_by);
CREATE TRIGGER index_body AFTER INSERT OR UPDATE OF body_delta ON app_private.lesson_bodies FOR EACH ROW EXECUTE FUNCTION app_private.index_body('lesson_id');
CREATE TRIGGER keep_moved_text BEFORE UPDATE OF body_delta ON app_private.lesson_bodies FOR EACH ROW WHEN (old.body_delta IS DISTINCT FROM new.body_delta) EXECUTE FUNCTION app_private.keep_moved_text();
CREATE TRIGGER record_lesson_body AFTER INSERT OR UPDATE OF body_delta ON app_private.lesson_bodies FOR EACH ROW EXECUTE FUNCTION app_private.record_lesson_body();

create table app_private.lesson_revision_texts (
  revision_id uuid not null,
  body_delta jsonb not null,
  block_lengths integer[] not null,
  free_blocks integer,
  session_id uuid,
  sequence integer,
  is_seen boolean not null default false,
  constraint lesson_revision_texts_body_delta_check CHECK ((body_delta ->> 'type'::text) = 'doc'::text AND pg_column_size(body_delta) <= 8000000),
  constraint lesson_revision_texts_free_blocks_check CHECK (free_blocks >= 0),
  constraint lesson_revision_texts_pkey PRIMARY KEY (revision_id),
  constraint lesson_revision_texts_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES app_public.lesson_revisions(id) ON DELETE CASCADE,
  constraint lesson_revision_texts_sequence_check CHECK (sequence >= 0),
  constraint lesson_revision_texts_shape_check CHECK (NOT (body_delta ->> 'type'::text) IS DISTINCT FROM 'doc'::text AND NOT jsonb_typeof(body_delta -> 'content'::text) IS DISTINCT FROM 'array'::text),
  constraint lesson_revision_texts_uploads_check CHECK (POSITION(('"type": "imageUploadPlaceholder"'::text) IN (body_delta::text)) = 0)
);
comment on table app_private.lesson_revision_texts is 'The text of a revision. Requests read it only through read_lesson_revisions.';
comment on column app_private.lesson_revision_texts.free_blocks is 'The number of top-level blocks before the paywall marker; null without a mark.';
comment on column app_private.lesson_revision_texts.session_id is 'The editor (one open page) that saved it. Its saves are numbered by sequence.';
comment on column app_private.lesson_revision_texts.is_seen is 'True once someone has read the text. The next save then doesn''t overwrite it.';
CREATE TRIGGER note_remote_code AFTER INSERT OR UPDATE OF body_delta ON app_private.lesson_revision_texts FOR EACH ROW EXECUTE FUNCTION app_private.note_remote_code();

create table app_private.lesson_videos (
  lesson_id uuid not null,
  video_url app_public.video_address not null,
  constraint lesson_videos_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint lesson_videos_pkey PRIMARY KEY (lesson_id)
);
comment on table app_private.lesson_videos is 'The URL of a lesson''s video. Requests read it only through lessons_video_url.';
CREATE INDEX lesson_videos_video_url_idx ON app_private.lesson_videos USING btree (video_url);
CREATE TRIGGER index_transcript AFTER INSERT OR DELETE OR UPDATE OF video_url ON app_private.lesson_videos FOR EACH ROW EXECUTE FUNCTION app_private.index_played_video();
CREATE TRIGGER keep_played_video AFTER INSERT OR DELETE OR UPDATE OF video_url ON app_private.lesson_videos FOR EACH ROW EXECUTE FUNCTION app_private.keep_played_video();

create table app_private.mail_deliveries (
  key text not null,
  process_id integer,
  begun_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  constraint mail_deliveries_key_check CHECK (length(key) <= 200),
  constraint mail_deliveries_pkey PRIMARY KEY (key)
);
comment on table app_private.mail_deliveries is 'Emails that are being handed over (process_id names the process), that were refused (neither column is set), or that the mail server has accepted (sent_at).';
CREATE INDEX mail_deliveries_begun_at_idx ON app_private.mail_deliveries USING btree (begun_at);

create table app_private.moved_texts (
  lesson_id uuid,
  article_id uuid,
  body_delta jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint moved_texts_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint moved_texts_article_id_key UNIQUE (article_id),
  constraint moved_texts_item_check CHECK (num_nonnulls(lesson_id, article_id) = 1),
  constraint moved_texts_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint moved_texts_lesson_id_key UNIQUE (lesson_id)
);
comment on table app_private.moved_texts is 'Texts as they were when their annotations were last positioned. A row exists only until the annotations have been moved.';

create table app_private.newsletter_subscribers (
  id uuid not null default app_public.new_id(),
  email text not null,
  first_name text,
  list_id text not null,
  tags text[] not null,
  state text not null default 'PENDING'::text,
  token_hash bytea not null,
  asked_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  told_state text,
  tell_after timestamp with time zone not null default now(),
  tries integer not null default 0,
  trouble text,
  constraint newsletter_subscribers_confirmed_check CHECK ((state = 'PENDING'::text) = (confirmed_at IS NULL)),
  constraint newsletter_subscribers_email_check CHECK (email = lower(email) AND length(email) <= 254 AND email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'::text),
  constraint newsletter_subscribers_email_key UNIQUE (email),
  constraint newsletter_subscribers_first_name_check CHECK (length(first_name) >= 1 AND length(first_name) <= 80),
  constraint newsletter_subscribers_list_id_check CHECK (length(list_id) >= 1 AND length(list_id) <= 120),
  constraint newsletter_subscribers_pkey PRIMARY KEY (id),
  constraint newsletter_subscribers_state_check CHECK (state = ANY (ARRAY['PENDING'::text, 'CONFIRMED'::text, 'UNSUBSCRIBED'::text])),
  constraint newsletter_subscribers_tags_check CHECK (cardinality(tags) <= 20),
  constraint newsletter_subscribers_token_hash_check CHECK (length(token_hash) = 32),
  constraint newsletter_subscribers_token_key UNIQUE (token_hash),
  constraint newsletter_subscribers_told_state_check CHECK (told_state = ANY (ARRAY['CONFIRMED'::text, 'UNSUBSCRIBED'::text])),
  constraint newsletter_subscribers_tries_check CHECK (tries >= 0),
  constraint newsletter_subscribers_trouble_check CHECK (length(trouble) <= 300)
);
comment on table app_private.newsletter_subscribers is 'Email addresses on the newsletter list. Only CONFIRMED ones get the newsletter.';
comment on column app_private.newsletter_subscribers.list_id is 'The list at the service that sends the newsletter.';
comment on column app_private.newsletter_subscribers.tags is 'Tags that the service gets with the email address.';
comment on column app_private.newsletter_subscribers.token_hash is 'The SHA-256 of the token in the link of the last email.';
comment on column app_private.newsletter_subscribers.asked_at is 'When the last email with a link was requested.';
comment on column app_private.newsletter_subscribers.confirmed_at is 'When the link was followed; null before that.';
comment on column app_private.newsletter_subscribers.told_state is 'The last state that was sent to the service; null before the first one.';
comment on column app_private.newsletter_subscribers.tell_after is 'When the next state is sent to the service, if necessary.';
comment on column app_private.newsletter_subscribers.tries is 'How often this state was sent to the service, including an attempt in progress.';
comment on column app_private.newsletter_subscribers.trouble is 'The service''s last error; null without one.';
CREATE INDEX newsletter_email_letters_idx ON app_private.newsletter_subscribers USING gin (email extensions.gin_trgm_ops);
CREATE INDEX newsletter_subscribers_untold_idx ON app_private.newsletter_subscribers USING btree (tell_after) WHERE state <> 'PENDING'::text AND told_state IS DISTINCT FROM state;

create table app_private.notice_mails (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  rhythm app_public.mail_rhythm not null,
  key text not null,
  tries integer not null default 0,
  try_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  is_sent boolean not null default false,
  created_at timestamp with time zone not null default now(),
  discussion_id uuid,
  constraint notice_mails_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES app_public.discussions(id) ON DELETE SET NULL,
  constraint notice_mails_key_key UNIQUE (key),
  constraint notice_mails_pkey PRIMARY KEY (id),
  constraint notice_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_private.notice_mails is 'Notification emails: pending, sent or failed.';
comment on column app_private.notice_mails.discussion_id is 'The discussion of an email with the schedule AT_ONCE; null for a digest.';
CREATE INDEX notice_mails_discussion_id_idx ON app_private.notice_mails USING btree (discussion_id);
CREATE INDEX notice_mails_try_at_idx ON app_private.notice_mails USING btree (try_at) WHERE ended_at IS NULL;
CREATE INDEX notice_mails_user_id_discussion_id_created_at_idx ON app_private.notice_mails USING btree (user_id, discussion_id, created_at DESC);
CREATE INDEX notice_mails_user_id_idx ON app_private.notice_mails USING btree (user_id);

create table app_private.orphaned_subscriptions (
  provider_subscription_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint orphaned_subscriptions_pkey PRIMARY KEY (provider_subscription_id)
);
comment on table app_private.orphaned_subscriptions is 'Subscriptions of deleted accounts that still have to be canceled at the payment provider.';

create table app_private.page_bodies (
  page_id uuid not null,
  body_delta jsonb not null,
  block_markdown text[] not null,
  block_text text[] not null,
  drawings jsonb,
  drawn_by integer not null default 0,
  constraint page_bodies_body_delta_check CHECK ((body_delta ->> 'type'::text) = 'doc'::text AND pg_column_size(body_delta) <= 8000000),
  constraint page_bodies_drawings_check CHECK (
CASE
    WHEN drawings IS NULL THEN true
    ELSE jsonb_typeof(drawings) = 'array'::text AND jsonb_array_length(drawings) = cardinality(block_text) AND pg_column_size(drawings) <= 8000000
END),
  constraint page_bodies_page_id_fkey FOREIGN KEY (page_id) REFERENCES app_public.pages(id) ON DELETE CASCADE,
  constraint page_bodies_pkey PRIMARY KEY (page_id),
  constraint page_bodies_shape_check CHECK (NOT (body_delta ->> 'type'::text) IS DISTINCT FROM 'doc'::text AND NOT jsonb_typeof(body_delta -> 'content'::text) IS DISTINCT FROM 'array'::text),
  constraint page_bodies_uploads_check CHECK (POSITION(('"type": "imageUploadPlaceholder"'::text) IN (body_delta::text)) = 0)
);
comment on table app_private.page_bodies is 'The published text of a page, with what was derived from it. Requests only read it through functions such as pages_body_delta.';
comment on column app_private.page_bodies.drawn_by is 'The version of the renderer that rendered it; 0 if it hasn''t been rendered.';
CREATE INDEX page_bodies_drawn_by_idx ON app_private.page_bodies USING btree (drawn_by);

create table app_private.page_revision_texts (
  revision_id uuid not null,
  body_delta jsonb not null,
  session_id uuid,
  sequence integer,
  is_seen boolean not null default false,
  constraint page_revision_texts_body_delta_check CHECK ((body_delta ->> 'type'::text) = 'doc'::text AND pg_column_size(body_delta) <= 8000000),
  constraint page_revision_texts_pkey PRIMARY KEY (revision_id),
  constraint page_revision_texts_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES app_public.page_revisions(id) ON DELETE CASCADE,
  constraint page_revision_texts_sequence_check CHECK (sequence >= 0),
  constraint page_revision_texts_shape_check CHECK (NOT (body_delta ->> 'type'::text) IS DISTINCT FROM 'doc'::text AND NOT jsonb_typeof(body_delta -> 'content'::text) IS DISTINCT FROM 'array'::text),
  constraint page_revision_texts_uploads_check CHECK (POSITION(('"type": "imageUploadPlaceholder"'::text) IN (body_delta::text)) = 0)
);
comment on table app_private.page_revision_texts is 'The text of a revision. Requests only read it through read_page_revisions.';
comment on column app_private.page_revision_texts.session_id is 'The open editor that saved it. Its saves are numbered by sequence.';
comment on column app_private.page_revision_texts.is_seen is 'True once someone has read the text. The next save then creates a new revision.';

create table app_private.picture_hosts (
  host text not null,
  constraint picture_hosts_host_check CHECK (host ~ '^[a-z0-9.-]+(?::[0-9]+)?$'::text),
  constraint picture_hosts_pkey PRIMARY KEY (host)
);
comment on table app_private.picture_hosts is 'Hosts of images other than this site. Each start of the site stores the hosts of its configuration.';
comment on column app_private.picture_hosts.host is 'The host name, with the port if it isn''t 443.';

create table app_private.remote_code_checks (
  source_id uuid not null,
  check_at timestamp with time zone not null default now() + '00:10:00'::interval,
  failures integer not null default 0,
  etag text,
  kept_text text,
  is_loss_kept boolean not null default false,
  constraint remote_code_checks_failures_check CHECK (failures >= 0),
  constraint remote_code_checks_pkey PRIMARY KEY (source_id),
  constraint remote_code_checks_source_id_fkey FOREIGN KEY (source_id) REFERENCES app_public.remote_code_sources(id) ON DELETE CASCADE
);
comment on table app_private.remote_code_checks is 'When remote code is compared next, and the state that comparing needs. Only used by the job.';
comment on column app_private.remote_code_checks.failures is 'How many times in a row the code host failed to respond.';
comment on column app_private.remote_code_checks.etag is 'The ETag of the file at its last comparison. Requests for an unchanged file then cost nothing.';
comment on column app_private.remote_code_checks.kept_text is 'Changed code that an author has dismissed. It isn''t reported again.';
comment on column app_private.remote_code_checks.is_loss_kept is 'True if an author has dismissed that the code is gone. It isn''t reported again until the code comes back.';
CREATE INDEX remote_code_checks_check_at_idx ON app_private.remote_code_checks USING btree (check_at);

create table app_private.search_entries (
  id uuid not null default app_public.new_id(),
  kind app_public.search_kind not null,
  course_id uuid,
  book_id uuid,
  article_id uuid,
  lesson_id uuid,
  clip_id uuid,
  comment_id uuid,
  user_id uuid,
  place integer,
  block_id text,
  words text not null,
  vector tsvector not null,
  constraint search_entries_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint search_entries_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint search_entries_clip_id_fkey FOREIGN KEY (clip_id) REFERENCES app_public.clips(id) ON DELETE CASCADE,
  constraint search_entries_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES app_public.comments(id) ON DELETE CASCADE,
  constraint search_entries_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint search_entries_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint search_entries_pkey PRIMARY KEY (id),
  constraint search_entries_place_check CHECK (place >= 0),
  constraint search_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_private.search_entries is 'The search index. Exactly one reference is set, to what the entry belongs to. Written by triggers.';
comment on column app_private.search_entries.place is 'TEXT and CODE: the number of the top-level block, from 1. TRANSCRIPT: the second.';
comment on column app_private.search_entries.block_id is 'TEXT and CODE: the ID of the block; null for a block without one.';
CREATE INDEX search_entries_article_id_idx ON app_private.search_entries USING btree (article_id);
CREATE INDEX search_entries_book_id_idx ON app_private.search_entries USING btree (book_id);
CREATE INDEX search_entries_clip_id_idx ON app_private.search_entries USING btree (clip_id);
CREATE INDEX search_entries_comment_id_idx ON app_private.search_entries USING btree (comment_id);
CREATE INDEX search_entries_course_id_idx ON app_private.search_entries USING btree (course_id);
CREATE INDEX search_entries_lesson_id_idx ON app_private.search_entries USING btree (lesson_id);
CREATE INDEX search_entries_title_idx ON app_private.search_entries USING gin (vector) WITH (fastupdate=off) WHERE kind <> ALL (ARRAY['TEXT'::app_public.search_kind, 'CODE'::app_public.search_kind, 'TRANSCRIPT'::app_public.search_kind, 'COMMENT'::app_public.search_kind]);
CREATE INDEX search_entries_user_id_idx ON app_private.search_entries USING btree (user_id);
CREATE INDEX search_entries_vector_idx ON app_private.search_entries USING gin (vector) WITH (fastupdate=off);
CREATE TRIGGER add_words AFTER INSERT ON app_private.search_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app_private.add_search_words();

create table app_private.search_words (
  word text not null,
  constraint search_words_pkey PRIMARY KEY (word),
  constraint search_words_word_check CHECK (length(word) >= 3 AND length(word) <= 40)
);
comment on table app_private.search_words is 'Every word of the entries, to correct mistyped words. Never shown.';
CREATE INDEX search_words_word_idx ON app_private.search_words USING gin (word extensions.gin_trgm_ops);

create table app_private.sent_mails (
  id uuid not null default app_public.new_id(),
  address text not null,
  subject text not null,
  sent_at timestamp with time zone not null default now(),
  constraint sent_mails_address_check CHECK (length(address) <= 320),
  constraint sent_mails_pkey PRIMARY KEY (id),
  constraint sent_mails_subject_check CHECK (length(subject) <= 500)
);
comment on table app_private.sent_mails is 'Emails of the last 30 days that were handed to the mail server.';
CREATE INDEX sent_mails_address_idx ON app_private.sent_mails USING btree (address);
CREATE INDEX sent_mails_sent_at_idx ON app_private.sent_mails USING btree (sent_at);

create table app_private.site_setup (
  id boolean not null default true,
  mail_tested_at timestamp with time zone,
  mail_tested_to text,
  mail_failure text,
  backed_up_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  constraint site_setup_id_check CHECK (id),
  constraint site_setup_mail_failure_check CHECK (length(mail_failure) <= 500),
  constraint site_setup_mail_tested_to_check CHECK (length(mail_tested_to) <= 254),
  constraint site_setup_pkey PRIMARY KEY (id)
);
comment on table app_private.site_setup is 'The stored state of the checklist for a new site. There is only one row.';
comment on column app_private.site_setup.mail_failure is 'Why the last test email couldn''t be sent; null if it was sent.';
comment on column app_private.site_setup.backed_up_at is 'When `newline backup` last wrote an archive.';
comment on column app_private.site_setup.dismissed_at is 'When an administrator hid the checklist; null while it''s shown.';

create table app_private.team_invitation_tokens (
  invitation_id uuid not null,
  token_hash bytea not null,
  constraint team_invitation_tokens_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES app_public.team_invitations(id) ON DELETE CASCADE,
  constraint team_invitation_tokens_pkey PRIMARY KEY (invitation_id),
  constraint team_invitation_tokens_token_hash_check CHECK (length(token_hash) = 32),
  constraint team_invitation_tokens_token_hash_key UNIQUE (token_hash)
);
comment on table app_private.team_invitation_tokens is 'The SHA-256 of the token in the last link that was sent.';

create table app_private.unkept_files (
  file text not null,
  user_id uuid,
  due_at timestamp with time zone not null default now(),
  constraint unkept_files_pkey PRIMARY KEY (file),
  constraint unkept_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE SET NULL
);
comment on table app_private.unkept_files is 'Stored files that no attachment uses: files of an upload in progress, and files of removed attachments. A job removes them when they are due, so that none survives a crash.';
comment on column app_private.unkept_files.user_id is 'The user whose upload is in progress; null for files to be removed.';
CREATE INDEX unkept_files_due_at_idx ON app_private.unkept_files USING btree (due_at);
CREATE INDEX unkept_files_user_id_idx ON app_private.unkept_files USING btree (user_id);

create table app_private.unkept_videos (
  playback_id text not null,
  provider text not null,
  provider_upload_id text,
  provider_asset_id text,
  due_at timestamp with time zone not null default now(),
  constraint unkept_videos_pkey PRIMARY KEY (playback_id)
);
comment on table app_private.unkept_videos is 'Removed videos whose files still have to be removed. A job does so, so that none survives a crash.';

create table app_private.upload_budgets (
  user_id uuid not null,
  started_at timestamp with time zone not null default now(),
  byte_count bigint not null default 0,
  constraint upload_budgets_pkey PRIMARY KEY (user_id),
  constraint upload_budgets_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_private.upload_budgets is 'The number of bytes that a user has uploaded in the last 24 hours.';

create table app_private.user_quotas (
  user_id uuid not null,
  kind text not null,
  started_at timestamp with time zone not null default now(),
  used integer not null,
  constraint user_quotas_kind_check CHECK (length(kind) >= 1 AND length(kind) <= 40),
  constraint user_quotas_pkey PRIMARY KEY (user_id, kind),
  constraint user_quotas_used_check CHECK (used >= 0),
  constraint user_quotas_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_private.user_quotas is 'How often a user did something in the current period, by kind.';

create table app_private.video_budgets (
  user_id uuid not null,
  started_at timestamp with time zone not null default now(),
  byte_count bigint not null default 0,
  constraint video_budgets_pkey PRIMARY KEY (user_id),
  constraint video_budgets_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_private.video_budgets is 'The number of bytes of video that a user has announced in the last 24 hours.';

create table app_private.video_cues (
  video_url app_public.video_address not null,
  "position" integer not null,
  starts_at numeric(9,3) not null,
  ends_at numeric(9,3) not null,
  words text not null,
  constraint video_cues_ends_at_check CHECK (ends_at >= starts_at),
  constraint video_cues_pkey PRIMARY KEY (video_url, "position"),
  constraint video_cues_position_check CHECK ("position" >= 0),
  constraint video_cues_starts_at_check CHECK (starts_at >= 0::numeric),
  constraint video_cues_words_check CHECK (length(words) >= 1 AND length(words) <= 2000)
);
comment on table app_private.video_cues is 'The captions of a video as text, in order. Requests read them only through transcripts, which check access.';
comment on column app_private.video_cues.starts_at is 'The second at which the cue starts.';
comment on column app_private.video_cues.ends_at is 'The second at which the cue ends.';
CREATE TRIGGER index_added AFTER INSERT ON app_private.video_cues REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app_private.index_changed_cues();
CREATE TRIGGER index_removed AFTER DELETE ON app_private.video_cues REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app_private.index_changed_cues();

create table app_private.working_anchors (
  discussion_id uuid not null,
  version integer not null,
  range_from integer,
  range_to integer,
  constraint working_anchors_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES app_public.discussions(id) ON DELETE CASCADE,
  constraint working_anchors_pkey PRIMARY KEY (discussion_id),
  constraint working_anchors_range_check CHECK (num_nulls(range_from, range_to) = 2 OR num_nulls(range_from, range_to) = 0 AND COALESCE(range_to >= range_from, false)),
  constraint working_anchors_range_from_check CHECK (range_from >= 0)
);
comment on table app_private.working_anchors is 'The position of an annotation in the working text of a lesson or article, as sent by the editor; without a range, its words were deleted there.';
comment on column app_private.working_anchors.version is 'The revision it was sent with. It doesn''t apply to other revisions.';

create table app_public.access_tokens (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  name text not null,
  scope app_public.access_token_scope not null,
  ending text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_client text,
  constraint access_tokens_ending_check CHECK (ending ~ '^[A-Za-z0-9_-]{4}$'::text),
  constraint access_tokens_expires_at_check CHECK (expires_at IS NULL OR expires_at > created_at),
  constraint access_tokens_last_client_check CHECK (length(last_client) <= 200),
  constraint access_tokens_name_check CHECK (name = btrim(name) AND name !~ '[[:cntrl:]]'::text AND length(name) >= 1 AND length(name) <= 80),
  constraint access_tokens_pkey PRIMARY KEY (id),
  constraint access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.access_tokens is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A token that lets a program use the API as its user. Visible to its user and to administrators. The token itself isn''t stored.';
comment on column app_public.access_tokens.name is 'The user''s name for it, such as the program that uses it.';
comment on column app_public.access_tokens.ending is 'The last four characters of the token, to recognize it by.';
comment on column app_public.access_tokens.expires_at is 'When it expires; null if it doesn''t.';
comment on column app_public.access_tokens.last_used_at is 'When it was last used, to the minute; null if never.';
comment on column app_public.access_tokens.last_client is 'The User-Agent header of the last request with it.';
comment on constraint access_tokens_user_id_fkey on app_public.access_tokens is '@foreignFieldName accessTokens';
CREATE INDEX access_tokens_user_id_idx ON app_public.access_tokens USING btree (user_id, id);
create policy select_admin on app_public.access_tokens for select to newline_admin
  using (true);
create policy select_own on app_public.access_tokens for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
grant select on app_public.access_tokens to newline_visitor;

create table app_public.article_revisions (
  id uuid not null default app_public.new_id(),
  article_id uuid not null,
  version integer not null,
  user_id uuid,
  title text not null,
  words_count integer not null,
  restored_version integer,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint article_revisions_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint article_revisions_pkey PRIMARY KEY (id),
  constraint article_revisions_restored_version_check CHECK (restored_version > 0),
  constraint article_revisions_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200),
  constraint article_revisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE SET NULL,
  constraint article_revisions_version_check CHECK (version > 0),
  constraint article_revisions_version_key UNIQUE (article_id, version),
  constraint article_revisions_words_count_check CHECK (words_count >= 0)
);
comment on table app_public.article_revisions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A saved version of an article''s title and text, visible to its authors, editors and administrators. Saves from one editor within five minutes share a revision, unless someone has read the version in between.';
comment on column app_public.article_revisions.version is 'Increases by one with every save that changes something. A revision has the number of its last save.';
comment on column app_public.article_revisions.user_id is 'The user who saved it; null if their account was deleted or the text was imported.';
comment on column app_public.article_revisions.words_count is '@name numWords
The number of words in the text. Derived.';
comment on column app_public.article_revisions.restored_version is 'The version that this one restored; null if it was written.';
comment on column app_public.article_revisions.published_at is 'When it was published; null if it never was.';
comment on column app_public.article_revisions.created_at is 'The time of its first save.';
comment on column app_public.article_revisions.updated_at is 'The time of its last save.';
comment on constraint article_revisions_article_id_fkey on app_public.article_revisions is '@fieldName article
@foreignFieldName revisions';
comment on constraint article_revisions_user_id_fkey on app_public.article_revisions is '@fieldName user
@behavior -connection -list';
CREATE INDEX article_revisions_user_id_idx ON app_public.article_revisions USING btree (user_id);
create policy select_admin on app_public.article_revisions for select to newline_admin
  using (true);
create policy select_contributor on app_public.article_revisions for select to newline_learner
  using ((article_id IN ( SELECT app_private.my_article_ids() AS my_article_ids)));
grant select on app_public.article_revisions to newline_visitor;

create table app_public.articles (
  id uuid not null default app_public.new_id(),
  title text not null,
  slug app_public.slug not null,
  permalink text not null generated always as ('/articles/'::text || slug::text) stored,
  canonical_url app_public.web_address,
  description text,
  summary text,
  main_image_url app_public.media_address,
  topic app_public.topic not null default 'ENGINEERING'::app_public.topic,
  subscription_required boolean not null default false,
  preview_percent integer,
  is_published boolean not null default false,
  is_shown_publicly boolean not null default true,
  published_at timestamp with time zone,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint articles_description_check CHECK (length(description) <= 4000),
  constraint articles_pkey PRIMARY KEY (id),
  constraint articles_preview_percent_check CHECK (preview_percent >= 0 AND preview_percent <= 100),
  constraint articles_published_at_check CHECK (NOT is_published OR published_at IS NOT NULL),
  constraint articles_slug_key UNIQUE (slug),
  constraint articles_summary_check CHECK (length(summary) <= 2000),
  constraint articles_time_check CHECK (published_at IS NULL OR isfinite(published_at)),
  constraint articles_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200)
);
comment on table app_public.articles is '@behavior -insert -update -delete -query:resource:list
An article. Its text is in bodyDelta, bodyHtml and bodyMarkdown, cut at the paywall for readers without access.';
comment on column app_public.articles.permalink is 'The path of its page, /articles/{slug}. Derived.';
comment on column app_public.articles.canonical_url is 'The URL where it was first published; only used as rel=canonical.';
comment on column app_public.articles.description is 'A paragraph of plain text; null if not set.';
comment on column app_public.articles.summary is 'One sentence for cards; null if not set.';
comment on column app_public.articles.subscription_required is 'True if the part after the paywall marker requires Pro.';
comment on column app_public.articles.preview_percent is 'The percentage of a text without a paywall marker that is free; null means nothing.';
comment on column app_public.articles.is_published is 'False for a draft, which only its authors and administrators can see.';
comment on column app_public.articles.is_shown_publicly is 'False for an unlisted article, which isn''t in any list but can be opened by its URL.';
comment on column app_public.articles.published_at is 'When it was or will be published; a time in the future means that it''s scheduled.';
comment on column app_public.articles.archived_at is 'When it was archived. Only its authors and administrators can see it then.';
CREATE INDEX articles_created_at_id_idx ON app_public.articles USING btree (created_at DESC, id DESC);
CREATE INDEX articles_published_at_idx ON app_public.articles USING btree (published_at DESC);
CREATE INDEX articles_unlisted_idx ON app_public.articles USING btree (id) WHERE NOT is_shown_publicly;
create policy select_admin on app_public.articles for select to newline_admin
  using (true);
create policy select_contributor on app_public.articles for select to newline_learner
  using ((id IN ( SELECT app_private.my_article_ids() AS my_article_ids)));
create policy select_public on app_public.articles for select to newline_visitor
  using (archived_at IS NULL AND is_published AND published_at <= now());
CREATE TRIGGER check_pictures BEFORE INSERT OR UPDATE OF main_image_url ON app_public.articles FOR EACH ROW EXECUTE FUNCTION app_private.check_pictures('main_image_url');
CREATE TRIGGER index_title AFTER INSERT OR UPDATE OF title, summary, description ON app_public.articles FOR EACH ROW EXECUTE FUNCTION app_private.index_title('ARTICLE', 'article_id', 'title,summary,description');
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, title, slug, canonical_url, description, summary, main_image_url, topic, subscription_required, preview_percent, is_published, is_shown_publicly, published_at, archived_at, created_at ON app_public.articles FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('articles', 'article', '');
CREATE TRIGGER register_permalink AFTER INSERT OR UPDATE OF slug ON app_public.articles FOR EACH ROW EXECUTE FUNCTION app_private.register_permalink();
CREATE TRIGGER touch BEFORE UPDATE ON app_public.articles FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant select on app_public.articles to newline_visitor;

create table app_public.attachments (
  id uuid not null default app_public.new_id(),
  owner_id uuid,
  attachable_id uuid,
  discussion_id uuid,
  file text not null,
  name text not null,
  image_url app_public.media_address,
  kind text not null,
  content_type text not null,
  width integer,
  height integer,
  byte_count integer not null,
  created_at timestamp with time zone not null default now(),
  thumbhash text,
  is_animated boolean not null default false,
  content_hash text,
  loose_since timestamp with time zone default now(),
  constraint attachments_byte_count_check CHECK (byte_count > 0),
  constraint attachments_content_hash_check CHECK (content_hash ~ '^[0-9a-f]{64}$'::text),
  constraint attachments_content_type_check CHECK (content_type ~ '^[a-z0-9.+-]+/[a-z0-9.+-]+$'::text),
  constraint attachments_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES app_public.discussions(id) ON DELETE CASCADE,
  constraint attachments_file_check CHECK (file ~ '^[A-Za-z0-9][A-Za-z0-9/_.-]{0,200}$'::text AND file !~ '\.\.'::text),
  constraint attachments_file_key UNIQUE (file),
  constraint attachments_height_check CHECK (height > 0),
  constraint attachments_kind_check CHECK (kind = ANY (ARRAY['IMAGE'::text, 'FILE'::text])),
  constraint attachments_name_check CHECK (length(name) >= 1 AND length(name) <= 255),
  constraint attachments_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_public.users(id) ON DELETE SET NULL,
  constraint attachments_pkey PRIMARY KEY (id),
  constraint attachments_thumbhash_check CHECK (thumbhash ~ '^[A-Za-z0-9+/]{6,40}={0,2}$'::text),
  constraint attachments_width_check CHECK (width > 0)
);
comment on table app_public.attachments is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A file that belongs to a text, visible to its owner, to administrators, and to readers of its discussion.';
comment on column app_public.attachments.attachable_id is 'The ID of the lesson, article or comment whose text uses it.';
comment on column app_public.attachments.file is 'The key in the storage.';
comment on column app_public.attachments.kind is 'IMAGE or FILE.';
comment on column app_public.attachments.content_type is 'The media type, as detected by the server.';
comment on column app_public.attachments.width is 'The width in pixels; null for files that aren''t images.';
comment on column app_public.attachments.height is 'The height in pixels; null for files that aren''t images.';
comment on column app_public.attachments.byte_count is 'The size in bytes.';
comment on column app_public.attachments.thumbhash is 'A placeholder of about 20 bytes (ThumbHash, base64); null for files that aren''t images.';
comment on column app_public.attachments.is_animated is 'True for an animated image.';
comment on column app_public.attachments.content_hash is '@behavior -*
The SHA-256 of the largest stored file, in hex.';
comment on column app_public.attachments.loose_since is '@behavior -*
When it stopped being used by any text; null while it''s used. It''s removed after a day.';
comment on constraint attachments_discussion_id_fkey on app_public.attachments is '@fieldName discussion
@foreignFieldName attachments';
comment on constraint attachments_owner_id_fkey on app_public.attachments is '@fieldName owner
@behavior -connection -list';
CREATE INDEX attachments_attachable_id_idx ON app_public.attachments USING btree (attachable_id);
CREATE INDEX attachments_discussion_id_idx ON app_public.attachments USING btree (discussion_id);
CREATE INDEX attachments_loose_since_idx ON app_public.attachments USING btree (loose_since) WHERE loose_since IS NOT NULL;
CREATE INDEX attachments_owner_id_idx ON app_public.attachments USING btree (owner_id);
create policy select_admin on app_public.attachments for select to newline_admin
  using (true);
create policy select_discussed on app_public.attachments for select to newline_visitor
  using (( SELECT true
   FROM app_public.discussions d
  WHERE d.id = attachments.discussion_id));
create policy select_own on app_public.attachments for select to newline_learner
  using (owner_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER check_pictures BEFORE INSERT OR UPDATE OF image_url ON app_public.attachments FOR EACH ROW EXECUTE FUNCTION app_private.check_pictures('image_url');
CREATE TRIGGER unkeep_file AFTER DELETE ON app_public.attachments FOR EACH ROW EXECUTE FUNCTION app_private.unkeep_file();
grant select on app_public.attachments to newline_visitor;

create table app_public.audit_log (
  id uuid not null default app_public.new_id(),
  user_id uuid,
  user_name text,
  action text not null,
  subject_kind text not null,
  subject_id uuid,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint audit_log_action_check CHECK (action ~ '^[a-z]+(?:_[a-z]+)*[.][a-z]+(?:_[a-z]+)*$'::text AND length(action) <= 60),
  constraint audit_log_details_check CHECK (jsonb_typeof(details) = 'object'::text AND pg_column_size(details) <= 8000),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_subject_kind_check CHECK (subject_kind ~ '^[a-z]+(?:_[a-z]+)*$'::text AND length(subject_kind) <= 40)
);
comment on table app_public.audit_log is '@name audit_line
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
An action of an administrator, visible to administrators. Entries can''t be changed, and are deleted after two years.';
comment on column app_public.audit_log.user_id is 'The user who did it, even if their account was deleted; null for the site.';
comment on column app_public.audit_log.user_name is 'The user''s username at the time.';
comment on column app_public.audit_log.action is 'The action, such as person.suspend.';
comment on column app_public.audit_log.subject_kind is 'The kind of its object, such as person or comment.';
comment on column app_public.audit_log.subject_id is 'The ID of its object; null without one.';
comment on column app_public.audit_log.details is 'Further details. Users appear by username, never by email address.';
CREATE INDEX audit_log_action_id_idx ON app_public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_created_at_idx ON app_public.audit_log USING btree (created_at);
CREATE INDEX audit_log_user_id_id_idx ON app_public.audit_log USING btree (user_id, id DESC);
create policy owner_adds on app_public.audit_log for insert to newline_owner
  with check (true);
create policy owner_forgets on app_public.audit_log for delete to newline_owner
  using (created_at < (now() - '2 years'::interval));
create policy owner_reads on app_public.audit_log for select to newline_owner
  using (true);
create policy select_admin on app_public.audit_log for select to newline_admin
  using (true);
grant select on app_public.audit_log to newline_visitor;

create table app_public.author_pages (
  user_id uuid not null,
  quote_md text not null,
  "position" integer not null default 0,
  constraint author_pages_pkey PRIMARY KEY (user_id),
  constraint author_pages_quote_md_check CHECK (length(quote_md) >= 1 AND length(quote_md) <= 2000),
  constraint author_pages_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.author_pages is '@behavior -insert -update -delete -query:resource:list -query:resource:single
An author''s quote about creating courses and books here. Shown on the home page and on the author''s own page.';
comment on column app_public.author_pages.quote_md is 'The quote, in Markdown.';
comment on column app_public.author_pages."position" is '@name order
The position among the authors, from 1.';
comment on constraint author_pages_user_id_fkey on app_public.author_pages is '@fieldName user
@foreignSingleFieldName authorPage';
CREATE INDEX author_pages_position_idx ON app_public.author_pages USING btree ("position");
create policy select_all on app_public.author_pages for select to newline_visitor
  using (true);
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE ON app_public.author_pages FOR EACH ROW EXECUTE FUNCTION app_private.notify_author_page();
grant select on app_public.author_pages to newline_visitor;

create table app_public.book_lessons (
  id uuid not null default app_public.new_id(),
  book_id uuid not null,
  lesson_id uuid not null,
  course_section_id uuid,
  "position" integer not null,
  progress_count integer not null default 0,
  constraint book_lessons_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint book_lessons_course_section_id_fkey FOREIGN KEY (course_section_id) REFERENCES app_public.course_sections(id) ON DELETE SET NULL,
  constraint book_lessons_lesson_id_fkey FOREIGN KEY (book_id, lesson_id) REFERENCES app_public.lessons(book_id, id) ON DELETE CASCADE,
  constraint book_lessons_lesson_key UNIQUE (lesson_id),
  constraint book_lessons_pkey PRIMARY KEY (id),
  constraint book_lessons_position_key UNIQUE (book_id, "position") DEFERRABLE,
  constraint book_lessons_progress_count_check CHECK (progress_count >= 0)
);
comment on table app_public.book_lessons is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The position of a chapter in its book.';
comment on column app_public.book_lessons."position" is '@name order
The position in the book, from 1.';
comment on column app_public.book_lessons.progress_count is '@behavior -select -orderBy -condition
The number of users who completed it. Derived.';
comment on constraint book_lessons_book_id_fkey on app_public.book_lessons is '@fieldName book
@foreignFieldName bookLessons';
comment on constraint book_lessons_course_section_id_fkey on app_public.book_lessons is '@fieldName courseSection
@foreignFieldName bookLessons';
comment on constraint book_lessons_lesson_id_fkey on app_public.book_lessons is '@fieldName lesson
@foreignFieldName bookLessons';
CREATE INDEX book_lessons_course_section_id_idx ON app_public.book_lessons USING btree (course_section_id);
create policy select_visible on app_public.book_lessons for select to newline_visitor
  using ((EXISTS ( SELECT
   FROM app_public.books i
  WHERE i.id = book_lessons.book_id AND (NOT i.is_coming_soon OR (i.id IN ( SELECT app_private.my_book_ids() AS my_book_ids)) OR ( SELECT app_public.is_admin() AS is_admin)))));
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, book_id, lesson_id, course_section_id, "position" ON app_public.book_lessons FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('lessons', '', 'progress_count');
grant select on app_public.book_lessons to newline_visitor;

create table app_public.books (
  id uuid not null default app_public.new_id(),
  title text not null,
  subtitle text,
  slug app_public.slug not null,
  permalink text not null,
  topic app_public.topic not null default 'ENGINEERING'::app_public.topic,
  description text,
  summary text,
  primary_description_markdown text,
  description_html text generated always as (app_private.plain_html(description)) stored,
  poster_image_url app_public.media_address,
  cover_image_url app_public.media_address,
  full_cover_image_url app_public.media_address,
  hero_video_url app_public.video_address,
  preview_pdf_url app_public.media_address,
  dependencies jsonb,
  is_published boolean not null default false,
  is_coming_soon boolean not null default false,
  is_early_access boolean not null default false,
  is_shown_publicly boolean not null default true,
  is_for_sale boolean not null default true,
  is_bootcamp boolean not null default false,
  is_live_workshop boolean not null default false,
  archetype text not null generated always as ('BOOK'::text) stored,
  published_at timestamp with time zone,
  archived_at timestamp with time zone,
  num_exercises integer not null default 0,
  preview_percent integer,
  pricing_features text[] not null default '{}'::text[],
  syllabus text,
  faq jsonb not null default '[]'::jsonb,
  resources jsonb not null default '[]'::jsonb,
  lesson_language text not null default 'en'::text,
  marketing_headline text,
  marketing_copy_markdown text,
  lessons_count integer not null default 0,
  students_count integer not null default 0,
  reviews_count integer not null default 0,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint books_dependencies_check CHECK (jsonb_typeof(dependencies) = 'object'::text AND pg_column_size(dependencies) <= 8000),
  constraint books_description_check CHECK (length(description) <= 4000),
  constraint books_faq_check CHECK (jsonb_typeof(faq) = 'array'::text),
  constraint books_lesson_language_check CHECK (lesson_language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text),
  constraint books_lessons_count_check CHECK (lessons_count >= 0),
  constraint books_marketing_copy_markdown_check CHECK (length(marketing_copy_markdown) <= 20000),
  constraint books_marketing_headline_check CHECK (length(marketing_headline) <= 300),
  constraint books_num_exercises_check CHECK (num_exercises >= 0),
  constraint books_permalink_key UNIQUE (permalink),
  constraint books_pkey PRIMARY KEY (id),
  constraint books_preview_percent_check CHECK (preview_percent >= 0 AND preview_percent <= 100),
  constraint books_primary_description_markdown_check CHECK (length(primary_description_markdown) <= 100000),
  constraint books_published_at_check CHECK (NOT is_published OR published_at IS NOT NULL),
  constraint books_rating_count_check CHECK (rating_count >= 0),
  constraint books_rating_sum_check CHECK (rating_sum >= 0),
  constraint books_resources_check CHECK (jsonb_typeof(resources) = 'array'::text),
  constraint books_reviews_count_check CHECK (reviews_count >= 0),
  constraint books_slug_key UNIQUE (slug),
  constraint books_students_count_check CHECK (students_count >= 0),
  constraint books_subtitle_check CHECK (length(subtitle) <= 300),
  constraint books_summary_check CHECK (length(summary) <= 2000),
  constraint books_syllabus_check CHECK (length(syllabus) <= 20000),
  constraint books_time_check CHECK (published_at IS NULL OR isfinite(published_at)),
  constraint books_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200)
);
comment on table app_public.books is '@behavior -insert -update -delete -query:resource:list
A book. Its chapters are lessons.';
comment on column app_public.books.permalink is 'The path of its page, such as /courses/{slug}. It''s unique on the site, and former paths redirect.';
comment on column app_public.books.topic is 'Determines the print colors of the cover and frames.';
comment on column app_public.books.description is 'A paragraph of plain text; null if not set.';
comment on column app_public.books.summary is 'One sentence for cards; null if not set.';
comment on column app_public.books.primary_description_markdown is 'The long description, in Markdown.';
comment on column app_public.books.description_html is 'The description as HTML paragraphs. Derived.';
comment on column app_public.books.poster_image_url is 'The cover in its own format: 16:9 for a course, 3:4 for a book.';
comment on column app_public.books.cover_image_url is 'The cover for cards, 295 by 165 pixels.';
comment on column app_public.books.full_cover_image_url is 'The cover in full size.';
comment on column app_public.books.hero_video_url is 'The public trailer: local:{playbackId}, or the URL at a video provider.';
comment on column app_public.books.preview_pdf_url is 'The URL of a free sample as PDF.';
comment on column app_public.books.dependencies is 'A JSON string: primaryLanguage, and a list with name, version and link.';
comment on column app_public.books.is_published is 'False for a draft, which only its authors and administrators can see.';
comment on column app_public.books.is_coming_soon is 'True if its card is public while its content isn''t.';
comment on column app_public.books.is_early_access is 'With isPublished: readable only for buyers and Pro members, and labeled as early access.';
comment on column app_public.books.is_shown_publicly is 'False for an unlisted item, which isn''t in any list but can be opened by its URL.';
comment on column app_public.books.is_for_sale is 'False for a free book.';
comment on column app_public.books.is_bootcamp is 'True if it''s sold separately and labeled as a bootcamp.';
comment on column app_public.books.is_live_workshop is 'True if it''s sold separately and labeled as a workshop.';
comment on column app_public.books.archetype is 'Always BOOK.';
comment on column app_public.books.published_at is 'When it was or will be published; a time in the future means that it''s scheduled.';
comment on column app_public.books.archived_at is 'When it was archived. Only its authors and administrators can see it then.';
comment on column app_public.books.num_exercises is 'The number of exercises in its lessons.';
comment on column app_public.books.preview_percent is 'The percentage of each text without a paywall marker that is free; null means nothing.';
comment on column app_public.books.pricing_features is 'What buyers get, one item per line.';
comment on column app_public.books.syllabus is 'What it teaches, in Markdown.';
comment on column app_public.books.faq is 'A JSON string: a list of questions and answers.';
comment on column app_public.books.resources is 'A JSON string: a list with title and URL.';
comment on column app_public.books.lesson_language is 'The BCP 47 tag of its language.';
comment on column app_public.books.marketing_headline is 'The marketing headline; null if not set.';
comment on column app_public.books.marketing_copy_markdown is 'The marketing text, in Markdown.';
comment on column app_public.books.lessons_count is '@name numLessons
The number of lessons that count toward progress. Derived.';
comment on column app_public.books.students_count is '@name numStudents
The number of enrolled users. Derived.';
comment on column app_public.books.reviews_count is '@name numReviews
The number of testimonials. Derived.';
comment on column app_public.books.rating_count is 'The number of ratings, from testimonials and surveys. Derived.';
comment on column app_public.books.rating_sum is 'The sum of all ratings. Divide it by ratingCount for the exact average. Derived.';
CREATE INDEX books_created_at_id_idx ON app_public.books USING btree (created_at DESC, id DESC);
CREATE INDEX books_published_at_idx ON app_public.books USING btree (published_at DESC);
CREATE INDEX books_title_idx ON app_public.books USING btree (title COLLATE "und-x-icu", id);
CREATE INDEX books_title_letters_idx ON app_public.books USING gin (lower(title) extensions.gin_trgm_ops);
CREATE INDEX books_unlisted_idx ON app_public.books USING btree (id) WHERE NOT is_shown_publicly;
create policy select_admin on app_public.books for select to newline_admin
  using (true);
create policy select_contributor on app_public.books for select to newline_learner
  using ((id IN ( SELECT app_private.my_book_ids() AS my_book_ids)));
create policy select_public on app_public.books for select to newline_visitor
  using (archived_at IS NULL AND (is_coming_soon OR is_published AND published_at <= now()));
CREATE TRIGGER check_pictures BEFORE INSERT OR UPDATE OF poster_image_url, cover_image_url, full_cover_image_url ON app_public.books FOR EACH ROW EXECUTE FUNCTION app_private.check_pictures('poster_image_url', 'cover_image_url', 'full_cover_image_url');
CREATE TRIGGER index_title AFTER INSERT OR UPDATE OF title, subtitle, summary ON app_public.books FOR EACH ROW EXECUTE FUNCTION app_private.index_title('BOOK', 'book_id', 'title,subtitle,summary');
CREATE TRIGGER keep_covers AFTER UPDATE ON app_public.books FOR EACH ROW WHEN (old.poster_image_url::text IS DISTINCT FROM new.poster_image_url::text OR old.cover_image_url::text IS DISTINCT FROM new.cover_image_url::text OR old.full_cover_image_url::text IS DISTINCT FROM new.full_cover_image_url::text) EXECUTE FUNCTION app_private.keep_covers();
CREATE TRIGGER keep_played_video AFTER INSERT OR DELETE OR UPDATE OF hero_video_url ON app_public.books FOR EACH ROW EXECUTE FUNCTION app_private.keep_played_video();
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, title, subtitle, slug, permalink, topic, description, summary, primary_description_markdown, poster_image_url, cover_image_url, full_cover_image_url, hero_video_url, preview_pdf_url, dependencies, is_published, is_coming_soon, is_early_access, is_shown_publicly, is_for_sale, is_bootcamp, is_live_workshop, published_at, archived_at, num_exercises, preview_percent, pricing_features, syllabus, faq, resources, lesson_language, marketing_headline, marketing_copy_markdown, lessons_count, reviews_count, rating_count, rating_sum, created_at ON app_public.books FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('books', 'book', 'students_count');
CREATE TRIGGER record_published_lessons AFTER UPDATE OF is_published ON app_public.books FOR EACH ROW WHEN (new.is_published AND NOT old.is_published) EXECUTE FUNCTION app_private.record_published_lessons();
CREATE TRIGGER register_permalink AFTER INSERT OR UPDATE OF permalink ON app_public.books FOR EACH ROW EXECUTE FUNCTION app_private.register_permalink();
CREATE TRIGGER show_clips AFTER UPDATE ON app_public.books FOR EACH ROW WHEN (old.archived_at IS DISTINCT FROM new.archived_at OR old.is_coming_soon IS DISTINCT FROM new.is_coming_soon OR old.is_published IS DISTINCT FROM new.is_published OR old.published_at IS DISTINCT FROM new.published_at OR old.is_shown_publicly IS DISTINCT FROM new.is_shown_publicly) EXECUTE FUNCTION app_private.show_clips();
CREATE TRIGGER touch BEFORE UPDATE ON app_public.books FOR EACH ROW WHEN (old.lessons_count = new.lessons_count AND old.students_count = new.students_count AND old.reviews_count = new.reviews_count AND old.rating_count = new.rating_count AND old.rating_sum = new.rating_sum) EXECUTE FUNCTION app_private.touch_updated_at();
grant select on app_public.books to newline_visitor;

create table app_public.clip_bookmarks (
  id uuid not null default app_public.new_id(),
  clip_id uuid not null,
  user_id uuid not null,
  enabled boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint clip_bookmarks_clip_id_fkey FOREIGN KEY (clip_id) REFERENCES app_public.clips(id) ON DELETE CASCADE,
  constraint clip_bookmarks_person_key UNIQUE (clip_id, user_id),
  constraint clip_bookmarks_pkey PRIMARY KEY (id),
  constraint clip_bookmarks_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.clip_bookmarks is '@name bookmark
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s bookmark of a clip. Only the user can see it.';
comment on column app_public.clip_bookmarks.enabled is 'False if the user undid it.';
comment on constraint clip_bookmarks_clip_id_fkey on app_public.clip_bookmarks is '@fieldName clip
@foreignFieldName bookmarks';
comment on constraint clip_bookmarks_user_id_fkey on app_public.clip_bookmarks is '@fieldName user
@foreignFieldName bookmarks';
CREATE INDEX clip_bookmarks_user_id_created_at_idx ON app_public.clip_bookmarks USING btree (user_id, created_at DESC);
create policy insert_own on app_public.clip_bookmarks for insert to newline_learner
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)) AND (EXISTS ( SELECT
   FROM app_public.clips c
  WHERE c.id = clip_bookmarks.clip_id)));
create policy select_own on app_public.clip_bookmarks for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
create policy update_own on app_public.clip_bookmarks for update to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)))
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER allow_press AFTER INSERT OR UPDATE OF enabled ON app_public.clip_bookmarks FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('clip bookmarks', '2000');
CREATE TRIGGER touch BEFORE UPDATE ON app_public.clip_bookmarks FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant insert (clip_id, user_id, enabled) on app_public.clip_bookmarks to newline_learner;
grant update (enabled) on app_public.clip_bookmarks to newline_learner;
grant select on app_public.clip_bookmarks to newline_visitor;

create table app_public.clip_likes (
  id uuid not null default app_public.new_id(),
  clip_id uuid not null,
  user_id uuid not null,
  enabled boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint clip_likes_clip_id_fkey FOREIGN KEY (clip_id) REFERENCES app_public.clips(id) ON DELETE CASCADE,
  constraint clip_likes_person_key UNIQUE (clip_id, user_id),
  constraint clip_likes_pkey PRIMARY KEY (id),
  constraint clip_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.clip_likes is '@name like
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s like of a clip. Users see only their own rows; clip.likes.totalCount counts everyone''s.';
comment on column app_public.clip_likes.enabled is 'False if the user undid it.';
comment on constraint clip_likes_clip_id_fkey on app_public.clip_likes is '@fieldName clip
@foreignFieldName likes';
comment on constraint clip_likes_user_id_fkey on app_public.clip_likes is '@fieldName user
@behavior -connection -list';
CREATE INDEX clip_likes_user_id_idx ON app_public.clip_likes USING btree (user_id);
create policy insert_own on app_public.clip_likes for insert to newline_learner
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)) AND (EXISTS ( SELECT
   FROM app_public.clips c
  WHERE c.id = clip_likes.clip_id)));
create policy select_own on app_public.clip_likes for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
create policy update_own on app_public.clip_likes for update to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)))
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER allow_press AFTER INSERT OR UPDATE OF enabled ON app_public.clip_likes FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('clip likes', '2000');
CREATE TRIGGER count_clip_action AFTER INSERT OR DELETE OR UPDATE OF enabled ON app_public.clip_likes FOR EACH ROW EXECUTE FUNCTION app_private.count_clip_action();
CREATE TRIGGER touch BEFORE UPDATE ON app_public.clip_likes FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant insert (clip_id, user_id, enabled) on app_public.clip_likes to newline_learner;
grant update (enabled) on app_public.clip_likes to newline_learner;
grant select on app_public.clip_likes to newline_visitor;

create table app_public.clip_shares (
  id uuid not null default app_public.new_id(),
  clip_id uuid not null,
  user_id uuid not null,
  enabled boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint clip_shares_clip_id_fkey FOREIGN KEY (clip_id) REFERENCES app_public.clips(id) ON DELETE CASCADE,
  constraint clip_shares_person_key UNIQUE (clip_id, user_id),
  constraint clip_shares_pkey PRIMARY KEY (id),
  constraint clip_shares_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.clip_shares is '@name share
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s share of a clip. Users see only their own rows; clip.shares.totalCount counts everyone''s.';
comment on column app_public.clip_shares.enabled is 'False if the user undid it.';
comment on constraint clip_shares_clip_id_fkey on app_public.clip_shares is '@fieldName clip
@foreignFieldName shares';
comment on constraint clip_shares_user_id_fkey on app_public.clip_shares is '@fieldName user
@behavior -connection -list';
CREATE INDEX clip_shares_user_id_idx ON app_public.clip_shares USING btree (user_id);
create policy insert_own on app_public.clip_shares for insert to newline_learner
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)) AND (EXISTS ( SELECT
   FROM app_public.clips c
  WHERE c.id = clip_shares.clip_id)));
create policy select_own on app_public.clip_shares for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
create policy update_own on app_public.clip_shares for update to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)))
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER allow_press AFTER INSERT OR UPDATE OF enabled ON app_public.clip_shares FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('clip shares', '2000');
CREATE TRIGGER count_clip_action AFTER INSERT OR DELETE OR UPDATE OF enabled ON app_public.clip_shares FOR EACH ROW EXECUTE FUNCTION app_private.count_clip_action();
CREATE TRIGGER touch BEFORE UPDATE ON app_public.clip_shares FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant insert (clip_id, user_id, enabled) on app_public.clip_shares to newline_learner;
grant update (enabled) on app_public.clip_shares to newline_learner;
grant select on app_public.clip_shares to newline_visitor;

create table app_public.clip_views (
  clip_id uuid not null,
  user_id uuid not null,
  position_seconds integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  constraint clip_views_clip_id_fkey FOREIGN KEY (clip_id) REFERENCES app_public.clips(id) ON DELETE CASCADE,
  constraint clip_views_pkey PRIMARY KEY (clip_id, user_id),
  constraint clip_views_position_seconds_check CHECK (position_seconds >= 0),
  constraint clip_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.clip_views is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
Where a user stopped in a clip, to resume there. Only the user can see it.';
comment on column app_public.clip_views.position_seconds is 'The second to resume at.';
comment on constraint clip_views_clip_id_fkey on app_public.clip_views is '@fieldName clip
@foreignFieldName views';
comment on constraint clip_views_user_id_fkey on app_public.clip_views is '@fieldName user
@behavior -connection -list';
CREATE INDEX clip_views_user_id_idx ON app_public.clip_views USING btree (user_id);
create policy insert_own on app_public.clip_views for insert to newline_learner
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)) AND (EXISTS ( SELECT
   FROM app_public.clips c
  WHERE c.id = clip_views.clip_id)));
create policy select_own on app_public.clip_views for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
create policy update_own on app_public.clip_views for update to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)))
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER touch BEFORE UPDATE ON app_public.clip_views FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant insert (clip_id, user_id, position_seconds) on app_public.clip_views to newline_learner;
grant update (position_seconds) on app_public.clip_views to newline_learner;
grant select on app_public.clip_views to newline_visitor;

create table app_public.clips (
  id uuid not null default app_public.new_id(),
  title text not null,
  description text,
  is_short boolean not null default true,
  video_url app_public.video_address,
  thumbnail_seconds double precision not null default 0,
  duration_seconds integer,
  course_id uuid,
  book_id uuid,
  lesson_id uuid,
  likes_count integer not null default 0,
  shares_count integer not null default 0,
  comments_count integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  visible_from timestamp with time zone,
  is_listed boolean not null default false,
  constraint clips_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint clips_comments_count_check CHECK (comments_count >= 0),
  constraint clips_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint clips_description_check CHECK (length(description) <= 2000),
  constraint clips_duration_seconds_check CHECK (duration_seconds > 0),
  constraint clips_item_check CHECK (num_nonnulls(course_id, book_id) = 1),
  constraint clips_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE SET NULL,
  constraint clips_likes_count_check CHECK (likes_count >= 0),
  constraint clips_pkey PRIMARY KEY (id),
  constraint clips_shares_count_check CHECK (shares_count >= 0),
  constraint clips_thumbnail_seconds_check CHECK (thumbnail_seconds >= 0::double precision),
  constraint clips_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200)
);
comment on table app_public.clips is '@behavior -insert -update -delete -query:resource:list
A short video from a course or book. The root list has only clips with a videoUrl, newest first.';
comment on column app_public.clips.description is 'What it shows, in plain text; null if not set.';
comment on column app_public.clips.is_short is 'True for SHORTS (vertical, about a minute), false for FULL.';
comment on column app_public.clips.video_url is 'The public video: local:{playbackId}, or the URL at a video provider; null without a video.';
comment on column app_public.clips.thumbnail_seconds is 'The second of the video that its still image shows.';
comment on column app_public.clips.duration_seconds is 'The length in seconds; null if not known yet.';
comment on column app_public.clips.lesson_id is 'The lesson it is taken from; optional.';
comment on column app_public.clips.likes_count is '@behavior -select -orderBy -condition
The same as likes.totalCount. Derived.';
comment on column app_public.clips.shares_count is '@behavior -select -orderBy -condition
The same as shares.totalCount. Derived.';
comment on column app_public.clips.comments_count is 'The number of comments, without deleted ones. Derived.';
comment on column app_public.clips.visible_from is '@behavior -select -orderBy -condition
When it becomes visible to everyone; null while only contributors to its item and administrators can see it. Derived.';
comment on column app_public.clips.is_listed is '@behavior -select -orderBy -condition
True if its item is shown publicly, so that the root list includes the clip. Derived.';
comment on constraint clips_book_id_fkey on app_public.clips is '@fieldName book
@foreignFieldName clips';
comment on constraint clips_course_id_fkey on app_public.clips is '@fieldName course
@foreignFieldName clips';
comment on constraint clips_lesson_id_fkey on app_public.clips is '@fieldName lesson
@foreignFieldName clips';
CREATE INDEX clips_book_id_created_at_idx ON app_public.clips USING btree (book_id, created_at DESC);
CREATE INDEX clips_course_id_created_at_idx ON app_public.clips USING btree (course_id, created_at DESC);
CREATE INDEX clips_lesson_id_idx ON app_public.clips USING btree (lesson_id);
CREATE INDEX clips_listed_idx ON app_public.clips USING btree (created_at DESC, id DESC) INCLUDE (visible_from, course_id, book_id) WHERE video_url IS NOT NULL AND is_listed;
CREATE INDEX clips_mode_idx ON app_public.clips USING btree (is_short, visible_from) INCLUDE (course_id, book_id) WHERE video_url IS NOT NULL AND is_listed;
CREATE INDEX clips_video_url_idx ON app_public.clips USING btree (video_url) WHERE video_url IS NOT NULL;
create policy select_admin on app_public.clips for select to newline_admin
  using (true);
create policy select_contributor on app_public.clips for select to newline_learner
  using ((COALESCE(course_id, book_id) IN ( SELECT app_private.my_course_ids() AS my_course_ids
UNION ALL
 SELECT app_private.my_book_ids() AS my_book_ids)));
create policy select_public on app_public.clips for select to newline_visitor
  using (visible_from <= now());
CREATE TRIGGER count_new_row BEFORE INSERT ON app_public.clips FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('new clips', '2000');
CREATE TRIGGER follow_item BEFORE INSERT OR UPDATE OF course_id, book_id, visible_from, is_listed ON app_public.clips FOR EACH ROW EXECUTE FUNCTION app_private.follow_item();
CREATE TRIGGER index_title AFTER INSERT OR UPDATE OF title, description ON app_public.clips FOR EACH ROW EXECUTE FUNCTION app_private.index_title('CLIP', 'clip_id', 'title,description');
CREATE TRIGGER index_transcript AFTER INSERT OR UPDATE OF video_url ON app_public.clips FOR EACH ROW EXECUTE FUNCTION app_private.index_played_video();
CREATE TRIGGER keep_played_video AFTER INSERT OR DELETE OR UPDATE OF video_url ON app_public.clips FOR EACH ROW EXECUTE FUNCTION app_private.keep_played_video();
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, title, description, is_short, video_url, thumbnail_seconds, duration_seconds, course_id, book_id, lesson_id, created_at, visible_from, is_listed ON app_public.clips FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('clips', '', 'likes_count,shares_count,comments_count');
CREATE TRIGGER touch BEFORE UPDATE OF title, description, is_short, video_url, thumbnail_seconds, duration_seconds, course_id, book_id, lesson_id ON app_public.clips FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant select on app_public.clips to newline_visitor;

create table app_public.comment_reactions (
  id uuid not null default app_public.new_id(),
  comment_id uuid not null,
  user_id uuid not null,
  kind text not null default 'THANKS'::text,
  created_at timestamp with time zone not null default now(),
  constraint comment_reactions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES app_public.comments(id) ON DELETE CASCADE,
  constraint comment_reactions_kind_check CHECK (kind = ANY (ARRAY['THANKS'::text, 'AGREE'::text, 'LAUGH'::text, 'CONFUSED'::text])),
  constraint comment_reactions_person_key UNIQUE (comment_id, user_id, kind),
  constraint comment_reactions_pkey PRIMARY KEY (id),
  constraint comment_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.comment_reactions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s reaction to a comment. CONFUSED is the only kind that isn''t positive.';
comment on column app_public.comment_reactions.kind is 'THANKS, AGREE, LAUGH or CONFUSED.';
comment on constraint comment_reactions_comment_id_fkey on app_public.comment_reactions is '@fieldName comment
@foreignFieldName reactions';
comment on constraint comment_reactions_user_id_fkey on app_public.comment_reactions is '@fieldName user
@behavior -connection -list';
CREATE INDEX comment_reactions_user_id_idx ON app_public.comment_reactions USING btree (user_id);
create policy select_own on app_public.comment_reactions for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER count_new_row BEFORE INSERT ON app_public.comment_reactions FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('reactions', '2000');
CREATE TRIGGER count_reactions AFTER INSERT OR DELETE ON app_public.comment_reactions FOR EACH ROW EXECUTE FUNCTION app_private.count_reactions();
grant select on app_public.comment_reactions to newline_visitor;

create table app_public.comment_reports (
  id uuid not null default app_public.new_id(),
  comment_id uuid not null,
  user_id uuid not null,
  reason app_public.report_reason not null,
  details text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint comment_reports_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES app_public.comments(id) ON DELETE CASCADE,
  constraint comment_reports_details_check CHECK (length(details) >= 1 AND length(details) <= 1000),
  constraint comment_reports_person_key UNIQUE (comment_id, user_id),
  constraint comment_reports_pkey PRIMARY KEY (id),
  constraint comment_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.comment_reports is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s report of a comment, visible to that user and administrators.';
comment on column app_public.comment_reports.details is 'Details in the user''s own words; null without any.';
comment on column app_public.comment_reports.decided_at is 'When a moderator decided; null while it''s pending.';
comment on constraint comment_reports_comment_id_fkey on app_public.comment_reports is '@fieldName comment
@foreignFieldName reports';
comment on constraint comment_reports_user_id_fkey on app_public.comment_reports is '@fieldName user
@behavior -connection -list';
CREATE INDEX comment_reports_comment_id_idx ON app_public.comment_reports USING btree (comment_id) WHERE decided_at IS NULL;
CREATE INDEX comment_reports_user_id_idx ON app_public.comment_reports USING btree (user_id);
create policy select_admin on app_public.comment_reports for select to newline_admin
  using (true);
create policy select_own on app_public.comment_reports for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
grant select on app_public.comment_reports to newline_visitor;

create table app_public.comments (
  id uuid not null default app_public.new_id(),
  discussion_id uuid not null,
  user_id uuid,
  parent_id uuid,
  body_delta jsonb,
  body_markdown text,
  body_html text,
  markdown_character_count integer generated always as (COALESCE(length(body_markdown), 0)) stored,
  edited boolean not null default false,
  edited_at timestamp with time zone,
  deleted boolean not null default false,
  deleted_at timestamp with time zone,
  reactions_count integer not null default 0,
  positive_reactions_count integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  body_drawings jsonb,
  drawn_by integer not null default 0,
  replies_count integer not null default 0,
  hidden_at timestamp with time zone,
  client_key uuid,
  noted_at timestamp with time zone,
  constraint comments_body_check CHECK ((deleted OR hidden_at IS NOT NULL) = (body_delta IS NULL) AND (body_delta IS NULL) = (body_markdown IS NULL) AND (body_delta IS NULL) = (body_html IS NULL)),
  constraint comments_body_delta_check CHECK ((body_delta ->> 'type'::text) = 'doc'::text AND pg_column_size(body_delta) <= 131072),
  constraint comments_body_markdown_check CHECK (length(body_markdown) <= 65536),
  constraint comments_deleted_check CHECK (deleted = (deleted_at IS NOT NULL)),
  constraint comments_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES app_public.discussions(id) ON DELETE CASCADE,
  constraint comments_discussion_id_id_key UNIQUE (discussion_id, id),
  constraint comments_drawings_check CHECK (
CASE
    WHEN body_drawings IS NULL THEN true
    ELSE body_delta IS NOT NULL AND jsonb_typeof(body_drawings) = 'array'::text AND jsonb_array_length(body_drawings) = jsonb_array_length(body_delta -> 'content'::text) AND pg_column_size(body_drawings) <= 524288
END),
  constraint comments_edited_check CHECK (edited = (edited_at IS NOT NULL)),
  constraint comments_hidden_check CHECK (NOT deleted OR hidden_at IS NULL),
  constraint comments_parent_id_fkey FOREIGN KEY (discussion_id, parent_id) REFERENCES app_public.comments(discussion_id, id),
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_positive_reactions_count_check CHECK (positive_reactions_count >= 0),
  constraint comments_reactions_count_check CHECK (reactions_count >= 0),
  constraint comments_replies_count_check CHECK (replies_count >= 0),
  constraint comments_shape_check CHECK (body_delta IS NULL OR NOT (body_delta ->> 'type'::text) IS DISTINCT FROM 'doc'::text AND NOT jsonb_typeof(body_delta -> 'content'::text) IS DISTINCT FROM 'array'::text),
  constraint comments_uploads_check CHECK (POSITION(('"type": "imageUploadPlaceholder"'::text) IN (body_delta::text)) = 0),
  constraint comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE SET NULL
);
comment on table app_public.comments is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A comment in a discussion. A deleted comment remains as a placeholder without text, so that its replies stay.';
comment on column app_public.comments.user_id is 'The author; null if their account was deleted.';
comment on column app_public.comments.parent_id is 'The comment it replies to, in the same discussion; null without one.';
comment on column app_public.comments.body_delta is 'The text as a document (a JSON string); null if deleted.';
comment on column app_public.comments.body_markdown is 'The text as Markdown, derived from bodyDelta; null if deleted.';
comment on column app_public.comments.body_html is 'The text as HTML, derived from bodyDelta; null if deleted.';
comment on column app_public.comments.markdown_character_count is 'The number of characters in bodyMarkdown. Derived.';
comment on column app_public.comments.edited is 'True if its author changed the text after sending it.';
comment on column app_public.comments.edited_at is 'When the text was last changed; null if never.';
comment on column app_public.comments.deleted is 'True for a deleted comment: its text is gone, its replies stay.';
comment on column app_public.comments.deleted_at is 'When it was deleted, by the server''s clock; null if it wasn''t.';
comment on column app_public.comments.reactions_count is 'The number of reactions. Derived.';
comment on column app_public.comments.positive_reactions_count is 'The number of positive reactions. Derived.';
comment on column app_public.comments.body_drawings is 'The server''s renderings of bodyDelta, as JSON: one entry for each top-level block. Null if there is nothing to render or the comment is deleted.';
comment on column app_public.comments.drawn_by is '@behavior -select -orderBy -condition
The version of the renderer; 0 if it wasn''t rendered yet.';
comment on column app_public.comments.replies_count is 'The number of direct replies. A deleted or hidden reply counts only if it has replies of its own. Derived.';
comment on column app_public.comments.hidden_at is 'When it was hidden, without its text, until a moderator decides; null if it isn''t hidden.';
comment on column app_public.comments.client_key is '@behavior -*
Identifies the press of Send that created it, so that a repeated request doesn''t create it twice; null without one.';
comment on column app_public.comments.noted_at is 'When an author added it to the lesson as a note; null if it wasn''t.';
comment on constraint comments_discussion_id_fkey on app_public.comments is '@fieldName discussion
@foreignFieldName comments';
comment on constraint comments_parent_id_fkey on app_public.comments is '@fieldName parent
@foreignFieldName replies';
comment on constraint comments_user_id_fkey on app_public.comments is '@fieldName user
@foreignFieldName comments';
CREATE INDEX comments_by_person_idx ON app_public.comments USING btree (user_id, created_at DESC) WHERE NOT deleted AND hidden_at IS NULL;
CREATE UNIQUE INDEX comments_client_key_idx ON app_public.comments USING btree (user_id, client_key);
CREATE INDEX comments_discussion_id_created_at_id_idx ON app_public.comments USING btree (discussion_id, created_at, id);
CREATE INDEX comments_discussion_id_parent_id_created_at_id_idx ON app_public.comments USING btree (discussion_id, parent_id, created_at, id);
CREATE INDEX comments_drawn_by_idx ON app_public.comments USING btree (drawn_by) WHERE NOT deleted;
CREATE INDEX comments_hidden_idx ON app_public.comments USING btree (id) WHERE hidden_at IS NOT NULL AND NOT deleted;
CREATE INDEX comments_top_idx ON app_public.comments USING btree (discussion_id, created_at, id) WHERE parent_id IS NULL;
CREATE INDEX comments_user_id_created_at_idx ON app_public.comments USING btree (user_id, created_at DESC);
create policy select_visible on app_public.comments for select to newline_visitor
  using (( SELECT true
   FROM app_public.discussions d
  WHERE d.id = comments.discussion_id));
CREATE TRIGGER announce_comment AFTER INSERT OR UPDATE OF deleted, hidden_at, body_delta, reactions_count ON app_public.comments FOR EACH ROW EXECUTE FUNCTION app_private.announce_comment();
CREATE TRIGGER check_reply_chain BEFORE INSERT ON app_public.comments FOR EACH ROW WHEN (new.parent_id IS NOT NULL) EXECUTE FUNCTION app_private.check_reply_chain();
CREATE TRIGGER count_comments AFTER INSERT OR DELETE OR UPDATE OF deleted, hidden_at ON app_public.comments FOR EACH ROW EXECUTE FUNCTION app_private.count_comments();
CREATE TRIGGER drop_stale_drawings BEFORE UPDATE OF body_delta, deleted ON app_public.comments FOR EACH ROW WHEN (new.deleted OR new.body_delta IS DISTINCT FROM old.body_delta AND NOT new.body_drawings IS DISTINCT FROM old.body_drawings) EXECUTE FUNCTION app_private.drop_stale_drawings();
CREATE TRIGGER index_comment AFTER INSERT OR UPDATE OF body_markdown, deleted, hidden_at ON app_public.comments FOR EACH ROW EXECUTE FUNCTION app_private.index_comment();
CREATE TRIGGER move_deleted_comment BEFORE UPDATE OF deleted, deleted_at, hidden_at ON app_public.comments FOR EACH ROW WHEN (old.deleted OR new.deleted OR old.hidden_at IS DISTINCT FROM new.hidden_at) EXECUTE FUNCTION app_private.move_deleted_comment();
CREATE TRIGGER touch BEFORE UPDATE OF body_delta, edited, deleted ON app_public.comments FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant select on app_public.comments to newline_visitor;

create table app_public.contributions (
  id uuid not null default app_public.new_id(),
  title app_public.contribution_title not null default 'AUTHOR'::app_public.contribution_title,
  user_id uuid not null,
  course_id uuid,
  book_id uuid,
  article_id uuid,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint contributions_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint contributions_article_key UNIQUE (article_id, user_id),
  constraint contributions_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint contributions_book_key UNIQUE (book_id, user_id),
  constraint contributions_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint contributions_course_key UNIQUE (course_id, user_id),
  constraint contributions_item_check CHECK (num_nonnulls(course_id, book_id, article_id) = 1),
  constraint contributions_pkey PRIMARY KEY (id),
  constraint contributions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.contributions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The authors and editors of an item.';
comment on column app_public.contributions."position" is 'The order among the contributors of the item.';
comment on constraint contributions_article_id_fkey on app_public.contributions is '@fieldName article
@foreignFieldName contributions';
comment on constraint contributions_book_id_fkey on app_public.contributions is '@fieldName book
@foreignFieldName contributions';
comment on constraint contributions_course_id_fkey on app_public.contributions is '@fieldName course
@foreignFieldName contributions';
comment on constraint contributions_user_id_fkey on app_public.contributions is '@fieldName user
@foreignFieldName contributions';
CREATE INDEX contributions_user_id_idx ON app_public.contributions USING btree (user_id);
create policy select_visible on app_public.contributions for select to newline_visitor
  using (( SELECT true
   FROM app_public.courses c
  WHERE c.id = contributions.course_id) OR ( SELECT true
   FROM app_public.books b
  WHERE b.id = contributions.book_id) OR ( SELECT true
   FROM app_public.articles a
  WHERE a.id = contributions.article_id));
CREATE TRIGGER contributions_announce AFTER DELETE ON app_public.contributions FOR EACH ROW EXECUTE FUNCTION app_private.announce_session('user', 'user_id');
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, title, user_id, course_id, book_id, article_id, "position", created_at ON app_public.contributions FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('contributions', '', '');
grant select on app_public.contributions to newline_visitor;

create table app_public.course_lessons (
  id uuid not null default app_public.new_id(),
  course_id uuid not null,
  lesson_id uuid not null,
  course_section_id uuid,
  "position" integer not null,
  progress_count integer not null default 0,
  constraint course_lessons_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint course_lessons_course_section_id_fkey FOREIGN KEY (course_section_id) REFERENCES app_public.course_sections(id) ON DELETE SET NULL,
  constraint course_lessons_lesson_id_fkey FOREIGN KEY (course_id, lesson_id) REFERENCES app_public.lessons(course_id, id) ON DELETE CASCADE,
  constraint course_lessons_lesson_key UNIQUE (lesson_id),
  constraint course_lessons_pkey PRIMARY KEY (id),
  constraint course_lessons_position_key UNIQUE (course_id, "position") DEFERRABLE,
  constraint course_lessons_progress_count_check CHECK (progress_count >= 0)
);
comment on table app_public.course_lessons is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The position of a lesson in its course.';
comment on column app_public.course_lessons."position" is '@name order
The position in the course, from 1.';
comment on column app_public.course_lessons.progress_count is '@behavior -select -orderBy -condition
The number of users who completed it. Derived.';
comment on constraint course_lessons_course_id_fkey on app_public.course_lessons is '@fieldName course
@foreignFieldName courseLessons';
comment on constraint course_lessons_course_section_id_fkey on app_public.course_lessons is '@fieldName courseSection
@foreignFieldName courseLessons';
comment on constraint course_lessons_lesson_id_fkey on app_public.course_lessons is '@fieldName lesson
@foreignFieldName courseLessons';
CREATE INDEX course_lessons_course_section_id_idx ON app_public.course_lessons USING btree (course_section_id);
create policy select_visible on app_public.course_lessons for select to newline_visitor
  using ((EXISTS ( SELECT
   FROM app_public.courses i
  WHERE i.id = course_lessons.course_id AND (NOT i.is_coming_soon OR (i.id IN ( SELECT app_private.my_course_ids() AS my_course_ids)) OR ( SELECT app_public.is_admin() AS is_admin)))));
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, course_id, lesson_id, course_section_id, "position" ON app_public.course_lessons FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('lessons', '', 'progress_count');
grant select on app_public.course_lessons to newline_visitor;

create table app_public.course_sections (
  id uuid not null default app_public.new_id(),
  course_id uuid,
  book_id uuid,
  title text not null,
  "position" integer not null,
  constraint course_sections_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint course_sections_book_key UNIQUE (book_id, "position") DEFERRABLE,
  constraint course_sections_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint course_sections_course_key UNIQUE (course_id, "position") DEFERRABLE,
  constraint course_sections_item_check CHECK (num_nonnulls(course_id, book_id) = 1),
  constraint course_sections_pkey PRIMARY KEY (id),
  constraint course_sections_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200)
);
comment on table app_public.course_sections is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A titled section of a course or book.';
comment on column app_public.course_sections."position" is '@name order
The position in its course or book, from 1.';
comment on constraint course_sections_book_id_fkey on app_public.course_sections is '@fieldName book
@foreignFieldName courseSections';
comment on constraint course_sections_course_id_fkey on app_public.course_sections is '@fieldName course
@foreignFieldName courseSections';
create policy select_visible on app_public.course_sections for select to newline_visitor
  using ((EXISTS ( SELECT
   FROM app_public.courses i
  WHERE i.id = course_sections.course_id AND (NOT i.is_coming_soon OR (i.id IN ( SELECT app_private.my_course_ids() AS my_course_ids)) OR ( SELECT app_public.is_admin() AS is_admin)))) OR (EXISTS ( SELECT
   FROM app_public.books i
  WHERE i.id = course_sections.book_id AND (NOT i.is_coming_soon OR (i.id IN ( SELECT app_private.my_book_ids() AS my_book_ids)) OR ( SELECT app_public.is_admin() AS is_admin)))));
CREATE TRIGGER count_new_row BEFORE INSERT ON app_public.course_sections FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('new sections', '2000');
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, course_id, book_id, title, "position" ON app_public.course_sections FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('lessons', '', '');
grant select on app_public.course_sections to newline_visitor;

create table app_public.courses (
  id uuid not null default app_public.new_id(),
  title text not null,
  subtitle text,
  slug app_public.slug not null,
  permalink text not null,
  topic app_public.topic not null default 'ENGINEERING'::app_public.topic,
  description text,
  summary text,
  primary_description_markdown text,
  poster_image_url app_public.media_address,
  cover_image_url app_public.media_address,
  full_cover_image_url app_public.media_address,
  hero_video_url app_public.video_address,
  preview_pdf_url app_public.media_address,
  dependencies jsonb,
  is_published boolean not null default false,
  is_coming_soon boolean not null default false,
  is_early_access boolean not null default false,
  is_shown_publicly boolean not null default true,
  subscription_required boolean not null default true,
  is_free boolean not null default false,
  is_masterclass boolean not null default false,
  is_bootcamp boolean not null default false,
  is_live_workshop boolean not null default false,
  archetype text not null default 'PREMIUMCAST'::text,
  published_at timestamp with time zone,
  archived_at timestamp with time zone,
  num_exercises integer not null default 0,
  preview_percent integer,
  pricing_features text[] not null default '{}'::text[],
  syllabus text,
  faq jsonb not null default '[]'::jsonb,
  resources jsonb not null default '[]'::jsonb,
  lesson_language text not null default 'en'::text,
  marketing_headline text,
  marketing_copy_markdown text,
  lessons_count integer not null default 0,
  students_count integer not null default 0,
  reviews_count integer not null default 0,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint courses_archetype_check CHECK (archetype ~ '^[A-Z][A-Z_]{1,30}$'::text AND archetype <> 'BOOK'::text),
  constraint courses_dependencies_check CHECK (jsonb_typeof(dependencies) = 'object'::text AND pg_column_size(dependencies) <= 8000),
  constraint courses_description_check CHECK (length(description) <= 4000),
  constraint courses_faq_check CHECK (jsonb_typeof(faq) = 'array'::text),
  constraint courses_lesson_language_check CHECK (lesson_language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'::text),
  constraint courses_lessons_count_check CHECK (lessons_count >= 0),
  constraint courses_marketing_copy_markdown_check CHECK (length(marketing_copy_markdown) <= 20000),
  constraint courses_marketing_headline_check CHECK (length(marketing_headline) <= 300),
  constraint courses_num_exercises_check CHECK (num_exercises >= 0),
  constraint courses_permalink_key UNIQUE (permalink),
  constraint courses_pkey PRIMARY KEY (id),
  constraint courses_preview_percent_check CHECK (preview_percent >= 0 AND preview_percent <= 100),
  constraint courses_primary_description_markdown_check CHECK (length(primary_description_markdown) <= 100000),
  constraint courses_published_at_check CHECK (NOT is_published OR published_at IS NOT NULL),
  constraint courses_rating_count_check CHECK (rating_count >= 0),
  constraint courses_rating_sum_check CHECK (rating_sum >= 0),
  constraint courses_resources_check CHECK (jsonb_typeof(resources) = 'array'::text),
  constraint courses_reviews_count_check CHECK (reviews_count >= 0),
  constraint courses_slug_key UNIQUE (slug),
  constraint courses_students_count_check CHECK (students_count >= 0),
  constraint courses_subtitle_check CHECK (length(subtitle) <= 300),
  constraint courses_summary_check CHECK (length(summary) <= 2000),
  constraint courses_syllabus_check CHECK (length(syllabus) <= 20000),
  constraint courses_time_check CHECK (published_at IS NULL OR isfinite(published_at)),
  constraint courses_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200)
);
comment on table app_public.courses is '@behavior -insert -update -delete -query:resource:list
A video course. docs/states.md explains its state flags.';
comment on column app_public.courses.permalink is 'The path of its page, such as /courses/{slug}. It''s unique on the site, and former paths redirect.';
comment on column app_public.courses.topic is 'Determines the print colors of the cover and frames.';
comment on column app_public.courses.description is 'A paragraph of plain text; null if not set.';
comment on column app_public.courses.summary is 'One sentence for cards; null if not set.';
comment on column app_public.courses.primary_description_markdown is 'The long description, in Markdown.';
comment on column app_public.courses.poster_image_url is 'The cover in its own format: 16:9 for a course, 3:4 for a book.';
comment on column app_public.courses.cover_image_url is 'The cover for cards, 295 by 165 pixels.';
comment on column app_public.courses.full_cover_image_url is 'The cover in full size.';
comment on column app_public.courses.hero_video_url is 'The public trailer: local:{playbackId}, or the URL at a video provider.';
comment on column app_public.courses.preview_pdf_url is 'The URL of a free sample as PDF.';
comment on column app_public.courses.dependencies is 'A JSON string: primaryLanguage, and a list with name, version and link.';
comment on column app_public.courses.is_published is 'False for a draft, which only its authors and administrators can see.';
comment on column app_public.courses.is_coming_soon is 'True if its card is public while its content isn''t.';
comment on column app_public.courses.is_early_access is 'With isPublished: readable only for buyers and Pro members, and labeled as early access.';
comment on column app_public.courses.is_shown_publicly is 'False for an unlisted item, which isn''t in any list but can be opened by its URL.';
comment on column app_public.courses.subscription_required is 'True if it''s part of Pro.';
comment on column app_public.courses.is_free is 'True if anyone can read all of it, signed in or not.';
comment on column app_public.courses.is_masterclass is 'True if it''s sold separately and not part of Pro.';
comment on column app_public.courses.is_bootcamp is 'True if it''s sold separately and labeled as a bootcamp.';
comment on column app_public.courses.is_live_workshop is 'True if it''s sold separately and labeled as a workshop.';
comment on column app_public.courses.archetype is 'The production type, PREMIUMCAST by default; never BOOK.';
comment on column app_public.courses.published_at is 'When it was or will be published; a time in the future means that it''s scheduled.';
comment on column app_public.courses.archived_at is 'When it was archived. Only its authors and administrators can see it then.';
comment on column app_public.courses.num_exercises is 'The number of exercises in its lessons.';
comment on column app_public.courses.preview_percent is 'The percentage of each text without a paywall marker that is free; null means nothing.';
comment on column app_public.courses.pricing_features is 'What buyers get, one item per line.';
comment on column app_public.courses.syllabus is 'What it teaches, in Markdown.';
comment on column app_public.courses.faq is 'A JSON string: a list of questions and answers.';
comment on column app_public.courses.resources is 'A JSON string: a list with title and URL.';
comment on column app_public.courses.lesson_language is 'The BCP 47 tag of its language.';
comment on column app_public.courses.marketing_headline is 'The marketing headline; null if not set.';
comment on column app_public.courses.marketing_copy_markdown is 'The marketing text, in Markdown.';
comment on column app_public.courses.lessons_count is '@name numLessons
The number of lessons that count toward progress. Derived.';
comment on column app_public.courses.students_count is '@name numStudents
The number of enrolled users. Derived.';
comment on column app_public.courses.reviews_count is '@name numReviews
The number of testimonials. Derived.';
comment on column app_public.courses.rating_count is 'The number of ratings, from testimonials and surveys. Derived.';
comment on column app_public.courses.rating_sum is 'The sum of all ratings. Divide it by ratingCount for the exact average. Derived.';
CREATE INDEX courses_created_at_id_idx ON app_public.courses USING btree (created_at DESC, id DESC);
CREATE INDEX courses_published_at_idx ON app_public.courses USING btree (published_at DESC);
CREATE INDEX courses_title_idx ON app_public.courses USING btree (title COLLATE "und-x-icu", id);
CREATE INDEX courses_title_letters_idx ON app_public.courses USING gin (lower(title) extensions.gin_trgm_ops);
CREATE INDEX courses_unlisted_idx ON app_public.courses USING btree (id) WHERE NOT is_shown_publicly;
create policy select_admin on app_public.courses for select to newline_admin
  using (true);
create policy select_contributor on app_public.courses for select to newline_learner
  using ((id IN ( SELECT app_private.my_course_ids() AS my_course_ids)));
create policy select_public on app_public.courses for select to newline_visitor
  using (archived_at IS NULL AND (is_coming_soon OR is_published AND published_at <= now()));
CREATE TRIGGER check_pictures BEFORE INSERT OR UPDATE OF poster_image_url, cover_image_url, full_cover_image_url ON app_public.courses FOR EACH ROW EXECUTE FUNCTION app_private.check_pictures('poster_image_url', 'cover_image_url', 'full_cover_image_url');
CREATE TRIGGER index_title AFTER INSERT OR UPDATE OF title, subtitle, summary ON app_public.courses FOR EACH ROW EXECUTE FUNCTION app_private.index_title('COURSE', 'course_id', 'title,subtitle,summary');
CREATE TRIGGER keep_covers AFTER UPDATE ON app_public.courses FOR EACH ROW WHEN (old.poster_image_url::text IS DISTINCT FROM new.poster_image_url::text OR old.cover_image_url::text IS DISTINCT FROM new.cover_image_url::text OR old.full_cover_image_url::text IS DISTINCT FROM new.full_cover_image_url::text) EXECUTE FUNCTION app_private.keep_covers();
CREATE TRIGGER keep_played_video AFTER INSERT OR DELETE OR UPDATE OF hero_video_url ON app_public.courses FOR EACH ROW EXECUTE FUNCTION app_private.keep_played_video();
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, title, subtitle, slug, permalink, topic, description, summary, primary_description_markdown, poster_image_url, cover_image_url, full_cover_image_url, hero_video_url, preview_pdf_url, dependencies, is_published, is_coming_soon, is_early_access, is_shown_publicly, subscription_required, is_free, is_masterclass, is_bootcamp, is_live_workshop, archetype, published_at, archived_at, num_exercises, preview_percent, pricing_features, syllabus, faq, resources, lesson_language, marketing_headline, marketing_copy_markdown, lessons_count, reviews_count, rating_count, rating_sum, created_at ON app_public.courses FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('courses', 'course', 'students_count');
CREATE TRIGGER record_published_lessons AFTER UPDATE OF is_published ON app_public.courses FOR EACH ROW WHEN (new.is_published AND NOT old.is_published) EXECUTE FUNCTION app_private.record_published_lessons();
CREATE TRIGGER register_permalink AFTER INSERT OR UPDATE OF permalink ON app_public.courses FOR EACH ROW EXECUTE FUNCTION app_private.register_permalink();
CREATE TRIGGER show_clips AFTER UPDATE ON app_public.courses FOR EACH ROW WHEN (old.archived_at IS DISTINCT FROM new.archived_at OR old.is_coming_soon IS DISTINCT FROM new.is_coming_soon OR old.is_published IS DISTINCT FROM new.is_published OR old.published_at IS DISTINCT FROM new.published_at OR old.is_shown_publicly IS DISTINCT FROM new.is_shown_publicly) EXECUTE FUNCTION app_private.show_clips();
CREATE TRIGGER touch BEFORE UPDATE ON app_public.courses FOR EACH ROW WHEN (old.lessons_count = new.lessons_count AND old.students_count = new.students_count AND old.reviews_count = new.reviews_count AND old.rating_count = new.rating_count AND old.rating_sum = new.rating_sum) EXECUTE FUNCTION app_private.touch_updated_at();
grant select on app_public.courses to newline_visitor;

create table app_public.discussion_follows (
  user_id uuid not null,
  discussion_id uuid not null,
  is_followed boolean,
  mails app_public.mail_rhythm,
  updated_at timestamp with time zone not null default now(),
  constraint discussion_follows_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES app_public.discussions(id) ON DELETE CASCADE,
  constraint discussion_follows_pkey PRIMARY KEY (user_id, discussion_id),
  constraint discussion_follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.discussion_follows is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s notification settings for one discussion, if they differ from the default. Only the user can see them.';
comment on column app_public.discussion_follows.is_followed is 'True for every comment, false for none, null for comments that concern the user.';
comment on column app_public.discussion_follows.mails is 'When notifications are emailed; null to use the user''s settings.';
comment on constraint discussion_follows_discussion_id_fkey on app_public.discussion_follows is '@fieldName discussion
@behavior -connection -list';
comment on constraint discussion_follows_user_id_fkey on app_public.discussion_follows is '@fieldName user
@behavior -connection -list';
CREATE INDEX discussion_follows_discussion_id_idx ON app_public.discussion_follows USING btree (discussion_id);
create policy select_own on app_public.discussion_follows for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
grant select on app_public.discussion_follows to newline_visitor;

create table app_public.discussion_selections (
  discussion_id uuid not null,
  range_from integer not null,
  range_to integer not null,
  version integer not null default 1,
  delta jsonb,
  text text not null,
  node text,
  block_id text,
  end_block_id text,
  occurrence integer not null default 0,
  current_text text,
  is_orphaned boolean not null default false,
  prefix text not null default ''::text,
  suffix text not null default ''::text,
  quoted_letters integer not null default 0,
  kept_letters integer not null default 0,
  constraint discussion_selections_block_id_check CHECK (block_id ~ '^[A-Za-z0-9_-]{1,16}$'::text),
  constraint discussion_selections_check CHECK (kept_letters >= 0 AND kept_letters <= quoted_letters),
  constraint discussion_selections_current_text_check CHECK (length(current_text) <= 10000),
  constraint discussion_selections_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES app_public.discussions(id) ON DELETE CASCADE,
  constraint discussion_selections_end_block_id_check CHECK (end_block_id ~ '^[A-Za-z0-9_-]{1,16}$'::text),
  constraint discussion_selections_node_check CHECK (length(node) <= 100),
  constraint discussion_selections_occurrence_check CHECK (occurrence >= 0),
  constraint discussion_selections_pkey PRIMARY KEY (discussion_id),
  constraint discussion_selections_prefix_check CHECK (length(prefix) <= 32),
  constraint discussion_selections_quoted_letters_check CHECK (quoted_letters >= 0),
  constraint discussion_selections_range_check CHECK (range_to >= range_from),
  constraint discussion_selections_range_from_check CHECK (range_from >= 0),
  constraint discussion_selections_suffix_check CHECK (length(suffix) <= 32),
  constraint discussion_selections_text_check CHECK (length(text) <= 10000)
);
comment on table app_public.discussion_selections is '@name selection
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The passage that a discussion is about. Visible only to readers with access to the passage.';
comment on column app_public.discussion_selections.range_from is '@name from
Where the passage starts, as a position in the document.';
comment on column app_public.discussion_selections.range_to is '@name to
Where the passage ends, as a position in the document.';
comment on column app_public.discussion_selections.version is 'The version of the text that the positions refer to. It increases with every change of the published text.';
comment on column app_public.discussion_selections.delta is 'The passage as a document (JSON).';
comment on column app_public.discussion_selections.text is 'The passage when the discussion began; empty for a block without text.';
comment on column app_public.discussion_selections.node is 'The name of the node that contains it.';
comment on column app_public.discussion_selections.block_id is 'The ID of the top-level block where the passage begins; null if unknown.';
comment on column app_public.discussion_selections.end_block_id is 'The ID of the block where it ends; null if it''s the same.';
comment on column app_public.discussion_selections.occurrence is 'How many times the same text occurs earlier in this block.';
comment on column app_public.discussion_selections.current_text is 'The passage now; null as long as nobody has edited it.';
comment on column app_public.discussion_selections.is_orphaned is 'True if the passage is no longer in the text.';
comment on column app_public.discussion_selections.prefix is '@behavior -*
The text before the passage in its block.';
comment on column app_public.discussion_selections.suffix is '@behavior -*
The text after the passage.';
comment on column app_public.discussion_selections.quoted_letters is '@behavior -*
The number of quoted characters.';
comment on column app_public.discussion_selections.kept_letters is '@behavior -*
The maximum number of them that are still in the text.';
comment on constraint discussion_selections_discussion_id_fkey on app_public.discussion_selections is '@fieldName discussion
@foreignFieldName selection';
create policy select_readable on app_public.discussion_selections for select to newline_visitor
  using (( SELECT true
   FROM app_public.discussions d
  WHERE d.id = discussion_selections.discussion_id) AND app_private.may_read_selection(discussion_id, block_id) AND (end_block_id IS NULL OR end_block_id = block_id OR app_private.may_read_selection(discussion_id, end_block_id)) AND (NOT is_orphaned OR ( SELECT app_public.is_admin() AS is_admin) OR ( SELECT NOT c.deleted AND c.hidden_at IS NULL
   FROM app_public.comments c
  WHERE c.discussion_id = discussion_selections.discussion_id
  ORDER BY c.created_at, c.id
 LIMIT 1)));
grant select on app_public.discussion_selections to newline_visitor;

create table app_public.discussions (
  id uuid not null default app_public.new_id(),
  lesson_id uuid,
  article_id uuid,
  clip_id uuid,
  timecode_start double precision,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  comments_count integer not null default 0,
  last_comment_at timestamp with time zone,
  is_answered boolean not null default false,
  is_resolved boolean not null default false,
  accepted_comment_id uuid,
  constraint discussions_accepted_comment_id_fkey FOREIGN KEY (id, accepted_comment_id) REFERENCES app_public.comments(discussion_id, id) ON DELETE SET NULL (accepted_comment_id),
  constraint discussions_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint discussions_clip_id_fkey FOREIGN KEY (clip_id) REFERENCES app_public.clips(id) ON DELETE CASCADE,
  constraint discussions_comments_count_check CHECK (comments_count >= 0),
  constraint discussions_item_check CHECK (num_nonnulls(lesson_id, article_id, clip_id) = 1),
  constraint discussions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint discussions_pkey PRIMARY KEY (id),
  constraint discussions_timecode_start_check CHECK (timecode_start >= 0::double precision AND timecode_start <= '1000000'::numeric::double precision)
);
comment on table app_public.discussions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A discussion of a lesson, article or clip.';
comment on column app_public.discussions.timecode_start is 'The second of the video that it is about; null without one.';
comment on column app_public.discussions.comments_count is 'The number of comments, without deleted and hidden ones. Derived.';
comment on column app_public.discussions.last_comment_at is 'The time of the newest comment; null without any.';
comment on column app_public.discussions.is_answered is 'False while a question is waiting for an author, editor or administrator. Derived.';
comment on column app_public.discussions.is_resolved is 'True if the user who asked, an author of the item or an administrator resolved it. Accepting an answer also resolves it.';
comment on column app_public.discussions.accepted_comment_id is 'The accepted answer; null without one.';
comment on constraint discussions_accepted_comment_id_fkey on app_public.discussions is '@fieldName acceptedComment
@behavior -connection -list';
comment on constraint discussions_article_id_fkey on app_public.discussions is '@fieldName article
@foreignFieldName discussions';
comment on constraint discussions_clip_id_fkey on app_public.discussions is '@fieldName clip
@foreignFieldName discussions';
comment on constraint discussions_lesson_id_fkey on app_public.discussions is '@fieldName lesson
@foreignFieldName discussions';
CREATE INDEX discussions_article_id_created_at_id_idx ON app_public.discussions USING btree (article_id, created_at DESC, id DESC);
CREATE INDEX discussions_clip_id_created_at_id_idx ON app_public.discussions USING btree (clip_id, created_at DESC, id DESC);
CREATE INDEX discussions_lesson_id_created_at_id_idx ON app_public.discussions USING btree (lesson_id, created_at DESC, id DESC);
create policy select_visible on app_public.discussions for select to newline_visitor
  using (( SELECT true
   FROM app_public.clips c
  WHERE c.id = discussions.clip_id) OR ( SELECT true
   FROM app_public.lessons l
  WHERE l.id = discussions.lesson_id) OR ( SELECT true
   FROM app_public.articles a
  WHERE a.id = discussions.article_id));
CREATE TRIGGER tell_of_acceptance AFTER UPDATE OF accepted_comment_id ON app_public.discussions FOR EACH ROW WHEN (new.accepted_comment_id IS NOT NULL AND new.accepted_comment_id IS DISTINCT FROM old.accepted_comment_id) EXECUTE FUNCTION app_private.tell_of_acceptance();
CREATE TRIGGER touch BEFORE UPDATE ON app_public.discussions FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
CREATE TRIGGER uncount_discussion BEFORE DELETE ON app_public.discussions FOR EACH ROW EXECUTE FUNCTION app_private.uncount_discussion();
grant select on app_public.discussions to newline_visitor;

create table app_public.enrollments (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  course_id uuid,
  book_id uuid,
  created_at timestamp with time zone not null default now(),
  last_accessed_at timestamp with time zone not null default now(),
  constraint enrollments_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint enrollments_book_key UNIQUE (user_id, book_id),
  constraint enrollments_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint enrollments_course_key UNIQUE (user_id, course_id),
  constraint enrollments_item_check CHECK (num_nonnulls(course_id, book_id) = 1),
  constraint enrollments_pkey PRIMARY KEY (id),
  constraint enrollments_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.enrollments is '@behavior -insert -update -delete -query:resource:list -query:resource:single
A user''s enrollment in a course or book, visible to that user and administrators.';
comment on column app_public.enrollments.last_accessed_at is 'When the user last opened one of its lessons.';
comment on constraint enrollments_book_id_fkey on app_public.enrollments is '@fieldName book
@foreignFieldName enrollments';
comment on constraint enrollments_course_id_fkey on app_public.enrollments is '@fieldName course
@foreignFieldName enrollments';
comment on constraint enrollments_user_id_fkey on app_public.enrollments is '@fieldName user
@foreignFieldName enrollments';
CREATE INDEX enrollments_book_id_idx ON app_public.enrollments USING btree (book_id);
CREATE INDEX enrollments_course_id_idx ON app_public.enrollments USING btree (course_id);
create policy select_admin on app_public.enrollments for select to newline_admin
  using (true);
create policy select_own on app_public.enrollments for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER count_enrollments AFTER INSERT OR DELETE ON app_public.enrollments FOR EACH ROW EXECUTE FUNCTION app_private.count_enrollments();
grant select on app_public.enrollments to newline_visitor;

create table app_public.entitlements (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  kind app_public.entitlement_kind not null,
  course_id uuid,
  book_id uuid,
  starts_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone,
  source text not null,
  created_at timestamp with time zone not null default now(),
  constraint entitlements_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint entitlements_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint entitlements_item_check CHECK (
CASE kind
    WHEN 'PRO'::app_public.entitlement_kind THEN num_nonnulls(course_id, book_id) = 0
    WHEN 'COURSE'::app_public.entitlement_kind THEN course_id IS NOT NULL AND book_id IS NULL
    WHEN 'BOOK'::app_public.entitlement_kind THEN book_id IS NOT NULL AND course_id IS NULL
    ELSE num_nonnulls(course_id, book_id) = 1
END),
  constraint entitlements_pkey PRIMARY KEY (id),
  constraint entitlements_source_check CHECK (source ~ '^[a-z]+(:[A-Za-z0-9_.-]{1,120})?$'::text),
  constraint entitlements_span_check CHECK (ends_at > starts_at),
  constraint entitlements_time_check CHECK (isfinite(starts_at) AND (ends_at IS NULL OR isfinite(ends_at))),
  constraint entitlements_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.entitlements is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
What a user has access to beyond free content, and until when. Visible to that user and administrators.';
comment on column app_public.entitlements.starts_at is 'When access starts.';
comment on column app_public.entitlements.ends_at is 'The end of the paid period for a subscription; null for a purchase, which doesn''t expire.';
comment on column app_public.entitlements.source is 'Where it comes from: grant, purchase:{id}, subscription:{id} or seat:{id}.';
comment on constraint entitlements_book_id_fkey on app_public.entitlements is '@fieldName book
@behavior -connection -list';
comment on constraint entitlements_course_id_fkey on app_public.entitlements is '@fieldName course
@behavior -connection -list';
comment on constraint entitlements_user_id_fkey on app_public.entitlements is '@fieldName user
@foreignFieldName entitlements';
CREATE INDEX entitlements_book_id_idx ON app_public.entitlements USING btree (book_id);
CREATE INDEX entitlements_course_id_idx ON app_public.entitlements USING btree (course_id);
CREATE UNIQUE INDEX entitlements_source_key ON app_public.entitlements USING btree (source) WHERE source ~ '^(purchase|subscription|seat):[0-9a-f-]{36}$'::text;
CREATE INDEX entitlements_user_id_kind_idx ON app_public.entitlements USING btree (user_id, kind);
create policy select_admin on app_public.entitlements for select to newline_admin
  using (true);
create policy select_own on app_public.entitlements for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
grant select on app_public.entitlements to newline_visitor;

create table app_public.former_tag_slugs (
  slug app_public.slug not null,
  tag_id uuid not null,
  constraint former_tag_slugs_pkey PRIMARY KEY (slug),
  constraint former_tag_slugs_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES app_public.tags(id) ON DELETE CASCADE
);
comment on table app_public.former_tag_slugs is '@behavior -*
Former slugs of tags, including those of merged tags. They redirect.';
comment on constraint former_tag_slugs_tag_id_fkey on app_public.former_tag_slugs is '@behavior -*';
CREATE INDEX former_tag_slugs_tag_id_idx ON app_public.former_tag_slugs USING btree (tag_id);
create policy select_all on app_public.former_tag_slugs for select to newline_visitor
  using (true);
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF slug, tag_id ON app_public.former_tag_slugs FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('tags', '', '');
grant select on app_public.former_tag_slugs to newline_visitor;

create table app_public.home_pages (
  id boolean not null default true,
  book_slugs text[],
  course_slugs text[],
  testimonial_slugs text[] not null default '{}'::text[],
  author_usernames text[] not null default '{}'::text[],
  updated_at timestamp with time zone not null default now(),
  constraint home_pages_author_usernames_check CHECK (cardinality(author_usernames) <= 50),
  constraint home_pages_book_slugs_check CHECK (cardinality(book_slugs) <= 100),
  constraint home_pages_course_slugs_check CHECK (cardinality(course_slugs) <= 100),
  constraint home_pages_id_check CHECK (id),
  constraint home_pages_pkey PRIMARY KEY (id),
  constraint home_pages_testimonial_slugs_check CHECK (cardinality(testimonial_slugs) <= 50)
);
comment on table app_public.home_pages is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The content of the home page. There is only one row.';
comment on column app_public.home_pages.id is 'Always true: there is only one row.';
comment on column app_public.home_pages.book_slugs is 'The books on the home page (bookSlugs of allBooksQuery); null for all of them.';
comment on column app_public.home_pages.course_slugs is 'The courses on the home page (courseSlugs of allBooksQuery); null for all of them.';
comment on column app_public.home_pages.testimonial_slugs is 'The featured testimonials, with the large one first.';
comment on column app_public.home_pages.author_usernames is 'The authors in ''Meet the newline authors'', in order; empty for all authors of titles on the page.';
create policy select_all on app_public.home_pages for select to newline_visitor
  using (true);
create policy update_staff on app_public.home_pages for update to newline_admin
  using (true)
  with check (true);
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, book_slugs, course_slugs, testimonial_slugs, author_usernames ON app_public.home_pages FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('home', '', '');
CREATE TRIGGER touch BEFORE UPDATE ON app_public.home_pages FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant update (book_slugs, course_slugs, testimonial_slugs, author_usernames) on app_public.home_pages to newline_admin;
grant select on app_public.home_pages to newline_visitor;

create table app_public.item_prices (
  id uuid not null default app_public.new_id(),
  course_id uuid,
  book_id uuid,
  is_advanced boolean not null default false,
  amount_cents integer not null,
  currency app_public.currency not null,
  constraint item_prices_amount_cents_check CHECK (amount_cents > 0),
  constraint item_prices_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint item_prices_book_key UNIQUE (book_id, is_advanced),
  constraint item_prices_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint item_prices_course_key UNIQUE (course_id, is_advanced),
  constraint item_prices_item_check CHECK (num_nonnulls(course_id, book_id) = 1),
  constraint item_prices_pkey PRIMARY KEY (id)
);
comment on table app_public.item_prices is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The one-time price of a course, a book or its advanced package.';
comment on column app_public.item_prices.is_advanced is 'True for the price of the advanced package.';
comment on column app_public.item_prices.amount_cents is 'The price in cents, before discounts.';
comment on constraint item_prices_book_id_fkey on app_public.item_prices is '@fieldName book
@foreignFieldName prices';
comment on constraint item_prices_course_id_fkey on app_public.item_prices is '@fieldName course
@foreignFieldName prices';
create policy select_visible on app_public.item_prices for select to newline_visitor
  using ((COALESCE(course_id, book_id) IN ( SELECT courses.id
   FROM app_public.courses
UNION ALL
 SELECT books.id
   FROM app_public.books)));
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, course_id, book_id, is_advanced, amount_cents, currency ON app_public.item_prices FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('plans', '', '');
grant select on app_public.item_prices to newline_visitor;

create table app_public.lesson_activities (
  user_id uuid not null,
  lesson_id uuid not null,
  position_seconds integer,
  watched_seconds int4multirange not null default '{}'::int4multirange,
  block_id text,
  read_block_ids text[] not null default '{}'::text[],
  updated_at timestamp with time zone not null default now(),
  is_kept_open boolean not null default false,
  reading_since timestamp with time zone,
  constraint lesson_activities_block_id_check CHECK (block_id ~ '^[A-Za-z0-9_-]{1,16}$'::text),
  constraint lesson_activities_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint lesson_activities_pkey PRIMARY KEY (user_id, lesson_id),
  constraint lesson_activities_position_seconds_check CHECK (position_seconds >= 0),
  constraint lesson_activities_read_block_ids_check CHECK (cardinality(read_block_ids) <= 20000),
  constraint lesson_activities_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.lesson_activities is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s activity in a lesson: seconds watched, blocks read, and where to resume.';
comment on column app_public.lesson_activities.position_seconds is 'The second of the video to resume at.';
comment on column app_public.lesson_activities.watched_seconds is '@behavior -select
The seconds of the video that were watched, as ranges.';
comment on column app_public.lesson_activities.block_id is 'The block of the text to resume at.';
comment on column app_public.lesson_activities.read_block_ids is 'The blocks of the text that were in view long enough to count as read.';
comment on column app_public.lesson_activities.is_kept_open is 'True if the user undid a completion. Then only they can complete the lesson again.';
comment on column app_public.lesson_activities.reading_since is '@behavior -select
When the site first heard that the user had the text open; null before that.';
comment on constraint lesson_activities_lesson_id_fkey on app_public.lesson_activities is '@fieldName lesson
@foreignFieldName activities';
comment on constraint lesson_activities_user_id_fkey on app_public.lesson_activities is '@fieldName user
@behavior -connection -list';
CREATE INDEX lesson_activities_lesson_id_idx ON app_public.lesson_activities USING btree (lesson_id);
create policy select_own on app_public.lesson_activities for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
grant select on app_public.lesson_activities to newline_visitor;

create table app_public.lesson_revisions (
  id uuid not null default app_public.new_id(),
  lesson_id uuid not null,
  version integer not null,
  user_id uuid,
  title text not null,
  words_count integer not null,
  restored_version integer,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint lesson_revisions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint lesson_revisions_pkey PRIMARY KEY (id),
  constraint lesson_revisions_restored_version_check CHECK (restored_version > 0),
  constraint lesson_revisions_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200),
  constraint lesson_revisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE SET NULL,
  constraint lesson_revisions_version_check CHECK (version > 0),
  constraint lesson_revisions_version_key UNIQUE (lesson_id, version),
  constraint lesson_revisions_words_count_check CHECK (words_count >= 0)
);
comment on table app_public.lesson_revisions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A saved version of a lesson''s title and text, visible to the authors and editors of its course or book, and to administrators. Saves from one editor within five minutes share a revision, unless someone has read the version in between.';
comment on column app_public.lesson_revisions.version is 'Increases by one with every save that changes something. A revision has the number of its last save.';
comment on column app_public.lesson_revisions.user_id is 'The user who saved it; null if their account was deleted or the text was imported.';
comment on column app_public.lesson_revisions.words_count is '@name numWords
The number of words in the text. Derived.';
comment on column app_public.lesson_revisions.restored_version is 'The version that this one restored; null if it was written.';
comment on column app_public.lesson_revisions.published_at is 'When it was published; null if it never was.';
comment on column app_public.lesson_revisions.created_at is 'The time of its first save.';
comment on column app_public.lesson_revisions.updated_at is 'The time of its last save.';
comment on constraint lesson_revisions_lesson_id_fkey on app_public.lesson_revisions is '@fieldName lesson
@foreignFieldName revisions';
comment on constraint lesson_revisions_user_id_fkey on app_public.lesson_revisions is '@fieldName user
@behavior -connection -list';
CREATE INDEX lesson_revisions_user_id_idx ON app_public.lesson_revisions USING btree (user_id);
create policy select_admin on app_public.lesson_revisions for select to newline_admin
  using (true);
create policy select_contributor on app_public.lesson_revisions for select to newline_learner
  using (( SELECT (l.course_id IN ( SELECT app_private.my_course_ids() AS my_course_ids)) OR (l.book_id IN ( SELECT app_private.my_book_ids() AS my_book_ids))
   FROM app_public.lessons l
  WHERE l.id = lesson_revisions.lesson_id));
grant select on app_public.lesson_revisions to newline_visitor;

create table app_public.lessons (
  id uuid not null default app_public.new_id(),
  course_id uuid,
  book_id uuid,
  title text not null,
  slug app_public.slug not null,
  description text,
  role app_public.lesson_role not null default 'LESSON'::app_public.lesson_role,
  video_duration integer,
  is_free boolean not null default false,
  is_advanced_package_lesson boolean not null default false,
  repository_pathname text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint lessons_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint lessons_book_id_id_key UNIQUE (book_id, id),
  constraint lessons_book_slug_key UNIQUE (book_id, slug),
  constraint lessons_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint lessons_course_id_id_key UNIQUE (course_id, id),
  constraint lessons_course_slug_key UNIQUE (course_id, slug),
  constraint lessons_description_check CHECK (length(description) <= 4000),
  constraint lessons_item_check CHECK (num_nonnulls(course_id, book_id) = 1),
  constraint lessons_pkey PRIMARY KEY (id),
  constraint lessons_repository_pathname_check CHECK (repository_pathname ~ '^(/[A-Za-z0-9._~-]+)+$'::text AND length(repository_pathname) <= 300),
  constraint lessons_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200),
  constraint lessons_video_duration_check CHECK (video_duration > 0)
);
comment on table app_public.lessons is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A lesson of a course or a chapter of a book. Its text is in bodyDelta, bodyHtml and bodyMarkdown and its video in videoUrl, limited to what the reader can access.';
comment on column app_public.lessons.description is 'A sentence or two about it; null if not set.';
comment on column app_public.lessons.video_duration is 'The length of its video in seconds; null without one.';
comment on column app_public.lessons.is_free is 'True if anyone can read it, whatever its course costs.';
comment on column app_public.lessons.is_advanced_package_lesson is 'True if it requires the advanced package of its item, or Pro.';
comment on column app_public.lessons.repository_pathname is 'The path of its protected repository on the assets server.';
comment on constraint lessons_book_id_fkey on app_public.lessons is '@fieldName book
@behavior -manyToMany -connection -list';
comment on constraint lessons_course_id_fkey on app_public.lessons is '@fieldName course
@behavior -manyToMany -connection -list';
create policy select_visible on app_public.lessons for select to newline_visitor
  using ((EXISTS ( SELECT
   FROM app_public.courses i
  WHERE i.id = lessons.course_id AND (NOT i.is_coming_soon OR (i.id IN ( SELECT app_private.my_course_ids() AS my_course_ids)) OR ( SELECT app_public.is_admin() AS is_admin)))) OR (EXISTS ( SELECT
   FROM app_public.books i
  WHERE i.id = lessons.book_id AND (NOT i.is_coming_soon OR (i.id IN ( SELECT app_private.my_book_ids() AS my_book_ids)) OR ( SELECT app_public.is_admin() AS is_admin)))));
CREATE TRIGGER count_lessons AFTER INSERT OR DELETE OR UPDATE OF role, course_id, book_id ON app_public.lessons FOR EACH ROW EXECUTE FUNCTION app_private.count_lessons();
CREATE TRIGGER count_new_row BEFORE INSERT ON app_public.lessons FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('new lessons', '5000');
CREATE TRIGGER index_title AFTER INSERT OR UPDATE OF title, description ON app_public.lessons FOR EACH ROW EXECUTE FUNCTION app_private.index_title('LESSON', 'lesson_id', 'title,description');
CREATE TRIGGER keep_former_slug AFTER UPDATE OF slug ON app_public.lessons FOR EACH ROW WHEN (old.slug::text <> new.slug::text) EXECUTE FUNCTION app_private.keep_lesson_slug();
CREATE TRIGGER keep_slug AFTER INSERT ON app_public.lessons FOR EACH ROW EXECUTE FUNCTION app_private.keep_lesson_slug();
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, course_id, book_id, title, slug, description, role, video_duration, is_free, is_advanced_package_lesson, repository_pathname, created_at ON app_public.lessons FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('lessons', '', '');
CREATE TRIGGER record_lesson_title AFTER UPDATE OF title ON app_public.lessons FOR EACH ROW WHEN (old.title <> new.title) EXECUTE FUNCTION app_private.record_lesson_title();
CREATE TRIGGER touch BEFORE UPDATE ON app_public.lessons FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant select on app_public.lessons to newline_visitor;

create table app_public.logos (
  id uuid not null default app_public.new_id(),
  name text not null,
  image_url app_public.media_address,
  website_url app_public.web_address,
  is_student_logo boolean not null default false,
  "position" integer not null default 0,
  dark_image_url app_public.media_address,
  constraint logos_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint logos_name_key UNIQUE (name, is_student_logo),
  constraint logos_pkey PRIMARY KEY (id)
);
comment on table app_public.logos is '@behavior -insert -update -delete
A company in the logo strip of customers or of students'' employers.';
comment on column app_public.logos.is_student_logo is 'True for employers of students, false for customers.';
comment on column app_public.logos."position" is 'The order in its strip.';
comment on column app_public.logos.dark_image_url is 'The image in the dark theme; null to use imageUrl there, too.';
CREATE INDEX logos_is_student_logo_position_idx ON app_public.logos USING btree (is_student_logo, "position");
create policy select_all on app_public.logos for select to newline_visitor
  using (true);
CREATE TRIGGER check_pictures BEFORE INSERT OR UPDATE OF image_url, dark_image_url ON app_public.logos FOR EACH ROW EXECUTE FUNCTION app_private.check_pictures('image_url', 'dark_image_url');
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, name, image_url, website_url, is_student_logo, "position", dark_image_url ON app_public.logos FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('logos', '', '');
grant select on app_public.logos to newline_visitor;

create table app_public.notices (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  kind app_public.notice_kind not null,
  discussion_id uuid not null,
  comment_id uuid not null,
  actor_id uuid,
  read_at timestamp with time zone,
  is_waiting boolean not null default true,
  mail_id uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint notices_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES app_public.users(id) ON DELETE SET NULL,
  constraint notices_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES app_public.comments(id) ON DELETE CASCADE,
  constraint notices_discussion_id_fkey FOREIGN KEY (discussion_id) REFERENCES app_public.discussions(id) ON DELETE CASCADE,
  constraint notices_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES app_private.notice_mails(id) ON DELETE SET NULL,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_reason_key UNIQUE (user_id, comment_id, kind),
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.notices is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A notification, visible only to its user. It''s removed when its comment is deleted or hidden, or its item is no longer visible.';
comment on column app_public.notices.kind is 'Why the user is notified.';
comment on column app_public.notices.read_at is 'When the user read it; null while it''s unread.';
comment on column app_public.notices.is_waiting is '@behavior -*
True until it''s decided whether it is emailed.';
comment on column app_public.notices.mail_id is '@behavior -*
The email that includes it.';
comment on constraint notices_actor_id_fkey on app_public.notices is '@fieldName actor
@behavior -connection -list';
comment on constraint notices_comment_id_fkey on app_public.notices is '@fieldName comment
@behavior -connection -list';
comment on constraint notices_discussion_id_fkey on app_public.notices is '@fieldName discussion
@behavior -connection -list';
comment on constraint notices_mail_id_fkey on app_public.notices is '@behavior -*';
comment on constraint notices_reason_key on app_public.notices is '@behavior -single';
comment on constraint notices_user_id_fkey on app_public.notices is '@fieldName user
@behavior -connection -list';
CREATE INDEX notices_actor_id_idx ON app_public.notices USING btree (actor_id);
CREATE INDEX notices_comment_id_idx ON app_public.notices USING btree (comment_id);
CREATE INDEX notices_discussion_id_idx ON app_public.notices USING btree (discussion_id);
CREATE INDEX notices_mail_id_idx ON app_public.notices USING btree (mail_id);
CREATE INDEX notices_user_id_created_at_id_idx ON app_public.notices USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX notices_user_id_idx ON app_public.notices USING btree (user_id) WHERE read_at IS NULL;
CREATE INDEX notices_user_id_idx1 ON app_public.notices USING btree (user_id) WHERE is_waiting;
create policy select_own on app_public.notices for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)) AND ( SELECT NOT c.deleted AND c.hidden_at IS NULL
   FROM app_public.comments c
  WHERE c.id = notices.comment_id));
grant select on app_public.notices to newline_visitor;

create table app_public.page_acceptances (
  user_id uuid not null,
  page_id uuid not null,
  version integer not null,
  slug text not null,
  accepted_at timestamp with time zone not null default now(),
  constraint page_acceptances_page_id_fkey FOREIGN KEY (page_id) REFERENCES app_public.pages(id) ON DELETE CASCADE,
  constraint page_acceptances_pkey PRIMARY KEY (user_id, page_id, version),
  constraint page_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE,
  constraint page_acceptances_version_fkey FOREIGN KEY (page_id, version) REFERENCES app_public.page_revisions(page_id, version)
);
comment on table app_public.page_acceptances is '@behavior -*
The versions of the terms and the privacy policy that a user accepted. Visible to that user and administrators.';
comment on column app_public.page_acceptances.version is 'The version of the page that was accepted.';
comment on column app_public.page_acceptances.slug is 'The slug of the page: terms or privacy.';
comment on column app_public.page_acceptances.accepted_at is 'When it was accepted.';
CREATE INDEX page_acceptances_page_id_version_idx ON app_public.page_acceptances USING btree (page_id, version);
create policy select_admin on app_public.page_acceptances for select to newline_admin
  using (true);
create policy select_own on app_public.page_acceptances for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
grant select on app_public.page_acceptances to newline_visitor;

create table app_public.page_layouts (
  page app_public.site_page not null,
  sections jsonb not null default '[]'::jsonb,
  revision integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  constraint page_layouts_pkey PRIMARY KEY (page),
  constraint page_layouts_revision_check CHECK (revision >= 0),
  constraint page_layouts_sections_check CHECK (app_private.is_section_list(page, sections))
);
comment on table app_public.page_layouts is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The sections of a page, as set by administrators. There is one row for each page.';
comment on column app_public.page_layouts.page is 'The page.';
comment on column app_public.page_layouts.sections is 'The sections in order, as JSON: a list of kind, isHidden and content. Absent values fall back to the defaults in the code.';
comment on column app_public.page_layouts.revision is 'The number of changes. A change has to name the revision that it is based on.';
create policy select_all on app_public.page_layouts for select to newline_visitor
  using (true);
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF page, sections, revision ON app_public.page_layouts FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('home', '', '');
CREATE TRIGGER touch BEFORE UPDATE ON app_public.page_layouts FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant select on app_public.page_layouts to newline_visitor;

create table app_public.page_revisions (
  id uuid not null default app_public.new_id(),
  page_id uuid not null,
  version integer not null,
  user_id uuid,
  title text not null,
  words_count integer not null,
  restored_version integer,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint page_revisions_page_id_fkey FOREIGN KEY (page_id) REFERENCES app_public.pages(id) ON DELETE CASCADE,
  constraint page_revisions_pkey PRIMARY KEY (id),
  constraint page_revisions_restored_version_check CHECK (restored_version > 0),
  constraint page_revisions_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200),
  constraint page_revisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE SET NULL,
  constraint page_revisions_version_check CHECK (version > 0),
  constraint page_revisions_version_key UNIQUE (page_id, version),
  constraint page_revisions_words_count_check CHECK (words_count >= 0)
);
comment on table app_public.page_revisions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A saved version of a page''s title and text, visible to administrators. Saves from one editor within five minutes share a revision, unless someone has read the version in between.';
comment on column app_public.page_revisions.version is 'Increases by one with every save that changes something. A revision has the number of its last save.';
comment on column app_public.page_revisions.user_id is 'The user who saved it; null if their account was deleted.';
comment on column app_public.page_revisions.words_count is '@name numWords
The number of words in the text. Derived.';
comment on column app_public.page_revisions.restored_version is 'The version that this one restored; null if it was written.';
comment on column app_public.page_revisions.published_at is 'When it was published; null if it never was. Published revisions are never removed, because users may have accepted them.';
comment on column app_public.page_revisions.created_at is 'The time of its first save.';
comment on column app_public.page_revisions.updated_at is 'The time of its last save.';
comment on constraint page_revisions_page_id_fkey on app_public.page_revisions is '@fieldName page
@foreignFieldName revisions';
comment on constraint page_revisions_user_id_fkey on app_public.page_revisions is '@fieldName user
@behavior -connection -list';
CREATE INDEX page_revisions_user_id_idx ON app_public.page_revisions USING btree (user_id);
create policy select_admin on app_public.page_revisions for select to newline_admin
  using (true);
grant select on app_public.page_revisions to newline_visitor;

create table app_public.pages (
  id uuid not null default app_public.new_id(),
  slug text not null,
  title text not null,
  footer_order integer,
  published_version integer,
  published_at timestamp with time zone,
  required_version integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint pages_footer_order_check CHECK (footer_order >= 0),
  constraint pages_pkey PRIMARY KEY (id),
  constraint pages_publication_check CHECK ((published_at IS NULL) = (published_version IS NULL)),
  constraint pages_published_version_check CHECK (published_version > 0),
  constraint pages_required_version_check CHECK (required_version > 0),
  constraint pages_slug_check CHECK (slug ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$'::text AND length(slug) <= 60),
  constraint pages_slug_key UNIQUE (slug),
  constraint pages_title_check CHECK (title = btrim(title) AND length(title) >= 1 AND length(title) <= 200)
);
comment on table app_public.pages is '@behavior -insert -update -delete
A page about the site, such as the terms, the privacy policy or the imprint. Visitors only see published pages.';
comment on column app_public.pages.slug is 'The last part of its URL. It never changes.';
comment on column app_public.pages.title is 'The title of the published version, or the working title of a draft.';
comment on column app_public.pages.footer_order is 'The position among the links in the footer; null if it isn''t linked there.';
comment on column app_public.pages.published_version is 'The version that readers get; null for a draft.';
comment on column app_public.pages.published_at is 'When that version was published; null for a draft.';
comment on column app_public.pages.required_version is 'Users who haven''t accepted this version or a newer one are asked to accept the page; null to ask nobody.';
create policy select_admin on app_public.pages for select to newline_admin
  using (true);
create policy select_published on app_public.pages for select to newline_visitor
  using (published_at IS NOT NULL);
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, slug, title, footer_order, published_version, published_at, required_version, created_at ON app_public.pages FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('pages', '', '');
CREATE TRIGGER touch BEFORE UPDATE ON app_public.pages FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant select on app_public.pages to newline_visitor;

create table app_public.permalinks (
  path text not null,
  course_id uuid,
  book_id uuid,
  user_id uuid,
  is_current boolean not null default true,
  created_at timestamp with time zone not null default now(),
  article_id uuid,
  constraint permalinks_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint permalinks_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint permalinks_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint permalinks_item_check CHECK (num_nonnulls(course_id, book_id, article_id, user_id) = 1),
  constraint permalinks_path_check CHECK (path ~ '^(/[a-z0-9]+(-[a-z0-9]+)*){1,2}$'::text AND length(path) <= 250),
  constraint permalinks_pkey PRIMARY KEY (path),
  constraint permalinks_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.permalinks is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
All current and former paths of an item.';
comment on column app_public.permalinks.path is 'The path on this site, with one or two segments.';
comment on column app_public.permalinks.is_current is 'False for a former path, which redirects to the item''s permalink.';
comment on constraint permalinks_article_id_fkey on app_public.permalinks is '@fieldName article
@behavior -connection -list';
comment on constraint permalinks_book_id_fkey on app_public.permalinks is '@fieldName book
@behavior -connection -list';
comment on constraint permalinks_course_id_fkey on app_public.permalinks is '@fieldName course
@behavior -connection -list';
comment on constraint permalinks_user_id_fkey on app_public.permalinks is '@fieldName user
@behavior -connection -list';
CREATE INDEX permalinks_article_id_idx ON app_public.permalinks USING btree (article_id);
CREATE INDEX permalinks_book_id_idx ON app_public.permalinks USING btree (book_id);
CREATE INDEX permalinks_course_id_idx ON app_public.permalinks USING btree (course_id);
CREATE INDEX permalinks_user_id_idx ON app_public.permalinks USING btree (user_id);
create policy select_visible on app_public.permalinks for select to newline_visitor
  using (user_id IS NOT NULL OR ( SELECT true
   FROM app_public.courses c
  WHERE c.id = permalinks.course_id) OR ( SELECT true
   FROM app_public.books b
  WHERE b.id = permalinks.book_id) OR ( SELECT true
   FROM app_public.articles a
  WHERE a.id = permalinks.article_id));
CREATE TRIGGER check_permalink BEFORE INSERT OR UPDATE OF path ON app_public.permalinks FOR EACH ROW EXECUTE FUNCTION app_private.check_permalink();
CREATE TRIGGER count_new_row BEFORE INSERT ON app_public.permalinks FOR EACH ROW EXECUTE FUNCTION app_private.count_new_row('new URLs', '500');
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF path, course_id, book_id, user_id, is_current, created_at, article_id ON app_public.permalinks FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('permalinks', '', '');
grant select on app_public.permalinks to newline_visitor;

create table app_public.plans (
  id uuid not null default app_public.new_id(),
  slug app_public.slug not null,
  name text not null,
  kind app_public.plan_kind not null,
  billing_interval app_public.billing_interval not null,
  amount_cents integer not null,
  currency app_public.currency not null,
  min_seats integer not null default 1,
  max_seats integer not null default 1,
  description text,
  stripe_price_id text,
  "position" integer not null default 0,
  is_offered boolean not null default true,
  created_at timestamp with time zone not null default now(),
  product_id uuid not null,
  is_provider_due boolean not null default false,
  constraint plans_amount_cents_check CHECK (amount_cents > 0),
  constraint plans_description_check CHECK (length(description) <= 400),
  constraint plans_kind_key UNIQUE (id, kind),
  constraint plans_max_seats_check CHECK (max_seats <= 1000),
  constraint plans_min_seats_check CHECK (min_seats >= 1),
  constraint plans_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 80),
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_product_id_fkey FOREIGN KEY (product_id, kind) REFERENCES app_public.products(id, kind),
  constraint plans_seat_range_check CHECK (min_seats <= max_seats AND (kind = 'TEAM'::app_public.plan_kind OR max_seats = 1)),
  constraint plans_slug_key UNIQUE (slug),
  constraint plans_stripe_price_id_check CHECK (stripe_price_id ~ '^price_[A-Za-z0-9]{1,100}$'::text)
);
comment on table app_public.plans is '@behavior -insert -update -delete -query:resource:list
A subscription plan for a user or a team.';
comment on column app_public.plans.name is 'The name of the product with the interval, as shown on receipts.';
comment on column app_public.plans.amount_cents is 'The price of one seat for one interval, in cents.';
comment on column app_public.plans.min_seats is 'The minimum number of seats.';
comment on column app_public.plans.max_seats is 'The maximum number of seats; 1 for Pro.';
comment on column app_public.plans.description is 'One or two sentences; null if not set.';
comment on column app_public.plans.stripe_price_id is '@behavior -select -orderBy -filterBy
The price at Stripe; without one, the amount is sent.';
comment on column app_public.plans."position" is 'The order on the pricing page.';
comment on column app_public.plans.is_offered is 'False for a price that only continues for existing subscribers.';
comment on column app_public.plans.is_provider_due is '@behavior -select -orderBy -filterBy
True while a new or retired price still has to be sent to the payment provider.';
comment on constraint plans_kind_key on app_public.plans is '@behavior -single';
comment on constraint plans_product_id_fkey on app_public.plans is '@fieldName product
@foreignFieldName plans';
CREATE INDEX plans_due_idx ON app_public.plans USING btree (id) WHERE is_provider_due;
CREATE UNIQUE INDEX plans_offered_key ON app_public.plans USING btree (product_id, billing_interval, currency) WHERE is_offered;
CREATE INDEX plans_position_idx ON app_public.plans USING btree ("position");
CREATE INDEX plans_product_id_kind_idx ON app_public.plans USING btree (product_id, kind);
create policy select_all on app_public.plans for select to newline_visitor
  using (true);
CREATE TRIGGER find_product BEFORE INSERT ON app_public.plans FOR EACH ROW WHEN (new.product_id IS NULL) EXECUTE FUNCTION app_private.find_product_of_plan();
CREATE TRIGGER keep_price BEFORE UPDATE ON app_public.plans FOR EACH ROW WHEN (old.amount_cents IS DISTINCT FROM new.amount_cents OR old.currency::text IS DISTINCT FROM new.currency::text OR old.billing_interval IS DISTINCT FROM new.billing_interval) EXECUTE FUNCTION app_private.keep_price();
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, slug, name, kind, billing_interval, amount_cents, currency, min_seats, max_seats, description, "position", is_offered, created_at, product_id ON app_public.plans FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('plans', '', 'stripe_price_id,is_provider_due');
grant select on app_public.plans to newline_visitor;

create table app_public.products (
  id uuid not null default app_public.new_id(),
  name text not null,
  kind app_public.plan_kind not null,
  description text,
  features text[] not null default '{}'::text[],
  trial_days integer not null default 0,
  min_seats integer not null default 1,
  max_seats integer not null default 1,
  is_highlighted boolean not null default false,
  is_offered boolean not null default true,
  "position" integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint products_description_check CHECK (length(description) <= 400),
  constraint products_features_check CHECK (cardinality(features) <= 20),
  constraint products_kind_key UNIQUE (id, kind),
  constraint products_max_seats_check CHECK (max_seats <= 1000),
  constraint products_min_seats_check CHECK (min_seats >= 1),
  constraint products_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 60),
  constraint products_pkey PRIMARY KEY (id),
  constraint products_seat_range_check CHECK (min_seats <= max_seats AND (kind = 'TEAM'::app_public.plan_kind OR max_seats = 1)),
  constraint products_trial_days_check CHECK (trial_days >= 0 AND trial_days <= 365)
);
comment on table app_public.products is '@behavior -insert -update -delete -query:resource:list
A subscription for sale, such as Pro. Its prices are plans, one for each interval and currency.';
comment on column app_public.products.description is 'One or two sentences; null if not set.';
comment on column app_public.products.features is 'What subscribers get, one feature per entry.';
comment on column app_public.products.trial_days is 'The number of days that new subscribers can try it before the first payment; 0 for none.';
comment on column app_public.products.min_seats is 'The minimum number of seats.';
comment on column app_public.products.max_seats is 'The maximum number of seats; 1 for Pro.';
comment on column app_public.products.is_highlighted is 'True for the one that the pricing page highlights.';
comment on column app_public.products.is_offered is 'False for one that only continues for existing subscribers.';
comment on column app_public.products."position" is 'The order on the pricing page.';
comment on constraint products_kind_key on app_public.products is '@behavior -single';
CREATE UNIQUE INDEX products_highlighted_key ON app_public.products USING btree (is_highlighted) WHERE is_highlighted;
CREATE INDEX products_position_idx ON app_public.products USING btree ("position");
create policy select_all on app_public.products for select to newline_visitor
  using (true);
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, name, kind, description, features, trial_days, min_seats, max_seats, is_highlighted, is_offered, "position", created_at ON app_public.products FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('plans', '', '');
grant select on app_public.products to newline_visitor;

create table app_public.purchases (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  course_id uuid,
  book_id uuid,
  is_advanced boolean not null default false,
  amount_cents integer not null,
  currency app_public.currency not null,
  discount_percent integer not null default 0,
  provider text not null default 'manual'::text,
  provider_payment_id text,
  refunded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  disputed_at timestamp with time zone,
  constraint purchases_amount_cents_check CHECK (amount_cents >= 0),
  constraint purchases_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint purchases_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint purchases_discount_percent_check CHECK (discount_percent >= 0 AND discount_percent <= 100),
  constraint purchases_item_check CHECK (num_nonnulls(course_id, book_id) = 1),
  constraint purchases_payment_key UNIQUE (provider_payment_id),
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_provider_check CHECK (provider = ANY (ARRAY['manual'::text, 'stripe'::text])),
  constraint purchases_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.purchases is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A course, book or advanced package that a user bought, visible to that user and administrators.';
comment on column app_public.purchases.is_advanced is 'True for the advanced package of the item.';
comment on column app_public.purchases.amount_cents is 'The amount paid, in cents, after the discount.';
comment on column app_public.purchases.discount_percent is 'The discount for Pro, in percent.';
comment on column app_public.purchases.provider is 'Who took the payment: manual (nobody) or stripe.';
comment on column app_public.purchases.provider_payment_id is '@behavior -select -orderBy -filterBy
The ID of the payment at the provider.';
comment on column app_public.purchases.refunded_at is 'When it was refunded, which ends access; null if it wasn''t.';
comment on column app_public.purchases.disputed_at is '@behavior -select -orderBy -filterBy
When its payment was disputed, which ends access until the dispute is won; null without a dispute.';
comment on constraint purchases_book_id_fkey on app_public.purchases is '@fieldName book
@behavior -connection -list -manyToMany';
comment on constraint purchases_course_id_fkey on app_public.purchases is '@fieldName course
@behavior -connection -list -manyToMany';
comment on constraint purchases_user_id_fkey on app_public.purchases is '@fieldName user
@foreignFieldName purchases';
CREATE INDEX purchases_book_id_idx ON app_public.purchases USING btree (book_id);
CREATE INDEX purchases_course_id_idx ON app_public.purchases USING btree (course_id);
CREATE INDEX purchases_user_id_created_at_idx ON app_public.purchases USING btree (user_id, created_at DESC);
create policy select_admin on app_public.purchases for select to newline_admin
  using (true);
create policy select_own on app_public.purchases for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER keep_purchase AFTER INSERT OR DELETE OR UPDATE ON app_public.purchases FOR EACH ROW EXECUTE FUNCTION app_private.keep_purchase();
grant select on app_public.purchases to newline_visitor;

create table app_public.redirects (
  id uuid not null default app_public.new_id(),
  from_path text not null,
  to_url text not null,
  status integer not null default 301,
  created_at timestamp with time zone not null default now(),
  constraint redirects_from_path_check CHECK (from_path ~ '^(/[^/[:space:]?#\\]+)+$'::text AND length(from_path) <= 500),
  constraint redirects_from_path_key UNIQUE (from_path),
  constraint redirects_pkey PRIMARY KEY (id),
  constraint redirects_status_check CHECK (status = ANY (ARRAY[301, 308])),
  constraint redirects_to_url_check CHECK ((to_url ~ '^/(?![/\\])[^[:space:]<>"\\]*$'::text OR to_url ~ '^https?://[^[:space:]<>"\\]+$'::text) AND length(to_url) <= 2000)
);
comment on table app_public.redirects is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A redirect from a path that isn''t the path of a page.';
comment on column app_public.redirects.from_path is 'The path on this site, without a slash at the end.';
comment on column app_public.redirects.to_url is 'A path on this site, or a URL of another site.';
comment on column app_public.redirects.status is '301, or 308 to keep the method of the request.';
create policy select_all on app_public.redirects for select to newline_visitor
  using (true);
grant select on app_public.redirects to newline_visitor;

create table app_public.remote_code_sources (
  id uuid not null default app_public.new_id(),
  article_id uuid,
  lesson_id uuid,
  block_id text not null,
  owner text not null,
  name text not null,
  filepath text not null,
  refname text not null,
  oid text not null,
  code_query text,
  start_line integer,
  end_line integer,
  text text not null,
  state app_public.remote_code_state not null default 'CURRENT'::app_public.remote_code_state,
  reason text,
  checked_at timestamp with time zone,
  new_oid text,
  new_text text,
  new_start_line integer,
  new_end_line integer,
  created_at timestamp with time zone not null default now(),
  constraint remote_code_sources_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint remote_code_sources_article_key UNIQUE (article_id, block_id),
  constraint remote_code_sources_filepath_check CHECK (filepath !~ '(^|/)\.{0,2}(/|$)'::text AND filepath !~ '[[:cntrl:]\\]'::text AND length(filepath) <= 1000),
  constraint remote_code_sources_item_check CHECK (num_nonnulls(article_id, lesson_id) = 1),
  constraint remote_code_sources_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE CASCADE,
  constraint remote_code_sources_lesson_key UNIQUE (lesson_id, block_id),
  constraint remote_code_sources_name_check CHECK (name ~ '^[A-Za-z0-9_.-]{1,100}$'::text AND name !~ '^\.{1,2}$'::text),
  constraint remote_code_sources_oid_check CHECK (oid ~ '^[0-9a-f]{40,64}$'::text),
  constraint remote_code_sources_owner_check CHECK (owner ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$'::text),
  constraint remote_code_sources_pkey PRIMARY KEY (id),
  constraint remote_code_sources_refname_check CHECK (refname !~ '[[:cntrl:]]'::text AND length(refname) >= 1 AND length(refname) <= 300),
  constraint remote_code_sources_state_check CHECK (
CASE state
    WHEN 'CHANGED'::app_public.remote_code_state THEN num_nulls(new_oid, new_text, new_start_line, new_end_line) = 0
    ELSE num_nonnulls(new_oid, new_text, new_start_line, new_end_line) = 0
END)
);
comment on table app_public.remote_code_sources is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A remote code block that follows a branch or tag, and the state of its code there. Visible to the authors and editors of its text, and administrators. Derived from the text.';
comment on column app_public.remote_code_sources.block_id is 'The uniqueId of the remote code block.';
comment on column app_public.remote_code_sources.owner is 'The owner of the repository.';
comment on column app_public.remote_code_sources.name is 'The name of the repository.';
comment on column app_public.remote_code_sources.filepath is 'The path of the file.';
comment on column app_public.remote_code_sources.refname is 'The branch or tag that it follows.';
comment on column app_public.remote_code_sources.oid is 'The commit that the text is pinned to.';
comment on column app_public.remote_code_sources.code_query is 'The query that selects the lines; null if they''re selected by number.';
comment on column app_public.remote_code_sources.start_line is 'The first line in the file, from 1.';
comment on column app_public.remote_code_sources.end_line is 'The last line.';
comment on column app_public.remote_code_sources.text is 'The code in the text.';
comment on column app_public.remote_code_sources.reason is 'Why the code is gone.';
comment on column app_public.remote_code_sources.checked_at is 'When it was last compared; null if never.';
comment on column app_public.remote_code_sources.new_oid is 'The commit with the changed code.';
comment on column app_public.remote_code_sources.new_text is 'The current code in the repository.';
comment on column app_public.remote_code_sources.new_start_line is 'The first line of the changed code.';
comment on column app_public.remote_code_sources.new_end_line is 'The last line of the changed code.';
comment on constraint remote_code_sources_article_id_fkey on app_public.remote_code_sources is '@fieldName article
@foreignFieldName remoteCodeSources';
comment on constraint remote_code_sources_lesson_id_fkey on app_public.remote_code_sources is '@fieldName lesson
@foreignFieldName remoteCodeSources';
CREATE INDEX remote_code_sources_state_idx ON app_public.remote_code_sources USING btree (state) WHERE state <> 'CURRENT'::app_public.remote_code_state;
create policy select_admin on app_public.remote_code_sources for select to newline_admin
  using (true);
create policy select_contributor on app_public.remote_code_sources for select to newline_learner
  using ((article_id IN ( SELECT app_private.my_article_ids() AS my_article_ids)) OR ( SELECT (l.course_id IN ( SELECT app_private.my_course_ids() AS my_course_ids)) OR (l.book_id IN ( SELECT app_private.my_book_ids() AS my_book_ids))
   FROM app_public.lessons l
  WHERE l.id = remote_code_sources.lesson_id));
grant select on app_public.remote_code_sources to newline_visitor;

create table app_public.site_settings (
  id boolean not null default true,
  name text,
  description text,
  wordmark_light app_public.media_address,
  wordmark_dark app_public.media_address,
  wordmark_width integer,
  wordmark_height integer,
  icon app_public.media_address,
  accent_light app_public.color,
  accent_dark app_public.color,
  paper_light app_public.color,
  paper_dark app_public.color,
  font app_public.site_font not null default 'SERIF'::app_public.site_font,
  navigation jsonb,
  footer_links jsonb not null default '[]'::jsonb,
  profiles jsonb not null default '[]'::jsonb,
  organization_name text,
  organization_url app_public.web_address,
  support_email text,
  apply_url app_public.web_address,
  claims jsonb not null default '[]'::jsonb,
  catalog_figure text,
  revision integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  constraint site_settings_catalog_figure_check CHECK (catalog_figure ~ '^[^[:space:]](?:.*[^[:space:]])?$'::text AND length(catalog_figure) <= 20),
  constraint site_settings_claims_check CHECK (app_private.is_claim_list(claims)),
  constraint site_settings_description_check CHECK (length(description) <= 300),
  constraint site_settings_footer_links_check CHECK (app_private.is_link_list(footer_links, true, 12)),
  constraint site_settings_id_check CHECK (id),
  constraint site_settings_name_check CHECK (name ~ '^[^[:space:]](?:.*[^[:space:]])?$'::text AND length(name) <= 60),
  constraint site_settings_navigation_check CHECK (navigation IS NULL OR app_private.is_link_list(navigation, true, 8)),
  constraint site_settings_organization_name_check CHECK (organization_name ~ '^[^[:space:]](?:.*[^[:space:]])?$'::text AND length(organization_name) <= 100),
  constraint site_settings_pkey PRIMARY KEY (id),
  constraint site_settings_profiles_check CHECK (app_private.is_link_list(profiles, false, 12)),
  constraint site_settings_revision_check CHECK (revision >= 0),
  constraint site_settings_support_email_check CHECK (support_email ~ '^[^@[:space:]<>",;:\\()]+@[^@[:space:]<>",;:\\()]+$'::text AND length(support_email) <= 254),
  constraint site_settings_wordmark_height_check CHECK (wordmark_height > 0),
  constraint site_settings_wordmark_width_check CHECK (wordmark_width > 0)
);
comment on table app_public.site_settings is '@name site_configuration
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The site''s name, look and links, as set by administrators. There is only one row; null fields fall back to site.config.ts.';
comment on column app_public.site_settings.id is 'Always true: there is only one row.';
comment on column app_public.site_settings.name is 'The name of the site.';
comment on column app_public.site_settings.description is 'One sentence, for search engines and link previews.';
comment on column app_public.site_settings.wordmark_light is 'The image shown in the header instead of the name, in the light theme.';
comment on column app_public.site_settings.wordmark_dark is 'The same for the dark theme; null to use the light one there, too.';
comment on column app_public.site_settings.wordmark_width is 'The width of wordmarkLight in pixels.';
comment on column app_public.site_settings.wordmark_height is 'The height of wordmarkLight in pixels.';
comment on column app_public.site_settings.icon is 'The image that becomes the favicon and the app icons.';
comment on column app_public.site_settings.accent_light is 'The accent color in the light theme.';
comment on column app_public.site_settings.accent_dark is 'The accent color in the dark theme; null to derive it from accentLight.';
comment on column app_public.site_settings.paper_light is 'The background color in the light theme.';
comment on column app_public.site_settings.paper_dark is 'The background color in the dark theme.';
comment on column app_public.site_settings.font is 'The font of headings and text.';
comment on column app_public.site_settings.navigation is 'The links in the header, as JSON: a list with label and url.';
comment on column app_public.site_settings.footer_links is 'Additional links in the footer, as JSON: a list with label and url.';
comment on column app_public.site_settings.profiles is 'The site''s profiles on other sites, as JSON: a list with label and url.';
comment on column app_public.site_settings.organization_name is 'The publisher of the site; null for the site''s name.';
comment on column app_public.site_settings.organization_url is 'The website of the organization; null for this site.';
comment on column app_public.site_settings.support_email is 'The email address for readers'' questions.';
comment on column app_public.site_settings.apply_url is 'The application form for people who want to teach.';
comment on column app_public.site_settings.claims is 'The numbers on the home page, as JSON: a list with figure and words.';
comment on column app_public.site_settings.catalog_figure is 'The number of titles in Pro that the home page shows, such as 60+; null to show none.';
comment on column app_public.site_settings.revision is 'The number of changes. A change has to name the revision that it is based on.';
create policy select_all on app_public.site_settings for select to newline_visitor
  using (true);
CREATE TRIGGER check_pictures BEFORE INSERT OR UPDATE OF wordmark_light, wordmark_dark, icon ON app_public.site_settings FOR EACH ROW EXECUTE FUNCTION app_private.check_pictures('wordmark_light', 'wordmark_dark', 'icon');
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, name, description, wordmark_light, wordmark_dark, wordmark_width, wordmark_height, icon, accent_light, accent_dark, paper_light, paper_dark, font, navigation, footer_links, profiles, organization_name, organization_url, support_email, apply_url, claims, catalog_figure, revision ON app_public.site_settings FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('site', '', '');
CREATE TRIGGER touch BEFORE UPDATE ON app_public.site_settings FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant select on app_public.site_settings to newline_visitor;

create table app_public.study_days (
  user_id uuid not null,
  day date not null,
  time_zone text not null default app_private.own_time_zone(),
  constraint study_days_pkey PRIMARY KEY (user_id, day),
  constraint study_days_time_zone_check CHECK (length(time_zone) <= 64),
  constraint study_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.study_days is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A day on which the user made progress, in their time zone. Only the user can see it.';
comment on column app_public.study_days.day is 'The date.';
comment on column app_public.study_days.time_zone is '@behavior -select
The time zone of that day.';
comment on constraint study_days_user_id_fkey on app_public.study_days is '@fieldName user
@behavior -connection -list';
create policy select_own on app_public.study_days for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
grant select on app_public.study_days to newline_visitor;

create table app_public.subscriptions (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  plan_id uuid not null,
  kind app_public.plan_kind not null,
  status app_public.subscription_status not null default 'ACTIVE'::app_public.subscription_status,
  seats integer not null default 1,
  cancels_at_period_end boolean not null default false,
  period_starts_at timestamp with time zone not null default now(),
  period_ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  provider text not null default 'manual'::text,
  provider_subscription_id text,
  created_at timestamp with time zone not null default now(),
  payment_failed_at timestamp with time zone,
  stopped_at timestamp with time zone,
  disputed_at timestamp with time zone,
  disputed_payments text[] not null default '{}'::text[],
  settled_at timestamp with time zone,
  checked_at timestamp with time zone,
  constraint subscriptions_dispute_check CHECK ((disputed_at IS NULL) = (cardinality(disputed_payments) = 0)),
  constraint subscriptions_end_check CHECK ((status = 'ENDED'::app_public.subscription_status) = (ended_at IS NOT NULL)),
  constraint subscriptions_origin_check CHECK ((provider = 'manual'::text) = (provider_subscription_id IS NULL)),
  constraint subscriptions_period_check CHECK (period_ends_at > period_starts_at),
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_plan_id_fkey FOREIGN KEY (plan_id, kind) REFERENCES app_public.plans(id, kind),
  constraint subscriptions_provider_check CHECK (provider = ANY (ARRAY['manual'::text, 'stripe'::text])),
  constraint subscriptions_provider_key UNIQUE (provider_subscription_id),
  constraint subscriptions_seat_check CHECK (kind = 'TEAM'::app_public.plan_kind OR seats = 1),
  constraint subscriptions_seats_check CHECK (seats >= 1 AND seats <= 1000),
  constraint subscriptions_time_check CHECK (isfinite(period_starts_at) AND isfinite(period_ends_at)),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.subscriptions is '@name plan_subscription
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A subscription to a plan, visible to the user who pays and to administrators.';
comment on column app_public.subscriptions.seats is 'The number of seats.';
comment on column app_public.subscriptions.cancels_at_period_end is 'True if it was canceled: it runs until periodEndsAt and doesn''t renew.';
comment on column app_public.subscriptions.period_starts_at is 'When the last paid period began.';
comment on column app_public.subscriptions.period_ends_at is 'When that period ends. It renews then, unless it was canceled.';
comment on column app_public.subscriptions.ended_at is 'When it ended; null while it''s active.';
comment on column app_public.subscriptions.provider is 'Who takes payments: manual (nobody) or stripe.';
comment on column app_public.subscriptions.provider_subscription_id is '@behavior -select -orderBy -filterBy
The ID of the subscription at the provider.';
comment on column app_public.subscriptions.payment_failed_at is '@behavior -select -orderBy -filterBy
When a payment first failed since the last successful one; null if everything is paid.';
comment on column app_public.subscriptions.stopped_at is '@behavior -select -orderBy -filterBy
When the provider stopped collecting payments (unpaid or paused); null otherwise.';
comment on column app_public.subscriptions.disputed_at is '@behavior -select -orderBy -filterBy
When one of its payments was disputed; null without a dispute.';
comment on column app_public.subscriptions.disputed_payments is '@behavior -select -orderBy -filterBy
Payments that are disputed, or whose dispute was lost.';
comment on column app_public.subscriptions.settled_at is '@behavior -select -orderBy -filterBy
When the provider last reported that everything is paid; null before that.';
comment on column app_public.subscriptions.checked_at is '@behavior -select -orderBy -filterBy
When the site last asked the provider about a missing payment; null before that.';
comment on constraint subscriptions_plan_id_fkey on app_public.subscriptions is '@fieldName plan
@foreignFieldName subscriptions
@behavior -connection -list -manyToMany';
comment on constraint subscriptions_user_id_fkey on app_public.subscriptions is '@fieldName user
@foreignFieldName subscriptions';
CREATE INDEX subscriptions_checked_at_idx ON app_public.subscriptions USING btree (checked_at NULLS FIRST) WHERE provider = 'stripe'::text AND status = 'PAST_DUE'::app_public.subscription_status AND stopped_at IS NULL;
CREATE INDEX subscriptions_created_at_id_idx ON app_public.subscriptions USING btree (created_at DESC, id DESC);
CREATE INDEX subscriptions_period_ends_at_idx ON app_public.subscriptions USING btree (period_ends_at) WHERE provider = 'manual'::text AND status <> 'ENDED'::app_public.subscription_status;
CREATE INDEX subscriptions_plan_id_kind_idx ON app_public.subscriptions USING btree (plan_id, kind);
CREATE UNIQUE INDEX subscriptions_running_key ON app_public.subscriptions USING btree (user_id, kind) WHERE provider = 'manual'::text AND status <> 'ENDED'::app_public.subscription_status;
CREATE INDEX subscriptions_user_id_idx ON app_public.subscriptions USING btree (user_id);
create policy select_admin on app_public.subscriptions for select to newline_admin
  using (true);
create policy select_own on app_public.subscriptions for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER keep_subscription AFTER INSERT OR DELETE OR UPDATE ON app_public.subscriptions FOR EACH ROW EXECUTE FUNCTION app_private.keep_subscription();
grant select on app_public.subscriptions to newline_visitor;

create table app_public.surveys (
  id uuid not null default app_public.new_id(),
  user_id uuid,
  course_id uuid,
  book_id uuid,
  scale_number integer not null,
  review_text text,
  created_at timestamp with time zone not null default now(),
  constraint surveys_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint surveys_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint surveys_item_check CHECK (num_nonnulls(course_id, book_id) = 1),
  constraint surveys_pkey PRIMARY KEY (id),
  constraint surveys_review_text_check CHECK (length(review_text) <= 2000),
  constraint surveys_scale_number_check CHECK (scale_number >= 1 AND scale_number <= 5),
  constraint surveys_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE SET NULL
);
comment on table app_public.surveys is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A survey review.';
comment on column app_public.surveys.scale_number is 'The rating from 1 to 5; counts as a rating.';
comment on column app_public.surveys.review_text is 'The text of the review; null without one.';
comment on constraint surveys_book_id_fkey on app_public.surveys is '@fieldName book
@foreignFieldName surveys';
comment on constraint surveys_course_id_fkey on app_public.surveys is '@fieldName course
@foreignFieldName surveys';
comment on constraint surveys_user_id_fkey on app_public.surveys is '@fieldName user
@behavior -connection -list';
CREATE INDEX surveys_book_id_idx ON app_public.surveys USING btree (book_id);
CREATE INDEX surveys_course_id_idx ON app_public.surveys USING btree (course_id);
CREATE INDEX surveys_user_id_idx ON app_public.surveys USING btree (user_id);
create policy select_visible on app_public.surveys for select to newline_visitor
  using (( SELECT true
   FROM app_public.courses c
  WHERE c.id = surveys.course_id) OR ( SELECT true
   FROM app_public.books b
  WHERE b.id = surveys.book_id));
CREATE TRIGGER count_ratings AFTER INSERT OR DELETE OR UPDATE OF scale_number, course_id, book_id ON app_public.surveys FOR EACH ROW EXECUTE FUNCTION app_private.count_ratings();
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, user_id, course_id, book_id, scale_number, review_text, created_at ON app_public.surveys FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('testimonials', '', '');
grant select on app_public.surveys to newline_visitor;

create table app_public.suspensions (
  user_id uuid not null,
  ends_at timestamp with time zone,
  reason text,
  created_at timestamp with time zone not null default now(),
  constraint suspensions_pkey PRIMARY KEY (user_id),
  constraint suspensions_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 1000),
  constraint suspensions_time_check CHECK (ends_at IS NULL OR isfinite(ends_at)),
  constraint suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.suspensions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user who temporarily can''t comment, react or report. Visible to that user and administrators.';
comment on column app_public.suspensions.ends_at is 'When it ends; null if it''s permanent.';
comment on column app_public.suspensions.reason is 'The reason that the user sees; null without one.';
comment on constraint suspensions_user_id_fkey on app_public.suspensions is '@fieldName user
@foreignFieldName suspension';
create policy select_admin on app_public.suspensions for select to newline_admin
  using (true);
create policy select_own on app_public.suspensions for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER suspensions_announce AFTER INSERT OR UPDATE ON app_public.suspensions FOR EACH ROW EXECUTE FUNCTION app_private.announce_session('user', 'user_id');
grant select on app_public.suspensions to newline_visitor;

create table app_public.taggings (
  id uuid not null default app_public.new_id(),
  tag_id uuid not null,
  course_id uuid,
  book_id uuid,
  article_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint taggings_article_id_fkey FOREIGN KEY (article_id) REFERENCES app_public.articles(id) ON DELETE CASCADE,
  constraint taggings_article_key UNIQUE (article_id, tag_id),
  constraint taggings_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint taggings_book_key UNIQUE (book_id, tag_id),
  constraint taggings_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint taggings_course_key UNIQUE (course_id, tag_id),
  constraint taggings_item_check CHECK (num_nonnulls(course_id, book_id, article_id) = 1),
  constraint taggings_pkey PRIMARY KEY (id),
  constraint taggings_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES app_public.tags(id) ON DELETE CASCADE
);
comment on table app_public.taggings is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A tag of an item.';
comment on constraint taggings_article_id_fkey on app_public.taggings is '@fieldName article
@foreignFieldName taggings';
comment on constraint taggings_book_id_fkey on app_public.taggings is '@fieldName book
@foreignFieldName taggings';
comment on constraint taggings_course_id_fkey on app_public.taggings is '@fieldName course
@foreignFieldName taggings';
comment on constraint taggings_tag_id_fkey on app_public.taggings is '@fieldName tag
@foreignFieldName taggings';
CREATE INDEX taggings_tag_id_idx ON app_public.taggings USING btree (tag_id);
create policy select_visible on app_public.taggings for select to newline_visitor
  using (( SELECT true
   FROM app_public.courses c
  WHERE c.id = taggings.course_id) OR ( SELECT true
   FROM app_public.books b
  WHERE b.id = taggings.book_id) OR ( SELECT true
   FROM app_public.articles a
  WHERE a.id = taggings.article_id));
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, tag_id, course_id, book_id, article_id, created_at ON app_public.taggings FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('tags', '', '');
grant select on app_public.taggings to newline_visitor;

create table app_public.tags (
  id uuid not null default app_public.new_id(),
  name text not null,
  slug app_public.slug not null,
  is_category boolean not null default false,
  "position" integer not null default 0,
  icon text,
  created_at timestamp with time zone not null default now(),
  color app_public.color,
  constraint tags_icon_check CHECK (icon ~ '^[a-z0-9]{1,40}$'::text OR icon ~ '^/media/a/[a-z0-9]+/[a-z0-9-]+[.]webp$'::text),
  constraint tags_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 60),
  constraint tags_name_key UNIQUE (name),
  constraint tags_pkey PRIMARY KEY (id),
  constraint tags_slug_key UNIQUE (slug)
);
comment on table app_public.tags is '@behavior -insert -update -delete
A category or technology of items.';
comment on column app_public.tags.is_category is 'True for the curated categories in the explore tabs, false for a technology.';
comment on column app_public.tags."position" is 'The order among the categories.';
comment on column app_public.tags.icon is 'A key in the icon map, or the path of an uploaded image; null without an icon.';
comment on column app_public.tags.color is 'The color of the icon, and of the mark next to the name; null for the text color.';
CREATE INDEX tags_is_category_position_idx ON app_public.tags USING btree (is_category, "position");
create policy select_all on app_public.tags for select to newline_visitor
  using (true);
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, name, slug, is_category, "position", icon, created_at, color ON app_public.tags FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('tags', '', '');
grant select on app_public.tags to newline_visitor;

create table app_public.team_invitations (
  id uuid not null default app_public.new_id(),
  team_id uuid not null,
  email text not null,
  status app_public.invitation_status not null default 'OPEN'::app_public.invitation_status,
  sent_at timestamp with time zone not null default now(),
  sent_count integer not null default 1,
  expires_at timestamp with time zone not null default now() + '14 days'::interval,
  created_at timestamp with time zone not null default now(),
  constraint team_invitations_email_check CHECK (email = lower(email) AND length(email) <= 254 AND email ~ '^[^@[:space:]<>",;]+@[^@[:space:]<>",;]+[.][^@[:space:]<>",;]+$'::text),
  constraint team_invitations_pkey PRIMARY KEY (id),
  constraint team_invitations_sent_count_check CHECK (sent_count >= 1),
  constraint team_invitations_team_id_fkey FOREIGN KEY (team_id) REFERENCES app_public.teams(id) ON DELETE CASCADE
);
comment on table app_public.team_invitations is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
An emailed invitation to a team seat, visible to the team''s owner and administrators.';
comment on column app_public.team_invitations.email is 'The email address it was sent to. Any signed-in user with the link can accept it.';
comment on column app_public.team_invitations.sent_at is 'When it was last sent.';
comment on column app_public.team_invitations.sent_count is '@behavior -select -orderBy -filterBy
The number of times it was sent.';
comment on column app_public.team_invitations.expires_at is 'When it expires: 14 days after it was sent.';
comment on constraint team_invitations_team_id_fkey on app_public.team_invitations is '@fieldName team
@foreignFieldName invitations';
CREATE INDEX team_invitations_expires_at_idx ON app_public.team_invitations USING btree (expires_at) WHERE status = 'OPEN'::app_public.invitation_status;
CREATE UNIQUE INDEX team_invitations_open_key ON app_public.team_invitations USING btree (team_id, email) WHERE status = 'OPEN'::app_public.invitation_status;
CREATE INDEX team_invitations_team_id_created_at_idx ON app_public.team_invitations USING btree (team_id, created_at);
create policy select_admin on app_public.team_invitations for select to newline_admin
  using (true);
create policy select_owned on app_public.team_invitations for select to newline_learner
  using ((team_id IN ( SELECT app_private.owned_team_ids() AS owned_team_ids)));
CREATE TRIGGER count_seats AFTER INSERT OR DELETE OR UPDATE OF status ON app_public.team_invitations FOR EACH ROW EXECUTE FUNCTION app_private.count_seats();
grant select on app_public.team_invitations to newline_visitor;

create table app_public.team_members (
  id uuid not null default app_public.new_id(),
  team_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint team_members_pkey PRIMARY KEY (id),
  constraint team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES app_public.teams(id) ON DELETE CASCADE,
  constraint team_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE,
  constraint team_members_user_key UNIQUE (user_id)
);
comment on table app_public.team_members is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
An occupied seat of a team, visible to its user, the team''s owner and administrators. A user has at most one seat.';
comment on constraint team_members_team_id_fkey on app_public.team_members is '@fieldName team
@foreignFieldName members';
comment on constraint team_members_user_id_fkey on app_public.team_members is '@fieldName user
@foreignFieldName seat';
CREATE INDEX team_members_team_id_created_at_idx ON app_public.team_members USING btree (team_id, created_at);
create policy select_admin on app_public.team_members for select to newline_admin
  using (true);
create policy select_own on app_public.team_members for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
create policy select_owned on app_public.team_members for select to newline_learner
  using ((team_id IN ( SELECT app_private.owned_team_ids() AS owned_team_ids)));
CREATE TRIGGER count_seats AFTER INSERT OR DELETE ON app_public.team_members FOR EACH ROW EXECUTE FUNCTION app_private.count_seats();
CREATE TRIGGER keep_member AFTER INSERT OR DELETE ON app_public.team_members FOR EACH ROW EXECUTE FUNCTION app_private.keep_member();
grant select on app_public.team_members to newline_visitor;

create table app_public.teams (
  id uuid not null default app_public.new_id(),
  subscription_id uuid not null,
  owner_id uuid not null,
  name text not null,
  seats integer not null,
  seats_taken integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint teams_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 100),
  constraint teams_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_public.users(id) ON DELETE CASCADE,
  constraint teams_pkey PRIMARY KEY (id),
  constraint teams_seats_check CHECK (seats >= 1),
  constraint teams_seats_taken_range CHECK (seats_taken >= 0 AND seats_taken <= seats),
  constraint teams_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES app_public.subscriptions(id) ON DELETE CASCADE,
  constraint teams_subscription_key UNIQUE (subscription_id)
);
comment on table app_public.teams is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The users who share a Team Package, visible to its owner, its members and administrators.';
comment on column app_public.teams.seats is 'The number of paid seats.';
comment on column app_public.teams.seats_taken is 'The number of seats of members and open invitations. Derived.';
comment on constraint teams_owner_id_fkey on app_public.teams is '@fieldName owner
@foreignFieldName ownedTeams';
comment on constraint teams_subscription_id_fkey on app_public.teams is '@fieldName subscription
@foreignFieldName team';
CREATE INDEX teams_owner_id_idx ON app_public.teams USING btree (owner_id);
create policy select_admin on app_public.teams for select to newline_admin
  using (true);
create policy select_joined on app_public.teams for select to newline_learner
  using ((id IN ( SELECT app_private.my_team_ids() AS my_team_ids)));
create policy select_own on app_public.teams for select to newline_learner
  using (owner_id = (( SELECT app_public.current_user_id() AS current_user_id)));
grant select on app_public.teams to newline_visitor;

create table app_public.testimonials (
  id uuid not null default app_public.new_id(),
  slug app_public.slug,
  user_id uuid,
  course_id uuid,
  book_id uuid,
  rating integer not null,
  quote_md text not null,
  name text,
  title text,
  employer text,
  website_url app_public.web_address,
  twitter_username app_public.handle,
  github_username app_public.handle,
  linked_in_url app_public.web_address,
  profile_image_url app_public.media_address,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  answer_md text,
  answered_at timestamp with time zone,
  answered_by uuid,
  hidden_at timestamp with time zone,
  hidden_reason text,
  constraint testimonials_answer_check CHECK ((answer_md IS NULL) = (answered_at IS NULL) AND (answer_md IS NOT NULL OR answered_by IS NULL)),
  constraint testimonials_answer_md_check CHECK (length(answer_md) >= 1 AND length(answer_md) <= 1000),
  constraint testimonials_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES app_public.users(id) ON DELETE SET NULL,
  constraint testimonials_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE CASCADE,
  constraint testimonials_book_person_key UNIQUE (book_id, user_id),
  constraint testimonials_check CHECK (length(quote_md) <= 2000 AND (user_id IS NULL OR length(quote_md) <= 200)),
  constraint testimonials_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE CASCADE,
  constraint testimonials_course_person_key UNIQUE (course_id, user_id),
  constraint testimonials_employer_check CHECK (length(employer) <= 120),
  constraint testimonials_hidden_check CHECK (hidden_at IS NOT NULL OR hidden_reason IS NULL),
  constraint testimonials_hidden_reason_check CHECK (length(hidden_reason) >= 1 AND length(hidden_reason) <= 500),
  constraint testimonials_kind_check CHECK (
CASE
    WHEN user_id IS NULL THEN slug IS NOT NULL AND num_nonnulls(course_id, book_id) <= 1
    ELSE num_nonnulls(course_id, book_id) = 1
END),
  constraint testimonials_name_check CHECK (length(name) <= 80),
  constraint testimonials_pkey PRIMARY KEY (id),
  constraint testimonials_rating_check CHECK (rating >= 1 AND rating <= 5),
  constraint testimonials_slug_key UNIQUE (slug),
  constraint testimonials_title_check CHECK (length(title) <= 120),
  constraint testimonials_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.testimonials is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A review: one by a learner (one per user and item), or one chosen by the site, which has a slug and no user.';
comment on column app_public.testimonials.slug is 'The slug of a testimonial chosen by the site.';
comment on column app_public.testimonials.rating is 'Stars, 1 to 5.';
comment on column app_public.testimonials.quote_md is 'The text, in Markdown; at most 200 characters for learners.';
comment on column app_public.testimonials.employer is 'The user''s employer, as shown on the card.';
comment on column app_public.testimonials.answer_md is 'The answer of an author of the item, in Markdown, at most 1,000 characters; null without an answer.';
comment on column app_public.testimonials.answered_at is 'When the answer was last written; null without an answer.';
comment on column app_public.testimonials.answered_by is 'The user who answered; null without an answer, or if their account was deleted.';
comment on column app_public.testimonials.hidden_at is 'When an administrator hid it; null if it''s shown. A hidden review is visible to its author and administrators.';
comment on column app_public.testimonials.hidden_reason is 'The reason that its author sees; null without one.';
comment on constraint testimonials_answered_by_fkey on app_public.testimonials is '@fieldName answerer
@behavior -connection -list';
comment on constraint testimonials_book_id_fkey on app_public.testimonials is '@fieldName book
@foreignFieldName testimonials';
comment on constraint testimonials_course_id_fkey on app_public.testimonials is '@fieldName course
@foreignFieldName testimonials';
comment on constraint testimonials_user_id_fkey on app_public.testimonials is '@fieldName user
@foreignFieldName testimonials';
CREATE INDEX testimonials_answered_by_idx ON app_public.testimonials USING btree (answered_by);
CREATE INDEX testimonials_book_id_created_at_idx ON app_public.testimonials USING btree (book_id, created_at DESC);
CREATE INDEX testimonials_course_id_created_at_idx ON app_public.testimonials USING btree (course_id, created_at DESC);
CREATE INDEX testimonials_created_at_id_idx ON app_public.testimonials USING btree (created_at DESC, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX testimonials_hidden_at_idx ON app_public.testimonials USING btree (hidden_at) WHERE hidden_at IS NOT NULL;
CREATE INDEX testimonials_user_id_idx ON app_public.testimonials USING btree (user_id);
create policy insert_own on app_public.testimonials for insert to newline_learner
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)) AND ((EXISTS ( SELECT
   FROM app_public.courses c
  WHERE c.id = testimonials.course_id AND NOT c.is_coming_soon)) OR (EXISTS ( SELECT
   FROM app_public.books b
  WHERE b.id = testimonials.book_id AND NOT b.is_coming_soon))));
create policy select_admin on app_public.testimonials for select to newline_admin
  using (true);
create policy select_hidden_own on app_public.testimonials for select to newline_learner
  using (hidden_at IS NOT NULL AND user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
create policy select_visible on app_public.testimonials for select to newline_visitor
  using (hidden_at IS NULL AND (num_nonnulls(course_id, book_id) = 0 OR ( SELECT true
   FROM app_public.courses c
  WHERE c.id = testimonials.course_id) OR ( SELECT true
   FROM app_public.books b
  WHERE b.id = testimonials.book_id)));
create policy update_own on app_public.testimonials for update to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)) AND ((EXISTS ( SELECT
   FROM app_public.courses c
  WHERE c.id = testimonials.course_id)) OR (EXISTS ( SELECT
   FROM app_public.books b
  WHERE b.id = testimonials.book_id))))
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER check_pictures BEFORE INSERT OR UPDATE OF profile_image_url ON app_public.testimonials FOR EACH ROW EXECUTE FUNCTION app_private.check_pictures('profile_image_url');
CREATE TRIGGER check_review BEFORE INSERT OR UPDATE OF rating, quote_md ON app_public.testimonials FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION app_private.check_review();
CREATE TRIGGER count_ratings AFTER INSERT OR DELETE OR UPDATE OF rating, course_id, book_id, hidden_at ON app_public.testimonials FOR EACH ROW EXECUTE FUNCTION app_private.count_ratings();
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, slug, user_id, course_id, book_id, rating, quote_md, name, title, employer, website_url, twitter_username, github_username, linked_in_url, profile_image_url, created_at, answer_md, answered_by, hidden_at ON app_public.testimonials FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('testimonials', '', 'answered_at,hidden_reason');
CREATE TRIGGER touch BEFORE UPDATE OF rating, quote_md ON app_public.testimonials FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant insert (user_id, course_id, book_id, rating, quote_md) on app_public.testimonials to newline_learner;
grant update (rating, quote_md) on app_public.testimonials to newline_learner;
grant select on app_public.testimonials to newline_visitor;

create table app_public.user_progresses (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  course_lesson_id uuid,
  book_lesson_id uuid,
  created_at timestamp with time zone not null default now(),
  reason app_public.progress_reason not null default 'BY_HAND'::app_public.progress_reason,
  constraint user_progresses_book_lesson_id_fkey FOREIGN KEY (book_lesson_id) REFERENCES app_public.book_lessons(id) ON DELETE CASCADE,
  constraint user_progresses_book_lesson_key UNIQUE (book_lesson_id, user_id),
  constraint user_progresses_course_lesson_id_fkey FOREIGN KEY (course_lesson_id) REFERENCES app_public.course_lessons(id) ON DELETE CASCADE,
  constraint user_progresses_course_lesson_key UNIQUE (course_lesson_id, user_id),
  constraint user_progresses_item_check CHECK (num_nonnulls(course_lesson_id, book_lesson_id) = 1),
  constraint user_progresses_pkey PRIMARY KEY (id),
  constraint user_progresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.user_progresses is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A lesson that a user completed. Users see only their own rows; totalCount counts everyone''s.';
comment on column app_public.user_progresses.reason is 'Why it counts as completed.';
comment on constraint user_progresses_book_lesson_id_fkey on app_public.user_progresses is '@fieldName bookLesson
@foreignFieldName userProgressesByBookLessonId';
comment on constraint user_progresses_course_lesson_id_fkey on app_public.user_progresses is '@fieldName courseLesson
@foreignFieldName userProgressesByCourseLessonId';
comment on constraint user_progresses_user_id_fkey on app_public.user_progresses is '@fieldName user
@behavior -connection -list';
CREATE INDEX user_progresses_user_id_created_at_idx ON app_public.user_progresses USING btree (user_id, created_at);
create policy select_admin on app_public.user_progresses for select to newline_admin
  using (true);
create policy select_own on app_public.user_progresses for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER count_progress AFTER INSERT OR DELETE ON app_public.user_progresses FOR EACH ROW EXECUTE FUNCTION app_private.count_progress();
CREATE TRIGGER notify_finished AFTER INSERT OR DELETE ON app_public.user_progresses FOR EACH ROW EXECUTE FUNCTION app_private.notify_finished();
grant select on app_public.user_progresses to newline_visitor;

create table app_public.user_settings (
  user_id uuid not null,
  time_zone text not null default 'UTC'::text,
  has_shortcuts boolean not null default true,
  updated_at timestamp with time zone not null default now(),
  mail_notices app_public.mail_rhythm not null default 'AT_ONCE'::app_public.mail_rhythm,
  follows_browser_time_zone boolean not null default true,
  constraint user_settings_pkey PRIMARY KEY (user_id),
  constraint user_settings_time_zone_check CHECK (length(time_zone) <= 64),
  constraint user_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_public.users(id) ON DELETE CASCADE
);
comment on table app_public.user_settings is '@behavior -insert -delete -query:resource:connection -query:resource:list
Private settings of a user.';
comment on column app_public.user_settings.time_zone is 'The IANA name of the time zone for streaks and for daily and weekly emails. Changing it turns off following the browser.';
comment on column app_public.user_settings.has_shortcuts is 'False if the user has turned off single-key shortcuts.';
comment on column app_public.user_settings.mail_notices is 'When notifications are emailed. Discussions can override it.';
comment on column app_public.user_settings.follows_browser_time_zone is 'True until the user picks a time zone. Until then, the time zone is that of the last browser.';
comment on constraint user_settings_user_id_fkey on app_public.user_settings is '@fieldName user
@foreignFieldName settings';
create policy select_own on app_public.user_settings for select to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
create policy update_own on app_public.user_settings for update to newline_learner
  using (user_id = (( SELECT app_public.current_user_id() AS current_user_id)))
  with check (user_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER check_time_zone BEFORE INSERT OR UPDATE OF time_zone ON app_public.user_settings FOR EACH ROW WHEN (new.time_zone <> 'UTC'::text) EXECUTE FUNCTION app_private.check_time_zone();
CREATE TRIGGER pick_time_zone BEFORE UPDATE OF time_zone ON app_public.user_settings FOR EACH ROW WHEN (new.time_zone <> old.time_zone) EXECUTE FUNCTION app_private.pick_time_zone();
CREATE TRIGGER touch BEFORE UPDATE ON app_public.user_settings FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant update (time_zone, has_shortcuts, mail_notices, follows_browser_time_zone) on app_public.user_settings to newline_learner;
grant select on app_public.user_settings to newline_visitor;

create table app_public.users (
  id uuid not null,
  username text not null,
  name text,
  profile_image_url app_public.media_address,
  employment_title text,
  employer_name text,
  biography text,
  website_url app_public.web_address,
  github_username app_public.handle,
  twitter_username app_public.handle,
  linked_in_url app_public.web_address,
  is_admin boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint users_biography_check CHECK (length(biography) <= 2000),
  constraint users_employer_name_check CHECK (length(employer_name) <= 120),
  constraint users_employment_title_check CHECK (length(employment_title) <= 120),
  constraint users_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 80),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_username_check CHECK (username ~ '^[a-z0-9](?:[a-z0-9_-]{0,38}[a-z0-9])?$'::text),
  constraint users_username_key UNIQUE (username)
);
comment on table app_public.users is '@behavior -insert -delete -query:resource:connection -query:resource:list
The public profile of a user.';
comment on column app_public.users.username is 'The unique username in lower case. The profile is at /@{username}.';
comment on column app_public.users.name is 'The name as the user writes it; null if not set. Show displayName.';
comment on column app_public.users.employment_title is 'The job title, in the user''s own words.';
comment on column app_public.users.employer_name is 'The employer, in the user''s own words.';
comment on column app_public.users.biography is 'A few sentences of plain text about the user.';
comment on column app_public.users.is_admin is 'True for administrators, who can do everything.';
CREATE INDEX users_created_at_idx ON app_public.users USING btree (created_at);
CREATE INDEX users_id_idx ON app_public.users USING btree (id) WHERE is_admin;
CREATE INDEX users_name_letters_idx ON app_public.users USING gin (lower(name) extensions.gin_trgm_ops);
CREATE INDEX users_name_start_idx ON app_public.users USING btree (lower(name) text_pattern_ops);
CREATE INDEX users_username_letters_idx ON app_public.users USING gin (username extensions.gin_trgm_ops);
CREATE INDEX users_username_start_idx ON app_public.users USING btree (username text_pattern_ops);
create policy select_all on app_public.users for select to newline_visitor
  using (true);
create policy update_own on app_public.users for update to newline_learner
  using (id = (( SELECT app_public.current_user_id() AS current_user_id)))
  with check (id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER audit_new_role AFTER INSERT ON app_public.users FOR EACH ROW WHEN (new.is_admin) EXECUTE FUNCTION app_private.audit_role();
CREATE TRIGGER audit_role AFTER UPDATE OF is_admin ON app_public.users FOR EACH ROW WHEN (old.is_admin IS DISTINCT FROM new.is_admin) EXECUTE FUNCTION app_private.audit_role();
CREATE TRIGGER check_name BEFORE UPDATE OF name ON app_public.users FOR EACH ROW WHEN (new.name IS DISTINCT FROM old.name) EXECUTE FUNCTION app_private.check_name();
CREATE TRIGGER check_pictures BEFORE INSERT OR UPDATE OF profile_image_url ON app_public.users FOR EACH ROW EXECUTE FUNCTION app_private.check_pictures('profile_image_url');
CREATE TRIGGER check_username_insert BEFORE INSERT ON app_public.users FOR EACH ROW EXECUTE FUNCTION app_private.check_username();
CREATE TRIGGER check_username_update BEFORE UPDATE OF username ON app_public.users FOR EACH ROW WHEN (new.username IS DISTINCT FROM old.username) EXECUTE FUNCTION app_private.check_username();
CREATE TRIGGER copy_admin_flag AFTER INSERT OR UPDATE OF is_admin ON app_public.users FOR EACH ROW EXECUTE FUNCTION app_private.copy_admin_flag();
CREATE TRIGGER index_title AFTER INSERT OR UPDATE OF name, username ON app_public.users FOR EACH ROW EXECUTE FUNCTION app_private.index_title('PERSON', 'user_id', 'name,username');
CREATE TRIGGER keep_last_admin BEFORE DELETE ON app_public.users FOR EACH ROW WHEN (old.is_admin) EXECUTE FUNCTION app_private.keep_last_admin();
CREATE TRIGGER keep_last_role BEFORE UPDATE OF is_admin ON app_public.users FOR EACH ROW WHEN (old.is_admin AND NOT new.is_admin) EXECUTE FUNCTION app_private.keep_last_admin();
CREATE TRIGGER keep_profile_image AFTER UPDATE OF profile_image_url ON app_public.users FOR EACH ROW WHEN (old.profile_image_url::text IS DISTINCT FROM new.profile_image_url::text) EXECUTE FUNCTION app_private.keep_profile_image();
CREATE TRIGGER leave_tombstones BEFORE DELETE ON app_public.users FOR EACH ROW EXECUTE FUNCTION app_private.leave_tombstones();
CREATE TRIGGER notify_tags AFTER INSERT OR DELETE OR UPDATE OF id, username, name, profile_image_url, employment_title, employer_name, biography, website_url, github_username, twitter_username, linked_in_url, is_admin, created_at ON app_public.users FOR EACH ROW EXECUTE FUNCTION app_private.notify_tags('users', 'user', '');
CREATE TRIGGER role_takes_session BEFORE UPDATE OF is_admin ON app_public.users FOR EACH ROW WHEN (old.is_admin IS DISTINCT FROM new.is_admin) EXECUTE FUNCTION app_private.refuse_access_token();
CREATE TRIGGER touch BEFORE UPDATE ON app_public.users FOR EACH ROW EXECUTE FUNCTION app_private.touch_updated_at();
grant update (username, name, profile_image_url, employment_title, employer_name, biography, website_url, github_username, twitter_username, linked_in_url) on app_public.users to newline_learner;
grant select on app_public.users to newline_visitor;

create table app_public.video_captions (
  video_id uuid not null,
  language text not null,
  vtt text not null,
  starts_at numeric(9,3)[] not null,
  ends_at numeric(9,3)[] not null,
  words text[] not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint video_captions_cues_check CHECK (cardinality(starts_at) = cardinality(words) AND cardinality(ends_at) = cardinality(words)),
  constraint video_captions_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$'::text),
  constraint video_captions_pkey PRIMARY KEY (video_id, language),
  constraint video_captions_video_id_fkey FOREIGN KEY (video_id) REFERENCES app_public.videos(id) ON DELETE CASCADE,
  constraint video_captions_vtt_check CHECK (octet_length(vtt) <= 1000000)
);
comment on table app_public.video_captions is '@name videoCaption
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The captions of a video in one language. Visible to everyone who can see the video.';
comment on column app_public.video_captions.language is 'A language tag such as en or pt-BR.';
comment on column app_public.video_captions.vtt is 'The captions as WebVTT.';
comment on column app_public.video_captions.starts_at is '@behavior -*
When each cue begins.';
comment on column app_public.video_captions.ends_at is '@behavior -*
When each cue ends.';
comment on column app_public.video_captions.words is '@behavior -*
The text of each cue, without its settings.';
comment on constraint video_captions_video_id_fkey on app_public.video_captions is '@fieldName video
@foreignFieldName captions
@behavior -connection +list';
create policy select_visible on app_public.video_captions for select to newline_learner
  using ((EXISTS ( SELECT
   FROM app_public.videos v
  WHERE v.id = video_captions.video_id)));
grant select on app_public.video_captions to newline_visitor;

create table app_public.videos (
  id uuid not null default app_public.new_id(),
  playback_id text not null,
  owner_id uuid,
  course_id uuid,
  book_id uuid,
  lesson_id uuid,
  clip_id uuid,
  provider text not null,
  provider_upload_id text,
  provider_asset_id text,
  video_url app_public.video_address,
  name text not null,
  byte_count bigint not null,
  status app_public.video_status not null default 'UPLOADING'::app_public.video_status,
  progress integer not null default 0,
  attempts integer not null default 0,
  reason text,
  duration_seconds double precision,
  width integer,
  height integer,
  still_seconds integer[] not null default '{}'::integer[],
  poster_second integer,
  loose_since timestamp with time zone default now(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  provider_playback_id text,
  constraint videos_address_check CHECK (status <> 'READY'::app_public.video_status OR video_url IS NOT NULL),
  constraint videos_book_id_fkey FOREIGN KEY (book_id) REFERENCES app_public.books(id) ON DELETE SET NULL,
  constraint videos_byte_count_check CHECK (byte_count > 0),
  constraint videos_clip_id_fkey FOREIGN KEY (clip_id) REFERENCES app_public.clips(id) ON DELETE SET NULL,
  constraint videos_course_id_fkey FOREIGN KEY (course_id) REFERENCES app_public.courses(id) ON DELETE SET NULL,
  constraint videos_duration_seconds_check CHECK (duration_seconds > 0::double precision),
  constraint videos_failure_check CHECK ((reason IS NOT NULL) = (status = 'FAILED'::app_public.video_status)),
  constraint videos_height_check CHECK (height > 0),
  constraint videos_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES app_public.lessons(id) ON DELETE SET NULL,
  constraint videos_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint videos_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_public.users(id) ON DELETE SET NULL,
  constraint videos_pkey PRIMARY KEY (id),
  constraint videos_playback_id_check CHECK (playback_id ~ '^[A-Za-z0-9_-]{4,64}$'::text),
  constraint videos_playback_id_key UNIQUE (playback_id),
  constraint videos_poster_second_check CHECK (poster_second >= 0),
  constraint videos_progress_check CHECK (progress >= 0 AND progress <= 100),
  constraint videos_provider_asset_id_key UNIQUE (provider_asset_id),
  constraint videos_provider_check CHECK (provider = ANY (ARRAY['local'::text, 'mux'::text])),
  constraint videos_provider_playback_id_key UNIQUE (provider_playback_id),
  constraint videos_provider_upload_id_key UNIQUE (provider_upload_id),
  constraint videos_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 300),
  constraint videos_video_url_key UNIQUE (video_url),
  constraint videos_width_check CHECK (width > 0)
);
comment on table app_public.videos is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A video that an author uploaded. Visible to its owner, to the authors and editors of its item, and to administrators.';
comment on column app_public.videos.playback_id is 'The random ID that identifies it in URLs.';
comment on column app_public.videos.course_id is 'The course that it was uploaded for: as a trailer, unless lessonId or clipId is set.';
comment on column app_public.videos.book_id is 'The book that it was uploaded for: as a trailer, unless lessonId or clipId is set.';
comment on column app_public.videos.lesson_id is 'The lesson that it was uploaded for.';
comment on column app_public.videos.clip_id is 'The clip that it was uploaded for.';
comment on column app_public.videos.provider is 'Who stores and serves it: local (this site) or mux.';
comment on column app_public.videos.provider_upload_id is '@behavior -*
The upload at the provider.';
comment on column app_public.videos.provider_asset_id is '@behavior -*
The video at the provider.';
comment on column app_public.videos.video_url is 'The URL by which clips and lessons refer to it, whatever the provider: local:{playbackId}.';
comment on column app_public.videos.name is 'The name of the uploaded file.';
comment on column app_public.videos.byte_count is 'The size of the uploaded file in bytes.';
comment on column app_public.videos.progress is 'The percentage that is done while PROCESSING.';
comment on column app_public.videos.attempts is '@behavior -*
The number of times processing was started.';
comment on column app_public.videos.reason is 'Why it FAILED, as shown to its author; null otherwise.';
comment on column app_public.videos.duration_seconds is 'The length in seconds; null if not known yet, or without ffmpeg.';
comment on column app_public.videos.width is 'The displayed width in pixels.';
comment on column app_public.videos.height is 'The displayed height in pixels.';
comment on column app_public.videos.still_seconds is 'The seconds for which there are still images.';
comment on column app_public.videos.poster_second is 'The second that its poster shows.';
comment on column app_public.videos.loose_since is '@behavior -*
When it stopped being used; null while it''s used. It''s removed after a day, or after a week if it failed.';
comment on column app_public.videos.updated_at is 'When bytes or status updates last arrived.';
comment on column app_public.videos.provider_playback_id is '@behavior -*
The ID that identifies it in the provider''s URLs.';
comment on constraint videos_book_id_fkey on app_public.videos is '@behavior -*';
comment on constraint videos_clip_id_fkey on app_public.videos is '@behavior -*';
comment on constraint videos_course_id_fkey on app_public.videos is '@behavior -*';
comment on constraint videos_lesson_id_fkey on app_public.videos is '@behavior -*';
comment on constraint videos_owner_id_fkey on app_public.videos is '@fieldName owner
@behavior -connection -list';
comment on constraint videos_pkey on app_public.videos is '@behavior -query:resource:single';
comment on constraint videos_provider_asset_id_key on app_public.videos is '@behavior -query:resource:single';
comment on constraint videos_provider_playback_id_key on app_public.videos is '@behavior -query:resource:single';
comment on constraint videos_provider_upload_id_key on app_public.videos is '@behavior -query:resource:single';
comment on constraint videos_video_url_key on app_public.videos is '@behavior -query:resource:single';
CREATE INDEX videos_book_id_idx ON app_public.videos USING btree (book_id);
CREATE INDEX videos_clip_id_idx ON app_public.videos USING btree (clip_id);
CREATE INDEX videos_course_id_idx ON app_public.videos USING btree (course_id);
CREATE INDEX videos_created_at_idx ON app_public.videos USING btree (created_at) WHERE status = ANY (ARRAY['QUEUED'::app_public.video_status, 'PROCESSING'::app_public.video_status]);
CREATE INDEX videos_created_at_idx1 ON app_public.videos USING btree (created_at) WHERE provider <> 'local'::text AND (status = ANY (ARRAY['UPLOADING'::app_public.video_status, 'QUEUED'::app_public.video_status, 'PROCESSING'::app_public.video_status]));
CREATE INDEX videos_lesson_id_idx ON app_public.videos USING btree (lesson_id);
CREATE INDEX videos_loose_since_idx ON app_public.videos USING btree (loose_since) WHERE loose_since IS NOT NULL;
CREATE INDEX videos_owner_id_idx ON app_public.videos USING btree (owner_id);
create policy select_admin on app_public.videos for select to newline_admin
  using (true);
create policy select_contributor on app_public.videos for select to newline_learner
  using ((course_id IN ( SELECT app_private.my_course_ids() AS my_course_ids)) OR (book_id IN ( SELECT app_private.my_book_ids() AS my_book_ids)));
create policy select_own on app_public.videos for select to newline_learner
  using (owner_id = (( SELECT app_public.current_user_id() AS current_user_id)));
CREATE TRIGGER unkeep_video AFTER DELETE ON app_public.videos FOR EACH ROW EXECUTE FUNCTION app_private.unkeep_video();
grant select on app_public.videos to newline_visitor;

create table auth."rateLimit" (
  id uuid not null default gen_random_uuid(),
  key text not null,
  count integer not null,
  "lastRequest" bigint not null,
  constraint "rateLimit_key_key" UNIQUE (key),
  constraint "rateLimit_pkey" PRIMARY KEY (id)
);
comment on table auth."rateLimit" is 'Requests to the sign-in pages by subnet (an IPv4 address or an IPv6 /64) and path.';
create policy sign_in on auth."rateLimit" for all to newline_auth
  using (true)
  with check (true);
grant delete on auth."rateLimit" to newline_auth;
grant insert on auth."rateLimit" to newline_auth;
grant select on auth."rateLimit" to newline_auth;
grant update on auth."rateLimit" to newline_auth;

create table auth."user" (
  id uuid not null default app_public.new_id(),
  name text not null,
  email text not null,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  role text,
  banned boolean default false,
  "banReason" text,
  "banExpires" timestamp with time zone,
  constraint user_email_check CHECK (email = lower(email) AND length(email) <= 254),
  constraint user_email_key UNIQUE (email),
  constraint user_pkey PRIMARY KEY (id)
);
comment on table auth."user" is 'An account. The public profile is the row of app_public.users with the same ID.';
comment on column auth."user".role is 'admin or user. Follows app_public.users.is_admin, and is never set here.';
comment on column auth."user".banned is 'True if the account is disabled: it can''t sign in, and its sessions are rejected.';
CREATE INDEX user_email_letters_idx ON auth."user" USING gin (email extensions.gin_trgm_ops);
CREATE INDEX user_email_start_idx ON auth."user" USING btree (email text_pattern_ops);
create policy sign_in on auth."user" for all to newline_auth
  using (true)
  with check (true);
CREATE TRIGGER add_user AFTER INSERT ON auth."user" FOR EACH ROW EXECUTE FUNCTION app_private.add_user();
CREATE TRIGGER forget_address AFTER DELETE ON auth."user" FOR EACH ROW EXECUTE FUNCTION app_private.forget_address();
CREATE TRIGGER forget_mails AFTER DELETE ON auth."user" FOR EACH ROW EXECUTE FUNCTION app_private.forget_mails_of_account();
CREATE TRIGGER remove_user AFTER DELETE ON auth."user" FOR EACH ROW EXECUTE FUNCTION app_private.remove_user();
CREATE TRIGGER user_announce AFTER UPDATE OF role, banned, "banExpires" ON auth."user" FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role OR old.banned IS DISTINCT FROM new.banned OR old."banExpires" IS DISTINCT FROM new."banExpires") EXECUTE FUNCTION app_private.announce_session('user', 'id');
CREATE TRIGGER user_end_links AFTER UPDATE OF email ON auth."user" FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION auth.end_links_to_former_address();
CREATE TRIGGER user_end_sessions AFTER UPDATE OF email ON auth."user" FOR EACH ROW WHEN (old.email IS DISTINCT FROM new.email) EXECUTE FUNCTION auth.end_sessions();
grant delete on auth."user" to newline_auth;
grant insert on auth."user" to newline_auth;
grant select on auth."user" to newline_auth;
grant update on auth."user" to newline_auth;

create table auth.access_token_hashes (
  token_id uuid not null,
  hash bytea not null,
  constraint access_token_hashes_hash_check CHECK (length(hash) = 32),
  constraint access_token_hashes_hash_key UNIQUE (hash),
  constraint access_token_hashes_pkey PRIMARY KEY (token_id),
  constraint access_token_hashes_token_id_fkey FOREIGN KEY (token_id) REFERENCES app_public.access_tokens(id) ON DELETE CASCADE
);
comment on table auth.access_token_hashes is 'The SHA-256 of each access token. A token has 256 random bits, so its hash identifies it but doesn''t help anyone guess it.';

create table auth.account (
  id uuid not null default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamp with time zone,
  "refreshTokenExpiresAt" timestamp with time zone,
  scope text,
  password text,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null,
  constraint "account_providerId_accountId_key" UNIQUE ("providerId", "accountId"),
  constraint "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint account_pkey PRIMARY KEY (id)
);
comment on table auth.account is 'A sign-in method: a password (providerId credential, hashed with scrypt), or an account with another provider.';
CREATE INDEX "account_userId_idx" ON auth.account USING btree ("userId");
create policy sign_in on auth.account for all to newline_auth
  using (true)
  with check (true);
CREATE TRIGGER account_end_claims AFTER DELETE ON auth.account FOR EACH ROW WHEN (old."providerId" <> 'credential'::text) EXECUTE FUNCTION auth.end_claims();
CREATE TRIGGER account_end_email_change AFTER UPDATE OF password ON auth.account FOR EACH ROW WHEN (old.password IS DISTINCT FROM new.password) EXECUTE FUNCTION auth.end_email_change();
CREATE TRIGGER account_end_pending_links AFTER UPDATE OF password ON auth.account FOR EACH ROW WHEN (old.password IS DISTINCT FROM new.password) EXECUTE FUNCTION auth.end_pending_links();
CREATE TRIGGER account_end_sessions AFTER UPDATE OF password ON auth.account FOR EACH ROW WHEN (old.password IS DISTINCT FROM new.password) EXECUTE FUNCTION auth.end_sessions();
CREATE TRIGGER account_end_sessions_first AFTER INSERT ON auth.account FOR EACH ROW WHEN (new.password IS NOT NULL) EXECUTE FUNCTION auth.end_sessions();
grant delete on auth.account to newline_auth;
grant insert on auth.account to newline_auth;
grant select on auth.account to newline_auth;
grant update on auth.account to newline_auth;

create table auth.attempts (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint attempts_key_check CHECK (length(key) <= 255),
  constraint attempts_pkey PRIMARY KEY (key)
);
comment on table auth.attempts is 'Attempts that count toward our own limits (such as an account and a subnet), in the format of rate-limiter-flexible.';
CREATE INDEX attempts_expire_idx ON auth.attempts USING btree (expire);
create policy sign_in on auth.attempts for all to newline_auth
  using (true)
  with check (true);
grant delete on auth.attempts to newline_auth;
grant insert on auth.attempts to newline_auth;
grant select on auth.attempts to newline_auth;
grant update on auth.attempts to newline_auth;

create table auth.authenticators (
  user_id uuid not null,
  secret bytea not null,
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint authenticators_pkey PRIMARY KEY (user_id),
  constraint authenticators_secret_check CHECK (length(secret) = 48),
  constraint authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
comment on table auth.authenticators is 'The authenticator app of a user. Two-step sign-in is on once a code has confirmed it (confirmed_at).';
comment on column auth.authenticators.secret is 'The shared secret, encrypted with a key derived from SECRET_KEY and bound to the user.';
comment on column auth.authenticators.last_step is 'The latest 30-second period whose code was used. Each code works once.';
create policy sign_in on auth.authenticators for all to newline_auth
  using (true)
  with check (true);
CREATE TRIGGER authenticator_forget_second_step AFTER DELETE ON auth.authenticators FOR EACH ROW EXECUTE FUNCTION auth.forget_second_step();
grant delete on auth.authenticators to newline_auth;
grant insert on auth.authenticators to newline_auth;
grant select on auth.authenticators to newline_auth;
grant update on auth.authenticators to newline_auth;

create table auth.claimed_roles (
  user_id uuid not null,
  provider_id text not null,
  role text not null,
  given_at timestamp with time zone not null default now(),
  constraint claimed_roles_pkey PRIMARY KEY (user_id, provider_id, role),
  constraint claimed_roles_role_check CHECK (role = ANY (ARRAY['administrator'::text, 'author'::text])),
  constraint claimed_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
comment on table auth.claimed_roles is 'Roles that users have because of a claim of their sign-in provider. They end at the next sign-in without the claim. Roles that an administrator gave aren''t stored here, and stay.';

create table auth.email_changes (
  user_id uuid not null,
  new_email text not null,
  old_token_hash bytea not null,
  new_token_hash bytea not null,
  requested_at timestamp with time zone not null default now(),
  old_confirmed_at timestamp with time zone,
  new_confirmed_at timestamp with time zone,
  changed_at timestamp with time zone,
  constraint email_changes_check CHECK (changed_at IS NULL OR old_confirmed_at IS NOT NULL AND new_confirmed_at IS NOT NULL),
  constraint email_changes_new_email_check CHECK (new_email = lower(new_email) AND length(new_email) <= 254),
  constraint email_changes_new_token_hash_check CHECK (length(new_token_hash) = 32),
  constraint email_changes_new_token_hash_key UNIQUE (new_token_hash),
  constraint email_changes_old_token_hash_check CHECK (length(old_token_hash) = 32),
  constraint email_changes_old_token_hash_key UNIQUE (old_token_hash),
  constraint email_changes_pkey PRIMARY KEY (user_id),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
comment on table auth.email_changes is 'The latest change of email address that a user requested. Its links work for 24 hours. A new request replaces it, and a new password cancels it.';
comment on column auth.email_changes.old_token_hash is 'The SHA-256 of the token that was sent to the current email address.';
comment on column auth.email_changes.new_token_hash is 'The SHA-256 of the token that was sent to the new email address.';
comment on column auth.email_changes.changed_at is 'When the account''s email address was changed; null until both email addresses have confirmed the change.';
create policy sign_in on auth.email_changes for all to newline_auth
  using (true)
  with check (true);
grant delete on auth.email_changes to newline_auth;
grant insert on auth.email_changes to newline_auth;
grant select on auth.email_changes to newline_auth;
grant update on auth.email_changes to newline_auth;

create table auth.passkeys (
  id uuid not null default app_public.new_id(),
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}'::text[],
  name text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkeys_credential_id_check CHECK (credential_id ~ '^[A-Za-z0-9_-]+$'::text AND length(credential_id) <= 1400),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_name_check CHECK (name = btrim(name) AND length(name) >= 1 AND length(name) <= 80),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_public_key_check CHECK (length(public_key) <= 2000),
  constraint passkeys_sign_count_check CHECK (sign_count >= 0),
  constraint passkeys_transports_check CHECK (cardinality(transports) <= 10),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
comment on table auth.passkeys is 'A passkey of a user. It signs in without a second step, because the device has verified a fingerprint, face or PIN.';
comment on column auth.passkeys.credential_id is 'The ID of the credential, in base64url.';
comment on column auth.passkeys.sign_count is 'How often the device says it was used. A lower number than before means that it was copied.';
comment on column auth.passkeys.name is 'The user''s name for it, such as the name of the device.';
CREATE INDEX passkeys_user_id_idx ON auth.passkeys USING btree (user_id, created_at);
create policy sign_in on auth.passkeys for all to newline_auth
  using (true)
  with check (true);
CREATE TRIGGER passkey_forget_second_step AFTER DELETE ON auth.passkeys FOR EACH ROW EXECUTE FUNCTION auth.forget_second_step();
CREATE TRIGGER passkey_limit BEFORE INSERT ON auth.passkeys FOR EACH ROW EXECUTE FUNCTION auth.limit_passkeys();
grant delete on auth.passkeys to newline_auth;
grant insert on auth.passkeys to newline_auth;
grant select on auth.passkeys to newline_auth;
grant update on auth.passkeys to newline_auth;

create table auth.pending_sign_ins (
  token_hash bytea not null,
  user_id uuid not null,
  tries integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_token_hash_check CHECK (length(token_hash) = 32),
  constraint pending_sign_ins_tries_check CHECK (tries >= 0 AND tries <= 5),
  constraint pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
comment on table auth.pending_sign_ins is 'Sign-ins that are waiting for their second step, by the SHA-256 of the browser''s cookie. They last for ten minutes and five codes.';
CREATE INDEX pending_sign_ins_user_id_idx ON auth.pending_sign_ins USING btree (user_id, created_at);
create policy sign_in on auth.pending_sign_ins for all to newline_auth
  using (true)
  with check (true);
CREATE TRIGGER pending_sign_in_trim AFTER INSERT ON auth.pending_sign_ins FOR EACH ROW EXECUTE FUNCTION auth.trim_pending_sign_ins();
grant delete on auth.pending_sign_ins to newline_auth;
grant insert on auth.pending_sign_ins to newline_auth;
grant select on auth.pending_sign_ins to newline_auth;
grant update on auth.pending_sign_ins to newline_auth;

create table auth.recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_code_hash_check CHECK (length(code_hash) = 32),
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.authenticators(user_id) ON DELETE CASCADE
);
comment on table auth.recovery_codes is 'Unused recovery codes, by their HMAC with a key derived from SECRET_KEY, so that a copy of the database isn''t enough to find one.';
create policy sign_in on auth.recovery_codes for all to newline_auth
  using (true)
  with check (true);
grant delete on auth.recovery_codes to newline_auth;
grant insert on auth.recovery_codes to newline_auth;
grant select on auth.recovery_codes to newline_auth;

create table auth.session (
  id uuid not null default gen_random_uuid(),
  "expiresAt" timestamp with time zone not null,
  token text not null,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null,
  "impersonatedBy" text,
  "lastUsedAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "secondStep" text,
  constraint "session_secondStep_check" CHECK ("secondStep" = ANY (ARRAY['authenticator'::text, 'recovery-code'::text, 'passkey'::text])),
  constraint "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES auth."user"(id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_key UNIQUE (token)
);
comment on table auth.session is 'A signed-in browser. Deleting the row signs it out immediately, because nothing is cached.';
comment on column auth.session."lastUsedAt" is 'When it was last used, to the minute.';
comment on column auth.session."secondStep" is 'The kind of second step that was used; null without one.';
CREATE INDEX "session_userId_idx" ON auth.session USING btree ("userId");
create policy sign_in on auth.session for all to newline_auth
  using (true)
  with check (true);
CREATE TRIGGER session_announce AFTER DELETE ON auth.session FOR EACH ROW EXECUTE FUNCTION app_private.announce_session('session');
CREATE TRIGGER session_announce_second_step AFTER UPDATE OF "secondStep" ON auth.session FOR EACH ROW WHEN (old."secondStep" IS DISTINCT FROM new."secondStep") EXECUTE FUNCTION app_private.announce_session('user', 'userId');
CREATE TRIGGER session_second_step BEFORE INSERT ON auth.session FOR EACH ROW EXECUTE FUNCTION auth.require_second_step();
CREATE TRIGGER session_trim AFTER INSERT ON auth.session FOR EACH ROW EXECUTE FUNCTION auth.trim_sessions();
grant delete on auth.session to newline_auth;
grant insert on auth.session to newline_auth;
grant select on auth.session to newline_auth;
grant update on auth.session to newline_auth;

create table auth.sign_in_rules (
  id boolean not null default true,
  admins_need_second_step boolean not null default false,
  constraint sign_in_rules_id_check CHECK (id),
  constraint sign_in_rules_pkey PRIMARY KEY (id)
);
comment on table auth.sign_in_rules is 'What this site requires of sign-ins. There is only one row.';
comment on column auth.sign_in_rules.id is 'Always true: there is only one row.';
comment on column auth.sign_in_rules.admins_need_second_step is 'True if sessions only have administrator permissions when they began with a second step or a passkey.';
create policy sign_in on auth.sign_in_rules for select to newline_auth
  using (true);
CREATE TRIGGER sign_in_rules_take_session BEFORE UPDATE ON auth.sign_in_rules FOR EACH ROW EXECUTE FUNCTION app_private.refuse_access_token();
grant select on auth.sign_in_rules to newline_auth;

create table auth.used_links (
  token_hash bytea not null,
  user_id uuid not null,
  used_at timestamp with time zone not null default now(),
  constraint used_links_pkey PRIMARY KEY (token_hash),
  constraint used_links_token_hash_check CHECK (length(token_hash) = 32),
  constraint used_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
comment on table auth.used_links is 'Sign-in links that were used in the last day, by the SHA-256 of their token, with the account they signed in to.';
CREATE INDEX used_links_used_at_idx ON auth.used_links USING btree (used_at);
CREATE INDEX used_links_user_id_idx ON auth.used_links USING btree (user_id);
create policy sign_in on auth.used_links for all to newline_auth
  using (true)
  with check (true);
grant delete on auth.used_links to newline_auth;
grant insert on auth.used_links to newline_auth;
grant select on auth.used_links to newline_auth;

create table auth.verification (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamp with time zone not null,
  "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  "updatedAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
  constraint verification_pkey PRIMARY KEY (id)
);
comment on table auth.verification is 'Emailed links and states of sign-ins with other providers, until they''re used or expire.';
CREATE INDEX verification_identifier_idx ON auth.verification USING btree (identifier);
create policy sign_in on auth.verification for all to newline_auth
  using (true)
  with check (true);
grant delete on auth.verification to newline_auth;
grant insert on auth.verification to newline_auth;
grant select on auth.verification to newline_auth;
grant update on auth.verification to newline_auth;

-- Functions

create function app_private.add_comment(person uuid, discussion uuid, parent uuid, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer integer, mentions text[])
 RETURNS app_private.written_comment
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.add_comment(uuid,uuid,uuid,uuid,jsonb,text,text,jsonb,integer,text[]) is 'Writes a comment after its author''s rights were checked. Not granted.';

create function app_private.add_lesson_revision(lesson uuid, title text, body jsonb, texts text[], free integer, session_id uuid, sequence integer, restored integer)
 RETURNS app_public.lesson_revisions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  added app_public.lesson_revisions;
begin
  insert into app_public.lesson_revisions as r (lesson_id, version, user_id, title, words_count, restored_version)
    values (lesson, coalesce((app_private.newest_lesson_revision(lesson)).version, 0) + 1, app_public.current_user_id(), title, app_private.count_words(texts), restored)
    returning r.* into added;
  insert into app_private.lesson_revision_texts (revision_id, body_delta, block_lengths, free_blocks, session_id, sequence)
    values (added.id, body, app_private.lengths_of(texts), free, session_id, sequence);
  perform app_private.keep_attachments(lesson, body);
  perform app_private.trim_lesson_revisions(lesson);
  return added;
end $function$;
comment on function app_private.add_lesson_revision(uuid,text,jsonb,text[],integer,uuid,integer,integer) is 'Adds a revision by the signed-in user. Keeps the newest 100 revisions, and of older ones the newest 100 that were published. Not granted.';

create function app_private.add_page_revision(page uuid, title text, body jsonb, texts text[], session_id uuid, sequence integer, restored integer)
 RETURNS app_public.page_revisions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  added app_public.page_revisions;
begin
  insert into app_public.page_revisions as r (page_id, version, user_id, title, words_count, restored_version)
    values (page, coalesce((app_private.newest_page_revision(page)).version, 0) + 1, app_public.current_user_id(), title, app_private.count_words(texts), restored)
    returning r.* into added;
  insert into app_private.page_revision_texts (revision_id, body_delta, session_id, sequence) values (added.id, body, session_id, sequence);
  perform app_private.keep_page_images(page, body);
  delete from app_public.page_revisions r where r.page_id = page and r.published_at is null and r.version <= coalesce(
    (select o.version from app_public.page_revisions o where o.page_id = page and o.published_at is null order by o.version desc offset 100 limit 1), 0);
  return added;
end $function$;
comment on function app_private.add_page_revision(uuid,text,jsonb,text[],uuid,integer,integer) is 'Adds a revision by the signed-in administrator. All published revisions are stored, and the newest 100 others. Not granted.';

create function app_private.add_revision(article uuid, title text, body jsonb, texts text[], free integer, session_id uuid, sequence integer, restored integer)
 RETURNS app_public.article_revisions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  added app_public.article_revisions;
begin
  insert into app_public.article_revisions as r (article_id, version, user_id, title, words_count, restored_version)
    values (article, coalesce((app_private.newest_revision(article)).version, 0) + 1, app_public.current_user_id(), title, app_private.count_words(texts), restored)
    returning r.* into added;
  insert into app_private.article_revision_texts (revision_id, body_delta, block_lengths, free_blocks, session_id, sequence)
    values (added.id, body, app_private.lengths_of(texts), free, session_id, sequence);
  perform app_private.keep_attachments(article, body);
  perform app_private.trim_article_revisions(article);
  return added;
end $function$;
comment on function app_private.add_revision(uuid,text,jsonb,text[],integer,uuid,integer,integer) is 'Adds a revision by the signed-in user. Keeps the newest 100 revisions, and of older ones the newest 100 that were published. Not granted.';

create function app_private.add_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into app_private.search_words (word)
  select distinct w.word from added, lateral unnest(tsvector_to_array(
    to_tsvector('simple', lower(extensions.unaccent('extensions.unaccent', app_private.split_names(added.words)))))) as w (word)
  where length(w.word) between 3 and 40 and w.word !~ '^[0-9]+$' and w.word !~ ('[' || app_private.unspaced_characters() || ']')
  on conflict do nothing;
  return null;
end $function$;
comment on function app_private.add_search_words() is 'Trigger: stores the words of new entries, to correct mistyped searches.';

create function app_private.add_selection(discussion uuid, selection jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into app_public.discussion_selections (discussion_id, range_from, range_to, version, delta, text, node, block_id, end_block_id,
      occurrence, is_orphaned, prefix, suffix, quoted_letters, kept_letters)
    select d.id, p."from", p."to", coalesce((select b.text_version from app_private.lesson_bodies b where b.lesson_id = d.lesson_id),
        (select b.text_version from app_private.article_bodies b where b.article_id = d.article_id), 1), p.delta, p.text, p.node, p."blockId", p."endBlockId",
      p.occurrence, p."isOrphaned", p.prefix, p.suffix, p.quoted, p.quoted
    from jsonb_to_record(selection) as p ("from" int, "to" int, delta jsonb, text text, node text, "blockId" text, "endBlockId" text,
      occurrence int, "isOrphaned" boolean, prefix text, suffix text, quoted int), app_public.discussions d
    where d.id = discussion
$function$;
comment on function app_private.add_selection(uuid,jsonb) is 'Stores the passage of a new discussion, as located by api/src/features/annotations. Not granted: called by functions that begin discussions.';

create function app_private.add_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  wish text := app_private.plain_name(new.name);
begin
  -- Signing up does not tell who runs the site: the name is then left open.
  if app_private.is_name_of_staff(wish, new.id) then
    wish := null;
  end if;
  loop
    insert into app_public.users (id, username, name, profile_image_url)
    values (
      new.id,
      app_private.free_username(coalesce(wish, '')), -- never from the address, which is private
      wish,
      -- What another site says of its picture is not worth a sign-up that fails.
      case when new.image ~ '^https://[a-z0-9.-]+(?::[0-9]+)?(?:[/?][^[:space:]<>"\\]*)?$' and length(new.image) <= 2000
        and app_private.is_shown_picture(new.image) then new.image end
    ) on conflict (username) do nothing; -- somebody of the same name signed up meanwhile
    exit when found;
  end loop;
  insert into app_public.user_settings (user_id) values (new.id);
  return new;
end $function$;
comment on function app_private.add_user() is 'Trigger: creates the public row and the settings of a new account, in the same transaction.';

create function app_private.anchors_of(lesson uuid, article uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('discussionId', s.discussion_id, 'from', s.range_from, 'to', s.range_to, 'text', s.text,
      'currentText', coalesce(s.current_text, s.text), 'blockId', s.block_id, 'endBlockId', s.end_block_id, 'occurrence', s.occurrence, 'node', s.node,
      'prefix', s.prefix, 'suffix', s.suffix, 'isOrphaned', s.is_orphaned, 'quoted', s.quoted_letters, 'kept', s.kept_letters,
      'isHinted', w.discussion_id is not null, 'hintFrom', w.range_from, 'hintTo', w.range_to) order by d.created_at, d.id), '[]')
  from app_public.discussions d join app_public.discussion_selections s on s.discussion_id = d.id
    left join app_private.working_anchors w on w.discussion_id = d.id
      and w.version = coalesce((app_private.newest_revision(article)).version, (app_private.newest_lesson_revision(lesson)).version)
  where d.lesson_id = lesson or d.article_id = article
$function$;
comment on function app_private.anchors_of(uuid,uuid) is 'The annotations of a text with the positions sent by the editor. Not granted.';

create procedure app_private.announce_changes(IN target regclass, IN tag text DEFAULT NULL::text, IN one text DEFAULT NULL::text, IN quiet name[] DEFAULT NULL::name[])
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $procedure$
declare
  said text[] := (select string_to_array(encode(t.tgargs, 'escape'), '\000') from pg_trigger t where t.tgrelid = target and t.tgname = 'notify_tags');
  silent name[] := coalesce(quiet, string_to_array(nullif(said[3], ''), ',')::name[], '{}');
  columns text;
begin
  if coalesce(tag, said[1]) is null then
    raise exception 'announce_changes: % was not announced before: expected the tag that its changes tell.', target;
  end if;
  select string_agg(quote_ident(a.attname), ', ') into columns from pg_attribute a
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'updated_at' and a.attname <> all (silent);
  if said is not null then execute format('drop trigger notify_tags on %s', target); end if;
  execute format('create trigger notify_tags after insert or delete or update of %s on %s for each row execute function app_private.notify_tags(%L, %L, %L)',
    columns, target, coalesce(tag, said[1]), coalesce(one, said[2], ''), array_to_string(silent, ','));
end $procedure$;
comment on procedure app_private.announce_changes(regclass,text,text,name[]) is 'Makes changes of a table announce the tag, and one:{id} if one is given, so that pages with the tag are rendered again. Changes of quiet columns (counters) aren''t announced. Call it again with the table alone after adding a column.';

create function app_private.announce_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  done text := case
    when tg_op = 'INSERT' then 'created'
    when new.deleted and not old.deleted or new.hidden_at is not null and old.hidden_at is null then 'deleted'
    when old.hidden_at is not null and new.hidden_at is null or new.body_delta is distinct from old.body_delta then 'edited'
    when new.reactions_count <> old.reactions_count then 'reacted' end;
  item uuid;
  event bigint;
  sign text := case when done = 'created' then '' else '!' end; -- what was taken back is not shown once more
begin
  if done is null then return null; end if;
  select coalesce(d.clip_id, d.lesson_id, d.article_id) into item from app_public.discussions d where d.id = new.discussion_id;
  if item is null then return null; end if;
  insert into app_private.comment_events (action, discussion_id, comment_id, item_id)
    values (done, new.discussion_id, new.id, item) returning id into event;
  perform pg_notify('newline_comments', json_build_object('id', event, 'action', done, 'discussionId', new.discussion_id,
    'commentId', new.id, 'itemId', item)::text);
  if done <> 'reacted' then
    perform app_private.tell_tags(sign || 'comments:' || item || coalesce(',' || sign || 'comments-of:' || coalesce(new.user_id, old.user_id), ''));
  end if;
  return null;
end $function$;
comment on function app_private.announce_comment() is 'Trigger: notifies listeners on newline_comments of a change, by IDs, and the page cache of the pages that show it: comments:{clip, lesson or article}, comments-of:{user}.';

create function app_private.announce_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('newline_sessions', case tg_argv[0] when 'session' then 'session ' || (changed ->> 'id') else 'user ' || (changed ->> tg_argv[1]) end);
  return null;
end
$function$;
comment on function app_private.announce_session() is 'Trigger: notifies listeners on newline_sessions that a session has ended, or that a user''s rights have changed: `session {id}` or `user {id}`.';

create function app_private.answer_to_note(comment uuid, OUT lesson_id uuid, OUT body_delta jsonb, OUT version text, OUT answer jsonb, OUT who text, OUT discussion_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.answer_to_note(uuid) is 'An answer beside a lesson with the text of the lesson, for a user who can write it. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.answer_to_note(uuid) to newline_visitor;

create function app_private.answerers(discussion uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.user_id from app_public.discussions d
    left join app_public.lessons l on l.id = d.lesson_id
    left join app_public.clips k on k.id = d.clip_id
    join app_public.contributions c on c.course_id = coalesce(l.course_id, k.course_id)
      or c.book_id = coalesce(l.book_id, k.book_id) or c.article_id = d.article_id
    where d.id = discussion
  union select u.id from app_public.users u where u.is_admin
$function$;
comment on function app_private.answerers(uuid) is 'The users who answer questions about a discussion''s item: its contributors and administrators. Not granted.';

create function app_private.arrange_lessons(course uuid, book uuid, moved uuid DEFAULT NULL::uuid, section uuid DEFAULT NULL::uuid, place integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  execute format($f$
    update app_public.%1$s p set course_section_id = n.section_id, position = n.position
    from (
      select q.id, q.section_id, row_number() over (order by coalesce(s.position, 0),
        case when q.lesson_id = $2 then greatest($4, 1) - 0.5 else q.others end, q.position)::int as position
      from (
        select o.id, o.lesson_id, o.position, case when o.lesson_id = $2 then $3 else o.course_section_id end as section_id,
          count(*) filter (where o.lesson_id is distinct from $2) over (partition by o.course_section_id order by o.position) as others
        from app_public.%1$s o where o.%2$s = $1) q
      left join app_public.course_sections s on s.id = q.section_id) n
    where n.id = p.id and (p.position, p.course_section_id) is distinct from (n.position, n.section_id)
  $f$, case when book is null then 'course_lessons' else 'book_lessons' end, case when book is null then 'course_id' else 'book_id' end)
    using coalesce(course, book), moved, section, place;
end $function$;
comment on function app_private.arrange_lessons(uuid,uuid,uuid,uuid,integer) is 'Numbers the lessons of an item from 1, section by section (those without one first), with the moved one at its new position. Not granted.';

create function app_private.arrange_sections(course uuid, book uuid, moved uuid DEFAULT NULL::uuid, place integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.course_sections s set position = n.position
  from (select q.id, row_number() over (order by case when q.id = moved then greatest(place, 1) - 0.5 else q.others end) as position
    from (select o.id, count(*) filter (where o.id is distinct from moved) over (order by o.position) as others
      from app_public.course_sections o where o.course_id = course or o.book_id = book) q) n
  where n.id = s.id and s.position <> n.position
$function$;
comment on function app_private.arrange_sections(uuid,uuid,uuid,integer) is 'Numbers the sections of an item from 1, with the moved one at its new position. Not granted.';

create function app_private.ask_newsletter(email text, first_name text, list_id text, tags text[], token_hash bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with asked as (
    insert into app_private.newsletter_subscribers as s (email, first_name, list_id, tags, token_hash)
      values (lower(ask_newsletter.email), ask_newsletter.first_name, ask_newsletter.list_id, ask_newsletter.tags, ask_newsletter.token_hash)
    on conflict on constraint newsletter_subscribers_email_key do update set
      first_name = coalesce(excluded.first_name, s.first_name), list_id = excluded.list_id,
      tags = (select array_agg(distinct t) from unnest(s.tags || excluded.tags) t),
      token_hash = excluded.token_hash, asked_at = now(), state = 'PENDING', confirmed_at = null
      where s.state <> 'CONFIRMED' and s.asked_at < now() - interval '1 minute'
    returning true)
  select exists (select from asked)
$function$;
comment on function app_private.ask_newsletter(text,text,text,text[],bytea) is 'Adds an email address to the newsletter as pending. True if an email with a link has to be sent: not to a confirmed address, and not twice within a minute.';
grant execute on function app_private.ask_newsletter(text,text,text,text[],bytea) to newline_worker;

create function app_private.audit(action text, subject_kind text, subject_id uuid DEFAULT NULL::uuid, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into app_public.audit_log (user_id, user_name, action, subject_kind, subject_id, details)
  values (app_public.current_user_id(), (select u.username from app_public.users u where u.id = app_public.current_user_id()),
    audit.action, audit.subject_kind, audit.subject_id, jsonb_strip_nulls(coalesce(audit.details, '{}')))
$function$;
comment on function app_private.audit(text,text,uuid,jsonb) is 'Adds an entry to the audit log for the session''s user, in the transaction of the action. For definer functions: not granted.';

create function app_private.audit_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.audit(case when new.is_admin then 'role.give' else 'role.take' end, 'person', new.id, jsonb_build_object('username', new.username));
  return null;
end $function$;
comment on function app_private.audit_role() is 'Trigger: logs who becomes an administrator, and who no longer is one.';

create function app_private.begin_checkout(plan_slug text, course_slug text, book_slug text, is_advanced boolean, wanted_seats integer)
 RETURNS TABLE(id uuid, name text, seats integer, amount_cents integer, currency text, billing_interval app_public.billing_interval, stripe_price_id text, created_at timestamp with time zone, trial_days integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
    and c.is_advanced = offer.is_advanced and c.seats = places and (c.amount_cents, c.currency) = (offer.amount_cents, offer.currency)
    and c.trial_days = coalesce(offer.trial_days, 0) order by c.created_at desc limit 1;
  if not found then
    insert into app_private.checkouts (user_id, plan_id, course_id, book_id, is_advanced, seats, amount_cents, currency, discount_percent, trial_days)
      values (me, offer.plan_id, offer.course_id, offer.book_id, offer.is_advanced, places, offer.amount_cents, offer.currency, offer.discount_percent, coalesce(offer.trial_days, 0))
      returning * into checkout;
  end if;
  return query select checkout.id, offer.name, places, checkout.amount_cents, checkout.currency::text, offer.billing_interval,
    (select p.stripe_price_id from app_public.plans p where p.id = offer.plan_id), checkout.created_at, checkout.trial_days;
end $function$;
comment on function app_private.begin_checkout(text,text,text,boolean,integer) is 'Stores what the user is about to pay, at the price they were shown.';
grant execute on function app_private.begin_checkout(text,text,text,boolean,integer) to newline_worker;

create function app_private.begin_job_act(act text DEFAULT NULL::text, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  if act is not null then perform app_private.audit(act, 'job', null, details); end if;
end $function$;
comment on function app_private.begin_job_act(text,jsonb) is 'Checks that the user whose ID was set is an administrator (NL401, NL403), and logs their action on a job. For the login that runs jobs.';
grant execute on function app_private.begin_job_act(text,jsonb) to newline_worker;

create function app_private.begin_job_runner(runner text, process integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into app_private.job_processes (id) values (process) on conflict do nothing;
  insert into app_private.job_runners (name, process_id) values (runner, process) on conflict do nothing;
end $function$;
comment on function app_private.begin_job_runner(text,integer) is 'Registers a runner before it takes its first job. Used by jobs.';
grant execute on function app_private.begin_job_runner(text,integer) to newline_worker;

create function app_private.begin_mail(mail text, process integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  found_row app_private.mail_deliveries;
begin
  insert into app_private.mail_deliveries (key, process_id) values (mail, process) on conflict do nothing;
  if found then return 'BEGUN'; end if;
  select * into strict found_row from app_private.mail_deliveries d where d.key = mail for update;
  if found_row.sent_at is not null then return 'SENT'; end if;
  if found_row.process_id <> process and exists (select from app_private.job_processes p where p.id = found_row.process_id) then return 'BUSY'; end if;
  update app_private.mail_deliveries d set process_id = process, begun_at = now() where d.key = mail;
  return 'BEGUN';
end $function$;
comment on function app_private.begin_mail(text,integer) is 'Claims an email before it''s handed to the mail server. BEGUN; SENT if the server has already accepted it; BUSY if another process is handing it over. Used by jobs.';
grant execute on function app_private.begin_mail(text,integer) to newline_worker;

create function app_private.begin_test_mail()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.require_admin();
begin
  perform app_private.audit('mail.test', 'site');
  return (select u."email" from auth."user" u where u."id" = me);
end $function$;
comment on function app_private.begin_test_mail() is 'Returns the email address of the signed-in administrator, for a test email (NL401, NL403).';
grant execute on function app_private.begin_test_mail() to newline_visitor;

create function app_private.billing_customer()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.provider_customer_id from app_private.billing_customers c where c.user_id = app_public.current_user_id()
$function$;
comment on function app_private.billing_customer() is 'The user''s customer ID at the payment provider; null before their first payment.';
grant execute on function app_private.billing_customer() to newline_worker;

create function app_private.book_cut(book_slug text, maker text, OUT book uuid, OUT version text, OUT is_whole boolean, OUT lesson_ids uuid[], OUT block_counts integer[])
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select b.id, app_private.book_version(b.id, maker), bool_and(p.blocks = 2147483647), array_agg(p.lesson_id order by p.position),
    array_agg(coalesce(least(p.blocks, cardinality(t.block_ids)), 0) order by p.position)
  from app_public.books b
  cross join lateral (
    select o.lesson_id, o.position, app_private.readable_lesson_blocks(o.lesson_id) as blocks from app_public.book_lessons o
    where o.book_id = b.id order by o.position limit 1000) p
  left join app_private.lesson_bodies t on t.lesson_id = p.lesson_id
  where b.slug = book_slug and (
    (b.archived_at is null and not b.is_coming_soon and b.is_published and b.published_at <= now())
    or b.id in (select app_private.my_book_ids()) or app_public.is_admin())
  group by b.id
$function$;
comment on function app_private.book_cut(text,text) is 'The reader''s access to a book: its chapters, with the number of blocks that they can read. Null if they can''t see the book. Not granted.';

create function app_private.book_export_chapter(export uuid, number integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('slug', l.slug, 'title', l.title, 'role', l.role, 'sectionTitle', s.title, 'permalink', app_public.lessons_permalink(l),
    'document', app_private.cut_delta(t.body_delta, e.block_counts[number]), 'drawings', app_private.cut_drawings(t.drawings, e.block_counts[number]),
    'isCut', coalesce(e.block_counts[number] < cardinality(t.block_ids), false))
  from app_private.book_exports e join app_public.lessons l on l.id = e.lesson_ids[number]
  join app_public.book_lessons p on p.lesson_id = l.id left join app_public.course_sections s on s.id = p.course_section_id
  left join app_private.lesson_bodies t on t.lesson_id = l.id
  where e.id = export and e.status = 'running'
$function$;
comment on function app_private.book_export_chapter(uuid,integer) is 'A chapter of an export, counted from 1, limited to what the reader could read when the export was requested.';
grant execute on function app_private.book_export_chapter(uuid,integer) to newline_worker;

create function app_private.book_ids_with(words text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select b.id from app_public.books b
  where lower(b.title) like (app_private.word_patterns(words))[1] and lower(b.title) like all (app_private.word_patterns(words))
    and b.archived_at is null and b.is_shown_publicly and (b.is_coming_soon or (b.is_published and b.published_at <= now()))
$function$;
comment on function app_private.book_ids_with(text) is 'The IDs of listed items with all of the words in their titles.';
grant execute on function app_private.book_ids_with(text) to newline_visitor;

create function app_private.book_version(book uuid, maker text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select md5(jsonb_build_array(maker, b.title, b.subtitle, b.slug, b.permalink, b.summary, b.lesson_language, b.poster_image_url, extract(epoch from b.updated_at),
    (select jsonb_agg(jsonb_build_array(c.title, app_public.users_display_name(u)) order by c.position, c.id)
      from app_public.contributions c join app_public.users u on u.id = c.user_id where c.book_id = b.id),
    -- The transaction that wrote a text changes with every write of it, also when only its rendered code, formulas and diagrams changed.
    (select jsonb_agg(jsonb_build_array(s.title, l.id, l.slug, l.title, l.role, extract(epoch from l.updated_at), extract(epoch from t.updated_at), t.xmin::text) order by p.position)
      from app_public.book_lessons p join app_public.lessons l on l.id = p.lesson_id
      left join app_public.course_sections s on s.id = p.course_section_id left join app_private.lesson_bodies t on t.lesson_id = l.id
      where p.book_id = b.id))::text)
  from app_public.books b where b.id = book
$function$;
comment on function app_private.book_version(uuid,text) is 'Returns a fingerprint of everything in an export of the book. `maker` identifies the code and the site that create the files. Not granted.';

create function app_private.change_second_step_rule(is_required boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update auth.sign_in_rules r set admins_need_second_step = is_required where r.admins_need_second_step is distinct from is_required;
  if not found then return; end if;
  perform app_private.audit('security.change', 'site', null, jsonb_build_object('secondStepRequired', is_required));
  -- Streams that are open with the rights of an administrator ask again for theirs.
  perform pg_notify('newline_sessions', 'user ' || u.id) from app_public.users u where u.is_admin;
end $function$;
comment on function app_private.change_second_step_rule(boolean) is 'Sets whether administrators need a second step, and records it in the audit log. Also for the command line. Not granted.';

create function app_private.check_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.name is distinct from app_private.plain_name(new.name) then
    raise exception 'DISPLAY_NAME_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 80)::text;
  end if;
  if new.is_admin is not true and app_private.is_name_of_staff(new.name, new.id) then
    raise exception 'DISPLAY_NAME_RESERVED' using errcode = 'NL409';
  end if;
  return new;
end $function$;
comment on function app_private.check_name() is 'Trigger: rejects names that can''t be seen completely (NL400), and names of administrators (NL409).';

create function app_private.check_permalink()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.path ~ '^/(books|courses|articles)/[^/]+$' then return new; end if;
  -- One that is there already is written again with every save, and stays.
  if exists (select from app_public.permalinks p where p.path = new.path) then return new; end if;
  if app_private.is_reserved_name(split_part(new.path, '/', 2)) is not false then
    raise exception 'PERMALINK_RESERVED' using errcode = 'check_violation', constraint = 'permalinks_reserved_check',
      detail = jsonb_build_object('permalink', new.path)::text;
  end if;
  return new;
end $function$;
comment on function app_private.check_permalink() is 'Trigger: rejects new permalinks whose first segment is reserved.';

create function app_private.check_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.check_pictures() is 'Trigger: rejects images from hosts other than picture_hosts (NL400). Its arguments are the columns.';

create function app_private.check_product(changes app_public.product_changes, prices app_public.plan_price[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  price app_public.plan_price;
begin
  if (length(btrim((changes).name)) between 1 and 60) is not true then raise exception 'PLAN_NAME_LENGTH_INVALID' using errcode = 'NL400',
    detail = jsonb_build_object('max', 60, 'length', coalesce(length(btrim((changes).name)), 0))::text; end if;
  if length(btrim((changes).description)) > 400 then raise exception 'PLAN_DESCRIPTION_TOO_LONG' using errcode = 'NL400',
    detail = jsonb_build_object('max', 400, 'length', coalesce(length(btrim((changes).description)), 0))::text; end if;
  if cardinality((changes).features) > 20 or exists (select from unnest((changes).features) f where length(btrim(f)) > 120) then
    raise exception 'PLAN_FEATURES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 20, 'length', 120)::text;
  end if;
  if (coalesce((changes).trial_days, 0) between 0 and 365) is not true then
    raise exception 'PLAN_TRIAL_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('max', 365)::text;
  end if;
  if (changes).kind = 'TEAM' and (1 <= (changes).min_seats and (changes).min_seats <= (changes).max_seats and (changes).max_seats <= 1000) is not true then
    raise exception 'PLAN_SEATS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 1000)::text;
  end if;
  if (cardinality(prices) between 1 and 20) is not true then
    raise exception 'PLAN_PRICES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 20)::text;
  end if;
  foreach price in array prices loop
    if price.billing_interval is null then raise exception 'PLAN_PRICES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 20)::text; end if;
    if (price.amount_cents between 1 and 10000000) is not true then
      raise exception 'PRICE_OUT_OF_RANGE' using errcode = 'NL400',
        detail = jsonb_build_object('max', 10000000, 'amountCents', coalesce(price.amount_cents, 0))::text;
    end if;
    if (price.currency ~ '^[A-Z]{3}$') is not true then raise exception 'CURRENCY_INVALID' using errcode = 'NL400'; end if;
  end loop;
  if (select count(distinct (p.billing_interval, p.currency)) < count(*) from unnest(prices) p) then
    raise exception 'PLAN_PRICE_DOUBLE' using errcode = 'NL400';
  end if;
end $function$;
comment on function app_private.check_product(app_public.product_changes,app_public.plan_price[]) is 'Rejects products that can''t be sold (NL400): without a price, or with two for the same interval and currency. Not granted.';

create function app_private.check_public_video(address text, course uuid, book uuid, field text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id where v.video_url = address
      and coalesce(l.course_id, l.book_id) is distinct from coalesce(course, book) and app_public.is_admin() is not true
      and (coalesce(l.course_id, l.book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids())) is not true)
    or exists (select from app_public.videos v where v.video_url = address and v.owner_id is distinct from app_public.current_user_id() and app_public.is_admin() is not true
      and (coalesce(v.course_id, v.book_id) in (select app_private.my_course_ids() union all select app_private.my_book_ids())) is not true) then
    raise exception 'VIDEO_URL_NOT_OWN' using errcode = 'NL400', detail = jsonb_build_object('field', field)::text;
  end if;
end $function$;
comment on function app_private.check_public_video(text,uuid,uuid,text) is 'Raises NL400 for the video of a lesson that the user can''t edit, and for another user''s upload. Not granted.';

create function app_private.check_reply_chain()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (select count(*) from app_public.comments_ancestors(new)) > 99 then
    raise exception 'REPLY_TOO_DEEP' using errcode = 'NL409', detail = jsonb_build_object('max', 100)::text;
  end if;
  return new;
end $function$;
comment on function app_private.check_reply_chain() is 'Trigger: limits nested replies to a hundred levels.';

create function app_private.check_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.rating is not null and (new.rating between 1 and 5) is not true then
    raise exception 'RATING_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('rating', new.rating)::text;
  end if;
  if length(new.quote_md) > 200 then
    raise exception 'REVIEW_TEXT_TOO_LONG' using errcode = 'NL400',
      detail = jsonb_build_object('max', 200, 'length', coalesce(length(new.quote_md), 0))::text;
  end if;
  return new;
end $function$;
comment on function app_private.check_review() is 'Trigger: rejects a learner''s rating outside 1 to 5 and texts of more than 200 characters (NL400), before the constraints do.';

create function app_private.check_section(section uuid, course uuid, book uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if section is not null and not exists (select from app_public.course_sections s where s.id = section and (s.course_id = course or s.book_id = book)) then
    raise exception 'SECTION_NOT_FOUND' using errcode = 'NL404';
  end if;
end $function$;
comment on function app_private.check_section(uuid,uuid,uuid) is 'Raises NL404 unless the section, if any, belongs to the item. Not granted.';

create function app_private.check_site_colors(chosen app_public.site_change)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  paper_light text := coalesce((chosen).paper_light, '#f4f5f1');
  paper_dark text := coalesce((chosen).paper_dark, '#101512');
  accent_light text := coalesce((chosen).accent_light, '#bf2a12');
  -- Without one of its own it follows from the light one, and is then readable.
  accent_dark text := coalesce((chosen).accent_dark, case when (chosen).accent_light is null then '#ff6b4a' end);
  field text;
  nearest text;
begin
  select c.name into field from (values ('accentLight', (chosen).accent_light), ('accentDark', (chosen).accent_dark), ('paperLight', (chosen).paper_light),
    ('paperDark', (chosen).paper_dark)) c (name, value) where c.value is not null and (c.value ~ '^#[0-9a-f]{6}$') is not true limit 1;
  if field is not null then raise exception 'SITE_COLOR_INVALID' using errcode = 'NL400', detail = jsonb_build_object('field', field)::text; end if;
  select c.name, c.near into field, nearest from (values
    (1, 'paperLight', paper_light, app_private.nearest_paper(paper_light, false)), (2, 'paperDark', paper_dark, app_private.nearest_paper(paper_dark, true)),
    (3, 'accentLight', accent_light, app_private.nearest_accent(accent_light, paper_light, false)),
    (4, 'accentDark', accent_dark, app_private.nearest_accent(accent_dark, paper_dark, true))) c (at, name, value, near)
    where c.value is distinct from c.near order by c.at limit 1;
  if field is not null then
    raise exception 'SITE_COLOR_CONTRAST_LOW' using errcode = 'NL400', detail = jsonb_build_object('field', field, 'nearest', coalesce(nearest, 'none'))::text;
  end if;
end $function$;
comment on function app_private.check_site_colors(app_public.site_change) is 'Rejects colors that would make text hard to read (NL400), and names the nearest one that works. Not granted.';

create function app_private.check_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from pg_timezone_names z where z.name = new.time_zone) then
    raise exception 'TIME_ZONE_UNKNOWN' using errcode = 'NL400', detail = jsonb_build_object('timeZone', new.time_zone)::text;
  end if;
  return new;
end $function$;
comment on function app_private.check_time_zone() is 'Trigger: rejects time zones that the server doesn''t know (NL400).';

create function app_private.check_username()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app_private.is_reserved_name(new.username) is not false then
    raise exception 'USERNAME_RESERVED' using errcode = 'NL409', detail = jsonb_build_object('username', new.username)::text;
  end if;
  return new;
end $function$;
comment on function app_private.check_username() is 'Trigger: rejects new usernames that are reserved (NL409).';

create function app_private.claim_attachments(ids uuid[], text_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_public.current_user_id();
  place record;
  left_out uuid[];
begin
  select * into place from app_private.place_of(text_id);
  -- Locked in one order, so that neither the job nor another save comes between.
  perform from app_public.attachments a where a.id = any (ids) order by a.id for update;
  insert into app_private.attachment_uses (attachment_id, lesson_id, article_id, comment_id)
    select a.id, place.lesson_id, place.article_id, place.comment_id
    from app_public.attachments a
    where a.id = any (ids) and num_nonnulls(place.lesson_id, place.article_id, place.comment_id) = 1 and (
      a.owner_id = me
      or exists (select from app_public.contributions c left join app_public.lessons l on l.id = place.lesson_id
        where c.user_id = a.owner_id and (c.article_id = place.article_id or c.course_id = l.course_id or c.book_id = l.book_id)))
    on conflict do nothing;
  update app_public.attachments a set loose_since = null, attachable_id = coalesce(a.attachable_id, text_id)
    from app_private.attachment_uses u
    where a.id = any (ids) and u.attachment_id = a.id and text_id in (u.lesson_id, u.article_id, u.comment_id) and a.loose_since is not null;
  select array_agg(i) into left_out from unnest(ids) i where not exists (
    select from app_private.attachment_uses u where u.attachment_id = i and text_id in (u.lesson_id, u.article_id, u.comment_id));
  return coalesce(left_out, '{}');
end $function$;
comment on function app_private.claim_attachments(uuid[],uuid) is 'Claims the attachments that a saved text shows: those of the user who saves it and of its other authors. Returns the IDs that it can''t claim, which stay unchanged.';

create function app_private.claim_book_export(maker text, store text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  max_attempts constant int := 5;
  export app_private.book_exports;
begin
  if pg_try_advisory_lock(hashtext('newline book exports')) is not true then return null; end if;
  -- Nobody is working on these: their process was killed.
  update app_private.book_exports e set status = 'failed',
      reason = 'Creating this file was interrupted several times. Try again later, or tell us if it keeps failing.'
    where e.status = 'running' and e.attempts >= max_attempts;
  update app_private.book_exports e set status = 'queued', step = 0, label = '' where e.status = 'running';
  loop
    select * into export from app_private.book_exports e where e.status = 'queued' and e.store = claim_book_export.store and e.due_at <= now() order by e.created_at, e.id limit 1;
    if export.id is null then return null; end if;
    exit when export.version = app_private.book_version(export.book_id, maker);
    -- The book has changed: who still wants it has requested, or will request, the new version.
    delete from app_private.book_exports e where e.id = export.id;
  end loop;
  update app_private.book_exports e set status = 'running', attempts = e.attempts + 1, step = 0, step_count = cardinality(e.lesson_ids) + 1, label = ''
    where e.id = export.id returning * into export;
  return jsonb_build_object('id', export.id, 'format', export.format, 'isWhole', export.is_whole, 'attempts', export.attempts,
    'chapterCount', cardinality(export.lesson_ids),
    'book', (select jsonb_build_object('id', b.id, 'slug', b.slug, 'title', b.title, 'subtitle', b.subtitle, 'summary', b.summary, 'language', b.lesson_language,
        'permalink', b.permalink, 'posterImageUrl', b.poster_image_url,
        'revisedAt', greatest(b.updated_at, (select max(l.updated_at) from app_public.lessons l where l.id = any (export.lesson_ids))),
        'authors', coalesce((select jsonb_agg(app_public.users_display_name(u) order by c.position, c.id)
          from app_public.contributions c join app_public.users u on u.id = c.user_id where c.book_id = b.id and c.title = 'AUTHOR'), '[]'))
      from app_public.books b where b.id = export.book_id));
end $function$;
comment on function app_private.claim_book_export(text,text) is 'The next export to create; null if there is none, or another session is creating one. The session that claims it holds the lock until it calls pg_advisory_unlock_all() or ends.';
grant execute on function app_private.claim_book_export(text,text) to newline_worker;

create function app_private.claim_missing_payments()
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.subscriptions s set checked_at = now() where s.id in (
    select d.id from app_public.subscriptions d
    where d.provider = 'stripe' and d.status = 'PAST_DUE' and d.stopped_at is null and (d.checked_at is null or d.checked_at < now() - interval '6 hours')
      and app_private.paid_until(d) > now()
    order by d.checked_at nulls first limit 20 for update skip locked)
  returning s.provider_subscription_id
$function$;
comment on function app_private.claim_missing_payments() is 'Active subscriptions with a missing payment, each at most every six hours. The job asks the provider about them, because an event can get lost.';
grant execute on function app_private.claim_missing_payments() to newline_worker;

create function app_private.claim_video()
 RETURNS SETOF app_public.videos
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  next_id uuid;
begin
  perform pg_advisory_xact_lock(hashtext('newline videos'));
  update app_public.videos v set status = 'FAILED', reason = 'Its processing was broken off three times. Upload it again, or a smaller version of it.'
    where v.provider = 'local' and v.status = 'PROCESSING' and v.updated_at < now() - interval '2 minutes' and v.attempts >= 3;
  if exists (select from app_public.videos v where v.provider = 'local' and v.status = 'PROCESSING' and v.updated_at >= now() - interval '2 minutes') then
    return;
  end if;
  select v.id into next_id from app_public.videos v where v.provider = 'local' and v.status in ('QUEUED', 'PROCESSING') order by v.created_at limit 1;
  return query update app_public.videos v set status = 'PROCESSING', progress = 0, attempts = v.attempts + 1, updated_at = now() where v.id = next_id returning v.*;
end $function$;
comment on function app_private.claim_video() is 'The next video to process; none while another one is being processed.';
grant execute on function app_private.claim_video() to newline_worker;

create function app_private.clean_title(title text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  cleaned text := btrim(regexp_replace(coalesce(title, ''), '\s+', ' ', 'g'));
begin
  if (length(cleaned) between 1 and 200) is not true then
    raise exception 'TITLE_LENGTH_INVALID' using errcode = 'NL400',
      detail = jsonb_build_object('max', 200, 'length', coalesce(length(cleaned), 0))::text;
  end if;
  return cleaned;
end $function$;
comment on function app_private.clean_title(text) is 'The title with single spaces. Raises NL400 if it''s empty or too long.';

create function app_private.color_contrast(one text, other text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (greatest(a, b) + 0.05) / (least(a, b) + 0.05) from (select app_private.color_luminance(one) as a, app_private.color_luminance(other) as b) l
$function$;
comment on function app_private.color_contrast(text,text) is 'Returns the contrast ratio of two colors, from 1 to 21. Not granted.';

create function app_private.color_grounds(paper text, is_dark boolean)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case paper when '#f4f5f1' then array[paper, '#e8ede5', '#dbe3d8'] when '#101512' then array[paper, '#1b221e', '#262f2a']
    else array[paper, app_private.mix_colors(paper, ink, 0.05), app_private.mix_colors(paper, ink, 0.1)] end
  from (select case when is_dark then '#e6eae3' else '#161c19' end as ink) i
$function$;
comment on function app_private.color_grounds(text,boolean) is 'The backgrounds of text: the page and its two bands. Not granted.';

create function app_private.color_luminance(color text)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select sum(w.weight * case when c.part <= 0.04045 then c.part / 12.92 else power((c.part + 0.055) / 1.055, 2.4) end)
  from (values (0, 0.2126::float8), (1, 0.7152::float8), (2, 0.0722::float8)) w (at, weight),
    lateral (select get_byte(decode(substr(color, 2), 'hex'), w.at) / 255::float8 as part) c
$function$;
comment on function app_private.color_luminance(text) is 'Returns the relative luminance of a color, from 0 to 1. Not granted.';

create function app_private.comment_news(item uuid, since bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  -- Numbers are given before a transaction ends: one a little older than the last seen may have come after it.
  with seen as (select e.created_at - interval '10 seconds' as at from app_private.comment_events e where e.id <= since order by e.id desc limit 1),
  missed as (
    select e.* from app_private.comment_events e
    where since is not null and e.item_id = item and e.id <> since and (e.id > since or e.created_at > (select at from seen))
    order by e.id desc limit 201)
  select jsonb_build_object(
    'last', coalesce((select max(e.id) from app_private.comment_events e), 0),
    'isLost', since is not null and ((select count(*) from missed) > 200 or not exists (select from seen) and exists (select from app_private.comment_events)),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'action', m.action, 'discussionId', m.discussion_id, 'commentId', m.comment_id) order by m.id), '[]') from missed m))
$function$;
comment on function app_private.comment_news(uuid,bigint) is 'Changes to the comments of a clip, lesson or article since an event, by IDs, and the number of the newest event. Check first that the reader can see it. Some changes may be repeated; isLost if not all of them are stored anymore.';
grant execute on function app_private.comment_news(uuid,bigint) to newline_visitor;

create function app_private.complete_lesson(me uuid, lesson uuid, reason app_public.progress_reason)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into app_public.user_progresses (user_id, course_lesson_id, reason)
    select me, c.id, reason from app_public.course_lessons c where c.lesson_id = lesson on conflict do nothing;
  insert into app_public.user_progresses (user_id, book_lesson_id, reason)
    select me, b.id, reason from app_public.book_lessons b where b.lesson_id = lesson on conflict do nothing;
$function$;
comment on function app_private.complete_lesson(uuid,uuid,app_public.progress_reason) is 'Marks a lesson as completed, once.';

create function app_private.complete_purchase(checkout_id uuid, by_provider text, payment text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  checkout app_private.checkouts;
begin
  update app_private.checkouts c set completed_at = now() where c.id = checkout_id and c.completed_at is null and c.plan_id is null returning * into checkout;
  if not found then return; end if;
  insert into app_public.purchases (user_id, course_id, book_id, is_advanced, amount_cents, currency, discount_percent, provider, provider_payment_id)
    values (checkout.user_id, checkout.course_id, checkout.book_id, checkout.is_advanced, checkout.amount_cents, checkout.currency, checkout.discount_percent, by_provider, payment);
end $function$;
comment on function app_private.complete_purchase(uuid,text,text) is 'Turns a paid checkout into a purchase, once.';
grant execute on function app_private.complete_purchase(uuid,text,text) to newline_worker;

create function app_private.content_state(OUT mark text, OUT last_publication timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (select bit_xor(m.mark)::text from app_private.content_marks m), (select max(at) from (
    select max(published_at) as at from app_public.courses where is_published and archived_at is null and published_at <= now()
    union all select max(published_at) from app_public.books where is_published and archived_at is null and published_at <= now()
    union all select max(published_at) from app_public.articles where is_published and archived_at is null and published_at <= now()) as last)
$function$;
comment on function app_private.content_state() is 'The content mark, which differs after every announced change, and when an item was last published on schedule. For pages that are cached on disk.';
grant execute on function app_private.content_state() to newline_visitor;

create function app_private.copy_admin_flag()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update auth."user" set "role" = case when new.is_admin then 'admin' else 'user' end where "id" = new.id;
  return null;
end $function$;
comment on function app_private.copy_admin_flag() is 'Trigger: copies the administrator role from the public row to the sign-in account, in the same transaction.';

create function app_private.count_clip_action()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  clip uuid := case when tg_op = 'DELETE' then old.clip_id else new.clip_id end;
  step int := (case when tg_op <> 'DELETE' and new.enabled then 1 else 0 end)
            - (case when tg_op <> 'INSERT' and old.enabled then 1 else 0 end);
begin
  if step <> 0 then
    if tg_table_name = 'clip_likes' then
      update app_public.clips c set likes_count = c.likes_count + step where c.id = clip;
    else
      update app_public.clips c set shares_count = c.shares_count + step where c.id = clip;
    end if;
  end if;
  return null;
end $function$;
comment on function app_private.count_clip_action() is 'Trigger: updates the public counts of likes and shares.';

create function app_private.count_comments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.comments := case when tg_op = 'DELETE' then old else new end;
  was boolean := case when tg_op = 'INSERT' then false else not old.deleted and old.hidden_at is null end;
  has_come boolean := case when tg_op = 'DELETE' then false else not new.deleted and new.hidden_at is null end;
  step int := has_come::int - was::int;
  clip uuid;
begin
  if step <> 0 then
    update app_public.discussions d set comments_count = d.comments_count + step,
        last_comment_at = case when tg_op = 'INSERT' then greatest(d.last_comment_at, entry.created_at) else d.last_comment_at end,
        is_answered = case
          when tg_op = 'DELETE' then d.is_answered
          when tg_op = 'UPDATE' then app_private.is_answered(d.id)
          when entry.user_id in (select app_private.answerers(d.id)) then true
          else d.is_answered and entry.parent_id is not null end,
        accepted_comment_id = case when has_come or d.accepted_comment_id is distinct from entry.id then d.accepted_comment_id end
      where d.id = entry.discussion_id returning d.clip_id into clip;
    if clip is not null then
      update app_public.clips c set comments_count = c.comments_count + step where c.id = clip;
    end if;
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and step <> 0 and entry.replies_count = 0 then
    perform app_private.count_reply(entry.parent_id, case when tg_op = 'INSERT' then 1 else step end);
  elsif tg_op = 'DELETE' and (was or old.replies_count > 0) then
    perform app_private.count_reply(entry.parent_id, -1);
  end if;
  return null;
end $function$;
comment on function app_private.count_comments() is 'Trigger: updates the number of comments of a discussion and its clip, the number of replies, and whether a question is waiting.';

create function app_private.count_enrollments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.enrollments := case when tg_op = 'DELETE' then old else new end;
  step int := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  update app_public.courses c set students_count = c.students_count + step where c.id = entry.course_id;
  update app_public.books b set students_count = b.students_count + step where b.id = entry.book_id;
  return null;
end $function$;
comment on function app_private.count_enrollments() is 'Trigger: updates numStudents.';

create function app_private.count_fact(fact app_public.counted_fact)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with courses as (select c.id from app_public.courses c where c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly),
    books as (select b.id from app_public.books b where b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly),
    lessons as (select l.video_duration from app_public.lessons l where l.role <> 'CHANGELOG' and (l.course_id in (select id from courses) or l.book_id in (select id from books)))
  select case fact
    when 'TITLES' then (select count(*) from courses) + (select count(*) from books)
    when 'COURSES' then (select count(*) from courses)
    when 'BOOKS' then (select count(*) from books)
    when 'LESSONS' then (select count(*) from lessons)
    when 'VIDEO_HOURS' then (select coalesce(sum(l.video_duration), 0) / 3600 from lessons l)
    when 'CLIPS' then (select count(*) from app_public.clips c where c.is_listed and c.visible_from <= now())
    when 'LEARNERS' then (select count(distinct e.user_id) from app_public.enrollments e) end::int
$function$;
comment on function app_private.count_fact(app_public.counted_fact) is 'Counts published and listed titles, their lessons, whole hours of their video, listed clips, or enrolled users. Not granted.';

create function app_private.count_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- By steps: a new count would not see what another transaction writes at the same time.
  if tg_op <> 'INSERT' and old.role <> 'CHANGELOG' then
    update app_public.courses c set lessons_count = c.lessons_count - 1 where c.id = old.course_id;
    update app_public.books b set lessons_count = b.lessons_count - 1 where b.id = old.book_id;
  end if;
  if tg_op <> 'DELETE' and new.role <> 'CHANGELOG' then
    update app_public.courses c set lessons_count = c.lessons_count + 1 where c.id = new.course_id;
    update app_public.books b set lessons_count = b.lessons_count + 1 where b.id = new.book_id;
  end if;
  return null;
end $function$;
comment on function app_private.count_lessons() is 'Trigger: updates numLessons.';

create function app_private.count_new_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app_private.use_quota(tg_argv[0], tg_argv[1]::int, interval '1 day') > 0 then
    raise exception 'DAILY_LIMIT_REACHED' using errcode = 'NL429', detail = jsonb_build_object('max', tg_argv[1]::int, 'resource', tg_argv[0])::text;
  end if;
  return new;
end $function$;
comment on function app_private.count_new_row() is 'Trigger: limits how many rows of a kind a user can create per day (NL429). Arguments: the name of the kind, and the limit.';

create function app_private.count_progress()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.user_progresses := case when tg_op = 'DELETE' then old else new end;
  step int := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  update app_public.course_lessons c set progress_count = c.progress_count + step where c.id = entry.course_lesson_id;
  update app_public.book_lessons b set progress_count = b.progress_count + step where b.id = entry.book_lesson_id;
  return null;
end $function$;
comment on function app_private.count_progress() is 'Trigger: updates the public number of completions.';

create function app_private.count_ratings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  field text := case tg_table_name when 'surveys' then 'scale_number' else 'rating' end;
  is_review int := case tg_table_name when 'surveys' then 0 else 1 end;
  entry jsonb; sign int;
begin
  -- Take the old row away, add the new one; the same item twice in one update nets out. What is hidden does not count.
  for entry, sign in select * from (values (was, -1), (now_is, 1)) as v (e, s) where e is not null and e ->> 'hidden_at' is null loop
    update app_public.courses c set rating_count = c.rating_count + sign, rating_sum = c.rating_sum + sign * (entry ->> field)::int,
      reviews_count = c.reviews_count + sign * is_review where c.id = (entry ->> 'course_id')::uuid;
    update app_public.books b set rating_count = b.rating_count + sign, rating_sum = b.rating_sum + sign * (entry ->> field)::int,
      reviews_count = b.reviews_count + sign * is_review where b.id = (entry ->> 'book_id')::uuid;
  end loop;
  return null;
end $function$;
comment on function app_private.count_ratings() is 'Trigger: updates ratingCount, ratingSum and numReviews.';

create function app_private.count_reactions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.comment_reactions := case when tg_op = 'DELETE' then old else new end;
  step int := case when tg_op = 'DELETE' then -1 else 1 end;
begin
  update app_public.comments c set reactions_count = c.reactions_count + step,
    positive_reactions_count = c.positive_reactions_count + case when entry.kind = 'CONFUSED' then 0 else step end
    where c.id = entry.comment_id;
  return null;
end $function$;
comment on function app_private.count_reactions() is 'Trigger: updates the number of a comment''s reactions.';

create function app_private.count_reply(comment uuid, step integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  at uuid := comment;
  entry app_public.comments;
begin
  -- A tombstone is shown while somebody's reply hangs on it, so it may come or go with that reply.
  while at is not null loop
    update app_public.comments c set replies_count = c.replies_count + step where c.id = at returning c.* into entry;
    exit when entry.id is null or not (entry.deleted or entry.hidden_at is not null) or entry.replies_count <> greatest(step, 0);
    at := entry.parent_id;
  end loop;
end $function$;
comment on function app_private.count_reply(uuid,integer) is 'Counts a reply that was added or removed, up through the deleted comments that appear or disappear with it. Not granted.';

create function app_private.count_seats()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  step int := case when after is not null and coalesce(after ->> 'status', 'OPEN') = 'OPEN' then 1 else 0 end
    - case when before is not null and coalesce(before ->> 'status', 'OPEN') = 'OPEN' then 1 else 0 end;
begin
  if step <> 0 then
    update app_public.teams t set seats_taken = t.seats_taken + step where t.id = coalesce(after ->> 'team_id', before ->> 'team_id')::uuid;
  end if;
  return null;
end $function$;
comment on function app_private.count_seats() is 'Trigger: updates seatsTaken, whose constraint rejects a member or invitation too many.';

create function app_private.count_words(texts text[])
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select count(*)::int from unnest(texts) t, regexp_matches(t, '\S+', 'g') $function$;
comment on function app_private.count_words(text[]) is 'The number of words in the blocks.';

create function app_private.course_ids_with(words text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.id from app_public.courses c
  where lower(c.title) like (app_private.word_patterns(words))[1] and lower(c.title) like all (app_private.word_patterns(words))
    and c.archived_at is null and c.is_shown_publicly and (c.is_coming_soon or (c.is_published and c.published_at <= now()))
$function$;
comment on function app_private.course_ids_with(text) is 'The IDs of listed items with all of the words in their titles.';
grant execute on function app_private.course_ids_with(text) to newline_visitor;

create function app_private.create_article(title text, slug_wish text, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb, drawer integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.create_article(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Creates an article with the signed-in user as its author, at the requested slug or a similar one. Raises NL401, NL403 and NL429.';
grant execute on function app_private.create_article(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer) to newline_visitor;

create function app_private.create_discussion_with_comment(user_id uuid, lesson uuid, article uuid, clip uuid, seconds double precision, selection jsonb, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer integer, mentions text[])
 RETURNS app_private.written_comment
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.create_discussion_with_comment(uuid,uuid,uuid,uuid,double precision,jsonb,uuid,jsonb,text,text,jsonb,integer,text[]) is 'Begins a discussion with its first comment, in one statement. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.create_discussion_with_comment(uuid,uuid,uuid,uuid,double precision,jsonb,uuid,jsonb,text,text,jsonb,integer,text[]) to newline_visitor;

create function app_private.create_item(title text, is_book boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.create_item(text,boolean) is 'Creates a course or book with the signed-in user as its author. Raises NL400, NL401, NL403 and NL429. Not granted.';

create function app_private.create_page(slug text, title text, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb, drawer integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  added app_public.pages;
begin
  perform app_private.require_admin();
  if (create_page.slug ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$' and length(create_page.slug) <= 60) is not true then
    raise exception 'PAGE_SLUG_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 60)::text;
  end if;
  insert into app_public.pages as p (slug, title, footer_order)
    values (create_page.slug, create_page.title, (select coalesce(max(o.footer_order), 0) + 1 from app_public.pages o)) on conflict (slug) do nothing returning p.* into added;
  if added.id is null then raise exception 'PAGE_SLUG_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('path', app_private.page_path(create_page.slug))::text; end if;
  perform app_private.add_page_revision(added.id, create_page.title, body, texts, null, null, null);
  perform app_private.audit('page.create', 'page', added.id, jsonb_build_object('slug', added.slug));
  return added.id;
end $function$;
comment on function app_private.create_page(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Creates a draft, which appears in the footer once it''s published. For administrators only. Raises NL400, NL401, NL403 and NL409.';
grant execute on function app_private.create_page(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer) to newline_visitor;

create function app_private.csv_cell(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  -- A sheet runs what begins like a formula: an apostrophe makes it text.
  select '"' || replace(case when value ~ '^[[:space:]]*[-=+@\t\r\n|%]' then '''' || value else coalesce(value, '') end, '"', '""') || '"'
$function$;
comment on function app_private.csv_cell(text) is 'A cell of a CSV file (RFC 4180) that spreadsheets don''t run as a formula. Not granted.';

create function app_private.cut_delta(body jsonb, blocks integer)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when body is null then null
    when blocks >= jsonb_array_length(body -> 'content') then body
    else jsonb_set(body, '{content}', coalesce(
      (select jsonb_agg(block order by n) from jsonb_array_elements(body -> 'content') with ordinality as b (block, n) where n <= blocks),
      '[]')) end
$function$;
comment on function app_private.cut_delta(jsonb,integer) is 'The first blocks of the document, cut at the paywall.';

create function app_private.cut_drawings(drawings jsonb, blocks integer)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when drawings is null then null
    when blocks >= jsonb_array_length(drawings) then drawings
    else coalesce((select jsonb_agg(entry order by n) from jsonb_array_elements(drawings) with ordinality as d (entry, n) where n <= blocks), '[]') end
$function$;
comment on function app_private.cut_drawings(jsonb,integer) is 'The renderings of the first blocks, cut where cut_delta cuts.';

create function app_private.day_at(instant timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select d.day from app_public.study_days d
    where d.user_id = (select app_public.current_user_id()) and d.day between instant::date - 3 and instant::date + 3
      and instant >= d.day::timestamp at time zone d.time_zone and instant < (d.day + 1)::timestamp at time zone d.time_zone
    order by d.day desc limit 1), (instant at time zone app_private.own_time_zone())::date)
$function$;
comment on function app_private.day_at(timestamp with time zone) is 'Returns the date of an instant for the signed-in user. A day lasts until it ends in the time zone where it began, so that traveling doesn''t count it twice.';
grant execute on function app_private.day_at(timestamp with time zone) to newline_visitor;

create function app_private.delete_comment(comment uuid)
 RETURNS app_private.written_comment
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.delete_comment(uuid) is 'Deletes a comment: its text is gone for everyone except administrators, and its replies stay. For its author and administrators. Raises NL401, NL403 and NL404.';
grant execute on function app_private.delete_comment(uuid) to newline_visitor;

create function app_private.drop_stale_drawings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  new.body_drawings := null; new.drawn_by := 0;
  return new;
end $function$;
comment on function app_private.drop_stale_drawings() is 'Trigger: removes the renderings of a comment''s previous text, unless new ones come with the change.';

create function app_private.due_cancellations(forget text DEFAULT NULL::text)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from app_private.orphaned_subscriptions o where o.provider_subscription_id = forget;
  select o.provider_subscription_id from app_private.orphaned_subscriptions o where o.provider_subscription_id is distinct from forget;
$function$;
comment on function app_private.due_cancellations(text) is 'Subscriptions of deleted accounts that still run at the provider, except the one that is removed.';
grant execute on function app_private.due_cancellations(text) to newline_worker;

create function app_private.due_files()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select u.file from app_private.unkept_files u where u.due_at <= now() order by u.due_at limit 500
$function$;
comment on function app_private.due_files() is 'Stored files that nothing uses.';
grant execute on function app_private.due_files() to newline_worker;

create function app_private.due_provider_prices()
 RETURNS TABLE(plan_id uuid, product_id uuid, name text, amount_cents integer, currency text, billing_interval app_public.billing_interval, stripe_price_id text, is_offered boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select p.id, r.id, r.name, p.amount_cents, p.currency::text, p.billing_interval, p.stripe_price_id, p.is_offered
  from app_public.plans p join app_public.products r on r.id = p.product_id where p.is_provider_due order by p.id
$function$;
comment on function app_private.due_provider_prices() is 'Prices that the provider doesn''t know yet, or still offers. Used by jobs.';
grant execute on function app_private.due_provider_prices() to newline_worker;

create function app_private.due_remote_code(at_most integer)
 RETURNS TABLE(id uuid, owner text, name text, filepath text, refname text, oid text, code_query text, start_line integer, end_line integer, text text, etag text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with due as (
    select k.source_id from app_private.remote_code_checks k where k.check_at <= now() order by k.check_at limit at_most for update skip locked),
  taken as (
    update app_private.remote_code_checks k set check_at = now() + interval '30 minutes' from due where k.source_id = due.source_id
    returning k.source_id, k.etag)
  select s.id, s.owner, s.name, s.filepath, s.refname, s.oid, s.code_query, s.start_line, s.end_line, s.text, t.etag
  from taken t join app_public.remote_code_sources s on s.id = t.source_id
$function$;
comment on function app_private.due_remote_code(integer) is 'Claims remote code that is due for comparison. Code without a result within half an hour is due again.';
grant execute on function app_private.due_remote_code(integer) to newline_worker;

create function app_private.due_videos()
 RETURNS SETOF app_private.unkept_videos
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select * from app_private.unkept_videos u order by u.due_at limit 100
$function$;
comment on function app_private.due_videos() is 'Returns videos whose files have to be removed.';
grant execute on function app_private.due_videos() to newline_worker;

create function app_private.edit_comment(comment uuid, body jsonb, markdown text, html text, drawn jsonb, drawer integer, mentions text[])
 RETURNS app_private.written_comment
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.edit_comment(uuid,jsonb,text,text,jsonb,integer,text[]) is 'Changes the text of a comment of the signed-in user. Raises NL401, NL403, NL404 and NL409.';
grant execute on function app_private.edit_comment(uuid,jsonb,text,text,jsonb,integer,text[]) to newline_visitor;

create function app_private.end_job_runners(runners text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from app_private.job_runners r where r.name = any (runners)
$function$;
comment on function app_private.end_job_runners(text[]) is 'Removes job runners that hold no job. Used by jobs.';
grant execute on function app_private.end_job_runners(text[]) to newline_worker;

create function app_private.end_mail(mail text, address text, subject text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into app_private.mail_deliveries (key, sent_at) values (mail, now())
    on conflict (key) do update set sent_at = now(), process_id = null where mail_deliveries.sent_at is null;
  if not found then return; end if;
  insert into app_private.sent_mails (address, subject) values (left(end_mail.address, 320), left(end_mail.subject, 500));
end $function$;
comment on function app_private.end_mail(text,text,text) is 'Records that the mail server has accepted an email, so that it isn''t sent again. Used by jobs.';
grant execute on function app_private.end_mail(text,text,text) to newline_worker;

create function app_private.end_newsletter_copy(id uuid, state text, trouble text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.newsletter_subscribers s
    set told_state = case when end_newsletter_copy.trouble is null then end_newsletter_copy.state else s.told_state end,
      trouble = left(end_newsletter_copy.trouble, 300)
    where s.id = end_newsletter_copy.id
$function$;
comment on function app_private.end_newsletter_copy(uuid,text,text) is 'Records that a state was sent to the newsletter service, or the service''s error. Later changes are sent again.';
grant execute on function app_private.end_newsletter_copy(uuid,text,text) to newline_worker;

create function app_private.end_notice_mail(mail uuid, is_delivered boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.notice_mails m set is_sent = is_delivered, ended_at = case when is_delivered or m.tries >= 12 then now() end,
    try_at = case when is_delivered then m.try_at else now() + least(interval '1 minute' * power(2, m.tries), interval '6 hours') end
  where m.id = mail and m.ended_at is null
$function$;
comment on function app_private.end_notice_mail(uuid,boolean) is 'Records that an email was sent, or failed and will be retried, 12 times in all. Used by jobs.';
grant execute on function app_private.end_notice_mail(uuid,boolean) to newline_worker;

create function app_private.end_test_mail(address text, failure text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  update app_private.site_setup s set mail_tested_at = now(), mail_tested_to = left(address, 254), mail_failure = left(failure, 500);
end $function$;
comment on function app_private.end_test_mail(text,text) is 'Records the recipient of a test email, or why it failed. For administrators only (NL401, NL403).';
grant execute on function app_private.end_test_mail(text,text) to newline_visitor;

create function app_private.fail_book_export(export uuid, reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.book_exports e set status = 'failed', reason = left(fail_book_export.reason, 300), label = ''
    where e.id = fail_book_export.export and e.status = 'running'
$function$;
comment on function app_private.fail_book_export(uuid,text) is 'Records that an export failed permanently, and why, as shown to readers.';
grant execute on function app_private.fail_book_export(uuid,text) to newline_worker;

create function app_private.fail_video(playback_id text, reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.videos v set status = 'FAILED', reason = fail_video.reason, updated_at = now()
    where v.playback_id = fail_video.playback_id and v.status not in ('READY', 'FAILED')
$function$;
comment on function app_private.fail_video(text,text) is 'Records that a video can''t be played, and why.';
grant execute on function app_private.fail_video(text,text) to newline_worker;

create function app_private.find_entries(q tsquery, kinds app_public.search_kind[], at_most integer)
 RETURNS TABLE(entry uuid, title text, context text, path text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
  with candidates as materialized (
    (select e.id, ts_rank(e.vector, q, 1) * 2 as rank from app_private.search_entries e
      where e.vector @@ q and e.kind not in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and (kinds is null or e.kind = any (kinds)) limit 500)
    union all
    (select e.id, ts_rank(e.vector, q, 1) * case e.kind when 'COMMENT' then 0.5 else 1 end from app_private.search_entries e
      where e.vector @@ q and e.kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') and (kinds is null or e.kind = any (kinds)) limit 2000)
  ), spread as (
    select e.*, c.rank, row_number() over (partition by e.kind, e.lesson_id, e.article_id, e.clip_id order by c.rank desc, e.id) as nth
    from candidates c join app_private.search_entries e using (id)
  ), best as (
    select * from spread where nth <= 3 or kind in ('COURSE', 'BOOK', 'PERSON', 'COMMENT') order by rank desc, id limit 300
  ), me as materialized (
    select app_public.is_admin() as is_admin,
      array(select app_private.my_course_ids() union all select app_private.my_book_ids() union all select app_private.my_article_ids()) as ids
  ), placed as (
    select r.*, c.course, c.book, c.article, i.title as item, i.permalink as item_path, l.title as lesson, l.permalink as lesson_path,
      k.id as clip, k.title as clip_title, d.id as discussion, u.display_name as person, u.username,
      (i.id = any (me.ids) or me.is_admin) as is_staff, i.is_open, i.is_announced
    from best r cross join me
    left join app_public.comments m on m.id = r.comment_id
    left join app_public.discussions d on d.id = m.discussion_id
    left join lateral (
      select x.id, x.title, x.course_id, x.book_id, app_public.lessons_permalink(x) as permalink from app_public.lessons x
      where x.id = coalesce(r.lesson_id, d.lesson_id)) l on true
    left join app_public.clips k on k.id = coalesce(r.clip_id, d.clip_id)
    cross join lateral (select coalesce(r.course_id, l.course_id, k.course_id) as course, coalesce(r.book_id, l.book_id, k.book_id) as book,
      coalesce(r.article_id, d.article_id) as article) c
    left join lateral (
      select x.id, x.title, x.permalink, x.is_coming_soon as is_announced,
        x.is_shown_publicly and x.archived_at is null and (x.is_coming_soon or (x.is_published and x.published_at <= now())) as is_open
        from app_public.courses x where x.id = c.course
      union all
      select x.id, x.title, x.permalink, x.is_coming_soon,
        x.is_shown_publicly and x.archived_at is null and (x.is_coming_soon or (x.is_published and x.published_at <= now()))
        from app_public.books x where x.id = c.book
      union all
      select x.id, x.title, x.permalink, false, x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now()
        from app_public.articles x where x.id = c.article) i on true
    left join lateral (
      select x.username, app_public.users_display_name(x) as display_name from app_public.users x
      where x.id = coalesce(r.user_id, m.user_id)) u on true
    order by r.rank desc, r.id offset 0
  )
  select p.id,
    case p.kind when 'PERSON' then p.person when 'COMMENT' then p.person else coalesce(p.clip_title, p.lesson, p.item) end,
    case when p.kind = 'COMMENT' then coalesce(p.clip_title, p.lesson, p.item) when p.clip is not null or p.lesson is not null then p.item end,
    case when p.kind = 'PERSON' then '/@' || p.username
      when p.kind = 'COMMENT' then '/discussions/' || p.discussion || '#' || p.comment_id
      when p.clip is not null then '/clips/' || p.clip
      else coalesce(p.lesson_path, p.item_path) end
  from placed p
  where case when p.kind = 'PERSON' then true
    when p.is_staff then true
    when not coalesce(p.is_open, false) then false
    when p.kind in ('COURSE', 'BOOK') then true
    when p.is_announced then false
    when p.kind in ('TEXT', 'CODE') then p.place <= coalesce(app_private.readable_lesson_blocks(p.lesson_id), app_private.readable_article_blocks(p.article_id))
    when p.kind = 'TRANSCRIPT' and p.lesson_id is not null then app_private.readable_lesson_blocks(p.lesson_id) = 2147483647
    else true end
  limit at_most
$function$;
comment on function app_private.find_entries(tsquery,app_public.search_kind[],integer) is 'The best search entries that the reader can see, best first. At most 2,500 candidates are ranked, and access to the best 300 of them is checked, whatever the query.';

create function app_private.find_gone_job_processes(grace interval)
 RETURNS integer[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update app_private.job_processes p set missing_since = case when p.missing_since is null then now() end
    where (p.missing_since is null) <> app_private.is_job_process_locked(p.id);
  return array(select p.id from app_private.job_processes p
    where p.missing_since <= now() - grace and pg_postmaster_start_time() <= now() - grace and not app_private.is_job_process_locked(p.id)
    order by p.id for update);
end $function$;
comment on function app_private.find_gone_job_processes(interval) is 'Processes whose lock has been free for longer than grace, on a server that has been up for longer. Used by jobs.';
grant execute on function app_private.find_gone_job_processes(interval) to newline_worker;

create function app_private.find_product_of_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  select p.id into new.product_id from app_public.products p where p.kind = new.kind and p.name = app_private.product_name_of(new.name)
    and (p.min_seats, p.max_seats) = (new.min_seats, new.max_seats) and not exists (select from app_public.plans o
      where o.product_id = p.id and o.is_offered and new.is_offered and (o.billing_interval, o.currency) = (new.billing_interval, new.currency))
    order by p.created_at, p.id limit 1;
  if new.product_id is null then
    insert into app_public.products (name, kind, description, min_seats, max_seats, is_offered, position)
      values (app_private.product_name_of(new.name), new.kind, new.description, new.min_seats, new.max_seats, new.is_offered, new.position)
      returning id into new.product_id;
  end if;
  return new;
end $function$;
comment on function app_private.find_product_of_plan() is 'Trigger: assigns a price without a product to the product with its name.';

create function app_private.finish_book_export(export uuid, bytes bigint, maker text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from app_private.book_exports e where e.id = export and e.version is distinct from app_private.book_version(e.book_id, maker);
  update app_private.book_exports e set status = 'done', byte_count = bytes, step = e.step_count, label = '', expires_at = now() + interval '14 days'
    where e.id = export and e.status = 'running';
  return found;
end $function$;
comment on function app_private.finish_book_export(uuid,bigint,text) is 'Records that the file is complete. False if the book changed in the meantime, so that the file may mix two versions; then it must be removed.';
grant execute on function app_private.finish_book_export(uuid,bigint,text) to newline_worker;

create function app_private.finish_video(playback_id text, video_url text, duration_seconds double precision, width integer, height integer, still_seconds integer[], poster_second integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  done app_public.videos;
begin
  update app_public.videos v set status = 'READY', progress = 100, video_url = finish_video.video_url, duration_seconds = finish_video.duration_seconds,
      width = finish_video.width, height = finish_video.height, still_seconds = finish_video.still_seconds, poster_second = finish_video.poster_second,
      loose_since = now(), updated_at = now()
    where v.playback_id = finish_video.playback_id and v.status in ('UPLOADING', 'QUEUED', 'PROCESSING') returning * into done;
  if done.id is null then return false; end if;
  if num_nonnulls(done.course_id, done.book_id) = 1 then
    perform app_private.play_video(done.video_url, done.duration_seconds, done.poster_second, done.lesson_id, done.clip_id, done.course_id, done.book_id);
  end if;
  return true;
end $function$;
comment on function app_private.finish_video(text,text,double precision,integer,integer,integer[],integer) is 'Records that a video can be played, and plays it where it was uploaded. False if it was removed in the meantime.';
grant execute on function app_private.finish_video(text,text,double precision,integer,integer,integer[],integer) to newline_worker;

create function app_private.fold_content_marks()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with gone as (delete from app_private.content_marks returning mark)
  insert into app_private.content_marks (mark) select bit_xor(mark) from gone having count(*) > 0
$function$;
comment on function app_private.fold_content_marks() is 'Combines all content marks into one row, without changing their total. Used by the job tidy_records.';
grant execute on function app_private.fold_content_marks() to newline_worker;

create function app_private.fold_title(words text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select lower(extensions.unaccent('extensions.unaccent', words))
$function$;
comment on function app_private.fold_title(text) is 'A title without case and accents, for comparing.';
grant execute on function app_private.fold_title(text) to newline_visitor;

create function app_private.follow_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
comment on function app_private.follow_item() is 'Trigger: gives a clip the visibility of its item.';

create function app_private.forget_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- An address that was never shown to be theirs may be somebody else's.
  if old."emailVerified" then
    -- One that was confirmed is kept as an address that gets no letters, so that a service that sends them is told.
    perform app_private.leave_newsletter(old."email");
    update app_private.newsletter_subscribers n set first_name = null where n.email = old."email";
    delete from app_public.team_invitations i where i.email = old."email";
  end if;
  delete from auth."verification" v where v."identifier" = old."email" or v."value" = old."id"::text or strpos(v."value", '"' || old."email" || '"') > 0;
  return null;
end $function$;
comment on function app_private.forget_address() is 'Trigger: removes a deleted account''s email address from the newsletter, invitations and pending links.';

create function app_private.forget_audit_lines()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from app_public.audit_log l where l.created_at < now() - interval '2 years'
$function$;
comment on function app_private.forget_audit_lines() is 'Deletes audit log entries that are more than two years old. Used by jobs.';
grant execute on function app_private.forget_audit_lines() to newline_worker;

create function app_private.forget_comment_events()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  -- The newest stays, so that who has seen it is known to have missed nothing.
  delete from app_private.comment_events e where e.created_at < now() - interval '1 hour' and e.id < (select max(n.id) from app_private.comment_events n)
$function$;
comment on function app_private.forget_comment_events() is 'Deletes events that are more than an hour old. Used by jobs.';
grant execute on function app_private.forget_comment_events() to newline_worker;

create function app_private.forget_files(files text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from app_private.unkept_files u where u.file = any (files) and u.due_at <= now()
$function$;
comment on function app_private.forget_files(text[]) is 'Records that files were removed from the storage.';
grant execute on function app_private.forget_files(text[]) to newline_worker;

create function app_private.forget_job_processes(processes integer[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- What they were about to send is due again.
  update app_private.notice_mails m set try_at = now() from app_private.mail_deliveries d
    where d.process_id = any (processes) and d.sent_at is null and d.key = 'notice-' || m.id and m.ended_at is null;
  delete from app_private.job_processes p where p.id = any (processes);
end $function$;
comment on function app_private.forget_job_processes(integer[]) is 'Deletes processes with their runners. Used by jobs.';
grant execute on function app_private.forget_job_processes(integer[]) to newline_worker;

create function app_private.forget_mails()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from app_private.sent_mails m where m.sent_at < now() - interval '30 days';
  delete from app_private.mail_deliveries d where d.begun_at < now() - interval '30 days'
$function$;
comment on function app_private.forget_mails() is 'Deletes records of emails that are more than 30 days old. Used by jobs.';
grant execute on function app_private.forget_mails() to newline_worker;

create function app_private.forget_mails_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from app_private.sent_mails m where m.address = old.email;
  return null;
end $function$;
comment on function app_private.forget_mails_of_account() is 'Trigger: deletes the records of emails to a deleted account.';

create function app_private.forget_videos(playback_ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from app_private.unkept_videos u where u.playback_id = any (playback_ids)
$function$;
comment on function app_private.forget_videos(text[]) is 'Records that the files of videos were removed.';
grant execute on function app_private.forget_videos(text[]) to newline_worker;

create function app_private.former_lesson(item uuid, slug text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select f.lesson_id from app_private.former_lesson_slugs f where f.item_id = item and f.slug = former_lesson.slug
$function$;
comment on function app_private.former_lesson(uuid,text) is 'The lesson that formerly had this slug in the item; null for none. Doesn''t check access.';
grant execute on function app_private.former_lesson(uuid,text) to newline_visitor;

create function app_private.free_username(wish text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  stem text := left(coalesce(nullif(btrim(regexp_replace(lower(wish), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'reader'), 32);
  tried text;
  n int := 1;
begin
  stem := rtrim(stem, '-');
  if app_private.is_reserved_name(stem) then stem := 'reader'; end if;
  tried := stem;
  while exists (select from app_public.users u where u.username = tried) loop
    n := n + 1;
    tried := stem || '-' || case when n < 20 then n else floor(random() * 1000000)::int end;
  end loop;
  return tried;
end $function$;
comment on function app_private.free_username(text) is 'An available username that isn''t reserved: the requested name in Latin letters, with a number if it''s taken.';

create function app_private.give_entitlement(given_by text, person uuid, given app_public.entitlement_kind, course uuid, book uuid, since timestamp with time zone, until timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into app_public.entitlements as e (user_id, kind, course_id, book_id, starts_at, ends_at, source)
  values (person, given, course, book, least(since, until - interval '1 microsecond'), until, given_by)
  on conflict (source) where source ~ '^(purchase|subscription|seat):[0-9a-f-]{36}$' do update
    set starts_at = least(e.starts_at, excluded.ends_at - interval '1 microsecond'), ends_at = excluded.ends_at
$function$;
comment on function app_private.give_entitlement(text,uuid,app_public.entitlement_kind,uuid,uuid,timestamp with time zone,timestamp with time zone) is 'Creates the entitlement of a subscription, seat or purchase, or changes when it ends.';

create function app_private.give_up_mail(mail text, process integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.mail_deliveries d set process_id = null where d.key = mail and d.process_id = give_up_mail.process and d.sent_at is null
$function$;
comment on function app_private.give_up_mail(text,integer) is 'Records that an email wasn''t handed over. It''s retried. Used by jobs.';
grant execute on function app_private.give_up_mail(text,integer) to newline_worker;

create function app_private.grant_checkout(checkout_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.complete_purchase(checkout_id, 'manual', null);
  with taken as (update app_private.checkouts c set completed_at = now() where c.id = checkout_id and c.completed_at is null returning *)
  insert into app_public.subscriptions (user_id, plan_id, kind, seats, period_starts_at, period_ends_at)
    select t.user_id, t.plan_id, p.kind, t.seats, now(), app_private.next_period(now(), p.billing_interval) from taken t join app_public.plans p on p.id = t.plan_id;
exception when unique_violation then
  raise exception 'SUBSCRIPTION_EXISTS' using errcode = 'NL409';
end $function$;
comment on function app_private.grant_checkout(uuid) is 'Grants what was checked out without a payment, once: for the manual provider on a demo site.';
grant execute on function app_private.grant_checkout(uuid) to newline_worker;

create function app_private.has_pro(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from app_public.entitlements e
    where e.user_id = person and e.kind = 'PRO' and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now()))
$function$;
comment on function app_private.has_pro(uuid) is 'True while the user has Pro, from any source.';

create function app_private.has_read_text(entry app_public.lesson_activities)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with texts as (
    select t.id, t.words from app_private.lesson_bodies b, unnest(b.block_ids, b.block_text) as t (id, words)
    where b.lesson_id = entry.lesson_id and t.id <> ''
  ), wanted as (
    -- Pictures and the like have no words, and an empty paragraph is never rendered: they are wanted only where nothing else is.
    select id, words from texts where words ~ '\S' or not exists (select from texts where words ~ '\S')
  )
  select exists (select from wanted)
    and not exists (select from wanted where id <> all (entry.read_block_ids))
    -- A page sends what it gathered every 15 seconds and may be slow to reach the site: half a minute is not counted.
    and now() - entry.reading_since + interval '30 seconds'
      >= (select coalesce(sum(regexp_count(words, '\S+')), 0) from wanted) * interval '60 milliseconds'
$function$;
comment on function app_private.has_read_text(app_public.lesson_activities) is 'True if every block with words was read, in no less than a minute per 1,000 words since the site first heard of the reading.';

create function app_private.has_second_step(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from auth.authenticators a where a.user_id = person and a.confirmed_at is not null)
    or exists (select from auth.passkeys p where p.user_id = person)
$function$;
comment on function app_private.has_second_step(uuid) is 'Returns whether a user has set up two-step sign-in or a passkey. Not granted.';

create function app_private.hold_job_process(process integer, runners text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_lock(1785684595, process);
  insert into app_private.job_processes (id) values (process) on conflict (id) do update set missing_since = null;
  insert into app_private.job_runners (name, process_id) select r.name, process from unnest(runners) as r (name) on conflict do nothing;
end $function$;
comment on function app_private.hold_job_process(integer,text[]) is 'Registers a process as running, with its runners, for as long as the calling session stays connected. Used by jobs.';
grant execute on function app_private.hold_job_process(integer,text[]) to newline_worker;

create function app_private.in_latin(words text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select string_agg(case
      when l.latin is null then (
        select string_agg(coalesce(p.latin, d.part), '' order by d.n)
        from unnest(string_to_array(normalize(c.letter, nfkd), null)) with ordinality as d (part, n) left join app_private.latin_letters p on p.letter = d.part)
      -- Each Chinese character is a syllable.
      when c.letter ~ '[\u4E00-\u9FFF]' then ' ' || l.latin || ' '
      else l.latin end, '' order by c.n)
  from unnest(string_to_array(normalize(lower(left(words, 400)), nfkc), null)) with ordinality as c (letter, n)
  left join app_private.latin_letters l on l.letter = c.letter
$function$;
comment on function app_private.in_latin(text) is 'The words in lower case, with letters of other scripts in Latin script.';
grant execute on function app_private.in_latin(text) to newline_visitor;

create function app_private.index_body()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  lesson uuid;
  article uuid;
begin
  if tg_argv[0] = 'lesson_id' then lesson := new.lesson_id; else article := new.article_id; end if;
  with stands as materialized (
    select b.*, row_number() over (partition by b.kind, b.block_id, b.words order by b.place) as nth
    from (
      select case when n.node ->> 'type' in ('codeBlock', 'remoteCodeBlock') then 'CODE' else 'TEXT' end::app_public.search_kind as kind,
        t.place, coalesce(t.id, '') as block_id, left(t.words, 20000) as words
      from unnest(new.block_ids, new.block_text) with ordinality as t (id, words, place)
      join jsonb_array_elements(new.body_delta -> 'content') with ordinality as n (node, place) using (place)
      where t.words <> '') b
  ), held as materialized (
    select e.id, e.place, e.kind, coalesce(e.block_id, '') as block_id, e.words,
      row_number() over (partition by e.kind, coalesce(e.block_id, ''), e.words order by e.place) as nth
    from app_private.search_entries e where (e.lesson_id = lesson or e.article_id = article) and e.kind in ('TEXT', 'CODE')
  ), pairs as materialized (
    select h.id, h.place as was, s.place, kind, block_id, words from held h full join stands s using (kind, block_id, words, nth)
  ), gone as (
    delete from app_private.search_entries e using pairs p where e.id = p.id and p.place is null
  ), moved as (
    update app_private.search_entries e set place = p.place from pairs p where e.id = p.id and p.place <> p.was
  )
  insert into app_private.search_entries (kind, lesson_id, article_id, place, block_id, words, vector)
  select p.kind, lesson, article, p.place, nullif(p.block_id, ''), p.words, app_private.search_vector(p.words) from pairs p where p.id is null;
  return null;
end $function$;
comment on function app_private.index_body() is 'Trigger: indexes a text for search, block by block. Argument: the column that refers to its owner.';

create function app_private.index_changed_cues()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.index_transcript(v.video_url, v.lesson_id, null) from app_private.lesson_videos v
    where v.video_url in (select c.video_url from changed c);
  perform app_private.index_transcript(k.video_url, null, k.id) from app_public.clips k
    where k.video_url in (select c.video_url from changed c);
  return null;
end $function$;
comment on function app_private.index_changed_cues() is 'Trigger: indexes new captions for search, and removes deleted ones.';

create function app_private.index_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from app_private.search_entries where comment_id = new.id;
  if not new.deleted and new.body_markdown <> '' then
    insert into app_private.search_entries (kind, comment_id, words, vector)
    values ('COMMENT', new.id, left(new.body_markdown, 20000), app_private.search_vector(left(new.body_markdown, 20000)));
  end if;
  return null;
end $function$;
comment on function app_private.index_comment() is 'Trigger: indexes a comment for search, and removes a deleted one.';

create function app_private.index_played_video()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from app_private.search_entries where kind = 'TRANSCRIPT' and lesson_id = old.lesson_id;
  elsif tg_table_name = 'clips' then
    perform app_private.index_transcript(new.video_url, null, new.id);
  else
    perform app_private.index_transcript(new.video_url, new.lesson_id, null);
  end if;
  return null;
end $function$;
comment on function app_private.index_played_video() is 'Trigger: indexes the transcript of a lesson''s or clip''s new video for search.';

create function app_private.index_title()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry jsonb := to_jsonb(new);
  reference text := tg_argv[1];
  titled text;
begin
  select string_agg(entry ->> c.name, ' · ' order by c.n) into titled
  from unnest(string_to_array(tg_argv[2], ',')) with ordinality as c (name, n) where entry ->> c.name <> '';
  execute format('delete from app_private.search_entries where %I = $1 and kind = $2::app_public.search_kind', reference)
    using new.id, tg_argv[0];
  if titled is not null then
    execute format('insert into app_private.search_entries (kind, %I, words, vector)
      values ($1::app_public.search_kind, $2, $3, setweight(app_private.search_vector($4), ''A'') || setweight(app_private.search_vector($3), ''B''))',
      reference) using tg_argv[0], new.id, titled, split_part(titled, ' · ', 1);
  end if;
  return null;
end $function$;
comment on function app_private.index_title() is 'Trigger: indexes a title for search. Arguments: kind, referring column, columns of its words with the title first.';

create function app_private.index_transcript(video text, lesson uuid, clip uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from app_private.search_entries where kind = 'TRANSCRIPT' and (lesson_id = lesson or clip_id = clip);
  insert into app_private.search_entries (kind, lesson_id, clip_id, place, words, vector)
    select 'TRANSCRIPT', lesson, clip, floor(c.starts_at)::int, c.words, app_private.search_vector(c.words)
    from app_private.video_cues c where c.video_url = video
$function$;
comment on function app_private.index_transcript(text,uuid,uuid) is 'Indexes the transcript of a lesson''s or clip''s video for search.';

create function app_private.invite_to_team(team_id uuid, emails text[], token_hashes bytea[])
 RETURNS TABLE(invited_team_id uuid, email text, place integer, team_name text, inviter text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.invite_to_team(uuid,text[],bytea[]) is 'Invites email addresses to seats of the user''s team, or resends open invitations. Only the last link works.';
grant execute on function app_private.invite_to_team(uuid,text[],bytea[]) to newline_worker;

create function app_private.is_answered(discussion uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with answerers as materialized (select array(select app_private.answerers(discussion)) as ids)
  select coalesce((
    select coalesce(c.user_id = any (a.ids), false)
    from app_public.comments c, answerers a
    where c.discussion_id = discussion and not c.deleted and c.hidden_at is null and (c.parent_id is null or c.user_id = any (a.ids))
    order by c.created_at desc, c.id desc limit 1), true)
$function$;
comment on function app_private.is_answered(uuid) is 'True unless the newest question (a comment without a parent) is newer than every comment of those who answer. Not granted.';

create function app_private.is_claim_list(claims jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when jsonb_typeof(claims) is distinct from 'array' then false when jsonb_array_length(claims) > 4 then false
    else not exists (select from jsonb_array_elements(claims) c where (jsonb_typeof(c) = 'object' and length(c ->> 'figure') <= 20
      and c ->> 'figure' ~ '^[^[:space:]](?:.*[^[:space:]])?$' and length(c ->> 'words') <= 40
      and c ->> 'words' ~ '^[^[:space:]](?:.*[^[:space:]])?$') is not true) end
$function$;
comment on function app_private.is_claim_list(jsonb) is 'Whether the value is a list of at most 4 claims, each with figure and words. Not granted.';

create function app_private.is_claimed_author()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from auth.claimed_roles r where r.user_id = app_public.current_user_id() and r.role = 'author')
$function$;
comment on function app_private.is_claimed_author() is 'True if the sign-in provider of the signed-in user says that they are an author.';
grant execute on function app_private.is_claimed_author() to newline_visitor;

create function app_private.is_entitled(course uuid, book uuid, is_advanced boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (
    select from app_public.entitlements e
    where e.user_id = app_public.current_user_id()
      and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now())
      and case e.kind
        when 'PRO' then not exists (select from app_public.courses c
            where c.id = course and (c.is_masterclass or c.is_bootcamp or c.is_live_workshop))
          and not exists (select from app_public.books b where b.id = book and (b.is_bootcamp or b.is_live_workshop))
        when 'COURSE' then e.course_id = course and not is_advanced
        when 'BOOK' then e.book_id = book and not is_advanced
        else e.course_id = course or e.book_id = book end)
$function$;
comment on function app_private.is_entitled(uuid,uuid,boolean) is 'True if the signed-in user has an active entitlement for the item; without an item, for articles, which Pro opens.';

create function app_private.is_job_process_locked(process integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2 and l.classid = 1785684595
    and l.objid = process::oid and l.granted and l.database = (select d.oid from pg_database d where d.datname = current_database()))
$function$;
comment on function app_private.is_job_process_locked(integer) is 'Whether a process holds its lock, which means that it''s running.';

create function app_private.is_link_list(links jsonb, allows_paths boolean, most integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when jsonb_typeof(links) is distinct from 'array' then false when jsonb_array_length(links) > most then false
    else not exists (select from jsonb_array_elements(links) l where (jsonb_typeof(l) = 'object' and length(l ->> 'label') <= 40
      and l ->> 'label' ~ '^[^[:space:]](?:.*[^[:space:]])?$' and length(l ->> 'url') <= 2000
      and (l ->> 'url' ~ '^https://[^[:space:]<>"\\]+$' or allows_paths and l ->> 'url' ~ '^/(?![/\\])[^[:space:]<>"\\]*$')) is not true) end
$function$;
comment on function app_private.is_link_list(jsonb,boolean,integer) is 'Whether the value is a list with at most this many links, each with label and url: https, or a path of this site where allowed. Not granted.';

create function app_private.is_live(lesson app_public.lessons)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select i.is_live from app_private.lesson_item(lesson.course_id, lesson.book_id) i), false)
$function$;
comment on function app_private.is_live(app_public.lessons) is 'True if its course or book is published, so that its text has to be published separately.';

create function app_private.is_logo_list(logos jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when jsonb_typeof(logos) is distinct from 'array' then false when jsonb_array_length(logos) > 60 then false else
    (select count(*) = count(distinct (l ->> 'name', coalesce(l ->> 'isStudentLogo', 'false'))) and coalesce(bool_and(coalesce(jsonb_typeof(l) = 'object'
      and l - '{name,imageUrl,darkImageUrl,websiteUrl,isStudentLogo}'::text[] = '{}' and l ->> 'name' ~ '^[^[:space:]](?:.*[^[:space:]])?$' and length(l ->> 'name') <= 80
      and jsonb_typeof(coalesce(l -> 'isStudentLogo', 'false')) = 'boolean'
      and (l ->> 'imageUrl' is not null or l ->> 'darkImageUrl' is null)
      and (l ->> 'websiteUrl' is null or l ->> 'websiteUrl' ~ '^https://[^[:space:]<>"\\]+$' and length(l ->> 'websiteUrl') <= 2000), false)), true)
    from jsonb_array_elements(logos) l) end
$function$;
comment on function app_private.is_logo_list(jsonb) is 'Returns whether this is a list of at most 60 logos, with a unique name in each strip and, if any, an https website and images. Not granted.';

create function app_private.is_loose_term(term text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select term ~ '^[A-Za-z0-9_][A-Za-z0-9_.:]*$'
$function$;
comment on function app_private.is_loose_term(text) is 'True for snake_case and Node.js, which also match their words one by one; false for C++, .NET and --flag, which would then mean something else.';

create function app_private.is_name_of_staff(name text, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_private.name_to_compare(name) <> '' and exists (
    select from app_public.users u where u.is_admin and u.id <> is_name_of_staff.person
      and app_private.name_to_compare(is_name_of_staff.name) in (app_private.name_to_compare(u.name), app_private.name_to_compare(u.username)))
$function$;
comment on function app_private.is_name_of_staff(text,uuid) is 'True if another administrator has this name. Not granted.';

create function app_private.is_played(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from app_private.lesson_videos l where l.video_url = address)
    or exists (select from app_public.clips c where c.video_url = address)
    or exists (select from app_public.courses c where c.hero_video_url = address)
    or exists (select from app_public.books b where b.hero_video_url = address)
$function$;
comment on function app_private.is_played(text) is 'True if a lesson, clip or trailer plays the video at this URL, whether the reader can see it or not. Not granted.';

create function app_private.is_public_video(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from app_public.clips c where c.video_url = address)
    or exists (select from app_public.courses c where c.hero_video_url = address)
    or exists (select from app_public.books b where b.hero_video_url = address)
$function$;
comment on function app_private.is_public_video(text) is 'True if a clip or trailer that the reader can see plays the video at this URL.';
grant execute on function app_private.is_public_video(text) to newline_visitor;

create function app_private.is_readable(color text, grounds text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(min(app_private.color_contrast(color, ground)) >= 4.5, false) from unnest(grounds) ground
$function$;
comment on function app_private.is_readable(text,text[]) is 'Whether text in this color has AA contrast on all of these backgrounds. Not granted.';

create function app_private.is_reserved_name(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select name ~ '[^a-z0-9_-]' or regexp_replace(name, '[-_]?[0-9]+$', '') = any (array[
    -- Routes of the site and of its API, now or before.
    'about', 'accessibility', 'account', 'admin', 'api', 'articles', 'assets', 'books', 'checkout', 'clips', 'courses', 'demo-desk', 'dev', 'discussions',
    'embed', 'embeds', 'events', 'explore-catalog', 'feeds', 'graphql', 'healthz', 'invitations', 'library', 'media', 'metrics', 'newsletter', 'notices', 'oembed',
    'pages', 'portraits', 'pricing', 'privacy', 'refunds', 'readyz', 'reset-password', 'search', 'share', 'sign-in', 'sign-out', 'sign-up', 'sitemap', 'sitemaps', 'studio',
    'terms', 'unsubscribe', 'verify', 'webhooks', 'write-with-us', 'first-admin', 'setup',
    -- Paths that browsers, crawlers and apps ask for, or that people type.
    'android-chrome', 'apple-app-site-association', 'apple-touch-icon', 'assetlinks', 'auth', 'blog', 'browserconfig', 'careers', 'contact', 'cookies', 'dashboard', 'docs', 'download',
    'downloads', 'faq', 'favicon', 'feed', 'forgot-password', 'guidelines', 'health', 'help', 'home', 'icon', 'images', 'imprint', 'inbox', 'index', 'jobs', 'legal', 'licenses',
    'llms', 'login', 'logout', 'manifest', 'messages', 'notifications', 'oauth', 'password', 'payment', 'payments', 'plans', 'policies', 'policy', 'press', 'profile', 'public',
    'register', 'robots', 'rss', 'service-worker', 'session', 'settings', 'signin', 'signout', 'signup', 'static', 'status', 'subscribe', 'teams', 'tos', 'upload', 'uploads',
    'users', 'well-known',
    -- Names that look official.
    'abuse', 'administration', 'administrator', 'anonymous', 'billing', 'bot', 'ceo', 'community', 'editor', 'editors', 'everyone', 'hello', 'here', 'hostmaster', 'info',
    'mail', 'mailer-daemon', 'mod', 'moderation', 'moderator', 'moderators', 'newline', 'newline-team', 'newline-support', 'no-reply', 'nobody', 'noreply', 'null', 'official',
    'operator', 'owner', 'postmaster', 'root', 'sales', 'security', 'staff', 'superuser', 'support', 'sysadmin', 'system', 'team', 'undefined', 'webmaster', 'www'
  ])
$function$;
comment on function app_private.is_reserved_name(text) is 'True for a name that can''t be a username or the first part of a permalink, also with a number after it: routes of the site, and names that look official.';

create function app_private.is_section_list(page app_public.site_page, sections jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when jsonb_typeof(sections) is distinct from 'array' then false when length(sections::text) > 60000 then false else coalesce((
    select count(*) = count(distinct s ->> 'kind') and coalesce(bool_and(coalesce(jsonb_typeof(s) = 'object' and s - '{kind,isHidden,content}'::text[] = '{}'
        and s ->> 'kind' = any (app_private.section_kinds(page)) and jsonb_typeof(coalesce(s -> 'isHidden', 'false')) = 'boolean'
        and jsonb_typeof(coalesce(s -> 'content', '{}')) = 'object'
        -- The heading of a page and what it sells are always there.
        and (s ->> 'kind' = any ('{HEADLINE,TOP,PLANS}') and coalesce(s ->> 'isHidden', 'false') = 'true') is not true, false)), true)
    from jsonb_array_elements(sections) s), false)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**') leaf where jsonb_typeof(leaf) = 'string' and length(leaf #>> '{}') > 2000)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**.url') leaf
      where (jsonb_typeof(leaf) = 'string' and (leaf #>> '{}' = '' or leaf #>> '{}' ~ '^https://[^[:space:]<>"\\]+$' or leaf #>> '{}' ~ '^/(?![/\\])[^[:space:]<>"\\]*$')) is not true)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**.imageUrl') leaf
      where (jsonb_typeof(leaf) = 'string' and (leaf #>> '{}' = '' or leaf #>> '{}' ~ '^/media/a/[a-z0-9]+/[a-z0-9.]+$')) is not true)
    and not exists (select from jsonb_path_query(sections, 'lax $[*].content.**.videoUrl') leaf
      where (jsonb_typeof(leaf) = 'string' and (leaf #>> '{}' = '' or leaf #>> '{}' ~ '^(?:local:[A-Za-z0-9_-]{4,64}|https://[^[:space:]<>"\\]+)$')) is not true) end
$function$;
comment on function app_private.is_section_list(app_public.site_page,jsonb) is 'Returns whether this is a list of sections of the page, each at most once, with texts of at most 2,000 characters, links that are https or a path on this site, and uploaded images. Not granted.';

create function app_private.is_shown_picture(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(address like '/media/%', false) or exists (select from app_private.picture_hosts p where p.host = substring(address from '^https://([^/?#]+)'))
$function$;
comment on function app_private.is_shown_picture(text) is 'True for a file of this site, or a URL at one of picture_hosts. Not granted.';

create function app_private.is_unspaced(term text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select ascii(term) > 127
$function$;
comment on function app_private.is_unspaced(text) is 'True for text in a script without spaces between words, false for a technical term.';

create function app_private.item_progress(course uuid, book uuid)
 RETURNS app_public.item_progress
 LANGUAGE sql
 STABLE
AS $function$
  with places as materialized (
    select l.id, l.role, o.position, p.reason, a.position_seconds, a.updated_at
    from (
      select c.lesson_id, c.position, c.id as course_lesson_id, null::uuid as book_lesson_id from app_public.course_lessons c where c.course_id = course
      union all
      select b.lesson_id, b.position, null, b.id from app_public.book_lessons b where b.book_id = book) o
    join app_public.lessons l on l.id = o.lesson_id
    left join app_public.user_progresses p on p.user_id = app_public.current_user_id()
      and (p.course_lesson_id = o.course_lesson_id or p.book_lesson_id = o.book_lesson_id)
    left join app_public.lesson_activities a on a.user_id = app_public.current_user_id() and a.lesson_id = l.id
  ), counted as (select * from places where role <> 'CHANGELOG'),
  latest as (select position, reason from counted where updated_at is not null order by updated_at desc, position desc limit 1),
  next as (
    select c.id, c.position_seconds from counted c left join latest t on true
    -- The latest itself, unless it is done; then the first that is not, after it before those ahead of it; then the first of all.
    order by coalesce(c.position = t.position and c.reason is null, false) desc, (c.reason is null) desc,
      coalesce(c.reason is null and c.position > t.position, false) desc, c.position
    limit 1)
  select (
    exists (select from app_public.enrollments e where e.user_id = app_public.current_user_id() and (e.course_id = course or e.book_id = book)),
    coalesce((select array_agg(id order by position) from counted where reason is not null), '{}'),
    coalesce((select array_agg(id order by position) from places where app_public.may_read(lesson_id => id)), '{}'),
    (select count(*) from counted where reason = 'WATCHED')::int,
    (select count(*) from counted where reason = 'READ')::int,
    (select count(*) from counted where reason = 'BY_HAND')::int,
    exists (select from counted where updated_at is not null or reason is not null),
    (select id from next),
    (select position_seconds from next))::app_public.item_progress
  where app_public.current_user_id() is not null
$function$;
comment on function app_private.item_progress(uuid,uuid) is 'The signed-in user''s progress in a course or book; runs with that user''s rights.';
grant execute on function app_private.item_progress(uuid,uuid) to newline_visitor;

create function app_private.join_item(me uuid, lesson uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into app_public.enrollments as e (user_id, course_id, book_id)
    select me, l.course_id, l.book_id from app_public.lessons l where l.id = lesson and l.course_id is not null
    on conflict (user_id, course_id) do update set last_accessed_at = now() where e.last_accessed_at < now() - interval '1 minute';
  insert into app_public.enrollments as e (user_id, course_id, book_id)
    select me, l.course_id, l.book_id from app_public.lessons l where l.id = lesson and l.book_id is not null
    on conflict (user_id, book_id) do update set last_accessed_at = now() where e.last_accessed_at < now() - interval '1 minute';
$function$;
comment on function app_private.join_item(uuid,uuid) is 'Enrolls a user in the item of a lesson, or records that they opened it again.';

create function app_private.keep_an_author(course uuid, book uuid, leaving uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id = leaving and c.title = 'AUTHOR')
    and not exists (select from app_public.contributions c where (c.course_id = course or c.book_id = book) and c.user_id <> leaving and c.title = 'AUTHOR') then
    raise exception 'LAST_AUTHOR' using errcode = 'NL409';
  end if;
end $function$;
comment on function app_private.keep_an_author(uuid,uuid,uuid) is 'Raises NL409 if the last author of an item would be removed. Not granted.';

create function app_private.keep_attachments(article uuid, body jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  ids uuid[] := array(select distinct id::uuid from jsonb_array_elements_text(jsonb_path_query_array(body, 'strict $.**.attachmentId')) id
    where id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
begin
  if ids <> '{}' then perform app_private.claim_attachments(ids, article); end if;
end $function$;
comment on function app_private.keep_attachments(uuid,jsonb) is 'Claims the attachments that a text shows, if the user who saves it has the right to. Not granted.';

create function app_private.keep_covers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.keep_covers() is 'Trigger: keeps uploaded covers while an item shows them, and releases former ones. Rejects uploads of users who can''t edit the item (NL400).';

create function app_private.keep_dispute(payment text, subscription text, is_disputed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update app_public.purchases p set disputed_at = case when is_disputed then now() end
    where p.provider_payment_id = payment and (p.disputed_at is not null) is distinct from is_disputed;
  update app_public.subscriptions s set
    disputed_payments = case when is_disputed then array_append(s.disputed_payments, payment) else array_remove(s.disputed_payments, payment) end,
    disputed_at = case when is_disputed then coalesce(s.disputed_at, now()) when s.disputed_payments <> array[payment] then s.disputed_at end
    where s.provider_subscription_id = subscription and (payment = any (s.disputed_payments)) is distinct from is_disputed;
end $function$;
comment on function app_private.keep_dispute(text,text,boolean) is 'Ends access from a payment while it''s disputed or once the dispute is lost, and restores it if the dispute is won.';
grant execute on function app_private.keep_dispute(text,text,boolean) to newline_worker;

create function app_private.keep_last_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Two who leave at once: the second waits here and then sees that the first is gone.
  perform pg_advisory_xact_lock(hashtext('newline administrators'));
  if not exists (select from app_public.users u where u.is_admin and u.id <> old.id) then
    raise exception 'LAST_ADMIN' using errcode = 'NL409';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;
comment on function app_private.keep_last_admin() is 'Trigger: rejects demoting or deleting the last administrator (NL409).';

create function app_private.keep_lesson_slug()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from app_private.former_lesson_slugs f where f.item_id = coalesce(new.course_id, new.book_id) and f.slug = new.slug;
  if tg_op = 'UPDATE' and app_private.was_public(new.course_id, new.book_id) then
    insert into app_private.former_lesson_slugs (item_id, slug, lesson_id) values (coalesce(new.course_id, new.book_id), old.slug, new.id)
      on conflict (item_id, slug) do update set lesson_id = excluded.lesson_id;
  end if;
  return null;
end $function$;
comment on function app_private.keep_lesson_slug() is 'Trigger: stores the former slug of a lesson for redirects, until another lesson takes it.';

create function app_private.keep_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    perform app_private.give_entitlement('seat:' || new.id, new.user_id, 'PRO', null, null, new.created_at, app_private.paid_until(s))
      from app_public.teams t join app_public.subscriptions s on s.id = t.subscription_id where t.id = new.team_id;
  else
    update app_public.entitlements e set ends_at = now(), starts_at = least(e.starts_at, now() - interval '1 microsecond') where e.source = 'seat:' || old.id;
  end if;
  return null;
end $function$;
comment on function app_private.keep_member() is 'Trigger: gives Pro with a seat, and ends it when the seat is given up.';

create function app_private.keep_moved_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  lesson uuid := case when tg_table_name = 'lesson_bodies' then to_jsonb(old) ->> 'lesson_id' end;
  article uuid := case when tg_table_name = 'article_bodies' then to_jsonb(old) ->> 'article_id' end;
begin
  new.text_version := old.text_version + 1;
  insert into app_private.moved_texts (lesson_id, article_id, body_delta)
    select lesson, article, old.body_delta where exists (
      select from app_public.discussion_selections s join app_public.discussions d on d.id = s.discussion_id
      where d.lesson_id = lesson or d.article_id = article)
    on conflict do nothing; -- the older one is where the annotations still are
  return new;
end $function$;
comment on function app_private.keep_moved_text() is 'Trigger: stores the previous version of a changed text until its annotations have been moved.';

create function app_private.keep_page_images(page uuid, body jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  ids uuid[] := array(select distinct id::uuid from jsonb_array_elements_text(jsonb_path_query_array(body, 'strict $.**.attachmentId')) id
    where id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
begin
  if ids = '{}' then return; end if;
  perform from app_public.attachments a where a.id = any (ids) order by a.id for update;
  insert into app_private.attachment_uses (attachment_id, page_id)
    select a.id, page from app_public.attachments a join app_public.users u on u.id = a.owner_id where a.id = any (ids) and u.is_admin
    on conflict do nothing;
  update app_public.attachments a set loose_since = null from app_private.attachment_uses u
    where a.id = any (ids) and u.attachment_id = a.id and u.page_id = page and a.loose_since is not null;
end $function$;
comment on function app_private.keep_page_images(uuid,jsonb) is 'Claims the images on a page that administrators uploaded. Not granted.';

create function app_private.keep_played_video()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.keep_played_video() is 'Trigger: keeps a video while it''s used. Rejects another user''s video (NL404), because a clip would make it public.';

create function app_private.keep_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from app_public.subscriptions s where s.plan_id = new.id) then
    raise exception 'PLAN_PRICE_FIXED' using errcode = 'NL409';
  end if;
  return new;
end $function$;
comment on function app_private.keep_price() is 'Trigger: keeps a price that someone has subscribed to unchanged. Another price is another row.';

create function app_private.keep_profile_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.keep_profile_image() is 'Trigger: keeps an uploaded image while it''s a profile image, and releases the former one. Rejects another user''s upload (NL400).';

create function app_private.keep_provider_price(plan_id uuid, price_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  -- One that was retired meanwhile is due again.
  update app_public.plans p set stripe_price_id = coalesce(price_id, p.stripe_price_id), is_provider_due = price_id is not null and not p.is_offered
  where p.id = keep_provider_price.plan_id
$function$;
comment on function app_private.keep_provider_price(uuid,text) is 'Stores the ID of a price at the provider, or records that it''s no longer offered there. Used by jobs.';
grant execute on function app_private.keep_provider_price(uuid,text) to newline_worker;

create function app_private.keep_provider_subscription(provider_id text, checkout_id uuid, state app_public.subscription_status, is_stopped boolean, was_stopped boolean, reported timestamp with time zone, seat_count integer, cancels boolean, starts timestamp with time zone, ends timestamp with time zone, ended timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  checkout app_private.checkouts;
  is_settled boolean := state in ('ACTIVE', 'TRIALING');
  failed timestamptz := case when state = 'PAST_DUE' then greatest(starts, least(reported, now())) end;
  stopped timestamptz := case when is_settled is not true and (is_stopped or was_stopped) then now() end;
begin
  update app_public.subscriptions s set status = state, cancels_at_period_end = cancels, period_starts_at = starts, period_ends_at = ends,
    seats = case when s.kind <> 'TEAM' then 1 when state = 'PAST_DUE' then least(s.seats, seat_count) else seat_count end,
    ended_at = case when state = 'ENDED' then coalesce(ended, s.ended_at, now()) end,
    payment_failed_at = case when state = 'PAST_DUE' then least(s.payment_failed_at, failed) end,
    -- A stop that is reported late counts unless everything was paid after it. Stripe's times are whole seconds.
    stopped_at = case when is_settled then null
      when is_stopped or reported is null or s.settled_at is null or reported >= date_trunc('second', s.settled_at) then coalesce(s.stopped_at, stopped)
      else s.stopped_at end,
    settled_at = case when is_settled then now() else s.settled_at end
    where s.provider_subscription_id = provider_id;
  if found then return true; end if;
  select c.* into checkout from app_private.checkouts c where c.id = checkout_id and c.plan_id is not null;
  if not found then return false; end if;
  insert into app_public.subscriptions (user_id, plan_id, kind, status, seats, cancels_at_period_end, period_starts_at, period_ends_at, ended_at, provider,
      provider_subscription_id, payment_failed_at, stopped_at, settled_at)
    select checkout.user_id, p.id, p.kind, state,
      case when p.kind <> 'TEAM' then 1 when state = 'PAST_DUE' then least(checkout.seats, seat_count) else seat_count end, cancels, starts, ends,
      case when state = 'ENDED' then coalesce(ended, now()) end, 'stripe', provider_id, failed, stopped, case when is_settled then now() end
    from app_public.plans p where p.id = checkout.plan_id;
  update app_private.checkouts c set completed_at = now() where c.id = checkout.id and c.completed_at is null;
  return true;
end $function$;
comment on function app_private.keep_provider_subscription(text,uuid,app_public.subscription_status,boolean,boolean,timestamp with time zone,integer,boolean,timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'Stores a subscription with the provider''s current data. was_stopped: the event reports it as unpaid or paused; reported: the time of the event at the provider. False if it wasn''t started on this site.';
grant execute on function app_private.keep_provider_subscription(text,uuid,app_public.subscription_status,boolean,boolean,timestamp with time zone,integer,boolean,timestamp with time zone,timestamp with time zone,timestamp with time zone) to newline_worker;

create function app_private.keep_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from app_public.entitlements e where e.source = 'purchase:' || old.id;
    return null;
  end if;
  perform app_private.give_entitlement('purchase:' || new.id, new.user_id,
    case when new.is_advanced then 'ADVANCED' when new.course_id is not null then 'COURSE' else 'BOOK' end::app_public.entitlement_kind,
    new.course_id, new.book_id, new.created_at, least(new.refunded_at, new.disputed_at));
  if tg_op = 'INSERT' then
    insert into app_public.enrollments (user_id, course_id, book_id, created_at, last_accessed_at)
      values (new.user_id, new.course_id, new.book_id, new.created_at, new.created_at) on conflict do nothing;
  end if;
  return null;
end $function$;
comment on function app_private.keep_purchase() is 'Trigger: gives permanent access to a purchase, unless it''s refunded or disputed, and adds it to the library.';

create function app_private.keep_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  team app_public.teams;
  until timestamptz;
begin
  if tg_op = 'DELETE' then
    delete from app_public.entitlements e where e.source = 'subscription:' || old.id;
    if old.provider = 'stripe' and old.status <> 'ENDED' then
      insert into app_private.orphaned_subscriptions (provider_subscription_id) values (old.provider_subscription_id) on conflict do nothing;
    end if;
    return null;
  end if;
  until := app_private.paid_until(new);
  if new.kind = 'PRO' then
    perform app_private.give_entitlement('subscription:' || new.id, new.user_id, 'PRO', null, null, new.created_at, until);
    return null;
  end if;
  insert into app_public.teams (subscription_id, owner_id, name, seats)
    select new.id, new.user_id, left(app_public.users_display_name(u), 92) || '’s team', new.seats from app_public.users u where u.id = new.user_id
    on conflict (subscription_id) do nothing returning * into team;
  if found then -- whoever pays takes the first seat
    insert into app_public.team_members (team_id, user_id) values (team.id, new.user_id) on conflict (user_id) do nothing;
    return null;
  end if;
  select t.* into team from app_public.teams t where t.subscription_id = new.id for update;
  if new.seats < team.seats_taken then -- fewer are paid: first open invitations go, then who came last
    update app_public.team_invitations i set status = 'WITHDRAWN' where i.id in (select o.id from app_public.team_invitations o
      where o.team_id = team.id and o.status = 'OPEN' order by o.created_at desc limit team.seats_taken - new.seats);
    select t.* into team from app_public.teams t where t.id = team.id;
    delete from app_public.team_members m where m.id in (select o.id from app_public.team_members o
      where o.team_id = team.id order by o.user_id = new.user_id, o.created_at desc limit greatest(team.seats_taken - new.seats, 0));
  end if;
  update app_public.teams t set seats = new.seats where t.id = team.id and t.seats <> new.seats;
  perform app_private.give_entitlement('seat:' || m.id, m.user_id, 'PRO', null, null, m.created_at, until) from app_public.team_members m where m.team_id = team.id;
  return null;
end $function$;
comment on function app_private.keep_subscription() is 'Trigger: gives Pro to a subscriber, or to the seats of a team, until it''s no longer paid. Deleting a subscription cancels it at its provider.';

create function app_private.keep_tag_icon(old_icon text, new_icon text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.attachments a set loose_since = null where a.image_url = new_icon and a.loose_since is not null;
  update app_public.attachments a set loose_since = now() where a.image_url = old_icon and old_icon is distinct from new_icon and a.loose_since is null
    and not exists (select from app_public.tags t where t.icon = old_icon) and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id)
    and not exists (select from app_public.site_settings s where old_icon in (s.wordmark_light, s.wordmark_dark, s.icon))
$function$;
comment on function app_private.keep_tag_icon(text,text) is 'Keeps the image of a tag while the tag uses it. Not granted.';

create function app_private.keep_working_anchors(lesson uuid, article uuid, version integer, hints jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into app_private.working_anchors as w (discussion_id, version, range_from, range_to)
    select d.id, keep_working_anchors.version, h."from", h."to"
    from jsonb_to_recordset(hints) as h ("discussionId" uuid, "from" int, "to" int) join app_public.discussions d on d.id = h."discussionId"
    where (d.lesson_id = lesson or d.article_id = article) and app_private.may_write_text(d.lesson_id, d.article_id)
      and exists (select from app_public.discussion_selections s where s.discussion_id = d.id)
    on conflict (discussion_id) do update set version = excluded.version, range_from = excluded.range_from, range_to = excluded.range_to
$function$;
comment on function app_private.keep_working_anchors(uuid,uuid,integer,jsonb) is 'Stores the editor''s positions of the annotations in a revision, for users who can edit the lesson or article.';
grant execute on function app_private.keep_working_anchors(uuid,uuid,integer,jsonb) to newline_visitor;

create function app_private.leave_newsletter(email text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with forgotten as (
    -- The service never heard of it, or has been told that it left.
    delete from app_private.newsletter_subscribers s
      where s.email = lower(leave_newsletter.email) and s.state = 'PENDING' and s.told_state is distinct from 'CONFIRMED'
      returning true),
  ended as (
    update app_private.newsletter_subscribers s
      set state = 'UNSUBSCRIBED', confirmed_at = coalesce(s.confirmed_at, now()), tell_after = now(), tries = 0
      where s.email = lower(leave_newsletter.email) and (s.state = 'CONFIRMED' or s.state = 'PENDING' and s.told_state = 'CONFIRMED')
      returning true)
  select exists (select from forgotten) or exists (select from ended)
$function$;
comment on function app_private.leave_newsletter(text) is 'Unsubscribes an email address, or deletes it if it was never confirmed. True if anything changed. The caller has checked the link.';
grant execute on function app_private.leave_newsletter(text) to newline_worker;

create function app_private.leave_tombstones()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform from app_public.discussions d where d.id = any (array(select c.discussion_id from app_public.comments c where c.user_id = old.id))
    order by d.id for no key update;
  update app_public.comments c set deleted = true where c.user_id = old.id and not c.deleted;
  delete from app_private.deleted_comment_bodies b using app_public.comments c where c.id = b.comment_id and c.user_id = old.id;
  return old;
end $function$;
comment on function app_private.leave_tombstones() is 'Trigger: deletes the texts of a deleted user''s comments; the discussions stay.';

create function app_private.lengths_of(texts text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)
$function$;
comment on function app_private.lengths_of(text[]) is 'The number of characters in each block.';

create function app_private.lesson_item(course uuid, book uuid)
 RETURNS TABLE(is_live boolean, is_open boolean, is_early boolean, is_free boolean, percent integer, opens_with_pro boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select c.is_published, c.is_published and c.archived_at is null and not c.is_coming_soon and coalesce(c.published_at <= now(), true), c.is_early_access,
      c.is_free, c.preview_percent, not (c.is_masterclass or c.is_bootcamp or c.is_live_workshop)
    from app_public.courses c where c.id = course
  union all
  select k.is_published, k.is_published and k.archived_at is null and not k.is_coming_soon and coalesce(k.published_at <= now(), true), k.is_early_access,
      not k.is_for_sale, k.preview_percent, not (k.is_bootcamp or k.is_live_workshop)
    from app_public.books k where k.id = book
$function$;
comment on function app_private.lesson_item(uuid,uuid) is 'The settings of a course or book that determine access to its lessons: published, open to readers, early access, free, free percentage of a text without a mark, and part of Pro.';

create function app_private.like_pattern(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  -- Without three letters or digits in a row there is no trigram to look up.
  select case when w ~ '[[:alnum:]]{3}' then '%' else '' end || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%'
  from (select ltrim(lower(btrim(left(words, 200))), '@') as w) v
$function$;
comment on function app_private.like_pattern(text) is 'The LIKE pattern for a substring, or for a prefix if there are no three letters in a row. Not granted.';

create function app_private.locked_article(article uuid, is_publishing boolean)
 RETURNS app_public.articles
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.locked_article(uuid,boolean) is 'The article, locked, for a user who can edit it (and publish it). Raises NL401, NL404 or NL403 for others. Not granted.';

create function app_private.locked_clip(clip uuid, is_deleting boolean, OUT course uuid, OUT book uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.own_user_id(null);
  select c.course_id, c.book_id into course, book from app_public.clips c where c.id = clip;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, is_deleting and app_private.was_public(course, book)); end if;
  if not exists (select from app_public.clips c where c.id = clip) then
    raise exception 'CLIP_NOT_FOUND' using errcode = 'NL404';
  end if;
end $function$;
comment on function app_private.locked_clip(uuid,boolean) is 'The item of a clip, locked, for a user who can edit it. Raises NL401, NL403 and NL404. Not granted.';

create function app_private.locked_comment(comment uuid)
 RETURNS app_public.comments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.locked_comment(uuid) is 'The comment, locked with its discussion, for a user who can see it or wrote it. Raises NL401 or NL404 for others. Not granted.';

create function app_private.locked_item(course uuid, book uuid, is_authors boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.locked_item(uuid,uuid,boolean) is 'The course or book, locked, for a user who can edit it (or do what requires an author). Raises NL400, NL401, NL404 or NL403 for others. Not granted.';

create function app_private.locked_lesson(lesson uuid, is_authors boolean, OUT course uuid, OUT book uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.own_user_id(null);
  select l.course_id, l.book_id into course, book from app_public.lessons l where l.id = lesson;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, is_authors); end if;
  if not exists (select from app_public.lessons l where l.id = lesson) then
    raise exception 'LESSON_NOT_FOUND' using errcode = 'NL404';
  end if;
end $function$;
comment on function app_private.locked_lesson(uuid,boolean) is 'The item of a lesson, locked, for a user who can edit it. Raises NL401, NL403 and NL404. Not granted.';

create function app_private.locked_lesson_text(lesson uuid, is_publishing boolean)
 RETURNS app_public.lessons
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.locked_lesson_text(uuid,boolean) is 'The lesson, locked, for a user who can edit it (and publish it). Raises NL401, NL404 or NL403 for others. Not granted.';

create function app_private.locked_page(page uuid)
 RETURNS app_public.pages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.pages;
begin
  perform app_private.require_admin();
  select * into entry from app_public.pages p where p.id = page for no key update; -- saves of one page come one after the other
  if entry.id is null then raise exception 'PAGE_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $function$;
comment on function app_private.locked_page(uuid) is 'Locks and returns the page, for an administrator; raises NL401, NL403 or NL404 for others. Not granted.';

create function app_private.locked_person(person uuid)
 RETURNS app_public.users
 LANGUAGE plpgsql
AS $function$
declare
  found_one app_public.users;
begin
  perform app_private.require_admin();
  select u.* into found_one from app_public.users u where u.id = person for no key update;
  if not found then raise exception 'USER_NOT_FOUND' using errcode = 'NL404'; end if;
  return found_one;
end $function$;
comment on function app_private.locked_person(uuid) is 'The user, locked, for an administrator (NL401, NL403, NL404). Not granted.';

create function app_private.locked_remote_code(source uuid)
 RETURNS app_public.remote_code_sources
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.locked_remote_code(uuid) is 'The remote code, locked, for a user who can edit its text. Raises NL401 or NL404 for others. Not granted.';

create function app_private.locked_review(review uuid)
 RETURNS app_public.testimonials
 LANGUAGE plpgsql
AS $function$
declare
  entry app_public.testimonials;
begin
  perform app_private.require_admin();
  select t.* into entry from app_public.testimonials t where t.id = review and t.user_id is not null for no key update;
  if not found then raise exception 'REVIEW_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $function$;
comment on function app_private.locked_review(uuid) is 'Locks and returns a learner''s review, for an administrator (NL401, NL403, NL404). Not granted.';

create function app_private.locked_section(section uuid, OUT course uuid, OUT book uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.own_user_id(null);
  select s.course_id, s.book_id into course, book from app_public.course_sections s where s.id = section;
  if num_nonnulls(course, book) = 1 then perform app_private.locked_item(course, book, false); end if;
  if not exists (select from app_public.course_sections s where s.id = section) then
    raise exception 'SECTION_NOT_FOUND' using errcode = 'NL404';
  end if;
end $function$;
comment on function app_private.locked_section(uuid) is 'The item of a section, locked, for a user who can edit it. Raises NL401, NL403 and NL404. Not granted.';

create function app_private.locked_video(playback_id text)
 RETURNS app_public.videos
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.locked_video(text) is 'The video, locked, for a user who can change it. Raises NL404 for others. Not granted.';

create function app_private.loosen_attachment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update app_public.attachments a
    set loose_since = now(), attachable_id = null
    where a.id = old.attachment_id and a.discussion_id is null
      and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id);
  return null;
end $function$;
comment on function app_private.loosen_attachment() is 'Trigger: an attachment whose last text is gone is removed after a day.';

create function app_private.lose_book_export(export uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.book_exports e set status = 'queued', byte_count = null, step = 0, attempts = 0, created_at = now(), due_at = now()
    where e.id = export and e.status = 'done'
$function$;
comment on function app_private.lose_book_export(uuid) is 'Records that the file is gone from the disk, so that it''s created again.';
grant execute on function app_private.lose_book_export(uuid) to newline_worker;

create function app_private.lose_video(playback_id text, reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  lost app_public.videos;
  place uuid;
begin
  select * into lost from app_public.videos v where v.playback_id = lose_video.playback_id and v.provider <> 'local' and v.status = 'READY' for update;
  if lost.id is null then return false; end if;
  for place in select l.lesson_id from app_private.lesson_videos l where l.video_url = lost.video_url loop
    perform app_private.play_video(null, null, null, place, null, null, null);
  end loop;
  for place in select c.id from app_public.clips c where c.video_url = lost.video_url loop
    perform app_private.play_video(null, null, null, null, place, null, null);
  end loop;
  update app_public.courses c set hero_video_url = null where c.hero_video_url = lost.video_url;
  update app_public.books b set hero_video_url = null where b.hero_video_url = lost.video_url;
  update app_public.videos v set status = 'FAILED', reason = lose_video.reason, loose_since = now(), updated_at = now() where v.id = lost.id;
  return true;
end $function$;
comment on function app_private.lose_video(text,text) is 'Records that the provider no longer has a video, and why, so that it plays nowhere.';
grant execute on function app_private.lose_video(text,text) to newline_worker;

create function app_private.may_read_selection(discussion uuid, block text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((
    select case
      when d.lesson_id is not null then coalesce(
        (select array_position(b.block_ids, block) from app_private.lesson_bodies b where b.lesson_id = d.lesson_id), 2147483647)
        <= app_private.readable_lesson_blocks(d.lesson_id)
      when d.article_id is not null then coalesce(
        (select array_position(b.block_ids, block) from app_private.article_bodies b where b.article_id = d.article_id), 2147483647)
        <= app_private.readable_article_blocks(d.article_id)
      else true end
    from app_public.discussions d where d.id = discussion), false)
$function$;
comment on function app_private.may_read_selection(uuid,text) is 'True if the reader can read the block that a selection quotes. A block that is gone or unknown requires access to the whole text.';
grant execute on function app_private.may_read_selection(uuid,text) to newline_visitor;

create function app_private.may_resolve(discussion uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_public.current_user_id() is not null and (
    app_public.current_user_id() in (select app_private.answerers(discussion))
    or coalesce(app_public.current_user_id() = (select c.user_id from app_public.comments c where c.discussion_id = discussion order by c.created_at, c.id limit 1), false))
$function$;
comment on function app_private.may_resolve(uuid) is 'True for the user who began the discussion, contributors to its item and administrators. Not granted.';

create function app_private.may_write_text(lesson uuid, article uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(app_public.is_admin() or article in (select app_private.my_article_ids()) or exists (
    select from app_public.lessons l where l.id = lesson
      and (l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()))), false)
$function$;
comment on function app_private.may_write_text(uuid,uuid) is 'True for users who can edit the lesson or article, and administrators. Not granted.';

create function app_private.mix_colors(one text, other text, share double precision)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select '#' || string_agg(lpad(to_hex(floor(x + (y - x) * share + 0.5)::int), 2, '0'), '' order by at)
  from generate_series(0, 2) at, lateral (select get_byte(decode(substr(one, 2), 'hex'), at)::float8 as x, get_byte(decode(substr(other, 2), 'hex'), at)::float8 as y) c
$function$;
comment on function app_private.mix_colors(text,text,double precision) is 'A color between two; 0 is the first, 1 the second. Not granted.';

create function app_private.move_deleted_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.move_deleted_comment() is 'Trigger: soft-deletes a comment: sets deletedAt and moves the text to deleted_comment_bodies. The text of a hidden comment stays in hidden_comment_bodies.';

create function app_private.moved_text(lesson uuid, article uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  moved app_private.moved_texts;
begin
  select m.* into moved from app_private.moved_texts m where m.lesson_id = lesson or m.article_id = article for update;
  if moved.body_delta is null then return null; end if;
  return jsonb_build_object('lessonId', lesson, 'articleId', article, 'before', moved.body_delta, 'anchors', app_private.anchors_of(lesson, article),
    'after', coalesce((select b.body_delta from app_private.lesson_bodies b where b.lesson_id = lesson),
      (select b.body_delta from app_private.article_bodies b where b.article_id = article)));
end $function$;
comment on function app_private.moved_text(uuid,uuid) is 'A text before and after its change, with the annotations to move; null if there are none. Not granted.';

create function app_private.my_article_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.article_id from app_public.contributions c where c.user_id = app_public.current_user_id() and c.article_id is not null
$function$;
comment on function app_private.my_article_ids() is 'The IDs of articles that the signed-in user contributes to.';
grant execute on function app_private.my_article_ids() to newline_visitor;

create function app_private.my_book_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.book_id from app_public.contributions c where c.user_id = app_public.current_user_id() and c.book_id is not null
$function$;
comment on function app_private.my_book_ids() is 'The IDs of books that the signed-in user contributes to.';
grant execute on function app_private.my_book_ids() to newline_visitor;

create function app_private.my_course_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.course_id from app_public.contributions c where c.user_id = app_public.current_user_id() and c.course_id is not null
$function$;
comment on function app_private.my_course_ids() is 'The IDs of courses that the signed-in user contributes to.';
grant execute on function app_private.my_course_ids() to newline_visitor;

create function app_private.my_moved_text(lesson uuid, article uuid)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_private.moved_text(lesson, article) where app_private.may_write_text(lesson, article)
$function$;
comment on function app_private.my_moved_text(uuid,uuid) is 'The changed text with its annotations, for users who can edit it; null if there is nothing to move.';
grant execute on function app_private.my_moved_text(uuid,uuid) to newline_visitor;

create function app_private.my_team_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select m.team_id from app_public.team_members m where m.user_id = app_public.current_user_id()
$function$;
comment on function app_private.my_team_ids() is 'The ID of the team in which the signed-in user has a seat.';
grant execute on function app_private.my_team_ids() to newline_visitor;

create function app_private.name_to_compare(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(nullif(regexp_replace(lower(normalize(name, nfkd)), '[^[:alnum:]]+', '', 'g'), ''), normalize(name, nfkc))
$function$;
comment on function app_private.name_to_compare(text) is 'A name without case, accents, spaces and punctuation, for comparing.';

create function app_private.name_upload(playback_id text, provider_upload_id text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with named as (update app_public.videos v set provider_upload_id = name_upload.provider_upload_id, updated_at = now()
    where v.playback_id = name_upload.playback_id and v.status = 'UPLOADING' and v.provider <> 'local' returning 1)
  select exists (select from named)
$function$;
comment on function app_private.name_upload(text,text) is 'Records the provider''s ID of an upload. False if the upload was canceled in the meantime.';
grant execute on function app_private.name_upload(text,text) to newline_worker;

create function app_private.near_pattern(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when length(word) not between 4 and 30 then '\m' || word else '\m(' || (
    select string_agg(distinct v.spelling, '|') from generate_series(0, length(word)) n, lateral (values
      (case when n > 0 then left(word, n - 1) || '[[:alnum:]]' || substr(word, n + 1) end), -- a wrong letter
      (left(word, n) || '[[:alnum:]]' || substr(word, n + 1)), -- a letter that is missing
      (case when n > 0 then left(word, n - 1) || substr(word, n + 1) end), -- a letter too many
      (case when n between 1 and length(word) - 1 -- two letters in each other's place
        then left(word, n - 1) || substr(word, n + 1, 1) || substr(word, n, 1) || substr(word, n + 2) end)) v (spelling)
  ) || ')' end
$function$;
comment on function app_private.near_pattern(text) is 'A pattern for words that begin with this one (letters and digits only), or differ from it by one letter: wrong, missing, added or swapped. Words of up to three or more than 30 letters have to match exactly.';
grant execute on function app_private.near_pattern(text) to newline_visitor;

create function app_private.nearest_accent(accent text, paper text, is_dark boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select mixed from generate_series(0, 255) step, lateral (
    select app_private.mix_colors(accent, case when is_dark then '#ffffff' else '#000000' end, step / 255::float8) as mixed) m
  where (accent, paper) in (('#bf2a12', '#f4f5f1'), ('#ff6b4a', '#101512')) or app_private.is_readable(mixed, app_private.color_grounds(paper, is_dark))
  order by step limit 1
$function$;
comment on function app_private.nearest_accent(text,text,boolean) is 'The color, or the nearest one toward black (toward white in the dark theme) that is readable on this background. The default accent and background always match. Not granted.';

create function app_private.nearest_paper(paper text, is_dark boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select mixed from generate_series(0, 255) step, lateral (
    select app_private.mix_colors(paper, case when is_dark then '#000000' else '#ffffff' end, step / 255::float8) as mixed) m
  where app_private.is_readable(case when is_dark then '#909b93' else '#59645d' end, app_private.color_grounds(mixed, is_dark)) order by step limit 1
$function$;
comment on function app_private.nearest_paper(text,boolean) is 'The color, or the nearest one toward white (toward black in the dark theme) on which the quietest text is readable. Not granted.';

create function app_private.nearest_words(words text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "pg_trgm.similarity_threshold" TO '0.4'
AS $function$
  select string_agg(coalesce(near.word, t.word), ' ' order by t.n)
  from unnest(string_to_array(trim(lower(extensions.unaccent('extensions.unaccent', app_private.split_names(left(words, 400))))), ' '))
    with ordinality as t (word, n)
  left join lateral (
    select s.word from app_private.search_words s
    where length(t.word) between 4 and 40 and s.word operator(extensions.%) t.word
    order by extensions.similarity(s.word, t.word) desc, abs(length(s.word) - length(t.word)), s.word limit 1) near on true
  where t.word <> '' and t.n <= 12
$function$;
comment on function app_private.nearest_words(text) is 'The words, with each mistyped one replaced by the most similar existing word.';

create function app_private.new_plan_slug(product_name text, every app_public.billing_interval, currency text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  made text := coalesce(nullif(btrim(left(regexp_replace(lower(product_name), '[^a-z0-9]+', '-', 'g'), 60), '-'), ''), 'plan')
    || case every when 'MONTH' then '-monthly' else '-yearly' end || '-' || lower(new_plan_slug.currency);
begin
  return made || case when exists (select from app_public.plans p where p.slug = made) then '-' || right(app_public.new_id()::text, 8) else '' end;
end $function$;
comment on function app_private.new_plan_slug(text,app_public.billing_interval,text) is 'An unused slug for a price, for checkout links. Not granted.';

create function app_private.newest_lesson_revision(lesson uuid)
 RETURNS app_public.lesson_revisions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select r from app_public.lesson_revisions r where r.lesson_id = lesson order by r.version desc limit 1
$function$;
comment on function app_private.newest_lesson_revision(uuid) is 'The working revision of a lesson. Not granted.';

create function app_private.newest_page_revision(page uuid)
 RETURNS app_public.page_revisions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select r from app_public.page_revisions r where r.page_id = page order by r.version desc limit 1
$function$;
comment on function app_private.newest_page_revision(uuid) is 'Returns the latest revision of a page, which administrators edit. Not granted.';

create function app_private.newest_revision(article uuid)
 RETURNS app_public.article_revisions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select r from app_public.article_revisions r where r.article_id = article order by r.version desc limit 1
$function$;
comment on function app_private.newest_revision(uuid) is 'The working revision of an article. Not granted.';

create function app_private.newsletter_copies(OUT waiting bigint, OUT given_up bigint, OUT last_trouble text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) filter (where s.tries < 20), count(*) filter (where s.tries >= 20),
      (array_agg(s.trouble order by s.tell_after desc) filter (where s.trouble is not null))[1]
    from app_private.newsletter_subscribers s
    where s.state <> 'PENDING' and s.told_state is distinct from s.state and not (s.state = 'UNSUBSCRIBED' and s.told_state is null)
$function$;
comment on function app_private.newsletter_copies() is 'How many changes still have to be sent to the newsletter service, how many failed, and its last error.';
grant execute on function app_private.newsletter_copies() to newline_worker;

create function app_private.next_book_export(store text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select min(e.due_at) from app_private.book_exports e where e.status = 'queued' and e.store = next_book_export.store
$function$;
comment on function app_private.next_book_export(text) is 'Returns when the next queued export of a store is due; null if none is queued.';
grant execute on function app_private.next_book_export(text) to newline_worker;

create function app_private.next_moved_text()
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_private.moved_text(m.lesson_id, m.article_id)
  from (select t.lesson_id, t.article_id from app_private.moved_texts t order by t.created_at limit 1 for update skip locked) m
$function$;
comment on function app_private.next_moved_text() is 'A text whose annotations haven''t been moved yet, locked; null if there is none. Used by the job move_anchors.';
grant execute on function app_private.next_moved_text() to newline_worker;

create function app_private.next_newsletter_copy(OUT id uuid, OUT email text, OUT first_name text, OUT list_id text, OUT tags text[], OUT state text)
 RETURNS record
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.newsletter_subscribers s
    set tries = s.tries + 1, tell_after = now() + least(interval '1 minute' * 2 ^ s.tries, interval '12 hours')
    where s.id = (select n.id from app_private.newsletter_subscribers n
      where n.state <> 'PENDING' and n.told_state is distinct from n.state and not (n.state = 'UNSUBSCRIBED' and n.told_state is null)
        and n.tell_after <= now() and n.tries < 20
      order by n.tell_after limit 1 for update skip locked)
    returning s.id, s.email, s.first_name, s.list_id, s.tags, s.state
$function$;
comment on function app_private.next_newsletter_copy() is 'The next subscriber to send to the newsletter service, claimed by one process at a time; all null if there is none. Retried after 1, 2, 4 … minutes, at most 12 hours, 20 times in all.';
grant execute on function app_private.next_newsletter_copy() to newline_worker;

create function app_private.next_notice_mail(OUT id uuid, OUT tries integer, OUT user_id uuid, OUT address text, OUT rhythm app_public.mail_rhythm, OUT items jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  loop
    -- Whoever takes it has five minutes; when they end before, somebody else takes it then.
    update app_private.notice_mails m set try_at = now() + interval '5 minutes', tries = m.tries + 1
      where m.id = (select w.id from app_private.notice_mails w where w.ended_at is null and w.try_at <= now() order by w.try_at, w.id limit 1 for update skip locked)
      returning m.id, m.tries, m.user_id, m.rhythm into next_notice_mail.id, next_notice_mail.tries, next_notice_mail.user_id, next_notice_mail.rhythm;
    if next_notice_mail.id is null then return; end if;
    select u."email" into address from auth."user" u where u."id" = next_notice_mail.user_id and u."emailVerified";
    -- As things are now, not as they were: nothing that was deleted, hidden, read or muted since.
    select jsonb_agg(jsonb_build_object('kind', n.kind, 'discussionId', d.id, 'commentId', c.id, 'body', c.body_delta,
        'who', coalesce(who.name, who.username), 'about', coalesce(l.title, k.title, a.title)) order by n.created_at, n.id)
      into items
      from app_public.notices n
      join app_public.user_settings s on s.user_id = n.user_id
      join app_public.comments c on c.id = n.comment_id and not c.deleted and c.hidden_at is null
      join app_public.discussions d on d.id = n.discussion_id
      left join app_public.users who on who.id = n.actor_id
      left join app_public.lessons l on l.id = d.lesson_id
      left join app_public.clips k on k.id = d.clip_id
      left join app_public.articles a on a.id = d.article_id
      left join app_public.discussion_follows f on f.user_id = n.user_id and f.discussion_id = n.discussion_id
      where n.mail_id = next_notice_mail.id and n.read_at is null and f.is_followed is distinct from false and coalesce(f.mails, s.mail_notices) <> 'NONE'
        and app_private.person_sees(n.user_id, d.lesson_id, d.article_id, d.clip_id);
    exit when address is not null and items is not null;
    update app_private.notice_mails m set ended_at = now() where m.id = next_notice_mail.id;
  end loop;
end $function$;
comment on function app_private.next_notice_mail() is 'Claims the next email that is due, with its notifications; null if there is none. An email without any left ends unsent. Used by jobs.';
grant execute on function app_private.next_notice_mail() to newline_worker;

create function app_private.next_period(since timestamp with time zone, every app_public.billing_interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$ select (since at time zone 'UTC' + case every when 'MONTH' then interval '1 month' else interval '1 year' end) at time zone 'UTC' $function$;
comment on function app_private.next_period(timestamp with time zone,app_public.billing_interval) is 'The end of a billing period that began at this time.';

create function app_private.next_publication()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select min(at) from (
    select min(published_at) as at from app_public.courses where is_published and archived_at is null and published_at > now()
    union all select min(published_at) from app_public.books where is_published and archived_at is null and published_at > now()
    union all select min(published_at) from app_public.articles where is_published and archived_at is null and published_at > now()) as next
$function$;
comment on function app_private.next_publication() is 'When the next scheduled item is published, without saying which; null if none is scheduled. Cached pages are rendered again then.';
grant execute on function app_private.next_publication() to newline_visitor;

create function app_private.note_asset(playback_id text, provider_asset_id text, provider_playback_id text, progress integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with noted as (update app_public.videos v set status = 'PROCESSING', provider_asset_id = note_asset.provider_asset_id,
      provider_playback_id = note_asset.provider_playback_id, progress = greatest(v.progress, note_asset.progress), updated_at = now()
    where v.playback_id = note_asset.playback_id and v.provider <> 'local' and v.status in ('UPLOADING', 'QUEUED', 'PROCESSING') returning 1)
  select exists (select from noted)
$function$;
comment on function app_private.note_asset(text,text,text,integer) is 'Records that the provider has received a video and is processing it. False if it''s no longer expected.';
grant execute on function app_private.note_asset(text,text,text,integer) to newline_worker;

create function app_private.note_book_export(export uuid, finished integer, label text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with noted as (update app_private.book_exports e set step = least(note_book_export.finished, e.step_count), label = left(note_book_export.label, 300)
    where e.id = note_book_export.export and e.status = 'running' returning 1)
  select exists (select from noted)
$function$;
comment on function app_private.note_book_export(uuid,integer,text) is 'Records the progress of an export. False if the export is gone, so that the work can stop.';
grant execute on function app_private.note_book_export(uuid,integer,text) to newline_worker;

create function app_private.note_remote_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  lesson uuid;
  article uuid;
begin
  if tg_table_name = 'lesson_revision_texts' then
    select r.lesson_id into lesson from app_public.lesson_revisions r where r.id = new.revision_id;
  else
    select r.article_id into article from app_public.article_revisions r where r.id = new.revision_id;
  end if;
  if not jsonb_path_exists(new.body_delta, 'strict $.** ? (@.type == "remoteCodeBlock")')
      and not exists (select from app_public.remote_code_sources s where s.article_id = article or s.lesson_id = lesson) then
    return null;
  end if;
  delete from app_public.remote_code_sources s where (s.article_id = article or s.lesson_id = lesson)
    and not exists (select from app_private.remote_code_of(new.body_delta) f where f.block_id = s.block_id);
  -- What is asked for or what is there has changed: the comparison begins anew.
  with changed as (
    update app_public.remote_code_sources s set owner = f.owner, name = f.name, filepath = f.filepath, refname = f.refname, oid = f.oid,
      code_query = f.code_query, start_line = f.start_line, end_line = f.end_line, text = f.text, state = 'CURRENT', reason = null,
      checked_at = null, new_oid = null, new_text = null, new_start_line = null, new_end_line = null
    from app_private.remote_code_of(new.body_delta) f
    where (s.article_id = article or s.lesson_id = lesson) and s.block_id = f.block_id
      and (s.owner, s.name, s.filepath, s.refname, s.oid, s.code_query, s.start_line, s.end_line, s.text)
        is distinct from (f.owner, f.name, f.filepath, f.refname, f.oid, f.code_query, f.start_line, f.end_line, f.text)
    returning s.id)
  update app_private.remote_code_checks k set check_at = now() + interval '10 minutes', failures = 0, etag = null, kept_text = null, is_loss_kept = false
    from changed where k.source_id = changed.id;
  with added as (
    insert into app_public.remote_code_sources (article_id, lesson_id, block_id, owner, name, filepath, refname, oid, code_query, start_line, end_line, text)
    select article, lesson, f.* from app_private.remote_code_of(new.body_delta) f
    on conflict do nothing returning id)
  insert into app_private.remote_code_checks (source_id) select id from added;
  return null;
end $function$;
comment on function app_private.note_remote_code() is 'Trigger: records the remote code blocks of a changed text, and deletes those that are gone.';

create function app_private.note_video_progress(playback_id text, progress integer)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with noted as (update app_public.videos v set progress = note_video_progress.progress, updated_at = now()
    where v.playback_id = note_video_progress.playback_id and v.status = 'PROCESSING' returning 1)
  select exists (select from noted)
$function$;
comment on function app_private.note_video_progress(text,integer) is 'Records the progress of processing a video. False if the video is gone, so that the work can stop.';
grant execute on function app_private.note_video_progress(text,integer) to newline_worker;

create function app_private.notify_author_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.tell_tags('user:' || coalesce(new.user_id, old.user_id));
  return null;
end $function$;
comment on function app_private.notify_author_page() is 'Trigger: invalidates cached pages that show an author''s quote.';

create function app_private.notify_finished()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.user_progresses := case when tg_op = 'DELETE' then old else new end;
  tag text;
begin
  select coalesce('course:' || t.course_id, 'book:' || t.book_id) into tag from app_public.testimonials t where t.user_id = entry.user_id and (
    t.course_id = (select c.course_id from app_public.course_lessons c where c.id = entry.course_lesson_id)
    or t.book_id = (select b.book_id from app_public.book_lessons b where b.id = entry.book_lesson_id));
  if tag is not null then perform app_private.tell_tags(tag); end if;
  return null;
end $function$;
comment on function app_private.notify_finished() is 'Trigger: notifies the page cache that a reviewer may have completed an item, or no longer has.';

create function app_private.notify_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  tags text[] := array[tg_argv[0]];
begin
  if tg_argv[1] <> '' then tags := tags || (tg_argv[1] || ':' || (entry ->> 'id')); end if;
  if entry ->> 'course_id' is not null then tags := tags || ('course:' || (entry ->> 'course_id')); end if;
  if entry ->> 'book_id' is not null then tags := tags || ('book:' || (entry ->> 'book_id')); end if;
  if entry ->> 'article_id' is not null then tags := tags || ('article:' || (entry ->> 'article_id')); end if;
  perform app_private.tell_tags(array_to_string(tags, ','));
  return null;
end $function$;
comment on function app_private.notify_tags() is 'Trigger: notifies listeners on newline_tags of invalidated tags of cached pages, as a comma-separated list.';

create function app_private.open_article_blocks(is_paid boolean, free_blocks integer, block_lengths integer[], percent integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when not is_paid then 2147483647
    else coalesce(free_blocks, app_private.preview_blocks(block_lengths, percent), 0) end
$function$;
comment on function app_private.open_article_blocks(boolean,integer,integer[],integer) is 'The number of top-level blocks of an article that a reader without an entitlement can read; 2147483647 for all.';

create function app_private.open_lesson_blocks(is_early boolean, is_free boolean, is_advanced boolean, free_blocks integer, block_lengths integer[], percent integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when is_early then 0 when is_free and not is_advanced then 2147483647
    else coalesce(free_blocks, app_private.preview_blocks(block_lengths, percent), 0) end
$function$;
comment on function app_private.open_lesson_blocks(boolean,boolean,boolean,integer,integer[],integer) is 'The number of top-level blocks of a published lesson that a reader without an entitlement can read; 2147483647 for all.';

create function app_private.open_questions(course uuid, book uuid, since timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select (
    (select count(*) from app_public.lessons l join app_public.discussions d on d.lesson_id = l.id
     where (l.course_id = course or l.book_id = book) and d.created_at >= since and d.comments_count > 0 and not (d.is_answered or d.is_resolved))
    + (select count(*) from app_public.clips k join app_public.discussions d on d.clip_id = k.id
     where (k.course_id = course or k.book_id = book) and d.created_at >= since and d.comments_count > 0 and not (d.is_answered or d.is_resolved)))::int
$function$;
comment on function app_private.open_questions(uuid,uuid,timestamp with time zone) is 'Discussions of a course or book that began since then and are waiting for an answer. Called by definer functions that check access; not granted.';

create function app_private.own_private_data()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object(
    'account', (select jsonb_agg(jsonb_build_object('provider', a."providerId", 'accountId', a."accountId", 'scope', a."scope", 'createdAt', a."createdAt") order by a."createdAt")
      from auth."account" a where a."userId" = me.id),
    'session', (select jsonb_agg(jsonb_build_object('ipAddress', s."ipAddress", 'userAgent', s."userAgent", 'createdAt', s."createdAt", 'expiresAt', s."expiresAt") order by s."createdAt")
      from auth."session" s where s."userId" = me.id),
    'user', (select jsonb_agg(to_jsonb(u)) from auth."user" u where u."id" = me.id),
    'newsletter_subscribers', (select jsonb_agg(to_jsonb(n) - 'token_hash') from app_private.newsletter_subscribers n
      join auth."user" u on u."email" = n.email and u."emailVerified" where u."id" = me.id),
    'checkouts', (select jsonb_agg(to_jsonb(c) order by c.created_at) from app_private.checkouts c where c.user_id = me.id),
    'billing_customers', (select jsonb_agg(to_jsonb(b)) from app_private.billing_customers b where b.user_id = me.id),
    'notice_mails', (select jsonb_agg(to_jsonb(m) - 'key' order by m.created_at) from app_private.notice_mails m where m.user_id = me.id),
    'upload_budgets', (select jsonb_agg(to_jsonb(b)) from app_private.upload_budgets b where b.user_id = me.id),
    'user_quotas', (select jsonb_agg(to_jsonb(q) order by q.kind) from app_private.user_quotas q where q.user_id = me.id),
    'video_budgets', (select jsonb_agg(to_jsonb(b)) from app_private.video_budgets b where b.user_id = me.id),
    'deleted_comment_bodies', (select jsonb_agg(jsonb_build_object('comment_id', d.comment_id, 'body_markdown', d.body_markdown, 'deleted_at', d.deleted_at))
      from app_private.deleted_comment_bodies d join app_public.comments c on c.id = d.comment_id where c.user_id = me.id),
    'hidden_comment_bodies', (select jsonb_agg(jsonb_build_object('comment_id', h.comment_id, 'body_markdown', h.body_markdown))
      from app_private.hidden_comment_bodies h join app_public.comments c on c.id = h.comment_id where c.user_id = me.id))
  from (select app_public.current_user_id() as id) me
$function$;
comment on function app_private.own_private_data() is 'What is stored about the signed-in user in tables that requests can''t read: sign-ins, newsletter, checkouts in progress, emails, texts of deleted comments. Without passwords and tokens.';
grant execute on function app_private.own_private_data() to newline_visitor;

create function app_private.own_subscription(subscription_id uuid)
 RETURNS app_public.subscriptions
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.own_user_id(null);
  found_one app_public.subscriptions;
begin
  select s.* into found_one from app_public.subscriptions s where s.id = subscription_id and s.user_id = me and s.status <> 'ENDED';
  if not found then raise exception 'OWN_SUBSCRIPTION_NOT_FOUND' using errcode = 'NL404'; end if;
  return found_one;
end $function$;
comment on function app_private.own_subscription(uuid) is 'The user''s active subscription (NL404).';
grant execute on function app_private.own_subscription(uuid) to newline_worker;

create function app_private.own_time_zone()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select s.time_zone from app_public.user_settings s where s.user_id = app_public.current_user_id()), 'UTC')
$function$;
comment on function app_private.own_time_zone() is 'The time zone of the signed-in user; UTC for visitors.';
grant execute on function app_private.own_time_zone() to newline_visitor;

create function app_private.own_user_id(user_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if app_public.current_user_id() is null then
    raise exception 'SIGN_IN_REQUIRED' using errcode = 'NL401';
  end if;
  if user_id is not null and user_id is distinct from app_public.current_user_id() then
    raise exception 'USER_ID_NOT_OWN' using errcode = 'NL403';
  end if;
  return app_public.current_user_id();
end $function$;
comment on function app_private.own_user_id(uuid) is 'The session''s user. Raises NL401 without one, and NL403 if the argument names another user, because the payload doesn''t decide who the user is.';
grant execute on function app_private.own_user_id(uuid) to newline_visitor;

create function app_private.owned_team_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.id from app_public.teams t where t.owner_id = app_public.current_user_id()
$function$;
comment on function app_private.owned_team_ids() is 'The IDs of teams that the signed-in user pays for.';
grant execute on function app_private.owned_team_ids() to newline_visitor;

create function app_private.page_images()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select leaf #>> '{}' from app_public.page_layouts l, jsonb_path_query(l.sections, 'lax $[*].content.**.imageUrl') leaf where leaf #>> '{}' <> ''
  union select image_url from app_public.logos where image_url is not null union select dark_image_url from app_public.logos where dark_image_url is not null
$function$;
comment on function app_private.page_images() is 'Returns the images in the sections of pages, and the logos. Not granted.';

create function app_private.page_path(slug text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when slug in ('terms', 'privacy', 'imprint', 'refunds', 'about', 'help') then '/' else '/pages/' end || slug
$function$;
comment on function app_private.page_path(text) is 'Returns the path of a page. Suggested pages are at the top, such as /terms; others are below /pages. api/src/rules/site/page-path.ts has the same list.';
grant execute on function app_private.page_path(text) to newline_visitor;

create function app_private.paid_until(s app_public.subscriptions)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select least(s.stopped_at, s.disputed_at, case
    when s.status = 'ENDED' then least(s.ended_at, s.period_ends_at)
    when s.status = 'PAST_DUE' then coalesce(s.payment_failed_at, s.period_starts_at) + interval '7 days'
    when s.cancels_at_period_end then s.period_ends_at
    else s.period_ends_at + interval '1 day' end)
$function$;
comment on function app_private.paid_until(app_public.subscriptions) is 'When access from a subscription ends: at the end of its period, plus a day for the next payment to arrive, or seven days after the first failed payment; at the latest when it was stopped or disputed.';

create function app_private.period_start(days integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if days is not null and (days between 1 and 3650) is not true then
    raise exception 'DAYS_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('max', 3650, 'days', days)::text;
  end if;
  return coalesce(now() - days * interval '1 day', '-infinity');
end $function$;
comment on function app_private.period_start(integer) is 'The start of a period of this many days that ends now; -infinity for all time. Raises NL400.';

create function app_private.person_details(person uuid, more jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('username', (select u.username from app_public.users u where u.id = person)) || coalesce(more, '{}')
$function$;
comment on function app_private.person_details(uuid,jsonb) is 'Details for an audit log entry about a user: the username, and more. Not granted.';

create function app_private.person_sees(person uuid, lesson uuid, article uuid, clip uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce((
    select x.is_open or exists (select from app_public.users u where u.id = person and u.is_admin)
      or exists (select from app_public.contributions c where c.user_id = person and (c.course_id = x.course or c.book_id = x.book or c.article_id = x.article))
    from (
      select i.course_id as course, i.book_id as book, null::uuid as article, coalesce(
        (select c.archived_at is null and not c.is_coming_soon and c.is_published and c.published_at <= now() from app_public.courses c where c.id = i.course_id),
        (select b.archived_at is null and not b.is_coming_soon and b.is_published and b.published_at <= now() from app_public.books b where b.id = i.book_id), false) as is_open
      from (select l.course_id, l.book_id from app_public.lessons l where l.id = lesson
        union all select k.course_id, k.book_id from app_public.clips k where k.id = clip) i
      union all
      select null, null, a.id, coalesce(a.archived_at is null and a.is_published and a.published_at <= now(), false) from app_public.articles a where a.id = article) x), false)
$function$;
comment on function app_private.person_sees(uuid,uuid,uuid,uuid) is 'True if a user can see the lesson, article or clip, by the same rules as the policies. A test compares them. Not granted.';

create function app_private.pick_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.follows_browser_time_zone := new.follows_browser_time_zone and not old.follows_browser_time_zone;
  return new;
end $function$;
comment on function app_private.pick_time_zone() is 'Trigger: picking a time zone turns off following the browser.';

create function app_private.place_of(text_id uuid, OUT lesson_id uuid, OUT article_id uuid, OUT comment_id uuid)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select (select l.id from app_public.lessons l where l.id = text_id),
    (select a.id from app_public.articles a where a.id = text_id),
    (select c.id from app_public.comments c where c.id = text_id)
$function$;
comment on function app_private.place_of(uuid) is 'The kind of text with this ID: a lesson, an article or a comment; all null for none.';

create function app_private.plain_html(plain text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select '<p>' || regexp_replace(
    replace(replace(replace(replace(btrim(plain), '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'),
    E'\\n[[:space:]]*\\n', '</p><p>', 'g') || '</p>'
$function$;
comment on function app_private.plain_html(text) is 'Returns plain text as HTML paragraphs, escaped.';

create function app_private.plain_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select nullif(btrim(left(btrim(regexp_replace(regexp_replace(normalize(name, nfc),
    -- What cannot be seen, or turns the direction of what follows.
    U&'[\0001-\001f\007f-\009f\00ad\200b-\200f\2028-\202e\2060-\206f\feff]+', ' ', 'g'), '\s+', ' ', 'g')), 80)), '')
$function$;
comment on function app_private.plain_name(text) is 'A name on one line of visible characters, at most 80; null if nothing is left.';

create function app_private.play_video(address text, seconds double precision, poster integer, lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if lesson_id is not null then
    if address is null then
      delete from app_private.lesson_videos l where l.lesson_id = play_video.lesson_id;
    else
      insert into app_private.lesson_videos (lesson_id, video_url) values (play_video.lesson_id, address)
        on conflict on constraint lesson_videos_pkey do update set video_url = excluded.video_url;
    end if;
    update app_public.lessons l set video_duration = case when seconds is not null then greatest(1, round(seconds))::int end where l.id = play_video.lesson_id;
    perform app_private.tell_tags('lessons,' || coalesce('course:' || l.course_id, 'book:' || l.book_id)) from app_public.lessons l where l.id = play_video.lesson_id;
  elsif clip_id is not null then
    update app_public.clips c set video_url = address, duration_seconds = case when seconds is not null then greatest(1, round(seconds))::int end, thumbnail_seconds = coalesce(poster, 0)
      where c.id = play_video.clip_id;
  else
    update app_public.courses c set hero_video_url = address where c.id = play_video.course_id;
    update app_public.books b set hero_video_url = address where b.id = play_video.book_id;
  end if;
end $function$;
comment on function app_private.play_video(text,double precision,integer,uuid,uuid,uuid,uuid) is 'Sets the video of a lesson, clip, course or book, or removes it, with its length and the second of its poster. Not granted: called by functions that check access.';

create function app_private.postpone_remote_code(sources uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.remote_code_checks k set failures = k.failures + 1,
    check_at = now() + least(interval '1 day', interval '15 minutes' * power(2, least(k.failures, 10)))
  where k.source_id = any (sources)
$function$;
comment on function app_private.postpone_remote_code(uuid[]) is 'Records that the code host didn''t respond. It''s asked again after 15 minutes, doubling each time, up to a day.';
grant execute on function app_private.postpone_remote_code(uuid[]) to newline_worker;

create function app_private.preview_blocks(block_lengths integer[], percent integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select count(*)::int from (
    select sum(l) over (order by n) as until, sum(l) over () as whole
    from unnest(block_lengths) with ordinality as b (l, n)) as t
  where percent > 0 and whole > 0 and until * 100 <= whole * percent
$function$;
comment on function app_private.preview_blocks(integer[],integer) is 'The number of whole blocks within this percentage of the text. 0 for a text without words, and without a percentage: an image at the start has no length.';

create function app_private.product_name_of(plan_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(nullif(btrim(left(regexp_replace(plan_name, '[ ,]+(by (the )?)?(monthly|yearly|month|year)$', '', 'i'), 60)), ''), 'Plan')
$function$;
comment on function app_private.product_name_of(text) is 'The name of the product for the name of one of its prices. Not granted.';

create function app_private.publish_article(article uuid, version integer, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb, drawer integer, publish_at timestamp with time zone)
 RETURNS app_private.save_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.publish_article(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer,timestamp with time zone) is 'Publishes this version, which must be the newest: now, or at its time. Raises NL400, NL401, NL403 and NL404.';
grant execute on function app_private.publish_article(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer,timestamp with time zone) to newline_visitor;

create function app_private.publish_item(course uuid, book uuid, publish_at timestamp with time zone, is_early boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.publish_item(uuid,uuid,timestamp with time zone,boolean) is 'Publishes an item. Raises NL400, NL401, NL403 and NL404. Not granted.';

create function app_private.publish_lesson(lesson uuid, version integer, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb, drawer integer)
 RETURNS app_private.save_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.lessons := app_private.locked_lesson_text(lesson, true);
  newest app_public.lesson_revisions := app_private.newest_lesson_revision(lesson);
begin
  if version is distinct from newest.version then return 'CONFLICT'; end if;
  update app_public.lessons l set title = newest.title where l.id = entry.id and l.title <> newest.title;
  perform app_private.save_lesson_body(lesson, body, ids, html, markdown, texts, free, drawn, drawer);
  return 'SAVED';
end $function$;
comment on function app_private.publish_lesson(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Publishes the title and text of this version, which must be the newest. Raises NL401, NL403 and NL404.';
grant execute on function app_private.publish_lesson(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer) to newline_visitor;

create function app_private.publish_page(page uuid, version integer, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb, drawer integer, asks_again boolean)
 RETURNS app_private.save_outcome
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  entry app_public.pages := app_private.locked_page(page);
  newest app_public.page_revisions := app_private.newest_page_revision(page);
  missing text;
begin
  if publish_page.version is distinct from newest.version then return 'CONFLICT'; end if;
  -- A starter text says what to fill in, in brackets.
  select string_agg(distinct btrim(m[1]), ', ') into missing from unnest(texts || newest.title) t, regexp_matches(t, '\[Fill in: ([^\]]+)\]', 'g') m;
  if missing is not null then raise exception 'PAGE_PLACEHOLDERS_LEFT' using errcode = 'NL400', detail = jsonb_build_object('placeholders', left(missing, 500))::text; end if;
  insert into app_private.page_bodies (page_id, body_delta, block_markdown, block_text, drawings, drawn_by)
    values (entry.id, body, markdown, texts, drawn, drawer)
    on conflict (page_id) do update set body_delta = excluded.body_delta, block_markdown = excluded.block_markdown, block_text = excluded.block_text,
      drawings = excluded.drawings, drawn_by = excluded.drawn_by;
  update app_public.page_revisions r set published_at = now() where r.id = newest.id;
  update app_public.pages p set title = newest.title, published_version = newest.version, published_at = now(),
      required_version = case when coalesce(asks_again, false) and p.slug in ('terms', 'privacy') then newest.version else p.required_version end
    where p.id = entry.id;
  perform app_private.audit('page.publish', 'page', entry.id, jsonb_build_object('slug', entry.slug, 'version', newest.version,
    'asksAgain', case when coalesce(asks_again, false) then 'yes' end));
  return 'SAVED';
end $function$;
comment on function app_private.publish_page(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer,boolean) is 'Publishes a version, which must be the newest, as the title and text that readers get, and asks everyone to accept it if asks_again is true. Raises NL400, NL401, NL403 and NL404.';
grant execute on function app_private.publish_page(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer,boolean) to newline_visitor;

create function app_private.put_off_book_export(export uuid, seconds integer, is_counted boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.book_exports e set status = 'queued', step = 0, label = '', due_at = now() + make_interval(secs => seconds),
      attempts = e.attempts - case when is_counted then 0 else 1 end
    where e.id = export and e.status = 'running'
$function$;
comment on function app_private.put_off_book_export(uuid,integer,boolean) is 'Postpones an export. An attempt that the site itself interrupted doesn''t count.';
grant execute on function app_private.put_off_book_export(uuid,integer,boolean) to newline_worker;

create function app_private.put_off_videos(playback_ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.unkept_videos u set due_at = now() + interval '10 minutes' where u.playback_id = any (playback_ids)
$function$;
comment on function app_private.put_off_videos(text[]) is 'Postpones removed videos that the provider still has, to retry them after the others.';
grant execute on function app_private.put_off_videos(text[]) to newline_worker;

create function app_private.read_article_revisions(ids uuid[])
 RETURNS TABLE(id uuid, body_delta jsonb, open_blocks integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  readable uuid[] := array(select r.id from app_public.article_revisions r where r.id = any (ids)
    and (app_public.is_admin() or r.article_id in (select app_private.my_article_ids())));
begin
  -- First marked, then read: what is marked stays as it is, so nothing is handed out that is written over later.
  update app_private.article_revision_texts b set is_seen = true where b.revision_id = any (readable) and not b.is_seen;
  return query
    select r.id, b.body_delta, app_private.open_article_blocks(a.subscription_required, b.free_blocks, b.block_lengths, a.preview_percent)
    from app_public.article_revisions r join app_public.articles a on a.id = r.article_id
      join app_private.article_revision_texts b on b.revision_id = r.id
    where r.id = any (readable);
end $function$;
comment on function app_private.read_article_revisions(uuid[]) is 'The texts of revisions for users who can edit the article, with the number of blocks of each that every reader could read. A text that was read is never overwritten.';
grant execute on function app_private.read_article_revisions(uuid[]) to newline_visitor;

create function app_private.read_lesson_revisions(ids uuid[])
 RETURNS TABLE(id uuid, body_delta jsonb, open_blocks integer, pro_blocks integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  readable uuid[] := array(select r.id from app_public.lesson_revisions r join app_public.lessons l on l.id = r.lesson_id
    where r.id = any (ids) and app_public.lessons_may_write(l));
begin
  -- First marked, then read: what is marked stays as it is, so nothing is handed out that is written over later.
  update app_private.lesson_revision_texts b set is_seen = true where b.revision_id = any (readable) and not b.is_seen;
  return query
    select r.id, b.body_delta, o.blocks, case when i.opens_with_pro then 2147483647 else o.blocks end
    from app_public.lesson_revisions r join app_public.lessons l on l.id = r.lesson_id
      join app_private.lesson_revision_texts b on b.revision_id = r.id
      cross join lateral app_private.lesson_item(l.course_id, l.book_id) i
      cross join lateral (select app_private.open_lesson_blocks(i.is_early, i.is_free or l.is_free, l.is_advanced_package_lesson, b.free_blocks,
        b.block_lengths, i.percent) as blocks) o
    where r.id = any (readable);
end $function$;
comment on function app_private.read_lesson_revisions(uuid[]) is 'The texts of revisions for users who can edit the lesson, with the number of blocks of each that every reader, and a Pro reader, could read. A text that was read is never overwritten.';
grant execute on function app_private.read_lesson_revisions(uuid[]) to newline_visitor;

create function app_private.read_page_revisions(ids uuid[])
 RETURNS TABLE(id uuid, body_delta jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if app_public.is_admin() is not true then return; end if;
  -- First marked, then read: nothing that someone has read is written over later.
  update app_private.page_revision_texts b set is_seen = true where b.revision_id = any (ids) and not b.is_seen;
  return query select b.revision_id, b.body_delta from app_private.page_revision_texts b where b.revision_id = any (ids);
end $function$;
comment on function app_private.read_page_revisions(uuid[]) is 'Returns the texts of revisions, for administrators, and marks them as read: a later save doesn''t overwrite them.';
grant execute on function app_private.read_page_revisions(uuid[]) to newline_visitor;

create function app_private.read_setup()
 RETURNS app_public.setup_state
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.name is not null, s.wordmark_light is not null or s.icon is not null or s.accent_light is not null or s.paper_light is not null or s.font <> 'SERIF',
    n.mail_tested_at, n.mail_tested_to, n.mail_failure,
    exists (select from app_public.plans p where p.is_offered) or exists (select from app_public.item_prices),
    exists (select from app_public.courses c where c.is_published and c.archived_at is null)
      or exists (select from app_public.books b where b.is_published and b.archived_at is null),
    exists (select from app_public.contributions c join app_public.users u on u.id = c.user_id where not u.is_admin),
    n.backed_up_at,
    exists (select from app_public.pages p where p.slug = 'terms' and p.published_at is not null),
    exists (select from app_public.pages p where p.slug = 'privacy' and p.published_at is not null),
    n.dismissed_at
  from app_private.site_setup n, app_public.site_settings s
$function$;
comment on function app_private.read_setup() is 'Returns the state of the checklist, for site_setup and `newline setup`. Not granted.';

create function app_private.readable_article_blocks(article uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when app_public.is_admin() or a.id in (select app_private.my_article_ids()) then 2147483647
    when a.archived_at is not null or not a.is_published or a.published_at > now() then 0
    when app_private.is_entitled(null, null, false) then 2147483647
    else app_private.open_article_blocks(a.subscription_required, b.free_blocks, b.block_lengths, a.preview_percent)
  end
  from app_public.articles a left join app_private.article_bodies b on b.article_id = a.id
  where a.id = article
$function$;
comment on function app_private.readable_article_blocks(uuid) is 'The paywall of an article: the number of its top-level blocks that the reader can read; 2147483647 for all.';

create function app_private.readable_block_ids(lesson uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array_remove(b.block_ids[1:app_private.readable_lesson_blocks(lesson)], '') from app_private.lesson_bodies b where b.lesson_id = lesson
$function$;
comment on function app_private.readable_block_ids(uuid) is 'The IDs of the blocks that the reader can read, in order; null without a text.';
grant execute on function app_private.readable_block_ids(uuid) to newline_visitor;

create function app_private.readable_lesson_blocks(lesson uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  whole constant int := 2147483647;
  l record;
begin
  select o.course_id, o.book_id, o.is_advanced_package_lesson as is_advanced, i.is_open, i.is_early, i.is_free or o.is_free as is_free, i.percent
    into l from app_public.lessons o cross join lateral app_private.lesson_item(o.course_id, o.book_id) i where o.id = lesson;
  if not found then return null; end if;
  if l.is_open and app_private.open_lesson_blocks(l.is_early, l.is_free, l.is_advanced, null, null, null) = whole then return whole; end if;
  if l.is_open and app_private.is_entitled(l.course_id, l.book_id, l.is_advanced) then return whole; end if;
  if app_public.is_admin() or l.course_id in (select app_private.my_course_ids()) or l.book_id in (select app_private.my_book_ids()) then
    return whole;
  end if;
  if l.is_open is not true then return 0; end if;
  return (
    select app_private.open_lesson_blocks(l.is_early, l.is_free, l.is_advanced, b.free_blocks, b.block_lengths, l.percent)
    from (select) as one left join app_private.lesson_bodies b on b.lesson_id = lesson);
end $function$;
comment on function app_private.readable_lesson_blocks(uuid) is 'The paywall of a lesson: the number of its top-level blocks that the reader can read; 2147483647 for all; null if there is no such lesson.';

create function app_private.reader_of_session(text)
 RETURNS app_private.reader
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  reader app_private.reader;
begin
  select case when v.is_admin then 'newline_admin' else 'newline_learner' end, v.user_id, v.session_id, v.email
    into reader from auth.viewer_of_session($1) v;
  if reader.user_id is null then reader.role := 'newline_visitor'; end if;
  return reader;
end $function$;
comment on function app_private.reader_of_session(text) is 'The user and role for statements of the session with this token; a visitor if nobody is signed in with it.';
grant execute on function app_private.reader_of_session(text) to newline_visitor;

create function app_private.ready_assets(asset_ids text[])
 RETURNS SETOF app_public.videos
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select v.* from app_public.videos v where v.provider <> 'local' and v.status = 'READY' and v.provider_asset_id = any (asset_ids)
$function$;
comment on function app_private.ready_assets(text[]) is 'Videos that can be played, by their IDs at the provider.';
grant execute on function app_private.ready_assets(text[]) to newline_worker;

create function app_private.record_article_body()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
      declare
        entry app_public.articles;
        newest app_public.article_revisions := app_private.newest_revision(new.article_id);
      begin
        select * into entry from app_public.articles e where e.id = new.article_id for no key update;
        if newest.id is null or not exists (select from app_private.article_revision_texts b where b.revision_id = newest.id and b.body_delta = new.body_delta) then
          newest := app_private.add_revision(new.article_id, entry.title, new.body_delta, new.block_text, new.free_blocks, null, null, null);
          if newest.version = 1 and newest.user_id is null then -- an import is as old as it says
            update app_public.article_revisions r set created_at = least(entry.updated_at, now()), updated_at = least(entry.updated_at, now()) where r.id = newest.id;
          end if;
        end if;
        if entry.is_published then
          update app_public.article_revisions r set published_at = now() where r.id = newest.id;
          perform app_private.tell_tags('articles,article:' || entry.id);
        end if;
        return null;
      end $function$;
comment on function app_private.record_article_body() is 'Trigger: records a changed text (a save or an import) in the history, and invalidates the pages that show it.';

create function app_private.record_lesson_body()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.lessons;
  newest app_public.lesson_revisions := app_private.newest_lesson_revision(new.lesson_id);
begin
  select * into entry from app_public.lessons e where e.id = new.lesson_id for no key update;
  if newest.id is null or not exists (select from app_private.lesson_revision_texts b where b.revision_id = newest.id and b.body_delta = new.body_delta) then
    newest := app_private.add_lesson_revision(new.lesson_id, entry.title, new.body_delta, new.block_text, new.free_blocks, null, null, null);
    if newest.version = 1 and newest.user_id is null then -- an import is as old as it says
      update app_public.lesson_revisions r set created_at = least(entry.updated_at, now()), updated_at = least(entry.updated_at, now()) where r.id = newest.id;
    end if;
  end if;
  if app_private.is_live(entry) then
    update app_public.lesson_revisions r set published_at = now() where r.id = newest.id;
    perform app_private.tell_tags('lessons,' || coalesce('course:' || entry.course_id, 'book:' || entry.book_id));
  end if;
  return null;
end $function$;
comment on function app_private.record_lesson_body() is 'Trigger: records a changed text (a save or an import) in the history, and invalidates the pages that show it.';

create function app_private.record_lesson_title()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  newest app_public.lesson_revisions := app_private.newest_lesson_revision(new.id);
  added uuid;
begin
  if newest.id is null or newest.title = new.title then return null; end if;
  insert into app_public.lesson_revisions as r (lesson_id, version, user_id, title, words_count, published_at)
    values (new.id, newest.version + 1, app_public.current_user_id(), new.title, newest.words_count, case when newest.published_at is not null then now() end)
    returning r.id into added;
  insert into app_private.lesson_revision_texts (revision_id, body_delta, block_lengths, free_blocks)
    select added, b.body_delta, b.block_lengths, b.free_blocks from app_private.lesson_revision_texts b where b.revision_id = newest.id;
  perform app_private.trim_lesson_revisions(new.id);
  return null;
end $function$;
comment on function app_private.record_lesson_title() is 'Trigger: records a title that was changed outside the editor in the history.';

create function app_private.record_published_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update app_public.lesson_revisions r set published_at = now()
    from app_public.lessons l join app_private.lesson_bodies b on b.lesson_id = l.id, app_private.lesson_revision_texts t
    where coalesce(l.course_id, l.book_id) = new.id and r.id = (app_private.newest_lesson_revision(l.id)).id and r.published_at is null
      and t.revision_id = r.id and t.body_delta = b.body_delta and r.title = l.title;
  return null;
end $function$;
comment on function app_private.record_published_lessons() is 'Trigger: marks the newest revisions of an item''s lessons as published when the item is published.';

create function app_private.record_remote_code(source uuid, compared text, outcome app_public.remote_code_state, why text, commit_id text, code text, first_line integer, last_line integer, seen_etag text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  remembered app_private.remote_code_checks := (select k from app_private.remote_code_checks k where k.source_id = source);
  is_new boolean := coalesce(outcome = 'CHANGED' and code is distinct from remembered.kept_text, false);
  next_state app_public.remote_code_state := case
    when outcome = 'CHANGED' and not is_new or outcome = 'GONE' and remembered.is_loss_kept then 'CURRENT' else outcome end;
begin
  -- A text that was saved meanwhile is compared by itself.
  update app_public.remote_code_sources s set checked_at = now(), state = coalesce(next_state, s.state),
    reason = case when outcome is null then s.reason when next_state = 'GONE' then why end,
    new_oid = case when outcome is null then s.new_oid when is_new then commit_id end,
    new_text = case when outcome is null then s.new_text when is_new then code end,
    new_start_line = case when outcome is null then s.new_start_line when is_new then first_line end,
    new_end_line = case when outcome is null then s.new_end_line when is_new then last_line end
    where s.id = source and s.text = compared;
  if found then
    update app_private.remote_code_checks k set failures = 0, etag = seen_etag,
      is_loss_kept = k.is_loss_kept and coalesce(outcome = 'GONE', true), check_at = now() + interval '6 hours' + random() * interval '1 hour'
      where k.source_id = source;
  end if;
end $function$;
comment on function app_private.record_remote_code(uuid,text,app_public.remote_code_state,text,text,text,integer,integer,text) is 'Records the result of a comparison; a null state means that nothing changed since the last one.';
grant execute on function app_private.record_remote_code(uuid,text,app_public.remote_code_state,text,text,text,integer,integer,text) to newline_worker;

create function app_private.refund_payment(payment text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update app_public.purchases p set refunded_at = now() where p.provider_payment_id = payment and p.refunded_at is null;
  return found;
end $function$;
comment on function app_private.refund_payment(text) is 'Ends what a refunded payment bought.';
grant execute on function app_private.refund_payment(text) to newline_worker;

create function app_private.refuse_access_token()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if (coalesce(current_setting('newline.access', true), '') = '') is not true then
    raise exception 'SESSION_REQUIRED' using errcode = 'NL403';
  end if;
  return new;
end $function$;
comment on function app_private.refuse_access_token() is 'Trigger: rejects a change by a request with an access token (NL403), because it requires a session.';

create function app_private.register_permalink()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.register_permalink() is 'Trigger: makes the new path current, lets former ones redirect, and rejects a taken one (NL409).';

create function app_private.release_video(playback_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.videos v set status = 'QUEUED', progress = 0, attempts = v.attempts - 1
    where v.playback_id = release_video.playback_id and v.status = 'PROCESSING'
$function$;
comment on function app_private.release_video(text) is 'Records that the server is stopping: processing has to start again, and this attempt doesn''t count.';
grant execute on function app_private.release_video(text) to newline_worker;

create function app_private.remember_customer(checkout_id uuid, provider_customer_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into app_private.billing_customers (user_id, provider_customer_id)
    select c.user_id, remember_customer.provider_customer_id from app_private.checkouts c where c.id = checkout_id on conflict do nothing
$function$;
comment on function app_private.remember_customer(uuid,text) is 'Stores the provider''s customer ID of a user; the first one stays.';
grant execute on function app_private.remember_customer(uuid,text) to newline_worker;

create function app_private.remote_code_of(body jsonb)
 RETURNS TABLE(block_id text, owner text, name text, filepath text, refname text, oid text, code_query text, start_line integer, end_line integer, text text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select distinct on (b.block ->> 'id') b.block ->> 'id', h ->> 'owner', h ->> 'name', h ->> 'filepath', h ->> 'refname', h ->> 'oid',
    nullif(btrim(c ->> 'codeQuery'), ''), (c ->> 'startLine')::int, (c ->> 'endLine')::int,
    coalesce((select string_agg(t ->> 'text', '' order by n) from jsonb_array_elements(b.block -> 'code') with ordinality as x (t, n)), '')
  from (
    select jsonb_build_object('id', r #>> '{attrs,uniqueId}', 'header', r #> '{content,0,attrs}', 'attributes', r #> '{content,1,attrs}',
      'code', coalesce(r #> '{content,1,content}', '[]')) as block
    from jsonb_path_query(body, 'strict $.** ? (@.type == "remoteCodeBlock")') r) b,
    lateral (select b.block -> 'header' as h, b.block -> 'attributes' as c) a
  where b.block ->> 'id' is not null and h ->> 'service' = 'github'
    and h ->> 'owner' ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$' and h ->> 'name' ~ '^[A-Za-z0-9_.-]{1,100}$' and h ->> 'name' !~ '^\.{1,2}$'
    and h ->> 'filepath' !~ '(^|/)\.{0,2}(/|$)' and h ->> 'filepath' !~ '[[:cntrl:]\\]' and length(h ->> 'filepath') <= 1000
    and h ->> 'refname' !~ '[[:cntrl:]]' and length(h ->> 'refname') between 1 and 300 and h ->> 'oid' ~ '^[0-9a-f]{40,64}$'
$function$;
comment on function app_private.remote_code_of(jsonb) is 'The remote code blocks of a text that follow a branch or tag. Blocks that name a commit, or are incomplete, aren''t compared.';

create function app_private.remove_loose_attachments()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with gone as (
    delete from app_public.attachments a where a.id in (
      select l.id from app_public.attachments l where l.loose_since < now() - interval '1 day' order by l.loose_since limit 500
      for update skip locked)
    and a.loose_since < now() - interval '1 day' returning 1)
  select count(*)::int from gone
$function$;
comment on function app_private.remove_loose_attachments() is 'Removes attachments that no text has used for a day. Their files then become due.';
grant execute on function app_private.remove_loose_attachments() to newline_worker;

create function app_private.remove_loose_videos()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with gone as (
    delete from app_public.videos v where v.loose_since is not null and case v.status
      when 'UPLOADING' then v.updated_at < now() - interval '1 day'
      when 'READY' then v.loose_since < now() - interval '1 day'
      when 'FAILED' then v.updated_at < now() - interval '7 days'
      else false end
    returning 1)
  select count(*)::int from gone
$function$;
comment on function app_private.remove_loose_videos() is 'Removes uploads without activity for a day, videos that haven''t been used for a day, and videos that failed a week ago.';
grant execute on function app_private.remove_loose_videos() to newline_worker;

create function app_private.remove_second_step(user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  person app_public.users := app_private.locked_person(remove_second_step.user_id);
begin
  if person.id = app_public.current_user_id() then raise exception 'OWN_SECOND_STEP_NOT_REMOVABLE_HERE' using errcode = 'NL403'; end if;
  -- One stolen session must not open the account of another administrator. Without the role it is removable: two steps, and both are written down.
  if person.is_admin then raise exception 'ADMIN_SECOND_STEP_NOT_REMOVABLE' using errcode = 'NL403'; end if;
  perform app_private.take_second_step(person.id);
  return (select a."email" from auth."user" a where a."id" = person.id);
end $function$;
comment on function app_private.remove_second_step(uuid) is 'Removes the second step and the passkeys of a user who lost them, for the administrator whose id is set. Returns the email address to notify. For the login that runs jobs.';
grant execute on function app_private.remove_second_step(uuid) to newline_worker;

create function app_private.remove_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from app_public.users u where u.id = old.id;
  return old;
end $function$;
comment on function app_private.remove_user() is 'Trigger: deletes the public row of a deleted account; comments that others replied to stay without text.';

create function app_private.reply_to_comment(user_id uuid, discussion uuid, parent uuid, key uuid, body jsonb, markdown text, html text, drawn jsonb, drawer integer, mentions text[])
 RETURNS app_private.written_comment
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.reply_to_comment(uuid,uuid,uuid,uuid,jsonb,text,text,jsonb,integer,text[]) is 'Adds a comment of the signed-in user to a discussion, as a reply to its parent if there is one. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.reply_to_comment(uuid,uuid,uuid,uuid,jsonb,text,text,jsonb,integer,text[]) to newline_visitor;

create function app_private.require_admin()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform app_private.own_user_id(null);
  if app_public.is_admin() is not true then raise exception 'ADMIN_REQUIRED' using errcode = 'NL403'; end if;
  return app_public.current_user_id();
end $function$;
comment on function app_private.require_admin() is 'Returns the ID of the signed-in administrator; raises NL401 or NL403 for others.';

create function app_private.require_page_right(page uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  if page is not null and not exists (select from app_public.pages p where p.id = page) then raise exception 'PAGE_NOT_FOUND' using errcode = 'NL404'; end if;
end $function$;
comment on function app_private.require_page_right(uuid) is 'Raises NL401, NL403 or NL404 unless the signed-in user can edit the page, or can create pages if there is none. Locks nothing.';
grant execute on function app_private.require_page_right(uuid) to newline_visitor;

create function app_private.require_read(lesson uuid, article uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if lesson is not null and app_public.may_read(lesson_id => lesson) is not true or article is not null and app_public.may_read(article_id => article) is not true then
    raise exception 'FULL_ACCESS_REQUIRED' using errcode = 'NL403';
  end if;
end $function$;
comment on function app_private.require_read(uuid,uuid) is 'Raises NL403 for users without access to the whole lesson or article. Not granted.';

create function app_private.require_text_right(lesson uuid, article uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.require_text_right(uuid,uuid) is 'Raises NL401, NL403 or NL404 unless the signed-in user can edit the lesson or article, or can create an article if there is neither. Locks nothing for users who can.';
grant execute on function app_private.require_text_right(uuid,uuid) to newline_visitor;

create function app_private.require_writer(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.suspensions;
begin
  select * into entry from app_public.suspensions s where s.user_id = person and (s.ends_at is null or s.ends_at > now());
  if entry.user_id is not null then
    raise exception '%', case when entry.ends_at is null then 'USER_SUSPENDED' else 'USER_SUSPENDED_UNTIL' end using errcode = 'NL403',
      detail = jsonb_strip_nulls(jsonb_build_object('endsAt', entry.ends_at))::text;
  end if;
end $function$;
comment on function app_private.require_writer(uuid) is 'Raises NL403 for suspended users. Not granted.';

create function app_private.runners_of_job_processes(processes integer[])
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array(select r.name from app_private.job_runners r where r.process_id = any (processes) order by 1)
$function$;
comment on function app_private.runners_of_job_processes(integer[]) is 'The runners of processes. Used by jobs.';
grant execute on function app_private.runners_of_job_processes(integer[]) to newline_worker;

create function app_private.save_article(article uuid, base_version integer, title text, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb, drawer integer, session_id uuid, sequence integer, restored_version integer, OUT outcome app_private.save_outcome, OUT newest app_public.article_revisions, OUT body_delta jsonb, OUT saved_by text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
      declare
        entry app_public.articles := app_private.locked_article(article, false);
        held app_private.article_revision_texts;
        is_same_editor boolean;
      begin
        newest := app_private.newest_revision(article);
        select * into held from app_private.article_revision_texts b where b.revision_id = newest.id;
        is_same_editor := coalesce(held.session_id = save_article.session_id, false);
        if newest.title = save_article.title and held.body_delta = body then
          outcome := 'UNCHANGED'; -- among others the save whose answer got lost, sent again
        elsif is_same_editor and sequence <= held.sequence then
          outcome := 'SUPERSEDED'; -- a later save of the same page was quicker
        elsif base_version = coalesce(newest.version, 0) or (is_same_editor and base_version >= coalesce(
            (select max(r.version) from app_public.article_revisions r where r.article_id = article and r.version < newest.version), 0)) then
          outcome := 'SAVED'; -- on the newest version, or on one that only this page has written on since
        else
          outcome := 'CONFLICT';
          update app_private.article_revision_texts b set is_seen = true where b.revision_id = newest.id;
          body_delta := held.body_delta;
          saved_by := (select app_public.users_display_name(u) from app_public.users u where u.id = newest.user_id);
        end if;
        if outcome <> 'SAVED' then return; end if;

        if newest.user_id = app_public.current_user_id() and newest.created_at > now() - interval '5 minutes' and newest.published_at is null
            and newest.restored_version is null and save_article.restored_version is null
            and held.session_id is not distinct from save_article.session_id and not held.is_seen then
          update app_public.article_revisions r set version = r.version + 1, title = save_article.title, words_count = app_private.count_words(texts), updated_at = now()
            where r.id = newest.id returning r.* into newest;
          update app_private.article_revision_texts b set body_delta = body, block_lengths = app_private.lengths_of(texts), free_blocks = free,
            sequence = save_article.sequence where b.revision_id = newest.id;
          perform app_private.keep_attachments(article, body);
        else
          newest := app_private.add_revision(article, save_article.title, body, texts, free, save_article.session_id, save_article.sequence, save_article.restored_version);
        end if;
        if not entry.is_published then
          update app_public.articles e set title = save_article.title where e.id = article and e.title <> save_article.title;
          perform app_private.save_article_body(article, body, ids, html, markdown, texts, free, drawn, drawer);
        end if;
      end $function$;
comment on function app_private.save_article(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer) is 'Saves the working title and text if nobody else has saved since base_version; otherwise returns the newer version and writes nothing. Raises NL401, NL403 and NL404.';
grant execute on function app_private.save_article(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer) to newline_visitor;

create function app_private.save_article_body(article uuid, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb DEFAULT NULL::jsonb, drawer integer DEFAULT 0)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into app_private.article_bodies (article_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths, free_blocks, drawings, drawn_by)
  values (article, body, ids, html, markdown, texts, (select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)), free, drawn, drawer)
  on conflict (article_id) do update set body_delta = excluded.body_delta, block_ids = excluded.block_ids, block_html = excluded.block_html,
    block_markdown = excluded.block_markdown, block_text = excluded.block_text, block_lengths = excluded.block_lengths,
    free_blocks = excluded.free_blocks, drawings = excluded.drawings, drawn_by = excluded.drawn_by, updated_at = now()
$function$;
comment on function app_private.save_article_body(uuid,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Stores a validated document with its derived texts and renderings, block by block; without renderings, the job creates them. Not granted: called by functions that check access.';

create function app_private.save_lesson(lesson uuid, base_version integer, title text, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb, drawer integer, session_id uuid, sequence integer, restored_version integer, OUT outcome app_private.save_outcome, OUT newest app_public.lesson_revisions, OUT body_delta jsonb, OUT saved_by text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.lessons := app_private.locked_lesson_text(lesson, false);
  held app_private.lesson_revision_texts;
  is_same_editor boolean;
begin
  newest := app_private.newest_lesson_revision(lesson);
  select * into held from app_private.lesson_revision_texts b where b.revision_id = newest.id;
  is_same_editor := coalesce(held.session_id = save_lesson.session_id, false);
  if newest.title = save_lesson.title and held.body_delta = body then
    outcome := 'UNCHANGED'; -- among others the save whose answer got lost, sent again
  elsif is_same_editor and sequence <= held.sequence then
    outcome := 'SUPERSEDED'; -- a later save of the same page was quicker
  elsif base_version = coalesce(newest.version, 0) or (is_same_editor and base_version >= coalesce(
      (select max(r.version) from app_public.lesson_revisions r where r.lesson_id = lesson and r.version < newest.version), 0)) then
    outcome := 'SAVED'; -- on the newest version, or on one that only this page has written on since
  else
    outcome := 'CONFLICT';
    update app_private.lesson_revision_texts b set is_seen = true where b.revision_id = newest.id;
    body_delta := held.body_delta;
    saved_by := (select app_public.users_display_name(u) from app_public.users u where u.id = newest.user_id);
  end if;
  if outcome <> 'SAVED' then return; end if;

  if newest.user_id = app_public.current_user_id() and newest.created_at > now() - interval '5 minutes' and newest.published_at is null
      and newest.restored_version is null and save_lesson.restored_version is null
      and held.session_id is not distinct from save_lesson.session_id and not held.is_seen then
    update app_public.lesson_revisions r set version = r.version + 1, title = save_lesson.title, words_count = app_private.count_words(texts), updated_at = now()
      where r.id = newest.id returning r.* into newest;
    update app_private.lesson_revision_texts b set body_delta = body, block_lengths = app_private.lengths_of(texts), free_blocks = free,
      sequence = save_lesson.sequence where b.revision_id = newest.id;
    perform app_private.keep_attachments(lesson, body);
  else
    newest := app_private.add_lesson_revision(lesson, save_lesson.title, body, texts, free, save_lesson.session_id, save_lesson.sequence, save_lesson.restored_version);
  end if;
  if not app_private.is_live(entry) then
    update app_public.lessons e set title = save_lesson.title where e.id = lesson and e.title <> save_lesson.title;
    perform app_private.save_lesson_body(lesson, body, ids, html, markdown, texts, free, drawn, drawer);
  end if;
end $function$;
comment on function app_private.save_lesson(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer) is 'Saves the working title and text if nobody else has saved since base_version; otherwise returns the newer version and writes nothing. Raises NL401, NL403 and NL404.';
grant execute on function app_private.save_lesson(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer) to newline_visitor;

create function app_private.save_lesson_body(lesson uuid, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb DEFAULT NULL::jsonb, drawer integer DEFAULT 0)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into app_private.lesson_bodies (lesson_id, body_delta, block_ids, block_html, block_markdown, block_text, block_lengths, free_blocks, drawings, drawn_by)
  values (lesson, body, ids, html, markdown, texts, (select coalesce(array_agg(length(x) order by n), '{}') from unnest(texts) with ordinality as u (x, n)), free, drawn, drawer)
  on conflict (lesson_id) do update set body_delta = excluded.body_delta, block_ids = excluded.block_ids, block_html = excluded.block_html,
    block_markdown = excluded.block_markdown, block_text = excluded.block_text, block_lengths = excluded.block_lengths,
    free_blocks = excluded.free_blocks, drawings = excluded.drawings, drawn_by = excluded.drawn_by, updated_at = now()
$function$;
comment on function app_private.save_lesson_body(uuid,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Stores a validated document with its derived texts and renderings, block by block; without renderings, the job creates them. Not granted: called by functions that check access.';

create function app_private.save_noted_answer(comment uuid, version text, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb, drawer integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  noted record;
begin
  select * into noted from app_private.answer_to_note(comment);
  if noted.version is distinct from save_noted_answer.version then return false; end if;
  perform app_private.save_lesson_body(noted.lesson_id, body, ids, html, markdown, texts, free, drawn, drawer);
  insert into app_private.attachment_uses (attachment_id, lesson_id)
    select u.attachment_id, noted.lesson_id from app_private.attachment_uses u where u.comment_id = comment on conflict do nothing;
  update app_public.comments c set noted_at = now() where c.id = comment;
  perform app_private.tell_tags('lessons,' || coalesce('course:' || l.course_id, 'book:' || l.book_id)) from app_public.lessons l where l.id = noted.lesson_id;
  return true;
end $function$;
comment on function app_private.save_noted_answer(uuid,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Stores the text of a lesson with an answer in it, for a user who can edit it; false if the text changed in the meantime. Raises the same errors as answer_to_note.';
grant execute on function app_private.save_noted_answer(uuid,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer) to newline_visitor;

create function app_private.save_page(page uuid, base_version integer, title text, body jsonb, ids text[], html text[], markdown text[], texts text[], free integer, drawn jsonb, drawer integer, session_id uuid, sequence integer, restored_version integer, OUT outcome app_private.save_outcome, OUT newest app_public.page_revisions, OUT body_delta jsonb, OUT saved_by text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.pages := app_private.locked_page(page);
  held app_private.page_revision_texts;
  is_same_editor boolean;
begin
  newest := app_private.newest_page_revision(page);
  select * into held from app_private.page_revision_texts b where b.revision_id = newest.id;
  is_same_editor := coalesce(held.session_id = save_page.session_id, false);
  if newest.title = save_page.title and held.body_delta = body then
    outcome := 'UNCHANGED'; -- among others the save whose answer got lost, sent again
  elsif is_same_editor and sequence <= held.sequence then
    outcome := 'SUPERSEDED'; -- a later save of the same editor was quicker
  elsif base_version = coalesce(newest.version, 0) or (is_same_editor and base_version >= coalesce(
      (select max(r.version) from app_public.page_revisions r where r.page_id = page and r.version < newest.version), 0)) then
    outcome := 'SAVED'; -- on the newest version, or on one that only this editor has written on since
  else
    outcome := 'CONFLICT';
    update app_private.page_revision_texts b set is_seen = true where b.revision_id = newest.id;
    body_delta := held.body_delta;
    saved_by := (select app_public.users_display_name(u) from app_public.users u where u.id = newest.user_id);
  end if;
  if outcome <> 'SAVED' then return; end if;

  if newest.user_id = app_public.current_user_id() and newest.created_at > now() - interval '5 minutes' and newest.published_at is null
      and newest.restored_version is null and save_page.restored_version is null
      and held.session_id is not distinct from save_page.session_id and not held.is_seen then
    update app_public.page_revisions r set version = r.version + 1, title = save_page.title, words_count = app_private.count_words(texts), updated_at = now()
      where r.id = newest.id returning r.* into newest;
    update app_private.page_revision_texts b set body_delta = body, sequence = save_page.sequence where b.revision_id = newest.id;
    perform app_private.keep_page_images(page, body);
  else
    newest := app_private.add_page_revision(page, save_page.title, body, texts, save_page.session_id, save_page.sequence, save_page.restored_version);
  end if;
  if entry.published_at is null then update app_public.pages p set title = save_page.title where p.id = page and p.title <> save_page.title; end if;
end $function$;
comment on function app_private.save_page(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer) is 'Saves the working title and text if nobody else has saved since base_version. Otherwise returns the newer version and writes nothing. Raises NL401, NL403 and NL404.';
grant execute on function app_private.save_page(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer) to newline_visitor;

create function app_private.search_excerpt(kind app_public.search_kind, words text, plain tsquery, terms text[], is_open boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  config regconfig := case when kind = 'CODE' then 'pg_catalog.simple' else 'app_private.words' end;
  selectors text := E'StartSel="\uE000", StopSel="\uE001"';
  pattern text;
  said text := words;
  place int;
  first int;
  cut text;
  -- Combining marks, jamo, variation selectors, skin tones: they belong to the character before them.
  marks constant text := '\u0300-\u036F\u0E31\u0E33-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB3-\u0EBC\u0EC8-\u0ECD\u102B-\u103E\u1160-\u11FF\u17B4-\u17D3\u20D0-\u20FF\u3099\u309A\uFE00-\uFE0F\U0001F3FB-\U0001F3FF\U000E0020-\U000E007F';
begin
  if terms = '{}' then
    return ts_headline(config, left(words, 4000), plain, selectors || ', MaxFragments=1, MinWords=12, MaxWords=28, FragmentDelimiter=" … "');
  end if;
  select string_agg(case when term ~ '^[A-Za-z0-9_]' then '(?<![A-Za-z0-9_])' when term ~ '^[.-]' then '(?<![A-Za-z0-9_.)\]+-])' else '' end
      || regexp_replace(term, '[.+]', '\\\&', 'g')
      || case when app_private.is_unspaced(term) then '' when is_open and n = cardinality(terms) then '[A-Za-z0-9_]*' when term ~ '\+$' then '(?!\+)'
        when term ~ '#$' then '(?![A-Za-z_#])' else '(?![A-Za-z0-9_])' end, '|' order by length(term) desc)
    into pattern from unnest(terms) with ordinality as t (term, n);
  place := regexp_instr(said, pattern, 1, 1, 0, 'i');
  -- Full-width letters and the like are matched, and then shown, in their usual form.
  if place = 0 and not said is nfkc normalized and normalize(said, nfkc) ~* pattern then
    said := normalize(said, nfkc);
    place := regexp_instr(said, pattern, 1, 1, 0, 'i');
  end if;
  -- A window around the first match, cut between words, or where there are no spaces between characters as people see them.
  first := greatest(place - 60, 1);
  cut := substr(said, first, 220);
  if first > 1 and cut ~ '^\S{0,30}\s' then cut := '…' || regexp_replace(cut, '^\S*\s+', '');
  elsif first > 1 then
    cut := '…' || regexp_replace(cut, concat('^(?:\u200D.|.)(?:[', marks, ']*\u200D.)*[', marks, ']*[\U0001F1E6-\U0001F1FF]*'), '');
  end if;
  if length(said) >= first + 220 and cut ~ '\s\S{0,30}$' then cut := regexp_replace(cut, '\s+\S*$', '') || '…';
  elsif length(said) >= first + 220 then
    cut := regexp_replace(cut, concat('(?:[\U0001F1E6-\U0001F1FF]+|(?:.[', marks, ']*\u200D)*.[', marks, ']*\u200D?)$'), '') || '…';
  end if;
  if numnode(plain) > 0 then cut := ts_headline(config, cut, plain, selectors || ', HighlightAll=true'); end if;
  return regexp_replace(cut, '(' || pattern || ')', E'\uE000\\1\uE001', 'gi');
end $function$;
comment on function app_private.search_excerpt(app_public.search_kind,text,tsquery,text[],boolean) is 'The text around a match as plain text, with U+E000 before and U+E001 after each match.';

create function app_private.search_query(words text, is_last_word_open boolean, is_loose boolean, OUT q tsquery, OUT plain tsquery, OUT terms text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  said text := normalize(left(words, 400), nfkc);
  item text;
  part tsquery;
  rest text;
  found text[];
  is_open boolean;
begin
  -- In lower case useEffect stays one word; loosely it is taken apart.
  if not is_loose then said := lower(said); end if;
  terms := array(select t.term from app_private.search_terms(said) t limit 40);
  if terms = '{}' then
    q := app_private.word_query(said, is_last_word_open);
    plain := q;
    return;
  end if;
  for item in select m[1] from regexp_matches(said, '(-?"[^"]*"|\S+)', 'g') m limit 40 loop
    is_open := is_last_word_open and right(said, length(item)) = item;
    found := array(select t.term from app_private.search_terms(item) t limit 40);
    rest := btrim(regexp_replace(item, app_private.term_pattern(), ' ', 'g'), ' -"');
    part := case when rest = '' then null when item like '%"%' then phraseto_tsquery('app_private.words', rest)
      else app_private.word_query(rest, is_open and found = '{}') end;
    if item !~ '^-(?!-[a-z])' then plain := coalesce(plain && part, plain, part); end if;
    select string_agg('(' || t.query || ')', ' & ')::tsquery into part from (
      select nullif(part::text, '') as query
      union all
      select app_private.term_query(t.term, is_open and t.n = cardinality(found), is_loose)::text from unnest(found) with ordinality as t (term, n)) t;
    if item ~ '^-(?!-[a-z])' then part := !! part; end if;
    q := coalesce(q && part, q, part);
  end loop;
end $function$;
comment on function app_private.search_query(text,boolean,boolean) is 'The search query with all words and terms; also the words and the terms separately, to highlight excerpts.';

create function app_private.search_terms(words text)
 RETURNS TABLE(n bigint, term text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select m.n, lower(m.found[1]) from regexp_matches(normalize(words, nfkc), app_private.term_pattern(), 'g') with ordinality as m (found, n)
$function$;
comment on function app_private.search_terms(text) is 'The terms of a text or query, in order and in lower case.';

create function app_private.search_vector(words text)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select to_tsvector('app_private.words', words)
    || to_tsvector('simple', lower(extensions.unaccent('extensions.unaccent', app_private.split_names(words))))
    || app_private.term_vector(words)
$function$;
comment on function app_private.search_vector(text) is 'The lexemes of a search entry: the stems of its words, its words as written, and its terms.';

create function app_private.seconds_in(ranges int4multirange)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(ranges) r
$function$;
comment on function app_private.seconds_in(int4multirange) is 'The total number of seconds in the ranges.';
grant execute on function app_private.seconds_in(int4multirange) to newline_visitor;

create function app_private.seconds_to_wait(person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  is_young boolean := exists (select from app_public.users u where u.id = person and u.created_at > now() - interval '7 days');
  turn timestamptz;
begin
  -- One after another, so that comments sent at once are counted too.
  perform pg_advisory_xact_lock(hashtextextended('newline comments of ' || person, 0));
  select greatest(
    (select c.created_at + interval '10 minutes' from app_public.comments c where c.user_id = person
      and c.created_at > clock_timestamp() - interval '10 minutes' order by c.created_at desc offset case when is_young then 9 else 29 end limit 1),
    (select c.created_at + interval '1 day' from app_public.comments c where c.user_id = person
      and c.created_at > clock_timestamp() - interval '1 day' order by c.created_at desc offset case when is_young then 49 else 299 end limit 1)) into turn;
  return coalesce(ceil(extract(epoch from turn - clock_timestamp())), 0);
end $function$;
comment on function app_private.seconds_to_wait(uuid) is 'The seconds until the user can comment again, or 0: 10 comments in 10 minutes and 50 a day for accounts less than a week old, then 30 and 300. Not granted.';

create function app_private.section_kinds(page app_public.site_page)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case page
    when 'HOME' then '{HEADLINE,EXPLORE,HIGHLIGHTS,STUDENTS,RECENT,PRO,NEWSLETTER,TESTIMONIALS,AUTHORS,BUBBLES,WAYS,DESK}'::text[]
    when 'PRICING' then '{TOP,PLANS,COMPARE,QUESTIONS}'::text[]
    when 'WRITE_WITH_US' then '{TOP,STEPS,QUESTIONS}'::text[] end
$function$;
comment on function app_private.section_kinds(app_public.site_page) is 'Returns the sections of a page in their standard order. Not granted.';

create procedure app_private.secure_table(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner_all on %s to current_user using (true) with check (true)', target);
end $procedure$;
comment on procedure app_private.secure_table(regclass) is 'Closes a table to everyone except definer functions of this schema''s owner. Policies then open it row by row.';

create function app_private.sent_before(person uuid, key uuid, body jsonb)
 RETURNS app_private.written_comment
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.comments;
begin
  select * into entry from app_public.comments c where c.user_id = person and c.client_key = key;
  if entry.id is null then return null; end if;
  if entry.body_delta is distinct from body and entry.edited is not true then
    raise exception 'IDEMPOTENCY_KEY_REUSED' using errcode = 'NL409';
  end if;
  return row(entry.id, entry.discussion_id, 0)::app_private.written_comment;
end $function$;
comment on function app_private.sent_before(uuid,uuid,jsonb) is 'The comment that an earlier request for the same press of Send created; null for the first one. Not granted.';

create function app_private.served_video(playback_id text)
 RETURNS TABLE(provider_playback_id text, still_seconds integer[], poster_second integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select v.provider_playback_id, v.still_seconds, v.poster_second from app_public.videos v
  where v.playback_id = served_video.playback_id and v.provider <> 'local' and v.status = 'READY' and v.provider_playback_id is not null
$function$;
comment on function app_private.served_video(text) is 'The provider''s ID of a video. Check access first.';
grant execute on function app_private.served_video(text) to newline_worker;

create function app_private.set_cancellation(subscription_id uuid, cancels boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.subscriptions s set cancels_at_period_end = cancels
  where s.id = (app_private.own_subscription(subscription_id)).id and s.provider = 'manual' and s.cancels_at_period_end <> cancels
$function$;
comment on function app_private.set_cancellation(uuid,boolean) is 'Cancels the user''s manual subscription at the end of its period, or undoes that.';
grant execute on function app_private.set_cancellation(uuid,boolean) to newline_worker;

create function app_private.set_picture_hosts(hosts text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from app_private.picture_hosts p where p.host <> all (set_picture_hosts.hosts);
  insert into app_private.picture_hosts (host) select distinct h from unnest(set_picture_hosts.hosts) h on conflict do nothing;
$function$;
comment on function app_private.set_picture_hosts(text[]) is 'Stores the hosts of images other than this site. Called when the site starts.';
grant execute on function app_private.set_picture_hosts(text[]) to newline_worker;

create function app_private.show_clips()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- What is written here does not count: follow_item reads the item as it stands now.
  if tg_table_name = 'courses' then
    update app_public.clips k set is_listed = new.is_shown_publicly where k.course_id = new.id;
  else
    update app_public.clips k set is_listed = new.is_shown_publicly where k.book_id = new.id;
  end if;
  return null;
end $function$;
comment on function app_private.show_clips() is 'Trigger: gives the clips of an item its visibility when it changes.';

create function app_private.slug_of(title text, fallback text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(nullif(rtrim(left(btrim(regexp_replace(regexp_replace(
    app_private.in_latin(replace(lower(title), 'ß', 'ss')),
    '[\u0300-\u036f\u3099\u309a\u30fc''’]', '', 'g'), '[^a-z0-9]+', '-', 'g'), '-'), 80), '-'), ''), fallback)
$function$;
comment on function app_private.slug_of(text,text) is 'A slug for a title: its letters and digits without accents, other scripts in Latin letters, in words joined by hyphens.';
grant execute on function app_private.slug_of(text,text) to newline_visitor;

create function app_private.split_names(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select regexp_replace(regexp_replace(words, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g'), '[^[:alnum:]]+', ' ', 'g')
$function$;
comment on function app_private.split_names(text) is 'The parts of a word: camelCase and node.js are split, so that either part is found.';

create function app_private.store_anchors(lesson uuid, article uuid, placed jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.discussion_selections s set range_from = p."from", range_to = p."to", current_text = nullif(p."currentText", s.text),
    block_id = p."blockId", end_block_id = p."endBlockId", occurrence = p.occurrence, node = p.node, prefix = p.prefix, suffix = p.suffix,
    is_orphaned = p."isOrphaned", kept_letters = p.kept,
    version = coalesce((select b.text_version from app_private.lesson_bodies b where b.lesson_id = lesson),
      (select b.text_version from app_private.article_bodies b where b.article_id = article), s.version)
  from jsonb_to_recordset(placed) as p ("discussionId" uuid, "from" int, "to" int, "currentText" text, "blockId" text, "endBlockId" text,
    occurrence int, node text, prefix text, suffix text, "isOrphaned" boolean, kept int), app_public.discussions d
  where s.discussion_id = p."discussionId" and d.id = s.discussion_id and (d.lesson_id = lesson or d.article_id = article);
  delete from app_private.moved_texts m where m.lesson_id = lesson or m.article_id = article
$function$;
comment on function app_private.store_anchors(uuid,uuid,jsonb) is 'Stores the current positions of a text''s annotations. Not granted.';

create function app_private.store_drawings(kind text, id uuid, version text, drawn jsonb, drawer integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  tags text;
begin
  if kind = 'article' then
    update app_private.article_bodies b set drawings = drawn, drawn_by = drawer
      where b.article_id = store_drawings.id and md5(b.body_delta::text) = version
      returning 'articles,article:' || b.article_id into tags;
  elsif kind = 'lesson' then
    update app_private.lesson_bodies b set drawings = drawn, drawn_by = drawer from app_public.lessons l
      where b.lesson_id = store_drawings.id and l.id = b.lesson_id and md5(b.body_delta::text) = version
      returning 'lessons,' || coalesce('course:' || l.course_id, 'book:' || l.book_id) into tags;
  elsif kind = 'page' then
    update app_private.page_bodies b set drawings = drawn, drawn_by = drawer
      where b.page_id = store_drawings.id and md5(b.body_delta::text) = version
      returning 'pages' into tags;
  else
    update app_public.comments c set body_drawings = drawn, drawn_by = drawer
      where c.id = store_drawings.id and not c.deleted and md5(c.body_delta::text) = version;
    return found;
  end if;
  if tags is not null and drawn is not null then perform app_private.tell_tags(tags); end if;
  return tags is not null;
end $function$;
comment on function app_private.store_drawings(text,uuid,text,jsonb,integer) is 'Stores the renderings of a text, unless the text has changed since, and updates the page cache. For the job draw_bodies.';
grant execute on function app_private.store_drawings(text,uuid,text,jsonb,integer) to newline_worker;

create function app_private.store_moved_anchors(lesson uuid, article uuid, placed jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_private.store_anchors(lesson, article, placed)
$function$;
comment on function app_private.store_moved_anchors(uuid,uuid,jsonb) is 'Stores the current positions of a text''s annotations. Used by the job move_anchors.';
grant execute on function app_private.store_moved_anchors(uuid,uuid,jsonb) to newline_worker;

create function app_private.store_my_anchors(lesson uuid, article uuid, placed jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_private.store_anchors(lesson, article, placed) where app_private.may_write_text(lesson, article)
$function$;
comment on function app_private.store_my_anchors(uuid,uuid,jsonb) is 'Stores the current positions of a text''s annotations, for users who can edit the text.';
grant execute on function app_private.store_my_anchors(uuid,uuid,jsonb) to newline_visitor;

create function app_private.streak_at(instant timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  with today as materialized (
    select app_private.day_at(instant) as day, app_private.own_time_zone() as time_zone
  ), days as (
    select d.day, d.time_zone,
      lag(d.day, 1, (select t.day from today t)) over later as later_day,
      lag(d.time_zone, 1, (select t.time_zone from today t)) over later as later_zone
    from app_public.study_days d where d.user_id = (select app_public.current_user_id()) and d.day <= (select t.day from today t)
    window later as (order by d.day desc)
  ), runs as (
    -- A date that a journey skipped is no missed day: fewer than 24 hours lie between the end of one day and the start of the other.
    select sum(case when d.later_day - d.day <= 1 then 0
      when d.later_zone <> d.time_zone
        and d.later_day::timestamp at time zone d.later_zone - (d.day + 1)::timestamp at time zone d.time_zone < interval '24 hours' then 0
      else 1 end) over (order by d.day desc) as missed
    from days d
  )
  select count(*)::int from runs where missed = 0
$function$;
comment on function app_private.streak_at(timestamp with time zone) is 'The number of consecutive days, up to the day of this time or the day before, on which the signed-in user made progress.';
grant execute on function app_private.streak_at(timestamp with time zone) to newline_visitor;

create function app_private.tag_id_of(tag_name text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select t.id from app_public.tags t where t.slug = lower(tag_name) or t.name = tag_name order by t.slug = lower(tag_name) desc limit 1),
    (select f.tag_id from app_public.former_tag_slugs f where f.slug = lower(tag_name)))
$function$;
comment on function app_private.tag_id_of(text) is 'The ID of the tag with this slug, exactly this name, or formerly this slug.';
grant execute on function app_private.tag_id_of(text) to newline_visitor;

create function app_private.take_event(event_id text, event_kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into app_private.billing_events (id, kind) values (event_id, event_kind) on conflict (id) do nothing;
  return found;
end $function$;
comment on function app_private.take_event(text,text) is 'True for an event that wasn''t handled before. Call it in the transaction that handles the event: if that fails, the event is new again, and a duplicate waits for it.';
grant execute on function app_private.take_event(text,text) to newline_worker;

create function app_private.take_notices()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  created int;
begin
  -- One transaction at a time: what the others created is seen below, and no two of them start a mail for one discussion.
  perform pg_advisory_xact_lock(hashtextextended('take_notices', 0));
  with waiting as (
    select n.id, n.user_id, n.discussion_id, n.created_at, s.time_zone, coalesce(f.mails, s.mail_notices) as rhythm
    from app_public.notices n
    join app_public.user_settings s on s.user_id = n.user_id
    left join app_public.discussion_follows f on f.user_id = n.user_id and f.discussion_id = n.discussion_id
    where n.is_waiting
  ), ended as (
    select w.*, case w.rhythm
      when 'DAILY' then date_trunc('day', (now() at time zone w.time_zone) - interval '8 hours') + interval '8 hours'
      when 'WEEKLY' then date_trunc('week', (now() at time zone w.time_zone) - interval '8 hours') + interval '8 hours' end as until
    from waiting w
  ), due as (
    -- Only what is due counts for the limit: notices that are held back never keep others waiting.
    select e.* from ended e
    where case e.rhythm
      when 'NONE' then true
      when 'AT_ONCE' then not exists (
        select from app_private.notice_mails m where m.user_id = e.user_id and m.discussion_id = e.discussion_id
          and m.created_at > now() - interval '15 minutes' and (m.ended_at is null or m.is_sent))
      else (e.created_at at time zone e.time_zone) < e.until end
    order by e.created_at, e.id limit 5000
  ), locked as (
    -- Whoever marks notices as read at the same moment comes first; the next run has what is left.
    select n.id from app_public.notices n where n.is_waiting and n.id in (select d.id from due d) for no key update of n skip locked
  ), keyed as (
    select d.*, case d.rhythm
        when 'AT_ONCE' then 'notice ' || first_value(d.id) over (partition by d.user_id, d.discussion_id order by d.created_at, d.id)
        else lower(d.rhythm::text) || ' ' || d.user_id || ' ' || d.until::date end as key
    from due d join locked l on l.id = d.id
  ), mails as (
    insert into app_private.notice_mails (user_id, rhythm, key, discussion_id)
      select distinct k.user_id, k.rhythm, k.key, case k.rhythm when 'AT_ONCE' then k.discussion_id end from keyed k where k.rhythm <> 'NONE'
    on conflict (key) do nothing returning id, key
  ), left_out as (
    update app_public.notices n set is_waiting = false from keyed k where n.id = k.id and k.rhythm = 'NONE'
  ), taken as (
    update app_public.notices n set is_waiting = false, mail_id = m.id from keyed k join mails m on m.key = k.key where n.id = k.id
  )
  select count(*) into created from mails;
  delete from app_private.notice_mails m where m.ended_at < now() - interval '90 days';
  return created;
end $function$;
comment on function app_private.take_notices() is 'Puts due notifications into emails: those of a discussion, unless an email about it was created in the last 15 minutes, or those of a day or week up to 8 a.m. in the user''s time zone. Returns the number of emails to send. Used by jobs.';
grant execute on function app_private.take_notices() to newline_worker;

create function app_private.take_second_step(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  had_app boolean;
  keys int;
begin
  delete from auth.authenticators a where a.user_id = person and a.confirmed_at is not null;
  had_app := found;
  delete from auth.passkeys p where p.user_id = person;
  get diagnostics keys = row_count;
  if (had_app or keys > 0) is not true then raise exception 'SECOND_STEP_ABSENT' using errcode = 'NL409'; end if;
  delete from auth.pending_sign_ins p where p.user_id = person;
  delete from auth."session" s where s."userId" = person;
  perform app_private.audit('person.remove_second_step', 'person', person,
    jsonb_build_object('username', (select u.username from app_public.users u where u.id = person), 'twoStep', had_app, 'passkeys', keys));
end $function$;
comment on function app_private.take_second_step(uuid) is 'Removes the two-step sign-in and passkeys of a user who lost them, ends their sessions, and records it in the audit log (NL409 without either). Also for the command line. Not granted.';

create function app_private.tell_of_acceptance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into app_public.notices (user_id, kind, discussion_id, comment_id, actor_id)
  select c.user_id, 'ANSWER_ACCEPTED', new.id, c.id, app_public.current_user_id() from app_public.comments c
  where c.id = new.accepted_comment_id and c.user_id <> app_public.current_user_id()
    and not exists (select from app_public.discussion_follows f where f.user_id = c.user_id and f.discussion_id = new.id and f.is_followed = false)
    and app_private.person_sees(c.user_id, new.lesson_id, new.article_id, new.clip_id)
  on conflict (user_id, comment_id, kind) do nothing;
  return null;
end $function$;
comment on function app_private.tell_of_acceptance() is 'Trigger: notifies the author that their answer was accepted, once.';

create function app_private.tell_people(comment uuid, mentions text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.comments;
  thread app_public.discussions;
begin
  select * into entry from app_public.comments c where c.id = comment;
  select * into thread from app_public.discussions d where d.id = entry.discussion_id;
  insert into app_public.notices (user_id, kind, discussion_id, comment_id, actor_id)
  select distinct on (r.person) r.person, r.kind::app_public.notice_kind, thread.id, entry.id, entry.user_id
  from (
    (select u.id as person, 'MENTION' as kind, 1 as weight from app_public.users u
      where u.username = any (mentions[1:10]) and not exists (select from app_public.notices n where n.user_id = u.id and n.comment_id = entry.id)
      limit greatest(0, 10 - (select count(*) from app_public.notices n where n.comment_id = entry.id and n.kind = 'MENTION')))
    union all
    -- What is edited tells only those whom it names now.
    select coalesce(
        (select p.user_id from app_public.comments p where p.id = entry.parent_id),
        (select f.user_id from app_public.comments f where f.discussion_id = thread.id and entry.parent_id is null order by f.created_at, f.id limit 1)), 'REPLY', 2
      where not entry.edited
    union all select f.user_id, 'REPLY', 2 from app_public.discussion_follows f where f.discussion_id = thread.id and f.is_followed and not entry.edited
    union all
    select c.user_id, 'QUESTION', 3 from app_public.contributions c
      left join app_public.lessons l on l.id = thread.lesson_id
      left join app_public.clips k on k.id = thread.clip_id
      where c.title = 'AUTHOR' and not entry.edited and entry.parent_id is null
        and (c.course_id = coalesce(l.course_id, k.course_id) or c.book_id = coalesce(l.book_id, k.book_id) or c.article_id = thread.article_id)
        and entry.user_id not in (select app_private.answerers(thread.id))) r
  where r.person <> entry.user_id
    and not exists (select from app_public.discussion_follows f where f.user_id = r.person and f.discussion_id = thread.id and f.is_followed = false)
    and app_private.person_sees(r.person, thread.lesson_id, thread.article_id, thread.clip_id)
  order by r.person, r.weight
  on conflict (user_id, comment_id, kind) do nothing;
end $function$;
comment on function app_private.tell_people(uuid,text[]) is 'Creates the notifications for a comment, once each. Not granted.';

create function app_private.tell_tags(tags text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into app_private.content_marks default values;
  perform pg_notify('newline_tags', tags);
end $function$;
comment on function app_private.tell_tags(text) is 'Invalidates tags of cached pages, given as a comma-separated list: notifies listeners on newline_tags and changes the content mark. All invalidation goes through it. Not granted.';

create function app_private.term_pattern()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select concat_ws('|',
    '[' || app_private.unspaced_characters() || ']+',
    '(?<![A-Za-z0-9_+-])--[A-Za-z][A-Za-z0-9_-]*', -- --flag
    '(?<![A-Za-z0-9_.)\]])\.[A-Za-z][A-Za-z0-9_]*(?:(?:\.|::)[A-Za-z0-9_]+)*', -- .NET, .env.local
    '[A-Za-z0-9_]*[A-Za-z_][A-Za-z0-9_]*(?:(?:\.|::)[A-Za-z0-9_]+)+', -- Node.js, std::vector
    '[A-Za-z][A-Za-z0-9_]*(?:\+\+(?!\+)|#(?![A-Za-z_#]))', -- C++, C#
    '[A-Za-z0-9]+_[A-Za-z0-9_]*|_+[A-Za-z0-9][A-Za-z0-9_]*') -- snake_case
$function$;
comment on function app_private.term_pattern() is 'A pattern for terms with lexemes of their own: text in a script without spaces, and technical terms that PostgreSQL''s text search would split.';

create function app_private.term_query(term text, is_open boolean, is_loose boolean)
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when app_private.is_unspaced(term) and length(term) = 1 then (quote_literal('~' || term) || ':*')::tsquery
    when app_private.is_unspaced(term) then (
      select string_agg(quote_literal('~' || pair), ' <-> ' order by at)::tsquery
      from (select at, letter || lead(letter) over (order by at) as pair from unnest(string_to_array(term, null)) with ordinality as c (letter, at)) p
      where pair is not null)
    when is_loose and app_private.is_loose_term(term) then phraseto_tsquery('simple', app_private.split_names(translate(term, '_.:', '   ')))
    else (quote_literal('~' || left(term, 64)) || case when is_open then ':*' else '' end)::tsquery end
$function$;
comment on function app_private.term_query(text,boolean,boolean) is 'Searches for a term exactly: as adjacent characters, or the whole term; an open term is a prefix. In loose mode, Node.js and snake_case match their words in order.';

create function app_private.term_vector(words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with terms as materialized (
    select t.n, t.term from app_private.search_terms(words) t
  ), lexemes as (
    select t.n, 1 as at, left(t.term, 64) as lexeme from terms t where not app_private.is_unspaced(t.term)
    union all
    -- Each character with the next one. The last is alone, so that every character begins a lexeme.
    select t.n, c.at, c.letter || coalesce(lead(c.letter) over (partition by t.n order by c.at), '')
    from terms t, unnest(string_to_array(t.term, null)) with ordinality as c (letter, at) where app_private.is_unspaced(t.term)
  ), places as (
    select lexeme, least(row_number() over (order by n, at) + n, 16383) as place from lexemes
  )
  select coalesce(string_agg(quote_literal('~' || lexeme) || ':' || place, ' '), '')::tsvector from places
$function$;
comment on function app_private.term_vector(text) is 'The lexemes of a text''s terms: a technical term is one lexeme, text in a script without spaces is its adjacent pairs of characters.';

create function app_private.tidy_billing()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.subscriptions s set status = 'ENDED', ended_at = s.period_ends_at
    where s.provider = 'manual' and s.status <> 'ENDED' and s.cancels_at_period_end and s.period_ends_at <= now();
  update app_public.subscriptions s set period_starts_at = s.period_ends_at, period_ends_at = app_private.next_period(s.period_ends_at, p.billing_interval)
    from app_public.plans p where p.id = s.plan_id and s.provider = 'manual' and s.status <> 'ENDED' and not s.cancels_at_period_end and s.period_ends_at <= now();
  update app_public.team_invitations i set status = 'EXPIRED' where i.status = 'OPEN' and i.expires_at <= now();
  delete from app_private.billing_events e where e.received_at < now() - interval '90 days';
  delete from app_private.checkouts c where c.created_at < now() - interval '90 days';
$function$;
comment on function app_private.tidy_billing() is 'Does what is due: ends or renews manual periods, expires invitations, and deletes handled events after 90 days.';
grant execute on function app_private.tidy_billing() to newline_worker;

create function app_private.tidy_book_exports(maker text, store text, max_bytes bigint)
 RETURNS TABLE(id uuid, format text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Of whatever store: a machine may be gone for good.
  delete from app_private.book_exports e where e.expires_at < now() and e.status <> 'running'
    or e.status in ('queued', 'failed') and e.created_at < now() - interval '1 day';
  delete from app_private.book_exports e where e.store = tidy_book_exports.store and e.status in ('done', 'failed')
    and e.version is distinct from app_private.book_version(e.book_id, maker);
  -- Over the quota the files go whose last download is the oldest.
  delete from app_private.book_exports e using (
    select x.id, sum(x.byte_count) over (order by x.expires_at desc, x.id) as total from app_private.book_exports x where x.store = tidy_book_exports.store and x.status = 'done') sized
    where e.id = sized.id and sized.total > max_bytes;
  return query select e.id, e.format from app_private.book_exports e where e.store = tidy_book_exports.store;
end $function$;
comment on function app_private.tidy_book_exports(text,text,bigint) is 'Deletes exports that expired, belong to an old version, failed a day ago or exceed the quota, and returns the others, whose files have to stay.';
grant execute on function app_private.tidy_book_exports(text,text,bigint) to newline_worker;

create function app_private.today()
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select app_private.day_at(now())
$function$;
comment on function app_private.today() is 'The current date of the signed-in user in their time zone; in UTC for visitors.';
grant execute on function app_private.today() to newline_visitor;

create function app_private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end $function$;
comment on function app_private.touch_updated_at() is 'Sets updated_at on every update. It never decreases.';

create function app_private.trim_article_revisions(article uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with aged as (
    select r.id, r.version, r.published_at is not null as is_published, row_number() over (order by r.version desc) as age,
      coalesce(lead(r.created_at) over (order by r.version) < r.created_at + interval '5 minutes', false) as is_followed_soon
    from app_public.article_revisions r where r.article_id = article
  ), ranked as (
    select a.id, row_number() over (partition by a.is_published order by a.age <= 50 desc, a.is_followed_soon, a.version desc) as place from aged a
  )
  delete from app_public.article_revisions r using ranked k where r.id = k.id and k.place > 100
$function$;
comment on function app_private.trim_article_revisions(uuid) is 'Keeps 100 revisions of a text, and 100 that were published: the newest 50, then those that were current for at least five minutes, then the others.';

create function app_private.trim_lesson_revisions(lesson uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with aged as (
    select r.id, r.version, r.published_at is not null as is_published, row_number() over (order by r.version desc) as age,
      coalesce(lead(r.created_at) over (order by r.version) < r.created_at + interval '5 minutes', false) as is_followed_soon
    from app_public.lesson_revisions r where r.lesson_id = lesson
  ), ranked as (
    select a.id, row_number() over (partition by a.is_published order by a.age <= 50 desc, a.is_followed_soon, a.version desc) as place from aged a
  )
  delete from app_public.lesson_revisions r using ranked k where r.id = k.id and k.place > 100
$function$;
comment on function app_private.trim_lesson_revisions(uuid) is 'Keeps 100 revisions of a text, and 100 that were published: the newest 50, then those that were current for at least five minutes, then the others.';

create function app_private.uncount_discussion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Locked first, as a new comment does, so that the two wait for each other and never for each other's clip.
  perform from app_public.discussions d where d.id = old.id for update;
  update app_public.clips c set comments_count = c.comments_count
    - (select count(*) from app_public.comments m where m.discussion_id = old.id and not m.deleted and m.hidden_at is null)
    where c.id = old.clip_id;
  return old;
end $function$;
comment on function app_private.uncount_discussion() is 'Trigger: subtracts the comments of a deleted discussion from its clip''s count, because the comments can''t do that once it''s gone.';

create function app_private.undrawn_bodies(drawer integer, at_most integer)
 RETURNS TABLE(kind text, id uuid, body jsonb, version text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select u.kind, u.id, u.body, md5(u.body::text) from (
    (select 'article' as kind, b.article_id as id, b.body_delta as body from app_private.article_bodies b where b.drawn_by < drawer limit at_most)
    union all
    (select 'lesson', b.lesson_id, b.body_delta from app_private.lesson_bodies b where b.drawn_by < drawer limit at_most)
    union all
    (select 'page', b.page_id, b.body_delta from app_private.page_bodies b where b.drawn_by < drawer limit at_most)
    union all
    (select 'comment', c.id, c.body_delta from app_public.comments c where not c.deleted and c.body_delta is not null and c.drawn_by < drawer limit at_most)
    limit at_most) u
$function$;
comment on function app_private.undrawn_bodies(integer,integer) is 'Returns a batch of texts that this version of the renderer hasn''t rendered. For the job draw_bodies.';
grant execute on function app_private.undrawn_bodies(integer,integer) to newline_worker;

create function app_private.unkeep_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into app_private.unkept_files (file) values (old.file) on conflict (file) do update set due_at = now(), user_id = null;
  return null;
end $function$;
comment on function app_private.unkeep_file() is 'Trigger: the files of a removed attachment become due, in the transaction that removes it.';

create function app_private.unkeep_video()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into app_private.unkept_videos (playback_id, provider, provider_upload_id, provider_asset_id)
    values (old.playback_id, old.provider, old.provider_upload_id, old.provider_asset_id) on conflict do nothing;
  delete from app_private.video_cues c where c.video_url = old.video_url;
  return null;
end $function$;
comment on function app_private.unkeep_video() is 'Trigger: the files and the transcript of a removed video become due, in the transaction that removes it.';

create function app_private.unspaced_characters()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select '\u0E00-\u0EFF\u1000-\u109F\u1100-\u11FF\u1780-\u17FF\u3005-\u3007\u3041-\u30FA\u30FC-\u30FF\u3131-\u318E\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\U00020000-\U0003FFFF'
$function$;
comment on function app_private.unspaced_characters() is 'Returns the characters of scripts that don''t separate words by spaces, or not always, for a bracket expression: Thai, Lao, Burmese, Khmer, Hangul, kana, Han.';

create function app_private.unsubscribe(person uuid, discussion uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if discussion is null then
    update app_public.user_settings s set mail_notices = 'NONE' where s.user_id = person;
    update app_public.discussion_follows f set mails = null where f.user_id = person and f.mails <> 'NONE';
  elsif exists (select from app_public.users u where u.id = person) and exists (select from app_public.discussions d where d.id = discussion) then
    insert into app_public.discussion_follows as f (user_id, discussion_id, mails) values (person, discussion, 'NONE')
      on conflict (user_id, discussion_id) do update set mails = 'NONE', updated_at = now();
  end if;
end $function$;
comment on function app_private.unsubscribe(uuid,uuid) is 'Ends the emails of a discussion, or with null all notification emails, for the user named in a signed link. Only for the server, which has checked the signature.';
grant execute on function app_private.unsubscribe(uuid,uuid) to newline_worker;

create function app_private.update_article(article uuid, patch jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.update_article(uuid,jsonb) is 'Changes the details in the patch. Tags are slugs, and replace the current ones. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.update_article(uuid,jsonb) to newline_visitor;

create function app_private.update_clip(clip uuid, patch jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.update_clip(uuid,jsonb) is 'Changes the details of a clip in the patch. Raises NL400, NL401, NL403 and NL404.';
grant execute on function app_private.update_clip(uuid,jsonb) to newline_visitor;

create function app_private.update_item(course uuid, book uuid, patch jsonb)
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
end $function$;
comment on function app_private.update_item(uuid,uuid,jsonb) is 'Changes the details in the patch. Tags are names or slugs, and replace the current ones. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.update_item(uuid,uuid,jsonb) to newline_visitor;

create function app_private.update_lesson(lesson uuid, patch jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.update_lesson(uuid,jsonb) is 'Changes the details of a lesson in the patch; only authors can change access. Raises NL400, NL401, NL403, NL404 and NL409.';
grant execute on function app_private.update_lesson(uuid,jsonb) to newline_visitor;

create function app_private.use_book_export(export uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.book_exports e set expires_at = now() + interval '14 days' where e.id = export and e.expires_at < now() + interval '13 days'
$function$;
comment on function app_private.use_book_export(uuid) is 'Keeps a downloaded file for another 14 days.';
grant execute on function app_private.use_book_export(uuid) to newline_worker;

create function app_private.use_quota(kind text, allowed integer, every interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  me uuid := app_public.current_user_id();
  quota app_private.user_quotas;
begin
  if me is null or app_public.is_admin() then return 0; end if;
  insert into app_private.user_quotas as q (user_id, kind, used) values (me, use_quota.kind, 1)
    on conflict (user_id, kind) do update set
      used = case when q.started_at <= now() - use_quota.every then 1 else least(q.used, use_quota.allowed) + 1 end,
      started_at = case when q.started_at <= now() - use_quota.every then now() else q.started_at end
    returning * into quota;
  if quota.used <= use_quota.allowed then return 0; end if;
  -- A transaction that waited for another's count began before that.
  return ceil(extract(epoch from least(use_quota.every, greatest(interval '1 second', quota.started_at + use_quota.every - now()))));
end $function$;
comment on function app_private.use_quota(text,integer,interval) is 'Counts one use by the signed-in user and returns 0, or the number of seconds to wait if the quota is used up. The server''s own work and administrators don''t count.';
grant execute on function app_private.use_quota(text,integer,interval) to newline_worker;

create function app_private.video_place(lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid, OUT item_course_id uuid, OUT item_book_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_private.video_place(uuid,uuid,uuid,uuid) is 'The item of the lesson, clip, course or book where a video is to play, for users who can edit it. Raises NL401 or NL403 for others, and NL400 unless exactly one is named. Not granted.';

create function app_private.videos_under_way(names text[] DEFAULT NULL::text[])
 RETURNS SETOF app_public.videos
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select v.* from app_public.videos v
  where v.provider <> 'local' and v.status in ('UPLOADING', 'QUEUED', 'PROCESSING') and v.provider_upload_id is not null
    and (names is null or v.playback_id = any (names) or v.provider_upload_id = any (names))
  order by v.created_at limit 200
$function$;
comment on function app_private.videos_under_way(text[]) is 'Videos to ask the provider about: those with these IDs, or all.';
grant execute on function app_private.videos_under_way(text[]) to newline_worker;

create function app_private.visible_clip(clip_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if not exists (select from app_public.clips c where c.id = visible_clip.clip_id) then
    raise exception 'CLIP_NOT_FOUND' using errcode = 'NL404';
  end if;
  return visible_clip.clip_id;
end $function$;
comment on function app_private.visible_clip(uuid) is 'The ID of the clip if the reader can see it; raises NL404 otherwise.';
grant execute on function app_private.visible_clip(uuid) to newline_visitor;

create function app_private.visible_discussion(discussion_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if discussion_id is null or exists (select from app_public.discussions d where d.id = visible_discussion.discussion_id) then
    return discussion_id;
  end if;
  raise exception 'DISCUSSION_NOT_FOUND' using errcode = 'NL404';
end $function$;
comment on function app_private.visible_discussion(uuid) is 'The ID of the discussion if the user can see it (or it''s null); raises NL404 otherwise.';
grant execute on function app_private.visible_discussion(uuid) to newline_visitor;

create function app_private.visible_from(archived_at timestamp with time zone, is_coming_soon boolean, is_published boolean, published_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when archived_at is null and is_published and not is_coming_soon then published_at end
$function$;
comment on function app_private.visible_from(timestamp with time zone,boolean,boolean,timestamp with time zone) is 'When an item with these settings becomes visible to everyone. It''s a time, because nothing in the database changes when a scheduled item is published. Null: only contributors and administrators see it. Not granted.';

create function app_private.was_public(course uuid, book uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from app_public.courses c where c.id = course and c.published_at is not null
    union all select from app_public.books b where b.id = book and b.published_at is not null)
$function$;
comment on function app_private.was_public(uuid,uuid) is 'True for an item that was published or is scheduled: only authors can then remove a part of it. Not granted.';

create function app_private.withdraw_video(playback_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with gone as (delete from app_public.videos v where v.playback_id = withdraw_video.playback_id and v.status = 'UPLOADING' and v.provider <> 'local'
      and v.provider_upload_id is null returning v.owner_id, v.byte_count)
  update app_private.video_budgets b set byte_count = greatest(0, b.byte_count - gone.byte_count) from gone where b.user_id = gone.owner_id
$function$;
comment on function app_private.withdraw_video(text) is 'Records that the provider accepts no upload, so that none of the daily limit is used up.';
grant execute on function app_private.withdraw_video(text) to newline_worker;

create function app_private.word_patterns(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_agg('%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%' order by length(w) desc)
  from regexp_split_to_table(lower(left(words, 100)), '\s+') as w where w <> ''
$function$;
comment on function app_private.word_patterns(text) is 'A pattern for each word, longest first; null without any. Not granted.';

create function app_private.word_query(words text, is_last_word_open boolean)
 RETURNS tsquery
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with said as (
    select t.word, t.n, count(*) over () as of
    from unnest(string_to_array(trim(lower(extensions.unaccent('extensions.unaccent', app_private.split_names(left(words, 400))))), ' '))
      with ordinality as t (word, n)
    where t.word <> '' and t.n <= 12)
  select case when words ~ '(^|\s)-\S|"' then websearch_to_tsquery('app_private.words', left(words, 400))
    else coalesce(websearch_to_tsquery('app_private.words', left(words, 400)) || (select to_tsquery('simple', string_agg(
        quote_literal(left(word, 64)) || case when is_last_word_open and n = of and length(word) > 2 then ':*' else '' end, ' & ' order by n)) from said),
      websearch_to_tsquery('app_private.words', left(words, 400))) end
$function$;
comment on function app_private.word_query(text,boolean) is 'The query for words without terms: all of them, by stem or as written; while typing, the last one (from three letters) also as a prefix. Quotes and minus signs work as usual.';

create function app_private.working_article(article uuid, is_publishing boolean, OUT newest app_public.article_revisions, OUT body_delta jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
      begin
        perform app_private.locked_article(article, is_publishing);
        newest := app_private.newest_revision(article);
        select r.body_delta into body_delta from app_private.read_article_revisions(array[newest.id]) r;
      end $function$;
comment on function app_private.working_article(uuid,boolean) is 'The newest revision with its text, for a user who can edit the article (and publish it). Raises NL401, NL403 and NL404.';
grant execute on function app_private.working_article(uuid,boolean) to newline_visitor;

create function app_private.working_lesson(lesson uuid, is_publishing boolean, OUT newest app_public.lesson_revisions, OUT body_delta jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.locked_lesson_text(lesson, is_publishing);
  newest := app_private.newest_lesson_revision(lesson);
  select r.body_delta into body_delta from app_private.read_lesson_revisions(array[newest.id]) r;
end $function$;
comment on function app_private.working_lesson(uuid,boolean) is 'The newest revision with its text, for a user who can edit the lesson (and publish it). Raises NL401, NL403 and NL404.';
grant execute on function app_private.working_lesson(uuid,boolean) to newline_visitor;

create function app_private.working_page(page uuid, is_publishing boolean, OUT newest app_public.page_revisions, OUT body_delta jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.locked_page(page);
  newest := app_private.newest_page_revision(page);
  select r.body_delta into body_delta from app_private.read_page_revisions(array[newest.id]) r;
end $function$;
comment on function app_private.working_page(uuid,boolean) is 'Returns the latest revision with its text, for administrators. Raises NL401, NL403 and NL404.';
grant execute on function app_private.working_page(uuid,boolean) to newline_visitor;

create function app_private.working_text(lesson uuid, article uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select jsonb_build_object('before', b.body_delta, 'anchors', app_private.anchors_of(lesson, article),
    'after', coalesce((select t.body_delta from app_private.lesson_revision_texts t where t.revision_id = (app_private.newest_lesson_revision(lesson)).id),
      (select t.body_delta from app_private.article_revision_texts t where t.revision_id = (app_private.newest_revision(article)).id)))
  from (select l.body_delta from app_private.lesson_bodies l where l.lesson_id = lesson
    union all select a.body_delta from app_private.article_bodies a where a.article_id = article) b
  where app_private.may_write_text(lesson, article)
$function$;
comment on function app_private.working_text(uuid,uuid) is 'The published and the working text of a lesson or article with its annotations, for its authors and editors; null for others.';
grant execute on function app_private.working_text(uuid,uuid) to newline_visitor;

create function app_private.write_cues(video uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  address text := (select v.video_url from app_public.videos v where v.id = video);
begin
  delete from app_private.video_cues c where c.video_url = address;
  insert into app_private.video_cues (video_url, position, starts_at, ends_at, words)
    select address, (cue.n - 1)::int, cue.starts_at, cue.ends_at, cue.words from (
      select c.starts_at, c.ends_at, c.words from app_public.video_captions c where c.video_id = video
      order by c.language ~ '^en(-|$)' desc, c.created_at, c.language limit 1) as chosen,
      lateral unnest(chosen.starts_at, chosen.ends_at, chosen.words) with ordinality as cue (starts_at, ends_at, words, n)
    where address is not null;
end $function$;
comment on function app_private.write_cues(uuid) is 'Writes the transcript of a video from its captions. Not granted.';

create function app_public.abandon_upload(file text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_private.unkept_files u set due_at = now(), user_id = null
    where u.file = abandon_upload.file and u.user_id = app_public.current_user_id()
$function$;
comment on function app_public.abandon_upload(text) is '@behavior -*
Ends an upload of the signed-in user that failed. Its stored files become due for removal.';
grant execute on function app_public.abandon_upload(text) to newline_visitor;

create function app_public.accept_answer(comment_id uuid, is_accepted boolean DEFAULT true)
 RETURNS app_public.discussions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.accept_answer(uuid,boolean) is 'Accepts a comment as the answer, which also resolves the discussion; with isAccepted false, undoes that. For the user who asked, authors of the item and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.';
grant execute on function app_public.accept_answer(uuid,boolean) to newline_visitor;

create function app_public.accept_invitation(token text)
 RETURNS app_public.team_members
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.accept_invitation(text) is 'Accepts the invitation of a link, and takes its seat. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT if it has expired or the user already has a seat.';
grant execute on function app_public.accept_invitation(text) to newline_visitor;

create function app_public.accept_page(page_id uuid, version integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.pages;
begin
  select p.* into entry from app_public.pages p where p.id = accept_page.page_id and p.slug in ('terms', 'privacy') and p.published_at is not null for share;
  if entry.id is null then raise exception 'PAGE_NOT_FOUND' using errcode = 'NL404'; end if;
  if accept_page.version is distinct from entry.published_version then raise exception 'PAGE_CHANGED_SINCE' using errcode = 'NL409'; end if;
  insert into app_public.page_acceptances (user_id, page_id, version, slug) values (me, entry.id, entry.published_version, entry.slug) on conflict do nothing;
  return true;
end $function$;
comment on function app_public.accept_page(uuid,integer) is 'Records that the signed-in user accepts this version of the terms or the privacy policy. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT if it has changed since.';
grant execute on function app_public.accept_page(uuid,integer) to newline_visitor;

create function app_public.administration_overview()
 RETURNS app_public.administration_overview
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  return row(
    (select count(*) from app_public.users), (select count(*) from app_public.users u where u.is_admin),
    (select count(*) from app_public.suspensions s where s.ends_at is null or s.ends_at > now()),
    (select count(*) from app_public.comments c where not c.deleted and c.id = any (array(
      select h.id from app_public.comments h where h.hidden_at is not null and not h.deleted
      union select r.comment_id from app_public.comment_reports r where r.decided_at is null))),
    (select count(*) from app_public.testimonials t where t.hidden_at is not null), (select count(*) from app_public.subscriptions s where s.status <> 'ENDED'),
    (select count(*) from app_private.newsletter_subscribers n where n.state = 'CONFIRMED'))::app_public.administration_overview;
end $function$;
comment on function app_public.administration_overview() is 'For administrators: totals, and what needs attention. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.administration_overview() to newline_visitor;

create function app_public.administrator_security()
 RETURNS app_public.administrator_security
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.require_admin();
begin
  return row((select r.admins_need_second_step from auth.sign_in_rules r), app_private.has_second_step(me),
    (select count(*) from app_public.users u where u.is_admin),
    (select count(*) from app_public.users u where u.is_admin and app_private.has_second_step(u.id)))::app_public.administrator_security;
end $function$;
comment on function app_public.administrator_security() is 'For administrators: how administrators sign in. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.administrator_security() to newline_visitor;

create function app_public.answer_review(id uuid, answer_md text DEFAULT NULL::text)
 RETURNS app_public.testimonials
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.answer_review(uuid,text) is 'Answers a learner''s review; without a text, removes the answer. For authors and editors of the item and administrators. Errors: LOGIN_REQUIRED, NOT_FOUND, FORBIDDEN, BAD_INPUT with the field.';
grant execute on function app_public.answer_review(uuid,text) to newline_visitor;

create function app_public.approve_comment(id uuid)
 RETURNS app_public.comments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.approve_comment(uuid) is 'Approves a comment in the moderation queue, and shows it again. To delete it, use updateCommentById. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT.';
grant execute on function app_public.approve_comment(uuid) to newline_visitor;

create function app_public.archive_article(id uuid, is_archived boolean DEFAULT true)
 RETURNS app_public.articles
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.articles := app_private.locked_article(id, true);
begin
  update app_public.articles a set archived_at = case when coalesce(is_archived, true) then coalesce(a.archived_at, now()) end
    where a.id = entry.id and (a.archived_at is null) = coalesce(is_archived, true);
  select * into entry from app_public.articles a where a.id = entry.id;
  return entry;
end $function$;
comment on function app_public.archive_article(uuid,boolean) is 'Archives the article; with isArchived false, restores it. For its authors and administrators.';
grant execute on function app_public.archive_article(uuid,boolean) to newline_visitor;

create function app_public.archive_book(id uuid, is_archived boolean DEFAULT true)
 RETURNS app_public.books
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.books;
begin
  perform app_private.locked_item(null, v.id, true) from (select archive_book.id as id) v;
  update app_public.books t set archived_at = case when coalesce(archive_book.is_archived, true) then now() end
    where t.id = archive_book.id and (t.archived_at is null) = coalesce(archive_book.is_archived, true);
  select * into entry from app_public.books t where t.id = archive_book.id;
  return entry;
end $function$;
comment on function app_public.archive_book(uuid,boolean) is 'Archives the book; with isArchived false, restores it. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.archive_book(uuid,boolean) to newline_visitor;

create function app_public.archive_course(id uuid, is_archived boolean DEFAULT true)
 RETURNS app_public.courses
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.courses;
begin
  perform app_private.locked_item(v.id, null, true) from (select archive_course.id as id) v;
  update app_public.courses t set archived_at = case when coalesce(archive_course.is_archived, true) then now() end
    where t.id = archive_course.id and (t.archived_at is null) = coalesce(archive_course.is_archived, true);
  select * into entry from app_public.courses t where t.id = archive_course.id;
  return entry;
end $function$;
comment on function app_public.archive_course(uuid,boolean) is 'Archives the course; with isArchived false, restores it. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.archive_course(uuid,boolean) to newline_visitor;

create function app_public.arrange_footer(page_ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  perform from app_public.pages p order by p.id for no key update;
  update app_public.pages p set footer_order = array_position(page_ids, p.id) where p.footer_order is distinct from array_position(page_ids, p.id);
  if found then perform app_private.audit('page.footer', 'page'); end if;
  return true;
end $function$;
comment on function app_public.arrange_footer(uuid[]) is 'Sets which pages the footer links to, in this order, once they are published. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.arrange_footer(uuid[]) to newline_visitor;

create function app_public.articles_body_delta(article app_public.articles)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_private.cut_delta(b.body_delta, g.blocks)
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$function$;
comment on function app_public.articles_body_delta(app_public.articles) is 'The text as a document (JSON), limited to what the reader can read; null without a text.';
grant execute on function app_public.articles_body_delta(app_public.articles) to newline_visitor;

create function app_public.articles_body_drawings(article app_public.articles)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_private.cut_drawings(b.drawings, g.blocks)
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$function$;
comment on function app_public.articles_body_drawings(app_public.articles) is 'The server''s renderings of bodyDelta (highlighted code, formulas, diagrams) as JSON: one entry for each of its top-level blocks. Null if there is nothing to render. Derived.';
grant execute on function app_public.articles_body_drawings(app_public.articles) to newline_visitor;

create function app_public.articles_body_html(article app_public.articles)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array_to_string(b.block_html[1:g.blocks], E'\n')
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$function$;
comment on function app_public.articles_body_html(app_public.articles) is 'The text as HTML, limited to what the reader can read. Derived.';
grant execute on function app_public.articles_body_html(app_public.articles) to newline_visitor;

create function app_public.articles_body_markdown(article app_public.articles)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array_to_string(b.block_markdown[1:g.blocks], E'\n\n')
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$function$;
comment on function app_public.articles_body_markdown(app_public.articles) is 'The text as Markdown, limited to what the reader can read. Derived.';
grant execute on function app_public.articles_body_markdown(app_public.articles) to newline_visitor;

create function app_public.articles_comments_count(article app_public.articles)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(sum(d.comments_count), 0)::int from app_public.discussions d where d.article_id = article.id $function$;
comment on function app_public.articles_comments_count(app_public.articles) is 'The number of comments, without deleted and hidden ones. Derived.';
grant execute on function app_public.articles_comments_count(app_public.articles) to newline_visitor;

create function app_public.articles_for_tag(tag_name text DEFAULT NULL::text)
 RETURNS SETOF app_public.articles
 LANGUAGE sql
 STABLE
AS $function$
  select a.* from app_public.articles a
  where a.is_published and a.published_at <= now() and a.archived_at is null and a.is_shown_publicly
    and (tag_name is null or exists (select from app_public.taggings g where g.article_id = a.id and g.tag_id = app_private.tag_id_of(tag_name)))
  order by a.created_at desc, a.id desc
$function$;
comment on function app_public.articles_for_tag(text) is 'Published, listed articles with the tag (its name or slug; null for all), newest first.';
grant execute on function app_public.articles_for_tag(text) to newline_visitor;

create function app_public.articles_is_cut(article app_public.articles)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select g.blocks < cardinality(b.block_ids)
  from app_private.article_bodies b, lateral (select app_private.readable_article_blocks(b.article_id) as blocks) g
  where b.article_id = article.id
$function$;
comment on function app_public.articles_is_cut(app_public.articles) is 'True if there is more than this reader can read; null without a text.';
grant execute on function app_public.articles_is_cut(app_public.articles) to newline_visitor;

create function app_public.articles_latest_revision(article app_public.articles)
 RETURNS app_public.article_revisions
 LANGUAGE sql
 STABLE
AS $function$
        select r from app_public.article_revisions r where r.article_id = article.id order by r.version desc limit 1
      $function$;
comment on function app_public.articles_latest_revision(app_public.articles) is 'The working title and text; null for users who can''t edit the article. It isn''t published if its publishedAt is null.';
grant execute on function app_public.articles_latest_revision(app_public.articles) to newline_visitor;

create function app_public.articles_may_publish(article app_public.articles)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where c.article_id = article.id and c.user_id = app_public.current_user_id()), false)
$function$;
comment on function app_public.articles_may_publish(app_public.articles) is 'True if the signed-in user can publish the article and change its details: its authors and administrators.';
grant execute on function app_public.articles_may_publish(app_public.articles) to newline_visitor;

create function app_public.articles_orphaned_discussions(article app_public.articles)
 RETURNS SETOF app_public.discussions
 LANGUAGE sql
 STABLE
AS $function$
  select d.* from app_public.discussions d join app_public.discussion_selections s on s.discussion_id = d.id
  where d.article_id = article.id and s.is_orphaned order by d.created_at desc, d.id desc
$function$;
comment on function app_public.articles_orphaned_discussions(app_public.articles) is 'Discussions whose passage is no longer in the article, newest first, limited to passages that the reader could read.';
grant execute on function app_public.articles_orphaned_discussions(app_public.articles) to newline_visitor;

create function app_public.articles_reading_minutes(article app_public.articles)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select greatest(1, round(app_private.count_words(b.block_text) / 220.0))::int from app_private.article_bodies b where b.article_id = article.id
$function$;
comment on function app_public.articles_reading_minutes(app_public.articles) is 'The estimated time to read its whole text, in minutes; null without a text. Derived.';
grant execute on function app_public.articles_reading_minutes(app_public.articles) to newline_visitor;

create function app_public.articles_status(article app_public.articles)
 RETURNS app_public.article_status
 LANGUAGE sql
 STABLE
AS $function$
  select (case when article.archived_at is not null then 'ARCHIVED' when not article.is_published then 'DRAFT'
    when article.published_at > now() then 'SCHEDULED' else 'PUBLISHED' end)::app_public.article_status
$function$;
comment on function app_public.articles_status(app_public.articles) is 'Draft, scheduled, published or archived. Derived.';
grant execute on function app_public.articles_status(app_public.articles) to newline_visitor;

create function app_public.attach_video(playback_id text, lesson_id uuid DEFAULT NULL::uuid, clip_id uuid DEFAULT NULL::uuid, course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid)
 RETURNS app_public.videos
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.attach_video(text,uuid,uuid,uuid,uuid) is '@resultFieldName video
Plays a video that is ready in a lesson, in a clip, or on the page of a course or book (pass exactly one). Videos play where they were uploaded without this. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.';
grant execute on function app_public.attach_video(text,uuid,uuid,uuid,uuid) to newline_visitor;

create function app_public.attachments_square_image_url(attachment app_public.attachments)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when attachment.kind = 'IMAGE' and attachment.file ~ '^a/' then '/media/' || attachment.file || '/square-192.webp' end
$function$;
comment on function app_public.attachments_square_image_url(app_public.attachments) is 'A square crop from its center, 192 pixels wide, for profile images. Null if it wasn''t uploaded as an image.';
grant execute on function app_public.attachments_square_image_url(app_public.attachments) to newline_visitor;

create function app_public.audit_actions()
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  with recursive known (action) as (
    (select l.action from app_public.audit_log l order by l.action limit 1)
    union all select (select l.action from app_public.audit_log l where l.action > k.action order by l.action limit 1) from known k where k.action is not null)
  select coalesce(array_agg(k.action order by k.action) filter (where k.action is not null), '{}') from known k
$function$;
comment on function app_public.audit_actions() is 'For administrators: the actions in the audit log. Empty for everyone else.';
grant execute on function app_public.audit_actions() to newline_visitor;

create function app_public.audit_lines(person text DEFAULT NULL::text, action text DEFAULT NULL::text, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, before uuid DEFAULT NULL::uuid)
 RETURNS SETOF app_public.audit_log
 LANGUAGE sql
 STABLE ROWS 50
AS $function$
  select l.* from app_public.audit_log l
  where (audit_lines.action is null or l.action = audit_lines.action)
    and (audit_lines.person is null or lower(btrim(audit_lines.person, ' @')) in (l.user_name, l.details ->> 'username'))
    and (since is null or l.created_at >= since) and (until is null or l.created_at < until)
    and (before is null or l.id < before)
  order by l.id desc
$function$;
comment on function app_public.audit_lines(text,text,timestamp with time zone,timestamp with time zone,uuid) is 'For administrators: the audit log, newest first. Filters by username (of either user), by action, and from since until before until; before is the ID of the last entry on the previous page. Empty for everyone else.';
grant execute on function app_public.audit_lines(text,text,timestamp with time zone,timestamp with time zone,uuid) to newline_visitor;

create function app_public.author_pages_path(page app_public.author_pages)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select p.path from app_public.permalinks p where p.user_id = page.user_id and p.is_current order by p.path limit 1
$function$;
comment on function app_public.author_pages_path(app_public.author_pages) is 'The path of the author''s page, such as /vue; null if there is only a profile.';
grant execute on function app_public.author_pages_path(app_public.author_pages) to newline_visitor;

create function app_public.begin_upload(file text, byte_count integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.own_user_id(null);
  budget app_private.upload_budgets;
  wait int;
begin
  insert into app_private.upload_budgets (user_id) values (me) on conflict do nothing;
  -- Locked until the end, so that uploads of one person begin one after another.
  select * into budget from app_private.upload_budgets b where b.user_id = me for update;
  if budget.started_at <= now() - interval '1 day' then
    budget.started_at := now();
    budget.byte_count := 0;
  end if;
  if (select count(*) from app_private.unkept_files u where u.user_id = me and u.due_at > now()) >= 2 then return 1; end if;
  if budget.byte_count + begin_upload.byte_count > 200000000 then
    return ceil(extract(epoch from budget.started_at + interval '1 day' - now()));
  end if;
  wait := app_private.use_quota('uploads', 2000, interval '1 day');
  if wait > 0 then return wait; end if;
  update app_private.upload_budgets b set started_at = budget.started_at, byte_count = budget.byte_count + begin_upload.byte_count
    where b.user_id = me;
  insert into app_private.unkept_files (file, user_id, due_at) values (begin_upload.file, me, now() + interval '10 minutes');
  return 0;
end $function$;
comment on function app_public.begin_upload(text,integer) is '@behavior -*
Reserves an upload for the signed-in user: at most two at the same time, and 200 MB and 2,000 files in 24 hours, including rejected ones. Returns 0, or the number of seconds to wait.';
grant execute on function app_public.begin_upload(text,integer) to newline_visitor;

create function app_public.begin_video(playback_id text, name text, byte_count bigint, provider text, lesson_id uuid, clip_id uuid, course_id uuid, book_id uuid, budget_bytes bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.own_user_id(null);
  place record;
  budget app_private.video_budgets;
  wait int;
begin
  select * into place from app_private.video_place(begin_video.lesson_id, begin_video.clip_id, begin_video.course_id, begin_video.book_id);
  insert into app_private.video_budgets (user_id) values (me) on conflict do nothing;
  -- Locked until the end, so that uploads of one person begin one after another.
  select * into budget from app_private.video_budgets b where b.user_id = me for update;
  if budget.started_at <= now() - interval '1 day' then
    budget.started_at := now();
    budget.byte_count := 0;
  end if;
  if budget.byte_count + begin_video.byte_count > budget_bytes then
    return greatest(1, ceil(extract(epoch from budget.started_at + interval '1 day' - now())));
  end if;
  wait := app_private.use_quota('videos', 200, interval '1 day');
  if wait > 0 then return wait; end if;
  update app_private.video_budgets b set started_at = budget.started_at, byte_count = budget.byte_count + begin_video.byte_count where b.user_id = me;
  -- One at a time for a place: what was begun there before and is not playing comes to nothing.
  delete from app_public.videos v where v.loose_since is not null and v.status <> 'READY'
    and v.lesson_id is not distinct from begin_video.lesson_id and v.clip_id is not distinct from begin_video.clip_id
    and v.course_id is not distinct from place.item_course_id and v.book_id is not distinct from place.item_book_id;
  insert into app_public.videos (playback_id, owner_id, course_id, book_id, lesson_id, clip_id, provider, video_url, name, byte_count)
    values (begin_video.playback_id, me, place.item_course_id, place.item_book_id, begin_video.lesson_id, begin_video.clip_id, begin_video.provider,
      'local:' || begin_video.playback_id, begin_video.name, begin_video.byte_count);
  return 0;
end $function$;
comment on function app_public.begin_video(text,text,bigint,text,uuid,uuid,uuid,uuid,bigint) is '@behavior -*
Reserves a video upload for a lesson, clip, course or book that the signed-in user can edit. Returns 0, or the number of seconds to wait if the daily limit on bytes or 200 videos is reached.';
grant execute on function app_public.begin_video(text,text,bigint,text,uuid,uuid,uuid,uuid,bigint) to newline_visitor;

create function app_public.book_export(book_slug text, format text, maker text, store text, act text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  max_queued constant int := 20;
  cut record;
  cut_key text;
  export app_private.book_exports;
begin
  select * into cut from app_private.book_cut(book_slug, maker);
  if cut.book is null then return jsonb_build_object('state', 'missing'); end if;
  if cut.block_counts <@ array[0] then return jsonb_build_object('state', 'closed'); end if;
  cut_key := md5(cut.lesson_ids::text || cut.block_counts::text);
  for i in 1..2 loop
    select * into export from app_private.book_exports e where e.book_id = cut.book and e.format = book_export.format and e.version = cut.version
      and e.is_whole = cut.is_whole and e.cut = cut_key and e.store = book_export.store;
    exit when export.id is not null or i = 2 or act = 'look';
    if (select count(*) from app_private.book_exports e where e.status = 'queued' and e.store = book_export.store) >= max_queued then
      return jsonb_build_object('state', 'busy');
    end if;
    insert into app_private.book_exports (book_id, format, store, version, is_whole, cut, lesson_ids, block_counts)
      values (cut.book, book_export.format, book_export.store, cut.version, cut.is_whole, cut_key, cut.lesson_ids, cut.block_counts)
      on conflict on constraint book_exports_key do nothing;
  end loop;
  if export.id is null then return jsonb_build_object('state', 'none', 'isWhole', cut.is_whole); end if;
  if export.status = 'failed' and act = 'again' then
    update app_private.book_exports e set status = 'queued', reason = null, attempts = 0, step = 0, label = '', created_at = now(), due_at = now()
      where e.id = export.id and e.status = 'failed';
    select * into export from app_private.book_exports e where e.id = export.id;
  end if;
  return jsonb_build_object('state', export.status, 'isWhole', export.is_whole, 'id', export.id, 'step', export.step, 'stepCount', export.step_count,
    'label', export.label, 'reason', export.reason, 'byteCount', export.byte_count,
    'ahead', case when export.status = 'queued' then (select count(*) from app_private.book_exports e where e.status = 'running'
      or e.status = 'queued' and e.store = export.store and (e.created_at, e.id) < (export.created_at, export.id)) end);
end $function$;
comment on function app_public.book_export(text,text,text,text,text) is '@behavior -*
The export of a book that the reader can download now, with what they have access to in its current version. `act`: look, start (queues it if there is none) or again (also restarts a failed one). States: missing, closed, busy, none, queued, running, done, failed.';
grant execute on function app_public.book_export(text,text,text,text,text) to newline_visitor;

create function app_public.books_by_slugs(slugs text[] DEFAULT NULL::text[])
 RETURNS SETOF app_public.books
 LANGUAGE sql
 STABLE
AS $function$
  select b.* from app_public.books b
  where b.archived_at is null and b.is_shown_publicly
    and (b.is_coming_soon or (b.is_published and b.published_at <= now() and (slugs is null or b.slug = any (slugs))))
  order by b.published_at desc nulls last, b.id desc
$function$;
comment on function app_public.books_by_slugs(text[]) is 'Listed books: published ones with one of the slugs (null for all), and those coming soon.';
grant execute on function app_public.books_by_slugs(text[]) to newline_visitor;

create function app_public.books_by_tag(tag_name text DEFAULT NULL::text)
 RETURNS SETOF app_public.books
 LANGUAGE sql
 STABLE
AS $function$
  select b.* from app_public.books b
  where b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly
    and (tag_name is null or exists (select from app_public.taggings g where g.book_id = b.id and g.tag_id = app_private.tag_id_of(tag_name)))
  order by b.created_at desc, b.id desc
$function$;
comment on function app_public.books_by_tag(text) is 'Published, listed books with the tag (its name or slug; null for all), newest first.';
grant execute on function app_public.books_by_tag(text) to newline_visitor;

create function app_public.books_is_open(book app_public.books)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(bool_and(app_public.may_read(lesson_id => b.lesson_id)), false) from app_public.book_lessons b where b.book_id = book.id
$function$;
comment on function app_public.books_is_open(app_public.books) is 'True if the reader has access to all of every chapter; false without chapters.';
grant execute on function app_public.books_is_open(app_public.books) to newline_visitor;

create function app_public.books_lesson(book app_public.books, slug text)
 RETURNS app_public.lessons
 LANGUAGE sql
 STABLE
AS $function$
  select l.* from app_public.lessons l where l.book_id = book.id and l.slug = books_lesson.slug
$function$;
comment on function app_public.books_lesson(app_public.books,text) is 'The chapter with this slug; null without one.';
grant execute on function app_public.books_lesson(app_public.books,text) to newline_visitor;

create function app_public.books_may_publish(book app_public.books)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where c.book_id = book.id and c.user_id = app_public.current_user_id()), false)
$function$;
comment on function app_public.books_may_publish(app_public.books) is 'True if the signed-in user can publish the book, set its prices and choose its contributors: its authors and administrators.';
grant execute on function app_public.books_may_publish(app_public.books) to newline_visitor;

create function app_public.books_may_write(book app_public.books)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (select app_public.is_admin()) or coalesce(book.id in (select app_private.my_book_ids()), false)
$function$;
comment on function app_public.books_may_write(app_public.books) is 'True for the book''s authors and editors, and for administrators.';
grant execute on function app_public.books_may_write(app_public.books) to newline_visitor;

create function app_public.books_outline(book app_public.books)
 RETURNS SETOF app_public.outline_line
 LANGUAGE sql
 STABLE ROWS 30
AS $function$
  select l.id, l.title, l.role, '/books/' || book.slug || '/' || l.slug, s.id, s.title, l.is_free, l.video_duration, p.id is not null
  from app_public.book_lessons o
  join app_public.lessons l on l.book_id = o.book_id and l.id = o.lesson_id
  left join app_public.course_sections s on s.id = o.course_section_id
  left join app_public.user_progresses p on p.user_id = (select app_public.current_user_id()) and p.book_lesson_id = o.id
  where o.book_id = book.id
  order by o.position, o.id
$function$;
comment on function app_public.books_outline(app_public.books) is '@behavior -connection +list
The chapters in order, with the signed-in user''s progress.';
grant execute on function app_public.books_outline(app_public.books) to newline_visitor;

create function app_public.books_progress(book app_public.books)
 RETURNS app_public.item_progress
 LANGUAGE sql
 STABLE
AS $function$ select app_private.item_progress(null, book.id) $function$;
comment on function app_public.books_progress(app_public.books) is 'The signed-in user''s progress; null for visitors.';
grant execute on function app_public.books_progress(app_public.books) to newline_visitor;

create function app_public.books_ratings(book app_public.books)
 RETURNS integer[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.book_id = book.id and t.hidden_at is null
    union all select s.scale_number, s.created_at from app_public.surveys s where s.book_id = book.id) r
$function$;
comment on function app_public.books_ratings(app_public.books) is 'All ratings from testimonials and surveys, oldest first. Empty without any.';
grant execute on function app_public.books_ratings(app_public.books) to newline_visitor;

create function app_public.books_status(book app_public.books)
 RETURNS app_public.item_status
 LANGUAGE sql
 STABLE
AS $function$
  select (case when book.archived_at is not null then 'ARCHIVED' when book.is_coming_soon then 'COMING_SOON' when not book.is_published then 'DRAFT'
    when book.published_at > now() then 'SCHEDULED' when book.is_early_access then 'EARLY_ACCESS' else 'PUBLISHED' end)::app_public.item_status
$function$;
comment on function app_public.books_status(app_public.books) is 'Draft, coming soon, scheduled, early access, published or archived. Derived.';
grant execute on function app_public.books_status(app_public.books) to newline_visitor;

create function app_public.books_video_seconds(book app_public.books)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.book_id = book.id
$function$;
comment on function app_public.books_video_seconds(app_public.books) is 'The total length of the chapters'' videos in seconds. Derived.';
grant execute on function app_public.books_video_seconds(app_public.books) to newline_visitor;

create function app_public.books_with_words(words text)
 RETURNS SETOF app_public.books
 LANGUAGE sql
 STABLE STRICT ROWS 20
AS $function$
  select b.* from app_public.books b where b.id in (select app_private.book_ids_with(words)) order by b.published_at desc nulls last, b.id desc
$function$;
comment on function app_public.books_with_words(text) is 'Listed books whose titles contain all of the words, ignoring case, newest first. Only the first 100 characters count; spaces alone find nothing.';
grant execute on function app_public.books_with_words(text) to newline_visitor;

create function app_public.change_item_price(id uuid, amount_cents integer)
 RETURNS app_public.item_prices
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.change_item_price(uuid,integer) is 'Changes the price of a title. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field.';
grant execute on function app_public.change_item_price(uuid,integer) to newline_visitor;

create function app_public.changed_remote_code()
 RETURNS SETOF app_public.remote_code_sources
 LANGUAGE sql
 STABLE
AS $function$
  select s.* from app_public.remote_code_sources s where s.state <> 'CURRENT' order by s.checked_at desc, s.id
$function$;
comment on function app_public.changed_remote_code() is 'Code in the signed-in user''s texts that has changed in its repository or is gone, latest first. Administrators see the code of all texts.';
grant execute on function app_public.changed_remote_code() to newline_visitor;

create function app_public.checkout_offer(plan_slug text DEFAULT NULL::text, course_slug text DEFAULT NULL::text, book_slug text DEFAULT NULL::text, is_advanced boolean DEFAULT false)
 RETURNS app_public.checkout_offer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
    offer := (plan.name, plan.id, null, null, false, plan.amount_cents, plan.amount_cents, 0, plan.currency, plan.billing_interval, plan.min_seats, plan.max_seats, null,
      case when exists (select from app_public.subscriptions s where s.user_id = me and s.kind = plan.kind) then 0
        else (select r.trial_days from app_public.products r where r.id = plan.product_id) end);
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
end $function$;
comment on function app_public.checkout_offer(text,text,text,boolean) is 'What a plan, a course, a book or an advanced package costs the signed-in user, by one slug; null if it isn''t for sale.';
grant execute on function app_public.checkout_offer(text,text,text,boolean) to newline_visitor;

create function app_public.choose_poster(playback_id text, second integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  found_video app_public.videos := app_private.locked_video(choose_poster.playback_id);
begin
  if (choose_poster.second = any (found_video.still_seconds)) is not true then
    raise exception 'POSTER_FRAME_NOT_FOUND' using errcode = 'NL400';
  end if;
  update app_public.videos v set poster_second = choose_poster.second where v.id = found_video.id;
  update app_public.clips c set thumbnail_seconds = choose_poster.second where c.video_url = found_video.video_url;
  return found_video.id;
end $function$;
comment on function app_public.choose_poster(text,integer) is '@behavior -*
Chooses the poster of a video: one of its still images.';
grant execute on function app_public.choose_poster(text,integer) to newline_visitor;

create function app_public.clip_states(clip_ids uuid[])
 RETURNS SETOF app_public.clip_state
 LANGUAGE sql
 STABLE ROWS 30
AS $function$
  select k.id, k.likes_count, k.shares_count, k.comments_count,
    coalesce(bool_or(own.kind = 'like'), false), coalesce(bool_or(own.kind = 'share'), false), coalesce(bool_or(own.kind = 'bookmark'), false), max(own.position_seconds),
    (select d.id from app_public.discussions d where d.clip_id = k.id order by d.created_at desc, d.id desc limit 1)
  from app_public.clips k left join (
    select l.clip_id, 'like' as kind, null::int as position_seconds from app_public.clip_likes l
      where l.clip_id = any (clip_ids) and l.user_id = (select app_public.current_user_id()) and l.enabled
    union all select s.clip_id, 'share', null from app_public.clip_shares s
      where s.clip_id = any (clip_ids) and s.user_id = (select app_public.current_user_id()) and s.enabled
    union all select b.clip_id, 'bookmark', null from app_public.clip_bookmarks b
      where b.clip_id = any (clip_ids) and b.user_id = (select app_public.current_user_id()) and b.enabled
    union all select v.clip_id, 'view', v.position_seconds from app_public.clip_views v
      where v.clip_id = any (clip_ids) and v.user_id = (select app_public.current_user_id())) own on own.clip_id = k.id
  where k.id = any (clip_ids[1:100])
  group by k.id
$function$;
comment on function app_public.clip_states(uuid[]) is '@behavior -connection +list
The signed-in user''s likes, bookmarks and positions, and the current counts, of the first hundred of these clips, in no particular order. Clips that the reader can''t see are left out.';
grant execute on function app_public.clip_states(uuid[]) to newline_visitor;

create function app_public.clip_totals()
 RETURNS app_public.clip_totals
 LANGUAGE sql
 STABLE
AS $function$
  select (count(*) filter (where c.is_short), count(*) filter (where not c.is_short))::app_public.clip_totals
  from app_public.clips c where c.video_url is not null and c.is_listed
$function$;
comment on function app_public.clip_totals() is 'The number of clips of each kind. The learning space starts with the larger one.';
grant execute on function app_public.clip_totals() to newline_visitor;

create function app_public.clips_transcript(clip app_public.clips)
 RETURNS SETOF app_public.transcript_line
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 60
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.starts_at::double precision, c.words from app_public.clips k join app_private.video_cues c using (video_url)
  where k.id = clip.id and exists (
    select from (
      select x.id, x.archived_at, x.is_coming_soon, x.is_published, x.published_at from app_public.courses x where x.id = k.course_id
      union all
      select x.id, x.archived_at, x.is_coming_soon, x.is_published, x.published_at from app_public.books x where x.id = k.book_id) i
    where (i.archived_at is null and not i.is_coming_soon and i.is_published and i.published_at <= now()) or app_public.is_admin()
      or i.id in (select app_private.my_course_ids() union all select app_private.my_book_ids()))
  order by c.position
$function$;
comment on function app_public.clips_transcript(app_public.clips) is '@behavior -connection +list
The lines spoken in it, in order; empty without captions.';
grant execute on function app_public.clips_transcript(app_public.clips) to newline_visitor;

create function app_public.comments_ancestors(entry app_public.comments)
 RETURNS SETOF app_public.comments
 LANGUAGE sql
 STABLE ROWS 10
AS $function$
  with recursive above as (
    select 1 as distance, c as found from app_public.comments c where c.discussion_id = entry.discussion_id and c.id = entry.parent_id
    union all
    select a.distance + 1, c from above a join app_public.comments c on c.discussion_id = (a.found).discussion_id and c.id = (a.found).parent_id
    where a.distance < 100
  )
  select (a.found).* from above a order by a.distance
$function$;
comment on function app_public.comments_ancestors(app_public.comments) is 'The comments above it, nearest first: its parent, the parent''s parent, and so on, at most 100.';
grant execute on function app_public.comments_ancestors(app_public.comments) to newline_visitor;

create function app_public.comments_is_admin(comment app_public.comments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from app_public.users u where u.id = comment.user_id and u.is_admin)
$function$;
comment on function app_public.comments_is_admin(app_public.comments) is 'True if its author is an administrator.';
grant execute on function app_public.comments_is_admin(app_public.comments) to newline_visitor;

create function app_public.comments_is_contributor(comment app_public.comments)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (
    select from app_public.discussions d
    left join app_public.lessons l on l.id = d.lesson_id
    left join app_public.clips k on k.id = d.clip_id
    join app_public.contributions c on c.user_id = comment.user_id and (
      c.course_id = coalesce(l.course_id, k.course_id) or c.book_id = coalesce(l.book_id, k.book_id) or c.article_id = d.article_id)
    where d.id = comment.discussion_id)
$function$;
comment on function app_public.comments_is_contributor(app_public.comments) is 'True if its author contributes to the course, book or article.';
grant execute on function app_public.comments_is_contributor(app_public.comments) to newline_visitor;

create function app_public.comments_is_discussion_author(comment app_public.comments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(comment.user_id = (select c.user_id from app_public.comments c
    where c.discussion_id = comment.discussion_id order by c.created_at, c.id limit 1), false)
$function$;
comment on function app_public.comments_is_discussion_author(app_public.comments) is 'True if its author began the discussion.';
grant execute on function app_public.comments_is_discussion_author(app_public.comments) to newline_visitor;

create function app_public.comments_reaction_counts(comment app_public.comments)
 RETURNS app_public.reaction_count[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when comment.reactions_count = 0 then '{}' else coalesce((
    select array_agg((k.kind, k.count)::app_public.reaction_count order by k.count desc, k.kind) from (
      select r.kind, count(*)::int as count from app_public.comment_reactions r where r.comment_id = comment.id group by r.kind) k), '{}') end
$function$;
comment on function app_public.comments_reaction_counts(app_public.comments) is 'The number of reactions of each kind, most frequent first, without kinds that nobody used.';
grant execute on function app_public.comments_reaction_counts(app_public.comments) to newline_visitor;

create function app_public.comments_spaminess_rating(comment app_public.comments)
 RETURNS real
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select s.rating from app_private.comment_spaminess s where s.comment_id = comment.id and app_public.is_admin()
$function$;
comment on function app_public.comments_spaminess_rating(app_public.comments) is 'How much it looks like spam, from 0 to 1; null for everyone except administrators.';
grant execute on function app_public.comments_spaminess_rating(app_public.comments) to newline_visitor;

create function app_public.comments_viewer_reactions(comment app_public.comments)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(r.kind order by r.kind), '{}') from app_public.comment_reactions r
  where r.comment_id = comment.id and r.user_id = app_public.current_user_id()
$function$;
comment on function app_public.comments_viewer_reactions(app_public.comments) is 'The kinds of the signed-in user''s reactions; none for visitors. Don''t use it on pages that are cached for everyone.';
grant execute on function app_public.comments_viewer_reactions(app_public.comments) to newline_visitor;

create function app_public.comments_withheld_body_delta(comment app_public.comments)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case
    when comment.deleted and app_public.is_admin() then (select b.body_delta from app_private.deleted_comment_bodies b where b.comment_id = comment.id)
    when comment.hidden_at is not null and (comment.user_id = app_public.current_user_id() or app_public.is_admin())
      then (select b.body_delta from app_private.hidden_comment_bodies b where b.comment_id = comment.id) end
$function$;
comment on function app_public.comments_withheld_body_delta(app_public.comments) is 'The text that others can''t see (JSON): of a hidden comment for its author and administrators, of a deleted comment for administrators. Null for everyone else.';
grant execute on function app_public.comments_withheld_body_delta(app_public.comments) to newline_visitor;

create function app_public.confirm_newsletter(token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.confirm_newsletter(text) is 'Confirms a newsletter subscription by the token of an emailed link, which is valid for 14 days. Confirming again changes nothing. Errors: NOT_FOUND.';
grant execute on function app_public.confirm_newsletter(text) to newline_visitor;

create function app_public.counted_facts()
 RETURNS SETOF app_public.fact_count
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select f.fact, app_private.count_fact(f.fact) from unnest(enum_range(null::app_public.counted_fact)) f (fact)
  where app_public.is_admin() or exists (select from app_public.page_layouts l where l.page = 'HOME'
    and (jsonb_path_exists(l.sections, '$[*] ? (@.kind == "HEADLINE").content.facts[*] ? (@ == $fact)', jsonb_build_object('fact', f.fact))
      or f.fact = 'TITLES' and jsonb_path_exists(l.sections, '$[*] ? (@.kind == "PRO").content ? (@.countsTitles == true)')))
$function$;
comment on function app_public.counted_facts() is 'The totals that the home page shows; for administrators, all totals that it can show.';
grant execute on function app_public.counted_facts() to newline_visitor;

create function app_public.courses_by_slugs(slugs text[] DEFAULT NULL::text[])
 RETURNS SETOF app_public.courses
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from app_public.courses c
  where c.archived_at is null and c.is_shown_publicly
    and (c.is_coming_soon or (c.is_published and c.published_at <= now() and (slugs is null or c.slug = any (slugs))))
  order by c.published_at desc nulls last, c.id desc
$function$;
comment on function app_public.courses_by_slugs(text[]) is 'Listed courses: published ones with one of the slugs (null for all), and those coming soon.';
grant execute on function app_public.courses_by_slugs(text[]) to newline_visitor;

create function app_public.courses_by_tag(tag_name text DEFAULT NULL::text)
 RETURNS SETOF app_public.courses
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from app_public.courses c
  where c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly
    and (tag_name is null or exists (select from app_public.taggings g where g.course_id = c.id and g.tag_id = app_private.tag_id_of(tag_name)))
  order by c.created_at desc, c.id desc
$function$;
comment on function app_public.courses_by_tag(text) is 'Published, listed courses with the tag (its name or slug; null for all), newest first.';
grant execute on function app_public.courses_by_tag(text) to newline_visitor;

create function app_public.courses_is_open(course app_public.courses)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(bool_and(app_public.may_read(lesson_id => c.lesson_id)), false) from app_public.course_lessons c where c.course_id = course.id
$function$;
comment on function app_public.courses_is_open(app_public.courses) is 'True if the reader has access to all of every lesson; false without lessons.';
grant execute on function app_public.courses_is_open(app_public.courses) to newline_visitor;

create function app_public.courses_lesson(course app_public.courses, slug text)
 RETURNS app_public.lessons
 LANGUAGE sql
 STABLE
AS $function$
  select l.* from app_public.lessons l where l.course_id = course.id and l.slug = courses_lesson.slug
$function$;
comment on function app_public.courses_lesson(app_public.courses,text) is 'The lesson with this slug; null without one.';
grant execute on function app_public.courses_lesson(app_public.courses,text) to newline_visitor;

create function app_public.courses_may_publish(course app_public.courses)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where c.course_id = course.id and c.user_id = app_public.current_user_id()), false)
$function$;
comment on function app_public.courses_may_publish(app_public.courses) is 'True if the signed-in user can publish the course, set its prices and choose its contributors: its authors and administrators.';
grant execute on function app_public.courses_may_publish(app_public.courses) to newline_visitor;

create function app_public.courses_may_write(course app_public.courses)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (select app_public.is_admin()) or coalesce(course.id in (select app_private.my_course_ids()), false)
$function$;
comment on function app_public.courses_may_write(app_public.courses) is 'True for the course''s authors and editors, and for administrators.';
grant execute on function app_public.courses_may_write(app_public.courses) to newline_visitor;

create function app_public.courses_outline(course app_public.courses)
 RETURNS SETOF app_public.outline_line
 LANGUAGE sql
 STABLE ROWS 30
AS $function$
  select l.id, l.title, l.role, '/courses/' || course.slug || '/' || l.slug, s.id, s.title, l.is_free, l.video_duration, p.id is not null
  from app_public.course_lessons o
  join app_public.lessons l on l.course_id = o.course_id and l.id = o.lesson_id
  left join app_public.course_sections s on s.id = o.course_section_id
  left join app_public.user_progresses p on p.user_id = (select app_public.current_user_id()) and p.course_lesson_id = o.id
  where o.course_id = course.id
  order by o.position, o.id
$function$;
comment on function app_public.courses_outline(app_public.courses) is '@behavior -connection +list
The lessons in order, with the signed-in user''s progress.';
grant execute on function app_public.courses_outline(app_public.courses) to newline_visitor;

create function app_public.courses_progress(course app_public.courses)
 RETURNS app_public.item_progress
 LANGUAGE sql
 STABLE
AS $function$ select app_private.item_progress(course.id, null) $function$;
comment on function app_public.courses_progress(app_public.courses) is 'The signed-in user''s progress; null for visitors.';
grant execute on function app_public.courses_progress(app_public.courses) to newline_visitor;

create function app_public.courses_ratings(course app_public.courses)
 RETURNS integer[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(r.rating order by r.created_at), '{}') from (
    select t.rating, t.created_at from app_public.testimonials t where t.course_id = course.id and t.hidden_at is null
    union all select s.scale_number, s.created_at from app_public.surveys s where s.course_id = course.id) r
$function$;
comment on function app_public.courses_ratings(app_public.courses) is 'All ratings from testimonials and surveys, oldest first. Empty without any.';
grant execute on function app_public.courses_ratings(app_public.courses) to newline_visitor;

create function app_public.courses_status(course app_public.courses)
 RETURNS app_public.item_status
 LANGUAGE sql
 STABLE
AS $function$
  select (case when course.archived_at is not null then 'ARCHIVED' when course.is_coming_soon then 'COMING_SOON' when not course.is_published then 'DRAFT'
    when course.published_at > now() then 'SCHEDULED' when course.is_early_access then 'EARLY_ACCESS' else 'PUBLISHED' end)::app_public.item_status
$function$;
comment on function app_public.courses_status(app_public.courses) is 'Draft, coming soon, scheduled, early access, published or archived. Derived.';
grant execute on function app_public.courses_status(app_public.courses) to newline_visitor;

create function app_public.courses_video_seconds(course app_public.courses)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(l.video_duration), 0)::int from app_public.lessons l where l.course_id = course.id
$function$;
comment on function app_public.courses_video_seconds(app_public.courses) is 'The total length of the lessons'' videos in seconds. Derived.';
grant execute on function app_public.courses_video_seconds(app_public.courses) to newline_visitor;

create function app_public.courses_with_words(words text)
 RETURNS SETOF app_public.courses
 LANGUAGE sql
 STABLE STRICT ROWS 20
AS $function$
  select c.* from app_public.courses c where c.id in (select app_private.course_ids_with(words)) order by c.published_at desc nulls last, c.id desc
$function$;
comment on function app_public.courses_with_words(text) is 'Listed courses whose titles contain all of the words, ignoring case, newest first. Only the first 100 characters count; spaces alone find nothing.';
grant execute on function app_public.courses_with_words(text) to newline_visitor;

create function app_public.create_book(title text)
 RETURNS app_public.books
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  made uuid := app_private.create_item(title, 't');
  entry app_public.books;
begin
  select * into entry from app_public.books t where t.id = made;
  return entry;
end $function$;
comment on function app_public.create_book(text) is 'Creates a book, with the signed-in user as its author and a URL based on its title. It''s a draft that only its authors, editors and administrators see. Errors: LOGIN_REQUIRED, FORBIDDEN for users who aren''t authors, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_book(text) to newline_visitor;

create function app_public.create_clip(title text, course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid)
 RETURNS app_public.clips
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.create_clip(text,uuid,uuid) is 'Adds a clip to a course or book. The learning space shows it once it has a video. For authors and editors of the item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_clip(text,uuid,uuid) to newline_visitor;

create function app_public.create_course(title text)
 RETURNS app_public.courses
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  made uuid := app_private.create_item(title, 'f');
  entry app_public.courses;
begin
  select * into entry from app_public.courses t where t.id = made;
  return entry;
end $function$;
comment on function app_public.create_course(text) is 'Creates a course, with the signed-in user as its author and a URL based on its title. It''s a draft that only its authors, editors and administrators see. Errors: LOGIN_REQUIRED, FORBIDDEN for users who aren''t authors, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_course(text) to newline_visitor;

create function app_public.create_lesson(title text, course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid, section_id uuid DEFAULT NULL::uuid, "position" integer DEFAULT NULL::integer)
 RETURNS app_public.lessons
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.create_lesson(text,uuid,uuid,uuid,integer) is 'Adds a lesson to a course or a chapter to a book, inside or outside a section, at the end or at a position from 1. For its authors and editors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_lesson(text,uuid,uuid,uuid,integer) to newline_visitor;

create function app_public.create_section(title text, course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid, "position" integer DEFAULT NULL::integer)
 RETURNS app_public.course_sections
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.create_section(text,uuid,uuid,integer) is 'Adds a section to a course or book, at the end or at a position from 1. For its authors and editors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
grant execute on function app_public.create_section(text,uuid,uuid,integer) to newline_visitor;

create function app_public.create_testimonial(quote_md text, rating integer, course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid, user_id uuid DEFAULT NULL::uuid)
 RETURNS app_public.testimonials
 LANGUAGE plpgsql
AS $function$
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
end $function$;
comment on function app_public.create_testimonial(text,integer,uuid,uuid,uuid) is 'Reviews a course or book as the signed-in user, once per item. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field, CONFLICT if there is already a review.';
grant execute on function app_public.create_testimonial(text,integer,uuid,uuid,uuid) to newline_visitor;

create function app_public.current_user_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(current_setting('newline.user_id', true), '')::uuid
$function$;
comment on function app_public.current_user_id() is 'The ID of the signed-in user, from the session; null for visitors.';
grant execute on function app_public.current_user_id() to newline_visitor;

create function app_public.delete_clip(id uuid)
 RETURNS app_public.clips
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.clips;
begin
  perform app_private.locked_clip(delete_clip.id, true);
  delete from app_public.clips c where c.id = delete_clip.id returning * into entry;
  return entry;
end $function$;
comment on function app_public.delete_clip(uuid) is 'Deletes a clip with its comments and likes. For authors and editors of its item; once the item was published, only for its authors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_clip(uuid) to newline_visitor;

create function app_public.delete_lesson(id uuid)
 RETURNS app_public.lessons
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  item record;
  entry app_public.lessons;
begin
  select * into item from app_private.locked_lesson(delete_lesson.id, false);
  if app_private.was_public(item.course, item.book) then perform app_private.locked_item(item.course, item.book, true); end if;
  delete from app_public.lessons l where l.id = delete_lesson.id returning * into entry;
  perform app_private.arrange_lessons(item.course, item.book);
  return entry;
end $function$;
comment on function app_public.delete_lesson(uuid) is 'Deletes a lesson with its text, comments and progress. For authors and editors of its item; once the item was published, only for its authors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_lesson(uuid) to newline_visitor;

create function app_public.delete_page(id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  entry app_public.pages := app_private.locked_page(delete_page.id);
begin
  if exists (select from app_public.page_revisions r where r.page_id = entry.id and r.published_at is not null) then
    raise exception 'PAGE_WAS_PUBLISHED' using errcode = 'NL409';
  end if;
  delete from app_public.pages p where p.id = entry.id;
  perform app_private.audit('page.delete', 'page', entry.id, jsonb_build_object('slug', entry.slug));
  return true;
end $function$;
comment on function app_public.delete_page(uuid) is 'Deletes a page that was never published. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT if it was published, because users may have accepted it.';
grant execute on function app_public.delete_page(uuid) to newline_visitor;

create function app_public.delete_person(user_id uuid, username text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.delete_person(uuid,text) is 'Deletes an account as its owner could: their data is deleted, and discussions they took part in stay. Requires the username as confirmation. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN for your own account, NOT_FOUND, BAD_INPUT, CONFLICT for the last administrator.';
grant execute on function app_public.delete_person(uuid,text) to newline_visitor;

create function app_public.delete_redirect(id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  gone app_public.redirects;
begin
  perform app_private.require_admin();
  delete from app_public.redirects r where r.id = delete_redirect.id returning r.* into gone;
  if not found then raise exception 'REDIRECT_NOT_FOUND' using errcode = 'NL404'; end if;
  perform app_private.audit('redirect.delete', 'redirect', gone.id, jsonb_build_object('from', left(gone.from_path, 200), 'to', left(gone.to_url, 200)));
  return true;
end $function$;
comment on function app_public.delete_redirect(uuid) is 'Deletes a redirect. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_redirect(uuid) to newline_visitor;

create function app_public.delete_section(id uuid)
 RETURNS app_public.course_sections
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  item record;
  entry app_public.course_sections;
  before uuid;
begin
  select * into item from app_private.locked_section(delete_section.id);
  select * into entry from app_public.course_sections s where s.id = delete_section.id;
  before := (select s.id from app_public.course_sections s where (s.course_id = item.course or s.book_id = item.book) and s.position < entry.position
    order by s.position desc limit 1);
  update app_public.course_lessons p set course_section_id = before where p.course_section_id = entry.id;
  update app_public.book_lessons p set course_section_id = before where p.course_section_id = entry.id;
  delete from app_public.course_sections s where s.id = entry.id;
  perform app_private.arrange_sections(item.course, item.book);
  perform app_private.arrange_lessons(item.course, item.book);
  return entry;
end $function$;
comment on function app_public.delete_section(uuid) is 'Deletes a section. Its lessons move to the section before it. For authors and editors of its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.delete_section(uuid) to newline_visitor;

create function app_public.delete_tag(id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  gone app_public.tags;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('tags'));
  select t.* into gone from app_public.tags t where t.id = delete_tag.id for update;
  if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  if exists (select from app_public.taggings g where g.tag_id = gone.id) then raise exception 'TAG_IN_USE' using errcode = 'NL409'; end if;
  delete from app_public.tags t where t.id = gone.id;
  perform app_private.keep_tag_icon(gone.icon, null);
  perform app_private.audit('tag.delete', 'tag', gone.id, jsonb_build_object('name', gone.name));
  return true;
end $function$;
comment on function app_public.delete_tag(uuid) is 'Deletes an unused tag. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT if it''s in use.';
grant execute on function app_public.delete_tag(uuid) to newline_visitor;

create function app_public.discard_uploads(ids uuid[])
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  delete from app_public.attachments a
    where a.id = any (ids) and a.owner_id = app_public.current_user_id() and a.loose_since is not null
      and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id)
    returning a.file
$function$;
comment on function app_public.discard_uploads(uuid[]) is '@behavior -*
Deletes the signed-in user''s uploads that no text uses, and returns their files, which become due for removal.';
grant execute on function app_public.discard_uploads(uuid[]) to newline_visitor;

create function app_public.discard_video(playback_id text)
 RETURNS app_public.videos
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  found_video app_public.videos := app_private.locked_video(discard_video.playback_id);
begin
  if found_video.loose_since is null then
    raise exception 'VIDEO_IN_USE' using errcode = 'NL409';
  end if;
  delete from app_public.videos v where v.id = found_video.id;
  return found_video;
end $function$;
comment on function app_public.discard_video(text) is '@resultFieldName video
Cancels the upload or processing of a video that isn''t used anywhere, and removes its files. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT.';
grant execute on function app_public.discard_video(text) to newline_visitor;

create function app_public.discussion_marks(lesson_id uuid DEFAULT NULL::uuid, article_id uuid DEFAULT NULL::uuid, clip_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF app_public.discussion_mark
 LANGUAGE sql
 STABLE ROWS 100
AS $function$
  select d.id, d.timecode_start, s.block_id, s.occurrence, coalesce(s.current_text, s.text), coalesce(s.is_orphaned, false), c.count::int,
    (select app_public.users_display_name(u) from app_public.users u where u.id = f.user_id), f.excerpt
  from app_public.discussions d
    left join app_public.discussion_selections s on s.discussion_id = d.id
    join lateral (select count(*) from app_public.comments c where c.discussion_id = d.id and c.body_markdown is not null) c on c.count > 0
    join lateral (select f.user_id, left(f.body_markdown, 160) as excerpt from app_public.comments f
      where f.discussion_id = d.id and f.body_markdown is not null order by f.created_at, f.id limit 1) f on true
  where (d.lesson_id = discussion_marks.lesson_id or d.article_id = discussion_marks.article_id or d.clip_id = discussion_marks.clip_id)
    and (d.timecode_start is not null or s.discussion_id is not null)
  order by d.created_at desc, d.id desc
$function$;
comment on function app_public.discussion_marks(uuid,uuid,uuid) is 'The discussions of a lesson, article or clip that are about a passage or a second, newest first, with what their marks show.';
grant execute on function app_public.discussion_marks(uuid,uuid,uuid) to newline_visitor;

create function app_public.discussions_viewer_follow(discussion app_public.discussions)
 RETURNS app_public.discussion_follows
 LANGUAGE sql
 STABLE
AS $function$
  select f from app_public.discussion_follows f where f.discussion_id = discussion.id and f.user_id = app_public.current_user_id()
$function$;
comment on function app_public.discussions_viewer_follow(app_public.discussions) is 'The signed-in user''s notification settings for it; null for the default. Don''t use it on pages that are cached for everyone.';
grant execute on function app_public.discussions_viewer_follow(app_public.discussions) to newline_visitor;

create function app_public.discussions_viewer_may_resolve(discussion app_public.discussions)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select app_private.may_resolve(discussion.id) $function$;
comment on function app_public.discussions_viewer_may_resolve(app_public.discussions) is 'True if the signed-in user can accept an answer and resolve it. Don''t use it on pages that are cached for everyone.';
grant execute on function app_public.discussions_viewer_may_resolve(app_public.discussions) to newline_visitor;

create function app_public.dismiss_setup(is_dismissed boolean)
 RETURNS app_public.setup_state
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  update app_private.site_setup s set dismissed_at = case when coalesce(dismiss_setup.is_dismissed, false) then coalesce(s.dismissed_at, now()) end;
  perform app_private.audit(case when coalesce(dismiss_setup.is_dismissed, false) then 'setup.hide' else 'setup.show' end, 'site');
  return app_private.read_setup();
end $function$;
comment on function app_public.dismiss_setup(boolean) is 'Hides the checklist for a new site, or shows it again. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.dismiss_setup(boolean) to newline_visitor;

create function app_public.end_entitlement(entitlement_id uuid)
 RETURNS app_public.entitlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.end_entitlement(uuid) is 'Ends a user''s access, with the manual subscription, purchase or seat that it came from. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT if it''s paid through Stripe.';
grant execute on function app_public.end_entitlement(uuid) to newline_visitor;

create function app_public.end_subscription(subscription_id uuid)
 RETURNS app_public.subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.end_subscription(uuid) is 'Ends a subscription that isn''t paid for, and the access it gave, immediately. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT if it''s paid through Stripe.';
grant execute on function app_public.end_subscription(uuid) to newline_visitor;

create function app_public.end_suspension(user_id uuid)
 RETURNS app_public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.end_suspension(uuid) is 'Ends a user''s suspension. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.end_suspension(uuid) to newline_visitor;

create function app_public.enroll(course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid)
 RETURNS app_public.enrollments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.enroll(uuid,uuid) is 'Enrolls the signed-in user in a course or book. Doing so again changes nothing, and it doesn''t give access to paid content. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.enroll(uuid,uuid) to newline_visitor;

create function app_public.entitlement_list(person text DEFAULT NULL::text, is_running boolean DEFAULT NULL::boolean, before uuid DEFAULT NULL::uuid)
 RETURNS SETOF app_public.entitlements
 LANGUAGE sql
 STABLE ROWS 50
AS $function$
  select e.* from app_public.entitlements e
  where (select app_public.is_admin())
    and (entitlement_list.person is null or e.user_id = (select u.id from app_public.users u where u.username = lower(btrim(entitlement_list.person, ' @'))))
    and (entitlement_list.is_running is null or entitlement_list.is_running = (e.ends_at is null or e.ends_at > now()))
    and (before is null or e.id < before)
  order by e.id desc
$function$;
comment on function app_public.entitlement_list(text,boolean,uuid) is 'For administrators: users'' entitlements and purchases, newest first. Filters by username and, with isRunning, active (true) or ended (false) ones. before is the ID of the last one on the previous page. Empty for everyone else.';
grant execute on function app_public.entitlement_list(text,boolean,uuid) to newline_visitor;

create function app_public.export_newsletter(state app_public.newsletter_state DEFAULT 'CONFIRMED'::app_public.newsletter_state)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  rows_text text;
  row_count int;
begin
  perform app_private.require_admin();
  select string_agg(concat_ws(',', app_private.csv_cell(n.email), app_private.csv_cell(n.first_name), app_private.csv_cell(n.state),
      app_private.csv_cell(to_char(n.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
      app_private.csv_cell(to_char(n.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))), E'\r\n' order by n.id), count(*)
    into rows_text, row_count from app_private.newsletter_subscribers n where export_newsletter.state is null or n.state = export_newsletter.state::text;
  perform app_private.audit('newsletter.export', 'newsletter', null, jsonb_build_object('state', export_newsletter.state, 'addresses', row_count));
  return concat_ws(E'\r\n', 'email,first_name,state,asked_at,confirmed_at', rows_text) || E'\r\n';
end $function$;
comment on function app_public.export_newsletter(app_public.newsletter_state) is 'The newsletter''s email addresses as CSV: those in the given state, CONFIRMED by default, or all if the state is null. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.export_newsletter(app_public.newsletter_state) to newline_visitor;

create function app_public.finish_upload(file text, name text, content_type text, width integer, height integer, byte_count integer, thumbhash text, is_animated boolean, content_hash text, discussion_id uuid, attachable_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.finish_upload(text,text,text,integer,integer,integer,text,boolean,text,uuid,uuid) is '@behavior -*
Turns an upload of the signed-in user, whose file is in the storage, into an attachment. Check the discussion with visible_discussion first.';
grant execute on function app_public.finish_upload(text,text,text,integer,integer,integer,text,boolean,text,uuid,uuid) to newline_visitor;

create function app_public.give_access(username text, kind app_public.entitlement_kind, item_slug text DEFAULT NULL::text, ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS app_public.entitlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.give_access(text,app_public.entitlement_kind,text,timestamp with time zone) is 'Like grantEntitlement, by username and by the slug of a course or book. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.give_access(text,app_public.entitlement_kind,text,timestamp with time zone) to newline_visitor;

create function app_public.give_subscription(username text, plan_id uuid, ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS app_public.subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.give_subscription(text,uuid,timestamp with time zone) is 'Gives a user a free subscription until endsAt or for one interval of its plan; a Team Package has its minimum number of seats. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT if the user already has one of this kind.';
grant execute on function app_public.give_subscription(text,uuid,timestamp with time zone) to newline_visitor;

create function app_public.grant_entitlement(user_id uuid, kind app_public.entitlement_kind, course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid, ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS app_public.entitlements
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.grant_entitlement(uuid,app_public.entitlement_kind,uuid,uuid,timestamp with time zone) is 'Gives a user Pro, a title or an advanced package, until endsAt or permanently. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.grant_entitlement(uuid,app_public.entitlement_kind,uuid,uuid,timestamp with time zone) to newline_visitor;

create function app_public.hide_review(id uuid, reason text DEFAULT NULL::text)
 RETURNS app_public.testimonials
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.hide_review(uuid,text) is 'Hides a learner''s review. Its author sees the reason. Hiding it again changes the reason. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.hide_review(uuid,text) to newline_visitor;

create function app_public.home_page()
 RETURNS app_public.home_pages
 LANGUAGE sql
 STABLE
AS $function$ select h from app_public.home_pages h $function$;
comment on function app_public.home_page() is 'The content of the home page.';
grant execute on function app_public.home_page() to newline_visitor;

create function app_public.inbox(course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid, article_id uuid DEFAULT NULL::uuid, is_open boolean DEFAULT NULL::boolean)
 RETURNS SETOF app_public.discussions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select mine.* from (
    select x.* from app_public.lessons l join app_public.discussions x on x.lesson_id = l.id
      where l.course_id in (select app_private.my_course_ids()) and inbox.book_id is null and inbox.article_id is null
        and (inbox.course_id is null or l.course_id = inbox.course_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.lessons l join app_public.discussions x on x.lesson_id = l.id
      where l.book_id in (select app_private.my_book_ids()) and inbox.course_id is null and inbox.article_id is null
        and (inbox.book_id is null or l.book_id = inbox.book_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.clips k join app_public.discussions x on x.clip_id = k.id
      where k.course_id in (select app_private.my_course_ids()) and inbox.book_id is null and inbox.article_id is null
        and (inbox.course_id is null or k.course_id = inbox.course_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.clips k join app_public.discussions x on x.clip_id = k.id
      where k.book_id in (select app_private.my_book_ids()) and inbox.course_id is null and inbox.article_id is null
        and (inbox.book_id is null or k.book_id = inbox.book_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
    union all
    select x.* from app_public.discussions x
      where x.article_id in (select app_private.my_article_ids()) and inbox.course_id is null and inbox.book_id is null
        and (inbox.article_id is null or x.article_id = inbox.article_id)
        and x.comments_count > 0 and (inbox.is_open is null or inbox.is_open = not (x.is_answered or x.is_resolved))
  ) mine
  order by (mine.is_answered or mine.is_resolved), mine.last_comment_at desc, mine.id desc
$function$;
comment on function app_public.inbox(uuid,uuid,uuid,boolean) is 'Discussions of the signed-in user''s own work: unanswered ones first, then by newest comment. Filters by item and, with isOpen, waiting (true) or answered (false) ones.';
grant execute on function app_public.inbox(uuid,uuid,uuid,boolean) to newline_visitor;

create function app_public.invitation_by_token(token text)
 RETURNS app_public.invitation_view
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.name, app_public.users_display_name(u), i.email, case when i.status = 'OPEN' and i.expires_at <= now() then 'EXPIRED' else i.status end, i.expires_at
  from app_private.team_invitation_tokens k join app_public.team_invitations i on i.id = k.invitation_id
  join app_public.teams t on t.id = i.team_id join app_public.users u on u.id = t.owner_id
  where k.token_hash = sha256(convert_to(left(token, 200), 'UTF8'))
$function$;
comment on function app_public.invitation_by_token(text) is 'The invitation of a link; null if there is none or a newer link was sent.';
grant execute on function app_public.invitation_by_token(text) to newline_visitor;

create function app_public.is_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select current_setting('role', true) is distinct from 'newline_learner' and current_setting('newline.rights', true) is distinct from 'newline_learner'
    and coalesce(current_setting('newline.access', true), '') in ('', 'admin')
    and exists (select from app_public.users u where u.id = app_public.current_user_id() and u.is_admin)
$function$;
comment on function app_public.is_admin() is 'True if the signed-in user is an administrator, their session has administrator permissions, and any access token they use has the scope ADMIN.';
grant execute on function app_public.is_admin() to newline_visitor;

create function app_public.is_author()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((select app_public.is_admin()) or exists (select from app_public.contributions c
    where c.user_id = app_public.current_user_id() and c.title = 'AUTHOR') or app_private.is_claimed_author(), false)
$function$;
comment on function app_public.is_author() is 'True if the signed-in user can create articles: administrators, authors of a course, book or article, and users whose sign-in provider says that they are authors.';
grant execute on function app_public.is_author() to newline_visitor;

create function app_public.is_second_step_missing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(current_setting('role', true) = 'newline_learner'
    and exists (select from app_public.users u where u.id = app_public.current_user_id() and u.is_admin), false)
$function$;
comment on function app_public.is_second_step_missing() is 'True for an administrator whose session has no administrator permissions, because this site requires a second step for them.';
grant execute on function app_public.is_second_step_missing() to newline_visitor;

create function app_public.item_figures(course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid, days integer DEFAULT NULL::integer)
 RETURNS app_public.item_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.item_figures(uuid,uuid,integer) is 'Analytics of a course or book over a number of days, or all time. Counts users, never names them. For contributors and administrators. Errors: LOGIN_REQUIRED, NOT_FOUND also for other authors'' items, BAD_INPUT.';
grant execute on function app_public.item_figures(uuid,uuid,integer) to newline_visitor;

create function app_public.item_price_list()
 RETURNS SETOF app_public.item_prices
 LANGUAGE sql
 STABLE ROWS 50
AS $function$
  select p.* from app_public.item_prices p left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id
  where (select app_public.is_admin()) order by coalesce(c.title, b.title), p.is_advanced, p.id
$function$;
comment on function app_public.item_price_list() is 'For administrators: the price of every course, book and advanced package, by title. Empty for everyone else.';
grant execute on function app_public.item_price_list() to newline_visitor;

create function app_public.keep_remote_code(id uuid)
 RETURNS app_public.remote_code_sources
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  source app_public.remote_code_sources := app_private.locked_remote_code(keep_remote_code.id);
begin
  update app_private.remote_code_checks k set kept_text = coalesce(source.new_text, k.kept_text),
    is_loss_kept = k.is_loss_kept or source.state = 'GONE' where k.source_id = source.id;
  update app_public.remote_code_sources s set state = 'CURRENT', reason = null, new_oid = null, new_text = null, new_start_line = null, new_end_line = null
    where s.id = source.id returning s.* into source;
  return source;
end $function$;
comment on function app_public.keep_remote_code(uuid) is 'Keeps the code in the text. This change isn''t reported again; the next one is. For authors and editors of the text and administrators.';
grant execute on function app_public.keep_remote_code(uuid) to newline_visitor;

create function app_public.leave_team()
 RETURNS app_public.team_members
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.own_user_id(null);
  member app_public.team_members;
begin
  delete from app_public.team_members m where m.user_id = me returning * into member;
  if not found then raise exception 'TEAM_SEAT_NOT_FOUND' using errcode = 'NL404'; end if;
  return member;
end $function$;
comment on function app_public.leave_team() is 'Gives up the signed-in user''s seat. Pro ends; progress, notes and comments stay. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.leave_team() to newline_visitor;

create function app_public.lesson_at(path text)
 RETURNS app_public.lessons
 LANGUAGE sql
 STABLE
AS $function$
  with asked as (select substring(path from '^(/(?:courses|books)/[^/]+)/[^/]+$') as item, substring(path from '[^/]+$') as slug),
  item as (
    select p.course_id, p.book_id from app_public.permalinks p, asked a where p.path = a.item
    union select c.id, null::uuid from app_public.courses c, asked a where '/courses/' || c.slug = a.item
    union select null::uuid, b.id from app_public.books b, asked a where '/books/' || b.slug = a.item)
  select l.* from item i cross join asked a join app_public.lessons l
    on (l.course_id = i.course_id or l.book_id = i.book_id)
    and (l.slug = a.slug or l.id = app_private.former_lesson(coalesce(i.course_id, i.book_id), a.slug))
  order by l.slug = a.slug desc limit 1
$function$;
comment on function app_public.lesson_at(text) is 'The lesson at this path, /courses/{slug}/{lesson}, or formerly at this path. Its permalink is the current path.';
grant execute on function app_public.lesson_at(text) to newline_visitor;

create function app_public.lessons_body_delta(lesson app_public.lessons)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_private.cut_delta(b.body_delta, g.blocks)
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$function$;
comment on function app_public.lessons_body_delta(app_public.lessons) is 'The text as a document (JSON), limited to what the reader can read; null without a text.';
grant execute on function app_public.lessons_body_delta(app_public.lessons) to newline_visitor;

create function app_public.lessons_body_drawings(lesson app_public.lessons)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select app_private.cut_drawings(b.drawings, g.blocks)
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$function$;
comment on function app_public.lessons_body_drawings(app_public.lessons) is 'The server''s renderings of bodyDelta (highlighted code, formulas, diagrams) as JSON: one entry for each of its top-level blocks. Null if there is nothing to render. Derived.';
grant execute on function app_public.lessons_body_drawings(app_public.lessons) to newline_visitor;

create function app_public.lessons_body_html(lesson app_public.lessons)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array_to_string(b.block_html[1:g.blocks], E'\n')
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$function$;
comment on function app_public.lessons_body_html(app_public.lessons) is 'The text as HTML, limited to what the reader can read. Derived.';
grant execute on function app_public.lessons_body_html(app_public.lessons) to newline_visitor;

create function app_public.lessons_body_markdown(lesson app_public.lessons)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array_to_string(b.block_markdown[1:g.blocks], E'\n\n')
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$function$;
comment on function app_public.lessons_body_markdown(app_public.lessons) is 'The text as Markdown, limited to what the reader can read. Derived.';
grant execute on function app_public.lessons_body_markdown(app_public.lessons) to newline_visitor;

create function app_public.lessons_comments_count(lesson app_public.lessons)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(sum(d.comments_count), 0)::int from app_public.discussions d where d.lesson_id = lesson.id $function$;
comment on function app_public.lessons_comments_count(app_public.lessons) is 'The number of comments, without deleted and hidden ones. Derived.';
grant execute on function app_public.lessons_comments_count(app_public.lessons) to newline_visitor;

create function app_public.lessons_is_cut(lesson app_public.lessons)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select g.blocks < cardinality(b.block_ids)
  from app_private.lesson_bodies b, lateral (select app_private.readable_lesson_blocks(b.lesson_id) as blocks) g
  where b.lesson_id = lesson.id
$function$;
comment on function app_public.lessons_is_cut(app_public.lessons) is 'True if there is more than this reader can read; null without a text.';
grant execute on function app_public.lessons_is_cut(app_public.lessons) to newline_visitor;

create function app_public.lessons_is_empty(lesson app_public.lessons)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select not exists (select from app_private.lesson_videos v where v.lesson_id = lesson.id)
    and not exists (select from app_private.lesson_bodies b where b.lesson_id = lesson.id and array_to_string(b.block_html, '') not in ('', '<p></p>'))
  where app_public.is_admin() or lesson.course_id in (select app_private.my_course_ids()) or lesson.book_id in (select app_private.my_book_ids())
$function$;
comment on function app_public.lessons_is_empty(app_public.lessons) is 'True while the lesson has neither a text nor a video for readers; null for users who can''t edit it.';
grant execute on function app_public.lessons_is_empty(app_public.lessons) to newline_visitor;

create function app_public.lessons_is_open(lesson app_public.lessons)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select app_public.may_read(lesson_id => lesson.id)
$function$;
comment on function app_public.lessons_is_open(app_public.lessons) is 'True if the reader has access to all of it: text, video and transcript.';
grant execute on function app_public.lessons_is_open(app_public.lessons) to newline_visitor;

create function app_public.lessons_latest_revision(lesson app_public.lessons)
 RETURNS app_public.lesson_revisions
 LANGUAGE sql
 STABLE
AS $function$
  select r from app_public.lesson_revisions r where r.lesson_id = lesson.id order by r.version desc limit 1
$function$;
comment on function app_public.lessons_latest_revision(app_public.lessons) is 'The working title and text; null for users who can''t edit the lesson, and without a text. It isn''t published if its publishedAt is null.';
grant execute on function app_public.lessons_latest_revision(app_public.lessons) to newline_visitor;

create function app_public.lessons_may_publish(lesson app_public.lessons)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (select app_public.is_admin()) or coalesce((select c.title = 'AUTHOR' from app_public.contributions c
    where (c.course_id = lesson.course_id or c.book_id = lesson.book_id) and c.user_id = app_public.current_user_id()), false)
$function$;
comment on function app_public.lessons_may_publish(app_public.lessons) is 'True if the signed-in user can publish its text: authors of its course or book, and administrators.';
grant execute on function app_public.lessons_may_publish(app_public.lessons) to newline_visitor;

create function app_public.lessons_may_write(lesson app_public.lessons)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select (select app_public.is_admin()) or coalesce(lesson.course_id in (select app_private.my_course_ids()), false)
    or coalesce(lesson.book_id in (select app_private.my_book_ids()), false)
$function$;
comment on function app_public.lessons_may_write(app_public.lessons) is 'True if the signed-in user can edit its text: contributors to its course or book, and administrators.';
grant execute on function app_public.lessons_may_write(app_public.lessons) to newline_visitor;

create function app_public.lessons_orphaned_discussions(lesson app_public.lessons)
 RETURNS SETOF app_public.discussions
 LANGUAGE sql
 STABLE
AS $function$
  select d.* from app_public.discussions d join app_public.discussion_selections s on s.discussion_id = d.id
  where d.lesson_id = lesson.id and s.is_orphaned order by d.created_at desc, d.id desc
$function$;
comment on function app_public.lessons_orphaned_discussions(app_public.lessons) is 'Discussions whose passage is no longer in the lesson, newest first, limited to passages that the reader could read.';
grant execute on function app_public.lessons_orphaned_discussions(app_public.lessons) to newline_visitor;

create function app_public.lessons_permalink(lesson app_public.lessons)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when lesson.course_id is not null
    then (select '/courses/' || c.slug || '/' || lesson.slug from app_public.courses c where c.id = lesson.course_id)
    else (select '/books/' || b.slug || '/' || lesson.slug from app_public.books b where b.id = lesson.book_id) end
$function$;
comment on function app_public.lessons_permalink(app_public.lessons) is 'The path of its page.';
grant execute on function app_public.lessons_permalink(app_public.lessons) to newline_visitor;

create function app_public.lessons_progress(lesson app_public.lessons)
 RETURNS app_public.lesson_progress
 LANGUAGE sql
 STABLE
AS $function$
  select (p.id is not null, p.reason, a.position_seconds, a.block_id, coalesce(app_private.seconds_in(a.watched_seconds), 0), lesson.video_duration,
    coalesce(cardinality(a.read_block_ids), 0), coalesce(cardinality(app_private.readable_block_ids(lesson.id)), 0))::app_public.lesson_progress
  from (select) as one
  left join app_public.lesson_activities a on a.lesson_id = lesson.id and a.user_id = app_public.current_user_id()
  left join app_public.user_progresses p on p.user_id = app_public.current_user_id() and (
    p.course_lesson_id = (select c.id from app_public.course_lessons c where c.lesson_id = lesson.id)
    or p.book_lesson_id = (select b.id from app_public.book_lessons b where b.lesson_id = lesson.id))
  where app_public.current_user_id() is not null
$function$;
comment on function app_public.lessons_progress(app_public.lessons) is 'The signed-in user''s progress; null for visitors.';
grant execute on function app_public.lessons_progress(app_public.lessons) to newline_visitor;

create function app_public.lessons_transcript(lesson app_public.lessons)
 RETURNS SETOF app_public.transcript_line
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 60
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.starts_at::double precision, c.words from app_private.lesson_videos v join app_private.video_cues c using (video_url)
  where v.lesson_id = lesson.id and app_private.readable_lesson_blocks(lesson.id) = 2147483647 order by c.position
$function$;
comment on function app_public.lessons_transcript(app_public.lessons) is '@behavior -connection +list
The lines spoken in its video, in order; empty for readers without access to the video, and without captions.';
grant execute on function app_public.lessons_transcript(app_public.lessons) to newline_visitor;

create function app_public.lessons_video_url(lesson app_public.lessons)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select v.video_url from app_private.lesson_videos v
  where v.lesson_id = lesson.id and app_private.readable_lesson_blocks(lesson.id) = 2147483647
$function$;
comment on function app_public.lessons_video_url(app_public.lessons) is 'The URL of its video; null for readers without access to it, and without a video.';
grant execute on function app_public.lessons_video_url(app_public.lessons) to newline_visitor;

create function app_public.lessons_will_open(lesson app_public.lessons, has_pro boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select has_pro and i.opens_with_pro
    or app_private.open_lesson_blocks(i.is_early, i.is_free or lesson.is_free, lesson.is_advanced_package_lesson, null, null, null) = 2147483647
  from app_private.lesson_item(lesson.course_id, lesson.book_id) i
  where app_public.lessons_may_write(lesson)
$function$;
comment on function app_public.lessons_will_open(app_public.lessons,boolean) is 'Whether readers without a purchase, with or without Pro, will have access to all of the lesson once its item is published; null for users who can''t edit it.';
grant execute on function app_public.lessons_will_open(app_public.lessons,boolean) to newline_visitor;

create function app_public.library(sort app_public.library_sort DEFAULT 'RECENTLY_ACCESSED'::app_public.library_sort, search text DEFAULT NULL::text, statuses app_public.library_status[] DEFAULT NULL::app_public.library_status[], kinds app_public.library_kind[] DEFAULT NULL::app_public.library_kind[], technologies text[] DEFAULT NULL::text[], instructors text[] DEFAULT NULL::text[], first integer DEFAULT 20, skip integer DEFAULT 0)
 RETURNS app_public.library
 LANGUAGE sql
 STABLE
AS $function$
  with me as materialized (
    select app_public.current_user_id() as id
  ), shelf as materialized (
    select c.id, false as is_book, c.is_masterclass, c.is_bootcamp, c.is_live_workshop, c.title, c.permalink, c.topic, c.poster_image_url,
      '/courses/' || c.slug || '/' as folder, c.lessons_count, e.created_at as enrolled_at, e.last_accessed_at as accessed_at
    from app_public.enrollments e join app_public.courses c on c.id = e.course_id where e.user_id = (select id from me)
    union all
    select b.id, true, false, b.is_bootcamp, b.is_live_workshop, b.title, b.permalink, b.topic, b.poster_image_url,
      '/books/' || b.slug || '/', b.lessons_count, e.created_at, e.last_accessed_at
    from app_public.enrollments e join app_public.books b on b.id = e.book_id where e.user_id = (select id from me)
  ), lines as materialized ( -- of all items, looked through once
    select s.id as item, o.id as place, o.lesson_id, o.position from shelf s
      join app_public.course_lessons o on o.course_id = s.id join app_public.lessons l on l.id = o.lesson_id
      where not s.is_book and l.role <> 'CHANGELOG'
    union all
    select s.id, o.id, o.lesson_id, o.position from shelf s
      join app_public.book_lessons o on o.book_id = s.id join app_public.lessons l on l.id = o.lesson_id
      where s.is_book and l.role <> 'CHANGELOG'
  ), own as materialized (
    select coalesce(p.course_lesson_id, p.book_lesson_id) as place, p.created_at as at from app_public.user_progresses p where p.user_id = (select id from me)
  ), activities as materialized (
    select a.lesson_id, a.position_seconds, a.updated_at, a.watched_seconds <> '{}' or a.read_block_ids <> '{}' as is_begun
    from app_public.lesson_activities a where a.user_id = (select id from me)
  ), done as materialized (
    select n.item, count(*) as lessons, max(w.at) as at from own w join lines n on n.place = w.place group by n.item
  ), begun as materialized (
    select distinct n.item from activities a join lines n on n.lesson_id = a.lesson_id where a.is_begun
  ), tagged as materialized (
    select g.id, g.created_at as tagged_at, s.id as item, t.slug::text as slug, t.name, t.icon
      from shelf s join app_public.taggings g on g.course_id = s.id join app_public.tags t on t.id = g.tag_id where not s.is_book and not t.is_category
    union all
    select g.id, g.created_at, s.id, t.slug::text, t.name, t.icon
      from shelf s join app_public.taggings g on g.book_id = s.id join app_public.tags t on t.id = g.tag_id where s.is_book and not t.is_category
  ), written as materialized (
    select s.id as item, u.username::text as username, app_public.users_display_name(u) as name, n.position
      from shelf s join app_public.contributions n on n.course_id = s.id join app_public.users u on u.id = n.user_id where not s.is_book and n.title = 'AUTHOR'
    union all
    select s.id, u.username::text, app_public.users_display_name(u), n.position
      from shelf s join app_public.contributions n on n.book_id = s.id join app_public.users u on u.id = n.user_id where s.is_book and n.title = 'AUTHOR'
  ), words as materialized (
    select word from regexp_split_to_table(app_private.fold_title(left(btrim(search), 200)), '\s+') word where word <> '' limit 12
  ), near as materialized (
    select app_private.near_pattern(word) as pattern
    from regexp_split_to_table(app_private.fold_title(left(btrim(search), 200)), '[^[:alnum:]]+') word where word <> '' limit 12
  ), folded as materialized (
    select s.id, app_private.fold_title(s.title) as title from shelf s where exists (select from words)
  ), exact as materialized (
    select f.id from folded f where not exists (select from words w where position(w.word in f.title) = 0)
  ), called as materialized (
    select id from exact
    union all
    select f.id from folded f where not exists (select from exact) and exists (select from near)
      and not exists (select from near n where f.title !~ n.pattern)
  ), rated as materialized (
    select s.*, d.at as done_at,
      case when s.lessons_count > 0 and d.lessons >= s.lessons_count then 'COMPLETED'
        when d.lessons > 0 or s.id in (select item from begun) then 'IN_PROGRESS' else 'NOT_STARTED' end::app_public.library_status as status,
      (select array_agg(t.slug) from tagged t where t.item = s.id) as slugs,
      (select array_agg(w.username) from written w where w.item = s.id) as usernames
    from shelf s left join done d on d.item = s.id
  ), judged as materialized (
    select r.*,
      not exists (select from words) or r.id in (select id from called) as by_search,
      coalesce(cardinality(statuses), 0) = 0 or r.status = any (statuses) as by_status,
      coalesce(cardinality(kinds), 0) = 0 or (r.is_book and 'BOOK' = any (kinds)) or (not r.is_book and 'COURSE' = any (kinds))
        or (r.is_masterclass and 'MASTERCLASS' = any (kinds)) as by_kind,
      coalesce(cardinality(technologies), 0) = 0 or coalesce(r.slugs && technologies, false) as by_technology,
      coalesce(cardinality(instructors), 0) = 0 or coalesce(r.usernames && instructors, false) as by_instructor
    from rated r
  ), page as materialized (
    select j.*, row_number() over (order by
      case when sort = 'RECENTLY_ACCESSED' then j.accessed_at when sort = 'RECENTLY_ENROLLED' then j.enrolled_at end desc nulls last,
      case when sort <> 'TITLE_DESC' then j.title end collate "und-x-icu",
      case when sort = 'TITLE_DESC' then j.title end collate "und-x-icu" desc, j.id) as place
    from judged j where by_search and by_status and by_kind and by_technology and by_instructor
    order by place offset greatest(coalesce(skip, 0), 0) limit least(greatest(coalesce(first, 20), 0), 100)
  ), outline as materialized (
    select o.item, o.lesson_id, o.number, a.position_seconds, w.place is not null as is_done, coalesce(a.is_begun, false) as is_begun,
      row_number() over (partition by o.item order by a.updated_at desc nulls last, o.number) = 1 and a.lesson_id is not null as is_latest
    from (
      select n.item, n.place, n.lesson_id, row_number() over (partition by n.item order by n.position)::int as number
      from lines n where n.item in (select id from page)) o
    left join activities a on a.lesson_id = o.lesson_id
    left join own w on w.place = o.place
  ), filters as materialized (
    select 'STATUS'::app_public.library_filter_group as filter_group, v.value::text as value, null::text as label, null::text as icon, v.n as rank,
      (select count(*) from judged j where j.status = v.value and by_search and by_kind and by_technology and by_instructor)::int as count
    from unnest(enum_range(null::app_public.library_status)) with ordinality as v (value, n)
    union all
    select 'KIND', v.value::text, null, null, v.n,
      (select count(*) from judged j where by_search and by_status and by_technology and by_instructor
        and case v.value when 'BOOK' then j.is_book when 'COURSE' then not j.is_book else j.is_masterclass end)::int
    from unnest(enum_range(null::app_public.library_kind)) with ordinality as v (value, n)
    union all
    select 'TECHNOLOGY', t.slug, t.name, t.icon, t.rank,
      (select count(*) from judged j where t.slug = any (j.slugs) and by_search and by_status and by_kind and by_instructor)::int
    from (
      select slug, name, icon, row_number() over (order by icon is null, count(*) desc, name) as rank from tagged group by slug, name, icon) t
    where (t.icon is not null and t.rank <= 9) or t.slug = any (technologies)
    union all
    select 'INSTRUCTOR', w.username, w.name, null, row_number() over (order by w.name collate "und-x-icu", w.username),
      (select count(*) from judged j where w.username = any (j.usernames) and by_search and by_status and by_kind and by_technology)::int
    from (select distinct username, name from written) w
  )
  select row(
    array(
      select row(p.id, p.is_book, p.is_masterclass, p.is_bootcamp, p.is_live_workshop, p.title, p.permalink, p.topic, p.poster_image_url,
        array(select t.name from tagged t where t.item = p.id order by t.icon is null, t.tagged_at, t.id),
        array(select w.name from written w where w.item = p.id order by w.position, w.name),
        p.status,
        array(select case when o.is_done then 'DONE' when o.is_begun then 'STARTED' else 'OPEN' end::app_public.lesson_state
          from outline o where o.item = p.id order by o.number),
        p.folder || l.slug, l.title, n.number, n.position_seconds,
        case when p.status = 'COMPLETED' then p.done_at end, p.enrolled_at, p.accessed_at)::app_public.library_item
      from page p left join lateral (
        select o.* from outline o where o.item = p.id and not o.is_done
        order by o.is_latest desc, o.number > coalesce((select q.number from outline q where q.item = p.id and q.is_latest), 0) desc, o.number
        limit 1) n on true left join app_public.lessons l on l.id = n.lesson_id
      order by p.place),
    array(select row(f.filter_group, f.value, f.label, f.icon, f.count)::app_public.library_filter from filters f order by f.filter_group, f.rank),
    (select count(*) from judged where by_search and by_status and by_kind and by_technology and by_instructor)::int,
    (select count(*) from shelf)::int,
    (select count(*) from rated where status = 'COMPLETED')::int,
    not exists (select from exact) and exists (select from called),
    exists (select from app_public.study_days d where d.user_id = (select id from me) and d.day = (select app_private.today()))
  )::app_public.library
  from me where me.id is not null
$function$;
comment on function app_public.library(app_public.library_sort,text,app_public.library_status[],app_public.library_kind[],text[],text[],integer,integer) is 'The signed-in user''s courses and books; null for visitors. Values in one list are combined with OR, lists with AND: statuses, kinds, slugs of technologies, usernames of instructors, words of the title. At most 100 at a time.';
grant execute on function app_public.library(app_public.library_sort,text,app_public.library_status[],app_public.library_kind[],text[],text[],integer,integer) to newline_visitor;

create function app_public.mark_notices_read(ids uuid[] DEFAULT NULL::uuid[], discussion_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.own_user_id(null);
  marked int;
begin
  update app_public.notices n set read_at = now() where n.user_id = me and n.read_at is null
    and (mark_notices_read.ids is null or n.id = any (mark_notices_read.ids))
    and (mark_notices_read.discussion_id is null or n.discussion_id = mark_notices_read.discussion_id);
  get diagnostics marked = row_count;
  return marked;
end $function$;
comment on function app_public.mark_notices_read(uuid[],uuid) is '@resultFieldName marked
Marks these notifications, those of a discussion, or all as read, and returns how many were unread. Errors: LOGIN_REQUIRED.';
grant execute on function app_public.mark_notices_read(uuid[],uuid) to newline_visitor;

create function app_public.may_read(lesson_id uuid DEFAULT NULL::uuid, article_id uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(case when num_nonnulls(lesson_id, article_id) = 1 then
    coalesce(app_private.readable_lesson_blocks(lesson_id), app_private.readable_article_blocks(article_id)) = 2147483647 end, false)
$function$;
comment on function app_public.may_read(uuid,uuid) is 'True if the reader has access to all of the lesson or article; false for only the free part, for none of it, and if it doesn''t exist.';
grant execute on function app_public.may_read(uuid,uuid) to newline_visitor;

create function app_public.merge_tags(id uuid, into_id uuid)
 RETURNS app_public.tags
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  gone app_public.tags;
  tag app_public.tags;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('tags'));
  select t.* into gone from app_public.tags t where t.id = merge_tags.id for update;
  if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  select t.* into tag from app_public.tags t where t.id = merge_tags.into_id for no key update;
  if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  if gone.id = tag.id then raise exception 'TAG_MERGE_WITH_ITSELF' using errcode = 'NL400'; end if;
  update app_public.taggings g set tag_id = tag.id where g.tag_id = gone.id and not exists (select from app_public.taggings o where o.tag_id = tag.id
    and (o.course_id = g.course_id or o.book_id = g.book_id or o.article_id = g.article_id));
  update app_public.former_tag_slugs f set tag_id = tag.id where f.tag_id = gone.id;
  insert into app_public.former_tag_slugs (slug, tag_id) values (gone.slug, tag.id);
  delete from app_public.tags t where t.id = gone.id;
  perform app_private.keep_tag_icon(gone.icon, null);
  perform app_private.audit('tag.merge', 'tag', tag.id, jsonb_build_object('name', gone.name, 'into', tag.name));
  return tag;
end $function$;
comment on function app_public.merge_tags(uuid,uuid) is 'Merges a tag into another one. Items with the former tag get the other one, and links to the former tag redirect. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT for the same tag.';
grant execute on function app_public.merge_tags(uuid,uuid) to newline_visitor;

create function app_public.moderation_queue()
 RETURNS SETOF app_public.comments
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from app_public.comments c
  where (select app_public.is_admin()) and not c.deleted
    and c.id = any (array(
      select h.id from app_public.comments h where h.hidden_at is not null and not h.deleted
      union select r.comment_id from app_public.comment_reports r where r.decided_at is null))
  order by c.hidden_at is null, c.created_at desc, c.id desc
$function$;
comment on function app_public.moderation_queue() is 'For administrators: reported comments without a decision, hidden ones first. Empty for everyone else.';
grant execute on function app_public.moderation_queue() to newline_visitor;

create function app_public.move_category(id uuid, "position" integer)
 RETURNS app_public.tags
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  tag app_public.tags;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('tags'));
  select t.* into tag from app_public.tags t where t.id = move_category.id and t.is_category;
  if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  with others as (
    select t.id, row_number() over (order by t.position, lower(t.name), t.id) as n from app_public.tags t where t.is_category and t.id <> tag.id
  ), arranged as (
    select o.id, case when o.n >= coalesce(move_category.position, 1) then o.n + 1 else o.n end as n from others o
    union all select tag.id, least(greatest(coalesce(move_category.position, 1), 1), (select count(*) + 1 from others))
  ) update app_public.tags t set position = a.n from arranged a where a.id = t.id and t.position <> a.n;
  select t.* into tag from app_public.tags t where t.id = tag.id;
  perform app_private.audit('tag.order', 'tag', tag.id, jsonb_build_object('name', tag.name, 'position', tag.position));
  return tag;
end $function$;
comment on function app_public.move_category(uuid,integer) is 'Moves a category to a position among the categories, from 1. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.move_category(uuid,integer) to newline_visitor;

create function app_public.move_lesson(id uuid, "position" integer, section_id uuid DEFAULT NULL::uuid)
 RETURNS app_public.lessons
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  item record;
  entry app_public.lessons;
begin
  select * into item from app_private.locked_lesson(move_lesson.id, false);
  perform app_private.check_section(move_lesson.section_id, item.course, item.book);
  perform app_private.arrange_lessons(item.course, item.book, move_lesson.id, move_lesson.section_id, move_lesson."position");
  select * into entry from app_public.lessons l where l.id = move_lesson.id;
  return entry;
end $function$;
comment on function app_public.move_lesson(uuid,integer,uuid) is 'Moves a lesson to a position, from 1, in a section of its item; without a sectionId, to the lessons before the first section. For its authors and editors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.move_lesson(uuid,integer,uuid) to newline_visitor;

create function app_public.move_product(id uuid, "position" integer)
 RETURNS app_public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  product app_public.products;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('products'));
  select p.* into product from app_public.products p where p.id = move_product.id;
  if not found then raise exception 'PLAN_NOT_FOUND' using errcode = 'NL404'; end if;
  with others as (
    select p.id, row_number() over (order by p.position, p.id) as n from app_public.products p where p.is_offered and p.id <> product.id
  ), arranged as (
    select o.id, case when o.n >= coalesce(move_product.position, 1) then o.n + 1 else o.n end as n from others o
    union all select product.id, least(greatest(coalesce(move_product.position, 1), 1), (select count(*) + 1 from others))
  ) update app_public.products p set position = a.n from arranged a where a.id = p.id and p.position <> a.n;
  update app_public.plans p set position = r.position * 10 + case p.billing_interval when 'MONTH' then 0 else 1 end
    from app_public.products r where r.id = p.product_id and p.position <> r.position * 10 + case p.billing_interval when 'MONTH' then 0 else 1 end;
  select p.* into product from app_public.products p where p.id = product.id;
  perform app_private.audit('plan.order', 'plan', product.id, jsonb_build_object('name', product.name, 'position', product.position));
  return product;
end $function$;
comment on function app_public.move_product(uuid,integer) is 'Moves a product to a position on the pricing page, from 1. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.move_product(uuid,integer) to newline_visitor;

create function app_public.move_section(id uuid, "position" integer)
 RETURNS app_public.course_sections
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  item record;
  entry app_public.course_sections;
begin
  select * into item from app_private.locked_section(move_section.id);
  perform app_private.arrange_sections(item.course, item.book, move_section.id, move_section."position");
  perform app_private.arrange_lessons(item.course, item.book);
  select * into entry from app_public.course_sections s where s.id = move_section.id;
  return entry;
end $function$;
comment on function app_public.move_section(uuid,integer) is 'Moves a section with its lessons to a position among the sections, from 1. For authors and editors of its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.move_section(uuid,integer) to newline_visitor;

create function app_public.my_articles(search text DEFAULT NULL::text, status app_public.article_status DEFAULT NULL::app_public.article_status, is_everyones boolean DEFAULT false)
 RETURNS SETOF app_public.articles
 LANGUAGE sql
 STABLE
AS $function$
  select a.* from app_public.articles a
  where a.id = any (array(
      select app_private.my_article_ids()
      union all select x.id from app_public.articles x where coalesce(is_everyones, false) and (select app_public.is_admin())))
    and (my_articles.status is null or app_public.articles_status(a) = my_articles.status)
    and (coalesce(btrim(search), '') = ''
      or strpos(lower((app_public.articles_latest_revision(a)).title), lower(btrim(search))) > 0 or strpos(lower(a.title), lower(btrim(search))) > 0)
  order by (select max(r.updated_at) from app_public.article_revisions r where r.article_id = a.id) desc nulls last, a.id desc
$function$;
comment on function app_public.my_articles(text,app_public.article_status,boolean) is 'The signed-in user''s articles, last saved first. Administrators can list everyone''s. search is part of the title.';
grant execute on function app_public.my_articles(text,app_public.article_status,boolean) to newline_visitor;

create function app_public.my_books(search text DEFAULT NULL::text, status app_public.item_status DEFAULT NULL::app_public.item_status, is_everyones boolean DEFAULT false)
 RETURNS SETOF app_public.books
 LANGUAGE sql
 STABLE
AS $function$
  select t.* from app_public.books t
  where (t.id in (select app_private.my_book_ids()) or coalesce(is_everyones, false) and (select app_public.is_admin()))
    and (my_books.status is null or app_public.books_status(t) = my_books.status)
    and (coalesce(btrim(search), '') = '' or strpos(lower(t.title), lower(btrim(search))) > 0)
  order by t.updated_at desc, t.id desc
$function$;
comment on function app_public.my_books(text,app_public.item_status,boolean) is 'The signed-in user''s books, last changed first. Administrators can list everyone''s. search is part of the title.';
grant execute on function app_public.my_books(text,app_public.item_status,boolean) to newline_visitor;

create function app_public.my_courses(search text DEFAULT NULL::text, status app_public.item_status DEFAULT NULL::app_public.item_status, is_everyones boolean DEFAULT false)
 RETURNS SETOF app_public.courses
 LANGUAGE sql
 STABLE
AS $function$
  select t.* from app_public.courses t
  where (t.id in (select app_private.my_course_ids()) or coalesce(is_everyones, false) and (select app_public.is_admin()))
    and (my_courses.status is null or app_public.courses_status(t) = my_courses.status)
    and (coalesce(btrim(search), '') = '' or strpos(lower(t.title), lower(btrim(search))) > 0)
  order by t.updated_at desc, t.id desc
$function$;
comment on function app_public.my_courses(text,app_public.item_status,boolean) is 'The signed-in user''s courses, last changed first. Administrators can list everyone''s. search is part of the title.';
grant execute on function app_public.my_courses(text,app_public.item_status,boolean) to newline_visitor;

create function app_public.new_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$select pg_catalog.uuidv7()$function$;
comment on function app_public.new_id() is '@behavior -*
A time-ordered ID (UUID version 7).';
grant execute on function app_public.new_id() to newline_auth, newline_visitor;

create function app_public.newsletter_addresses(search text DEFAULT NULL::text, state app_public.newsletter_state DEFAULT NULL::app_public.newsletter_state, before uuid DEFAULT NULL::uuid, at_most integer DEFAULT 50)
 RETURNS SETOF app_public.newsletter_address
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  return query select n.id, n.email, n.first_name, n.state::app_public.newsletter_state, n.asked_at, n.confirmed_at from app_private.newsletter_subscribers n
    where n.email like app_private.like_pattern(coalesce(search, '')) and (newsletter_addresses.state is null or n.state = newsletter_addresses.state::text)
      and (before is null or n.id < before) order by n.id desc limit least(greatest(coalesce(at_most, 50), 1), 101);
end $function$;
comment on function app_public.newsletter_addresses(text,app_public.newsletter_state,uuid,integer) is 'For administrators: the newsletter''s email addresses, newest first, at most 101. search is part of an email address; before is the ID of the last one on the previous page. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.newsletter_addresses(text,app_public.newsletter_state,uuid,integer) to newline_visitor;

create function app_public.own_checkout(id uuid)
 RETURNS app_public.own_checkout
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (
      coalesce(p.name, (coalesce(c.title, b.title) || case when k.is_advanced then ', advanced package' else '' end)),
      case
        when k.completed_at is null then 'PENDING'
        when k.plan_id is not null and exists (
          select from app_public.subscriptions s where s.user_id = k.user_id and s.kind = p.kind and s.status <> 'ENDED') then 'PAID'
        when k.plan_id is null and exists (
          select from app_public.purchases bought where bought.user_id = k.user_id and bought.refunded_at is null and bought.is_advanced = k.is_advanced
            and (bought.course_id = k.course_id or bought.book_id = k.book_id)) then 'PAID'
        else 'ENDED'
      end::app_public.checkout_state)::app_public.own_checkout
    from app_private.checkouts k left join app_public.plans p on p.id = k.plan_id
      left join app_public.courses c on c.id = k.course_id left join app_public.books b on b.id = k.book_id
    where k.id = own_checkout.id and k.user_id = app_public.current_user_id()
$function$;
comment on function app_public.own_checkout(uuid) is 'The state of a checkout of the signed-in user; null if it''s unknown, older than 90 days, or another user''s.';
grant execute on function app_public.own_checkout(uuid) to newline_visitor;

create function app_public.own_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  me uuid := app_private.own_user_id(null);
  part record;
  found_rows jsonb;
  data jsonb := jsonb_build_object('users', (select jsonb_agg(to_jsonb(u)) from app_public.users u where u.id = me));
begin
  -- Every column that refers to people, whatever it is called; a table with several is asked once.
  for part in
    select c.relname as name, string_agg(format('t.%I = $1', a.attname), ' or ' order by a.attnum) as of_mine
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.atttypid = 'uuid'::regtype and not a.attisdropped
    where c.relnamespace = 'app_public'::regnamespace and c.relkind in ('r', 'p') and has_any_column_privilege(c.oid, 'select')
      and has_table_privilege(c.oid, 'select') and c.relname <> 'users'
      and (a.attname in ('user_id', 'owner_id') or a.attname <> 'actor_id' and exists (
        select from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'app_public.users'::regclass and k.conkey = array[a.attnum]))
    group by c.relname order by c.relname
  loop
    execute format('select jsonb_agg(to_jsonb(t)) from app_public.%I t where %s', part.name, part.of_mine) into found_rows using me;
    data := data || jsonb_build_object(part.name, coalesce(found_rows, '[]'));
  end loop;
  return data || jsonb_strip_nulls(app_private.own_private_data());
end $function$;
comment on function app_public.own_data() is 'All data stored about the signed-in user, by table: profile, settings, comments, reactions, reviews, notifications, progress and more. Errors: LOGIN_REQUIRED.';
grant execute on function app_public.own_data() to newline_visitor;

create function app_public.own_figures(days integer DEFAULT NULL::integer, is_everyones boolean DEFAULT false)
 RETURNS app_public.figures_list
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.own_figures(integer,boolean) is 'The courses and books that the signed-in user contributes to, with their analytics over a number of days, or all time; with isEveryones, those of the whole site, for administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT.';
grant execute on function app_public.own_figures(integer,boolean) to newline_visitor;

create function app_public.own_notices(is_unread boolean DEFAULT NULL::boolean)
 RETURNS SETOF app_public.notices
 LANGUAGE sql
 STABLE ROWS 50
AS $function$
  select n.* from app_public.notices n
  where n.user_id = app_public.current_user_id() and (own_notices.is_unread is null or (n.read_at is null) = own_notices.is_unread)
  order by n.created_at desc, n.id desc
$function$;
comment on function app_public.own_notices(boolean) is 'The signed-in user''s notifications, newest first; with isUnread, only unread (true) or read (false) ones.';
grant execute on function app_public.own_notices(boolean) to newline_visitor;

create function app_public.own_reactions(discussion_ids uuid[])
 RETURNS SETOF app_public.comment_reactions
 LANGUAGE sql
 STABLE ROWS 20
AS $function$
  select r.* from app_public.comment_reactions r join app_public.comments c on c.id = r.comment_id
  where r.user_id = app_public.current_user_id() and c.discussion_id = any (discussion_ids[1:200])
$function$;
comment on function app_public.own_reactions(uuid[]) is 'The signed-in user''s reactions in these discussions, at most 200. Pages request it after loading from the cache.';
grant execute on function app_public.own_reactions(uuid[]) to newline_visitor;

create function app_public.page_layout(page app_public.site_page)
 RETURNS app_public.page_layouts
 LANGUAGE sql
 STABLE
AS $function$ select l from app_public.page_layouts l where l.page = page_layout.page $function$;
comment on function app_public.page_layout(app_public.site_page) is 'The sections of a page.';
grant execute on function app_public.page_layout(app_public.site_page) to newline_visitor;

create function app_public.pages_body_delta(page app_public.pages)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select b.body_delta from app_private.page_bodies b where b.page_id = page.id
$function$;
comment on function app_public.pages_body_delta(app_public.pages) is 'The published text as a document (JSON); null for a draft.';
grant execute on function app_public.pages_body_delta(app_public.pages) to newline_visitor;

create function app_public.pages_body_drawings(page app_public.pages)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select b.drawings from app_private.page_bodies b where b.page_id = page.id
$function$;
comment on function app_public.pages_body_drawings(app_public.pages) is 'The server''s renderings of bodyDelta (highlighted code, formulas, diagrams) as JSON: one entry for each of its top-level blocks. Null if there is nothing to render. Derived.';
grant execute on function app_public.pages_body_drawings(app_public.pages) to newline_visitor;

create function app_public.pages_body_markdown(page app_public.pages)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select array_to_string(b.block_markdown, E'\n\n') from app_private.page_bodies b where b.page_id = page.id
$function$;
comment on function app_public.pages_body_markdown(app_public.pages) is 'The published text as Markdown; null for a draft. Derived.';
grant execute on function app_public.pages_body_markdown(app_public.pages) to newline_visitor;

create function app_public.pages_latest_revision(page app_public.pages)
 RETURNS app_public.page_revisions
 LANGUAGE sql
 STABLE
AS $function$
  select r from app_public.page_revisions r where r.page_id = page.id order by r.version desc limit 1
$function$;
comment on function app_public.pages_latest_revision(app_public.pages) is 'The working title and text, for administrators; null for others. It isn''t published if its publishedAt is null.';
grant execute on function app_public.pages_latest_revision(app_public.pages) to newline_visitor;

create function app_public.pages_permalink(page app_public.pages)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select app_private.page_path(page.slug) $function$;
comment on function app_public.pages_permalink(app_public.pages) is 'The path of the page, such as /terms or /pages/contact.';
grant execute on function app_public.pages_permalink(app_public.pages) to newline_visitor;

create function app_public.pages_to_accept()
 RETURNS SETOF app_public.pages
 LANGUAGE sql
 STABLE ROWS 2
AS $function$
  select p.* from app_public.pages p
  where p.slug in ('terms', 'privacy') and p.published_at is not null and p.required_version is not null and app_public.current_user_id() is not null
    and not exists (select from app_public.page_acceptances a
      where a.user_id = app_public.current_user_id() and a.page_id = p.id and a.version >= p.required_version)
  order by p.slug desc
$function$;
comment on function app_public.pages_to_accept() is 'The pages that the signed-in user is asked to accept: terms and privacy policy, if they changed and an administrator asked everyone.';
grant execute on function app_public.pages_to_accept() to newline_visitor;

create function app_public.people(search text DEFAULT NULL::text, filter app_public.person_filter DEFAULT 'ANYONE'::app_public.person_filter, before uuid DEFAULT NULL::uuid, at_most integer DEFAULT 50)
 RETURNS SETOF app_public.person_entry
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  pattern text := app_private.like_pattern(coalesce(search, ''));
  wanted int := least(greatest(coalesce(at_most, 50), 1), 101);
  chosen text := case filter when 'STAFF' then 'u.is_admin'
    when 'SUSPENDED' then 'exists (select from app_public.suspensions s where s.user_id = u.id and (s.ends_at is null or s.ends_at > now()))' else 'true' end;
  older text := case when before is null then 'true' else 'u.id < $2' end;
  part text := 'select u.id from app_public.users u %s where %s and ' || chosen || ' and ' || older || ' order by u.id desc limit $3';
  ids uuid[];
begin
  perform app_private.require_admin();
  if pattern = '%' then
    execute 'select array(' || format(part, '', 'true') || ')' into ids using pattern, before, wanted;
  else
    -- What many have is found among the newest; the rest by its trigrams.
    execute 'select array(select u.id from (select x.* from app_public.users x where ' || replace(older, 'u.id', 'x.id') || ' order by x.id desc limit 1000) u
      where (u.username like $1 or lower(u.name) like $1 or (select a.email from auth."user" a where a.id = u.id) like $1) and ' || chosen || ' order by u.id desc limit $3)'
      into ids using pattern, before, wanted;
    if cardinality(ids) < wanted then
      execute format('select array(select f.id from ((%s) union (%s) union (%s)) f order by f.id desc limit $3)', format(part, '', 'u.username like $1'),
        format(part, '', 'lower(u.name) like $1'), 'select u.id from auth."user" u where u.email like $1 and ' || older
          || case when chosen = 'true' then '' else ' and u.id in (select u.id from app_public.users u where ' || chosen || ')' end || ' order by u.id desc limit $3')
        into ids using pattern, before, wanted;
    end if;
  end if;
  return query select u.id, u.username, app_public.users_display_name(u), u.profile_image_url::text, a.email, a."emailVerified", u.is_admin,
      exists (select from app_public.suspensions s where s.user_id = u.id and (s.ends_at is null or s.ends_at > now())),
      app_private.has_pro(u.id), u.created_at
    from unnest(ids) with ordinality as f (id, n) join app_public.users u on u.id = f.id join auth."user" a on a.id = f.id order by f.n;
end $function$;
comment on function app_public.people(text,app_public.person_filter,uuid,integer) is 'For administrators: users, newest first, at most 101. search is part of a name, username or email address, or its beginning if it has fewer than three letters; before is the ID of the last one on the previous page. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.people(text,app_public.person_filter,uuid,integer) to newline_visitor;

create function app_public.person_account(user_id uuid)
 RETURNS app_public.person_account
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  person uuid := person_account.user_id;
  account app_public.person_account;
begin
  perform app_private.require_admin();
  select a.id, a.email, a."emailVerified", array(select k."providerId" from auth.account k where k."userId" = a.id order by 1),
      (select count(*) from auth.session s where s."userId" = a.id and s."expiresAt" > now()), (select max(s."updatedAt") from auth.session s where s."userId" = a.id),
      (select count(*) from app_public.comments c where c.user_id = a.id and not c.deleted), (select count(*) from app_public.testimonials t where t.user_id = a.id),
      exists (select from auth.authenticators h where h.user_id = a.id and h.confirmed_at is not null),
      (select count(*) from auth.passkeys p where p.user_id = a.id)
    into account from auth."user" a where a.id = person;
  return account;
end $function$;
comment on function app_public.person_account(uuid) is 'For administrators: the account of a user; null if there is none. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.person_account(uuid) to newline_visitor;

create function app_public.person_sessions(user_id uuid)
 RETURNS SETOF app_public.person_session
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  return query select s.id, s."createdAt", s."updatedAt", s."expiresAt", left(s."userAgent", 300) from auth.session s
    where s."userId" = person_sessions.user_id and s."expiresAt" > now() order by s."updatedAt" desc, s.id limit 100;
end $function$;
comment on function app_public.person_sessions(uuid) is 'For administrators: a user''s sessions, last used first. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.person_sessions(uuid) to newline_visitor;

create function app_public.place_videos(lesson_id uuid DEFAULT NULL::uuid, clip_id uuid DEFAULT NULL::uuid, course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF app_public.videos
 LANGUAGE sql
 STABLE ROWS 2
AS $function$
  select v.* from app_public.videos v
  where v.lesson_id is not distinct from place_videos.lesson_id and v.clip_id is not distinct from place_videos.clip_id
    and case when num_nonnulls(place_videos.lesson_id, place_videos.clip_id) > 0 then num_nonnulls(place_videos.lesson_id, place_videos.clip_id) = 1
      else v.course_id is not distinct from place_videos.course_id and v.book_id is not distinct from place_videos.book_id
        and num_nonnulls(place_videos.course_id, place_videos.book_id) = 1 end
    and (v.status <> 'READY' or v.loose_since is null)
  order by v.loose_since is null, v.created_at desc
$function$;
comment on function app_public.place_videos(uuid,uuid,uuid,uuid) is '@behavior -connection +list
The videos of a lesson, clip, course or book (pass exactly one): the one in progress or failed, then the one that plays there. Empty for users who can''t edit the item.';
grant execute on function app_public.place_videos(uuid,uuid,uuid,uuid) to newline_visitor;

create function app_public.plans_num_subscribers(plan app_public.plans)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::int from app_public.subscriptions s where s.plan_id = plan.id and s.status <> 'ENDED'
$function$;
comment on function app_public.plans_num_subscribers(app_public.plans) is 'The number of active subscriptions at this price that the signed-in user can see: all of them for administrators.';
grant execute on function app_public.plans_num_subscribers(app_public.plans) to newline_visitor;

create function app_public.proposed_slug(title text)
 RETURNS text
 LANGUAGE sql
 STABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select nullif(app_private.slug_of(title, ''), '')
$function$;
comment on function app_public.proposed_slug(text) is 'The slug for an article with this title: its letters in Latin script, in words joined by hyphens. Null for a title without letters. It may be taken.';
grant execute on function app_public.proposed_slug(text) to newline_visitor;

create function app_public.publish_book(id uuid, published_at timestamp with time zone DEFAULT NULL::timestamp with time zone, is_early_access boolean DEFAULT false)
 RETURNS app_public.books
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.books;
begin
  perform app_private.publish_item(null, v.id, publish_book.published_at, publish_book.is_early_access) from (select publish_book.id as id) v;
  select * into entry from app_public.books t where t.id = publish_book.id;
  return entry;
end $function$;
comment on function app_public.publish_book(uuid,timestamp with time zone,boolean) is 'Publishes the book: now, or at a future publishedAt; or as early access for buyers and Pro members. It''s then no longer coming soon or archived. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.publish_book(uuid,timestamp with time zone,boolean) to newline_visitor;

create function app_public.publish_course(id uuid, published_at timestamp with time zone DEFAULT NULL::timestamp with time zone, is_early_access boolean DEFAULT false)
 RETURNS app_public.courses
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.courses;
begin
  perform app_private.publish_item(v.id, null, publish_course.published_at, publish_course.is_early_access) from (select publish_course.id as id) v;
  select * into entry from app_public.courses t where t.id = publish_course.id;
  return entry;
end $function$;
comment on function app_public.publish_course(uuid,timestamp with time zone,boolean) is 'Publishes the course: now, or at a future publishedAt; or as early access for buyers and Pro members. It''s then no longer coming soon or archived. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.publish_course(uuid,timestamp with time zone,boolean) to newline_visitor;

create function app_public.ranked_books(ranking app_public.book_ranking)
 RETURNS SETOF app_public.books
 LANGUAGE sql
 STABLE
AS $function$
  select b.* from app_public.books b
  where b.archived_at is null and b.is_shown_publicly
    and case when ranking = 'COMING_SOON' then b.is_coming_soon
      else not b.is_coming_soon and b.is_published and not b.is_early_access and b.published_at <= now() end
  order by
    case when ranking = 'MOST_POPULAR' then (select coalesce(sum(l.progress_count), 0) from app_public.book_lessons l where l.book_id = b.id) end desc,
    case when ranking = 'HIGHEST_RATED' then b.reviews_count end desc,
    b.published_at desc nulls last, b.id desc
$function$;
comment on function app_public.ranked_books(app_public.book_ranking) is 'Listed books in the order of a tab of the books explorer. Only published ones (isPublished and not isEarlyAccess), or announced ones for COMING_SOON.';
grant execute on function app_public.ranked_books(app_public.book_ranking) to newline_visitor;

create function app_public.receive_video(playback_id text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  expected bigint;
begin
  update app_public.videos v set updated_at = now()
    where v.playback_id = receive_video.playback_id and v.owner_id = app_private.own_user_id(null) and v.status = 'UPLOADING' and v.provider = 'local'
    returning v.byte_count into expected;
  return expected;
end $function$;
comment on function app_public.receive_video(text) is '@behavior -*
The size in bytes of an upload of the signed-in user; null if there is none in progress. Extends it by a day.';
grant execute on function app_public.receive_video(text) to newline_visitor;

create function app_public.receive_whole_video(playback_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.videos v set status = 'QUEUED', updated_at = now()
    where v.playback_id = receive_whole_video.playback_id and v.owner_id = app_private.own_user_id(null) and v.status = 'UPLOADING'
$function$;
comment on function app_public.receive_whole_video(text) is '@behavior -*
Records that the last byte of an upload of the signed-in user has arrived.';
grant execute on function app_public.receive_whole_video(text) to newline_visitor;

create function app_public.redirect_list(search text DEFAULT NULL::text, before uuid DEFAULT NULL::uuid)
 RETURNS SETOF app_public.redirects
 LANGUAGE sql
 STABLE ROWS 50
AS $function$
  select r.* from app_public.redirects r
  where (select app_public.is_admin()) and (before is null or r.id < before)
    and (coalesce(btrim(search), '') = '' or strpos(lower(r.from_path), lower(btrim(search))) > 0 or strpos(lower(r.to_url), lower(btrim(search))) > 0)
  order by r.id desc
$function$;
comment on function app_public.redirect_list(text,uuid) is 'For administrators: redirects, newest first. search is part of either URL; before is the ID of the last one on the previous page. Empty for everyone else.';
grant execute on function app_public.redirect_list(text,uuid) to newline_visitor;

create function app_public.remove_contributor(id uuid)
 RETURNS app_public.contributions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.remove_contributor(uuid) is 'Removes a contributor from a course or book, except its last author. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT.';
grant execute on function app_public.remove_contributor(uuid) to newline_visitor;

create function app_public.remove_member(member_id uuid)
 RETURNS app_public.team_members
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.own_user_id(null);
  member app_public.team_members;
begin
  delete from app_public.team_members m where m.id = remove_member.member_id and m.team_id in (select t.id from app_public.teams t where t.owner_id = me) returning * into member;
  if not found then raise exception 'TEAM_MEMBER_NOT_FOUND' using errcode = 'NL404'; end if;
  return member;
end $function$;
comment on function app_public.remove_member(uuid) is 'Frees a member''s seat. For the owner of the team. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.remove_member(uuid) to newline_visitor;

create function app_public.remove_newsletter_address(id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  delete from app_private.newsletter_subscribers n where n.id = remove_newsletter_address.id;
  if not found then raise exception 'NEWSLETTER_ADDRESS_NOT_FOUND' using errcode = 'NL404'; end if;
  perform app_private.audit('newsletter.remove', 'newsletter_address', remove_newsletter_address.id);
  return true;
end $function$;
comment on function app_public.remove_newsletter_address(uuid) is 'Deletes an email address from the newsletter. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.remove_newsletter_address(uuid) to newline_visitor;

create function app_public.remove_video(lesson_id uuid DEFAULT NULL::uuid, clip_id uuid DEFAULT NULL::uuid, course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  place record;
  address text;
begin
  select * into place from app_private.video_place(remove_video.lesson_id, remove_video.clip_id, remove_video.course_id, remove_video.book_id);
  address := (select l.video_url from app_private.lesson_videos l where l.lesson_id = remove_video.lesson_id
    union all select c.video_url from app_public.clips c where c.id = remove_video.clip_id
    union all select c.hero_video_url from app_public.courses c where c.id = remove_video.course_id
    union all select b.hero_video_url from app_public.books b where b.id = remove_video.book_id);
  perform app_private.play_video(null, null, null, remove_video.lesson_id, remove_video.clip_id, remove_video.course_id, remove_video.book_id);
  delete from app_public.videos v where v.loose_since is not null and (v.video_url = address
    and (v.course_id is not distinct from place.item_course_id and v.book_id is not distinct from place.item_book_id)
    or v.status <> 'READY' and v.lesson_id is not distinct from remove_video.lesson_id and v.clip_id is not distinct from remove_video.clip_id
    and v.course_id is not distinct from place.item_course_id and v.book_id is not distinct from place.item_book_id);
  return address is not null;
end $function$;
comment on function app_public.remove_video(uuid,uuid,uuid,uuid) is '@resultFieldName wasThere
Removes the video from a lesson, from a clip, or from the page of a course or book (pass exactly one). Its files are removed if it isn''t used anywhere else. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT.';
grant execute on function app_public.remove_video(uuid,uuid,uuid,uuid) to newline_visitor;

create function app_public.remove_video_captions(playback_id text, language text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  found_video app_public.videos := app_private.locked_video(remove_video_captions.playback_id);
begin
  delete from app_public.video_captions c where c.video_id = found_video.id and c.language = remove_video_captions.language;
  perform app_private.write_cues(found_video.id);
  return found_video.id;
end $function$;
comment on function app_public.remove_video_captions(text,text) is '@behavior -*
Removes the captions of one language. The transcript and the search index are updated.';
grant execute on function app_public.remove_video_captions(text,text) to newline_visitor;

create function app_public.rename_team(team_id uuid, name text)
 RETURNS app_public.teams
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.rename_team(uuid,text) is 'Renames a team. For its owner. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.rename_team(uuid,text) to newline_visitor;

create function app_public.report_comment(comment_id uuid, reason app_public.report_reason, details text DEFAULT NULL::text)
 RETURNS app_public.comment_reports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.report_comment(uuid,app_public.report_reason,text) is 'Reports a comment to the moderators, once per user; another report replaces the first. After three reports it''s hidden until a moderator decides. At most 10 an hour and 30 a day. Errors: LOGIN_REQUIRED, FORBIDDEN for your own comment, NOT_FOUND, BAD_INPUT, CONFLICT, TOO_MANY.';
grant execute on function app_public.report_comment(uuid,app_public.report_reason,text) to newline_visitor;

create function app_public.require_import_right(target text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
AS $function$
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
end $function$;
comment on function app_public.require_import_right(text) is '@behavior -*
Raises an error unless the signed-in user can import into the target: `course` or `book` for a new one, the permalink of an existing one, or null for any.';
grant execute on function app_public.require_import_right(text) to newline_visitor;

create function app_public.require_second_step(is_required boolean)
 RETURNS app_public.administrator_security
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.require_admin();
begin
  if require_second_step.is_required is null then raise exception 'IS_REQUIRED_MISSING' using errcode = 'NL400'; end if;
  -- Whoever turns it on can pass it.
  if require_second_step.is_required and app_private.has_second_step(me) is not true then
    raise exception 'OWN_SECOND_STEP_MISSING' using errcode = 'NL409';
  end if;
  perform app_private.change_second_step_rule(require_second_step.is_required);
  return app_public.administrator_security();
end $function$;
comment on function app_public.require_second_step(boolean) is 'Sets whether administrators need two-step sign-in or a passkey. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT if you haven''t set up either.';
grant execute on function app_public.require_second_step(boolean) to newline_visitor;

create function app_public.retire_product(id uuid)
 RETURNS app_public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  product app_public.products;
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('products'));
  update app_public.products p set is_offered = false, is_highlighted = false where p.id = retire_product.id returning p.* into product;
  if not found then raise exception 'PLAN_NOT_FOUND' using errcode = 'NL404'; end if;
  update app_public.plans p set is_offered = false, is_provider_due = p.stripe_price_id is not null where p.product_id = product.id and p.is_offered;
  perform app_private.audit('plan.retire', 'plan', product.id, jsonb_build_object('name', product.name));
  return product;
end $function$;
comment on function app_public.retire_product(uuid) is 'Stops selling a product; existing subscriptions continue. saveProduct sells it again. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.retire_product(uuid) to newline_visitor;

create function app_public.review_list(is_hidden boolean DEFAULT NULL::boolean, person text DEFAULT NULL::text, before uuid DEFAULT NULL::uuid)
 RETURNS SETOF app_public.testimonials
 LANGUAGE sql
 STABLE ROWS 50
AS $function$
  select t.* from app_public.testimonials t
  where (select app_public.is_admin()) and t.user_id is not null
    and (review_list.is_hidden is null or review_list.is_hidden = (t.hidden_at is not null))
    and (review_list.person is null or t.user_id = (select u.id from app_public.users u where u.username = lower(btrim(review_list.person, ' @'))))
    and (before is null or (t.created_at, t.id) < (select b.created_at, b.id from app_public.testimonials b where b.id = before))
  order by t.created_at desc, t.id desc
$function$;
comment on function app_public.review_list(boolean,text,uuid) is 'For administrators: learners'' reviews, newest first; with isHidden, only hidden (true) or visible (false) ones. before is the ID of the last one on the previous page. Empty for everyone else.';
grant execute on function app_public.review_list(boolean,text,uuid) to newline_visitor;

create function app_public.revoke_access_token(token_id uuid)
 RETURNS app_public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  person app_public.users;
  revoked app_public.access_tokens;
begin
  perform app_private.require_admin();
  delete from app_public.access_tokens t where t.id = revoke_access_token.token_id returning * into revoked;
  if revoked.id is null then raise exception 'ACCESS_TOKEN_NOT_FOUND' using errcode = 'NL404'; end if;
  select * into person from app_public.users u where u.id = revoked.user_id;
  perform app_private.audit('token.revoke', 'person', person.id, jsonb_build_object('username', person.username, 'name', revoked.name));
  return person;
end $function$;
comment on function app_public.revoke_access_token(uuid) is 'Revokes an access token of any user: the next request with it fails. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.revoke_access_token(uuid) to newline_visitor;

create function app_public.save_clip_position(clip_id uuid, position_seconds integer)
 RETURNS app_public.clip_views
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.clip_views;
begin
  insert into app_public.clip_views as v (clip_id, user_id, position_seconds)
    values (app_private.visible_clip(save_clip_position.clip_id), me, save_clip_position.position_seconds)
    on conflict (clip_id, user_id) do update set position_seconds = excluded.position_seconds
    returning * into entry;
  return entry;
end $function$;
comment on function app_public.save_clip_position(uuid,integer) is 'Saves the second at which the signed-in user stopped in a clip. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.save_clip_position(uuid,integer) to newline_visitor;

create function app_public.save_page_layout(page app_public.site_page, sections jsonb, revision integer, logos jsonb DEFAULT NULL::jsonb)
 RETURNS app_public.page_layouts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  old_one app_public.page_layouts;
  new_one app_public.page_layouts;
  shown_before text[];
  shown_now text[];
  changed text;
begin
  perform app_private.require_admin();
  select l.* into old_one from app_public.page_layouts l where l.page = save_page_layout.page for no key update;
  if old_one.revision is null or save_page_layout.revision is distinct from old_one.revision then raise exception 'SITE_REVISION_OLD' using errcode = 'NL409'; end if;
  if app_private.is_section_list(save_page_layout.page, save_page_layout.sections) is not true then
    raise exception 'PAGE_SECTIONS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 2000)::text;
  end if;
  if save_page_layout.logos is not null and app_private.is_logo_list(save_page_layout.logos) is not true then
    raise exception 'PAGE_LOGOS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 60)::text;
  end if;
  select coalesce(array_agg(i), '{}') into shown_before from app_private.page_images() i;
  update app_public.page_layouts l set sections = save_page_layout.sections, revision = l.revision + 1 where l.page = save_page_layout.page returning l.* into new_one;
  if save_page_layout.logos is not null then
    delete from app_public.logos;
    insert into app_public.logos (name, image_url, dark_image_url, website_url, is_student_logo, "position")
      select e.logo ->> 'name', e.logo ->> 'imageUrl', e.logo ->> 'darkImageUrl', e.logo ->> 'websiteUrl', coalesce((e.logo ->> 'isStudentLogo')::boolean, false), e.at::int
      from jsonb_array_elements(save_page_layout.logos) with ordinality e (logo, at);
  end if;
  select coalesce(array_agg(i), '{}') into shown_now from app_private.page_images() i;
  if exists (select from unnest(shown_now) i where (i = any (shown_before)) is not true and not exists (select from app_public.attachments a where a.image_url = i)) then
    raise exception 'SITE_IMAGE_NOT_FOUND' using errcode = 'NL400', detail = jsonb_build_object('field', 'sections')::text;
  end if;
  -- The images stay as long as a page shows them.
  update app_public.attachments a set loose_since = case when a.image_url = any (shown_now) then null else now() end
    where a.image_url = any (shown_now || shown_before) and (a.loose_since is null) is distinct from (a.image_url = any (shown_now))
      and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id)
      and not exists (select from app_public.site_settings s where a.image_url in (s.wordmark_light, s.wordmark_dark, s.icon));
  select string_agg(distinct n.section ->> 'kind', ', ' order by n.section ->> 'kind') into changed
    from (select e.section from jsonb_array_elements(new_one.sections) e (section) except select e.section from jsonb_array_elements(old_one.sections) e (section)) n;
  -- The administrator sees the page as it was saved, not a cached one.
  perform app_private.tell_tags('!home');
  perform app_private.audit('page.change', 'page', null, jsonb_build_object('page', new_one.page, 'changed', coalesce(lower(changed), 'the order')));
  return new_one;
end $function$;
comment on function app_public.save_page_layout(app_public.site_page,jsonb,integer,jsonb) is 'Saves the sections of a page, based on the revision that was loaded, and all logos if they are given (a list of name, imageUrl, darkImageUrl, websiteUrl and isStudentLogo). For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT if they have changed since.';
grant execute on function app_public.save_page_layout(app_public.site_page,jsonb,integer,jsonb) to newline_visitor;

create function app_public.save_product(id uuid DEFAULT NULL::uuid, changes app_public.product_changes DEFAULT NULL::app_public.product_changes, prices app_public.plan_price[] DEFAULT NULL::app_public.plan_price[])
 RETURNS app_public.products
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  product app_public.products;
  chosen app_public.product_changes := save_product.changes;
  price app_public.plan_price;
  former app_public.plans;
  wanted_slug text;
  is_team boolean;
begin
  perform app_private.require_admin();
  -- One at a time: there is one order, and one that is highlighted.
  perform pg_advisory_xact_lock(hashtext('products'));
  if save_product.id is not null then
    select p.* into product from app_public.products p where p.id = save_product.id for no key update;
    if not found then raise exception 'PLAN_NOT_FOUND' using errcode = 'NL404'; end if;
    chosen.kind := product.kind;
  end if;
  chosen.kind := coalesce(chosen.kind, 'PRO');
  is_team := chosen.kind = 'TEAM';
  perform app_private.check_product(chosen, save_product.prices);
  if chosen.is_highlighted then
    update app_public.products p set is_highlighted = false where p.is_highlighted and p.id is distinct from product.id;
  end if;
  if product.id is null then
    insert into app_public.products (name, kind, position)
      values (btrim(chosen.name), chosen.kind, (select coalesce(max(p.position), 0) + 1 from app_public.products p)) returning * into product;
    product.is_offered := null;
  end if;
  update app_public.products p set name = btrim(chosen.name), description = nullif(btrim(chosen.description), ''),
      features = array(select btrim(f) from unnest(chosen.features) with ordinality as e (f, at) where btrim(f) <> '' order by e.at),
      trial_days = coalesce(chosen.trial_days, 0), min_seats = case when is_team then chosen.min_seats else 1 end,
      max_seats = case when is_team then chosen.max_seats else 1 end, is_highlighted = coalesce(chosen.is_highlighted, false), is_offered = true
    where p.id = product.id;
  -- What subscribers pay stays: a price that is not among these is no longer offered, and one that is other is another.
  update app_public.plans p set is_offered = false, is_provider_due = p.stripe_price_id is not null
    where p.product_id = product.id and p.is_offered and not exists (select from unnest(save_product.prices) w
      where (w.billing_interval, w.amount_cents, w.currency) = (p.billing_interval, p.amount_cents, p.currency::text));
  foreach price in array save_product.prices loop
    continue when exists (select from app_public.plans p where p.product_id = product.id and p.is_offered
      and (p.billing_interval, p.currency::text) = (price.billing_interval, price.currency));
    -- Links to the checkout lead to the new price: the former one hands on its slug.
    select p.* into former from app_public.plans p where p.product_id = product.id and (p.billing_interval, p.currency::text) = (price.billing_interval, price.currency)
      order by p.slug ~ '-was-[0-9a-f]{8}$', p.created_at desc, p.id desc limit 1;
    wanted_slug := case when former.id is null or former.slug ~ '-was-[0-9a-f]{8}$' then app_private.new_plan_slug(btrim(chosen.name), price.billing_interval, price.currency)
      else former.slug end;
    update app_public.plans p set slug = rtrim(left(p.slug, 100), '-') || '-was-' || right(p.id::text, 8) where p.id = former.id and p.slug = wanted_slug;
    insert into app_public.plans (product_id, slug, name, kind, billing_interval, amount_cents, currency, is_provider_due)
      values (product.id, wanted_slug, btrim(chosen.name), chosen.kind, price.billing_interval, price.amount_cents, price.currency, true);
  end loop;
  update app_public.plans p set name = r.name || case p.billing_interval when 'MONTH' then ', monthly' else ', yearly' end,
      description = r.description, min_seats = r.min_seats, max_seats = r.max_seats, position = r.position * 10 + case p.billing_interval when 'MONTH' then 0 else 1 end
    from app_public.products r where r.id = product.id and p.product_id = r.id;
  perform app_private.audit(case when product.is_offered is null then 'plan.create' else 'plan.change' end, 'plan', product.id, jsonb_build_object(
    'name', btrim(chosen.name), 'prices', (select string_agg(w.amount_cents || ' ' || w.currency || ' a ' || lower(w.billing_interval::text), ', ') from unnest(save_product.prices) w)));
  select p.* into product from app_public.products p where p.id = product.id;
  return product;
end $function$;
comment on function app_public.save_product(uuid,app_public.product_changes,app_public.plan_price[]) is 'Creates or changes a product. Existing subscribers keep their price: another amount is another plan, and the former one is no longer offered. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field.';
grant execute on function app_public.save_product(uuid,app_public.product_changes,app_public.plan_price[]) to newline_visitor;

create function app_public.save_progress(lesson_id uuid, watched integer[] DEFAULT '{}'::integer[], read_block_ids text[] DEFAULT '{}'::text[], position_seconds integer DEFAULT NULL::integer, block_id text DEFAULT NULL::text)
 RETURNS app_public.lesson_progress
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.save_progress(uuid,integer[],text[],integer,text) is 'Adds what the signed-in user watched (pairs of a first second and the second after the last) and read, and where they stopped. Completes the lesson at 90 percent of its video, or when every block of its text was read, at no more than 1,000 words a minute since the first report. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.save_progress(uuid,integer[],text[],integer,text) to newline_visitor;

create function app_public.save_redirects(entries app_public.redirect_entry[], allows_other_sites boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.redirect_entry;
  name text;
begin
  perform app_private.require_admin();
  if (cardinality(entries) between 1 and 1000) is not true then
    raise exception 'REDIRECT_COUNT_OUT_OF_RANGE' using errcode = 'NL400', detail = jsonb_build_object('max', 1000, 'count', coalesce(cardinality(entries), 0))::text;
  end if;
  -- One at a time, so that two changes together make no circle.
  perform pg_advisory_xact_lock(hashtext('redirects'));
  foreach entry in array entries loop
    entry.from_path := rtrim(btrim(entry.from_path), '/');
    entry.to_url := btrim(entry.to_url);
    if (entry.from_path ~ '^(/[^/[:space:]?#\\]+)+$' and length(entry.from_path) <= 500) is not true then
      raise exception 'REDIRECT_FROM_INVALID' using errcode = 'NL400', detail = jsonb_build_object('path', left(coalesce(entry.from_path, ''), 100))::text;
    end if;
    if ((entry.to_url ~ '^/(?![/\\])[^[:space:]<>"\\]*$' or entry.to_url ~ '^https?://[^[:space:]<>"\\]+$') and length(entry.to_url) <= 2000) is not true then
      raise exception 'REDIRECT_TO_INVALID' using errcode = 'NL400', detail = jsonb_build_object('path', left(coalesce(entry.to_url, ''), 100))::text;
    end if;
    if (entry.to_url ~ '^/' or allows_other_sites) is not true then
      raise exception 'REDIRECT_LEAVES_SITE' using errcode = 'NL400', detail = jsonb_build_object('path', left(entry.to_url, 100))::text;
    end if;
    if (coalesce(entry.status, 301) in (301, 308)) is not true then raise exception 'REDIRECT_STATUS_INVALID' using errcode = 'NL400'; end if;
    name := split_part(entry.from_path, '/', 2);
    -- What is a page today, and what belongs to the site itself. An item that has or had the path decides itself where it leads.
    if exists (select from app_public.permalinks p where p.path = entry.from_path)
      or entry.from_path in ('/articles', '/books', '/clips', '/courses', '/discussions', '/explore-catalog', '/library', '/newsletter', '/notifications', '/pricing', '/search',
        '/sign-in', '/sign-up', '/verify', '/reset-password', '/write-with-us', '/robots.txt', '/sitemap.xml', '/llms.txt')
      or name in ('admin', 'api', 'graphql', 'media', 'assets', 'studio', 'account', 'checkout', 'webhooks', 'share', 'portraits') then
      raise exception 'REDIRECT_OVER_PAGE' using errcode = 'NL409', detail = jsonb_build_object('path', left(entry.from_path, 100))::text;
    end if;
    insert into app_public.redirects (from_path, to_url, status) values (entry.from_path, entry.to_url, coalesce(entry.status, 301))
      on conflict (from_path) do update set to_url = excluded.to_url, status = excluded.status;
  end loop;
  with recursive way (start, path, steps) as (
    select rtrim(btrim(e.from_path), '/'), rtrim(split_part(split_part(btrim(e.to_url), '#', 1), '?', 1), '/'), 1 from unnest(entries) e
    union all
    select w.start, rtrim(split_part(split_part(r.to_url, '#', 1), '?', 1), '/'), w.steps + 1 from way w join app_public.redirects r on r.from_path = w.path
      where w.path <> w.start and w.steps < 50
  ) select w.start into name from way w where w.path = w.start or w.steps = 50 limit 1;
  if name is not null then raise exception 'REDIRECT_LOOP' using errcode = 'NL400', detail = jsonb_build_object('path', left(name, 100))::text; end if;
  perform app_private.audit('redirect.save', 'redirect', null, jsonb_build_object('count', cardinality(entries), 'from', left(entries[1].from_path, 200),
    'to', left(entries[1].to_url, 200)));
  return cardinality(entries);
end $function$;
comment on function app_public.save_redirects(app_public.redirect_entry[],boolean) is 'Saves redirects, all or none. A redirect from the same path is replaced. Returns how many were saved. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT for a URL that is invalid, on another site or part of a loop, CONFLICT for the path of a page.';
grant execute on function app_public.save_redirects(app_public.redirect_entry[],boolean) to newline_visitor;

create function app_public.save_site_settings(settings app_public.site_change, revision integer)
 RETURNS app_public.site_settings
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  old_one app_public.site_settings;
  new_one app_public.site_settings;
  chosen app_public.site_change := save_site_settings.settings;
  field text;
  size app_public.attachments;
  changed text;
begin
  perform app_private.require_admin();
  select s.* into old_one from app_public.site_settings s for no key update;
  if save_site_settings.revision is distinct from old_one.revision then raise exception 'SITE_REVISION_OLD' using errcode = 'NL409'; end if;
  -- An empty field of a form is one that was left out.
  select (jsonb_populate_record(null::app_public.site_change, (select coalesce(jsonb_object_agg(e.key, case when jsonb_typeof(e.value) = 'string'
      then to_jsonb(btrim(e.value #>> '{}')) else e.value end), '{}') from jsonb_each(to_jsonb(chosen)) e where btrim(e.value #>> '{}') <> ''))).* into chosen;
  if length(chosen.name) > 60 then raise exception 'SITE_TEXT_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('field', 'name', 'max', 60, 'length', length(chosen.name))::text; end if;
  if length(chosen.description) > 300 then raise exception 'SITE_TEXT_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('field', 'description', 'max', 300, 'length', length(chosen.description))::text; end if;
  if length(chosen.organization_name) > 100 then raise exception 'SITE_TEXT_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('field', 'organizationName', 'max', 100, 'length', length(chosen.organization_name))::text; end if;
  if length(chosen.catalog_figure) > 20 then raise exception 'SITE_TEXT_TOO_LONG' using errcode = 'NL400', detail = jsonb_build_object('field', 'catalogFigure', 'max', 20, 'length', length(chosen.catalog_figure))::text; end if;
  if chosen.support_email is not null and (chosen.support_email ~ '^[^@[:space:]<>",;:\\()]+@[^@[:space:]<>",;:\\()]+$' and length(chosen.support_email) <= 254) is not true then
    raise exception 'SITE_EMAIL_INVALID' using errcode = 'NL400';
  end if;
  select u.name into field from (values ('organizationUrl', chosen.organization_url), ('applyUrl', chosen.apply_url)) u (name, value)
    where u.value is not null and (u.value ~ '^https?://[^[:space:]<>"]+$' and length(u.value) <= 2000) is not true limit 1;
  if field is not null then raise exception 'SITE_URL_INVALID' using errcode = 'NL400', detail = jsonb_build_object('field', field)::text; end if;
  if chosen.navigation is not null and app_private.is_link_list(chosen.navigation, true, 8) is not true then
    raise exception 'SITE_LINKS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('field', 'navigation', 'max', 8)::text;
  end if;
  if chosen.footer_links is not null and app_private.is_link_list(chosen.footer_links, true, 12) is not true then
    raise exception 'SITE_LINKS_INVALID' using errcode = 'NL400', detail = jsonb_build_object('field', 'footerLinks', 'max', 12)::text;
  end if;
  if chosen.profiles is not null and app_private.is_link_list(chosen.profiles, false, 12) is not true then
    raise exception 'SITE_PROFILES_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 12)::text;
  end if;
  if chosen.claims is not null and app_private.is_claim_list(chosen.claims) is not true then raise exception 'SITE_CLAIMS_INVALID' using errcode = 'NL400'; end if;
  perform app_private.check_site_colors(chosen);
  select i.name into field from (values ('wordmarkLight', chosen.wordmark_light), ('wordmarkDark', chosen.wordmark_dark), ('icon', chosen.icon)) i (name, value)
    where i.value is not null and not exists (select from app_public.attachments a where a.image_url = i.value) limit 1;
  if field is not null then raise exception 'SITE_IMAGE_NOT_FOUND' using errcode = 'NL400', detail = jsonb_build_object('field', field)::text; end if;
  if chosen.wordmark_dark is not null and chosen.wordmark_light is null then raise exception 'SITE_WORDMARK_LIGHT_MISSING' using errcode = 'NL400'; end if;
  select a.* into size from app_public.attachments a where a.image_url = chosen.wordmark_light limit 1;
  update app_public.site_settings s set name = chosen.name, description = chosen.description, wordmark_light = chosen.wordmark_light,
      wordmark_dark = chosen.wordmark_dark, wordmark_width = size.width, wordmark_height = size.height, icon = chosen.icon,
      accent_light = chosen.accent_light, accent_dark = chosen.accent_dark, paper_light = chosen.paper_light, paper_dark = chosen.paper_dark,
      font = coalesce(chosen.font, 'SERIF'), navigation = chosen.navigation, footer_links = coalesce(chosen.footer_links, '[]'),
      profiles = coalesce(chosen.profiles, '[]'), organization_name = chosen.organization_name, organization_url = chosen.organization_url,
      support_email = chosen.support_email, apply_url = chosen.apply_url, claims = coalesce(chosen.claims, '[]'), catalog_figure = chosen.catalog_figure,
      revision = s.revision + 1
    returning s.* into new_one;
  -- The images stay as long as the site shows them.
  update app_public.attachments a set loose_since = case when a.image_url in (new_one.wordmark_light, new_one.wordmark_dark, new_one.icon) then null else now() end
    where a.image_url in (new_one.wordmark_light, new_one.wordmark_dark, new_one.icon, old_one.wordmark_light, old_one.wordmark_dark, old_one.icon)
      and not exists (select from app_private.attachment_uses u where u.attachment_id = a.id);
  select string_agg(n.key, ', ' order by n.key) into changed from jsonb_each(to_jsonb(new_one)) n join jsonb_each(to_jsonb(old_one)) o using (key)
    where n.value is distinct from o.value and n.key not in ('revision', 'updated_at', 'wordmark_width', 'wordmark_height');
  perform app_private.audit('site.change', 'site', null, jsonb_build_object('changed', coalesce(changed, 'nothing')));
  return new_one;
end $function$;
comment on function app_public.save_site_settings(app_public.site_change,integer) is 'Saves all settings of the site, based on the revision that was loaded. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT with the field, CONFLICT if they were changed in the meantime.';
grant execute on function app_public.save_site_settings(app_public.site_change,integer) to newline_visitor;

create function app_public.save_tag(id uuid DEFAULT NULL::uuid, changes app_public.tag_changes DEFAULT NULL::app_public.tag_changes)
 RETURNS app_public.tags
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  former app_public.tags;
  tag app_public.tags;
  new_name text := btrim(regexp_replace((changes).name, '\s+', ' ', 'g'));
  new_slug text := nullif(btrim((changes).slug), '');
  new_icon text := nullif(btrim((changes).icon), '');
  new_color text := nullif(lower(btrim((changes).color)), '');
begin
  perform app_private.require_admin();
  perform pg_advisory_xact_lock(hashtext('tags'));
  if save_tag.id is not null then
    select t.* into former from app_public.tags t where t.id = save_tag.id for no key update;
    if not found then raise exception 'TAG_ID_NOT_FOUND' using errcode = 'NL404'; end if;
  end if;
  if (length(new_name) between 1 and 60) is not true then
    raise exception 'TAG_NAME_LENGTH_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 60, 'length', coalesce(length(new_name), 0))::text;
  end if;
  new_slug := coalesce(new_slug, former.slug, app_private.slug_of(new_name, 'tag'));
  if (new_slug ~ '^[a-z0-9]+(?:-[a-z0-9]+)*$' and length(new_slug) <= 80 and new_slug <> 'all') is not true then
    raise exception 'TAG_SLUG_INVALID' using errcode = 'NL400', detail = jsonb_build_object('max', 80)::text;
  end if;
  if new_color is not null and (new_color ~ '^#[0-9a-f]{6}$') is not true then raise exception 'TAG_COLOR_INVALID' using errcode = 'NL400'; end if;
  if new_icon is not null and new_icon is distinct from former.icon and (new_icon ~ '^[a-z0-9]{1,40}$'
      or exists (select from app_public.attachments a where a.image_url = new_icon and a.kind = 'IMAGE')) is not true then
    raise exception 'TAG_ICON_NOT_FOUND' using errcode = 'NL400';
  end if;
  if exists (select from app_public.tags t where lower(t.name) = lower(new_name) and t.id is distinct from former.id) then
    raise exception 'TAG_NAME_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('name', new_name)::text;
  end if;
  if exists (select from app_public.tags t where t.slug = new_slug and t.id is distinct from former.id) then
    raise exception 'TAG_SLUG_TAKEN' using errcode = 'NL409', detail = jsonb_build_object('slug', new_slug)::text;
  end if;
  -- A slug that is in use again leads to its tag.
  delete from app_public.former_tag_slugs f where f.slug = new_slug;
  if former.id is null then
    insert into app_public.tags (name, slug, is_category, icon, color, position)
      values (new_name, new_slug, coalesce((changes).is_category, false), new_icon, new_color,
        case when (changes).is_category then (select coalesce(max(t.position), 0) + 1 from app_public.tags t where t.is_category) else 0 end)
      returning * into tag;
  else
    update app_public.tags t set name = new_name, slug = new_slug, is_category = coalesce((changes).is_category, false), icon = new_icon, color = new_color,
        position = case when (changes).is_category and not t.is_category then (select coalesce(max(o.position), 0) + 1 from app_public.tags o where o.is_category) else t.position end
      where t.id = former.id returning t.* into tag;
    if tag.slug <> former.slug then insert into app_public.former_tag_slugs (slug, tag_id) values (former.slug, tag.id); end if;
  end if;
  perform app_private.keep_tag_icon(former.icon, tag.icon);
  perform app_private.audit(case when former.id is null then 'tag.create' else 'tag.change' end, 'tag', tag.id, jsonb_build_object('name', tag.name,
    'oldName', case when former.name <> tag.name then former.name end, 'slug', tag.slug));
  return tag;
end $function$;
comment on function app_public.save_tag(uuid,app_public.tag_changes) is 'Creates or changes a tag. Former slugs redirect. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field, CONFLICT if another tag has the name or slug.';
grant execute on function app_public.save_tag(uuid,app_public.tag_changes) to newline_visitor;

create function app_public.save_video_captions(playback_id text, language text, vtt text, starts_at numeric[], ends_at numeric[], words text[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.save_video_captions(text,text,text,numeric[],numeric[],text[]) is '@behavior -*
Stores checked captions. The transcript and the search index are updated.';
grant execute on function app_public.save_video_captions(text,text,text,numeric[],numeric[],text[]) to newline_visitor;

create function app_public.search(words text, kinds app_public.search_kind[] DEFAULT NULL::app_public.search_kind[], at_most integer DEFAULT 30, is_typing boolean DEFAULT false)
 RETURNS SETOF app_public.search_hit
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  said text := btrim(left(search.words, 400));
  how_many int := least(greatest(coalesce(search.at_most, 30), 0), 100);
  query record;
begin
  -- As written; when nothing has it, by the words that names consist of, and then with the nearest words.
  for try in 1..3 loop
    if try = 2 then
      continue when said !~ '[a-z0-9][A-Z]' and not exists (select from app_private.search_terms(said) t where app_private.is_loose_term(t.term));
    elsif try = 3 then
      exit when said ~ '(^|\s)-\S|"' or exists (select from app_private.search_terms(said) t where not app_private.is_loose_term(t.term));
      said := app_private.nearest_words(said);
    end if;
    query := app_private.search_query(said, search.is_typing, try > 1);
    return query
    select e.kind, f.title, f.context, f.path, e.block_id, case when e.kind = 'TRANSCRIPT' then e.place end,
      app_private.search_excerpt(e.kind, e.words, case when try = 2 then query.q else query.plain end,
        case when try = 2 then array(select t from unnest(query.terms) t where not app_private.is_loose_term(t)) else query.terms end, search.is_typing),
      said
    from app_private.find_entries(query.q, search.kinds, how_many) with ordinality as f (entry, title, context, path, n)
    join app_private.search_entries e on e.id = f.entry order by f.n;
    exit when found or coalesce(numnode(query.q), 0) = 0;
  end loop;
end $function$;
comment on function app_public.search(text,app_public.search_kind[],integer,boolean) is 'Everything that contains all of these words, best first: titles, users, texts, code, lines spoken in videos, comments. Finds nothing that the reader can''t read. With isTyping, the last word is a prefix. If nothing contains a word, the most similar one is used.';
grant execute on function app_public.search(text,app_public.search_kind[],integer,boolean) to newline_visitor;

create function app_public.send_whole_video(playback_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.own_user_id(null);
begin
  update app_public.videos v set status = 'QUEUED', updated_at = now()
    where v.playback_id = send_whole_video.playback_id and v.owner_id = me and v.status = 'UPLOADING' and v.provider <> 'local';
  return exists (select from app_public.videos v
    where v.playback_id = send_whole_video.playback_id and v.owner_id = me and v.provider <> 'local' and v.status <> 'UPLOADING');
end $function$;
comment on function app_public.send_whole_video(text) is '@behavior -*
Records that the last byte of an upload of the signed-in user was sent to the provider. False if there is no such upload. The provider then determines whether it succeeded.';
grant execute on function app_public.send_whole_video(text) to newline_visitor;

create function app_public.sent_mails(address text DEFAULT NULL::text, before uuid DEFAULT NULL::uuid, at_most integer DEFAULT 50)
 RETURNS SETOF app_public.sent_mail
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  return query select m.id, m.address, m.subject, m.sent_at from app_private.sent_mails m
    where (sent_mails.address is null or m.address = lower(btrim(sent_mails.address))) and (before is null or m.id < before)
    order by m.id desc limit least(greatest(coalesce(at_most, 50), 1), 101);
end $function$;
comment on function app_public.sent_mails(text,uuid,integer) is 'For administrators: emails of the last 30 days, newest first, at most 101. before is the ID of the last one on the previous page. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.sent_mails(text,uuid,integer) to newline_visitor;

create function app_public.set_admin(user_id uuid, is_admin boolean)
 RETURNS app_public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.set_admin(uuid,boolean) is 'Makes a user an administrator, or removes the role. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for the last administrator and for suspended users.';
grant execute on function app_public.set_admin(uuid,boolean) to newline_visitor;

create function app_public.set_contributor(username text, title app_public.contribution_title, course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid)
 RETURNS app_public.contributions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.set_contributor(text,app_public.contribution_title,uuid,uuid) is 'Makes a user, by username, an author or editor of a course or book, or changes their role. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT for an unknown username, CONFLICT for the last author, TOO_MANY.';
grant execute on function app_public.set_contributor(text,app_public.contribution_title,uuid,uuid) to newline_visitor;

create function app_public.set_discussion_follow(discussion_id uuid, is_followed boolean DEFAULT NULL::boolean, mails app_public.mail_rhythm DEFAULT NULL::app_public.mail_rhythm)
 RETURNS app_public.discussions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.set_discussion_follow(uuid,boolean,app_public.mail_rhythm) is 'Sets which comments of a discussion the signed-in user is notified about: all (true), none (false) or those that concern them (null), and when they''re emailed (null to use their settings). Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.set_discussion_follow(uuid,boolean,app_public.mail_rhythm) to newline_visitor;

create function app_public.set_discussion_resolved(id uuid, is_resolved boolean)
 RETURNS app_public.discussions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.set_discussion_resolved(uuid,boolean) is 'Resolves or reopens a discussion. For the user who asked, authors of the item and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.set_discussion_resolved(uuid,boolean) to newline_visitor;

create function app_public.set_item_price(course_id uuid DEFAULT NULL::uuid, book_id uuid DEFAULT NULL::uuid, is_advanced boolean DEFAULT false, amount_cents integer DEFAULT NULL::integer, currency text DEFAULT 'USD'::text)
 RETURNS app_public.item_prices
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.set_item_price(uuid,uuid,boolean,integer,text) is 'Sets the one-time price of a course, a book or its advanced package; without amountCents, it''s no longer sold separately. Existing purchases stay. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.set_item_price(uuid,uuid,boolean,integer,text) to newline_visitor;

create function app_public.set_lesson_completed(lesson_id uuid, is_completed boolean)
 RETURNS app_public.lesson_progress
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.set_lesson_completed(uuid,boolean) is 'Marks a lesson as completed, or undoes that; then only the user can complete it again. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.set_lesson_completed(uuid,boolean) to newline_visitor;

create function app_public.show_review(id uuid)
 RETURNS app_public.testimonials
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  entry app_public.testimonials := app_private.locked_review(show_review.id);
begin
  if entry.hidden_at is not null then
    update app_public.testimonials t set hidden_at = null, hidden_reason = null where t.id = entry.id returning t.* into entry;
    perform app_private.audit('review.show', 'review', entry.id, app_private.person_details(entry.user_id, jsonb_build_object(
      'courseId', entry.course_id, 'bookId', entry.book_id)));
  end if;
  return entry;
end $function$;
comment on function app_public.show_review(uuid) is 'Shows a hidden review again. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.show_review(uuid) to newline_visitor;

create function app_public.sign_out_person(user_id uuid)
 RETURNS app_public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  person app_public.users := app_private.locked_person(sign_out_person.user_id);
  ended int;
begin
  delete from auth.session s where s."userId" = person.id;
  get diagnostics ended = row_count;
  perform app_private.audit('person.sign_out', 'person', person.id, jsonb_build_object('username', person.username, 'sessions', ended));
  return person;
end $function$;
comment on function app_public.sign_out_person(uuid) is 'Ends all of a user''s sessions. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.sign_out_person(uuid) to newline_visitor;

create function app_public.sign_ups(span app_public.sign_up_span DEFAULT 'DAY'::app_public.sign_up_span)
 RETURNS SETOF app_public.sign_up_count
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  unit text := case span when 'WEEK' then 'week' else 'day' end;
  last_one timestamp := date_trunc(unit, now() at time zone 'UTC');
  first_one timestamp := last_one - case span when 'WEEK' then interval '25 weeks' else interval '29 days' end;
begin
  perform app_private.require_admin();
  return query select d::date, count(u.id)::int from generate_series(first_one, last_one, ('1 ' || unit)::interval) d
    left join (select x.id, date_trunc(unit, x.created_at at time zone 'UTC') as at from app_public.users x where x.created_at >= first_one at time zone 'UTC') u on u.at = d
    group by d order by d;
end $function$;
comment on function app_public.sign_ups(app_public.sign_up_span) is 'For administrators: sign-ups by day or week, oldest first, including days or weeks without any. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.sign_ups(app_public.sign_up_span) to newline_visitor;

create function app_public.site()
 RETURNS app_public.site_settings
 LANGUAGE sql
 STABLE
AS $function$ select s from app_public.site_settings s $function$;
comment on function app_public.site() is 'The settings of the site.';
grant execute on function app_public.site() to newline_visitor;

create function app_public.site_setup()
 RETURNS app_public.setup_state
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform app_private.require_admin();
  return app_private.read_setup();
end $function$;
comment on function app_public.site_setup() is 'For administrators: the state of the checklist for a new site. Errors: LOGIN_REQUIRED, FORBIDDEN.';
grant execute on function app_public.site_setup() to newline_visitor;

create function app_public.streak()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select app_private.streak_at(now())
$function$;
comment on function app_public.streak() is 'The number of consecutive days, up to today or yesterday, on which the signed-in user made progress. A day isn''t missed before it''s over. 0 for visitors.';
grant execute on function app_public.streak() to newline_visitor;

create function app_public.subscription_list(person text DEFAULT NULL::text, plan_id uuid DEFAULT NULL::uuid, status app_public.subscription_status DEFAULT NULL::app_public.subscription_status, before uuid DEFAULT NULL::uuid)
 RETURNS SETOF app_public.subscriptions
 LANGUAGE sql
 STABLE ROWS 50
AS $function$
  select s.* from app_public.subscriptions s
  where (select app_public.is_admin())
    and (subscription_list.person is null or s.user_id = (select u.id from app_public.users u where u.username = lower(btrim(subscription_list.person, ' @'))))
    and (subscription_list.plan_id is null or s.plan_id = subscription_list.plan_id)
    and (subscription_list.status is null or s.status = subscription_list.status)
    and (before is null or (s.created_at, s.id) < (select b.created_at, b.id from app_public.subscriptions b where b.id = before))
  order by s.created_at desc, s.id desc
$function$;
comment on function app_public.subscription_list(text,uuid,app_public.subscription_status,uuid) is 'For administrators: subscriptions, newest first. Filters by username, plan and status. before is the ID of the last one on the previous page. Empty for everyone else.';
grant execute on function app_public.subscription_list(text,uuid,app_public.subscription_status,uuid) to newline_visitor;

create function app_public.suspend_user(user_id uuid, ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, reason text DEFAULT NULL::text)
 RETURNS app_public.users
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.suspend_user(uuid,timestamp with time zone,text) is 'Suspends a user from writing, until endsAt or permanently. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.suspend_user(uuid,timestamp with time zone,text) to newline_visitor;

create function app_public.tag_list(search text DEFAULT NULL::text, is_category boolean DEFAULT NULL::boolean)
 RETURNS SETOF app_public.tags
 LANGUAGE sql
 STABLE ROWS 100
AS $function$
  select t.* from app_public.tags t
  where (tag_list.is_category is null or t.is_category = tag_list.is_category)
    and (coalesce(btrim(search), '') = '' or strpos(lower(t.name), lower(btrim(search))) > 0 or strpos(t.slug, lower(btrim(search))) > 0)
  order by t.is_category desc, case when t.is_category then t.position end, lower(t.name), t.id
$function$;
comment on function app_public.tag_list(text,boolean) is 'Tags: categories in order, then technologies by name. Filters by part of the name, and by kind.';
grant execute on function app_public.tag_list(text,boolean) to newline_visitor;

create function app_public.tag_of(tag_name text)
 RETURNS app_public.tags
 LANGUAGE sql
 STABLE
AS $function$ select t from app_public.tags t where t.id = app_private.tag_id_of(tag_of.tag_name) $function$;
comment on function app_public.tag_of(text) is 'The tag with this slug, name or former slug; null if there is none.';
grant execute on function app_public.tag_of(text) to newline_visitor;

create function app_public.tags_num_titles(tag app_public.tags)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select (
    (select count(*) from app_public.taggings g join app_public.courses c on c.id = g.course_id
      where g.tag_id = tag.id and c.is_published and c.published_at <= now() and c.archived_at is null and c.is_shown_publicly)
    + (select count(*) from app_public.taggings g join app_public.books b on b.id = g.book_id
      where g.tag_id = tag.id and b.is_published and b.published_at <= now() and b.archived_at is null and b.is_shown_publicly)
    + (select count(*) from app_public.taggings g join app_public.articles a on a.id = g.article_id
      where g.tag_id = tag.id and a.is_published and a.published_at <= now() and a.archived_at is null and a.is_shown_publicly))::int
$function$;
comment on function app_public.tags_num_titles(app_public.tags) is 'The number of published, listed courses, books and articles with the tag. Derived.';
grant execute on function app_public.tags_num_titles(app_public.tags) to newline_visitor;

create function app_public.tags_num_uses(tag app_public.tags)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select count(*)::int from app_public.taggings g where g.tag_id = tag.id $function$;
comment on function app_public.tags_num_uses(app_public.tags) is 'The number of courses, books and articles with the tag that the signed-in user can see: all of them for administrators.';
grant execute on function app_public.tags_num_uses(app_public.tags) to newline_visitor;

create function app_public.testimonials_by_ids(ids uuid[])
 RETURNS SETOF app_public.testimonials
 LANGUAGE sql
 STABLE
AS $function$
  select t.* from app_public.testimonials t where t.id = any (ids)
    and (t.course_id is null or exists (select from app_public.courses c where c.id = t.course_id and c.is_shown_publicly))
    and (t.book_id is null or exists (select from app_public.books b where b.id = t.book_id and b.is_shown_publicly))
  order by array_position(ids, t.id)
$function$;
comment on function app_public.testimonials_by_ids(uuid[]) is 'The testimonials and reviews with these ids, in their order, without reviews of titles that aren''t listed.';
grant execute on function app_public.testimonials_by_ids(uuid[]) to newline_visitor;

create function app_public.testimonials_by_slugs(slugs text[])
 RETURNS SETOF app_public.testimonials
 LANGUAGE sql
 STABLE
AS $function$
  select t.* from app_public.testimonials t where t.slug = any (slugs) order by array_position(slugs, t.slug::text)
$function$;
comment on function app_public.testimonials_by_slugs(text[]) is 'The testimonials with these slugs, in their order.';
grant execute on function app_public.testimonials_by_slugs(text[]) to newline_visitor;

create function app_public.testimonials_is_finished(testimonial app_public.testimonials)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select testimonial.user_id is not null and (
    exists (select from app_public.course_lessons cl where cl.course_id = testimonial.course_id)
    or exists (select from app_public.book_lessons bl where bl.book_id = testimonial.book_id))
  and not exists (
    select from app_public.course_lessons cl join app_public.lessons l on l.id = cl.lesson_id and l.role <> 'CHANGELOG'
    where cl.course_id = testimonial.course_id
      and not exists (select from app_public.user_progresses p where p.course_lesson_id = cl.id and p.user_id = testimonial.user_id))
  and not exists (
    select from app_public.book_lessons bl join app_public.lessons l on l.id = bl.lesson_id and l.role <> 'CHANGELOG'
    where bl.book_id = testimonial.book_id
      and not exists (select from app_public.user_progresses p where p.book_lesson_id = bl.id and p.user_id = testimonial.user_id))
$function$;
comment on function app_public.testimonials_is_finished(app_public.testimonials) is 'True if the author has completed every lesson of the reviewed item.';
grant execute on function app_public.testimonials_is_finished(app_public.testimonials) to newline_visitor;

create function app_public.title_price()
 RETURNS app_public.price_range
 LANGUAGE sql
 STABLE
AS $function$
  select (min(p.amount_cents), max(p.amount_cents), p.currency)::app_public.price_range
  from app_public.item_prices p left join app_public.courses c on c.id = p.course_id left join app_public.books b on b.id = p.book_id
  where not p.is_advanced and coalesce(c.is_published, b.is_published) and coalesce(c.is_shown_publicly, b.is_shown_publicly)
    and not coalesce(c.is_masterclass, false) and not coalesce(c.is_bootcamp, b.is_bootcamp) and not coalesce(c.is_live_workshop, b.is_live_workshop)
  group by p.currency order by count(*) desc, p.currency limit 1
$function$;
comment on function app_public.title_price() is 'The usual one-time price of a title; null if none is for sale.';
grant execute on function app_public.title_price() to newline_visitor;

create function app_public.toggle_bookmark(clip_id uuid, user_id uuid DEFAULT NULL::uuid, enabled boolean DEFAULT NULL::boolean)
 RETURNS app_public.clip_bookmarks
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_bookmark.user_id);
  entry app_public.clip_bookmarks;
begin
  insert into app_public.clip_bookmarks as b (clip_id, user_id, enabled)
    values (app_private.visible_clip(toggle_bookmark.clip_id), me, coalesce(toggle_bookmark.enabled, true))
    on conflict (clip_id, user_id) do update set enabled = coalesce(toggle_bookmark.enabled, not b.enabled)
    returning * into entry;
  return entry;
end $function$;
comment on function app_public.toggle_bookmark(uuid,uuid,boolean) is 'Sets the signed-in user''s bookmark of a clip to enabled, or toggles it if enabled is absent, and returns the row. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.';
grant execute on function app_public.toggle_bookmark(uuid,uuid,boolean) to newline_visitor;

create function app_public.toggle_like(clip_id uuid, user_id uuid DEFAULT NULL::uuid, enabled boolean DEFAULT NULL::boolean)
 RETURNS app_public.clip_likes
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_like.user_id);
  entry app_public.clip_likes;
begin
  insert into app_public.clip_likes as l (clip_id, user_id, enabled)
    values (app_private.visible_clip(toggle_like.clip_id), me, coalesce(toggle_like.enabled, true))
    on conflict (clip_id, user_id) do update set enabled = coalesce(toggle_like.enabled, not l.enabled)
    returning * into entry;
  return entry;
end $function$;
comment on function app_public.toggle_like(uuid,uuid,boolean) is 'Sets the signed-in user''s like of a clip to enabled, or toggles it if enabled is absent, and returns the row. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.';
grant execute on function app_public.toggle_like(uuid,uuid,boolean) to newline_visitor;

create function app_public.toggle_reaction(comment_id uuid, kind text, user_id uuid DEFAULT NULL::uuid, enabled boolean DEFAULT NULL::boolean)
 RETURNS app_public.comments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.toggle_reaction(uuid,text,uuid,boolean) is 'Sets the signed-in user''s reaction of a kind (THANKS, AGREE, LAUGH, CONFUSED) to a comment to enabled, or toggles it if enabled is absent, and returns the comment. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for a deleted comment.';
grant execute on function app_public.toggle_reaction(uuid,text,uuid,boolean) to newline_visitor;

create function app_public.toggle_share(clip_id uuid, user_id uuid DEFAULT NULL::uuid, enabled boolean DEFAULT NULL::boolean)
 RETURNS app_public.clip_shares
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(toggle_share.user_id);
  entry app_public.clip_shares;
begin
  insert into app_public.clip_shares as s (clip_id, user_id, enabled)
    values (app_private.visible_clip(toggle_share.clip_id), me, coalesce(toggle_share.enabled, true))
    on conflict (clip_id, user_id) do update set enabled = coalesce(toggle_share.enabled, not s.enabled)
    returning * into entry;
  return entry;
end $function$;
comment on function app_public.toggle_share(uuid,uuid,boolean) is 'Sets the signed-in user''s share of a clip to enabled, or toggles it if enabled is absent, and returns the row. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.';
grant execute on function app_public.toggle_share(uuid,uuid,boolean) to newline_visitor;

create function app_public.unpublish_article(id uuid)
 RETURNS app_public.articles
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.articles := app_private.locked_article(id, true);
begin
  update app_public.articles a set is_published = false, published_at = case when a.published_at <= now() then a.published_at end
    where a.id = entry.id and a.is_published;
  select * into entry from app_public.articles a where a.id = entry.id;
  return entry;
end $function$;
comment on function app_public.unpublish_article(uuid) is 'Makes the article a draft again, visible only to its authors, editors and administrators. For its authors and administrators.';
grant execute on function app_public.unpublish_article(uuid) to newline_visitor;

create function app_public.unpublish_book(id uuid)
 RETURNS app_public.books
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.books;
begin
  perform app_private.locked_item(null, v.id, true) from (select unpublish_book.id as id) v;
  update app_public.books t set is_published = false, is_coming_soon = false, is_early_access = false,
    published_at = case when t.published_at <= now() then t.published_at end
    where t.id = unpublish_book.id and (t.is_published or t.is_coming_soon);
  select * into entry from app_public.books t where t.id = unpublish_book.id;
  return entry;
end $function$;
comment on function app_public.unpublish_book(uuid) is 'Makes the book a draft again, visible only to its authors, editors and administrators. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.unpublish_book(uuid) to newline_visitor;

create function app_public.unpublish_course(id uuid)
 RETURNS app_public.courses
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.courses;
begin
  perform app_private.locked_item(v.id, null, true) from (select unpublish_course.id as id) v;
  update app_public.courses t set is_published = false, is_coming_soon = false, is_early_access = false,
    published_at = case when t.published_at <= now() then t.published_at end
    where t.id = unpublish_course.id and (t.is_published or t.is_coming_soon);
  select * into entry from app_public.courses t where t.id = unpublish_course.id;
  return entry;
end $function$;
comment on function app_public.unpublish_course(uuid) is 'Makes the course a draft again, visible only to its authors, editors and administrators. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.unpublish_course(uuid) to newline_visitor;

create function app_public.unpublish_page(id uuid)
 RETURNS app_public.pages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  entry app_public.pages := app_private.locked_page(unpublish_page.id);
begin
  if entry.published_at is null then return entry; end if;
  delete from app_private.page_bodies b where b.page_id = entry.id;
  update app_public.pages p set published_at = null, published_version = null, required_version = null where p.id = entry.id returning p.* into entry;
  perform app_private.audit('page.unpublish', 'page', entry.id, jsonb_build_object('slug', entry.slug));
  return entry;
end $function$;
comment on function app_public.unpublish_page(uuid) is 'Makes a page a draft again. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
grant execute on function app_public.unpublish_page(uuid) to newline_visitor;

create function app_public.unread_notices_count()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::int from (
    select from app_public.notices n where n.user_id = (select app_public.current_user_id()) and n.read_at is null limit 100) unread
$function$;
comment on function app_public.unread_notices_count() is 'The number of the signed-in user''s unread notifications, at most 100; 0 for visitors.';
grant execute on function app_public.unread_notices_count() to newline_visitor;

create function app_public.update_section(id uuid, title text)
 RETURNS app_public.course_sections
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  entry app_public.course_sections;
begin
  perform app_private.locked_section(update_section.id);
  update app_public.course_sections s set title = app_private.clean_title(update_section.title) where s.id = update_section.id returning * into entry;
  return entry;
end $function$;
comment on function app_public.update_section(uuid,text) is 'Renames a section. For authors and editors of its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
grant execute on function app_public.update_section(uuid,text) to newline_visitor;

create function app_public.update_testimonial_by_id(id uuid, patch app_public.testimonial_patch)
 RETURNS app_public.testimonials
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  entry app_public.testimonials;
begin
  update app_public.testimonials t set rating = coalesce(patch.rating, t.rating), quote_md = coalesce(patch.quote_md, t.quote_md)
    where t.id = update_testimonial_by_id.id and t.user_id = me returning t.* into entry;
  if entry.id is null then raise exception 'OWN_REVIEW_NOT_FOUND' using errcode = 'NL404'; end if;
  return entry;
end $function$;
comment on function app_public.update_testimonial_by_id(uuid,app_public.testimonial_patch) is 'Changes the signed-in user''s own review. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT with the field.';
grant execute on function app_public.update_testimonial_by_id(uuid,app_public.testimonial_patch) to newline_visitor;

create function app_public.use_browser_time_zone(time_zone text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  me uuid := app_private.own_user_id(null);
  current text;
begin
  select s.time_zone into current from app_public.user_settings s
    where s.user_id = me and s.follows_browser_time_zone and s.time_zone <> use_browser_time_zone.time_zone for no key update;
  -- A browser may be newer than the server and know a time zone that the server doesn't: then nothing changes.
  if current is not null and length(use_browser_time_zone.time_zone) <= 64
    and exists (select from pg_catalog.pg_timezone_names z where z.name = use_browser_time_zone.time_zone) then
    update app_public.user_settings s set time_zone = use_browser_time_zone.time_zone where s.user_id = me;
    update app_public.user_settings s set follows_browser_time_zone = true where s.user_id = me;
  end if;
  return (select s.time_zone from app_public.user_settings s where s.user_id = me);
end $function$;
comment on function app_public.use_browser_time_zone(text) is 'Stores the time zone of the signed-in user''s browser, unless the user picked one. Returns the one in effect; an unknown one changes nothing. Errors: LOGIN_REQUIRED.';
grant execute on function app_public.use_browser_time_zone(text) to newline_visitor;

create function app_public.users_display_name(person app_public.users)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(person.name, person.username) $function$;
comment on function app_public.users_display_name(app_public.users) is 'The name, or the username if there is none. Never null.';
grant execute on function app_public.users_display_name(app_public.users) to newline_visitor;

create function app_public.users_is_pro(person app_public.users)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from app_public.entitlements e
    where e.user_id = person.id and e.kind = 'PRO' and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now()))
$function$;
comment on function app_public.users_is_pro(app_public.users) is 'True while the user has Pro, visible to that user and administrators; false for others.';
grant execute on function app_public.users_is_pro(app_public.users) to newline_visitor;

create function app_public.users_public_comments(person app_public.users)
 RETURNS SETOF app_public.comments
 LANGUAGE sql
 STABLE
AS $function$
  select c.* from app_public.comments c join app_public.discussions d on d.id = c.discussion_id
  left join app_public.lessons l on l.id = d.lesson_id
  left join app_public.clips k on k.id = d.clip_id
  where c.user_id = person.id and not c.deleted and c.hidden_at is null
    and case when d.article_id is not null
      then (select a.is_shown_publicly and a.archived_at is null and a.is_published and a.published_at <= now() from app_public.articles a where a.id = d.article_id)
      else coalesce((select x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now() from app_public.courses x where x.id = coalesce(l.course_id, k.course_id)),
        (select x.is_shown_publicly and x.archived_at is null and x.is_published and x.published_at <= now() from app_public.books x where x.id = coalesce(l.book_id, k.book_id))) end
  order by c.created_at desc, c.id desc
$function$;
comment on function app_public.users_public_comments(app_public.users) is 'The user''s comments on listed items, newest first, as shown on their profile. Without deleted and hidden comments.';
grant execute on function app_public.users_public_comments(app_public.users) to newline_visitor;

create function app_public.video_figures(lesson_id uuid, days integer DEFAULT NULL::integer)
 RETURNS app_public.video_figures
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
end $function$;
comment on function app_public.video_figures(uuid,integer) is 'The number of users who watched each second of a lesson''s video, among those who watched any of it in a number of days, or all time. For contributors to its item and administrators. Errors: LOGIN_REQUIRED, NOT_FOUND also without a video, BAD_INPUT.';
grant execute on function app_public.video_figures(uuid,integer) to newline_visitor;

create function app_public.viewer()
 RETURNS app_public.users
 LANGUAGE sql
 STABLE
AS $function$
  select u from app_public.users u where u.id = app_public.current_user_id()
$function$;
comment on function app_public.viewer() is 'The signed-in user; null for visitors.';
grant execute on function app_public.viewer() to newline_visitor;

create function app_public.withdraw_invitation(invitation_id uuid)
 RETURNS app_public.team_invitations
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  me uuid := app_private.own_user_id(null);
  invitation app_public.team_invitations;
begin
  update app_public.team_invitations i set status = 'WITHDRAWN'
    where i.id = withdraw_invitation.invitation_id and i.status = 'OPEN' and i.team_id in (select t.id from app_public.teams t where t.owner_id = me) returning * into invitation;
  if not found then raise exception 'OPEN_INVITATION_NOT_FOUND' using errcode = 'NL404'; end if;
  return invitation;
end $function$;
comment on function app_public.withdraw_invitation(uuid) is 'Withdraws an open invitation, whose link then stops working. For the owner of the team. Errors: LOGIN_REQUIRED, NOT_FOUND.';
grant execute on function app_public.withdraw_invitation(uuid) to newline_visitor;

create function auth.accept_pages_at_sign_up(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  insert into app_public.page_acceptances (user_id, page_id, version, slug)
    select u.id, p.id, p.published_version, p.slug from app_public.users u, app_public.pages p
    where u.id = accept_pages_at_sign_up.user_id and p.slug in ('terms', 'privacy') and p.published_at is not null
    on conflict do nothing
$function$;
comment on function auth.accept_pages_at_sign_up(uuid) is 'Records that a new user accepted the published terms and privacy policy, as the sign-up form says. For newline_auth.';
grant execute on function auth.accept_pages_at_sign_up(uuid) to newline_auth;

create function auth.confirm_authenticator(owner uuid, session uuid, step bigint, code_hashes bytea[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  update auth.authenticators a set confirmed_at = now(), last_step = step where a.user_id = owner and a.confirmed_at is null and a.last_step < step;
  if not found then return false; end if;
  insert into auth.recovery_codes (user_id, code_hash) select owner, h from unnest(code_hashes) h;
  update auth."session" s set "secondStep" = 'authenticator' where s."id" = session and s."userId" = owner;
  delete from auth."session" s where s."userId" = owner and s."secondStep" is null;
  return true;
end $function$;
comment on function auth.confirm_authenticator(uuid,uuid,bigint,bytea[]) is 'Turns on two-step sign-in for a user whose app has shown a correct code for this period: stores the recovery codes, marks the session, and ends all others. False if it''s already on.';
grant execute on function auth.confirm_authenticator(uuid,uuid,bigint,bytea[]) to newline_auth;

create function auth.confirm_email_change(bytea)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  change auth.email_changes;
begin
  select * into change from auth.email_changes c
    where $1 in (c.old_token_hash, c.new_token_hash) and c.requested_at > now() - interval '24 hours' for update;
  if change.user_id is null then return 'expired'; end if;
  if change.changed_at is not null then return 'changed'; end if;
  update auth.email_changes c set
      old_confirmed_at = case when $1 = c.old_token_hash then coalesce(c.old_confirmed_at, now()) else c.old_confirmed_at end,
      new_confirmed_at = case when $1 = c.new_token_hash then coalesce(c.new_confirmed_at, now()) else c.new_confirmed_at end
    where c.user_id = change.user_id returning * into change;
  if change.old_confirmed_at is null then return 'waits_for_old'; end if;
  if change.new_confirmed_at is null then return 'waits_for_new'; end if;
  begin
    update auth."user" u set "email" = change.new_email, "emailVerified" = true, "updatedAt" = now() where u."id" = change.user_id;
    update auth.email_changes c set changed_at = now() where c.user_id = change.user_id;
  exception when unique_violation then
    return 'taken';
  end;
  return 'changed';
end
$function$;
comment on function auth.confirm_email_change(bytea) is 'Confirms a change of email address from one mailbox, by the SHA-256 of the token that was sent there. Makes the change once both have confirmed it. Returns expired, waits_for_old, waits_for_new, changed, or taken if another account has the email address by then.';
grant execute on function auth.confirm_email_change(bytea) to newline_auth;

create function auth.create_access_token(owner uuid, session_id uuid, name text, scope app_public.access_token_scope, expires_at timestamp with time zone, ending text, hash bytea)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  is_staff boolean;
  created uuid;
begin
  -- Two requests at the same time: one waits for the other, so the limit holds.
  select u.is_admin and (s."secondStep" is not null or (select r.admins_need_second_step from auth.sign_in_rules r) is false) into is_staff
    from app_public.users u left join auth."session" s on s."id" = session_id and s."userId" = u.id where u.id = owner for no key update of u;
  if create_access_token.scope = 'ADMIN' and is_staff is not true then
    raise exception 'ADMIN_REQUIRED' using errcode = 'NL403';
  end if;
  delete from app_public.access_tokens t where t.user_id = owner and t.expires_at < now() - interval '30 days';
  if (select count(*) from app_public.access_tokens t where t.user_id = create_access_token.owner) >= 50 then
    raise exception 'ACCESS_TOKEN_LIMIT_REACHED' using errcode = 'NL409';
  end if;
  insert into app_public.access_tokens (user_id, name, scope, expires_at, ending)
    values (owner, create_access_token.name, create_access_token.scope, create_access_token.expires_at, create_access_token.ending)
    returning id into created;
  insert into auth.access_token_hashes (token_id, hash) values (created, create_access_token.hash);
  return created;
end $function$;
comment on function auth.create_access_token(uuid,uuid,text,app_public.access_token_scope,timestamp with time zone,text,bytea) is 'Stores an access token of a user, by its hash. Errors: FORBIDDEN for ADMIN if the session doesn''t have administrator permissions, CONFLICT if the user has 50 tokens.';
grant execute on function auth.create_access_token(uuid,uuid,text,app_public.access_token_scope,timestamp with time zone,text,bytea) to newline_auth;

create function auth.end_claims()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from auth."user" u where u."id" = old."userId") then perform auth.follow_claims(old."userId", old."providerId", '{}'); end if;
  return null;
end $function$;
comment on function auth.end_claims() is 'Trigger: removes the roles that a provider claimed for a user when their account there is disconnected.';

create function auth.end_email_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from auth.email_changes c where c.user_id = new."userId" and c.changed_at is null;
  return null;
end
$function$;
comment on function auth.end_email_change() is 'Trigger: cancels a pending change of email address when the user''s password changes.';

create function auth.end_links_to_former_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from auth."verification" v
  where case when left(v."value", 1) = '{' then lower(v."value"::jsonb ->> 'email') = old."email" else v."value" = old."id"::text end;
  return null;
end
$function$;
comment on function auth.end_links_to_former_address() is 'Trigger: invalidates all links that were sent to an account''s former email address.';

create function auth.end_pending_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from auth."verification" v using auth."user" u
  where u."id" = new."userId"
    and case when left(v."value", 1) = '{' then lower(v."value"::jsonb ->> 'email') = u."email" else v."value" = u."id"::text end;
  return null;
end
$function$;
comment on function auth.end_pending_links() is 'Trigger: invalidates all emailed links of a user whose password has changed.';

create function auth.end_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from auth."session" s where s."userId" = case when tg_table_name = 'account' then (to_jsonb(new) ->> 'userId')::uuid else (to_jsonb(new) ->> 'id')::uuid end;
  return null;
end
$function$;
comment on function auth.end_sessions() is 'Trigger: ends all sessions of a user whose password or email address has changed.';

create function auth.follow_claims(owner uuid, provider text, claimed text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  person app_public.users;
  changes jsonb := '[]';
  change jsonb;
begin
  select u.* into person from app_public.users u where u.id = owner for no key update;
  if person.id is null then return; end if;

  if 'author' = any (claimed) then
    insert into auth.claimed_roles (user_id, provider_id, role) values (owner, provider, 'author') on conflict do nothing;
    if found then changes := changes || '{"role": "author", "change": "given"}'; end if;
  else
    delete from auth.claimed_roles r where r.user_id = owner and r.provider_id = provider and r.role = 'author';
    if found then changes := changes || '{"role": "author", "change": "taken"}'; end if;
  end if;

  if 'administrator' = any (claimed) then
    -- A role that an administrator gave stays theirs to take. Nobody who is suspended gets one.
    if (person.is_admin or exists (select from app_public.suspensions s where s.user_id = owner and (s.ends_at is null or s.ends_at > now()))) is not true then
      insert into auth.claimed_roles (user_id, provider_id, role) values (owner, provider, 'administrator') on conflict do nothing;
      update app_public.users u set is_admin = true where u.id = owner;
      changes := changes || '{"role": "administrator", "change": "given"}';
    elsif person.is_admin and exists (select from auth.claimed_roles r where r.user_id = owner and r.role = 'administrator') then
      -- Another provider says so as well: the role stays until neither does.
      insert into auth.claimed_roles (user_id, provider_id, role) values (owner, provider, 'administrator') on conflict do nothing;
    end if;
  elsif exists (select from auth.claimed_roles r where r.user_id = owner and r.provider_id = provider and r.role = 'administrator') then
    if person.is_admin and not exists (
      select from auth.claimed_roles r where r.user_id = owner and r.provider_id is distinct from provider and r.role = 'administrator') then
      begin
        update app_public.users u set is_admin = false where u.id = owner;
        changes := changes || '{"role": "administrator", "change": "taken"}';
      exception when sqlstate 'NL409' then
        -- The last administrator keeps the role, and loses it at a later sign-in, when there is another one.
        changes := changes || '{"role": "administrator", "change": "kept"}';
      end;
    end if;
    if changes @> '[{"change": "kept"}]' is not true then
      delete from auth.claimed_roles r where r.user_id = owner and r.provider_id = provider and r.role = 'administrator';
    end if;
  end if;

  for change in select jsonb_array_elements(changes) loop
    perform app_private.audit('role.follow_claim', 'person', owner, jsonb_build_object('username', person.username, 'provider', provider) || change);
  end loop;
  if jsonb_array_length(changes) > 0 then perform pg_notify('newline_sessions', 'user ' || owner); end if;
end $function$;
comment on function auth.follow_claims(uuid,text,text[]) is 'Gives a user the roles that a sign-in provider claims for them, and removes those that it claimed before, except from the last administrator. Recorded in the audit log. Only for sign-ins.';
grant execute on function auth.follow_claims(uuid,text,text[]) to newline_auth;

create function auth.forget_second_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'authenticators' then
    update auth."session" s set "secondStep" = null where s."userId" = old.user_id and s."secondStep" in ('authenticator', 'recovery-code');
  elsif not exists (select from auth.passkeys p where p.user_id = old.user_id) then
    update auth."session" s set "secondStep" = null where s."userId" = old.user_id and s."secondStep" = 'passkey';
  end if;
  return null;
end $function$;
comment on function auth.forget_second_step() is 'Trigger: when a user removes the authenticator app or the last passkey, their sessions no longer count as having a second step.';

create function auth.is_last_admin(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from app_public.users u where u.id = is_last_admin.user_id and u.is_admin)
    and not exists (select from app_public.users u where u.id <> is_last_admin.user_id and u.is_admin)
$function$;
comment on function auth.is_last_admin(uuid) is 'True for the only administrator, whose account can''t be deleted. Only for signing in.';
grant execute on function auth.is_last_admin(uuid) to newline_auth;

create function auth.limit_passkeys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform from auth."user" u where u."id" = new.user_id for no key update;
  if (select count(*) from auth.passkeys p where p.user_id = new.user_id) >= 20 then
    raise exception 'PASSKEY_LIMIT_REACHED' using errcode = 'NL409';
  end if;
  return new;
end $function$;
comment on function auth.limit_passkeys() is 'Trigger: limits a user to 20 passkeys (NL409).';

create function auth.make_first_admin(user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('newline first admin')); -- two links opened at once make one administrator
  if exists (select from app_public.users u where u.is_admin) then return false; end if;
  update app_public.users u set is_admin = true where u.id = make_first_admin.user_id;
  return found;
end $function$;
comment on function auth.make_first_admin(uuid) is 'Makes a user an administrator while there is none. True if it did. Only for signing in: the server prints a link for it.';
grant execute on function auth.make_first_admin(uuid) to newline_auth;

create function auth.note_access_token_uses(token_ids uuid[], clients text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  update app_public.access_tokens t set last_used_at = now(), last_client = left(n.client, 200)
  from unnest(token_ids, clients) as n (token_id, client) where t.id = n.token_id
$function$;
comment on function auth.note_access_token_uses(uuid[],text[]) is 'Records that these tokens were used just now, and by which programs.';
grant execute on function auth.note_access_token_uses(uuid[],text[]) to newline_auth;

create function auth.remove_connection(owner uuid, provider text, others text[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Two at once: the second waits, and sees what is left.
  perform from auth."user" u where u."id" = owner for no key update;
  delete from auth."account" a where a."userId" = owner and a."providerId" = provider and provider <> 'credential'
    and (others is null or exists (select from auth."account" o where o."userId" = owner and o."providerId" <> provider and o."providerId" = any (others)));
  return found;
end $function$;
comment on function auth.remove_connection(uuid,text,text[]) is 'Disconnects an account on another site. Returns false if it''s the last way to sign in, or isn''t connected. `others` are the other providers for signing in; null if users can also sign in by an emailed link.';
grant execute on function auth.remove_connection(uuid,text,text[]) to newline_auth;

create function auth.replace_recovery_codes(owner uuid, code_hashes bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- Two requests at once: the codes of one of them are left, not of both.
  perform from auth.authenticators a where a.user_id = owner for update;
  delete from auth.recovery_codes c where c.user_id = owner;
  insert into auth.recovery_codes (user_id, code_hash) select owner, h from unnest(code_hashes) h;
end $function$;
comment on function auth.replace_recovery_codes(uuid,bytea[]) is 'Replaces a user''s recovery codes.';
grant execute on function auth.replace_recovery_codes(uuid,bytea[]) to newline_auth;

create function auth.require_second_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new."secondStep" is null and exists (select from auth.authenticators a where a.user_id = new."userId" and a.confirmed_at is not null) then
    raise exception 'SECOND_STEP_REQUIRED' using errcode = 'NL403';
  end if;
  return new;
end $function$;
comment on function auth.require_second_step() is 'Trigger: rejects a session without a second step for a user with two-step sign-in (NL403).';

create function auth.revoke_own_access_token(owner uuid, token_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from app_public.access_tokens t where t.id = revoke_own_access_token.token_id and t.user_id = owner;
  return found;
end $function$;
comment on function auth.revoke_own_access_token(uuid,uuid) is 'Revokes an access token of this user; false if there is none.';
grant execute on function auth.revoke_own_access_token(uuid,uuid) to newline_auth;

create function auth.trim_pending_sign_ins()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  oldest timestamptz := (select o.created_at from auth.pending_sign_ins o where o.user_id = new.user_id order by o.created_at desc offset 20 limit 1);
begin
  delete from auth.pending_sign_ins p where p.user_id = new.user_id and (p.created_at < now() - interval '10 minutes' or p.created_at <= oldest);
  return null;
end $function$;
comment on function auth.trim_pending_sign_ins() is 'Trigger: keeps a user''s newest 20 pending sign-ins, none older than ten minutes.';

create function auth.trim_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  oldest timestamptz := (select o."createdAt" from auth."session" o where o."userId" = new."userId" order by o."createdAt" desc offset 1000 limit 1);
begin
  if oldest is not null then delete from auth."session" s where s."userId" = new."userId" and s."createdAt" <= oldest; end if;
  return null;
end $function$;
comment on function auth.trim_sessions() is 'Trigger: keeps a user''s newest 1,000 sessions.';

create function auth.viewer_of_access_token(bytea)
 RETURNS TABLE(token_id uuid, user_id uuid, email text, scope app_public.access_token_scope, is_admin boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select t.id, u."id", u."email", t.scope, t.scope = 'ADMIN' and coalesce(u."role" = 'admin', false)
    and ((select r.admins_need_second_step from auth.sign_in_rules r) is false or app_private.has_second_step(u."id"))
  from auth.access_token_hashes h join app_public.access_tokens t on t.id = h.token_id join auth."user" u on u."id" = t.user_id
  where h.hash = $1 and (t.expires_at is null or t.expires_at > now())
    and not (coalesce(u."banned", false) and coalesce(u."banExpires" > now(), true))
$function$;
comment on function auth.viewer_of_access_token(bytea) is 'Returns the user of the access token with this SHA-256, and whether it currently has administrator permissions. No row if it has expired or was revoked, or if the account is suspended.';
grant execute on function auth.viewer_of_access_token(bytea) to newline_auth;

create function auth.viewer_of_session(text)
 RETURNS TABLE(session_id uuid, user_id uuid, email text, is_admin boolean)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select s."id", u."id", u."email", case when u."role" is distinct from 'admin' then false when s."secondStep" is not null then true
    else (select r.admins_need_second_step from auth.sign_in_rules r) is false end
  from auth."session" s join auth."user" u on u."id" = s."userId"
  where s."token" = $1 and s."expiresAt" > now() and not (coalesce(u."banned", false) and coalesce(u."banExpires" > now(), true))
$function$;
comment on function auth.viewer_of_session(text) is 'Returns the user of the session with this token. No row if it has ended or the account is suspended. is_admin is false for an administrator whose session lacks a required second step. Uses $1, because `token` would be the column.';
grant execute on function auth.viewer_of_session(text) to newline_auth;

create function auth.working_access_tokens(owner uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select coalesce(array_agg(t.name order by t.id), '{}') from app_public.access_tokens t
  where t.user_id = owner and (t.expires_at is null or t.expires_at > now())
$function$;
comment on function auth.working_access_tokens(uuid) is 'Returns the names of a user''s valid access tokens, for the email about a new password.';
grant execute on function auth.working_access_tokens(uuid) to newline_auth;
