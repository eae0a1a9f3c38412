/** Something of a document has no compiled form here: PostGraphile answers it. */
export class NotCompilable extends Error {
  override name = 'NotCompilable';
}
