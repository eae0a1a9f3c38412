import { idOf } from './world.ts';

/** One kind of row: its table, its name and the condition that finds exactly one, where {me} and {them} stand for people's ids. */
export type RowKind = { table: string; name: string; where: string };

const states = ['published', 'unlisted', 'early', 'free', 'draft', 'draft of a stranger', 'scheduled', 'soon', 'archived'];
const articleStates = ['published', 'unlisted', 'paid', 'draft', 'draft of a stranger', 'scheduled', 'archived'];
const everyItem = [...states.map((state) => `course ${state}`), ...states.map((state) => `book ${state}`)];
const everyText = [...everyItem, ...articleStates.map((state) => `article ${state}`)];

const onClips = {
  own: `user_id = {me} and clip_id = '${idOf('clip course published')}'`,
  "other's": `user_id = {them} and clip_id = '${idOf('clip course published')}'`,
  'own, of a clip archived since': `user_id = {me} and clip_id = '${idOf('clip course archived')}'`,
};

/**
 * Every kind of row that the permission matrix asks about, for every table of app_public, app_private and auth.
 * `own` is the row of the person who asks; `other's` is the learner's, and for the learner the other learner's.
 */
export const rowKinds: readonly RowKind[] = [
  ...kinds('app_public.users', { own: 'id = {me}', "other's": 'id = {them}', "the admin's": byId('admin') }),
  ...kinds('app_public.user_settings', owned('user_id')),
  ...kinds('app_public.tags', { any: byId('tag') }),
  ...kinds('app_public.logos', { any: byId('logo') }),
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
    'app_public.contributions',
    each(everyText, (item) => byId(`contribution ${item}`)),
  ),
  ...kinds('app_public.taggings', each(everyText, byItem)),
  ...kinds('app_public.permalinks', { ...each(everyItem, byItem), "of a person's page": "path = '/the-author'" }),
  ...kinds('app_public.course_sections', each(everyItem, byItem)),
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
    own: 'user_id = {me} and course_id is not null',
    "other's": 'user_id = {them} and course_id is not null',
    'ended, of the learner': byId('entitlement ended'),
  }),
  ...kinds('app_public.enrollments', owned('user_id')),
  ...kinds('app_public.user_progresses', owned('user_id')),
  ...kinds('app_public.lesson_activities', owned('user_id')),
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
      ],
      (name) => `discussion_id = '${idOf(`discussion ${name}`)}'`,
    ),
  ),
  ...kinds('app_public.comments', {
    own: `user_id = {me} and not deleted and discussion_id = '${idOf('discussion clip course published')}'`,
    "other's": `user_id = {them} and not deleted and discussion_id = '${idOf('discussion clip course published')}'`,
    deleted: byId('comment deleted'),
    'own, on a draft': `user_id = {me} and discussion_id = '${idOf('discussion lesson, draft')}'`,
    "own, on a stranger's draft": `user_id = {me} and discussion_id = '${idOf('discussion clip course draft of a stranger')}'`,
  }),
  ...kinds('app_public.comment_reactions', owned('user_id')),
  ...kinds('app_public.attachments', {
    'own, loose': "owner_id = {me} and file like '%/loose.png'",
    "other's, loose": "owner_id = {them} and file like '%/loose.png'",
    "other's, in a discussion": "owner_id = {them} and file like '%/discussed.png'",
    "other's, in a hidden discussion": "owner_id = {them} and file like '%/hidden.png'",
  }),
  ...kinds('app_public.testimonials', {
    own: `user_id = {me} and course_id = '${idOf('course published')}'`,
    "other's": `user_id = {them} and course_id = '${idOf('course published')}'`,
    "own, of a stranger's draft": `user_id = {me} and course_id = '${idOf('course draft of a stranger')}'`,
    ...each(
      states.map((state) => `book ${state}`),
      (item) => byId(`review ${item}`),
    ),
    'of the house': byId('review of the house'),
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
    'app_private.lesson_videos',
    each(['course free', 'course published'], (item) => `lesson_id = '${idOf(`lesson ${item}`)}'`),
  ),
  ...kinds('app_private.deleted_comment_bodies', { "of the learner's comment": `comment_id = '${idOf('comment deleted')}'` }),
  ...kinds('app_private.comment_spaminess', {
    "of the learner's comment": `comment_id = '${idOf('comment learner clip course published')}'`,
  }),
  ...kinds('auth.user', { own: '"id" = {me}', "other's": '"id" = {them}' }),
  ...kinds('auth.session', { "the learner's": byId('session') }),
  ...kinds('auth.account', { "the learner's": byId('account') }),
  ...kinds('auth.verification', { any: byId('verification') }),
  ...kinds('auth.rateLimit', { any: byId('limit') }),
  ...kinds('auth.attempts', { any: "key = 'learner@example.com'" }),
];

function kinds(table: string, conditions: Readonly<Record<string, string>>): RowKind[] {
  return Object.entries(conditions).map(([name, where]) => ({ table, name, where }));
}

function each(names: readonly string[], condition: (name: string) => string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, condition(name)]));
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
