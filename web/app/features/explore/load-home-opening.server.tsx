import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';
import { HomeOpening, type OpeningFacts } from './home-opening.tsx';
import { loadExplored } from './load-explore.server.ts';

/** Loads what the home page shows of the catalogue. As a document it is handed over finished, and its data stays here. */
export async function loadHomeOpening(context: Readonly<RouterContextProvider>): Promise<OpeningFacts | null> {
  const { categories, content, now } = await loadExplored(context, new URLSearchParams());
  const facts = { categories: categories.map(({ slug, name }) => ({ slug, name })), content, now };
  const { isDocument, handedOver } = context.get(requestContext);
  if (!isDocument) return facts;
  handedOver.set('home:explore', <HomeOpening {...facts} />);
  return null;
}
