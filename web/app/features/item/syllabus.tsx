import { Badge } from '@newline/ui/components/badge';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Portrait } from '@newline/ui/components/portrait';
import { Link } from 'react-router';
import { formatDuration } from '../../shared/format-duration.ts';
import type { ItemFacts } from './item-facts.ts';
import styles from './item-page.module.css';

/** The lines of an item, section by section, and beside them who made it. */
export function Syllabus({ item }: { item: ItemFacts }) {
  const word = item.kind === 'book' ? 'chapter' : 'lesson';
  return (
    <div className={styles.lay}>
      <div>
        {item.sections.length === 0 && (
          <EmptyState title="Not written yet">
            {item.isComingSoon ? `The ${word}s are announced when they are done.` : `No ${word} has been published so far.`}
          </EmptyState>
        )}
        {item.sections.map((section) => (
          <div key={section.id}>
            <div className={styles.section}>
              <h3>{section.title ?? (item.kind === 'book' ? 'Chapters' : 'Lessons')}</h3>
              <span className="meta num">
                {section.lessons.length} {section.lessons.length === 1 ? word : `${word}s`}
              </span>
            </div>
            <ol className={`rows ${styles.lessons}`}>
              {section.lessons.map((lesson) => (
                <li className="row" key={lesson.id}>
                  <span className="ln">{lesson.number}</span>
                  <span>{lesson.title}</span>
                  {lesson.isFree && item.price !== 'Free' ? <Badge look="line">Free</Badge> : <span />}
                  <span className="meta num">{lesson.videoSeconds === null ? '' : formatDuration(lesson.videoSeconds)}</span>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      {item.authors.length > 0 && (
        <aside className={styles.side} aria-labelledby="authors">
          <h3 id="authors">{item.kind === 'book' ? 'Written by' : 'Taught by'}</h3>
          {item.authors.map((author) => (
            <div key={author.id} className={styles.author}>
              <Link className={styles.by} to={`/@${author.username}`} prefetch="intent">
                <Portrait name={author.displayName} imageUrl={author.profileImageUrl} size={64} />
                <span>
                  <b>{author.displayName}</b>
                  <small>{[author.employmentTitle, author.employerName].filter(Boolean).join(' at ')}</small>
                </span>
              </Link>
              {author.biography && <p>{author.biography}</p>}
            </div>
          ))}
        </aside>
      )}
    </div>
  );
}
