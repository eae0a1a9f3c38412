import { EmptyState } from '@newline/ui/components/empty-state';
import { Cover } from '../../shared/catalog/cover.tsx';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { Link } from '../../shared/link.tsx';
import type { ListedArticle } from './article-list-documents.ts';
import styles from './article-list.module.css';

type Props = { lead: string; articles: readonly ListedArticle[]; page: number; hasNextPage: boolean };

/** The list of all articles, newest first: cover, title, authors, date and reading time. Works without JavaScript. */
export function ArticleListPage({ lead, articles, page, hasNextPage }: Props) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <div className="line line--first">
          <span className="no" aria-hidden="true">
            1
          </span>
          <div>
            <div className={styles.top}>
              <h1>Articles</h1>
              <p className="lead">{lead}</p>
              <p className="meta">
                <a className="link" href="/feeds/articles.atom" type="application/atom+xml">
                  Feed of new articles
                </a>
              </p>
            </div>
            {articles.length === 0 ? (
              <EmptyState title="No articles yet">New articles will appear here.</EmptyState>
            ) : (
              <ul className={styles.grid} aria-label="All articles">
                {articles.map((article, at) => (
                  <li key={article.id}>
                    <ArticleCard article={article} isEarly={page === 1 && at < 3} />
                  </li>
                ))}
              </ul>
            )}
            {(page > 1 || hasNextPage) && (
              <nav className={styles.pages} aria-label="Pages">
                {page > 1 && (
                  <Link className="link" to={page === 2 ? '/articles' : `/articles?page=${page - 1}`} rel="prev">
                    Newer
                  </Link>
                )}
                {hasNextPage && (
                  <Link className="link" to={`/articles?page=${page + 1}`} rel="next">
                    Older
                  </Link>
                )}
              </nav>
            )}
          </div>
        </div>
      </div>
    </main>
  );
}

function ArticleCard({ article, isEarly }: { article: ListedArticle; isEarly: boolean }) {
  const { title, permalink, topic, summary, mainImageUrl, publishedAt, readingMinutes, subscriptionRequired, contributions } = article;
  const authors = contributions.nodes.flatMap(({ user }) => (user ? [user.displayName] : []));
  return (
    <Link className={styles.card} to={permalink} prefetch="intent">
      <Cover title={title} kind="course" topic={topic.toLowerCase()} imageUrl={mainImageUrl} isEarly={isEarly} />
      <span className={styles.words}>
        <span className="meta facts">
          {publishedAt !== null && (
            <span>
              <LocalDate className="num" of={publishedAt} look="day" />
            </span>
          )}
          {readingMinutes !== null && <span className="num">{readingMinutes} min</span>}
          <span>{subscriptionRequired ? 'Pro' : 'Free'}</span>
        </span>
        <b className={styles.title} dir="auto">
          {title}
        </b>
        {summary !== null && (
          <span className={styles.summary} dir="auto">
            {summary}
          </span>
        )}
        <span className="meta">
          <bdi>{authors.join(', ')}</bdi>
        </span>
      </span>
    </Link>
  );
}
