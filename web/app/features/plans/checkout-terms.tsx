import { money } from '../../shared/money.ts';
import type { Offer } from './plans-documents.ts';
import styles from './plans.module.css';

type Props = {
  offer: Offer;
  seats: number;
  /** True if a coupon changes the price of some periods. */
  hasCoupon: boolean;
  isGift: boolean;
  /** The contents of the plan or title; empty if there are none to list. */
  included: readonly string[];
};

/** The terms of a purchase: how it renews and is canceled, or that it's paid once, and what it includes. */
export function CheckoutTerms({ offer, seats, hasCoupon, isGift, included }: Props) {
  const { amountCents, billingInterval, currency } = offer;
  const period = billingInterval === 'YEAR' ? 'year' : 'month';
  const amount = hasCoupon ? '' : ` for ${money(amountCents * seats, currency)}`;
  const terms: [string, string][] =
    billingInterval === null
      ? [
          [
            'Payment',
            isGift ? 'You pay once. The gift never expires, and the title is theirs to keep.' : 'You pay once, and it’s yours to keep.',
          ],
        ]
      : [
          ['Renewal', `Renews every ${period}${amount} until you cancel.`],
          ['Cancellation', 'Cancel anytime in your account. You keep access until the end of the period that you’ve paid for.'],
        ];
  return (
    <dl className={styles.terms}>
      {terms.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {included.length > 0 && (
        <div>
          <dt>Included</dt>
          <dd>
            <ul>
              {included.map((text) => (
                <li key={text} dir="auto">
                  {text}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}
