import { planLimits } from '@newline/api/rules/limits/plan';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field, inputClass } from '@newline/ui/components/field';
import { formText } from '../../shared/form/form-text.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { ChangeItemPriceDocument, ChangePlanDocument, type PlanRow, type PriceRow } from './administration-documents.ts';
import { readCents } from './read-cents.ts';
import { type RunAction, useActions } from './use-actions.ts';

/** The plans and titles on sale, with their prices. */
export function PlansPage({ plans, prices }: { plans: readonly PlanRow[]; prices: readonly PriceRow[] }) {
  const { busy, failure, perform } = useActions();
  return (
    <>
      <h1>Plans and prices</h1>
      <p className={`lead ${styles['lead']}`}>New prices apply to new purchases. Existing subscribers keep their current price.</p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      {plans.length === 0 && <EmptyState title="No plan">This site has no subscription plans.</EmptyState>}
      {plans.map((plan) => (
        <PlanForm
          key={`${plan.id} ${plan.amountCents} ${plan.isOffered} ${plan.name} ${plan.description}`}
          plan={plan}
          isBusy={busy === plan.id}
          perform={perform}
        />
      ))}
      <h2>Titles</h2>
      {prices.length === 0 ? (
        <EmptyState level={3} title="No price">
          No course or book is sold separately. Authors set prices in the studio.
        </EmptyState>
      ) : (
        <ul className={styles['list']} aria-label="Prices of titles">
          {prices.map((price) => (
            <li key={`${price.id} ${price.amountCents}`}>
              <PriceForm price={price} isBusy={busy === price.id} perform={perform} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function PlanForm({ plan, isBusy, perform }: { plan: PlanRow; isBusy: boolean; perform: RunAction }) {
  return (
    <form
      className={styles['form']}
      method="post"
      aria-label={plan.name}
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        const changes = {
          name: formText(values, 'name'),
          description: formText(values, 'description'),
          amountCents: readCents(formText(values, 'price')),
          isOffered: values.get('offered') === 'on',
        };
        void perform(plan.id, () => requestDocument(ChangePlanDocument, { id: plan.id, changes }), 'Saved.');
      }}
    >
      <p className={styles['head']}>
        <b>{plan.name}</b>
        <span className="meta">by {plan.billingInterval === 'MONTH' ? 'month' : 'year'}</span>
        {!plan.isOffered && <Badge look="line">Not offered</Badge>}
      </p>
      <div className={styles['pair']}>
        <Field label="Name" name="name" defaultValue={plan.name} required maxLength={planLimits.name} />
        <Field
          label={`Price in ${plan.currency}`}
          name="price"
          inputMode="decimal"
          defaultValue={(plan.amountCents / 100).toFixed(2)}
          required
          pattern="\d+([.,]\d\d?)?"
        />
      </div>
      <Field
        control="textarea"
        label="What it includes"
        name="description"
        defaultValue={plan.description ?? ''}
        maxLength={planLimits.description}
      />
      <div className={styles['inline']}>
        <label className={styles['check']}>
          <input type="checkbox" name="offered" defaultChecked={plan.isOffered} /> Offered on the pricing page
        </label>
        <Button type="submit" variant="line" isBusy={isBusy}>
          {isBusy ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

function PriceForm({ price, isBusy, perform }: { price: PriceRow; isBusy: boolean; perform: RunAction }) {
  const title = `${(price.course ?? price.book)?.title ?? 'A title'}${price.isAdvanced ? ', advanced package' : ''}`;
  return (
    <form
      className={styles['inline']}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        const amountCents = readCents(formText(new FormData(event.currentTarget), 'price'));
        void perform(price.id, () => requestDocument(ChangeItemPriceDocument, { id: price.id, amountCents }), 'Saved.');
      }}
    >
      <label>
        {title}, in {price.currency}
        <input
          dir="auto"
          className={`${inputClass} ${styles['price']} num`}
          name="price"
          inputMode="decimal"
          defaultValue={(price.amountCents / 100).toFixed(2)}
          required
          pattern="\d+([.,]\d\d?)?"
        />
      </label>
      <Button type="submit" variant="line" isBusy={isBusy} aria-label={`Save the price of ${title}`}>
        {isBusy ? 'Saving…' : 'Save'}
      </Button>
    </form>
  );
}
