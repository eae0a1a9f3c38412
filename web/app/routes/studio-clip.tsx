import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-clip';
import { ClipPage } from '../features/studio-items/clip-page.tsx';
import { loadStudioClip } from '../features/studio-items/load-studio-item.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return loadStudioClip(context, url, params.id);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit: ${loaderData?.clip.title ?? 'Clip'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioClip({ loaderData }: Route.ComponentProps) {
  return <ClipPage key={loaderData.clip.id} {...loaderData} />;
}
