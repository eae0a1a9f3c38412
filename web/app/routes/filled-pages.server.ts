import type { PublicPageParts, StudyPage } from '@newline/api/page-copy';
import { articleStudyPages } from '../features/articles/own-article.server.ts';
import { discussionStudyPages } from '../features/discussions/own-discussion.server.ts';
import { ownItemParts } from '../features/item/own-item.server.ts';
import { lessonStudyPages } from '../features/lessons/own-lesson.server.ts';
import { ownPathParts } from '../features/paths/own-path.server.ts';
export { shellPart } from '../shared/shell/own-shell.server.ts';

/** The pages that the server stores once for each kind of access, instead of rendering them for each reader. */
export const studyPages: readonly StudyPage[] = [...lessonStudyPages, ...articleStudyPages, ...discussionStudyPages];

/** What belongs to the reader of a public page, besides the shell. */
export const publicPageParts: readonly PublicPageParts[] = [...ownItemParts, ...ownPathParts];
