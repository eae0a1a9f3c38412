import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-audit';
import { AuditPage } from '../features/admin/audit-page.tsx';
import { AuditDocument } from '../features/admin/administration-documents.ts';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf, dayOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const person = textOf(searchParams, 'person');
  const action = textOf(searchParams, 'action');
  const { auditLines, auditActions } = await runDocument(context, AuditDocument, {
    person,
    action,
    since: dayOf(searchParams, 'since'),
    // The last day is included.
    until: dayOf(searchParams, 'until', 1),
    before: beforeOf(searchParams),
    first: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(auditLines.nodes);
  const chosenFilters = { person, action, since: textOf(searchParams, 'since'), until: textOf(searchParams, 'until') };
  return { lines: rows, last, actions: auditActions, chosenFilters };
}

export const meta: Route.MetaFunction = () => [{ title: `Audit log · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  return <AuditPage {...loaderData} />;
}
