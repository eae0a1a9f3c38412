import { isId } from '@newline/api/rules/is-id';
import { searchLimits } from '@newline/api/rules/limits/search';
import { cutText } from '@newline/document/truncate';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { pageNumberOf } from '../../shared/page-number.server.ts';
import { runDocument, viewerOf } from '../../shared/run-document.server.ts';
import { editedStepOf } from './edited-step.ts';
import { StudioPathDocument, StudioPathsDocument } from './studio-path-documents.ts';

type Context = Readonly<RouterContextProvider>;

const pageSize = 50;

/** Loads the user's learning paths, with the filters in the URL. Throws a redirect for visitors. */
export async function loadStudioPaths(context: Context, url: URL) {
  admit(context, url);
  const page = pageNumberOf(url.searchParams.get('page'));
  const search = cutText(url.searchParams.get('q')?.trim() ?? '', searchLimits.titleWords) || null;
  const isEveryones = url.searchParams.get('of') === 'everyone';
  const { isAuthor, viewer, myLearningPaths } = await runDocument(context, StudioPathsDocument, {
    search,
    isEveryones,
    first: pageSize,
    offset: (page - 1) * pageSize,
  });
  const lastPage = Math.max(1, Math.ceil(myLearningPaths.totalCount / pageSize));
  return { isAuthor, isAdmin: viewer?.isAdmin === true, paths: myLearningPaths.nodes, request: { search, isEveryones }, page, lastPage };
}

/** Loads a learning path in the studio. Throws a redirect for visitors, and 404 for users who may not change it. */
export async function loadStudioPath(context: Context, url: URL, id: string) {
  admit(context, url);
  if (!isId(id)) throw data(null, { status: 404 });
  const { learningPathById: path } = await runDocument(context, StudioPathDocument, { id });
  if (!path?.mayWrite) throw data(null, { status: 404 });
  return { ...path, steps: path.steps.nodes.map(editedStepOf) };
}

function admit(context: Context, { pathname, search }: URL): void {
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname + search)}`);
}

/** A learning path as its page in the studio loads it. */
export type LoadedPath = Awaited<ReturnType<typeof loadStudioPath>>;
