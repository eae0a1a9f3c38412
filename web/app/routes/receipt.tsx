import { isId } from '@newline/api/rules/is-id';
import { siteOrganization } from '@newline/api/rules/site/organization';
import { site } from '@newline/api/rules/site/site';
import { data, redirect } from 'react-router';
import type { Route } from './+types/receipt';
import { countryName } from '../features/plans/countries.server.ts';
import { ReceiptDocument } from '../features/plans/payment-documents.ts';
import { ReceiptPage } from '../features/plans/receipt-page.tsx';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { userId, email } = viewerOf(context);
  if (userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(url.pathname)}`);
  const { paymentById: receipt } = isId(params.id) ? await runDocument(context, ReceiptDocument, { id: params.id }) : { paymentById: null };
  if (!receipt) throw data(null, { status: 404 });
  const organization = siteOrganization();
  return {
    receipt,
    seller: { name: organization.name, url: organization.url ?? url.origin, contact: site.contact },
    country: receipt.companyCountry === null ? null : countryName(receipt.companyCountry),
    // An administrator may look at the receipt of another user.
    email: receipt.user?.id === userId ? email : null,
  };
}

export const meta: Route.MetaFunction = () => [{ title: `Receipt · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function ReceiptRoute({ loaderData }: Route.ComponentProps) {
  return <ReceiptPage {...loaderData} />;
}
