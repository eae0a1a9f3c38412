import { isId } from '@newline/api/rules/is-id';
import { requestContext } from '@newline/api/request-context';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { runDocument, viewerOf } from '../../shared/run-document.server.ts';
import { StudioArticleDocument } from './studio-documents.ts';

/** Loads the data of the editor's page. Throws a redirect for visitors, and 404 for users who aren't the article's authors. */
export async function loadStudioArticle(context: Readonly<RouterContextProvider>, url: URL, id: string) {
  const { origin, pathname } = url;
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname)}`);
  if (!isId(id)) throw data(null, { status: 404 });
  const { articleById: article, tags } = await runDocument(context, StudioArticleDocument, { id });
  // Others get no working text, and so no page, whether the article exists or not.
  if (!article?.latestRevision) throw data(null, { status: 404 });
  const { embedOrigin, codeHostUrl } = context.get(requestContext);
  const surroundings = { siteOrigin: origin, embedOrigin, codeHostUrl };
  return { article, revision: article.latestRevision, tags: tags.nodes, surroundings };
}
