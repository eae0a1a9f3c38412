import { couponWords } from '../../shared/coupon-words.ts';
import { money } from '../../shared/money.ts';
import type { CouponPrice } from './coupon-price.ts';
import type { Offer } from './plans-documents.ts';
import styles from './plans.module.css';

/** What is paid: the price, the discounts and the total. */
export function CheckoutBill({ offer, seats, coupon }: { offer: Offer; seats: number; coupon: CouponPrice | null }) {
  const { currency, billingInterval, maxSeats } = offer;
  const every = billingInterval === 'MONTH' ? ' a month' : billingInterval === 'YEAR' ? ' a year' : '';
  const isForSeats = (maxSeats ?? 1) > 1;
  const hasProDiscount = offer.discountPercent > 0 && (coupon === null || coupon.isCombined);
  return (
    <dl className={`${styles.bill} num`}>
      <div>
        <dt>{offer.name}</dt>
        <dd>
          {money(offer.fullAmountCents, currency)}
          {isForSeats && <span> a seat,</span>}
          {every}
        </dd>
      </div>
      {hasProDiscount && (
        <div>
          <dt>{offer.discountPercent}% off with Pro</dt>
          <dd>−{money(offer.fullAmountCents - offer.amountCents, currency)}</dd>
        </div>
      )}
      {(isForSeats || hasProDiscount) && (
        <div className={coupon === null ? styles.total : undefined}>
          <dt>{isForSeats ? `${seats} seats` : 'Total'}</dt>
          <dd>{`${money(offer.amountCents * seats, currency)}${every}`}</dd>
        </div>
      )}
      {coupon !== null && (
        <>
          <div>
            <dt>
              Coupon {coupon.code}: {couponWords(coupon, { cents: coupon.discountCents, currency }, billingInterval !== null)}
            </dt>
            <dd>−{money(coupon.discountCents, currency)}</dd>
          </div>
          <div className={styles.total}>
            <dt>{(offer.trialDays ?? 0) > 0 ? 'First payment' : 'Due today'}</dt>
            <dd>{money(coupon.dueCents, currency)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}
