import { Line } from '@newline/ui/components/line';
import { Link } from '../../shared/link.tsx';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import type { PathCard } from '../../shared/paths/path-card.ts';
import styles from './home.module.css';

type Props = { number: number; content: HomeContent['PATHS']; paths: readonly PathCard[] };

/** A strip with the newest learning paths, at most four; nothing while there are none. Static: only the server renders it. */
export function PathShelf({ number, content, paths }: Props) {
  if (paths.length === 0) return null;
  const { heading, link } = content;
  return (
    <section className="wrap" aria-labelledby="paths">
      <Line number={number} variant="next">
        <div className={styles.paths}>
          <h2 id="paths">{heading}</h2>
          <ol className={styles.shelf} style={{ ['--columns' as string]: `repeat(${Math.max(paths.length, 2)}, minmax(0, 1fr))` }}>
            {paths.map(({ id, title, permalink, steps, author }) => (
              <li key={id}>
                <Link to={permalink}>
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
          <Link className="link" to="/paths">
            {link}
          </Link>
        </div>
      </Line>
    </section>
  );
}
