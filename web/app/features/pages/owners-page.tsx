import { LocalDate } from '../../shared/dates/local-date.tsx';
import { LongText } from '../../shared/reader/long-text.tsx';
import { TableOfContents } from '../../shared/reader/table-of-contents.tsx';
import type { OwnersPageFacts } from './page-facts.ts';
import styles from './owners-page.module.css';

/** A site page, such as the terms: its title, last change, table of contents and text. */
export function OwnersPage({ page }: { page: OwnersPageFacts }) {
  return (
    <main id="content" className={`wrap ${styles.page}`} tabIndex={-1}>
      <article className={styles.article} aria-labelledby="title">
        <header className={styles.head}>
          <h1 id="title" dir="auto">
            {page.title}
          </h1>
          {page.publishedAt !== null && (
            <p className="meta">
              Last updated <LocalDate className="num" of={page.publishedAt} look="day" />
            </p>
          )}
        </header>
        <div className={styles.contents}>
          <TableOfContents headings={page.headings} />
        </div>
        <div className={styles.text}>
          <LongText key={page.textKey} name={`page:${page.id}`} text={page.text} />
        </div>
      </article>
    </main>
  );
}
