import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { Link } from '../../shared/link.tsx';
import { Cover } from '../../shared/catalog/cover.tsx';
import { decimalsOf, money } from '../../shared/money.ts';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import type { ProPlan, StackCover } from './home-facts.ts';
import styles from './home.module.css';

type Props = {
  number: number;
  content: HomeContent['PRO'];
  plan: ProPlan | null;
  covers: readonly StackCover[];
  catalogFigure: string | null;
};

/** The dark Pro section, next to a stack of covers that runs off the band (HOME-03). Empty if there is no such plan. */
export function ProCall({ number, content, plan, covers, catalogFigure }: Props) {
  if (plan === null) return null;
  const titles = catalogFigure === null ? '' : `${catalogFigure} `;
  const { heading, price, learnMore, features, subscribe, team } = content;
  return (
    <section className="wrap" aria-labelledby="pro">
      <Line number={number} variant="band" className={styles.ink}>
        <div className={styles.pro}>
          <div>
            <h2 id="pro">{heading}</h2>
            <p className={styles.price}>
              {price.replace('{price}', wordsOf(plan))}{' '}
              <Link className="link" to="/pricing">
                {learnMore}
              </Link>
            </p>
            <ol className={styles.features}>
              {features.map((feature) => (
                <li key={feature}>{feature.replace('{titles}', titles)}</li>
              ))}
            </ol>
            <p className={styles.acts}>
              <Link className={buttonClass({ size: 'big' })} to={`/pricing?product=${plan.slug}`}>
                {subscribe}
              </Link>
              <Link className="link" to="/pricing">
                {team}
              </Link>
            </p>
          </div>
          <div className={styles.stack} aria-hidden="true">
            {[0, 1, 2].map((column) => (
              <div key={column}>
                {covers
                  .filter((_cover, index) => index % 3 === column)
                  .map(({ id, kind, title, topic, posterImageUrl }) => (
                    <Cover key={id} title={title} kind={kind} topic={topic} imageUrl={posterImageUrl} />
                  ))}
              </div>
            ))}
          </div>
        </div>
      </Line>
    </section>
  );
}

/** Returns the price in round numbers: '40 dollars'. */
function wordsOf({ amountCents, currency }: ProPlan): string {
  const unit = 10 ** decimalsOf(currency);
  const whole = Math.round(amountCents / unit);
  return currency === 'USD' ? `${whole} ${whole === 1 ? 'dollar' : 'dollars'}` : money(whole * unit, currency);
}
