import { expect, test } from 'vitest';
import { browserMessages } from '@newline/api/rules/errors/browser-messages';
import { sentenceOf } from '../app/shared/form/explain-failure.ts';
import { ApiError } from '../app/shared/graphql-document.ts';

test.each([
  ['no network', new TypeError('Failed to fetch'), browserMessages.SITE_UNREACHABLE],
  ['a request that was ended', new DOMException('signal is aborted', 'AbortError'), browserMessages.SITE_UNREACHABLE],
  ['a request that took too long', new DOMException('signal timed out', 'TimeoutError'), browserMessages.REQUEST_TIMEOUT],
  ['an operation that took too long', new ApiError('TIMEOUT', 'stopped. Reference 1'), browserMessages.REQUEST_TIMEOUT],
  ['no session', new ApiError('LOGIN_REQUIRED', 'Please sign in.'), browserMessages.SIGNED_OUT],
  ['a fault of ours', new ApiError('FAULT', 'Reference 1'), browserMessages.SOMETHING_WRONG],
  ['a code that is not known', new ApiError('NEW', 'x'), browserMessages.SOMETHING_WRONG],
  ['an error of our code', new Error('expectValue: expected a value, got none'), browserMessages.SOMETHING_WRONG],
  ['what is no error', 'x', browserMessages.SOMETHING_WRONG],
  ['a refusal', new ApiError('CONFLICT', 'The comment was deleted.'), 'The comment was deleted.'],
  [
    'a refusal of a field',
    new ApiError('BAD_INPUT', 'title: expected 1 to 200 characters, got 0.'),
    'Expected 1 to 200 characters, got 0.',
  ],
])('%s has a readable message', (_what, error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence);
});
