import './workbench.css';
import { describeCheck } from '@newline/api/rules/exercise-check';
import { buttonClass } from '@newline/ui/components/button';
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { showToast } from '../toast/show-toast.ts';
import type { BuildFault, RunFile } from './build-message.ts';
import type { EngineName } from './engines/engine-message.ts';
import { openEditor } from './code-editor.ts';
import { checkExercise } from './check-exercise.ts';
import { describeResults, recordAttempt, type Exercise, type Results } from './exercise.ts';
import type { CodeStore, CodeTexts } from './kept-code.ts';
import { engineOf, isPage, pageOf, planRun, planTests } from './plan-run.ts';
import { startRun } from './run-session.ts';
import { ResultTableView } from './result-table.tsx';
import type { OutputLevel, ResultTable, RunLimit, TestOutcome } from './sandbox/run-message.ts';
import { TestResults } from './test-results.tsx';

type Props = {
  /** The files as the author wrote them. */
  files: readonly RunFile[];
  /** The file to show first. */
  first: number;
  store: CodeStore;
  /** The exercise that the code is for. */
  exercise: Exercise | null;
  onClose: () => void;
};

type Line = { readonly id: number } & ({ readonly level: OutputLevel; readonly text: string } | { readonly table: ResultTable });
type NewLine = Line extends infer L ? (L extends Line ? Omit<L, 'id'> : never) : never;
type Status = 'building' | 'running' | 'done' | 'stopped' | 'failed';

const statusTexts: Readonly<Record<Status, string>> = {
  building: 'Starting…',
  running: 'Running…',
  done: 'Done.',
  stopped: 'Stopped.',
  failed: 'The code has a mistake.',
};

const loadingTexts: Readonly<Record<EngineName, string>> = {
  python: 'Loading Python…',
  sql: 'Loading PostgreSQL…',
};

const limitTexts: Readonly<Record<RunLimit, string>> = {
  steps: 'Stopped: the code went on for too long. Is there a loop that never ends?',
  seconds: 'Stopped: the code took too long.',
  output: 'Stopped: the code wrote too much.',
};

const button = buttonClass({ variant: 'bare', size: 'small' });

