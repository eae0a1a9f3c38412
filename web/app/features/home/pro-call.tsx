import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { Link } from '../../shared/link.tsx';
import { home } from '../../../../home.config.ts';
import { Cover } from '../../shared/catalogue/cover.tsx';
import { money } from '../../shared/money.ts';
import type { ProPlan, StackCover } from './home-facts.ts';
import styles from './home.module.css';
import { withSiteName } from './with-site-name.ts';

type Props = { number: number; plan: ProPlan | null; covers: readonly StackCover[]; catalogFigure: string | null };

/** What Pro is, on ink, beside a stack of covers that runs off the band (HOME-03); nothing while no such plan is offered. */
export function ProCall({ number, plan, covers, catalogFigure }: Props) {
  if (plan === null) return null;
  const titles = catalogFigure === null ? '' : `${catalogFigure} `;
  const { heading, price, learnMore, features, subscribe, team } = home.pro;
  return (
    <section className="wrap" aria-labelledby="pro">
      <Line number={number} variant="band" className={styles.ink}>
        <div className={styles.pro}>
          <div>
            <h2 id="pro">{heading}</h2>
            <p className={styles.price}>
              {withSiteName(price).replace('{price}', wordsOf(plan))}{' '}
              <Link className="link" to="/pricing">
                {withSiteName(learnMore)}
              </Link>
            </p>
            <ol className={styles.features}>
              {features.map((feature) => (
                <li key={feature}>{feature.replace('{titles}', titles)}</li>
              ))}
            </ol>
            <p className={styles.acts}>
              <Link className={buttonClass({ size: 'big' })} to={`/pricing?product=${plan.slug}`}>
                {withSiteName(subscribe)}
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

/** What it costs, in round numbers: '40 dollars'. */
function wordsOf({ amountCents, currency }: ProPlan): string {
  const whole = Math.round(amountCents / 100);
  return currency === 'USD' ? `${whole} ${whole === 1 ? 'dollar' : 'dollars'}` : money(whole * 100, currency);
}
