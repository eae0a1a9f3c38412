import { Button, buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useState, type FormEvent } from 'react';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { Agreement } from '../../shared/login/agreement.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { money } from '../../shared/money.ts';
import { reasonNotToBuy } from './reason-not-to-buy.ts';
import { NarrowPage } from './narrow-page.tsx';
import { type CheckoutMode, type Offer, type OfferVariables, StartCheckoutDocument } from './plans-documents.ts';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './plans.module.css';

type Props = {
  offer: Offer;
  variables: OfferVariables;
  mode: CheckoutMode;
  seats: number | null;
  returnTo: string /** Why the form was refused that was sent without JavaScript. */;
  refused: string | null;
};

/** The checkout: what is being paid for, and the button that starts the payment. */
export function CheckoutPage({ offer, variables, mode, seats: initialSeats, returnTo, refused }: Props) {
  const isPlan = offer.billingInterval !== null;
  const minSeats = offer.minSeats ?? 1;
  const maxSeats = offer.maxSeats ?? 1;
  const [seats, setSeats] = useState(Math.min(Math.max(initialSeats ?? minSeats, minSeats), maxSeats));
  const { busy, failure, run, refuse } = useForm();
  const isRight = Number.isInteger(seats) && seats >= minSeats && seats <= maxSeats;
  const every = offer.billingInterval === 'MONTH' ? ' a month' : offer.billingInterval === 'YEAR' ? ' a year' : '';
  const write = (cents: number) => `${money(cents, offer.currency)}${every}`;
  const title = isPlan ? 'Subscribe' : 'Buy a title';
  const back = (
    <Link className="link" to={returnTo === '/' && site.isSelling ? '/pricing' : returnTo}>
      {returnTo === '/' && site.isSelling ? 'Back to pricing' : 'Back to where you were'}
    </Link>
  );
  if (offer.already !== null) {
    return (
      <NarrowPage title={offer.name ?? title}>
        <p className="lead">{reasonNotToBuy(offer.already)}</p>
        <p className="acts">
          <Link className={buttonClass()} to={returnTo}>
            Continue <ReturnMark />
          </Link>
          <Link className="link" to="/account">
            Your account
          </Link>
        </p>
      </NarrowPage>
    );
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isRight) return refuse({ form: `Choose ${minSeats} to ${maxSeats} seats.` });
    return void run(async () => {
      const { startCheckout } = await requestDocument(StartCheckoutDocument, { ...variables, seats: isPlan ? seats : null, returnTo });
      if (startCheckout) await leaveFor(startCheckout.url);
    });
  };
  return (
    <NarrowPage title={title}>
      <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate aria-label={title}>
        <dl className={`${styles.bill} num`}>
          <div>
            <dt>{offer.name}</dt>
            <dd>
              {money(offer.fullAmountCents, offer.currency)}
              {maxSeats > 1 && <span> a seat,</span>}
              {every}
            </dd>
          </div>
          {offer.discountPercent > 0 && (
            <div>
              <dt>{offer.discountPercent}% off with Pro</dt>
              <dd>−{money(offer.fullAmountCents - offer.amountCents, offer.currency)}</dd>
            </div>
          )}
          {(maxSeats > 1 || offer.discountPercent > 0) && (
            <div className={styles.total}>
              <dt>{maxSeats > 1 ? `${isRight ? seats : minSeats} seats` : 'Total'}</dt>
              <dd>{write(offer.amountCents * (isRight ? seats : minSeats))}</dd>
            </div>
          )}
        </dl>
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
        {mode === 'REDIRECTS' && (offer.trialDays ?? 0) > 0 && (
          <p className={styles.note}>{`The first ${offer.trialDays} days are free. You’ll be charged after that unless you cancel.`}</p>
        )}
        {mode === 'GRANTS' && <p className={styles.note}>This is a demo site. You get access immediately and pay nothing.</p>}
        {mode === 'REDIRECTS' && (
          <p className="meta">You’ll pay on Stripe’s secure checkout page. You can cancel anytime in your account.</p>
        )}
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
                {busy ? 'One moment...' : isPlan ? 'Subscribe' : 'Buy'} <ReturnMark />
              </Button>
              {back}
            </p>
          </>
        )}
      </form>
    </NarrowPage>
  );
}
