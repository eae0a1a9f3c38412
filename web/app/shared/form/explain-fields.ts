import { ApiError } from '../graphql-document.ts';
import { sentenceOf } from './explain-failure.ts';
import type { Faults } from './faults.ts';

/**
 * Returns a function that gives the message of a refusal to the field that it names. A message about something that the form has no field
 * for, or about nothing in particular, is about the whole form: it is never left out.
 */
export function explainFields(fields: readonly string[]): (error: unknown) => Faults {
  return (error) => {
    const [, named = ''] = (error instanceof ApiError && /^([a-z][A-Za-z]*): /.exec(error.message)) || [];
    return { [fields.includes(named) ? named : 'form']: sentenceOf(error) };
  };
}
