import { Button, buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useState, type FormEvent } from 'react';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { Agreement } from '../../shared/login/agreement.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { CompanyFields } from './company-fields.tsx';
import { companyInForm } from './company-in-form.ts';
import type { Country } from './countries.server.ts';
import { type BillingDetails, SetBillingDetailsDocument } from './payment-documents.ts';
import { CheckoutBill } from './checkout-bill.tsx';
import { CheckoutTerms } from './checkout-terms.tsx';
import { CheckoutCurrencies } from './checkout-currencies.tsx';
import { GiftFields } from './gift-fields.tsx';
import { type GiftFields as Gift, giftInForm } from './gift-in-form.ts';
import { CouponField } from './coupon-field.tsx';
import { couponPrice } from './coupon-price.ts';
import { checkoutPathWith } from './checkout-path-with.ts';
import { reasonNotToBuy } from './reason-not-to-buy.ts';
import { NarrowPage } from './narrow-page.tsx';
import { type CheckoutMode, type CouponOffer, type Offer, type OfferVariables, StartCheckoutDocument } from './plans-documents.ts';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './plans.module.css';

type Props = {
  offer: Offer;
  variables: OfferVariables;
  mode: CheckoutMode;
  details: BillingDetails | null;
  countries: readonly Country[];
  seats: number | null;
  /** The coupon code in the URL, and the price with it. */
  couponCode: string | null;
  coupon: CouponOffer | null;
  /** True to buy a title for someone else. */
  isGift: boolean;
  /** The contents of the plan or title. */
  included: readonly string[];
  returnTo: string;
  /** The error of a form that was sent without JavaScript. */
  refused: string | null;
  /** Whom the gift was for in that form. */
  enteredGift: Gift | null;
};

/** The checkout: what is being paid for, and the button that starts the payment. */
export function CheckoutPage({
  offer,
  variables,
  mode,
  details,
  countries,
  seats: initialSeats,
  couponCode,
  coupon,
  isGift,
  included,
  returnTo,
  refused,
  enteredGift,
}: Props) {
  const isPlan = offer.billingInterval !== null;
  const minSeats = offer.minSeats ?? 1;
  const maxSeats = offer.maxSeats ?? 1;
  const pricedSeats = Math.min(Math.max(initialSeats ?? minSeats, minSeats), maxSeats);
  const [seats, setSeats] = useState(pricedSeats);
  const { busy, failure, run, refuse } = useForm();
  // Pro is for one person; companies can pay for a team or a title.
  const asksForCompany = !isPlan || maxSeats > 1;
  const isRight = Number.isInteger(seats) && seats >= minSeats && seats <= maxSeats;
  const priced = couponPrice(coupon, offer, pricedSeats, isRight ? seats : minSeats);
  const title = isPlan ? 'Subscribe' : isGift ? 'Buy a gift' : 'Buy a title';
  const pathAs = (asGift: boolean) => checkoutPathWith(variables, { seats, coupon: couponCode, isGift: asGift }, returnTo);
  const back = (
    <Link className="link" to={returnTo === '/' && site.isSelling ? '/pricing' : returnTo}>
      {returnTo === '/' && site.isSelling ? 'Back to pricing' : 'Back to where you were'}
    </Link>
  );
  if (offer.already !== null && !isGift) {
    return (
      <NarrowPage title={offer.name ?? title}>
        <p className="lead">{reasonNotToBuy(offer.already)}</p>
        <p className="acts">
          <Link className={buttonClass()} to={returnTo}>
            Continue <ReturnMark />
          </Link>
          {!isPlan && mode !== 'CLOSED' && (
            <Link className="link" to={pathAs(true)}>
              Buy it as a gift
            </Link>
          )}
          <Link className="link" to="/account">
            Your account
          </Link>
        </p>
      </NarrowPage>
    );
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!isRight) return refuse({ form: `Choose ${minSeats} to ${maxSeats} seats.` });
    return void run(async () => {
      if (asksForCompany) await requestDocument(SetBillingDetailsDocument, companyInForm(form));
      const { startCheckout } = await requestDocument(StartCheckoutDocument, {
        ...variables,
        seats: isPlan ? seats : null,
        couponCode: priced?.code ?? null,
        ...giftInForm(form),
        returnTo,
      });
      if (startCheckout) await leaveFor(startCheckout.url);
    });
  };
  return (
    <NarrowPage title={title}>
      <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate aria-label={title}>
        <CheckoutCurrencies
          currencies={offer.currencies ?? []}
          current={offer.currency}
          pathIn={(currency) => checkoutPathWith({ ...variables, currency }, { seats, coupon: couponCode, isGift }, returnTo)}
        />
        <CheckoutBill offer={offer} seats={isRight ? seats : minSeats} coupon={priced} />
        <CheckoutTerms offer={offer} seats={isRight ? seats : minSeats} hasCoupon={priced !== null} isGift={isGift} included={included} />
        {maxSeats > 1 && (
          <div className={styles.seats}>
            <Field
              label="Seats"
              type="number"
              name="seats"
              min={minSeats}
              max={maxSeats}
              hint={`${minSeats} to ${maxSeats}`}
              value={Number.isNaN(seats) ? '' : seats}
              onChange={(event) => setSeats(event.target.valueAsNumber)}
              required
            />
          </div>
        )}
        {isGift && mode !== 'CLOSED' && <GiftFields entered={enteredGift} ownPath={pathAs(false)} />}
        {!isPlan && !isGift && mode !== 'CLOSED' && (
          <p>
            <Link className="link" to={pathAs(true)} replace preventScrollReset>
              Buy as a gift
            </Link>
          </p>
        )}
        {mode === 'REDIRECTS' && (offer.trialDays ?? 0) > 0 && (
          <p className={styles.note}>{`The first ${offer.trialDays} days are free. You’ll be charged after that unless you cancel.`}</p>
        )}
        {asksForCompany && mode !== 'CLOSED' && <CompanyFields details={details} countries={countries} />}
        {mode !== 'CLOSED' && (
          <CouponField
            code={coupon?.code ?? couponCode}
            problem={coupon?.problem ?? null}
            pathWith={(code) => checkoutPathWith(variables, { seats, coupon: code, isGift }, returnTo)}
          />
        )}
        {mode === 'GRANTS' && (
          <p className={styles.note}>
            {`This is a demo site. ${isGift ? 'The gift is sent' : 'You get access'} immediately and ${isGift ? 'you ' : ''}pay nothing.`}
          </p>
        )}
        {mode === 'REDIRECTS' && <p className="meta">You’ll pay on Stripe’s secure checkout page.</p>}
        {(failure ?? refused) && <ErrorNote>{failure ?? refused}</ErrorNote>}
        {mode === 'CLOSED' ? (
          <>
            <p className={styles.note}>This site doesn’t accept payments. Ask an administrator for access.</p>
            {site.contact && (
              <p className="acts">
                <a className={buttonClass()} href={`mailto:${site.contact}`}>
                  Write to {site.contact}
                </a>
                {back}
              </p>
            )}
          </>
        ) : (
          <>
            <Agreement start={`By ${isPlan ? 'subscribing' : 'buying'} you agree to the`} pages={['terms', 'refunds', 'privacy']} />
            <p className="acts">
              <Button type="submit" isBusy={busy !== null}>
                {busy ? 'One moment...' : isPlan ? 'Subscribe' : isGift ? 'Buy gift' : 'Buy'} <ReturnMark />
              </Button>
              {back}
            </p>
          </>
        )}
      </form>
    </NarrowPage>
  );
}
