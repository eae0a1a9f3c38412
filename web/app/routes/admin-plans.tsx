import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-plans';
import { PlanListDocument } from '../features/admin/plan-documents.ts';
import { PlansPage } from '../features/admin/plans-page.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { products, itemPriceList, checkoutMode } = await runDocument(context, PlanListDocument, {});
  return { plans: products.nodes, prices: itemPriceList.nodes, isClosed: checkoutMode === 'CLOSED' };
}

export const meta: Route.MetaFunction = () => [{ title: `Plans and prices · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminPlans({ loaderData }: Route.ComponentProps) {
  return <PlansPage {...loaderData} />;
}
