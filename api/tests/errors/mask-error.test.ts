import pino from 'pino';
import { SafeError } from 'postgraphile/grafast';
import { GraphQLError } from 'postgraphile/graphql';
import { expect, test } from 'vitest';
import { createMaskError } from '../../src/errors/mask-error.ts';

const mask = createMaskError(pino({ level: 'silent' }), null);
const codeOf = (cause: Error) => mask(new GraphQLError('x', { originalError: cause })).extensions['code'];

test('a connection that is lost, refused or cut while idle counts as a database that doesn’t respond', () => {
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])
    expect(codeOf(new Error(message)), message).toBe('UNAVAILABLE');
  for (const code of ['57P01', '57P03', '08006', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
    expect(codeOf(Object.assign(new Error('x'), { code })), code).toBe('UNAVAILABLE');
});

test('a statement that was stopped took too long; anything else is a server error with a reference', () => {
  expect(codeOf(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }))).toBe('TIMEOUT');
  expect(codeOf(new Error('a bug'))).toBe('FAULT');
});

test('errors that a library reports about input, such as an invalid cursor, are bad input', () => {
  expect(codeOf(new SafeError('Invalid cursor'))).toBe('BAD_INPUT');
  expect(codeOf(new SafeError('Taken', { code: 'CONFLICT' }))).toBe('CONFLICT');
});
