/**
 * What bounds the rows of a table that users can add to:
 * - `onePer`: a unique key, so there are at most as many rows as things it names, times the users;
 * - `of`: rows exist for rows of another table, by a foreign key, a bounded number for each;
 * - `counted`: a function that refuses beyond a number, or the trigger count_new_row;
 * - `by`: nobody but staff, the jobs or the server adds rows, or they are copies of what is bounded; `why` says how many.
 */
export type TableLimit =
  | { readonly onePer: string }
  | { readonly of: string; readonly why: string }
  | { readonly counted: string; readonly at: string }
  | { readonly by: 'staff' | 'jobs' | 'server'; readonly why: string };

/** Every table, and what limits its rows. A table that isn't listed fails limits.test.ts: decide what limits it before adding it. */
export const tableLimits: Readonly<Record<string, TableLimit>> = {
  // Accounts.
  'app_public.users': { of: 'auth."user"', why: 'one' },
  'app_public.user_settings': { onePer: 'user_id' },
  'app_private.user_quotas': { onePer: 'kind, user_id' },
  'auth."user"': { by: 'server', why: 'the limits of sign-up, by IP address and email address' },
  'auth.account': { of: 'auth."user"', why: 'one for a password and one for each provider of sign-in' },
  'auth.session': { counted: 'auth.trim_sessions()', at: '1000' },
  'auth.verification': { by: 'server', why: 'one for an email, which `mail` limits; expired ones are deleted' },
  'auth.used_links': { of: 'auth."user"', why: 'one for an email, which `mail` limits' },
  'auth.email_changes': { onePer: 'user_id' },
  'auth.authenticators': { onePer: 'user_id' },
  'auth.recovery_codes': { by: 'server', why: 'ten for each user with two-step sign-in' },
  'auth.passkeys': { counted: 'auth.limit_passkeys()', at: '20' },
  'app_public.access_tokens': {
    counted: 'auth.create_access_token(uuid,uuid,text,app_public.access_token_scope,timestamp with time zone,text,bytea)',
    at: '50',
  },
  'auth.access_token_hashes': { of: 'app_public.access_tokens', why: 'one' },
  'auth.pending_sign_ins': { counted: 'auth.trim_pending_sign_ins()', at: '20' },
  'auth.claimed_roles': { onePer: 'provider_id, role, user_id' },
  'auth.sign_in_rules': { by: 'server', why: 'one row' },
  'auth.attempts': { by: 'server', why: 'one for each key that is counted; expired ones are deleted' },
  'auth."rateLimit"': { by: 'server', why: 'one for each IP address and path; expired ones are deleted' },

  // Courses, books and articles.
  'app_public.courses': { counted: 'app_private.create_item(text,boolean)', at: '100' },
  'app_public.books': { counted: 'app_private.create_item(text,boolean)', at: '100' },
  'app_public.articles': {
    counted: 'app_private.create_article(text,text,jsonb,text[],text[],text[],text[],integer,jsonb,integer)',
    at: '100',
  },
  'app_public.contributions': { counted: 'app_public.set_contributor(text,app_public.contribution_title,uuid,uuid)', at: '50' },
  'app_public.permalinks': { counted: 'app_private.count_new_row()', at: '500' },
  'app_public.taggings': { onePer: 'course_id, tag_id' },
  'app_public.item_prices': { counted: 'app_public.set_item_price(uuid,uuid,boolean,integer,text,boolean)', at: '20' },
  'app_public.course_sections': { counted: 'app_private.count_new_row()', at: '2000' },
  'app_public.lessons': { counted: 'app_private.count_new_row()', at: '5000' },
  'app_public.course_lessons': { of: 'app_public.lessons', why: 'one' },
  'app_public.book_lessons': { of: 'app_public.lessons', why: 'one' },
  'app_private.former_lesson_slugs': { counted: 'app_private.count_new_row()', at: '2000' },
  'app_public.clips': { counted: 'app_private.count_new_row()', at: '2000' },

  // Texts.
  'app_private.lesson_bodies': { onePer: 'lesson_id' },
  'app_private.article_bodies': { onePer: 'article_id' },
  'app_public.lesson_revisions': { counted: 'app_private.trim_lesson_revisions(uuid)', at: '100' },
  'app_private.lesson_revision_texts': { onePer: 'revision_id' },
  'app_public.article_revisions': { counted: 'app_private.trim_article_revisions(uuid)', at: '100' },
  'app_private.article_revision_texts': { onePer: 'revision_id' },
  'app_public.remote_code_sources': { onePer: 'block_id, lesson_id' },
  'app_private.remote_code_checks': { onePer: 'source_id' },
  'app_private.moved_texts': { onePer: 'lesson_id' },
  'app_private.search_entries': { by: 'server', why: 'a copy of texts, titles, comments and captions' },
  'app_private.search_words': { onePer: 'word' },
  'app_private.latin_letters': { by: 'server', why: 'a fixed list, written by its migration' },

  // Images and videos.
  'app_public.attachments': { counted: 'app_public.begin_upload(text,integer)', at: '2000' },
  'app_private.attachment_uses': {
    of: 'app_public.attachments',
    why: 'one for each text, title or person that shows it; texts are limited in size',
  },
  'app_private.unkept_files': { counted: 'app_public.begin_upload(text,integer)', at: '2000' },
  'app_private.upload_budgets': { onePer: 'user_id' },
  'app_public.videos': { counted: 'app_public.begin_video(text,text,bigint,text,uuid,uuid,uuid,uuid,bigint)', at: '200' },
  'app_public.video_captions': { counted: 'app_public.save_video_captions(text,text,text,numeric[],numeric[],text[])', at: '20' },
  'app_private.video_cues': { by: 'server', why: 'a copy of captions, which are limited in size' },
  'app_private.lesson_videos': { onePer: 'lesson_id' },
  'app_private.unkept_videos': { onePer: 'playback_id' },
  'app_private.video_budgets': { onePer: 'user_id' },

  // Learning.
  'app_public.enrollments': { onePer: 'course_id, user_id' },
  'app_public.lesson_activities': { onePer: 'lesson_id, user_id' },
  'app_public.user_progresses': { onePer: 'course_lesson_id, user_id' },
  'app_public.kept_codes': { counted: 'app_private.count_new_row()', at: '200' },
  'app_public.notes': { counted: 'app_private.limit_notes()', at: '5000' },
  'app_private.note_anchors': { onePer: 'note_id' },
  'app_private.moved_note_texts': { by: 'server', why: 'one for each change of a text with notes, until the job has moved them' },
  'app_public.study_days': { onePer: 'day, user_id' },
  'app_public.clip_bookmarks': { onePer: 'clip_id, user_id' },
  'app_public.clip_likes': { onePer: 'clip_id, user_id' },
  'app_public.clip_shares': { onePer: 'clip_id, user_id' },
  'app_public.clip_views': { onePer: 'clip_id, user_id' },
  'app_public.testimonials': { onePer: 'course_id, user_id' },
  'app_private.imports': { onePer: 'user_id' },
  'app_private.book_exports': { counted: 'app_public.book_export(text,text,text,text,text)', at: '20' },

  // Discussions.
  'app_public.discussions': { counted: 'app_private.seconds_to_wait(uuid)', at: '299' },
  'app_public.discussion_selections': { onePer: 'discussion_id' },
  'app_private.working_anchors': { onePer: 'discussion_id' },
  'app_public.discussion_follows': { onePer: 'discussion_id, user_id' },
  'app_public.comments': { counted: 'app_private.seconds_to_wait(uuid)', at: '299' },
  'app_private.deleted_comment_bodies': { onePer: 'comment_id' },
  'app_private.hidden_comment_bodies': { onePer: 'comment_id' },
  'app_private.comment_spaminess': { onePer: 'comment_id' },
  'app_private.comment_events': {
    by: 'server',
    why: 'one for a comment, an edit or a reaction, which are counted; deleted after an hour',
  },
  'app_public.comment_reactions': { counted: 'app_private.count_new_row()', at: '2000' },
  'app_public.comment_reports': { counted: 'app_public.report_comment(uuid,app_public.report_reason,text)', at: '30' },
  'app_public.notices': { counted: 'app_private.tell_people(uuid,text[])', at: '10' },
  'app_private.notice_mails': { by: 'jobs', why: 'one for each user and rhythm of mails' },
  'app_public.suspensions': { onePer: 'user_id' },

  // Payments.
  'app_public.products': { by: 'staff', why: 'what a site sells' },
  'app_public.plans': { by: 'staff', why: 'what a site sells' },
  'app_private.checkouts': { counted: 'app_private.count_new_row()', at: '60' },
  'app_private.billing_customers': { onePer: 'user_id' },
  'app_private.billing_events': { by: 'server', why: 'what Stripe reports, signed; deleted after 90 days' },
  'app_private.revenue_days': { by: 'server', why: 'one for each day with payments, and currency' },
  'app_private.title_sales': { by: 'server', why: 'one for each title, month with payments, and currency' },
  'app_private.author_sales': { by: 'server', why: 'the same for each author' },
  'app_private.learners': { onePer: 'user_id' },
  'app_private.item_learners': { onePer: 'item_id, user_id' },
  'app_private.lesson_days': { by: 'server', why: 'one for each lesson and day when someone studied it' },
  'app_private.totals': { by: 'server', why: 'one for each total' },
  'app_private.orphaned_subscriptions': { onePer: 'provider_subscription_id' },
  'app_public.subscriptions': { by: 'server', why: 'one for a checkout that was paid, or given by staff' },
  'app_public.purchases': { by: 'server', why: 'one for a checkout that was paid' },
  'app_public.coupons': { by: 'staff', why: 'what administrators create' },
  'app_private.coupon_targets': { by: 'staff', why: 'the plans and titles of a coupon' },
  'app_private.coupon_uses': { onePer: 'checkout_id' },
  'app_public.billing_details': { onePer: 'user_id' },
  'app_public.payments': { by: 'server', why: 'one for a purchase or a paid invoice' },
  'app_public.author_share_rules': { by: 'staff', why: 'one for a title, and one for all' },
  'app_public.author_shares': { by: 'server', why: 'one for each author of what was paid' },
  'app_public.gifts': { onePer: 'checkout_id' },
  'app_private.gift_tokens': { counted: 'app_private.add_gift_link(uuid,bytea,text,boolean)', at: '30' },
  'app_private.failed_invoices': { by: 'server', why: 'one for an invoice that could not be charged' },
  'app_private.refunds': { by: 'staff', why: 'one for a refund' },
  'app_public.entitlements': { by: 'server', why: 'one for a subscription, a purchase or a seat, or given by staff' },
  'app_public.teams': { onePer: 'subscription_id' },
  'app_public.team_members': { onePer: 'user_id' },
  'app_public.team_invitations': { counted: 'app_private.invite_to_team(uuid,text[],bytea[])', at: '50' },
  'app_private.team_invitation_tokens': { onePer: 'invitation_id' },

  // The newsletter, emails and jobs.
  'app_private.newsletter_subscribers': { by: 'server', why: 'the limits `newsletter` and `mail`' },
  'app_private.mail_deliveries': { by: 'jobs', why: 'one for an email under way' },
  'app_private.sent_mails': { by: 'jobs', why: 'one for an email, which `mail` and the limits of comments and invitations bound' },
  'app_private.job_processes': { by: 'jobs', why: 'one for a process' },
  'app_private.job_runners': { onePer: 'name' },
  'app_private.content_marks': { by: 'server', why: 'folded into one row by a job' },

  // The site itself.
  'app_public.audit_log': { by: 'staff', why: 'acts of administrators, kept for two years' },
  'app_public.author_pages': { onePer: 'user_id' },
  'app_public.home_pages': { by: 'staff', why: 'one row' },
  'app_public.page_layouts': { by: 'staff', why: 'one row for each page' },
  'app_public.site_settings': { by: 'staff', why: 'one row' },
  'app_private.site_setup': { by: 'staff', why: 'one row' },
  'app_public.pages': { by: 'staff', why: 'what a site has to say' },
  'app_public.page_revisions': { by: 'staff', why: '100 of each page, and those that were published' },
  'app_private.page_revision_texts': { onePer: 'revision_id' },
  'app_private.page_bodies': { onePer: 'page_id' },
  'app_public.page_acceptances': { onePer: 'page_id, user_id, version' },
  'app_public.logos': { by: 'staff', why: 'what a site shows' },
  'app_public.surveys': { by: 'server', why: 'nothing writes it' },
  'app_public.tags': { by: 'staff', why: 'what a site sorts by' },
  'app_public.redirects': { by: 'staff', why: 'where paths of a former site lead' },
  'app_public.former_tag_slugs': { by: 'staff', why: 'slugs that tags had' },
  'app_private.picture_hosts': { onePer: 'host' },
  'app_public.webhook_endpoints': { by: 'staff', why: 'at most 20, in app_private.create_webhook_endpoint' },
  'app_private.webhook_secrets': { of: 'app_public.webhook_endpoints', why: 'one' },
  'app_public.webhook_deliveries': { by: 'server', why: 'one for each event and endpoint; deleted after 30 days' },
  'app_public.webhook_attempts': { of: 'app_public.webhook_deliveries', why: 'ten, and ten more for each redelivery by staff' },
};
