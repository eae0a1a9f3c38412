import { Line } from '@newline/ui/components/line';
import { Badge } from '@newline/ui/components/badge';
import { Tabs } from '@newline/ui/components/tabs';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '../../shared/link.tsx';
import type { PathCard } from '../../shared/paths/path-card.ts';
import { PathCards } from '../../shared/paths/path-cards.tsx';
import { BooksExplorer, type ShelfTab } from './books-explorer.tsx';
import { exploreHref, maxPages } from './explore-href.ts';
import styles from './explore.module.css';
import type { ArticleRow, Explored } from './load-explore.server.ts';
import { Titles } from './titles.tsx';

type Props = Explored & { paths: readonly PathCard[]; articles: readonly ArticleRow[]; shelf: { tabs: ShelfTab[]; total: number } };

/** The catalog by category, the newest learning paths and articles, and the ranked books. */
export function ExplorePage({ categories, category, content, now, pages, paths, articles, shelf }: Props) {
  const navigate = useNavigate();
  // Back, and a shared link, show as many titles as before.
  const showPages = useCallback(
    (count: number) => {
      if (count > maxPages) return;
      void navigate(exploreHref(category, count), { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
    },
    [navigate, category],
  );
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <section className="wrap">
        <Line number={1} variant="first">
          <h1>The whole catalog, newest first.</h1>
        </Line>
        <Line variant="next">
          <div>
            <h2 className="sr">Titles by category</h2>
            <Tabs
              className={styles.cats ?? ''}
              label="Category"
              tabs={categories.map(({ slug, name, numTitles }) => ({
                value: slug,
                label: name,
                count: numTitles,
                href: exploreHref(slug),
              }))}
              value={category}
              onChange={(chosen) => void navigate(exploreHref(chosen), { preventScrollReset: true })}
            >
              <Titles
                key={`${category} ${pages}`}
                category={category === 'all' ? null : category}
                content={content}
                pages={pages}
                onPages={showPages}
                now={now}
                moreHref={exploreHref(category, pages + 1)}
              />
            </Tabs>
          </div>
        </Line>
      </section>
      {paths.length > 0 && (
        <section className="wrap" aria-labelledby="newest-paths">
          <Line
            number={2}
            variant="next"
            head={
              <>
                <h2 id="newest-paths">Learning paths</h2>
                <Link className="link" to="/paths">
                  All learning paths
                </Link>
              </>
            }
          >
            <PathCards label="Newest learning paths" cards={paths} />
          </Line>
        </section>
      )}
      {articles.length > 0 && (
        <section className="wrap" aria-labelledby="newest-articles">
          <Line number={2 + Number(paths.length > 0)} variant="next" head={<h2 id="newest-articles">Articles</h2>}>
            <div className="rows">
              {articles.map((article) => (
                <Link key={article.id} className={`row ${styles.article}`} to={article.permalink} prefetch="intent">
                  <b dir="auto">{article.title}</b>
                  <span className="meta">{article.about}</span>
                  <Badge look={article.isFree ? 'line' : 'quiet'}>{article.isFree ? 'Free' : 'Pro'}</Badge>
                </Link>
              ))}
            </div>
          </Line>
        </section>
      )}
      <BooksExplorer number={2 + Number(paths.length > 0) + Number(articles.length > 0)} {...shelf} />
    </main>
  );
}
