import { planLimits } from '@newline/api/rules/limits/plan';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { inputClass } from '@newline/ui/components/field';
import { useState } from 'react';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import { readAmount, writeAmount } from '../../shared/amounts.ts';
import { formText } from '../../shared/form/form-text.ts';
import { money } from '../../shared/money.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { type PaymentRow, RefundPaymentDocument } from './payment-list-documents.ts';
import type { RunAction } from './use-actions.ts';

type Props = { payment: PaymentRow; isBusy: boolean; perform: RunAction };

/** Refunds all or some of a payment with a reason, after a confirmation. */
export function RefundForm({ payment, isBusy, perform }: Props) {
  const { id, name, amountCents, refundedCents, currency, provider, user } = payment;
  const [request, setRequest] = useState<{ amountCents: number; reason: string } | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const left = amountCents - refundedCents;
  const buyer = user?.displayName ?? 'a deleted account';
  const refund = (input: { amountCents: number; reason: string }) =>
    perform(id, () => requestDocument(RefundPaymentDocument, { paymentId: id, refundedCents, ...input }), 'Refunded.');
  return (
    <details className={styles['details']}>
      <summary aria-label={`Refund ${name} to ${buyer}`}>Refund</summary>
      <form
        className={styles['inline']}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const cents = readAmount(formText(form, 'amount'), currency);
          const isRefundable = cents !== null && cents > 0 && cents <= left;
          setIsWrong(!isRefundable);
          if (isRefundable) setRequest({ amountCents: cents, reason: formText(form, 'reason') });
        }}
      >
        <label>
          Amount in {currency}
          <input
            className={`${inputClass} ${styles['amount']}`}
            dir="ltr"
            name="amount"
            inputMode="decimal"
            defaultValue={writeAmount(left, currency)}
            aria-invalid={isWrong}
            required
          />
        </label>
        <label>
          Reason, for the audit log
          <input dir="auto" className={inputClass} name="reason" required maxLength={planLimits.refundReason} />
        </label>
        <Button type="submit" variant="line" isBusy={isBusy} aria-label={`Refund ${name} to ${buyer}`} aria-haspopup="dialog">
          Refund
        </Button>
        {isWrong && <ErrorNote>{`Enter an amount up to ${money(left, currency)}.`}</ErrorNote>}
        {request !== null && (
          <LazyConfirmDialog
            title={`Refund ${money(request.amountCents, currency)} to ${buyer}?`}
            action="Refund"
            onConfirm={() => refund(request)}
            onClose={() => setRequest(null)}
          >
            {consequenceOf(request.amountCents === left, provider)}
          </LazyConfirmDialog>
        )}
      </form>
    </details>
  );
}

function consequenceOf(isRest: boolean, provider: string): string {
  const money =
    provider === 'stripe' ? 'Stripe returns the money.' : 'This site took no payment, so you have to return the money yourself.';
  return `${money} ${isRest ? 'Access to a title ends. A subscription continues until it’s canceled.' : 'Access doesn’t change.'} You can’t undo this.`;
}
