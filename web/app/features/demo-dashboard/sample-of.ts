import { labelOf } from '../../shared/catalog/card-facts.ts';
import type { LessonState } from '../../shared/library/library-facts.ts';
import type { Sample } from './desk-data.ts';
import type { DeskItemNode } from './desk-documents.ts';

/** The sample user's progress in the first, second … title, and when it was opened, in words that stay true on a cached page. */
const plans = [
  { share: 0.5, when: 'Today' },
  { share: 0.3, when: 'Yesterday' },
  { share: 1, when: '4 days ago' },
  { share: 0.6, when: 'Last week' },
  { share: 0, when: '2 weeks ago' },
  { share: 1, when: '3 weeks ago' },
  { share: 0.2, when: 'Last month' },
  { share: 0, when: 'Last month' },
] as const;

/** Converts a title of the site to one in the sample user's library. */
export function sampleOf(node: DeskItemNode, position: number, length: number): Sample {
  const kind = node.courseLessons === undefined ? 'book' : 'course';
  const lessons = (node.courseLessons ?? node.bookLessons)?.nodes.flatMap(({ lesson }) =>
    lesson === null || lesson.role === 'CHANGELOG' ? [] : [lesson],
  );
  const count = lessons?.length ?? 0;
  const plan = plans[position % plans.length] ?? plans[0];
  const doneCount = plan.share === 1 ? count : Math.min(Math.round(plan.share * count), Math.max(0, count - 1));
  const isBegun = plan.share > 0 && plan.share < 1;
  const next = lessons?.[doneCount];
  const states = Array.from(
    { length: count },
    (_, index): LessonState => (index < doneCount ? 'done' : index === doneCount && isBegun ? 'started' : 'open'),
  );
  const technologies = node.taggings.nodes.flatMap(({ tag }) =>
    tag === null || tag.isCategory ? [] : [{ slug: tag.slug, name: tag.name, icon: tag.icon }],
  );
  const instructors = node.contributions.nodes.flatMap(({ title, user }) =>
    title === 'AUTHOR' && user !== null ? [{ username: user.username, name: user.displayName }] : [],
  );
  const isMasterclass = node.isMasterclass ?? false;
  return {
    id: node.id,
    kind,
    facts: [
      labelOf({ ...node, isMasterclass }, kind === 'book' ? 'Book' : 'Course'),
      ...technologies.slice(0, 1).map(({ name }) => name),
      ...instructors.slice(0, 1).map(({ name }) => name),
    ],
    title: node.title,
    permalink: node.permalink,
    topic: node.topic.toLowerCase(),
    posterImageUrl: node.posterImageUrl,
    status: count > 0 && doneCount === count ? 'completed' : doneCount > 0 || states.includes('started') ? 'in-progress' : 'not-started',
    lessonStates: states,
    next:
      next === undefined
        ? null
        : { path: next.permalink, label: `${kind === 'book' ? 'Chapter' : 'Lesson'} ${doneCount + 1}, ${next.title}`, second: null },
    finished: count > 0 && doneCount === count ? 'Finished' : null,
    when: plan.when,
    isMasterclass,
    technologies,
    instructors,
    // Enrollment differs from the order of opening, so that the sort orders differ.
    enrolledPlace: (position * 5 + 3) % Math.max(length, 1),
  };
}
