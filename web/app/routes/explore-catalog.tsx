import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/explore-catalog';
import { exploreHref } from '../features/explore/explore-href.ts';
import { ExplorePage } from '../features/explore/explore-page.tsx';
import { exploreList } from '../features/explore/explore-page-facts.ts';
import { type Explored, loadArticleRows, loadExplored, loadShelf } from '../features/explore/load-explore.server.ts';
import { describePage } from '../shared/head/page-head.server.tsx';
import { shareTextOfSite } from '../shared/head/site-pages.server.ts';
import { breadcrumbs, titleList } from '../shared/head/structured-data.ts';
import { loadPathCards } from '../shared/paths/load-path-cards.server.ts';
import type { PublicRoute } from '../shared/public-route.ts';
import { descriptionTag } from '../shared/head/description.ts';

const lead = 'Every course, book and article by topic, newest first.';

export const handle: PublicRoute = { isPublic: true, parameters: { category: 'all', pages: '1' } };

export async function loader({ context, url }: Route.LoaderArgs) {
  const explored = await loadExplored(context, url.searchParams);
  const [articles, shelf, { cards: paths }] = await Promise.all([
    loadArticleRows(context),
    loadShelf(context),
    loadPathCards(context, { first: 3 }),
  ]);
  const publicUrl = url.origin;
  const title = titleOf(explored);
  describePage(context, {
    path: exploreHref(explored.category),
    title,
    description: lead,
    share: shareTextOfSite('/explore-catalog'),
    feed: { kind: 'articles', title: `Articles · ${site.name}` },
    data: [
      breadcrumbs(publicUrl, [['Explore', '/explore-catalog']]),
      titleList(publicUrl, title, exploreHref(explored.category), shownOf(explored)),
    ],
  });
  return { ...explored, paths, articles, shelf };
}

function shownOf({ content, now, pages }: Explored) {
  const { large, small } = exploreList(content, now, pages);
  return large ? [large, ...small] : small;
}

function titleOf({ categories, category }: { categories: readonly { slug: string; name: string }[]; category: string }): string {
  const chosen = categories.find(({ slug }) => slug === category);
  return chosen && chosen.slug !== 'all' ? `Explore ${chosen.name}` : 'Explore the catalog';
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? titleOf(loaderData) : 'Explore the catalog'} · ${site.name}` },
  descriptionTag(lead),
];

export default function ExploreCatalog({ loaderData }: Route.ComponentProps) {
  return <ExplorePage {...loaderData} />;
}
