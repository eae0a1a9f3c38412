import { graphql } from '../../shared/graphql-document.ts';

/** The scope of a coupon. */
export type CouponScope = 'EVERYTHING' | 'PLANS' | 'TITLES' | 'SELECTED';

/** A coupon in administration. */
export type CouponRow = {
  id: string;
  code: string;
  percent: number | null;
  amountCents: number | null;
  currency: string | null;
  duration: 'ONCE' | 'MONTHS' | 'FOREVER';
  months: number | null;
  scope: CouponScope;
  firstDay: string | null;
  lastDay: string | null;
  maxUses: number | null;
  usesCount: number | null;
  targets: readonly (string | null)[] | null;
  isOncePerUser: boolean;
  isCombinedWithPro: boolean;
  isActive: boolean;
};

/** The plans and titles that a coupon can be limited to. */
export type CouponTargets = {
  products: readonly { id: string; name: string }[];
  titles: readonly { course: { slug: string; title: string } | null; book: { slug: string; title: string } | null }[];
};

/** Coupons, newest first, and the plans and titles that a new one can be limited to. */
export const CouponListDocument = graphql(/* GraphQL */ `query administrationCoupons($before: UUID, $first: Int!) {
  couponList(before: $before, first: $first) {
    nodes {
      id code percent amountCents currency duration months scope firstDay lastDay maxUses usesCount targets
      isOncePerUser isCombinedWithPro isActive
    }
  }
  products(first: 50) { nodes { id name } }
  itemPriceList(first: 100, isDefault: true) { nodes { isAdvanced course { slug title } book { slug title } } }
}`);

/** Creates a coupon. */
export const CreateCouponDocument = graphql(
  /* GraphQL */ `mutation createCoupon($coupon: NewCouponInput!) { createCoupon(input: { coupon: $coupon }) { coupon { id } } }`,
);

/** Withdraws a coupon, or reactivates it. */
export const SetCouponActiveDocument = graphql(
  /* GraphQL */ `mutation setCouponActive($id: UUID!, $isActive: Boolean!) {
  changeCoupon(input: { id: $id, isActive: $isActive }) { coupon { id } }
}`,
);
