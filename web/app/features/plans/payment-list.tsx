import { ErrorNote } from '@newline/ui/components/error-note';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { money } from '../../shared/money.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { OpenReceiptDocument, type OwnPayment } from './payment-documents.ts';
import { paymentState } from '../../shared/payment-state.ts';
import styles from './payments.module.css';

/** The user's payments, newest first, with their receipts. */
export function PaymentList({ payments }: { payments: readonly OwnPayment[] }) {
  const { busy, failure, run } = useForm();
  const open = (paymentId: string) =>
    void run(async () => {
      const { openReceipt } = await requestDocument(OpenReceiptDocument, { paymentId });
      if (openReceipt) await leaveFor(openReceipt.url);
    }, paymentId);
  return (
    <div className={styles.payments}>
      <h3>Payments</h3>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <ul className={`${styles.rows} num`} aria-label="Payments">
        {payments.map((payment) => {
          const { id, name, amountCents, taxCents, currency, paidAt, provider } = payment;
          return (
            <li key={id}>
              <span>
                <span dir="auto">{name}</span>
                <span className="meta">
                  <LocalDate of={paidAt} look="longDay" />, {paymentState(payment)}
                </span>
              </span>
              <span className={styles.amount}>
                {money(amountCents, currency)}
                {taxCents !== null && taxCents > 0 && <span className="meta">, with {money(taxCents, currency)} tax</span>}
              </span>
              <span className={styles.receipts}>
                <Link className="link" to={`/account/receipts/${id}`} aria-label={`Receipt for ${name}`}>
                  Receipt
                </Link>
                {provider === 'stripe' && (
                  <button
                    type="button"
                    className="link"
                    aria-busy={busy === id}
                    aria-label={`Stripe invoice for ${name}`}
                    onClick={() => busy === null && open(id)}
                  >
                    Stripe invoice
                  </button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
