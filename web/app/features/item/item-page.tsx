import '@newline/ui/prose.css';
import { Badge } from '@newline/ui/components/badge';
import { buttonClass } from '@newline/ui/components/button';
import { Canonical } from '../../shared/canonical.tsx';
import { Cover } from '../../shared/catalogue/cover.tsx';
import { formatHours } from '../../shared/format-hours.ts';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import type { ItemFacts } from './item-facts.ts';
import { ItemReviews } from './item-reviews.tsx';
import { Syllabus } from './syllabus.tsx';
import styles from './item-page.module.css';

/** The page of a course or a book: what it is, its facts, its lines, what it is about, and what readers say. */
export function ItemPage({ item }: { item: ItemFacts }) {
  const about = item.descriptionDelta !== null || item.descriptionParagraphs.length > 0;
  const hasOutline = item.sections.length > 0;
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <Canonical path={item.permalink} />
      <div className="wrap">
        <div className="line" style={{ paddingBlock: 0 }}>
          <div>
            <Hero item={item} />
            <Facts item={item} />
          </div>
        </div>
      </div>
      <section className="wrap" aria-labelledby="outline">
        <div className="line">
          <span className="no" aria-hidden="true">
            1
          </span>
          <div className="line__head">
            <h2 id="outline">{item.kind === 'book' ? 'Chapter by chapter' : 'Line by line'}</h2>
            {hasOutline && (
              <span className="meta num">
                {countOf(item.numLessons, item.kind === 'book' ? 'chapter' : 'lesson')}
                {item.videoSeconds > 0 && <span className="sep">{formatHours(item.videoSeconds)}</span>}
              </span>
            )}
          </div>
          <Syllabus item={item} />
        </div>
      </section>
      {about && (
        <section className="wrap" aria-labelledby="about">
          <div className="line" style={{ paddingTop: 0 }}>
            <span className="no" aria-hidden="true">
              2
            </span>
            <div className="line__head">
              <h2 id="about">What it is about</h2>
            </div>
            <div className="prose">
              {item.descriptionDelta === null ? (
                item.descriptionParagraphs.map((text) => <p key={text}>{text}</p>)
              ) : (
                <DocumentView bodyDelta={item.descriptionDelta} />
              )}
            </div>
          </div>
        </section>
      )}
      <ItemReviews item={item} number={about ? 3 : 2} />
    </main>
  );
}

function Hero({ item }: { item: ItemFacts }) {
  return (
    <div className={item.kind === 'book' ? `${styles.hero} ${styles.book}` : styles.hero}>
      <div>
        <p className={`meta ${styles.kind}`}>
          {item.isNewRelease && (
            <span>
              <Badge look="new">New Release</Badge>
            </span>
          )}
          {item.isComingSoon && (
            <span>
              <Badge look="new">Coming Soon</Badge>
            </span>
          )}
          {item.isEarlyAccess && (
            <span>
              <Badge look="new">Early Access</Badge>
            </span>
          )}
          <span>{item.label}</span>
          {item.language && <span>{item.language}</span>}
          {item.price && <span>{item.price}</span>}
        </p>
        <h1>{item.title}</h1>
        {item.lead && <p className="lead">{item.lead}</p>}
        <p className="acts">
          {item.sections.length > 0 && (
            <a className={buttonClass({ variant: 'line' })} href="#outline">
              {item.kind === 'book' ? 'See the chapters' : 'See the lessons'}
            </a>
          )}
          {item.ratingCount > 0 && (
            <a className="link" href="#reviews">
              Read {item.ratingCount === 1 ? 'the rating' : `${item.ratingCount.toLocaleString('en')} ratings`}
            </a>
          )}
        </p>
      </div>
      <div className={styles.picture}>
        <Cover title={item.title} kind={item.kind} topic={item.topic} imageUrl={item.posterImageUrl} isEarly />
      </div>
    </div>
  );
}

function Facts({ item }: { item: ItemFacts }) {
  const facts: [string, string][] = [
    [item.kind === 'book' ? 'Chapters' : 'Lessons', item.numLessons.toLocaleString('en')],
    ...(item.videoSeconds > 0 ? [['Video', formatHours(item.videoSeconds)] as [string, string]] : []),
    ['Exercises', item.numExercises.toLocaleString('en')],
    ['Students', item.numStudents.toLocaleString('en')],
    [item.isComingSoon ? 'Announced' : 'Published', dateOf(item.revisedAt)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function countOf(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? word : `${word}s`}`;
}

/** '9 Nov 2026', in UTC, so that server and browser write the same. */
function dateOf(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
