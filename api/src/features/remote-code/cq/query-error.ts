/** A query that is not understood, or that selects nothing. Its message is for the person who wrote the query. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}
