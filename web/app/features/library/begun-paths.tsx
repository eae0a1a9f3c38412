import { Icon } from '@newline/ui/components/icon';
import { ArrowRight } from 'lucide';
import { Link } from '../../shared/link.tsx';
import type { BegunPath } from './begun-path.ts';
import styles from './library-page.module.css';

/** The learning paths that the user has begun, with the progress across each, and where to continue; nothing if there are none. */
export function BegunPaths({ paths }: { paths: readonly BegunPath[] }) {
  if (paths.length === 0) return null;
  return (
    <section className={styles.paths} aria-labelledby="begun-paths">
      <h2 id="begun-paths">Learning paths</h2>
      <ul className="rows">
        {paths.map(({ id, title, permalink, author, percent, done, next }) => (
          <li key={id} className={`row ${styles.path}`}>
            <span className={styles.pathWords}>
              <Link className={styles.pathTitle} to={permalink} dir="auto">
                {title}
              </Link>
              {author !== null && (
                <span className="meta">
                  <bdi>{author}</bdi>
                </span>
              )}
            </span>
            <span className={styles.pathProgress}>
              <progress value={percent} max={100} aria-label={`Progress across ${title}`} />
              <span className="meta num">{done}</span>
              {next !== null && (
                <Link className={`meta ${styles.pathNext}`} to={next.path} prefetch="intent">
                  <b>Continue with</b> <bdi>{next.title}</bdi> <Icon of={ArrowRight} small />
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
