--! Previous: sha1:fcb233ea650ea329ecd49d067f01d0e747437b96
--! Hash: sha1:240b94feb20cc33b2cd81eb08100f1f100b3f482

-- Clearer descriptions, as they appear in the GraphQL schema and in db/schema.sql.

comment on type app_public.access_token_scope is 'What an access token can do. READ: read what its user can read. WRITE: also change things. ADMIN: everything an administrator can do. Without ADMIN, an administrator''s token has the permissions of any other user.';
comment on type app_public.counted_fact is 'Totals that the home page can show.';
comment on type app_public.fact_count is 'A total that the home page can show.';
comment on type app_public.setup_state is 'The state of the checklist for a new site.';
comment on table app_private.book_exports is 'A book as an EPUB or PDF file: one for each version and access class, shared by all readers who have the same access. Only accessed by the functions of the file book-export.';
comment on table app_private.page_bodies is 'The published text of a page, with what was derived from it. Requests only read it through functions such as pages_body_delta.';
comment on table app_private.page_revision_texts is 'The text of a revision. Requests only read it through read_page_revisions.';
comment on table app_private.site_setup is 'The stored state of the checklist for a new site. There is only one row.';
comment on table app_public.access_tokens is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
A token that lets a program use the API as its user. Visible to its user and to administrators. The token itself isn''t stored.';
comment on table app_public.former_tag_slugs is '@behavior -*
Former slugs of tags, including those of merged tags. They redirect.';
comment on table app_public.page_acceptances is '@behavior -*
The versions of the terms and the privacy policy that a user accepted. Visible to that user and administrators.';
comment on table app_public.page_layouts is '@behavior -insert -update -delete -query:resource:list -query:resource:connection -query:resource:single
The sections of a page, as set by administrators. There is one row for each page.';
comment on table app_public.page_revisions is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A saved version of a page''s title and text, visible to administrators. Saves from one editor within five minutes share a revision, unless someone has read the version in between.';
comment on table app_public.pages is '@behavior -insert -update -delete
A page about the site, such as the terms, the privacy policy or the imprint. Visitors only see published pages.';
comment on table app_public.products is '@behavior -insert -update -delete -query:resource:list
A subscription for sale, such as Pro. Its prices are plans, one for each interval and currency.';
comment on table app_public.redirects is '@behavior -insert -update -delete -query:resource:list -query:resource:connection
A redirect from a path that isn''t the path of a page.';
comment on table auth.access_token_hashes is 'The SHA-256 of each access token. A token has 256 random bits, so its hash identifies it but doesn''t help anyone guess it.';
comment on table auth.claimed_roles is 'Roles that users have because of a claim of their sign-in provider. They end at the next sign-in without the claim. Roles that an administrator gave aren''t stored here, and stay.';
comment on table auth.email_changes is 'The latest change of email address that a user requested. Its links work for 24 hours. A new request replaces it, and a new password cancels it.';
comment on table auth.sign_in_rules is 'What this site requires of sign-ins. There is only one row.';
comment on column app_private.article_revision_texts.free_blocks is 'The number of top-level blocks before the paywall marker; null without a mark.';
comment on column app_private.lesson_bodies.free_blocks is 'The number of top-level blocks before the paywall marker; null without a mark.';
comment on column app_private.lesson_revision_texts.free_blocks is 'The number of top-level blocks before the paywall marker; null without a mark.';
comment on column app_private.page_bodies.drawn_by is 'The version of the renderer that rendered it; 0 if it hasn''t been rendered.';
comment on column app_private.page_revision_texts.is_seen is 'True once someone has read the text. The next save then creates a new revision.';
comment on column app_private.page_revision_texts.session_id is 'The open editor that saved it. Its saves are numbered by sequence.';
comment on column app_private.site_setup.dismissed_at is 'When an administrator hid the checklist; null while it''s shown.';
comment on column app_private.site_setup.mail_failure is 'Why the last test email couldn''t be sent; null if it was sent.';
comment on column app_public.access_tokens.ending is 'The last four characters of the token, to recognize it by.';
comment on column app_public.access_tokens.expires_at is 'When it expires; null if it doesn''t.';
comment on column app_public.access_tokens.last_client is 'The User-Agent header of the last request with it.';
comment on column app_public.access_tokens.last_used_at is 'When it was last used, to the minute; null if never.';
comment on column app_public.access_tokens.name is 'The user''s name for it, such as the program that uses it.';
comment on column app_public.articles.preview_percent is 'The percentage of a text without a paywall marker that is free; null means nothing.';
comment on column app_public.articles.subscription_required is 'True if the part after the paywall marker requires Pro.';
comment on column app_public.books.preview_percent is 'The percentage of each text without a paywall marker that is free; null means nothing.';
comment on column app_public.clips.likes_count is '@behavior -select -orderBy -condition
The same as likes.totalCount. Derived.';
comment on column app_public.clips.shares_count is '@behavior -select -orderBy -condition
The same as shares.totalCount. Derived.';
comment on column app_public.courses.preview_percent is 'The percentage of each text without a paywall marker that is free; null means nothing.';
comment on column app_public.discussion_selections.range_to is '@name to
Where the passage ends, as a position in the document.';
comment on column app_public.lesson_activities.watched_seconds is '@behavior -select
The seconds of the video that were watched, as ranges.';
comment on column app_public.logos.dark_image_url is 'The image in the dark theme; null to use imageUrl there, too.';
comment on column app_public.page_layouts.revision is 'The number of changes. A change has to name the revision that it is based on.';
comment on column app_public.page_layouts.sections is 'The sections in order, as JSON: a list of kind, isHidden and content. Absent values fall back to the defaults in the code.';
comment on column app_public.page_revisions.created_at is 'The time of its first save.';
comment on column app_public.page_revisions.published_at is 'When it was published; null if it never was. Published revisions are never removed, because users may have accepted them.';
comment on column app_public.page_revisions.restored_version is 'The version that this one restored; null if it was written.';
comment on column app_public.page_revisions.updated_at is 'The time of its last save.';
comment on column app_public.page_revisions.user_id is 'The user who saved it; null if their account was deleted.';
comment on column app_public.page_revisions.version is 'Increases by one with every save that changes something. A revision has the number of its last save.';
comment on column app_public.page_revisions.words_count is '@name numWords
The number of words in the text. Derived.';
comment on column app_public.pages.footer_order is 'The position among the links in the footer; null if it isn''t linked there.';
comment on column app_public.pages.required_version is 'Users who haven''t accepted this version or a newer one are asked to accept the page; null to ask nobody.';
comment on column app_public.pages.title is 'The title of the published version, or the working title of a draft.';
comment on column app_public.remote_code_sources.new_text is 'The current code in the repository.';
comment on column app_public.remote_code_sources.text is 'The code in the text.';
comment on column auth.authenticators.secret is 'The shared secret, encrypted with a key derived from SECRET_KEY and bound to the user.';
comment on column auth.email_changes.changed_at is 'When the account''s email address was changed; null until both email addresses have confirmed the change.';
comment on column auth.email_changes.new_token_hash is 'The SHA-256 of the token that was sent to the new email address.';
comment on column auth.email_changes.old_token_hash is 'The SHA-256 of the token that was sent to the current email address.';
comment on column auth.sign_in_rules.admins_need_second_step is 'True if sessions only have administrator permissions when they began with a second step or a passkey.';
comment on column auth.sign_in_rules.id is 'Always true: there is only one row.';
comment on function app_private.add_page_revision(uuid,text,jsonb,text[],uuid,integer,integer) is 'Adds a revision by the signed-in administrator. All published revisions are stored, and the newest 100 others. Not granted.';
comment on function app_private.begin_checkout(text,text,text,boolean,integer) is 'Stores what the user is about to pay, at the price they were shown.';
comment on function app_private.begin_test_mail() is 'Returns the email address of the signed-in administrator, for a test email (NL401, NL403).';
comment on function app_private.book_version(uuid,text) is 'Returns a fingerprint of everything in an export of the book. `maker` identifies the code and the site that create the files. Not granted.';
comment on function app_private.change_second_step_rule(boolean) is 'Sets whether administrators need a second step, and records it in the audit log. Also for the command line. Not granted.';
comment on function app_private.color_contrast(text,text) is 'Returns the contrast ratio of two colors, from 1 to 21. Not granted.';
comment on function app_private.color_luminance(text) is 'Returns the relative luminance of a color, from 0 to 1. Not granted.';
comment on function app_private.count_fact(app_public.counted_fact) is 'Counts published and listed titles, their lessons, whole hours of their video, listed clips, or enrolled users. Not granted.';
comment on function app_private.create_page(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer) is 'Creates a draft, which appears in the footer once it''s published. For administrators only. Raises NL400, NL401, NL403 and NL409.';
comment on function app_private.day_at(timestamp with time zone) is 'Returns the date of an instant for the signed-in user. A day lasts until it ends in the time zone where it began, so that traveling doesn''t count it twice.';
comment on function app_private.due_videos() is 'Returns videos whose files have to be removed.';
comment on function app_private.end_test_mail(text,text) is 'Records the recipient of a test email, or why it failed. For administrators only (NL401, NL403).';
comment on function app_private.has_second_step(uuid) is 'Returns whether a user has set up two-step sign-in or a passkey. Not granted.';
comment on function app_private.is_claimed_author() is 'True if the sign-in provider of the signed-in user says that they are an author.';
comment on function app_private.is_logo_list(jsonb) is 'Returns whether this is a list of at most 60 logos, with a unique name in each strip and, if any, an https website and images. Not granted.';
comment on function app_private.is_reserved_name(text) is 'True for a name that can''t be a username or the first part of a permalink, also with a number after it: routes of the site, and names that look official.';
comment on function app_private.is_section_list(app_public.site_page,jsonb) is 'Returns whether this is a list of sections of the page, each at most once, with texts of at most 2,000 characters, links that are https or a path on this site, and uploaded images. Not granted.';
comment on function app_private.is_unspaced(text) is 'True for text in a script without spaces between words, false for a technical term.';
comment on function app_private.keep_page_images(uuid,jsonb) is 'Claims the images on a page that administrators uploaded. Not granted.';
comment on function app_private.locked_page(uuid) is 'Locks and returns the page, for an administrator; raises NL401, NL403 or NL404 for others. Not granted.';
comment on function app_private.locked_review(uuid) is 'Locks and returns a learner''s review, for an administrator (NL401, NL403, NL404). Not granted.';
comment on function app_private.newest_page_revision(uuid) is 'Returns the latest revision of a page, which administrators edit. Not granted.';
comment on function app_private.next_book_export(text) is 'Returns when the next queued export of a store is due; null if none is queued.';
comment on function app_private.page_images() is 'Returns the images in the sections of pages, and the logos. Not granted.';
comment on function app_private.page_path(text) is 'Returns the path of a page. Suggested pages are at the top, such as /terms; others are below /pages. api/src/rules/site/page-path.ts has the same list.';
comment on function app_private.plain_html(text) is 'Returns plain text as HTML paragraphs, escaped.';
comment on function app_private.publish_page(uuid,integer,jsonb,text[],text[],text[],text[],integer,jsonb,integer,boolean) is 'Publishes a version, which must be the newest, as the title and text that readers get, and asks everyone to accept it if asks_again is true. Raises NL400, NL401, NL403 and NL404.';
comment on function app_private.read_page_revisions(uuid[]) is 'Returns the texts of revisions, for administrators, and marks them as read: a later save doesn''t overwrite them.';
comment on function app_private.read_setup() is 'Returns the state of the checklist, for site_setup and `newline setup`. Not granted.';
comment on function app_private.refuse_access_token() is 'Trigger: rejects a change by a request with an access token (NL403), because it requires a session.';
comment on function app_private.remove_second_step(uuid) is 'Removes the second step and the passkeys of a user who lost them, for the administrator whose id is set. Returns the email address to notify. For the login that runs jobs.';
comment on function app_private.require_admin() is 'Returns the ID of the signed-in administrator; raises NL401 or NL403 for others.';
comment on function app_private.require_page_right(uuid) is 'Raises NL401, NL403 or NL404 unless the signed-in user can edit the page, or can create pages if there is none. Locks nothing.';
comment on function app_private.require_text_right(uuid,uuid) is 'Raises NL401, NL403 or NL404 unless the signed-in user can edit the lesson or article, or can create an article if there is neither. Locks nothing for users who can.';
comment on function app_private.save_page(uuid,integer,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer,uuid,integer,integer) is 'Saves the working title and text if nobody else has saved since base_version. Otherwise returns the newer version and writes nothing. Raises NL401, NL403 and NL404.';
comment on function app_private.section_kinds(app_public.site_page) is 'Returns the sections of a page in their standard order. Not granted.';
comment on function app_private.store_drawings(text,uuid,text,jsonb,integer) is 'Stores the renderings of a text, unless the text has changed since, and updates the page cache. For the job draw_bodies.';
comment on function app_private.take_second_step(uuid) is 'Removes the two-step sign-in and passkeys of a user who lost them, ends their sessions, and records it in the audit log (NL409 without either). Also for the command line. Not granted.';
comment on function app_private.touch_updated_at() is 'Sets updated_at on every update. It never decreases.';
comment on function app_private.undrawn_bodies(integer,integer) is 'Returns a batch of texts that this version of the renderer hasn''t rendered. For the job draw_bodies.';
comment on function app_private.unspaced_characters() is 'Returns the characters of scripts that don''t separate words by spaces, or not always, for a bracket expression: Thai, Lao, Burmese, Khmer, Hangul, kana, Han.';
comment on function app_private.working_page(uuid,boolean) is 'Returns the latest revision with its text, for administrators. Raises NL401, NL403 and NL404.';
comment on function app_public.accept_page(uuid,integer) is 'Records that the signed-in user accepts this version of the terms or the privacy policy. Errors: LOGIN_REQUIRED, NOT_FOUND, CONFLICT if it has changed since.';
comment on function app_public.arrange_footer(uuid[]) is 'Sets which pages the footer links to, in this order, once they are published. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.articles_reading_minutes(app_public.articles) is 'The estimated time to read its whole text, in minutes; null without a text. Derived.';
comment on function app_public.checkout_offer(text,text,text,boolean) is 'What a plan, a course, a book or an advanced package costs the signed-in user, by one slug; null if it isn''t for sale.';
comment on function app_public.counted_facts() is 'The totals that the home page shows; for administrators, all totals that it can show.';
comment on function app_public.delete_page(uuid) is 'Deletes a page that was never published. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND, CONFLICT if it was published, because users may have accepted it.';
comment on function app_public.dismiss_setup(boolean) is 'Hides the checklist for a new site, or shows it again. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.is_admin() is 'True if the signed-in user is an administrator, their session has administrator permissions, and any access token they use has the scope ADMIN.';
comment on function app_public.is_author() is 'True if the signed-in user can create articles: administrators, authors of a course, book or article, and users whose sign-in provider says that they are authors.';
comment on function app_public.is_second_step_missing() is 'True for an administrator whose session has no administrator permissions, because this site requires a second step for them.';
comment on function app_public.pages_body_drawings(app_public.pages) is 'The server''s renderings of bodyDelta (highlighted code, formulas, diagrams) as JSON: one entry for each of its top-level blocks. Null if there is nothing to render. Derived.';
comment on function app_public.pages_latest_revision(app_public.pages) is 'The working title and text, for administrators; null for others. It isn''t published if its publishedAt is null.';
comment on function app_public.person_account(uuid) is 'For administrators: the account of a user; null if there is none. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.require_second_step(boolean) is 'Sets whether administrators need two-step sign-in or a passkey. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT if you haven''t set up either.';
comment on function app_public.revoke_access_token(uuid) is 'Revokes an access token of any user: the next request with it fails. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function app_public.save_page_layout(app_public.site_page,jsonb,integer,jsonb) is 'Saves the sections of a page, based on the revision that was loaded, and all logos if they are given (a list of name, imageUrl, darkImageUrl, websiteUrl and isStudentLogo). For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, CONFLICT if they have changed since.';
comment on function app_public.site_setup() is 'For administrators: the state of the checklist for a new site. Errors: LOGIN_REQUIRED, FORBIDDEN.';
comment on function app_public.testimonials_by_ids(uuid[]) is 'The testimonials and reviews with these ids, in their order, without reviews of titles that aren''t listed.';
comment on function app_public.unpublish_page(uuid) is 'Makes a page a draft again. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, NOT_FOUND.';
comment on function auth.accept_pages_at_sign_up(uuid) is 'Records that a new user accepted the published terms and privacy policy, as the sign-up form says. For newline_auth.';
comment on function auth.confirm_email_change(bytea) is 'Confirms a change of email address from one mailbox, by the SHA-256 of the token that was sent there. Makes the change once both have confirmed it. Returns expired, waits_for_old, waits_for_new, changed, or taken if another account has the email address by then.';
comment on function auth.create_access_token(uuid,uuid,text,app_public.access_token_scope,timestamp with time zone,text,bytea) is 'Stores an access token of a user, by its hash. Errors: FORBIDDEN for ADMIN if the session doesn''t have administrator permissions, CONFLICT if the user has 50 tokens.';
comment on function auth.end_claims() is 'Trigger: removes the roles that a provider claimed for a user when their account there is disconnected.';
comment on function auth.follow_claims(uuid,text,text[]) is 'Gives a user the roles that a sign-in provider claims for them, and removes those that it claimed before, except from the last administrator. Recorded in the audit log. Only for sign-ins.';
comment on function auth.forget_second_step() is 'Trigger: when a user removes the authenticator app or the last passkey, their sessions no longer count as having a second step.';
comment on function auth.note_access_token_uses(uuid[],text[]) is 'Records that these tokens were used just now, and by which programs.';
comment on function auth.remove_connection(uuid,text,text[]) is 'Disconnects an account on another site. Returns false if it''s the last way to sign in, or isn''t connected. `others` are the other providers for signing in; null if users can also sign in by an emailed link.';
comment on function auth.viewer_of_access_token(bytea) is 'Returns the user of the access token with this SHA-256, and whether it currently has administrator permissions. No row if it has expired or was revoked, or if the account is suspended.';
comment on function auth.viewer_of_session(text) is 'Returns the user of the session with this token. No row if it has ended or the account is suspended. is_admin is false for an administrator whose session lacks a required second step. Uses $1, because `token` would be the column.';
comment on function auth.working_access_tokens(uuid) is 'Returns the names of a user''s valid access tokens, for the email about a new password.';
comment on column app_public.attachments.loose_since is '@behavior -*
When it stopped being used by any text; null while it''s used. It''s removed after a day.';
comment on column app_public.comments.hidden_at is 'When it was hidden, without its text, until a moderator decides; null if it isn''t hidden.';
comment on column app_public.purchases.disputed_at is '@behavior -select -orderBy -filterBy
When its payment was disputed, which ends access until the dispute is won; null without a dispute.';
comment on column app_public.subscriptions.disputed_at is '@behavior -select -orderBy -filterBy
When one of its payments was disputed; null without a dispute.';
comment on column app_public.videos.loose_since is '@behavior -*
When it stopped being used; null while it''s used. It''s removed after a day, or after a week if it failed.';
comment on function app_private.book_export_chapter(uuid,integer) is 'A chapter of an export, counted from 1, limited to what the reader could read when the export was requested.';
