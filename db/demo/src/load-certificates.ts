import { demoId } from './demo-id.ts';
import { insertRows, itemColumns, type LoadContext, userId } from './load-context.ts';

/** The courses that offer a certificate, and what it needs. */
const rules = [
  { item: 'courses/rendering-without-regret', needs_lessons: true, needs_exercises: false, video_percent: 0 },
  { item: 'courses/a-parser-before-lunch', needs_lessons: true, needs_exercises: true, video_percent: 0 },
  { item: 'courses/types-that-tell-the-truth', needs_lessons: true, needs_exercises: false, video_percent: 0 },
  { item: 'courses/go-at-rest', needs_lessons: true, needs_exercises: false, video_percent: 50 },
] as const;

/** Certificates that learners have got, each for a course that they completed. */
const issued = [{ user: 'teo', item: 'courses/rendering-without-regret', daysAgo: 29, isOnProfile: true }] as const;

/** Loads which courses offer a certificate, and a few that were issued. */
export async function loadCertificates(context: LoadContext): Promise<void> {
  const { client, daysAgo } = context;
  await insertRows(
    context,
    'app_public.certificate_rules',
    rules.map(({ item, ...rule }) => ({ course_id: itemColumns(item).course_id, ...rule })),
  );
  for (const { user, item, daysAgo: days, isOnProfile } of issued)
    await client.query(
      `insert into app_public.certificates (id, user_id, course_id, holder_name, course_title, topic, author_names, site_name, needs_lessons,
         lessons_count, video_percent, video_seconds, issued_at, is_on_profile)
       select $1, u.id, c.id, app_public.users_display_name(u), c.title, c.topic,
         array(select app_public.users_display_name(a) from app_public.contributions o join app_public.users a on a.id = o.user_id
           where o.course_id = c.id and o.title = 'AUTHOR' order by o.id),
         'newline', r.needs_lessons, c.lessons_count, r.video_percent,
         (select coalesce(sum(l.video_duration), 0) from app_public.lessons l where l.course_id = c.id), $4, $5
       from app_public.users u, app_public.courses c join app_public.certificate_rules r on r.course_id = c.id where u.id = $2 and c.id = $3`,
      [demoId('certificate', `${item} ${user}`), userId(user), itemColumns(item).course_id, daysAgo(days), isOnProfile],
    );
}
