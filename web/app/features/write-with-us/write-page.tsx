import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { Link } from '../../shared/link.tsx';
import { writePage } from '../../../../pages.config.ts';
import { site } from '@newline/api/rules/site/site';
import styles from './write-page.module.css';

/** The page for future authors: what it's about, how it works, and the form. */
export function WritePage() {
  const { headline, lead, steps, questions } = writePage;
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <section className="wrap">
        <Line number={1} variant="first" className={styles.top}>
          <h1>{headline}</h1>
          <p className="lead">{lead}</p>
          <p className={`acts ${styles.acts}`}>
            <Apply />
            <Link className="link" to="/courses">
              What authors have written
            </Link>
          </p>
        </Line>
      </section>
      <section className="wrap" aria-labelledby="how">
        <Line number={2} variant="next" head={<h2 id="how">How it works</h2>}>
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
      <section className="wrap" aria-labelledby="questions">
        <Line number={3} variant="next" head={<h2 id="questions">Frequently asked questions</h2>}>
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
    </main>
  );
}

/** Leads to the application form; where there is none, to an email. */
function Apply() {
  const href = site.applyUrl ?? (site.contact === null ? null : `mailto:${site.contact}`);
  if (href === null) return null;
  return (
    <a className={buttonClass()} href={href} target="_blank" rel="noopener noreferrer">
      Apply to Teach
    </a>
  );
}
