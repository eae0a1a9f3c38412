import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';
import { HomeOpening, type OpeningFacts } from './home-opening.tsx';
import { loadExplored } from './load-explore.server.ts';

/** Loads the catalog section of the home page. In a document it's passed on as rendered HTML, and its data stays on the server. */
export async function loadHomeOpening(context: Readonly<RouterContextProvider>): Promise<OpeningFacts | null> {
  const { categories, content, now } = await loadExplored(context, new URLSearchParams());
  const facts = { categories: categories.map(({ slug, name }) => ({ slug, name })), content, now };
  const { isDocument, handedOver } = context.get(requestContext);
  if (!isDocument) return facts;
  handedOver.set('home:explore', <HomeOpening {...facts} />);
  return null;
}
