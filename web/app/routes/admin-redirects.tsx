import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-redirects';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf, textOf } from '../features/admin/read-filter.ts';
import { RedirectListDocument } from '../features/admin/redirect-documents.ts';
import { RedirectsPage } from '../features/admin/redirects-page.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const search = textOf(url.searchParams, 'q');
  const { redirectList } = await runDocument(context, RedirectListDocument, {
    search,
    before: beforeOf(url.searchParams),
    first: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(redirectList.nodes);
  return { redirects: rows, last, search };
}

export const meta: Route.MetaFunction = () => [{ title: `Redirects · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminRedirects({ loaderData }: Route.ComponentProps) {
  return <RedirectsPage {...loaderData} />;
}
