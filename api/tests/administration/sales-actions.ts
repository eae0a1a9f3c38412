import type { Action } from './catalog-actions.ts';
import type { Administration } from './start-administration.ts';

type Tools = { administration: () => Administration; aim: (id: string | Promise<string>) => Promise<{ id: string }> };

/** Actions on coupons and payments. */
export const salesActions = ({ administration, aim }: Tools): readonly Action[] => [
  {
    name: 'createCoupon',
    call: `mutation a { createCoupon(input: { coupon: { code: " act-1 ", percent: 15, maxUses: 3 } }) { coupon { id } } }`,
    variables: () => Promise.resolve({}),
    line: 'coupon.create',
    details: { code: 'ACT-1', percent: 15, maxUses: 3 },
    effect: `exists (select from app_public.coupons where code = 'ACT-1' and percent = 15 and is_once_per_user and not is_combined_with_pro and $1::text is not null)`,
  },
  {
    name: 'changeCoupon',
    call: 'mutation a($id: UUID!) { changeCoupon(input: { id: $id, isActive: false }) { coupon { isActive } } }',
    variables: () =>
      aim(
        administration().idOf(
          `insert into app_public.coupons (code, percent) values ('ACT-' || (random() * 1000000)::int + 10, 5) returning id`,
        ),
      ),
    line: 'coupon.change',
    details: { isActive: false },
    effect: '(select not is_active from app_public.coupons where id::text = $1)',
  },
  {
    name: 'setAuthorShare',
    call: 'mutation a($slug: String = "nothing") { setAuthorShare(input: { percent: 35, courseSlug: $slug }) { authorShareRule { percent } } }',
    variables: () => Promise.resolve({ slug: 'sold' }),
    line: 'share.set',
    details: { percent: 35 },
    effect: `exists (select from app_public.author_share_rules r join app_public.courses c on c.id = r.course_id where c.slug = 'sold' and r.percent = 35 and $1::text is not null)`,
  },
  {
    name: 'refundPayment',
    call: `mutation a($id: UUID!) { refundPayment(input: { paymentId: $id, amountCents: 1000, refundedCents: 0, reason: "Requested" }) {
      payment { refundedCents } } }`,
    async variables() {
      const purchaseId = await administration().idOf(
        `insert into app_public.purchases (user_id, course_id, amount_cents, currency) select $1, id, 3900, 'USD' from app_public.courses where slug = 'sold' returning id`,
        [await administration().someone()],
      );
      return aim(administration().idOf('select id from app_public.payments where purchase_id = $1', [purchaseId]));
    },
    line: 'payment.refund',
    details: { amountCents: 1000, currency: 'USD', reason: 'Requested' },
    effect: `exists (select from app_public.payments p join app_public.purchases s on s.id = p.purchase_id
      where p.id::text = $1 and p.refunded_cents = 1000 and s.refunded_at is null)`,
  },
];
