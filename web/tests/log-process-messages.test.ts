import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { createLog } from '@newline/api/log';
import { expect, test } from 'vitest';
import { logProcessMessages } from '../server/log-process-messages.ts';

test('warnings of Node and the error that ends the process are lines of the log', () => {
  const lines: string[] = [];
  const destination = new PassThrough().on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  const target = new EventEmitter();
  const exits: number[] = [];
  const printed: string[] = [];
  // Node's own listener, which prints text.
  target.on('warning', (warning: Error) => printed.push(warning.message));
  logProcessMessages(createLog('info', destination), Object.assign(target, { exit: (code: number) => exits.push(code) }) as never);
  target.emit('warning', new Error('a feature is experimental'));
  target.emit('uncaughtException', new Error('nothing handled this'));
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'warn', err: { message: 'a feature is experimental' } },
    { level: 'fatal', err: { message: 'nothing handled this', stack: expect.any(String) as string } },
  ]);
  expect(printed).toEqual([]);
  expect(exits).toEqual([1]);
});
