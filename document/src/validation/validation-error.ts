/** A reason why a document is rejected. `path` is written as in JavaScript, `content[2].attrs.level`, and is '' for the document itself. */
export interface ValidationError {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** Describes any value briefly for the reader of an error. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
