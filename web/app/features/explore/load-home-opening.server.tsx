import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';
import { HomeOpening, type OpeningFacts } from './home-opening.tsx';
import { loadExplored } from './load-explore.server.ts';

/**
 * The catalog section of the home page: its data, and a function that passes it on as rendered HTML, with the text of the link to the whole
 * catalog.
 */
type Opening = { facts: Omit<OpeningFacts, 'link'>; isEmpty: boolean; handOver: (link: string) => void };

/** Loads the catalog section of the home page, with these categories; none for all of them. */
export async function loadHomeOpening(context: Readonly<RouterContextProvider>, chosen: readonly string[]): Promise<Opening> {
  const { categories, content, now } = await loadExplored(context, new URLSearchParams());
  const facts = { categories: chosenCategories(categories, chosen), content, now };
  const { articlesForTag, coursesByTag, booksByTag } = content;
  return {
    facts,
    isEmpty: [articlesForTag, coursesByTag, booksByTag].every(({ nodes }) => nodes.length === 0),
    handOver: (link) => context.get(requestContext).handedOver.set('home:explore', <HomeOpening {...facts} link={link} />),
  };
}

function chosenCategories(all: readonly { slug: string; name: string }[], chosen: readonly string[]): OpeningFacts['categories'] {
  const categories = all.map(({ slug, name }) => ({ slug, name }));
  if (chosen.length === 0) return categories;
  return ['all', ...chosen].flatMap((slug) => categories.find((category) => category.slug === slug) ?? []);
}
