import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../../shared/link.tsx';
import { pricingPage } from '../../../../pages.config.ts';
import { site } from '@newline/api/rules/site/site';
import { checkoutPath } from '../../shared/checkout-path.ts';
import { safeReturnTo } from '@newline/api/rules/return-path';
import { CompareTable } from './compare-table.tsx';
import { priceRangeOf } from './price-range.ts';
import { TitlesOnSale } from './titles-on-sale.tsx';
import { money } from '../../shared/money.ts';
import type { PlanFacts, TitleOnSale } from './plans-documents.ts';
import styles from './pricing.module.css';

type Props = { plans: readonly PlanFacts[]; titles: readonly TitleOnSale[]; hasMoreTitles: boolean };

/** The pricing page: single titles, monthly and annual Pro, the Team Package, a comparison, and frequently asked questions. */
export function PricingPage({ plans, titles, hasMoreTitles }: Props) {
  const returnTo = useReturnTo();
  const titlePrice = priceRangeOf(titles);
  const offered = plans.filter(({ isOffered }) => isOffered);
  const find = (kind: PlanFacts['kind'], interval: PlanFacts['billingInterval']) =>
    offered.find((plan) => plan.kind === kind && plan.billingInterval === interval);
  const monthly = find('PRO', 'MONTH');
  const yearly = find('PRO', 'YEAR');
  const team = find('TEAM', 'MONTH') ?? find('TEAM', 'YEAR');
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <section className="wrap">
        <Line number={1} variant="first" className={styles.top}>
          <h1>{pricingPage.headline}</h1>
          <p className="lead">{pricingPage.lead}</p>
        </Line>
      </section>
      <section className="wrap" aria-label="Plans">
        <Line number={2} variant="next">
          <div>
            <div className={styles.plans}>
              {titlePrice && (
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
              {(monthly || yearly) && (
                <div className={`${styles.plan} ${styles.pro}`}>
                  <h2>{site.name} Pro</h2>
                  {monthly && (
                    <p className={`${styles.amount} num`}>
                      {money(monthly.amountCents, monthly.currency)}{' '}
                      <small>{yearly ? `a month, or ${money(yearly.amountCents, yearly.currency)} a year` : 'a month'}</small>
                    </p>
                  )}
                  <p>Everything we’ve published and everything new while you’re subscribed. Cancel anytime.</p>
                  {monthly && (
                    <Link className={buttonClass()} to={checkoutPath({ plan: monthly.slug }, returnTo)}>
                      Subscribe to {site.name} Pro
                    </Link>
                  )}
                  {yearly && (
                    <Link className="link" to={checkoutPath({ plan: yearly.slug }, returnTo)}>
                      Subscribe for a year
                    </Link>
                  )}
                </div>
              )}
              {team && (
                <div className={styles.plan}>
                  <h2>Team Package</h2>
                  <p className={`${styles.amount} num`}>
                    {money(team.amountCents, team.currency)} <small>a seat, a {team.billingInterval === 'MONTH' ? 'month' : 'year'}</small>
                  </p>
                  <p>{`From ${team.minSeats} seats. One invoice, reassignable seats, and everyone keeps their own progress.`}</p>
                  <Link className={buttonClass({ variant: 'line' })} to={checkoutPath({ plan: team.slug }, returnTo)}>
                    Get a Team Package
                  </Link>
                </div>
              )}
            </div>
          </div>
        </Line>
      </section>
      {titles.length > 0 && (
        <section className="wrap" aria-labelledby="titles">
          <Line number={3} variant="next" head={<h2 id="titles">Titles sold separately</h2>}>
            <div>
              <TitlesOnSale titles={titles} hasMore={hasMoreTitles} />
            </div>
          </Line>
        </section>
      )}
      {offered.length > 0 && (
        <>
          <section className="wrap" aria-labelledby="compare">
            <Line number={titles.length > 0 ? 4 : 3} variant="next" head={<h2 id="compare">What you get</h2>}>
              <CompareTable team={team ?? null} />
            </Line>
          </section>
          <section className="wrap" aria-labelledby="questions">
            <Line number={titles.length > 0 ? 5 : 4} variant="next" head={<h2 id="questions">Frequently asked questions</h2>}>
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
