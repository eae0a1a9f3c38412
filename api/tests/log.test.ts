import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '../src/log.ts';

/** Logs one object and returns the written line. */
function written(object: Record<string, unknown>): string {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  createLog('info', destination).info(object, 'a line');
  return lines.join('');
}

const secret = 'canary-7f3a';

test.each([
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'cookie',
  'authorization',
  'secret',
  'commentText',
  'html',
  'text',
  'url',
])('%s is redacted at every depth that is logged, and its neighbor isn’t', (name) => {
  for (const object of [
    { [name]: secret, neighbour: 'shown' },
    { body: { [name]: secret, neighbour: 'shown' } },
    { request: { body: { [name]: secret, neighbour: 'shown' } } },
  ]) {
    const line = written(object);
    expect(line).toContain('shown');
    expect(line).toContain('[hidden]');
    expect(line).not.toContain(secret);
  }
});

test('a request is logged only with its path, and an error without what libraries attach to it', () => {
  const error = Object.assign(new Error('refused'), { code: '28P01', connection: { password: secret }, cause: new Error('below') });
  const line = written({ req: { method: 'GET', url: `/clips?commentText=${secret}`, ip: '192.0.2.1' }, err: error });
  expect(line).not.toContain(secret);
  expect(JSON.parse(line)).toMatchObject({
    req: { method: 'GET', path: '/clips', ip: '192.0.2.1' },
    err: { message: 'refused', code: '28P01', cause: { message: 'below' } },
  });
});

test('an error that a thread has described is written as it was described, without additions', () => {
  const described = {
    type: 'DatabaseError',
    message: 'too complex',
    code: '2201B',
    cause: { message: 'why', detail: secret },
    detail: secret,
  };
  const line = written({ err: described });
  expect(JSON.parse(line)).toMatchObject({
    err: { type: 'DatabaseError', message: 'too complex', code: '2201B', cause: { message: 'why' } },
  });
  expect(line).not.toContain(secret);
  expect(JSON.parse(written({ err: 'words' }))).toMatchObject({ err: { message: 'words' } });
});
