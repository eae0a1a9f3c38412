import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { CalendarDay } from '../../shared/dates/calendar-day.tsx';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { couponWords } from '../../shared/coupon-words.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { type CouponRow, type CouponScope, type CouponTargets, SetCouponActiveDocument } from './coupon-documents.ts';
import { CouponForm } from './coupon-form.tsx';
import { OlderLink } from './older-link.tsx';
import { useActions } from './use-actions.ts';

const scopeWords: Readonly<Record<CouponScope, string>> = {
  EVERYTHING: 'for everything',
  PLANS: 'for all plans',
  TITLES: 'for all titles',
  SELECTED: 'for',
};

/** Coupons: create one, see how often each was used, and withdraw one. */
export function CouponsPage({ coupons, targets, last }: { coupons: readonly CouponRow[]; targets: CouponTargets; last: string | null }) {
  const { busy, failure, perform } = useActions();
  return (
    <>
      <h1>Coupons</h1>
      <p className={`lead ${styles['lead']}`}>
        Users enter the code at checkout, or follow a checkout link that ends with <code>&coupon=CODE</code>.
      </p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <CouponForm targets={targets} isBusy={busy === 'create'} perform={perform} />
      <h2>All coupons</h2>
      {coupons.length === 0 ? (
        <EmptyState title="No coupons yet">Coupons that you create appear here.</EmptyState>
      ) : (
        <ul className={styles['list']} aria-label="Coupons">
          {coupons.map((coupon) => {
            const { id, code, isActive, amountCents, currency } = coupon;
            const setActive = (isNow: boolean, done: string) =>
              perform(id, () => requestDocument(SetCouponActiveDocument, { id, isActive: isNow }), done);
            return (
              <li key={id}>
                <p className={styles['head']}>
                  <b>{code}</b>
                  <span className="num">
                    {couponWords(coupon, amountCents === null || currency === null ? null : { cents: amountCents, currency }, true)}
                  </span>
                  {!isActive && <Badge look="line">Withdrawn</Badge>}
                </p>
                <p className={`${styles['facts']} num`}>
                  <span>{`${scopeWords[coupon.scope]}${coupon.targets ? ` ${coupon.targets.join(', ')}` : ''}`}</span>
                  <span>{usesWords(coupon)}</span>
                  {coupon.isOncePerUser && <span>once per user</span>}
                  {coupon.isCombinedWithPro && <span>with the Pro discount</span>}
                  {coupon.firstDay !== null && (
                    <span>
                      from <CalendarDay of={coupon.firstDay} />
                    </span>
                  )}
                  {coupon.lastDay !== null && (
                    <span>
                      until <CalendarDay of={coupon.lastDay} />
                    </span>
                  )}
                </p>
                <div className={styles['acts']}>
                  {isActive ? (
                    <ConfirmButton
                      action="Withdraw"
                      object={code}
                      consequence="It can no longer be used. Subscriptions that have it keep their discount. You can reactivate it."
                      isBusy={busy === id}
                      onConfirm={() => setActive(false, 'Coupon withdrawn.')}
                    />
                  ) : (
                    <Button
                      variant="line"
                      size="small"
                      isBusy={busy === id}
                      aria-label={`Reactivate ${code}`}
                      onClick={() => void setActive(true, 'Coupon reactivated.')}
                    >
                      Reactivate
                    </Button>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      <OlderLink last={last} />
    </>
  );
}

function usesWords({ usesCount, maxUses }: CouponRow): string {
  if (maxUses !== null) return `used ${usesCount ?? 0} of ${maxUses} times`;
  return usesCount === 1 ? 'used once' : `used ${usesCount ?? 0} times`;
}
