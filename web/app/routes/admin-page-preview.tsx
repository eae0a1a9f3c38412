import { isId } from '@newline/api/rules/is-id';
import { data } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-page-preview';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { loadPagePreview } from '../features/pages/load-page.server.ts';
import { OwnersPage } from '../features/pages/owners-page.tsx';
import { PreviewBar } from '../features/studio/preview-bar.tsx';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  requireStaff(context);
  if (!isId(params.id)) throw data(null, { status: 404 });
  return { page: await loadPagePreview(context, url, params.id), id: params.id };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Preview: ${loaderData?.page.title ?? 'Page'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function AdminPagePreview({ loaderData: { page, id } }: Route.ComponentProps) {
  return (
    <>
      <PreviewBar base={`/admin/pages/${id}`} reader={null} />
      <OwnersPage key={page.textKey} page={page} />
    </>
  );
}
