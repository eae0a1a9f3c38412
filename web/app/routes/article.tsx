import type { Route } from './+types/article';
import { articleMeta } from '../features/articles/article-meta.ts';
import { ArticlePage } from '../features/articles/article-page.tsx';
import { loadArticle } from '../features/articles/load-article.server.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true, isGated: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return { article: await loadArticle(context, url, params.slug) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => articleMeta(loaderData?.article);

export default function Article({ loaderData }: Route.ComponentProps) {
  return <ArticlePage key={loaderData.article.id} article={loaderData.article} />;
}
