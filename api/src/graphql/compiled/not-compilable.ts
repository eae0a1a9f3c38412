/** Error of an operation that can't be compiled: PostGraphile answers it. */
export class NotCompilable extends Error {
  override name = 'NotCompilable';
}
