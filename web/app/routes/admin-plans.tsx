import { site } from '../../../site.config.ts';
import type { Route } from './+types/admin-plans';
import { PlanListDocument } from '../features/admin/administration-documents.ts';
import { PlansPage } from '../features/admin/plans-page.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { plans, itemPriceList } = await runDocument(context, PlanListDocument, {});
  return { plans: plans.nodes, prices: itemPriceList.nodes };
}

export const meta: Route.MetaFunction = () => [{ title: `Plans and prices · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminPlans({ loaderData }: Route.ComponentProps) {
  return <PlansPage {...loaderData} />;
}
