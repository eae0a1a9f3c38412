import { isId } from '@newline/api/rules/is-id';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-subscriptions';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf, oneOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { SubscriptionListDocument } from '../features/admin/subscription-documents.ts';
import { SubscriptionsPage } from '../features/admin/subscriptions-page.tsx';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const person = textOf(searchParams, 'person');
  const plan = textOf(searchParams, 'plan');
  const planId = plan !== null && isId(plan) ? plan : null;
  const status = oneOf(searchParams, 'status', ['TRIALING', 'ACTIVE', 'PAST_DUE', 'ENDED'] as const);
  const { subscriptionList, plans } = await runDocument(context, SubscriptionListDocument, {
    person,
    planId,
    status,
    before: beforeOf(searchParams),
    first: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(subscriptionList.nodes);
  return { subscriptions: rows, plans: plans.nodes, last, person, planId, status };
}

export const meta: Route.MetaFunction = () => [{ title: `Subscriptions · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminSubscriptions({ loaderData }: Route.ComponentProps) {
  return <SubscriptionsPage {...loaderData} />;
}
