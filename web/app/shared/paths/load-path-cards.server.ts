import type { RouterContextProvider } from 'react-router';
import { dependsOn, runDocument } from '../run-document.server.ts';
import { type PathCard, pathCard, PathListDocument } from './path-card.ts';

type Range = { first: number; offset?: number };

/** Loads learning paths, newest first. Their steps are counted, so the page depends on everything that can be one. */
export async function loadPathCards(
  context: Readonly<RouterContextProvider>,
  { first, offset = 0 }: Range,
): Promise<{ cards: PathCard[]; hasNextPage: boolean }> {
  dependsOn(context, ['paths', 'courses', 'books', 'articles', 'clips', 'users']);
  const { listedLearningPaths } = await runDocument(context, PathListDocument, { first, offset });
  return { cards: listedLearningPaths.nodes.map(pathCard), hasNextPage: listedLearningPaths.pageInfo.hasNextPage };
}
