import type { DemoContent } from './read-content.ts';
import { seededRandom } from '@newline/db/seeded-random';

type Progress = DemoContent['progress']['progress'][number];
type Review = DemoContent['reviews']['reviews'][number];

/**
 * Returns the progress in progress.json, made consistent with the reviews: no one enrolled after reviewing, and reviewers have read the
 * item, most of them to the end.
 */
export function progressOfEveryone(content: DemoContent): Progress[] {
  const { progress, reviews } = content;
  const reviewsByPair = new Map(reviews.reviews.map((review) => [pairOf(review), review]));
  const recorded = progress.progress.map((one): Progress => {
    const review = reviewsByPair.get(pairOf(one));
    return { ...one, enrolledDaysAgo: Math.max(one.enrolledDaysAgo, review?.createdDaysAgo ?? 0) };
  });
  const recordedPairs = new Set(recorded.map(pairOf));
  const others = reviews.reviews.filter((review) => !recordedPairs.has(pairOf(review)));
  return [...recorded, ...others.map((review) => progressOfReviewer(content, review))];
}

function progressOfReviewer({ items }: DemoContent, { user, item, createdDaysAgo }: Review): Progress {
  const random = seededRandom(`reviewer ${item} ${user}`);
  const content = items.find(({ key }) => key === item);
  const lessons = content?.lessons.filter(({ role }) => role !== 'CHANGELOG').length ?? 0;
  const openDays = content?.publishedDaysAgo ?? createdDaysAgo;
  return {
    user,
    item,
    completed: random() < 0.65 ? lessons : Math.ceil(lessons * random()),
    enrolledDaysAgo: Math.max(createdDaysAgo, Math.min(openDays, createdDaysAgo + 3 + 40 * random())),
    lastDaysAgo: createdDaysAgo,
  };
}

function pairOf({ item, user }: { item: string; user: string }): string {
  return `${item} ${user}`;
}
