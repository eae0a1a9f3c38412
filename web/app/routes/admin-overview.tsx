import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-overview';
import { OverviewPage } from '../features/admin/overview-page.tsx';
import { OverviewDocument } from '../features/admin/people-documents.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { administrationOverview: counts, days, weeks } = await runDocument(context, OverviewDocument, {});
  return { counts, days: days.nodes, weeks: weeks.nodes };
}

export const meta: Route.MetaFunction = () => [{ title: `Administration · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminOverview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />;
}
