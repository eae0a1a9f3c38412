import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-paths';
import { loadStudioPath, loadStudioPaths } from '../features/studio-paths/load-studio-path.server.ts';
import { PathEditor } from '../features/studio-paths/path-editor.tsx';
import { PathList } from '../features/studio-paths/path-list.tsx';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { id } = params;
  if (id === undefined) return { path: null, list: await loadStudioPaths(context, url) };
  return { path: await loadStudioPath(context, url, id), list: null };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.path ? `Edit: ${loaderData.path.title}` : 'Learning paths'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioPaths({ loaderData: { path, list } }: Route.ComponentProps) {
  return path === null ? <PathList {...list} /> : <PathEditor key={path.id} path={path} />;
}
