import { cutText } from '@newline/document/truncate';

/** How a line of output is shown. */
export type OutputLevel = 'log' | 'info' | 'warn' | 'error';

/** What code in the sandbox tells the page. Everything in it was written by the code that runs, so it's only ever shown as text. */
export type RunMessage =
  | { readonly kind: 'line'; readonly level: OutputLevel; readonly text: string }
  /** The code ran to its end. Its timers and listeners may go on. */
  | { readonly kind: 'done' }
  /** The answer to a question whether the page still runs. */
  | { readonly kind: 'alive' }
  /** A limit ended it. */
  | { readonly kind: 'limit'; readonly limit: RunLimit };

/** The limits that end code: steps (turns of loops and calls), seconds, and lines of output. */
export type RunLimit = 'steps' | 'seconds' | 'output';

/** The limits of one run. */
export const runLimits = {
  /** Turns of loops and calls of functions of code without a page. */
  steps: 100_000_000,
  /** The same for one task of a page, which has the user waiting. */
  taskSteps: 20_000_000,
  /** Milliseconds of one task of a page, measured by its steps. */
  taskMs: 1500,
  /** Milliseconds until code without a page has to reach its end: for what has no steps, such as a slow regular expression. */
  endMs: 10_000,
  /** Milliseconds for its timers after that. */
  timersMs: 30_000,
  /** Lines of output. */
  lines: 1000,
  /** Characters of one line. */
  lineLength: 2000,
} as const;

/** The limits as the sandbox gets them. */
export type RunLimits = typeof runLimits;

const levels: ReadonlySet<unknown> = new Set<OutputLevel>(['log', 'info', 'warn', 'error']);
const limits: ReadonlySet<unknown> = new Set<RunLimit>(['steps', 'seconds', 'output']);

/** Reads a message of the sandbox, and cuts its text; null for anything else. */
export function readRunMessage(data: unknown): RunMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, level, text, limit } = data as Readonly<Record<string, unknown>>;
  if (kind === 'done' || kind === 'alive') return { kind };
  if (kind === 'limit' && isLimit(limit)) return { kind, limit };
  if (kind !== 'line' || typeof text !== 'string' || !isLevel(level)) return null;
  return { kind, level, text: cutText(text, runLimits.lineLength) };
}

function isLevel(level: unknown): level is OutputLevel {
  return levels.has(level);
}

function isLimit(limit: unknown): limit is RunLimit {
  return limits.has(limit);
}
