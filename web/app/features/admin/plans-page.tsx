import { Badge } from '@newline/ui/components/badge';
import { Button, buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { inputClass } from '@newline/ui/components/field';
import { IconButton } from '@newline/ui/components/icon-button';
import { ArrowDown, ArrowUp } from 'lucide';
import { readAmount, writeAmount } from '../../shared/amounts.ts';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { Link } from '../../shared/link.tsx';
import { money } from '../../shared/money.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import {
  ChangeItemPriceDocument,
  MovePlanDocument,
  type PlanPriceRow,
  type PlanRow,
  type PriceRow,
  RetirePlanDocument,
} from './plan-documents.ts';
import { type RunAction, useActions } from './use-actions.ts';

type Props = { plans: readonly PlanRow[]; prices: readonly PriceRow[]; isClosed: boolean };

/** The plans and titles on sale, with their prices. */
export function PlansPage({ plans, prices, isClosed }: Props) {
  const { busy, failure, perform } = useActions();
  const offered = plans.filter(({ isOffered }) => isOffered);
  const retired = plans.filter(({ isOffered }) => !isOffered);
  const create = (
    <Link className={buttonClass()} to="/admin/plans/new">
      Create plan
    </Link>
  );
  return (
    <>
      <h1>Plans and prices</h1>
      <p className={`lead ${styles['lead']}`}>New prices apply to new purchases. Existing subscribers keep their current price.</p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      {isClosed && (
        <p className={styles['note']}>
          This site doesn’t accept payments yet, so nobody can buy these. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET on the server.
        </p>
      )}
      {offered.length === 0 ? (
        <EmptyState title="No plans yet" action={create}>
          The pricing page shows the plans that you create here.
        </EmptyState>
      ) : (
        <>
          <p className={`acts ${styles['above']}`}>{create}</p>
          <ul className={styles['list']} aria-label="Plans">
            {offered.map((plan, at) => (
              <li key={plan.id}>
                <PlanHead plan={plan} />
                <p className={styles['facts']}>{plan.plans.nodes.filter(({ isOffered }) => isOffered).map(priceFacts)}</p>
                <FormerPrices plan={plan} />
                <div className={styles['acts']}>
                  <Link
                    className={buttonClass({ variant: 'line', size: 'small' })}
                    to={`/admin/plans/${plan.id}`}
                    aria-label={`Edit ${plan.name}`}
                  >
                    Edit
                  </Link>
                  <ConfirmButton
                    action="Retire"
                    object={plan.name}
                    consequence="New customers can’t subscribe to it. Existing subscribers keep it at their current price. You can offer it again."
                    isBusy={busy === plan.id}
                    onConfirm={() => perform(plan.id, () => requestDocument(RetirePlanDocument, { id: plan.id }), 'Retired.')}
                  />
                  <IconButton
                    size="small"
                    icon={ArrowUp}
                    label={`Move ${plan.name} up`}
                    disabled={at === 0}
                    onClick={() => void perform(plan.id, () => requestDocument(MovePlanDocument, { id: plan.id, position: at }), 'Moved.')}
                  />
                  <IconButton
                    size="small"
                    icon={ArrowDown}
                    label={`Move ${plan.name} down`}
                    disabled={at === offered.length - 1}
                    onClick={() =>
                      void perform(plan.id, () => requestDocument(MovePlanDocument, { id: plan.id, position: at + 2 }), 'Moved.')
                    }
                  />
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {retired.length > 0 && (
        <>
          <h2>Retired plans</h2>
          <ul className={styles['list']} aria-label="Retired plans">
            {retired.map((plan) => (
              <li key={plan.id}>
                <PlanHead plan={plan} />
                <FormerPrices plan={plan} />
                <div className={styles['acts']}>
                  <Link
                    className={buttonClass({ variant: 'line', size: 'small' })}
                    to={`/admin/plans/${plan.id}`}
                    aria-label={`Offer again: ${plan.name}`}
                  >
                    Offer again
                  </Link>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Titles</h2>
      {prices.length === 0 ? (
        <EmptyState level={3} title="No title prices yet">
          Authors set the prices of a course or a book in the studio, under Access and prices.
        </EmptyState>
      ) : (
        <ul className={styles['list']} aria-label="Title prices">
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

function PlanHead({ plan }: { plan: PlanRow }) {
  return (
    <p className={styles['head']}>
      <b dir="auto">{plan.name}</b>
      {plan.kind === 'TEAM' && <span className="meta">{`for teams, ${plan.minSeats} to ${plan.maxSeats} seats`}</span>}
      {plan.trialDays > 0 && <span className="meta">{`${plan.trialDays} ${plan.trialDays === 1 ? 'day' : 'days'} free`}</span>}
      {plan.isHighlighted && <Badge look="solid">Highlighted</Badge>}
    </p>
  );
}

/** Prices that are no longer offered but still have subscribers. */
function FormerPrices({ plan }: { plan: PlanRow }) {
  const former = plan.plans.nodes.filter(({ isOffered, numSubscribers }) => !isOffered && numSubscribers > 0);
  return former.length === 0 ? null : <p className={styles['facts']}>No longer offered: {former.map(priceFacts)}</p>;
}

function priceFacts({ id, amountCents, currency, billingInterval, numSubscribers }: PlanPriceRow) {
  const every = billingInterval === 'MONTH' ? 'month' : 'year';
  const payers =
    numSubscribers === 0 ? '' : `, ${numSubscribers.toLocaleString('en')} ${numSubscribers === 1 ? 'subscriber' : 'subscribers'}`;
  return <span key={id} className="num">{`${money(amountCents, currency)} a ${every}${payers}`}</span>;
}

function PriceForm({ price, isBusy, perform }: { price: PriceRow; isBusy: boolean; perform: RunAction }) {
  const title = (price.course ?? price.book)?.title ?? 'A title';
  return (
    <form
      className={styles['priceRow']}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        // An invalid price is 0, which the API refuses.
        const amountCents = readAmount(formText(new FormData(event.currentTarget), 'price'), price.currency) ?? 0;
        void perform(price.id, () => requestDocument(ChangeItemPriceDocument, { id: price.id, amountCents }), 'Saved.');
      }}
    >
      <label>
        <span>
          <bdi>{title}</bdi>
          {price.isAdvanced && <span>, advanced package</span>}
          <span>, in {price.currency}</span>
        </span>
        <input
          dir="auto"
          className={`${inputClass} num`}
          name="price"
          inputMode="decimal"
          defaultValue={writeAmount(price.amountCents, price.currency)}
          required
          pattern="\d+([.,]\d\d?)?"
        />
      </label>
      <Button
        type="submit"
        variant="line"
        isBusy={isBusy}
        aria-label={`${isBusy ? 'Saving' : 'Save'} the price of ${title}${price.isAdvanced ? ', advanced package' : ''}, in ${price.currency}`}
      >
        {isBusy ? 'Saving…' : 'Save'}
      </Button>
    </form>
  );
}
