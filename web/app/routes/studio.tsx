import { redirect } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio';
import { readListRequest, StudioPage } from '../features/studio/studio-page.tsx';
import { StudioDocument } from '../features/studio/studio-documents.ts';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = url;
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname + search)}`);
  const request = readListRequest(searchParams);
  const result = await runDocument(context, StudioDocument, request);
  return { ...result, request };
}

export const meta: Route.MetaFunction = () => [{ title: `Studio · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function Studio({ loaderData }: Route.ComponentProps) {
  return <StudioPage {...loaderData} />;
}
