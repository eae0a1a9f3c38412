import { Button } from '@newline/ui/components/button';
import { Line } from '@newline/ui/components/line';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { Link } from '../../shared/link.tsx';
import { exactMoney } from '../../shared/money.ts';
import type { Receipt } from './payment-documents.ts';
import { paymentState } from '../../shared/payment-state.ts';
import styles from './payments.module.css';

/** Who issues the receipt. */
export type Seller = { name: string; url: string; contact: string | null };

type Props = {
  receipt: Receipt;
  seller: Seller;
  /** The name of the company's country; null without a company. */
  country: string | null;
  email: string | null;
};

/** The receipt of a payment, to be printed or saved as PDF. */
export function ReceiptPage({ receipt, seller, country, email }: Props) {
  const { number, name, amountCents, taxCents, refundedCents, lostCents, currency, provider, paidAt } = receipt;
  const { companyName, companyAddress, companyTaxId, user } = receipt;
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={1} variant="first">
          <article className={styles.receipt}>
            <div>
              <h1 className="num">Receipt {number}</h1>
              <p className="meta num">
                <LocalDate of={paidAt} look="longDay" />, {paymentState(receipt)}
              </p>
            </div>
            <div className={styles.parties}>
              <section aria-labelledby="seller">
                <h2 id="seller">From</h2>
                <p>{[seller.name, seller.url, seller.contact].filter(Boolean).join('\n')}</p>
              </section>
              <section aria-labelledby="buyer">
                <h2 id="buyer">To</h2>
                <p dir="auto">{[companyName, companyAddress, country, user?.displayName, email].filter(Boolean).join('\n')}</p>
                {companyTaxId !== null && <p>VAT or tax number: {companyTaxId}</p>}
              </section>
            </div>
            <dl className={`${styles.bill} num`}>
              <div>
                <dt dir="auto">{name}</dt>
                <dd>{exactMoney(amountCents - (taxCents ?? 0), currency)}</dd>
              </div>
              {taxCents !== null && (
                <div>
                  <dt>Tax</dt>
                  <dd>{exactMoney(taxCents, currency)}</dd>
                </div>
              )}
              <div className={styles.total}>
                <dt>Total paid{provider === 'stripe' ? ' with Stripe' : ''}</dt>
                <dd>{exactMoney(amountCents, currency)}</dd>
              </div>
              {refundedCents > lostCents && (
                <div>
                  <dt>Refunded</dt>
                  <dd>−{exactMoney(refundedCents - lostCents, currency)}</dd>
                </div>
              )}
              {lostCents > 0 && (
                <div>
                  <dt>Returned by your bank after a dispute</dt>
                  <dd>−{exactMoney(lostCents, currency)}</dd>
                </div>
              )}
            </dl>
            <p className={`acts ${styles.controls}`}>
              <Button onClick={() => window.print()}>Print or save as PDF</Button>
              <Link className="link" to="/account">
                Your account
              </Link>
            </p>
          </article>
        </Line>
      </div>
    </main>
  );
}
