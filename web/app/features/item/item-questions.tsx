import { Line } from '@newline/ui/components/line';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import type { ItemFacts } from './item-facts.ts';
import styles from './item-page.module.css';

/** Frequently asked questions. */
export function ItemQuestions({ item, number }: { item: ItemFacts; number: number }) {
  if (item.questions.length === 0) return null;
  return (
    <section className="wrap" aria-labelledby="questions">
      <Line number={number} variant="next" head={<h2 id="questions">Questions</h2>}>
        <div>
          <div className={styles.questions}>
            {item.questions.map(({ question, answerDelta }) => (
              <details key={question}>
                <summary>{question}</summary>
                <div className={styles.answer}>
                  <DocumentView bodyDelta={answerDelta} />
                </div>
              </details>
            ))}
          </div>
        </div>
      </Line>
    </section>
  );
}
