import { site } from '@newline/api/rules/site/site';
import type { LessonFacts } from './lesson-facts.ts';
import { descriptionTag } from '../../shared/head/description.ts';

/** Returns its own description, or one of what it belongs to. */
export function lessonDescription(lesson: LessonFacts): string {
  return lesson.description ?? `${lesson.title}: a ${lesson.kind} of ${lesson.item.title}.`;
}

/** Returns the title and description; unlisted and hidden lessons aren't indexed. */
export function lessonMeta(lesson: LessonFacts | undefined) {
  if (!lesson) return [{ title: site.name }];
  return [
    { title: `${lesson.title} · ${lesson.item.title} · ${site.name}` },
    descriptionTag(lessonDescription(lesson)),
    ...(lesson.isListed && lesson.hiddenAs === null ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}
