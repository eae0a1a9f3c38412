import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-certificates';
import { CertificateListDocument } from '../features/admin/certificate-list-documents.ts';
import { CertificatesPage } from '../features/admin/certificates-page.tsx';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const search = textOf(url.searchParams, 'q');
  const { issuedCertificates } = await runDocument(context, CertificateListDocument, {
    search,
    before: beforeOf(url.searchParams),
    first: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(issuedCertificates.nodes);
  return { certificates: rows, last, search };
}

export const meta: Route.MetaFunction = () => [{ title: `Certificates · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminCertificates({ loaderData }: Route.ComponentProps) {
  return <CertificatesPage {...loaderData} />;
}
