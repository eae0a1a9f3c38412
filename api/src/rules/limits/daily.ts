import type { LimitFacts } from './limit-facts.ts';

/** What one user may do: the numbers. */
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
  uploads: 2000,
  uploadBytes: 200_000_000,
  videos: 200,
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
  checkouts: { unit: 'checkouts', why: 'a day; repeating one within 20 minutes isn’t counted', sql: ['app_private.checkouts'] },
  payments: { unit: 'requests to the payment service', why: 'in 60 minutes: checkout, customer portal, cancel, resume' },
  newComments: { unit: 'comments', why: 'in 10 minutes, during the first week of an account', sql: ['app_private.seconds_to_wait'] },
  newCommentsDay: { unit: 'comments', why: 'a day, during the first week of an account', sql: ['app_private.seconds_to_wait'] },
  comments: { unit: 'comments', why: 'in 10 minutes, after the first week', sql: ['app_private.seconds_to_wait'] },
  commentsDay: { unit: 'comments', why: 'a day, after the first week', sql: ['app_private.seconds_to_wait'] },
  commentEdits: { unit: 'comment edits', why: 'in 60 minutes', sql: ['app_private.edit_comment'] },
  reports: { unit: 'reports of comments', why: 'in 60 minutes', sql: ['app_public.report_comment'] },
  reportsDay: { unit: 'reports of comments', why: 'a day', sql: ['app_public.report_comment'] },
  reactions: { unit: 'reactions', why: 'a day', sql: ['app_public.comment_reactions'] },
  uploads: { unit: 'uploads', why: 'images in 24 hours, two at the same time', sql: ['app_public.begin_upload'] },
  uploadBytes: { unit: 'bytes of images', why: 'in 24 hours', sql: ['app_public.begin_upload'] },
  videos: { unit: 'videos', why: 'in 24 hours; VIDEO_DAILY_MB limits their total size', sql: ['app_public.begin_video'] },
  articles: { unit: 'new articles', why: 'a day', sql: ['app_private.create_article'] },
  items: { unit: 'new courses and books', why: 'a day', sql: ['app_private.create_item'] },
  lessons: { unit: 'new lessons', why: 'a day', sql: ['app_public.lessons'] },
  sections: { unit: 'new sections', why: 'a day', sql: ['app_public.course_sections'] },
  clips: { unit: 'new clips', why: 'a day', sql: ['app_public.clips'] },
  permalinks: { unit: 'new URLs', why: 'a day, of courses, books and articles', sql: ['app_public.permalinks'] },
  lessonSlugs: { unit: 'changed lesson URLs', why: 'a day', sql: ['app_private.former_lesson_slugs'] },
};
