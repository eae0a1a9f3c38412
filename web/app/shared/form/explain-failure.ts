import { ApiError } from '../graphql-document.ts';
import type { Faults } from './faults.ts';

/** What to say of a request that failed, beside no field. */
export function explainFailure(error: unknown): Faults {
  return { form: sentenceOf(error) };
}

/** What to say of a request that failed. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The site cannot be reached. Check the connection and try again.';
  switch (error.code) {
    case 'LOGIN_REQUIRED':
      return 'You were signed out. Sign in and try again.';
    case 'BAD_INPUT':
    case 'CONFLICT':
    case 'NOT_FOUND':
    case 'FORBIDDEN':
    case 'TOO_MANY':
    case 'UNAVAILABLE':
      return error.message.replace(/^[a-z][A-Za-z]*: (.)/, (_all, first: string) => first.toUpperCase());
    default:
      return 'That did not work. Try again in a moment.';
  }
}
