import { inputClass } from '@newline/ui/components/field';
import { Link } from '../../shared/link.tsx';
import { money } from '../../shared/money.ts';
import { paymentState } from '../../shared/payment-state.ts';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { ListPage } from './list-page.tsx';
import type { PaymentRow } from './payment-list-documents.ts';
import { RefundForm } from './refund-form.tsx';
import { useActions } from './use-actions.ts';

type Props = { payments: readonly PaymentRow[]; last: string | null; person: string | null; refunded: 'yes' | 'no' | null };

/** Payments: find one, open its receipt, and refund it. */
export function PaymentsPage({ payments, last, person, refunded }: Props) {
  const { busy, failure, perform } = useActions();
  return (
    <ListPage
      title="Payments"
      lead="Payments for titles and subscriptions. Buyers see refunds on their account page."
      failure={failure}
      label="Payments"
      applied={[person, refunded]}
      filters={
        <>
          <label>
            Username
            <input dir="auto" className={inputClass} type="search" name="person" defaultValue={person ?? ''} />
          </label>
          <label>
            Refunded
            <select className={inputClass} name="refunded" defaultValue={refunded ?? ''}>
              <option value="">All</option>
              <option value="yes">In full or in part</option>
              <option value="no">Not refunded</option>
            </select>
          </label>
        </>
      }
      rows={payments.map((payment) => (
        <li key={payment.id}>
          <p className={styles['bill']}>
            <span className={styles['head']}>
              {payment.user ? (
                <Link className="link" to={`/admin/people/${payment.user.id}`}>
                  <b dir="auto">{payment.user.displayName}</b>
                </Link>
              ) : (
                <b>A deleted account</b>
              )}
              <span dir="auto">{payment.name}</span>
            </span>
            <span className="num">{money(payment.amountCents, payment.currency)}</span>
          </p>
          <p className={styles['facts']}>
            <span>{paymentState(payment)}</span>
            <span>{payment.provider === 'stripe' ? 'Stripe' : 'No payment service'}</span>
            <Instant of={payment.paidAt} />
            <Link className="link num" to={`/account/receipts/${payment.id}`}>
              Receipt {payment.number}
            </Link>
          </p>
          {payment.refundedCents < payment.amountCents && (
            <RefundForm key={payment.refundedCents} payment={payment} isBusy={busy === payment.id} perform={perform} />
          )}
        </li>
      ))}
      none="No matching payments."
      empty={{ title: 'No payments yet', text: 'What people pay for titles and subscriptions will appear here.' }}
      last={last}
    />
  );
}
