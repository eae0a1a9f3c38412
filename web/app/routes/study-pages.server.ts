import type { StudyPage } from '@newline/api/page-copy';
import { articleStudyPages } from '../features/articles/own-article.server.ts';
import { lessonStudyPages } from '../features/lessons/own-lesson.server.ts';

/** The pages that the server stores once for each kind of access, instead of rendering them for each reader. */
export const studyPages: readonly StudyPage[] = [...lessonStudyPages, ...articleStudyPages];
