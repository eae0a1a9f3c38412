import type { TestOutcome } from './sandbox/run-message.ts';

/** The tests of an exercise with what they expected, and how many passed. */
export function TestResults({ tests, isOver, note }: { tests: readonly TestOutcome[]; isOver: boolean; note: string }) {
  const passed = tests.filter(({ isPassed }) => isPassed).length;
  const isAll = tests.length > 0 && passed === tests.length;
  const some = tests.length === 0 ? 'No test ran: the output says why.' : `${passed} of ${tests.length} tests passed.`;
  const total = isAll ? 'All tests passed.' : some;
  return (
    <section className="workbench__tests" aria-label="Tests">
      <p className="workbench__title">
        Tests <span role="status">{isOver ? `${total} ${note}`.trim() : 'Running…'}</span>
      </p>
      <ul>
        {tests.map(({ name, isPassed, expected, actual }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- tests only follow each other, and names can repeat
          <li key={index} data-passed={isPassed}>
            <b>{isPassed ? 'Passed' : 'Failed'}</b> {name}
            {!isPassed && (
              <dl>
                <dt>Expected</dt>
                <dd>{expected}</dd>
                <dt>Got</dt>
                <dd>{actual}</dd>
              </dl>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
