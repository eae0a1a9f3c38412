import { idOf } from './world.ts';

/** One kind of row: its table, its name and the condition that finds exactly one, where {me} and {them} are user ids. */
export type RowKind = { table: string; name: string; where: string };

const states = ['published', 'unlisted', 'early', 'free', 'draft', 'draft of a stranger', 'scheduled', 'soon', 'archived'];
const articleStates = ['published', 'unlisted', 'paid', 'draft', 'draft of a stranger', 'scheduled', 'archived'];
const everyItem = [...states.map((state) => `course ${state}`), ...states.map((state) => `book ${state}`)];
const everyText = [...everyItem, ...articleStates.map((state) => `article ${state}`)];

const pathSteps = [
  ...['published', 'unlisted', 'draft', 'draft of a stranger', 'scheduled', 'soon', 'archived'].map((state) => `course ${state}`),
  ...['book published', 'article published', 'article unlisted', 'clip course published', 'clip course unlisted'],
];

const videoPlaces = ['course published', 'book published', 'course draft of a stranger'];

const onClips = {
  own: `user_id = {me} and clip_id = '${idOf('clip course published')}'`,
  "other's": `user_id = {them} and clip_id = '${idOf('clip course published')}'`,
  'own, of a clip archived since': `user_id = {me} and clip_id = '${idOf('clip course archived')}'`,
};

/**
 * Every kind of row in the permission matrix, for every table of app_public, app_private and auth. `own` is a row of the tested user;
 * `other's` is the learner's, and for the learner the other learner's.
 */
