import { isId } from '@newline/api/rules/is-id';
import { redirect, useRevalidator } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/checkout-done';
import { CheckoutDonePage } from '../features/plans/checkout-done-page.tsx';
import { OwnCheckoutDocument } from '../features/plans/plans-documents.ts';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';
import { safeReturnTo } from '@newline/api/rules/return-path';

export async function loader({ context, url }: Route.LoaderArgs) {
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(url.pathname + url.search)}`);
  const id = url.searchParams.get('checkout') ?? '';
  const { ownCheckout } = isId(id) ? await runDocument(context, OwnCheckoutDocument, { id }) : { ownCheckout: null };
  return { checkout: ownCheckout, returnTo: safeReturnTo(url.searchParams.get('returnTo') ?? '/') };
}

export const meta: Route.MetaFunction = () => [{ title: `Checkout · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function CheckoutDone({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return <CheckoutDonePage {...loaderData} onWait={() => void revalidate()} />;
}
