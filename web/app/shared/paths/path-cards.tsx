import { Cover } from '../catalog/cover.tsx';
import { Link } from '../link.tsx';
import type { PathCard } from './path-card.ts';
import styles from './path-cards.module.css';

type Props = { label: string; cards: readonly PathCard[]; isEarly?: boolean };

/** Learning paths as a grid: a cover in the colors of the topic, the number of steps, and a summary. */
export function PathCards({ label, cards, isEarly = false }: Props) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {cards.map(({ id, title, permalink, topic, summary, author, steps }, at) => (
        <li key={id}>
          <Link className={styles.card} to={permalink}>
            <Cover title={title} kind="course" topic={topic} imageUrl={null} isEarly={isEarly && at < 3} />
            <span className={styles.words}>
              <span className="meta facts">
                <span>Learning path</span>
                <span className="num">{steps}</span>
              </span>
              <b className={styles.title} dir="auto">
                {title}
              </b>
              {summary !== null && (
                <span className={styles.summary} dir="auto">
                  {summary}
                </span>
              )}
              {author !== null && (
                <span className="meta">
                  <bdi>{author}</bdi>
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
