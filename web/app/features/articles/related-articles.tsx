import { Link } from '../../shared/link.tsx';
import type { RelatedArticle } from './article-facts.ts';
import styles from './article-page.module.css';

/** Related articles, as rows without images. */
export function RelatedArticles({ articles }: { articles: readonly RelatedArticle[] }) {
  if (articles.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby="related">
      <h2 id="related">Read next</h2>
      <ul>
        {articles.map((article) => (
          <li key={article.id}>
            <Link className={styles.next} to={article.permalink} prefetch="intent">
              <b dir="auto">{article.title}</b>
              {article.summary !== null && (
                <span className={styles.summary} dir="auto">
                  {article.summary}
                </span>
              )}
              <span className="meta facts">
                <bdi>{article.authors.join(', ')}</bdi>
                <span>{article.price}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
