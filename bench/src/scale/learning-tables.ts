import { idOf, pick, pickPopular, sentenceOf, share } from './seeded.ts';
import { type Table, type Value, tableOf } from './table.ts';
import { lessonsEach, titleColumns, type World } from './world.ts';

/** Of how many lessons a user's position is stored, and how many days of studying. */
const POSITIONS = 5;
const DAYS = 8;

/** What users learn: titles they began, lessons they did, and what they say about them. */
export function learningTables(world: World): Table[] {
  const { counts } = world;
  const users = function* (rows: (user: number) => Iterable<readonly Value[]>): Generator<readonly Value[]> {
    for (let user = 0; user < counts.users; user += 1) yield* rows(user);
  };
  /** A title that was only opened comes last. */
  const titlesOf = (user: number) => Math.min(counts.titles, Math.ceil(world.doneBy(user) / lessonsEach) + 1);
  let enrollment = 0;
  let progress = 0;
  const reviews = (kind: 'review' | 'survey', seed: number, each: number) =>
    (function* (): Generator<readonly Value[]> {
      for (let n = 0, user = 1; user < counts.users; user += each, n += 1) yield [idOf(kind, n), idOf('user', user), ...of(user)];
      function* of(user: number): Generator<Value> {
        yield* titleColumns(world, pickPopular(seed, user, counts.titles));
        yield 1 + Math.floor(5 * share(seed + 1, user) ** 0.4);
      }
    })();
  return [
    tableOf('app_public.enrollments', 'id user_id course_id book_id created_at last_accessed_at', () => {
      enrollment = 0;
      return users(function* (user) {
        for (let at = 0; at < titlesOf(user); at += 1, enrollment += 1) {
          const began = world.momentOf(61, enrollment, user);
          yield [idOf('enrollment', enrollment), world.userId(user), ...titleColumns(world, world.titleOf(user, at)), began, began];
        }
      });
    }),
    tableOf('app_public.user_progresses', 'id user_id course_lesson_id book_lesson_id created_at reason', () => {
      progress = 0;
      return users(function* (user) {
        for (let at = 0; at < world.doneBy(user); at += 1, progress += 1) {
          const title = world.titleOf(user, Math.floor(at / lessonsEach));
          const position = idOf('place', title * lessonsEach + (at % lessonsEach));
          const [course, book] = world.isCourse(title) ? [position, null] : [null, position];
          yield [
            idOf('progress', progress),
            world.userId(user),
            course,
            book,
            world.momentOf(62, progress, user),
            at % 3 ? 'READ' : 'BY_HAND',
          ];
        }
      });
    }),
    tableOf('app_public.lesson_activities', 'user_id lesson_id position_seconds watched_seconds updated_at', () =>
      users(function* (user) {
        for (let at = 0; at < Math.min(POSITIONS, world.doneBy(user)); at += 1)
          yield [world.userId(user), world.lessonId(world.titleOf(user, 0), at), 60, '{[0,120)}', world.momentOf(63, user * 8 + at, user)];
      }),
    ),
    tableOf('app_public.study_days', 'user_id day time_zone', () =>
      users(function* (user) {
        // The demo's learner has recent days already.
        const last = user === 0 ? 400 : user % 3;
        for (let at = 0; at < Math.min(DAYS, world.doneBy(user)); at += 1)
          yield [
            world.userId(user),
            world
              .daysAgo(at * 3 + last)
              .toISOString()
              .slice(0, 10),
            'UTC',
          ];
      }),
    ),
    tableOf('app_public.testimonials', 'id user_id course_id book_id rating quote_md slug hidden_at created_at', function* () {
      let n = 0;
      for (const row of reviews('review', 64, 10)) {
        yield [
          ...row,
          sentenceOf(65, n, 12),
          `scale-review-${n}`,
          n % 200 === 7 ? world.daysAgo(2) : null,
          world.daysAgo(pick(66, n, 900)),
        ];
        n += 1;
      }
    }),
    tableOf('app_public.surveys', 'id user_id course_id book_id scale_number', () => reviews('survey', 67, 20)),
  ];
}
