import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { endWhenStuck } from '@newline/api/graphql/ad-hoc-queries/end-when-stuck';

const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (message) => {
    if (message === 'work') for (;;);
    parentPort.postMessage(message);
  });
  parentPort.postMessage('ready');
`;

async function startThread(): Promise<Worker> {
  const thread = new Worker(program, { eval: true });
  await once(thread, 'message');
  return thread;
}

function send(thread: Worker, message: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(message);
}

test('a thread that works too long is ended; one that waits as long, or is no longer watched, is not @API-04', async () => {
  const ended: string[] = [];
  const [waiting, idle, working] = [await startThread(), await startThread(), await startThread()];
  const watched = endWhenStuck(waiting, 200, () => ended.push('waiting'));
  endWhenStuck(idle, 0, () => ended.push('left')).stop();
  send(working, 'work');
  endWhenStuck(working, 200, () => ended.push('working'));
  await once(working, 'exit');
  for (const thread of [waiting, idle]) {
    send(thread, 'still there');
    expect(await Promise.race([once(thread, 'message'), once(thread, 'exit')])).toEqual(['still there']);
  }
  expect(ended).toEqual(['working']);
  watched.stop();
  await Promise.all([waiting.terminate(), idle.terminate()]);
});
