import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/courses';
import { CatalogList } from '../features/catalog/catalog-list.tsx';
import { describeList } from '../features/catalog/describe-list.server.ts';
import { loadCatalog } from '../features/catalog/load-catalog.server.ts';
import type { PublicRoute } from '../shared/public-route.ts';
import { descriptionTag } from '../shared/head/description.ts';

const lead = 'Video, text and code, lesson by lesson. Each one ends with something that runs.';

export const handle: PublicRoute = { isPublic: true, parameters: { page: '1' }, dynamic: ['q'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const list = await loadCatalog(context, url, 'course');
  describeList(context, { kind: 'courses', title: 'Courses', description: lead, publicUrl: url.origin, ...list });
  return list;
}

export const meta: Route.MetaFunction = () => [{ title: `Courses · ${site.name}` }, descriptionTag(lead)];

export default function Courses({ loaderData }: Route.ComponentProps) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <CatalogList kind="course" title="Courses" path="/courses" lead={lead} {...loaderData} />
    </main>
  );
}
