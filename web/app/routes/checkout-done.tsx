import { redirect, useRevalidator } from 'react-router';
import { site } from '../../../site.config.ts';
import type { Route } from './+types/checkout-done';
import { CheckoutDonePage } from '../features/plans/checkout-done-page.tsx';
import { IsProDocument } from '../features/plans/plans-documents.ts';
import { runDocument } from '../shared/run-document.server.ts';
import { safeReturnTo } from '../shared/safe-return-to.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { viewer, checkoutMode } = await runDocument(context, IsProDocument, {});
  if (!viewer) throw redirect('/sign-in?returnTo=%2Faccount');
  return {
    isPro: viewer.isPro,
    isPaidElsewhere: checkoutMode === 'REDIRECTS',
    returnTo: safeReturnTo(url.searchParams.get('returnTo') ?? '/'),
  };
}

export const meta: Route.MetaFunction = () => [{ title: `Done · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function CheckoutDone({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return <CheckoutDonePage {...loaderData} onWait={() => void revalidate()} />;
}
