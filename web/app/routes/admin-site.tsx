import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-site';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { SiteSettingsOfDocument } from '../features/site-settings/site-settings-documents.ts';
import { SiteSettingsPage } from '../features/site-settings/site-settings-page.tsx';
import { expectValue } from '../shared/graphql-document.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { site: stored } = await runDocument(context, SiteSettingsOfDocument, {});
  return { stored: expectValue(stored), isSaved: url.searchParams.has('saved') };
}

export const meta: Route.MetaFunction = () => [{ title: `Site · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminSite({ loaderData }: Route.ComponentProps) {
  const { stored, isSaved } = loaderData;
  return <SiteSettingsPage key={stored.revision} stored={stored} isSaved={isSaved} />;
}
