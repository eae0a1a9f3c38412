import { type WriteKind, writeKinds } from '@newline/api/rules/site/page-sections';
import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { Link } from '../../shared/link.tsx';
import { applicationUrl } from '../../shared/application-url.ts';
import { standardWrite, type WriteChanges, type WriteContent } from '../../shared/page-content/standard-write.ts';
import styles from './write-page.module.css';

type Props = {
  /** The edited content of the page; absent if it has the defaults. */
  changes?: WriteChanges | undefined;
};

/** The page for future authors: what it's about, how it works, and the form. */
export function WritePage({ changes }: Props) {
  const { shown, content } = changes ?? { shown: writeKinds, content: standardWrite };
  const hasContent = (kind: WriteKind) =>
    kind === 'TOP' || (kind === 'STEPS' ? content.STEPS.steps.length > 0 : content.QUESTIONS.questions.length > 0);
  return (
    <main id="content" className="listing" tabIndex={-1}>
      {shown.filter(hasContent).map((kind, at) => (
        <WriteSection key={kind} kind={kind} number={at + 1} content={content} />
      ))}
    </main>
  );
}

function WriteSection({ kind, number, content }: { kind: WriteKind; number: number; content: WriteContent }) {
  switch (kind) {
    case 'TOP': {
      const { headline, lead } = content.TOP;
      return (
        <section className="wrap">
          <Line number={number} variant="first" className={styles.top}>
            <h1>{headline}</h1>
            <p className="lead" dir="auto">
              {lead}
            </p>
            <p className={`acts ${styles.acts}`}>
              <Apply />
              <Link className="link" to="/courses">
                Browse courses
              </Link>
            </p>
          </Line>
        </section>
      );
    }
    case 'STEPS': {
      const { heading, steps } = content.STEPS;
      return (
        <section className="wrap" aria-labelledby="how">
          <Line number={number} variant="next" head={<h2 id="how">{heading}</h2>}>
            <ol className={styles.steps}>
              {steps.map(({ title, text }) => (
                <li key={title}>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </li>
              ))}
            </ol>
          </Line>
        </section>
      );
    }
    case 'QUESTIONS': {
      const { heading, questions } = content.QUESTIONS;
      return (
        <section className="wrap" aria-labelledby="questions">
          <Line number={number} variant="next" head={<h2 id="questions">{heading}</h2>}>
            <div className={styles.steps}>
              {questions.map(({ question, answer }) => (
                <div key={question}>
                  <h3>{question}</h3>
                  <p>{answer}</p>
                </div>
              ))}
            </div>
            <p className={`acts ${styles.acts}`}>
              <Apply />
            </p>
          </Line>
        </section>
      );
    }
  }
}

/** Links to the application. */
function Apply() {
  const href = applicationUrl();
  if (href === null) return null;
  return (
    <a className={buttonClass()} href={href} target="_blank" rel="noopener noreferrer">
      Apply to Teach
    </a>
  );
}