export const rowKinds: readonly RowKind[] = [
  ...kinds('app_public.users', { own: 'id = {me}', "other's": 'id = {them}', "the admin's": byId('admin') }),
  ...kinds('app_public.user_settings', owned('user_id')),
  ...kinds('app_public.tags', { any: byId('tag') }),
  ...kinds('app_public.redirects', { any: "from_path = '/old'" }),
  ...kinds('app_public.webhook_endpoints', { any: byId('webhook endpoint') }),
  ...kinds('app_private.webhook_secrets', { any: `endpoint_id = '${idOf('webhook endpoint')}'` }),
  ...kinds('app_public.webhook_deliveries', { any: byId('webhook delivery') }),
  ...kinds('app_public.webhook_attempts', { any: byId('webhook attempt') }),
  ...kinds('app_public.former_tag_slugs', { any: "slug = 'structured-query-language'" }),
  ...kinds('app_public.logos', { any: byId('logo') }),
  ...kinds('app_public.author_pages', { any: `user_id = '${idOf('author')}'` }),
  ...kinds('app_public.home_pages', { 'the one row': 'id' }),
  ...kinds('app_public.page_layouts', { any: `page = 'HOME'` }),
  ...kinds('app_public.site_settings', { 'the one row': 'id' }),
  ...kinds('app_private.site_setup', { 'the one row': 'id' }),
  ...kinds('app_public.pages', { published: byId('page terms'), draft: byId('page draft') }),
  ...kinds('app_public.page_revisions', {
    'of a published page': byId('revision page privacy'),
    'of a draft': byId('revision page draft'),
  }),
  ...kinds('app_public.page_acceptances', owned('user_id')),
  ...kinds('app_private.page_revision_texts', { 'of a published page': `revision_id = '${idOf('revision page terms')}'` }),
  ...kinds('app_private.page_bodies', { 'of a published page': `page_id = '${idOf('page terms')}'` }),
  ...kinds(
    'app_public.courses',
    each(states, (state) => byId(`course ${state}`)),
  ),
  ...kinds(
    'app_public.books',
    each(states, (state) => byId(`book ${state}`)),
  ),
  ...kinds(
    'app_public.articles',
    each(articleStates, (state) => byId(`article ${state}`)),
  ),
  ...kinds(
    'app_public.article_revisions',
    each(articleStates, (state) => `article_id = '${idOf(`article ${state}`)}'`),
  ),
  ...kinds(
    'app_public.contributions',
    each(everyText, (item) => byId(`contribution ${item}`)),
  ),
  ...kinds('app_public.taggings', each(everyText, byItem)),
  ...kinds('app_public.permalinks', { ...each(everyText, byItem), "of a person's page": "path = '/the-author'" }),
  ...kinds('app_public.course_sections', each(everyItem, byItem)),
  ...kinds(
    'app_public.lesson_revisions',
    each(everyItem, (item) => `lesson_id = '${idOf(`lesson ${item}`)}'`),
  ),
  ...kinds('app_public.lessons', {
    ...each(everyItem, (item) => byId(`lesson ${item}`)),
    'free lesson, course published': byId('free lesson'),
    'advanced lesson, course published': byId('advanced lesson'),
  }),
  ...kinds(
    'app_public.course_lessons',
    each(
      states.map((state) => `course ${state}`),
      byLesson,
    ),
  ),
  ...kinds(
    'app_public.book_lessons',
    each(
      states.map((state) => `book ${state}`),
      byLesson,
    ),
  ),
  ...kinds('app_public.entitlements', {
    own: "user_id = {me} and source = 'grant' and course_id is not null",
    "other's": "user_id = {them} and source = 'grant' and course_id is not null",
    'ended, of the learner': byId('entitlement ended'),
  }),
  ...kinds('app_public.products', { any: byId('product that nobody has') }),
  ...kinds('app_public.plans', { any: byId('plan that nobody has') }),
  ...kinds(
    'app_public.item_prices',
    each(
      states.map((state) => `course ${state}`),
      (item) => byId(`price ${item}`),
    ),
  ),
  ...kinds('app_public.subscriptions', { own: "user_id = {me} and kind = 'PRO'", "other's": "user_id = {them} and kind = 'PRO'" }),
  ...kinds('app_public.purchases', owned('user_id')),
  ...kinds('app_public.coupons', { any: byId('coupon') }),
  ...kinds('app_private.coupon_targets', { any: `coupon_id = '${idOf('coupon')}'` }),
  ...kinds('app_private.coupon_uses', owned('user_id')),
  ...kinds('app_public.payments', owned('user_id')),
  ...kinds('app_public.author_share_rules', { any: byId('share of a title') }),
  ...kinds('app_public.author_shares', owned('user_id')),
  ...kinds('app_public.gifts', { ...owned('giver_id'), unpaid: byId('gift unpaid') }),
  ...kinds('app_private.gift_tokens', { "of the learner's gift": `gift_id = '${idOf('gift learner')}'` }),
  ...kinds('app_public.billing_details', owned('user_id')),
  ...kinds('app_private.failed_invoices', { any: `provider_invoice_id = 'in_late'` }),
  ...kinds('app_private.refunds', { "of the learner's payment": byId('refund learner') }),
  ...kinds('app_public.teams', {
    own: 'owner_id = {me}',
    "other's": 'owner_id = {them}',
    'on whose seat the learner sits': `owner_id = '${idOf('author')}'`,
  }),
  ...kinds('app_public.team_members', {
    own: 'user_id = {me}',
    "other's": 'user_id = {them}',
    "on a seat of the author's team": `user_id = '${idOf('learner')}'`,
  }),
  ...kinds('app_public.team_invitations', {
    "of one's own team": 'team_id = (select id from app_public.teams where owner_id = {me})',
    "of another's team": 'team_id = (select id from app_public.teams where owner_id = {them})',
    "of the author's team": byId('invitation author'),
  }),
  ...kinds('app_private.team_invitation_tokens', { "of the learner's": `invitation_id = '${idOf('invitation learner')}'` }),
  ...kinds('app_private.checkouts', owned('user_id')),
  ...kinds('app_private.billing_customers', owned('user_id')),
  ...kinds('app_private.billing_events', { any: "id = 'evt_done'" }),
  ...kinds('app_private.revenue_days', { 'of a day': "day = '2001-01-01'" }),
  ...kinds('app_private.title_sales', { any: 'true' }),
  ...kinds('app_private.author_sales', owned('user_id')),
  ...kinds('app_private.learners', owned('user_id')),
  ...kinds('app_private.item_learners', owned('user_id')),
  ...kinds('app_private.lesson_days', { any: 'true' }),
  ...kinds('app_private.totals', { any: 'true' }),
  ...kinds('app_private.orphaned_subscriptions', { any: "provider_subscription_id = 'sub_orphan'" }),
  ...kinds('app_private.picture_hosts', { any: "host = 'pictures.example'" }),
  ...kinds('app_private.content_marks', { any: 'mark = 63' }),
  ...kinds('app_public.enrollments', owned('user_id')),
  ...kinds('app_public.user_progresses', owned('user_id')),
  ...kinds('app_public.lesson_activities', owned('user_id')),
  ...kinds('app_public.study_days', owned('user_id')),
  ...kinds('app_public.kept_codes', owned('user_id')),
  ...kinds('app_public.exercise_results', owned('user_id')),
  ...kinds('app_public.certificate_rules', {
    'of a published course': `course_id = '${idOf('course published')}'`,
    'of a draft of a stranger': `course_id = '${idOf('course draft of a stranger')}'`,
  }),
  ...kinds('app_public.certificates', {
    own: `user_id = {me} and not is_on_profile`,
    "other's": `user_id = {them} and not is_on_profile`,
    "other's, on the profile": byId('certificate of a stranger on the profile'),
    "other's, revoked since": byId('certificate of a stranger revoked'),
  }),
  ...kinds('app_private.certificate_keys', { any: byId('certificate key') }),
  ...kinds('app_public.learning_paths', {
    published: byId('path'),
    draft: byId('path draft'),
    'draft of a stranger': byId('path draft of a stranger'),
  }),
  ...kinds('app_public.learning_path_steps', {
    ...each(pathSteps, (step) => byId(`step ${step}`)),
    'of a draft': byId('step of a draft'),
    'of a draft of a stranger': byId('step of a draft of a stranger'),
  }),
  ...kinds('app_public.completions', owned('user_id')),
  ...kinds('app_public.notes', owned('user_id')),
  ...kinds('app_private.note_anchors', {
    own: `note_id in (select id from app_public.notes where user_id = {me})`,
    "other's": `note_id in (select id from app_public.notes where user_id = {them})`,
  }),
  ...kinds('app_private.moved_note_texts', { any: 'true' }),
  ...kinds('app_public.clips', { ...each(everyItem, (item) => byId(`clip ${item}`)), 'without a video': byId('clip without video') }),
  ...['likes', 'bookmarks', 'shares', 'views'].flatMap((action) => kinds(`app_public.clip_${action}`, onClips)),
  ...kinds(
    'app_public.discussions',
    each(
      [
        'clip course published',
        'clip course archived',
        'clip course soon',
        'clip book published',
        'clip course draft of a stranger',
        'lesson, published',
        'lesson, draft',
        'article, published',
        'article, draft',
      ],
      (name) => byId(`discussion ${name}`),
    ),
  ),
  ...kinds(
    'app_public.discussion_selections',
    each(
      [
        'clip course published',
        'open block, published',
        'gated block, published',
        'unknown block, published',
        'no block, published',
        'gated block, free',
        'open block, draft',
        'article open block, paid',
        'article gated block, paid',
        'open to gated block, published',
      ],
      (name) => `discussion_id = '${idOf(`discussion ${name}`)}'`,
    ),
  ),
  ...kinds('app_public.comments', {
    own: `user_id = {me} and not deleted and hidden_at is null and discussion_id = '${idOf('discussion clip course published')}'`,
    "other's": `user_id = {them} and not deleted and discussion_id = '${idOf('discussion clip course published')}'`,
    deleted: byId('comment deleted'),
    hidden: byId('comment hidden'),
    'own, on a draft': `user_id = {me} and discussion_id = '${idOf('discussion lesson, draft')}'`,
    "own, on a stranger's draft": `user_id = {me} and discussion_id = '${idOf('discussion clip course draft of a stranger')}'`,
  }),
  ...kinds('app_public.comment_reactions', owned('user_id')),
  ...kinds('app_public.comment_reports', owned('user_id')),
  ...kinds('app_public.suspensions', owned('user_id')),
  ...kinds('app_public.discussion_follows', owned('user_id')),
  ...kinds('app_public.notices', {
    own: `user_id = {me} and comment_id = '${idOf('comment stranger clip course published')}'`,
    "other's": `user_id = {them} and comment_id = '${idOf('comment stranger clip course published')}'`,
    'own, of a deleted comment': `user_id = {me} and comment_id = '${idOf('comment deleted')}'`,
    'own, of a hidden comment': `user_id = {me} and comment_id = '${idOf('comment hidden')}'`,
    "own, on a stranger's draft": `user_id = {me} and comment_id = '${idOf('comment stranger clip course draft of a stranger')}'`,
  }),
  ...kinds('app_private.notice_mails', owned('user_id')),
  ...kinds('app_public.attachments', {
    'own, loose': "owner_id = {me} and file like '%/loose.png'",
    "other's, loose": "owner_id = {them} and file like '%/loose.png'",
    "other's, in a discussion": "owner_id = {them} and file like '%/discussed.png'",
    "other's, in a hidden discussion": "owner_id = {them} and file like '%/hidden.png'",
  }),
  ...kinds('app_private.attachment_uses', { "the learner's picture": `attachment_id = '${idOf('attachment learner loose')}'` }),
  ...kinds('app_private.unkept_files', { 'an upload of the learner': "file = 'a/arriving'" }),
  ...kinds('app_private.upload_budgets', owned('user_id')),
  ...kinds('app_private.user_quotas', owned('user_id')),
  ...kinds('app_public.videos', { ...ownVideo(), ...each(videoPlaces, (item) => byId(`video ${item}`)) }),
  ...kinds('app_public.video_captions', {
    own: `video_id in (select id from app_public.videos where ${ownVideo().own})`,
    "other's": `video_id in (select id from app_public.videos where ${ownVideo()["other's"]})`,
    ...each(videoPlaces, (item) => `video_id = '${idOf(`video ${item}`)}'`),
  }),
  ...kinds('app_private.unkept_videos', { any: "playback_id = 'video-gone'" }),
  ...kinds('app_private.video_budgets', owned('user_id')),
  ...kinds('app_private.imports', owned('user_id')),
  ...kinds('app_private.book_exports', { any: byId('export book published') }),
  ...kinds('app_private.moved_texts', { 'of a published lesson': `lesson_id = '${idOf('lesson course published')}'` }),
  ...kinds('app_private.working_anchors', { 'in a paid article': `discussion_id = '${idOf('discussion article open block, paid')}'` }),
  ...kinds('app_public.testimonials', {
    own: `user_id = {me} and course_id = '${idOf('course published')}'`,
    "other's": `user_id = {them} and course_id = '${idOf('course published')}'`,
    "own, of a stranger's draft": `user_id = {me} and course_id = '${idOf('course draft of a stranger')}'`,
    ...each(
      states.map((state) => `book ${state}`),
      (item) => byId(`review ${item}`),
    ),
    'of the house': byId('review of the house'),
    'own, hidden': `user_id = {me} and course_id = '${idOf('course unlisted')}'`,
    "other's, hidden": `user_id = {them} and course_id = '${idOf('course unlisted')}'`,
  }),
  ...kinds(
    'app_public.surveys',
    each(everyItem, (item) => byId(`survey ${item}`)),
  ),
  ...kinds(
    'app_private.lesson_bodies',
    each(['course free', 'course published', 'course draft'], (item) => `lesson_id = '${idOf(`lesson ${item}`)}'`),
  ),
  ...kinds(
    'app_private.article_bodies',
    each(['published', 'paid', 'draft'], (state) => `article_id = '${idOf(`article ${state}`)}'`),
  ),
  ...kinds(
    'app_private.article_revision_texts',
    each(
      ['published', 'draft'],
      (state) => `revision_id in (select id from app_public.article_revisions where article_id = '${idOf(`article ${state}`)}')`,
    ),
  ),
  ...kinds(
    'app_private.lesson_revision_texts',
    each(
      ['course published', 'course draft'],
      (item) => `revision_id in (select id from app_public.lesson_revisions where lesson_id = '${idOf(`lesson ${item}`)}')`,
    ),
  ),
  ...kinds(
    'app_private.lesson_videos',
    each(['course free', 'course published'], (item) => `lesson_id = '${idOf(`lesson ${item}`)}'`),
  ),
  ...kinds('app_private.former_lesson_slugs', { 'of a published lesson': "slug = 'former'" }),
  ...kinds(
    'app_public.remote_code_sources',
    each(
      [
        'article published',
        'article draft',
        'article draft of a stranger',
        'lesson course published',
        'lesson book published',
        'lesson course draft of a stranger',
      ],
      (text) => byId(`code ${text}`),
    ),
  ),
  ...kinds(
    'app_public.exercise_checks',
    each(
      [
        'article published',
        'article draft of a stranger',
        'lesson course published',
        'lesson book published',
        'lesson course draft of a stranger',
      ],
      (text) => byId(`exercise ${text}`),
    ),
  ),
  ...kinds('app_private.exercise_check_turns', { 'of an article': `check_id = '${idOf('exercise article published')}'` }),
  ...kinds('app_private.remote_code_checks', { 'of an article': `source_id = '${idOf('code article published')}'` }),
  ...kinds('app_private.deleted_comment_bodies', { "of the learner's comment": `comment_id = '${idOf('comment deleted')}'` }),
  ...kinds('app_private.hidden_comment_bodies', { 'of a comment': `comment_id = '${idOf('comment hidden')}'` }),
  ...kinds('app_private.comment_events', { 'of a clip': `comment_id = '${idOf('comment hidden')}' and action = 'created'` }),
  ...kinds('app_private.comment_spaminess', {
    "of the learner's comment": `comment_id = '${idOf('comment learner clip course published')}'`,
  }),
  ...kinds('app_private.search_entries', {
    'of a free text': `lesson_id = '${idOf('lesson course free')}' and kind = 'TEXT' and place = 1`,
    'of a title': `course_id = '${idOf('course published')}' and kind = 'COURSE'`,
    'of a page': `page_id = '${idOf('page terms')}'`,
  }),
  ...kinds('app_private.video_cues', { 'of a paid lesson': "video_url = 'local:canary-video'" }),
  ...kinds('app_public.access_tokens', owned('user_id')),
  ...kinds('app_public.audit_log', { recent: byId('line recent'), 'of three years ago': byId('line old') }),
  ...kinds('app_private.sent_mails', { any: "address = 'canary@example.com'" }),
  ...kinds('app_private.job_processes', { any: 'id = 7' }),
  ...kinds('app_private.job_runners', { any: "name = 'pool-7'" }),
  ...kinds('app_private.mail_deliveries', { any: "key = 'mail-canary'" }),
  ...kinds('app_private.newsletter_subscribers', { any: "email = 'canary@example.com'" }),
  ...kinds('app_private.search_words', { any: "word = 'canary'" }),
  ...kinds('app_private.latin_letters', { any: "letter = 'я'" }),
  ...kinds('auth.user', { own: '"id" = {me}', "other's": '"id" = {them}' }),
  ...kinds('auth.session', { "the learner's": byId('session') }),
  ...kinds('auth.account', { "the learner's": byId('account') }),
  ...kinds('auth.verification', { any: byId('verification') }),
  ...kinds('auth.rateLimit', { any: byId('limit') }),
  ...kinds('auth.used_links', { "the learner's": "token_hash = sha256('canary')" }),
  ...kinds('auth.email_changes', { "the learner's": "new_email = 'learner-new@example.com'" }),
  ...kinds('auth.authenticators', { "the learner's": `user_id = '${idOf('learner')}'` }),
  ...kinds('auth.recovery_codes', { "the learner's": "code_hash = sha256('code')" }),
  ...kinds('auth.passkeys', { "the learner's": byId('passkey') }),
  ...kinds('auth.access_token_hashes', { "the learner's": `token_id = '${idOf('token learner')}'` }),
  ...kinds('auth.pending_sign_ins', { "the learner's": "token_hash = sha256('pending')" }),
  ...kinds('auth.claimed_roles', { "the author's": `user_id = '${idOf('author')}'` }),
  ...kinds('auth.sign_in_rules', { any: 'true' }),
  ...kinds('auth.attempts', { any: "key = 'learner@example.com'" }),
];

function kinds(table: string, conditions: Readonly<Record<string, string>>): RowKind[] {
  return Object.entries(conditions).map(([name, where]) => ({ table, name, where }));
}

function each(names: readonly string[], condition: (name: string) => string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, condition(name)]));
}

function ownVideo(): Record<'own' | "other's", string> {
  const isLoose = 'course_id is null and book_id is null';
  return { own: `owner_id = {me} and ${isLoose}`, "other's": `owner_id = {them} and ${isLoose}` };
}

function owned(column: string): Record<string, string> {
  return { own: `${column} = {me}`, "other's": `${column} = {them}` };
}

function byId(name: string): string {
  return `id = '${idOf(name)}'`;
}

function byItem(item: string): string {
  return `${item.split(' ')[0]}_id = '${idOf(item)}'`;
}

function byLesson(item: string): string {
  return `lesson_id = '${idOf(`lesson ${item}`)}'`;
}
