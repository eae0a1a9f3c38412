import { idsOfBlocks } from './ids-of-blocks.ts';
import { demoId } from './demo-id.ts';
import { insertRows, itemColumns, lessonId, type LoadContext, type Row, userId } from './load-context.ts';
import { placeId, type DemoTexts } from './load-texts.ts';
import type { DemoContent, DemoItem, DemoLesson } from './read-content.ts';
import { progressOfEveryone } from './progress-of-everyone.ts';
import { seededRandom } from '@newline/db/seeded-random';
import { shuffle } from './shuffle.ts';

/** Someone's last visit to a lesson. */
type Visit = { username: string; item: DemoItem; lesson: DemoLesson; daysAgo: number; isCompleted: boolean };

/** Loads enrollments, progress and streaks. */
export async function loadProgress(context: LoadContext, texts: DemoTexts): Promise<void> {
  const { content, daysAgo } = context;
  const progress = progressOfEveryone(content);
  await insertRows(
    context,
    'app_public.enrollments',
    progress.map((one) => ({
      id: demoId('enrollment', `${one.item} ${one.user}`),
      user_id: userId(one.user),
      ...itemColumns(one.item),
      created_at: daysAgo(one.enrolledDaysAgo),
      last_accessed_at: daysAgo(one.lastDaysAgo),
    })),
  );
  const visits = progress.flatMap((one) => visitsOf(content, one));
  const completed = visits.filter(({ isCompleted }) => isCompleted);
  for (const kind of ['course', 'book'] as const) {
    await insertRows(
      context,
      'app_public.user_progresses',
      completed
        .filter(({ item }) => item.kind === kind)
        .map(({ username, item, lesson, daysAgo: days }) => ({
          id: demoId('progress', `${item.key}/${lesson.slug} ${username}`),
          user_id: userId(username),
          [`${kind}_lesson_id`]: placeId(item.key, lesson.slug),
          created_at: daysAgo(days),
        })),
    );
  }
  const streaks = content.progress.streaks.flatMap(({ user, days }) => fillStreak(context, visits, user, days));
  await insertRows(
    context,
    'app_public.lesson_activities',
    [...visits, ...streaks].map((visit) => activityRow(context, texts, visit)),
  );
  // A day counts once, however much was read on it; the day before a streak doesn't count. The demo users are in UTC.
  const before = new Set(content.progress.streaks.map(({ user, days: length }) => `${user} ${length}`));
  const days = new Map(
    [...visits, ...streaks]
      .filter((visit) => !before.has(`${visit.username} ${datesAgo(context.now, visit.daysAgo)}`))
      .map((visit) => [`${visit.username} ${daysAgo(visit.daysAgo).slice(0, 10)}`, visit]),
  );
  await insertRows(
    context,
    'app_public.study_days',
    [...days.values()].map((visit) => ({ user_id: userId(visit.username), day: daysAgo(visit.daysAgo).slice(0, 10) })),
  );
}

/** The first lessons are completed, spread from the enrollment to the last visit, and the one after them is started. */
function visitsOf(content: DemoContent, one: DemoContent['progress']['progress'][number]): Visit[] {
  const item = content.items.find(({ key }) => key === one.item);
  const lessons = item?.lessons.filter(({ role }) => role !== 'CHANGELOG') ?? [];
  if (item === undefined || lessons.length < one.completed) {
    throw new Error(
      `db/demo: progress.json, ${one.user} in ${one.item}: completed: expected at most ${lessons.length}, got ${one.completed}`,
    );
  }
  const span = one.enrolledDaysAgo - one.lastDaysAgo;
  const visits = lessons.slice(0, one.completed).map((lesson, index) => ({
    username: one.user,
    item,
    lesson,
    daysAgo: one.lastDaysAgo + span * (1 - (index + 1) / one.completed),
    isCompleted: true,
  }));
  const next = lessons[one.completed];
  const isNextBegun = seededRandom(`next ${one.item} ${one.user}`)() < 0.6;
  if (next && (isNextBegun || one.completed === 0)) {
    visits.push({ username: one.user, item, lesson: next, daysAgo: one.lastDaysAgo, isCompleted: false });
  }
  return visits;
}

/**
 * Visits on the days of a streak that have none yet, to lessons that the user hasn't opened: those of their own items first, then free
 * ones.
 */
function fillStreak({ content, now }: LoadContext, visits: readonly Visit[], username: string, days: number): Visit[] {
  const own = visits.filter((visit) => visit.username === username);
  const covered = new Set(own.map(({ daysAgo }) => datesAgo(now, daysAgo)));
  const opened = new Set(own.map(({ item, lesson }) => `${item.key}/${lesson.slug}`));
  const enrolled = new Set(own.map(({ item }) => item.key));
  const open = content.items
    .filter(({ isPublished, publishedDaysAgo, isArchived }) => isPublished && (publishedDaysAgo ?? -1) >= 0 && !isArchived)
    .flatMap((item) => item.lessons.map((lesson) => ({ item, lesson })))
    .filter(({ item, lesson }) => !opened.has(`${item.key}/${lesson.slug}`))
    .map((one) => ({ ...one, rank: enrolled.has(one.item.key) ? 0 : one.item.isFree || one.lesson.isFree ? 1 : 2 }));
  const candidates = shuffle(open, `streak of ${username}`).toSorted((one, other) => one.rank - other.rank);
  return Array.from({ length: days }, (_, day) => day)
    .filter((day) => !covered.has(day))
    .flatMap((day) => {
      const candidate = candidates.shift();
      if (candidate === undefined)
        throw new Error(`db/demo: progress.json, streak of ${username}: expected a lesson for each day, got too few`);
      return { username, item: candidate.item, lesson: candidate.lesson, daysAgo: day, isCompleted: false };
    });
}

/** Returns how many dates before today (in UTC, the demo users' time zone) the time this many days ago is. */
function datesAgo(now: Date, days: number): number {
  const dayMs = 24 * 60 * 60 * 1000;
  return Math.floor(now.getTime() / dayMs) - Math.floor((now.getTime() - days * dayMs) / dayMs);
}

function activityRow(
  { content, daysAgo }: LoadContext,
  texts: DemoTexts,
  { username, item, lesson, daysAgo: days, isCompleted }: Visit,
): Row {
  const id = lessonId(item.key, lesson.slug);
  const part = isCompleted ? 1 : 0.15 + 0.6 * seededRandom(`part of ${item.key}/${lesson.slug} ${username}`)();
  const seconds = lesson.video === null ? 0 : Math.floor(part * (content.videos.get(lesson.video)?.durationSeconds ?? 0));
  const blocks = idsOfBlocks(texts.get(id));
  const read = blocks.slice(0, Math.ceil(part * blocks.length));
  return {
    user_id: userId(username),
    lesson_id: id,
    position_seconds: lesson.video === null ? null : isCompleted ? 0 : seconds,
    watched_seconds: seconds === 0 ? '{}' : `{[0,${seconds})}`,
    block_id: isCompleted ? null : (read.at(-1) ?? null),
    read_block_ids: read,
    updated_at: daysAgo(days),
  };
}
