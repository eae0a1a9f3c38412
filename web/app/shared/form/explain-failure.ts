import { browserMessages } from '@newline/api/rules/errors/browser-messages';
import { ApiError } from '../graphql-document.ts';
import type { Faults } from './faults.ts';

/** The sentence for a request that failed, beside no field. */
export function explainFailure(error: unknown): Faults {
  return { form: sentenceOf(error) };
}

/** The codes whose sentences tell a user what to do. */
const forPeople: ReadonlySet<string> = new Set([
  'BAD_INPUT',
  'CONFLICT',
  'NOT_FOUND',
  'FORBIDDEN',
  'TOO_MANY',
  'UNAVAILABLE',
  'LIMIT_EXCEEDED',
]);

/**
 * The sentence for anything that failed: a refusal of the API in its own words without the field's name, else a sentence from the catalog. What an
 * error of the browser or of our code says reaches nobody. The lint rule `no-error-message` keeps `error.message` out of components.
 *
 * @param otherwise what to say of a fault on our end, in place of the catalog's sentence
 */
export function sentenceOf(error: unknown, otherwise: string = browserMessages.SOMETHING_WRONG): string {
  if (!(error instanceof ApiError)) return isNetworkFailure(error) ? unreachable(error) : otherwise;
  if (error.code === 'LOGIN_REQUIRED') return browserMessages.SIGNED_OUT;
  if (error.code === 'TIMEOUT') return browserMessages.REQUEST_TIMEOUT;
  return forPeople.has(error.code) ? asSentence(error.message) : otherwise;
}

/** A sentence of the API without the name of its field in front: 'title: expected …' is 'Expected …'. */
function asSentence(message: string): string {
  const text = message.replace(/^[a-z][A-Za-z]*: /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `fetch` throws a TypeError where there is no network, and a DOMException where a request was ended. */
function isNetworkFailure(error: unknown): error is TypeError | DOMException {
  return error instanceof TypeError || error instanceof DOMException;
}

function unreachable(error: TypeError | DOMException): string {
  return error.name === 'TimeoutError' ? browserMessages.REQUEST_TIMEOUT : browserMessages.SITE_UNREACHABLE;
}
