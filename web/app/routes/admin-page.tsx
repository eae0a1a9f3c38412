import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-page';
import { loadStudioPage } from '../features/studio/load-studio-page.server.ts';
import { PageStudio } from '../features/studio/page-studio.tsx';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return loadStudioPage(context, url, params.id);
}

/** The page manages its own state: loading the same text again would mix old text with the current one. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) => currentParams['id'] !== nextParams['id'];

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit: ${loaderData?.revision.title ?? 'Page'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function AdminPage({ loaderData }: Route.ComponentProps) {
  return <PageStudio key={loaderData.page.id} {...loaderData} />;
}
