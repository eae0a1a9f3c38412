--! Previous: sha1:3b1c13a8c2a986468c1e7cb53fa424e03c6b13f4
--! Hash: sha1:55dcb1dc73c0a788adea9ec73ebf7ed58ae31110

-- Clearer descriptions of types, tables, columns and functions, as they appear in the GraphQL schema and in db/schema.sql.

comment on type app_private.reader is 'The user and session of a request, with their role; everything except the role is null for a visitor.';
comment on type app_private.written_comment is 'The result of writing a comment. If wait_seconds is set, nothing was written, and the user has to wait that long.';
comment on type app_public.administration_overview is 'Totals for the administration overview, and what needs attention.';
comment on type app_public.article_status is 'The state of an article as its authors see it. Derived from its flags; see docs/states.md.';
comment on type app_public.billing_interval is 'How often a plan is billed.';
comment on type app_public.book_ranking is 'The tabs of the books explorer: the newest by publication date, the most popular by completed chapters, the highest rated by number of testimonials, and announced books.';
comment on type app_public.checkout_offer is 'What something costs the signed-in user.';
comment on type app_public.checkout_state is 'The state of a checkout: not paid yet; paid, with the purchase active; or paid and since refunded or ended.';
comment on type app_public.clip_state is 'The viewer''s likes, bookmark and position in a clip, and its current counts.';
comment on type app_public.clip_totals is 'The number of clips with a video, by kind.';
comment on type app_public.contribution_title is 'AUTHOR can write and publish, EDITOR can only write.';
comment on domain app_public.currency is 'An ISO 4217 currency code, such as USD.';
comment on type app_public.discussion_mark is 'The position of a discussion in its lesson, article or clip, with what the margin shows.';
comment on type app_public.entitlement_kind is 'PRO opens everything except masterclasses, bootcamps and workshops; COURSE and BOOK open one item; ADVANCED opens the advanced lessons of one item.';
comment on type app_public.figures_line is 'A course or book in a list of analytics.';
comment on type app_public.figures_list is 'Courses and books with their analytics, newest first.';
comment on domain app_public.handle is 'A username on another site, without @.';
comment on type app_public.invitation_status is 'OPEN reserves a seat for 14 days.';
comment on type app_public.invitation_view is 'What the holder of an invitation''s link sees of it.';
comment on type app_public.item_figures is 'Analytics of a course or book for a period that ends now. Counts users, never names them.';
comment on type app_public.item_progress is 'The signed-in user''s progress in a course or book, and what it is based on. Changelogs don''t count.';
comment on type app_public.item_status is 'The state of a course or book as its authors see it. Derived from its flags; see docs/states.md.';
comment on type app_public.lesson_figures is 'Analytics of a lesson or chapter. Counts users, never names them.';
comment on type app_public.lesson_progress is 'The signed-in user''s progress in a lesson, and what it is based on.';
comment on type app_public.lesson_role is 'The purpose of a lesson. A CHANGELOG doesn''t count toward progress.';
comment on type app_public.lesson_state is 'A user''s progress in a lesson: not started, in progress or completed.';
comment on type app_public.library is 'A page of the signed-in user''s courses and books, with the filters that apply to them.';
comment on type app_public.library_filter is 'A filter of the library.';
comment on type app_public.library_filter_group is 'What a filter applies to. Filters in the same group are combined with OR, groups with AND.';
comment on type app_public.library_item is 'A course or book in the signed-in user''s library.';
comment on type app_public.library_kind is 'The kind of a library item. A masterclass is also a course.';
comment on type app_public.library_sort is 'The order of the library.';
comment on type app_public.library_status is 'A user''s progress in an item. COMPLETED: every lesson is completed. IN_PROGRESS: at least one lesson is completed, or partly watched or read. NOT_STARTED: otherwise, also without lessons.';
comment on type app_public.mail_rhythm is 'When notifications are emailed, in the user''s time zone: immediately, with at most one email per discussion every 15 minutes; daily at 8 a.m.; weekly on Mondays; or never.';
comment on domain app_public.media_address is 'The path of a file on this site (/media/…), or an https URL.';
comment on type app_public.newsletter_address is 'An email address on the newsletter list.';
comment on type app_public.newsletter_state is 'PENDING: signed up, but not confirmed by email. Only CONFIRMED addresses get the newsletter.';
comment on type app_public.notice_kind is 'Why a user is notified: a reply, a mention, an accepted answer, or a question about their own work.';
comment on type app_public.outline_line is 'A line in the outline of a course or book.';
comment on type app_public.person_account is 'Account details that only administrators see.';
comment on type app_public.person_entry is 'A user in the administrators'' list.';
comment on type app_public.person_filter is 'Filters for the administrators'' list of users.';
comment on type app_public.person_session is 'A browser in which a user is signed in.';
comment on type app_public.plan_kind is 'PRO is for one user. TEAM gives Pro to one user per seat.';
comment on type app_public.price_range is 'The lowest and highest of a set of prices in one currency.';
comment on type app_public.progress_reason is 'Why a lesson counts as completed: 90 percent of its video was watched, its text was read to the end, or the user marked it as done.';
comment on type app_public.reaction_count is 'The number of users with one kind of reaction.';
comment on type app_public.remote_code_state is 'Whether the code in a text is still the code on its branch or tag, has changed there, or can no longer be found.';
comment on type app_public.report_reason is 'The reason why a comment is reported.';
comment on type app_public.search_hit is 'A search result, limited to what the reader can see.';
comment on type app_public.search_kind is 'The kind of a search result: a title (course, book, article, lesson, clip), a user, a paragraph, a piece of code, a line spoken in a video, or a comment.';
comment on type app_public.sent_mail is 'An email that was handed to the mail server, without its content.';
comment on type app_public.sign_up_count is 'The number of sign-ups on a day, or in the week that starts on it.';
comment on type app_public.sign_up_span is 'Sign-ups in the last 30 days or the last 26 weeks.';
comment on type app_public.site_change is 'All settings of the site. Absent, null or empty fields fall back to site.config.ts.';
comment on type app_public.site_font is 'The fonts that come with the site, for headings and text: Source Serif 4, Inter or JetBrains Mono.';
comment on type app_public.subscription_status is 'PAST_DUE: a payment failed; access continues for seven days. ENDED: no access.';
comment on type app_public.testimonial_patch is 'Changes to a review. Absent or null fields stay unchanged.';
comment on type app_public.topic is 'The eight topics, each with its own print colors.';
comment on type app_public.transcript_line is 'A line spoken in a video.';
comment on domain app_public.video_address is 'local:{playbackId} for a video on this site, or the https URL of a video at a provider.';
comment on type app_public.video_figures is 'How many users watched each second of a lesson''s video.';
comment on type app_public.video_status is 'UPLOADING until the last byte has arrived, then QUEUED, PROCESSING while it''s being converted, and finally READY, or FAILED with a reason.';
comment on domain app_public.web_address is 'An http or https URL.';
comment on table app_private.article_bodies is 'The full text of an article. Requests read it only through articles_body_delta and similar functions, which cut it with readable_article_blocks.';
comment on column app_private.article_bodies.drawings is 'The renderings of each block: a list, or null for a block that has nothing to render. Null for a text without renderings.';
comment on column app_private.article_bodies.drawn_by is 'The version of the renderer; 0 if it wasn''t rendered yet.';
comment on column app_private.article_bodies.text_version is 'Increases with every change of the text.';
comment on table app_private.article_revision_texts is 'The text of a revision. Requests read it only through read_article_revisions.';
comment on column app_private.article_revision_texts.free_blocks is 'The number of top-level blocks before the paywall mark; null without a mark.';
comment on column app_private.article_revision_texts.session_id is 'The editor (one open page) that saved it. Its saves are numbered by sequence.';
comment on column app_private.article_revision_texts.is_seen is 'True once someone has read the text. The next save then doesn''t overwrite it.';
comment on table app_private.attachment_uses is 'The text that uses an attachment, or the user whose profile image it is. Older versions of a text can be restored, so a use ends only when the text is deleted.';
comment on table app_private.billing_customers is 'The customer ID of a user at the payment provider.';
comment on table app_private.billing_events is 'Events of the payment provider that were handled, so that each is handled only once.';
comment on column app_private.book_exports.store is 'The folder of the file. Machines without a shared folder each create their own file.';
comment on column app_private.book_exports.version is 'A fingerprint of the content: book_version() at the time of the request.';
comment on column app_private.book_exports.is_whole is 'The access class: true for readers with access to every chapter in full, false for part of the book.';
comment on column app_private.book_exports.cut is 'A fingerprint of lesson_ids and block_counts.';
comment on column app_private.book_exports.block_counts is 'The number of blocks of each chapter that readers of this export have access to.';
comment on column app_private.book_exports.step is 'The number of finished steps, out of step_count.';
comment on column app_private.book_exports.label is 'The current step, as shown to readers.';
comment on column app_private.book_exports.attempts is 'The number of times the job has started it.';
comment on column app_private.book_exports.due_at is 'The job doesn''t start it before this time.';
comment on column app_private.book_exports.expires_at is 'When the file is removed, unless it''s downloaded before.';
comment on table app_private.checkouts is 'What a user is about to pay for, at its price at that time. The payment provider receives its ID and returns it.';
comment on table app_private.comment_events is 'Changes to comments in the last hour, for pages that lost their connection.';
comment on table app_private.comment_spaminess is 'How much a comment looks like spam, from 0 to 1. Administrators read it as comment.spaminessRating.';
comment on table app_private.content_marks is 'A random number for each change that pages were notified of. content_state() combines them into one.';
comment on table app_private.deleted_comment_bodies is 'The texts of deleted comments, for administrators.';
comment on table app_private.former_lesson_slugs is 'Slugs that a lesson had while its item was public. They redirect.';
comment on table app_private.hidden_comment_bodies is 'The texts of comments that are waiting for a moderator.';
comment on table app_private.job_processes is 'Processes that run jobs. missing_since is when another process first found this one''s lock free.';
comment on table app_private.job_runners is 'Job runners and their processes. A runner is registered here before it takes its first job.';
comment on table app_private.latin_letters is 'How letters of other scripts are written in slugs. Chinese characters use their Mandarin reading. From the data of any-ascii 0.3.2 (ISC License, Copyright 2020-2023 Hunter WB).';
comment on table app_private.lesson_bodies is 'The full text of a lesson. Requests read it only through lessons_body_delta and similar functions, which cut it with readable_lesson_blocks.';
comment on column app_private.lesson_bodies.block_lengths is 'The number of characters in each block; previewPercent is a percentage of their sum.';
comment on column app_private.lesson_bodies.free_blocks is 'The number of top-level blocks before the paywall mark; null without a mark.';
comment on column app_private.lesson_bodies.drawings is 'The renderings of each block: a list, or null for a block that has nothing to render. Null for a text without renderings.';
comment on column app_private.lesson_bodies.drawn_by is 'The version of the renderer; 0 if it wasn''t rendered yet.';
comment on column app_private.lesson_bodies.text_version is 'Increases with every change of the text.';
comment on table app_private.lesson_revision_texts is 'The text of a revision. Requests read it only through read_lesson_revisions.';
comment on column app_private.lesson_revision_texts.free_blocks is 'The number of top-level blocks before the paywall mark; null without a mark.';
comment on column app_private.lesson_revision_texts.session_id is 'The editor (one open page) that saved it. Its saves are numbered by sequence.';
comment on column app_private.lesson_revision_texts.is_seen is 'True once someone has read the text. The next save then doesn''t overwrite it.';
comment on table app_private.lesson_videos is 'The URL of a lesson''s video. Requests read it only through lessons_video_url.';
comment on table app_private.mail_deliveries is 'Emails that are being handed over (process_id names the process), that were refused (neither column is set), or that the mail server has accepted (sent_at).';
comment on table app_private.moved_texts is 'Texts as they were when their annotations were last positioned. A row exists only until the annotations have been moved.';
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
comment on table app_private.notice_mails is 'Notification emails: pending, sent or failed.';
comment on column app_private.notice_mails.discussion_id is 'The discussion of an email with the schedule AT_ONCE; null for a digest.';
comment on table app_private.orphaned_subscriptions is 'Subscriptions of deleted accounts that still have to be canceled at the payment provider.';
comment on table app_private.picture_hosts is 'Hosts of images other than this site. Each start of the site stores the hosts of its configuration.';
comment on column app_private.picture_hosts.host is 'The host name, with the port if it isn''t 443.';
comment on table app_private.remote_code_checks is 'When remote code is compared next, and the state that comparing needs. Only used by the job.';
comment on column app_private.remote_code_checks.failures is 'How many times in a row the code host failed to respond.';
comment on column app_private.remote_code_checks.etag is 'The ETag of the file at its last comparison. Requests for an unchanged file then cost nothing.';
comment on column app_private.remote_code_checks.kept_text is 'Changed code that an author has dismissed. It isn''t reported again.';
comment on column app_private.remote_code_checks.is_loss_kept is 'True if an author has dismissed that the code is gone. It isn''t reported again until the code comes back.';
comment on table app_private.search_entries is 'The search index. Exactly one reference is set, to what the entry belongs to. Written by triggers.';
comment on column app_private.search_entries.block_id is 'TEXT and CODE: the ID of the block; null for a block without one.';
comment on table app_private.search_words is 'Every word of the entries, to correct mistyped words. Never shown.';
comment on table app_private.sent_mails is 'Emails of the last 30 days that were handed to the mail server.';
comment on table app_private.team_invitation_tokens is 'The SHA-256 of the token in the last link that was sent.';
comment on table app_private.unkept_files is 'Stored files that no attachment uses: files of an upload in progress, and files of removed attachments. A job removes them when they are due, so that none survives a crash.';
comment on column app_private.unkept_files.user_id is 'The user whose upload is in progress; null for files to be removed.';
comment on table app_private.unkept_videos is 'Removed videos whose files still have to be removed. A job does so, so that none survives a crash.';
comment on table app_private.upload_budgets is 'The number of bytes that a user has uploaded in the last 24 hours.';
comment on table app_private.user_quotas is 'How often a user did something in the current period, by kind.';
comment on table app_private.video_budgets is 'The number of bytes of video that a user has announced in the last 24 hours.';
comment on table app_private.video_cues is 'The captions of a video as text, in order. Requests read them only through transcripts, which check access.';
comment on column app_private.video_cues.starts_at is 'The second at which the cue starts.';
comment on column app_private.video_cues.ends_at is 'The second at which the cue ends.';
comment on table app_private.working_anchors is 'The position of an annotation in the working text of a lesson or article, as sent by the editor; without a range, its words were deleted there.';
comment on column app_private.working_anchors.version is 'The revision it was sent with. It doesn''t apply to other revisions.';
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
comment on table app_public.articles is '@behavior -insert -update -delete -query:resource:list
An article. Its text is in bodyDelta, bodyHtml and bodyMarkdown, cut at the paywall for readers without access.';
comment on column app_public.articles.canonical_url is 'The URL where it was first published; only used as rel=canonical.';
comment on column app_public.articles.description is 'A paragraph of plain text; null if not set.';
comment on column app_public.articles.summary is 'One sentence for cards; null if not set.';
comment on column app_public.articles.subscription_required is 'True if the part after the paywall mark requires Pro.';
comment on column app_public.articles.preview_percent is 'The percentage of a text without a paywall mark that is free; null means nothing.';
comment on column app_public.articles.is_published is 'False for a draft, which only its authors and administrators can see.';
comment on column app_public.articles.is_shown_publicly is 'False for an unlisted article, which isn''t in any list but can be opened by its URL.';
comment on column app_public.articles.published_at is 'When it was or will be published; a time in the future means that it''s scheduled.';
comment on column app_public.articles.archived_at is 'When it was archived. Only its authors and administrators can see it then.';
comment on table app_public.attachments is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A file that belongs to a text, visible to its owner, to administrators, and to readers of its discussion.';
comment on column app_public.attachments.attachable_id is 'The ID of the lesson, article or comment whose text uses it.';
comment on column app_public.attachments.file is 'The key in the storage.';
comment on column app_public.attachments.content_type is 'The media type, as detected by the server.';
comment on column app_public.attachments.width is 'The width in pixels; null for files that aren''t images.';
comment on column app_public.attachments.height is 'The height in pixels; null for files that aren''t images.';
comment on column app_public.attachments.byte_count is 'The size in bytes.';
comment on column app_public.attachments.thumbhash is 'A placeholder of about 20 bytes (ThumbHash, base64); null for files that aren''t images.';
comment on column app_public.attachments.is_animated is 'True for an animated image.';
comment on column app_public.attachments.content_hash is '@behavior -*
The SHA-256 of the largest stored file, in hex.';
comment on column app_public.attachments.loose_since is '@behavior -*
Since when no text has used it; null while one does. It''s removed after a day.';
comment on table app_public.audit_log is '@name audit_line
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
An action of an administrator, visible to administrators. Entries can''t be changed, and are deleted after two years.';
comment on column app_public.audit_log.user_id is 'The user who did it, even if their account was deleted; null for the site.';
comment on column app_public.audit_log.user_name is 'The user''s username at the time.';
comment on column app_public.audit_log.action is 'The action, such as person.suspend.';
comment on column app_public.audit_log.subject_kind is 'The kind of its object, such as person or comment.';
comment on column app_public.audit_log.subject_id is 'The ID of its object; null without one.';
comment on column app_public.audit_log.details is 'Further details. Users appear by username, never by email address.';
comment on table app_public.author_pages is '@behavior -insert -update -delete -query:resource:list -query:resource:single
An author''s quote about creating courses and books here. Shown on the home page and on the author''s own page.';
comment on column app_public.author_pages.quote_md is 'The quote, in Markdown.';
comment on column app_public.author_pages."position" is '@name order
The position among the authors, from 1.';
comment on table app_public.book_lessons is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The position of a chapter in its book.';
comment on column app_public.book_lessons."position" is '@name order
The position in the book, from 1.';
comment on column app_public.book_lessons.progress_count is '@behavior -select -orderBy -condition
The number of users who completed it. Derived.';
comment on column app_public.books.permalink is 'The path of its page, such as /courses/{slug}. It''s unique on the site, and former paths redirect.';
comment on column app_public.books.topic is 'Determines the print colors of the cover and frames.';
comment on column app_public.books.description is 'A paragraph of plain text; null if not set.';
comment on column app_public.books.summary is 'One sentence for cards; null if not set.';
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
comment on column app_public.books.is_bootcamp is 'True if it''s sold separately and labeled as a bootcamp.';
comment on column app_public.books.is_live_workshop is 'True if it''s sold separately and labeled as a workshop.';
comment on column app_public.books.published_at is 'When it was or will be published; a time in the future means that it''s scheduled.';
comment on column app_public.books.archived_at is 'When it was archived. Only its authors and administrators can see it then.';
comment on column app_public.books.num_exercises is 'The number of exercises in its lessons.';
comment on column app_public.books.preview_percent is 'The percentage of each text without a paywall mark that is free; null means nothing.';
comment on column app_public.books.pricing_features is 'What buyers get, one item per line.';
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
comment on table app_public.clip_bookmarks is '@name bookmark
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s bookmark of a clip. Only the user can see it.';
comment on column app_public.clip_bookmarks.enabled is 'False if the user undid it.';
comment on table app_public.clip_likes is '@name like
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s like of a clip. Users see only their own rows; clip.likes.totalCount counts everyone''s.';
comment on column app_public.clip_likes.enabled is 'False if the user undid it.';
comment on table app_public.clip_shares is '@name share
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s share of a clip. Users see only their own rows; clip.shares.totalCount counts everyone''s.';
comment on column app_public.clip_shares.enabled is 'False if the user undid it.';
comment on table app_public.clip_views is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
Where a user stopped in a clip, to resume there. Only the user can see it.';
comment on table app_public.clips is '@behavior -insert -update -delete -query:resource:list
A short video from a course or book. The root list has only clips with a videoUrl, newest first.';
comment on column app_public.clips.description is 'What it shows, in plain text; null if not set.';
comment on column app_public.clips.is_short is 'True for SHORTS (vertical, about a minute), false for FULL.';
comment on column app_public.clips.video_url is 'The public video: local:{playbackId}, or the URL at a video provider; null without a video.';
comment on column app_public.clips.thumbnail_seconds is 'The second of the video that its still image shows.';
comment on column app_public.clips.duration_seconds is 'The length in seconds; null if not known yet.';
comment on column app_public.clips.lesson_id is 'The lesson it is taken from; optional.';
comment on column app_public.clips.comments_count is 'The number of comments, without deleted ones. Derived.';
comment on column app_public.clips.visible_from is '@behavior -select -orderBy -condition
When it becomes visible to everyone; null while only contributors to its item and administrators can see it. Derived.';
comment on column app_public.clips.is_listed is '@behavior -select -orderBy -condition
True if its item is shown publicly, so that the root list includes the clip. Derived.';
comment on table app_public.comment_reactions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s reaction to a comment. CONFUSED is the only kind that isn''t positive.';
comment on table app_public.comment_reports is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s report of a comment, visible to that user and administrators.';
comment on column app_public.comment_reports.details is 'Details in the user''s own words; null without any.';
comment on column app_public.comment_reports.decided_at is 'When a moderator decided; null while it''s pending.';
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
comment on column app_public.comments.hidden_at is 'Since when it has been hidden, without its text, until a moderator decides; null if it isn''t hidden.';
comment on column app_public.comments.client_key is '@behavior -*
Identifies the press of Send that created it, so that a repeated request doesn''t create it twice; null without one.';
comment on column app_public.comments.noted_at is 'When an author added it to the lesson as a note; null if it wasn''t.';
comment on table app_public.contributions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The authors and editors of an item.';
comment on column app_public.contributions."position" is 'The order among the contributors of the item.';
comment on table app_public.course_lessons is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The position of a lesson in its course.';
comment on column app_public.course_lessons."position" is '@name order
The position in the course, from 1.';
comment on column app_public.course_lessons.progress_count is '@behavior -select -orderBy -condition
The number of users who completed it. Derived.';
comment on table app_public.course_sections is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A titled section of a course or book.';
comment on column app_public.course_sections."position" is '@name order
The position in its course or book, from 1.';
comment on table app_public.courses is '@behavior -insert -update -delete -query:resource:list
A video course. docs/states.md explains its state flags.';
comment on column app_public.courses.permalink is 'The path of its page, such as /courses/{slug}. It''s unique on the site, and former paths redirect.';
comment on column app_public.courses.topic is 'Determines the print colors of the cover and frames.';
comment on column app_public.courses.description is 'A paragraph of plain text; null if not set.';
comment on column app_public.courses.summary is 'One sentence for cards; null if not set.';
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
comment on column app_public.courses.preview_percent is 'The percentage of each text without a paywall mark that is free; null means nothing.';
comment on column app_public.courses.pricing_features is 'What buyers get, one item per line.';
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
comment on table app_public.discussion_follows is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s notification settings for one discussion, if they differ from the default. Only the user can see them.';
comment on column app_public.discussion_follows.is_followed is 'True for every comment, false for none, null for comments that concern the user.';
comment on column app_public.discussion_follows.mails is 'When notifications are emailed; null to use the user''s settings.';
comment on table app_public.discussion_selections is '@name selection
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The passage that a discussion is about. Visible only to readers with access to the passage.';
comment on column app_public.discussion_selections.range_from is '@name from
Where the passage starts, as a position in the document.';
comment on column app_public.discussion_selections.version is 'The version of the text that the positions refer to. It increases with every change of the published text.';
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
comment on table app_public.discussions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A discussion of a lesson, article or clip.';
comment on column app_public.discussions.timecode_start is 'The second of the video that it is about; null without one.';
comment on column app_public.discussions.comments_count is 'The number of comments, without deleted and hidden ones. Derived.';
comment on column app_public.discussions.last_comment_at is 'The time of the newest comment; null without any.';
comment on column app_public.discussions.is_answered is 'False while a question is waiting for an author, editor or administrator. Derived.';
comment on column app_public.discussions.is_resolved is 'True if the user who asked, an author of the item or an administrator resolved it. Accepting an answer also resolves it.';
comment on table app_public.enrollments is '@behavior -insert -update -delete -query:resource:list -query:resource:single
A user''s enrollment in a course or book, visible to that user and administrators.';
comment on column app_public.enrollments.last_accessed_at is 'When the user last opened one of its lessons.';
comment on table app_public.entitlements is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
What a user has access to beyond free content, and until when. Visible to that user and administrators.';
comment on column app_public.entitlements.starts_at is 'When access starts.';
comment on column app_public.entitlements.ends_at is 'The end of the paid period for a subscription; null for a purchase, which doesn''t expire.';
comment on column app_public.entitlements.source is 'Where it comes from: grant, purchase:{id}, subscription:{id} or seat:{id}.';
comment on table app_public.home_pages is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The content of the home page. There is only one row.';
comment on column app_public.home_pages.id is 'Always true: there is only one row.';
comment on column app_public.home_pages.book_slugs is 'The books on the home page (bookSlugs of allBooksQuery); null for all of them.';
comment on column app_public.home_pages.course_slugs is 'The courses on the home page (courseSlugs of allBooksQuery); null for all of them.';
comment on column app_public.home_pages.testimonial_slugs is 'The featured testimonials, with the large one first.';
comment on column app_public.home_pages.author_usernames is 'The authors in ''Meet the newline authors'', in order; empty for all authors of titles on the page.';
comment on table app_public.item_prices is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The one-time price of a course, a book or its advanced package.';
comment on column app_public.item_prices.is_advanced is 'True for the price of the advanced package.';
comment on column app_public.item_prices.amount_cents is 'The price in cents, before discounts.';
comment on table app_public.lesson_activities is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user''s activity in a lesson: seconds watched, blocks read, and where to resume.';
comment on column app_public.lesson_activities.position_seconds is 'The second of the video to resume at.';
comment on column app_public.lesson_activities.read_block_ids is 'The blocks of the text that were in view long enough to count as read.';
comment on column app_public.lesson_activities.is_kept_open is 'True if the user undid a completion. Then only they can complete the lesson again.';
comment on column app_public.lesson_activities.reading_since is '@behavior -select
When the site first heard that the user had the text open; null before that.';
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
comment on table app_public.lessons is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A lesson of a course or a chapter of a book. Its text is in bodyDelta, bodyHtml and bodyMarkdown and its video in videoUrl, limited to what the reader can access.';
comment on column app_public.lessons.description is 'A sentence or two about it; null if not set.';
comment on column app_public.lessons.video_duration is 'The length of its video in seconds; null without one.';
comment on column app_public.lessons.is_free is 'True if anyone can read it, whatever its course costs.';
comment on column app_public.lessons.is_advanced_package_lesson is 'True if it requires the advanced package of its item, or Pro.';
comment on column app_public.lessons.repository_pathname is 'The path of its protected repository on the assets server.';
comment on table app_public.logos is '@behavior -insert -update -delete
A company in the logo strip of customers or of students'' employers.';
comment on column app_public.logos.is_student_logo is 'True for employers of students, false for customers.';
comment on column app_public.logos."position" is 'The order in its strip.';
comment on table app_public.notices is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A notification, visible only to its user. It''s removed when its comment is deleted or hidden, or its item is no longer visible.';
comment on column app_public.notices.kind is 'Why the user is notified.';
comment on column app_public.notices.read_at is 'When the user read it; null while it''s unread.';
comment on column app_public.notices.is_waiting is '@behavior -*
True until it''s decided whether it is emailed.';
comment on column app_public.notices.mail_id is '@behavior -*
The email that includes it.';
comment on table app_public.permalinks is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
All current and former paths of an item.';
comment on column app_public.permalinks.path is 'The path on this site, with one or two segments.';
comment on column app_public.permalinks.is_current is 'False for a former path, which redirects to the item''s permalink.';
comment on table app_public.plans is '@behavior -insert -update -delete -query:resource:list
A subscription plan for a user or a team.';
comment on column app_public.plans.min_seats is 'The minimum number of seats.';
comment on column app_public.plans.max_seats is 'The maximum number of seats; 1 for Pro.';
comment on column app_public.plans.description is 'One or two sentences; null if not set.';
comment on column app_public.plans.stripe_price_id is '@behavior -select -orderBy -filterBy
The price at Stripe; without one, the amount is sent.';
comment on column app_public.plans."position" is 'The order on the pricing page.';
comment on column app_public.plans.is_offered is 'False for a plan that only continues for existing subscribers.';
comment on table app_public.purchases is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A course, book or advanced package that a user bought, visible to that user and administrators.';
comment on column app_public.purchases.amount_cents is 'The amount paid, in cents, after the discount.';
comment on column app_public.purchases.provider_payment_id is '@behavior -select -orderBy -filterBy
The ID of the payment at the provider.';
comment on column app_public.purchases.refunded_at is 'When it was refunded, which ends access; null if it wasn''t.';
comment on column app_public.purchases.disputed_at is '@behavior -select -orderBy -filterBy
Since when its payment has been disputed, which ends access until the dispute is won; null without a dispute.';
comment on table app_public.remote_code_sources is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A remote code block that follows a branch or tag, and the state of its code there. Visible to the authors and editors of its text, and administrators. Derived from the text.';
comment on column app_public.remote_code_sources.owner is 'The owner of the repository.';
comment on column app_public.remote_code_sources.name is 'The name of the repository.';
comment on column app_public.remote_code_sources.filepath is 'The path of the file.';
comment on column app_public.remote_code_sources.refname is 'The branch or tag that it follows.';
comment on column app_public.remote_code_sources.oid is 'The commit that the text is pinned to.';
comment on column app_public.remote_code_sources.code_query is 'The query that selects the lines; null if they''re selected by number.';
comment on column app_public.remote_code_sources.start_line is 'The first line in the file, from 1.';
comment on column app_public.remote_code_sources.checked_at is 'When it was last compared; null if never.';
comment on column app_public.remote_code_sources.new_start_line is 'The first line of the changed code.';
comment on column app_public.remote_code_sources.new_end_line is 'The last line of the changed code.';
comment on table app_public.site_settings is '@name site_configuration
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The site''s name, look and links, as set by administrators. There is only one row; null fields fall back to site.config.ts.';
comment on column app_public.site_settings.id is 'Always true: there is only one row.';
comment on column app_public.site_settings.wordmark_dark is 'The same for the dark theme; null to use the light one there, too.';
comment on column app_public.site_settings.accent_dark is 'The accent color in the dark theme; null to derive it from accentLight.';
comment on column app_public.site_settings.font is 'The font of headings and text.';
comment on column app_public.site_settings.navigation is 'The links in the header, as JSON: a list with label and url.';
comment on column app_public.site_settings.footer_links is 'Additional links in the footer, as JSON: a list with label and url.';
comment on column app_public.site_settings.profiles is 'The site''s profiles on other sites, as JSON: a list with label and url.';
comment on column app_public.site_settings.organization_name is 'The publisher of the site; null for the site''s name.';
comment on column app_public.site_settings.organization_url is 'The website of the organization; null for this site.';
comment on column app_public.site_settings.support_email is 'The email address for readers'' questions.';
comment on column app_public.site_settings.claims is 'The numbers on the home page, as JSON: a list with figure and words.';
comment on column app_public.site_settings.catalog_figure is 'The number of titles in Pro that the home page shows, such as 60+; null to show none.';
comment on column app_public.site_settings.revision is 'The number of changes. A change has to name the revision that it is based on.';
comment on table app_public.study_days is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A day on which the user made progress, in their time zone. Only the user can see it.';
comment on column app_public.study_days.time_zone is '@behavior -select
The time zone of that day.';
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
Since when one of its payments has been disputed; null without a dispute.';
comment on column app_public.subscriptions.disputed_payments is '@behavior -select -orderBy -filterBy
Payments that are disputed, or whose dispute was lost.';
comment on column app_public.subscriptions.settled_at is '@behavior -select -orderBy -filterBy
When the provider last reported that everything is paid; null before that.';
comment on column app_public.subscriptions.checked_at is '@behavior -select -orderBy -filterBy
When the site last asked the provider about a missing payment; null before that.';
comment on table app_public.surveys is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A survey review.';
comment on column app_public.surveys.scale_number is 'The rating from 1 to 5; counts as a rating.';
comment on column app_public.surveys.review_text is 'The text of the review; null without one.';
comment on table app_public.suspensions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A user who temporarily can''t comment, react or report. Visible to that user and administrators.';
comment on column app_public.suspensions.ends_at is 'When it ends; null if it''s permanent.';
comment on column app_public.suspensions.reason is 'The reason that the user sees; null without one.';
comment on table app_public.taggings is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A tag of an item.';
comment on table app_public.tags is '@behavior -insert -update -delete
A category or technology of items.';
comment on column app_public.tags.is_category is 'True for the curated categories in the explore tabs, false for a technology.';
comment on column app_public.tags."position" is 'The order among the categories.';
comment on column app_public.tags.icon is 'The key in the icon map; null for a technology without an icon.';
comment on table app_public.team_invitations is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
An emailed invitation to a team seat, visible to the team''s owner and administrators.';
comment on column app_public.team_invitations.email is 'The email address it was sent to. Any signed-in user with the link can accept it.';
comment on column app_public.team_invitations.sent_at is 'When it was last sent.';
comment on column app_public.team_invitations.sent_count is '@behavior -select -orderBy -filterBy
The number of times it was sent.';
comment on column app_public.team_invitations.expires_at is 'When it expires: 14 days after it was sent.';
comment on table app_public.team_members is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
An occupied seat of a team, visible to its user, the team''s owner and administrators. A user has at most one seat.';
comment on table app_public.teams is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The users who share a Team Package, visible to its owner, its members and administrators.';
comment on column app_public.teams.seats is 'The number of paid seats.';
comment on column app_public.teams.seats_taken is 'The number of seats of members and open invitations. Derived.';
comment on table app_public.testimonials is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A review: one by a learner (one per user and item), or one chosen by the site, which has a slug and no user.';
comment on column app_public.testimonials.slug is 'The slug of a testimonial chosen by the site.';
comment on column app_public.testimonials.quote_md is 'The text, in Markdown; at most 200 characters for learners.';
comment on column app_public.testimonials.employer is 'The user''s employer, as shown on the card.';
comment on column app_public.testimonials.answer_md is 'The answer of an author of the item, in Markdown, at most 1,000 characters; null without an answer.';
comment on column app_public.testimonials.answered_at is 'When the answer was last written; null without an answer.';
comment on column app_public.testimonials.answered_by is 'The user who answered; null without an answer, or if their account was deleted.';
comment on column app_public.testimonials.hidden_at is 'When an administrator hid it; null if it''s shown. A hidden review is visible to its author and administrators.';
comment on column app_public.testimonials.hidden_reason is 'The reason that its author sees; null without one.';
comment on table app_public.user_progresses is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A lesson that a user completed. Users see only their own rows; totalCount counts everyone''s.';
comment on table app_public.user_settings is '@behavior -insert -delete -query:resource:connection -query:resource:list
Private settings of a user.';
comment on column app_public.user_settings.time_zone is 'The IANA name of the time zone for streaks and for daily and weekly emails. Changing it turns off following the browser.';
comment on column app_public.user_settings.has_shortcuts is 'False if the user has turned off single-key shortcuts.';
comment on column app_public.user_settings.mail_notices is 'When notifications are emailed. Discussions can override it.';
comment on column app_public.user_settings.follows_browser_time_zone is 'True until the user picks a time zone. Until then, the time zone is that of the last browser.';
comment on table app_public.users is '@behavior -insert -delete -query:resource:connection -query:resource:list
The public profile of a user.';
comment on column app_public.users.username is 'The unique username in lower case. The profile is at /@{username}.';
comment on column app_public.users.name is 'The name as the user writes it; null if not set. Show displayName.';
comment on column app_public.users.employment_title is 'The job title, in the user''s own words.';
comment on column app_public.users.employer_name is 'The employer, in the user''s own words.';
comment on column app_public.users.biography is 'A few sentences of plain text about the user.';
comment on column app_public.users.is_admin is 'True for administrators, who can do everything.';
comment on table app_public.video_captions is '@name videoCaption
@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The captions of a video in one language. Visible to everyone who can see the video.';
comment on column app_public.video_captions.vtt is 'The captions as WebVTT.';
comment on column app_public.video_captions.words is '@behavior -*
The text of each cue, without its settings.';
comment on table app_public.videos is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A video that an author uploaded. Visible to its owner, to the authors and editors of its item, and to administrators.';
comment on column app_public.videos.playback_id is 'The random ID that identifies it in URLs.';
comment on column app_public.videos.course_id is 'The course that it was uploaded for: as a trailer, unless lessonId or clipId is set.';
comment on column app_public.videos.book_id is 'The book that it was uploaded for: as a trailer, unless lessonId or clipId is set.';
comment on column app_public.videos.lesson_id is 'The lesson that it was uploaded for.';
comment on column app_public.videos.clip_id is 'The clip that it was uploaded for.';
comment on column app_public.videos.provider is 'Who stores and serves it: local (this site) or mux.';
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
comment on column app_public.videos.loose_since is '@behavior -*
Since when it hasn''t been used anywhere; null while it''s used. It''s removed after a day, or after a week if it failed.';
comment on column app_public.videos.updated_at is 'When bytes or status updates last arrived.';
comment on column app_public.videos.provider_playback_id is '@behavior -*
The ID that identifies it in the provider''s URLs.';
comment on table auth."rateLimit" is 'Requests to the sign-in pages by subnet (an IPv4 address or an IPv6 /64) and path.';
comment on table auth."user" is 'An account. The public profile is the row of app_public.users with the same ID.';
comment on column auth."user".role is 'admin or user. Follows app_public.users.is_admin, and is never set here.';
comment on column auth."user".banned is 'True if the account is disabled: it can''t sign in, and its sessions are rejected.';
comment on table auth.account is 'A sign-in method: a password (providerId credential, hashed with scrypt), or an account with another provider.';
comment on table auth.attempts is 'Attempts that count toward our own limits (such as an account and a subnet), in the format of rate-limiter-flexible.';
comment on table auth.authenticators is 'The authenticator app of a user. Two-step sign-in is on once a code has confirmed it (confirmed_at).';
comment on column auth.authenticators.last_step is 'The latest 30-second period whose code was used. Each code works once.';
comment on table auth.passkeys is 'A passkey of a user. It signs in without a second step, because the device has verified a fingerprint, face or PIN.';
comment on column auth.passkeys.credential_id is 'The ID of the credential, in base64url.';
comment on column auth.passkeys.sign_count is 'How often the device says it was used. A lower number than before means that it was copied.';
comment on column auth.passkeys.name is 'The user''s name for it, such as the name of the device.';
comment on table auth.pending_sign_ins is 'Sign-ins that are waiting for their second step, by the SHA-256 of the browser''s cookie. They last for ten minutes and five codes.';
comment on table auth.recovery_codes is 'Unused recovery codes, by their HMAC with a key derived from SECRET_KEY, so that a copy of the database isn''t enough to find one.';
comment on table auth.session is 'A signed-in browser. Deleting the row signs it out immediately, because nothing is cached.';
comment on column auth.session."lastUsedAt" is 'When it was last used, to the minute.';
comment on column auth.session."secondStep" is 'The kind of second step that was used; null without one.';
comment on table auth.used_links is 'Sign-in links that were used in the last day, by the SHA-256 of their token, with the account they signed in to.';
comment on table auth.verification is 'Emailed links and states of sign-ins with other providers, until they''re used or expire.';
comment on function app_private.add_comment(uuid,uuid,uuid,uuid,jsonb,text,text,jsonb,integer,text[]) is 'Writes a comment after its author''s rights were checked. Not granted.';
comment on function app_private.add_lesson_revision(uuid,text,jsonb,text[],integer,uuid,integer,integer) is 'Adds a revision by the signed-in user. Keeps the newest 100 revisions, and of older ones the newest 100 that were published. Not granted.';
comment on function app_private.add_revision(uuid,text,jsonb,text[],integer,uuid,integer,integer) is 'Adds a revision by the signed-in user. Keeps the newest 100 revisions, and of older ones the newest 100 that were published. Not granted.';
comment on function app_private.add_search_words() is 'Trigger: stores the words of new entries, to correct mistyped searches.';
comment on function app_private.add_selection(uuid,jsonb) is 'Stores the passage of a new discussion, as located by api/src/features/annotations. Not granted: called by functions that begin discussions.';
comment on function app_private.add_user() is 'Trigger: creates the public row and the settings of a new account, in the same transaction.';
comment on function app_private.anchors_of(uuid,uuid) is 'The annotations of a text with the positions sent by the editor. Not granted.';
comment on procedure app_private.announce_changes(regclass,text,text,name[]) is 'Makes changes of a table announce the tag, and one:{id} if one is given, so that pages with the tag are rendered again. Changes of quiet columns (counters) aren''t announced. Call it again with the table alone after adding a column.';
comment on function app_private.announce_comment() is 'Trigger: notifies listeners on newline_comments of a change, by IDs, and the page cache of the pages that show it: comments:{clip, lesson or article}, comments-of:{user}.';
comment on function app_private.announce_session() is 'Trigger: notifies listeners on newline_sessions that a session has ended, or that a user''s rights have changed: `session {id}` or `user {id}`.';
comment on function app_private.answer_to_note(uuid) is 'An answer beside a lesson with the text of the lesson, for a user who can write it. Raises NL400, NL401, NL403, NL404 and NL409.';
comment on function app_private.answerers(uuid) is 'The users who answer questions about a discussion''s item: its contributors and administrators. Not granted.';
comment on function app_private.arrange_lessons(uuid,uuid,uuid,uuid,integer) is 'Numbers the lessons of an item from 1, section by section (those without one first), with the moved one at its new position. Not granted.';
comment on function app_private.arrange_sections(uuid,uuid,uuid,integer) is 'Numbers the sections of an item from 1, with the moved one at its new position. Not granted.';
comment on function app_private.ask_newsletter(text,text,text,text[],bytea) is 'Adds an email address to the newsletter as pending. True if an email with a link has to be sent: not to a confirmed address, and not twice within a minute.';
comment on function app_private.audit(text,text,uuid,jsonb) is 'Adds an entry to the audit log for the session''s user, in the transaction of the action. For definer functions: not granted.';
comment on function app_private.audit_role() is 'Trigger: logs who becomes an administrator, and who no longer is one.';
comment on function app_private.begin_job_act(text,jsonb) is 'Checks that the user whose ID was set is an administrator (NL401, NL403), and logs their action on a job. For the login that runs jobs.';
comment on function app_private.begin_job_runner(text,integer) is 'Registers a runner before it takes its first job. Used by jobs.';
comment on function app_private.begin_mail(text,integer) is 'Claims an email before it''s handed to the mail server. BEGUN; SENT if the server has already accepted it; BUSY if another process is handing it over. Used by jobs.';
comment on function app_private.billing_customer() is 'The user''s customer ID at the payment provider; null before their first payment.';
comment on function app_private.book_cut(text,text) is 'The reader''s access to a book: its chapters, with the number of blocks that they can read. Null if they can''t see the book. Not granted.';
comment on function app_private.book_export_chapter(uuid,integer) is 'A chapter of an export, counted from 1, cut as it was when the export was requested.';
comment on function app_private.book_ids_with(text) is 'The IDs of listed items with all of the words in their titles.';
comment on function app_private.check_name() is 'Trigger: rejects names that can''t be seen completely (NL400), and names of administrators (NL409).';
comment on function app_private.check_permalink() is 'Trigger: rejects new permalinks whose first segment is reserved.';
comment on function app_private.check_pictures() is 'Trigger: rejects images from hosts other than picture_hosts (NL400). Its arguments are the columns.';
comment on function app_private.check_public_video(text,uuid,uuid,text) is 'Raises NL400 for the video of a lesson that the user can''t edit, and for another user''s upload. Not granted.';
comment on function app_private.check_reply_chain() is 'Trigger: limits nested replies to a hundred levels.';
comment on function app_private.check_review() is 'Trigger: rejects a learner''s rating outside 1 to 5 and texts of more than 200 characters (NL400), before the constraints do.';
comment on function app_private.check_section(uuid,uuid,uuid) is 'Raises NL404 unless the section, if any, belongs to the item. Not granted.';
comment on function app_private.check_site_colors(app_public.site_change) is 'Rejects colors that would make text hard to read (NL400), and names the nearest one that works. Not granted.';
comment on function app_private.check_time_zone() is 'Trigger: rejects time zones that the server doesn''t know (NL400).';
comment on function app_private.check_username() is 'Trigger: rejects new usernames that are reserved (NL409).';
comment on function app_private.claim_attachments(uuid[],uuid) is 'Claims the attachments that a saved text shows: those of the user who saves it and of its other authors. Returns the IDs that it can''t claim, which stay unchanged.';
comment on function app_private.claim_book_export(text,text) is 'The next export to create; null if there is none, or another session is creating one. The session that claims it holds the lock until it calls pg_advisory_unlock_all() or ends.';
comment on function app_private.claim_missing_payments() is 'Active subscriptions with a missing payment, each at most every six hours. The job asks the provider about them, because an event can get lost.';
comment on function app_private.claim_video() is 'The next video to process; none while another one is being processed.';
comment on function app_private.clean_title(text) is 'The title with single spaces. Raises NL400 if it''s empty or too long.';
comment on function app_private.color_grounds(text,boolean) is 'The backgrounds of text: the page and its two bands. Not granted.';
comment on function app_private.comment_news(uuid,bigint) is 'Changes to the comments of a clip, lesson or article since an event, by IDs, and the number of the newest event. Check first that the reader can see it. Some changes may be repeated; isLost if not all of them are stored anymore.';
comment on function app_private.complete_lesson(uuid,uuid,app_public.progress_reason) is 'Marks a lesson as completed, once.';
comment on function app_private.complete_purchase(uuid,text,text) is 'Turns a paid checkout into a purchase, once.';
comment on function app_private.content_state() is 'The content mark, which differs after every announced change, and when an item was last published on schedule. For pages that are cached on disk.';
comment on function app_private.copy_admin_flag() is 'Trigger: copies the administrator role from the public row to the sign-in account, in the same transaction.';
comment on function app_private.count_clip_action() is 'Trigger: updates the public counts of likes and shares.';
comment on function app_private.count_comments() is 'Trigger: updates the number of comments of a discussion and its clip, the number of replies, and whether a question is waiting.';
comment on function app_private.count_enrollments() is 'Trigger: updates numStudents.';
comment on function app_private.count_lessons() is 'Trigger: updates numLessons.';
comment on function app_private.count_new_row() is 'Trigger: limits how many rows of a kind a user can create per day (NL429). Arguments: the name of the kind, and the limit.';
comment on function app_private.count_progress() is 'Trigger: updates the public number of completions.';
comment on function app_private.count_ratings() is 'Trigger: updates ratingCount, ratingSum and numReviews.';
comment on function app_private.count_reactions() is 'Trigger: updates the number of a comment''s reactions.';
comment on function app_private.count_reply(uuid,integer) is 'Counts a reply that was added or removed, up through the deleted comments that appear or disappear with it. Not granted.';
comment on function app_private.count_seats() is 'Trigger: updates seatsTaken, whose constraint rejects a member or invitation too many.';
comment on function app_private.count_words(text[]) is 'The number of words in the blocks.';
comment on function app_private.course_ids_with(text) is 'The IDs of listed items with all of the words in their titles.';
comment on function app_private.create_article(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Creates an article with the signed-in user as its author, at the requested slug or a similar one. Raises NL401, NL403 and NL429.';
comment on function app_private.create_discussion_with_comment(uuid,uuid,uuid,uuid,double precision,jsonb,uuid,jsonb,text,text,jsonb,integer,text[]) is 'Begins a discussion with its first comment, in one statement. Raises NL400, NL401, NL403, NL404 and NL409.';
comment on function app_private.create_item(text,boolean) is 'Creates a course or book with the signed-in user as its author. Raises NL400, NL401, NL403 and NL429. Not granted.';
comment on function app_private.csv_cell(text) is 'A cell of a CSV file (RFC 4180) that spreadsheets don''t run as a formula. Not granted.';
comment on function app_private.cut_delta(jsonb,integer) is 'The first blocks of the document, cut at the paywall.';
comment on function app_private.cut_drawings(jsonb,integer) is 'The renderings of the first blocks, cut where cut_delta cuts.';
comment on function app_private.delete_comment(uuid) is 'Deletes a comment: its text is gone for everyone except administrators, and its replies stay. For its author and administrators. Raises NL401, NL403 and NL404.';
comment on function app_private.drop_stale_drawings() is 'Trigger: removes the renderings of a comment''s previous text, unless new ones come with the change.';
comment on function app_private.due_cancellations(text) is 'Subscriptions of deleted accounts that still run at the provider, except the one that is removed.';
comment on function app_private.due_files() is 'Stored files that nothing uses.';
comment on function app_private.due_remote_code(integer) is 'Claims remote code that is due for comparison. Code without a result within half an hour is due again.';
comment on function app_private.edit_comment(uuid,jsonb,text,text,jsonb,integer,text[]) is 'Changes the text of a comment of the signed-in user. Raises NL401, NL403, NL404 and NL409.';
comment on function app_private.end_job_runners(text[]) is 'Removes job runners that hold no job. Used by jobs.';
comment on function app_private.end_mail(text,text,text) is 'Records that the mail server has accepted an email, so that it isn''t sent again. Used by jobs.';
comment on function app_private.end_newsletter_copy(uuid,text,text) is 'Records that a state was sent to the newsletter service, or the service''s error. Later changes are sent again.';
comment on function app_private.end_notice_mail(uuid,boolean) is 'Records that an email was sent, or failed and will be retried, 12 times in all. Used by jobs.';
comment on function app_private.fail_book_export(uuid,text) is 'Records that an export failed permanently, and why, as shown to readers.';
comment on function app_private.fail_video(text,text) is 'Records that a video can''t be played, and why.';
comment on function app_private.find_entries(tsquery,app_public.search_kind[],integer) is 'The best search entries that the reader can see, best first. At most 2,500 candidates are ranked, and access to the best 300 of them is checked, whatever the query.';
comment on function app_private.find_gone_job_processes(interval) is 'Processes whose lock has been free for longer than grace, on a server that has been up for longer. Used by jobs.';
comment on function app_private.finish_book_export(uuid,bigint,text) is 'Records that the file is complete. False if the book changed in the meantime, so that the file may mix two versions; then it must be removed.';
comment on function app_private.finish_video(text,text,double precision,integer,integer,integer[],integer) is 'Records that a video can be played, and plays it where it was uploaded. False if it was removed in the meantime.';
comment on function app_private.fold_content_marks() is 'Combines all content marks into one row, without changing their total. Used by the job tidy_records.';
comment on function app_private.fold_title(text) is 'A title without case and accents, for comparing.';
comment on function app_private.follow_item() is 'Trigger: gives a clip the visibility of its item.';
comment on function app_private.forget_address() is 'Trigger: removes a deleted account''s email address from the newsletter, invitations and pending links.';
comment on function app_private.forget_audit_lines() is 'Deletes audit log entries that are more than two years old. Used by jobs.';
comment on function app_private.forget_comment_events() is 'Deletes events that are more than an hour old. Used by jobs.';
comment on function app_private.forget_files(text[]) is 'Records that files were removed from the storage.';
comment on function app_private.forget_job_processes(integer[]) is 'Deletes processes with their runners. Used by jobs.';
comment on function app_private.forget_mails() is 'Deletes records of emails that are more than 30 days old. Used by jobs.';
comment on function app_private.forget_mails_of_account() is 'Trigger: deletes the records of emails to a deleted account.';
comment on function app_private.forget_videos(text[]) is 'Records that the files of videos were removed.';
comment on function app_private.former_lesson(uuid,text) is 'The lesson that formerly had this slug in the item; null for none. Doesn''t check access.';
comment on function app_private.free_username(text) is 'An available username that isn''t reserved: the requested name in Latin letters, with a number if it''s taken.';
comment on function app_private.give_entitlement(text,uuid,app_public.entitlement_kind,uuid,uuid,timestamp with time zone,timestamp with time zone) is 'Creates the entitlement of a subscription, seat or purchase, or changes when it ends.';
comment on function app_private.give_up_mail(text,integer) is 'Records that an email wasn''t handed over. It''s retried. Used by jobs.';
comment on function app_private.grant_checkout(uuid) is 'Grants what was checked out without a payment, once: for the manual provider on a demo site.';
comment on function app_private.has_pro(uuid) is 'True while the user has Pro, from any source.';
comment on function app_private.has_read_text(app_public.lesson_activities) is 'True if every block with words was read, in no less than a minute per 1,000 words since the site first heard of the reading.';
comment on function app_private.hold_job_process(integer,text[]) is 'Registers a process as running, with its runners, for as long as the calling session stays connected. Used by jobs.';
comment on function app_private.in_latin(text) is 'The words in lower case, with letters of other scripts in Latin script.';
comment on function app_private.index_body() is 'Trigger: indexes a text for search, block by block. Argument: the column that refers to its owner.';
comment on function app_private.index_changed_cues() is 'Trigger: indexes new captions for search, and removes deleted ones.';
comment on function app_private.index_comment() is 'Trigger: indexes a comment for search, and removes a deleted one.';
comment on function app_private.index_played_video() is 'Trigger: indexes the transcript of a lesson''s or clip''s new video for search.';
comment on function app_private.index_title() is 'Trigger: indexes a title for search. Arguments: kind, referring column, columns of its words with the title first.';
comment on function app_private.index_transcript(text,uuid,uuid) is 'Indexes the transcript of a lesson''s or clip''s video for search.';
comment on function app_private.invite_to_team(uuid,text[],bytea[]) is 'Invites email addresses to seats of the user''s team, or resends open invitations. Only the last link works.';
comment on function app_private.is_answered(uuid) is 'True unless the newest question (a comment without a parent) is newer than every comment of those who answer. Not granted.';
comment on function app_private.is_claim_list(jsonb) is 'Whether the value is a list of at most 4 claims, each with figure and words. Not granted.';
comment on function app_private.is_entitled(uuid,uuid,boolean) is 'True if the signed-in user has an active entitlement for the item; without an item, for articles, which Pro opens.';
comment on function app_private.is_job_process_locked(integer) is 'Whether a process holds its lock, which means that it''s running.';
comment on function app_private.is_link_list(jsonb,boolean,integer) is 'Whether the value is a list with at most this many links, each with label and url: https, or a path of this site where allowed. Not granted.';
comment on function app_private.is_live(app_public.lessons) is 'True if its course or book is published, so that its text has to be published separately.';
comment on function app_private.is_loose_term(text) is 'True for snake_case and Node.js, which also match their words one by one; false for C++, .NET and --flag, which would then mean something else.';
comment on function app_private.is_name_of_staff(text,uuid) is 'True if another administrator has this name. Not granted.';
comment on function app_private.is_played(text) is 'True if a lesson, clip or trailer plays the video at this URL, whether the reader can see it or not. Not granted.';
comment on function app_private.is_public_video(text) is 'True if a clip or trailer that the reader can see plays the video at this URL.';
comment on function app_private.is_readable(text,text[]) is 'Whether text in this color has AA contrast on all of these backgrounds. Not granted.';
comment on function app_private.is_shown_picture(text) is 'True for a file of this site, or a URL at one of picture_hosts. Not granted.';
comment on function app_private.item_progress(uuid,uuid) is 'The signed-in user''s progress in a course or book; runs with that user''s rights.';
comment on function app_private.join_item(uuid,uuid) is 'Enrolls a user in the item of a lesson, or records that they opened it again.';
comment on function app_private.keep_an_author(uuid,uuid,uuid) is 'Raises NL409 if the last author of an item would be removed. Not granted.';
comment on function app_private.keep_attachments(uuid,jsonb) is 'Claims the attachments that a text shows, if the user who saves it has the right to. Not granted.';
comment on function app_private.keep_covers() is 'Trigger: keeps uploaded covers while an item shows them, and releases former ones. Rejects uploads of users who can''t edit the item (NL400).';
comment on function app_private.keep_dispute(text,text,boolean) is 'Ends access from a payment while it''s disputed or once the dispute is lost, and restores it if the dispute is won.';
comment on function app_private.keep_last_admin() is 'Trigger: rejects demoting or deleting the last administrator (NL409).';
comment on function app_private.keep_lesson_slug() is 'Trigger: stores the former slug of a lesson for redirects, until another lesson takes it.';
comment on function app_private.keep_member() is 'Trigger: gives Pro with a seat, and ends it when the seat is given up.';
comment on function app_private.keep_moved_text() is 'Trigger: stores the previous version of a changed text until its annotations have been moved.';
comment on function app_private.keep_played_video() is 'Trigger: keeps a video while it''s used. Rejects another user''s video (NL404), because a clip would make it public.';
comment on function app_private.keep_profile_image() is 'Trigger: keeps an uploaded image while it''s a profile image, and releases the former one. Rejects another user''s upload (NL400).';
comment on function app_private.keep_provider_subscription(text,uuid,app_public.subscription_status,boolean,boolean,timestamp with time zone,integer,boolean,timestamp with time zone,timestamp with time zone,timestamp with time zone) is 'Stores a subscription with the provider''s current data. was_stopped: the event reports it as unpaid or paused; reported: the time of the event at the provider. False if it wasn''t started on this site.';
comment on function app_private.keep_purchase() is 'Trigger: gives permanent access to a purchase, unless it''s refunded or disputed, and adds it to the library.';
comment on function app_private.keep_subscription() is 'Trigger: gives Pro to a subscriber, or to the seats of a team, until it''s no longer paid. Deleting a subscription cancels it at its provider.';
comment on function app_private.keep_working_anchors(uuid,uuid,integer,jsonb) is 'Stores the editor''s positions of the annotations in a revision, for users who can edit the lesson or article.';
comment on function app_private.leave_newsletter(text) is 'Unsubscribes an email address, or deletes it if it was never confirmed. True if anything changed. The caller has checked the link.';
comment on function app_private.leave_tombstones() is 'Trigger: deletes the texts of a deleted user''s comments; the discussions stay.';
comment on function app_private.lengths_of(text[]) is 'The number of characters in each block.';
comment on function app_private.lesson_item(uuid,uuid) is 'The settings of a course or book that determine access to its lessons: published, open to readers, early access, free, free percentage of a text without a mark, and part of Pro.';
comment on function app_private.like_pattern(text) is 'The LIKE pattern for a substring, or for a prefix if there are no three letters in a row. Not granted.';
comment on function app_private.locked_article(uuid,boolean) is 'The article, locked, for a user who can edit it (and publish it). Raises NL401, NL404 or NL403 for others. Not granted.';
comment on function app_private.locked_clip(uuid,boolean) is 'The item of a clip, locked, for a user who can edit it. Raises NL401, NL403 and NL404. Not granted.';
comment on function app_private.locked_comment(uuid) is 'The comment, locked with its discussion, for a user who can see it or wrote it. Raises NL401 or NL404 for others. Not granted.';
comment on function app_private.locked_item(uuid,uuid,boolean) is 'The course or book, locked, for a user who can edit it (or do what requires an author). Raises NL400, NL401, NL404 or NL403 for others. Not granted.';
comment on function app_private.locked_lesson(uuid,boolean) is 'The item of a lesson, locked, for a user who can edit it. Raises NL401, NL403 and NL404. Not granted.';
comment on function app_private.locked_lesson_text(uuid,boolean) is 'The lesson, locked, for a user who can edit it (and publish it). Raises NL401, NL404 or NL403 for others. Not granted.';
comment on function app_private.locked_person(uuid) is 'The user, locked, for an administrator (NL401, NL403, NL404). Not granted.';
comment on function app_private.locked_remote_code(uuid) is 'The remote code, locked, for a user who can edit its text. Raises NL401 or NL404 for others. Not granted.';
comment on function app_private.locked_section(uuid) is 'The item of a section, locked, for a user who can edit it. Raises NL401, NL403 and NL404. Not granted.';
comment on function app_private.locked_video(text) is 'The video, locked, for a user who can change it. Raises NL404 for others. Not granted.';
comment on function app_private.loosen_attachment() is 'Trigger: an attachment whose last text is gone is removed after a day.';
comment on function app_private.lose_book_export(uuid) is 'Records that the file is gone from the disk, so that it''s created again.';
comment on function app_private.lose_video(text,text) is 'Records that the provider no longer has a video, and why, so that it plays nowhere.';
comment on function app_private.may_read_selection(uuid,text) is 'True if the reader can read the block that a selection quotes. A block that is gone or unknown requires access to the whole text.';
comment on function app_private.may_resolve(uuid) is 'True for the user who began the discussion, contributors to its item and administrators. Not granted.';
comment on function app_private.may_write_text(uuid,uuid) is 'True for users who can edit the lesson or article, and administrators. Not granted.';
comment on function app_private.mix_colors(text,text,double precision) is 'A color between two; 0 is the first, 1 the second. Not granted.';
comment on function app_private.move_deleted_comment() is 'Trigger: soft-deletes a comment: sets deletedAt and moves the text to deleted_comment_bodies. The text of a hidden comment stays in hidden_comment_bodies.';
comment on function app_private.moved_text(uuid,uuid) is 'A text before and after its change, with the annotations to move; null if there are none. Not granted.';
comment on function app_private.my_article_ids() is 'The IDs of articles that the signed-in user contributes to.';
comment on function app_private.my_book_ids() is 'The IDs of books that the signed-in user contributes to.';
comment on function app_private.my_course_ids() is 'The IDs of courses that the signed-in user contributes to.';
comment on function app_private.my_moved_text(uuid,uuid) is 'The changed text with its annotations, for users who can edit it; null if there is nothing to move.';
comment on function app_private.my_team_ids() is 'The ID of the team in which the signed-in user has a seat.';
comment on function app_private.name_to_compare(text) is 'A name without case, accents, spaces and punctuation, for comparing.';
comment on function app_private.name_upload(text,text) is 'Records the provider''s ID of an upload. False if the upload was canceled in the meantime.';
comment on function app_private.near_pattern(text) is 'A pattern for words that begin with this one (letters and digits only), or differ from it by one letter: wrong, missing, added or swapped. Words of up to three or more than 30 letters have to match exactly.';
comment on function app_private.nearest_accent(text,text,boolean) is 'The color, or the nearest one toward black (toward white in the dark theme) that is readable on this background. The default accent and background always match. Not granted.';
comment on function app_private.nearest_paper(text,boolean) is 'The color, or the nearest one toward white (toward black in the dark theme) on which the quietest text is readable. Not granted.';
comment on function app_private.nearest_words(text) is 'The words, with each mistyped one replaced by the most similar existing word.';
comment on function app_private.newest_lesson_revision(uuid) is 'The working revision of a lesson. Not granted.';
comment on function app_private.newest_revision(uuid) is 'The working revision of an article. Not granted.';
comment on function app_private.newsletter_copies() is 'How many changes still have to be sent to the newsletter service, how many failed, and its last error.';
comment on function app_private.next_moved_text() is 'A text whose annotations haven''t been moved yet, locked; null if there is none. Used by the job move_anchors.';
comment on function app_private.next_newsletter_copy() is 'The next subscriber to send to the newsletter service, claimed by one process at a time; all null if there is none. Retried after 1, 2, 4 … minutes, at most 12 hours, 20 times in all.';
comment on function app_private.next_notice_mail() is 'Claims the next email that is due, with its notifications; null if there is none. An email without any left ends unsent. Used by jobs.';
comment on function app_private.next_period(timestamp with time zone,app_public.billing_interval) is 'The end of a billing period that began at this time.';
comment on function app_private.next_publication() is 'When the next scheduled item is published, without saying which; null if none is scheduled. Cached pages are rendered again then.';
comment on function app_private.note_asset(text,text,text,integer) is 'Records that the provider has received a video and is processing it. False if it''s no longer expected.';
comment on function app_private.note_book_export(uuid,integer,text) is 'Records the progress of an export. False if the export is gone, so that the work can stop.';
comment on function app_private.note_remote_code() is 'Trigger: records the remote code blocks of a changed text, and deletes those that are gone.';
comment on function app_private.note_video_progress(text,integer) is 'Records the progress of processing a video. False if the video is gone, so that the work can stop.';
comment on function app_private.notify_author_page() is 'Trigger: invalidates cached pages that show an author''s quote.';
comment on function app_private.notify_finished() is 'Trigger: notifies the page cache that a reviewer may have completed an item, or no longer has.';
comment on function app_private.notify_tags() is 'Trigger: notifies listeners on newline_tags of invalidated tags of cached pages, as a comma-separated list.';
comment on function app_private.open_article_blocks(boolean,integer,integer[],integer) is 'The number of top-level blocks of an article that a reader without an entitlement can read; 2147483647 for all.';
comment on function app_private.open_lesson_blocks(boolean,boolean,boolean,integer,integer[],integer) is 'The number of top-level blocks of a published lesson that a reader without an entitlement can read; 2147483647 for all.';
comment on function app_private.open_questions(uuid,uuid,timestamp with time zone) is 'Discussions of a course or book that began since then and are waiting for an answer. Called by definer functions that check access; not granted.';
comment on function app_private.own_private_data() is 'What is stored about the signed-in user in tables that requests can''t read: sign-ins, newsletter, checkouts in progress, emails, texts of deleted comments. Without passwords and tokens.';
comment on function app_private.own_subscription(uuid) is 'The user''s active subscription (NL404).';
comment on function app_private.own_time_zone() is 'The time zone of the signed-in user; UTC for visitors.';
comment on function app_private.own_user_id(uuid) is 'The session''s user. Raises NL401 without one, and NL403 if the argument names another user, because the payload doesn''t decide who the user is.';
comment on function app_private.owned_team_ids() is 'The IDs of teams that the signed-in user pays for.';
comment on function app_private.paid_until(app_public.subscriptions) is 'When access from a subscription ends: at the end of its period, plus a day for the next payment to arrive, or seven days after the first failed payment; at the latest when it was stopped or disputed.';
comment on function app_private.period_start(integer) is 'The start of a period of this many days that ends now; -infinity for all time. Raises NL400.';
comment on function app_private.person_details(uuid,jsonb) is 'Details for an audit log entry about a user: the username, and more. Not granted.';
comment on function app_private.person_sees(uuid,uuid,uuid,uuid) is 'True if a user can see the lesson, article or clip, by the same rules as the policies. A test compares them. Not granted.';
comment on function app_private.pick_time_zone() is 'Trigger: picking a time zone turns off following the browser.';
comment on function app_private.place_of(uuid) is 'The kind of text with this ID: a lesson, an article or a comment; all null for none.';
comment on function app_private.plain_name(text) is 'A name on one line of visible characters, at most 80; null if nothing is left.';
comment on function app_private.play_video(text,double precision,integer,uuid,uuid,uuid,uuid) is 'Sets the video of a lesson, clip, course or book, or removes it, with its length and the second of its poster. Not granted: called by functions that check access.';
comment on function app_private.postpone_remote_code(uuid[]) is 'Records that the code host didn''t respond. It''s asked again after 15 minutes, doubling each time, up to a day.';
comment on function app_private.preview_blocks(integer[],integer) is 'The number of whole blocks within this percentage of the text. 0 for a text without words, and without a percentage: an image at the start has no length.';
comment on function app_private.publish_article(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer,timestamp with time zone) is 'Publishes this version, which must be the newest: now, or at its time. Raises NL400, NL401, NL403 and NL404.';
comment on function app_private.publish_item(uuid,uuid,timestamp with time zone,boolean) is 'Publishes an item. Raises NL400, NL401, NL403 and NL404. Not granted.';
comment on function app_private.publish_lesson(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Publishes the title and text of this version, which must be the newest. Raises NL401, NL403 and NL404.';
comment on function app_private.put_off_book_export(uuid,integer,boolean) is 'Postpones an export. An attempt that the site itself interrupted doesn''t count.';
comment on function app_private.put_off_videos(text[]) is 'Postpones removed videos that the provider still has, to retry them after the others.';
comment on function app_private.read_article_revisions(uuid[]) is 'The texts of revisions for users who can edit the article, with the number of blocks of each that every reader could read. A text that was read is never overwritten.';
comment on function app_private.read_lesson_revisions(uuid[]) is 'The texts of revisions for users who can edit the lesson, with the number of blocks of each that every reader, and a Pro reader, could read. A text that was read is never overwritten.';
comment on function app_private.readable_article_blocks(uuid) is 'The paywall of an article: the number of its top-level blocks that the reader can read; 2147483647 for all.';
comment on function app_private.readable_block_ids(uuid) is 'The IDs of the blocks that the reader can read, in order; null without a text.';
comment on function app_private.readable_lesson_blocks(uuid) is 'The paywall of a lesson: the number of its top-level blocks that the reader can read; 2147483647 for all; null if there is no such lesson.';
comment on function app_private.reader_of_session(text) is 'The user and role for statements of the session with this token; a visitor if nobody is signed in with it.';
comment on function app_private.ready_assets(text[]) is 'Videos that can be played, by their IDs at the provider.';
comment on function app_private.record_article_body() is 'Trigger: records a changed text (a save or an import) in the history, and invalidates the pages that show it.';
comment on function app_private.record_lesson_body() is 'Trigger: records a changed text (a save or an import) in the history, and invalidates the pages that show it.';
comment on function app_private.record_lesson_title() is 'Trigger: records a title that was changed outside the editor in the history.';
comment on function app_private.record_published_lessons() is 'Trigger: marks the newest revisions of an item''s lessons as published when the item is published.';
comment on function app_private.record_remote_code(uuid,text,app_public.remote_code_state,text,text,text,integer,integer,text) is 'Records the result of a comparison; a null state means that nothing changed since the last one.';
comment on function app_private.refund_payment(text) is 'Ends what a refunded payment bought.';
comment on function app_private.register_permalink() is 'Trigger: makes the new path current, lets former ones redirect, and rejects a taken one (NL409).';
comment on function app_private.release_video(text) is 'Records that the server is stopping: processing has to start again, and this attempt doesn''t count.';
comment on function app_private.remember_customer(uuid,text) is 'Stores the provider''s customer ID of a user; the first one stays.';
comment on function app_private.remote_code_of(jsonb) is 'The remote code blocks of a text that follow a branch or tag. Blocks that name a commit, or are incomplete, aren''t compared.';
comment on function app_private.remove_loose_attachments() is 'Removes attachments that no text has used for a day. Their files then become due.';
comment on function app_private.remove_loose_videos() is 'Removes uploads without activity for a day, videos that haven''t been used for a day, and videos that failed a week ago.';
comment on function app_private.remove_user() is 'Trigger: deletes the public row of a deleted account; comments that others replied to stay without text.';
comment on function app_private.reply_to_comment(uuid,uuid,uuid,uuid,jsonb,text,text,jsonb,integer,text[]) is 'Adds a comment of the signed-in user to a discussion, as a reply to its parent if there is one. Raises NL400, NL401, NL403, NL404 and NL409.';
comment on function app_private.require_read(uuid,uuid) is 'Raises NL403 for users without access to the whole lesson or article. Not granted.';
comment on function app_private.require_writer(uuid) is 'Raises NL403 for suspended users. Not granted.';
comment on function app_private.runners_of_job_processes(integer[]) is 'The runners of processes. Used by jobs.';
comment on function app_private.save_article(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer) is 'Saves the working title and text if nobody else has saved since base_version; otherwise returns the newer version and writes nothing. Raises NL401, NL403 and NL404.';
comment on function app_private.save_article_body(uuid,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Stores a validated document with its derived texts and renderings, block by block; without renderings, the job creates them. Not granted: called by functions that check access.';
comment on function app_private.save_lesson(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer) is 'Saves the working title and text if nobody else has saved since base_version; otherwise returns the newer version and writes nothing. Raises NL401, NL403 and NL404.';
comment on function app_private.save_lesson_body(uuid,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Stores a validated document with its derived texts and renderings, block by block; without renderings, the job creates them. Not granted: called by functions that check access.';
comment on function app_private.save_noted_answer(uuid,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Stores the text of a lesson with an answer in it, for a user who can edit it; false if the text changed in the meantime. Raises the same errors as answer_to_note.';
comment on function app_private.search_excerpt(app_public.search_kind,text,tsquery,text[],boolean) is 'The text around a match as plain text, with U+E000 before and U+E001 after each match.';
comment on function app_private.search_query(text,boolean,boolean) is 'The search query with all words and terms; also the words and the terms separately, to highlight excerpts.';
comment on function app_private.search_terms(text) is 'The terms of a text or query, in order and in lower case.';
comment on function app_private.search_vector(text) is 'The lexemes of a search entry: the stems of its words, its words as written, and its terms.';
comment on function app_private.seconds_in(int4multirange) is 'The total number of seconds in the ranges.';
comment on function app_private.seconds_to_wait(uuid) is 'The seconds until the user can comment again, or 0: 10 comments in 10 minutes and 50 a day for accounts less than a week old, then 30 and 300. Not granted.';
comment on procedure app_private.secure_table(regclass) is 'Closes a table to everyone except definer functions of this schema''s owner. Policies then open it row by row.';
comment on function app_private.sent_before(uuid,uuid,jsonb) is 'The comment that an earlier request for the same press of Send created; null for the first one. Not granted.';
comment on function app_private.served_video(text) is 'The provider''s ID of a video. Check access first.';
comment on function app_private.set_cancellation(uuid,boolean) is 'Cancels the user''s manual subscription at the end of its period, or undoes that.';
comment on function app_private.set_picture_hosts(text[]) is 'Stores the hosts of images other than this site. Called when the site starts.';
comment on function app_private.show_clips() is 'Trigger: gives the clips of an item its visibility when it changes.';
comment on function app_private.slug_of(text,text) is 'A slug for a title: its letters and digits without accents, other scripts in Latin letters, in words joined by hyphens.';
comment on function app_private.split_names(text) is 'The parts of a word: camelCase and node.js are split, so that either part is found.';
comment on function app_private.store_anchors(uuid,uuid,jsonb) is 'Stores the current positions of a text''s annotations. Not granted.';
comment on function app_private.store_moved_anchors(uuid,uuid,jsonb) is 'Stores the current positions of a text''s annotations. Used by the job move_anchors.';
comment on function app_private.store_my_anchors(uuid,uuid,jsonb) is 'Stores the current positions of a text''s annotations, for users who can edit the text.';
comment on function app_private.streak_at(timestamp with time zone) is 'The number of consecutive days, up to the day of this time or the day before, on which the signed-in user made progress.';
comment on function app_private.take_event(text,text) is 'True for an event that wasn''t handled before. Call it in the transaction that handles the event: if that fails, the event is new again, and a duplicate waits for it.';
comment on function app_private.take_notices() is 'Puts due notifications into emails: those of a discussion, unless an email about it was created in the last 15 minutes, or those of a day or week up to 8 a.m. in the user''s time zone. Returns the number of emails to send. Used by jobs.';
comment on function app_private.tell_of_acceptance() is 'Trigger: notifies the author that their answer was accepted, once.';
comment on function app_private.tell_people(uuid,text[]) is 'Creates the notifications for a comment, once each. Not granted.';
comment on function app_private.tell_tags(text) is 'Invalidates tags of cached pages, given as a comma-separated list: notifies listeners on newline_tags and changes the content mark. All invalidation goes through it. Not granted.';
comment on function app_private.term_pattern() is 'A pattern for terms with lexemes of their own: text in a script without spaces, and technical terms that PostgreSQL''s text search would split.';
comment on function app_private.term_query(text,boolean,boolean) is 'Searches for a term exactly: as adjacent characters, or the whole term; an open term is a prefix. In loose mode, Node.js and snake_case match their words in order.';
comment on function app_private.term_vector(text) is 'The lexemes of a text''s terms: a technical term is one lexeme, text in a script without spaces is its adjacent pairs of characters.';
comment on function app_private.tidy_billing() is 'Does what is due: ends or renews manual periods, expires invitations, and deletes handled events after 90 days.';
comment on function app_private.tidy_book_exports(text,text,bigint) is 'Deletes exports that expired, belong to an old version, failed a day ago or exceed the quota, and returns the others, whose files have to stay.';
comment on function app_private.today() is 'The current date of the signed-in user in their time zone; in UTC for visitors.';
comment on function app_private.trim_article_revisions(uuid) is 'Keeps 100 revisions of a text, and 100 that were published: the newest 50, then those that were current for at least five minutes, then the others.';
comment on function app_private.trim_lesson_revisions(uuid) is 'Keeps 100 revisions of a text, and 100 that were published: the newest 50, then those that were current for at least five minutes, then the others.';
comment on function app_private.uncount_discussion() is 'Trigger: subtracts the comments of a deleted discussion from its clip''s count, because the comments can''t do that once it''s gone.';
comment on function app_private.unkeep_file() is 'Trigger: the files of a removed attachment become due, in the transaction that removes it.';
comment on function app_private.unkeep_video() is 'Trigger: the files and the transcript of a removed video become due, in the transaction that removes it.';
comment on function app_private.unsubscribe(uuid,uuid) is 'Ends the emails of a discussion, or with null all notification emails, for the user named in a signed link. Only for the server, which has checked the signature.';
comment on function app_private.update_article(uuid,jsonb) is 'Changes the details in the patch. Tags are slugs, and replace the current ones. Raises NL400, NL401, NL403, NL404 and NL409.';
comment on function app_private.update_clip(uuid,jsonb) is 'Changes the details of a clip in the patch. Raises NL400, NL401, NL403 and NL404.';
comment on function app_private.update_item(uuid,uuid,jsonb) is 'Changes the details in the patch. Tags are names or slugs, and replace the current ones. Raises NL400, NL401, NL403, NL404 and NL409.';
comment on function app_private.update_lesson(uuid,jsonb) is 'Changes the details of a lesson in the patch; only authors can change access. Raises NL400, NL401, NL403, NL404 and NL409.';
comment on function app_private.use_book_export(uuid) is 'Keeps a downloaded file for another 14 days.';
comment on function app_private.use_quota(text,integer,interval) is 'Counts one use by the signed-in user and returns 0, or the number of seconds to wait if the quota is used up. The server''s own work and administrators don''t count.';
comment on function app_private.video_place(uuid,uuid,uuid,uuid) is 'The item of the lesson, clip, course or book where a video is to play, for users who can edit it. Raises NL401 or NL403 for others, and NL400 unless exactly one is named. Not granted.';
comment on function app_private.videos_under_way(text[]) is 'Videos to ask the provider about: those with these IDs, or all.';
comment on function app_private.visible_clip(uuid) is 'The ID of the clip if the reader can see it; raises NL404 otherwise.';
comment on function app_private.visible_discussion(uuid) is 'The ID of the discussion if the user can see it (or it''s null); raises NL404 otherwise.';
comment on function app_private.visible_from(timestamp with time zone,boolean,boolean,timestamp with time zone) is 'When an item with these settings becomes visible to everyone. It''s a time, because nothing in the database changes when a scheduled item is published. Null: only contributors and administrators see it. Not granted.';
comment on function app_private.was_public(uuid,uuid) is 'True for an item that was published or is scheduled: only authors can then remove a part of it. Not granted.';
comment on function app_private.withdraw_video(text) is 'Records that the provider accepts no upload, so that none of the daily limit is used up.';
comment on function app_private.word_patterns(text) is 'A pattern for each word, longest first; null without any. Not granted.';
comment on function app_private.word_query(text,boolean) is 'The query for words without terms: all of them, by stem or as written; while typing, the last one (from three letters) also as a prefix. Quotes and minus signs work as usual.';
comment on function app_private.working_article(uuid,boolean) is 'The newest revision with its text, for a user who can edit the article (and publish it). Raises NL401, NL403 and NL404.';
comment on function app_private.working_lesson(uuid,boolean) is 'The newest revision with its text, for a user who can edit the lesson (and publish it). Raises NL401, NL403 and NL404.';
comment on function app_private.working_text(uuid,uuid) is 'The published and the working text of a lesson or article with its annotations, for its authors and editors; null for others.';
comment on function app_public.abandon_upload(text) is '@behavior -*
Ends an upload of the signed-in user that failed. Its stored files become due for removal.';
comment on function app_public.accept_answer(uuid,boolean) is 'Accepts a comment as the answer, which also resolves the discussion; with isAccepted false, undoes that. For the user who asked, authors of the item and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.';
comment on function app_public.accept_invitation(text) is 'Accepts the invitation of a link, and takes its seat. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT if it has expired or the user already has a seat.';
comment on function app_public.administration_overview() is 'For administrators: totals, and what needs attention. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.answer_review(uuid,text) is 'Answers a learner''s review; without a text, removes the answer. For authors and editors of the item and administrators. Errors: LOGIN_REQUIRED, NOT_FOUND, FORBIDDEN, BAD_INPUT with the field.';
comment on function app_public.approve_comment(uuid) is 'Approves a comment in the moderation queue, and shows it again. To delete it, use updateCommentById. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT.';
comment on function app_public.archive_article(uuid,boolean) is 'Archives the article; with isArchived false, restores it. For its authors and administrators.';
comment on function app_public.archive_book(uuid,boolean) is 'Archives the book; with isArchived false, restores it. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.archive_course(uuid,boolean) is 'Archives the course; with isArchived false, restores it. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.articles_body_delta(app_public.articles) is 'The text as a document (JSON), limited to what the reader can read; null without a text.';
comment on function app_public.articles_body_drawings(app_public.articles) is 'The server''s renderings of bodyDelta (highlighted code, formulas, diagrams) as JSON: one entry for each of its top-level blocks. Null if there is nothing to render. Derived.';
comment on function app_public.articles_body_html(app_public.articles) is 'The text as HTML, limited to what the reader can read. Derived.';
comment on function app_public.articles_body_markdown(app_public.articles) is 'The text as Markdown, limited to what the reader can read. Derived.';
comment on function app_public.articles_comments_count(app_public.articles) is 'The number of comments, without deleted and hidden ones. Derived.';
comment on function app_public.articles_is_cut(app_public.articles) is 'True if there is more than this reader can read; null without a text.';
comment on function app_public.articles_latest_revision(app_public.articles) is 'The working title and text; null for users who can''t edit the article. It isn''t published if its publishedAt is null.';
comment on function app_public.articles_may_publish(app_public.articles) is 'True if the signed-in user can publish the article and change its details: its authors and administrators.';
comment on function app_public.articles_orphaned_discussions(app_public.articles) is 'Discussions whose passage is no longer in the article, newest first, limited to passages that the reader could read.';
comment on function app_public.attach_video(text,uuid,uuid,uuid,uuid) is '@resultFieldName video
Plays a video that is ready in a lesson, in a clip, or on the page of a course or book (pass exactly one). Videos play where they were uploaded without this. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT.';
comment on function app_public.attachments_square_image_url(app_public.attachments) is 'A square crop from its center, 192 pixels wide, for profile images. Null if it wasn''t uploaded as an image.';
comment on function app_public.audit_actions() is 'For administrators: the actions in the audit log. Empty for everyone else.';
comment on function app_public.audit_lines(text,text,timestamp with time zone,timestamp with time zone,uuid) is 'For administrators: the audit log, newest first. Filters by username (of either user), by action, and from since until before until; before is the ID of the last entry on the previous page. Empty for everyone else.';
comment on function app_public.author_pages_path(app_public.author_pages) is 'The path of the author''s page, such as /vue; null if there is only a profile.';
comment on function app_public.begin_upload(text,integer) is '@behavior -*
Reserves an upload for the signed-in user: at most two at the same time, and 200 MB and 2,000 files in 24 hours, including rejected ones. Returns 0, or the number of seconds to wait.';
comment on function app_public.begin_video(text,text,bigint,text,uuid,uuid,uuid,uuid,bigint) is '@behavior -*
Reserves a video upload for a lesson, clip, course or book that the signed-in user can edit. Returns 0, or the number of seconds to wait if the daily limit on bytes or 200 videos is reached.';
comment on function app_public.book_export(text,text,text,text,text) is '@behavior -*
The export of a book that the reader can download now, with what they have access to in its current version. `act`: look, start (queues it if there is none) or again (also restarts a failed one). States: missing, closed, busy, none, queued, running, done, failed.';
comment on function app_public.books_by_slugs(text[]) is 'Listed books: published ones with one of the slugs (null for all), and those coming soon.';
comment on function app_public.books_is_open(app_public.books) is 'True if the reader has access to all of every chapter; false without chapters.';
comment on function app_public.books_lesson(app_public.books,text) is 'The chapter with this slug; null without one.';
comment on function app_public.books_may_publish(app_public.books) is 'True if the signed-in user can publish the book, set its prices and choose its contributors: its authors and administrators.';
comment on function app_public.books_may_write(app_public.books) is 'True for the book''s authors and editors, and for administrators.';
comment on function app_public.books_outline(app_public.books) is '@behavior -connection +list
The chapters in order, with the signed-in user''s progress.';
comment on function app_public.books_progress(app_public.books) is 'The signed-in user''s progress; null for visitors.';
comment on function app_public.books_ratings(app_public.books) is 'All ratings from testimonials and surveys, oldest first. Empty without any.';
comment on function app_public.books_video_seconds(app_public.books) is 'The total length of the chapters'' videos in seconds. Derived.';
comment on function app_public.books_with_words(text) is 'Listed books whose titles contain all of the words, ignoring case, newest first. Only the first 100 characters count; spaces alone find nothing.';
comment on function app_public.change_item_price(uuid,integer) is 'Changes the price of a title. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field.';
comment on function app_public.changed_remote_code() is 'Code in the signed-in user''s texts that has changed in its repository or is gone, latest first. Administrators see the code of all texts.';
comment on function app_public.choose_poster(text,integer) is '@behavior -*
Chooses the poster of a video: one of its still images.';
comment on function app_public.clip_states(uuid[]) is '@behavior -connection +list
The signed-in user''s likes, bookmarks and positions, and the current counts, of the first hundred of these clips, in no particular order. Clips that the reader can''t see are left out.';
comment on function app_public.clip_totals() is 'The number of clips of each kind. The learning space starts with the larger one.';
comment on function app_public.clips_transcript(app_public.clips) is '@behavior -connection +list
The lines spoken in it, in order; empty without captions.';
comment on function app_public.comments_ancestors(app_public.comments) is 'The comments above it, nearest first: its parent, the parent''s parent, and so on, at most 100.';
comment on function app_public.comments_is_admin(app_public.comments) is 'True if its author is an administrator.';
comment on function app_public.comments_is_contributor(app_public.comments) is 'True if its author contributes to the course, book or article.';
comment on function app_public.comments_is_discussion_author(app_public.comments) is 'True if its author began the discussion.';
comment on function app_public.comments_reaction_counts(app_public.comments) is 'The number of reactions of each kind, most frequent first, without kinds that nobody used.';
comment on function app_public.comments_spaminess_rating(app_public.comments) is 'How much it looks like spam, from 0 to 1; null for everyone except administrators.';
comment on function app_public.comments_viewer_reactions(app_public.comments) is 'The kinds of the signed-in user''s reactions; none for visitors. Don''t use it on pages that are cached for everyone.';
comment on function app_public.comments_withheld_body_delta(app_public.comments) is 'The text that others can''t see (JSON): of a hidden comment for its author and administrators, of a deleted comment for administrators. Null for everyone else.';
comment on function app_public.confirm_newsletter(text) is 'Confirms a newsletter subscription by the token of an emailed link, which is valid for 14 days. Confirming again changes nothing. Errors: NOT_FOUND.';
comment on function app_public.courses_by_slugs(text[]) is 'Listed courses: published ones with one of the slugs (null for all), and those coming soon.';
comment on function app_public.courses_is_open(app_public.courses) is 'True if the reader has access to all of every lesson; false without lessons.';
comment on function app_public.courses_lesson(app_public.courses,text) is 'The lesson with this slug; null without one.';
comment on function app_public.courses_may_publish(app_public.courses) is 'True if the signed-in user can publish the course, set its prices and choose its contributors: its authors and administrators.';
comment on function app_public.courses_may_write(app_public.courses) is 'True for the course''s authors and editors, and for administrators.';
comment on function app_public.courses_outline(app_public.courses) is '@behavior -connection +list
The lessons in order, with the signed-in user''s progress.';
comment on function app_public.courses_progress(app_public.courses) is 'The signed-in user''s progress; null for visitors.';
comment on function app_public.courses_ratings(app_public.courses) is 'All ratings from testimonials and surveys, oldest first. Empty without any.';
comment on function app_public.courses_video_seconds(app_public.courses) is 'The total length of the lessons'' videos in seconds. Derived.';
comment on function app_public.courses_with_words(text) is 'Listed courses whose titles contain all of the words, ignoring case, newest first. Only the first 100 characters count; spaces alone find nothing.';
comment on function app_public.create_book(text) is 'Creates a book, with the signed-in user as its author and a URL based on its title. It''s a draft that only its authors, editors and administrators see. Errors: LOGIN_REQUIRED, FORBIDDEN for users who aren''t authors, BAD_INPUT, TOO_MANY.';
comment on function app_public.create_clip(text,uuid,uuid) is 'Adds a clip to a course or book. The learning space shows it once it has a video. For authors and editors of the item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
comment on function app_public.create_course(text) is 'Creates a course, with the signed-in user as its author and a URL based on its title. It''s a draft that only its authors, editors and administrators see. Errors: LOGIN_REQUIRED, FORBIDDEN for users who aren''t authors, BAD_INPUT, TOO_MANY.';
comment on function app_public.create_lesson(text,uuid,uuid,uuid,integer) is 'Adds a lesson to a course or a chapter to a book, inside or outside a section, at the end or at a position from 1. For its authors and editors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
comment on function app_public.create_section(text,uuid,uuid,integer) is 'Adds a section to a course or book, at the end or at a position from 1. For its authors and editors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, TOO_MANY.';
comment on function app_public.create_testimonial(text,integer,uuid,uuid,uuid) is 'Reviews a course or book as the signed-in user, once per item. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT with the field, CONFLICT if there is already a review.';
comment on function app_public.current_user_id() is 'The ID of the signed-in user, from the session; null for visitors.';
comment on function app_public.delete_clip(uuid) is 'Deletes a clip with its comments and likes. For authors and editors of its item; once the item was published, only for its authors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.delete_lesson(uuid) is 'Deletes a lesson with its text, comments and progress. For authors and editors of its item; once the item was published, only for its authors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.delete_person(uuid,text) is 'Deletes an account as its owner could: their data is deleted, and discussions they took part in stay. Requires the username as confirmation. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN for your own account, NOT_FOUND, BAD_INPUT, CONFLICT for the last administrator.';
comment on function app_public.delete_section(uuid) is 'Deletes a section. Its lessons move to the section before it. For authors and editors of its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.discard_uploads(uuid[]) is '@behavior -*
Deletes the signed-in user''s uploads that no text uses, and returns their files, which become due for removal.';
comment on function app_public.discard_video(text) is '@resultFieldName video
Cancels the upload or processing of a video that isn''t used anywhere, and removes its files. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT.';
comment on function app_public.discussion_marks(uuid,uuid,uuid) is 'The discussions of a lesson, article or clip that are about a passage or a second, newest first, with what their marks show.';
comment on function app_public.discussions_viewer_follow(app_public.discussions) is 'The signed-in user''s notification settings for it; null for the default. Don''t use it on pages that are cached for everyone.';
comment on function app_public.discussions_viewer_may_resolve(app_public.discussions) is 'True if the signed-in user can accept an answer and resolve it. Don''t use it on pages that are cached for everyone.';
comment on function app_public.end_entitlement(uuid) is 'Ends a user''s access, with the manual subscription, purchase or seat that it came from. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT if it''s paid through Stripe.';
comment on function app_public.end_subscription(uuid) is 'Ends a subscription that isn''t paid for, and the access it gave, immediately. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT if it''s paid through Stripe.';
comment on function app_public.end_suspension(uuid) is 'Ends a user''s suspension. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.enroll(uuid,uuid) is 'Enrolls the signed-in user in a course or book. Doing so again changes nothing, and it doesn''t give access to paid content. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
comment on function app_public.entitlement_list(text,boolean,uuid) is 'For administrators: users'' entitlements and purchases, newest first. Filters by username and, with isRunning, active (true) or ended (false) ones. before is the ID of the last one on the previous page. Empty for everyone else.';
comment on function app_public.export_newsletter(app_public.newsletter_state) is 'The newsletter''s email addresses as CSV: those in the given state, CONFIRMED by default, or all if the state is null. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.finish_upload(text,text,text,integer,integer,integer,text,boolean,text,uuid,uuid) is '@behavior -*
Turns an upload of the signed-in user, whose file is in the storage, into an attachment. Check the discussion with visible_discussion first.';
comment on function app_public.give_access(text,app_public.entitlement_kind,text,timestamp with time zone) is 'Like grantEntitlement, by username and by the slug of a course or book. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
comment on function app_public.give_subscription(text,uuid,timestamp with time zone) is 'Gives a user a free subscription until endsAt or for one interval of its plan; a Team Package has its minimum number of seats. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT if the user already has one of this kind.';
comment on function app_public.grant_entitlement(uuid,app_public.entitlement_kind,uuid,uuid,timestamp with time zone) is 'Gives a user Pro, a title or an advanced package, until endsAt or permanently. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
comment on function app_public.hide_review(uuid,text) is 'Hides a learner''s review. Its author sees the reason. Hiding it again changes the reason. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
comment on function app_public.home_page() is 'The content of the home page.';
comment on function app_public.inbox(uuid,uuid,uuid,boolean) is 'Discussions of the signed-in user''s own work: unanswered ones first, then by newest comment. Filters by item and, with isOpen, waiting (true) or answered (false) ones.';
comment on function app_public.invitation_by_token(text) is 'The invitation of a link; null if there is none or a newer link was sent.';
comment on function app_public.item_figures(uuid,uuid,integer) is 'Analytics of a course or book over a number of days, or all time. Counts users, never names them. For contributors and administrators. Errors: LOGIN_REQUIRED, NOT_FOUND also for other authors'' items, BAD_INPUT.';
comment on function app_public.item_price_list() is 'For administrators: the price of every course, book and advanced package, by title. Empty for everyone else.';
comment on function app_public.keep_remote_code(uuid) is 'Keeps the code in the text. This change isn''t reported again; the next one is. For authors and editors of the text and administrators.';
comment on function app_public.leave_team() is 'Gives up the signed-in user''s seat. Pro ends; progress, notes and comments stay. Errors: LOGIN_REQUIRED, NOT_FOUND.';
comment on function app_public.lesson_at(text) is 'The lesson at this path, /courses/{slug}/{lesson}, or formerly at this path. Its permalink is the current path.';
comment on function app_public.lessons_body_delta(app_public.lessons) is 'The text as a document (JSON), limited to what the reader can read; null without a text.';
comment on function app_public.lessons_body_drawings(app_public.lessons) is 'The server''s renderings of bodyDelta (highlighted code, formulas, diagrams) as JSON: one entry for each of its top-level blocks. Null if there is nothing to render. Derived.';
comment on function app_public.lessons_body_html(app_public.lessons) is 'The text as HTML, limited to what the reader can read. Derived.';
comment on function app_public.lessons_body_markdown(app_public.lessons) is 'The text as Markdown, limited to what the reader can read. Derived.';
comment on function app_public.lessons_comments_count(app_public.lessons) is 'The number of comments, without deleted and hidden ones. Derived.';
comment on function app_public.lessons_is_cut(app_public.lessons) is 'True if there is more than this reader can read; null without a text.';
comment on function app_public.lessons_is_empty(app_public.lessons) is 'True while the lesson has neither a text nor a video for readers; null for users who can''t edit it.';
comment on function app_public.lessons_is_open(app_public.lessons) is 'True if the reader has access to all of it: text, video and transcript.';
comment on function app_public.lessons_latest_revision(app_public.lessons) is 'The working title and text; null for users who can''t edit the lesson, and without a text. It isn''t published if its publishedAt is null.';
comment on function app_public.lessons_may_publish(app_public.lessons) is 'True if the signed-in user can publish its text: authors of its course or book, and administrators.';
comment on function app_public.lessons_may_write(app_public.lessons) is 'True if the signed-in user can edit its text: contributors to its course or book, and administrators.';
comment on function app_public.lessons_orphaned_discussions(app_public.lessons) is 'Discussions whose passage is no longer in the lesson, newest first, limited to passages that the reader could read.';
comment on function app_public.lessons_progress(app_public.lessons) is 'The signed-in user''s progress; null for visitors.';
comment on function app_public.lessons_transcript(app_public.lessons) is '@behavior -connection +list
The lines spoken in its video, in order; empty for readers without access to the video, and without captions.';
comment on function app_public.lessons_video_url(app_public.lessons) is 'The URL of its video; null for readers without access to it, and without a video.';
comment on function app_public.lessons_will_open(app_public.lessons,boolean) is 'Whether readers without a purchase, with or without Pro, will have access to all of the lesson once its item is published; null for users who can''t edit it.';
comment on function app_public.library(app_public.library_sort,text,app_public.library_status[],app_public.library_kind[],text[],text[],integer,integer) is 'The signed-in user''s courses and books; null for visitors. Values in one list are combined with OR, lists with AND: statuses, kinds, slugs of technologies, usernames of instructors, words of the title. At most 100 at a time.';
comment on function app_public.mark_notices_read(uuid[],uuid) is '@resultFieldName marked
Marks these notifications, those of a discussion, or all as read, and returns how many were unread. Errors: LOGIN_REQUIRED.';
comment on function app_public.may_read(uuid,uuid) is 'True if the reader has access to all of the lesson or article; false for only the free part, for none of it, and if it doesn''t exist.';
comment on function app_public.moderation_queue() is 'For administrators: reported comments without a decision, hidden ones first. Empty for everyone else.';
comment on function app_public.move_lesson(uuid,integer,uuid) is 'Moves a lesson to a position, from 1, in a section of its item; without a sectionId, to the lessons before the first section. For its authors and editors. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.move_section(uuid,integer) is 'Moves a section with its lessons to a position among the sections, from 1. For authors and editors of its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.my_articles(text,app_public.article_status,boolean) is 'The signed-in user''s articles, last saved first. Administrators can list everyone''s. search is part of the title.';
comment on function app_public.my_books(text,app_public.item_status,boolean) is 'The signed-in user''s books, last changed first. Administrators can list everyone''s. search is part of the title.';
comment on function app_public.my_courses(text,app_public.item_status,boolean) is 'The signed-in user''s courses, last changed first. Administrators can list everyone''s. search is part of the title.';
comment on function app_public.new_id() is '@behavior -*
A time-ordered ID (UUID version 7).';
comment on function app_public.newsletter_addresses(text,app_public.newsletter_state,uuid,integer) is 'For administrators: the newsletter''s email addresses, newest first, at most 101. search is part of an email address; before is the ID of the last one on the previous page. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.own_checkout(uuid) is 'The state of a checkout of the signed-in user; null if it''s unknown, older than 90 days, or another user''s.';
comment on function app_public.own_data() is 'All data stored about the signed-in user, by table: profile, settings, comments, reactions, reviews, notifications, progress and more. Errors: LOGIN_REQUIRED.';
comment on function app_public.own_figures(integer,boolean) is 'The courses and books that the signed-in user contributes to, with their analytics over a number of days, or all time; with isEveryones, those of the whole site, for administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT.';
comment on function app_public.own_notices(boolean) is 'The signed-in user''s notifications, newest first; with isUnread, only unread (true) or read (false) ones.';
comment on function app_public.own_reactions(uuid[]) is 'The signed-in user''s reactions in these discussions, at most 200. Pages request it after loading from the cache.';
comment on function app_public.people(text,app_public.person_filter,uuid,integer) is 'For administrators: users, newest first, at most 101. search is part of a name, username or email address, or its beginning if it has fewer than three letters; before is the ID of the last one on the previous page. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.person_sessions(uuid) is 'For administrators: a user''s sessions, last used first. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.place_videos(uuid,uuid,uuid,uuid) is '@behavior -connection +list
The videos of a lesson, clip, course or book (pass exactly one): the one in progress or failed, then the one that plays there. Empty for users who can''t edit the item.';
comment on function app_public.proposed_slug(text) is 'The slug for an article with this title: its letters in Latin script, in words joined by hyphens. Null for a title without letters. It may be taken.';
comment on function app_public.publish_book(uuid,timestamp with time zone,boolean) is 'Publishes the book: now, or at a future publishedAt; or as early access for buyers and Pro members. It''s then no longer coming soon or archived. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
comment on function app_public.publish_course(uuid,timestamp with time zone,boolean) is 'Publishes the course: now, or at a future publishedAt; or as early access for buyers and Pro members. It''s then no longer coming soon or archived. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
comment on function app_public.ranked_books(app_public.book_ranking) is 'Listed books in the order of a tab of the books explorer. Only published ones (isPublished and not isEarlyAccess), or announced ones for COMING_SOON.';
comment on function app_public.receive_video(text) is '@behavior -*
The size in bytes of an upload of the signed-in user; null if there is none in progress. Extends it by a day.';
comment on function app_public.receive_whole_video(text) is '@behavior -*
Records that the last byte of an upload of the signed-in user has arrived.';
comment on function app_public.remove_contributor(uuid) is 'Removes a contributor from a course or book, except its last author. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT.';
comment on function app_public.remove_member(uuid) is 'Frees a member''s seat. For the owner of the team. Errors: LOGIN_REQUIRED, NOT_FOUND.';
comment on function app_public.remove_newsletter_address(uuid) is 'Deletes an email address from the newsletter. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.remove_video(uuid,uuid,uuid,uuid) is '@resultFieldName wasThere
Removes the video from a lesson, from a clip, or from the page of a course or book (pass exactly one). Its files are removed if it isn''t used anywhere else. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT.';
comment on function app_public.remove_video_captions(text,text) is '@behavior -*
Removes the captions of one language. The transcript and the search index are updated.';
comment on function app_public.rename_team(uuid,text) is 'Renames a team. For its owner. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
comment on function app_public.report_comment(uuid,app_public.report_reason,text) is 'Reports a comment to the moderators, once per user; another report replaces the first. After three reports it''s hidden until a moderator decides. At most 10 an hour and 30 a day. Errors: LOGIN_REQUIRED, FORBIDDEN for your own comment, NOT_FOUND, BAD_INPUT, CONFLICT, TOO_MANY.';
comment on function app_public.require_import_right(text) is '@behavior -*
Raises an error unless the signed-in user can import into the target: `course` or `book` for a new one, the permalink of an existing one, or null for any.';
comment on function app_public.review_list(boolean,text,uuid) is 'For administrators: learners'' reviews, newest first; with isHidden, only hidden (true) or visible (false) ones. before is the ID of the last one on the previous page. Empty for everyone else.';
comment on function app_public.save_clip_position(uuid,integer) is 'Saves the second at which the signed-in user stopped in a clip. Errors: LOGIN_REQUIRED, NOT_FOUND.';
comment on function app_public.save_progress(uuid,integer[],text[],integer,text) is 'Adds what the signed-in user watched (pairs of a first second and the second after the last) and read, and where they stopped. Completes the lesson at 90 percent of its video, or when every block of its text was read, at no more than 1,000 words a minute since the first report. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT.';
comment on function app_public.save_site_settings(app_public.site_change,integer) is 'Saves all settings of the site, based on the revision that was loaded. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT with the field, CONFLICT if they were changed in the meantime.';
comment on function app_public.save_video_captions(text,text,text,numeric[],numeric[],text[]) is '@behavior -*
Stores checked captions. The transcript and the search index are updated.';
comment on function app_public.search(text,app_public.search_kind[],integer,boolean) is 'Everything that contains all of these words, best first: titles, users, texts, code, lines spoken in videos, comments. Finds nothing that the reader can''t read. With isTyping, the last word is a prefix. If nothing contains a word, the most similar one is used.';
comment on function app_public.send_whole_video(text) is '@behavior -*
Records that the last byte of an upload of the signed-in user was sent to the provider. False if there is no such upload. The provider then determines whether it succeeded.';
comment on function app_public.sent_mails(text,uuid,integer) is 'For administrators: emails of the last 30 days, newest first, at most 101. before is the ID of the last one on the previous page. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.set_admin(uuid,boolean) is 'Makes a user an administrator, or removes the role. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for the last administrator and for suspended users.';
comment on function app_public.set_contributor(text,app_public.contribution_title,uuid,uuid) is 'Makes a user, by username, an author or editor of a course or book, or changes their role. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT for an unknown username, CONFLICT for the last author, TOO_MANY.';
comment on function app_public.set_discussion_follow(uuid,boolean,app_public.mail_rhythm) is 'Sets which comments of a discussion the signed-in user is notified about: all (true), none (false) or those that concern them (null), and when they''re emailed (null to use their settings). Errors: LOGIN_REQUIRED, NOT_FOUND.';
comment on function app_public.set_discussion_resolved(uuid,boolean) is 'Resolves or reopens a discussion. For the user who asked, authors of the item and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.set_item_price(uuid,uuid,boolean,integer,text) is 'Sets the one-time price of a course, a book or its advanced package; without amountCents, it''s no longer sold separately. Existing purchases stay. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
comment on function app_public.set_lesson_completed(uuid,boolean) is 'Marks a lesson as completed, or undoes that; then only the user can complete it again. Errors: LOGIN_REQUIRED, NOT_FOUND.';
comment on function app_public.show_review(uuid) is 'Shows a hidden review again. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.sign_out_person(uuid) is 'Ends all of a user''s sessions. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.sign_ups(app_public.sign_up_span) is 'For administrators: sign-ups by day or week, oldest first, including days or weeks without any. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.streak() is 'The number of consecutive days, up to today or yesterday, on which the signed-in user made progress. A day isn''t missed before it''s over. 0 for visitors.';
comment on function app_public.subscription_list(text,uuid,app_public.subscription_status,uuid) is 'For administrators: subscriptions, newest first. Filters by username, plan and status. before is the ID of the last one on the previous page. Empty for everyone else.';
comment on function app_public.suspend_user(uuid,timestamp with time zone,text) is 'Suspends a user from writing, until endsAt or permanently. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
comment on function app_public.tags_num_titles(app_public.tags) is 'The number of published, listed courses, books and articles with the tag. Derived.';
comment on function app_public.testimonials_by_slugs(text[]) is 'The testimonials with these slugs, in their order.';
comment on function app_public.testimonials_is_finished(app_public.testimonials) is 'True if the author has completed every lesson of the reviewed item.';
comment on function app_public.title_price() is 'The usual one-time price of a title; null if none is for sale.';
comment on function app_public.toggle_bookmark(uuid,uuid,boolean) is 'Sets the signed-in user''s bookmark of a clip to enabled, or toggles it if enabled is absent, and returns the row. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.';
comment on function app_public.toggle_like(uuid,uuid,boolean) is 'Sets the signed-in user''s like of a clip to enabled, or toggles it if enabled is absent, and returns the row. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.';
comment on function app_public.toggle_reaction(uuid,text,uuid,boolean) is 'Sets the signed-in user''s reaction of a kind (THANKS, AGREE, LAUGH, CONFUSED) to a comment to enabled, or toggles it if enabled is absent, and returns the comment. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT, CONFLICT for a deleted comment.';
comment on function app_public.toggle_share(uuid,uuid,boolean) is 'Sets the signed-in user''s share of a clip to enabled, or toggles it if enabled is absent, and returns the row. userId must be absent or the signed-in user''s. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, TOO_MANY.';
comment on function app_public.unpublish_article(uuid) is 'Makes the article a draft again, visible only to its authors, editors and administrators. For its authors and administrators.';
comment on function app_public.unpublish_book(uuid) is 'Makes the book a draft again, visible only to its authors, editors and administrators. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.unpublish_course(uuid) is 'Makes the course a draft again, visible only to its authors, editors and administrators. For its authors and administrators. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.unread_notices_count() is 'The number of the signed-in user''s unread notifications, at most 100; 0 for visitors.';
comment on function app_public.update_section(uuid,text) is 'Renames a section. For authors and editors of its item. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT.';
comment on function app_public.update_testimonial_by_id(uuid,app_public.testimonial_patch) is 'Changes the signed-in user''s own review. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT with the field.';
comment on function app_public.use_browser_time_zone(text) is 'Stores the time zone of the signed-in user''s browser, unless the user picked one. Returns the one in effect; an unknown one changes nothing. Errors: LOGIN_REQUIRED.';
comment on function app_public.users_display_name(app_public.users) is 'The name, or the username if there is none. Never null.';
comment on function app_public.users_is_pro(app_public.users) is 'True while the user has Pro, visible to that user and administrators; false for others.';
comment on function app_public.users_public_comments(app_public.users) is 'The user''s comments on listed items, newest first, as shown on their profile. Without deleted and hidden comments.';
comment on function app_public.video_figures(uuid,integer) is 'The number of users who watched each second of a lesson''s video, among those who watched any of it in a number of days, or all time. For contributors to its item and administrators. Errors: LOGIN_REQUIRED, NOT_FOUND also without a video, BAD_INPUT.';
comment on function app_public.viewer() is 'The signed-in user; null for visitors.';
comment on function app_public.withdraw_invitation(uuid) is 'Withdraws an open invitation, whose link then stops working. For the owner of the team. Errors: LOGIN_REQUIRED, NOT_FOUND.';
comment on function auth.confirm_authenticator(uuid,uuid,bigint,bytea[]) is 'Turns on two-step sign-in for a user whose app has shown a correct code for this period: stores the recovery codes, marks the session, and ends all others. False if it''s already on.';
comment on function auth.end_email_change() is 'Trigger: cancels a pending change of email address when the user''s password changes.';
comment on function auth.end_links_to_former_address() is 'Trigger: invalidates all links that were sent to an account''s former email address.';
comment on function auth.end_pending_links() is 'Trigger: invalidates all emailed links of a user whose password has changed.';
comment on function auth.end_sessions() is 'Trigger: ends all sessions of a user whose password or email address has changed.';
comment on function auth.is_last_admin(uuid) is 'True for the only administrator, whose account can''t be deleted. Only for signing in.';
comment on function auth.limit_passkeys() is 'Trigger: limits a user to 20 passkeys (NL409).';
comment on function auth.make_first_admin(uuid) is 'Makes a user an administrator while there is none. True if it did. Only for signing in: the server prints a link for it.';
comment on function auth.replace_recovery_codes(uuid,bytea[]) is 'Replaces a user''s recovery codes.';
comment on function auth.require_second_step() is 'Trigger: rejects a session without a second step for a user with two-step sign-in (NL403).';
comment on function auth.trim_pending_sign_ins() is 'Trigger: keeps a user''s newest 20 pending sign-ins, none older than ten minutes.';
comment on function auth.trim_sessions() is 'Trigger: keeps a user''s newest 1,000 sessions.';
comment on column app_public.administration_overview.addresses_count is 'Confirmed subscribers of the newsletter.';
comment on column app_public.administration_overview.hidden_reviews_count is 'Hidden reviews.';
comment on column app_public.administration_overview.people_count is 'Users with an account.';
comment on column app_public.administration_overview.reported_count is 'Comments that are waiting for a moderator.';
comment on column app_public.administration_overview.subscriptions_count is 'Active subscriptions.';
comment on column app_public.administration_overview.suspended_count is 'Suspended users.';
comment on column app_public.checkout_offer.already is 'Why the signed-in user can''t buy it: ITEM_ALREADY_OWNED, SUBSCRIPTION_EXISTS, TEAM_PACKAGE_EXISTS or PRO_INCLUDED_IN_TEAM. Null if they can.';
comment on column app_public.checkout_offer.amount_cents is 'The price for this user in cents; for a plan, per seat and interval.';
comment on column app_public.checkout_offer.full_amount_cents is 'The price without the discount.';
comment on column app_public.checkout_offer.max_seats is 'The maximum number of seats of a plan; null for a title.';
comment on column app_public.checkout_offer.min_seats is 'The minimum number of seats of a plan; null for a title.';
comment on column app_public.checkout_offer.name is 'The name of the product.';
comment on column app_public.own_checkout.name is 'The name of the product.';
comment on column app_public.own_checkout.state is 'The state of the checkout.';
comment on column app_public.clip_state.comments_count is 'The number of comments, without deleted ones.';
comment on column app_public.clip_state.discussion_id is 'The latest discussion; null if there is none.';
comment on column app_public.clip_state.is_bookmarked is 'True if the reader has bookmarked it.';
comment on column app_public.clip_state.is_liked is 'True if the reader likes it.';
comment on column app_public.clip_state.is_shared is 'True if the reader has shared it.';
comment on column app_public.clip_state.likes_count is 'The number of likes.';
comment on column app_public.clip_state.position_seconds is 'The second at which the reader stopped; null if they haven''t started.';
comment on column app_public.clip_state.shares_count is 'The number of shares.';
comment on column app_public.discussion_mark.author_name is 'The author of its first comment.';
comment on column app_public.discussion_mark.block_id is 'The ID of the block where the passage begins; null without a passage, or if the reader can''t read it.';
comment on column app_public.discussion_mark.comments_count is 'The number of comments, without deleted ones.';
comment on column app_public.discussion_mark.excerpt is 'The beginning of the first comment, as Markdown.';
comment on column app_public.discussion_mark.is_orphaned is 'True if the passage is no longer in the text.';
comment on column app_public.discussion_mark.occurrence is 'How many times the same text occurs earlier in this block.';
comment on column app_public.discussion_mark.timecode_start is 'The second of the video; null without one.';
comment on column app_public.discussion_mark.words is 'The passage now; empty for a block without text.';
comment on column app_public.figures_line.enrolled_count is 'The number of users who enrolled in the period.';
comment on column app_public.figures_line.enrolled_in_all_count is 'The total number of enrolled users.';
comment on column app_public.figures_line.open_questions_count is 'Discussions of its lessons and clips that began in the period and are waiting for an answer.';
comment on column app_public.figures_line.rating_average is 'The average rating; null without any.';
comment on column app_public.figures_line.rating_count is 'The total number of ratings.';
comment on column app_public.figures_line.title is 'The title.';
comment on column app_public.figures_list.items_count is 'The total number of items.';
comment on column app_public.invitation_view.email is 'The email address it was sent to.';
comment on column app_public.invitation_view.expires_at is 'When it expires.';
comment on column app_public.invitation_view.inviter is 'The name of the user who sent it.';
comment on column app_public.invitation_view.team_name is 'The name of the team.';
comment on column app_public.item_figures.active_count is 'The number of users who watched, read or completed any of it in the period.';
comment on column app_public.item_figures.counted_from is 'The start of the period; null for all time.';
comment on column app_public.item_figures.counted_to is 'The end of the period: when this was counted.';
comment on column app_public.item_figures.enrolled_count is 'The number of users who enrolled in the period.';
comment on column app_public.item_figures.enrolled_in_all_count is 'The total number of enrolled users.';
comment on column app_public.item_figures.finished_count is 'The number of users who completed every lesson, the last one in the period. Changelogs don''t count.';
comment on column app_public.item_figures.lessons is 'The lessons or chapters, in order.';
comment on column app_public.item_figures.open_questions_count is 'Discussions of its lessons and clips that began in the period and are waiting for an answer.';
comment on column app_public.item_figures.rating_average is 'The average rating; null without any.';
comment on column app_public.item_figures.rating_counts is 'The number of ratings in the period with 1, 2, 3, 4 and 5 stars.';
comment on column app_public.item_figures.title is 'The title.';
comment on column app_public.item_progress.completed_lesson_ids is 'The completed lessons, in order.';
comment on column app_public.item_progress.is_begun is 'True if any of it was watched, read or completed.';
comment on column app_public.item_progress.is_enrolled is 'True if the user is enrolled in it.';
comment on column app_public.item_progress.marked_lessons is 'The number of lessons that the user marked as completed.';
comment on column app_public.item_progress.next_lesson_id is 'The lesson to continue with: the one opened last; the first uncompleted one after it if that is completed; or the first of all. Null without lessons.';
comment on column app_public.item_progress.next_position_seconds is 'The second of its video to continue at; null at the beginning.';
comment on column app_public.item_progress.open_lesson_ids is 'The lessons that the user has full access to, including the changelog.';
comment on column app_public.item_progress.read_lessons is 'The number of lessons that were completed by reading.';
comment on column app_public.item_progress.watched_lessons is 'The number of lessons that were completed by watching 90 percent of the video.';
comment on column app_public.lesson_figures.begun_count is 'The number of users who watched, read or completed any of it, most recently in the period.';
comment on column app_public.lesson_figures.completed_count is 'The number of users who completed it in the period.';
comment on column app_public.lesson_figures.lesson_id is 'The ID of the lesson.';
comment on column app_public.lesson_figures.slug is 'The last segment of its URL.';
comment on column app_public.lesson_figures.title is 'The title.';
comment on column app_public.lesson_figures.video_seconds is 'The length of its video in seconds; null without one.';
comment on column app_public.lesson_progress.block_id is 'The block of the text to resume at; null before anything was read.';
comment on column app_public.lesson_progress.blocks is 'The number of blocks of the text. Reading all blocks with words, at no more than 1,000 words a minute, completes the lesson.';
comment on column app_public.lesson_progress.is_completed is 'True if it counts as completed.';
comment on column app_public.lesson_progress.position_seconds is 'The second of the video to resume at; null before anything was watched.';
comment on column app_public.lesson_progress.read_blocks is 'The number of blocks that were in view long enough to count as read.';
comment on column app_public.lesson_progress.reason is 'Why it counts as completed; null if it doesn''t.';
comment on column app_public.lesson_progress.video_seconds is 'The length of the video in seconds; null without one. Watching 90 percent of it completes the lesson.';
comment on column app_public.lesson_progress.watched_seconds is 'The number of seconds of the video that were watched, each counted once.';
comment on column app_public.library.completed_count is 'The number of those that are completed.';
comment on column app_public.library.filters is 'The available filters: all statuses and kinds, the 9 most frequent technologies with an icon, all instructors, and the selected ones.';
comment on column app_public.library.is_nearly is 'True if no title contains the words of the search, so that similar titles are listed.';
comment on column app_public.library.is_today_counted is 'True if today already counts toward the streak.';
comment on column app_public.library.items is 'A page of the matching items.';
comment on column app_public.library.items_count is 'The number of items without any filter.';
comment on column app_public.library.matches_count is 'The number of matching items on all pages.';
comment on column app_public.library_filter.count is 'The number of items with this value, among those that match the search and the other groups.';
comment on column app_public.library_filter.filter_group is 'What the filter applies to.';
comment on column app_public.library_filter.icon is 'TECHNOLOGY: the key in the icon map; null for others.';
comment on column app_public.library_filter.label is 'The name to show.';
comment on column app_public.library_filter.value is 'The value to filter by: a status, a kind, the slug of a technology or the username of an instructor.';
comment on column app_public.library_item.accessed_at is 'When the user last opened one of its lessons, or enrolled.';
comment on column app_public.library_item.continue_path is 'The page to continue at: the lesson that was opened last, or the first uncompleted one after it; null if all are completed or there are none.';
comment on column app_public.library_item.enrolled_at is 'When the user enrolled.';
comment on column app_public.library_item.id is 'The ID of the course or book.';
comment on column app_public.library_item.instructors is 'The names of its authors, in order.';
comment on column app_public.library_item.is_bootcamp is 'True if it''s labeled as a bootcamp.';
comment on column app_public.library_item.is_live_workshop is 'True if it''s labeled as a workshop.';
comment on column app_public.library_item.lesson_states is 'The user''s progress in each lesson, in the order of the outline, without changelogs.';
comment on column app_public.library_item.poster_image_url is 'The cover; null without one.';
comment on column app_public.library_item.status is 'The user''s progress.';
comment on column app_public.library_item.technologies is 'The names of its technologies: those with an icon first, otherwise in their given order.';
comment on column app_public.library_item.title is 'The title.';
comment on column app_public.library_item.topic is 'Determines the print colors of the cover.';
comment on column app_public.newsletter_address.asked_at is 'When the last email with a link was requested.';
comment on column app_public.newsletter_address.confirmed_at is 'When the link was followed; null before that.';
comment on column app_public.newsletter_address.email is 'The email address.';
comment on column app_public.newsletter_address.first_name is 'The first name for greetings; null if not given.';
comment on column app_public.outline_line.is_completed is 'True if the signed-in user has completed it; false for visitors.';
comment on column app_public.outline_line.is_free is 'True if everyone has access to all of it.';
comment on column app_public.outline_line.permalink is 'The path of its page.';
comment on column app_public.outline_line.role is 'The purpose of the lesson. A CHANGELOG doesn''t count.';
comment on column app_public.outline_line.section_id is 'Its section; null outside of sections.';
comment on column app_public.outline_line.title is 'The title.';
comment on column app_public.outline_line.video_duration is 'The length of its video in seconds; null without one.';
comment on column app_public.person_account.comments_count is 'The number of comments, without deleted ones.';
comment on column app_public.person_account.email is 'The email address for signing in.';
comment on column app_public.person_account.is_email_verified is 'True if the email address was confirmed.';
comment on column app_public.person_account.reviews_count is 'The number of reviews.';
comment on column app_public.person_account.seen_at is 'When one of the user''s sessions was last renewed, which happens once a day; null without one.';
comment on column app_public.person_account.sessions_count is 'The number of browsers in which the user is signed in.';
comment on column app_public.person_account.sign_in_methods is 'Sign-in methods besides an emailed link: credential (a password), github.';
comment on column app_public.person_entry.display_name is 'The name, or the username if there is none.';
comment on column app_public.person_entry.email is 'The email address for signing in.';
comment on column app_public.person_entry.is_admin is 'True for administrators.';
comment on column app_public.person_entry.is_email_verified is 'True if the email address was confirmed.';
comment on column app_public.person_entry.is_pro is 'True if the user currently has Pro.';
comment on column app_public.person_entry.is_suspended is 'True if the user is currently suspended.';
comment on column app_public.person_entry.joined_at is 'When the user signed up.';
comment on column app_public.person_entry.profile_image_url is 'The profile image; null without one.';
comment on column app_public.person_entry.username is 'The unique username in lower case.';
comment on column app_public.person_session.expires_at is 'When it expires, unless it''s renewed.';
comment on column app_public.person_session.started_at is 'When the user signed in.';
comment on column app_public.person_session.user_agent is 'The browser''s User-Agent header.';
comment on column app_public.price_range.highest_cents is 'The highest price, in cents.';
comment on column app_public.price_range.lowest_cents is 'The lowest price, in cents.';
comment on column app_public.reaction_count.count is 'The number of users.';
comment on column app_public.search_hit.block_id is 'The ID of the block that contains the match; null for other kinds.';
comment on column app_public.search_hit.context is 'The title of its course or book, or of what was commented on; null without one.';
comment on column app_public.search_hit.excerpt is 'The text around the match as plain text, with U+E000 before and U+E001 after each match.';
comment on column app_public.search_hit.kind is 'The kind of result.';
comment on column app_public.search_hit.searched is 'The words that were searched for; they differ from the query if nothing matched it and the most similar words were used.';
comment on column app_public.search_hit.second is 'The second at which it''s spoken; null for other kinds.';
comment on column app_public.search_hit.title is 'The title of its page; for a user, their name; for a comment, the name of its author, or null if the account was deleted.';
comment on column app_public.sent_mail.address is 'The recipient.';
comment on column app_public.sent_mail.sent_at is 'When it was handed to the mail server.';
comment on column app_public.sent_mail.subject is 'The subject.';
comment on column app_public.sign_up_count.people_count is 'The number of them that still have an account.';
comment on column app_public.sign_up_count.starts_on is 'The day in UTC; for a week, its Monday.';
comment on column app_public.site_change.catalog_figure is 'The number of titles in Pro that the home page shows, such as 60+.';
comment on column app_public.site_change.claims is 'The numbers on the home page (a JSON string): at most 4, each with figure and words.';
comment on column app_public.site_change.font is 'The font of headings and text.';
comment on column app_public.site_change.footer_links is 'Additional links in the footer (a JSON string): at most 12, each with label and url.';
comment on column app_public.site_change.icon is 'The imageUrl of an attachment, which becomes the favicon and the app icons.';
comment on column app_public.site_change.navigation is 'The links in the header (a JSON string): at most 8, each with label and url.';
comment on column app_public.site_change.organization_name is 'The publisher of the site.';
comment on column app_public.site_change.profiles is 'The site''s profiles on other sites (a JSON string): at most 12, each with label and url.';
comment on column app_public.site_change.support_email is 'The email address for readers'' questions.';
comment on column app_public.site_change.wordmark_light is 'The imageUrl of an attachment, which is shown in the header instead of the name.';
comment on column app_public.testimonial_patch.quote_md is 'The text, in Markdown, at most 200 characters.';
comment on column app_public.transcript_line.second is 'When it starts, in seconds.';
comment on column app_public.transcript_line.words is 'The spoken text.';
comment on column app_public.video_figures.title is 'The title.';
comment on column app_public.video_figures.video_seconds is 'The length of the video in seconds.';
comment on column app_public.video_figures.viewers_by_second is 'The number of users who watched each second, from 0.';
comment on column app_public.video_figures.viewers_count is 'The number of users who watched any of it.';
