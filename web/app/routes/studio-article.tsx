import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-article';
import { ArticleStudio } from '../features/studio/article-studio.tsx';
import { loadStudioArticle } from '../features/studio/load-studio-article.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return loadStudioArticle(context, url, params.id);
}

/** The page manages its own state: loading the same article again would mix old text with the current one. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) => currentParams['id'] !== nextParams['id'];

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit: ${loaderData?.revision.title ?? 'Article'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioArticle({ loaderData }: Route.ComponentProps) {
  return <ArticleStudio key={loaderData.article.id} {...loaderData} />;
}
