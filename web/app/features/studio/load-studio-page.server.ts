import { isId } from '@newline/api/rules/is-id';
import { requestContext } from '@newline/api/request-context';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { runDocument, viewerOf } from '../../shared/run-document.server.ts';
import { StudioOwnersPageDocument } from './page-documents.ts';

/** Loads the editor's data for a site page. Throws a redirect for visitors, and 404 for users who aren't administrators. */
export async function loadStudioPage(context: Readonly<RouterContextProvider>, url: URL, id: string) {
  const { origin, pathname } = url;
  const { userId, role } = viewerOf(context);
  if (userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname)}`);
  if (role !== 'admin' || !isId(id)) throw data(null, { status: 404 });
  const { pageById: page } = await runDocument(context, StudioOwnersPageDocument, { id });
  if (!page?.latestRevision) throw data(null, { status: 404 });
  const { embedOrigin, codeHostUrl } = context.get(requestContext);
  return { page, revision: page.latestRevision, surroundings: { siteOrigin: origin, embedOrigin, codeHostUrl } };
}
