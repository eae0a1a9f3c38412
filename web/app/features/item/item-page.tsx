import { Line } from '@newline/ui/components/line';
import '@newline/ui/prose.css';
import { formatHours } from '../../shared/format-hours.ts';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import type { ItemFacts } from './item-facts.ts';
import { ItemHero } from './item-hero.tsx';
import { ItemQuestions } from './item-questions.tsx';
import { ItemReviews } from './item-reviews.tsx';
import { ItemSide } from './item-side.tsx';
import { Syllabus, SyllabusProgress } from './syllabus.tsx';
import { useOwnItem, type OwnItemState } from './use-own-item.ts';
import styles from './item-page.module.css';
import { CalendarDay } from '../../shared/dates/calendar-day.tsx';
import type { ReactNode } from 'react';

/** The page of a course or book: hero, facts, syllabus, description, reviews and questions. */
export function ItemPage({ item }: { item: ItemFacts }) {
  return <ItemPageAs item={item} state={useOwnItem(item)} />;
}

/** The same page for a user whose state is known. */
export function ItemPageAs({ item, state }: { item: ItemFacts; state: OwnItemState }) {
  const hasAbout = item.descriptionDelta !== null || item.descriptionParagraphs.length > 0;
  const hasReviews = !item.isComingSoon;
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line variant="flush">
          <div>
            <ItemHero item={item} state={state} />
            <Facts item={item} />
          </div>
        </Line>
      </div>
      <section className="wrap" aria-labelledby="outline">
        <Line
          number={1}
          head={
            <>
              <h2 id="outline">{item.kind === 'book' ? 'Chapter by chapter' : 'Line by line'}</h2>
              <SyllabusProgress item={item} progress={state.own?.progress ?? null} />
            </>
          }
        >
          <div className={styles.lay}>
            <Syllabus item={item} progress={state.own?.progress ?? null} />
            <ItemSide item={item} own={state.own} isPreview={state.enroll === null} />
          </div>
        </Line>
      </section>
      {hasAbout && <About item={item} />}
      <ItemReviews item={item} number={hasAbout ? 3 : 2} />
      <ItemQuestions item={item} number={2 + Number(hasAbout) + Number(hasReviews)} />
    </main>
  );
}

function About({ item }: { item: ItemFacts }) {
  return (
    <section className="wrap" aria-labelledby="about">
      <Line number={2} variant="next" head={<h2 id="about">About this {item.kind}</h2>}>
        <div className={styles.lay}>
          <div className="prose">
            {item.descriptionDelta === null ? (
              item.descriptionParagraphs.map((text) => (
                <p key={text} dir="auto">
                  {text}
                </p>
              ))
            ) : (
              <DocumentView bodyDelta={item.descriptionDelta} />
            )}
            {item.marketingHeadline !== null && <h3 dir="auto">{item.marketingHeadline}</h3>}
            <DocumentView bodyDelta={item.marketingDelta} />
          </div>
          {item.syllabusDelta !== null && (
            <aside className={styles.side} aria-labelledby="learn">
              <h3 id="learn">What you’ll learn</h3>
              <div className={styles.learn}>
                <DocumentView bodyDelta={item.syllabusDelta} />
              </div>
            </aside>
          )}
        </div>
      </Line>
    </section>
  );
}

function Facts({ item }: { item: ItemFacts }) {
  const facts: [string, ReactNode][] = [
    [item.kind === 'book' ? 'Chapters' : 'Lessons', item.numLessons.toLocaleString('en')],
    ...(item.videoSeconds > 0 ? [['Video', formatHours(item.videoSeconds)] as [string, ReactNode]] : []),
    ['Exercises', item.numExercises.toLocaleString('en')],
    ['Students', item.numStudents.toLocaleString('en')],
    ['Language', item.taughtIn],
    ...(item.revisedAt === null
      ? []
      : [[item.isComingSoon ? 'Announced' : 'Published', <CalendarDay key="day" of={item.revisedAt} />] as [string, ReactNode]]),
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
