import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-payments';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { PaymentListDocument } from '../features/admin/payment-list-documents.ts';
import { PaymentsPage } from '../features/admin/payments-page.tsx';
import { beforeOf, oneOf, textOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { searchParams } = url;
  const person = textOf(searchParams, 'person');
  const refunded = oneOf(searchParams, 'refunded', ['yes', 'no'] as const);
  const { paymentList } = await runDocument(context, PaymentListDocument, {
    person,
    isRefunded: refunded === null ? null : refunded === 'yes',
    before: beforeOf(searchParams),
    first: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(paymentList?.nodes ?? []);
  return { payments: rows, last, person, refunded };
}

export const meta: Route.MetaFunction = () => [{ title: `Payments · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminPayments({ loaderData }: Route.ComponentProps) {
  return <PaymentsPage {...loaderData} />;
}
