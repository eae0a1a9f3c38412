import { isId } from '@newline/api/rules/is-id';
import { site } from '@newline/api/rules/site/site';
import { data } from 'react-router';
import type { Route } from './+types/admin-plan';
import { PlanDocument } from '../features/admin/plan-documents.ts';
import { PlanPage } from '../features/admin/plan-page.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  requireStaff(context);
  if (id === 'new') return { plan: null };
  if (!isId(id)) throw data(null, { status: 404 });
  const { productById: plan } = await runDocument(context, PlanDocument, { id });
  if (plan === null) throw data(null, { status: 404 });
  return { plan };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.plan?.name ?? 'New plan'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function AdminPlan({ loaderData }: Route.ComponentProps) {
  return <PlanPage key={loaderData.plan?.id ?? 'new'} {...loaderData} />;
}
