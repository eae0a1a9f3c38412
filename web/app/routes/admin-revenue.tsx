import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-revenue';
import { RevenueDocument } from '../features/admin/revenue-documents.ts';
import { RevenuePage } from '../features/admin/revenue-page.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { revenueMonths, subscriptionMonths } = await runDocument(context, RevenueDocument, {});
  return {
    revenue: (revenueMonths?.nodes ?? []).map(({ paidCents, taxCents, refundedCents, ...month }) => ({
      ...month,
      paidCents: Number(paidCents),
      taxCents: Number(taxCents),
      refundedCents: Number(refundedCents),
    })),
    subscriptions: subscriptionMonths?.nodes ?? [],
  };
}

export const meta: Route.MetaFunction = () => [{ title: `Revenue · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminRevenue({ loaderData }: Route.ComponentProps) {
  return <RevenuePage {...loaderData} />;
}
