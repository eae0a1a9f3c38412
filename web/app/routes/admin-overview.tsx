import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-overview';
import { OverviewPage } from '../features/admin/overview-page.tsx';
import { OverviewDocument } from '../features/admin/people-documents.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { SiteSetupDocument } from '../features/admin/setup-documents.ts';
import { expectValue } from '../shared/graphql-document.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { administrationOverview: counts, days, weeks } = await runDocument(context, OverviewDocument, {});
  const { siteSetup, checkoutMode } = await runDocument(context, SiteSetupDocument, {});
  return { counts, days: days.nodes, weeks: weeks.nodes, setup: expectValue(siteSetup), mode: checkoutMode };
}

export const meta: Route.MetaFunction = () => [{ title: `Administration · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminOverview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />;
}
