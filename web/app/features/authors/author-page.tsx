import { Line } from '@newline/ui/components/line';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Portrait } from '@newline/ui/components/portrait';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { ItemCard } from '../../shared/catalog/item-card.tsx';
import { profileLinks } from '../../shared/people/profile-links.ts';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import type { AuthorFacts } from './load-author.server.ts';
import { WorkLine } from '../../shared/work-line.tsx';
import styles from './author-page.module.css';

/** An author's page, such as /vue: who they are, their quote about working here, and their titles. */
export function AuthorPage({ author }: { author: AuthorFacts }) {
  const links = profileLinks(author);
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={1} variant="first">
          <div className={styles.who}>
            <Portrait name={author.displayName} imageUrl={author.profileImageUrl} size={112} />
            <div>
              <h1 dir="auto">{author.displayName}</h1>
              <p className={`meta ${styles.work}`}>
                {author.employmentTitle || author.employerName ? (
                  <WorkLine title={author.employmentTitle} employer={author.employerName} />
                ) : (
                  <span>Writes at {site.name}</span>
                )}
              </p>
              {links.length > 0 && (
                <ul className={styles.links}>
                  {links.map(({ label, href }) => (
                    <li key={label}>
                      <a className="link" href={href} rel="noopener noreferrer nofollow me">
                        {label}
                      </a>
                    </li>
                  ))}
                  <li>
                    <Link className="link" to={`/@${author.username}`}>
                      Profile
                    </Link>
                  </li>
                </ul>
              )}
            </div>
          </div>
        </Line>
      </div>
      {author.quoteDelta !== null && (
        <section className="wrap" aria-labelledby="said">
          <Line number={2} variant="next" head={<h2 id="said">Writing here</h2>}>
            <figure>
              <blockquote className={styles.said} dir="auto">
                <DocumentView bodyDelta={author.quoteDelta} />
              </blockquote>
              <figcaption className={`meta ${styles.by}`} dir="auto">
                {author.displayName}
              </figcaption>
            </figure>
          </Line>
        </section>
      )}
      {author.biography !== null && (
        <section className="wrap" aria-labelledby="biography">
          <Line number={3} variant="next" head={<h2 id="biography">Biography</h2>}>
            <p className={styles.bio} dir="auto">
              {author.biography}
            </p>
          </Line>
        </section>
      )}
      <section className="wrap" aria-labelledby="made">
        <Line
          number={2 + Number(author.quoteDelta !== null) + Number(author.biography !== null)}
          variant="next"
          head={<h2 id="made">Courses and books</h2>}
        >
          {author.cards.length === 0 ? (
            <EmptyState level={3} title="Nothing here yet">
              <bdi>{author.displayName}</bdi> hasn’t published anything yet.
            </EmptyState>
          ) : (
            <div className={styles.grid}>
              {author.cards.map((card) => (
                <ItemCard key={card.id} card={card} isInRow hasSummary />
              ))}
            </div>
          )}
        </Line>
      </section>
    </main>
  );
}
