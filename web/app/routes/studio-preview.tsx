import { isId } from '@newline/api/rules/is-id';
import { data, redirect } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-preview';
import { ArticlePage } from '../features/articles/article-page.tsx';
import { loadPreview } from '../features/articles/load-preview.server.ts';
import { PreviewBar, readPreviewReader } from '../features/studio/preview-bar.tsx';
import { viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = url;
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname + search)}`);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const reader = readPreviewReader(searchParams);
  return { article: await loadPreview(context, url, params.id, reader), reader, id: params.id };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Preview: ${loaderData?.article.title ?? 'Article'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioPreview({ loaderData: { article, reader, id } }: Route.ComponentProps) {
  return (
    <>
      <PreviewBar base={`/studio/articles/${id}`} reader={reader} />
      <ArticlePage key={`${article.textKey} ${reader}`} article={article} />
    </>
  );
}
