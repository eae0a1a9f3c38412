import { decodedOrAsIs } from '@newline/document/decode-part';
import type { RouterContextProvider } from 'react-router';
import { graphql } from './graphql-document.ts';
import { runDocument } from './run-document.server.ts';

/** The redirect of a path. */
const RedirectDocument = graphql(/* GraphQL */ `query redirect($fromPath: String!) {
  redirectByFromPath(fromPath: $fromPath) { toUrl status }
}`);

/**
 * Returns the redirect that an administrator set for a path that no page has; null without one. The parameters of the URL are preserved,
 * unless the new URL has its own.
 */
export async function findRedirect(context: Readonly<RouterContextProvider>, { pathname, search, origin }: URL): Promise<Response | null> {
  const fromPath = decodedOrAsIs(pathname).replace(/\/+$/, '');
  if (fromPath === '' || fromPath.length > 500) return null;
  const { redirectByFromPath: redirect } = await runDocument(context, RedirectDocument, { fromPath });
  if (redirect === null) return null;
  const [target = '', fragment] = redirect.toUrl.split('#', 2);
  const location = `${target}${target.includes('?') ? '' : search}${fragment === undefined ? '' : `#${fragment}`}`;
  return new Response(null, { status: redirect.status, headers: { location: new URL(location, origin).href } });
}
