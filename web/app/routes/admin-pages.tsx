import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-pages';
import { PagesDocument } from '../features/admin/pages-documents.ts';
import { PagesPage } from '../features/admin/pages-page.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { pages } = await runDocument(context, PagesDocument, {});
  return { pages: pages?.nodes ?? [] };
}

export const meta: Route.MetaFunction = () => [{ title: `Pages · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminPages({ loaderData: { pages } }: Route.ComponentProps) {
  return <PagesPage pages={pages} />;
}
