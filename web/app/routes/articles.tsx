import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/articles';
import { ArticleListPage } from '../features/articles/article-list-page.tsx';
import { articlesLead, loadArticleList } from '../features/articles/load-article-list.server.ts';
import { descriptionTag } from '../shared/head/description.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true, parameters: { page: '1' } };

export async function loader({ context, url }: Route.LoaderArgs) {
  return { lead: articlesLead, ...(await loadArticleList(context, url)) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Articles · ${site.name}` },
  ...(loaderData ? [descriptionTag(loaderData.lead)] : []),
];

export default function Articles({ loaderData }: Route.ComponentProps) {
  return <ArticleListPage {...loaderData} />;
}
