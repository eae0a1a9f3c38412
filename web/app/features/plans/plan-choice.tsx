import { buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { inputClass } from '@newline/ui/components/field';
import { Link } from '../../shared/link.tsx';
import { money } from '../../shared/money.ts';
import { priceIn } from '../../shared/prices/price-in.ts';
import { selectCurrency, useCurrency } from '../../shared/prices/use-currency.ts';
import { currenciesOf } from './offered-plans.ts';
import { PlanCard } from './plan-card.tsx';
import type { PlanFacts } from './plans-documents.ts';
import { priceRangeOf } from './price-range.ts';
import styles from './pricing.module.css';
import type { TitleOnSale } from './title-on-sale.ts';

type Props = { plans: readonly PlanFacts[]; titles: readonly TitleOnSale[]; returnTo: string | null };

/** Shows single titles and the plans side by side, in a selected currency. */
export function PlanChoice({ plans, titles, returnTo }: Props) {
  const currencies = currenciesOf(plans, titles);
  const selected = useCurrency();
  const currency = selected !== null && currencies.includes(selected) ? selected : (currencies[0] ?? '');
  const titlePrice = priceRangeOf(titles.flatMap(({ prices }) => priceIn(prices, currency) ?? []));
  const highlighted = plans.find(({ isHighlighted }) => isHighlighted) ?? plans.find(({ kind }) => kind === 'PRO');
  const isOnlyTeam = plans.filter(({ kind }) => kind === 'TEAM').length === 1;
  if (plans.length === 0 && titlePrice === null)
    return (
      <EmptyState
        title="Nothing is for sale yet"
        action={
          <Link className={buttonClass({ variant: 'line' })} to="/courses">
            Browse courses
          </Link>
        }
      >
        Plans and prices will appear here.
      </EmptyState>
    );
  return (
    <>
      {currencies.length > 1 && (
        <label className={styles.currency}>
          Currency
          <select className={inputClass} value={currency} onChange={(event) => selectCurrency(event.currentTarget.value)}>
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className={styles.plans} data-count={plans.length + (titlePrice === null ? 0 : 1)}>
        {titlePrice !== null && (
          <div className={styles.plan}>
            <h2>One title</h2>
            <p className={`${styles.amount} num`}>
              {titlePrice.lowestCents < titlePrice.highestCents && <small>from </small>}
              {money(titlePrice.lowestCents, titlePrice.currency)} <small>once</small>
            </p>
            <p>A course or book to keep, with or without a plan.</p>
            <a className={buttonClass({ variant: 'line' })} href="#titles">
              Choose a title
            </a>
          </div>
        )}
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            currency={priceIn(plan.plans.nodes, currency)?.currency ?? currency}
            isHighlighted={plan === highlighted}
            isOnlyTeam={isOnlyTeam}
            returnTo={returnTo}
          />
        ))}
      </div>
    </>
  );
}
