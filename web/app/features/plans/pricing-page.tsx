import { Line } from '@newline/ui/components/line';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { pricingPage } from '../../../../pages.config.ts';
import { safeReturnTo } from '@newline/api/rules/return-path';
import { CompareTable } from './compare-table.tsx';
import { PlanChoice, type TitlePrice } from './plan-choice.tsx';
import type { PlanFacts } from './plans-documents.ts';
import styles from './pricing.module.css';

type Props = { plans: readonly PlanFacts[]; titlePrice: TitlePrice | null };

/** The pricing page: single titles, the plans, a comparison, and frequently asked questions. */
export function PricingPage({ plans, titlePrice }: Props) {
  const returnTo = useReturnTo();
  const isCompared = plans.every(({ features }) => features.length === 0);
  const isEmpty = plans.length === 0 && titlePrice === null;
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <section className="wrap">
        <Line number={1} variant="first" className={styles.top}>
          <h1>{isEmpty ? 'Pricing' : pricingPage.headline}</h1>
          {!isEmpty && <p className="lead">{pricingPage.lead}</p>}
        </Line>
      </section>
      <section className="wrap" aria-label="Plans">
        <Line number={2} variant="next">
          <div>
            <PlanChoice plans={plans} titlePrice={titlePrice} returnTo={returnTo} />
          </div>
        </Line>
      </section>
      {plans.length > 0 && (
        <>
          {isCompared && (
            <section className="wrap" aria-labelledby="compare">
              <Line number={3} variant="next" head={<h2 id="compare">What you get</h2>}>
                <CompareTable team={plans.find(({ kind }) => kind === 'TEAM') ?? null} />
              </Line>
            </section>
          )}
          <section className="wrap" aria-labelledby="questions">
            <Line number={isCompared ? 4 : 3} variant="next" head={<h2 id="questions">Frequently asked questions</h2>}>
              <div className={styles.questions}>
                {pricingPage.questions.map(({ question, answer }) => (
                  <div key={question}>
                    <h3>{question}</h3>
                    <p>{answer}</p>
                  </div>
                ))}
              </div>
            </Line>
          </section>
        </>
      )}
    </main>
  );
}

/** Returns the page that the user came from. It's read in the browser, because the page is the same for everyone. */
function useReturnTo(): string | null {
  const { search } = useLocation();
  const [returnTo, setReturnTo] = useState<string | null>(null);
  useEffect(() => {
    const parameter = new URLSearchParams(search).get('returnTo');
    setReturnTo(parameter === null ? null : safeReturnTo(parameter));
  }, [search]);
  return returnTo;
}
