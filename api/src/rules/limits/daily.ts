import type { LimitFacts } from './limit-facts.ts';

/** What a user may do in a time: the numbers. */
export const dailyLimits = {
  checkouts: 60,
  payments: 60,
  newComments: 10,
  newCommentsDay: 50,
  comments: 30,
  commentsDay: 300,
  commentEdits: 100,
  reports: 10,
  reportsDay: 30,
  reactions: 2000,
  articles: 100,
  items: 100,
  lessons: 5000,
  sections: 2000,
  clips: 2000,
  permalinks: 500,
  lessonSlugs: 2000,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const dailyFacts: LimitFacts<typeof dailyLimits> = {
  checkouts: { unit: 'checkouts', why: 'a day; the same again within 20 minutes is one', sql: ['app_private.checkouts'] },
  payments: { unit: 'requests', why: 'of a user to the payment service (checkout, portal, cancel, resume) in 60 minutes' },
  newComments: { unit: 'comments', why: 'of a user in 10 minutes, in the first week of an account', sql: ['app_private.seconds_to_wait'] },
  newCommentsDay: { unit: 'comments', why: 'of a user in a day, in the first week of an account', sql: ['app_private.seconds_to_wait'] },
  comments: { unit: 'comments', why: 'of a user in 10 minutes', sql: ['app_private.seconds_to_wait'] },
  commentsDay: { unit: 'comments', why: 'of a user in a day', sql: ['app_private.seconds_to_wait'] },
  commentEdits: { unit: 'edits', why: 'of comments of a user in 60 minutes', sql: ['app_private.edit_comment'] },
  reports: { unit: 'reports', why: 'of comments by a user in 60 minutes', sql: ['app_public.report_comment'] },
  reportsDay: { unit: 'reports', why: 'of comments by a user in a day', sql: ['app_public.report_comment'] },
  reactions: { unit: 'reactions', why: 'of a user in a day', sql: ['app_public.comment_reactions'] },
  articles: { unit: 'articles', why: 'begun by a user in a day', sql: ['app_private.create_article'] },
  items: { unit: 'courses and books', why: 'begun by a user in a day', sql: ['app_private.create_item'] },
  lessons: { unit: 'lessons', why: 'begun by a user in a day', sql: ['app_public.lessons'] },
  sections: { unit: 'sections', why: 'begun by a user in a day', sql: ['app_public.course_sections'] },
  clips: { unit: 'clips', why: 'begun by a user in a day', sql: ['app_public.clips'] },
  permalinks: { unit: 'URLs', why: 'of courses, books and articles given by a user in a day', sql: ['app_public.permalinks'] },
  lessonSlugs: { unit: 'URLs', why: 'of lessons changed by a user in a day', sql: ['app_private.former_lesson_slugs'] },
};
