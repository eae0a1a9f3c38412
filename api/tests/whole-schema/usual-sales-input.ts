import { idOf } from '../../../db/tests/permissions/world.ts';

const paymentId = 'sql:select id from app_public.payments where user_id = md5($$learner$$)::uuid';

/** Ways to use the operations on plans, coupons and payments. */
export const usualSalesInput: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  changeCoupon: [{ id: idOf('coupon'), isActive: true, lastDay: '2099-01-01', maxUses: 9 }],
  createCoupon: [
    {
      coupon: {
        ...{ code: 'words', percent: 10, amountCents: null, currency: null, duration: 'ONCE', months: null, scope: 'SELECTED' },
        ...{
          productIds: [idOf('product')],
          courseSlugs: ['published'],
          bookSlugs: ['published'],
          firstDay: '2026-01-01',
          lastDay: '2099-01-01',
          maxUses: 9,
        },
        ...{ isOncePerUser: true, isCombinedWithPro: false },
      },
    },
  ],
  setAuthorShare: [{ percent: 30, courseSlug: 'published', bookSlug: null }],
  ownSales: [{ isAllTime: true, isEveryones: false, atMost: 10 }],
  createGiftLink: [{ giftId: idOf('gift author') }],
  resendGift: [{ giftId: idOf('gift author'), email: 'words@example.com' }],
  giftByToken: [{ token: 'learner-friend@example.com' }],
  redeemGift: [{ token: 'learner-friend@example.com' }],
  tryCoupon: [{ code: 'WORLD', planSlug: 'pro', courseSlug: null, bookSlug: null, isAdvanced: false, seats: 1 }],
  openReceipt: [{ paymentId }],
  paymentById: [{ id: paymentId }],
  refundPayment: [{ paymentId, amountCents: 100, refundedCents: 0, reason: 'Words' }],
  setBillingDetails: [{ companyName: 'Words Ltd', companyAddress: 'Words', country: 'DE', taxId: 'DE123456789' }],
  saveProduct: [
    {
      id: idOf('product'),
      changes: {
        name: 'Pro',
        kind: 'PRO',
        description: 'Words',
        features: ['Everything'],
        trialDays: 7,
        minSeats: 1,
        maxSeats: 1,
        isHighlighted: true,
      },
      prices: [{ billingInterval: 'MONTH', amountCents: 5000, currency: 'USD' }],
    },
  ],
  moveProduct: [{ id: idOf('product') }],
  retireProduct: [{ id: idOf('product') }],
  productById: [{ id: idOf('product') }],
  checkoutOffer: [{ bookSlug: null, courseSlug: null, isAdvanced: false }],
};
