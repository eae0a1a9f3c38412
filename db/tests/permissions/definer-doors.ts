import { idOf, people } from './world.ts';

type Person = { role: string; userId: string | null };

/**
 * Something that works only because a definer function sees or writes more than the person who asks. With `act`, that is
 * done as the person and the superuser looks at what came of it; `person` null is the superuser too.
 */
export type Door = { name: string; person: Person | null; act?: string; query: string; answer: string };

/** Doors through which every table that a definer function touches is reached, with the answer in the world of world.sql. */
export const definerDoors: readonly Door[] = [
  { name: 'staff are known', person: people.admin, query: 'select app_public.is_admin()', answer: 'true' },
  {
    name: 'authors are known',
    person: people.author,
    query: `select (select count(*) from app_private.my_course_ids()) || ' ' || (select count(*) from app_private.my_book_ids()) || ' ' || (select count(*) from app_private.my_article_ids())`,
    answer: '8 8 6',
  },
  {
    name: 'Pro opens a lesson',
    person: people.Pro,
    query: `select app_public.may_read(lesson_id => '${idOf('lesson course published')}')`,
    answer: 'true',
  },
  {
    name: 'Pro opens a chapter',
    person: people.Pro,
    query: `select app_public.may_read(lesson_id => '${idOf('lesson book published')}')`,
    answer: 'true',
  },
  {
    name: 'a lesson has a text and a video',
    person: people.Pro,
    query: `select app_public.lessons_body_markdown(l) || ' ' || app_public.lessons_video_url(l) from app_public.lessons l where l.id = '${idOf('lesson course published')}'`,
    answer: 'Open words\n\n---\n\nCanary words local:canary-video',
  },
  {
    name: 'an article has a text',
    person: people.Pro,
    query: `select app_public.articles_body_markdown(a) from app_public.articles a where a.id = '${idOf('article paid')}'`,
    answer: 'Open words\n\n---\n\nCanary words',
  },
  {
    name: 'a selection is judged',
    person: people.visitor,
    query: `select app_private.may_read_selection('${idOf('discussion open block, published')}', 'aaaaa')`,
    answer: 'true',
  },
  {
    name: 'spaminess is told to staff',
    person: people.admin,
    query: `select app_public.comments_spaminess_rating(c) from app_public.comments c where c.id = '${idOf('comment learner clip course published')}'`,
    answer: '0.5',
  },
  {
    name: 'a like is counted',
    person: people.learner,
    act: `select app_public.toggle_like('${idOf('clip book published')}')`,
    query: `select likes_count from app_public.clips where id = '${idOf('clip book published')}'`,
    answer: '1',
  },
  {
    name: 'a completed lesson is counted',
    person: null,
    act: `delete from app_public.user_progresses`,
    query: `select progress_count from app_public.course_lessons where lesson_id = '${idOf('lesson course published')}'`,
    answer: '0',
  },
  {
    name: 'a completed chapter is counted',
    person: null,
    act: `insert into app_public.user_progresses (user_id, book_lesson_id) select '${idOf('learner')}', id from app_public.book_lessons`,
    query: `select sum(progress_count) from app_public.book_lessons`,
    answer: '9',
  },
  {
    name: 'a reaction is counted',
    person: null,
    act: `delete from app_public.comment_reactions`,
    query: `select sum(reactions_count) from app_public.comments`,
    answer: '0',
  },
  {
    name: 'sign-in learns who is staff',
    person: null,
    act: `update app_public.users set is_admin = true where username = 'learner'`,
    query: `select "role" from auth."user" where "name" = 'learner'`,
    answer: 'admin',
  },
  {
    name: 'a new account becomes a person',
    person: null,
    act: `insert into auth."user" ("name", "email", "emailVerified") values ('New', 'new@example.com', true)`,
    query: `select count(*) from app_public.users u join app_public.user_settings s on s.user_id = u.id where u.username = 'new'`,
    answer: '1',
  },
  {
    name: 'a moved item keeps its address',
    person: null,
    act: `update app_public.courses set permalink = '/courses/moved' where id = '${idOf('course published')}'`,
    query: `select string_agg(path || ' ' || is_current, ' ' order by path) from app_public.permalinks where course_id = '${idOf('course published')}'`,
    answer: '/courses/moved true /courses/published false',
  },
  {
    name: 'a deleted text is moved away',
    person: null,
    act: `update app_public.comments set deleted = true where id = '${idOf('comment other clip course published')}'`,
    query: `select body_markdown from app_private.deleted_comment_bodies where comment_id = '${idOf('comment other clip course published')}'`,
    answer: 'Public comment',
  },
];

/** Tables that no definer function touches. Their policy owner_all serves the server's own work, and the matrix's last column proves it. */
export const tablesWithoutDoor: readonly string[] = [
  'app_public.attachments',
  'app_public.clip_bookmarks',
  'app_public.clip_likes',
  'app_public.clip_shares',
  'app_public.clip_views',
  'app_public.comment_reactions',
  'app_public.course_sections',
  'app_public.discussion_selections',
  'app_public.enrollments',
  'app_public.lesson_activities',
  'app_public.logos',
  'app_public.surveys',
  'app_public.taggings',
  'app_public.tags',
  'app_public.testimonials',
  'app_public.user_progresses',
  'auth.account',
  'auth.attempts',
  'auth.rateLimit',
  'auth.session',
  'auth.verification',
];
