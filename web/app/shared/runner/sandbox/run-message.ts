import { runLimits } from '@newline/api/rules/limits/run';
import { cutText } from '@newline/document/truncate';

/** How a line of output is shown. */
export type OutputLevel = 'log' | 'info' | 'warn' | 'error';

/** A result of SQL. */
export type ResultTable = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly rowCount: number;
};

/** How a test of an exercise ended. */
export type TestOutcome = { readonly name: string; readonly isPassed: boolean; readonly expected: string; readonly actual: string };

/** What code in the sandbox tells the page. Everything in it was written by the code that runs, so it's only ever shown as text. */
export type RunMessage =
  | { readonly kind: 'line'; readonly level: OutputLevel; readonly text: string }
  /** A result of SQL: the first of its rows, and how many there are. A cell without a value is null. */
  | ({ readonly kind: 'table' } & ResultTable)
  | ({ readonly kind: 'test' } & TestOutcome)
  /** Python or PostgreSQL is loaded, and the code starts. */
  | { readonly kind: 'ready' }
  /** The code ran to its end. Its timers and listeners may go on. */
  | { readonly kind: 'done' }
  /** The answer to a question whether the page still runs. */
  | { readonly kind: 'alive' }
  /** A limit ended it. */
  | { readonly kind: 'limit'; readonly limit: RunLimit };

/** The limits that end code: steps (turns of loops and calls), seconds, and lines of output. */
export type RunLimit = 'steps' | 'seconds' | 'output';

/** The limits as the sandbox gets them. */
export type RunLimits = typeof runLimits;

const levels: ReadonlySet<unknown> = new Set<OutputLevel>(['log', 'info', 'warn', 'error']);
const limits: ReadonlySet<unknown> = new Set<RunLimit>(['steps', 'seconds', 'output']);

/** Reads a message of the sandbox, and cuts its text; null for anything else. */
export function readRunMessage(data: unknown): RunMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, level, text, limit, columns, rows, rowCount } = data as Readonly<Record<string, unknown>>;
  if (kind === 'done' || kind === 'alive' || kind === 'ready') return { kind };
  if (kind === 'test') return readTest(data as Readonly<Record<string, unknown>>);
  if (kind === 'table') return readTable(columns, rows, rowCount);
  if (kind === 'limit' && isLimit(limit)) return { kind, limit };
  if (kind !== 'line' || typeof text !== 'string' || !isLevel(level)) return null;
  return { kind, level, text: cutText(text, runLimits.lineLength) };
}

function readTest({ name, isPassed, expected, actual }: Readonly<Record<string, unknown>>): RunMessage | null {
  if (typeof name !== 'string' || typeof expected !== 'string' || typeof actual !== 'string') return null;
  const cut = (text: string) => cutText(text, runLimits.lineLength);
  return { kind: 'test', name: cut(name), isPassed: isPassed === true, expected: cut(expected), actual: cut(actual) };
}

function readTable(columns: unknown, rows: unknown, rowCount: unknown): RunMessage | null {
  if (!Array.isArray(columns) || !Array.isArray(rows) || typeof rowCount !== 'number' || !Number.isSafeInteger(rowCount)) return null;
  const names = columns.slice(0, runLimits.columns).map((name) => textOf(name) ?? '');
  const cells = rows
    .slice(0, runLimits.rows)
    .map((row: unknown) => names.map((_, index) => textOf(Array.isArray(row) ? row[index] : null)));
  return { kind: 'table', columns: names, rows: cells, rowCount: Math.max(cells.length, rowCount) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? cutText(value, runLimits.cellLength) : null;
}

function isLevel(level: unknown): level is OutputLevel {
  return levels.has(level);
}

function isLimit(limit: unknown): limit is RunLimit {
  return limits.has(limit);
}
