import { data, redirect } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/checkout';
import { type GiftFields, giftInForm } from '../features/plans/gift-in-form.ts';
import { checkoutPathWith } from '../features/plans/checkout-path-with.ts';
import { CheckoutPage } from '../features/plans/checkout-page.tsx';
import { companyInForm } from '../features/plans/company-in-form.ts';
import { loadIncluded } from '../features/plans/load-included.server.ts';
import { listCountries } from '../features/plans/countries.server.ts';
import { SetBillingDetailsDocument } from '../features/plans/payment-documents.ts';
import { OfferDocument, StartCheckoutDocument, TryCouponDocument } from '../features/plans/plans-documents.ts';
import { sentenceOf } from '../shared/form/explain-failure.ts';
import { formText } from '../shared/form/form-text.ts';
import { ApiError } from '../shared/graphql-document.ts';
import { runDocument, viewerOf } from '../shared/run-document.server.ts';
import { safeReturnTo } from '@newline/api/rules/return-path';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { variables, wanted: requestedSeats, couponCode, isGift, returnTo } = checkoutRequestOf(context, url);
  const { checkoutOffer: offer, checkoutMode: mode, viewer } = await runDocument(context, OfferDocument, variables);
  if (!offer || offer.name === null) throw data(null, { status: 404 });
  const tried =
    couponCode === null || (offer.already !== null && !isGift)
      ? null
      : await runDocument(context, TryCouponDocument, { ...variables, code: couponCode, seats: requestedSeats });
  const coupon = tried?.tryCoupon?.couponOffer ?? null;
  return {
    offer,
    variables,
    mode,
    couponCode,
    coupon,
    details: viewer?.billingDetails ?? null,
    countries: listCountries(),
    seats: requestedSeats,
    included: await loadIncluded(context, variables),
    isGift: isGift && offer.billingInterval === null,
    returnTo,
  };
}

/** Handles the form when it's sent without JavaScript. */
export async function action({ context, request, url }: Route.ActionArgs): Promise<{ problem: string; gift: GiftFields }> {
  const { variables, wanted: requestedSeats, isGift, returnTo } = checkoutRequestOf(context, url);
  const form = await request.formData();
  const written = Number(formText(form, 'seats') || Number.NaN);
  const seats = Number.isInteger(written) ? written : requestedSeats;
  const couponCode = formText(form, 'coupon') || null;
  if (formText(form, 'intent') === 'coupon') throw redirect(checkoutPathWith(variables, { seats, coupon: couponCode, isGift }, returnTo));
  try {
    if (form.has('companyName')) await runDocument(context, SetBillingDetailsDocument, companyInForm(form));
    const { startCheckout } = await runDocument(context, StartCheckoutDocument, {
      ...variables,
      seats: variables.planSlug === null ? null : seats,
      couponCode,
      ...giftInForm(form),
      returnTo,
    });
    if (startCheckout) throw redirect(startCheckout.url);
    throw data(null, { status: 404 });
  } catch (error) {
    if (error instanceof ApiError) return { problem: sentenceOf(error), gift: giftInForm(form) };
    throw error;
  }
}

/** Returns what the URL is for; visitors are redirected to sign in first, and come back. */
function checkoutRequestOf(context: Route.LoaderArgs['context'], url: URL) {
  const { searchParams } = url;
  const variables = {
    planSlug: searchParams.get('plan'),
    courseSlug: searchParams.get('course'),
    bookSlug: searchParams.get('book'),
    isAdvanced: searchParams.get('advanced') === '1',
    currency: searchParams.get('currency'),
  };
  const seats = Number(searchParams.get('seats') ?? Number.NaN);
  const requestedSeats = Number.isInteger(seats) ? seats : null;
  const couponCode = searchParams.get('coupon')?.trim() || null;
  const isGift = searchParams.get('gift') === '1';
  const returnTo = safeReturnTo(searchParams.get('returnTo') ?? '/');
  if (viewerOf(context).userId === null) {
    const currentPath = checkoutPathWith(variables, { seats: requestedSeats, coupon: couponCode, isGift }, returnTo);
    throw redirect(`/sign-in?returnTo=${encodeURIComponent(currentPath)}`);
  }
  return { variables, wanted: requestedSeats, couponCode, isGift, returnTo };
}

export const meta: Route.MetaFunction = () => [{ title: `Checkout · ${site.name}` }, { name: 'robots', content: 'noindex' }];

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  return <CheckoutPage {...loaderData} refused={actionData?.problem ?? null} enteredGift={actionData?.gift ?? null} />;
}
