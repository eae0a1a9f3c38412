import { ApiError } from '../graphql-document.ts';
import { sentenceOf } from './explain-failure.ts';
import type { Faults } from './faults.ts';

/** Returns the message of a refusal for the field that it names, or for the whole form if it names none. */
export function explainField(error: unknown): Faults {
  const [, field] = (error instanceof ApiError && /^([a-z][A-Za-z]*): /.exec(error.message)) || [];
  return { [field ?? 'form']: sentenceOf(error) };
}
