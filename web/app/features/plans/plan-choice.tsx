import { buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { inputClass } from '@newline/ui/components/field';
import { useState } from 'react';
import { Link } from '../../shared/link.tsx';
import { money } from '../../shared/money.ts';
import { currenciesOf } from './offered-plans.ts';
import { PlanCard } from './plan-card.tsx';
import type { PlanFacts } from './plans-documents.ts';
import type { PriceRange } from './price-range.ts';
import styles from './pricing.module.css';

type Props = { plans: readonly PlanFacts[]; titlePrice: PriceRange | null; returnTo: string | null };

/** Shows single titles and the plans side by side, in a selected currency. */
export function PlanChoice({ plans, titlePrice, returnTo }: Props) {
  const currencies = currenciesOf(plans);
  const [chosen, setChosen] = useState<string | null>(null);
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : (currencies[0] ?? '');
  const shown = plans.filter(({ plans: { nodes } }) => nodes.some((price) => price.currency === currency));
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
          <select className={inputClass} value={currency} onChange={(event) => setChosen(event.currentTarget.value)}>
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className={styles.plans} data-count={shown.length + (titlePrice === null ? 0 : 1)}>
        {titlePrice !== null && (
          <div className={styles.plan}>
            <h2>One title</h2>
            <p className={`${styles.amount} num`}>
              {titlePrice.lowestCents < titlePrice.highestCents && <small>from </small>}
              {money(titlePrice.lowestCents, titlePrice.currency)} <small>once</small>
            </p>
            <p>A book or course to keep, including all future editions.</p>
            <a className={buttonClass({ variant: 'line' })} href="#titles">
              Choose a title
            </a>
          </div>
        )}
        {shown.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            currency={currency}
            isHighlighted={plan === highlighted}
            isOnlyTeam={isOnlyTeam}
            returnTo={returnTo}
          />
        ))}
      </div>
    </>
  );
}
