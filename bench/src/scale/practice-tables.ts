import { idOf, sentenceOf } from './seeded.ts';
import { type Table, type Value, tableOf } from './table.ts';
import { lessonsEach, type World } from './world.ts';

/** The notes of each user, and those of the demo's learner, who writes many. */
const NOTES = 3;
const NOTES_OF_LEARNER = 2000;

/** Learning paths, and the steps of each. */
const PATHS = 300;
const STEPS = 8;

/**
 * What users have from learning: certificates of the course that they completed first, private notes, learning paths, and articles that they
 * completed.
 */
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
    tableOf('app_public.learning_paths', 'id title slug topic user_id is_published published_at created_at', function* () {
      for (let path = 0; path < PATHS; path += 1) {
        const at = world.momentOf(74, path, path);
        yield [idOf('path', path), `Path ${path}`, `scale-path-${path}`, 'BACKEND', world.writerId(path), true, at, at];
      }
    }),
    tableOf('app_public.learning_path_steps', 'id learning_path_id position course_id book_id article_id reason', function* () {
      for (let path = 0, n = 0; path < PATHS; path += 1)
        for (let at = 0; at < STEPS; at += 1, n += 1) {
          const title = (path * 7 + at) % counts.titles;
          const isArticle = at === STEPS - 1;
          const id = world.titleId(title);
          yield [
            idOf('step', n),
            idOf('path', path),
            at + 1,
            !isArticle && world.isCourse(title) ? id : null,
            !isArticle && !world.isCourse(title) ? id : null,
            isArticle ? idOf('article', path % counts.articles) : null,
            sentenceOf(75, n, 8),
          ];
        }
    }),
    tableOf('app_public.completions', 'id user_id article_id reason created_at', function* () {
      for (let user = 0; user < counts.users; user += 1)
        yield [
          idOf('completion', user),
          world.userId(user),
          idOf('article', user % counts.articles),
          'READ',
          world.momentOf(76, user, user),
        ];
    }),
  ];
}
