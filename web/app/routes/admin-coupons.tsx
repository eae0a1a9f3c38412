import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/admin-coupons';
import { CouponListDocument } from '../features/admin/coupon-documents.ts';
import { CouponsPage } from '../features/admin/coupons-page.tsx';
import { cutPage, rowsOfPage } from '../features/admin/older-link.tsx';
import { beforeOf } from '../features/admin/read-filter.ts';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { runDocument } from '../shared/run-document.server.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const { couponList, products, itemPriceList } = await runDocument(context, CouponListDocument, {
    before: beforeOf(url.searchParams),
    first: rowsOfPage + 1,
  });
  const { rows, last } = cutPage(couponList?.nodes ?? []);
  const titles = (itemPriceList?.nodes ?? []).filter(({ isAdvanced }) => !isAdvanced);
  return { coupons: rows, targets: { products: products?.nodes ?? [], titles }, last };
}

export const meta: Route.MetaFunction = () => [{ title: `Coupons · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function AdminCoupons({ loaderData }: Route.ComponentProps) {
  return <CouponsPage {...loaderData} />;
}
