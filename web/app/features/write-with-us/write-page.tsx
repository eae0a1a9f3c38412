import { buttonClass } from '@newline/ui/components/button';
import { Link } from 'react-router';
import { writePage } from '../../../../pages.config.ts';
import { site } from '../../../../site.config.ts';
import styles from './write-page.module.css';

/** For those who might teach here: what it is, how it goes, and the form. */
export function WritePage() {
  const { headline, lead, steps, questions } = writePage;
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <section className="wrap">
        <div className={`line ${styles.top}`}>
          <span className="no no--on" aria-hidden="true">
            1
          </span>
          <h1>{headline}</h1>
          <p className="lead">{lead}</p>
          <p className={`acts ${styles.acts}`}>
            <Apply />
            <Link className="link" to="/courses">
              What others wrote
            </Link>
          </p>
        </div>
      </section>
      <section className="wrap" aria-labelledby="how">
        <div className={`line ${styles.next}`}>
          <span className="no" aria-hidden="true">
            2
          </span>
          <div className="line__head">
            <h2 id="how">How it goes</h2>
          </div>
          <ol className={styles.steps}>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className="wrap" aria-labelledby="questions">
        <div className={`line ${styles.next}`}>
          <span className="no" aria-hidden="true">
            3
          </span>
          <div className="line__head">
            <h2 id="questions">Before you ask</h2>
          </div>
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
        </div>
      </section>
    </main>
  );
}

function Apply() {
  return (
    <a className={buttonClass()} href={site.applyUrl} target="_blank" rel="noopener noreferrer">
      Apply to Teach
    </a>
  );
}
