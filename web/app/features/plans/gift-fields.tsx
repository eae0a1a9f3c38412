import { planLimits } from '@newline/api/rules/limits/plan';
import { Field } from '@newline/ui/components/field';
import { Link } from '../../shared/link.tsx';
import type { GiftFields as Fields } from './gift-in-form.ts';
import styles from './plans.module.css';

type Props = {
  /** What was entered, if the form was refused that was sent without JavaScript. */
  entered: Fields | null;
  /** The path of the same checkout without a gift. */
  ownPath: string;
};

/** Whom a gift is for, at the checkout. */
export function GiftFields({ entered, ownPath }: Props) {
  return (
    <fieldset className={styles.gift}>
      <legend>A gift for</legend>
      <Field
        label="Their email address"
        name="giftEmail"
        type="email"
        required
        autoComplete="off"
        defaultValue={entered?.giftEmail ?? ''}
        hint="They get an email with a link as soon as you’ve paid. The link works once, for any account, and doesn’t expire."
      />
      <Field
        label="Their name"
        aside="optional"
        name="giftName"
        autoComplete="off"
        maxLength={planLimits.giftName}
        defaultValue={entered?.giftName ?? ''}
      />
      <Field
        control="textarea"
        label="Message"
        aside="optional"
        name="giftMessage"
        rows={4}
        maxLength={planLimits.giftMessage}
        defaultValue={entered?.giftMessage ?? ''}
      />
      <p>
        <Link className="link" to={ownPath} replace preventScrollReset>
          Buy it for yourself instead
        </Link>
      </p>
    </fieldset>
  );
}
