import { planLimits } from '@newline/api/rules/limits/plan';
import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { useState } from 'react';
import { readAmount, writeAmount } from '../../shared/amounts.ts';
import { CurrencyField } from '../../shared/currency-field.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { type CouponScope, type CouponTargets, CreateCouponDocument } from './coupon-documents.ts';
import type { RunAction } from './use-actions.ts';

const durations = [
  ['ONCE', 'The first payment'],
  ['MONTHS', 'A number of months'],
  ['FOREVER', 'Every payment'],
] as const;

const scopes: readonly (readonly [CouponScope, string])[] = [
  ['EVERYTHING', 'Everything'],
  ['PLANS', 'All plans'],
  ['TITLES', 'All titles'],
  ['SELECTED', 'Selected plans and titles'],
];

/** Creates a coupon. */
export function CouponForm({ targets, isBusy, perform }: { targets: CouponTargets; isBusy: boolean; perform: RunAction }) {
  const [kind, setKind] = useState('percent');
  const [duration, setDuration] = useState('ONCE');
  const [scope, setScope] = useState('EVERYTHING');
  const [currency, setCurrency] = useState('USD');
  const [amountError, setAmountError] = useState<string | null>(null);
  return (
    <form
      className={styles['form']}
      method="post"
      aria-label="Create a coupon"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const coupon = couponIn(new FormData(form));
        if (coupon === null) {
          setAmountError(`Enter an amount such as ${writeAmount(readAmount('5', currency) ?? 0, currency)}.`);
          form.querySelector<HTMLElement>('[name=amount]')?.focus();
          return;
        }
        void perform('create', () => requestDocument(CreateCouponDocument, { coupon }), 'Coupon created.').then((isDone) => {
          if (isDone) form.reset();
        });
      }}
    >
      <div className={styles['pair']}>
        <Field
          label="Code"
          name="code"
          required
          minLength={3}
          maxLength={planLimits.couponCode}
          pattern="[A-Za-z0-9_\-]+"
          autoComplete="off"
          hint="Such as SPRING-20."
        />
        <Field control="select" label="Discount" name="kind" value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
          <option value="percent">Percent</option>
          <option value="amount">A fixed amount</option>
        </Field>
        {kind === 'percent' ? (
          <Field label="Percent off" name="percent" type="number" min={1} max={100} required />
        ) : (
          <>
            <Field
              label="Amount off"
              name="amount"
              inputMode="decimal"
              required
              error={amountError}
              onChange={() => setAmountError(null)}
            />
            <CurrencyField name="currency" value={currency} hint="Applies only to prices in this currency." onChange={setCurrency} />
          </>
        )}
        <Field
          control="select"
          label="For subscriptions"
          name="duration"
          value={duration}
          onChange={(event) => setDuration(event.currentTarget.value)}
        >
          {durations.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Field>
        {duration === 'MONTHS' && <Field label="Months" name="months" type="number" min={1} max={36} required />}
        <Field control="select" label="Valid for" name="scope" value={scope} onChange={(event) => setScope(event.currentTarget.value)}>
          {scopes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Field>
        <Field label="Number of uses" aside="optional" name="maxUses" type="number" min={1} hint="Only paid checkouts count." />
        <Field label="First day" aside="optional" name="firstDay" type="date" hint="Days are counted in UTC." />
        <Field label="Last day" aside="optional" name="lastDay" type="date" />
      </div>
      {scope === 'SELECTED' && <Targets {...targets} />}
      <div>
        <label className={styles['check']}>
          <input type="checkbox" name="isOncePerUser" defaultChecked /> Once per user
        </label>
        <label className={styles['check']}>
          <input type="checkbox" name="isCombinedWithPro" /> Add the Pro discount. Otherwise the coupon replaces it.
        </label>
      </div>
      <div>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Creating…' : 'Create coupon'}
        </Button>
      </div>
    </form>
  );
}

function Targets({ products, titles }: CouponTargets) {
  return (
    <fieldset>
      <legend>Plans and titles</legend>
      {products.map(({ id, name }) => (
        <label key={id} className={styles['check']}>
          <input type="checkbox" name="product" value={id} /> <bdi>{name}</bdi>
        </label>
      ))}
      {titles.map(({ course, book }) => {
        const title = course ?? book;
        return (
          title && (
            <label key={title.slug} className={styles['check']}>
              <input type="checkbox" name={course ? 'course' : 'book'} value={title.slug} /> <bdi>{title.title}</bdi>
            </label>
          )
        );
      })}
    </fieldset>
  );
}

/** Returns the coupon that the form describes; null if its amount is invalid. */
function couponIn(form: FormData) {
  const numberOf = (name: string) => (formText(form, name) === '' ? null : Number(formText(form, name)));
  const chosenIn = (name: string) => form.getAll(name).map(String);
  const isFixed = formText(form, 'kind') === 'amount';
  const currency = formText(form, 'currency');
  const amountCents = isFixed ? readAmount(formText(form, 'amount'), currency) : null;
  if (isFixed && amountCents === null) return null;
  const duration = durations.find(([value]) => value === formText(form, 'duration'))?.[0] ?? 'ONCE';
  const scope = scopes.find(([value]) => value === formText(form, 'scope'))?.[0] ?? 'EVERYTHING';
  return {
    code: formText(form, 'code'),
    percent: isFixed ? null : numberOf('percent'),
    amountCents,
    currency: isFixed ? currency : null,
    duration,
    months: numberOf('months'),
    scope,
    productIds: chosenIn('product'),
    courseSlugs: chosenIn('course'),
    bookSlugs: chosenIn('book'),
    firstDay: formText(form, 'firstDay') || null,
    lastDay: formText(form, 'lastDay') || null,
    maxUses: numberOf('maxUses'),
    isOncePerUser: form.has('isOncePerUser'),
    isCombinedWithPro: form.has('isCombinedWithPro'),
  };
}
