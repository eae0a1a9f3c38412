import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { Link } from '../../shared/link.tsx';
import { home } from '../../../../home.config.ts';
import { Cover } from '../../shared/catalogue/cover.tsx';
import type { StackCover } from './home-facts.ts';
import styles from './home.module.css';

/** The Pro section, on a dark background next to a stack of covers that is cut off at the edge (HOME-03). */
export function ProCall({ number, covers }: { number: number; covers: readonly StackCover[] }) {
  const { heading, price, learnMore, features, subscribe, productSlug, team } = home.pro;
  return (
    <section className="wrap" aria-labelledby="pro">
      <Line number={number} place="band" className={styles.ink}>
        <div className={styles.pro}>
          <div>
            <h2 id="pro">{heading}</h2>
            <p className={styles.price}>
              {price}{' '}
              <Link className="link" to="/pricing">
                {learnMore}
              </Link>
            </p>
            <ol className={styles.features}>
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ol>
            <p className={styles.acts}>
              <Link className={buttonClass({ size: 'big' })} to={`/pricing?product=${productSlug}`}>
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
