import { graphql } from '../../shared/graphql-document.ts';

/** What a coupon is for. */
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

/** What a coupon can be for. */
export type CouponTargets = {
  products: readonly { id: string; name: string }[];
  titles: readonly { course: { slug: string; title: string } | null; book: { slug: string; title: string } | null }[];
};

/** Coupons, newest first, and what a new one can be for. */
export const CouponListDocument = graphql(/* GraphQL */ `query administrationCoupons($before: UUID, $first: Int!) {
  couponList(before: $before, first: $first) {
    nodes {
      id code percent amountCents currency duration months scope firstDay lastDay maxUses usesCount targets
      isOncePerUser isCombinedWithPro isActive
    }
  }
  products(first: 50) { nodes { id name } }
  itemPriceList(first: 100) { nodes { isAdvanced course { slug title } book { slug title } } }
}`);

/** Creates a coupon. */
export const CreateCouponDocument = graphql(
  /* GraphQL */ `mutation createCoupon($coupon: NewCouponInput!) { createCoupon(input: { coupon: $coupon }) { coupon { id } } }`,
);

/** Withdraws a coupon, or makes it valid again. */
export const SetCouponActiveDocument = graphql(
  /* GraphQL */ `mutation setCouponActive($id: UUID!, $isActive: Boolean!) {
  changeCoupon(input: { id: $id, isActive: $isActive }) { coupon { id } }
}`,
);
