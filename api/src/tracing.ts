/** What a span is about: a GraphQL operation, a statement in the database, or a run of a job. */
export type SpanOf = 'operation' | 'statement' | 'job';

/**
 * Runs work in a span of the trace that it belongs to, or of a new one. The name is that of an operation, a statement or a task in our code,
 * and never comes from a user.
 */
export type Trace = <TResult>(of: SpanOf, name: string, run: () => Promise<TResult>) => Promise<TResult>;

/** Runs work without a span: traces are off. */
export const untraced: Trace = (_of, _name, run) => run();
