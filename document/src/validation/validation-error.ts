/** One reason why a document is refused. `path` is as in JavaScript, `content[2].attrs.level`, and '' for the document itself. */
export interface ValidationError {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** A short description of any value for a person who reads an error. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
