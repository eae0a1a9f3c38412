import type { TestDatabase } from '@newline/db/testing';
import { buildWorld, idOf, people } from './permissions/world.ts';

/** The users who are tested at the gate: those of the permission matrix, and more kinds of buyers. */
export const readers = {
  visitor: people.visitor,
  learner: people.learner,
  Pro: people.Pro,
  'Pro ended': { role: 'learner', userId: idOf('ended') },
  'Pro to come': { role: 'learner', userId: idOf('early bird') },
  buyer: { role: 'learner', userId: idOf('buyer') },
  advanced: { role: 'learner', userId: idOf('advanced') },
  author: people.author,
  editor: { role: 'learner', userId: idOf('editor') },
  admin: people.admin,
} as const;

/**
 * The data of the permission matrix, and more: items that Pro doesn't cover, a course without a paywall marker, and buyers. The buyer owns
 * every item, the advanced buyer also its advanced lessons, and the editor edits it.
 */
export async function buildGateWorld(db: TestDatabase): Promise<void> {
  const client = await db.superuser.connect();
  try {
    await buildWorld(client);
    await client.query(`
      insert into auth."user" ("id", "name", "email", "emailVerified")
        select md5(name)::uuid, name, replace(name, ' ', '-') || '@example.com', true from unnest(array['ended', 'early bird', 'buyer', 'advanced', 'editor']) as name;
      insert into app_public.courses (id, title, slug, permalink, is_published, published_at, is_masterclass, is_bootcamp, is_live_workshop)
        select md5('course ' || name)::uuid, name, name, '/courses/' || name, true, now(), name = 'masterclass', name = 'bootcamp', name = 'workshop'
        from unnest(array['masterclass', 'bootcamp', 'workshop']) as name;
      insert into app_public.books (id, title, slug, permalink, is_published, published_at, is_bootcamp, is_live_workshop)
        select md5('book ' || name)::uuid, name, name, '/books/' || name, true, now(), name = 'bootcamp', name = 'workshop' from unnest(array['bootcamp', 'workshop']) as name;
      insert into app_public.lessons (id, course_id, title, slug) select md5('lesson course ' || slug)::uuid, id, 'Lesson', 'lesson'
        from app_public.courses where is_masterclass or is_bootcamp or is_live_workshop;
      insert into app_public.lessons (id, book_id, title, slug) select md5('lesson book ' || slug)::uuid, id, 'Lesson', 'lesson' from app_public.books where is_bootcamp or is_live_workshop;
      insert into app_public.lessons (id, course_id, title, slug, is_free, is_advanced_package_lesson) values
        (md5('free advanced lesson')::uuid, md5('course published')::uuid, 'Lesson', 'free-advanced', true, true),
        (md5('advanced lesson, masterclass')::uuid, md5('course masterclass')::uuid, 'Lesson', 'advanced', false, true),
        (md5('free lesson, early')::uuid, md5('course early')::uuid, 'Lesson', 'free', true, false),
        (md5('advanced lesson, free course')::uuid, md5('course free')::uuid, 'Lesson', 'advanced', false, true);
      select pg_temp.save_text(l.id, null, false) from app_public.lessons l where not exists (select from app_private.lesson_bodies b where b.lesson_id = l.id);
      insert into app_public.entitlements (user_id, kind, course_id, source) select md5('buyer')::uuid, 'COURSE', id, 'purchase:1' from app_public.courses;
      insert into app_public.entitlements (user_id, kind, book_id, source) select md5('buyer')::uuid, 'BOOK', id, 'purchase:1' from app_public.books;
      insert into app_public.entitlements (user_id, kind, course_id, source) select md5('advanced')::uuid, unnest(array['COURSE', 'ADVANCED']::app_public.entitlement_kind[]), id, 'purchase:2' from app_public.courses;
      insert into app_public.entitlements (user_id, kind, starts_at, ends_at, source) values
        (md5('ended')::uuid, 'PRO', now() - interval '60 days', now() - interval '1 second', 'subscription:1'),
        (md5('early bird')::uuid, 'PRO', now() + interval '1 day', null, 'subscription:2');
      insert into app_public.contributions (title, user_id, course_id, book_id, article_id)
        select 'EDITOR', md5('editor')::uuid, course_id, book_id, article_id from app_public.contributions where user_id = md5('author')::uuid`);
  } finally {
    client.release();
  }
}
