import { learningPathLimits } from '@newline/api/rules/limits/learning-path';
import { searchLimits } from '@newline/api/rules/limits/search';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useEffect, useId, useState } from 'react';
import { sentenceOf } from '../../shared/form/explain-failure.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { addedStepOf, type EditedStep, nameOf, stepKinds } from './edited-step.ts';
import { CandidatesDocument } from './studio-path-documents.ts';
import styles from './studio-paths.module.css';

type Props = { steps: readonly EditedStep[]; isFull: boolean; onAdd: (step: EditedStep) => void };

type Answer = { words: string; results: readonly EditedStep[] | null; failure: string | null };

const searchDebounceMs = 250;

/** Finds courses, books, articles and clips while the author types, to add them as steps. */
export function StepSearch({ steps, isFull, onAdd }: Props) {
  const [words, setWords] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const title = useId();
  const wanted = words.trim();
  useEffect(() => {
    if (wanted === '') return setAnswer(null);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      requestDocument(CandidatesDocument, { words: wanted }, controller)
        .then(({ learningPathCandidates: { nodes } }) => setAnswer({ words: wanted, results: nodes.map(addedStepOf), failure: null }))
        .catch((error: unknown) => {
          if (!controller.signal.aborted)
            setAnswer({ words: wanted, results: null, failure: sentenceOf(error, 'We couldn’t search. Try again.') });
        });
    }, searchDebounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted]);
  const isLoading = wanted !== '' && answer?.words !== wanted;
  const results = answer?.results ?? [];
  if (isFull) return <p className="meta">{`A learning path has at most ${learningPathLimits.steps} steps. Remove one to add another.`}</p>;
  return (
    <div className={styles['search']} role="search" aria-labelledby={title}>
      <h3 id={title} className={styles['searchTitle']}>
        Add a step
      </h3>
      <Field
        label="Search courses, books, articles and clips"
        type="search"
        autoComplete="off"
        maxLength={searchLimits.titleWords}
        value={words}
        onChange={(event: { target: { value: string } }) => setWords(event.target.value)}
      />
      <p className="meta" role="status">
        {isLoading && <span>Searching...</span>}
        {!isLoading && answer?.results?.length === 0 && <span>No results found. Try fewer words.</span>}
        {!isLoading && results.length > 0 && <span>{`${results.length} found`}</span>}
      </p>
      {answer !== null && answer.failure !== null && <ErrorNote>{answer.failure}</ErrorNote>}
      {results.length > 0 && (
        <ul className={styles['results']} aria-label="Results" aria-busy={isLoading || undefined}>
          {results.map((result) => {
            const isAdded = steps.some(({ itemId }) => itemId === result.itemId);
            return (
              <li key={result.itemId}>
                <span className={styles['words']}>
                  <b dir="auto">{nameOf(result)}</b>
                  <span className="meta facts">
                    <span>{stepKinds[result.kind]}</span>
                    {result.context !== null && (
                      <span>
                        <bdi>{result.context}</bdi>
                      </span>
                    )}
                    {!result.isShown && (
                      <span>
                        <Badge look="line">Hidden from learners</Badge>
                      </span>
                    )}
                  </span>
                </span>
                <Button
                  variant="line"
                  size="small"
                  aria-disabled={isAdded || undefined}
                  aria-label={`${isAdded ? 'Added' : 'Add'} “${nameOf(result)}”`}
                  onClick={() => onAdd(result)}
                >
                  {isAdded ? 'Added' : 'Add'}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
