import { site } from '../../../site.config.ts';
import type { Route } from './+types/admin-newsletter';
import { NewsletterPage } from '../features/admin/newsletter-page.tsx';
import { AddressesDocument } from '../features/admin/administration-documents.ts';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf, oneOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const search = textOf(searchParams, 'q');
  const state = oneOf(searchParams, 'state', ['PENDING', 'CONFIRMED', 'UNSUBSCRIBED'] as const);
  const { newsletterAddresses } = await runDocument(context, AddressesDocument, {
    search,
    state,
    before: beforeOf(searchParams),
    atMost: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(newsletterAddresses.nodes);
  return { addresses: rows, last, search, state };
}

export const meta: Route.MetaFunction = () => [{ title: `Newsletter · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminNewsletter({ loaderData }: Route.ComponentProps) {
  return <NewsletterPage {...loaderData} />;
}
