/** The limits of one run of runnable code. The reader's browser enforces them: no server runs code. */
export const runLimits = {
  steps: 100_000_000,
  taskSteps: 20_000_000,
  taskMs: 1500,
  endMs: 10_000,
  timersMs: 30_000,
  loadMs: 120_000,
  memoryBytes: 268_435_456,
  fileBytes: 134_217_728,
  rows: 200,
  columns: 50,
  cellLength: 200,
  lines: 1000,
  lineLength: 2000,
} as const;

/** What each of them limits, and what happens then. */
export const runFacts: { readonly [Name in keyof typeof runLimits]: readonly [unit: string, what: string, then: string] } = {
  steps: ['steps', 'turns of loops and calls of functions in code without a page', 'the code is stopped'],
  taskSteps: ['steps', 'the same in one task of a page, which keeps the reader waiting', 'the code is stopped'],
  taskMs: ['ms', 'one task of a page, measured at its steps', 'the code is stopped'],
  endMs: [
    'ms',
    'until code without a page reaches its end: for what has no steps, such as a slow regular expression',
    'the code is stopped',
  ],
  timersMs: ['ms', 'for its timers after that', 'they are ended'],
  loadMs: ['ms', 'until Python or PostgreSQL is loaded', 'the code is stopped'],
  memoryBytes: ['bytes', 'the memory of Python or PostgreSQL', 'the code gets an error'],
  fileBytes: ['bytes', 'the files in that memory', 'the code gets an error'],
  rows: ['rows', 'of one result of SQL', 'the first ones are shown, with their number'],
  columns: ['columns', 'of one result of SQL', 'the first ones are shown'],
  cellLength: ['characters', 'of one cell of a result', 'the cell is cut'],
  lines: ['lines', 'of output; a row of a result is a line', 'the code is stopped'],
  lineLength: ['characters', 'of one line of output', 'the line is cut'],
};
