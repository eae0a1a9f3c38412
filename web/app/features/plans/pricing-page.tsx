import { Line } from '@newline/ui/components/line';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { type PricingKind, pricingKinds } from '@newline/api/rules/site/page-sections';
import { safeReturnTo } from '@newline/api/rules/return-path';
import { CompareTable } from './compare-table.tsx';
import { PlanChoice } from './plan-choice.tsx';
import type { PlanFacts } from './plans-documents.ts';
import type { TitleOnSale } from './title-on-sale.ts';
import { TitlesOnSale } from './titles-on-sale.tsx';
import { type PricingChanges, type PricingContent, standardPricing } from '../../shared/page-content/standard-pricing.ts';
import styles from './pricing.module.css';

type Props = {
  plans: readonly PlanFacts[];
  titles: readonly TitleOnSale[];
  hasMoreTitles: boolean;
  /** The edited content of the page; absent if it has the defaults. */
  changes?: PricingChanges | undefined;
};

/** The pricing page: single titles, the plans, a comparison, and frequently asked questions. */
export function PricingPage({ plans, titles, hasMoreTitles, changes }: Props) {
  const { shown, content } = changes ?? { shown: pricingKinds, content: standardPricing };
  const isCompared = plans.length > 0 && plans.every(({ features }) => features.length === 0);
  const hasContent: Readonly<Record<PricingKind, boolean>> = {
    TOP: true,
    PLANS: true,
    TITLES: titles.length > 0,
    COMPARE: isCompared,
    QUESTIONS: plans.length > 0 && content.QUESTIONS.questions.length > 0,
  };
  const sections = shown.filter((kind) => hasContent[kind]);
  return (
    <main id="content" className="listing" tabIndex={-1}>
      {sections.map((kind, index) => (
        <PricingSection
          key={kind}
          kind={kind}
          number={index + 1}
          content={content}
          plans={plans}
          titles={titles}
          hasMoreTitles={hasMoreTitles}
        />
      ))}
    </main>
  );
}

type SectionProps = Omit<Props, 'changes'> & { kind: PricingKind; number: number; content: PricingContent };

function PricingSection({ kind, number, content, plans, titles, hasMoreTitles }: SectionProps) {
  const returnTo = useReturnTo();
  switch (kind) {
    case 'TOP': {
      const isEmpty = plans.length === 0 && titles.length === 0;
      return (
        <section className="wrap">
          <Line number={number} variant="first" className={styles.top}>
            <h1 dir="auto">{isEmpty ? 'Pricing' : content.TOP.headline}</h1>
            {!isEmpty && (
              <p className="lead" dir="auto">
                {content.TOP.lead}
              </p>
            )}
          </Line>
        </section>
      );
    }
    case 'PLANS':
      return (
        <section className="wrap" aria-label="Plans">
          <Line number={number} variant="next">
            <div>
              <PlanChoice plans={plans} titles={titles} returnTo={returnTo} />
            </div>
          </Line>
        </section>
      );
    case 'TITLES':
      return (
        <section className="wrap" aria-labelledby="titles">
          <Line number={number} variant="next" head={<h2 id="titles">{content.TITLES.heading}</h2>}>
            <div>
              <TitlesOnSale titles={titles} hasMore={hasMoreTitles} />
            </div>
          </Line>
        </section>
      );
    case 'COMPARE':
      return (
        <section className="wrap" aria-labelledby="compare">
          <Line number={number} variant="next" head={<h2 id="compare">{content.COMPARE.heading}</h2>}>
            <CompareTable
              titleId="compare"
              hasTitles={titles.length > 0}
              pro={plans.find(({ kind }) => kind === 'PRO') ?? null}
              team={plans.find(({ kind }) => kind === 'TEAM') ?? null}
              extras={content.COMPARE.extras}
            />
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
