import { Line } from '@newline/ui/components/line';
import { Cover } from '../../shared/catalog/cover.tsx';
import { Link } from '../../shared/link.tsx';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import type { PathCard } from '../../shared/paths/path-card.ts';
import styles from './home.module.css';

type Props = { number: number; content: HomeContent['PATHS']; paths: readonly PathCard[] };

/** A shelf with the four newest learning paths; nothing while there are none. Static: only the server renders it. */
export function PathShelf({ number, content, paths }: Props) {
  if (paths.length === 0) return null;
  const { heading, link } = content;
  return (
    <section className="wrap" aria-labelledby="paths">
      <Line
        number={number}
        variant="next"
        head={
          <>
            <h2 id="paths">{heading}</h2>
            <Link className="link" to="/paths">
              {link}
            </Link>
          </>
        }
      >
        <ol className={`${styles.shelf} ${styles.paths}`} style={{ ['--columns' as string]: 'repeat(4, minmax(0, 1fr))' }}>
          {paths.map(({ id, title, permalink, topic, steps, author }) => (
            <li key={id}>
              <Link to={permalink}>
                <Cover title={title} kind="course" topic={topic} imageUrl={null} />
                <span className={styles.caption}>
                  <b dir="auto">{title}</b>
                  <span className="meta facts">
                    <span>{steps}</span>
                    {author !== null && (
                      <span>
                        <bdi>{author}</bdi>
                      </span>
                    )}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </Line>
    </section>
  );
}
