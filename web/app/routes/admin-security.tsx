import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-security';
import { AdministratorSecurityDocument } from '../features/admin/security-documents.ts';
import { AdministratorSecurityPage } from '../features/admin/administrator-security-page.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return (await runDocument(context, AdministratorSecurityDocument, {})).administratorSecurity;
}

export const meta: Route.MetaFunction = () => [{ title: `Security · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminSecurity({ loaderData }: Route.ComponentProps) {
  return <AdministratorSecurityPage security={loaderData} />;
}
