import type { ErrorMessages } from './codes.ts';

/** Reasons why a user can't buy an offer; `CheckoutOffer.already` has one of them. */
export const purchaseErrors = {
  ITEM_ALREADY_OWNED: ['CONFLICT', 'You already own this.'],
  PRO_INCLUDED_IN_TEAM: ['CONFLICT', 'Your seat in a team already includes Pro.'],
  SUBSCRIPTION_EXISTS: ['CONFLICT', 'You already have this subscription.'],
  TEAM_PACKAGE_EXISTS: ['CONFLICT', 'You already have a Team Package.'],
} as const satisfies ErrorMessages;

/** Errors of plans, prices, checkout, entitlements and teams. */
export const billingErrors = {
  ...purchaseErrors,
  CHECKOUT_ITEM_COUNT_INVALID: ['BAD_INPUT', 'Expected exactly one of planSlug, courseSlug and bookSlug, got {count}.'],
  CURRENCY_INVALID: ['BAD_INPUT', 'currency: expected a code of three capital letters, such as USD.'],
  EMAIL_INVALID: ['BAD_INPUT', 'emails: expected email addresses, got "{email}".'],
  ENTITLEMENT_BILLED_BY_STRIPE: ['CONFLICT', 'This is paid through Stripe. Cancel or refund it there.'],
  ENTITLEMENT_INVALID: [
    'BAD_INPUT',
    'Expected no title for PRO, a course for COURSE, a book for BOOK, a course or a book for ADVANCED, and endsAt in the future.',
  ],
  ENTITLEMENT_NOT_FOUND: ['NOT_FOUND', 'There is no such active entitlement.'],
  ENTITLEMENT_TARGET_NOT_FOUND: ['NOT_FOUND', 'There is no such user or title.'],
  INVITATION_COUNT_OUT_OF_RANGE: ['BAD_INPUT', 'emails: expected 1 to {max} email addresses, got {count}.'],
  INVITATION_EXPIRED: ['CONFLICT', 'This invitation has expired. Ask for a new one.'],
  INVITATION_LIMIT_REACHED: ['TOO_MANY', 'You have reached the limit of invitations a day. Try again tomorrow.'],
  INVITATION_NOT_FOUND: ['NOT_FOUND', 'There is no such invitation. Ask for a new one.'],
  ITEM_SLUG_NOT_FOUND: ['NOT_FOUND', 'itemSlug: there is no such course or book.'],
  NOTHING_BILLED: ['NOT_FOUND', 'You have no card payments.'],
  NOT_FOR_SALE: ['NOT_FOUND', 'This is not for sale.'],
  OPEN_INVITATION_NOT_FOUND: ['NOT_FOUND', 'Your team has no such open invitation.'],
  OWN_SUBSCRIPTION_NOT_FOUND: ['NOT_FOUND', 'You have no such active subscription.'],
  PAYMENTS_CLOSED: ['FORBIDDEN', 'This site does not accept payments. Ask an administrator for access.'],
  PAYMENT_LIMIT_REACHED: [
    'TOO_MANY',
    'You have opened the payment service {max} times within an hour. Try again in {waitSeconds:duration}.',
  ],
  PAYMENT_SERVICE_UNAVAILABLE: ['UNAVAILABLE', 'The payment service is not responding. You were not charged. Try again in a moment.'],
  PLAN_DESCRIPTION_TOO_LONG: ['BAD_INPUT', 'description: expected at most {max} characters, got {length}.'],
  PLAN_ID_NOT_FOUND: ['NOT_FOUND', 'planId: there is no such plan.'],
  PLAN_NAME_LENGTH_INVALID: ['BAD_INPUT', 'name: expected 1 to {max} characters, got {length}.'],
  PLAN_NOT_FOUND: ['NOT_FOUND', 'There is no such plan.'],
  PRICE_NOT_FOUND: ['NOT_FOUND', 'There is no such price.'],
  PRICE_NOT_POSITIVE: ['BAD_INPUT', 'amountCents: expected a price above 0.'],
  PRICE_OUT_OF_RANGE: ['BAD_INPUT', 'amountCents: expected 1 to {max}, got {amountCents}.'],
  SEAT_COUNT_OUT_OF_RANGE: ['BAD_INPUT', 'seats: expected {min} to {max}, got {seats}.'],
  SUBSCRIPTION_BILLED_BY_STRIPE: ['CONFLICT', 'This is paid through Stripe. Cancel it there.'],
  SUBSCRIPTION_NOT_FOUND: ['NOT_FOUND', 'There is no such active subscription.'],
  TEAM_MEMBER_EXISTS: ['CONFLICT', '{email} is already in the team.'],
  TEAM_MEMBER_NOT_FOUND: ['NOT_FOUND', 'Your team has no such member.'],
  TEAM_NAME_LENGTH_INVALID: ['BAD_INPUT', 'name: expected 1 to {max} characters, got {length}.'],
  TEAM_NOT_FOUND: ['NOT_FOUND', 'You have no such team.'],
  TEAM_PACKAGE_REQUIRED: ['NOT_FOUND', 'You have no active Team Package.'],
  TEAM_SEATS_TAKEN: ['CONFLICT', 'All {seats} seats are taken. Withdraw an invitation, free a seat, or add seats.'],
  TEAM_SEAT_EXISTS: ['CONFLICT', 'You already have a seat in a team. Leave it first.'],
  TEAM_SEAT_NOT_FOUND: ['NOT_FOUND', 'You have no seat in a team.'],
  USER_SUBSCRIPTION_EXISTS: ['CONFLICT', 'This user already has a subscription of this kind.'],
} as const satisfies ErrorMessages;
