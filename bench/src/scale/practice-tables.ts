import { idOf, sentenceOf } from './seeded.ts';
import { type Table, type Value, tableOf } from './table.ts';
import { lessonsEach, type World } from './world.ts';

/** The notes of each user, and those of the demo's learner, who writes many. */
const NOTES = 3;
const NOTES_OF_LEARNER = 2000;

/** What users have from learning: certificates of the course that they completed first, and private notes. */
export function practiceTables(world: World): Table[] {
  const { counts } = world;
  return [
    tableOf(
      'app_public.certificates',
      `id user_id course_id holder_name course_title topic author_names site_name needs_lessons lessons_count video_percent video_seconds
       issued_at`.replaceAll(/\s+/g, ' '),
      function* (): Generator<readonly Value[]> {
        for (let user = 0, n = 0; user < counts.users; user += 1) {
          const title = world.titleOf(user, 0);
          if (world.doneBy(user) < lessonsEach || !world.isCourse(title)) continue;
          yield [
            idOf('certificate', n),
            world.userId(user),
            world.titleId(title),
            `Reader ${user}`,
            `Course ${title}`,
            'ENGINEERING',
            ['Author'],
            'newline',
            true,
            lessonsEach,
            0,
            0,
            world.momentOf(71, n, user),
          ];
          n += 1;
        }
      },
    ),
    tableOf('app_public.notes', 'id user_id key lesson_id item_id item_title part_title second body created_at', function* () {
      for (let user = 0, n = 0; user < counts.users; user += 1) {
        const notes = user === 0 ? NOTES_OF_LEARNER : NOTES;
        for (let at = 0; at < notes; at += 1, n += 1) {
          const title = world.titleOf(user, Math.floor(at / lessonsEach) % counts.titles);
          yield [
            idOf('note', n),
            world.userId(user),
            idOf('note key', n),
            world.lessonId(title, at % lessonsEach),
            world.titleId(title),
            `Title ${title}`,
            `Lesson ${at % lessonsEach}`,
            at,
            sentenceOf(72, n, 12),
            world.momentOf(73, n, user),
          ];
        }
      }
    }),
  ];
}
