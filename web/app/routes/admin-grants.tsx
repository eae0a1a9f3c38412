import { site } from '../../../site.config.ts';
import type { Route } from './+types/admin-grants';
import { GrantsPage } from '../features/admin/grants-page.tsx';
import { AccessListDocument } from '../features/admin/administration-documents.ts';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf, oneOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const person = textOf(searchParams, 'person');
  const running = oneOf(searchParams, 'running', ['yes', 'no'] as const);
  const isRunning = running === null ? null : running === 'yes';
  const { entitlementList } = await runDocument(context, AccessListDocument, {
    person,
    isRunning,
    before: beforeOf(searchParams),
    first: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(entitlementList.nodes);
  return { access: rows, last, person, running, now: Date.now() };
}

export const meta: Route.MetaFunction = () => [{ title: `Access · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminGrants({ loaderData }: Route.ComponentProps) {
  return <GrantsPage {...loaderData} />;
}
