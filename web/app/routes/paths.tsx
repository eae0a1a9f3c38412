import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/paths';
import { loadPath, loadPathList, pathsLead } from '../features/paths/load-path.server.ts';
import { PathListPage } from '../features/paths/path-list-page.tsx';
import { PathPage } from '../features/paths/path-page.tsx';
import { descriptionTag } from '../shared/head/description.ts';
import type { PublicRoute } from '../shared/public-route.ts';

export const handle: PublicRoute = { isPublic: true, parameters: { page: '1' } };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { slug } = params;
  if (slug === undefined) return { path: null, list: { lead: pathsLead, ...(await loadPathList(context, url)) } };
  return { path: await loadPath(context, slug, url.origin), list: null };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { path, list } = loaderData ?? {};
  if (!path) return [{ title: `Learning paths · ${site.name}` }, ...(list ? [descriptionTag(list.lead)] : [])];
  return [
    { title: `${path.title} · ${site.name}` },
    descriptionTag(path.summary ?? path.paragraphs[0] ?? site.description),
    ...(path.isDraft ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
};

export default function Paths({ loaderData: { path, list } }: Route.ComponentProps) {
  return path === null ? <PathListPage {...list} /> : <PathPage key={path.id} path={path} />;
}
