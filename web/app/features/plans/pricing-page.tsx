import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../../shared/link.tsx';
import { type PricingKind, pricingKinds } from '@newline/api/rules/site/page-sections';
import { site } from '@newline/api/rules/site/site';
import { checkoutPath } from '../../shared/checkout-path.ts';
import { safeReturnTo } from '@newline/api/rules/return-path';
import { CompareTable } from './compare-table.tsx';
import { money } from '../../shared/money.ts';
import type { PlanFacts } from './plans-documents.ts';
import { type PricingChanges, type PricingContent, standardPricing } from '../../shared/page-content/standard-pricing.ts';
import styles from './pricing.module.css';

type Props = {
  plans: readonly PlanFacts[];
  titlePrice: { lowestCents: number; highestCents: number; currency: string } | null;
  /** The page as administrators edited it; absent while it is standard. */
  changes?: PricingChanges | undefined;
};

/** The pricing page: single titles, monthly and annual Pro, the Team Package, a comparison, and frequently asked questions. */
export function PricingPage({ plans, titlePrice, changes }: Props) {
  const offered = plans.filter(({ isOffered }) => isOffered);
  const { shown, content } = changes ?? { shown: pricingKinds, content: standardPricing };
  const hasContent = (kind: PricingKind) =>
    kind === 'TOP' || kind === 'PLANS' || (offered.length > 0 && (kind === 'COMPARE' || content.QUESTIONS.questions.length > 0));
  return (
    <main id="content" className="listing" tabIndex={-1}>
      {shown
        .filter(hasContent)
        .map((kind, at) =>
          kind === 'PLANS' ? (
            <Plans key={kind} number={at + 1} offered={offered} titlePrice={titlePrice} />
          ) : (
            <PricingSection key={kind} kind={kind} number={at + 1} content={content} team={teamOf(offered)} />
          ),
        )}
    </main>
  );
}

type SectionProps = { kind: Exclude<PricingKind, 'PLANS'>; number: number; content: PricingContent; team: PlanFacts | null };

function PricingSection({ kind, number, content, team }: SectionProps) {
  switch (kind) {
    case 'TOP':
      return (
        <section className="wrap">
          <Line number={number} variant="first" className={styles.top}>
            <h1>{content.TOP.headline}</h1>
            <p className="lead">{content.TOP.lead}</p>
          </Line>
        </section>
      );
    case 'COMPARE':
      return (
        <section className="wrap" aria-labelledby="compare">
          <Line number={number} variant="next" head={<h2 id="compare">{content.COMPARE.heading}</h2>}>
            <CompareTable team={team} />
          </Line>
        </section>
      );
    case 'QUESTIONS':
      return (
        <section className="wrap" aria-labelledby="questions">
          <Line number={number} variant="next" head={<h2 id="questions">{content.QUESTIONS.heading}</h2>}>
            <div className={styles.questions}>
              {content.QUESTIONS.questions.map(({ question, answer }) => (
                <div key={question}>
                  <h3>{question}</h3>
                  <p>{answer}</p>
                </div>
              ))}
            </div>
          </Line>
        </section>
      );
  }
}

/** What there is to buy: a single title, Pro, and the Team Package. */
function Plans({ number, offered, titlePrice }: { number: number; offered: readonly PlanFacts[]; titlePrice: Props['titlePrice'] }) {
  const returnTo = useReturnTo();
  const monthly = findPlan(offered, 'PRO', 'MONTH');
  const yearly = findPlan(offered, 'PRO', 'YEAR');
  const team = teamOf(offered);
  return (
    <section className="wrap" aria-label="Plans">
      <Line number={number} variant="next">
        <div>
          <div className={styles.plans}>
            <div className={styles.plan}>
              <h2>One title</h2>
              {titlePrice && (
                <p className={`${styles.amount} num`}>
                  {titlePrice.lowestCents < titlePrice.highestCents && <small>from </small>}
                  {money(titlePrice.lowestCents, titlePrice.currency)} <small>once</small>
                </p>
              )}
              <p>A book or course to keep, including all future editions.</p>
              <Link className={buttonClass({ variant: 'line' })} to="/courses">
                Choose a title
              </Link>
            </div>
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
  );
}

function findPlan(offered: readonly PlanFacts[], kind: PlanFacts['kind'], interval: PlanFacts['billingInterval']): PlanFacts | undefined {
  return offered.find((plan) => plan.kind === kind && plan.billingInterval === interval);
}

function teamOf(offered: readonly PlanFacts[]): PlanFacts | null {
  return findPlan(offered, 'TEAM', 'MONTH') ?? findPlan(offered, 'TEAM', 'YEAR') ?? null;
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
