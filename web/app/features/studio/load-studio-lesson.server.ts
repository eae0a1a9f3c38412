import { isId } from '@newline/api/rules/is-id';
import { requestContext } from '@newline/api/request-context';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { runDocument, viewerOf } from '../../shared/run-document.server.ts';
import { StudioLessonDocument } from './lesson-documents.ts';
import type { WorkingText } from './text-calls.ts';

/** Loads the data of a lesson's editor page. Throws a redirect for visitors, and 404 for users who aren't its authors. */
export async function loadStudioLesson(context: Readonly<RouterContextProvider>, url: URL, id: string) {
  const { origin, pathname } = url;
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname)}`);
  if (!isId(id)) throw data(null, { status: 404 });
  const { lessonById: lesson } = await runDocument(context, StudioLessonDocument, { id });
  if (!lesson?.mayWrite) throw data(null, { status: 404 });
  const { embedOrigin, codeHostUrl } = context.get(requestContext);
  const revision: WorkingText = lesson.latestRevision ?? { ...emptyRevision, title: lesson.title, updatedAt: lesson.updatedAt };
  return { lesson, revision, surroundings: { siteOrigin: origin, embedOrigin, codeHostUrl } };
}

/** A lesson without a text: the first save is its first version. */
const emptyRevision = { version: 0, bodyDelta: '{"type":"doc","content":[{"type":"paragraph"}]}', publishedAt: null };
