/** Error of a query that is invalid or selects nothing. Its message is for the author of the query. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}
