import { planLimits } from '@newline/api/rules/limits/plan';
import { couponErrors } from '@newline/api/rules/errors/billing-errors';
import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '../../shared/link.tsx';
import styles from './plans.module.css';

type Props = {
  /** The code in the URL; null without one. */
  code: string | null;
  /** Why the user can't use it: one of the reasons in `couponErrors`. */
  problem: string | null;
  /** Returns the path of this checkout with a code, or without one. */
  pathWith: (code: string | null) => string;
};

/** The field for the code of a coupon. The code is in the URL, so that a link to a checkout can have one. Works without JavaScript. */
export function CouponField({ code, problem, pathWith }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  if (code !== null && problem === null) {
    return (
      <>
        <input type="hidden" name="coupon" value={code} />
        <p className="meta">
          Coupon {code} is applied.{' '}
          <Link className="link" to={pathWith(null)}>
            Remove coupon
          </Link>
        </p>
      </>
    );
  }
  const apply = () => {
    const entered = field.current?.querySelector('input')?.value.trim() ?? '';
    void navigate(pathWith(entered === '' ? null : entered), { preventScrollReset: true });
  };
  return (
    <div className={styles.coupon} ref={field}>
      <Field
        key={code}
        label="Coupon"
        aside="optional"
        name="coupon"
        autoComplete="off"
        maxLength={planLimits.couponCode}
        defaultValue={code ?? ''}
        error={problem === null ? null : couponSentence(problem)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button
        type="submit"
        name="intent"
        value="coupon"
        variant="line"
        onClick={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        Apply
      </Button>
    </div>
  );
}

function couponSentence(problem: string): string {
  return Object.hasOwn(couponErrors, problem) ? couponErrors[problem as keyof typeof couponErrors][1] : couponErrors.COUPON_NOT_FOUND[1];
}
