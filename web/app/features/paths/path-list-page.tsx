import { buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Line } from '@newline/ui/components/line';
import { Link } from '../../shared/link.tsx';
import type { PathCard } from '../../shared/paths/path-card.ts';
import { PathCards } from '../../shared/paths/path-cards.tsx';
import styles from './path-list-page.module.css';

type Props = { lead: string; cards: readonly PathCard[]; page: number; hasNextPage: boolean };

/** The list of all learning paths, newest first. Works without JavaScript. */
export function PathListPage({ lead, cards, page, hasNextPage }: Props) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line variant="first">
          <div>
            <div className={styles.top}>
              <h1>Learning paths</h1>
              <p className="lead">{lead}</p>
            </div>
            {cards.length === 0 ? (
              <EmptyState
                title="No learning paths yet"
                action={
                  <Link className={buttonClass({ variant: 'line' })} to="/explore-catalog">
                    Explore the catalog
                  </Link>
                }
              >
                New learning paths will appear here.
              </EmptyState>
            ) : (
              <PathCards label="All learning paths" cards={cards} isEarly={page === 1} />
            )}
            {(page > 1 || hasNextPage) && (
              <nav className={styles.pages} aria-label="Pages">
                {page > 1 && (
                  <Link className="link" to={page === 2 ? '/paths' : `/paths?page=${page - 1}`} rel="prev">
                    Newer
                  </Link>
                )}
                {hasNextPage && (
                  <Link className="link" to={`/paths?page=${page + 1}`} rel="next">
                    Older
                  </Link>
                )}
              </nav>
            )}
          </div>
        </Line>
      </div>
    </main>
  );
}
