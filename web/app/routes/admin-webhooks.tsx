import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-webhooks';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { WebhookEndpointsDocument } from '../features/admin/webhook-documents.ts';
import { WebhooksPage } from '../features/admin/webhooks-page.tsx';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  const { webhookEndpointList } = await runDocument(context, WebhookEndpointsDocument, {});
  return { endpoints: webhookEndpointList.nodes };
}

export const meta: Route.MetaFunction = () => [{ title: `Webhooks · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminWebhooks({ loaderData }: Route.ComponentProps) {
  return <WebhooksPage {...loaderData} />;
}
