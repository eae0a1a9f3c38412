import { expect, test } from 'vitest';
import { requestIdOf } from '../server/request-id.ts';

const idOf = (id: string | undefined, trustProxy: number) => requestIdOf({ headers: { 'x-request-id': id } }, trustProxy);
const newId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

test('a trusted proxy’s X-Request-Id is the ID of the request', () => {
  for (const id of ['4f1c2d3e4f5a6b7c', '0193c8b2-0000-7000-8000-00000000c0de', 'Root=1-67891233-abcdef012345678912345678'])
    expect(idOf(id, 1)).toBe(id);
});

test('without a trusted proxy, and for anything that isn’t an ID, there is a new one', () => {
  expect(idOf('an-id-of-the-client', 0)).toMatch(newId);
  expect(idOf('an-id-of-the-client', 1)).toBe('an-id-of-the-client');
  for (const id of [
    undefined,
    '',
    'short',
    'a'.repeat(129),
    'with spaces in it',
    'line\r\nbreak: 1',
    '"quoted-text"',
    '<b>12345678</b>',
    'ünïcodeünïcode',
  ])
    expect(idOf(id, 1)).toMatch(newId);
});