/** Code that the reader changes and runs: an editor for each file, and below it the page or the output of the last run. */
export function Workbench({ files: original, first, store, exercise, onClose }: Props) {
  const hintId = useId();
  const [files, setFiles] = useState(() => withTexts(original, store.saved));
  const [at, setAt] = useState(first);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [status, setStatus] = useState<Status>('building');
  const [version, setVersion] = useState(0);
  const [other, setOther] = useState(store.other);
  const [tests, setTests] = useState<readonly TestOutcome[] | null>(null);
  const [note, setNote] = useState('');
  const [results, setResults] = useState<Results>({ sentences: [], isAuthor: false });
  const [checkNote, setCheckNote] = useState('');
  const slot = useRef<HTMLDivElement>(null);
  const editorSlot = useRef<HTMLDivElement>(null);
  const runButton = useRef<HTMLButtonElement>(null);
  const stopping = useRef<() => void>(() => undefined);
  const turn = useRef(0);
  const isOpening = useRef(true);
  const file = files[at] ?? files[0];
  const hasPage = isPage(files);
  const engine = engineOf(files);

  const add = (line: NewLine) => setLines((before) => [...before, { ...line, id: before.length }]);
  const end = (next: Status, line?: NewLine) => {
    stopping.current();
    stopping.current = () => undefined;
    setStatus(next);
    if (line) add(line);
  };

  const run = useEffectEvent(async (checked: Exercise | null = null) => {
    turn.current += 1;
    const own = turn.current;
    stopping.current();
    store.flush();
    setLines([]);
    setStatus('building');
    const outcomes: TestOutcome[] = [];
    setTests(checked && []);
    setNote('');
    let isRecorded = checked === null;
    const finish = (isDone: boolean) => {
      // Code whose tests have ended can still be lost.
      if (checked === null || isRecorded) return;
      isRecorded = true;
      const failedTests = outcomes.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
      const isPassed = isDone && outcomes.length > 0 && failedTests.length === 0;
      void recordAttempt(checked, { isPassed, failedTests }).then((said) => own === turn.current && setNote(said));
    };
    if (slot.current === null) return;
    const plans = checked ? planTests(checked.tests, files) : planRun(files);
    const page = pageOf(files, { hasTests: checked !== null });
    const planning = plans.then((plan) => ('faults' in plan ? null : plan));
    stopping.current = startRun(slot.current, { page, planning, title: 'The page of this code' }, (event) => {
      if (own !== turn.current) return;
      if (event.kind === 'line') add({ level: event.level, text: event.text });
      else if (event.kind === 'table') add({ table: event });
      else if (event.kind === 'test') {
        outcomes.push(event);
        setTests([...outcomes]);
      } else if (event.kind === 'ready') setStatus('running');
      else if (event.kind === 'done') {
        setStatus('done');
        finish(true);
      } else if (event.kind === 'lost') {
        const text = 'Stopped: the code no longer answered. It may have used too much memory or time.';
        end('stopped', { level: 'error', text });
        finish(false);
      } else if (event.kind === 'limit') {
        end('stopped', { level: 'error', text: limitTexts[event.limit] });
        finish(false);
      }
    });
    const plan = await plans;
    // Another run has begun, or the workbench was closed.
    if (own !== turn.current) return;
    if ('faults' in plan) {
      end('failed');
      setLines(plan.faults.map((fault, id) => ({ id, level: 'error', text: textOf(fault, files.length > 1) })));
    } else setStatus('start' in plan ? 'building' : 'running');
  });

  useEffect(() => {
    store.watchOther(setOther);
    void run();
    if (exercise) describeResults(exercise).then(setResults, (error: unknown) => console.warn('Results couldn’t be loaded:', error));
    return () => {
      turn.current += 1;
      stopping.current();
    };
  }, [store, exercise]);

  const change = useEffectEvent((text: string) => {
    const changed = files.map((one, index) => (index === at ? { ...one, text } : one));
    setFiles(changed);
    store.keep(isSame(changed, original) && other === null ? null : changed);
  });
  const leave = useCallback(() => runButton.current?.focus(), []);

  useEffect(() => {
    if (!editorSlot.current || !file) return undefined;
    const editor = openEditor(editorSlot.current, {
      text: file.text,
      language: file.language,
      label: `Code of ${file.name}`,
      hintId,
      onChange: (text) => change(text),
      onRun: () => void run(),
      onLeave: leave,
    });
    if (isOpening.current) {
      isOpening.current = false;
      // The reader goes on in the code; a keyboard on the screen would cover what it writes.
      if (matchMedia('(pointer: fine)').matches) editor.focus();
      else runButton.current?.focus();
    }
    return editor.destroy;
    // The editor has the text from here on; it's opened anew for another file, and after a reset.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [at, version, hintId, leave]);

  const reset = () => {
    setFiles(original);
    store.keep(null);
    setOther(null);
    // The pressed button can't be used any more.
    runButton.current?.focus();
    setVersion((before) => before + 1);
  };
  const takeOther = () => {
    const taken = withTexts(original, other);
    setFiles(taken);
    setOther(null);
    store.settle({ use: taken });
    runButton.current?.focus();
    setVersion((before) => before + 1);
  };
  const forgetOther = () => {
    setOther(null);
    store.settle('forget');
    runButton.current?.focus();
  };
  const showSolution = (solution: HTMLDetailsElement) => {
    solution.open = true;
    solution.querySelector('summary')?.focus();
  };
  const checkBoth = async (of: Exercise) => {
    setCheckNote('Checking…');
    setCheckNote(describeCheck(await checkExercise(of, original)));
  };
  const stop = () => {
    runButton.current?.focus();
    turn.current += 1;
    end('stopped');
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(file?.text ?? '');
      await showToast('Copied!');
    } catch {
      await showToast('Failed to copy!', 'error');
    }
  };
  const isRunning = status === 'building' || status === 'running';

  return (
    <section className="code" aria-label={files.length > 1 ? `Code: ${files.map(({ name }) => name).join(', ')}` : 'Code'}>
      <div className="workbench__bar">
        {files.length > 1 ? (
          <div className="workbench__files" role="group" aria-label="All files">
            {files.map(({ name }, index) => (
              <button key={name} type="button" className={button} aria-pressed={index === at} onClick={() => setAt(index)}>
                {name}
              </button>
            ))}
          </div>
        ) : (
          <b className="workbench__name">{file?.name}</b>
        )}
        <div className="workbench__acts">
          <button ref={runButton} type="button" className={buttonClass({ variant: 'ink', size: 'small' })} onClick={() => void run()}>
            Run
          </button>
          {exercise && (
            <button type="button" className={button} onClick={() => void run(exercise)}>
              Run the tests
            </button>
          )}
          {exercise?.solution && (
            <button type="button" className={button} onClick={() => exercise.solution && showSolution(exercise.solution.part)}>
              Show solution
            </button>
          )}
          {exercise && results.isAuthor && (
            <button type="button" className={button} onClick={() => void checkBoth(exercise)}>
              Check the exercise
            </button>
          )}
          {(isRunning || (hasPage && status === 'done')) && (
            <button type="button" className={button} onClick={() => stop()}>
              Stop
            </button>
          )}
          <button type="button" className={button} onClick={reset} disabled={isSame(files, original)}>
            Reset
          </button>
          <button type="button" className={button} onClick={() => void copy()}>
            Copy
          </button>
          <button type="button" className={button} onClick={onClose}>
            Close
          </button>
        </div>
      </div>
      {other !== null && (
        <div className="workbench__other">
          <p role="status">Another device has a different version of your code.</p>
          <button type="button" className={button} onClick={takeOther}>
            Use that version
          </button>
          <button type="button" className={button} onClick={forgetOther}>
            Discard it
          </button>
        </div>
      )}
      <div ref={editorSlot} className="workbench__editor" />
      <p id={hintId} className="workbench__hint">
        Ctrl or Cmd + Enter runs the code. Tab indents; Escape leaves the editor.
      </p>
      {results.sentences.length > 0 && <p className="workbench__hint">{results.sentences.join(' ')}</p>}
      {results.isAuthor && (
        <p className={checkNote === '' ? undefined : 'workbench__hint'} role="status">
          {checkNote}
        </p>
      )}
      {tests && <TestResults tests={tests} isOver={!isRunning} note={note} />}
      {hasPage && <p className="workbench__title">Page</p>}
      <div ref={slot} className={hasPage ? 'workbench__page' : undefined} />
      <p className="workbench__title">
        Output <span role="status">{status === 'building' && engine !== null ? loadingTexts[engine] : statusTexts[status]}</span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className="workbench__output" role="log" aria-label="Output" tabIndex={0}>
        {lines.length === 0 && <p className="workbench__none">{isRunning ? 'Nothing yet.' : 'Nothing was written.'}</p>}
        {lines.map((line) =>
          'table' in line ? (
            <ResultTableView key={line.id} table={line.table} />
          ) : (
            <pre key={line.id} data-level={line.level}>
              {line.text}
            </pre>
          ),
        )}
      </div>
    </section>
  );
}

function textOf({ file, line, message }: BuildFault, hasFiles: boolean): string {
  const position = [hasFiles && file !== '' ? file : '', line === null ? '' : `${hasFiles && file !== '' ? 'line' : 'Line'} ${line}`];
  const start = position.filter(Boolean).join(', ');
  return start === '' ? message : `${start}: ${message}`;
}

function isSame(files: readonly RunFile[], others: readonly RunFile[]): boolean {
  return files.every(({ text }, index) => text === others[index]?.text);
}

/** The author's files with what the reader made of them; a file that the author renamed starts anew. */
function withTexts(files: readonly RunFile[], texts: CodeTexts | null): readonly RunFile[] {
  return files.map((file) => ({
    ...file,
    text: (texts !== null && Object.hasOwn(texts, file.name) ? texts[file.name] : undefined) ?? file.text,
  }));
}
