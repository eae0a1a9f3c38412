import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createWorkerLogger } from '../../src/features/jobs/worker-logger.ts';
import { createLog } from '../../src/log.ts';

test('errors of runners are logged with their causes; locks that are released later aren’t an error', () => {
  const lines: string[] = [];
  const destination = new PassThrough().on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  const logger = createWorkerLogger(createLog('info', destination));
  logger.error("Failed to reset locked; we'll try again in 500000ms", { error: new Error('the connection ended') });
  logger.error('Failed task 1 (send_mail)', { error: new Error('550 refused') });
  logger.error('The runner failed', { error: new Error('57P01') });
  logger.warn('Something is odd');
  logger.info('Worker connected and looking for jobs');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'info', msg: expect.stringContaining('worker: Failed to reset locked') as string, err: { message: 'the connection ended' } },
    { level: 'error', msg: 'worker: Failed task 1 (send_mail)' },
    { level: 'error', msg: 'worker: The runner failed', err: { message: '57P01' } },
    { level: 'warn', msg: 'worker: Something is odd' },
  ]);
  expect(lines).toHaveLength(4);
});
