import { siteOrganization } from '@newline/api/rules/site/organization';
import type { RouterContextProvider } from 'react-router';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { breadcrumbs } from '../../shared/head/structured-data.ts';
import type { LessonFacts } from './lesson-facts.ts';
import { lessonDescription } from './lesson-meta.ts';

/** Describes a lesson or chapter in the head of its page: titles and its own description, nothing of its text or video. */
export function describeLesson(context: Readonly<RouterContextProvider>, lesson: LessonFacts, publicUrl: string): void {
  const { title, permalink, item, kind } = lesson;
  const isChapter = kind === 'chapter';
  const description = lessonDescription(lesson);
  const organization = { '@type': 'Organization', name: siteOrganization().name, url: siteOrganization().url ?? publicUrl };
  describePage(context, {
    path: permalink,
    title,
    description,
    type: 'article',
    share: lesson.hiddenAs === null ? { title, kind: isChapter ? 'Chapter' : 'Lesson', by: [item.title], topic: item.topic } : null,
    data: [
      {
        '@context': 'https://schema.org',
        '@type': isChapter ? 'Chapter' : 'LearningResource',
        name: title,
        description,
        url: `${publicUrl}${permalink}`,
        ...(lesson.line?.number !== null && lesson.line?.number !== undefined && { position: lesson.line.number }),
        ...(!isChapter && { learningResourceType: 'Lesson' }),
        isAccessibleForFree: lesson.wall === null && lesson.line?.isFree === true,
        isPartOf: {
          '@type': isChapter ? 'Book' : 'Course',
          name: item.title,
          url: `${publicUrl}${item.permalink}`,
          [isChapter ? 'publisher' : 'provider']: organization,
        },
      },
      breadcrumbs(publicUrl, [
        [isChapter ? 'Books' : 'Courses', isChapter ? '/books' : '/courses'],
        [item.title, item.permalink],
        [title, permalink],
      ]),
    ],
  });
}
