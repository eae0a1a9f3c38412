import { isId } from '@newline/api/rules/is-id';
import { site } from '@newline/api/rules/site/site';
import { data } from 'react-router';
import type { Route } from './+types/admin-webhook';
import { NewWebhookPage } from '../features/admin/new-webhook-page.tsx';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { WebhookEndpointDocument } from '../features/admin/webhook-documents.ts';
import { WebhookPage } from '../features/admin/webhook-page.tsx';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  requireStaff(context);
  if (id === 'new') return null;
  if (!isId(id)) throw data(null, { status: 404 });
  const { webhookEndpointById: endpoint, webhookDeliveryList } = await runDocument(context, WebhookEndpointDocument, {
    id,
    before: beforeOf(url.searchParams),
    first: rowsOfPage + 1,
  });
  if (endpoint === null) throw data(null, { status: 404 });
  const { rows: deliveries, last } = cutPage(webhookDeliveryList.nodes);
  return { endpoint, deliveries, last, now: Date.now() };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? 'Webhook endpoint' : 'New endpoint'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function AdminWebhook({ loaderData }: Route.ComponentProps) {
  return loaderData === null ? <NewWebhookPage /> : <WebhookPage key={loaderData.endpoint.id} {...loaderData} />;
}
