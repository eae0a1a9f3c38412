import { browserMessages } from '@newline/api/rules/errors/browser-messages';
import { ApiError } from '../graphql-document.ts';
import type { Faults } from './faults.ts';

/** Returns the message for a failed request, as a fault of the whole form. */
export function explainFailure(error: unknown): Faults {
  return { form: sentenceOf(error) };
}

/** The error codes whose messages tell a user what to do. */
const userFacingCodes: ReadonlySet<string> = new Set([
  'BAD_INPUT',
  'CONFLICT',
  'NOT_FOUND',
  'FORBIDDEN',
  'TOO_MANY',
  'UNAVAILABLE',
  'LIMIT_EXCEEDED',
]);

/**
 * Returns the message for any error: the API's own message without the field's name, otherwise one from the catalog. Messages of browser
 * errors and exceptions are never shown. The lint rule `no-error-message` keeps `error.message` out of components.
 *
 * @param otherwise the message for an unexpected error, instead of the one from the catalog
 */
export function sentenceOf(error: unknown, otherwise: string = browserMessages.SOMETHING_WRONG): string {
  if (!(error instanceof ApiError)) return isNetworkFailure(error) ? unreachable(error) : otherwise;
  if (error.code === 'LOGIN_REQUIRED') return browserMessages.SIGNED_OUT;
  if (error.code === 'TIMEOUT') return browserMessages.REQUEST_TIMEOUT;
  return userFacingCodes.has(error.code) ? asSentence(error.message) : otherwise;
}

/** Removes the field name from an API message and capitalizes it: 'title: expected …' becomes 'Expected …'. */
function asSentence(message: string): string {
  const text = message.replace(/^[a-z][A-Za-z]*: /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** True for the errors that `fetch` throws without a network (TypeError) or when a request was aborted (DOMException). */
function isNetworkFailure(error: unknown): error is TypeError | DOMException {
  return error instanceof TypeError || error instanceof DOMException;
}

function unreachable(error: TypeError | DOMException): string {
  return error.name === 'TimeoutError' ? browserMessages.REQUEST_TIMEOUT : browserMessages.SITE_UNREACHABLE;
}
