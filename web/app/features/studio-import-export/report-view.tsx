import { ReportMessages } from './report-messages.tsx';
import type { ImportReport } from './import-state.ts';
import styles from './studio-import-export.module.css';

const countOf = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Says in one line what an import does. */
export function summaryOf({ kind, title, permalink, isNew, lessons, images }: ImportReport) {
  const unit: readonly [string, string] = kind === 'book' ? ['chapter', 'chapters'] : ['lesson', 'lessons'];
  return (
    <>
      {isNew ? `A new ${kind}, ` : `Changes to the ${kind} at ${permalink ?? ''}, `}
      <b dir="auto">{title}</b>: {countOf(lessons.length, ...unit)}, {countOf(images, 'image', 'images')}.
    </>
  );
}

/** The report of an import: the outline it creates, the lessons it leaves unchanged, and content that it can't convert exactly. */
export function ReportView({ report }: { report: ImportReport }) {
  const { isNew, lessons, missing, messages } = report;
  const sections = [...new Set(lessons.map(({ section }) => section))];
  return (
    <>
      <p>{summaryOf(report)}</p>
      <div className={styles['columns']}>
        <section aria-label="Outline" className={styles['list']}>
          {sections.map((section) => (
            <div key={section ?? ''}>
              {section !== null && <h4 dir="auto">{section}</h4>}
              <ol>
                {lessons.map((lesson, index) =>
                  lesson.section === section ? (
                    <li key={lesson.slug} value={index + 1}>
                      <bdi>{lesson.title}</bdi>
                      {!isNew && lesson.isNew && <span className="meta"> new</span>}
                    </li>
                  ) : null,
                )}
              </ol>
            </div>
          ))}
          {missing.length > 0 && (
            <div>
              <h4>Not in the archive</h4>
              <ul>
                {missing.map((lesson) => (
                  <li key={lesson}>{lesson}</li>
                ))}
              </ul>
            </div>
          )}
        </section>
        <section aria-label="What changes in the import" className={styles['list']}>
          <ReportMessages messages={messages} />
        </section>
      </div>
    </>
  );
}
