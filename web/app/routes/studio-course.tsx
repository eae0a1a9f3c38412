import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-course';
import { ItemStudio } from '../features/studio-items/item-studio.tsx';
import { loadStudioCourse } from '../features/studio-items/load-studio-item.server.ts';
import { reloadsStudioItem } from '../features/studio-items/reloads-studio-item.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return loadStudioCourse(context, url, params.id);
}

export const shouldRevalidate = reloadsStudioItem;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit: ${loaderData?.item.title ?? 'Course'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioCourse({ loaderData }: Route.ComponentProps) {
  return <ItemStudio key={loaderData.item.id} {...loaderData} />;
}
