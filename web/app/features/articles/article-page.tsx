import { Badge } from '@newline/ui/components/badge';
import { useMemo, useRef } from 'react';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { ReaderDiscussions } from '../../shared/annotations/reader-discussions.tsx';
import { Paywall } from '../../shared/paywall/paywall.tsx';
import { LongText } from '../../shared/reader/long-text.tsx';
import { TableOfContents } from '../../shared/reader/table-of-contents.tsx';
import { SafeImage } from '../../shared/safe-image.tsx';
import type { ArticleFacts } from './article-facts.ts';
import { RelatedArticles } from './related-articles.tsx';
import { useArticleReading } from './use-article-reading.ts';
import { WorkLine } from '../../shared/work-line.tsx';
import styles from './article-page.module.css';
import { LocalDate } from '../../shared/dates/local-date.tsx';

/** The page of an article: its authors and date, its table of contents, the text as far as the reader may read it, and related articles. */
export function ArticlePage({ article }: { article: ArticleFacts }) {
  const page = useRef<HTMLElement>(null);
  const { id, title, permalink: path } = article;
  useArticleReading(page, article);
  const target = useMemo(() => ({ kind: 'article' as const, id, title, path }), [id, title, path]);
  return (
    <main id="content" className={`wrap ${styles.page}`} tabIndex={-1}>
      <article className={styles.article} ref={page} aria-labelledby="title">
        <header className={styles.head}>
          <p className="meta facts">
            {article.hiddenAs !== null && <Badge>{article.hiddenAs}: hidden from readers</Badge>}
            <span>Article</span>
            {article.publishedAt !== null && <LocalDate className="num" of={article.publishedAt} look="day" />}
            {article.revisedAt !== null && (
              <span>
                revised <LocalDate className="num" of={article.revisedAt} look="day" />
              </span>
            )}
            {article.readingMinutes !== null && <span className="num">{article.readingMinutes} min</span>}
            <span>{article.price}</span>
          </p>
          <h1 id="title" dir="auto">
            {article.title}
          </h1>
          {article.lead !== null && (
            <p className={styles.lead} dir="auto">
              {article.lead}
            </p>
          )}
          <Byline article={article} />
          {article.imageUrl !== null && (
            <SafeImage className={styles.cover} src={article.imageUrl} alt="" width={1280} height={720} fetchPriority="high" />
          )}
        </header>
        <div className={styles.contents}>
          <TableOfContents headings={article.headings} />
        </div>
        <div className={styles.text}>
          <ReaderDiscussions target={target} page={page} />
          {article.hasText ? (
            <LongText key={article.textKey} name={`article:${article.id}`} text={article.text} />
          ) : (
            <p className="lead">This article has no text yet.</p>
          )}
          {article.isCut && (
            <Paywall
              line={article.blockCount + 1}
              title="The next line is for Pro readers."
              path={article.permalink}
              isMember={article.isMember}
              isPro
            >
              {site.name} Pro includes the rest of this article, all other articles, and every course and book that isn’t sold separately.
            </Paywall>
          )}
        </div>
        <div className={styles.comments}>
          <a className="link" href={`/discussions?article=${id}`} data-comments>
            Comments
          </a>
        </div>
        <RelatedArticles articles={article.related} />
      </article>
    </main>
  );
}

function Byline({ article }: { article: ArticleFacts }) {
  return (
    <div className={styles.byline}>
      {article.authors.map((author) => (
        <Link key={author.id} className={styles.by} to={`/@${author.username}`} prefetch="intent">
          <SafeImage
            className={styles.face}
            src={author.profileImageUrl ?? `/portraits/${encodeURIComponent(author.displayName)}`}
            alt=""
            width={56}
            height={56}
          />
          <span>
            <b dir="auto">{author.displayName}</b>
            <small>
              <WorkLine title={author.employmentTitle} employer={author.employerName} />
            </small>
          </span>
        </Link>
      ))}
      {article.tags.length > 0 && (
        <ul className="meta facts" aria-label="Topics">
          {article.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
