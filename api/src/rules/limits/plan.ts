import type { LimitFacts } from './limit-facts.ts';

/** Limits of plans and teams. */
export const planLimits = {
  name: 60,
  priceName: 80,
  description: 400,
  features: 20,
  feature: 120,
  trialDays: 365,
  seats: 1000,
  prices: 20,
  teamName: 100,
  invitations: 50,
  providerId: 200,
  companyName: 120,
  companyAddress: 300,
  couponCode: 40,
  giftName: 100,
  giftMessage: 500,
  refundReason: 500,
  paymentName: 300,
} as const;

/** Unit, reason and database checks of each limit. */
export const planFacts: LimitFacts<typeof planLimits> = {
  name: { unit: 'characters', why: 'the name of a plan', sql: ['app_public.products.name', 'app_private.check_product'] },
  priceName: { unit: 'characters', why: 'the name of a plan with its interval', sql: ['app_public.plans.name'] },
  description: {
    unit: 'characters',
    why: 'the description of a plan',
    sql: ['app_public.products.description', 'app_public.plans.description', 'app_private.check_product'],
  },
  features: {
    unit: 'features',
    why: 'what the pricing page lists of a plan',
    sql: ['app_public.products.features', 'app_private.check_product'],
  },
  feature: { unit: 'characters', why: 'one of these features', sql: ['app_private.check_product'] },
  trialDays: { unit: 'days', why: 'the longest trial before the first payment' },
  seats: { unit: 'seats', why: 'the largest Team Package' },
  prices: { unit: 'prices', why: 'the prices of a plan, one for each interval and currency', sql: ['app_private.check_product'] },

  teamName: { unit: 'characters', why: 'the name of a team', sql: ['app_public.teams.name', 'app_public.rename_team'] },
  invitations: {
    unit: 'email addresses',
    why: 'invitations sent at the same time; the limit for a day is this number or twice the seats, whichever is higher',
    sql: ['app_private.invite_to_team'],
  },
  providerId: {
    unit: 'characters',
    why: 'an ID from the payment service',
    sql: ['app_private.billing_customers.provider_customer_id', 'app_private.billing_events.id'],
  },
  companyName: {
    unit: 'characters',
    why: 'the name of a company that a user buys for',
    sql: ['app_public.billing_details.company_name', 'app_public.set_billing_details'],
  },
  companyAddress: {
    unit: 'characters',
    why: 'the postal address of that company',
    sql: ['app_public.billing_details.company_address', 'app_public.set_billing_details'],
  },
  couponCode: { unit: 'characters', why: 'the code of a coupon' },
  giftName: {
    unit: 'characters',
    why: 'the name of the recipient of a gift',
    sql: ['app_public.gifts.recipient_name', 'app_private.begin_checkout'],
  },
  giftMessage: { unit: 'characters', why: 'the message with a gift', sql: ['app_public.gifts.message', 'app_private.begin_checkout'] },
  refundReason: { unit: 'characters', why: 'the reason for a refund', sql: ['app_private.refunds.reason', 'app_private.begin_refund'] },
  paymentName: { unit: 'characters', why: 'what was paid for', sql: ['app_public.payments.name'] },
};
