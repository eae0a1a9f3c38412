import { searchLimits } from '@newline/api/rules/limits/search';
import { siteOrganization } from '@newline/api/rules/site/organization';
import { site } from '@newline/api/rules/site/site';
import { data, type RouterContextProvider } from 'react-router';
import { nextDue } from '../../shared/catalog/card-facts.ts';
import { describePage } from '../../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../../shared/head/site-pages.server.ts';
import { breadcrumbs, titleList } from '../../shared/head/structured-data.ts';
import { pageNumberOf } from '../../shared/page-number.server.ts';
import { loadPathCards } from '../../shared/paths/load-path-cards.server.ts';
import { type PathCard, pathOf } from '../../shared/paths/path-card.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { PathDocument } from './path-documents.ts';
import { type PathFacts, pathFacts } from './path-facts.ts';

type Context = Readonly<RouterContextProvider>;

/** One sentence about the list, on the page and for search engines. */
export const pathsLead = 'Courses, books, articles and clips in an order that makes sense, with your progress across all of them.';

/** Loads the page of a learning path by its slug and describes it in its head. Throws 404 if the reader can’t see it. */
export async function loadPath(context: Context, slug: string, publicUrl: string): Promise<PathFacts> {
  const { learningPathBySlug: node } = await runDocument(context, PathDocument, { slug });
  if (!node) throw data(null, { status: 404 });
  const now = Date.now();
  const titles = node.steps.nodes.flatMap(({ course, book }) => course ?? book ?? []);
  // A step appears when its title is published, whichever that is.
  const tags = ['paths', 'courses', 'books', 'articles', 'clips', 'contributions', 'users', 'lessons', 'plans'] as const;
  dependsOn(context, tags, nextDue(titles, now));
  const path = pathFacts(node, now);
  const { permalink, description } = { permalink: pathOf(path.slug), description: path.summary ?? path.paragraphs[0] ?? pathsLead };
  describePage(context, {
    path: permalink,
    title: path.title,
    description,
    ...(path.author && { authors: [path.author.displayName] }),
    share: path.isDraft
      ? null
      : { title: path.title, kind: 'Learning path', by: path.author ? [path.author.displayName] : [], topic: path.topic },
    data: [
      pathData(path, description, publicUrl),
      breadcrumbs(publicUrl, [
        ['Learning paths', '/paths'],
        [path.title, permalink],
      ]),
    ],
  });
  return path;
}

/** Returns structured data (schema.org): a course whose parts are the steps. */
function pathData(path: PathFacts, description: string, publicUrl: string): object {
  const url = new URL(pathOf(path.slug), publicUrl).href;
  const { name, url: organizationUrl } = siteOrganization();
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: path.title,
    description,
    url,
    ...(path.author && {
      author: { '@type': 'Person', name: path.author.displayName, url: new URL(`/@${path.author.username}`, publicUrl).href },
    }),
    publisher: { '@type': 'Organization', name, url: organizationUrl ?? publicUrl },
    itemListOrder: 'https://schema.org/ItemListOrderAscending',
    numberOfItems: path.steps.length,
    itemListElement: path.steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.title,
      url: new URL(step.path, publicUrl).href,
    })),
  };
}

/** A page of the list. */
export type PathList = { cards: PathCard[]; page: number; hasNextPage: boolean };

/** Loads one page of the list of learning paths and describes it in its head. Throws 404 after the last page. */
export async function loadPathList(context: Context, url: URL): Promise<PathList> {
  const page = pageNumberOf(url.searchParams.get('page'));
  const first = searchLimits.catalogPage;
  const { cards, hasNextPage } = await loadPathCards(context, { first, offset: (page - 1) * first });
  if (page > 1 && cards.length === 0) throw data(null, { status: 404 });
  const path = page > 1 ? `/paths?page=${page}` : '/paths';
  describePage(context, {
    path,
    title: 'Learning paths',
    description: pathsLead,
    share: shareTextOfSite('/paths'),
    data: [breadcrumbs(url.origin, [['Learning paths', '/paths']]), titleList(url.origin, `Learning paths · ${site.name}`, path, cards)],
  });
  return { cards, page, hasNextPage };
}
